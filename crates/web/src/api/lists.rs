//! Lists, as far as the asker may see them: one's own, an opponent's as the regulation opens it, all for leaders and
//! after the end.

use super::answer::{self, Known};
use super::command::{ListOrText, read_list};
use super::sent::Sent;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Json;
use axum::extract::Path;
use axum::response::Response;
use jiff::Timestamp;
use muster_exchange::lists::plain::Became;
use muster_regulations::List;
use muster_tournament::ids::PlayerId;
use muster_tournament::lists::Seen;
use muster_tournament::state::State;
use muster_tournament::{By, Refusal};
use muster_views::PlayerRef;
use muster_words::list::{self, ListProblem, kept_back};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// What is known of somebody's list.
#[derive(Serialize, ToSchema)]
struct HandedInList {
    /// Whose.
    #[serde(flatten)]
    player: PlayerRef,
    /// Whether one was handed in.
    handed_in: bool,
    /// Why a leader took it although it breaks a rule.
    excused: Option<String>,
    /// Why it replaced one that was fixed, each time that happened.
    corrections: Vec<String>,
}

/// The lists of a tournament, for leaders.
#[derive(Serialize, ToSchema)]
#[schema(as = HandedInLists)]
pub struct Lists {
    /// How far the journal goes.
    position: u64,
    /// Everybody present must have one before the start.
    required: bool,
    /// Until when players may hand in.
    until: Option<Timestamp>,
    /// Whether they are fixed: the tournament has begun (COMP-4, GC-LIST).
    fixed: bool,
    /// Players, in the order of registration.
    players: Vec<HandedInList>,
}

/// Lists who has handed in; for leaders.
#[utoipa::path(
    get, path = "/tournaments/{id}/lists", operation_id = "listLists", tag = "Reading",
    responses((status = 200, description = "Who has handed in.", body = Lists))
)]
pub async fn lists(scene: Scene, known: Known) -> Result<Response, Problem> {
    scene.leaders_only()?;
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

/// A player's list, as far as the asker may see it.
#[derive(Serialize, ToSchema)]
pub struct PlayerList {
    /// How far the journal goes.
    position: u64,
    /// Whose.
    #[serde(flatten)]
    player: PlayerRef,
    /// The list in the form of its regulation, or what may be seen of it.
    #[schema(value_type = Option<List>)]
    list: Option<Value>,
    /// What is kept back, or why nothing is shown.
    kept_back: Option<String>,
    /// The clause by which it is kept back.
    clause: Option<&'static str>,
    /// What is wrong with it or worth a second look; for leaders and its owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    problems: Option<Vec<ListProblem>>,
}

/// Shows a player's list, as far as the asker may see it.
#[utoipa::path(
    get, path = "/tournaments/{id}/lists/{player}", operation_id = "readList", tag = "Reading",
    responses((status = 200, description = "The list.", body = PlayerList))
)]
pub async fn list(
    scene: Scene,
    Path((_id, player)): Path<(String, u32)>,
    known: Known,
) -> Result<Response, Problem> {
    let player = PlayerId(player);
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
    let concerns = scene.here.leads() || viewer == Some(By::Player(owner));
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

/// A list to be looked at.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ListRequest {
    /// The list, as an object in the regulation's form, or as text that people paste.
    #[schema(value_type = ListOrText)]
    list: Value,
}

/// What a list is, and what is wrong with it.
#[derive(Serialize, ToSchema)]
pub struct CheckedList {
    /// The position it was judged at.
    position: u64,
    /// The list in the form of its regulation.
    #[schema(value_type = List)]
    list: Value,
    /// Its total, where the regulation counts points.
    points: Option<u32>,
    /// What is wrong with it or worth a second look; nothing if it is in order.
    problems: Vec<ListProblem>,
    /// What was not understood or left out, each as a sentence.
    notes: Vec<String>,
}

/// Says what a list would be in this tournament, and what is wrong with it; nothing is handed in.
#[utoipa::path(
    post, path = "/tournaments/{id}/lists/check", operation_id = "checkList", tag = "Reading", request_body = ListRequest,
    responses((status = 200, description = "What it is.", body = CheckedList))
)]
pub async fn check(scene: Scene, sent: Sent<ListRequest>) -> Result<Json<CheckedList>, Problem> {
    scene.room.read(|t| {
        let state = t.state();
        let read = read_list(state.setup.regulation, &sent.value.list)?;
        let unread = read.lines.iter().filter_map(|line| match &line.became {
            Became::NotUnderstood(why) => {
                Some(format!("Line {} was not understood: {why}", line.number))
            }
            _ => None,
        });
        let notes = unread.chain(read.notes.iter().map(ToString::to_string));
        Ok(Json(CheckedList {
            position: state.position,
            points: read.list.points(),
            problems: list::problems(&state.check_list(&read.list)),
            notes: notes.collect(),
            list: read.list.to_json(),
        }))
    })
}
