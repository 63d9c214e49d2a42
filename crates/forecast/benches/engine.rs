//! Simulated tournaments, compared with the pairing and the standings they cannot do without.
//!
//! The baseline draws rounds of recorded tournaments and ranks their results once, and does nothing else: no results, no
//! history, no bracket, no places. Both run on one thread, in turns, and the medians are compared. Then follows what
//! people wait for: chances, and plans while a slider moves.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench prints, and fails loudly"
)]

use muster_forecast::chances::{SIMULATIONS, chances};
use muster_forecast::engine::{Options, Start, Strength, run};
use muster_forecast::planner::{Breaks, Question, plan};
use muster_pairing::draw::{Draw, Seed};
use muster_pairing::swiss::{Field, Met, Sampler};
use muster_regulations::{CutRule, Outcome, Regulation, Seat, StageKind, Structure};
use muster_tournament::PlayerId;
use muster_tournament::standings::{Last, Scratch, Sheet};
use std::hint::black_box;
use std::time::{Duration, Instant};

const PLAYERS: u32 = 128;
const STRUCTURE: Structure = Structure {
    rounds: 7,
    cut: CutRule::Top(8),
};
const TOURNAMENTS: u64 = 512;
const TURNS: usize = 21;
const RATIO: f64 = 3.0;
const PER_SECOND: f64 = 20_000.0;

fn main() {
    let one_core = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    one_core.unwrap().install(|| {
        println!(
            "{PLAYERS} players, {} rounds, top 8, one core",
            STRUCTURE.rounds
        );
        println!("regulation  per second  goal              ratio to pairing and standings");
        for regulation in Regulation::ALL {
            against_floor(regulation);
        }
    });
    println!();
    println!("All cores: {}", rayon::current_num_threads());
    println!(
        "chances of 128 players before round 1, 20000 continuations: {:.0?}",
        chances_of()
    );
    for (players, goal) in [(44, true), (128, true), (512, true), (10_000, false)] {
        let time = plan_of(players);
        let verdict = match goal {
            true if time <= SLIDER => "goal 300 ms: reached",
            true => "goal 300 ms: missed",
            false => "no goal",
        };
        println!("plan for {players} players, all structures: {time:.0?} ({verdict})");
    }
}

/// How long a plan may take while a slider moves.
const SLIDER: Duration = Duration::from_millis(300);

fn chances_of() -> Duration {
    let start = Start::new(Regulation::Xwing, STRUCTURE, PLAYERS);
    let options = Options::default();
    timed(|| {
        black_box(chances(&start, &options, SIMULATIONS, || false).unwrap());
    })
}

fn plan_of(players: u32) -> Duration {
    let question = Question {
        regulation: Regulation::Xwing,
        players,
        custom: None,
        breaks: Breaks::default(),
        seed: 1,
    };
    let times = (0..5).map(|_| {
        timed(|| {
            black_box(plan(&question, || false).unwrap());
        })
    });
    median(times.collect())
}

fn against_floor(regulation: Regulation) {
    let start = Start::new(regulation, STRUCTURE, PLAYERS);
    let recorded: Vec<Recorded> = (0..TOURNAMENTS)
        .map(|number| Recorded::play(regulation, number))
        .collect();
    let mut scratch = Scratch::default();
    let mut sampler = Sampler::default();
    let (mut engine, mut floor) = (Vec::new(), Vec::new());
    for turn in 0..TURNS {
        let options = Options {
            seed: turn as u64,
            strength: Strength::Equal,
            drops: 0,
        };
        engine.push(timed(|| {
            let won = run(
                &start,
                &options,
                TOURNAMENTS,
                || false,
                || 0u64,
                |sum, run| *sum += u64::from(run.champion().unwrap()),
                |one, two| one + two,
            );
            black_box(won.unwrap());
        }));
        floor.push(timed(|| {
            for (number, tournament) in (0..).zip(&recorded) {
                let mut draw = draw(number);
                for (points, met) in &tournament.rounds {
                    let field = Field::new(points, met);
                    sampler.draw(&field, &mut draw).unwrap();
                    black_box(sampler.pairs());
                }
                let ranking = tournament.sheet.rank(
                    regulation.book().tiebreakers,
                    Last::Drawn(&tournament.numbers),
                    &mut scratch,
                );
                black_box(ranking.players().next());
                ranking.recycle(&mut scratch);
            }
        }));
    }
    let (engine, floor) = (median(engine), median(floor));
    let per_second = TOURNAMENTS as f64 / engine.as_secs_f64();
    let ratio = engine.as_secs_f64() / floor.as_secs_f64();
    let said = |reached: bool| if reached { "reached" } else { "missed" };
    println!(
        "{:<11} {per_second:<11.0} 20000: {:<10} {ratio:.2} × {:.1} µs (goal {RATIO:.1} ×: {})",
        format!("{regulation:?}"),
        said(per_second >= PER_SECOND),
        floor.as_secs_f64() * 1e6 / TOURNAMENTS as f64,
        said(ratio <= RATIO),
    );
}

/// A tournament as the baseline needs it: what each round is drawn from, and the results.
struct Recorded {
    rounds: Vec<(Vec<u32>, Met)>,
    sheet: Sheet,
    numbers: Vec<u64>,
}

impl Recorded {
    fn play(regulation: Regulation, number: u64) -> Recorded {
        let mut chance = draw(number + 1_000_000);
        let players = PLAYERS as usize;
        let mut points = vec![0; players];
        let mut met = Met::with_room_for(players, STRUCTURE.rounds as usize);
        let mut recorded = Recorded {
            rounds: Vec::new(),
            sheet: Sheet::new(PLAYERS),
            numbers: (0..PLAYERS)
                .map(|_| u64::from(chance.below(u32::MAX)) << 32)
                .collect(),
        };
        let mut sampler = Sampler::default();
        for _ in 0..STRUCTURE.rounds {
            recorded.rounds.push((points.clone(), met.clone()));
            sampler
                .draw(&Field::new(&points, &met), &mut chance)
                .unwrap();
            recorded.sheet.begin_round().unwrap();
            for pair in sampler.pairs() {
                let Outcome { a, b } = outcome(regulation, &mut chance);
                let [one, two] = [pair.a as usize, pair.b as usize];
                let ids = [PlayerId::at(one), PlayerId::at(two)];
                recorded
                    .sheet
                    .play(ids[0], ids[1], Outcome { a, b })
                    .unwrap();
                points[one] += a.points;
                points[two] += b.points;
                met.add(*pair);
            }
        }
        recorded
    }
}

fn outcome(regulation: Regulation, draw: &mut Draw) -> Outcome {
    use muster_forecast::reports::{Table, random};
    let stage = StageKind::Swiss;
    let winner = if draw.below(2) == 0 { Seat::A } else { Seat::B };
    let table = Table {
        stage,
        winner,
        dark: None,
    };
    let report = random(regulation, table, draw);
    regulation.outcome(stage, &report).unwrap()
}

fn draw(number: u64) -> Draw {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    Draw::new(&Seed::new(bytes))
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
