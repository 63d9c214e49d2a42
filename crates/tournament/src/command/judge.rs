//! Commands of the judges' desk: calls, rulings, penalties, components and fortressing.

use crate::floor::judges::{CallNo, FortNo, LossNo, RulingNo};
use crate::ids::{PlayerId, TableNo};
use muster_regulations::Report;
use serde::{Deserialize, Serialize};

/// What somebody wants of the judges.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum JudgeCommand {
    /// Calls a judge to a table.
    Call {
        /// Where.
        table: TableNo,
        /// What for.
        what: String,
    },
    /// Says that one is on the way.
    Take {
        /// To which call.
        call: CallNo,
    },
    /// Says that a call is done, or no longer needed.
    Close {
        /// Which.
        call: CallNo,
    },
    /// Rules on a question at a table (ROLE-4).
    Rule {
        /// Where.
        table: TableNo,
        /// The ruling.
        text: String,
    },
    /// Asks for a review of a ruling (ROLE-4).
    Appeal {
        /// Which.
        ruling: RulingNo,
    },
    /// Decides an appeal, finally (ROLE-4).
    Decide {
        /// Which ruling.
        ruling: RulingNo,
        /// The decision.
        text: String,
        /// Whether the first ruling is overruled.
        overruled: bool,
    },
    /// Warns a player.
    Warn {
        /// The player.
        player: PlayerId,
        /// Why.
        reason: String,
    },
    /// Gives a player a game loss, which ends the match as the regulation says.
    GameLoss {
        /// Where.
        table: TableNo,
        /// The player.
        player: PlayerId,
        /// Why.
        reason: String,
        /// How the match ends, where it does not follow: scores so far, or the other game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        report: Option<Report>,
    },
    /// Recommends that a player is removed (ROLE-6).
    Recommend {
        /// The player.
        player: PlayerId,
        /// Why.
        reason: String,
    },
    /// Decides that a player stays, where removal was in question (ROLE-6, GC-WARN).
    Keep {
        /// The player.
        player: PlayerId,
        /// Why.
        reason: String,
    },
    /// Notes that a player misses a component, and gives time to look for it (COMP-1).
    Lost {
        /// Where.
        table: TableNo,
        /// Who.
        player: PlayerId,
        /// What is missing.
        what: String,
        /// How many minutes more the table has.
        minutes: u32,
    },
    /// Notes that a component, or another in its place, was found.
    Found {
        /// Which loss.
        loss: LossNo,
    },
    /// The component was not found: the player concedes the game (COMP-1, CG-MISSING).
    Concede {
        /// Which loss.
        loss: LossNo,
        /// How the match ends, where it does not follow: scores so far, or the other game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        report: Option<Report>,
    },
    /// The component is still missing when the next round comes: the player is removed (COMP-1).
    Remove {
        /// Which loss.
        loss: LossNo,
    },
    /// Makes a proxy for a damaged card (COMP-2).
    Proxy {
        /// Whose.
        player: PlayerId,
        /// Which card.
        card: String,
        /// What can no longer be read on it.
        unreadable: String,
    },
    /// Asks for a check whether a player is fortressing (XW-FORT).
    Suspect {
        /// Where.
        table: TableNo,
        /// Who may be fortressing.
        player: PlayerId,
    },
    /// Says whether what makes fortressing is there (XW-FORT).
    Check {
        /// Which case.
        fort: FortNo,
        /// Whether it is.
        met: bool,
    },
    /// Decides whether it is fortressing (XW-FORT).
    Determine {
        /// Which case.
        fort: FortNo,
        /// Whether the player means it, and so must end it; or got there unintended.
        deliberate: bool,
    },
    /// Says at the end of the next activation phase whether it goes on (XW-FORT).
    FollowUp {
        /// Which case.
        fort: FortNo,
        /// Whether it does: then all ships of the player are destroyed and the game ends.
        goes_on: bool,
        /// What the player had scored; needed where it goes on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        score: Option<u32>,
    },
}

impl JudgeCommand {
    /// Returns the name of the command, as refusals and logs say it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            JudgeCommand::Call { .. } => "call",
            JudgeCommand::Take { .. } => "take_call",
            JudgeCommand::Close { .. } => "close_call",
            JudgeCommand::Rule { .. } => "rule",
            JudgeCommand::Appeal { .. } => "appeal",
            JudgeCommand::Decide { .. } => "decide_appeal",
            JudgeCommand::Warn { .. } => "warn",
            JudgeCommand::GameLoss { .. } => "game_loss",
            JudgeCommand::Recommend { .. } => "recommend_removal",
            JudgeCommand::Keep { .. } => "keep",
            JudgeCommand::Lost { .. } => "component_lost",
            JudgeCommand::Found { .. } => "component_found",
            JudgeCommand::Concede { .. } => "concede_for_component",
            JudgeCommand::Remove { .. } => "remove_for_component",
            JudgeCommand::Proxy { .. } => "proxy",
            JudgeCommand::Suspect { .. } => "suspect_fortressing",
            JudgeCommand::Check { .. } => "check_fortressing",
            JudgeCommand::Determine { .. } => "determine_fortressing",
            JudgeCommand::FollowUp { .. } => "follow_up_fortressing",
        }
    }
}
