//! Foreign files: the samples with their standings worked out by hand, the mess of real files, and random ones.

#![allow(clippy::unwrap_used, reason = "a failing test may stop where it fails")]

mod bad_files;
mod cryodex;
mod cut_ranks;
mod import;
mod listfortress;
mod lists;
mod nrtm;
mod out;
mod players;
mod recorded;
mod round_trip;

use muster_exchange::{ForeignTournament, Format, Note, recompute};
use serde_json::Value;

const LISTFORTRESS: &str = include_str!("../data/listfortress.json");
const CRYODEX: &str = include_str!("../data/cryodex.json");
const NRTM: &str = include_str!("../data/nrtm.json");

fn sample(format: Format) -> &'static str {
    match format {
        Format::ListFortress => LISTFORTRESS,
        Format::Cryodex => CRYODEX,
        Format::Nrtm => NRTM,
    }
}

/// The sample with changes: a JSON pointer and what stands there instead.
fn changed(format: Format, changes: &[(&str, Value)]) -> String {
    let mut file: Value = serde_json::from_str(sample(format)).unwrap();
    for (pointer, value) in changes {
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        match file.pointer_mut(parent).unwrap() {
            Value::Object(object) => {
                object.insert(name.to_owned(), value.clone());
            }
            Value::Array(list) if name == "-" => list.push(value.clone()),
            Value::Array(list) => list[name.parse::<usize>().unwrap()] = value.clone(),
            other => panic!("{pointer} leads into {other}"),
        }
    }
    file.to_string()
}

#[track_caller]
fn read(format: Format, text: &str) -> ForeignTournament {
    muster_exchange::read(format, text.as_bytes()).unwrap_or_else(|e| panic!("{e}"))
}

/// Rows as `rank name points tiebreaker tiebreaker`.
fn rows(foreign: &ForeignTournament) -> Vec<String> {
    let recomputed = recompute(foreign);
    let row = |row: &muster_tournament::standings::Row| {
        let values: Vec<String> = row
            .values
            .iter()
            .map(|value| value.exact.to_string())
            .collect();
        let (rank, name) = (row.rank.unwrap(), foreign.shown_name(row.player));
        format!("{rank} {name} {} {}", row.points, values.join(" "))
    };
    recomputed.standings.rows.iter().map(row).collect()
}

fn told(notes: &[Note]) -> Vec<String> {
    notes.iter().map(Note::to_string).collect()
}

fn differences(foreign: &ForeignTournament) -> Vec<String> {
    recompute(foreign)
        .differences
        .iter()
        .map(ToString::to_string)
        .collect()
}

/// Reads a changed sample and compares rows and notes. Each note is given by its path and a part of its text.
#[track_caller]
fn check(format: Format, changes: &[(&str, Value)], expected: &[&str], notes: &[(&str, &str)]) {
    let foreign = read(format, &changed(format, changes));
    assert_eq!(rows(&foreign), expected, "{:#?}", told(&foreign.notes));
    check_notes(&foreign.notes, notes);
}

#[track_caller]
fn check_notes(found: &[Note], expected: &[(&str, &str)]) {
    let fits = found.len() == expected.len()
        && found.iter().zip(expected).all(|(note, (path, part))| {
            note.place.to_string() == *path && note.text().contains(part)
        });
    assert!(fits, "expected {expected:#?}\nfound {:#?}", told(found));
}

#[track_caller]
fn check_refused(format: Format, text: &str, parts: &[&str]) {
    let refused = muster_exchange::read(format, text.as_bytes())
        .err()
        .map(|e| e.to_string());
    let told = refused.as_deref().unwrap_or("nothing was refused");
    assert!(
        parts.iter().all(|part| told.contains(part)),
        "{told:?} lacks one of {parts:?}"
    );
}
