//! Everything that reads what strangers wrote, one function for each kind of input: none may panic, overflow or take for
//! ever, and what was accepted must hold afterwards.
//!
//! The fuzzer feeds them mutated input; `crates/web/tests/readers` feeds them the kept corpus in the everyday run. Requests to
//! the whole server are in `requests.rs`.

use jiff::Timestamp;
use muster_exchange::{foreign::Format, lists, players};
use muster_forecast::simulate::{Incidents, Plan, simulate};
use muster_ledger::{LineText, transfer};
use muster_regulations::list::{Context, check};
use muster_regulations::{Regulation, Tier};
use muster_tournament::ids::{Hex32, ORGANIZER};
use muster_tournament::personal::Personal;
use muster_tournament::seeds::Master;
use muster_tournament::{By, Command, Gave, PlayerId, Request, StaffId, Tournament, fingerprint};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A reader, with the name of its folder in the corpus.
pub(crate) type Reader = (&'static str, fn(&[u8]));

/// All readers but those of the server.
pub(crate) const READERS: [Reader; 8] = [
    ("journal", journal),
    ("chained", chained),
    ("foreign", foreign),
    ("players", players_file),
    ("lists", list),
    ("reports", report),
    ("commands", commands),
    ("fingerprints", fingerprints),
];

const REGULATIONS: [Regulation; 5] = [
    Regulation::Xwing,
    Regulation::Armada,
    Regulation::Legion,
    Regulation::Conquest,
    Regulation::Cardgame,
];

/// The first byte chooses, the rest is read.
fn choose<'a, T: Copy>(input: &'a [u8], from: &[T]) -> Option<(T, &'a [u8])> {
    let (first, rest) = input.split_first()?;
    let chosen = from.get(usize::from(*first) % from.len())?;
    Some((*chosen, rest))
}

/// A journal as somebody mails it.
fn journal(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    look_at(&text);
    for line in text.lines() {
        if let Ok(line) = LineText::parse(line) {
            assert_eq!(LineText::parse(&line.to_json()).unwrap(), line);
        }
    }
    let _ = transfer::Arrival::read(&text);
}

/// A journal by somebody who can chain: positions and hashes are put right, so that the lines themselves are read.
fn chained(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let mut chained = String::new();
    let mut prev = Hex32([0; 32]).to_string();
    for (index, line) in text.lines().enumerate() {
        let Ok(line) = serde_json::from_str::<BTreeMap<&str, &RawValue>>(line) else {
            return;
        };
        let Some(core) = line.get("core") else { return };
        let position = (index + 1).to_string();
        let core = put(core.get(), "\"n\":", &position, ',');
        let core = put(&core, "\"prev\":\"", &prev, '"');
        prev = Hex32(Sha256::digest(core.as_bytes()).into()).to_string();
        chained.push_str(&format!("{{\"core\":{core}"));
        for (name, beside) in line.iter().filter(|(name, _)| **name != "core") {
            chained.push_str(&format!(",\"{name}\":{beside}"));
        }
        chained.push_str("}\n");
    }
    look_at(&chained);
}

/// A text with something else between a mark and an end.
fn put(text: &str, mark: &str, new: &str, end: char) -> String {
    let Some((before, rest)) = text.split_once(mark) else {
        return text.to_owned();
    };
    let after = rest.find(end).map_or("", |at| &rest[at..]);
    format!("{before}{mark}{new}{after}")
}

/// Loads and verifies. What is sound and written as we write it is sound when it is published, too.
fn look_at(text: &str) {
    let verification = muster_tournament::verify::verify(text);
    let Ok(tournament) = Tournament::load(text) else {
        return;
    };
    if verification.is_sound() && tournament.to_text() == text {
        let published = muster_tournament::journal::published(&tournament);
        let again = muster_tournament::verify::verify(&published);
        assert!(again.is_sound(), "{:?}", again.findings);
    }
}

/// Another program's tournament.
fn foreign(input: &[u8]) {
    let _ = muster_exchange::guess(input);
    for format in [Format::ListFortress, Format::Cryodex, Format::Nrtm] {
        let Ok(foreign) = muster_exchange::read(format, input) else {
            continue;
        };
        let _ = muster_exchange::recompute(&foreign);
        let Ok(taken) = muster_exchange::import(&foreign, input, Hex32([3; 32])) else {
            continue;
        };
        let _ = muster_exchange::preview(&foreign, &taken);
        let organizer = Personal {
            salt: Hex32([1; 32]),
            name: "Ines".to_owned(),
            club: None,
            contact: None,
        };
        let master = Master::new(Hex32([2; 32]));
        if let Ok(tournament) = taken.tournament(organizer, &master, Timestamp::UNIX_EPOCH) {
            let verification = muster_tournament::verify::verify(&tournament.to_text());
            assert!(verification.is_sound(), "{:?}", verification.findings);
        }
    }
}

