//! The leader's side: a ledger that sends its followers what it commits, in order, once it is durable.

use super::{Change, Held, digest, is_copied, texts};
use muster_ledger::people::{Kept, Lead, Part};
use muster_ledger::{
    Answer, Head, Kind, Ledger, LedgerError, LedgerLayer, LineText, Listed, TournamentId, Write,
};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockWriteGuard};
use tokio::sync::{broadcast, mpsc, oneshot};

/// How many commits wait for a slow follower before it must start over.
const WAITING: usize = 4096;

/// Lines per message.
const CHUNK: usize = 500;

/// A ledger with followers.
pub struct Feed {
    inner: Arc<dyn Ledger>,
    /// Held while a commit is handed over, so that followers receive commits in order.
    lane: Mutex<Lane>,
    /// The part of this machine, if it does not lead, and the leader's address.
    led_by: RwLock<Option<(Part, String)>>,
}

/// The way of commits that have followers.
struct Lane {
    followers: broadcast::Sender<Arc<Vec<Change>>>,
    queue: Option<mpsc::UnboundedSender<Handed>>,
}

/// A commit that was handed over.
struct Handed {
    changes: Vec<Change>,
    answer: Answer<Vec<Head>>,
    done: oneshot::Sender<Result<Vec<Head>, LedgerError>>,
}

/// What a follower receives: commits from the moment it joined.
pub type Commits = broadcast::Receiver<Arc<Vec<Change>>>;

impl Feed {
    /// Puts a feed on top of a ledger.
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

    /// Refuses all commits, because another machine leads.
    pub fn follow(&self, leader: String) {
        *self.led() = Some((Part::Following, leader));
    }

    fn led(&self) -> RwLockWriteGuard<'_, Option<(Part, String)>> {
        self.led_by.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn lane(&self) -> MutexGuard<'_, Lane> {
        self.lane.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether there are followers.
    #[must_use]
    pub fn is_followed(&self) -> bool {
        self.lane().followers.receiver_count() > 0
    }

    /// Returns the part of this machine and the leader's address, unless this machine leads.
    #[must_use]
    pub fn led_by(&self) -> Option<(Part, String)> {
        let led_by = self.led_by.read();
        led_by.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Gives up the lead for good: from now on nothing is written here. Commits that were handed over before are completed.
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

    /// Adds a follower: first everything it lacks, then commits as they come. Changes may be in both, which is harmless.
    pub async fn join(&self, known: &[Held]) -> Result<(Vec<Vec<Change>>, Commits), LedgerError> {
        let commits = {
            let mut lane = self.lane();
            if lane.queue.is_none() {
                let (queue, handed) = mpsc::unbounded_channel();
                tokio::spawn(forward(handed, lane.followers.clone()));
                lane.queue = Some(queue);
            }
            lane.followers.subscribe()
        };
        // When this commit is durable, so is everything that was handed over before.
        self.inner.commit(Vec::new()).await?;
        Ok((self.everything(known).await?, commits))
    }

    /// Everything a follower lacks, in parts that are written together.
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
            for kind in Kind::ALL.iter().copied().filter(|kind| is_copied(*kind)) {
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

/// The lines that a follower lacks; all of them if what it has differs, because somebody was erased meanwhile.
fn missing<'a>(tournament: &TournamentId, lines: &'a [LineText], known: &[Held]) -> &'a [LineText] {
    let held = known.iter().find(|held| held.tournament == *tournament);
    let same = held.and_then(|held| {
        let position = usize::try_from(held.position).ok()?;
        let (before, after) = lines.split_at_checked(position)?;
        (digest(before) == held.digest).then_some(after)
    });
    same.unwrap_or(lines)
}

/// Sends durable commits to followers and answers those who made them.
async fn forward(
    mut handed: mpsc::UnboundedReceiver<Handed>,
    followers: broadcast::Sender<Arc<Vec<Change>>>,
) {
    while let Some(Handed {
        changes,
        answer,
        done,
    }) = handed.recv().await
    {
        let result = answer.await;
        if result.is_ok() && !changes.is_empty() {
            // It doesn't matter if all followers have left.
            let _ = followers.send(Arc::new(changes));
        }
        let _ = done.send(result);
    }
}

impl LedgerLayer for Feed {
    fn below(&self) -> &dyn Ledger {
        self.inner.as_ref()
    }

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
        let (done, result) = oneshot::channel();
        // If the task has ended, the sender is dropped and the answer is `Stopped`.
        let _ = queue.send(Handed {
            changes,
            answer,
            done,
        });
        Answer::new(async move { result.await.unwrap_or(Err(LedgerError::Stopped)) })
    }
}
