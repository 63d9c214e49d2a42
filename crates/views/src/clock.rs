//! The clock of the round, as the viewer may see it: a secret end is in none of the types that are not for staff
//! (GC-CLOCK).

use crate::Viewer;
use jiff::Timestamp;
use muster_tournament::floor::clock::{
    ClockPhase, PublicClock, StaffClock, public_clock, staff_clock, table_clock,
};
use muster_tournament::ids::RoundNo;
use muster_tournament::seeds::Seeds;
use muster_tournament::state::State;
use muster_words::time::at_time;
use serde::Serialize;

/// The clock of the current round.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ClockView {
    /// How far the journal goes.
    pub position: u64,
    /// The round; none where none is played.
    pub round: Option<RoundNo>,
    /// What everybody sees; for a player, with the time of their own table in it.
    pub clock: Option<PublicClock>,
    /// Minutes that the player's own table has in addition (TIME-2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extended: Option<u32>,
    /// What staff see.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leader: Option<StaffClock>,
}

impl ClockView {
    /// Shows the clock. What changes every second is left for the reader to count: instants are given, and the time left
    /// only while the clock is paused.
    #[must_use]
    pub fn of(viewer: Viewer, state: &State, seeds: &dyn Seeds, now: Timestamp) -> ClockView {
        let own = match viewer {
            Viewer::Player(id) => state
                .current()
                .and_then(|round| round.match_of(id))
                .and_then(|m| table_clock(state, seeds, now, m.table)),
            Viewer::Everybody | Viewer::Staff => None,
        };
        let leader = staff_clock(state, seeds, now);
        let steady = |clock: StaffClock| StaffClock {
            seconds_left: clock
                .seconds_left
                .filter(|_| clock.phase == ClockPhase::Paused),
            ..clock
        };
        let mut clock = match &own {
            Some(own) => Some(own.clock.clone()),
            None => public_clock(state, seeds, now),
        };
        if let Some(called) = clock.as_mut().and_then(PublicClock::time_called) {
            called.text = Some(at_time(called.what));
        }
        ClockView {
            position: state.position,
            round: leader.as_ref().map(|clock| clock.round),
            extended: own.as_ref().map(|own| own.extended),
            clock,
            leader: leader.filter(|_| viewer.is_staff()).map(steady),
        }
    }
}
