//! The task that writes deliveries and sends them.

use super::{Message, TRIES, changes, sign};
use crate::Service;
use crate::leases;
use crate::problem::{Cause, Problem};
use jiff::{SignedDuration, Timestamp};
use muster_ledger::people::{Delivery, Hook, Kept, Versioned, Way};
use muster_ledger::{LedgerError, News, TournamentId, Write};
use muster_tournament::Tournament;
use muster_tournament::state::State;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// How many attempts are made before giving up: a bit more than a day.
const MOST_TRIES: u32 = 36;
/// The longest wait between two tries.
const LONGEST_WAIT: SignedDuration = SignedDuration::from_hours(1);
/// How long deliveries are remembered.
const REMEMBERED: SignedDuration = SignedDuration::from_hours(24 * 30);
/// When to look again for what was not durable yet.
const SOON: Duration = Duration::from_millis(50);
/// The longest sleep: the lease is renewed after it. New webhooks and news wake earlier.
const LONGEST_SLEEP: Duration = Duration::from_secs(10);

/// Follows all journals and sends webhooks for as long as the server runs, whenever it holds the lease.
pub async fn run(app: Arc<Service>) {
    let mut news = app.rooms.ledger().follow();
    let (tried, mut answers) = mpsc::unbounded_channel();
    let mut work = Work {
        tried,
        seen: HashMap::new(),
        due: BTreeMap::new(),
        busy: HashSet::new(),
        behind: BTreeSet::new(),
        number: 0,
        leads: false,
        known: HashMap::new(),
        app: app.clone(),
    };
    loop {
        work.lead().await;
        let sleep = work.send();
        tokio::select! {
            news = news.next() => match news {
                None => return,
                Some(_) if !work.leads => {}
                Some(News::Grown(head)) => {
                    app.rooms.reached(&head).await;
                    work.look(&head.tournament).await;
                }
                Some(News::Redacted(head)) => work.forget(&head.tournament).await,
                Some(News::Settings(_)) => {}
                Some(News::Missed) => work.all().await,
            },
            () = app.hooks.wake.notified(), if work.leads => work.all().await,
            Some(answer) = answers.recv() => work.answered(answer).await,
            () = tokio::time::sleep(sleep), if work.leads => work.look_around().await,
            () = tokio::time::sleep(LONGEST_SLEEP), if !work.leads => {}
        }
    }
}

/// The result of an attempt.
struct Tried {
    delivery: Delivery,
    result: Result<u16, String>,
}

/// The task's memory; everything in it can be read from the ledger again.
struct Work {
    app: Arc<Service>,
    tried: mpsc::UnboundedSender<Tried>,
    /// The state that was looked at last, by tournament.
    seen: HashMap<TournamentId, State>,
    /// What is to be sent, by webhook, in order.
    due: BTreeMap<String, BTreeMap<String, Delivery>>,
    /// Webhooks to which something is on its way.
    busy: HashSet<String>,
    /// Tournaments whose newest line was not durable yet.
    behind: BTreeSet<TournamentId>,
    /// Counts deliveries, so that those of one instant keep their order.
    number: u32,
    /// Whether this server sends.
    leads: bool,
    /// The webhooks as this server knows them, with their versions.
    known: HashMap<String, u64>,
}

impl Work {
    /// Finds out whether this server sends, and looks at everything if it didn't before.
    async fn lead(&mut self) {
        let led = std::mem::replace(
            &mut self.leads,
            self.app.holds(leases::Work::Webhooks).await,
        );
        match (led, self.leads) {
            (false, true) => self.all().await,
            (true, false) => {
                self.seen.clear();
                self.due.clear();
                self.behind.clear();
            }
            _ => {}
        }
    }

