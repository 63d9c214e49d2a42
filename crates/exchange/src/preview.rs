//! What a foreign file would become, for people to look at before anything is changed: what was read, what is open, and
//! what could not be read. Relies on the readers and on [`crate::import`]; decides nothing.

use crate::foreign::{ForeignTournament, Format, Note};
use crate::import::ImportedTournament;
use crate::recompute::recompute;
use muster_regulations::{Regulation, StageKind};
use muster_tournament::standings::Standings;
use muster_words::files::{FileNote, round_of_stage};
use serde::Serialize;

/// A look at a foreign tournament.
#[derive(Clone, Debug)]
pub struct Preview {
    /// The name it will have.
    pub name: String,
    /// Its date, if the file has one that can be read.
    pub date: Option<String>,
    /// The program it comes from.
    pub format: Format,
    /// Whether the bracket rounds make a drawing.
    pub drawn: bool,
    pub players: usize,
    /// How many Swiss rounds.
    pub swiss: usize,
    /// How many bracket rounds.
    pub elimination: usize,
    /// How many matches and byes.
    pub matches: usize,
    /// The standings after the Swiss rounds, as computed.
    pub standings: Standings,
    /// Matches that the file leaves open.
    pub open: Vec<OpenMatch>,
    /// Everything missing, odd, corrected or skipped.
    pub notes: Vec<Note>,
    /// How many values of the file agree with its rounds.
    pub agreeing: usize,
    /// Values of the file that do not agree with its rounds.
    pub differences: Vec<FileNote>,
}

/// A match without a winner in the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = OpenView))]
pub struct OpenMatch {
    /// Path in the file.
    pub path: String,
    /// The round: "Round 2", "Bracket round 1".
    pub round: String,
    /// The player in seat A.
    pub a: String,
    /// The player in seat B.
    pub b: String,
    /// Whether naming the winner in `winners` is enough.
    pub answerable: bool,
}

/// Looks at a foreign tournament and what it would become.
#[must_use]
pub fn preview(foreign: &ForeignTournament, taken: &ImportedTournament) -> Preview {
    let recomputed = recompute(foreign);
    let notes = foreign.notes.iter().chain(&taken.notes);
    let matches = foreign
        .rounds()
        .map(|round| round.matches.len() + round.byes.len());
    Preview {
        name: taken.setup.name.clone(),
        date: taken.setup.date.map(|date| date.to_string()),
        format: foreign.format,
        drawn: !taken.recorded.seeds.is_empty(),
        players: foreign.players.len(),
        swiss: foreign.swiss.len(),
        elimination: foreign.elimination.len(),
        matches: matches.sum(),
        open: open_matches(foreign),
        notes: notes.chain(&recomputed.notes).cloned().collect(),
        agreeing: recomputed.agreeing,
        differences: recomputed.differences,
        standings: recomputed.standings,
    }
}

/// Returns the matches that a file leaves open.
#[must_use]
pub fn open_matches(foreign: &ForeignTournament) -> Vec<OpenMatch> {
    let swiss = foreign.swiss.iter().map(|r| (StageKind::Swiss, r));
    let elimination = foreign.elimination.iter();
    let rounds = swiss.chain(elimination.map(|r| (StageKind::Elimination, r)));
    let mut open = Vec::new();
    for (stage, round) in rounds {
        // Two games of the Card Game need their points, not only a winner (CG-POINTS).
        let answerable =
            stage == StageKind::Elimination || foreign.regulation() == Regulation::Xwing;
        for m in round.matches.iter().filter(|m| m.is_open()) {
            open.push(OpenMatch {
                path: m.path.clone(),
                round: round_of_stage(stage, round.number),
                a: foreign.shown_name(m.a),
                b: foreign.shown_name(m.b),
                answerable,
            });
        }
    }
    open
}
