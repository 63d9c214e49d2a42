//! The leader's side: a ledger that tells its followers what it commits, in the order of the commits, once it is durable.

use super::{Change, Held, digest, texts};
use muster_ledger::people::{Kept, Lead, Part};
use muster_ledger::{
    Answer, Follow, Head, Kind, Ledger, LedgerError, LineText, Listed, Record, Summary,
    SummaryQuery, TournamentId, Write,
};
use muster_tournament::ids::Hex32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockWriteGuard};
use tokio::sync::{broadcast, mpsc, oneshot};

/// How many commits wait for a slow follower before it has to ask for everything again.
const WAITING: usize = 4096;

/// Lines that are sent at once.
const CHUNK: usize = 500;

/// A ledger with followers.
pub struct Feed {
    inner: Arc<dyn Ledger>,
    /// Whoever commits holds it while the commit is handed over, so that followers hear commits in their order.
    lane: Mutex<Lane>,
    /// What this machine is instead of the leader, and the leader's address.
    led_by: RwLock<Option<(Part, String)>>,
}

/// Where commits pass that somebody follows.
struct Lane {
    followers: broadcast::Sender<Arc<Vec<Change>>>,
    queue: Option<mpsc::UnboundedSender<Handed>>,
}

/// A commit that was handed over.
struct Handed {
    changes: Vec<Change>,
    answer: Answer<Vec<Head>>,
    told: oneshot::Sender<Result<Vec<Head>, LedgerError>>,
}

/// What a follower hears: commits from the moment it asked.
pub type Commits = broadcast::Receiver<Arc<Vec<Change>>>;

impl Feed {
    /// Makes a ledger that can be followed of one that cannot.
    #[must_use]
    pub fn over(inner: Arc<dyn Ledger>) -> Feed {
        Feed {
            inner,
            lane: Mutex::new(Lane {
                followers: broadcast::channel(WAITING).0,
                queue: None,
            }),
            led_by: RwLock::default(),
        }
    }

    /// Lets nothing be written through it, because another machine leads.
    pub fn follow(&self, leader: String) {
        *self.led() = Some((Part::Following, leader));
    }

    fn led(&self) -> RwLockWriteGuard<'_, Option<(Part, String)>> {
        self.led_by.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn lane(&self) -> MutexGuard<'_, Lane> {
        self.lane.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether anybody follows.
    #[must_use]
    pub fn is_followed(&self) -> bool {
        self.lane().followers.receiver_count() > 0
    }

    /// Returns what this machine is and who leads, unless it is this one.
    #[must_use]
    pub fn led_by(&self) -> Option<(Part, String)> {
        let led_by = self.led_by.read();
        led_by.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Gives the lead up for good: from now on nothing is written here. What was handed over before is still done.
    pub async fn give_up(&self, term: u64, by: String) -> Result<(), LedgerError> {
        let lead = Lead::of(self.inner.as_ref()).await?;
        {
            // Under the lock, so that no commit passes between this and the record.
            let _lane = self.lane();
            *self.led() = Some((Part::Superseded, by.clone()));
        }
        let lead = Lead {
            part: Part::Superseded,
            term,
            other: Some(by),
            ..lead
        };
        self.inner.commit(vec![lead.put()]).await?;
        Ok(())
    }

    /// Begins to follow: first everything that is not known yet, then commits as they come. What is in both is harmless.
    pub async fn join(&self, known: &[Held]) -> Result<(Vec<Vec<Change>>, Commits), LedgerError> {
        let commits = {
            let mut lane = self.lane();
            if lane.queue.is_none() {
                let (queue, handed) = mpsc::unbounded_channel();
                tokio::spawn(tell(handed, lane.followers.clone()));
                lane.queue = Some(queue);
            }
            lane.followers.subscribe()
        };
        // What was handed over before somebody followed is durable when this is.
        self.inner.commit(Vec::new()).await?;
        Ok((self.everything(known).await?, commits))
    }

    /// Everything that is not known yet, in parts that are written together.
    async fn everything(&self, known: &[Held]) -> Result<Vec<Vec<Change>>, LedgerError> {
        let ledger = self.inner.as_ref();
        let mut parts = Vec::new();
        let listed = ledger.tournaments().await?;
        for Listed { tournament, .. } in &listed {
            let lines = ledger.read(tournament, 0).await?;
            for some in missing(tournament, &lines, known).chunks(CHUNK) {
                parts.push(vec![Change::Lines {
                    tournament: tournament.clone(),
                    lines: texts(some),
                }]);
            }
            if let Some(master) = ledger.seed(tournament).await? {
                let tournament = tournament.clone();
                parts.push(vec![Change::Seed { tournament, master }]);
            }
        }
        let of_none = std::iter::once(None);
        for tournament in of_none.chain(listed.iter().map(|listed| Some(&listed.tournament))) {
            for kind in Kind::ALL.into_iter().filter(|kind| *kind != Kind::Lead) {
                let records = ledger.records(kind, tournament).await?;
                parts.push(vec![Change::Records {
                    kind: kind.name().to_owned(),
                    tournament: tournament.cloned(),
                    records: records.iter().map(Into::into).collect(),
                }]);
            }
        }
        Ok(parts)
    }
}

/// The lines that somebody lacks. Where what they have differs, because somebody was erased meanwhile, all of them.
fn missing<'a>(tournament: &TournamentId, lines: &'a [LineText], known: &[Held]) -> &'a [LineText] {
    let held = known.iter().find(|held| held.tournament == *tournament);
    let same = held.and_then(|held| {
        let position = usize::try_from(held.position).ok()?;
        let (before, after) = lines.split_at_checked(position)?;
        (digest(before) == held.digest).then_some(after)
    });
    same.unwrap_or(lines)
}

