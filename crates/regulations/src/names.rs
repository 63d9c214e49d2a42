//! Short names of the regulations, structures, stages, tiers, roles and tiebreakers: one list gives the identifier, how it is shown and how
//! it is read. The identifiers are the ones serde writes, so a file, a command line and an address use the same word.

use crate::{Regulation, Role, StageKind, StructureKind, Tiebreaker, Tier};
use std::fmt;
use std::str::FromStr;

/// A word that names nothing of its kind; lists the words that would.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no {kind} {given:?}; choose one of {known}")]
pub struct UnknownName {
    /// What was looked for, e.g. "regulation".
    pub kind: &'static str,
    pub given: String,
    /// The words known, separated by commas.
    pub known: String,
}

macro_rules! named {
    ($type:ident, $kind:literal: $($variant:ident $id:literal),+ $(,)?) => {
        impl $type {
            /// Returns the short name used in files and on the command line.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$variant => $id,)+
                }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.id())
            }
        }

        impl FromStr for $type {
            type Err = UnknownName;

            fn from_str(text: &str) -> Result<Self, UnknownName> {
                match text.trim().to_ascii_lowercase().replace('-', "_").as_str() {
                    $($id => Ok(Self::$variant),)+
                    _ => Err(UnknownName {
                        kind: $kind,
                        given: text.to_owned(),
                        known: [$($id),+].join(", "),
                    }),
                }
            }
        }
    };
}

named!(Regulation, "regulation":
    Xwing "xwing", Armada "armada", Legion "legion", Conquest "conquest", Cardgame "cardgame");
named!(StructureKind, "structure":
    Basic "basic", Advanced "advanced", WithCut "with_cut", FullSwiss "full_swiss", Custom "custom");
named!(Tier, "tier":
    Casual "casual", Competitive "competitive", Relaxed "relaxed", Formal "formal", Premier "premier", Event "event");
named!(Role, "role": Organizer "organizer", Head "head", Judge "judge");
named!(StageKind, "stage": Swiss "swiss", Elimination "elimination");
named!(Tiebreaker, "tiebreaker":
    MarginOfVictory "margin_of_victory",
    AverageMargin "average_margin",
    ExtendedAverageMargin "extended_average_margin",
    StrengthOfSchedule "strength_of_schedule",
    ExtendedStrengthOfSchedule "extended_strength_of_schedule",
    PointsDefeated "points_defeated",
    VictoryTokens "victory_tokens",
    Random "random");
