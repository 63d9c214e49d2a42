//! Seasons: standings and ratings across tournaments.

use crate::app::Shared;
use crate::download;
use crate::problem::Problem;
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use muster_ledger::people::Season;
use muster_paper::Paper;
use muster_season::rating::Point;
use muster_season::{Person, Rules};
use muster_service::printing;
use muster_service::seasons::{self, View};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A season in a list.
#[derive(Serialize, ToSchema)]
pub struct SeasonRef {
    /// Identifier.
    id: String,
    /// Name.
    name: String,
    /// Number of tournaments.
    tournaments: usize,
}

/// The list of seasons.
#[derive(Serialize, ToSchema)]
pub struct SeasonList {
    /// Seasons, sorted by name.
    seasons: Vec<SeasonRef>,
}

/// A tournament of a season.
#[derive(Serialize, ToSchema)]
pub struct SeasonTournament {
    /// Identifier.
    id: String,
    /// Name.
    name: String,
}

/// A result in a season.
#[derive(Serialize, ToSchema)]
pub struct SeasonResult {
    /// Index of the tournament in `tournaments`.
    tournament: usize,
    /// The player's number in that tournament.
    player: u32,
    /// The place, or the first of the shared places.
    first: u32,
    /// The last of the shared places; equal to `first` if the place is not shared.
    last: u32,
    /// Points, as a fraction if necessary: "9/2".
    points: String,
    /// Whether the result counts for the season.
    counts: bool,
}

/// A person in the standings.
#[derive(Serialize, ToSchema)]
pub struct SeasonRank {
    /// Rank; shared if nothing separates the players.
    rank: u32,
    /// The person's number within this answer.
    person: u32,
    /// The name in the newest tournament.
    name: String,
    /// Points of the results that count, as a fraction if necessary.
    points: String,
    /// All results, in the order of the tournaments.
    results: Vec<SeasonResult>,
}

/// The history of a rating.
#[derive(Serialize, ToSchema)]
pub struct SeasonRating {
    /// The person's number within this answer.
    person: u32,
    /// The name in the newest tournament.
    name: String,
    /// The rating after each tournament with rated games.
    history: Vec<Point>,
}

/// A season with its standings and ratings.
#[derive(Serialize, ToSchema)]
pub struct SeasonView {
    /// Identifier.
    id: String,
    /// Name.
    name: String,
    /// How places score points.
    rules: Rules,
    /// Tournaments that the caller may see.
    tournaments: Vec<SeasonTournament>,
    /// The standings, best first.
    ranks: Vec<SeasonRank>,
    /// Ratings of players who agreed to be rated.
    ratings: Vec<SeasonRating>,
}

/// List seasons.
#[utoipa::path(
    get, path = "/seasons", operation_id = "listSeasons", tag = "Standings",
    responses((status = 200, description = "Seasons, sorted by name.", body = SeasonList))
)]
pub async fn all(State(app): State<Shared>) -> Result<Json<SeasonList>, Problem> {
    let seasons = seasons::all(&app)
        .await?
        .into_iter()
        .map(|season| SeasonRef {
            id: season.id,
            name: season.name,
            tournaments: season.tournaments.len(),
        });
    Ok(Json(SeasonList {
        seasons: seasons.collect(),
    }))
}

/// Get a season's standings and ratings.
#[utoipa::path(
    get, path = "/seasons/{season}", operation_id = "readSeason", tag = "Standings",
    responses((status = 200, description = "Standings and ratings.", body = SeasonView))
)]
pub async fn one(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<SeasonView>, Problem> {
    Ok(Json(shown(seasons::view(&app, &visitor, &id).await?)))
}

/// The query of `printSeason`.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    /// The paper size. Default: A4.
    #[param(inline)]
    paper: Option<Paper>,
}

/// Print a season's standings.
///
/// The answer is 404 until a tournament of the season is over.
#[utoipa::path(
    get, path = "/seasons/{season}/print", operation_id = "printSeason", tag = "Standings", params(Wanted),
    responses((status = 200, description = "The standings.", body = String, content_type = "application/pdf"))
)]
pub async fn print(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Problem> {
    let paper = wanted.paper.unwrap_or_default();
    let file = printing::season(&app, &visitor, &id, paper).await?;
    Ok(download::shown(file))
}

fn shown(view: View) -> SeasonView {
    let name = |person: Person| view.names.get(&person).cloned().unwrap_or_default();
    let ranks = view.rows.iter().map(|row| SeasonRank {
        rank: row.rank,
        person: row.person.0,
        name: name(row.person),
        points: row.points.to_string(),
        results: row
            .results
            .iter()
            .map(|result| SeasonResult {
                tournament: result.event,
                player: result.place.player.0,
                first: result.place.first,
                last: result.place.last,
                points: result.points.to_string(),
                counts: result.counts,
            })
            .collect(),
    });
    let ratings = view.ratings.iter().map(|(person, history)| SeasonRating {
        person: person.0,
        name: name(*person),
        history: history.clone(),
    });
    let (ranks, ratings) = (ranks.collect(), ratings.collect());
    let rules = view.rules();
    let Season { id, name, .. } = view.season;
    let tournaments = view.events.into_iter().map(|(id, name)| SeasonTournament {
        id: id.to_string(),
        name,
    });
    SeasonView {
        id,
        name,
        rules,
        tournaments: tournaments.collect(),
        ranks,
        ratings,
    }
}
