//! Tournaments: the list of them, one at a glance, and creating one.

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
use muster_ledger::people::Reach;
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

/// What the asker is in a tournament.
#[derive(Serialize, ToSchema)]
pub struct YourRole {
    /// As what they read and act.
    #[serde(rename = "as")]
    kind: ViewerKind,
    /// Their number as a leader.
    #[serde(skip_serializing_if = "Option::is_none")]
    staff: Option<StaffId>,
    /// Their role as a leader.
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<Role>,
    /// Their number as a player, also where they lead.
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<PlayerId>,
}

/// As what somebody reads and acts.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ViewerKind {
    /// Like everybody.
    Spectator,
    /// As a player.
    Player,
    /// As a leader.
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
    /// The identifier, as in addresses.
    id: String,
    /// The name.
    name: String,
    /// The regulation.
    regulation: Regulation,
    /// Registration, Swiss rounds, elimination or finished.
    phase: Phase,
    /// How far its journal goes.
    position: u64,
}

/// The tournaments that the asker may see.
#[derive(Serialize, ToSchema)]
pub struct TournamentList {
    /// The latest date first.
    tournaments: Vec<TournamentSummary>,
    /// Where the list goes on: send it as `after`. Left out at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// Which tournaments are wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct ListQuery {
    /// Only those with all of these words, or beginnings of words, in their name or those of their players.
    find: Option<String>,
    /// Only those of a regulation.
    regulation: Option<Regulation>,
    /// How many at most.
    #[param(minimum = 1, maximum = 500, default = 100)]
    limit: Option<u32>,
    /// The `next` of the answer before.
    after: Option<String>,
}

/// How many tournaments come with one answer, and how many may be asked for.
const USUAL: u32 = 100;
const MOST: u32 = 500;

/// A tournament of this server at a glance.
#[derive(Serialize, ToSchema)]
pub struct TournamentAnswer {
    /// The identifier, as in addresses.
    id: String,
    /// The tournament.
    #[serde(flatten)]
    tournament: TournamentView,
    /// Whether only those who take part may read it.
    private: bool,
    /// Whether players may register themselves.
    self_registration: bool,
    /// What the asker is here.
    you: YourRole,
}

/// Lists the tournaments.
#[utoipa::path(
    get, path = "/tournaments", operation_id = "listTournaments", tag = "Reading", params(ListQuery),
    responses((status = 200, description = "Those that the asker may see.", body = TournamentList))
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

/// Shows a tournament at a glance.
#[utoipa::path(
    get, path = "/tournaments/{id}", operation_id = "readTournament", tag = "Reading",
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

/// Creates a tournament.
///
/// The account of the token becomes its organizer. With an `Idempotency-Key` the same request sent again answers with
/// the tournament of the first time.
#[utoipa::path(
    post, path = "/tournaments", operation_id = "createTournament", tag = "Doing", request_body = Setup,
    params(("Idempotency-Key" = Option<String>, Header, description = "A key that the sender chooses, new for each request; remembered for a day.", min_length = 1, max_length = 255)),
    responses((status = 201, description = "It is there; registration is open.", body = TournamentSummary, headers(("Location" = String, description = "Its address."))))
)]
pub async fn create(
    State(app): State<Shared>,
    visitor: Visitor,
    sent: Sent<Setup>,
) -> Result<Response, Problem> {
    let organizer = create::organizer(&visitor)?;
    desk_only(&visitor)?;
    let once = Once::of(&app, "create", &organizer, &sent);
    let answered = match once.before(&app).await? {
        Some(answered) => answered,
        None => {
            let more = |id: &TournamentId| once.remembered(id, 1);
            match create::establish(&app, organizer, sent.value, more).await {
                Ok(room) => return Ok(there(&room)),
                Err(problem) => once.instead(&app, problem.into()).await?,
            }
        }
    };
    Ok(there(&*app.rooms.room(&answered.tournament).await?))
}

/// The address of a tournament.
pub(super) fn place_of(room: &Room) -> String {
    format!("{}/tournaments/{}", super::ROOT, room.id)
}

/// A tournament as it was just made, whatever has happened since.
fn there(room: &Room) -> Response {
    let brief = room.read(|t| TournamentSummary {
        id: room.id.to_string(),
        name: t.state().setup.name.clone(),
        regulation: t.state().setup.regulation,
        phase: Phase::Registration,
        position: 1,
    });
    let location = [(header::LOCATION, place_of(room))];
    (StatusCode::CREATED, location, Json(brief)).into_response()
}

/// Refuses tokens that are not for the desk, for what is no command and yet changes something.
pub fn desk_only(visitor: &Visitor) -> Result<(), Problem> {
    match visitor.reach() {
        Reach::Desk => Ok(()),
        other => Err(Problem::forbidden(format!(
            "This token is for “{}”; this needs one for “desk”.",
            other.id()
        ))),
    }
}
