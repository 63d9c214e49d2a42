//! Loading a journal of 10,000 players and nine rounds, against just parsing its lines as JSON.
//!
//! Loading checks positions, times and the hash chain and folds every entry into the state. The yardstick reads each
//! line into a `serde_json::Value` and drops it. Both run on one thread, in turns, and the medians are compared; the
//! memory is that of a process that does nothing but load.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use jiff::Timestamp;
use muster_regulations::{CustomStructure, CutRule, Regulation, Report, Seat, StructureKind};
use muster_tournament::command::{NewPlayer, Setup, Wishes};
use muster_tournament::ids::{Hex32, ORGANIZER};
use muster_tournament::personal::Personal;
use muster_tournament::seeds::Master;
use muster_tournament::state::Match;
use muster_tournament::{By, Command, PlayerId, Request, Tournament};
use std::hint::black_box;
use std::time::{Duration, Instant};

const PLAYERS: u32 = 10_000;
const ROUNDS: u32 = 9;
const TURNS: usize = 7;
const GOAL: f64 = 2.0;
const MEMORY_GOAL: u64 = 300;
/// Names the file that a process of its own loads, for the memory that takes.
const CHILD: &str = "MUSTER_BENCH_LOAD";
const DESK: By = By::Staff(ORGANIZER);

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

/// A journal in which every match is told by one player and confirmed by the other.
fn journal(regulation: Regulation) -> String {
    let master = Master::new(Hex32([7; 32]));
    let book = regulation.book();
    let setup = Setup {
        name: "The long weekend".to_owned(),
        regulation,
        tier: book.tiers[0],
        structure: StructureKind::Custom,
        custom: Some(CustomStructure {
            rounds: ROUNDS,
            cut: CutRule::None,
        }),
        wishes: Wishes::default(),
        date: None,
        zone: None,
    };
    let person = |number: u32| {
        let mut salt = [0; 32];
        salt[..4].copy_from_slice(&number.to_le_bytes());
        Personal::named(format!("Player Number {number}"), Hex32(salt))
    };
    let now = Timestamp::from_second(1_777_712_400).unwrap();
    let mut tournament = Tournament::create(setup, person(0), &master, now).unwrap();
    let act = |tournament: &mut Tournament, by, command, private| {
        let request = Request {
            by,
            at: now,
            command,
            private,
            attached: None,
            salt: Some(Hex32([0x5a; 32])),
        };
        tournament.act(request, &master).unwrap();
    };
    let everybody: Vec<PlayerId> = (1..=PLAYERS).map(PlayerId).collect();
    for some in everybody.chunks(500) {
        let people: Vec<Personal> = some.iter().map(|id| person(id.0)).collect();
        let players = people.iter().map(|person| NewPlayer {
            who: person.seal(),
            faction: Some("First".to_owned()),
            list_points: book.list_points.map(|most| most - 1),
            leader: None,
        });
        let players = players.collect();
        act(&mut tournament, DESK, Command::Register { players }, people);
    }
    let check_in = Command::CheckIn {
        players: everybody,
        present: true,
    };
    act(&mut tournament, DESK, check_in, Vec::new());
    act(
        &mut tournament,
        DESK,
        Command::Start { phrase: None },
        Vec::new(),
    );
    for round in 1..=ROUNDS {
        act(&mut tournament, DESK, Command::Draft, Vec::new());
        act(&mut tournament, DESK, Command::Publish, Vec::new());
        let matches = tournament.state().current().unwrap().matches.clone();
        for Match { table, a, b, .. } in matches {
            let winner = if a < b { Seat::A } else { Seat::B };
            let report = told(regulation, winner, 1 + (a.0 * 7 + b.0 * 3 + round) % 90);
            let told = Command::Report { table, report };
            act(&mut tournament, By::Player(a), told, Vec::new());
            act(
                &mut tournament,
                By::Player(b),
                Command::Confirm { table },
                Vec::new(),
            );
        }
        act(&mut tournament, DESK, Command::FinishRound, Vec::new());
    }
    act(&mut tournament, DESK, Command::Finish, Vec::new());
    tournament.to_text()
}

/// A report as players fill it in.
fn told(regulation: Regulation, winner: Seat, by: u32) -> Report {
    let two = |win: String, loss: String| match winner {
        Seat::A => format!(r#""a":{win},"b":{loss}"#),
        Seat::B => format!(r#""a":{loss},"b":{win}"#),
    };
    let json = match regulation {
        Regulation::Xwing => {
            let score = |points: u32| format!(r#"{{"score":{points}}}"#);
            format!(r#"{{"ending":"time",{}}}"#, two(score(60 + by), score(60)))
        }
        Regulation::Armada => {
            let score = |points: u32| format!(r#"{{"destroyed":{points},"objectives":30}}"#);
            format!(
                r#"{{"ending":"six_rounds",{}}}"#,
                two(score(60 + by), score(60))
            )
        }
        Regulation::Legion => {
            let tally = |tokens: u32| format!(r#"{{"tokens":{tokens},"score":350}}"#);
            let tallies = two(tally(2 + by % 7), tally(1));
            format!(r#"{{"ending":"six_rounds",{tallies}}}"#)
        }
        Regulation::Conquest => {
            let tally = |points: u32| format!(r#"{{"tokens":4,"defeated":{points}}}"#);
            let tallies = two(tally(300 + by), tally(100));
            format!(
                r#"{{"ending":"victory","winner":"{}",{tallies}}}"#,
                winner.key()
            )
        }
        Regulation::Cardgame => format!(
            r#"{{"ending":"games","dark_first":"{}","first":{{"ending":"dial"}},"second":{{"ending":"objectives"}}}}"#,
            winner.key()
        ),
    };
    regulation.parse_report(&json).unwrap()
}
