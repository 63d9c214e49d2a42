//! Tournaments in memory: one room each, read by many pages, changed by one command at a time.
//!
//! A command is judged and folded under the room's lock and handed to the ledger in the same order; the lock is free
//! again while the ledger makes it durable, so that many phones can report at once and share a transaction. Nobody is
//! told "done" before it is durable. Should the ledger refuse, the room reads itself again from what is really there.
//! What was begun is brought to its end even if whoever asked has gone meanwhile.

use crate::kept::Page;
use crate::pressed::{Key, Pressed, Turn};
use crate::problem::Problem;
use axum::body::Bytes;
use axum::http::StatusCode;
use jiff::Timestamp;
use muster_ledger::people::{Answered, Kept, Settings};
use muster_ledger::{Answer, Head, Ledger, LedgerError, TournamentId, Write};
use muster_tournament::seeds::{Master, Seedless, Seeds};
use muster_tournament::story::Moment;
use muster_tournament::{By, Command, PlayerId, Request, State, Tournament, redaction};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use tokio::sync::watch;

/// How often a command is judged again after others were in its way.
const TRIES: usize = 4;
/// How many sentences about the newest lines are kept for those who gave them.
const SENTENCES: usize = 256;

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
    held: RwLock<Held>,
    /// Comes with the room, or later with a journal that is brought here again; a tournament has only one.
    master: OnceLock<Master>,
    position: watch::Sender<u64>,
    pages: Mutex<Pages>,
    pressed: Pressed,
    settings: RwLock<Settings>,
    /// Of several who find that the room must be read again, one does it; settings are written one after the other.
    alone: tokio::sync::Mutex<()>,
}

/// The tournament as it is in memory.
struct Held {
    tournament: Tournament,
    /// How often it was read from the ledger: what was judged before the last time may rest on lines that are not there.
    read: u64,
    /// What the newest lines say, each with its position.
    said: VecDeque<(u64, String)>,
}

/// A command that was judged and is on its way to the disk.
struct Given {
    position: u64,
    read: u64,
    answer: Answer<Vec<Head>>,
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

/// What is left to say when the work on a command panicked.
fn broke_off(error: tokio::task::JoinError) -> Result<u64, Problem> {
    tracing::error!(%error, "a command broke off");
    Err(Problem::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        "Something went wrong here. Look at the page again to see whether it was done.",
    ))
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
        let answered = Answered::of(self.ledger.as_ref(), id).await?;
        let settings = Settings::find(self.ledger.as_ref(), id).await?;
        let settings = settings.map_or_else(|| Settings::new(id.clone()), |found| found.value);
        let tournament = Tournament::load(&muster_ledger::line::journal_text(&lines))?;
        let room = Arc::new(Room {
            id: id.clone(),
            ledger: Arc::clone(&self.ledger),
            position: watch::Sender::new(tournament.state().position),
            held: RwLock::new(Held {
                tournament,
                read: 0,
                said: VecDeque::new(),
            }),
            master: master.map_or_else(OnceLock::new, OnceLock::from),
            pages: Mutex::new(Pages::default()),
            pressed: Pressed::new(answered),
            settings: RwLock::new(settings),
            alone: tokio::sync::Mutex::new(()),
        });
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
    /// Reads the tournament. Keep it short: writers wait meanwhile, and nothing may be awaited.
    pub fn read<T>(&self, look: impl FnOnce(&Tournament) -> T) -> T {
        look(&read(&self.held).tournament)
    }

    /// Returns what a line says, for as long as it is one of the newest given here.
    #[must_use]
    pub fn said(&self, position: u64) -> Option<String> {
        let held = read(&self.held);
        let found = held.said.iter().find(|(at, _)| *at == position);
        found.map(|(_, text)| text.clone())
    }

    /// Returns the seeds that this machine holds for the tournament.
    #[must_use]
    pub fn seeds(&self) -> &dyn Seeds {
        match self.master.get() {
            Some(master) => master,
            None => &Seedless,
        }
    }

    /// Returns how the tournament is shown and entered.
    #[must_use]
    pub fn settings(&self) -> Settings {
        read(&self.settings).clone()
    }

    /// Changes how the tournament is shown and entered.
    pub async fn set(&self, settings: Settings) -> Result<(), Problem> {
        // One after the other, so that what is kept here is what was written last.
        let _alone = self.alone.lock().await;
        self.ledger.commit(vec![settings.put()]).await?;
        *write(&self.settings) = settings;
        Ok(())
    }

