//! What a step changes, one sentence a change.

use crate::draft::stale;
use crate::phrases::{names, points};
use muster_tournament::impact::{Change, ChangedTable, Impact, Move, Rested, Seed};
use muster_tournament::{PlayerId, State};

/// Returns the changes as readable lines, with the names of the state after the step.
#[must_use]
pub fn lines(impact: &Impact, state: &State) -> Vec<String> {
    let mut lines = Vec::new();
    for person in &impact.people {
        let name = state.name(person.player);
        lines.push(match person.takes_part.after {
            true => format!("{name} takes part from now on."),
            false => format!("{name} no longer takes part."),
        });
    }
    rounds(impact, state, &mut lines);
    lines.extend(impact.standings.iter().map(|moved| of_rank(state, moved)));
    the_cut(impact, state, &mut lines);
    for outdated in &impact.outdated {
        lines.push(format!(
            "The draft of round {} is out of date. {}",
            outdated.round,
            stale(&outdated.why)
        ));
    }
    rested(impact, state, &mut lines);
    lines
}

fn rounds(impact: &Impact, state: &State, lines: &mut Vec<String>) {
    for round in &impact.new_rounds {
        lines.push(format!("Round {round} is new."));
    }
    for round in &impact.lost_rounds {
        lines.push(format!("Round {round} no longer counts."));
    }
    lines.extend(impact.tables.iter().map(|table| of_table(state, table)));
    for bye in &impact.byes_given {
        let name = state.name(bye.player);
        lines.push(format!("Round {}: {name} has the bye.", bye.round));
    }
    for bye in &impact.byes_taken {
        let name = state.name(bye.player);
        lines.push(format!(
            "Round {}: {name} no longer has the bye.",
            bye.round
        ));
    }
}

fn of_table(state: &State, change: &ChangedTable) -> String {
    let ChangedTable { round, table, .. } = change;
    let m = state.round(*round).and_then(|r| r.table(*table));
    match (change.players, change.result, m) {
        (false, _, _) => format!("Round {round}, table {table} has a different result."),
        (true, false, None) => format!("Round {round}, table {table} has different players."),
        (true, true, None) => {
            format!("Round {round}, table {table} has different players and a different result.")
        }
        (true, false, Some(m)) => format!(
            "Round {round}, table {table} has different players: {} – {}.",
            state.name(m.a),
            state.name(m.b)
        ),
        (true, true, Some(m)) => format!(
            "Round {round}, table {table} has different players and a different result: {} – {}.",
            state.name(m.a),
            state.name(m.b)
        ),
    }
}

fn of_rank(state: &State, moved: &Move) -> String {
    let name = state.name(moved.player);
    let (now, was) = (points(moved.points.after), moved.points.before);
    let same_points = moved.points.before == moved.points.after;
    match (moved.rank.before, moved.rank.after, same_points) {
        (_, None, _) => format!("{name} leaves the standings."),
        (Some(before), Some(after), true) if before == after => {
            format!("{name} keeps rank {after}.")
        }
        (Some(before), Some(after), false) if before == after => {
            format!("{name} keeps rank {after} with {now} instead of {was}.")
        }
        (Some(before), Some(after), true) => {
            format!("{name} moves from rank {before} to {after}.")
        }
        (Some(before), Some(after), false) => {
            format!("{name} moves from rank {before} to {after} with {now} instead of {was}.")
        }
        (None, Some(after), true) => format!("{name} enters the standings at rank {after}."),
        (None, Some(after), false) => {
            format!("{name} enters the standings at rank {after} with {now} instead of {was}.")
        }
    }
}

fn the_cut(impact: &Impact, state: &State, lines: &mut Vec<String>) {
    let all = |players: &[PlayerId]| names(&state.all_named(players));
    let made = impact.cut_again.is_empty();
    if !impact.into_cut.is_empty() {
        let who = all(&impact.into_cut);
        lines.push(match made {
            true => format!("Into the cut: {who}."),
            false => format!("Would be in the cut: {who}."),
        });
    }
    if !impact.out_of_cut.is_empty() {
        let who = all(&impact.out_of_cut);
        lines.push(match made {
            true => format!("Out of the cut: {who}."),
            false => format!("Would no longer be in the cut: {who}."),
        });
    }
    lines.extend(impact.seeds.iter().map(|seed| of_seed(state, seed)));
    for round in &impact.unpublished {
        lines.push(match state.knockout {
            Some(_) => format!(
                "Round {round} is drawn again. If its games have already begun, record that first; then they stay (SE-4)."
            ),
            None => format!("Round {round} goes back to a draft."),
        });
    }
    for seed in &impact.cut_again {
        if let (Some(before), Some(after)) = (seed.seed.before, seed.seed.after) {
            let name = state.name(seed.player);
            lines.push(format!("{name} would be seed {after} instead of {before}."));
        }
    }
    if !made {
        lines
            .push("The cut stays until it is made again or kept with a reason (CUT-1).".to_owned());
    }
}

fn of_seed(state: &State, seed: &Seed) -> String {
    let name = state.name(seed.player);
    match (seed.seed.before, seed.seed.after) {
        (Some(before), Some(after)) => format!("{name} moves from seed {before} to seed {after}."),
        (None, Some(after)) => format!("{name} enters as seed {after} (CUT-2)."),
        (Some(before), None) => format!("{name} is no longer seed {before}."),
        (None, None) => format!("{name} has no seed."),
    }
}

fn rested(impact: &Impact, state: &State, lines: &mut Vec<String>) {
    lines.extend(impact.rested.iter().map(|rested| of_draw(state, rested)));
    for bye in &impact.other_byes {
        lines.push(format!(
            "Round {}: {} would have had the bye.",
            bye.round,
            state.name(bye.player)
        ));
    }
    if !impact.rested.is_empty() || !impact.other_byes.is_empty() {
        lines.push("Published pairings stay as they are.".to_owned());
    }
    for round in &impact.repairable {
        lines.push(format!(
            "Round {round} can be repaired: as few tables as possible change, and no game in progress is moved."
        ));
    }
}

fn of_draw(state: &State, rested: &Rested) -> String {
    let Rested { round, table, .. } = rested;
    let had = |player: PlayerId, Change { before, after }: Change<u32>| {
        let name = state.name(player);
        match before == after {
            true => format!("{name} had {}", points(before)),
            false => format!(
                "{name} would have had {} instead of {before}",
                points(after)
            ),
        }
    };
    format!(
        "Round {round}, table {table} would probably have been drawn differently: {}, {}.",
        had(rested.a, rested.points_a),
        had(rested.b, rested.points_b)
    )
}
