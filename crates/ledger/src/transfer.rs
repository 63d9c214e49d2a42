//! Journals between machines, as JSON Lines. The seed travels apart from the journal, if at all: whoever has it knows
//! every draw to come.

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
    /// It was here already and has grown.
    Grown {
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

/// What is here of a tournament that arrives from elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// Nothing: it is new here.
    New,
    /// The beginning of it, under whatever name; the rest would be added.
    Shorter(Head),
    /// All of it, or more.
    Known(Head),
}

/// A journal that arrives from elsewhere: whole, chained and folded, with its seed where that came along.
pub struct Arrival {
    tournament: Tournament,
    lines: Vec<LineText>,
    origin: Hex32,
    seed: Option<Hex32>,
}

impl Arrival {
    /// Reads a journal, or says what is wrong with it.
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

    /// Returns it with its seed, which must be the one that the journal commits to.
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

    /// Returns whether its seed came along.
    #[must_use]
    pub fn has_seed(&self) -> bool {
        self.seed.is_some()
    }

    /// Returns whether draws are still to come for which the seed is missing.
    #[must_use]
    pub fn lacks_seed(&self) -> bool {
        self.seed.is_none() && self.tournament.state().phase != Phase::Finished
    }

    /// Looks for the same tournament here, under whatever name; a copy that went another way since is refused.
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

    /// Takes it in as it was met: a new one under `name`, of one that is here the lines it lacks, and the seed where
    /// there is one. `more` is written together with it, all or none.
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

/// Takes a journal in. A tournament that is here already, under whatever name, only gets the lines it lacks; a copy that
/// went another way since is refused. The seed, where given, must be the one that the journal commits to.
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
