//! Why two players meet in a Swiss round: their points group, whom they could not meet, who floated and why, what was
//! changed by hand, and how the draw can be checked. Brackets are explained beside it.

use super::drawn::{AsDrawn, Judged, Met};
use super::reason::{Meeting, PairedDown, PairingReason, Subject};
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
    let mut explanation = Explanation::new(Subject::Pairing {
        round: number,
        table,
        a: state.named(m.a),
        b: state.named(m.b),
    });
    if let Some(source) = &state.recorded {
        explanation.fact(PairingReason::Elsewhere {
            program: source.program.clone(),
        });
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
        let players = then.free().len();
        explanation.rule("PAIR-2", PairingReason::FirstRound { players });
        if state.setup.wishes.clubs_apart {
            explanation.wish(PairingReason::ClubsApart);
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
                explanation.fact(PairingReason::Pinned {
                    reason: reason.clone(),
                });
            }
            ManualChange::Swapped { a, b, reason } if here(a) || here(b) => {
                explanation.fact(PairingReason::Swapped {
                    a: state.named(*a),
                    b: state.named(*b),
                    reason: reason.clone(),
                });
            }
            ManualChange::Seated { players } if players.iter().any(here) => {
                let late = players.iter().filter(|id| here(id));
                explanation.fact(PairingReason::Seated {
                    players: late.map(|id| state.named(*id)).collect(),
                });
            }
            ManualChange::AsPlayed { tables, reason } if tables.contains(&m.table) => {
                explanation.fact(PairingReason::AsPlayed {
                    reason: reason.clone(),
                });
            }
            ManualChange::Repaired { tables, reason } if tables.contains(&m.table) => {
                let reason = reason.clone();
                explanation.rule("PAIR-6", PairingReason::Repaired { reason });
            }
            _ => {}
        }
    }
}

/// The points of a pair that the draw did not make.
fn had(state: &State, judged: &Judged, m: &Match, explanation: &mut Explanation) {
    explanation.fact(PairingReason::HadPoints {
        a: state.named(m.a),
        a_points: judged.points(m.a),
        b: state.named(m.b),
        b_points: judged.points(m.b),
    });
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
        let players = group(more);
        explanation.rule(
            "PAIR-3",
            PairingReason::SameGroup {
                points: more,
                players,
            },
        );
        return;
    }
    let down = PairedDown {
        player: state.named(high),
        points: more,
        opponent: state.named(low),
        opponent_points: fewer,
    };
    let floats = judged.check.iter().flat_map(|check| &check.floats);
    let mut of_high = floats.filter(|float| PlayerId::at(float.player as usize) == high);
    match of_high.next().map(|float| float.reason) {
        Some(FloatReason::OddGroup) => {
            let reason = match (group(more), came_down(then, judged, more)) {
                (1, 0) => PairingReason::DownAlone(down),
                (group, 0) => PairingReason::DownOdd { down, group },
                (group, came_down) => PairingReason::DownOddWithOthers {
                    down,
                    group,
                    came_down,
                },
            };
            explanation.rule("PAIR-3", reason);
        }
        Some(FloatReason::MetAll) => explanation.rule("PAIR-4", PairingReason::DownMetAll(down)),
        Some(FloatReason::Needed) => explanation.rule("PAIR-4", PairingReason::DownNeeded(down)),
        None => explanation.fact(PairingReason::Down(down)),
    }
    let between = then
        .free()
        .iter()
        .any(|id| (fewer + 1..more).contains(&judged.points(*id)));
    if between {
        explanation.rule("PAIR-6", PairingReason::NoNearerGroup);
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
        explanation.rule("PAIR-4", PairingReason::NotMet);
        return false;
    };
    let (a, b, round) = (state.named(m.a), state.named(m.b), met.round);
    if drawn {
        let pairs = judged.check.as_ref().map_or(0, |check| check.repeats.len());
        let needed = PairingReason::RepeatNeeded { a, b, round, pairs };
        explanation.rule("PAIR-5", needed);
    } else {
        explanation.rule("PAIR-4", PairingReason::RepeatChosen { a, b, round });
    }
    true
}

/// The players each of the two could not meet, among those with as many points as either.
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
        let near = |met: &Met| {
            groups.contains(&judged.points(met.opponent)) && free.contains(&met.opponent)
        };
        let met: Vec<Meeting> = then
            .met(player)
            .into_iter()
            .filter(near)
            .map(|met| Meeting {
                opponent: state.named(met.opponent),
                round: met.round,
            })
            .collect();
        if !met.is_empty() {
            let player = state.named(player);
            explanation.rule("PAIR-4", PairingReason::HadMet { player, met });
        }
    }
}

/// Whether the round as drawn is best.
fn proof(judged: &Judged, then: &AsDrawn, explanation: &mut Explanation) {
    let around_pins = !then.pins.is_empty();
    match judged.check.as_ref().map(|check| check.verdict) {
        Some(Verdict::Best(Proof::Bound)) => {
            explanation.rule("PAIR-6", PairingReason::Best { around_pins });
        }
        Some(Verdict::Best(Proof::Exact { players })) => explanation.rule(
            "PAIR-6",
            PairingReason::BestBySearch {
                around_pins,
                players,
            },
        ),
        Some(Verdict::AvoidableRepeats { fewest }) => {
            explanation.fact(PairingReason::AvoidableRepeats { fewest });
        }
        Some(Verdict::Worse) => explanation.fact(PairingReason::NotBest),
        Some(Verdict::Best(Proof::Unproven) | Verdict::Undecided | Verdict::Incomplete) | None => {
            explanation.fact(PairingReason::Unproved);
        }
    }
}

/// How anybody can check the draw.
fn the_draw(round: &Round, explanation: &mut Explanation) {
    explanation.fact(PairingReason::Drawn {
        seed: round.seed,
        attempt: round.attempt,
    });
}
