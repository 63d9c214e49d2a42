//! The people of a tournament: players as everybody sees them, with more for leaders; and the leaders.

use super::answer::{self, Known};
use super::commands::{Done, actor, entered, key, within};
use super::rounds::MatchView;
use super::sent::Sent;
use super::tournaments::Person;
use crate::parts::seen;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Json;
use axum::extract::Path;
use axum::response::Response;
use muster_exchange::players::{self, Entering, ListedPlayer};
use muster_regulations::Role;
use muster_service::people::salt;
use muster_service::players::preview as preview_of;
use muster_tournament::ids::{PlayerId, RoundNo, StaffId, TableNo};
use muster_tournament::state::{Player, State, Status};
use muster_tournament::{By, Refusal};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A player.
#[derive(Serialize, ToSchema)]
pub struct PlayerView {
    /// The number, from 1 in the order of registration.
    player: PlayerId,
    /// The name as it is shown; a number where the person asked to be forgotten.
    name: String,
    /// Faction, affiliation or the like.
    faction: Option<String>,
    /// Total of the list in points.
    list_points: Option<u32>,
    /// Whether the player takes part.
    status: Status,
    /// Whether a list was handed in.
    has_list: bool,
    /// Club, store or team; for leaders and the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    club: Option<String>,
    /// How the organizer reaches the person; for leaders and the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    contact: Option<String>,
    /// The leader this player is (ROLE-5); for leaders.
    #[serde(skip_serializing_if = "Option::is_none")]
    leader: Option<StaffId>,
    /// Tables of which the player sits at one; for leaders.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    seats: Vec<TableNo>,
}

impl PlayerView {
    fn of(scene: &Scene, state: &State, player: &Player) -> PlayerView {
        let leads = scene.here.leads();
        let own = scene.visitor.seat(&scene.room) == Some(player.id);
        let personal = player.personal.as_ref().filter(|_| leads || own);
        PlayerView {
            player: player.id,
            name: state.name(player.id),
            faction: player.faction.clone(),
            list_points: player.list_points,
            status: player.status,
            has_list: state.lists.of.contains_key(&player.id),
            club: personal.and_then(|personal| personal.club.clone()),
            contact: personal.and_then(|personal| personal.contact.clone()),
            leader: player.leader.filter(|_| leads),
            seats: if leads {
                player.seats.clone()
            } else {
                Vec::new()
            },
        }
    }
}

/// The players.
#[derive(Serialize, ToSchema)]
pub struct Players {
    /// How far the journal goes.
    position: u64,
    /// In the order of registration.
    players: Vec<PlayerView>,
}

/// A player with the matches so far.
#[derive(Serialize, ToSchema)]
pub struct PlayerWithMatches {
    /// How far the journal goes.
    position: u64,
    /// Who.
    player: PlayerView,
    /// Matches and byes, oldest first.
    rounds: Vec<PlayerRound>,
}

/// What a player did in a round.
#[derive(Serialize, ToSchema)]
pub struct PlayerRound {
    /// The round.
    round: RoundNo,
    /// The match; none for a bye.
    #[serde(rename = "match")]
    played: Option<MatchView>,
    /// Whether it was a bye.
    bye: bool,
}

/// Lists the players.
#[utoipa::path(
    get, path = "/tournaments/{id}/players", operation_id = "listPlayers", tag = "Reading",
    responses((status = 200, description = "In the order of registration.", body = Players))
)]
pub async fn players(scene: Scene, known: Known) -> Result<Response, Problem> {
    answer::read(&scene, &known, |t| {
        let state = t.state();
        let players = state.players.iter();
        Ok(Players {
            position: state.position,
            players: players
                .map(|player| PlayerView::of(&scene, state, player))
                .collect(),
        })
    })
}

/// Shows a player with the matches so far.
#[utoipa::path(
    get, path = "/tournaments/{id}/players/{player}", operation_id = "readPlayer", tag = "Reading",
    responses((status = 200, description = "The player.", body = PlayerWithMatches))
)]
pub async fn player(
    scene: Scene,
    Path((_id, number)): Path<(String, u32)>,
    known: Known,
) -> Result<Response, Problem> {
    let id = PlayerId(number);
    answer::read(&scene, &known, |t| {
        let state = t.state();
        let player = state
            .player(id)
            .ok_or(Refusal::NoSuchPlayer { player: id })?;
        let rounds = seen::rounds(state).filter(|round| round.holds(id));
        Ok(PlayerWithMatches {
            position: state.position,
            player: PlayerView::of(&scene, state, player),
            rounds: rounds
                .map(|round| PlayerRound {
                    round: round.number,
                    played: round
                        .match_of(id)
                        .map(|m| MatchView::of(scene.here.leads(), state, m)),
                    bye: round.byes.contains(&id),
                })
                .collect(),
        })
    })
}

/// A leader.
#[derive(Serialize, ToSchema)]
pub struct StaffView {
    /// The number; 1 is the organizer.
    staff: StaffId,
    /// The name.
    name: String,
    /// As what.
    role: Role,
    /// The role in the words of the regulation.
    title: &'static str,
    /// Still on duty.
    on_duty: bool,
    /// The player this leader is too, if any.
    plays_as: Option<Person>,
}

/// The leaders.
#[derive(Serialize, ToSchema)]
pub struct Leaders {
    /// How far the journal goes.
    position: u64,
    /// Past and present.
    staff: Vec<StaffView>,
}

