//! Commands of the judges' desk: calls, rulings, penalties, components and fortressing.

use crate::floor::judges::{CallNo, FortNo, LossNo, RulingNo};
use crate::ids::{PlayerId, TableNo};
use muster_regulations::Report;
use serde::{Deserialize, Serialize};

/// What somebody wants done at the judges' desk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum JudgeCommand {
    /// Calls a judge to a table.
    Call { table: TableNo, what: String },
    /// Takes a call: a judge is on the way.
    Take {
        /// The call.
        call: CallNo,
    },
    /// Closes a call that is done or no longer needed.
    Close { call: CallNo },
    /// Rules on a question at a table (ROLE-4).
    Rule { table: TableNo, text: String },
    /// Asks for a review of a ruling (ROLE-4).
    Appeal { ruling: RulingNo },
    /// Decides an appeal; the decision is final (ROLE-4).
    Decide {
        ruling: RulingNo,
        text: String,
        /// Whether the first ruling is overruled.
        overruled: bool,
    },
    /// Warns a player.
    Warn { player: PlayerId, reason: String },
    /// Gives a player a game loss, which ends the match as the regulation says.
    GameLoss {
        table: TableNo,
        player: PlayerId,
        reason: String,
        /// How the match ends, where it does not follow: scores so far, or the other game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        report: Option<Report>,
    },
    /// Recommends removing a player (ROLE-6).
    Recommend { player: PlayerId, reason: String },
    /// Decides that a player stays, where removal was in question (ROLE-6, GC-WARN).
    Keep { player: PlayerId, reason: String },
    /// Records that a player is missing a component, and gives time to look for it (COMP-1).
    Lost {
        table: TableNo,
        player: PlayerId,
        what: String,
        /// How many extra minutes the table gets.
        minutes: u32,
    },
    /// Records that a component or a replacement was found.
    Found { loss: LossNo },
    /// The component was not found: the player concedes the game (COMP-1, CG-MISSING).
    Concede {
        loss: LossNo,
        /// How the match ends, where it does not follow: scores so far, or the other game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        report: Option<Report>,
    },
    /// The component is still missing when the next round begins: the player is removed (COMP-1).
    Remove { loss: LossNo },
    /// Makes a proxy for a damaged card (COMP-2).
    Proxy {
        player: PlayerId,
        card: String,
        /// What can no longer be read on it.
        unreadable: String,
    },
    /// Asks for a check whether a player is fortressing (XW-FORT).
    Suspect {
        table: TableNo,
        /// Who may be fortressing.
        player: PlayerId,
    },
    /// Says whether the ships are fortressing (XW-FORT).
    Check {
        fort: FortNo,
        /// Whether they are.
        met: bool,
    },
    /// Decides whether the fortressing is deliberate (XW-FORT).
    Determine {
        fort: FortNo,
        /// Whether it is, so that the player must stop.
        deliberate: bool,
    },
    /// Says after the next activation phase whether the fortressing continues (XW-FORT).
    FollowUp {
        fort: FortNo,
        /// Whether it does: then all ships of the player are destroyed and the game ends.
        goes_on: bool,
        /// What the player had scored; required if it continues.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        score: Option<u32>,
    },
}
