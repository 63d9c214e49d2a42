//! Tournaments in memory: one room each, read by many pages, changed by one command at a time.
//!
//! A command is judged and folded under the room's lock and handed to the ledger in the same order; the lock is free
//! again while the ledger makes it durable, so that many phones can report at once and share a transaction. Nobody is
//! told "done" before it is durable. Should the ledger refuse, the room reads itself again from what is really there.

use crate::kept::Page;
use crate::problem::Problem;
use jiff::Timestamp;
use muster_ledger::{Ledger, LedgerError, TournamentId, Write};
use muster_tournament::seeds::{Master, Seedless, Seeds};
use muster_tournament::{By, Command, PlayerId, Request, State, Tournament, redaction};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use tokio::sync::watch;

/// All tournaments of a server.
pub struct Rooms {
    ledger: Arc<dyn Ledger>,
    rooms: RwLock<BTreeMap<TournamentId, Arc<Room>>>,
}

/// One tournament.
pub struct Room {
    /// Which.
    pub id: TournamentId,
    ledger: Arc<dyn Ledger>,
    tournament: RwLock<Tournament>,
    master: Option<Master>,
    position: watch::Sender<u64>,
    pages: Mutex<Pages>,
}

/// Rendered pages of one position: what hundreds of phones ask for at the same second is made once.
#[derive(Default)]
struct Pages {
    position: u64,
    kept: HashMap<String, Cell>,
}

/// The place of a page: whoever comes first makes it, the others wait for that page only.
type Cell = Arc<OnceLock<Arc<Page>>>;

/// A thread that panicked while reading left nothing half done: rooms change only after judging.
fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}

impl Rooms {
    /// Opens a ledger. Journals are folded when their room is first asked for.
    #[must_use]
    pub fn new(ledger: Arc<dyn Ledger>) -> Rooms {
        Rooms {
            ledger,
            rooms: RwLock::new(BTreeMap::new()),
        }
    }

    /// Returns the ledger.
    #[must_use]
    pub fn ledger(&self) -> &Arc<dyn Ledger> {
        &self.ledger
    }

    /// Returns the identifiers of all tournaments, oldest first.
    pub async fn list(&self) -> Result<Vec<TournamentId>, LedgerError> {
        Ok(self
            .ledger
            .tournaments()
            .await?
            .into_iter()
            .map(|head| head.tournament)
            .collect())
    }

    /// Returns a room, folding its journal if nobody has been there yet.
    pub async fn room(&self, id: &TournamentId) -> Result<Arc<Room>, Problem> {
        if let Some(room) = read(&self.rooms).get(id) {
            return Ok(Arc::clone(room));
        }
        let lines = self.ledger.read(id, 0).await?;
        if lines.is_empty() {
            return Err(Problem::no_tournament(id.as_str()));
        }
        let master = self.ledger.seed(id).await?.map(Master::new);
        let tournament = Tournament::load(&muster_ledger::line::journal_text(&lines))?;
        let room = Arc::new(Room::new(
            id.clone(),
            Arc::clone(&self.ledger),
            tournament,
            master,
        ));
        // Two first visitors fold the same journal; the first room stays, so that writers share one.
        Ok(Arc::clone(
            write(&self.rooms).entry(id.clone()).or_insert(room),
        ))
    }

    /// Keeps a new tournament: its first lines and its seed, together with whatever else must be there from the start.
    pub async fn open(
        &self,
        id: TournamentId,
        tournament: Tournament,
        master: muster_tournament::ids::Hex32,
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
        self.room(&id).await
    }
}

impl Room {
    fn new(
        id: TournamentId,
        ledger: Arc<dyn Ledger>,
        tournament: Tournament,
        master: Option<Master>,
    ) -> Room {
        let position = tournament.state().position;
        Room {
            id,
            ledger,
            tournament: RwLock::new(tournament),
            master,
            position: watch::Sender::new(position),
            pages: Mutex::new(Pages::default()),
        }
    }

    /// Reads the tournament. Keep it short: writers wait meanwhile, and nothing may be awaited.
    pub fn read<T>(&self, look: impl FnOnce(&Tournament) -> T) -> T {
        look(&read(&self.tournament))
    }

