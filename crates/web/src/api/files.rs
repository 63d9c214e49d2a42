//! Files to download: the same as on the page “Files”, for the same people.

use super::answer::{self, Known};
use crate::download;
use crate::problem::Problem;
use crate::site;
use crate::visitor::Scene;
use axum::extract::{Path, Query};
use axum::response::Response;
use muster_service::export::{self, FILES, Options};
use serde_json::{Value, json};

/// Download a file.
///
/// Tables as CSV or JSON, formats of other programs, the public pages as a static site, or the schedule. Files contain what
/// the public pages show. A file for another program is refused (422) if that program doesn't support the regulation or
/// nothing was played.
#[utoipa::path(
    get, path = "/tournaments/{id}/files/{file}", operation_id = "readFile", tag = "Import and export", params(Options),
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
    Query(options): Query<Options>,
    known: Known,
) -> Result<Response, Problem> {
    answer::file(scene, &known, async |scene| {
        let file = export::file(&scene, &file, &options, site::zip).await?;
        Ok(download::file(file))
    })
    .await
}

/// Returns the names of all files, for the description.
#[must_use]
pub fn names() -> Value {
    FILES.iter().map(|(name, ..)| json!(name)).collect()
}
