//! Settings of a tournament on this server, which are not part of its journal.

use super::sent::Sent;
use super::tournaments::desk_only;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Json;
use muster_ledger::people;
use muster_service::problem::Cause;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Settings of a tournament.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TournamentSettings)]
pub struct Settings {
    /// Only participants can see the tournament.
    private: bool,
    /// Players can register themselves.
    self_registration: bool,
    /// Players see their own chances. Default: true.
    #[serde(default = "on")]
    phone_chances: bool,
    /// The projector shows chances between rounds. Default: true.
    #[serde(default = "on")]
    projector_chances: bool,
}

fn on() -> bool {
    true
}

/// Get settings.
///
/// Staff only.
#[utoipa::path(
    get, path = "/tournaments/{id}/settings", operation_id = "readSettings", tag = "Tournaments",
    responses((status = 200, description = "The settings.", body = Settings))
)]
pub async fn read(scene: Scene) -> Result<Json<Settings>, Problem> {
    scene.staff_only()?;
    Ok(Json(Settings {
        private: scene.settings.private,
        self_registration: scene.settings.self_registration,
        phone_chances: scene.settings.phone_chances,
        projector_chances: scene.settings.projector_chances,
    }))
}

/// Change settings.
///
/// Organizer only.
#[utoipa::path(
    put, path = "/tournaments/{id}/settings", operation_id = "changeSettings", tag = "Tournaments", request_body = Settings,
    responses((status = 200, description = "The new settings.", body = Settings))
)]
pub async fn change(scene: Scene, sent: Sent<Settings>) -> Result<Json<Settings>, Problem> {
    desk_only(&scene.visitor)?;
    scene.organizer_only(Cause::OrganizerSettings)?;
    let wanted = sent.value;
    let settings = people::Settings {
        private: wanted.private,
        self_registration: wanted.self_registration,
        phone_chances: wanted.phone_chances,
        projector_chances: wanted.projector_chances,
        ..scene.settings.clone()
    };
    scene.room.set(settings).await?;
    Ok(Json(wanted))
}