    /// Looks at everything: at the start, after news was missed, and when somebody changed a webhook.
    async fn all(&mut self) {
        let Ok(hooks) = Hook::everywhere(self.app.ledger()).await else {
            return;
        };
        self.due.clear();
        self.known = versions(&hooks);
        let tournaments = hooks.into_iter().map(|hook| hook.value.tournament);
        for tournament in tournaments.collect::<BTreeSet<_>>() {
            match Delivery::all(self.app.ledger(), &tournament).await {
                Ok(deliveries) => {
                    for found in deliveries {
                        self.queue(found.value);
                    }
                }
                Err(error) => tracing::error!(%error, "deliveries cannot be read"),
            }
            self.look(&tournament).await;
        }
    }

    /// Looks again at tournaments that were behind, or at everything if another server changed a webhook.
    async fn look_around(&mut self) {
        for tournament in std::mem::take(&mut self.behind) {
            self.look(&tournament).await;
        }
        let hooks = Hook::everywhere(self.app.ledger()).await;
        if hooks.is_ok_and(|hooks| versions(&hooks) != self.known) {
            self.all().await;
        }
    }

    /// Removes the names of erased people from queued deliveries. What is sent never contains them.
    async fn forget(&mut self, tournament: &TournamentId) {
        self.seen.remove(tournament);
        for _ in 0..TRIES {
            match forgotten(&self.app, tournament).await {
                Ok(()) => return self.all().await,
                Err(error) => {
                    tracing::warn!(error = %error.text, "a name is still in deliveries of webhooks");
                }
            }
        }
    }

    fn queue(&mut self, delivery: Delivery) {
        if matches!(delivery.way, Way::Due(_)) {
            let line = self.due.entry(delivery.hook.clone()).or_default();
            line.insert(delivery.id.clone(), delivery);
        }
    }

    /// Queues the changes that a tournament's webhooks have not received yet.
    async fn look(&mut self, tournament: &TournamentId) {
        if let Err(error) = self.try_look(tournament).await {
            tracing::warn!(error = %error.text, "webhooks are sent later");
            self.behind.insert(tournament.clone());
        }
    }

