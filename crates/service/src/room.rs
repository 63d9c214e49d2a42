//! Tournaments in memory: one room each, read by many pages, changed by one command at a time.
//!
//! A command is judged and folded under the room's lock and handed to the ledger in the same order; the lock is free
//! again while the ledger makes it durable, so that many phones can report at once and share a transaction. Nobody is
//! told "done" before it is durable, and nobody is shown it: there are two tournaments in a room, one with everything
//! that was judged and one with what is durable, and only the second is read. Should the ledger refuse, the room reads
//! itself again from what is really there. What was begun is brought to its end even if whoever asked has gone meanwhile.

mod rooms;

pub use rooms::Rooms;

use crate::idempotency::{Key, Pressed, Turn, other_wish};
use crate::page_cache::Page;
use crate::problem::{Cause, Problem};
use crate::secret;
use bytes::Bytes;
use jiff::Timestamp;
use muster_ledger::line::journal_text;
use muster_ledger::people::{Answered, Kept, Settings};
use muster_ledger::{Answer, Head, Ledger, LedgerError, LineText, News, TournamentId, Write};
use muster_tournament::ids::Hex32;
use muster_tournament::journal::{JournalError, Line};
use muster_tournament::log::{LogLine, Moment};
use muster_tournament::seeds::{Master, Seedless, Seeds};
use muster_tournament::{By, Command, PlayerId, Refusal, Request, State, Tournament, redaction};
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;
use tokio::sync::watch;

/// How often a command is judged again after others were in its way.
const TRIES: u32 = 16;
/// How long to wait before the second try at most; it grows with every try, so that of several servers that write to one
/// tournament each gets its turn.
const PAUSE: Duration = Duration::from_millis(2);
/// How many sentences about the newest lines are kept for those who gave them.
const SENTENCES: usize = 256;

/// One tournament.
pub struct Room {
    pub id: TournamentId,
    ledger: Arc<dyn Ledger>,
    held: RwLock<Held>,
    /// Comes with the room, or later with a journal that is brought here again; a tournament has only one.
    master: OnceLock<Master>,
    /// The ledger holds a seed that is not the one this tournament committed to.
    wrong_seed: AtomicBool,
    position: watch::Sender<u64>,
    pages: Mutex<Pages>,
    pressed: Pressed,
    settings: RwLock<Settings>,
    /// Of several who find that the room must be read again, one does it; settings are written one after the other.
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
    /// How often it was read from the ledger: what was judged before the last time may rest on lines that are not there.
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

