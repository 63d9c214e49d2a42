//! The one writer. It takes all commits that are waiting and makes them durable in one transaction: with many at once,
//! they wait for the disk together. Each is answered only after that, and one that is refused does not affect the others.

use super::journals::{self, End};
use super::{records, summaries};
use crate::error::LedgerError;
use crate::follow::{Bell, News};
use crate::id::TournamentId;
use crate::ledger::{self, Head, Write};
use crate::record::Kind;
use rusqlite::Connection;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// The most commits in one transaction, so that nobody waits long behind a crowd.
const CROWD: usize = 512;

/// How often to look whether another process wrote.
const LOOK_AROUND: Duration = Duration::from_millis(500);

/// A commit that waits.
pub(super) struct Job {
    pub(super) writes: Vec<Write>,
    pub(super) answer: oneshot::Sender<Result<Vec<Head>, LedgerError>>,
}

/// Why a write failed.
pub(super) enum Failure {
    /// The write does not fit what is there; others in the same transaction are not concerned.
    Refused(LedgerError),
    /// The database could not do it; the transaction is lost.
    Storage(LedgerError),
}

impl From<Failure> for LedgerError {
    fn from(failure: Failure) -> LedgerError {
        match failure {
            Failure::Refused(error) | Failure::Storage(error) => error,
        }
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Failure {
        Failure::Storage(error.into())
    }
}

/// What a commit did.
#[derive(Default)]
struct Done {
    grown: Vec<Head>,
    redacted: Vec<Head>,
    settings: Vec<TournamentId>,
}

/// Works until all senders are gone and everything sent is done.
pub(super) fn run(
    connection: &Connection,
    place: &Place,
    mut watch: Watch,
    jobs: &Receiver<Job>,
    bell: &Bell,
) {
    loop {
        match jobs.recv_timeout(LOOK_AROUND) {
            Ok(job) => {
                let mut crowd = vec![job];
                crowd.extend(jobs.try_iter().take(CROWD - 1));
                settle(connection, place, crowd, bell);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        if watch.others_wrote(connection) {
            bell.ring(News::Missed);
        }
    }
}

/// Commits jobs together. Where the database refuses them as a whole, one of them may be at fault: then each has its own
/// transaction. A lock that another process holds is nobody's fault here and would hold up each of them again.
fn settle(connection: &Connection, place: &Place, jobs: Vec<Job>, bell: &Bell) {
    match commit(connection, place, &jobs) {
        Ok(results) => {
            announce(connection, &results, bell);
            for (job, result) in jobs.into_iter().zip(results) {
                // An answer that nobody waits for can be dropped.
                let _ = job.answer.send(result.map(|done| done.grown));
            }
        }
        Err(error) if jobs.len() == 1 || error == LedgerError::Busy => {
            for job in jobs {
                let _ = job.answer.send(Err(error.clone()));
            }
        }
        Err(_) => {
            for job in jobs {
                settle(connection, place, vec![job], bell);
            }
        }
    }
}

/// Writes all jobs in one transaction; a refused one leaves no trace in it.
fn commit(
    connection: &Connection,
    place: &Place,
    jobs: &[Job],
) -> Result<Vec<Result<Done, LedgerError>>, LedgerError> {
    // For a savepoint the database copies every page that changes after it, so there are none until a job is refused.
    match transaction(connection, place, jobs, false)? {
        Some(results) => Ok(results),
        None => transaction(connection, place, jobs, true).map(Option::unwrap_or_default),
    }
}

/// Writes all jobs in one transaction. Without savepoints a refused job rolls everything back, and there are no results.
fn transaction(
    connection: &Connection,
    place: &Place,
    jobs: &[Job],
    savepoints: bool,
) -> Result<Option<Vec<Result<Done, LedgerError>>>, LedgerError> {
    let run = |sql: &str| connection.prepare_cached(sql)?.execute([]);
    let all = || {
        let mut results = Vec::with_capacity(jobs.len());
        let mut grown = Grown::new();
        for job in jobs {
            if savepoints {
                run("SAVEPOINT job")?;
            }
            let result = match write_all(connection, &job.writes, &mut grown) {
                Ok(done) => Ok(done),
                Err(Failure::Refused(_)) if !savepoints => {
                    run("ROLLBACK")?;
                    return Ok(None);
                }
                Err(Failure::Refused(error)) => {
                    run("ROLLBACK TO job")?;
                    grown.clear();
                    Err(error)
                }
                Err(Failure::Storage(error)) => return Err(error),
            };
            if savepoints {
                run("RELEASE job")?;
            }
            results.push(result);
        }
        run("COMMIT")?;
        place.check()?;
        Ok(Some(results))
    };
    place.check()?;
    run("BEGIN IMMEDIATE")?;
    all().inspect_err(|_| {
        // The database may already have rolled back on its own.
        if !connection.is_autocommit() {
            let _ = run("ROLLBACK");
        }
    })
}

/// Journals that grew in this transaction and are marked as not summed up: where each ends.
type Grown<'a> = HashMap<&'a TournamentId, End>;

fn write_all<'a>(
    connection: &Connection,
    writes: &'a [Write],
    grown: &mut Grown<'a>,
) -> Result<Done, Failure> {
    let mut done = Done::default();
    for write in writes {
        match write {
            Write::Create { tournament, lines } => {
                let end = journals::create(connection, tournament, lines)?;
                done.grown.push(head(tournament, end.position));
                if !ledger::sums_up(writes, tournament) {
                    summaries::mark(connection, end.number)?;
                }
            }
            Write::Append {
                tournament,
                expected,
                lines,
            } => {
                let known = grown.remove(tournament);
                let marked = known.is_some();
                let end = match known {
                    Some(end) => end,
                    None => journals::end(connection, tournament)?,
                };
                let end = journals::append(connection, tournament, end, *expected, lines)?;
                done.grown.push(head(tournament, end.position));
                if !ledger::sums_up(writes, tournament) {
                    if !marked {
                        summaries::mark(connection, end.number)?;
                    }
                    grown.insert(tournament, end);
                }
            }
            Write::Redact { tournament, lines } => {
                let end = journals::redact(connection, tournament, lines)?;
                done.redacted.push(head(tournament, end.position));
                if !ledger::sums_up(writes, tournament) {
                    summaries::remove(connection, end.number)?;
                }
            }
            Write::Seed { tournament, master } => {
                journals::put_seed(connection, tournament, *master)?;
            }
            Write::Summary(summary) => {
                grown.remove(&summary.tournament);
                summaries::put(connection, summary)?;
            }
            Write::Put { record, expect } => {
                records::put(connection, record, *expect)?;
                if record.kind == Kind::Settings {
                    done.settings.extend(record.tournament.clone());
                }
            }
            Write::Delete { kind, key } => records::delete(connection, *kind, key)?,
            Write::Purge { ended } => records::purge(connection, *ended)?,
        }
    }
    Ok(done)
}

fn head(tournament: &TournamentId, position: u64) -> Head {
    Head {
        tournament: tournament.clone(),
        position,
    }
}

/// Announces what is new, once for each journal.
fn announce(connection: &Connection, results: &[Result<Done, LedgerError>], bell: &Bell) {
    let mut grown: BTreeMap<&TournamentId, &Head> = BTreeMap::new();
    let mut redacted: BTreeMap<&TournamentId, &Head> = BTreeMap::new();
    let mut settings: BTreeSet<&TournamentId> = BTreeSet::new();
    for done in results.iter().flatten() {
        grown.extend(done.grown.iter().map(|head| (&head.tournament, head)));
        redacted.extend(done.redacted.iter().map(|head| (&head.tournament, head)));
        settings.extend(&done.settings);
    }
    if !redacted.is_empty() {
        // Erased data must not stay in the log of the database; a reader may delay this.
        let _ = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    }
    for head in grown.into_values() {
        bell.ring(News::Grown(head.clone()));
    }
    for head in redacted.into_values() {
        bell.ring(News::Redacted(head.clone()));
    }
    for tournament in settings {
        bell.ring(News::Settings(tournament.clone()));
    }
}

/// Where the file was when it was opened. A file that was removed since can still be written, but its data would be lost.
pub(super) struct Place {
    path: PathBuf,
    identity: Option<Identity>,
}

/// Device and number of a file, which stay the same when it is renamed.
type Identity = (u64, u64);

impl Place {
    pub(super) fn new(path: PathBuf) -> Place {
        Place {
            identity: identity(&path),
            path,
        }
    }

    /// Fails if another file, or none, is where ours was.
    fn check(&self) -> Result<(), LedgerError> {
        match identity(&self.path) {
            found if found.is_some() && found == self.identity => Ok(()),
            _ => Err(LedgerError::Gone {
                path: self.path.clone(),
            }),
        }
    }
}

fn identity(path: &Path) -> Option<Identity> {
    let data = std::fs::metadata(path).ok()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Some((data.dev(), data.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = data;
        Some((0, 0))
    }
}

/// Notices commits of other processes: the database counts them for each connection.
pub(super) struct Watch {
    seen: Option<i64>,
    last: Instant,
}

impl Watch {
    pub(super) fn new(connection: &Connection) -> Watch {
        Watch {
            seen: count(connection),
            last: Instant::now(),
        }
    }

    fn others_wrote(&mut self, connection: &Connection) -> bool {
        if self.last.elapsed() < LOOK_AROUND {
            return false;
        }
        self.last = Instant::now();
        let before = std::mem::replace(&mut self.seen, count(connection));
        before != self.seen
    }
}

fn count(connection: &Connection) -> Option<i64> {
    let mut statement = connection.prepare_cached("PRAGMA data_version").ok()?;
    statement.query_row([], |row| row.get(0)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::DataFolder;
    use crate::line::LineText;
    use crate::record::{Expect, Record};
    use crate::sqlite::{connection, migrations};
    use muster_tournament::journal::GENESIS;

    fn note(key: &str, size: usize) -> Write {
        Write::Put {
            record: Record {
                kind: Kind::Account,
                key: key.to_owned(),
                tournament: None,
                value: "x".repeat(size),
                expires: None,
                version: 0,
            },
            expect: Expect::Nothing,
        }
    }

    /// Settles commits together and returns their answers.
    fn settled(connection: &Connection, commits: Vec<Vec<Write>>) -> Vec<Result<(), LedgerError>> {
        let mut jobs = Vec::new();
        let mut answers = Vec::new();
        for writes in commits {
            let (answer, receiver) = oneshot::channel();
            jobs.push(Job { writes, answer });
            answers.push(receiver);
        }
        let path = connection.path().unwrap_or_default();
        settle(connection, &Place::new(path.into()), jobs, &Bell::new());
        let results = answers.into_iter().map(|mut answer| answer.try_recv());
        results
            .map(|settled| settled.unwrap().map(|_| ()))
            .collect()
    }

    fn keys(connection: &Connection) -> Vec<String> {
        let records = records::list(connection, Kind::Account, None).unwrap();
        records.into_iter().map(|record| record.key).collect()
    }

    fn fresh() -> (tempfile::TempDir, Connection) {
        let dir = tempfile::tempdir().unwrap();
        let folder = DataFolder::new(dir.path());
        migrations::bring_up_to_date(&folder, migrations::ALL).unwrap();
        let connection = connection::writer(&folder.database()).unwrap();
        (dir, connection)
    }

    #[test]
    fn commits_are_flushed_to_the_disk() {
        let (_dir, connection) = fresh();
        let number = |pragma| -> i64 {
            connection
                .pragma_query_value(None, pragma, |row| row.get(0))
                .unwrap()
        };
        assert_eq!(number("synchronous"), 2, "full");
        assert_eq!(number("foreign_keys"), 1);
        let mode: String = connection
            .pragma_query_value(None, "journal_mode", |row| row.get(0))
            .unwrap();
        assert_eq!(mode, "wal");
    }

    #[test]
    fn a_refused_commit_does_not_fail_its_neighbours() {
        let (_dir, connection) = fresh();
        let results = settled(
            &connection,
            vec![
                vec![note("a", 1)],
                vec![note("b", 1), note("a", 1)],
                vec![note("c", 1)],
            ],
        );
        let changed = LedgerError::Changed {
            kind: Kind::Account,
        };
        assert_eq!(results, [Ok(()), Err(changed), Ok(())]);
        assert_eq!(keys(&connection), ["a", "c"]);
    }

    /// The line after another; what it says beside its place in the chain does not matter here.
    fn after(before: Option<&LineText>) -> LineText {
        let position = before.map_or(1, |line| line.position + 1);
        let prev = before.map_or(GENESIS, |line| line.hash);
        let text = format!("{{\"core\":{{\"n\":{position},\"prev\":\"{prev}\"}}}}");
        LineText::parse(&text).unwrap()
    }

    #[test]
    fn lines_follow_each_other_past_commits_that_are_refused() {
        let (_dir, connection) = fresh();
        let spring = TournamentId::new("spring").unwrap();
        let one = after(None);
        let two = after(Some(&one));
        let three = after(Some(&two));
        let add = |expected, line: &LineText| Write::Append {
            tournament: spring.clone(),
            expected,
            lines: vec![line.clone()],
        };
        let create = Write::Create {
            tournament: spring.clone(),
            lines: vec![one],
        };
        let results = settled(
            &connection,
            vec![
                vec![create, note("a", 1)],
                vec![add(1, &two), note("a", 1)],
                vec![add(1, &two)],
                vec![add(1, &two)],
                vec![add(2, &three)],
            ],
        );
        let changed = Err(LedgerError::Changed {
            kind: Kind::Account,
        });
        let conflict = Err(LedgerError::Conflict {
            tournament: spring.clone(),
            position: 2,
        });
        assert_eq!(results, [Ok(()), changed, Ok(()), conflict, Ok(())]);
        let lines = journals::read(&connection, &spring, 1).unwrap();
        assert_eq!(lines, [two, three]);
        let waiting = summaries::unsummarized(&connection, 10).unwrap();
        assert_eq!(waiting, [spring]);
    }

    #[test]
    fn data_that_cannot_be_written_is_reported() {
        let (_dir, connection) = fresh();
        connection.pragma_update(None, "query_only", true).unwrap();
        let results = settled(&connection, vec![vec![note("a", 1)], vec![note("b", 1)]]);
        assert_eq!(results, vec![Err(LedgerError::ReadOnly); 2]);
        assert!(LedgerError::ReadOnly.to_string().contains("read-only"));
    }

    #[test]
    fn data_that_was_removed_is_reported_and_nothing_is_acknowledged() {
        let (dir, connection) = fresh();
        let place = Place::new(dir.path().join("muster.db"));
        std::fs::rename(dir.path().join("muster.db"), dir.path().join("away.db")).unwrap();
        let settled = |place: &Place| {
            let (answer, mut receiver) = oneshot::channel();
            let writes = vec![note("a", 1)];
            settle(
                &connection,
                place,
                vec![Job { writes, answer }],
                &Bell::new(),
            );
            receiver.try_recv().unwrap().map(|_| ())
        };
        assert!(matches!(settled(&place), Err(LedgerError::Gone { .. })));
        std::fs::write(dir.path().join("muster.db"), "another file").unwrap();
        assert!(matches!(settled(&place), Err(LedgerError::Gone { .. })));
        assert_eq!(keys(&connection), Vec::<String>::new());
        std::fs::rename(dir.path().join("away.db"), dir.path().join("muster.db")).unwrap();
        assert_eq!(settled(&place), Ok(()));
    }

    #[test]
    fn a_full_disk_is_reported_and_changes_nothing_but_what_fits() {
        let (_dir, connection) = fresh();
        let pages: i64 = connection
            .pragma_query_value(None, "page_count", |row| row.get(0))
            .unwrap();
        connection
            .pragma_update(None, "max_page_count", pages + 4)
            .unwrap();
        let results = settled(
            &connection,
            vec![
                vec![note("a", 100)],
                vec![note("b", 100), note("huge", 100_000)],
                vec![note("c", 100)],
            ],
        );
        assert_eq!(results, [Ok(()), Err(LedgerError::Full), Ok(())]);
        assert_eq!(keys(&connection), ["a", "c"]);
        let sentence = LedgerError::Full.to_string();
        assert!(sentence.starts_with("the disk is full"), "{sentence}");

        connection
            .pragma_update(None, "max_page_count", 1_000_000)
            .unwrap();
        assert_eq!(
            settled(&connection, vec![vec![note("huge", 100_000)]]),
            [Ok(())]
        );
    }
}
