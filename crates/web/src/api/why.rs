//! Explanations of pairings, byes, outcomes and ranks, with the clauses they follow from.

use super::answer::{self, Known};
use super::rounds::visible;
use crate::parts::seen::published;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::Path;
use axum::response::Response;
use muster_service::Kind;
use muster_tournament::Refusal;
use muster_tournament::ids::{PlayerId, RoundNo, TableNo};
use muster_tournament::why::{self, Explanation};
use muster_words::why::ExplanationInWords;

type Answer = Result<Response, Problem>;
type AtTable = Path<(String, RoundNo, TableNo)>;
type OfPlayer = Path<(String, PlayerId)>;

/// Returns an explanation in words. If there is nothing to explain, the answer is 404, because the request changes nothing.
fn explained(found: Result<Explanation, Refusal>) -> Result<ExplanationInWords, Problem> {
    found.map(ExplanationInWords::from).map_err(|refusal| {
        let mut problem = muster_service::Problem::from(refusal);
        if problem.kind == Kind::Invalid {
            problem.kind = Kind::Missing;
        }
        problem.into()
    })
}

/// Explain a pairing.
#[utoipa::path(
    get, path = "/tournaments/{id}/why/pairing/{round}/{table}", operation_id = "whyPairing", tag = "Explanations",
    responses((status = 200, description = "The explanation.", body = ExplanationInWords))
)]
pub async fn pairing(scene: Scene, Path((_id, round, table)): AtTable, known: Known) -> Answer {
    answer::read_long(&scene, &known, |t| {
        visible(&scene, t.state(), round)?;
        explained(why::pairing(t, round, table))
    })
}

/// Explain a result.
#[utoipa::path(
    get, path = "/tournaments/{id}/why/outcome/{round}/{table}", operation_id = "whyOutcome", tag = "Explanations",
    responses((status = 200, description = "The explanation.", body = ExplanationInWords))
)]
pub async fn outcome(scene: Scene, Path((_id, round, table)): AtTable, known: Known) -> Answer {
    answer::read(&scene, &known, |t| {
        visible(&scene, t.state(), round)?;
        explained(why::outcome(t.state(), round, table))
    })
}

/// Explain who chooses first.
#[utoipa::path(
    get, path = "/tournaments/{id}/why/first/{round}/{table}", operation_id = "whyFirst", tag = "Explanations",
    responses((status = 200, description = "The explanation.", body = ExplanationInWords))
)]
pub async fn first(scene: Scene, Path((_id, round, table)): AtTable, known: Known) -> Answer {
    answer::read(&scene, &known, |t| {
        visible(&scene, t.state(), round)?;
        explained(why::first(t.state(), round, table))
    })
}

/// Explain a bye.
#[utoipa::path(
    get, path = "/tournaments/{id}/why/bye/{round}/{player}", operation_id = "whyBye", tag = "Explanations",
    responses((status = 200, description = "The explanation.", body = ExplanationInWords))
)]
pub async fn bye(
    scene: Scene,
    Path((_id, round, player)): Path<(String, RoundNo, PlayerId)>,
    known: Known,
) -> Answer {
    answer::read_long(&scene, &known, |t| {
        visible(&scene, t.state(), round)?;
        explained(why::bye(t, round, player))
    })
}

/// Explain a rank.
#[utoipa::path(
    get, path = "/tournaments/{id}/why/rank/{player}", operation_id = "whyRank", tag = "Explanations",
    responses((status = 200, description = "The explanation.", body = ExplanationInWords))
)]
pub async fn rank(scene: Scene, Path((_id, player)): OfPlayer, known: Known) -> Answer {
    answer::read(&scene, &known, |t| {
        explained(why::rank(&published(t.state()), player))
    })
}

/// Explain whether a player makes the cut.
#[utoipa::path(
    get, path = "/tournaments/{id}/why/cut/{player}", operation_id = "whyCut", tag = "Explanations",
    responses((status = 200, description = "The explanation.", body = ExplanationInWords))
)]
pub async fn cut(scene: Scene, Path((_id, player)): OfPlayer, known: Known) -> Answer {
    answer::read(&scene, &known, |t| {
        explained(why::cut(&published(t.state()), player))
    })
}
