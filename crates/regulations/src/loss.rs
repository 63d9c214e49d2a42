//! Matches that are lost outside of play: by a game loss from a judge, or because a component is missing.

use crate::report::ReportProblem;
use crate::{
    Regulation, Report, ReportRefusal, Seat, StageKind, armada, cardgame, conquest, legion, xwing,
};

/// Why a match is lost outside of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// A leader gave a game loss.
    GameLoss,
    /// An essential component is missing, so the player concedes (COMP-1, CG-MISSING).
    MissingPart,
}

impl Regulation {
    /// Returns why a match that a player loses outside of play cannot be scored without a report: the score follows from
    /// the game as it is, which is asked for and never assumed to be 0.
    #[must_use]
    pub fn state_of_game_missing(self, seat: Seat) -> Option<ReportRefusal> {
        let (fields, clause): (&'static [&'static str], _) = match self {
            Regulation::Xwing => (&["loser_score"], "XW-END"),
            Regulation::Armada => (&["a.destroyed", "b.destroyed"], "AR-CONCEDE"),
            Regulation::Conquest => (
                &["a.tokens", "a.defeated", "b.tokens", "b.defeated"],
                "GC-END",
            ),
            Regulation::Legion | Regulation::Cardgame => return None,
        };
        Some(ReportRefusal {
            field: fields.first().copied().unwrap_or_default().to_owned(),
            value: None,
            problem: ReportProblem::GameMissing {
                loser: seat,
                fields,
            },
            clause,
        })
    }

    /// Returns the report of a match that a player loses outside of play, nothing scored, or `None` where more must be
    /// known: the two games of a Card Game match, or who plays the dark side.
    ///
    /// Only Legion says what a game loss is (LE-MOV-NOSHOW); elsewhere it counts as a concession (GAME-LOSS).
    #[must_use]
    pub fn lost_by(
        self,
        seat: Seat,
        cause: Cause,
        stage: StageKind,
        dark: Option<Seat>,
    ) -> Option<Report> {
        Some(match self {
            Regulation::Xwing => Report::Xwing(xwing::Report::Concession {
                conceded_by: seat,
                loser_score: 0,
            }),
            Regulation::Armada => {
                let nothing = armada::Tally {
                    destroyed: 0,
                    objectives: None,
                };
                Report::Armada(armada::Report::Concession {
                    conceded_by: seat,
                    a: nothing,
                    b: nothing,
                })
            }
            Regulation::Legion => Report::Legion(match cause {
                Cause::GameLoss => legion::Report::GameLoss { given_to: seat },
                Cause::MissingPart => legion::Report::Concession { conceded_by: seat },
            }),
            Regulation::Conquest => {
                let nothing = conquest::Tally {
                    tokens: 0,
                    defeated: 0,
                };
                Report::Conquest(conquest::Report::Concession {
                    conceded_by: seat,
                    a: nothing,
                    b: nothing,
                })
            }
            Regulation::Cardgame => match stage {
                StageKind::Swiss => return None,
                StageKind::Elimination => Report::Cardgame(cardgame::Report::Game {
                    dark: dark?,
                    game: match cause {
                        Cause::GameLoss => cardgame::BracketGame::Concession { conceded_by: seat },
                        Cause::MissingPart => cardgame::BracketGame::MissingCard { player: seat },
                    },
                }),
            },
        })
    }
}
