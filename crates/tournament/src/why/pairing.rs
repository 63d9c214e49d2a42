//! Why two players meet in a Swiss round: their points group, whom they could not meet, who floated and why, what was
//! changed by hand, and how the draw can be checked. Brackets are explained beside it.

use super::drawn::{AsDrawn, Judged, Meeting};
use super::words::{counted, listed, points};
use super::{Explanation, bracket, find_match, find_round};
use crate::ids::{PlayerId, RoundNo, TableNo};
use crate::refusal::Refusal;
use crate::state::{ManualChange, Match, Round, State};
use crate::tournament::Tournament;
use muster_pairing::swiss::{FloatReason, Proof, Verdict};
use muster_regulations::StageKind;

/// Explains why two players meet at a table.
pub fn pairing(
    tournament: &Tournament,
    number: RoundNo,
    table: TableNo,
) -> Result<Explanation, Refusal> {
    let state = tournament.state();
    let round = find_round(state, number)?;
    let m = find_match(round, table)?;
    let headline = format!(
        "Round {number}, table {table}: {} meets {}",
        state.name(m.a),
        state.name(m.b)
    );
    let mut explanation = Explanation::new(headline);
    if let Some(source) = &state.recorded {
        explanation.recorded(source, "paired these two");
        return Ok(explanation);
    }
    if round.stage == StageKind::Elimination {
        bracket::pairing(state, m, &mut explanation);
    } else {
        swiss(tournament, round, m, &mut explanation)?;
    }
    Ok(explanation)
}

fn swiss(
    tournament: &Tournament,
    round: &Round,
    m: &Match,
    explanation: &mut Explanation,
) -> Result<(), Refusal> {
    let state = tournament.state();
    let then = AsDrawn::of(tournament, round)?;
    let judged = then.judged();
    let pinned = then.pins.iter().any(|pin| is_pair(*pin, m));
    let drawn = then.pairs(m.a, m.b) && !pinned;
    by_hand(state, round, m, explanation);
    if drawn && then.is_first() {
        let players = counted(then.free().len(), "player", "players");
        explanation.rule(
            "PAIR-2",
            format!("The first round is drawn at random among all {players}."),
        );
        if state.setup.wishes.clubs_apart {
            explanation.wish("Players of the same club are kept apart in round 1 where possible.");
        }
    } else if drawn {
        groups(state, &then, &judged, m, explanation);
    } else {
        had(state, &judged, m, explanation);
    }
    let repeat = repeat(state, &then, &judged, m, drawn, explanation);
    if drawn && !then.is_first() && !repeat {
        could_not_meet(state, &then, &judged, m, explanation);
    }
    if drawn {
        proof(&judged, &then, explanation);
        the_draw(round, explanation);
    }
    Ok(())
}

fn is_pair(pair: [PlayerId; 2], m: &Match) -> bool {
    pair == [m.a, m.b] || pair == [m.b, m.a]
}

/// What people changed about this pair, with their reasons.
fn by_hand(state: &State, round: &Round, m: &Match, explanation: &mut Explanation) {
    let here = |player: &PlayerId| m.seat(*player).is_some();
    for change in &round.manual {
        match change {
            ManualChange::Pinned { a, b, reason } if is_pair([*a, *b], m) => {
                explanation.fact(format!(
                    "The desk fixed this pair by hand and drew the rest around it: {reason}"
                ));
            }
            ManualChange::Swapped { a, b, reason } if here(a) || here(b) => {
                explanation.fact(format!(
                    "The desk exchanged {} and {} in the draft: {reason}",
                    state.name(*a),
                    state.name(*b)
                ));
            }
            ManualChange::Seated { players } if players.iter().any(here) => {
                let late: Vec<String> = players
                    .iter()
                    .filter(|id| here(id))
                    .map(|id| state.name(*id))
                    .collect();
                explanation.fact(format!(
                    "{} came after the draw and got a place at a new table; every other table stayed as it was.",
                    listed(&late)
                ));
            }
            ManualChange::AsPlayed { tables, reason } if tables.contains(&m.table) => {
                explanation.fact(format!(
                    "The table was changed to what was really played there: {reason}"
                ));
            }
            ManualChange::Repaired { tables, reason } if tables.contains(&m.table) => {
                explanation.rule(
                    "PAIR-6",
                    format!("The desk repaired the published round with as few changes as possible: {reason}"),
                );
            }
            _ => {}
        }
    }
}

/// The points of a pair that the draw did not make.
fn had(state: &State, judged: &Judged, m: &Match, explanation: &mut Explanation) {
    let [a, b] = [m.a, m.b].map(|id| (state.name(id), points(judged.points(id))));
    explanation.fact(format!(
        "When the round was drawn {} had {} and {} had {}.",
        a.0, a.1, b.0, b.1
    ));
}

