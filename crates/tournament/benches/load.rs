//! Loading a journal of 10,000 players and nine rounds, against just parsing its lines as JSON.
//!
//! Loading checks positions, times and the hash chain and folds every entry into the state. The yardstick reads each
//! line into a `serde_json::Value` and drops it. Both run on one thread, in turns, and the medians are compared; the
//! memory is that of a process that does nothing but load.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use muster_regulations::{CutRule, Regulation};
use muster_testing::{Hall, custom_setup, new_player};
use muster_tournament::command::NewPlayer;
use muster_tournament::ids::Hex32;
use muster_tournament::personal::Personal;
use muster_tournament::{By, Command, Tournament};
use std::hint::black_box;
use std::time::{Duration, Instant};

const PLAYERS: u32 = 10_000;
const ROUNDS: u32 = 9;
const TURNS: usize = 7;
const GOAL: f64 = 2.0;
const MEMORY_GOAL: u64 = 300;
/// Names the file that a process of its own loads, for the memory that takes.
const CHILD: &str = "MUSTER_BENCH_LOAD";

fn main() {
    if let Ok(file) = std::env::var(CHILD) {
        return load_only(&file);
    }
    for regulation in Regulation::ALL {
        report(regulation);
    }
}

fn report(regulation: Regulation) {
    let text = journal(regulation);
    let lines = text.lines().count();
    let load = || {
        black_box(Tournament::load(&text).unwrap().state().rounds.len());
    };
    let parse = || {
        for line in text.lines() {
            black_box(serde_json::from_str::<serde_json::Value>(line).unwrap());
        }
    };
    load();
    parse();
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        ours.push(timed(load));
        theirs.push(timed(parse));
    }
    let (ours, theirs) = (median(ours), median(theirs));
    let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
    println!(
        "load, {}: {PLAYERS} players, {ROUNDS} rounds, {lines} lines, {:.1} MB",
        regulation.book().title,
        text.len() as f64 / 1e6
    );
    println!(
        "  {ours:.1?} against {theirs:.1?} for parsing the lines: {ratio:.2} × (goal {GOAL:.1} ×: {})",
        verdict(ratio <= GOAL)
    );
    let memory = memory_of_loading(&text);
    println!(
        "  {memory} MB of memory, the text included (goal below {MEMORY_GOAL} MB: {})",
        verdict(memory < MEMORY_GOAL)
    );
}

fn verdict(reached: bool) -> &'static str {
    if reached { "reached" } else { "missed" }
}

fn timed(work: impl Fn()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// Loads in a process of its own and returns the most memory that took, in MB.
fn memory_of_loading(text: &str) -> u64 {
    let file = std::env::temp_dir().join(format!("muster-bench-load-{}", std::process::id()));
    std::fs::write(&file, text).unwrap();
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .env(CHILD, &file)
        .output()
        .unwrap();
    std::fs::remove_file(&file).unwrap();
    String::from_utf8(output.stdout)
        .unwrap()
        .trim()
        .parse()
        .unwrap()
}

fn load_only(file: &str) {
    let text = std::fs::read_to_string(file).unwrap();
    let tournament = Tournament::load(&text).unwrap();
    black_box(tournament.state().rounds.len());
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = most.unwrap().trim().trim_end_matches(" kB");
    println!("{}", kilobytes.parse::<u64>().unwrap().div_ceil(1024));
}

/// A journal in which every match is reported by one player and confirmed by the other.
fn journal(regulation: Regulation) -> String {
    let book = regulation.book();
    let person = |number: u32| {
        let mut salt = [0; 32];
        salt[..4].copy_from_slice(&number.to_le_bytes());
        Personal::named(format!("Player Number {number}"), Hex32(salt))
    };
    let setup = custom_setup(regulation, ROUNDS, CutRule::None);
    let mut hall = Hall::open(setup, 7).unverified();
    let everybody: Vec<u32> = (1..=PLAYERS).collect();
    for some in everybody.chunks(500) {
        let people: Vec<Personal> = some.iter().map(|number| person(*number)).collect();
        let players = people.iter().map(|person| NewPlayer {
            faction: Some("First".to_owned()),
            list_points: book.list_points.map(|most| most - 1),
            ..new_player(person)
        });
        hall.enter(players.collect(), people);
    }
    hall.start_all();
    for round in 1..=ROUNDS {
        hall.publish_next();
        for m in hall.current().matches.clone() {
            let table = m.table;
            let by = 1 + (m.a.0 * 7 + m.b.0 * 3 + round) % 90;
            let report = hall.result(&m, m.a.min(m.b), by);
            hall.does(By::Player(m.a), Command::Report { table, report });
            hall.does(By::Player(m.b), Command::Confirm { table });
        }
        hall.finish_round();
    }
    hall.desk(Command::Finish);
    hall.tournament.to_text()
}
