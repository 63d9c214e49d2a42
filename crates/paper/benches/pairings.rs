//! Paper for 500 players: pairings, slips and standings, warm, against a tenth of the players.
//!
//! Warm means that the engine has set a page before; every turn prints a round that it has not seen, as a hall does. The
//! yardstick prints the same for 50 players: ten of those are the same amount of names. Both run in turns and the
//! medians are compared, so that a slow machine changes the milliseconds and not the ratio.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use muster_forecast::{Incidents, Plan, simulate};
use muster_paper::{Document, Order, print};
use muster_regulations::Regulation;
use muster_tournament::{RoundNo, Tournament};
use std::hint::black_box;
use std::time::{Duration, Instant};

const MANY: u32 = 500;
const FEW: u32 = 50;
const TURNS: u32 = 7;
/// Milliseconds for pairings by name.
const GOAL: u128 = 300;

fn main() {
    let (many, few) = (played(MANY), played(FEW));
    for document in [
        Document::Pairings,
        Document::PairingsByTable,
        Document::Slips,
        Document::Standings,
    ] {
        report(document, &many, &few);
    }
}

fn played(players: u32) -> Vec<Tournament> {
    let seeds = 0..u64::from(TURNS) + 1;
    let plan = |seed| Plan {
        incidents: Incidents::none(),
        ..Plan::new(Regulation::Xwing, players, seed)
    };
    seeds.map(|seed| simulate(&plan(seed)).unwrap()).collect()
}

fn report(document: Document, many: &[Tournament], few: &[Tournament]) {
    let cold = timed(document, &many[0]);
    timed(document, &few[0]);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for (many, few) in many.iter().zip(few).skip(1) {
        ours.push(timed(document, many));
        theirs.push(timed(document, few));
    }
    let (ours, theirs) = (median(ours), median(theirs));
    let times = f64::from(MANY / FEW);
    let ratio = ours.as_secs_f64() / theirs.as_secs_f64() / times;
    println!(
        "{document}, {MANY} players: {} ms warm, {} ms the first time; a name costs {ratio:.2} × what it costs among {FEW}",
        ours.as_millis(),
        cold.as_millis()
    );
    if document == Document::Pairings {
        let reached = if ours.as_millis() < GOAL {
            "reached"
        } else {
            "missed"
        };
        println!("  goal below {GOAL} ms: {reached}");
    }
}

fn timed(document: Document, tournament: &Tournament) -> Duration {
    let last = tournament.lines().last().unwrap().core.at;
    let order = Order {
        round: document.of_a_round().then_some(RoundNo(2)),
        base: Some("http://192.168.0.20:7890/t/copper-lantern".to_owned()),
        ..Order::new(last)
    };
    let start = Instant::now();
    black_box(print(document, tournament.state(), &order).unwrap());
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
