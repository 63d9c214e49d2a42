//! Who chooses before the game: first player, colour or side, as far as the lists and the bracket decide it. What only a
//! die at the table decides is said to be decided there.

use super::words::counted;
use super::{Explanation, find_match, find_round};
use crate::draws;
use crate::ids::{PlayerId, RoundNo, TableNo};
use crate::knockout;
use crate::refusal::Refusal;
use crate::sides::{self, Dark, Played};
use crate::state::{Match, Round, State};
use muster_regulations::cardgame::Side;
use muster_regulations::{Regulation, StageKind};
use std::cmp::Ordering;

/// Explains who chooses before the game at a table.
pub fn first(state: &State, number: RoundNo, table: TableNo) -> Result<Explanation, Refusal> {
    let round = find_round(state, number)?;
    let m = find_match(round, table)?;
    let mut explanation = Explanation::new(format!(
        "Round {number}, table {table}: who chooses before the game"
    ));
    match state.setup.regulation {
        Regulation::Xwing => by_list(
            state,
            m,
            "XW-FIRST",
            "decides who is the first player",
            &mut explanation,
        ),
        Regulation::Armada => by_list(
            state,
            m,
            "AR-FIRST",
            "decides who is the first player",
            &mut explanation,
        ),
        Regulation::Legion => by_list(
            state,
            m,
            "LE-SETUP",
            "chooses to be red or blue",
            &mut explanation,
        ),
        Regulation::Conquest => {
            explanation.fact("The document leaves this to the core rules of the game.");
        }
        Regulation::Cardgame => match round.stage {
            StageKind::Swiss => explanation.rule(
                "CG-SWISS",
                "Who plays the dark side first is decided at random at the table; then the sides switch.",
            ),
            StageKind::Elimination => side(state, round, m, &mut explanation),
        },
    }
    Ok(explanation)
}

fn by_list(
    state: &State,
    m: &Match,
    clause: &'static str,
    chooses: &str,
    explanation: &mut Explanation,
) {
    let list = state.setup.regulation.book().list_word;
    let points = |id: PlayerId| state.player(id).and_then(|p| p.list_points);
    let (Some(a), Some(b)) = (points(m.a), points(m.b)) else {
        let unknown: Vec<PlayerId> = [m.a, m.b]
            .into_iter()
            .filter(|id| points(*id).is_none())
            .collect();
        explanation.rule(
            clause,
            format!(
                "Who has the lower {list} total {chooses}; not known here: the total of {}.",
                super::words::names(state, &unknown)
            ),
        );
        return;
    };
    let text = match a.cmp(&b) {
        Ordering::Equal => format!(
            "Both {list}s have {a} points: a random player, decided at the table, {chooses}."
        ),
        order => {
            let (low, high) = if order == Ordering::Less {
                (m.a, m.b)
            } else {
                (m.b, m.a)
            };
            format!(
                "{} {chooses}: a {list} of {} points against {} of {}.",
                state.name(low),
                a.min(b),
                a.max(b),
                state.name(high)
            )
        }
    };
    explanation.rule(clause, text);
}

fn side(state: &State, round: &Round, m: &Match, explanation: &mut Explanation) {
    if let Some(chooser) = knockout::chooser_of(state, m) {
        let name = state.name(chooser);
        let chosen = match m.side(chooser) {
            Some(Side::Dark) => format!("{name} plays the dark side."),
            Some(Side::Light) => format!("{name} plays the light side."),
            None => "Nothing is chosen yet.".to_owned(),
        };
        explanation.rule(
            "CG-SIDE",
            format!(
                "First round of the bracket: {name} has the higher seed and chooses a side after seeing the affiliations. {chosen}"
            ),
        );
        return;
    }
    let mut before = state.clone();
    before
        .rounds
        .truncate((round.number.0 as usize).saturating_sub(1));
    let [a, b] = [m.a, m.b].map(|id| draws::played(&before, id));
    let said = |id: PlayerId, played: Played| {
        format!(
            "{} has played dark {} and light {}",
            state.name(id),
            times(played.dark),
            times(played.light)
        )
    };
    explanation.rule(
        "CG-SIDE-2",
        format!("{}; {} (bracket games only).", said(m.a, a), said(m.b, b)),
    );
    let Some(dark) = m.dark_seat().map(|seat| m.player(seat)) else {
        return;
    };
    let by_rule = match sides::dark(a, b) {
        Dark::First => Some(m.a),
        Dark::Second => Some(m.b),
        Dark::Random => None,
    };
    let name = state.name(dark);
    let text = match by_rule {
        Some(player) if player == dark && a.least() == b.least() => format!(
            "Both have played the same side least; the greater difference goes first, so {name} plays dark."
        ),
        Some(player) if player == dark => {
            format!("Each plays the side played least: {name} plays dark.")
        }
        Some(_) => format!(
            "The finalists play again and the rule would repeat their sides: they switch, {name} plays dark."
        ),
        None => {
            format!("The counts do not decide: the draw of the round gave {name} the dark side.")
        }
    };
    explanation.rule("CG-SIDE", text);
}

fn times(count: u32) -> String {
    counted(count as usize, "time", "times")
}
