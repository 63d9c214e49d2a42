//! Files of a tournament to take away: the same as on the page “Files”, for the same people.

use super::answer::{self, Known};
use crate::download;
use crate::problem::Problem;
use crate::site;
use crate::visitor::Scene;
use axum::extract::{Path, Query};
use axum::response::Response;
use muster_service::export::{self, Asked, FILES};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::IntoParams;

/// How a file is wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    /// With clubs and contacts; for the organizer.
    #[serde(default)]
    contacts: bool,
    /// For the calendar: when the first round begins, in the time of the hall.
    #[param(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "10:00")]
    start: Option<String>,
    /// For the calendar: minutes between two rounds; 15 if left out.
    #[param(maximum = 1440)]
    pause: Option<u32>,
}

/// Gives a file of the tournament.
///
/// Tables as CSV and JSON, what other programs read, the public pages as files that need no server, the schedule. They
/// hold what the public pages show. A file for another program is refused (422) where the regulation is not one of its
/// own, or nothing was played.
#[utoipa::path(
    get, path = "/tournaments/{id}/files/{file}", operation_id = "readFile", tag = "Reading", params(Wanted),
    responses((status = 200, description = "The file.", content(
        (String = "text/csv"),
        (Value = "application/json"),
        (String = "application/zip"),
        (String = "text/calendar"),
    )))
)]
pub async fn file(
    scene: Scene,
    Path((_id, file)): Path<(String, String)>,
    Query(wanted): Query<Wanted>,
    known: Known,
) -> Result<Response, Problem> {
    let asked = Asked {
        contacts: wanted.contacts,
        start: wanted.start,
        pause: wanted.pause,
    };
    answer::file(scene, &known, async |scene| {
        let file = export::file(&scene, &file, &asked, site::zip).await?;
        Ok(download::file(file))
    })
    .await
}

/// Returns the names of all files, for the description.
#[must_use]
pub fn names() -> Value {
    FILES.iter().map(|(name, ..)| json!(name)).collect()
}