    /// Takes over lines that follow what is durable here. Everything that was judged on other lines is given up.
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
    /// Those that everybody who is not signed in gets at an address, and until when.
    open: HashMap<String, (Cell, Option<Timestamp>)>,
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

/// A tournament without a player's data.
fn without(tournament: &Tournament, player: PlayerId) -> Result<Tournament, Problem> {
    let mut lines = tournament.lines().to_vec();
    for bare in redaction::without(&lines, player) {
        let place = lines
            .iter_mut()
            .find(|line| line.core.position == bare.core.position);
        if let Some(place) = place {
            *place = bare;
        }
    }
    Ok(Tournament::from_lines(lines)?)
}

/// Whether another server wrote something at the position of ours. A line that was judged on one of ours which lost does not
/// follow from the journal any more.
fn others_were_first(error: &LedgerError) -> bool {
    matches!(
        error,
        LedgerError::Conflict { .. } | LedgerError::Fork { .. }
    )
}

/// What is left to say when the work on a command panicked.
fn broke_off(error: tokio::task::JoinError) -> Result<u64, Problem> {
    tracing::error!(%error, "a command broke off");
    Err(Cause::BrokeOff.into())
}

impl Room {
    /// Makes the room of a tournament with what the ledger keeps beside its journal.
    async fn open(
        ledger: &Arc<dyn Ledger>,
        id: &TournamentId,
        tournament: Tournament,
    ) -> Result<Arc<Room>, Problem> {
        let seed = ledger.seed(id).await?;
        let answered = Answered::of(ledger.as_ref(), id).await?;
        let settings = Settings::find(ledger.as_ref(), id).await?;
        let settings = settings.map_or_else(|| Settings::new(id.clone()), |found| found.value);
        let room = Arc::new(Room {
            id: id.clone(),
            ledger: Arc::clone(ledger),
            position: watch::Sender::new(tournament.state().position),
            master: OnceLock::new(),
            wrong_seed: AtomicBool::new(false),
            held: RwLock::new(Held::new(tournament, 0)),
            pages: Mutex::default(),
            pressed: Pressed::new(answered, Timestamp::now()),
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

    /// Returns whether the seed that is kept here is another one than the tournament committed to. It is never drawn with.
    #[must_use]
    pub fn has_wrong_seed(&self) -> bool {
        self.wrong_seed.load(Ordering::Relaxed)
    }

    /// Takes a seed over, if it is the one that was committed to.
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

    /// Looks at how the tournament is shown and entered.
    pub fn with_settings<T>(&self, look: impl FnOnce(&Settings) -> T) -> T {
        look(&read(&self.settings))
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
        self.give_up_pages();
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

    /// Returns such a page, which from now on is also what [`Room::open_page`] finds at an address until an instant.
    pub fn page_at(
        &self,
        key: &str,
        at: Option<(&str, Option<Timestamp>)>,
        make: impl FnOnce(&Tournament) -> String,
    ) -> Arc<Page> {
        let tournament = &read(&self.held).durable;
        let cell = self.cell(tournament, key);
        if let Some((address, until)) = at {
            // Before it is made: if pages are given up meanwhile, this one is too.
            let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
            let open = (Arc::clone(&cell), until);
            pages.open.insert(address.to_owned(), open);
        }
        Arc::clone(cell.get_or_init(|| Arc::new(Page::new(make(tournament)))))
    }

    /// Returns the page that everybody who is not signed in gets at an address, if it has been made.
    #[must_use]
    pub fn open_page(&self, address: &str, now: Timestamp) -> Option<Arc<Page>> {
        if read(&self.settings).private {
            return None;
        }
        let position = read(&self.held).durable.state().position;
        let pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let (cell, until) = pages.open.get(address)?;
        let fresh = pages.position == position && until.is_none_or(|until| now < until);
        cell.get().filter(|_| fresh).cloned()
    }

    /// Returns a page made once for each position that takes long: from a copy, so that no writer waits for it.
    pub fn slow_page<C: Into<Bytes>>(
        &self,
        key: &str,
        make: impl FnOnce(&Tournament) -> C,
    ) -> Arc<Page> {
        let (cell, copy) = {
            let tournament = &read(&self.held).durable;
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
                ..Pages::default()
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
        match self.pressed.again(key) {
            Some(again) => Some(again.position().await),
            None => self.answered_elsewhere(key).await.transpose(),
        }
    }

    /// Returns what became of a key that came to another server.
    async fn answered_elsewhere(&self, key: &Key) -> Result<Option<u64>, Problem> {
        let found = Answered::find(self.ledger.as_ref(), key.request, Timestamp::now()).await?;
        let Some(Answered {
            asked, position, ..
        }) = found.map(|found| found.value)
        else {
            return Ok(None);
        };
        if asked.zip(key.asked).is_some_and(|(a, b)| a != b) {
            return Err(other_wish());
        }
        self.catch_up(position).await?;
        Ok(Some(position))
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
        let done = self.write_down(wish, seen, key.as_ref(), more).await;
        let position = match (done, &key) {
            (Ok(position), _) => position,
            // It may be impossible now because the same request was done on another server a moment before.
            (Err(problem), Some(key)) => self.answered_elsewhere(key).await?.ok_or(problem)?,
            (Err(problem), None) => return Err(problem),
        };
        self.announce(position);
        if let Some(first) = first {
            first.became(position);
        }
        Ok(position)
    }

    /// Judges commands until they are durable or refused. Whenever another server's line came first, they are judged again
    /// on that; nothing is refused for a state that is no longer true.
    async fn write_down(
        &self,
        wish: &(impl Fn(&State) -> Result<Vec<Request>, Problem> + Sync),
        seen: Option<u64>,
        key: Option<&Key>,
        more: Vec<Write>,
    ) -> Result<u64, Problem> {
        let mut tries = 0;
        let mut up_to_date = false;
        loop {
            tries += 1;
            let given = match self.judge(wish, seen, key, more.clone()) {
                Ok(given) => given,
                Err(problem) if up_to_date => return Err(problem),
                Err(_) => {
                    self.take_over().await?;
                    up_to_date = true;
                    continue;
                }
            };
            let error = match given.answer.await {
                Ok(_) => {
                    self.show(given.position, given.read).await?;
                    return Ok(given.position);
                }
                Err(error) => error,
            };
            if let Err(problem) = self.read_on(given.read).await {
                self.give_up(given.read);
                return Err(problem);
            }
            // Another line came first, or one before this failed: judged again, it may still be accepted.
            if tries >= TRIES || !others_were_first(&error) {
                return Err(error.into());
            }
            let part = secret::random().map_err(Problem::no_random)?.0[0];
            tokio::time::sleep(PAUSE * (tries - 1) * u32::from(part) / 256).await;
        }
    }

    /// Gives up what was judged and cannot be compared with the ledger now: what others write must not be taken for it.
    fn give_up(&self, judged_on: u64) {
        let mut held = write(&self.held);
        if held.read == judged_on {
            held.judged = held.durable.clone();
            held.under_way.clear();
            let known = held.durable.state().position;
            held.said.retain(|line| line.position <= known);
            held.read = held.read.saturating_add(1);
        }
    }

    /// Shows what has become durable.
    async fn show(&self, position: u64, judged_on: u64) -> Result<(), Problem> {
        {
            let mut held = write(&self.held);
            if held.read == judged_on {
                return held.show(position, self.seeds());
            }
        }
        // The journal was read again meanwhile, perhaps before this line was there.
        self.catch_up(position).await
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
        let now = held.judged.state().position;
        if seen.is_some_and(|seen| seen != now) {
            return Err(Problem::stale(now));
        }
        let requests = wish(held.judged.state())?;
        let salted = requests
            .into_iter()
            .map(|request| Ok(request.salted(secret::random()?)));
        let salted: Result<Vec<Request>, _> = salted.collect();
        let requests = salted.map_err(Problem::no_random)?;
        let said = self.done(&mut held.judged, requests.clone())?;
        let position = held.judged.state().position;
        let first = usize::try_from(now).unwrap_or(usize::MAX);
        let new = held.judged.lines().get(first..).unwrap_or_default();
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
        held.under_way.push_back((position, requests));
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
    ) -> Result<Vec<LogLine>, Problem> {
        // One alone leaves nothing behind if it is refused; of several the first may be good and the second not.
        let mut copy = (requests.len() > 1).then(|| tournament.clone());
        let trial = copy.as_mut().unwrap_or(tournament);
        let mut said = Vec::new();
        for request in requests {
            let before = Moment::of(trial.state());
            let acted = trial.act(request, self.seeds());
            acted.map_err(|refusal| self.refused(refusal))?;
            said.extend(before.newest(trial));
        }
        if let Some(copy) = copy {
            *tournament = copy;
        }
        Ok(said)
    }

    fn refused(&self, refusal: Refusal) -> Problem {
        match refusal {
            Refusal::NoSeed if self.has_wrong_seed() => Cause::WrongSeed.into(),
            refusal => refusal.into(),
        }
    }

    /// Forgets a player: the entry that says so, and the personal data out of the journal, here and in the ledger. Returns
    /// its position, and the lines that held something as they are now.
    pub async fn forget(
        self: &Arc<Room>,
        by: By,
        at: Timestamp,
        player: PlayerId,
        key: Option<Key>,
    ) -> Result<(u64, Vec<Line>), Problem> {
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
        Ok((work.await.unwrap_or_else(broke_off)?, lines))
    }

    /// Takes a player's data out of memory, without losing what is on its way to the ledger.
    fn forget_here(&self, player: PlayerId) -> Result<(), Problem> {
        let mut held = write(&self.held);
        held.judged = without(&held.judged, player)?;
        held.durable = without(&held.durable, player)?;
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
        let preview = read(&self.held).durable.preview(request, self.seeds());
        preview.map_err(|refusal| self.refused(refusal))
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
        self.at_least(position).await?;
        if self.master.get().is_none() {
            self.take_seed(self.ledger.seed(&self.id).await?);
        }
        Ok(())
    }

    /// Makes sure that a position is shown that somebody has seen, perhaps at another server, so that nobody reads
    /// backwards. A position that the ledger does not have either, as after a restore, is not waited for.
    pub async fn at_least(&self, position: u64) -> Result<(), Problem> {
        // A reading may be somebody else's that began before the line was there.
        for _ in 0..TRIES {
            let (durable, judged_on) = self.durable();
            if durable >= position || self.read_on(judged_on).await? {
                break;
            }
        }
        Ok(())
    }

    /// Takes over everything that is in the ledger by now, heard of or not.
    async fn take_over(&self) -> Result<(), Problem> {
        let (durable, _) = self.durable();
        match self.ledger.read(&self.id, durable).await?.last() {
            Some(last) => self.at_least(last.position()).await,
            None => Ok(()),
        }
    }

    /// Returns how far the journal was judged here.
    fn judged(&self) -> u64 {
        read(&self.held).judged.state().position
    }

    /// Returns how far the journal is shown here, and which reading of the ledger that is.
    fn durable(&self) -> (u64, u64) {
        let held = read(&self.held);
        (held.durable.state().position, held.read)
    }

    /// Takes over what another process wrote; returns whether something is different now.
    async fn hear(&self, news: &News) -> Result<bool, Problem> {
        match news {
            // What was judged here is on its way: it is shown when it is durable, or read again when it fails.
            News::Grown(head) if head.position <= self.judged() => Ok(false),
            News::Grown(head) => self.catch_up(head.position).await.map(|()| true),
            News::Settings(_) => self.refresh_settings().await,
            News::Redacted(_) | News::Missed => self.refresh().await,
        }
    }

    /// Gives up keys against double presses whose time is over.
    pub(crate) fn purge(&self, now: Timestamp) {
        self.pressed.purge(now);
    }

    /// Compares settings and journal with the ledger, and reads again what is different there: another process may have
    /// written anything. Returns whether something was.
    async fn refresh(&self) -> Result<bool, Problem> {
        let new_settings = self.refresh_settings().await?;
        let judged_on = read(&self.held).read;
        let lines = self.ledger.read(&self.id, 0).await?;
        let same =
            {
                let held = read(&self.held);
                // What is on its way to the ledger is here already and not there yet.
                lines.len() <= held.judged.lines().len()
                    && held.judged.lines().iter().zip(&lines).all(|(here, there)| {
                        LineText::try_from(here).is_ok_and(|here| here == *there)
                    })
            };
        if !same {
            self.read_again(judged_on).await?;
        }
        self.take_seed(self.ledger.seed(&self.id).await?);
        Ok(new_settings || !same)
    }

    async fn refresh_settings(&self) -> Result<bool, Problem> {
        let _alone = self.alone.lock().await;
        let found = Settings::find(self.ledger.as_ref(), &self.id).await?;
        let found = found.map_or_else(|| Settings::new(self.id.clone()), |found| found.value);
        if found == *read(&self.settings) {
            return Ok(false);
        }
        *write(&self.settings) = found;
        self.give_up_pages();
        // Those who follow may no longer be allowed to.
        self.position.send_modify(|_| ());
        Ok(true)
    }

    /// Takes over from the ledger what is new there, unless that has been done since a write was judged: a second reading
    /// could miss lines that were judged on the first. Returns whether it was done now.
    async fn read_on(&self, judged_on: u64) -> Result<bool, Problem> {
        let known = {
            let _alone = self.alone.lock().await;
            let known = {
                let held = read(&self.held);
                if held.read != judged_on {
                    return Ok(false);
                }
                held.durable.state().position
            };
            let lines = self.ledger.read(&self.id, known).await?;
            write(&self.held).go_on(&lines)
        };
        match known {
            Ok(position) => self.announce(position),
            Err(error) => {
                tracing::warn!(tournament = %self.id, %error, "reading the whole journal again");
                self.read_again(judged_on).await?;
            }
        }
        Ok(true)
    }

    /// Reads the whole journal again, unless that has been done since.
    async fn read_again(&self, judged_on: u64) -> Result<(), Problem> {
        let _alone = self.alone.lock().await;
        if read(&self.held).read != judged_on {
            return Ok(());
        }
        let lines = self.ledger.read(&self.id, 0).await?;
        let tournament = Tournament::load(&journal_text(&lines))?;
        let position = tournament.state().position;
        {
            let mut held = write(&self.held);
            *held = Held::new(tournament, held.read.saturating_add(1));
            self.give_up_pages();
        }
        self.announce(position);
        Ok(())
    }
}
