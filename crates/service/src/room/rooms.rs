//! All tournaments of a server: each is folded when it is first asked for, follows the ledger from then on, and is released
//! when nobody uses it.

use super::{Room, read, write};
use crate::problem::{Cause, Kind, Problem};
use jiff::Timestamp;
use muster_ledger::{Head, Ledger, LedgerError, News, TournamentId, Write};
use muster_tournament::Tournament;
use muster_tournament::ids::Hex32;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};
use tokio::sync::OnceCell;

/// How long to wait until a line from the news is shown.
const LONGEST_WAIT: Duration = Duration::from_secs(2);
/// How many tournaments stay in memory unless more are used at once.
const MOST: usize = 500;
/// How long a tournament that nobody uses stays in memory.
const IDLE: Duration = Duration::from_secs(15 * 60);

/// All tournaments of a server.
pub struct Rooms {
    /// Beyond this many, those that were unused longest are released.
    pub most: usize,
    /// What was unused for longer is released.
    pub idle: Duration,
    /// Whether no other server uses the same data.
    pub only_server: bool,
    ledger: Arc<dyn Ledger>,
    rooms: RwLock<BTreeMap<TournamentId, Arc<Slot>>>,
    /// Tournaments whose journal could not be read when somebody last tried.
    damaged: RwLock<BTreeSet<TournamentId>>,
    started: Instant,
}

/// The place of a tournament in memory, empty while its journal is read. Everybody who asks for it meanwhile waits for the
/// same room, so there are never two rooms of one tournament that both write.
#[derive(Default)]
struct Slot {
    room: OnceCell<Arc<Room>>,
    /// News that came while the journal was read, which may not be in it.
    missed: Mutex<Vec<News>>,
    /// When somebody last asked for it, in milliseconds since the start.
    used: AtomicU64,
}

impl Slot {
    fn missed(&self) -> std::sync::MutexGuard<'_, Vec<News>> {
        self.missed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the room, or keeps the news until there is one.
    fn hear(&self, news: &News) -> Option<Arc<Room>> {
        if self.room.get().is_none() {
            self.missed().push(news.clone());
        }
        // It may have been loaded just now, after its loader looked for news.
        self.room.get().cloned()
    }

    /// Returns whether nobody waits for the room, holds it or follows it.
    fn is_unused(slot: &mut Arc<Slot>) -> bool {
        let Some(slot) = Arc::get_mut(slot) else {
            return false;
        };
        let room = slot.room.get_mut();
        room.is_none_or(|room| Arc::get_mut(room).is_some_and(|room| !room.is_followed()))
    }
}

impl Rooms {
    /// Opens a ledger. Journals are folded when their room is first asked for.
    #[must_use]
    pub fn new(ledger: Arc<dyn Ledger>) -> Rooms {
        Rooms {
            most: MOST,
            idle: IDLE,
            only_server: false,
            ledger,
            rooms: RwLock::default(),
            damaged: RwLock::default(),
            started: Instant::now(),
        }
    }

    /// Returns the ledger.
    #[must_use]
    pub fn ledger(&self) -> &Arc<dyn Ledger> {
        &self.ledger
    }

    /// Returns how many tournaments are in memory.
    #[must_use]
    pub fn held(&self) -> usize {
        read(&self.rooms).len()
    }

    /// Returns the identifiers of all tournaments, oldest first.
    pub async fn list(&self) -> Result<Vec<TournamentId>, LedgerError> {
        let all = self.ledger.tournaments().await?.into_iter();
        Ok(all.map(|listed| listed.tournament).collect())
    }

    /// Returns whether a tournament is in memory.
    pub(crate) fn is_held(&self, id: &TournamentId) -> bool {
        read(&self.rooms)
            .get(id)
            .is_some_and(|slot| slot.room.initialized())
    }

    /// Returns a room that is in memory.
    #[must_use]
    pub fn in_memory(&self, id: &TournamentId) -> Option<Arc<Room>> {
        let rooms = read(&self.rooms);
        let slot = rooms.get(id)?;
        slot.used.store(self.now(), Ordering::Relaxed);
        slot.room.get().cloned()
    }

    /// Returns tournaments that could not be read. One damaged journal does not affect the others.
    #[must_use]
    pub fn damaged(&self) -> BTreeSet<TournamentId> {
        read(&self.damaged).clone()
    }

    /// Waits until the new lines of a journal are shown. The news arrives a moment earlier.
    pub async fn reached(&self, head: &Head) {
        let slot = read(&self.rooms).get(&head.tournament).cloned();
        if let Some(room) = slot.as_ref().and_then(|slot| slot.room.get()) {
            let mut position = room.follow();
            let shown = position.wait_for(|now| *now >= head.position);
            // After that, what is shown has to do.
            let _ = tokio::time::timeout(LONGEST_WAIT, shown).await;
        }
    }