    /// Returns the seeds that this machine holds for the tournament.
    #[must_use]
    pub fn seeds(&self) -> &dyn Seeds {
        match &self.master {
            Some(master) => master,
            None => &Seedless,
        }
    }

    /// Returns the position that is durable, and how to wait for the next.
    #[must_use]
    pub fn follow(&self) -> watch::Receiver<u64> {
        self.position.subscribe()
    }

    /// Returns a page made once for each position.
    pub fn page(&self, key: &str, make: impl FnOnce(&Tournament) -> String) -> Arc<Page> {
        let tournament = read(&self.tournament);
        let cell = self.cell(&tournament, key);
        Arc::clone(cell.get_or_init(|| Arc::new(Page::new(make(&tournament)))))
    }

    /// Returns a page made once for each position that takes long: from a copy, so that no writer waits for it.
    pub fn slow_page(&self, key: &str, make: impl FnOnce(&Tournament) -> String) -> Arc<Page> {
        let (cell, copy) = {
            let tournament = read(&self.tournament);
            let cell = self.cell(&tournament, key);
            if let Some(page) = cell.get() {
                return Arc::clone(page);
            }
            (cell, tournament.clone())
        };
        Arc::clone(cell.get_or_init(|| Arc::new(Page::new(make(&copy)))))
    }

    /// The place of a page of the present position; those of earlier ones are given up.
    fn cell(&self, tournament: &Tournament, key: &str) -> Cell {
        let position = tournament.state().position;
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        if pages.position != position {
            *pages = Pages {
                position,
                kept: HashMap::new(),
            };
        }
        if let Some(cell) = pages.kept.get(key) {
            return Arc::clone(cell);
        }
        Arc::clone(pages.kept.entry(key.to_owned()).or_default())
    }

    /// Does what is asked. `seen` is the position of the page somebody acted on, for actions on a whole round: if
    /// something happened since, they are told and asked again. `more` is written together with it, all or none.
    /// Answers when it is durable.
    pub async fn act(
        &self,
        request: Request,
        seen: Option<u64>,
        more: Vec<Write>,
    ) -> Result<u64, Problem> {
        let (position, answer) = {
            let mut tournament = write(&self.tournament);
            if seen.is_some_and(|seen| seen != tournament.state().position) {
                return Err(Problem::stale());
            }
            let line = tournament.act(request, self.seeds())?;
            let position = line.core.position;
            let mut writes = vec![Write::append(&self.id, std::slice::from_ref(line))?];
            writes.extend(more);
            (position, self.ledger.commit(writes))
        };
        match answer.await {
            Ok(_) => {
                self.announce(position);
                Ok(position)
            }
            Err(error) => {
                self.reload().await?;
                Err(error.into())
            }
        }
    }

    /// Forgets a player: the entry that says so, and the personal data out of the journal, here and in the ledger.
    pub async fn forget(&self, by: By, at: Timestamp, player: PlayerId) -> Result<u64, Problem> {
        let (seen, lines) = self.read(|t| {
            let lines = redaction::without(t.lines(), player);
            (t.state().position, lines)
        });
        let request = Request::new(by, at, Command::Redact { player });
        let more = vec![Write::redact(&self.id, &lines)?];
        let position = self.act(request, Some(seen), more).await?;
        self.reload().await?;
        Ok(position)
    }

    /// Shows what a request would lead to, without doing it.
    pub fn preview(&self, request: Request) -> Result<State, Problem> {
        Ok(read(&self.tournament).preview(request, self.seeds())?)
    }

    fn announce(&self, position: u64) {
        self.position.send_if_modified(|now| {
            let newer = position > *now;
            *now = position.max(*now);
            newer
        });
    }

    /// Reads the journal again from the ledger: after a write that failed, or when another process wrote.
    pub async fn reload(&self) -> Result<(), Problem> {
        let lines = self.ledger.read(&self.id, 0).await?;
        let fresh = Tournament::load(&muster_ledger::line::journal_text(&lines))?;
        let position = fresh.state().position;
        *write(&self.tournament) = fresh;
        *self.pages.lock().unwrap_or_else(PoisonError::into_inner) = Pages::default();
        self.announce(position);
        Ok(())
    }
}
