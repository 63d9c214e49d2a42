//! The clock of the round, as the asker may see it: a secret end is in none of the types that are not for leaders
//! (GC-CLOCK).

use super::answer::{self, Known};
use crate::problem::Problem;
use crate::visitor::{Here, Scene};
use axum::response::Response;
use muster_tournament::RoundNo;
use muster_tournament::floor::clock::{
    ClockPhase, LeaderClock, PublicClock, leader_clock, public_clock, table_clock,
};
use muster_tournament::state::State;
use serde::Serialize;
use utoipa::ToSchema;

/// The clock of the round that is played.
#[derive(Serialize, ToSchema)]
pub struct Clock {
    /// How far the journal goes.
    position: u64,
    /// The round; none where none is played.
    round: Option<RoundNo>,
    /// What everybody sees; for a player, with the time of their own table in it.
    clock: Option<PublicClock>,
    /// Minutes that the player's own table has in addition (TIME-2).
    #[serde(skip_serializing_if = "Option::is_none")]
    extended: Option<u32>,
    /// What leaders see.
    #[serde(skip_serializing_if = "Option::is_none")]
    leader: Option<LeaderClock>,
}

/// Shows the clock.
///
/// Instants are given, not counters: count down to them yourself. In Conquest nobody but leaders is told when a running
/// round ends.
#[utoipa::path(
    get, path = "/tournaments/{id}/clock", operation_id = "readClock", tag = "Reading",
    responses((status = 200, description = "The clock of the round that is played.", body = Clock))
)]
pub async fn clock(scene: Scene, known: Known) -> Result<Response, Problem> {
    answer::read(&scene, &known, |t| Ok(shown(&scene, t.state())))
}

fn shown(scene: &Scene, state: &State) -> Clock {
    let (seeds, now) = (scene.room.seeds(), scene.app.now());
    let own = match scene.here {
        Here::Player(id) => state
            .current()
            .and_then(|round| round.match_of(id))
            .and_then(|m| table_clock(state, seeds, now, m.table)),
        Here::Spectator | Here::Staff(..) => None,
    };
    let leader = leader_clock(state, seeds, now);
    let round = leader.as_ref().map(|clock| clock.round);
    // What changes every second is for the asker to count.
    let steady = |clock: LeaderClock| LeaderClock {
        seconds_left: clock
            .seconds_left
            .filter(|_| clock.phase == ClockPhase::Paused),
        ..clock
    };
    Clock {
        position: state.position,
        round,
        extended: own.as_ref().map(|own| own.extended),
        clock: match own {
            Some(own) => Some(own.clock),
            None => public_clock(state, seeds, now),
        },
        leader: leader.filter(|_| scene.here.leads()).map(steady),
    }
}
