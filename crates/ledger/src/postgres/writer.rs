//! The writer. It takes all commits that are waiting and makes them durable in one transaction, as the one of the SQLite
//! store does; a second transaction may be under way meanwhile, with commits about other tournaments and records.
//!
//! A transaction is two trips to the database: lock and read what the commits are about, then write and commit. A commit
//! whose connection breaks is looked up by the number of its transaction before it is answered or tried again.

use super::batch::{Batch, Found, RecordState, Subjects, TournamentState};
use super::connection::{Connections, Failed, failed};
use super::reads::{count, hash};
use super::statements::Statements;
use crate::error::LedgerError;
use crate::follow::{Bell, News};
use crate::id::TournamentId;
use crate::ledger::{Head, Write};
use deadpool_postgres::Object;
use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::{Notify, oneshot};
use tokio::task::JoinSet;
use tokio::time::Instant;

/// The most commits in one transaction, so that nobody waits long behind a crowd.
const CROWD: usize = 512;
/// The longest a commit waits for others to share its transaction.
const GATHER: Duration = Duration::from_millis(5);
/// How many transactions are under way at once.
const LANES: usize = 2;
/// How long to try again when others are in the way or the connection is broken, and nothing was written.
const PATIENCE: Duration = Duration::from_secs(8);
/// How long to look for the outcome of a commit whose connection broke.
const LOOKING: Duration = Duration::from_secs(60);
/// The longest a transaction may take before its connection is given up.
const LONGEST: Duration = Duration::from_secs(45);

/// A commit that waits.
pub(super) struct Job {
    pub(super) writes: Vec<Write>,
    pub(super) answer: oneshot::Sender<Result<Vec<Head>, LedgerError>>,
}

/// What writers share.
pub(super) struct Writing {
    pub(super) connections: Connections,
    pub(super) bell: Bell,
    /// Makes the following connection wake other servers.
    pub(super) wake: Notify,
    /// Identifies this process, to distinguish its own changes from those of others.
    pub(super) writer: i64,
}

/// Commits that wait, in their order. Those that share a tournament or a record are done in one transaction or one after the
/// other.
#[derive(Default)]
struct Queue {
    /// Need not wait for others.
    ready: Vec<Waiting>,
    /// Share something with what is under way, or with one that waits longer.
    held: Vec<Waiting>,
    /// How many are under way.
    under_way: usize,
    /// What those under way are about.
    busy: HashSet<u64>,
    /// What held commits are about.
    holding: HashSet<u64>,
    hasher: RandomState,
}

/// A commit that waits, and the hashes of what it is about: two that are equal by chance only make it wait longer.
struct Waiting {
    job: Job,
    keys: Vec<u64>,
}

impl Queue {
    fn add(&mut self, job: Job) {
        let mut subjects = Subjects::default();
        subjects.add(&job.writes);
        let tournaments = subjects.tournaments.iter();
        let tournaments = tournaments.map(|id| self.hasher.hash_one(id));
        let records = subjects.records.iter();
        let records = records.map(|record| self.hasher.hash_one(record));
        let keys = tournaments.chain(records).collect();
        self.place(Waiting { job, keys });
    }

    fn place(&mut self, waiting: Waiting) {
        let free = |key| !self.busy.contains(key) && !self.holding.contains(key);
        if waiting.keys.iter().all(free) {
            self.ready.push(waiting);
        } else {
            self.holding.extend(&waiting.keys);
            self.held.push(waiting);
        }
    }

    /// Takes commits that need not wait, with what they are about.
    fn take(&mut self) -> (Vec<Job>, Vec<u64>) {
        let later = self.ready.split_off(self.ready.len().min(CROWD));
        let now = std::mem::replace(&mut self.ready, later);
        let (jobs, keys): (Vec<Job>, Vec<_>) = now.into_iter().map(|w| (w.job, w.keys)).unzip();
        let keys = keys.concat();
        self.under_way += jobs.len();
        self.busy.extend(&keys);
        if !self.ready.is_empty() {
            self.sort();
        }
        (jobs, keys)
    }

    fn inside(&self) -> usize {
        self.ready.len() + self.held.len() + self.under_way
    }

    /// Releases the tournaments and records of a transaction.
    fn done(&mut self, keys: &[u64], count: usize) {
        self.under_way = self.under_way.saturating_sub(count);
        for key in keys {
            self.busy.remove(key);
        }
        self.sort();
    }

    /// Looks again at who must wait.
    fn sort(&mut self) {
        self.holding.clear();
        let mut all = std::mem::take(&mut self.ready);
        all.append(&mut self.held);
        all.into_iter().for_each(|waiting| self.place(waiting));
    }
}

