//! Running a command in a room: it is judged, written, and judged again if another server was first.

use super::{Room, SENTENCES, read, write};
use crate::idempotency::{Key, Turn};
use crate::problem::{Cause, Problem};
use crate::secret;
use jiff::Timestamp;
use muster_ledger::people::{Answered, Kept};
use muster_ledger::{Answer, Head, LedgerError, Write};
use muster_tournament::journal::Line;
use muster_tournament::log::{LogLine, Moment};
use muster_tournament::{By, Command, PlayerId, Refusal, Request, State, Tournament, redaction};
use std::sync::Arc;
use std::time::Duration;

/// How often a command is judged again after another server was first.
pub(super) const TRIES: u32 = 16;
/// The longest wait before the second try. It grows with every try, so that each of several servers writing to one
/// tournament gets its turn.
const PAUSE: Duration = Duration::from_millis(2);

/// A command that was judged and is on its way to the disk.
struct Submitted {
    position: u64,
    read: u64,
    answer: Answer<Vec<Head>>,
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

/// The answer if the work on a command panicked.
fn broke_off(error: tokio::task::JoinError) -> Result<u64, Problem> {
    tracing::error!(%error, "a command broke off");
    Err(Cause::BrokeOff.into())
}

impl Room {
    /// Runs a command. `seen` is the position it is based on: if something happened since, it is refused. The same `key` a
    /// second time does nothing more than the first. `more` is written in the same commit. Returns the position of the line
    /// once it is durable.
    pub async fn act(
        self: &Arc<Room>,
        request: Request,
        seen: Option<u64>,
        key: Option<Key>,
        more: Vec<Write>,
    ) -> Result<u64, Problem> {
        let requests = move |_: &State| Ok(vec![request.clone()]);
        self.act_all(requests, seen, key, more).await
    }

    /// Runs several commands, all or none: `requests` returns them for the state they are run on. The rest is as for
    /// [`Room::act`]; the position is that of the last line.
    pub async fn act_all(
        self: &Arc<Room>,
        requests: impl Fn(&State) -> Result<Vec<Request>, Problem> + Send + Sync + 'static,
        seen: Option<u64>,
        key: Option<Key>,
        more: Vec<Write>,
    ) -> Result<u64, Problem> {
        let room = Arc::clone(self);
        // A phone that hangs up must not leave a line that nobody announces, or a failure that nobody repairs.
        let work = tokio::spawn(async move { room.finish(&requests, seen, key, more).await });
        work.await.unwrap_or_else(broke_off)
    }

    /// Returns the result of a request whose key was used before.
    pub async fn given(&self, key: &Key) -> Option<Result<u64, Problem>> {
        match self.used_keys.again(key) {
            Some(again) => Some(again.position().await),
            None => self.answered_elsewhere(key).await.transpose(),
        }
    }

    /// Returns the result of a request that another server carried out.
    async fn answered_elsewhere(&self, key: &Key) -> Result<Option<u64>, Problem> {
        if self.only_server {
            return Ok(None);
        }
        let found = Answered::find(self.ledger.as_ref(), key.request, Timestamp::now()).await?;
        let Some(Answered {
            asked, position, ..
        }) = found.map(|found| found.value)
        else {
            return Ok(None);
        };
        if asked.zip(key.asked).is_some_and(|(a, b)| a != b) {
            return Err(Cause::KeyReused.into());
        }
        self.catch_up(position).await?;
        Ok(Some(position))
    }

    async fn finish(
        &self,
        requests: &(impl Fn(&State) -> Result<Vec<Request>, Problem> + Sync),
        seen: Option<u64>,
        key: Option<Key>,
        more: Vec<Write>,
    ) -> Result<u64, Problem> {
        let first = match &key {
            None => None,
            Some(key) => match self.used_keys.turn(key) {
                Turn::First(first) => Some(first),
                Turn::Again(again) => return again.position().await,
            },
        };
        let done = self.commit(requests, seen, key.as_ref(), more).await;
        let position = match (done, &key) {
            (Ok(position), _) => position,
            // It may be impossible now because another server has just carried out the same request.
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
    /// after it, so nothing is refused because of an outdated state.
    async fn commit(
        &self,
        requests: &(impl Fn(&State) -> Result<Vec<Request>, Problem> + Sync),
        seen: Option<u64>,
        key: Option<&Key>,
        more: Vec<Write>,
    ) -> Result<u64, Problem> {
        let mut tries = 0;
        let mut up_to_date = false;
        loop {
            tries += 1;
            let submitted = match self.judge(requests, seen, key, more.clone()) {
                Ok(submitted) => submitted,
                Err(problem) if up_to_date => return Err(problem),
                Err(_) => {
                    self.take_over().await?;
                    up_to_date = true;
                    continue;
                }
            };
            let error = match submitted.answer.await {
                Ok(_) => {
                    self.show(submitted.position, submitted.read).await?;
                    return Ok(submitted.position);
                }
                Err(error) => error,
            };
            if let Err(problem) = self.read_on(submitted.read).await {
                self.give_up(submitted.read);
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

    /// Drops what was judged and can't be compared with the ledger now: lines of others must not be mistaken for it.
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

    /// Judges commands and hands them to the ledger under one lock.
    fn judge(
        &self,
        requests: &impl Fn(&State) -> Result<Vec<Request>, Problem>,
        seen: Option<u64>,
        key: Option<&Key>,
        more: Vec<Write>,
    ) -> Result<Submitted, Problem> {
        let mut held = write(&self.held);
        let held = &mut *held;
        let now = held.judged.state().position;
        if seen.is_some_and(|seen| seen != now) {
            return Err(Problem::stale(now));
        }
        let requests = requests(held.judged.state())?;
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
        Ok(Submitted {
            position,
            read: held.read,
            answer: self.ledger.commit(writes),
        })
    }

    /// Applies requests, all or none, and returns the log line of each.
    fn done(
        &self,
        tournament: &mut Tournament,
        requests: Vec<Request>,
    ) -> Result<Vec<LogLine>, Problem> {
        // A single refused request leaves nothing behind; of several, the first may be accepted and the second refused.
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

    /// Erases a player: writes the entry, and removes the personal data from the journal in memory and in the ledger. Returns
    /// its position and the lines that were changed.
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
            let requests = |_: &State| Ok(vec![request.clone()]);
            let position = room.finish(&requests, Some(seen), key, more).await?;
            room.forget_here(player)?;
            Ok(position)
        });
        Ok((work.await.unwrap_or_else(broke_off)?, lines))
    }

    /// Removes a player's data from memory, without losing what is on its way to the ledger.
    fn forget_here(&self, player: PlayerId) -> Result<(), Problem> {
        let mut held = write(&self.held);
        held.judged = without(&held.judged, player)?;
        held.durable = without(&held.durable, player)?;
        held.said.clear();
        self.drop_pages();
        Ok(())
    }

    /// Returns the state that a request would lead to, without applying it.
    pub fn preview(&self, request: Request) -> Result<State, Problem> {
        let preview = read(&self.held).durable.preview(request, self.seeds());
        preview.map_err(|refusal| self.refused(refusal))
    }
}
