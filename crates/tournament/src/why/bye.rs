//! Why a player has a bye: by lot in round 1, by rank later, by the shape of a bracket or because somebody left.

use super::drawn::AsDrawn;
use super::words::{award, counted, listed};
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
    let name = state.name(player);
    if let Some(source) = state
        .recorded
        .as_ref()
        .filter(|_| round.byes.contains(&player))
    {
        let mut explanation = Explanation::new(format!("Round {number}: {name} has a bye"));
        explanation.recorded(source, "gave this bye");
        let usual = state.setup.regulation.bye();
        let given = source.bye(number, player).unwrap_or(usual);
        if round.stage == StageKind::Swiss {
            explanation.fact(format!("It counts as {}.", award(given)));
        }
        return Ok(explanation);
    }
    let then = AsDrawn::of(tournament, round)?;
    let has = round.byes.contains(&player);
    if !has && !then.drawn.byes.contains(&player) {
        return Err(Refusal::Player {
            name,
            problem: PlayerProblem::NoBye(number),
        });
    }
    let mut explanation = Explanation::new(format!("Round {number}: {name} has a bye"));
    if round.stage == StageKind::Elimination {
        bracket::bye(tournament, round, player, &mut explanation);
        return Ok(explanation);
    }
    if then.drawn.byes.contains(&player) {
        drawn(state, &then, player, &mut explanation);
    }
    by_hand(state, round, player, &mut explanation);
    if has {
        let given = state.setup.regulation.bye();
        explanation.rule(
            award_clause(state.setup.regulation),
            format!("A bye gives {}.", award(given)),
        );
        if given.margin == Margin::Share(Share::MeanOfOthers) {
            let (clause, text) = outcome::mean(state, player);
            explanation.rule(clause, text);
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
    let count = counted(field.len(), "player", "players");
    let name = state.name(player);
    if then.is_first() {
        explanation.rule(
            "BYE-1",
            format!(
                "{count} are an odd number; in round 1 the bye is drawn, and it fell to {name}."
            ),
        );
        explanation.fact(format!(
            "Drawn from the seed {}; `muster verify` draws it again and compares.",
            then.drawn.seed
        ));
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
        explanation.rule(
            "BYE-2",
            format!("{count} are an odd number; {name} is the lowest-ranked player without a bye so far."),
        );
    } else {
        explanation.rule(
            "BYE-3",
            format!(
                "Everybody has had a bye; {name} is the lowest-ranked of those with the fewest ({had})."
            ),
        );
    }
    if lower.is_empty() {
        explanation.fact(format!(
            "{name} is last of all who are paired in this round."
        ));
    } else {
        let skipped: Vec<String> = lower
            .iter()
            .map(|id| format!("{} ({})", state.name(*id), byes_of(&then.before, *id)))
            .collect();
        explanation.fact(format!(
            "Ranked lower, and passed over: {}.",
            listed(&skipped)
        ));
    }
    if then.drawn.repeats > 0 {
        explanation.rule(
            "BYE-4",
            "The bye is given first, even though some pairs must then meet again.",
        );
    }
}

/// When a player had byes, in words.
fn byes_of(state: &State, player: PlayerId) -> String {
    let rounds: Vec<String> = state
        .swiss_rounds()
        .filter(|round| round.byes.contains(&player))
        .map(|round| round.number.to_string())
        .collect();
    let word = if rounds.len() == 1 { "round" } else { "rounds" };
    format!("had the bye in {word} {}", listed(&rounds))
}

fn by_hand(state: &State, round: &Round, player: PlayerId, explanation: &mut Explanation) {
    let has = round.byes.contains(&player);
    for change in &round.manual {
        match change {
            ManualChange::Swapped { a, b, reason } if *a == player || *b == player => {
                explanation.fact(format!(
                    "The desk exchanged {} and {} in the draft: {reason}",
                    state.name(*a),
                    state.name(*b)
                ));
            }
            ManualChange::Seated { players } if has && players.contains(&player) => {
                explanation.fact(
                    "Came after the draw, which made the number odd: the newcomer was given the bye by the house, and \
                     every other table stayed. Later versions give no bye to somebody who comes late.",
                );
            }
            ManualChange::Seated { players } if !has => {
                let late: Vec<String> = players.iter().map(|id| state.name(*id)).collect();
                explanation.fact(format!(
                    "The bye was taken back when {} came: the holder got an opponent, every other table stayed.",
                    listed(&late)
                ));
            }
            ManualChange::Repaired { reason, .. } if has => explanation.rule(
                "BYE-2",
                format!(
                    "The desk repaired the published round by the standings as they are: {reason}"
                ),
            ),
            _ => {}
        }
    }
}
