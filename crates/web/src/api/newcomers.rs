//! People who registered themselves after the start, or in a flood, and wait for the desk.

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

/// Those who wait.
#[derive(Serialize, ToSchema)]
pub struct Newcomers {
    /// The first first.
    newcomers: Vec<WaitingPerson>,
}

/// Somebody who waits.
#[derive(Serialize, ToSchema)]
pub struct WaitingPerson {
    /// What to name them by.
    newcomer: String,
    name: String,
    club: Option<String>,
    faction: Option<String>,
    /// Points of their list.
    list_points: Option<u32>,
    /// Since when they wait.
    since: Timestamp,
    /// A player whose name looks the same.
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

/// Lists those who wait for approval; for leaders.
#[utoipa::path(
    get, path = "/tournaments/{id}/newcomers", operation_id = "listNewcomers", tag = "Coming in",
    responses((status = 200, description = "The first first.", body = Newcomers))
)]
pub async fn all(scene: Scene) -> Result<Json<Newcomers>, Problem> {
    scene.leaders_only()?;
    let waiting = registration::those_who_wait(&scene).await?;
    let newcomers = waiting
        .iter()
        .map(|waiting| WaitingPerson::of(&scene, &waiting.value));
    Ok(Json(Newcomers {
        newcomers: newcomers.collect(),
    }))
}

/// What the desk decides.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub enum NewcomerDecision {
    /// Registers somebody who waits.
    Approve(String),
    /// Declines somebody who waits.
    Decline(String),
    /// Declines everybody who waits.
    DeclineAll,
}

/// What became of it.
#[derive(Serialize, ToSchema)]
pub struct Decided {
    /// The player that somebody became.
    player: Option<PlayerId>,
    /// How many still wait.
    waiting: usize,
}

/// Approves or declines those who wait.
#[utoipa::path(
    post, path = "/tournaments/{id}/newcomers", operation_id = "decideNewcomers", tag = "Coming in", request_body = NewcomerDecision,
    responses((status = 200, description = "It is done.", body = Decided))
)]
pub async fn decide(scene: Scene, sent: Sent<NewcomerDecision>) -> Result<Json<Decided>, Problem> {
    scene.leaders_only()?;
    let by = actor(&scene, false)?;
    let regulation = scene.room.read(|t| t.state().setup.regulation);
    let registering = Command::Register {
        players: Vec::new(),
    };
    within(scene.visitor.reach(), regulation, by, &registering)?;
    let waiting = registration::those_who_wait(&scene).await?;
    let one = |wanted: &str| -> Result<Versioned<Newcomer>, Problem> {
        let found = waiting.iter().find(|waiting| waiting.value.key() == wanted);
        found.cloned().ok_or_else(|| Cause::NobodyWaiting.into())
    };
    let player = match &sent.value {
        NewcomerDecision::Approve(wanted) => {
            Some(registration::let_in(&scene, by, one(wanted)?).await?)
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
    let waiting = registration::those_who_wait(&scene).await?.len();
    Ok(Json(Decided { player, waiting }))
}
