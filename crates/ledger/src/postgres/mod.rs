//! The store in PostgreSQL, for several servers at once. None of them leads: the database alone decides which of two commits
//! at one position succeeds, and each server follows what the others write.
//!
//! Relies on PostgreSQL 15 or newer and on nothing that must be installed in it. Promises that an answered commit is as
//! durable as the database's operator set it up, and that closing finishes everything handed over before.

mod address;
mod batch;
mod connection;
pub(crate) mod copy;
mod follow;
mod migrations;
mod reads;
mod statements;
mod writer;

pub use address::Address;

use crate::answer::Answer;
use crate::error::LedgerError;
use crate::follow::{Bell, Follow};
use crate::id::TournamentId;
use crate::ledger::{Head, Ledger, Listed, Write};
use crate::line::LineText;
use crate::record::{Kind, Record};
use crate::summary::{Summary, SummaryQuery};
use connection::Connections;
use follow::Following;
use muster_tournament::ids::Hex32;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use tokio::runtime::{Builder, Handle};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::sync::{Notify, oneshot};
use writer::{Job, Writing};

/// How many threads talk to the database. They wait most of the time.
const THREADS: usize = 2;

/// A ledger in a PostgreSQL database. Dropping it finishes pending requests and closes the connections.
pub struct PostgresLedger {
    writing: Arc<Writing>,
    /// Dropped to stop the thread.
    jobs: Option<UnboundedSender<Job>>,
    runtime: Handle,
    thread: Option<JoinHandle<()>>,
}

impl PostgresLedger {
    /// Connects to a database and creates its tables or brings them up to date if necessary. Blocks until that is done.
    pub fn open(address: &Address) -> Result<PostgresLedger, LedgerError> {
        let failed = |error: std::io::Error| LedgerError::Database(error.to_string());
        // A runtime of its own, so that programs without one can use a ledger as well.
        let runtime = Builder::new_multi_thread()
            .worker_threads(THREADS)
            .thread_name("ledger")
            .enable_all()
            .build()
            .map_err(failed)?;
        let (jobs, waiting) = mpsc::unbounded_channel();
        let (opened, opening) = std::sync::mpsc::channel();
        let handle = runtime.handle().clone();
        let address = address.clone();
        let thread = thread::Builder::new()
            .name("ledger".to_owned())
            .spawn(move || {
                runtime.block_on(async move {
                    match start(&address).await {
                        Ok((writing, following)) => {
                            let _ = opened.send(Ok(Arc::clone(&writing)));
                            serve(writing, following, waiting).await;
                        }
                        Err(error) => {
                            let _ = opened.send(Err(error));
                        }
                    }
                });
            })
            .map_err(failed)?;
        Ok(PostgresLedger {
            writing: opening.recv().unwrap_or(Err(LedgerError::Stopped))?,
            jobs: Some(jobs),
            runtime: handle,
            thread: Some(thread),
        })
    }

    /// Runs a query on the runtime of the ledger.
    fn ask<T: Send + 'static>(
        &self,
        question: impl Future<Output = Result<T, LedgerError>> + Send + 'static,
    ) -> Answer<T> {
        let (sender, receiver) = oneshot::channel();
        self.runtime.spawn(async move {
            let _ = sender.send(question.await);
        });
        Answer::awaited(receiver)
    }

    fn connections(&self) -> Connections {
        self.writing.connections.clone()
    }
}

async fn start(address: &Address) -> Result<(Arc<Writing>, Following), LedgerError> {
    let connections = Connections::new(address)?;
    migrations::bring_up_to_date(&connections, address, migrations::ALL).await?;
    let following = Following::connect(&connections).await?;
    let random = getrandom::u64().map_err(|error| LedgerError::Database(error.to_string()))?;
    let writing = Writing {
        connections,
        bell: Bell::new(),
        wake: Notify::new(),
        writer: i64::from_ne_bytes(random.to_ne_bytes()),
    };
    Ok((Arc::new(writing), following))
}

/// Works until the ledger is dropped and every request is done.
async fn serve(writing: Arc<Writing>, following: Following, jobs: UnboundedReceiver<Job>) {
    let follower = tokio::spawn({
        let writing = Arc::clone(&writing);
        async move { follow::run(&writing, following).await }
    });
    writer::run(Arc::clone(&writing), jobs).await;
    follower.abort();
    writing.connections.close();
}

impl Drop for PostgresLedger {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Ledger for PostgresLedger {
    fn commit(&self, writes: Vec<Write>) -> Answer<Vec<Head>> {
        let (answer, receiver) = oneshot::channel();
        if let Some(jobs) = &self.jobs {
            // A thread that is gone closes the channel, which the answer then says.
            let _ = jobs.send(Job { writes, answer });
        }
        Answer::awaited(receiver)
    }

    fn tournaments(&self) -> Answer<Vec<Listed>> {
        let connections = self.connections();
        self.ask(async move { reads::tournaments(&connections).await })
    }

    fn find(&self, origin: Hex32) -> Answer<Option<Head>> {
        let connections = self.connections();
        self.ask(async move { reads::find(&connections, origin).await })
    }

    fn read(&self, tournament: &TournamentId, after: u64) -> Answer<Vec<LineText>> {
        let (connections, tournament) = (self.connections(), tournament.clone());
        self.ask(async move { reads::read(&connections, &tournament, after).await })
    }

    fn seed(&self, tournament: &TournamentId) -> Answer<Option<Hex32>> {
        let (connections, tournament) = (self.connections(), tournament.clone());
        self.ask(async move { reads::seed(&connections, &tournament).await })
    }

    fn record(&self, kind: Kind, key: &str) -> Answer<Option<Record>> {
        let (connections, key) = (self.connections(), key.to_owned());
        self.ask(async move { reads::record(&connections, kind, &key).await })
    }

    fn records(&self, kind: Kind, tournament: Option<&TournamentId>) -> Answer<Vec<Record>> {
        let (connections, tournament) = (self.connections(), tournament.cloned());
        self.ask(async move { reads::records(&connections, kind, tournament.as_ref()).await })
    }

    fn all_records(&self, kind: Kind) -> Answer<Vec<Record>> {
        let connections = self.connections();
        self.ask(async move { reads::all_records(&connections, kind).await })
    }

    fn summaries(&self, query: SummaryQuery) -> Answer<Vec<Summary>> {
        let connections = self.connections();
        self.ask(async move { reads::summaries(&connections, &query).await })
    }

    fn unsummarized(&self, limit: u32) -> Answer<Vec<TournamentId>> {
        let connections = self.connections();
        self.ask(async move { reads::unsummarized(&connections, limit).await })
    }

    fn follow(&self) -> Follow {
        self.writing.bell.follow()
    }
}