    /// Returns the position that is durable, and how to wait for the next.
    #[must_use]
    pub fn follow(&self) -> watch::Receiver<u64> {
        self.position.subscribe()
    }

    /// Returns a page made once for each position.
    pub fn page(&self, key: &str, make: impl FnOnce(&Tournament) -> String) -> Arc<Page> {
        let tournament = &read(&self.held).tournament;
        let cell = self.cell(tournament, key);
        Arc::clone(cell.get_or_init(|| Arc::new(Page::new(make(tournament)))))
    }

    /// Returns a page made once for each position that takes long: from a copy, so that no writer waits for it.
    pub fn slow_page<C: Into<Bytes>>(
        &self,
        key: &str,
        make: impl FnOnce(&Tournament) -> C,
    ) -> Arc<Page> {
        let (cell, copy) = {
            let tournament = &read(&self.held).tournament;
            let cell = self.cell(tournament, key);
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
    /// something happened since, they are told and asked again. The same `key` a second time does nothing more than the
    /// first. `more` is written together with it, all or none. Answers with the position of the line when it is durable.
    pub async fn act(
        self: &Arc<Room>,
        request: Request,
        seen: Option<u64>,
        key: Option<Key>,
        more: Vec<Write>,
    ) -> Result<u64, Problem> {
        let wish = move |_: &State| Ok(vec![request.clone()]);
        self.act_all(wish, seen, key, more).await
    }

    /// Does several things that belong together, all or none: `wish` says which, in the state that they are done to. The
    /// rest is as for [`Room::act`]; the position is that of the last line.
    pub async fn act_all(
        self: &Arc<Room>,
        wish: impl Fn(&State) -> Result<Vec<Request>, Problem> + Send + Sync + 'static,
        seen: Option<u64>,
        key: Option<Key>,
        more: Vec<Write>,
    ) -> Result<u64, Problem> {
        let room = Arc::clone(self);
        // A phone that hangs up must not leave a line that nobody is told of, or a failure that nobody repairs.
        let work = tokio::spawn(async move { room.bring_to_an_end(&wish, seen, key, more).await });
        work.await.unwrap_or_else(broke_off)
    }

    /// Returns what became of a key that was used before; nothing if it was not.
    pub async fn given(&self, key: &Key) -> Option<Result<u64, Problem>> {
        Some(self.pressed.again(key)?.position().await)
    }

    async fn bring_to_an_end(
        &self,
        wish: &(impl Fn(&State) -> Result<Vec<Request>, Problem> + Sync),
        seen: Option<u64>,
        key: Option<Key>,
        more: Vec<Write>,
    ) -> Result<u64, Problem> {
        let first = match &key {
            None => None,
            Some(key) => match self.pressed.turn(key) {
                Turn::First(first) => Some(first),
                Turn::Again(again) => return again.position().await,
            },
        };
        let mut tries = 0;
        let position = loop {
            tries += 1;
            let given = self.judge(wish, seen, key.as_ref(), more.clone())?;
            match given.answer.await {
                Ok(_) => break given.position,
                Err(error) => {
                    self.read_again(given.read).await?;
                    // Another line came first, or one before this failed: judged again, it may still stand.
                    let again = matches!(error, LedgerError::Conflict { .. }) && tries < TRIES;
                    if !again {
                        return Err(error.into());
                    }
                }
            }
        };
        self.announce(position);
        if let Some(first) = first {
            first.became(position);
        }
        Ok(position)
    }

    /// Judges commands and hands them to the ledger, in one step that nothing comes between.
    fn judge(
        &self,
        wish: &impl Fn(&State) -> Result<Vec<Request>, Problem>,
        seen: Option<u64>,
        key: Option<&Key>,
        more: Vec<Write>,
    ) -> Result<Given, Problem> {
        let mut held = write(&self.held);
        let held = &mut *held;
        let now = held.tournament.state().position;
        if seen.is_some_and(|seen| seen != now) {
            return Err(Problem::stale(now));
        }
        let requests = wish(held.tournament.state())?;
        let said = self.done(&mut held.tournament, requests)?;
        let position = held.tournament.state().position;
        let first = usize::try_from(now).unwrap_or(usize::MAX);
        let new = held.tournament.lines().get(first..).unwrap_or_default();
        let mut writes = vec![Write::append(&self.id, new)?];
        if let Some(key) = key {
            let answered = Answered {
                request: key.request,
                tournament: self.id.clone(),
                position,
                asked: key.asked,
                expires: key.expires,
            };
            writes.push(answered.add());
        }
        writes.extend(more);
        held.said.extend(said);
        held.said.drain(..held.said.len().saturating_sub(SENTENCES));
        Ok(Given {
            position,
            read: held.read,
            answer: self.ledger.commit(writes),
        })
    }

    /// Does what requests ask, all or none, and returns what each line says.
    fn done(
        &self,
        tournament: &mut Tournament,
        requests: Vec<Request>,
    ) -> Result<Vec<(u64, String)>, Problem> {
        // One alone leaves nothing behind if it is refused; of several the first may be good and the second not.
        let mut copy = (requests.len() > 1).then(|| tournament.clone());
        let trial = copy.as_mut().unwrap_or(tournament);
        let mut said = Vec::new();
        for request in requests {
            let before = Moment::of(trial.state());
            let position = trial.act(request, self.seeds())?.core.position;
            said.extend(before.tell(trial).map(|told| (position, told.text)));
        }
        if let Some(copy) = copy {
            *tournament = copy;
        }
        Ok(said)
    }

    /// Forgets a player: the entry that says so, and the personal data out of the journal, here and in the ledger.
    pub async fn forget(
        self: &Arc<Room>,
        by: By,
        at: Timestamp,
        player: PlayerId,
        key: Option<Key>,
    ) -> Result<u64, Problem> {
        let (seen, lines) = self.read(|t| {
            let lines = redaction::without(t.lines(), player);
            (t.state().position, lines)
        });
        let request = Request::new(by, at, Command::Redact { player });
        let more = vec![Write::redact(&self.id, &lines)?];
        let room = Arc::clone(self);
        let work = tokio::spawn(async move {
            let wish = |_: &State| Ok(vec![request.clone()]);
            let position = room.bring_to_an_end(&wish, Some(seen), key, more).await?;
            room.forget_here(player)?;
            Ok(position)
        });
        work.await.unwrap_or_else(broke_off)
    }

    /// Takes a player's data out of memory, without losing what is on its way to the ledger.
    fn forget_here(&self, player: PlayerId) -> Result<(), Problem> {
        let mut held = write(&self.held);
        let mut lines = held.tournament.lines().to_vec();
        for bare in redaction::without(&lines, player) {
            let place = lines
                .iter_mut()
                .find(|line| line.core.position == bare.core.position);
            if let Some(place) = place {
                *place = bare;
            }
        }
        held.tournament = Tournament::from_lines(lines)?;
        held.said.clear();
        self.give_up_pages();
        Ok(())
    }

    /// Pages are kept for a position; those of the present one may say what is no longer so.
    fn give_up_pages(&self) {
        *self.pages.lock().unwrap_or_else(PoisonError::into_inner) = Pages::default();
    }

    /// Shows what a request would lead to, without doing it.
    pub fn preview(&self, request: Request) -> Result<State, Problem> {
        Ok(read(&self.held).tournament.preview(request, self.seeds())?)
    }

    fn announce(&self, position: u64) {
        self.position.send_if_modified(|now| {
            let newer = position > *now;
            *now = position.max(*now);
            newer
        });
    }

    /// Takes over what came into the ledger by another way than this room: lines of a copy that went on elsewhere, and the
    /// seed. Whatever was judged meanwhile on the shorter journal fails and is judged again.
    pub async fn catch_up(&self, position: u64) -> Result<(), Problem> {
        let (here, judged_on) = {
            let held = read(&self.held);
            (held.tournament.state().position, held.read)
        };
        if here < position {
            self.read_again(judged_on).await?;
        }
        if let Some(seed) = self.ledger.seed(&self.id).await? {
            self.master.get_or_init(|| Master::new(seed));
        }
        Ok(())
    }

    /// Reads the journal again from the ledger after a write that failed, unless that has been done since the write was
    /// judged: a second reading could miss lines that were judged on the first.
    async fn read_again(&self, judged_on: u64) -> Result<(), Problem> {
        let _alone = self.alone.lock().await;
        if read(&self.held).read != judged_on {
            return Ok(());
        }
        let lines = self.ledger.read(&self.id, 0).await?;
        let tournament = Tournament::load(&muster_ledger::line::journal_text(&lines))?;
        let position = tournament.state().position;
        {
            let mut held = write(&self.held);
            *held = Held {
                tournament,
                read: held.read.saturating_add(1),
                said: VecDeque::new(),
            };
            self.give_up_pages();
        }
        self.announce(position);
        Ok(())
    }
}
