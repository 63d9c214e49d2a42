//! Why a player has a bye: by lot in round 1, by rank later, by the shape of a bracket or because somebody left.

use super::drawn::AsDrawn;
use super::reason::{ByeReason, PairingReason, PassedOver, Subject};
use super::{Explanation, bracket, find_player, find_round, outcome};
use crate::ids::{PlayerId, RoundNo};
use crate::refusal::{PlayerProblem, Refusal};
use crate::standings;
use crate::state::{ManualChange, Round, State};
use crate::tournament::Tournament;
use muster_regulations::{Margin, Regulation, Share, StageKind};

/// Explains why a player has (or had) a bye in a round.
pub fn bye(
    tournament: &Tournament,
    number: RoundNo,
    player: PlayerId,
) -> Result<Explanation, Refusal> {
    let state = tournament.state();
    find_player(state, player)?;
    let round = find_round(state, number)?;
    let subject = Subject::Bye {
        round: number,
        player: state.named(player),
    };
    if let Some(source) = state
        .recorded
        .as_ref()
        .filter(|_| round.byes.contains(&player))
    {
        let mut explanation = Explanation::new(subject);
        explanation.fact(ByeReason::Elsewhere {
            program: source.program.clone(),
        });
        let usual = state.setup.regulation.bye();
        let award = source.bye(number, player).unwrap_or(usual);
        if round.stage == StageKind::Swiss {
            explanation.fact(ByeReason::CountsAs { award });
        }
        return Ok(explanation);
    }
    let then = AsDrawn::of(tournament, round)?;
    let has = round.byes.contains(&player);
    if !has && !then.drawn.byes.contains(&player) {
        return Err(Refusal::Player {
            name: state.name(player),
            problem: PlayerProblem::NoBye(number),
        });
    }
    let mut explanation = Explanation::new(subject);
    if round.stage == StageKind::Elimination {
        bracket::bye(tournament, round, player, &mut explanation);
        return Ok(explanation);
    }
    if then.drawn.byes.contains(&player) {
        drawn(state, &then, player, &mut explanation);
    }
    by_hand(state, round, player, &mut explanation);
    if has {
        let award = state.setup.regulation.bye();
        let clause = award_clause(state.setup.regulation);
        explanation.rule(clause, ByeReason::Gives { award });
        if award.margin == Margin::Share(Share::MeanOfOthers) {
            outcome::mean(state, player, &mut explanation);
        }
    }
    Ok(explanation)
}

/// The clause that says what a bye gives.
pub(super) fn award_clause(regulation: Regulation) -> &'static str {
    match regulation {
        Regulation::Xwing => "XW-BYE",
        Regulation::Armada => "AR-BYE",
        Regulation::Legion => "LE-BYE",
        Regulation::Conquest => "GC-BYE",
        Regulation::Cardgame => "CG-BYE",
    }
}

fn drawn(state: &State, then: &AsDrawn, player: PlayerId, explanation: &mut Explanation) {
    let mut field = then.free();
    field.push(player);
    let (players, named) = (field.len(), state.named(player));
    if then.is_first() {
        let player = named;
        explanation.rule("BYE-1", ByeReason::Drawn { players, player });
        let seed = then.drawn.seed;
        explanation.fact(ByeReason::Seed { seed });
        return;
    }
    let ranked: Vec<PlayerId> = standings::standings(&then.before)
        .rows
        .iter()
        .map(|row| row.player)
        .filter(|id| field.contains(id))
        .collect();
    let place = ranked.iter().position(|id| *id == player).unwrap_or(0);
    let lower = ranked.get(place + 1..).unwrap_or_default();
    let had = then.before.byes(player);
    if had == 0 {
        let player = named.clone();
        explanation.rule("BYE-2", ByeReason::Lowest { players, player });
    } else {
        let player = named.clone();
        explanation.rule("BYE-3", ByeReason::LowestAgain { player, had });
    }
    if lower.is_empty() {
        explanation.fact(ByeReason::Last { player: named });
    } else {
        let players = lower.iter().map(|id| PassedOver {
            player: state.named(*id),
            rounds: byes_of(&then.before, *id),
        });
        let players = players.collect();
        explanation.fact(ByeReason::PassedOver { players });
    }
    if then.drawn.repeats > 0 {
        explanation.rule("BYE-4", ByeReason::BeforePairing);
    }
}

/// The rounds in which a player had a bye.
fn byes_of(state: &State, player: PlayerId) -> Vec<RoundNo> {
    let rounds = state.swiss_rounds();
    let byes = rounds.filter(|round| round.byes.contains(&player));
    byes.map(|round| round.number).collect()
}

fn by_hand(state: &State, round: &Round, player: PlayerId, explanation: &mut Explanation) {
    let has = round.byes.contains(&player);
    for change in &round.manual {
        match change {
            ManualChange::Swapped { a, b, reason } if *a == player || *b == player => {
                explanation.fact(PairingReason::Swapped {
                    a: state.named(*a),
                    b: state.named(*b),
                    reason: reason.clone(),
                });
            }
            ManualChange::Seated { players } if has && players.contains(&player) => {
                explanation.fact(ByeReason::CameLate);
            }
            ManualChange::Seated { players } if !has => {
                let players = state.all_named(players);
                explanation.fact(ByeReason::Ended { players });
            }
            ManualChange::Repaired { reason, .. } if has => {
                let reason = reason.clone();
                explanation.rule("BYE-2", ByeReason::Repaired { reason });
            }
            _ => {}
        }
    }
}
