//! Judges several commits together, in memory. The present state was read under locks, and each commit either fits it or is
//! refused. Refused commits leave no trace, and all others are written together with a few statements.
//!
//! The rules are those of the SQLite store, where the database itself judges commit by commit. One set of contract tests runs
//! against both.

use crate::error::LedgerError;
use crate::follow::News;
use crate::id::TournamentId;
use crate::ledger::{Head, Write, sums_up};
use crate::line::LineText;
use crate::record::{Expect, Kind, Record};
use crate::summary::{Summary, words};
use jiff::Timestamp;
use muster_tournament::ids::Hex32;
use muster_tournament::journal::GENESIS;
use std::collections::{BTreeMap, BTreeSet};

/// The kind and the key of a record.
pub(super) type RecordKey = (&'static str, String);

/// What commits are about: what must be locked and read before they are judged.
#[derive(Default)]
pub(super) struct Subjects {
    pub(super) tournaments: BTreeSet<TournamentId>,
    pub(super) records: BTreeSet<RecordKey>,
    /// Lines whose personal data is replaced.
    pub(super) redacted: BTreeSet<(TournamentId, u64)>,
    /// Tournaments whose summary is replaced.
    pub(super) summarized: BTreeSet<TournamentId>,
    /// Records that ended before this are removed.
    pub(super) purge: Option<Timestamp>,
}

impl Subjects {
    /// Adds what writes are about.
    pub(super) fn add(&mut self, writes: &[Write]) {
        for write in writes {
            match write {
                Write::Create { tournament, .. }
                | Write::Append { tournament, .. }
                | Write::Seed { tournament, .. } => {
                    self.tournaments.insert(tournament.clone());
                }
                Write::Redact { tournament, lines } => {
                    self.tournaments.insert(tournament.clone());
                    let lines = lines.iter().map(|line| (tournament.clone(), line.position));
                    self.redacted.extend(lines);
                }
                Write::Summary(summary) => {
                    self.tournaments.insert(summary.tournament.clone());
                    self.summarized.insert(summary.tournament.clone());
                }
                Write::Put { record, .. } => {
                    self.tournaments.extend(record.tournament.clone());
                    self.records
                        .insert((record.kind.name(), record.key.clone()));
                }
                Write::Delete { kind, key } => {
                    self.records.insert((kind.name(), key.clone()));
                }
                Write::Purge { ended } => self.purge = self.purge.max(Some(*ended)),
            }
        }
    }
}

/// A tournament before or after a batch.
#[derive(Clone, Debug)]
pub(super) struct TournamentState {
    /// Its number in the tables; none while it is new.
    pub(super) number: Option<i64>,
    pub(super) position: u64,
    pub(super) hash: Hex32,
    /// Whether it is in the list of those without a summary.
    pub(super) behind: bool,
    /// The position and the text of its summary, if a commit replaces it.
    pub(super) summary: Option<(u64, String)>,
}

/// A record before or after a batch.
#[derive(Clone, Debug)]
pub(super) struct RecordState {
    pub(super) version: u64,
    /// The record, if a commit of the batch wrote it.
    pub(super) put: Option<Record>,
}

/// What the tables contain.
#[derive(Default)]
pub(super) struct Found {
    pub(super) tournaments: BTreeMap<TournamentId, TournamentState>,
    pub(super) records: BTreeMap<RecordKey, RecordState>,
    pub(super) lines: BTreeMap<(TournamentId, u64), Hex32>,
}

/// What one commit changes, until it is known that it fits.
#[derive(Default)]
struct Trial {
    tournaments: BTreeMap<TournamentId, TournamentState>,
    /// `None` is a record that is deleted.
    records: BTreeMap<RecordKey, Option<RecordState>>,
    effects: Effects,
}

/// What is written beside the new states of tournaments and records.
#[derive(Default)]
struct Effects {
    created: Vec<(TournamentId, Hex32)>,
    lines: Vec<(TournamentId, LineText)>,
    redacted: Vec<(TournamentId, LineText)>,
    seeds: BTreeMap<TournamentId, Hex32>,
    summaries: Vec<Summary>,
    /// Tournaments whose summary is removed, to be made again.
    unsummed: BTreeSet<TournamentId>,
    grown: Vec<Head>,
    erased: Vec<Head>,
    settings: BTreeSet<TournamentId>,
}

/// Everything that a batch writes.
pub(super) struct Batch {
    found: Found,
    after: Found,
    effects: Effects,
}

impl Batch {
    /// Begins with the state that was read.
    pub(super) fn new(found: Found) -> Batch {
        let after = Found {
            tournaments: found.tournaments.clone(),
            records: found.records.clone(),
            lines: BTreeMap::new(),
        };
        Batch {
            found,
            after,
            effects: Effects::default(),
        }
    }

    /// Judges a commit: applies its changes and returns the journals that grew, or the reason for refusing it.
    pub(super) fn judge(&mut self, writes: &[Write]) -> Result<Vec<Head>, LedgerError> {
        let mut trial = Trial::default();
        for write in writes {
            self.try_write(&mut trial, write, writes)?;
        }
        self.after.tournaments.extend(trial.tournaments);
        for (key, state) in trial.records {
            match state {
                Some(state) => self.after.records.insert(key, state),
                None => self.after.records.remove(&key),
            };
        }
        let grown = trial.effects.grown.clone();
        self.effects.merge(trial.effects);
        Ok(grown)
    }

    fn tournament(&self, trial: &Trial, id: &TournamentId) -> Result<TournamentState, LedgerError> {
        let found = trial
            .tournaments
            .get(id)
            .or_else(|| self.after.tournaments.get(id));
        found.cloned().ok_or_else(|| LedgerError::NoTournament {
            tournament: id.clone(),
        })
    }

    fn try_write(
        &self,
        trial: &mut Trial,
        write: &Write,
        all: &[Write],
    ) -> Result<(), LedgerError> {
        match write {
            Write::Create { tournament, lines } => {
                if self.tournament(trial, tournament).is_ok() {
                    return Err(LedgerError::Exists {
                        tournament: tournament.clone(),
                    });
                }
                let Some(first) = lines.first() else {
                    return Err(fork(tournament, 1));
                };
                trial.effects.created.push((tournament.clone(), first.hash));
                let begin = TournamentState {
                    number: None,
                    position: 0,
                    hash: GENESIS,
                    behind: false,
                    summary: None,
                };
                grow(trial, tournament, begin, lines, !sums_up(all, tournament))
            }
            Write::Append {
                tournament,
                expected,
                lines,
            } => {
                let state = self.tournament(trial, tournament)?;
                if state.position != *expected {
                    return Err(LedgerError::Conflict {
                        tournament: tournament.clone(),
                        position: state.position,
                    });
                }
                grow(trial, tournament, state, lines, !sums_up(all, tournament))
            }
            Write::Redact { tournament, lines } => {
                self.redact(trial, tournament, lines, !sums_up(all, tournament))
            }
            Write::Seed { tournament, master } => {
                self.tournament(trial, tournament)?;
                trial.effects.seeds.insert(tournament.clone(), *master);
                Ok(())
            }
            Write::Summary(summary) => self.summarize(trial, summary),
            Write::Put { record, expect } => self.put(trial, record, *expect),
            Write::Delete { kind, key } => {
                trial.records.insert((kind.name(), key.clone()), None);
                Ok(())
            }
            // Done before the state was read.
            Write::Purge { .. } => Ok(()),
        }
    }

    fn redact(
        &self,
        trial: &mut Trial,
        tournament: &TournamentId,
        lines: &[LineText],
        remove_summary: bool,
    ) -> Result<(), LedgerError> {
        let mut state = self.tournament(trial, tournament)?;
        for line in lines {
            let place = (tournament.clone(), line.position);
            let new = self.effects.lines.iter().chain(&trial.effects.lines);
            let mut new = new.filter(|(id, new)| id == tournament && new.hash == line.hash);
            if self.found.lines.get(&place) != Some(&line.hash) && new.next().is_none() {
                return Err(fork(tournament, line.position));
            }
            trial
                .effects
                .redacted
                .push((tournament.clone(), line.clone()));
        }
        if remove_summary {
            state.behind = true;
            state.summary = None;
            trial.effects.unsummed.insert(tournament.clone());
        }
        trial.effects.erased.push(Head {
            tournament: tournament.clone(),
            position: state.position,
        });
        trial.tournaments.insert(tournament.clone(), state);
        Ok(())
    }

    fn summarize(&self, trial: &mut Trial, summary: &Summary) -> Result<(), LedgerError> {
        let mut state = self.tournament(trial, &summary.tournament)?;
        if summary.position > state.position {
            return Err(LedgerError::Conflict {
                tournament: summary.tournament.clone(),
                position: state.position,
            });
        }
        let newer = |(position, _): &(u64, String)| *position > summary.position;
        if state.summary.as_ref().is_some_and(newer) {
            return Ok(());
        }
        state.summary = Some((summary.position, summary.text.clone()));
        state.behind = summary.position < state.position;
        trial.tournaments.insert(summary.tournament.clone(), state);
        trial.effects.unsummed.remove(&summary.tournament);
        trial.effects.summaries.push(summary.clone());
        Ok(())
    }

    fn put(&self, trial: &mut Trial, record: &Record, expect: Expect) -> Result<(), LedgerError> {
        if let Some(tournament) = &record.tournament {
            self.tournament(trial, tournament)?;
        }
        let key = (record.kind.name(), record.key.clone());
        let before = match trial.records.get(&key) {
            Some(state) => state.as_ref(),
            None => self.after.records.get(&key),
        };
        let before = before.map(|state| state.version);
        let fits = match expect {
            Expect::Anything => true,
            Expect::Nothing => before.is_none(),
            Expect::Version(version) => before == Some(version),
        };
        if !fits {
            return Err(LedgerError::Changed { kind: record.kind });
        }
        let state = RecordState {
            version: before.unwrap_or(0).saturating_add(1),
            put: Some(record.clone()),
        };
        trial.records.insert(key, Some(state));
        if record.kind == Kind::Settings {
            trial.effects.settings.extend(record.tournament.clone());
        }
        Ok(())
    }

    /// Returns whether there is nothing to write.
    pub(super) fn is_empty(&self) -> bool {
        let effects = &self.effects;
        effects.lines.is_empty()
            && effects.redacted.is_empty()
            && effects.seeds.is_empty()
            && effects.summaries.is_empty()
            && self.records().next().is_none()
            && self.deleted().next().is_none()
    }

    /// Returns new tournaments with the hash of their first line, and where each ends.
    pub(super) fn created(&self) -> impl Iterator<Item = (&TournamentId, Hex32, &TournamentState)> {
        let created = self.effects.created.iter();
        created.filter_map(|(id, origin)| Some((id, *origin, self.after.tournaments.get(id)?)))
    }

    /// Returns tournaments that were there and grew, and where each ends now.
    pub(super) fn grown(&self) -> impl Iterator<Item = (i64, &TournamentState)> {
        let found = &self.found.tournaments;
        let after = self.after.tournaments.iter();
        after.filter_map(|(id, state)| {
            let before = found.get(id)?;
            (before.position < state.position).then_some((before.number?, state))
        })
    }

    /// Returns tournaments that must be added to the list of those without a summary, or removed from it.
    pub(super) fn behind(&self, shall_be: bool) -> impl Iterator<Item = &TournamentId> {
        let found = &self.found.tournaments;
        let after = self.after.tournaments.iter();
        let changed = after.filter(move |(id, state)| {
            let before = found.get(id).is_some_and(|before| before.behind);
            state.behind == shall_be && before != shall_be
        });
        changed.map(|(id, _)| id)
    }

    /// Returns new lines of existing tournaments, with the numbers of those.
    pub(super) fn lines(&self) -> impl Iterator<Item = (i64, &LineText)> {
        let lines = self.effects.lines.iter();
        lines.filter_map(|(id, line)| Some((self.after.tournaments.get(id)?.number?, line)))
    }

    /// Returns lines of new tournaments.
    pub(super) fn first_lines(&self) -> impl Iterator<Item = &(TournamentId, LineText)> {
        let new = |id| {
            self.after
                .tournaments
                .get(id)
                .and_then(|t| t.number)
                .is_none()
        };
        self.effects.lines.iter().filter(move |(id, _)| new(id))
    }

    /// Returns lines with the personal data that remains beside them.
    pub(super) fn redacted(&self) -> &[(TournamentId, LineText)] {
        &self.effects.redacted
    }

    pub(super) fn seeds(&self) -> &BTreeMap<TournamentId, Hex32> {
        &self.effects.seeds
    }

    /// Returns tournaments whose summary is deleted.
    pub(super) fn unsummed(&self) -> &BTreeSet<TournamentId> {
        &self.effects.unsummed
    }

    /// Returns the last summary of each tournament that got one and kept it.
    pub(super) fn summaries(&self) -> impl Iterator<Item = &Summary> {
        let last: BTreeMap<&TournamentId, &Summary> = self
            .effects
            .summaries
            .iter()
            .map(|s| (&s.tournament, s))
            .collect();
        last.into_values()
            .filter(|summary| !self.effects.unsummed.contains(&summary.tournament))
    }

    /// Returns the words that a new summary no longer has, and those that it adds.
    pub(super) fn words<'a>(&'a self, summary: &'a Summary) -> (Vec<&'a str>, Vec<&'a str>) {
        let before = self.found.tournaments.get(&summary.tournament);
        let before = before.and_then(|state| state.summary.as_ref());
        let before = words(before.map_or("", |(_, text)| text));
        let after = words(&summary.text);
        (
            before.difference(&after).copied().collect(),
            after.difference(&before).copied().collect(),
        )
    }

    /// Returns records to write: the version before, if there was one, the new version, and the record.
    pub(super) fn records(&self) -> impl Iterator<Item = (Option<u64>, u64, &Record)> {
        self.after.records.iter().filter_map(|(key, state)| {
            let before = self.found.records.get(key).map(|before| before.version);
            Some((before, state.version, state.put.as_ref()?))
        })
    }

    /// Returns records to delete.
    pub(super) fn deleted(&self) -> impl Iterator<Item = &RecordKey> {
        let found = self.found.records.keys();
        found.filter(|key| !self.after.records.contains_key(*key))
    }

    /// Returns the news for followers, once for each journal.
    pub(super) fn news(&self) -> Vec<News> {
        let newest = |heads: &[Head]| -> BTreeMap<TournamentId, Head> {
            let heads = heads.iter().cloned();
            heads.map(|head| (head.tournament.clone(), head)).collect()
        };
        let grown = newest(&self.effects.grown).into_values().map(News::Grown);
        let erased = newest(&self.effects.erased)
            .into_values()
            .map(News::Redacted);
        let settings = self.effects.settings.iter().cloned().map(News::Settings);
        grown.chain(erased).chain(settings).collect()
    }
}

