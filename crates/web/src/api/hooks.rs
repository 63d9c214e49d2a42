//! Webhooks of a tournament, for its organizer: adding and taking away, the log of deliveries, and sending again.

use super::sent::Sent;
use super::tournaments::desk_only;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use jiff::Timestamp;
use muster_ledger::people::{self, Delivery, Hook, Reach, Way};
use muster_service::hooks;
use muster_service::problem::Cause;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a webhook is told of.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum HookEvent {
    /// A round was published; the data has the round.
    #[serde(rename = "round.published", alias = "round_published")]
    RoundPublished,
    /// A result counts, is another one now, or counts no more; the data has the match.
    #[serde(rename = "match.result", alias = "result")]
    Result,
    /// The tournament is over; the data has champion and places.
    #[serde(rename = "tournament.finished", alias = "finished")]
    Finished,
}

impl From<people::Event> for HookEvent {
    fn from(event: people::Event) -> HookEvent {
        match event {
            people::Event::RoundPublished => HookEvent::RoundPublished,
            people::Event::Result => HookEvent::Result,
            people::Event::Finished => HookEvent::Finished,
        }
    }
}

impl From<HookEvent> for people::Event {
    fn from(event: HookEvent) -> people::Event {
        match event {
            HookEvent::RoundPublished => people::Event::RoundPublished,
            HookEvent::Result => people::Event::Result,
            HookEvent::Finished => people::Event::Finished,
        }
    }
}

/// A webhook.
#[derive(Serialize, ToSchema)]
pub struct Webhook {
    /// Its identifier.
    id: String,
    /// Where it leads.
    url: String,
    /// What it is told of.
    events: Vec<HookEvent>,
    /// Since when.
    created: Timestamp,
    /// How far in the journal everything was put on its way.
    position: u64,
    /// Since when the other side wants nothing more (it answered 410); sending something again ends that.
    ended: Option<Timestamp>,
}

impl From<&Hook> for Webhook {
    fn from(hook: &Hook) -> Webhook {
        Webhook {
            id: hook.id.clone(),
            url: hook.url.clone(),
            events: hook.events.iter().copied().map(Into::into).collect(),
            created: hook.created,
            position: hook.position,
            ended: hook.ended,
        }
    }
}

/// The webhooks.
#[derive(Serialize, ToSchema)]
pub struct Webhooks {
    /// All of the tournament.
    webhooks: Vec<Webhook>,
}

/// A webhook to be added.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewWebhook {
    /// Where it leads: an http or https address of the open internet, unless the owner allows others.
    #[schema(min_length = 8, max_length = 2000)]
    url: String,
    /// What it is told of; left out, everything.
    events: Option<Vec<HookEvent>>,
    /// What bodies are signed with; left out, one is made.
    #[schema(min_length = 16, max_length = 200)]
    secret: Option<String>,
}

/// A webhook that was added.
#[derive(Serialize, ToSchema)]
pub struct AddedWebhook {
    /// The webhook.
    #[serde(flatten)]
    webhook: Webhook,
    /// What bodies are signed with, shown now and never again.
    secret: String,
}

fn organizer(scene: &Scene) -> Result<(), Problem> {
    desk_only(&scene.visitor)?;
    Ok(scene.organizer_only(Cause::OrganizerWebhooks)?)
}

/// Reading is for the organizer too, also with a token that is good for nothing else.
fn reader(scene: &Scene) -> Result<(), Problem> {
    if scene.visitor.reach() != Reach::Read {
        desk_only(&scene.visitor)?;
    }
    Ok(scene.organizer_only(Cause::OrganizerWebhooks)?)
}

/// Lists the webhooks; for the organizer.
#[utoipa::path(
    get, path = "/tournaments/{id}/webhooks", operation_id = "listWebhooks", tag = "Webhooks",
    responses((status = 200, description = "All of the tournament.", body = Webhooks))
)]
pub async fn all(scene: Scene) -> Result<Json<Webhooks>, Problem> {
    reader(&scene)?;
    let hooks = Hook::all(scene.app.ledger(), &scene.room.id).await?;
    let webhooks = hooks.iter().map(|hook| (&hook.value).into()).collect();
    Ok(Json(Webhooks { webhooks }))
}

