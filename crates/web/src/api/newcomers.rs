//! People who registered themselves after the start, or when very many did, and wait for the desk's approval.

use super::commands::{actor, within};
use super::sent::Sent;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Json;
use jiff::Timestamp;
use muster_ledger::people::{Kept, Newcomer, Versioned};
use muster_service::problem::Cause;
use muster_service::{names, registration};
use muster_tournament::Command;
use muster_tournament::ids::PlayerId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// People waiting for approval.
#[derive(Serialize, ToSchema)]
pub struct Newcomers {
    /// The longest waiting first.
    newcomers: Vec<WaitingPerson>,
}

/// Somebody waiting for approval.
#[derive(Serialize, ToSchema)]
pub struct WaitingPerson {
    /// The identifier to approve or decline them by.
    newcomer: String,
    name: String,
    club: Option<String>,
    faction: Option<String>,
    /// Total of the list in points.
    list_points: Option<u32>,
    /// When they registered.
    since: Timestamp,
    /// A player with a name that looks the same.
    looks_like: Option<PlayerId>,
}

impl WaitingPerson {
    fn of(scene: &Scene, waiting: &Newcomer) -> WaitingPerson {
        WaitingPerson {
            newcomer: waiting.key(),
            name: waiting.name.clone(),
            club: waiting.club.clone(),
            faction: waiting.faction.clone(),
            list_points: waiting.list_points,
            since: waiting.at,
            looks_like: scene.room.read(|t| names::twin(t.state(), &waiting.name)),
        }
    }
}

/// List people waiting for approval.
///
/// Staff only.
#[utoipa::path(
    get, path = "/tournaments/{id}/newcomers", operation_id = "listNewcomers", tag = "Access",
    responses((status = 200, description = "The longest waiting first.", body = Newcomers))
)]
pub async fn all(scene: Scene) -> Result<Json<Newcomers>, Problem> {
    scene.staff_only()?;
    let waiting = registration::waiting(&scene).await?;
    let newcomers = waiting
        .iter()
        .map(|waiting| WaitingPerson::of(&scene, &waiting.value));
    Ok(Json(Newcomers {
        newcomers: newcomers.collect(),
    }))
}

/// A decision about people who are waiting.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub enum NewcomerDecision {
    /// Register this person.
    Approve(String),
    /// Decline this person.
    Decline(String),
    /// Decline everybody who is waiting.
    DeclineAll,
}

/// The result of a decision.
#[derive(Serialize, ToSchema)]
pub struct Decided {
    /// The new player, after an approval.
    player: Option<PlayerId>,
    /// How many people are still waiting.
    waiting: usize,
}

/// Approve or decline people waiting for approval.
#[utoipa::path(
    post, path = "/tournaments/{id}/newcomers", operation_id = "decideNewcomers", tag = "Access", request_body = NewcomerDecision,
    responses((status = 200, description = "Done.", body = Decided))
)]
pub async fn decide(scene: Scene, sent: Sent<NewcomerDecision>) -> Result<Json<Decided>, Problem> {
    scene.staff_only()?;
    let by = actor(&scene, false)?;
    let regulation = scene.room.read(|t| t.state().setup.regulation);
    let registering = Command::Register {
        players: Vec::new(),
    };
    within(scene.visitor.scope(), regulation, by, &registering)?;
    let waiting = registration::waiting(&scene).await?;
    let one = |wanted: &str| -> Result<Versioned<Newcomer>, Problem> {
        let found = waiting.iter().find(|waiting| waiting.value.key() == wanted);
        found.cloned().ok_or_else(|| Cause::NobodyWaiting.into())
    };
    let player = match &sent.value {
        NewcomerDecision::Approve(wanted) => {
            Some(registration::approve(&scene, by, one(wanted)?).await?)
        }
        NewcomerDecision::Decline(wanted) => {
            registration::decline(&scene, [one(wanted)?]).await?;
            None
        }
        NewcomerDecision::DeclineAll => {
            registration::decline(&scene, waiting.clone()).await?;
            None
        }
    };
    let waiting = registration::waiting(&scene).await?.len();
    Ok(Json(Decided { player, waiting }))
}
