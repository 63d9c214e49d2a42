//! Writing what other programs read. Relies on the writers of the formats; promises to refuse a regulation that a format
//! does not know, and to read every file again that it writes, so that whatever was lost on the way is told.

use super::{cryodex, listfortress, nrtm, rounds};
use crate::foreign::{ForeignTournament, Format};
use crate::recompute;
use muster_regulations::{Regulation, Verdict};
use muster_tournament::standings::{Row, standings};
use muster_tournament::state::{Match, MatchStatus, Phase, State};
use serde_json::Value;

/// A file for another program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The file.
    pub text: String,
    /// What the format cannot carry, as sentences.
    pub notes: Vec<String>,
}

/// Why a tournament cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotWrite {
    /// The format belongs to another game.
    #[error(
        "{format} is for {} tournaments, and this is one of {}; use CSV or JSON",
        regulation.book().title,
        given.book().title
    )]
    Regulation {
        /// The name of the format.
        format: &'static str,
        /// The regulation it is for.
        regulation: Regulation,
        /// That of the tournament.
        given: Regulation,
    },
    /// There is nothing to write yet.
    #[error("no round is published yet; a {format} file is written from the first round on")]
    NoRound {
        /// The name of the format.
        format: &'static str,
    },
}

/// Writes a tournament for another program.
pub fn write(state: &State, format: Format) -> Result<Written, CannotWrite> {
    let title = format.title();
    if state.setup.regulation != format.regulation() {
        return Err(CannotWrite::Regulation {
            format: title,
            regulation: format.regulation(),
            given: state.setup.regulation,
        });
    }
    if rounds(state).next().is_none() {
        return Err(CannotWrite::NoRound { format: title });
    }
    let value: Value = match format {
        Format::ListFortress => listfortress::write(state),
        Format::Cryodex => cryodex::write(state),
        Format::Nrtm => nrtm::write(state),
    };
    let text = format!("{value:#}\n");
    let mut notes = Vec::new();
    if state.phase != Phase::Finished {
        notes.push(format!(
            "The tournament is not over; {title} has no mark for that."
        ));
    }
    match crate::read(format, text.as_bytes()) {
        Ok(again) => compare(state, format, &again, &mut notes),
        Err(problem) => notes.push(format!("Read again, the file is refused: {problem}")),
    }
    Ok(Written { text, notes })
}

/// Says what reads otherwise than it was.
fn compare(state: &State, format: Format, again: &ForeignTournament, notes: &mut Vec<String>) {
    let title = format.title();
    let mut lost: Vec<String> = Vec::new();
    let ours = rounds(state).flat_map(|round| {
        let counted = round
            .matches
            .iter()
            .filter(|m| m.status != MatchStatus::Walkover);
        counted.map(move |m| (round.number, m))
    });
    let theirs = again.rounds().flat_map(|round| &round.matches);
    for ((round, m), read) in ours.zip(theirs) {
        if !same(m, read.result.outcome().map(|o| (o.a.verdict, o.b.verdict))) {
            lost.push(format!("round {round}, table {}", m.table));
        }
    }
    if !lost.is_empty() {
        let more = lost.len().saturating_sub(8);
        lost.truncate(8);
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        notes.push(format!(
            "{title} cannot tell the result of {}{more}; who reads the file has to ask.",
            lost.join("; ")
        ));
    }
    let order = |rows: &[Row]| -> Vec<_> {
        let ranked = rows.iter().filter(|row| row.rank.is_some());
        ranked
            .map(|row| {
                let values = row.values.iter().map(|value| value.exact.clone());
                (row.player, row.points, values.take(2).collect::<Vec<_>>())
            })
            .collect()
    };
    let there = recompute(again).standings.rows;
    let here = standings(state).rows;
    let changed = here.len().max(there.len()) - same_rows(&order(&here), &order(&there));
    if changed > 0 {
        notes.push(format!(
            "Computed again from the file, the standing of {changed} players differs: {title} has no way to write a \
             no-show, a match both lost, a player without a rank, or a result that nobody told."
        ));
    }
}

/// Whether a result reads as it was.
fn same(m: &Match, read: Option<(Verdict, Verdict)>) -> bool {
    let ours = m.counted().map(|o| (o.a.verdict, o.b.verdict));
    ours == read
}

/// Returns how many rows are the same, place by place. The random tiebreak is no part of it: it is drawn once and kept
/// as the rank.
fn same_rows<T: PartialEq>(here: &[T], there: &[T]) -> usize {
    here.iter().zip(there).filter(|(a, b)| a == b).count()
}
