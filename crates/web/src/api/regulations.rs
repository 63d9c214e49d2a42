//! The five regulations: structures, tiebreakers, clauses, and how they score a report.

use super::sent::Sent;
use crate::problem::Problem;
use axum::Json;
use axum::extract::Path;
use muster_regulations::clause::clauses_of;
use muster_regulations::{
    EliminationKind, Regulation, Report, StageKind, StructureKind, Tiebreaker, Tier, Treatment,
};
use muster_views::OutcomeView;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// A regulation in a list.
#[derive(Serialize, ToSchema)]
pub struct RegulationBrief {
    /// Identifier.
    id: Regulation,
    /// Title.
    title: &'static str,
    /// Edition or version.
    edition: &'static str,
}

/// The list of regulations.
#[derive(Serialize, ToSchema)]
pub struct Regulations {
    /// All five regulations.
    regulations: Vec<RegulationBrief>,
}

/// A clause of a regulation.
#[derive(Serialize, ToSchema)]
struct ClauseView {
    /// Identifier, for example `PAIR-4`.
    id: &'static str,
    /// What the clause says, paraphrased.
    says: &'static str,
    /// How Muster treats the clause.
    treatment: Treatment,
    /// Whether this is Muster's own choice because the document is silent.
    house_choice: bool,
}

/// A regulation.
#[derive(Serialize, ToSchema)]
pub struct RegulationView {
    /// Identifier.
    id: Regulation,
    /// Title.
    title: &'static str,
    /// Edition or version.
    edition: &'static str,
    /// What a list is called: squad, fleet, army, decks.
    list_word: &'static str,
    /// Tiers, most relaxed first.
    tiers: Vec<Tier>,
    /// Structures to choose from.
    structures: Vec<StructureKind>,
    /// Tiebreakers, in order of precedence.
    tiebreakers: Vec<Tiebreaker>,
    /// How elimination rounds are played.
    elimination: EliminationKind,
    /// Every clause that applies.
    clauses: Vec<ClauseView>,
}

/// List regulations.
#[utoipa::path(
    get, path = "/regulations", operation_id = "listRegulations", tag = "Regulations",
    responses((status = 200, description = "All five regulations.", body = Regulations))
)]
pub async fn all() -> Json<Regulations> {
    let regulations = Regulation::ALL.into_iter().map(|regulation| {
        let book = regulation.book();
        RegulationBrief {
            id: regulation,
            title: book.title,
            edition: book.edition,
        }
    });
    Json(Regulations {
        regulations: regulations.collect(),
    })
}

pub(super) fn named(text: &str) -> Result<Regulation, Problem> {
    text.parse()
        .map_err(|error: muster_regulations::UnknownName| Problem::missing(format!("{error}.")))
}

/// Get a regulation.
#[utoipa::path(
    get, path = "/regulations/{regulation}", operation_id = "readRegulation", tag = "Regulations",
    responses((status = 200, description = "The regulation.", body = RegulationView))
)]
pub async fn one(Path(text): Path<String>) -> Result<Json<RegulationView>, Problem> {
    let regulation = named(&text)?;
    let book = regulation.book();
    let structures = book.tables.iter().map(|table| table.kind);
    let clauses = clauses_of(regulation).map(|clause| ClauseView {
        id: clause.id,
        says: muster_words::clauses::says(clause),
        treatment: clause.treatment,
        house_choice: clause.choice,
    });
    Ok(Json(RegulationView {
        id: regulation,
        title: book.title,
        edition: book.edition,
        list_word: book.list_word,
        tiers: book.tiers.to_vec(),
        structures: structures.chain([StructureKind::Custom]).collect(),
        tiebreakers: book.tiebreakers.to_vec(),
        elimination: book.elimination,
        clauses: clauses.collect(),
    }))
}

/// A report to score.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ScoreRequest {
    /// Swiss or elimination.
    stage: StageKind,
    /// The report.
    #[schema(value_type = Report)]
    report: Value,
}

/// Score a report.
///
/// Returns the outcome that the regulation gives a report. No tournament is needed.
#[utoipa::path(
    post, path = "/regulations/{regulation}/score", operation_id = "scoreReport", tag = "Regulations", request_body = ScoreRequest,
    responses((status = 200, description = "The outcome.", body = OutcomeView))
)]
pub async fn score(
    Path(text): Path<String>,
    sent: Sent<ScoreRequest>,
) -> Result<Json<OutcomeView>, Problem> {
    let regulation = named(&text)?;
    let ScoreRequest { stage, report } = sent.value;
    let report = regulation
        .parse_report(&report.to_string())
        .map_err(Problem::from)?;
    OutcomeView::of(regulation, stage, &report)
        .map(Json)
        .map_err(Problem::from)
}
