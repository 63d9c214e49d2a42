//! The server's ledger with the rehearsals' ledgers beside it: whatever belongs to a rehearsal is written to and read from its
//! own ledger, everything else goes to the server's.
//!
//! Lists, summaries and news come from the server's ledger only, so they contain no rehearsals. A commit that concerns both
//! becomes two commits; only rehearsals can be left half done.

use muster_ledger::{
    Answer, Head, Kind, Ledger, LedgerLayer, LineText, Record, TournamentId, Write,
};
use muster_tournament::ids::Hex32;
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

/// The ledgers of a server.
pub(crate) struct Apart {
    main: Arc<dyn Ledger>,
    rehearsals: RwLock<BTreeMap<TournamentId, Arc<dyn Ledger>>>,
}

impl Apart {
    pub(crate) fn new(main: Arc<dyn Ledger>) -> Apart {
        Apart {
            main,
            rehearsals: RwLock::default(),
        }
    }

    /// Adds the ledger of a rehearsal.
    pub(super) fn add(&self, id: TournamentId, ledger: Arc<dyn Ledger>) {
        let mut rehearsals = self
            .rehearsals
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        rehearsals.insert(id, ledger);
    }

    /// Removes the ledger of a rehearsal.
    pub(super) fn remove(&self, id: &TournamentId) -> Option<Arc<dyn Ledger>> {
        let mut rehearsals = self
            .rehearsals
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        rehearsals.remove(id)
    }

    fn all(&self) -> Vec<(TournamentId, Arc<dyn Ledger>)> {
        let rehearsals = self
            .rehearsals
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        let all = rehearsals.iter();
        all.map(|(id, ledger)| (id.clone(), Arc::clone(ledger)))
            .collect()
    }

    /// The ledger that a tournament is in.
    fn of(&self, id: &TournamentId) -> Arc<dyn Ledger> {
        let rehearsals = self
            .rehearsals
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        Arc::clone(rehearsals.get(id).unwrap_or(&self.main))
    }
}

/// The tournament that a write belongs to, if to one.
fn tournament(write: &Write) -> Option<&TournamentId> {
    match write {
        Write::Create { tournament, .. }
        | Write::Append { tournament, .. }
        | Write::Redact { tournament, .. }
        | Write::Seed { tournament, .. } => Some(tournament),
        Write::Summary(summary) => Some(&summary.tournament),
        Write::Put { record, .. } => record.tournament.as_ref(),
        Write::Delete { .. } | Write::Purge { .. } => None,
    }
}

impl LedgerLayer for Apart {
    fn below(&self) -> &dyn Ledger {
        self.main.as_ref()
    }

    fn commit(&self, writes: Vec<Write>) -> Answer<Vec<Head>> {
        let rehearsals = self.all();
        if rehearsals.is_empty() {
            return self.main.commit(writes);
        }
        let (mut main, mut apart) = (Vec::new(), vec![Vec::new(); rehearsals.len()]);
        for write in writes {
            match (&write, tournament(&write)) {
                // A key alone does not say which ledger has the record; deleting a missing one is harmless.
                (Write::Delete { .. } | Write::Purge { .. }, _) => {
                    for writes in &mut apart {
                        writes.push(write.clone());
                    }
                    main.push(write);
                }
                (_, Some(id)) => {
                    let place = rehearsals.iter().position(|(other, _)| other == id);
                    match place.and_then(|place| apart.get_mut(place)) {
                        Some(writes) => writes.push(write),
                        None => main.push(write),
                    }
                }
                (_, None) => main.push(write),
            }
        }
        // All commits are handed over before any is awaited, which keeps their order.
        let mut answers = Vec::new();
        for ((_, ledger), writes) in rehearsals.iter().zip(apart) {
            if !writes.is_empty() {
                answers.push(ledger.commit(writes));
            }
        }
        if !main.is_empty() {
            answers.push(self.main.commit(main));
        }
        Answer::new(async move {
            let mut heads = Vec::new();
            for answer in answers {
                heads.extend(answer.await?);
            }
            Ok(heads)
        })
    }

    fn read(&self, tournament: &TournamentId, after: u64) -> Answer<Vec<LineText>> {
        self.of(tournament).read(tournament, after)
    }

    fn seed(&self, tournament: &TournamentId) -> Answer<Option<Hex32>> {
        self.of(tournament).seed(tournament)
    }

    fn record(&self, kind: Kind, key: &str) -> Answer<Option<Record>> {
        let rehearsals = self.all();
        let first = self.main.record(kind, key);
        if rehearsals.is_empty() {
            return first;
        }
        let key = key.to_owned();
        Answer::new(async move {
            if let Some(record) = first.await? {
                return Ok(Some(record));
            }
            for (_, ledger) in rehearsals {
                if let Some(record) = ledger.record(kind, &key).await? {
                    return Ok(Some(record));
                }
            }
            Ok(None)
        })
    }

    fn records(&self, kind: Kind, tournament: Option<&TournamentId>) -> Answer<Vec<Record>> {
        match tournament {
            Some(id) => self.of(id).records(kind, tournament),
            None => self.main.records(kind, None),
        }
    }
}
