//! Tournaments in memory: one room each, read by many pages, changed by one command at a time.
//!
//! A command is judged and folded under the room's lock and handed to the ledger in the same order; the lock is free
//! again while the ledger makes it durable, so that many phones can report at once and share a transaction. A command
//! is neither acknowledged nor shown before it is durable: a room holds two tournaments, one with everything that was judged
//! and one with what is durable, and only the second is read. If the ledger refuses a commit, the room is loaded again from
//! the ledger. Work that has begun is completed even if the caller has disconnected.

mod acting;
mod following;
mod rooms;

pub use rooms::Rooms;

use crate::idempotency::UsedKeys;
use crate::page_cache::Page;
use crate::problem::Problem;
use bytes::Bytes;
use jiff::Timestamp;
use muster_ledger::line::journal_text;
use muster_ledger::people::{Answered, Kept, Settings};
use muster_ledger::{Ledger, LineText, TournamentId};
use muster_tournament::ids::Hex32;
use muster_tournament::journal::{JournalError, Line};
use muster_tournament::log::LogLine;
use muster_tournament::seeds::{Master, Seedless, Seeds};
use muster_tournament::{Request, Tournament};
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{
    Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
};
use tokio::sync::watch;

/// How many sentences about the newest lines are kept, for the answers to their commands.
const SENTENCES: usize = 256;

/// One tournament.
pub struct Room {
    pub id: TournamentId,
    ledger: Arc<dyn Ledger>,
    /// Whether no other server answers requests about this tournament.
    only_server: bool,
    held: RwLock<Held>,
    /// The master seed. It comes with the room, or later when the journal is imported again; a tournament has only one.
    master: OnceLock<Master>,
    /// The ledger holds a seed that is not the one this tournament committed to.
    wrong_seed: AtomicBool,
    position: watch::Sender<u64>,
    pages: Mutex<Pages>,
    used_keys: UsedKeys,
    settings: RwLock<Settings>,
    /// Ensures that only one task reloads the room, and that settings are written one after the other.
    alone: tokio::sync::Mutex<()>,
}

/// The tournament as it is in memory.
struct Held {
    /// With everything that was judged: the next command is judged on this.
    judged: Tournament,
    /// With what is durable: this is what everybody sees.
    durable: Tournament,
    /// What was judged and is on its way to the disk, each with the position that it leads to.
    under_way: VecDeque<(u64, Vec<Request>)>,
    /// How often it was loaded from the ledger: what was judged before the last time may depend on lines that do not exist.
    read: u64,
    /// What the newest lines say, each with its position.
    said: VecDeque<LogLine>,
}

impl Held {
    fn new(tournament: Tournament, read: u64) -> Held {
        Held {
            judged: tournament.clone(),
            durable: tournament,
            under_way: VecDeque::new(),
            read,
            said: VecDeque::new(),
        }
    }

    /// Adopts lines that follow what is durable here. Everything that was judged on other lines is dropped.
    fn go_on(&mut self, lines: &[LineText]) -> Result<u64, JournalError> {
        let known = self.durable.state().position;
        let new = lines.iter().filter(|line| line.position() > known);
        let new: Vec<LineText> = new.cloned().collect();
        let text = journal_text(&new);
        self.durable.read_on(&text)?;
        if self.judged.state().position == known {
            self.judged.read_on(&text)?;
        } else {
            self.judged = self.durable.clone();
        }
        self.under_way.clear();
        self.said.retain(|line| line.position <= known);
        self.read = self.read.saturating_add(1);
        Ok(self.durable.state().position)
    }

    /// Shows everything up to a position. Judging is a function of state, request and seed, so doing it a second time
    /// gives the same lines.
    fn show(&mut self, position: u64, seeds: &dyn Seeds) -> Result<(), Problem> {
        while let Some((at, requests)) = self.under_way.pop_front_if(|(at, _)| *at <= position) {
            let mut same = true;
            for request in requests {
                same &= self.durable.act(request, seeds).is_ok();
            }
            let end = usize::try_from(at).unwrap_or(usize::MAX);
            let lines = self.judged.lines().get(..end).unwrap_or_default();
            let hash = |lines: &[Line]| lines.last().map(|line| line.hash);
            if !same || hash(self.durable.lines()) != hash(lines) {
                tracing::error!(
                    position = at,
                    "a command was judged differently the second time"
                );
                self.durable = Tournament::from_lines(lines.to_vec())?;
            }
        }
        Ok(())
    }
}

