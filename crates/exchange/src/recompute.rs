//! Standings of a foreign tournament, computed again from its rounds and compared with what the file claims.
//!
//! Relies on the standings of the tournament crate, so a foreign tournament is ranked by the very code that ranks our
//! own. Promises to name every value of the file that the rounds do not give, and to say where only the file's own rank
//! decides: the last tiebreak is random (TB-RANDOM), and only the program that made the draw knows it.

mod compare;

use crate::foreign::{ForeignMatch, ForeignTournament, Note};
use muster_regulations::Tiebreaker;
use muster_tournament::standings::{Last, Part, Row, Sheet, SheetResult, Standings};
use muster_words::files::{FileNote, Place};

/// What the rounds of a foreign tournament give.
#[derive(Clone, Debug)]
pub struct Recomputed {
    /// The standings after the Swiss rounds, with the tiebreakers that can be computed.
    pub standings: Standings,
    /// Values of the file that the rounds do not give, best rank first.
    pub differences: Vec<FileNote>,
    /// How many values of the file agree.
    pub agreeing: usize,
    /// Ties beyond all tiebreakers, and results that do not fit.
    pub notes: Vec<Note>,
}

/// Ranks a foreign tournament by its regulation and compares the result with what the file claims.
#[must_use]
pub fn recompute(foreign: &ForeignTournament) -> Recomputed {
    let mut notes = Vec::new();
    let sheet = sheet(foreign, &mut notes);
    let book = foreign.regulation().book();
    let tiebreakers: Vec<Tiebreaker> = book
        .tiebreakers
        .iter()
        .copied()
        .filter(|tiebreaker| *tiebreaker != Tiebreaker::Random)
        .collect();
    let ranks: Vec<u64> = foreign
        .players
        .iter()
        .map(|player| player.claimed.rank.map_or(u64::MAX, u64::from))
        .collect();
    let standings = sheet.standings(&tiebreakers, Last::Drawn(&ranks), |_| Part::Ranked);
    note_ties(foreign, &standings.rows, &mut notes);
    let compared = compare::compare(foreign, &standings.rows);
    Recomputed {
        standings,
        differences: compared.differences,
        agreeing: compared.agreeing,
        notes,
    }
}

/// Fills a sheet from the Swiss rounds.
fn sheet(foreign: &ForeignTournament, notes: &mut Vec<Note>) -> Sheet {
    let mut sheet = Sheet::new(u32::try_from(foreign.players.len()).unwrap_or(u32::MAX));
    for round in &foreign.swiss {
        let matches = round.matches.iter().filter_map(played);
        let byes = round.byes.iter().map(|bye| {
            let award = bye.award;
            let player = bye.player;
            (bye.path.as_str(), SheetResult::Bye { player, award })
        });
        let (paths, results): (Vec<&str>, Vec<SheetResult>) = matches.chain(byes).unzip();
        sheet.recorded_round(results, |place, _| {
            let path = paths.get(place).copied().unwrap_or_default();
            notes.push(Note::new(Place::path(path), FileNote::NotCounted));
        });
    }
    sheet
}

/// Returns what a match gave, unless its result is unknown.
fn played(played: &ForeignMatch) -> Option<(&str, SheetResult)> {
    let result = SheetResult::Match {
        a: played.a,
        b: played.b,
        outcome: played.result.outcome()?,
    };
    Some((played.path.as_str(), result))
}

/// Notes players who are equal in everything that can be computed.
fn note_ties(foreign: &ForeignTournament, rows: &[Row], notes: &mut Vec<Note>) {
    let level = |a: &Row, b: &Row| {
        let exact = |row: &Row| {
            row.values
                .iter()
                .map(|value| value.exact.clone())
                .collect::<Vec<_>>()
        };
        a.points == b.points && exact(a) == exact(b)
    };
    for tied in rows.chunk_by(level).filter(|run| run.len() > 1) {
        let ranked = |row: &Row| {
            foreign
                .player(row.player)
                .is_some_and(|p| p.claimed.rank.is_some())
        };
        let players = tied.iter().map(|row| foreign.shown_name(row.player));
        let players = players.collect();
        let note = match tied.iter().all(ranked) {
            true => FileNote::TiedByRank { players },
            false => FileNote::Tied { players },
        };
        notes.push(Note::new(Place::WholeFile, note));
    }
}
