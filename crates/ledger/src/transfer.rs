//! Journals between machines, as JSON Lines. The seed is a file of its own, if it is exported at all, because whoever has it
//! knows all future draws.

use crate::answer::Answer;
use crate::error::LedgerError;
use crate::id::TournamentId;
use crate::ledger::{Head, Ledger, Write};
use crate::line::{LineText, journal_text};
use muster_tournament::Tournament;
use muster_tournament::ids::Hex32;
use muster_tournament::journal::{self, JournalError, LineProblem};
use muster_tournament::seeds::Master;
use muster_tournament::state::Phase;

/// What became of an imported journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Imported {
    New(Head),
    /// It was here already and got the new lines.
    Grown {
        from: u64,
        /// Its position now.
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

/// How much of an imported tournament is here already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// Nothing: it is new here.
    New,
    /// Its beginning, perhaps under another name; the rest would be added.
    Shorter(Head),
    /// All of it, or more.
    Known(Head),
}

/// A journal to be imported: checked and folded, with its seed if that was given.
pub struct Arrival {
    tournament: Tournament,
    lines: Vec<LineText>,
    origin: Hex32,
    seed: Option<Hex32>,
}

impl Arrival {
    /// Reads and checks a journal.
    pub fn read(text: &str) -> Result<Arrival, LedgerError> {
        let tournament = Tournament::load(text).map_err(LedgerError::Journal)?;
        let first = tournament.lines().first().map(|line| line.hash);
        let empty = LedgerError::Journal(JournalError {
            line: 1,
            problem: LineProblem::Empty,
        });
        let origin = first.ok_or(empty)?;
        let lines = journal::rows(text).map(|row| LineText::parse(row.text));
        Ok(Arrival {
            tournament,
            lines: lines.collect::<Result<_, _>>()?,
            origin,
            seed: None,
        })
    }

    /// Adds the seed, which must be the one that the journal commits to.
    pub fn with_seed(self, seed: Hex32) -> Result<Arrival, LedgerError> {
        if Master::new(seed).commitment() != self.tournament.state().commitment {
            return Err(LedgerError::WrongSeed);
        }
        let seed = Some(seed);
        Ok(Arrival { seed, ..self })
    }

    /// Returns the tournament.
    #[must_use]
    pub fn tournament(&self) -> &Tournament {
        &self.tournament
    }

    /// Returns how far its journal goes.
    #[must_use]
    pub fn position(&self) -> u64 {
        self.lines.len() as u64
    }

    /// Returns whether its seed was given.
    #[must_use]
    pub fn has_seed(&self) -> bool {
        self.seed.is_some()
    }

    /// Returns whether further draws are needed for which the seed is missing.
    #[must_use]
    pub fn lacks_seed(&self) -> bool {
        self.seed.is_none() && self.tournament.state().phase != Phase::Finished
    }

    /// Looks for the same tournament here, perhaps under another name; a copy with different lines is refused.
    pub async fn meets(&self, ledger: &dyn Ledger) -> Result<Meeting, LedgerError> {
        let Some(head) = ledger.find(self.origin).await? else {
            return Ok(Meeting::New);
        };
        let shared = head.position.min(self.position());
        let before = shared.saturating_sub(1);
        let ours = ledger.read(&head.tournament, before).await?;
        let theirs = self.lines.iter().find(|line| line.position() == shared);
        if ours.first().map(LineText::hash) != theirs.map(LineText::hash) {
            return Err(LedgerError::Fork {
                tournament: head.tournament,
                position: shared,
            });
        }
        Ok(match head.position < self.position() {
            true => Meeting::Shorter(head),
            false => Meeting::Known(head),
        })
    }

    /// Imports what [`Self::meets`] found to be missing: all of it under `name`, or the lines that are not here, and the seed
    /// if there is one. `more` is written in the same commit.
    pub async fn keep(
        self,
        ledger: &dyn Ledger,
        met: Meeting,
        name: &TournamentId,
        more: Vec<Write>,
    ) -> Result<Imported, LedgerError> {
        let mut lines = self.lines;
        let (tournament, from) = match &met {
            Meeting::New => (name.clone(), 0),
            Meeting::Shorter(head) | Meeting::Known(head) => {
                (head.tournament.clone(), head.position)
            }
        };
        lines.retain(|line| line.position() > from);
        let lines = match met {
            Meeting::New => Write::Create {
                tournament: tournament.clone(),
                lines,
            },
            _ => Write::Append {
                tournament: tournament.clone(),
                expected: from,
                lines,
            },
        };
        let seed = self.seed.map(|master| Write::Seed { tournament, master });
        let writes = [lines].into_iter().chain(seed).chain(more);
        let heads = ledger.commit(writes.collect()).await?;
        let head = heads.into_iter().next().ok_or(LedgerError::Stopped)?;
        Ok(match met {
            Meeting::New => Imported::New(head),
            Meeting::Shorter(_) => Imported::Grown { from, to: head },
            Meeting::Known(_) => Imported::Known(head),
        })
    }
}

/// Imports a journal. A tournament that is here already, perhaps under another name, gets only the lines it lacks; a copy
/// with different lines is refused. The seed, if given, must be the one that the journal commits to.
pub async fn import(
    ledger: &dyn Ledger,
    name: &TournamentId,
    text: &str,
    seed: Option<Hex32>,
) -> Result<Imported, LedgerError> {
    let mut arrival = Arrival::read(text)?;
    if let Some(seed) = seed {
        arrival = arrival.with_seed(seed)?;
    }
    let met = arrival.meets(ledger).await?;
    arrival.keep(ledger, met, name, Vec::new()).await
}
