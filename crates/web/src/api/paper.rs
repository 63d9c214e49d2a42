//! Documents to print, as PDF: the same as at the desk, for the same people.

use super::answer::{self, Known};
use super::sent::Sent;
use super::tournaments::desk_only;
use crate::download;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::{Path, Query};
use axum::response::Response;
use muster_paper::{Document, Paper};
use muster_regulations::UnknownName;
use muster_service::printing;
use serde::Deserialize;
use serde_json::{Value, json};
use std::num::NonZeroU32;
use utoipa::{IntoParams, ToSchema};

/// The query of `printDocument`.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    /// The paper size. Default: A4.
    #[param(inline)]
    paper: Option<Paper>,
    /// The round of a round's document. Default: the newest published one.
    #[param(value_type = Option<u32>, minimum = 1)]
    round: Option<NonZeroU32>,
}

/// Print a document.
///
/// Everybody can print what the public pages show, such as pairings and standings. Slips, badges, the judges' log and the
/// like are for staff. The answer is 404 while there is nothing to print.
#[utoipa::path(
    get, path = "/tournaments/{id}/print/{document}", operation_id = "printDocument", tag = "Import and export", params(Wanted),
    responses((status = 200, description = "The document.", body = String, content_type = "application/pdf"))
)]
pub async fn print(
    scene: Scene,
    Path((_id, document)): Path<(String, String)>,
    Query(wanted): Query<Wanted>,
    known: Known,
) -> Result<Response, Problem> {
    let document: Document = document
        .parse()
        .map_err(|error: UnknownName| Problem::missing(error.to_string()))?;
    let paper = wanted.paper.unwrap_or_default();
    let round = wanted.round.map(NonZeroU32::get);
    answer::file(scene, &known, async |scene| {
        let file = printing::document(&scene, document, paper, round).await?;
        Ok(download::shown(file))
    })
    .await
}

/// How to print badges.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BadgeRequest)]
pub struct Badges {
    /// The paper size. Default: A4.
    #[schema(inline)]
    paper: Option<Paper>,
}

/// Print badges with new player codes.
///
/// Organizer only. Codes are stored as digests, so badges with codes always come with new codes for all players; the old
/// ones stop working. To print badges without codes, print the document `badges`.
#[utoipa::path(
    post, path = "/tournaments/{id}/badges", operation_id = "printBadgesWithCodes", tag = "Access", request_body = Badges,
    responses((status = 200, description = "The badges.", body = String, content_type = "application/pdf"))
)]
pub async fn badges(scene: Scene, sent: Sent<Badges>) -> Result<Response, Problem> {
    desk_only(&scene.visitor)?;
    let paper = sent.value.paper.unwrap_or_default();
    Ok(download::shown(printing::badges(&scene, paper).await?))
}

/// Returns the names of all documents, for the description.
#[must_use]
pub fn names() -> Value {
    Document::ALL.iter().map(|one| json!(one.name())).collect()
}
