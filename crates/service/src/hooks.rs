//! Webhooks: events for other programs about published rounds, results and the end of a tournament.
//!
//! Commands never wait for webhooks. A task follows the journals, compares the public states before and after, and writes
//! the deliveries and its position in one commit. Sending comes later: one delivery at a time and in order for each webhook,
//! retried with growing waits. Deliveries survive a restart. A [`Sender`] does the actual sending.

pub mod changes;
mod queue;
pub mod sign;

pub use queue::run;

use crate::problem::{Cause, Problem};
use crate::{Service, secret};
use muster_ledger::people::{Delivery, Event, Hook, Kept, Versioned, Way};
use muster_ledger::{LedgerError, TournamentId, Write};
use std::collections::BTreeSet;
use std::pin::Pin;
use tokio::sync::Notify;

/// How often a change is written again after somebody else changed the same records.
const TRIES: u32 = 5;
/// Hexadecimal digits in the name of a webhook.
const ID_LENGTH: usize = 16;
/// The most webhooks of one tournament.
pub const MOST_HOOKS: usize = 10;

/// One delivery to an address.
pub struct Message<'a> {
    pub url: &'a str,
    /// The headers that identify, date and sign the body.
    pub headers: &'a [(&'static str, String)],
    /// The body, as JSON.
    pub body: &'a str,
    /// Whether the address may be on this machine or in its own network.
    pub inside: bool,
}

/// The status of the answer, or the reason why there was none.
pub type Sent<'a> = Pin<Box<dyn Future<Output = Result<u16, String>> + Send + 'a>>;

/// Sends webhooks to addresses.
pub trait Sender: Send + Sync {
    /// Returns why an address cannot be used, as far as that is known without resolving its name.
    fn check(&self, url: &str, inside: bool) -> Result<(), String>;

    /// Sends one message and waits for the status of the answer.
    fn send<'a>(&'a self, message: Message<'a>) -> Sent<'a>;
}

/// How webhooks are sent.
#[derive(Default)]
pub struct Hooks {
    /// Whether webhooks may lead to this machine and its own network; the owner chooses that at the start of the server.
    pub inside: bool,
    /// Sends them; without it deliveries wait.
    pub sender: Option<Box<dyn Sender>>,
    /// Counting and adding is one step.
    adding: tokio::sync::Mutex<()>,
    wake: Notify,
}

impl Hooks {
    /// Makes the task look at everything again: a webhook is new, or something is to be sent again.
    fn wake(&self) {
        self.wake.notify_one();
    }
}

/// A webhook to add.
pub struct NewHook<'a> {
    pub url: &'a str,
    pub events: BTreeSet<Event>,
    /// The signing secret; a new one is generated if there is none.
    pub secret: Option<String>,
    /// The idempotency key. The identifier is derived from it, so a repeated request finds the webhook of the first.
    pub key: Option<&'a str>,
}

impl NewHook<'_> {
    /// Returns the webhook that an earlier request with the same key has added.
    async fn before(&self, app: &Service, id: &str) -> Result<Option<Hook>, Problem> {
        if self.key.is_none() {
            return Ok(None);
        }
        let Some(hook) = Hook::find(app.ledger(), id).await?.map(|hook| hook.value) else {
            return Ok(None);
        };
        let same = hook.url == self.url
            && self.events.iter().eq(&hook.events)
            && self.secret.as_ref().is_none_or(|s| *s == hook.secret);
        match same {
            true => Ok(Some(hook)),
            false => Err(Cause::KeyReused.into()),
        }
    }
}

