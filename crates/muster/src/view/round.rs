//! A round: the pairings by table, with results and status.

use super::outcome::{self, counted};
use crate::output::{Column, Output};
use muster_regulations::StageKind;
use muster_regulations::cardgame::Side;
use muster_tournament::display::names::by_name;
use muster_tournament::state::{ManualChange, Match, MatchStatus, Round, RoundStatus, Stale};
use muster_tournament::{PlayerId, State, knockout};

fn out_of_date(stale: &Stale) -> String {
    muster_words::draft::stale(stale)
}

/// Shows a round by table.
pub(crate) fn show(state: &State, round: &Round, out: &mut Output) {
    heading(state, round, out);
    let draft = round.status == RoundStatus::Draft;
    // SE-3: a bracket that was drawn by lot has places, not seeds.
    let seeded = round.stage == StageKind::Elimination && knockout::is_seeded(state);
    let points = draft.then(|| points_before(state, round)).flatten();
    let sides = round.matches.iter().any(|m| m.dark.is_some());
    let mut columns = vec![
        Column::Number("Table"),
        Column::Text("A"),
        Column::Text("B"),
    ];
    if points.is_some() {
        columns.push(Column::Text("Points"));
    }
    if seeded {
        columns.push(Column::Text("Seeds"));
    }
    if sides {
        columns.push(Column::Text("Dark side"));
    }
    if !draft {
        columns.push(Column::Text("Result"));
    }
    let rows = round.matches.iter().map(|m| {
        let mut row = vec![m.table.to_string(), state.name(m.a), state.name(m.b)];
        if let Some(points) = &points {
            let of = |id: PlayerId| points.get(id.index()).copied().unwrap_or(0);
            row.push(format!("{} : {}", of(m.a), of(m.b)));
        }
        if seeded {
            let seed = |id| state.knockout.as_ref().and_then(|k| k.seed(id));
            let shown = |id| seed(id).map_or_else(String::new, |seed| seed.0.to_string());
            row.push(format!("{} : {}", shown(m.a), shown(m.b)));
        }
        if sides {
            row.push(m.dark.map_or_else(
                || "still to choose".to_owned(),
                |seat| state.name(m.player(seat)),
            ));
        }
        if !draft {
            row.push(result(state, m));
        }
        row
    });
    let rows = rows.collect();
    out.table(&columns, rows);
    for id in &round.byes {
        out.line(format!("Bye: {}", state.name(*id)));
    }
    footnotes(state, round, out);
}

/// Shows a round by name, as players look for themselves.
pub(crate) fn show_by_name(state: &State, round: &Round, out: &mut Output) {
    heading(state, round, out);
    let seated = round.matches.iter().flat_map(|m| [m.a, m.b]);
    let players = by_name(state, seated.chain(round.byes.iter().copied()));
    let rows = players.into_iter().map(|id| {
        let m = round.match_of(id);
        let table = m.map_or_else(|| "–".to_owned(), |m| m.table.to_string());
        let opponent = m.and_then(|m| m.opponent(id));
        let opponent = opponent.map_or_else(|| "bye".to_owned(), |id| state.name(id));
        vec![state.name(id), table, opponent]
    });
    let columns = [
        Column::Text("Player"),
        Column::Number("Table"),
        Column::Text("Opponent"),
    ];
    out.table(&columns, rows.collect());
    footnotes(state, round, out);
}

fn heading(state: &State, round: &Round, out: &mut Output) {
    let stage = match round.stage {
        StageKind::Swiss => {
            let of = state.structure.map_or(0, |structure| structure.rounds);
            format!("Round {} of {of}", round.number)
        }
        StageKind::Elimination => format!("Round {}, bracket", round.number),
    };
    let open = round.open().count();
    let standing = match round.status {
        RoundStatus::Draft => "draft, not published yet".to_owned(),
        RoundStatus::Published if open == 0 => "all results are in".to_owned(),
        RoundStatus::Published => format!("{} still open", counted(open as u64, "table")),
        RoundStatus::Finished => "finished".to_owned(),
    };
    out.heading(format!("{stage} · {standing}"));
}

fn footnotes(state: &State, round: &Round, out: &mut Output) {
    if round.repeats > 0 {
        let pairs = counted(round.repeats, "pair");
        let line = out.alert(format!("{pairs} meet again (PAIR-5)."));
        out.line(line);
    }
    if let Some(stale) = &round.stale {
        let line = out.alert(format!("Out of date: {}.", out_of_date(stale)));
        out.line(line);
    }
    for change in &round.manual {
        let line = out.dim(changed(state, change));
        out.line(line);
    }
}

fn changed(state: &State, change: &ManualChange) -> String {
    match change {
        ManualChange::Swapped { a, b, reason } => {
            let (a, b) = (state.name(*a), state.name(*b));
            format!("Swapped by hand: {a} and {b} ({reason})")
        }
        ManualChange::Pinned { a, b, reason } => {
            let (a, b) = (state.name(*a), state.name(*b));
            format!("Paired by hand: {a} and {b} ({reason})")
        }
        ManualChange::Seated { players } => {
            let names: Vec<String> = players.iter().map(|id| state.name(*id)).collect();
            format!("Seated late: {}", names.join(", "))
        }
        ManualChange::AsPlayed { tables, reason } => {
            let tables: Vec<String> = tables.iter().map(ToString::to_string).collect();
            format!(
                "Changed to what was played: table {} ({reason})",
                tables.join(", ")
            )
        }
        ManualChange::Repaired { tables, reason } => {
            let tables: Vec<String> = tables.iter().map(ToString::to_string).collect();
            format!("Repaired: table {} ({reason})", tables.join(", "))
        }
    }
}

/// The points of each player before a Swiss round.
fn points_before(state: &State, round: &Round) -> Option<Vec<u32>> {
    if round.stage != StageKind::Swiss || round.number.0 <= 1 {
        return None;
    }
    let mut points = vec![0; state.players.places()];
    for row in muster_tournament::standings::standings(state).rows {
        if let Some(slot) = points.get_mut(row.player.index()) {
            *slot = row.points;
        }
    }
    Some(points)
}

/// Returns the status of a match in a few words.
pub(crate) fn result(state: &State, m: &Match) -> String {
    let result = m.outcome.as_ref().map(outcome::short).unwrap_or_default();
    let gone: Vec<String> = state
        .left_at(m)
        .into_iter()
        .map(|id| state.name(id))
        .collect();
    match m.status {
        MatchStatus::Playing if m.claim().is_some() => "claimed; staff decide".to_owned(),
        MatchStatus::Playing if !gone.is_empty() => format!("open: {} left", gone.join(" and ")),
        MatchStatus::Playing => String::new(),
        MatchStatus::Reported => format!("{result} (not confirmed)"),
        MatchStatus::Disputed => "disputed".to_owned(),
        MatchStatus::Confirmed => result,
        MatchStatus::Walkover => {
            let gone = |id: PlayerId| state.player(id).is_some_and(|p| p.gone_from.is_some());
            let left = if gone(m.a) { m.a } else { m.b };
            format!("{} has left", state.name(left))
        }
    }
}

/// Returns who plays which side at a table, where that is known.
pub(crate) fn sides(state: &State, m: &Match) -> Option<String> {
    let side = match m.side(m.a)? {
        Side::Dark => "dark",
        Side::Light => "light",
    };
    let other = if side == "dark" { "light" } else { "dark" };
    let (a, b) = (state.name(m.a), state.name(m.b));
    Some(format!("{a} plays {side}, {b} plays {other}"))
}
