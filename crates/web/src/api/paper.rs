//! What is printed, as PDF: the same documents as at the desk, for the same people.

use super::answer::{self, Known};
use super::sent::Sent;
use super::tournaments::desk_only;
use crate::download;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::{Path, Query};
use axum::response::Response;
use muster_paper::{Document, Paper};
use muster_service::printing;
use serde::Deserialize;
use serde_json::{Value, json};
use std::num::NonZeroU32;
use utoipa::{IntoParams, ToSchema};

/// A size of paper.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PaperSize)]
pub(super) enum Size {
    /// 210 mm × 297 mm.
    A4,
    /// 8.5 in × 11 in.
    Letter,
}

impl From<Size> for Paper {
    fn from(size: Size) -> Paper {
        match size {
            Size::A4 => Paper::A4,
            Size::Letter => Paper::Letter,
        }
    }
}

/// How a document is wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    /// The size of the paper; A4 if left out.
    #[param(inline)]
    paper: Option<Size>,
    /// For documents of a round: which; the newest that is published if left out.
    #[param(value_type = Option<u32>, minimum = 1)]
    round: Option<NonZeroU32>,
}

/// Gives a document to print.
///
/// Pairings, standings and whatever else the public pages show is for everybody; slips, badges, the judges' log and the
/// like are for leaders. There is none (404) before there is something to print on it.
#[utoipa::path(
    get, path = "/tournaments/{id}/print/{document}", operation_id = "printDocument", tag = "Reading", params(Wanted),
    responses((status = 200, description = "The document.", body = String, content_type = "application/pdf"))
)]
pub async fn print(
    scene: Scene,
    Path((_id, document)): Path<(String, String)>,
    Query(wanted): Query<Wanted>,
    known: Known,
) -> Result<Response, Problem> {
    let document: Document = document.parse().map_err(Problem::missing)?;
    let paper = wanted.paper.map_or(Paper::A4, Paper::from);
    let round = wanted.round.map(NonZeroU32::get);
    answer::file(scene, &known, async |scene| {
        let file = printing::document(&scene, document, paper, round).await?;
        Ok(download::shown(file))
    })
    .await
}

/// Badges that are wanted.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BadgeRequest)]
pub struct Badges {
    /// The size of the paper; A4 if left out.
    #[schema(inline)]
    paper: Option<Size>,
}

/// Makes new codes for all players, and badges to print with them; for the organizer.
///
/// Codes are known to nobody once they were shown, so badges with codes always make new ones: the old ones are useless
/// from then on. To print badges without codes, read the document `badges`.
#[utoipa::path(
    post, path = "/tournaments/{id}/badges", operation_id = "printBadgesWithCodes", tag = "Coming in", request_body = Badges,
    responses((status = 200, description = "The badges.", body = String, content_type = "application/pdf"))
)]
pub async fn badges(scene: Scene, sent: Sent<Badges>) -> Result<Response, Problem> {
    desk_only(&scene.visitor)?;
    let paper = sent.value.paper.map_or(Paper::A4, Paper::from);
    Ok(download::shown(printing::badges(&scene, paper).await?))
}

/// Returns the names of all documents, for the description.
#[must_use]
pub fn names() -> Value {
    Document::ALL.iter().map(|one| json!(one.name())).collect()
}