/// When to begin a transaction. Clients that were answered together usually send their next commits together: the first one
/// waits a moment for the others; otherwise it would get its own transaction and all others would wait for that one too.
#[derive(Default)]
struct Pace {
    /// How many were inside at once lately, waiting or under way.
    most: usize,
    /// Until when to wait for those who were answered last.
    until: Option<Instant>,
}

impl Pace {
    fn answered(&mut self, took: Duration) {
        self.until = Some(Instant::now() + (took / 4).min(GATHER));
    }

    /// Returns whether to begin now, with this many inside.
    fn begins(&mut self, inside: usize) -> bool {
        self.most = self.most.max(inside);
        if self.until.is_none_or(|until| Instant::now() >= until) {
            self.until = None;
            self.most = inside;
        }
        inside.saturating_mul(4) >= self.most.saturating_mul(3)
    }
}

/// Works until all senders are gone and everything sent is done.
pub(super) async fn run(writing: Arc<Writing>, mut jobs: UnboundedReceiver<Job>) {
    let mut queue = Queue::default();
    let mut pace = Pace::default();
    let mut lanes: JoinSet<(Vec<u64>, usize, Duration)> = JoinSet::new();
    let mut open = true;
    while open || !lanes.is_empty() || !queue.ready.is_empty() {
        let can_begin = lanes.len() < LANES && !queue.ready.is_empty();
        if can_begin && pace.begins(queue.inside()) {
            let (crowd, taken) = queue.take();
            let count = crowd.len();
            let writing = Arc::clone(&writing);
            lanes.spawn(async move {
                let begun = Instant::now();
                settle(&writing, crowd).await;
                (taken, count, begun.elapsed())
            });
        }
        let gathering = pace.until.filter(|_| can_begin);
        tokio::select! {
            job = jobs.recv(), if open => match job {
                Some(job) => {
                    queue.add(job);
                            while let Ok(job) = jobs.try_recv() {
                        queue.add(job);
                                }
                }
                None => open = false,
            },
            Some(done) = lanes.join_next() => match done {
                Ok((taken, count, took)) => {
                    pace.answered(took);
                    queue.done(&taken, count);
                }
                // A panic has answered its commits by dropping them; their keys are no longer known.
                Err(_) => {
                    queue.busy.clear();
                    queue.under_way = 0;
                    queue.sort();
                }
            },
            () = tokio::time::sleep_until(gathering.unwrap_or_else(Instant::now)), if gathering.is_some() => {}
            else => {}
        }
    }
}

/// Why a transaction failed. Nothing was written.
enum Trouble {
    /// It may succeed in a moment.
    Again(LedgerError),
    /// One of the commits is at fault.
    Fault(LedgerError),
    /// It is not known whether it was written.
    Unknown,
}

impl From<tokio_postgres::Error> for Trouble {
    fn from(error: tokio_postgres::Error) -> Trouble {
        match failed(&error) {
            Failed::Connection | Failed::Contention => Trouble::Again(error.into()),
            Failed::Statement => Trouble::Fault(error.into()),
        }
    }
}

/// Commits jobs together. Where the database refuses them as a whole, one of them is at fault: then each has its own
/// transaction.
async fn settle(writing: &Writing, jobs: Vec<Job>) {
    match commit(writing, &jobs).await {
        Ok((results, news)) => {
            if !news.is_empty() {
                writing.wake.notify_one();
            }
            for news in news {
                writing.bell.ring(news);
            }
            for (job, result) in jobs.into_iter().zip(results) {
                // An answer that nobody waits for can be dropped.
                let _ = job.answer.send(result);
            }
        }
        Err(Trouble::Fault(_)) if jobs.len() > 1 => {
            for job in jobs {
                Box::pin(settle(writing, vec![job])).await;
            }
        }
        Err(trouble) => {
            let error = match trouble {
                Trouble::Again(error) | Trouble::Fault(error) => error,
                Trouble::Unknown => LedgerError::Uncertain,
            };
            for job in jobs {
                let _ = job.answer.send(Err(error.clone()));
            }
        }
    }
}

type Results = Vec<Result<Vec<Head>, LedgerError>>;

/// Commits jobs together. Tries again while it is certain that nothing was written and it may still succeed.
async fn commit(writing: &Writing, jobs: &[Job]) -> Result<(Results, Vec<News>), Trouble> {
    let begun = Instant::now();
    let mut pause = Duration::from_millis(5);
    loop {
        match transaction(writing, jobs).await {
            Err(Trouble::Again(_)) if begun.elapsed() < PATIENCE => {
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(Duration::from_millis(500));
            }
            done => return done,
        }
    }
}

