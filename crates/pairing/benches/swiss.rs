//! How long a Swiss round takes, against the least any program would do.
//!
//! The floor is bucketing the players by points, shuffling each bucket with the same generator
//! and writing neighbours down as pairs: no bye, no history, no proof. Floor and pairing run in
//! turns on the same histories, made by real simulated rounds, and the medians are compared.

#![allow(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a bench prints, and fails loudly"
)]

use std::time::{Duration, Instant};

use muster_pairing::bye;
use muster_pairing::draw::{Draw, Seed};
use muster_pairing::swiss::{Field, Met, Pair, Pairing, Proof, pair};

fn main() {
    println!("Round 8 after 7 rounds, bye and proof of optimality included, against the floor");
    println!("players    scoring  floor (median)  pairing (median)  ratio  target");
    for (players, runs, target) in [
        (10_001, 401, 1.3),
        (100_001, 101, 1.3),
        (1_000_001, 31, 1.3),
    ] {
        against_floor(players, runs, "wins", Some(target));
    }
    for (players, runs) in [(10_001, 401), (100_001, 101), (1_000_001, 31)] {
        against_floor(players, runs, "graded", None);
    }
    println!();
    println!("128 players in round 9, exact where needed");
    println!("scoring  histories  median     99th percentile  slowest    exact  target");
    small(5_000, "wins", Some(Duration::from_millis(2)));
    small(5_000, "draws", Some(Duration::from_millis(2)));
    small(5_000, "graded", None);
}

/// Each history is paired this often and its fastest time counts: how long a history takes is
/// what differs, not what else the machine is doing.
const ROUNDS_EACH: usize = 3;

struct Tournament {
    points: Vec<u32>,
    byes: Vec<u32>,
    met: Met,
    /// Best first.
    standing: Vec<u32>,
}

fn draw(number: u64) -> Draw {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    Draw::new(&Seed::new(bytes))
}

fn split(scoring: &str, draw: &mut Draw) -> [u32; 2] {
    match scoring {
        "wins" => [[1, 0], [0, 1]][draw.below(2) as usize],
        "draws" => [[3, 0], [0, 3], [3, 0], [0, 3], [1, 1]][draw.below(5) as usize],
        _ => {
            let first = draw.below(10) + 1;
            [first, 11 - first]
        }
    }
}

fn play(players: usize, rounds: u64, scoring: &str, number: u64) -> Tournament {
    let mut chance = draw(number);
    let mut tournament = Tournament {
        points: vec![0; players],
        byes: vec![0; players],
        met: Met::none(players),
        standing: (0..players as u32).collect(),
    };
    let mut meetings: Vec<Pair> = Vec::new();
    for round in 0..rounds {
        let (pairing, bye) = round_of(&tournament, &mut draw(number * 100 + round));
        for pair in &pairing.pairs {
            let [a, b] = split(scoring, &mut chance);
            tournament.points[pair.a as usize] += a;
            tournament.points[pair.b as usize] += b;
        }
        if let Some(bye) = bye {
            tournament.byes[bye as usize] += 1;
            tournament.points[bye as usize] += if scoring == "graded" { 8 } else { 1 };
        }
        meetings.extend(pairing.pairs);
        let points = &tournament.points;
        tournament
            .standing
            .sort_by_key(|&player| std::cmp::Reverse(points[player as usize]));
        tournament.met = Met::new(players, &meetings).expect("known players");
    }
    tournament
}

fn round_of(tournament: &Tournament, draw: &mut Draw) -> (Pairing, Option<u32>) {
    let odd = tournament.points.len() % 2 == 1;
    let bye = odd
        .then(|| {
            bye::later_round(&tournament.standing, |player| {
                tournament.byes[player as usize]
            })
        })
        .flatten();
    let field = Field {
        resting: bye.as_slice(),
        ..Field::new(&tournament.points, &tournament.met)
    };
    (pair(&field, draw).expect("a sound field"), bye)
}

