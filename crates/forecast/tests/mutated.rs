//! Journals damaged in every way: verifying, loading and going on with what could be loaded never panics, and damage to
//! the chained part never goes unnoticed.

#![allow(clippy::unwrap_used, reason = "a failing test may stop where it fails")]

use jiff::Timestamp;
use muster_forecast::{Plan, simulate};
use muster_regulations::{Regulation, Seat};
use muster_tournament::ids::{Hex32, ORGANIZER};
use muster_tournament::journal::{GENESIS, Line};
use muster_tournament::seeds::Master;
use muster_tournament::verify::verify;
use muster_tournament::{By, Command, PlayerId, Request, RoundNo, TableNo, Tournament};
use muster_tournament::{knockout, standings};
use proptest::prelude::*;
use serde_json::Value;
use std::sync::LazyLock;

/// Sound journals of many kinds, as rows.
static JOURNALS: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
    let plans = (0..25).map(|index| Plan::any(77, index, 12));
    plans
        .map(|plan| {
            let tournament = simulate(&plan).unwrap();
            tournament.lines().iter().map(Line::to_json).collect()
        })
        .collect()
});

fn text(rows: &[String]) -> String {
    rows.iter().map(|row| format!("{row}\n")).collect()
}

/// Reads a text in every way there is; none may panic. Returns whether it was found sound.
fn survive(text: &str) -> bool {
    let verification = verify(text);
    for finding in &verification.findings {
        assert!(!muster_words::verify::finding(finding).is_empty());
    }
    if let Ok(tournament) = Tournament::load(text) {
        go_on(tournament);
    }
    verification.is_sound()
}

/// Looks at a tournament that was loaded from a damaged journal, and tries to go on with it.
fn go_on(mut tournament: Tournament) {
    let rows = standings::standings(tournament.state()).rows;
    assert!(rows.len() <= tournament.state().players.len());
    let _ = knockout::play(tournament.state()).map(|play| play.placings());
    let _ = knockout::champion(tournament.state());
    let reason = || "why not".to_owned();
    let commands = [
        Command::Undo,
        Command::Draft,
        Command::Redraw { reason: reason() },
        Command::Pin {
            a: PlayerId(1),
            b: PlayerId(2),
            reason: reason(),
            anyway: true,
        },
        Command::Swap {
            a: PlayerId(1),
            b: PlayerId(3),
            reason: reason(),
            anyway: true,
        },
        Command::Seat {
            players: vec![PlayerId(4)],
        },
        Command::Publish,
        Command::NoShow {
            table: TableNo(1),
            absent: PlayerId(2),
        },
        Command::Drop {
            player: PlayerId(1),
        },
        Command::Disqualify {
            player: PlayerId(2),
            reason: reason(),
        },
        Command::PutBack {
            player: PlayerId(3),
            reason: reason(),
        },
        Command::Correct {
            round: RoundNo(1),
            table: TableNo(1),
            report: tournament.state().setup.regulation.no_show(Seat::A),
            reason: reason(),
        },
        Command::FinishRound,
        Command::Cut { later_day: false },
        Command::Draft,
        Command::VoidRound { reason: reason() },
        Command::Finish,
    ];
    let master = Master::new(Hex32([1; 32]));
    for command in commands {
        let request = Request::new(By::Staff(ORGANIZER), Timestamp::UNIX_EPOCH, command)
            .salted(Hex32([2; 32]));
        let _ = tournament.act(request, &master);
    }
}

/// Chains rows anew as far as they can be read.
fn rehash(rows: &mut [String]) {
    let mut prev = GENESIS;
    for (position, row) in (1..).zip(rows) {
        let Ok(Line {
            mut core, private, ..
        }) = Line::parse(row)
        else {
            return;
        };
        core.position = position;
        core.prev = prev;
        let line = Line::new(core, private);
        prev = line.hash;
        *row = line.to_json();
    }
}

/// Changes one value somewhere in a JSON tree; `at` counts values in order, `how` says what becomes of it.
fn change(value: &mut Value, at: &mut usize, how: u8) -> bool {
    if *at == 0 {
        *value = changed(value, how);
        return true;
    }
    *at -= 1;
    match value {
        Value::Array(values) => values.iter_mut().any(|value| change(value, at, how)),
        Value::Object(fields) => fields.values_mut().any(|value| change(value, at, how)),
        _ => false,
    }
}

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(values) => values.iter().map(count).sum(),
        Value::Object(fields) => fields.values().map(count).sum(),
        _ => 0,
    }
}

