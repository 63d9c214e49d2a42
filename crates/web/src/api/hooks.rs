//! Webhooks of a tournament, for its organizer: adding and deleting them, the delivery log, and redelivery.

use super::sent::Sent;
use super::tournaments::desk_only;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use jiff::Timestamp;
use muster_ledger::people::{self, Delivery, Hook, Scope, Way};
use muster_service::hooks::{self, NewHook};
use muster_service::problem::Cause;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An event that webhooks receive.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum HookEvent {
    /// A round was published or withdrawn. The data contains the round.
    #[serde(rename = "round.published", alias = "round_published")]
    RoundPublished,
    /// A result counts, has changed, or no longer counts. The data contains the match.
    #[serde(rename = "match.result", alias = "result")]
    Result,
    /// The tournament has ended, or continues after all. The data contains the champion and the final places.
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
    /// Identifier.
    id: String,
    /// The address that receives events.
    url: String,
    /// The events it receives.
    events: Vec<HookEvent>,
    /// When it was added.
    created: Timestamp,
    /// The journal position up to which events were queued.
    position: u64,
    /// When the receiver stopped deliveries by answering 410; redelivering something resumes them.
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

/// The webhooks of a tournament.
#[derive(Serialize, ToSchema)]
pub struct Webhooks {
    /// The webhooks.
    webhooks: Vec<Webhook>,
}

/// A webhook to add.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewWebhook {
    /// An http or https address on the public internet, unless the server's owner allows others.
    #[schema(min_length = 8, max_length = 2000)]
    url: String,
    /// The events it receives. Default: all.
    events: Option<Vec<HookEvent>>,
    /// The signing secret. Default: a new one is generated.
    #[schema(min_length = 16, max_length = 200)]
    secret: Option<String>,
}

/// A new webhook.
#[derive(Serialize, ToSchema)]
pub struct AddedWebhook {
    /// The webhook.
    #[serde(flatten)]
    webhook: Webhook,
    /// The signing secret. It is shown only once.
    secret: String,
}

fn organizer(scene: &Scene) -> Result<(), Problem> {
    desk_only(&scene.visitor)?;
    Ok(scene.organizer_only(Cause::OrganizerWebhooks)?)
}

/// Reading is for the organizer too, and a `read` token is enough.
fn reader(scene: &Scene) -> Result<(), Problem> {
    if scene.visitor.scope() != Scope::Read {
        desk_only(&scene.visitor)?;
    }
    Ok(scene.organizer_only(Cause::OrganizerWebhooks)?)
}

/// List webhooks.
///
/// Organizer only.
#[utoipa::path(
    get, path = "/tournaments/{id}/webhooks", operation_id = "listWebhooks", tag = "Webhooks",
    responses((status = 200, description = "The webhooks of the tournament.", body = Webhooks))
)]
pub async fn all(scene: Scene) -> Result<Json<Webhooks>, Problem> {
    reader(&scene)?;
    let hooks = Hook::all(scene.app.ledger(), &scene.room.id).await?;
    let webhooks = hooks.iter().map(|hook| (&hook.value).into()).collect();
    Ok(Json(Webhooks { webhooks }))
}

/// Add a webhook.
///
/// Organizer only. The webhook receives events from now on, by POST with the JSON body of the Standard Webhooks
/// specification: `type`, `timestamp` and `data`. The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` follow
/// it too: the signature is `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`. Any status from 200 to 299 accepts a
/// delivery. Otherwise it is retried, in order, after 1, 2, 4, … seconds, up to an hour apart, for about a day. Repeating the
/// request with the same `Idempotency-Key` returns the same webhook.
#[utoipa::path(
    post, path = "/tournaments/{id}/webhooks", operation_id = "addWebhook", tag = "Webhooks", request_body = NewWebhook,
    params(("Idempotency-Key" = Option<String>, Header, description = "A key you choose, new for each webhook.", min_length = 1, max_length = 255)),
    responses((status = 201, description = "The new webhook.", body = AddedWebhook))
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
    let account = scene.visitor.account().unwrap_or_default();
    let key = sent.key.map(|key| format!("{account} {key}"));
    let new = NewHook {
        url: &url,
        events,
        secret,
        key: key.as_deref(),
    };
    let hook = hooks::add(&scene.app, &scene.room.id, position, new).await?;
    let added = AddedWebhook {
        webhook: (&hook).into(),
        secret: hook.secret,
    };
    Ok((StatusCode::CREATED, Json(added)))
}

/// Delete a webhook.
///
/// Organizer only. Pending deliveries are deleted with it.
#[utoipa::path(
    delete, path = "/tournaments/{id}/webhooks/{webhook}", operation_id = "removeWebhook", tag = "Webhooks",
    responses((status = 204, description = "Deleted."))
)]
pub async fn remove(
    scene: Scene,
    Path((_id, hook)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    organizer(&scene)?;
    hooks::remove(&scene.app, &scene.room.id, &hook).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The status of a delivery.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum DeliveryStatus {
    /// Waiting to be sent at `at` or later.
    Due,
    /// Accepted by the receiver.
    Taken,
    /// Given up after too many attempts.
    GivenUp,
}

/// A delivery of an event to a webhook.
#[derive(Serialize, ToSchema)]
pub struct DeliveryView {
    /// Identifier; the receiver gets it as `webhook-id`.
    id: String,
    /// The webhook.
    webhook: String,
    /// The event.
    event: HookEvent,
    /// The journal position of the event.
    position: u64,
    /// When it was queued.
    created: Timestamp,
    /// Number of attempts.
    tries: u32,
    /// The receiver's last answer, or why there was none.
    said: Option<String>,
    /// The status.
    status: DeliveryStatus,
    /// When it is due, was accepted or was given up.
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

/// The delivery log.
#[derive(Serialize, ToSchema)]
pub struct Deliveries {
    /// At most 200 deliveries, newest first.
    deliveries: Vec<DeliveryView>,
}

/// The most deliveries in one answer.
const MOST: usize = 200;

/// List deliveries.
///
/// Organizer only.
#[utoipa::path(
    get, path = "/tournaments/{id}/deliveries", operation_id = "listDeliveries", tag = "Webhooks",
    responses((status = 200, description = "Deliveries, newest first.", body = Deliveries))
)]
pub async fn deliveries(scene: Scene) -> Result<Json<Deliveries>, Problem> {
    reader(&scene)?;
    let all = Delivery::all(scene.app.ledger(), &scene.room.id).await?;
    let newest = all.iter().rev().take(MOST);
    let deliveries = newest.map(|found| (&found.value).into()).collect();
    Ok(Json(Deliveries { deliveries }))
}

/// Redeliver an event.
///
/// Organizer only. The delivery is sent again at once, after any that are due before it.
#[utoipa::path(
    post, path = "/tournaments/{id}/deliveries/{delivery}/again", operation_id = "sendDeliveryAgain", tag = "Webhooks",
    responses((status = 200, description = "The delivery, queued again.", body = DeliveryView))
)]
pub async fn again(
    scene: Scene,
    Path((_id, delivery)): Path<(String, String)>,
) -> Result<Json<DeliveryView>, Problem> {
    organizer(&scene)?;
    let delivery = hooks::again(&scene.app, &scene.room.id, &delivery).await?;
    Ok(Json((&delivery).into()))
}
