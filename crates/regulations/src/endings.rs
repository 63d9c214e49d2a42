//! Endings that only staff decide. A player may only claim one of them; it becomes a result when staff confirm it.

use crate::{Regulation, Report, StageKind, cardgame, conquest, legion, xwing};

/// Why only staff may decide an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StaffNeeded {
    /// The clause that says so.
    pub clause: &'static str,
    /// Whether only the person who decides finally may report it, not any judge (XW-FORT).
    pub finally: bool,
}

impl Report {
    /// Returns why the ending needs staff, or `None` where two players may report it between themselves. A no-show is
    /// a command of its own, which only staff have.
    #[must_use]
    pub fn needs_staff(&self) -> Option<StaffNeeded> {
        let (clause, finally) = match self {
            Report::Xwing(xwing::Report::Fortressing { .. }) => ("XW-FORT", true),
            Report::Xwing(xwing::Report::NoShow { .. }) => ("XW-NOSHOW", false),
            Report::Armada(crate::armada::Report::NoShow { .. }) => ("AR-NOSHOW", false),
            Report::Legion(legion::Report::ConcessionScored { .. }) => ("LE-MOV-CONCEDE", false),
            Report::Legion(
                legion::Report::GameLoss { .. }
                | legion::Report::LeftEarly { .. }
                | legion::Report::NoShow { .. },
            ) => ("LE-MOV-NOSHOW", false),
            Report::Conquest(
                conquest::Report::Time {
                    priority_roll_winner: Some(_),
                    ..
                }
                | conquest::Report::Declined {
                    priority_roll_winner: Some(_),
                },
            ) => ("GC-BRACKET", false),
            Report::Conquest(conquest::Report::NoShow { .. }) => ("GC-END-2", false),
            Report::Cardgame(cardgame::Report::Split { .. }) => ("CG-SPLIT", false),
            Report::Cardgame(cardgame::Report::NoShow { .. }) => ("CG-END-2", false),
            Report::Xwing(_)
            | Report::Armada(_)
            | Report::Legion(_)
            | Report::Conquest(_)
            | Report::Cardgame(_) => return None,
        };
        Some(StaffNeeded { clause, finally })
    }
}

/// How the match of a player who has left is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftEnding {
    /// The ending, as in the form.
    pub ending: &'static str,
    /// The field of the form that names the player who left, where the ending has one.
    pub field: Option<&'static str>,
    /// The clause that scores it.
    pub clause: &'static str,
}

impl Regulation {
    /// Returns the ending to propose for the match of a player who leaves during the round.
    #[must_use]
    pub const fn left_ending(self, stage: StageKind) -> LeftEnding {
        let (ending, field, clause) = match (self, stage) {
            (Regulation::Xwing, _) => ("concession", Some("conceded_by"), "XW-END"),
            (Regulation::Armada, _) => ("concession", Some("conceded_by"), "AR-CONCEDE"),
            (Regulation::Legion, _) => ("left_early", Some("left"), "LE-MOV-NOSHOW"),
            (Regulation::Conquest, _) => ("concession", Some("conceded_by"), "GC-END"),
            (Regulation::Cardgame, StageKind::Swiss) => ("games", None, "CG-END"),
            (Regulation::Cardgame, StageKind::Elimination) => ("game", None, "CG-END"),
        };
        LeftEnding {
            ending,
            field,
            clause,
        }
    }
}