/// The points group of the pair, or who left it downwards and why.
fn groups(
    state: &State,
    then: &AsDrawn,
    judged: &Judged,
    m: &Match,
    explanation: &mut Explanation,
) {
    let (high, low) = if judged.points(m.a) >= judged.points(m.b) {
        (m.a, m.b)
    } else {
        (m.b, m.a)
    };
    let (more, fewer) = (judged.points(high), judged.points(low));
    let group = |of: u32| {
        let free = then.free();
        free.iter().filter(|id| judged.points(**id) == of).count()
    };
    if more == fewer {
        explanation.rule(
            "PAIR-3",
            format!(
                "Both have {}: they were drawn at random inside their points group of {}.",
                points(more),
                counted(group(more), "player", "players")
            ),
        );
        return;
    }
    let (name, other) = (state.name(high), state.name(low));
    let reason = judged
        .check
        .iter()
        .flat_map(|check| &check.floats)
        .find(|float| PlayerId::at(float.player as usize) == high)
        .map(|float| float.reason);
    let came_down = came_down(then, judged, more);
    let with = points(more);
    let floated = format!(
        "{name} floated from {with} down to {other} with {}",
        points(fewer)
    );
    match reason {
        Some(FloatReason::OddGroup) => {
            let why = match (group(more), came_down) {
                (1, 0) => format!("nobody else has {with}"),
                (size, 0) => format!("{size} players have {with}, so one had to be left over"),
                (size, n) => format!(
                    "{} {with} and {n} came down to them, so one had to be left over",
                    counted(size, "player has", "players have")
                ),
            };
            explanation.rule("PAIR-3", format!("{floated}: {why}."));
        }
        Some(FloatReason::MetAll) => explanation.rule(
            "PAIR-4",
            format!("{floated}: {name} has met everybody else with {with}."),
        ),
        Some(FloatReason::Needed) => explanation.rule(
            "PAIR-4",
            format!(
                "{floated}: with {name} paired among those with {with}, the others could not all be paired as well."
            ),
        ),
        None => explanation.fact(format!("{floated}.")),
    }
    let between = then
        .free()
        .iter()
        .any(|id| (fewer + 1..more).contains(&judged.points(*id)));
    if between {
        explanation.rule(
            "PAIR-6",
            "No nearer group could take the player in this pairing.",
        );
    }
}

/// How many players of higher groups were paired into a group.
fn came_down(then: &AsDrawn, judged: &Judged, group: u32) -> usize {
    let pairs = then.drawn.pairs.iter();
    pairs
        .map(|pair| [judged.points(pair.a), judged.points(pair.b)])
        .filter(|[a, b]| a.min(b) == &group && a.max(b) > &group)
        .count()
}

/// Says when the two had met before; returns whether they had.
fn repeat(
    state: &State,
    then: &AsDrawn,
    judged: &Judged,
    m: &Match,
    drawn: bool,
    explanation: &mut Explanation,
) -> bool {
    let Some(met) = then
        .met(m.a)
        .iter()
        .rev()
        .find(|met| met.opponent == m.b)
        .copied()
    else {
        explanation.rule("PAIR-4", "They had not met before in this stage.");
        return false;
    };
    let (a, b) = (state.name(m.a), state.name(m.b));
    let before = format!("{a} and {b} have met in round {}", met.round);
    let fewest = judged.check.as_ref().map_or(0, |check| check.repeats.len());
    if drawn {
        let count = counted(fewest, "pair", "pairs");
        explanation.rule(
            "PAIR-5",
            format!(
                "{before}. A repeat could not be avoided in this round: {count} had to meet again, the fewest possible."
            ),
        );
    } else {
        explanation.rule(
            "PAIR-4",
            format!("{before}; they meet again because people decided so."),
        );
    }
    true
}

/// Whom each of the two could not meet, among those with as many points as either of them.
fn could_not_meet(
    state: &State,
    then: &AsDrawn,
    judged: &Judged,
    m: &Match,
    explanation: &mut Explanation,
) {
    let groups = [judged.points(m.a), judged.points(m.b)];
    let free = then.free();
    for player in [m.a, m.b] {
        let near = |met: &Meeting| {
            groups.contains(&judged.points(met.opponent)) && free.contains(&met.opponent)
        };
        let met: Vec<String> = then
            .met(player)
            .into_iter()
            .filter(near)
            .map(|met| format!("{} (round {})", state.name(met.opponent), met.round))
            .collect();
        if !met.is_empty() {
            explanation.rule(
                "PAIR-4",
                format!(
                    "{} had met {} and could not meet them again.",
                    state.name(player),
                    listed(&met)
                ),
            );
        }
    }
}

/// Whether the round as drawn is best.
fn proof(judged: &Judged, then: &AsDrawn, explanation: &mut Explanation) {
    let around = if then.pins.is_empty() {
        ""
    } else {
        " around the pairs fixed by hand"
    };
    let best = "no pairing has fewer repeats, and none keeps more players in or near their groups";
    match judged.check.as_ref().map(|check| check.verdict) {
        Some(Verdict::Best(Proof::Bound)) => explanation.rule(
            "PAIR-6",
            format!("The round as drawn is proved best{around}: {best}."),
        ),
        Some(Verdict::Best(Proof::Exact { players })) => explanation.rule(
            "PAIR-6",
            format!(
                "The round as drawn is proved best{around} by an exact search over {}: {best}.",
                counted(players, "player", "players")
            ),
        ),
        Some(Verdict::AvoidableRepeats { fewest }) => explanation.fact(format!(
            "The round as drawn has avoidable repeats: {fewest} would have been enough."
        )),
        Some(Verdict::Worse) => explanation.fact(
            "The round as drawn is not best: another pairing keeps more players in their groups.",
        ),
        Some(Verdict::Best(Proof::Unproven) | Verdict::Undecided | Verdict::Incomplete) | None => {
            explanation.fact("It was not proved that no better pairing of this round exists.");
        }
    }
}

/// How anybody can check the draw.
fn the_draw(round: &Round, explanation: &mut Explanation) {
    let again = match round.attempt {
        1 => "the first draw of this round".to_owned(),
        n => format!("draw {n} of this round; the earlier ones stand in the journal"),
    };
    explanation.fact(format!(
        "Drawn from the seed {} ({again}); `muster verify` draws it again from that seed and compares.",
        round.seed
    ));
}
