//! Commands about time: the clock of the round, breaks, and more time for a table.

use crate::ids::TableNo;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// What somebody wants done about the clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ClockCommand {
    /// Starts the clock of the round, once most players are seated (TIME-1).
    Start,
    /// Records that games of the round have begun without a clock: from then on, nobody is moved or reseeded (CUT-2, SE-4).
    Begun,
    /// Stops play for everybody, for example for lunch or a fire alarm. A running clock stops.
    Pause {
        /// When play resumes, if that is announced.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Timestamp>,
        /// Optional.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Resumes play after a break.
    Resume,
    /// Gives the round more minutes, or fewer; undoes a call of time.
    Adjust {
        /// How many more; negative for fewer.
        minutes: i32,
        reason: String,
    },
    /// Calls time by hand, before the clock does.
    CallTime,
    /// Gives one table more time (TIME-2).
    Extend {
        table: TableNo,
        /// How many minutes more.
        minutes: u32,
        reason: String,
    },
}
