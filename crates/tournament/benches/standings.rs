//! Standings of a million players after nine rounds, compared with the random reads that they cannot avoid.
//!
//! Strength of schedule needs a value of each opponent, and its extension another one: eighteen random reads for each
//! player. The baseline makes only these reads, in a plain loop over 32-bit values, and adds them up. The standings add up
//! points and margins of all rounds, compute both strengths of schedule exactly and sort the players; time they spend on
//! making their reads faster counts as theirs. Both run on one thread, in turns, and the medians are compared.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use muster_regulations::{Award, Margin, Outcome, Tiebreaker};
use muster_tournament::PlayerId;
use muster_tournament::ids::Hex32;
use muster_tournament::standings::{Last, Scratch, Sheet, drawn_number};
use std::hint::black_box;
use std::time::{Duration, Instant};

const PLAYERS: u32 = 1_000_000;
const ROUNDS: usize = 9;
const TURNS: usize = 31;
const GOAL: f64 = 1.5;
const GOAL_LEAVING: f64 = 2.0;

/// Margin of victory, then both strengths of schedule: no regulation needs more.
const TIEBREAKERS: [Tiebreaker; 4] = [
    Tiebreaker::MarginOfVictory,
    Tiebreaker::StrengthOfSchedule,
    Tiebreaker::ExtendedStrengthOfSchedule,
    Tiebreaker::Random,
];

fn main() {
    let times = measure(0);
    let ratio = times.ratio();
    let verdict = if ratio <= GOAL { "reached" } else { "missed" };
    println!("standings: {PLAYERS} players, {ROUNDS} rounds");
    println!(
        "  {:.1?} against {:.1?} for the reads alone: {ratio:.2} × (goal {GOAL:.1} ×: {verdict})",
        times.standings, times.reads
    );
    println!(
        "  the reads alone, three rounds at a time as the standings make them: {:.1?}",
        times.quick_reads
    );
    let times = measure(50);
    let ratio = times.ratio();
    let verdict = if ratio <= GOAL_LEAVING {
        "reached"
    } else {
        "missed"
    };
    println!(
        "  with one in fifty dropping after each round: {:.1?} against {:.1?}: {ratio:.2} × (goal {GOAL_LEAVING:.1} ×: {verdict})",
        times.standings, times.reads
    );
}

/// The medians of all turns.
struct Times {
    standings: Duration,
    reads: Duration,
    quick_reads: Duration,
}

impl Times {
    fn ratio(&self) -> f64 {
        self.standings.as_secs_f64() / self.reads.as_secs_f64()
    }
}

/// Measures a field of which one player in `one_leaves_in` drops after each round (0: nobody drops).
fn measure(one_leaves_in: u32) -> Times {
    let field = Field::play(one_leaves_in);
    let drawn: Vec<u64> = (1..=PLAYERS)
        .map(|player| drawn_number(Hex32([7; 32]), PlayerId(player)))
        .collect();
    let mut scratch = Scratch::default();
    let mut rank = || {
        let last = Last::Drawn(&drawn);
        let ranking = field.sheet.rank(&TIEBREAKERS, last, &mut scratch);
        black_box(ranking.players().next());
        ranking.recycle(&mut scratch);
    };
    let twice = |read: fn(&[Vec<u32>], &[u32]) -> u32| {
        for _ in 0..2 {
            black_box(read(&field.opponents, &field.values));
        }
    };
    rank();
    let mut times = [const { Vec::new() }; 3];
    for _ in 0..TURNS {
        times[0].push(timed(&mut rank));
        times[1].push(timed(|| twice(read)));
        times[2].push(timed(|| twice(read_three)));
    }
    let [standings, reads, quick_reads] = times.map(median);
    Times {
        standings,
        reads,
        quick_reads,
    }
}

/// The reads that cannot be avoided: a value of each player's opponent in each round.
fn read(opponents: &[Vec<u32>], values: &[u32]) -> u32 {
    let mut sum = 0u32;
    for round in opponents {
        for opponent in round {
            if let Some(value) = values.get(*opponent as usize) {
                sum = sum.wrapping_add(*value);
            }
        }
    }
    sum
}

/// The same reads, from three rounds at a time.
fn read_three(opponents: &[Vec<u32>], values: &[u32]) -> u32 {
    let value = |opponent: &u32| values.get(*opponent as usize).copied().unwrap_or(0);
    let (threes, rest) = opponents.as_chunks::<3>();
    let mut sum = read(rest, values);
    for [first, second, third] in threes {
        for ((first, second), third) in first.iter().zip(second).zip(third) {
            sum = sum.wrapping_add(value(first) + value(second) + value(third));
        }
    }
    sum
}

fn timed(mut work: impl FnMut()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// A field that has played its rounds, paired at random among players with the same points.
struct Field {
    sheet: Sheet,
    opponents: Vec<Vec<u32>>,
    values: Vec<u32>,
}

impl Field {
    fn play(one_leaves_in: u32) -> Field {
        let mut numbers = Numbers(1);
        let mut sheet = Sheet::new(PLAYERS);
        let mut points = vec![0u32; PLAYERS as usize];
        let mut there = vec![true; PLAYERS as usize];
        let mut opponents = Vec::new();
        for _ in 0..ROUNDS {
            sheet.begin_round().unwrap();
            let mut met = vec![u32::MAX; PLAYERS as usize];
            let mut field: Vec<u32> = (0..PLAYERS).filter(|p| there[*p as usize]).collect();
            for last in (1..field.len()).rev() {
                field.swap(last, numbers.below(last as u32 + 1) as usize);
            }
            field.sort_by_key(|player| std::cmp::Reverse(points[*player as usize]));
            for pair in field.chunks_exact(2) {
                let [winner, loser] = [pair[0], pair[1]];
                let margin = numbers.below(201);
                let outcome = Outcome {
                    a: Award::win(1, Margin::Points(200 + margin)),
                    b: Award::loss(0, Margin::Points(200 - margin)),
                };
                sheet
                    .play(PlayerId(winner + 1), PlayerId(loser + 1), outcome)
                    .unwrap();
                points[winner as usize] += 1;
                met[winner as usize] = loser;
                met[loser as usize] = winner;
            }
            opponents.push(met);
            if one_leaves_in > 0 {
                there
                    .iter_mut()
                    .for_each(|there| *there &= numbers.below(one_leaves_in) > 0);
            }
        }
        Field {
            sheet,
            opponents,
            values: points,
        }
    }
}

/// A small random number generator (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        (((z >> 32) * u64::from(n)) >> 32) as u32
    }
}