/// A list of players as CSV, held against a tournament.
fn players_file(input: &[u8]) {
    let Ok(preview) = players::read(input) else {
        return;
    };
    let preview = preview.for_tournament(SCENES[0].tournament.state());
    let _ = preview.notes().count();
}

/// A player's list, or a catalogue of cards.
fn list(input: &[u8]) {
    let _ = lists::catalogue::read(input);
    let Some((regulation, rest)) = choose(input, &REGULATIONS) else {
        return;
    };
    if let Ok(text) = std::str::from_utf8(rest) {
        let _ = regulation.parse_list(text);
    }
    if let Ok(read) = lists::read(regulation, rest) {
        let context = Context {
            tier: Tier::Casual,
            date: None,
            catalogue: None,
        };
        let _ = check(regulation, &read.list, &context);
    }
}

/// A report as a form's fields, as two numbers, and as JSON.
fn report(input: &[u8]) {
    let Some((regulation, rest)) = choose(input, &REGULATIONS) else {
        return;
    };
    let text = String::from_utf8_lossy(rest);
    let fields = text.lines().filter_map(|line| line.split_once('='));
    let _ = regulation.report_from_fields(fields);
    let (a, b) = text.split_once('\n').unwrap_or((&text, ""));
    let _ = regulation.report_from_numbers(a, b);
    let _ = regulation.parse_report(&text);
}

/// A tournament to act in, with its seed.
struct Scene {
    tournament: Tournament,
    master: Master,
}

/// One simulated tournament for each regulation, with everything that happens in halls.
static SCENES: LazyLock<Vec<Scene>> = LazyLock::new(|| {
    let scene = |regulation| {
        let mut plan = Plan::new(regulation, 9, 4);
        plan.incidents = Incidents::usual();
        let tournament = simulate(&plan).unwrap();
        let last = tournament
            .lines()
            .last()
            .map(|line| line.core.entry.gave.clone());
        let Some(Gave::Master(master)) = last else {
            panic!("{regulation:?} did not end")
        };
        let master = Master::new(master);
        Scene { tournament, master }
    };
    REGULATIONS.map(scene).into()
});

/// Commands as JSON, one a line with who gives it, to a tournament that was stopped somewhere. The journal that they leave
/// is sound.
fn commands(input: &[u8]) {
    let Some((regulation, rest)) = choose(input, &[0, 1, 2, 3, 4]) else {
        return;
    };
    let Some((moment, rest)) = rest.split_first() else {
        return;
    };
    let scene = &SCENES[regulation];
    let lines = scene.tournament.lines();
    let end = (lines.len() * usize::from(*moment) / 256).max(1);
    let mut tournament = Tournament::from_lines(lines[..end].to_vec()).unwrap();
    let at = lines[end - 1].core.at;
    let mut done = 0;
    for line in String::from_utf8_lossy(rest).lines() {
        let (by, command) = match line.as_bytes() {
            [b'p', digit, ..] => (
                By::Player(PlayerId(u32::from(digit % 10))),
                line.get(2..).unwrap_or_default(),
            ),
            [b's', digit, ..] => (
                By::Staff(StaffId(u32::from(digit % 10))),
                line.get(2..).unwrap_or_default(),
            ),
            _ => (By::Staff(ORGANIZER), line),
        };
        let Ok(command) = serde_json::from_str::<Command>(command) else {
            continue;
        };
        let request = Request::new(by, at, command).salted(Hex32([7; 32]));
        match tournament.act(request, &scene.master) {
            Ok(_) => done += 1,
            Err(refusal) => assert!(!refusal.code().is_empty()),
        }
    }
    if done > 0 {
        let verification = muster_tournament::verify::verify(&tournament.to_text());
        assert!(verification.is_sound(), "{:?}", verification.findings);
    }
}

/// Fingerprints that people kept, one a line.
fn fingerprints(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let published = fingerprint::published(SCENES[0].tournament.lines());
    for kept in text.lines().filter_map(fingerprint::Kept::parse) {
        let _ = kept.fits(&published);
    }
}