    /// Returns a room, folding its journal if it isn't in memory.
    pub async fn room(&self, id: &TournamentId) -> Result<Arc<Room>, Problem> {
        let load = async {
            let lines = self.ledger.read(id, 0).await?;
            if lines.is_empty() {
                return Err(Cause::NoTournament { id: id.to_string() }.into());
            }
            let tournament = Tournament::load(&muster_ledger::line::journal_text(&lines))?;
            Room::open(&self.ledger, id, tournament, self.only_server).await
        };
        self.settle(id, load).await
    }

    /// Returns the room of a tournament, made by `load` if there is none.
    async fn settle(
        &self,
        id: &TournamentId,
        load: impl Future<Output = Result<Arc<Room>, Problem>>,
    ) -> Result<Arc<Room>, Problem> {
        let slot = self.slot(id);
        let room = slot.room.get_or_try_init(|| load).await.cloned();
        let missed = std::mem::take(&mut *slot.missed());
        drop(slot);
        match &room {
            Ok(room) => {
                if read(&self.damaged).contains(id) {
                    write(&self.damaged).remove(id);
                }
                for news in missed {
                    room.hear(&news).await?;
                }
            }
            // Names of tournaments that don't exist must not fill the memory.
            Err(problem) => {
                if problem.kind == Kind::Internal {
                    write(&self.damaged).insert(id.clone());
                }
                let mut rooms = write(&self.rooms);
                let empty =
                    |slot: &mut Arc<Slot>| slot.room.get().is_none() && Slot::is_unused(slot);
                if rooms.get_mut(id).is_some_and(empty) {
                    rooms.remove(id);
                }
            }
        }
        room
    }

    fn now(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn slot(&self, id: &TournamentId) -> Arc<Slot> {
        let found = read(&self.rooms).get(id).cloned();
        let slot = found.unwrap_or_else(|| {
            let slot = Arc::clone(write(&self.rooms).entry(id.clone()).or_default());
            if self.held() > self.most {
                self.release();
            }
            slot
        });
        slot.used.store(self.now(), Ordering::Relaxed);
        slot
    }

    /// Releases unused tournaments: all that were unused for long, and others while there are too many. Their journals are
    /// read again when somebody asks for them.
    pub fn release(&self) {
        let idle = u64::try_from(self.idle.as_millis()).unwrap_or(u64::MAX);
        let long_ago = self.now().saturating_sub(idle);
        let mut released = Vec::new();
        let mut rooms = write(&self.rooms);
        let surplus = rooms.len().saturating_sub(self.most);
        let unused = rooms.iter_mut().filter_map(|(id, slot)| {
            let unused = Slot::is_unused(slot);
            unused.then(|| (slot.used.load(Ordering::Relaxed), id.clone()))
        });
        let mut unused: Vec<_> = unused.collect();
        unused.sort_unstable();
        for (count, (used, id)) in unused.into_iter().enumerate() {
            if count < surplus || used < long_ago {
                released.extend(rooms.remove(&id));
            }
        }
        // Dropping large tournaments takes time, so the lock is released first.
        drop(rooms);
        drop(released);
    }

    /// Forgets what has expired in all rooms.
    pub fn purge(&self, now: Timestamp) {
        for slot in read(&self.rooms).values() {
            if let Some(room) = slot.room.get() {
                room.purge(now);
            }
        }
    }

    /// Loads what another process wrote; returns the tournaments that have changed.
    pub async fn hear(&self, news: News) -> Vec<TournamentId> {
        if news == News::Missed {
            // Somebody may have repaired them.
            write(&self.damaged).clear();
        }
        let rooms: Vec<Arc<Room>> = {
            let slots = read(&self.rooms);
            let one = match &news {
                News::Grown(head) | News::Redacted(head) => Some(&head.tournament),
                News::Settings(tournament) => Some(tournament),
                News::Missed => None,
            };
            let heard = |slot: &Arc<Slot>| slot.hear(&news);
            match one {
                Some(id) => slots.get(id).and_then(heard).into_iter().collect(),
                None => slots.values().filter_map(heard).collect(),
            }
        };
        let mut changed = Vec::new();
        for room in rooms {
            match room.hear(&news).await {
                Ok(true) => changed.push(room.id.clone()),
                Ok(false) => {}
                Err(problem) => {
                    tracing::error!(tournament = %room.id, problem = problem.text, "a tournament could not be read again");
                }
            }
        }
        changed
    }

    /// Writes a new tournament with its first lines and its seed, together with `more`, and returns its room.
    pub async fn open(
        &self,
        id: TournamentId,
        tournament: Tournament,
        master: Hex32,
        more: Vec<Write>,
    ) -> Result<Arc<Room>, Problem> {
        let mut writes = vec![
            Write::create(&id, tournament.lines())?,
            Write::Seed {
                tournament: id.clone(),
                master,
            },
        ];
        writes.extend(more);
        self.ledger.commit(writes).await?;
        let load = Room::open(&self.ledger, &id, tournament, self.only_server);
        self.settle(&id, load).await
    }

    /// Drops a room. If it is in the ledger, it is folded again when somebody asks.
    pub fn close(&self, id: &TournamentId) {
        write(&self.rooms).remove(id);
    }
}