/// Tells followers what has become durable, and those who committed it.
async fn tell(
    mut handed: mpsc::UnboundedReceiver<Handed>,
    followers: broadcast::Sender<Arc<Vec<Change>>>,
) {
    while let Some(Handed {
        changes,
        answer,
        told,
    }) = handed.recv().await
    {
        let result = answer.await;
        if result.is_ok() && !changes.is_empty() {
            // That nobody follows any more is no error.
            let _ = followers.send(Arc::new(changes));
        }
        let _ = told.send(result);
    }
}

impl Ledger for Feed {
    fn commit(&self, writes: Vec<Write>) -> Answer<Vec<Head>> {
        let lane = self.lane();
        if let Some((_, by)) = self.led_by() {
            return Answer::ready(Err(LedgerError::Superseded { by }));
        }
        let queue = lane.queue.as_ref();
        let Some(queue) = queue.filter(|_| lane.followers.receiver_count() > 0) else {
            return self.inner.commit(writes);
        };
        let changes = writes.iter().filter_map(Change::of).collect();
        let answer = self.inner.commit(writes);
        let (told, result) = oneshot::channel();
        // A task that is gone drops the answer, which is then told as stopped.
        let _ = queue.send(Handed {
            changes,
            answer,
            told,
        });
        Answer::new(async move { result.await.unwrap_or(Err(LedgerError::Stopped)) })
    }

    fn tournaments(&self) -> Answer<Vec<Listed>> {
        self.inner.tournaments()
    }

    fn find(&self, origin: Hex32) -> Answer<Option<Head>> {
        self.inner.find(origin)
    }

    fn read(&self, tournament: &TournamentId, after: u64) -> Answer<Vec<LineText>> {
        self.inner.read(tournament, after)
    }

    fn seed(&self, tournament: &TournamentId) -> Answer<Option<Hex32>> {
        self.inner.seed(tournament)
    }

    fn record(&self, kind: Kind, key: &str) -> Answer<Option<Record>> {
        self.inner.record(kind, key)
    }

    fn records(&self, kind: Kind, tournament: Option<&TournamentId>) -> Answer<Vec<Record>> {
        self.inner.records(kind, tournament)
    }

    fn all_records(&self, kind: Kind) -> Answer<Vec<Record>> {
        self.inner.all_records(kind)
    }

    fn summaries(&self, query: SummaryQuery) -> Answer<Vec<Summary>> {
        self.inner.summaries(query)
    }

    fn unsummarized(&self, limit: u32) -> Answer<Vec<TournamentId>> {
        self.inner.unsummarized(limit)
    }

    fn follow(&self) -> Follow {
        self.inner.follow()
    }
}
