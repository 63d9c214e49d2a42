//! Tournaments: listing, reading and creating them.

use super::answer::{self, Known};
use super::once::Once;
use super::sent::Sent;
use crate::app::Shared;
use crate::problem::Problem;
use crate::visitor::{Here, Scene, Visitor};
use axum::Json;
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use muster_ledger::TournamentId;
use muster_ledger::people::Scope;
use muster_regulations::{Regulation, Role};
use muster_service::create;
use muster_service::problem::Cause;
use muster_service::room::Room;
use muster_service::summaries::{self, Cursor, Wanted};
use muster_tournament::command::Setup;
use muster_tournament::ids::{PlayerId, StaffId};
use muster_tournament::state::Phase;
use muster_views::TournamentView;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use utoipa::{IntoParams, ToSchema};

/// The caller's role in a tournament.
#[derive(Serialize, ToSchema)]
pub struct YourRole {
    /// The role they read and act in.
    #[serde(rename = "as")]
    kind: ViewerKind,
    /// Their staff number.
    #[serde(skip_serializing_if = "Option::is_none")]
    staff: Option<StaffId>,
    /// Their staff role.
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<Role>,
    /// Their player number, for staff who play too.
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<PlayerId>,
}

/// A kind of viewer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ViewerKind {
    /// Anybody.
    Spectator,
    /// A player.
    Player,
    /// A member of the staff.
    Leader,
}

impl YourRole {
    fn of(scene: &Scene) -> YourRole {
        let (kind, staff, role) = match scene.here {
            Here::Spectator => (ViewerKind::Spectator, None, None),
            Here::Player(_) => (ViewerKind::Player, None, None),
            Here::Staff(id, role) => (ViewerKind::Leader, Some(id), Some(role)),
        };
        YourRole {
            kind,
            staff,
            role,
            player: scene.visitor.seat(&scene.room),
        }
    }
}

/// A tournament in a list.
#[derive(Serialize, ToSchema)]
pub struct TournamentSummary {
    /// Identifier, as used in paths.
    id: String,
    /// The name.
    name: String,
    /// The regulation.
    regulation: Regulation,
    /// The phase.
    phase: Phase,
    /// Number of the journal's last line.
    position: u64,
}

/// A page of the list of tournaments.
#[derive(Serialize, ToSchema)]
pub struct TournamentList {
    /// Tournaments, latest date first.
    tournaments: Vec<TournamentSummary>,
    /// The value of `after` for the next page. Omitted on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// The query of `listTournaments`.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct ListQuery {
    /// Only tournaments with all of these words, or beginnings of words, in their name or in a player's name.
    find: Option<String>,
    /// Only tournaments under this regulation.
    regulation: Option<Regulation>,
    /// The most tournaments to return.
    #[param(minimum = 1, maximum = 500, default = 100)]
    limit: Option<u32>,
    /// The `next` of the previous page.
    after: Option<String>,
}

/// The default and the largest page size.
const USUAL: u32 = 100;
const MOST: u32 = 500;

/// A tournament on this server.
#[derive(Serialize, ToSchema)]
pub struct TournamentAnswer {
    /// Identifier, as used in paths.
    id: String,
    /// The tournament.
    #[serde(flatten)]
    tournament: TournamentView,
    /// Whether only participants can see it.
    private: bool,
    /// Whether players can register themselves.
    self_registration: bool,
    /// The caller's role.
    you: YourRole,
}

/// List tournaments.
#[utoipa::path(
    get, path = "/tournaments", operation_id = "listTournaments", tag = "Tournaments", params(ListQuery),
    responses((status = 200, description = "Tournaments that the caller may see.", body = TournamentList))
)]
pub async fn all(
    State(app): State<Shared>,
    visitor: Visitor,
    Query(query): Query<ListQuery>,
) -> Result<Json<TournamentList>, Problem> {
    let limit = query.limit.unwrap_or(USUAL);
    if !(1..=MOST).contains(&limit) {
        return Err(Cause::LimitInvalid { most: MOST }.into());
    }
    let after = query.after.as_deref().map(Cursor::from_str).transpose()?;
    let wanted = Wanted {
        regulation: query.regulation,
        find: query.find.unwrap_or_default(),
        after,
        ..Wanted::default()
    };
    let mut found = summaries::list(&app, &visitor, wanted, limit + 1).await?;
    let more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let last = found.last().filter(|_| more);
    let next = last.map(|last| last.cursor.to_string());
    let tournaments = found.into_iter().map(|found| TournamentSummary {
        id: found.id.to_string(),
        name: found.brief.name,
        regulation: found.brief.regulation,
        phase: found.brief.phase,
        position: found.position,
    });
    Ok(Json(TournamentList {
        tournaments: tournaments.collect(),
        next,
    }))
}

/// Get a tournament.
#[utoipa::path(
    get, path = "/tournaments/{id}", operation_id = "readTournament", tag = "Tournaments",
    responses((status = 200, description = "The tournament.", body = TournamentAnswer))
)]
pub async fn one(scene: Scene, known: Known) -> Result<Response, Problem> {
    answer::read(&scene, &known, |t| {
        Ok(TournamentAnswer {
            id: scene.room.id.to_string(),
            tournament: TournamentView::of(scene.here.viewer(), t.state()),
            private: scene.settings.private,
            self_registration: scene.settings.self_registration,
            you: YourRole::of(&scene),
        })
    })
}

/// Create a tournament.
///
/// The token's account becomes the organizer. Repeating the request with the same `Idempotency-Key` returns the same
/// tournament.
#[utoipa::path(
    post, path = "/tournaments", operation_id = "createTournament", tag = "Tournaments", request_body = Setup,
    params(("Idempotency-Key" = Option<String>, Header, description = "A key you choose, new for each request. It is remembered for a day.", min_length = 1, max_length = 255)),
    responses((status = 201, description = "The new tournament; registration is open.", body = TournamentSummary, headers(("Location" = String, description = "The address of the tournament."))))
)]
pub async fn create(
    State(app): State<Shared>,
    visitor: Visitor,
    sent: Sent<Setup>,
) -> Result<Response, Problem> {
    let organizer = create::organizer(&visitor)?;
    desk_only(&visitor)?;
    let once = Once::of(&app, "create", &organizer, &sent);
    let create = async || {
        let more = |id: &TournamentId| once.remembered(id, 1);
        let room = create::establish(&app, organizer, sent.value, more).await?;
        Ok((room, 1))
    };
    let (room, _) = once.run(&app, create).await?;
    // The same answer for every repetition, whatever has happened since.
    let summary = room.read(|t| TournamentSummary {
        id: room.id.to_string(),
        name: t.state().setup.name.clone(),
        regulation: t.state().setup.regulation,
        phase: Phase::Registration,
        position: 1,
    });
    Ok(created(&room, summary))
}

/// Answers with a new tournament and its address.
pub(super) fn created(room: &Room, body: impl Serialize) -> Response {
    let location = format!("{}/tournaments/{}", super::ROOT, room.id);
    let headers = [(header::LOCATION, location)];
    (StatusCode::CREATED, headers, Json(body)).into_response()
}

/// Requires a `desk` token, for changes that are not commands.
pub fn desk_only(visitor: &Visitor) -> Result<(), Problem> {
    match visitor.scope() {
        Scope::Desk => Ok(()),
        other => Err(Problem::forbidden(format!(
            "This token is for “{}”; this needs one for “desk”.",
            other.id()
        ))),
    }
}
