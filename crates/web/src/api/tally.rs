//! The score calculator: works out both scores from what the players destroyed, with the working and the fields of the
//! report. Nothing is reported; the same people may use it as on the pages.

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
use muster_words::tally::TallyInWords;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What both players achieved.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"a": {"lost": [{"piece": 0, "destroyed": 1}]}, "b": {"lost": [{"piece": 1, "halved": 1}]}})))]
pub struct TallyRequest {
    /// What the player in seat A did to the opponent's list.
    #[serde(default)]
    a: Achieved,
    /// What the player in seat B did to the opponent's list.
    #[serde(default)]
    b: Achieved,
}

/// A piece of a list that can be destroyed.
#[derive(Serialize, ToSchema)]
struct PieceView {
    /// Number of the piece in the request, from 0.
    piece: usize,
    /// Name.
    name: String,
    /// Number of copies in the list.
    count: u32,
    /// Points of one copy, including upgrades.
    points: u64,
}

/// The score of one player.
#[derive(Serialize, ToSchema)]
#[schema(as = TalliedSeat)]
struct Side {
    /// The opponent's pieces.
    pieces: Vec<PieceView>,
    /// The score.
    #[serde(flatten)]
    tally: TallyInWords,
}

/// Both scores.
#[derive(Serialize, ToSchema)]
#[schema(as = TallyResult)]
pub struct Tallied {
    /// The journal position it was worked out at.
    position: u64,
    /// The score of seat A; null if the opponent has not handed in a list.
    a: Option<Side>,
    /// The score of seat B; null if the opponent has not handed in a list.
    b: Option<Side>,
}

/// Calculate scores.
///
/// Works out the scores of a current match from what was destroyed. Only for its players and staff. Nothing is reported:
/// copy the values under `fills` into the report.
#[utoipa::path(
    post, path = "/tournaments/{id}/rounds/{round}/tables/{table}/tally", operation_id = "workOutScores", tag = "Rounds", request_body = TallyRequest,
    responses((status = 200, description = "Both scores.", body = Tallied))
)]
pub async fn tally(
    scene: Scene,
    Path((_id, number, table)): Path<(String, RoundNo, TableNo)>,
    sent: Sent<TallyRequest>,
) -> Result<Json<Tallied>, Problem> {
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

/// Works out one player's score against the opponent's list.
fn side(
    state: &State,
    m: &Match,
    scorer: Seat,
    achieved: &Achieved,
) -> Result<Option<Side>, Problem> {
    let Some(list) = state.list(m.player(scorer.other())) else {
        return Ok(None);
    };
    let tally =
        work_out(scorer, list, achieved).map_err(|refusal| Cause::TallyInvalid { refusal })?;
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
