//! The people of a tournament: players, with more detail for staff, and the staff itself.

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
use muster_words::files::FileNoteInWords;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The players of a tournament.
#[derive(Serialize, ToSchema)]
pub struct AllPlayers {
    /// Number of the journal's last line.
    position: u64,
    /// In the order of registration.
    players: Vec<PlayerView>,
}

/// A player and their matches so far.
#[derive(Serialize, ToSchema)]
pub struct PlayerHistory {
    /// Number of the journal's last line.
    position: u64,
    /// The player.
    player: PlayerView,
    /// Matches and byes, oldest first.
    rounds: Vec<PlayerRound>,
}

/// A player's match or bye in a round.
#[derive(Serialize, ToSchema)]
pub struct PlayerRound {
    /// The round.
    round: RoundNo,
    /// The match; null for a bye.
    #[serde(rename = "match")]
    played: Option<MatchView>,
    /// Whether it was a bye.
    bye: bool,
}

/// List players.
#[utoipa::path(
    get, path = "/tournaments/{id}/players", operation_id = "listPlayers", tag = "Players",
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

/// Get a player and their matches.
#[utoipa::path(
    get, path = "/tournaments/{id}/players/{player}", operation_id = "readPlayer", tag = "Players",
    responses((status = 200, description = "The player.", body = PlayerHistory))
)]
pub async fn player(
    scene: Scene,
    Path((_id, id)): Path<(String, PlayerId)>,
    known: Known,
) -> Result<Response, Problem> {
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

/// The staff of a tournament.
#[derive(Serialize, ToSchema)]
pub struct StaffList {
    /// Number of the journal's last line.
    position: u64,
    /// Staff, past and present.
    staff: Vec<StaffView>,
}

/// List staff.
///
/// Staff only.
#[utoipa::path(
    get, path = "/tournaments/{id}/staff", operation_id = "listLeaders", tag = "Players",
    responses((status = 200, description = "Staff, past and present.", body = StaffList))
)]
pub async fn staff(scene: Scene, known: Known) -> Result<Response, Problem> {
    scene.staff_only()?;
    answer::read(&scene, &known, |t| {
        let state = t.state();
        Ok(StaffList {
            position: state.position,
            staff: StaffView::all(state),
        })
    })
}

/// A CSV file of players.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"file": "name,club,faction,points,table\nAda Okafor,Northside,Harbour Watch,198,\nBram Lindqvist,,,,4"})))]
pub struct PlayersFile {
    /// The text of the CSV file, at most 4 MB: a header row with name (or first name and last name), email, club, faction,
    /// points, table and list in any order, or one name per line.
    #[schema(min_length = 1)]
    file: String,
}

/// A line of a players file.
#[derive(Serialize, ToSchema)]
struct PlayersLine {
    /// Line number in the file, from 1.
    line: u64,
    /// The player; null if the line can't be read.
    player: Option<PlayerRead>,
    /// Why the line can't be read.
    not_read: Option<String>,
    /// Warnings about this line.
    warnings: Vec<String>,
    /// Why the line was not read and what is doubtful about it, with codes and arguments.
    notes: Vec<FileNoteInWords>,
}

/// A player in a players file.
#[derive(Serialize, ToSchema)]
struct PlayerRead {
    /// The name.
    name: String,
    /// Club, store or team.
    club: Option<String>,
    /// How to reach the player.
    contact: Option<String>,
    /// Faction, affiliation or the like.
    faction: Option<String>,
    /// Total of the list in points.
    list_points: Option<u32>,
    /// The player's table in every round.
    table: Option<u32>,
    /// Whether the line includes a list to hand in.
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
            not_read: line.read.as_ref().err().map(ToString::to_string),
            warnings: line.warnings.iter().map(ToString::to_string).collect(),
            notes: line.notes().map(FileNoteInWords::from).collect(),
        }
    }
}

/// The preview of a players file.
#[derive(Serialize, ToSchema)]
pub struct PlayersPreview {
    /// Number of players that would be registered.
    players: usize,
    /// Warnings about the file as a whole.
    warnings: Vec<String>,
    /// The same with codes and arguments.
    notes: Vec<FileNoteInWords>,
    /// Lines in order, without the header and blank lines.
    lines: Vec<PlayersLine>,
}

/// Preview a players file.
///
/// Staff only. Returns what each line would become. Nothing is changed.
#[utoipa::path(
    post, path = "/tournaments/{id}/players/preview", operation_id = "previewPlayersFile", tag = "Players", request_body = PlayersFile,
    responses((status = 200, description = "The preview.", body = PlayersPreview))
)]
pub async fn look(scene: Scene, sent: Sent<PlayersFile>) -> Result<Json<PlayersPreview>, Problem> {
    scene.staff_only()?;
    let preview = preview_of(&scene, sent.value.file.as_bytes())?;
    Ok(Json(PlayersPreview {
        players: preview.players().count(),
        warnings: preview.warnings.iter().map(ToString::to_string).collect(),
        notes: preview.warnings.iter().map(FileNoteInWords::from).collect(),
        lines: preview.lines.iter().map(PlayersLine::from).collect(),
    }))
}

/// Register players from a file.
///
/// Staff only. Registers the players with their tables and lists, all or none. Lines that can't be read are skipped, so
/// preview the file first. After the start this is a late entry (DROP-4).
#[utoipa::path(
    post, path = "/tournaments/{id}/players", operation_id = "enterPlayersFile", tag = "Players", request_body = PlayersFile,
    params(("Idempotency-Key" = Option<String>, Header, description = "A key you choose, new for each request. A repeated key registers nobody twice.", min_length = 1, max_length = 255)),
    responses((status = 200, description = "The players are registered.", body = Done))
)]
pub async fn enter(scene: Scene, sent: Sent<PlayersFile>) -> Result<Json<Done>, Problem> {
    scene.staff_only()?;
    let preview = preview_of(&scene, sent.value.file.as_bytes())?;
    let players: Vec<ListedPlayer> = preview.players().cloned().collect();
    let by = actor(&scene, false)?;
    let (at, scope) = (scene.app.now(), scene.visitor.scope());
    let wish = move |state: &State| {
        let entering = Entering {
            by,
            at,
            leader: None,
            players: &players,
        };
        let requests = entering.requests(state, salt)?;
        for request in &requests {
            within(scope, state.setup.regulation, by, &request.command)?;
        }
        Ok(requests)
    };
    let key = key(&scene, by, sent.key, sent.digest);
    let position = scene.room.act_all(wish, None, key, Vec::new()).await?;
    Ok(Json(entered(&scene, position)))
}