impl Effects {
    fn merge(&mut self, other: Effects) {
        for summary in &other.summaries {
            self.unsummed.remove(&summary.tournament);
        }
        self.created.extend(other.created);
        self.lines.extend(other.lines);
        self.redacted.extend(other.redacted);
        self.seeds.extend(other.seeds);
        self.summaries.extend(other.summaries);
        self.unsummed.extend(other.unsummed);
        self.grown.extend(other.grown);
        self.erased.extend(other.erased);
        self.settings.extend(other.settings);
    }
}

/// Adds lines that follow one from the other.
fn grow(
    trial: &mut Trial,
    tournament: &TournamentId,
    mut state: TournamentState,
    lines: &[LineText],
    without_summary: bool,
) -> Result<(), LedgerError> {
    for line in lines {
        let position = state.position.saturating_add(1);
        if line.position != position || line.prev()? != state.hash {
            return Err(fork(tournament, position));
        }
        state.position = position;
        state.hash = line.hash;
        trial.effects.lines.push((tournament.clone(), line.clone()));
    }
    state.behind |= without_summary;
    trial.effects.grown.push(Head {
        tournament: tournament.clone(),
        position: state.position,
    });
    trial.tournaments.insert(tournament.clone(), state);
    Ok(())
}

fn fork(tournament: &TournamentId, position: u64) -> LedgerError {
    LedgerError::Fork {
        tournament: tournament.clone(),
        position,
    }
}