/// Adds a webhook to a tournament; its secret is returned with it.
pub async fn add(
    app: &Service,
    tournament: &TournamentId,
    position: u64,
    new: NewHook<'_>,
) -> Result<Hook, Problem> {
    if let Some(sender) = &app.hooks.sender {
        let checked = sender.check(new.url, app.hooks.inside);
        checked.map_err(|why| Cause::WebhookAddress { why })?;
    }
    let mut id = match new.key {
        Some(key) => secret::digest(&format!("webhook {tournament} {key}")).0,
        None => secret::random().map_err(Problem::no_random)?,
    }
    .to_string();
    id.truncate(ID_LENGTH);
    let _alone = app.hooks.adding.lock().await;
    if let Some(before) = new.before(app, &id).await? {
        return Ok(before);
    }
    if Hook::all(app.ledger(), tournament).await?.len() >= MOST_HOOKS {
        return Err(Cause::TooManyWebhooks { most: MOST_HOOKS }.into());
    }
    if new.events.is_empty() {
        return Err(Cause::WebhookEvents.into());
    }
    let secret = match &new.secret {
        Some(secret) if sign::is_secret(secret) => secret.clone(),
        Some(_) => {
            return Err(Cause::WebhookSecret.into());
        }
        None => sign::secret().map_err(Problem::no_random)?,
    };
    let hook = Hook {
        id,
        tournament: tournament.clone(),
        url: new.url.to_owned(),
        secret,
        events: new.events.iter().copied().collect(),
        created: app.now(),
        position,
        ended: None,
    };
    if let Err(problem) = app.ledger().commit(vec![hook.add()]).await {
        // Another server may have answered the same request a moment before.
        return new.before(app, &hook.id).await?.ok_or(problem.into());
    }
    app.hooks.wake();
    Ok(hook)
}

/// Removes a webhook and everything that waits for it.
pub async fn remove(app: &Service, tournament: &TournamentId, id: &str) -> Result<(), Problem> {
    let hook = Hook::find(app.ledger(), id).await?;
    let hook = hook
        .filter(|hook| hook.value.tournament == *tournament)
        .ok_or(Cause::NoWebhook)?;
    let mut writes = vec![hook.value.delete()];
    for delivery in Delivery::all(app.ledger(), tournament).await? {
        if delivery.value.hook == id {
            writes.push(delivery.value.delete());
        }
    }
    app.ledger().commit(writes).await?;
    app.hooks.wake();
    Ok(())
}

/// Sends a delivery again, now; whatever waits before it is tried now too, because each webhook gets events in order.
pub async fn again(
    app: &Service,
    tournament: &TournamentId,
    id: &str,
) -> Result<Delivery, Problem> {
    let mut tries = 0;
    loop {
        tries += 1;
        let (delivery, writes) = due_again(app, tournament, id).await?;
        match app.ledger().commit(writes).await {
            Ok(_) => {
                app.hooks.wake();
                return Ok(delivery);
            }
            // One of them was sent or noted at this moment.
            Err(LedgerError::Changed { .. }) if tries < TRIES => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Makes a delivery due now, and everything that waits for the same webhook.
async fn due_again(
    app: &Service,
    tournament: &TournamentId,
    id: &str,
) -> Result<(Delivery, Vec<Write>), Problem> {
    let all = Delivery::all(app.ledger(), tournament).await?;
    let found = all
        .iter()
        .find(|found| found.value.id == id)
        .ok_or(Cause::NoDelivery)?;
    let now = app.now();
    let waiting = all.iter().filter(|other| {
        other.value.hook == found.value.hook
            && other.value.id != id
            && matches!(other.value.way, Way::Due(_))
    });
    let sooner = |other: &Versioned<Delivery>| {
        other.replace(&Delivery {
            way: Way::Due(now),
            ..other.value.clone()
        })
    };
    let mut writes: Vec<Write> = waiting.map(sooner).collect();
    let delivery = Delivery {
        way: Way::Due(now),
        tries: 0,
        ..found.value.clone()
    };
    writes.push(found.replace(&delivery));
    // Redelivering resumes a stopped webhook. The sending server notices the new version of the webhook.
    if let Some(hook) = Hook::find(app.ledger(), &delivery.hook).await? {
        writes.push(hook.replace(&Hook {
            ended: None,
            ..hook.value.clone()
        }));
    }
    Ok((delivery, writes))
}
