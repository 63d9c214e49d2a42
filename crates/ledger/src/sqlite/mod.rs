//! The store in one SQLite file with a write-ahead log: one thread writes, a few read. Only this folder knows SQL.
//!
//! Relies on the disk to flush when asked. Promises that an answered commit is flushed, that readers never wait for the
//! writer, and that closing finishes all pending requests.

pub mod backup;
pub mod check;
pub(crate) mod connection;
pub(crate) mod copy;
pub(crate) mod journals;
pub(crate) mod migrations;
mod readers;
mod records;
mod summaries;
mod writer;

use crate::answer::Answer;
use crate::error::LedgerError;
use crate::folder::{DataFolder, Hold};
use crate::follow::{Bell, Follow};
use crate::id::TournamentId;
use crate::ledger::{Head, Ledger, Listed, Write};
use crate::line::LineText;
use crate::record::{Kind, Record};
use crate::summary::{Summary, SummaryQuery};
use muster_tournament::ids::Hex32;
use readers::Readers;
use rusqlite::Connection;
use std::path::PathBuf;
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};
use tokio::sync::oneshot;
use writer::{Job, Place, Watch};

/// A ledger in the SQLite file of a data folder. Dropping it finishes pending requests and closes the file.
pub struct SqliteLedger {
    folder: DataFolder,
    bell: Bell,
    readers: Readers,
    writer: Writer,
    /// Last, so that the folder is held until the file is closed.
    _hold: Hold,
}

struct Writer {
    /// Dropped to stop the thread.
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl SqliteLedger {
    /// Opens the data of a folder; creates it or brings it up to date if necessary.
    pub fn open(folder: &DataFolder) -> Result<SqliteLedger, LedgerError> {
        folder.make()?;
        let hold = folder.share(
            || {
                Ok(!backup::restore_broke_off(folder)
                    && migrations::up_to_date(folder, migrations::ALL)?)
            },
            || {
                backup::finish_restore(folder)?;
                migrations::bring_up_to_date(folder, migrations::ALL)
            },
        )?;
        let path = folder.database();
        let bell = Bell::new();
        let writer = Writer::start(connection::writer(&path)?, path.clone(), bell.clone())?;
        Ok(SqliteLedger {
            folder: folder.clone(),
            readers: Readers::start(&path)?,
            bell,
            writer,
            _hold: hold,
        })
    }

    /// Returns the folder the data is in.
    #[must_use]
    pub fn folder(&self) -> &DataFolder {
        &self.folder
    }
}

impl Writer {
    fn start(connection: Connection, path: PathBuf, bell: Bell) -> Result<Writer, LedgerError> {
        let (sender, receiver) = mpsc::channel();
        let place = Place::new(path);
        // From here on, not from whenever the thread gets to run: what others write meanwhile is news.
        let watch = Watch::new(&connection);
        let thread = thread::Builder::new()
            .name("ledger writer".to_owned())
            .spawn(move || writer::run(&connection, &place, watch, &receiver, &bell))
            .map_err(|error| LedgerError::Database(error.to_string()))?;
        Ok(Writer {
            jobs: Some(sender),
            thread: Some(thread),
        })
    }

    fn commit(&self, writes: Vec<Write>) -> Answer<Vec<Head>> {
        let (answer, receiver) = oneshot::channel();
        if let Some(jobs) = &self.jobs {
            // A thread that is gone closes the channel, which the answer then says.
            let _ = jobs.send(Job { writes, answer });
        }
        Answer::awaited(receiver)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Ledger for SqliteLedger {
    fn commit(&self, writes: Vec<Write>) -> Answer<Vec<Head>> {
        self.writer.commit(writes)
    }

    fn tournaments(&self) -> Answer<Vec<Listed>> {
        self.readers.ask(journals::list)
    }

    fn read(&self, tournament: &TournamentId, after: u64) -> Answer<Vec<LineText>> {
        let tournament = tournament.clone();
        self.readers
            .ask(move |connection| journals::read(connection, &tournament, after))
    }

    fn find(&self, origin: Hex32) -> Answer<Option<Head>> {
        self.readers
            .ask(move |connection| journals::find(connection, origin))
    }

    fn seed(&self, tournament: &TournamentId) -> Answer<Option<Hex32>> {
        let tournament = tournament.clone();
        self.readers
            .ask(move |connection| journals::seed(connection, &tournament))
    }

    fn record(&self, kind: Kind, key: &str) -> Answer<Option<Record>> {
        let key = key.to_owned();
        self.readers
            .ask(move |connection| records::get(connection, kind, &key))
    }

    fn records(&self, kind: Kind, tournament: Option<&TournamentId>) -> Answer<Vec<Record>> {
        let tournament = tournament.cloned();
        self.readers
            .ask(move |connection| records::list(connection, kind, tournament.as_ref()))
    }

    fn all_records(&self, kind: Kind) -> Answer<Vec<Record>> {
        self.readers
            .ask(move |connection| records::all(connection, kind))
    }

    fn summaries(&self, query: SummaryQuery) -> Answer<Vec<Summary>> {
        self.readers
            .ask(move |connection| summaries::query(connection, &query))
    }

    fn unsummarized(&self, limit: u32) -> Answer<Vec<TournamentId>> {
        self.readers
            .ask(move |connection| summaries::unsummarized(connection, limit))
    }

    fn follow(&self) -> Follow {
        self.bell.follow()
    }
}