fn changed(value: &Value, how: u8) -> Value {
    match (value, how % 8) {
        (Value::Number(number), 0) => Value::from(number.as_u64().unwrap_or(0).wrapping_add(1)),
        (Value::Number(number), 1) => Value::from(number.as_u64().unwrap_or(0).wrapping_sub(1)),
        (Value::Number(_), 2) => Value::from(0),
        (Value::Number(_), 3) => Value::from(u32::MAX),
        (Value::Number(_), 4) => Value::from(u64::MAX),
        (Value::Number(_), 5) => Value::from(-1),
        (Value::Array(values), 0..3) => Value::from(values[..values.len() / 2].to_vec()),
        (Value::Array(values), 3..6) => {
            let twice: Vec<Value> = values.iter().chain(values).cloned().collect();
            Value::from(twice)
        }
        (Value::String(_), 0) => Value::from(""),
        (Value::String(text), 1) => Value::from(format!("{text}{text}")),
        (Value::String(text), 2) => Value::from(text.chars().rev().collect::<String>()),
        (Value::String(_), 3) => Value::from("a"),
        (Value::String(_), 4) => Value::from("b"),
        (Value::Bool(yes), _) => Value::from(!yes),
        (_, 6) => Value::Null,
        _ => Value::from(7),
    }
}

/// A place in a list of `len` things, for a number from anywhere.
fn place(number: usize, len: usize) -> usize {
    number % len.max(1)
}

/// How many damaged journals of each kind; `PROPTEST_CASES` asks for more.
fn cases() -> u32 {
    let asked = std::env::var("PROPTEST_CASES").ok();
    asked.and_then(|cases| cases.parse().ok()).unwrap_or(300)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn flipped_bytes_are_survived(which: usize, flips in prop::collection::vec((any::<usize>(), 1u8..=255), 1..4)) {
        let rows = &JOURNALS[place(which, JOURNALS.len())];
        let mut bytes = text(rows).into_bytes();
        for (at, flip) in flips {
            let at = place(at, bytes.len());
            bytes[at] ^= flip;
        }
        survive(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn spliced_lines_are_survived(
        which: usize, other: usize, from: usize, to: usize, len in 1usize..6, chained: bool, kind in 0u8..4,
    ) {
        let mut rows = JOURNALS[place(which, JOURNALS.len())].clone();
        let donor = &JOURNALS[place(other, JOURNALS.len())];
        let to = place(to, rows.len());
        let end = (to + len).min(rows.len());
        match kind {
            0 => drop(rows.drain(to..end)),
            1 => {
                let from = place(from, donor.len());
                let part = donor[from..(from + len).min(donor.len())].to_vec();
                rows.splice(to..end, part);
            }
            2 => rows[to..end].reverse(),
            _ => {
                let part = rows[to..end].to_vec();
                let from = place(from, rows.len());
                rows.splice(from..from, part);
            }
        }
        if chained {
            rehash(&mut rows);
        }
        survive(&text(&rows));
    }

    #[test]
    fn changed_values_are_survived(
        which: usize, changes in prop::collection::vec((any::<usize>(), any::<usize>(), any::<u8>()), 1..4), chained: bool,
    ) {
        let mut rows = JOURNALS[place(which, JOURNALS.len())].clone();
        for (at, value, how) in changes {
            let at = place(at, rows.len());
            let row = &mut rows[at];
            let Ok(mut tree) = serde_json::from_str::<Value>(row) else { continue };
            let mut value = place(value, count(&tree));
            change(&mut tree, &mut value, how);
            *row = tree.to_string();
        }
        if chained {
            rehash(&mut rows);
        }
        survive(&text(&rows));
    }

    #[test]
    fn any_change_of_what_is_chained_is_noticed(which: usize, at: usize, value: usize, how: u8) {
        let rows = &JOURNALS[place(which, JOURNALS.len())];
        // The last line has no line after it that vouches for it.
        let at = place(at, rows.len() - 1);
        let core = &rows[at];
        let mut tree: Value = serde_json::from_str(core).unwrap();
        let mut value = place(value, count(&tree["core"]));
        let core = tree.get_mut("core").unwrap();
        let before = core.clone();
        change(core, &mut value, how);
        prop_assume!(before != *core);
        let mut rows = rows.clone();
        rows[at] = tree.to_string();
        prop_assert!(!survive(&text(&rows)));
    }

    #[test]
    fn any_text_is_survived(text in "\\PC{0,200}", rows in prop::collection::vec("[\\[\\]{}\",:a-z0-9]{0,40}", 0..5)) {
        prop_assert!(!survive(&text));
        prop_assert!(!survive(&rows.join("\n")));
    }
}

#[test]
fn every_journal_cut_after_any_line_is_sound_so_far() {
    for rows in JOURNALS.iter().take(5) {
        for end in 1..=rows.len() {
            assert!(survive(&text(&rows[..end])), "cut after line {end}");
        }
    }
}

#[test]
fn journals_of_all_regulations_are_damaged() {
    let first = |rows: &Vec<String>| Line::parse(&rows[0]).unwrap().core.entry.did;
    for regulation in Regulation::ALL {
        let of = |rows: &&Vec<String>| matches!(first(rows), Command::Create { setup, .. } if setup.regulation == regulation);
        assert_eq!(JOURNALS.iter().filter(of).count(), 5);
    }
}
