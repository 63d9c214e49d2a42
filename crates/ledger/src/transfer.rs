//! Journals between machines, as JSON Lines. The seed travels apart from the journal, if at all: whoever has it knows
//! every draw to come.

use crate::answer::Answer;
use crate::error::LedgerError;
use crate::id::TournamentId;
use crate::ledger::{Head, Ledger, Write};
use crate::line::{LineText, journal_text};
use muster_tournament::ids::Hex32;
use muster_tournament::journal::{self, JournalError, Line, Problem};
use muster_tournament::seeds::Master;
use muster_tournament::{Command, Tournament};

/// What became of an imported journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Imported {
    /// It is new here.
    New(Head),
    /// It was here already and has grown.
    Grown {
        /// How far it was here.
        from: u64,
        /// How far it is now.
        to: Head,
    },
    /// It was here already, as long or longer.
    Known(Head),
}

/// Returns the journal of a tournament as text, without its seed.
pub fn export(ledger: &dyn Ledger, tournament: &TournamentId) -> Answer<String> {
    ledger
        .read(tournament, 0)
        .and_then(|lines| Ok(journal_text(&lines)))
}

/// Takes a journal in. A tournament that is here already, under whatever name, only gets the lines it lacks; a copy that
/// went another way since is refused. The seed, where given, must be the one that the journal commits to.
pub async fn import(
    ledger: &dyn Ledger,
    name: &TournamentId,
    text: &str,
    seed: Option<Hex32>,
) -> Result<Imported, LedgerError> {
    let journal = journal::read(text).map_err(LedgerError::Journal)?;
    let origin = check_seed(&journal, seed)?;
    Tournament::from_lines(journal).map_err(LedgerError::Journal)?;
    let mut lines: Vec<LineText> = text
        .lines()
        .map(LineText::parse)
        .collect::<Result<_, _>>()?;

    let here = ledger.tournaments().await?;
    let Some(known) = here.into_iter().find(|listed| listed.origin == origin) else {
        let create = Write::Create {
            tournament: name.clone(),
            lines,
        };
        let head = commit(ledger, name, create, seed).await?;
        return Ok(Imported::New(head));
    };
    let length = lines.len() as u64;
    let shared = known.position.min(length);
    let ours = ledger
        .read(&known.tournament, shared.saturating_sub(1))
        .await?;
    let theirs = lines.iter().find(|line| line.position() == shared);
    if ours.first().map(LineText::hash) != theirs.map(LineText::hash) {
        return Err(LedgerError::Fork {
            tournament: known.tournament,
            position: shared,
        });
    }
    lines.retain(|line| line.position() > known.position);
    let grows = !lines.is_empty();
    let append = Write::Append {
        tournament: known.tournament.clone(),
        expected: known.position,
        lines,
    };
    let head = commit(ledger, &known.tournament, append, seed).await?;
    Ok(if grows {
        Imported::Grown {
            from: known.position,
            to: head,
        }
    } else {
        Imported::Known(head)
    })
}

/// Writes lines, and the seed where there is one, and returns how far the journal goes now.
async fn commit(
    ledger: &dyn Ledger,
    tournament: &TournamentId,
    lines: Write,
    seed: Option<Hex32>,
) -> Result<Head, LedgerError> {
    let seed = seed.map(|master| Write::Seed {
        tournament: tournament.clone(),
        master,
    });
    let heads = ledger
        .commit([lines].into_iter().chain(seed).collect())
        .await?;
    heads.into_iter().next().ok_or(LedgerError::Stopped)
}

/// Checks that a seed is the one a journal commits to, and returns the hash of the first line.
fn check_seed(journal: &[Line], seed: Option<Hex32>) -> Result<Hex32, LedgerError> {
    let empty = LedgerError::Journal(JournalError {
        line: 1,
        problem: Problem::Empty,
    });
    let first = journal.first().ok_or(empty)?;
    let committed = match &first.core.entry.did {
        Command::Create { commitment, .. } => Some(*commitment),
        _ => None,
    };
    match seed {
        Some(seed) if Some(Master::new(seed).commitment()) != committed => {
            Err(LedgerError::WrongSeed)
        }
        _ => Ok(first.hash),
    }
}