/// Adds a webhook; for the organizer.
///
/// From now on it is told by POST with a JSON body: `id`, `event`, `at`, `tournament`, `position` and `data`. The headers
/// `webhook-id`, `webhook-timestamp` and `webhook-signature` are those of the Standard Webhooks specification: the
/// signature is `v1,` and the base64 of the HMAC-SHA256 over `id.timestamp.body`. Any answer of 200 to 299 takes it;
/// otherwise it is sent again after a second, two, four and so on up to an hour, for about a day, in order.
#[utoipa::path(
    post, path = "/tournaments/{id}/webhooks", operation_id = "addWebhook", tag = "Webhooks", request_body = NewWebhook,
    responses((status = 201, description = "It is there.", body = AddedWebhook))
)]
pub async fn add(
    scene: Scene,
    sent: Sent<NewWebhook>,
) -> Result<(StatusCode, Json<AddedWebhook>), Problem> {
    organizer(&scene)?;
    let NewWebhook {
        url,
        events,
        secret,
    } = sent.value;
    let events = match events {
        Some(events) => events.into_iter().map(Into::into).collect(),
        None => people::Event::ALL.into(),
    };
    let position = scene.room.read(|t| t.state().position);
    let hook = hooks::add(&scene.app, &scene.room.id, position, &url, events, secret).await?;
    let added = AddedWebhook {
        webhook: (&hook).into(),
        secret: hook.secret,
    };
    Ok((StatusCode::CREATED, Json(added)))
}

/// Takes a webhook away, with what is on its way to it; for the organizer.
#[utoipa::path(
    delete, path = "/tournaments/{id}/webhooks/{webhook}", operation_id = "removeWebhook", tag = "Webhooks",
    responses((status = 204, description = "It is gone."))
)]
pub async fn remove(
    scene: Scene,
    Path((_id, hook)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    organizer(&scene)?;
    hooks::remove(&scene.app, &scene.room.id, &hook).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// How far a delivery has come.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum DeliveryStatus {
    /// To be sent at the instant given or later.
    Due,
    /// Taken by the other side.
    Taken,
    /// Given up.
    GivenUp,
}

/// Something told, or to be told.
#[derive(Serialize, ToSchema)]
pub struct DeliveryView {
    /// Its identifier; the receiver sees it as `webhook-id`.
    id: String,
    /// To which webhook.
    webhook: String,
    /// What it tells.
    event: HookEvent,
    /// The position that it tells of.
    position: u64,
    /// When it was made.
    created: Timestamp,
    /// How often it was tried.
    tries: u32,
    /// What the other side said last, or why it said nothing.
    said: Option<String>,
    /// How far it has come.
    status: DeliveryStatus,
    /// When it is due, was taken or given up.
    at: Timestamp,
}

impl From<&Delivery> for DeliveryView {
    fn from(delivery: &Delivery) -> DeliveryView {
        let (status, at) = match delivery.way {
            Way::Due(at) => (DeliveryStatus::Due, at),
            Way::Taken(at) => (DeliveryStatus::Taken, at),
            Way::GivenUp(at) => (DeliveryStatus::GivenUp, at),
        };
        DeliveryView {
            id: delivery.id.clone(),
            webhook: delivery.hook.clone(),
            event: delivery.event.into(),
            position: delivery.position,
            created: delivery.created,
            tries: delivery.tries,
            said: delivery.said.clone(),
            status,
            at,
        }
    }
}

/// The log of deliveries.
#[derive(Serialize, ToSchema)]
pub struct Deliveries {
    /// The newest first, at most 200.
    deliveries: Vec<DeliveryView>,
}

/// The most deliveries in one answer.
const MOST: usize = 200;

/// Shows the log of deliveries; for the organizer.
#[utoipa::path(
    get, path = "/tournaments/{id}/deliveries", operation_id = "listDeliveries", tag = "Webhooks",
    responses((status = 200, description = "The newest first.", body = Deliveries))
)]
pub async fn deliveries(scene: Scene) -> Result<Json<Deliveries>, Problem> {
    reader(&scene)?;
    let all = Delivery::all(scene.app.ledger(), &scene.room.id).await?;
    let newest = all.iter().rev().take(MOST);
    let deliveries = newest.map(|found| (&found.value).into()).collect();
    Ok(Json(Deliveries { deliveries }))
}

/// Sends a delivery again, now; for the organizer.
#[utoipa::path(
    post, path = "/tournaments/{id}/deliveries/{delivery}/again", operation_id = "sendDeliveryAgain", tag = "Webhooks",
    responses((status = 200, description = "It is on its way.", body = DeliveryView))
)]
pub async fn again(
    scene: Scene,
    Path((_id, delivery)): Path<(String, String)>,
) -> Result<Json<DeliveryView>, Problem> {
    organizer(&scene)?;
    let delivery = hooks::again(&scene.app, &scene.room.id, &delivery).await?;
    Ok(Json((&delivery).into()))
}
