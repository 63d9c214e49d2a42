//! Commands about time: the clock of the round, breaks, and more time for a table.

use crate::ids::TableNo;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// What somebody wants of the clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ClockCommand {
    /// Starts the clock of the round, once most players are seated (TIME-1).
    Start,
    /// Says that games of the round are being played, where no clock is used: from then on nobody is seated or seeded
    /// elsewhere (CUT-2, SE-4).
    Begun,
    /// Stops play for all: lunch, a fire alarm. A clock that runs stands still.
    Pause {
        /// When play goes on, if that is announced.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Timestamp>,
        /// Why, if it is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Goes on after a break.
    Resume,
    /// Gives the round more minutes, or fewer; undoes a call of time.
    Adjust {
        /// How many more; negative for fewer.
        minutes: i32,
        /// Why.
        reason: String,
    },
    /// Calls time by hand, before the clock does.
    CallTime,
    /// Gives one table more time (TIME-2).
    Extend {
        /// Where.
        table: TableNo,
        /// How many minutes more.
        minutes: u32,
        /// Why.
        reason: String,
    },
}

impl ClockCommand {
    /// Returns the name of the command, as refusals and logs say it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            ClockCommand::Start => "start_clock",
            ClockCommand::Begun => "begun",
            ClockCommand::Pause { .. } => "pause",
            ClockCommand::Resume => "resume",
            ClockCommand::Adjust { .. } => "adjust_clock",
            ClockCommand::CallTime => "call_time",
            ClockCommand::Extend { .. } => "extend",
        }
    }
}
