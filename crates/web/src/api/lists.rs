//! Lists, as far as the caller may see them: their own, an opponent's when the regulation opens it, and all of them for
//! staff and after the end.

use super::answer::{self, Known};
use super::command::{ListOrText, read_list};
use super::sent::Sent;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Json;
use axum::extract::Path;
use axum::response::Response;
use jiff::Timestamp;
use muster_regulations::List;
use muster_tournament::ids::PlayerId;
use muster_tournament::lists::Seen;
use muster_tournament::state::State;
use muster_tournament::{By, Refusal};
use muster_views::PlayerRef;
use muster_words::files::{self, FileNoteInWords};
use muster_words::list::{self, ListProblem, kept_back};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// Whether a player has handed in a list.
#[derive(Serialize, ToSchema)]
struct HandedInList {
    /// The player.
    #[serde(flatten)]
    player: PlayerRef,
    /// Whether a list was handed in.
    handed_in: bool,
    /// Why the staff accepted it although it breaks a rule.
    excused: Option<String>,
    /// Reasons for replacing it after lists were locked, oldest first.
    corrections: Vec<String>,
}

/// Who has handed in a list.
#[derive(Serialize, ToSchema)]
#[schema(as = HandedInLists)]
pub struct Lists {
    /// Number of the journal's last line.
    position: u64,
    /// Whether everybody present needs a list before the start.
    required: bool,
    /// The deadline for players.
    until: Option<Timestamp>,
    /// Whether lists are locked because the tournament has started (COMP-4, GC-LIST).
    fixed: bool,
    /// Players in the order of registration.
    players: Vec<HandedInList>,
}

/// List who has handed in a list.
///
/// Staff only.
#[utoipa::path(
    get, path = "/tournaments/{id}/lists", operation_id = "listLists", tag = "Players",
    responses((status = 200, description = "Who has handed in.", body = Lists))
)]
pub async fn lists(scene: Scene, known: Known) -> Result<Response, Problem> {
    scene.staff_only()?;
    answer::read(&scene, &known, |t| {
        let state = t.state();
        let players = state.players.iter().map(|player| {
            let list = state.lists.of.get(&player.id);
            HandedInList {
                player: PlayerRef::of(state, player.id),
                handed_in: list.is_some(),
                excused: list.and_then(|list| list.excused.clone()),
                corrections: list
                    .map(|list| list.corrections.clone())
                    .unwrap_or_default(),
            }
        });
        Ok(Lists {
            position: state.position,
            required: state.lists.required,
            until: state.lists.until,
            fixed: state.lists_fixed(),
            players: players.collect(),
        })
    })
}

/// A player's list, as far as the caller may see it.
#[derive(Serialize, ToSchema)]
pub struct PlayerList {
    /// Number of the journal's last line.
    position: u64,
    /// The player.
    #[serde(flatten)]
    player: PlayerRef,
    /// The list in the form of its regulation, or its visible part.
    #[schema(value_type = Option<List>)]
    list: Option<Value>,
    /// Which part is hidden, or why nothing is shown.
    kept_back: Option<String>,
    /// The clause that hides it.
    clause: Option<&'static str>,
    /// Errors and warnings. Only for staff and the owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    problems: Option<Vec<ListProblem>>,
}

/// Get a player's list.
///
/// Contains as much as the caller may see.
#[utoipa::path(
    get, path = "/tournaments/{id}/lists/{player}", operation_id = "readList", tag = "Players",
    responses((status = 200, description = "The list.", body = PlayerList))
)]
pub async fn list(
    scene: Scene,
    Path((_id, player)): Path<(String, PlayerId)>,
    known: Known,
) -> Result<Response, Problem> {
    answer::read(&scene, &known, |t| seen_by(&scene, t.state(), player))
}

fn seen_by(scene: &Scene, state: &State, owner: PlayerId) -> Result<PlayerList, Problem> {
    state
        .player(owner)
        .ok_or(Refusal::NoSuchPlayer { player: owner })?;
    let viewer = scene.here.by();
    let (list, kept_back, clause) = match state.seen_list(viewer, owner) {
        Seen::All(list) => (Some(list.to_json()), None, None),
        Seen::Part(view) => {
            let kept = view.kept_back.map(|kept| kept_back(kept).to_owned());
            (
                view.list.as_ref().map(List::to_json),
                kept,
                Some(view.clause),
            )
        }
        Seen::Nothing(why) => (None, Some(list::hidden(why).to_owned()), None),
    };
    let concerns = scene.here.is_staff() || viewer == Some(By::Player(owner));
    let problems = state.list(owner).filter(|_| concerns);
    Ok(PlayerList {
        position: state.position,
        player: PlayerRef::of(state, owner),
        list,
        kept_back,
        clause,
        problems: problems.map(|list| list::problems(&state.check_list(list))),
    })
}

/// A list to check.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ListRequest {
    /// The list: an object in the form of the regulation, or pasted text.
    #[schema(value_type = ListOrText)]
    list: Value,
}

/// A checked list.
#[derive(Serialize, ToSchema)]
pub struct CheckedList {
    /// The journal position it was checked at.
    position: u64,
    /// The list in the form of its regulation.
    #[schema(value_type = List)]
    list: Value,
    /// The total, if the regulation counts points.
    points: Option<u32>,
    /// Errors and warnings; empty if the list is valid.
    problems: Vec<ListProblem>,
    /// What could not be read or was skipped, one sentence each.
    notes: Vec<String>,
    /// The same with codes and arguments.
    findings: Vec<FileNoteInWords>,
}

/// Check a list.
///
/// Validates a list for this tournament without handing it in.
#[utoipa::path(
    post, path = "/tournaments/{id}/lists/check", operation_id = "checkList", tag = "Players", request_body = ListRequest,
    responses((status = 200, description = "The checked list.", body = CheckedList))
)]
pub async fn check(scene: Scene, sent: Sent<ListRequest>) -> Result<Json<CheckedList>, Problem> {
    scene.room.read(|t| {
        let state = t.state();
        let read = read_list(state.setup.regulation, &sent.value.list)?;
        Ok(Json(CheckedList {
            position: state.position,
            points: read.list.points(),
            problems: list::problems(&state.check_list(&read.list)),
            notes: read.notes.iter().map(ToString::to_string).collect(),
            findings: files::in_words(&read.notes),
            list: read.list.to_json(),
        }))
    })
}