/// Rendered pages of one position: a page that hundreds of phones request in the same second is rendered once.
#[derive(Default)]
struct Pages {
    position: u64,
    cached: HashMap<String, Cell>,
    /// By address: what everybody gets there who is not signed in, and until when.
    public: HashMap<String, (Cell, Option<Timestamp>)>,
    mark: MarkCell,
}

impl Pages {
    /// Returns the place of a page.
    fn cell(&mut self, key: &str) -> Cell {
        if let Some(cell) = self.cached.get(key) {
            return Arc::clone(cell);
        }
        Arc::clone(self.cached.entry(key.to_owned()).or_default())
    }
}

/// Names what pages show at a moment. Whoever has seen this mark has nothing to reload.
#[derive(Clone, Debug)]
pub struct Mark {
    pub text: Arc<str>,
    /// When it changes next although the journal does not.
    pub until: Option<Timestamp>,
}

/// The place of a mark, empty until somebody asks for it.
type MarkCell = Arc<OnceLock<Mark>>;

/// The slot of a page: the first request renders it, the others wait for that page only.
type Cell = Arc<OnceLock<Arc<Page>>>;

/// A thread that panicked while reading left nothing half done: rooms change only after judging.
fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}

impl Room {
    /// Makes the room of a tournament with what the ledger keeps beside its journal.
    async fn open(
        ledger: &Arc<dyn Ledger>,
        id: &TournamentId,
        tournament: Tournament,
        only_server: bool,
    ) -> Result<Arc<Room>, Problem> {
        let seed = ledger.seed(id).await?;
        let answered = Answered::of(ledger.as_ref(), id).await?;
        let settings = Settings::find(ledger.as_ref(), id).await?;
        let settings = settings.map_or_else(|| Settings::new(id.clone()), |found| found.value);
        let room = Arc::new(Room {
            id: id.clone(),
            ledger: Arc::clone(ledger),
            only_server,
            position: watch::Sender::new(tournament.state().position),
            master: OnceLock::new(),
            wrong_seed: AtomicBool::new(false),
            held: RwLock::new(Held::new(tournament, 0)),
            pages: Mutex::default(),
            used_keys: UsedKeys::new(answered, Timestamp::now()),
            settings: RwLock::new(settings),
            alone: tokio::sync::Mutex::new(()),
        });
        room.take_seed(seed);
        Ok(room)
    }

    /// Returns whether somebody waits for the next position.
    fn is_followed(&self) -> bool {
        self.position.receiver_count() > 0
    }

    /// Reads the tournament. Keep it short: writers wait meanwhile, and nothing may be awaited.
    pub fn read<T>(&self, look: impl FnOnce(&Tournament) -> T) -> T {
        look(&read(&self.held).durable)
    }

    /// Returns what a line says, for as long as it is one of the newest given here.
    #[must_use]
    pub fn said(&self, position: u64) -> Option<LogLine> {
        let held = read(&self.held);
        let durable = held.durable.state().position;
        let mut said = held.said.iter().filter(|line| line.position <= durable);
        said.find(|line| line.position == position).cloned()
    }

    /// Returns the seeds that this machine holds for the tournament.
    #[must_use]
    pub fn seeds(&self) -> &dyn Seeds {
        match self.master.get() {
            Some(master) => master,
            None => &Seedless,
        }
    }

    /// Returns whether the seed stored here differs from the one the tournament committed to. Such a seed is never used.
    #[must_use]
    pub fn has_wrong_seed(&self) -> bool {
        self.wrong_seed.load(Ordering::Relaxed)
    }

    /// Adopts a seed, if it is the one the tournament committed to.
    fn take_seed(&self, seed: Option<Hex32>) {
        let Some(master) = seed.map(Master::new) else {
            return;
        };
        let commitment = self.read(|t| t.state().commitment);
        let wrong = master.commitment() != commitment;
        if wrong {
            tracing::error!(tournament = %self.id, "the seed kept here is not the one that was committed to");
        } else {
            self.master.get_or_init(|| master);
        }
        self.wrong_seed.store(wrong, Ordering::Relaxed);
    }

    /// Gives access to the settings: how the tournament is shown and joined.
    pub fn with_settings<T>(&self, look: impl FnOnce(&Settings) -> T) -> T {
        look(&read(&self.settings))
    }

