//! Recorded tournaments, replayed from their journals round by round: the chances after each round predict the cut better
//! than guesses from the standings.
//!
//! The journals come from the full simulator with everything that happens in a hall: drops, late entries, corrected
//! results, changed pairings. Nobody knows in advance who drops. The guesses are good ones: they have seen hundreds of
//! such tournaments and know how often players in the same position made the cut.

use crate::sampled::Sample;
use muster_forecast::chances::{Certainty, Odds, chances};
use muster_forecast::engine::{Options, Start, Strength};
use muster_forecast::simulate::{Incidents, Plan, simulate};
use muster_regulations::{CustomStructure, CutRule, Regulation, StructureKind};
use muster_tournament::standings::standings;
use muster_tournament::state::{Phase, Round, RoundStatus, State};
use muster_tournament::{Command, PlayerId, Tournament};
use std::collections::BTreeMap;

/// Players and the size of the cut.
const FIELDS: [(u32, u32); 3] = [(13, 4), (24, 8), (40, 8)];
const ROUNDS: u32 = 5;

/// A recorded tournament: its journal, and who made the cut.
struct Recorded {
    game: usize,
    field: usize,
    tournament: Tournament,
    made: Vec<PlayerId>,
}

fn recorded(index: u64, seed: u64) -> Recorded {
    let index_in = |many: usize, of: u64| usize::try_from(of).unwrap() % many;
    let game = index_in(Regulation::ALL.len(), index);
    let field = index_in(FIELDS.len(), index / 5);
    let (players, cut) = FIELDS[field];
    let mut plan = Plan::new(Regulation::ALL[game], players, seed);
    plan.index = index;
    plan.incidents = Incidents::usual();
    plan.structure = StructureKind::Custom;
    plan.custom = Some(CustomStructure {
        rounds: ROUNDS,
        cut: CutRule::Top(cut),
    });
    let tournament = simulate(&plan).unwrap();
    let knockout = tournament.state().knockout.as_ref();
    Recorded {
        game,
        field,
        made: knockout.unwrap().seeds.clone(),
        tournament,
    }
}

/// The tournament as it was after each Swiss round but the last, read from its lines.
fn after_each_round(recorded: &Recorded) -> Vec<State> {
    let lines = recorded.tournament.lines();
    let mut states: BTreeMap<usize, State> = BTreeMap::new();
    for (line, end) in lines.iter().zip(1..) {
        if line.core.entry.did != Command::FinishRound {
            continue;
        }
        let tournament = Tournament::from_lines(lines[..end].to_vec()).unwrap();
        let state = tournament.state();
        let finished = |round: &&Round| round.status == RoundStatus::Finished;
        let done = state.swiss_rounds().filter(finished).count();
        if state.phase == Phase::Swiss && done < ROUNDS as usize {
            // If a round was finished again after an undo, the last time counts.
            states.insert(done, state.clone());
        }
    }
    states.into_values().collect()
}

/// What the standings after a round say about one player, and whether that player made the cut.
struct Position {
    game: usize,
    field: usize,
    round: usize,
    rank: usize,
    /// Points ahead of the best player outside the cut, or behind the last one inside it.
    ahead: i64,
    player: PlayerId,
    made: bool,
}

fn positions(recorded: &Recorded, state: &State) -> Vec<Position> {
    let mut rows = standings(state).rows;
    rows.retain(|row| state.active().any(|player| player.id == row.player));
    let cut = FIELDS[recorded.field].1 as usize;
    let points = |rank: usize| rows.get(rank).map_or(0, |row| i64::from(row.points));
    let position = |rank: usize| Position {
        game: recorded.game,
        field: recorded.field,
        round: state.swiss_rounds().count(),
        rank,
        ahead: points(rank) - points(if rank < cut { cut } else { cut - 1 }),
        player: rows[rank].player,
        made: recorded.made.contains(&rows[rank].player),
    };
    (0..rows.len()).map(position).collect()
}

/// What a guess goes by.
type Key = [i64; 3];

/// By rank in a field of this size, and by points from the cut in this game.
const GUESSES: [fn(&Position) -> Key; 2] = [
    |at| [at.field as i64, at.round as i64, at.rank as i64],
    |at| [at.game as i64, at.round as i64, at.ahead],
];