/// Buckets, shuffles, writes pairs.
fn floor(points: &[u32], draw: &mut Draw) -> Vec<Pair> {
    let highest = points.iter().copied().max().unwrap_or(0);
    let mut next = vec![0u32; highest as usize + 2];
    for &points in points {
        next[(highest - points) as usize + 1] += 1;
    }
    for at in 1..next.len() {
        next[at] += next[at - 1];
    }
    let starts = next.clone();
    let mut order = vec![0u32; points.len()];
    for (player, &points) in points.iter().enumerate() {
        let next = &mut next[(highest - points) as usize];
        order[*next as usize] = player as u32;
        *next += 1;
    }
    for bounds in starts.windows(2) {
        draw.shuffle(&mut order[bounds[0] as usize..bounds[1] as usize]);
    }
    let (pairs, _) = order.as_chunks::<2>();
    pairs.iter().map(|&[a, b]| Pair::new(a, b)).collect()
}

fn against_floor(players: usize, runs: u64, scoring: &str, target: Option<f64>) {
    let tournament = play(players, 7, scoring, players as u64);
    let (mut floors, mut pairings) = (Vec::new(), Vec::new());
    let mut unproven = 0;
    for run in 0..runs {
        let start = Instant::now();
        let pairs = floor(&tournament.points, &mut draw(run));
        floors.push(start.elapsed());
        std::hint::black_box(pairs);
        let start = Instant::now();
        let (pairing, _) = round_of(&tournament, &mut draw(run));
        pairings.push(start.elapsed());
        unproven += usize::from(pairing.proof == Proof::Unproven || pairing.repeats > 0);
        std::hint::black_box(pairing);
    }
    let (floor, pairing) = (percentile(&mut floors, 50), percentile(&mut pairings, 50));
    let ratio = pairing.as_secs_f64() / floor.as_secs_f64();
    let verdict = match target {
        Some(target) if ratio <= target => format!("<= {target}: reached"),
        Some(target) => format!("<= {target}: missed"),
        None => "none".to_owned(),
    };
    println!(
        "{players:<10} {scoring:<8} {:<15} {:<17} {ratio:<6.2} {verdict}{}",
        show(floor),
        show(pairing),
        if unproven > 0 {
            format!(", {unproven} of {runs} NOT PROVEN BEST")
        } else {
            String::new()
        }
    );
}

fn small(histories: u64, scoring: &str, target: Option<Duration>) {
    let mut times = Vec::new();
    let (mut exact, mut unproven) = (0, 0);
    for number in 0..histories {
        let tournament = play(128, 8, scoring, number);
        let (mut best, mut proof, mut repeats) = (Duration::MAX, Proof::Bound, 0);
        for _ in 0..ROUNDS_EACH {
            let start = Instant::now();
            let (pairing, _) = round_of(&tournament, &mut draw(number));
            best = best.min(start.elapsed());
            (proof, repeats) = (pairing.proof, pairing.repeats);
        }
        times.push(best);
        exact += usize::from(matches!(proof, Proof::Exact { .. }));
        unproven += usize::from(proof == Proof::Unproven || repeats > 0);
    }
    let late = percentile(&mut times, 99);
    let verdict = match target {
        Some(target) if late < target => format!("< {}: reached", show(target)),
        Some(target) => format!("< {}: missed", show(target)),
        None => "none".to_owned(),
    };
    println!(
        "{scoring:<8} {histories:<10} {:<10} {:<16} {:<10} {:<6} {verdict}{}",
        show(percentile(&mut times, 50)),
        show(late),
        show(percentile(&mut times, 100)),
        exact,
        if unproven > 0 {
            format!(", {unproven} NOT PROVEN BEST")
        } else {
            String::new()
        }
    );
}

fn percentile(times: &mut [Duration], percent: usize) -> Duration {
    times.sort_unstable();
    times[(times.len() - 1) * percent / 100]
}

fn show(time: Duration) -> String {
    if time < Duration::from_millis(1) {
        format!("{:.1} µs", time.as_secs_f64() * 1e6)
    } else {
        format!("{:.2} ms", time.as_secs_f64() * 1e3)
    }
}
