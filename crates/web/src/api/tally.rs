//! The score calculator: what both players did to the other's list becomes their scores, with the working and the fields
//! of the report. Nothing is reported; the same people may ask as on the pages.

use super::sent::Sent;
use crate::problem::Problem;
use crate::visitor::{Here, Scene};
use axum::Json;
use axum::extract::Path;
use muster_regulations::tally::{Achieved, tally as work_out};
use muster_regulations::{List, Seat};
use muster_service::problem::Cause;
use muster_tournament::state::{Match, State};
use muster_tournament::{Refusal, RoundNo, TableNo};
use muster_words::list as words;
use muster_words::tally::TallyInWords;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What both achieved.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"a": {"lost": [{"piece": 0, "destroyed": 1}]}, "b": {"lost": [{"piece": 1, "halved": 1}]}})))]
pub struct TallyRequest {
    /// What the player named first did to the other's list.
    #[serde(default)]
    a: Achieved,
    /// What the other did.
    #[serde(default)]
    b: Achieved,
}

/// A piece that can be lost.
#[derive(Serialize, ToSchema)]
struct PieceView {
    /// Its number in the request, from 0.
    piece: usize,
    /// Its name.
    name: String,
    /// How many copies the list has.
    count: u32,
    /// Points of one copy with what it carries.
    points: u64,
}

/// The score of one player.
#[derive(Serialize, ToSchema)]
#[schema(as = TalliedSeat)]
struct Side {
    /// The pieces of the opponent.
    pieces: Vec<PieceView>,
    /// The score that comes of them.
    #[serde(flatten)]
    tally: TallyInWords,
}

/// Both scores.
#[derive(Serialize, ToSchema)]
#[schema(as = TallyResult)]
pub struct Tallied {
    /// The position it was worked out at.
    position: u64,
    /// The score of the player named first; nothing if the other's list is not known here.
    a: Option<Side>,
    /// The score of the other.
    b: Option<Side>,
}

/// Works out the scores of a match that is being played from what was destroyed; for its players and for leaders.
///
/// Nothing is reported: the numbers under `fills` go into the report.
#[utoipa::path(
    post, path = "/tournaments/{id}/rounds/{round}/tables/{table}/tally", operation_id = "workOutScores", tag = "Reading", request_body = TallyRequest,
    responses((status = 200, description = "Both scores.", body = Tallied))
)]
pub async fn tally(
    scene: Scene,
    Path((_id, round, table)): Path<(String, u32, u32)>,
    sent: Sent<TallyRequest>,
) -> Result<Json<Tallied>, Problem> {
    let (number, table) = (RoundNo(round), TableNo(table));
    scene.room.read(|t| {
        let state = t.state();
        let round = state.in_play().ok_or_else(Problem::not_playing)?;
        let found = round.table(table).filter(|_| round.number == number);
        let m = found.ok_or(Refusal::NoSuchTable {
            round: number,
            table,
        })?;
        let concerned = match scene.here {
            Here::Staff(..) => true,
            Here::Player(id) => m.seat(id).is_some(),
            Here::Spectator => false,
        };
        if !concerned {
            return Err(Cause::TallyNotYours.into());
        }
        Ok(Json(Tallied {
            position: state.position,
            a: side(state, m, Seat::A, &sent.value.a)?,
            b: side(state, m, Seat::B, &sent.value.b)?,
        }))
    })
}

/// Each player scores against the list of the other.
fn side(
    state: &State,
    m: &Match,
    scorer: Seat,
    achieved: &Achieved,
) -> Result<Option<Side>, Problem> {
    let Some(list) = state.list(m.player(scorer.other())) else {
        return Ok(None);
    };
    let tally = work_out(scorer, list, achieved).map_err(|refusal| Cause::TallyInvalid {
        why: words::refusal(&refusal).trim_end_matches('.').to_owned(),
    })?;
    Ok(Some(Side {
        pieces: pieces(list),
        tally: tally.into(),
    }))
}

fn pieces(list: &List) -> Vec<PieceView> {
    let pieces = list.pieces();
    let pieces = pieces.iter().enumerate();
    let pieces = pieces.map(|(number, piece)| PieceView {
        piece: number,
        name: piece.name.clone(),
        count: piece.count,
        points: piece.each(),
    });
    pieces.collect()
}
