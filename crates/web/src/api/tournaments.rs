//! Tournaments: the list of them, one at a glance, and creating one.

use super::answer::{self, Known};
use super::once::Once;
use super::sent::Sent;
use crate::app::Shared;
use crate::parts::seen;
use crate::problem::Problem;
use crate::visitor::{Here, Scene, Visitor};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use jiff::civil::Date;
use muster_ledger::TournamentId;
use muster_ledger::people::Reach;
use muster_regulations::{CustomStructure, CutRule, Regulation, Role, StructureKind, Tier};
use muster_service::create;
use muster_service::room::Room;
use muster_tournament::command::Setup;
use muster_tournament::ids::{PlayerId, RoundNo, StaffId};
use muster_tournament::knockout;
use muster_tournament::next::next;
use muster_tournament::placings;
use muster_tournament::state::{self, Phase};
use muster_words::next::NextInWords;
use serde::Serialize;
use utoipa::ToSchema;

/// Somebody by number and name.
#[derive(Serialize, ToSchema)]
pub struct Person {
    /// The number.
    pub player: PlayerId,
    /// The name as it is shown.
    pub name: String,
}

impl Person {
    /// Names a player.
    #[must_use]
    pub fn of(state: &state::State, player: PlayerId) -> Person {
        Person {
            player,
            name: state.name(player),
        }
    }
}

/// What the asker is in a tournament.
#[derive(Serialize, ToSchema)]
pub struct You {
    /// As what they read and act.
    #[serde(rename = "as")]
    kind: YouAre,
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
enum YouAre {
    /// Like everybody.
    Spectator,
    /// As a player.
    Player,
    /// As a leader.
    Leader,
}

impl You {
    fn of(scene: &Scene) -> You {
        let (kind, staff, role) = match scene.here {
            Here::Spectator => (YouAre::Spectator, None, None),
            Here::Player(_) => (YouAre::Player, None, None),
            Here::Staff(id, role) => (YouAre::Leader, Some(id), Some(role)),
        };
        You {
            kind,
            staff,
            role,
            player: scene.visitor.seat(&scene.room),
        }
    }
}

/// A tournament in a list.
#[derive(Serialize, ToSchema)]
pub struct Brief {
    /// The identifier, as in addresses.
    id: String,
    /// The name.
    name: String,
    /// The regulation.
    regulation: Regulation,
    /// Where it stands.
    phase: Phase,
    /// How far its journal goes.
    position: u64,
}

/// The tournaments that the asker may see.
#[derive(Serialize, ToSchema)]
pub struct Tournaments {
    /// The newest first.
    tournaments: Vec<Brief>,
}

/// A tournament at a glance.
#[derive(Serialize, ToSchema)]
pub struct Tournament {
    /// The identifier, as in addresses.
    id: String,
    /// The name.
    name: String,
    /// The regulation.
    regulation: Regulation,
    /// The tier.
    tier: Tier,
    /// Which structure table is used.
    structure: StructureKind,
    /// The organizer's own numbers, for a custom structure.
    custom: Option<CustomStructure>,
    /// The first day.
    date: Option<Date>,
    /// The time zone of the hall by its IANA name.
    zone: Option<String>,
    /// Where it stands.
    phase: Phase,
    /// How far its journal goes: the number of its last line.
    position: u64,
    /// How many players are registered, those who left included.
    registered: usize,
    /// How many players were there at the start; 0 before it.
    attendance: u32,
    /// Swiss rounds, once fixed at the start (PAIR-1).
    swiss_rounds: Option<u32>,
    /// The cut, once fixed at the start.
    cut: Option<CutRule>,
    /// The newest round that the asker may see.
    round: Option<RoundNo>,
    /// Who won, once that is known.
    champion: Option<Person>,
    /// Whether only those who take part may read it.
    private: bool,
    /// Whether players may register themselves.
    self_registration: bool,
    /// What the asker is here.
    you: You,
    /// The next thing for the desk to do; for leaders.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<NextInWords>,
}

/// Lists the tournaments.
#[utoipa::path(
    get, path = "/tournaments", operation_id = "listTournaments", tag = "Reading",
    responses((status = 200, description = "Those that the asker may see.", body = Tournaments))
)]
pub async fn all(
    State(app): State<Shared>,
    visitor: Visitor,
) -> Result<Json<Tournaments>, Problem> {
    let mut tournaments = Vec::new();
    let (rooms, _) = app.rooms.all().await?;
    for room in rooms.into_iter().rev() {
        let settings = room.settings();
        if settings.private && visitor.here(&room, &settings) == Here::Spectator {
            continue;
        }
        tournaments.push(room.read(|t| {
            let state = t.state();
            Brief {
                id: room.id.to_string(),
                name: state.setup.name.clone(),
                regulation: state.setup.regulation,
                phase: state.phase,
                position: state.position,
            }
        }));
    }
    Ok(Json(Tournaments { tournaments }))
}

/// Shows a tournament at a glance.
#[utoipa::path(
    get, path = "/tournaments/{id}", operation_id = "readTournament", tag = "Reading",
    responses((status = 200, description = "The tournament.", body = Tournament))
)]
pub async fn one(scene: Scene, known: Known) -> Result<Response, Problem> {
    answer::read(&scene, &known, |t| Ok(glance(&scene, t.state())))
}

fn glance(scene: &Scene, state: &state::State) -> Tournament {
    let shown = if scene.here.leads() {
        std::borrow::Cow::Borrowed(state)
    } else {
        seen::published(state)
    };
    let setup = &state.setup;
    Tournament {
        id: scene.room.id.to_string(),
        name: setup.name.clone(),
        regulation: setup.regulation,
        tier: setup.tier,
        structure: setup.structure,
        custom: setup.custom,
        date: setup.date,
        zone: setup.zone.clone(),
        phase: state.phase,
        position: state.position,
        registered: state.players.len(),
        attendance: state.attendance,
        swiss_rounds: state.structure.map(|structure| structure.rounds),
        cut: state.structure.map(|structure| structure.cut),
        round: shown.current().map(|round| round.number),
        champion: champion(&shown).map(|player| Person::of(state, player)),
        private: scene.settings.private,
        self_registration: scene.settings.self_registration,
        you: You::of(scene),
        next: scene.here.leads().then(|| next(state).into()),
    }
}

/// Returns who won, once that is known: the bracket's winner, or the first when a tournament without one is finished.
#[must_use]
pub fn champion(state: &state::State) -> Option<PlayerId> {
    if state.knockout.is_some() {
        return knockout::champion(state);
    }
    let over = state.phase == Phase::Finished;
    over.then(|| placings::winner(state)).flatten()
}

/// Creates a tournament.
///
/// The account of the token becomes its organizer. With an `Idempotency-Key` the same request sent again answers with
/// the tournament of the first time.
#[utoipa::path(
    post, path = "/tournaments", operation_id = "createTournament", tag = "Doing", request_body = Setup,
    params(("Idempotency-Key" = Option<String>, Header, description = "A key that the sender chooses, new for each new wish; remembered for a day.", min_length = 1, max_length = 255)),
    responses((status = 201, description = "It is there; registration is open.", body = Brief, headers(("Location" = String, description = "Its address."))))
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
    let brief = room.read(|t| Brief {
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
