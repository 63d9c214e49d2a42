//! Recorded tournaments, replayed round by round: what is predicted after each round is better than what the standings
//! alone say.
//!
//! The journals are those of whole tournaments with everything that happens in a hall. The opponent is not a strawman: it
//! knows how often each rank made the cut with so many rounds to go, counted over other recorded tournaments. Both are
//! about players who play on; whoever left later is not predicted.

use muster_forecast::chances::{PlayerChances, chances};
use muster_forecast::engine::{Options, Start, Strength};
use muster_forecast::simulate::{Incidents, Plan, simulate};
use muster_regulations::{CustomStructure, CutRule, Regulation, StructureKind};
use muster_tournament::standings::standings;
use muster_tournament::state::{Phase, RoundStatus, State, Status};
use muster_tournament::{PlayerId, Tournament};
use std::collections::BTreeMap;

const PLAYERS: u32 = 24;
const ROUNDS: u32 = 5;
const CUT: u32 = 8;

/// A recorded tournament: its journal, and who made the cut.
struct Recorded {
    tournament: Tournament,
    made: Vec<PlayerId>,
    stayed: Vec<PlayerId>,
}

fn recorded(index: u64, seed: u64) -> Recorded {
    let regulation = Regulation::ALL[usize::try_from(index % 5).unwrap()];
    let mut plan = Plan::new(regulation, PLAYERS, seed);
    plan.index = index;
    plan.incidents = Incidents::usual();
    plan.structure = StructureKind::Custom;
    plan.custom = Some(CustomStructure {
        rounds: ROUNDS,
        cut: CutRule::Top(CUT),
    });
    let tournament = simulate(&plan).unwrap();
    let made = tournament.state().knockout.as_ref();
    let made = made
        .map(|knockout| knockout.seeds.clone())
        .unwrap_or_default();
    let stayed = tournament.state().players.iter();
    let stayed = stayed.filter(|player| matches!(player.status, Status::Active | Status::CutOff));
    let stayed = stayed.map(|player| player.id).collect();
    Recorded {
        tournament,
        made,
        stayed,
    }
}

/// The tournament as it was after each Swiss round but the last, from its lines.
fn after_each_round(recorded: &Recorded) -> Vec<State> {
    let lines = recorded.tournament.lines();
    let mut states: BTreeMap<usize, State> = BTreeMap::new();
    for end in 1..=lines.len() {
        let finished = matches!(
            lines[end - 1].core.entry.did,
            muster_tournament::Command::FinishRound
        );
        if !finished {
            continue;
        }
        let state = Tournament::from_lines(lines[..end].to_vec()).unwrap();
        let state = state.state();
        let rounds = state.swiss_rounds();
        let done = rounds
            .filter(|round| round.status == RoundStatus::Finished)
            .count();
        if state.phase == Phase::Swiss && done < ROUNDS as usize {
            // A round that was taken back and finished again counts as it was in the end.
            states.insert(done, state.clone());
        }
    }
    states.into_values().collect()
}

/// Rounds to go and rank, as the standings show them.
fn place(state: &State, player: PlayerId) -> Option<(usize, usize)> {
    let rows = standings(state).rows;
    let rank = rows.iter().position(|row| row.player == player)?;
    Some((state.swiss_rounds().count(), rank))
}

fn log_loss(said: f64, happened: bool) -> f64 {
    let said = said.clamp(0.002, 0.998);
    -(if happened { said } else { 1.0 - said }).ln()
}

/// Learns from some tournaments how often each rank makes the cut, and predicts others; returns both losses.
fn losses(learned_from: u64, predicted: u64, simulations: u32) -> [f64; 2] {
    let mut seen: BTreeMap<(usize, usize), [f64; 2]> = BTreeMap::new();
    for index in 0..learned_from {
        let recorded = recorded(index, 71);
        for state in after_each_round(&recorded) {
            let stayed = |id: &PlayerId| recorded.stayed.contains(id);
            for player in state.active().filter(|player| stayed(&player.id)) {
                if let Some(place) = place(&state, player.id) {
                    let counts = seen.entry(place).or_default();
                    counts[0] += f64::from(u8::from(recorded.made.contains(&player.id)));
                    counts[1] += 1.0;
                }
            }
        }
    }
    let mut loss = [0.0; 2];
    let mut count = 0.0;
    for index in 0..predicted {
        let recorded = recorded(index, 72);
        for state in after_each_round(&recorded) {
            let start = Start::of_state(&state).unwrap();
            let options = Options {
                seed: index,
                strength: Strength::Estimated,
                drops: 0,
            };
            let all = chances(&start, &options, simulations, || false).unwrap();
            let stayed = |own: &&PlayerChances| recorded.stayed.contains(&own.player);
            for own in all.players.iter().filter(stayed) {
                let happened = recorded.made.contains(&own.player);
                let said = own.cut.and_then(|cut| cut.thousandths()).unwrap();
                loss[0] += log_loss(f64::from(said) / 1000.0, happened);
                let known = place(&state, own.player).and_then(|place| seen.get(&place));
                // One made it and one did not before anything was seen: nobody is certain from nothing.
                let [made, of] = known.copied().unwrap_or_default();
                loss[1] += log_loss((made + 1.0) / (of + 2.0), happened);
                count += 1.0;
            }
        }
    }
    loss.map(|loss| loss / count)
}

#[test]
fn predictions_after_each_round_beat_the_standings() {
    let [engine, standings] = losses(60, 40, 1_000);
    assert!(engine < standings, "{engine:.4} against {standings:.4}");
}

#[test]
#[ignore = "minutes: hundreds of recorded tournaments"]
fn long_predictions_of_hundreds_of_recorded_tournaments_beat_the_standings() {
    let [engine, standings] = losses(600, 300, 2_000);
    assert!(engine < standings, "{engine:.4} against {standings:.4}");
}
