//! Commands about lists: handing in, the call for them, and the catalogue they are compared with.

use crate::ids::PlayerId;
use crate::personal::Sealed;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// What somebody wants done about lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ListCommand {
    /// Hands in a list; after the start only staff can replace a list, with a reason (COMP-4, GC-LIST).
    HandIn {
        player: PlayerId,
        /// Digest of the list that is beside the line.
        list: Sealed,
        /// Its total, where lists have one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        points: Option<u32>,
        /// Its faction, unless it is secret.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        faction: Option<String>,
        /// Why a locked list is changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// Why a judge accepts it although it breaks a rule.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        excused: Option<String>,
    },
    /// Says whether everybody must hand in a list, and until when players may.
    Call {
        /// The tournament does not start without a list from everybody present.
        required: bool,
        /// The deadline for players; staff may still take lists after it. Default: the start.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Timestamp>,
    },
    /// Adds the card catalogue that is beside the line; lists handed in before stay as they are.
    Catalogue {
        /// Digest of the cards.
        cards: Sealed,
    },
}

impl ListCommand {
    /// Returns the digest of what is beside the line.
    #[must_use]
    pub fn sealed(&self) -> Option<Sealed> {
        match self {
            ListCommand::HandIn { list, .. } => Some(*list),
            ListCommand::Catalogue { cards } => Some(*cards),
            ListCommand::Call { .. } => None,
        }
    }
}