/// Lists the leaders; for leaders.
#[utoipa::path(
    get, path = "/tournaments/{id}/staff", operation_id = "listLeaders", tag = "Reading",
    responses((status = 200, description = "Past and present.", body = Leaders))
)]
pub async fn staff(scene: Scene, known: Known) -> Result<Response, Problem> {
    scene.leaders_only()?;
    answer::read(&scene, &known, |t| {
        let state = t.state();
        let regulation = state.setup.regulation;
        let plays = |id: StaffId| state.players.iter().find(|p| p.leader == Some(id));
        let staff = state.staff.iter().map(|staff| StaffView {
            staff: staff.id,
            name: state.actor(By::Staff(staff.id)),
            role: staff.role,
            title: regulation.role_name(staff.role),
            on_duty: staff.on_duty,
            plays_as: plays(staff.id).map(|player| Person::of(state, player.id)),
        });
        Ok(Leaders {
            position: state.position,
            staff: staff.collect(),
        })
    })
}

/// A file of players.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"file": "name,club,faction,points,table\nAda Okafor,Northside,Harbour Watch,198,\nBram Lindqvist,,,,4"})))]
pub struct PlayersFile {
    /// The text of the CSV file: a header with name (or first name and last name), email, club, faction, points, table
    /// and list in any order, or one name a line; at most 4 MB.
    #[schema(min_length = 1)]
    file: String,
}

/// A line of a file.
#[derive(Serialize, ToSchema)]
struct PlayersLine {
    /// Its number in the file, from 1.
    line: usize,
    /// Who stands there; nothing if it was not read.
    player: Option<PlayerRead>,
    /// Why it was not read.
    not_read: Option<String>,
    /// What is doubtful about it.
    warnings: Vec<String>,
}

/// A player in a file.
#[derive(Serialize, ToSchema)]
struct PlayerRead {
    /// The name.
    name: String,
    /// Club, store or team.
    club: Option<String>,
    /// How the organizer reaches the person.
    contact: Option<String>,
    /// Faction, affiliation or the like.
    faction: Option<String>,
    /// Total of the list in points.
    list_points: Option<u32>,
    /// The table that is kept for the player in every round.
    table: Option<u32>,
    /// Whether there is a list that will be handed in.
    list: bool,
}

impl From<&ListedPlayer> for PlayerRead {
    fn from(player: &ListedPlayer) -> PlayerRead {
        PlayerRead {
            name: player.name.clone(),
            club: player.club.clone(),
            contact: player.email.clone(),
            faction: player.faction.clone(),
            list_points: player.points,
            table: player.table,
            list: player.list.is_some(),
        }
    }
}

impl From<&players::Line> for PlayersLine {
    fn from(line: &players::Line) -> PlayersLine {
        PlayersLine {
            line: line.number,
            player: line.read.as_ref().ok().map(PlayerRead::from),
            not_read: line.read.as_ref().err().cloned(),
            warnings: line.warnings.clone(),
        }
    }
}

/// What a file of players would become.
#[derive(Serialize, ToSchema)]
pub struct PlayersPreview {
    /// How many players would be registered.
    players: usize,
    /// What is doubtful about the file as a whole.
    warnings: Vec<String>,
    /// Its lines in order, without header and blank lines.
    lines: Vec<PlayersLine>,
}

/// Shows what each line of a file of players would become; for leaders. Nothing is changed.
#[utoipa::path(
    post, path = "/tournaments/{id}/players/preview", operation_id = "previewPlayersFile", tag = "Doing", request_body = PlayersFile,
    responses((status = 200, description = "What each line would become.", body = PlayersPreview))
)]
pub async fn look(scene: Scene, sent: Sent<PlayersFile>) -> Result<Json<PlayersPreview>, Problem> {
    scene.leaders_only()?;
    let preview = preview_of(&scene, sent.value.file.as_bytes())?;
    Ok(Json(PlayersPreview {
        players: preview.players().count(),
        warnings: preview.warnings.clone(),
        lines: preview.lines.iter().map(PlayersLine::from).collect(),
    }))
}

/// Registers the players of a file, with the tables and lists that stand in it, all or none; for leaders.
///
/// Lines that cannot be read are left out: look at the preview first. After the start this is a late entry (DROP-4).
#[utoipa::path(
    post, path = "/tournaments/{id}/players", operation_id = "enterPlayersFile", tag = "Doing", request_body = PlayersFile,
    params(("Idempotency-Key" = Option<String>, Header, description = "A key that the sender chooses; the same again registers nobody twice.", min_length = 1, max_length = 255)),
    responses((status = 200, description = "They are registered.", body = Done))
)]
pub async fn enter(scene: Scene, sent: Sent<PlayersFile>) -> Result<Json<Done>, Problem> {
    scene.leaders_only()?;
    let preview = preview_of(&scene, sent.value.file.as_bytes())?;
    let players: Vec<ListedPlayer> = preview.players().cloned().collect();
    let by = actor(&scene, false)?;
    let (at, reach) = (scene.app.now(), scene.visitor.reach());
    let wish = move |state: &State| {
        let entering = Entering {
            by,
            at,
            leader: None,
            players: &players,
        };
        let requests = entering.requests(state, salt)?;
        for request in &requests {
            within(reach, state.setup.regulation, by, &request.command)?;
        }
        Ok(requests)
    };
    let key = key(&scene, by, sent.key, sent.digest);
    let position = scene.room.act_all(wish, None, key, Vec::new()).await?;
    Ok(Json(entered(&scene, position)))
}
