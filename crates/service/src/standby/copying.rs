//! The standby's side: writes what the leader commits, and compares it with what is already here.

use super::{Change, Copied, Held, digest, kind};
use muster_ledger::line::journal_text;
use muster_ledger::{Ledger, LedgerError, LineText, Listed, TournamentId, Write};
use muster_tournament::verify::{Verification, verify};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A copy of another machine's data.
pub struct Copy {
    ledger: Arc<dyn Ledger>,
    /// The positions of the journals.
    positions: BTreeMap<TournamentId, u64>,
    /// Journals that grew since they were last verified.
    grown: BTreeSet<TournamentId>,
}

impl Copy {
    /// Opens the copy.
    pub async fn open(ledger: Arc<dyn Ledger>) -> Result<Copy, LedgerError> {
        let listed = ledger.tournaments().await?.into_iter();
        let positions: BTreeMap<_, _> = listed
            .map(
                |Listed {
                     tournament,
                     position,
                     ..
                 }| (tournament, position),
            )
            .collect();
        Ok(Copy {
            grown: positions.keys().cloned().collect(),
            ledger,
            positions,
        })
    }

    /// Returns how much of each journal is here, so that only the rest is sent.
    pub async fn held(&self) -> Result<Vec<Held>, LedgerError> {
        let mut held = Vec::with_capacity(self.positions.len());
        for tournament in self.positions.keys() {
            let lines = self.ledger.read(tournament, 0).await?;
            held.push(Held {
                tournament: tournament.clone(),
                position: lines.len() as u64,
                digest: digest(&lines),
            });
        }
        Ok(held)
    }

    /// Returns how many lines are here, in all journals.
    #[must_use]
    pub fn lines(&self) -> u64 {
        self.positions.values().sum()
    }

    /// Writes what the leader wrote, all or none. A line that does not follow from the lines here is refused.
    pub async fn apply(&mut self, changes: Vec<Change>) -> Result<(), LedgerError> {
        let mut writes = Vec::with_capacity(changes.len());
        let mut positions = self.positions.clone();
        for change in changes {
            match change {
                Change::Lines { tournament, lines } => {
                    let lines = parsed(&lines)?;
                    self.lines_of(tournament, lines, &mut positions, &mut writes)
                        .await?;
                }
                Change::Redacted { tournament, lines } => {
                    let lines = parsed(&lines)?;
                    writes.push(Write::Redact { tournament, lines });
                }
                Change::Seed { tournament, master } => {
                    writes.push(Write::Seed { tournament, master })
                }
                Change::Record(record) => writes.push(record.write()?),
                Change::Gone { kind: name, key } => {
                    let kind = kind(&name)?;
                    writes.push(Write::Delete { kind, key });
                }
                Change::Purged(ended) => writes.push(Write::Purge { ended }),
                Change::Records {
                    kind,
                    tournament,
                    records,
                } => {
                    self.records_of(&kind, tournament.as_ref(), records, &mut writes)
                        .await?;
                }
            }
        }
        self.ledger.commit(writes).await?;
        for (tournament, position) in &positions {
            if self.positions.get(tournament) != Some(position) {
                self.grown.insert(tournament.clone());
            }
        }
        self.positions = positions;
        Ok(())
    }

    /// Compares lines of one journal with those that are here, and adds the others.
    async fn lines_of(
        &self,
        tournament: TournamentId,
        lines: Vec<LineText>,
        positions: &mut BTreeMap<TournamentId, u64>,
        writes: &mut Vec<Write>,
    ) -> Result<(), LedgerError> {
        let here = positions.get(&tournament).copied();
        let end = here.unwrap_or(0);
        let (old, new): (Vec<_>, Vec<_>) =
            lines.into_iter().partition(|line| line.position() <= end);
        if let Some(first) = old.first() {
            let before = first.position().saturating_sub(1);
            let ours = self.ledger.read(&tournament, before).await?;
            let mut changed = Vec::new();
            for (theirs, ours) in old.into_iter().zip(&ours) {
                if theirs.hash() != ours.hash() {
                    let position = theirs.position();
                    return Err(LedgerError::Fork {
                        tournament,
                        position,
                    });
                }
                if theirs != *ours {
                    changed.push(theirs);
                }
            }
            if !changed.is_empty() {
                let tournament = tournament.clone();
                let lines = changed;
                writes.push(Write::Redact { tournament, lines });
            }
        }
        let Some(last) = new.last().map(LineText::position) else {
            return Ok(());
        };
        positions.insert(tournament.clone(), last);
        let lines = new;
        writes.push(match here {
            None => Write::Create { tournament, lines },
            Some(expected) => Write::Append {
                tournament,
                expected,
                lines,
            },
        });
        Ok(())
    }

    /// Replaces all records of a kind and a tournament.
    async fn records_of(
        &self,
        name: &str,
        tournament: Option<&TournamentId>,
        records: Vec<Copied>,
        writes: &mut Vec<Write>,
    ) -> Result<(), LedgerError> {
        let kind = kind(name)?;
        for ours in self.ledger.records(kind, tournament).await? {
            if !records.iter().any(|theirs| theirs.key == ours.key) {
                let key = ours.key;
                writes.push(Write::Delete { kind, key });
            }
        }
        for record in records {
            writes.push(record.write()?);
        }
        Ok(())
    }

    /// Verifies the journals that grew since the last call, and returns those that are not sound; `None` if none grew. The
    /// chain was checked when the lines were written; this judges every line again.
    pub async fn verify(
        &mut self,
    ) -> Result<Option<Vec<(TournamentId, Verification)>>, LedgerError> {
        if self.grown.is_empty() {
            return Ok(None);
        }
        let mut wrong = Vec::new();
        while let Some(tournament) = self.grown.pop_first() {
            let text = journal_text(&self.ledger.read(&tournament, 0).await?);
            let judged = tokio::task::spawn_blocking(move || verify(&text)).await;
            let judged = judged.map_err(|_| LedgerError::Stopped)?;
            if !judged.is_sound() {
                wrong.push((tournament, judged));
            }
        }
        Ok(Some(wrong))
    }
}

fn parsed(lines: &[String]) -> Result<Vec<LineText>, LedgerError> {
    lines.iter().map(|line| LineText::parse(line)).collect()
}
