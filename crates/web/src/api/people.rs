//! The people of a tournament: players as everybody sees them, with more for leaders; and the leaders.

use super::answer::{self, Known};
use super::commands::{Done, actor, entered, key, within};
use super::sent::Sent;
use crate::parts::seen;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Json;
use axum::extract::Path;
use axum::response::Response;
use muster_exchange::players::{self, Entering, ListedPlayer};
use muster_service::people::salt;
use muster_service::players::preview as preview_of;
use muster_tournament::Refusal;
use muster_tournament::ids::{PlayerId, RoundNo};
use muster_tournament::state::State;
use muster_views::{MatchView, PlayerView, StaffView};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The players.
#[derive(Serialize, ToSchema)]
pub struct AllPlayers {
    /// How far the journal goes.
    position: u64,
    /// In the order of registration.
    players: Vec<PlayerView>,
}

/// A player with the matches so far.
#[derive(Serialize, ToSchema)]
pub struct PlayerHistory {
    /// How far the journal goes.
    position: u64,
    /// The player.
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
    responses((status = 200, description = "In the order of registration.", body = AllPlayers))
)]
pub async fn players(scene: Scene, known: Known) -> Result<Response, Problem> {
    answer::read(&scene, &known, |t| {
        let state = t.state();
        Ok(AllPlayers {
            position: state.position,
            players: PlayerView::all(scene.here.viewer(), state),
        })
    })
}

/// Shows a player with the matches so far.
#[utoipa::path(
    get, path = "/tournaments/{id}/players/{player}", operation_id = "readPlayer", tag = "Reading",
    responses((status = 200, description = "The player.", body = PlayerHistory))
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
        Ok(PlayerHistory {
            position: state.position,
            player: PlayerView::of(scene.here.viewer(), state, player),
            rounds: rounds
                .map(|round| PlayerRound {
                    round: round.number,
                    played: round
                        .match_of(id)
                        .map(|m| MatchView::of(scene.here.viewer(), state, m)),
                    bye: round.byes.contains(&id),
                })
                .collect(),
        })
    })
}

/// The leaders.
#[derive(Serialize, ToSchema)]
pub struct StaffList {
    /// How far the journal goes.
    position: u64,
    /// Past and present.
    staff: Vec<StaffView>,
}

/// Lists the leaders; for leaders.
#[utoipa::path(
    get, path = "/tournaments/{id}/staff", operation_id = "listLeaders", tag = "Reading",
    responses((status = 200, description = "Past and present.", body = StaffList))
)]
pub async fn staff(scene: Scene, known: Known) -> Result<Response, Problem> {
    scene.leaders_only()?;
    answer::read(&scene, &known, |t| {
        let state = t.state();
        Ok(StaffList {
            position: state.position,
            staff: StaffView::all(state),
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

/// Registers the players of a file, with the tables and lists that are in it, all or none; for leaders.
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