/// How often players in the same position made the cut.
#[derive(Default)]
struct Seen([BTreeMap<Key, [f64; 2]>; 2]);

impl Seen {
    fn learn(&mut self, at: &Position) {
        for (seen, key) in self.0.iter_mut().zip(GUESSES) {
            let counts = seen.entry(key(at)).or_default();
            counts[0] += f64::from(u8::from(at.made));
            counts[1] += 1.0;
        }
    }

    /// The guess by rank, the guess by points, and their mean.
    fn guess(&self, at: &Position) -> [f64; 3] {
        let (players, cut) = FIELDS[at.field];
        let usual = f64::from(cut) / f64::from(players);
        let mut guesses = self.0.iter().zip(GUESSES).map(|(seen, key)| {
            let [made, of] = seen.get(&key(at)).copied().unwrap_or_default();
            (made + usual) / (of + 1.0)
        });
        let [rank, points] = [(); 2].map(|()| guesses.next().unwrap());
        [rank, points, f64::midpoint(rank, points)]
    }
}

fn log_loss(said: f64, happened: bool) -> f64 {
    let said = said.clamp(0.002, 0.998);
    -(if happened { said } else { 1.0 - said }).ln()
}

/// The share of simulations, counted as the guesses count.
fn share(odds: Odds) -> f64 {
    match odds {
        Odds::Proved(Certainty::Clinched) => 1.0,
        Odds::Proved(Certainty::Eliminated) => 0.0,
        Odds::Sampled(rate) => (f64::from(rate.won) + 0.5) / (f64::from(rate.of) + 1.0),
    }
}

/// By how much the engine beats each guess at a tournament's cut, for each game and for each field.
#[derive(Default)]
struct Lead {
    games: [[Sample; 3]; 5],
    fields: [[Sample; 3]; 3],
}

/// Guesses learn from some tournaments; then the engine and they predict others.
fn lead(learned_from: u64, predicted: u64, simulations: u32) -> Lead {
    let mut seen = Seen::default();
    for index in 0..learned_from {
        let recorded = recorded(index, 71);
        for state in after_each_round(&recorded) {
            positions(&recorded, &state)
                .iter()
                .for_each(|at| seen.learn(at));
        }
    }
    let mut lead = Lead::default();
    for index in 0..predicted {
        let recorded = recorded(index, 72);
        let (mut leads, mut count) = ([0.0; 3], 0.0);
        for state in after_each_round(&recorded) {
            let start = Start::of_state(&state).unwrap();
            let options = Options {
                seed: index,
                strength: Strength::Estimated,
                drops: 0,
            };
            let chances = chances(&start, &options, simulations, || false).unwrap();
            for at in positions(&recorded, &state) {
                let cut = chances.of(at.player).and_then(|own| own.cut).unwrap();
                let engine = log_loss(share(cut), at.made);
                for (lead, guess) in leads.iter_mut().zip(seen.guess(&at)) {
                    *lead += log_loss(guess, at.made) - engine;
                }
                count += 1.0;
            }
        }
        let into = [
            &mut lead.games[recorded.game],
            &mut lead.fields[recorded.field],
        ];
        for samples in into {
            for (sample, lead) in samples.iter_mut().zip(leads) {
                sample.add(lead / count);
            }
        }
    }
    lead
}

#[test]
fn chances_after_each_round_beat_guesses_from_the_standings() {
    let lead = lead(150, 60, 1_000);
    let join = |guess: usize| {
        let games = lead.games.iter().map(|samples| samples[guess]);
        games.reduce(Sample::join).unwrap().mean()
    };
    let means = [0, 1, 2].map(join);
    assert!(means.iter().all(|mean| *mean > 0.0), "{means:?}");
}

#[test]
#[ignore = "minutes: hundreds of recorded tournaments"]
fn long_chances_are_close_to_guesses_that_saw_a_thousand_tournaments() {
    // Guesses that learned from 1,500 tournaments of the simulator know it better than any club could. The engine, which
    // knows only the rules and the results so far, must stay close to them in every game and field.
    let lead = lead(1_500, 600, 2_000);
    for samples in lead.games.iter().chain(&lead.fields) {
        for sample in samples {
            let (mean, error) = (sample.mean(), sample.error());
            assert!(mean > -0.05, "{mean:.4} ± {error:.4}");
        }
    }
}