/// One transaction. Its connection goes back to the pool only if it is as it was.
async fn transaction(writing: &Writing, jobs: &[Job]) -> Result<(Results, Vec<News>), Trouble> {
    let client = writing.connections.get().await.map_err(Trouble::Again)?;
    let begun = tokio::time::timeout(LONGEST, begin(&client, jobs)).await;
    let (xid, found) = match begun {
        Ok(Ok(begun)) => begun,
        Ok(Err(trouble)) => {
            give_up(client);
            return Err(trouble);
        }
        Err(_) => {
            give_up(client);
            return Err(Trouble::Again(LedgerError::Busy));
        }
    };
    let mut batch = Batch::new(found);
    let results: Results = jobs.iter().map(|job| batch.judge(&job.writes)).collect();
    let purges = |job: &Job| {
        job.writes
            .iter()
            .any(|write| matches!(write, Write::Purge { .. }))
    };
    if batch.is_empty() && !jobs.iter().any(purges) {
        if client.batch_execute("ROLLBACK").await.is_err() {
            give_up(client);
        }
        return Ok((results, Vec::new()));
    }
    let news = batch.news();
    let statements = Statements::new(&client);
    let written = statements.write(&batch, &xid, writing.writer, &news);
    let written = tokio::time::timeout(LONGEST, written).await;
    let error = match written {
        Ok(Ok(())) => return Ok((results, news)),
        Ok(Err(error)) => Some(error),
        Err(_) => None,
    };
    give_up(client);
    match error {
        // An error before the commit leaves nothing behind; the commit that follows it rolls back.
        Some(error) if failed(&error) != Failed::Connection => Err(error.into()),
        _ => match outcome(writing, &xid).await {
            Some(true) => Ok((results, news)),
            Some(false) => Err(Trouble::Again(LedgerError::Unavailable {
                problem: "the connection was lost".to_owned(),
            })),
            None => Err(Trouble::Unknown),
        },
    }
}

/// Closes a connection whose state is not known.
fn give_up(client: Object) {
    drop(Object::take(client));
}

/// Looks up whether a transaction was committed, once the database answers again; `None` if it doesn't.
async fn outcome(writing: &Writing, xid: &str) -> Option<bool> {
    let begun = Instant::now();
    while begun.elapsed() < LOOKING {
        let status = "SELECT pg_xact_status($1::text::xid8)";
        let noted = "SELECT 1 FROM changes WHERE xid = $1::text::xid8 AND writer = $2";
        let said = writing.connections.query(status, &[&xid]).await;
        let said = said.map(|rows| rows.first().and_then(|row| row.get::<_, Option<String>>(0)));
        match said.as_ref().map(Option::as_deref) {
            // A number that the database has not given out yet: it crashed and lost a transaction that had written nothing.
            Ok(Some("aborted")) | Err(LedgerError::Database(_)) => return Some(false),
            // After a crash, or a failover to a replica that had not heard of it, the number may be that of another.
            Ok(Some("committed")) => {
                let rows = writing
                    .connections
                    .query(noted, &[&xid, &writing.writer])
                    .await;
                if let Ok(rows) = rows {
                    return Some(!rows.is_empty());
                }
            }
            // Still under way, or the database doesn't answer.
            _ => {}
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    None
}

/// Begins a transaction: locks and reads what commits are about. Returns the number of the transaction too.
async fn begin(client: &Object, jobs: &[Job]) -> Result<(String, Found), Trouble> {
    let mut subjects = Subjects::default();
    for job in jobs {
        subjects.add(&job.writes);
    }
    let rows = Statements::new(client).begin(&subjects).await?;
    let mut found = Found::default();
    let trouble = |error: LedgerError| Trouble::Fault(error);
    for row in &rows.tournaments {
        let id = TournamentId::new(row.get::<_, String>(0)).map_err(trouble)?;
        let summary = row
            .get::<_, Option<i64>>(4)
            .zip(row.get::<_, Option<String>>(5));
        let state = TournamentState {
            number: row.get(6),
            position: count(row, 1),
            hash: hash(row, 2).map_err(trouble)?,
            behind: row.get(3),
            summary: summary.map(|(at, text)| (u64::try_from(at).unwrap_or(0), text)),
        };
        found.tournaments.insert(id, state);
    }
    for row in &rows.records {
        let key: (&str, &str) = (row.get(0), row.get(1));
        // The keys that were asked for have their kind as a constant.
        let key = subjects
            .records
            .iter()
            .find(|known| (known.0, known.1.as_str()) == key);
        if let Some(key) = key {
            let state = RecordState {
                version: count(row, 2),
                put: None,
            };
            found.records.insert(key.clone(), state);
        }
    }
    for row in &rows.lines {
        let id = TournamentId::new(row.get::<_, String>(0)).map_err(trouble)?;
        found
            .lines
            .insert((id, count(row, 1)), hash(row, 2).map_err(trouble)?);
    }
    Ok((rows.xid, found))
}