    async fn try_look(&mut self, tournament: &TournamentId) -> Result<(), Problem> {
        let hooks = Hook::all(self.app.ledger(), tournament).await?;
        if hooks.is_empty() {
            self.seen.remove(tournament);
            return Ok(());
        }
        let room = self.app.rooms.room(tournament).await?;
        let durable = *room.follow().borrow();
        let now = room.read(|t| (t.state().position <= durable).then(|| t.state().clone()));
        let Some(now) = now else {
            self.behind.insert(tournament.clone());
            return Ok(());
        };
        for hook in hooks {
            if hook.value.ended.is_some() || hook.value.position >= now.position {
                continue;
            }
            let known = self.seen.get(tournament);
            let known = known.filter(|state| state.position == hook.value.position);
            let before = match known {
                Some(state) => state.clone(),
                None => state_at(room.read(|t| t.clone()), hook.value.position).await?,
            };
            let made = self.deliveries(&hook.value, &before, &now);
            let moved = Hook {
                position: now.position,
                ..hook.value.clone()
            };
            let mut writes = vec![hook.replace(&moved)];
            writes.extend(made.iter().map(Kept::add));
            match self.app.ledger().commit(writes).await {
                Ok(_) => {
                    self.known.insert(moved.id, hook.version + 1);
                    made.into_iter().for_each(|delivery| self.queue(delivery));
                }
                // The webhook was deleted, or another server handled it.
                Err(LedgerError::Changed { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.seen.insert(tournament.clone(), now);
        Ok(())
    }

    fn deliveries(&mut self, hook: &Hook, before: &State, now: &State) -> Vec<Delivery> {
        let at = self.app.now();
        let wanted = changes::changes(before, now).into_iter();
        let wanted = wanted.filter(|change| hook.events.contains(&change.event));
        wanted
            .map(|change| {
                self.number = self.number.wrapping_add(1);
                // Sorted by what was written first, whichever server's clock is right.
                let id = format!(
                    "{:014}-{:014}-{:010}-{}",
                    now.position,
                    at.as_millisecond(),
                    self.number,
                    hook.id
                );
                Delivery {
                    body: changes::body(&hook.tournament, now, at, &change),
                    id,
                    hook: hook.id.clone(),
                    tournament: hook.tournament.clone(),
                    event: change.event,
                    position: now.position,
                    created: at,
                    tries: 0,
                    said: None,
                    way: Way::Due(at),
                    expires: at.checked_add(REMEMBERED).unwrap_or(at),
                }
            })
            .collect()
    }

    /// Sends the first due delivery of each webhook, and returns how long until the next one is due.
    fn send(&mut self) -> Duration {
        let now = self.app.now();
        let mut sleep = if self.behind.is_empty() {
            LONGEST_SLEEP
        } else {
            SOON
        };
        for (hook, line) in &self.due {
            let Some(first) = line.values().next().filter(|_| !self.busy.contains(hook)) else {
                continue;
            };
            let Way::Due(at) = first.way else { continue };
            if let Some(left) = still(now, at, first.tries) {
                sleep = sleep.min(left);
                continue;
            }
            self.busy.insert(hook.clone());
            let (app, delivery, tried) = (self.app.clone(), first.clone(), self.tried.clone());
            tokio::spawn(async move {
                let result = attempt(&app, &delivery).await;
                // The task that listens ends with the server.
                let _ = tried.send(Tried { delivery, result });
            });
        }
        sleep
    }

    /// The receiver has stopped the webhook: pending deliveries are given up, and nothing more is sent.
    async fn ended(&mut self, hook: &str) -> Vec<Write> {
        let now = self.app.now();
        let waiting = self.due.remove(hook).unwrap_or_default();
        let mut writes = Vec::new();
        for id in waiting.into_keys() {
            if let Ok(Some(found)) = Delivery::find(self.app.ledger(), &id).await {
                writes.push(found.replace(&Delivery {
                    way: Way::GivenUp(now),
                    ..found.value.clone()
                }));
            }
        }
        if let Ok(Some(found)) = Hook::find(self.app.ledger(), hook).await {
            writes.push(found.replace(&Hook {
                ended: Some(now),
                ..found.value.clone()
            }));
        }
        writes
    }

    /// Records the result of an attempt.
    async fn answered(&mut self, answer: Tried) {
        let Tried { delivery, result } = answer;
        let now = self.app.now();
        self.busy.remove(&delivery.hook);
        let tries = delivery.tries.saturating_add(1);
        let gone = result == Ok(410);
        let (way, said) = match result {
            Ok(status) if (200..300).contains(&status) => {
                (Way::Taken(now), format!("status {status}"))
            }
            Ok(410) => (
                Way::GivenUp(now),
                "status 410: wants nothing more".to_owned(),
            ),
            Ok(status) => (later(now, tries), format!("status {status}")),
            Err(why) => (later(now, tries), why),
        };
        if let Some(line) = self.due.get_mut(&delivery.hook) {
            line.remove(&delivery.id);
        }
        let mut noted = Delivery {
            tries,
            said: Some(said),
            way,
            ..delivery
        };
        let found = Delivery::find(self.app.ledger(), &noted.id).await;
        match found {
            // It was deleted meanwhile, with its webhook.
            Ok(None) => return,
            Ok(Some(found)) => {
                // A name in it may have been erased while it was being sent.
                noted.body.clone_from(&found.value.body);
                let mut writes = vec![found.replace(&noted)];
                if gone {
                    writes.extend(self.ended(&noted.hook).await);
                }
                if let Err(error) = self.app.ledger().commit(writes).await {
                    tracing::warn!(%error, "a delivery could not be noted");
                }
            }
            Err(error) => tracing::warn!(%error, "a delivery could not be noted"),
        }
        self.queue(noted);
    }
}

/// Removes the names of erased people from deliveries that may be sent again.
async fn forgotten(app: &Service, tournament: &TournamentId) -> Result<(), Problem> {
    let all = Delivery::all(app.ledger(), tournament).await?;
    let room = app.rooms.room(tournament).await?;
    let mut writes = Vec::new();
    room.read(|t| {
        for found in &all {
            let body = changes::without_erased_names(&found.value.body, t.state());
            if body != found.value.body {
                writes.push(found.replace(&Delivery {
                    body,
                    ..found.value.clone()
                }));
            }
        }
    });
    app.ledger().commit(writes).await?;
    Ok(())
}

fn versions(hooks: &[Versioned<Hook>]) -> HashMap<String, u64> {
    let versions = hooks
        .iter()
        .map(|hook| (hook.value.id.clone(), hook.version));
    versions.collect()
}

/// The state at an earlier position, folded off the threads that answer.
async fn state_at(tournament: Tournament, position: u64) -> Result<State, Problem> {
    let work = move || {
        let count = usize::try_from(position).unwrap_or(usize::MAX);
        let lines = tournament.lines().iter().take(count).cloned().collect();
        Tournament::from_lines(lines).map(|tournament| tournament.state().clone())
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(state) => Ok(state?),
        Err(_) => Err(Cause::NotWorkedOut.into()),
    }
}

/// How long to wait after some tries: a second, and each time twice as long, up to an hour.
fn wait(tries: u32) -> SignedDuration {
    if tries == 0 {
        return SignedDuration::ZERO;
    }
    let seconds = 1_i64 << tries.saturating_sub(1).min(12);
    SignedDuration::from_secs(seconds).min(LONGEST_WAIT)
}

/// When to try again.
fn later(now: Timestamp, tries: u32) -> Way {
    if tries >= MOST_TRIES {
        return Way::GivenUp(now);
    }
    Way::Due(now.checked_add(wait(tries)).unwrap_or(now))
}

/// How long a delivery still waits; nothing if it is due. A time that is too far away was noted by a server whose clock is
/// ahead, and is not waited for.
fn still(now: Timestamp, at: Timestamp, tries: u32) -> Option<Duration> {
    let left = at.duration_since(now);
    let left = Duration::try_from(left)
        .ok()
        .filter(|_| left <= wait(tries));
    left.filter(|left| !left.is_zero())
}

async fn attempt(app: &Service, delivery: &Delivery) -> Result<u16, String> {
    let sender = app
        .hooks
        .sender
        .as_ref()
        .ok_or("nothing can be sent from here")?;
    let hook = Hook::find(app.ledger(), &delivery.hook).await;
    let hook = hook.map_err(|error| error.to_string())?;
    let hook = hook.ok_or("the webhook was removed")?.value;
    let room = app.rooms.room(&delivery.tournament).await;
    let room = room.map_err(|problem| problem.text)?;
    // Names of people who were erased since are removed.
    let body = room.read(|t| changes::without_erased_names(&delivery.body, t.state()));
    let signed = sign::headers(&hook.secret, &delivery.id, app.now(), &body);
    let message = Message {
        url: &hook.url,
        headers: &signed,
        body: &body,
        inside: app.hooks.inside,
    };
    sender.send(message).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(tries: u32, seconds: Option<i64>) {
        let now = Timestamp::UNIX_EPOCH;
        let expected = match seconds {
            Some(seconds) => Way::Due(Timestamp::from_second(seconds).unwrap()),
            None => Way::GivenUp(now),
        };
        assert_eq!(later(now, tries), expected, "after {tries} tries");
    }

    #[test]
    fn waits_grow_and_end() {
        check(1, Some(1));
        check(2, Some(2));
        check(5, Some(16));
        check(12, Some(2048));
        check(13, Some(3600));
        check(35, Some(3600));
        check(36, None);
    }

    #[test]
    fn a_clock_that_is_ahead_delays_nothing() {
        let second = |second| Timestamp::from_second(second).unwrap();
        let check = |at, tries, left: Option<u64>| {
            let found = still(second(100), second(at), tries);
            assert_eq!(found, left.map(Duration::from_secs), "{at} after {tries}");
        };
        check(100, 0, None);
        check(90, 3, None);
        check(104, 3, Some(4));
        check(105, 3, None);
        check(3700, 0, None);
        check(3700, 12, None);
        check(3700, 13, Some(3600));
    }
}
