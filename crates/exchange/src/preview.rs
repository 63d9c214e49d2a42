//! What a foreign file would become, for people to look at before anything is changed: what was read, what is open, and
//! what could not be read. Relies on the readers and on [`crate::import`]; decides nothing.

use crate::foreign::{ForeignTournament, Format, Note};
use crate::import::ImportedTournament;
use crate::recompute::recompute;
use muster_regulations::{Regulation, StageKind};
use muster_tournament::standings::Standings;

/// A look at a foreign tournament.
#[derive(Clone, Debug)]
pub struct Preview {
    /// The name it will have.
    pub name: String,
    /// Its date, if the file tells one that can be read.
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
    /// Everything missing, odd, mended or left out.
    pub notes: Vec<Note>,
    /// How many values of the file agree with its rounds.
    pub agreeing: usize,
    /// What of the file does not agree with its rounds, as sentences.
    pub differences: Vec<String>,
}

/// A match whose winner the file does not tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenMatch {
    /// Where it is in the file.
    pub path: String,
    /// Its round: "round 2", "bracket round 1".
    pub round: String,
    /// The player named first.
    pub a: String,
    /// The player named second.
    pub b: String,
    /// Naming the winner is enough to close it.
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
        open: open(foreign),
        notes: notes.chain(&recomputed.notes).cloned().collect(),
        agreeing: recomputed.agreeing,
        differences: recomputed
            .differences
            .iter()
            .map(ToString::to_string)
            .collect(),
        standings: recomputed.standings,
    }
}

fn open(foreign: &ForeignTournament) -> Vec<OpenMatch> {
    let swiss = foreign.swiss.iter().map(|r| (StageKind::Swiss, r));
    let elimination = foreign.elimination.iter();
    let rounds = swiss.chain(elimination.map(|r| (StageKind::Elimination, r)));
    let mut open = Vec::new();
    for (stage, round) in rounds {
        let word = match stage {
            StageKind::Swiss => "round",
            StageKind::Elimination => "bracket round",
        };
        // Two games of the Card Game need their points, not only a winner (CG-POINTS).
        let answerable =
            stage == StageKind::Elimination || foreign.regulation() == Regulation::Xwing;
        for m in round.matches.iter().filter(|m| m.is_open()) {
            open.push(OpenMatch {
                path: m.path.clone(),
                round: format!("{word} {}", round.number),
                a: foreign.shown_name(m.a),
                b: foreign.shown_name(m.b),
                answerable,
            });
        }
    }
    open
}