    /// Returns the settings: how the tournament is shown and joined.
    #[must_use]
    pub fn settings(&self) -> Settings {
        read(&self.settings).clone()
    }

    /// Changes the settings: how the tournament is shown and joined.
    pub async fn set(&self, settings: Settings) -> Result<(), Problem> {
        // One after the other, so that what is kept here is what was written last.
        let _alone = self.alone.lock().await;
        self.ledger.commit(vec![settings.put()]).await?;
        *write(&self.settings) = settings;
        self.drop_pages();
        // Pages show what is announced, and those who follow may no longer be allowed to.
        self.position.send_modify(|_| ());
        Ok(())
    }

    /// Returns the position that is durable, and how to wait for the next.
    #[must_use]
    pub fn follow(&self) -> watch::Receiver<u64> {
        self.position.subscribe()
    }

    /// Returns a page made once for each position.
    pub fn page(&self, key: &str, make: impl FnOnce(&Tournament) -> String) -> Arc<Page> {
        self.page_at(key, None, make)
    }

    /// Returns such a page, which [`Room::public_page`] then also finds under an address until an instant.
    pub fn page_at(
        &self,
        key: &str,
        at: Option<(&str, Option<Timestamp>)>,
        make: impl FnOnce(&Tournament) -> String,
    ) -> Arc<Page> {
        let tournament = &read(&self.held).durable;
        // Before the page is made: if pages are dropped meanwhile, so is this one.
        let cell = {
            let mut pages = self.pages_of(tournament);
            let cell = pages.cell(key);
            if let Some((address, until)) = at {
                let public = (Arc::clone(&cell), until);
                pages.public.insert(address.to_owned(), public);
            }
            cell
        };
        Arc::clone(cell.get_or_init(|| Arc::new(Page::new(make(tournament)))))
    }

    /// Returns the page that everybody who is not signed in gets at an address, if it has been made and shows at least a
    /// position that was `seen`.
    #[must_use]
    pub fn public_page(&self, address: &str, seen: u64, now: Timestamp) -> Option<Arc<Page>> {
        if read(&self.settings).private {
            return None;
        }
        let position = read(&self.held).durable.state().position;
        let pages = self.pages();
        let (cell, until) = pages.public.get(address)?;
        let fresh =
            pages.position == position && seen <= position && until.is_none_or(|until| now < until);
        cell.get().filter(|_| fresh).cloned()
    }

    /// Returns the mark of the present moment, which `make` works out once for all who ask until it changes.
    pub fn mark(&self, now: Timestamp, make: impl FnOnce(&Tournament) -> Mark) -> Mark {
        let tournament = &read(&self.held).durable;
        let cell = {
            let mut pages = self.pages_of(tournament);
            let over = |mark: &Mark| mark.until.is_some_and(|until| until <= now);
            if pages.mark.get().is_some_and(over) {
                pages.mark = MarkCell::default();
            }
            // Taken before the mark is made: if settings change meanwhile, the next who asks makes another.
            Arc::clone(&pages.mark)
        };
        cell.get_or_init(|| make(tournament)).clone()
    }

    /// Returns a page that takes long to make, once for each position: from a copy, so that no writer waits for it.
    pub fn slow_page<C: Into<Bytes>>(
        &self,
        key: &str,
        make: impl FnOnce(&Tournament) -> C,
    ) -> Arc<Page> {
        let (cell, copy) = {
            let tournament = &read(&self.held).durable;
            let cell = self.pages_of(tournament).cell(key);
            if let Some(page) = cell.get() {
                return Arc::clone(page);
            }
            (cell, tournament.clone())
        };
        Arc::clone(cell.get_or_init(|| Arc::new(Page::new(make(&copy)))))
    }

    fn pages(&self) -> MutexGuard<'_, Pages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The pages of the present position; those of earlier ones are dropped.
    fn pages_of(&self, tournament: &Tournament) -> MutexGuard<'_, Pages> {
        let position = tournament.state().position;
        let mut pages = self.pages();
        if pages.position != position {
            *pages = Pages {
                position,
                ..Pages::default()
            };
        }
        pages
    }

    /// Drops the pages of the present position as well: something beside the journal has changed.
    fn drop_pages(&self) {
        *self.pages() = Pages::default();
    }
}
