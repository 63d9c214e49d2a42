//! Seasons: standings and ratings across tournaments.

use super::paper::Size;
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
    /// Its identifier.
    id: String,
    /// Its name.
    name: String,
    /// How many tournaments it has.
    tournaments: usize,
}

/// All seasons.
#[derive(Serialize, ToSchema)]
pub struct SeasonList {
    /// By name.
    seasons: Vec<SeasonRef>,
}

/// A tournament of a season.
#[derive(Serialize, ToSchema)]
pub struct SeasonTournament {
    /// Its identifier.
    id: String,
    /// Its name.
    name: String,
}

/// A result in a season.
#[derive(Serialize, ToSchema)]
pub struct SeasonResult {
    /// The tournament, by its place in the list.
    tournament: usize,
    /// The player's number there.
    player: u32,
    /// The first place that is shared.
    first: u32,
    /// The last place that is shared; the same if it is not.
    last: u32,
    /// Its points, as a fraction where they are one: "9/2".
    points: String,
    /// Whether it is one of the best.
    counts: bool,
}

/// A person in the standings.
#[derive(Serialize, ToSchema)]
pub struct SeasonRank {
    /// The rank; shared by those who are level in everything.
    rank: u32,
    /// The person's number within this answer.
    person: u32,
    /// The name in the newest tournament.
    name: String,
    /// Points of the results that count, as a fraction where they are one.
    points: String,
    /// All results, in the order of tournaments.
    results: Vec<SeasonResult>,
}

/// The history of a rating.
#[derive(Serialize, ToSchema)]
pub struct SeasonRating {
    /// The person's number within this answer.
    person: u32,
    /// The name in the newest tournament.
    name: String,
    /// After each tournament in which games were rated.
    history: Vec<Point>,
}

/// A season with its standings and ratings.
#[derive(Serialize, ToSchema)]
pub struct SeasonView {
    /// Its identifier.
    id: String,
    /// Its name.
    name: String,
    /// How places are counted.
    rules: Rules,
    /// Its tournaments, as far as the asker may see them.
    tournaments: Vec<SeasonTournament>,
    /// The standings, best first.
    ranks: Vec<SeasonRank>,
    /// Ratings of those who agreed, by person.
    ratings: Vec<SeasonRating>,
}

/// Lists the seasons.
#[utoipa::path(
    get, path = "/seasons", operation_id = "listSeasons", tag = "Reading",
    responses((status = 200, description = "By name.", body = SeasonList))
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

/// Shows a season: its standings and ratings.
#[utoipa::path(
    get, path = "/seasons/{season}", operation_id = "readSeason", tag = "Reading",
    responses((status = 200, description = "Standings and ratings.", body = SeasonView))
)]
pub async fn one(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<SeasonView>, Problem> {
    Ok(Json(shown(seasons::view(&app, &visitor, &id).await?)))
}

/// How the standings are wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    /// The size of the paper; A4 if left out.
    #[param(inline)]
    paper: Option<Size>,
}

/// Gives the standings of a season to print.
///
/// There are none (404) before a tournament of the season is over.
#[utoipa::path(
    get, path = "/seasons/{season}/print", operation_id = "printSeason", tag = "Reading", params(Wanted),
    responses((status = 200, description = "The standings.", body = String, content_type = "application/pdf"))
)]
pub async fn print(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Problem> {
    let paper = wanted.paper.map_or(Paper::A4, Paper::from);
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
