//! Standings of a foreign tournament, computed again from its rounds and compared with what the file claims.
//!
//! Relies on the standings of the tournament crate, so a foreign tournament is ranked by the very code that ranks our
//! own. Promises to say every value of the file that the rounds do not give, and where only the file's own rank
//! decides: the last tiebreak is random (TB-RANDOM), and its draw is known to nobody but the program that made it.

mod compare;

pub use compare::{Difference, What};

use crate::foreign::{ForeignMatch, ForeignTournament, Note};
use muster_regulations::Tiebreaker;
use muster_tournament::PlayerId;
use muster_tournament::standings::{Last, Part, Row, Sheet, Standings, Taken};

/// What the rounds of a foreign tournament give.
#[derive(Clone, Debug)]
pub struct Recomputed {
    /// The standings after the Swiss rounds, with the tiebreakers that can be computed.
    pub standings: Standings,
    /// Values of the file that the rounds do not give, best rank first.
    pub differences: Vec<Difference>,
    /// How many values of the file agree.
    pub agreeing: usize,
    /// What had to be decided otherwise: ties beyond all tiebreakers, results that do not fit.
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
    tell_ties(foreign, &standings.rows, &mut notes);
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
            (bye.path.as_str(), Taken::Bye { player, award })
        });
        let (paths, results): (Vec<&str>, Vec<Taken>) = matches.chain(byes).unzip();
        sheet.recorded_round(results, |place, error| {
            let path = paths.get(place).copied().unwrap_or_default();
            notes.push(Note {
                path: path.to_owned(),
                text: format!("left out of the standings: {error}"),
            });
        });
    }
    sheet
}

/// Returns what a match gave, unless nothing is known of it.
fn played(played: &ForeignMatch) -> Option<(&str, Taken)> {
    let taken = Taken::Match {
        a: played.a,
        b: played.b,
        outcome: played.result.outcome()?,
    };
    Some((played.path.as_str(), taken))
}

/// Says which players nothing computed tells apart.
fn tell_ties(foreign: &ForeignTournament, rows: &[Row], notes: &mut Vec<Note>) {
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
        let by = if tied.iter().all(ranked) {
            "by the ranks the file gives them"
        } else {
            "in the order of the file, as far as it gives them no ranks"
        };
        notes.push(Note {
            path: String::new(),
            text: format!(
                "{} are level in points and every tiebreaker; the random draw is not known (TB-RANDOM), \
                 so they stand {by}",
                names(foreign, tied.iter().map(|row| row.player))
            ),
        });
    }
}

/// Lists names, but never pages of them.
fn names(foreign: &ForeignTournament, players: impl ExactSizeIterator<Item = PlayerId>) -> String {
    const MOST: usize = 8;
    let more = players.len().saturating_sub(MOST);
    let mut names: Vec<String> = players
        .take(MOST)
        .map(|player| foreign.shown_name(player))
        .collect();
    if more > 0 {
        return format!("{} and {more} more", names.join(", "));
    }
    match names.pop() {
        Some(last) if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        last => last.unwrap_or_default(),
    }
}
