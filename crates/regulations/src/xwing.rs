//! X-Wing, second edition: tables, clock and how a report becomes an outcome.
//!
//! Reads like the document, with the clause beside the line. Promises that every accepted report has a winner and that
//! the two margins of a game that was played always add up to 400.

use crate::book::Clock;
use crate::form::xwing::ENDINGS;
use crate::report::{Force, Limited, ReportProblem, agree, missing, refuse};
use crate::structure::{Row, Table};
use crate::working::{End, Working};
use crate::{
    Award, Book, Deduction, EliminationKind, Margin, Outcome, Reason, Regulation, ReportRefusal,
};
use crate::{Seat, StageKind, StructureKind, Tiebreaker, Tier};
use serde::{Deserialize, Serialize};

/// Largest squad, and what any squad is worth once all of it is gone (XW-LIST, XW-SCORE).
pub const SQUAD: u32 = 200;
/// Most that can be scored while the enemy has a ship left: a ship counts at most half.
pub(crate) const NOT_ALL: u32 = SQUAD - 1;
/// What an even game gives to each side (XW-MOV).
const EVEN: u32 = 200;

/// What the document fixes.
pub static BOOK: Book = Book {
    regulation: Regulation::Xwing,
    title: "X-Wing",
    edition: "Second Edition, undated",
    list_word: "squad",
    list_points: Some(SQUAD),                             // XW-LIST
    tiers: &[Tier::Relaxed, Tier::Formal, Tier::Premier], // XW-TIERS
    leaders_may_play: &[Tier::Relaxed],                   // ROLE-5
    tables: &[
        Table {
            kind: StructureKind::Basic,
            clause: "XW-BASIC",
            rows: &[
                Row::swiss(4, 8, 3),
                Row::swiss(9, 16, 4),
                Row::swiss(17, 24, 4).top(4),
                Row::swiss(25, 40, 5).top(4),
                Row::swiss(41, 44, 5).top(8),
                Row::swiss(45, 76, 6).top(8),
                Row::swiss(77, 148, 6).top(16),
                Row::above(149, 7).top(16),
            ],
        },
        Table {
            kind: StructureKind::Advanced,
            clause: "XW-ADVANCED",
            rows: &[
                Row::swiss(9, 12, 4).top(4),
                Row::swiss(13, 24, 4).top(8),
                Row::swiss(25, 40, 5).top(8),
                Row::swiss(41, 76, 6).top(8),
                Row::swiss(77, 148, 6).top(16),
                Row::swiss(149, 288, 6).top(32),
                Row::swiss(289, 512, 7).top(32),
                Row::above(513, 8).top(32),
            ],
        },
    ],
    custom_clause: "XW-CUSTOM",
    starts_in_swiss: None,
    // XW-CLOCK
    clock: Clock {
        swiss: 75,
        elimination: 75,
        last: 120,
        dice: 0,
        overtime: 0,
        announced: true,
    },
    swiss_games: 1,
    most_points: 1,                                   // XW-POINTS
    bye: Award::win(1, Margin::Points(300)),          // XW-BYE
    unpaired_loss: Award::loss(0, Margin::Points(0)), // DROP-2
    endings: ENDINGS,
    end_clause: "XW-END",
    // XW-TB
    tiebreakers: &[
        Tiebreaker::MarginOfVictory,
        Tiebreaker::StrengthOfSchedule,
        Tiebreaker::Random,
    ],
    elimination: EliminationKind::Single,
    role_names: ["Organizer", "Marshal", "Judge"], // ROLE-1 to ROLE-3
    most_heads: None,                              // ROLE-2
    correction_window: None,
    replaces_on_later_day: false, // CUT-2
};

/// What one player scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Points of enemy ships destroyed, and half of those at or below half health (XW-SCORE).
    pub score: u32,
}

/// How a match ended (XW-END).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ending", rename_all = "snake_case", deny_unknown_fields)]
pub enum Report {
    /// All ships of one side are gone, the other has one left.
    Defeat {
        /// The side without ships.
        beaten: Seat,
        /// First player's score.
        a: Tally,
        /// Second player's score.
        b: Tally,
        /// Who was the first player, for the statistics; may be left out (XW-FIRST).
        #[serde(skip_serializing_if = "Option::is_none")]
        first_player: Option<Seat>,
    },
    /// All ships of both sides are gone; both score 200.
    MutualDestruction {
        /// Who won the Final Salvo with all ships of the squads (XW-SALVO).
        salvo_winner: Seat,
    },
    /// Time was called and the game round finished.
    Time {
        /// First player's score.
        a: Tally,
        /// Second player's score.
        b: Tally,
        /// Who won, as a check on the scores; may be left out.
        #[serde(skip_serializing_if = "Option::is_none")]
        winner: Option<Seat>,
        /// Who won the Final Salvo; only when the scores are level (XW-SALVO).
        #[serde(skip_serializing_if = "Option::is_none")]
        salvo_winner: Option<Seat>,
        /// Who was the first player, for the statistics; may be left out (XW-FIRST).
        #[serde(skip_serializing_if = "Option::is_none")]
        first_player: Option<Seat>,
    },
    /// One player conceded: that squad counts as destroyed, the other is scored as it stands.
    Concession {
        conceded_by: Seat,
        /// What the conceding player had scored.
        loser_score: u32,
    },
    /// A player went on fortressing after the marshal's warning: that squad is destroyed (XW-FORT).
    Fortressing {
        fortressed_by: Seat,
        /// What that player had scored.
        loser_score: u32,
    },
    /// A player did not appear (XW-NOSHOW).
    NoShow { absent: Seat },
}

impl Report {
    /// Returns the identifier of the ending.
    #[must_use]
    pub const fn ending(&self) -> &'static str {
        match self {
            Report::Defeat { .. } => "defeat",
            Report::MutualDestruction { .. } => "mutual_destruction",
            Report::Time { .. } => "time",
            Report::Concession { .. } => "concession",
            Report::Fortressing { .. } => "fortressing",
            Report::NoShow { .. } => "no_show",
        }
    }

    /// Returns who was the first player, where the report says so (XW-FIRST).
    #[must_use]
    pub const fn first_player(&self) -> Option<Seat> {
        match self {
            Report::Defeat { first_player, .. } | Report::Time { first_player, .. } => {
                *first_player
            }
            _ => None,
        }
    }

    pub(crate) fn forget_first_player(&mut self) {
        if let Report::Defeat { first_player, .. } | Report::Time { first_player, .. } = self {
            *first_player = None;
        }
    }
}

/// Makes the outcome of a report, or refuses what the document rules out.
pub fn outcome(stage: StageKind, report: &Report) -> Result<Outcome, ReportRefusal> {
    Working::outcome(|working| judge(stage, report, working))
}

/// Explains the outcome step by step.
pub fn working(stage: StageKind, report: &Report) -> Result<Vec<Reason>, ReportRefusal> {
    Working::steps(|working| judge(stage, report, working))
}

// Swiss and elimination are alike: no game is ever drawn.
fn judge(
    _stage: StageKind,
    report: &Report,
    working: &mut Working,
) -> Result<Outcome, ReportRefusal> {
    match *report {
        Report::Defeat { beaten, a, b, .. } => defeat(beaten, a, b, working),
        Report::MutualDestruction { salvo_winner } => {
            working.step("XW-SCORE", Deduction::BothGoneScore { score: SQUAD });
            working.step(
                "XW-SALVO",
                Deduction::SalvoWon {
                    winner: salvo_winner,
                },
            );
            Ok(scored(salvo_winner, SQUAD, SQUAD, working))
        }
        Report::Time {
            a,
            b,
            winner,
            salvo_winner,
            ..
        } => time(a, b, winner, salvo_winner, working),
        Report::Concession {
            conceded_by,
            loser_score,
        } => {
            working.step("XW-END", Deduction::ConcededSquad { loser: conceded_by });
            squad_gone(conceded_by, loser_score, working)
        }
        Report::Fortressing {
            fortressed_by,
            loser_score,
        } => {
            let loser = fortressed_by;
            working.step("XW-FORT", Deduction::Fortressed { loser });
            squad_gone(fortressed_by, loser_score, working)
        }
        Report::NoShow { absent } => {
            let loss = Award::loss(0, Margin::Points(0));
            working.step("XW-NOSHOW", Deduction::AbsentBye { absent });
            Ok(Outcome::won_by(absent.other(), BOOK.bye, loss))
        }
    }
}

fn defeat(
    beaten: Seat,
    a: Tally,
    b: Tally,
    working: &mut Working,
) -> Result<Outcome, ReportRefusal> {
    within_squad("a.score", a.score)?;
    within_squad("b.score", b.score)?;
    let winner = beaten.other();
    let (win, loss) = (winner.pick(a, b).score, beaten.pick(a, b).score);
    if win != SQUAD && loss == SQUAD {
        return refuse(
            "beaten",
            beaten.key(),
            "XW-END",
            ReportProblem::OtherBeaten {
                beaten: winner,
                force: Force::Squad,
            },
        );
    }
    if win != SQUAD {
        return refuse(
            winner.pick("a.score", "b.score"),
            win,
            "XW-SCORE",
            ReportProblem::FullScore {
                beaten,
                force: Force::Squad,
            },
        );
    }
    if loss == SQUAD {
        return refuse(
            beaten.pick("a.score", "b.score"),
            loss,
            "XW-END",
            ReportProblem::BothBeaten {
                winner,
                force: Force::Squad,
            },
        );
    }
    let force = Force::Squad;
    working.step("XW-END", Deduction::AllGone { winner, force });
    Ok(scored(winner, SQUAD, loss, working))
}

/// One squad counts as destroyed whatever the board shows; the other is scored as it stands.
fn squad_gone(
    loser: Seat,
    loser_score: u32,
    working: &mut Working,
) -> Result<Outcome, ReportRefusal> {
    within_squad("loser_score", loser_score)?;
    if loser_score == SQUAD {
        return refuse(
            "loser_score",
            loser_score,
            "XW-END",
            ReportProblem::WinnerBeaten {
                winner: loser.other(),
                force: Force::Squad,
            },
        );
    }
    Ok(scored(loser.other(), SQUAD, loser_score, working))
}

fn time(
    a: Tally,
    b: Tally,
    winner: Option<Seat>,
    salvo_winner: Option<Seat>,
    working: &mut Working,
) -> Result<Outcome, ReportRefusal> {
    for (seat, tally) in [(Seat::A, a), (Seat::B, b)] {
        let field = seat.pick("a.score", "b.score");
        within_squad(field, tally.score)?;
        if tally.score == SQUAD {
            return refuse(
                field,
                tally.score,
                "XW-END",
                ReportProblem::AllGone {
                    beaten: seat.other(),
                    force: Force::Squad,
                },
            );
        }
    }
    let decided = match (Seat::higher(a.score, b.score), salvo_winner) {
        (Some(winner), None) => {
            let end = End::Time;
            working.step("XW-END", Deduction::HigherScore { winner, end });
            winner
        }
        (Some(_), Some(salvo)) => {
            return refuse(
                "salvo_winner",
                salvo.key(),
                "XW-SALVO",
                ReportProblem::SalvoNotFired {
                    a: a.score,
                    b: b.score,
                },
            );
        }
        (None, Some(winner)) => {
            working.step("XW-SALVO", Deduction::LevelSalvo { winner });
            winner
        }
        (None, None) => {
            return missing(
                "salvo_winner",
                "XW-SALVO",
                ReportProblem::SalvoMissing { score: a.score },
            );
        }
    };
    agree(winner, Some(decided), "XW-END")?;
    let (win, loss) = (decided.pick(a, b).score, decided.pick(b, a).score);
    Ok(scored(decided, win, loss, working))
}

fn within_squad(field: &str, score: u32) -> Result<(), ReportRefusal> {
    if score <= SQUAD {
        return Ok(());
    }
    refuse(
        field,
        score,
        "XW-SCORE",
        ReportProblem::TooHigh {
            what: Limited::Score(Force::Squad),
            most: SQUAD,
        },
    )
}

/// XW-POINTS and XW-MOV. The winner's score is never the lower one.
fn scored(winner: Seat, win: u32, loss: u32, working: &mut Working) -> Outcome {
    let difference = win.saturating_sub(loss);
    let (high, low) = (EVEN + difference, EVEN.saturating_sub(difference));
    working.step(
        "XW-POINTS",
        Deduction::Points {
            winner,
            win: 1,
            loss: 0,
        },
    );
    working.step(
        "XW-MOV",
        Deduction::MarginAround {
            winner,
            win,
            loss,
            even: EVEN,
        },
    );
    Outcome::won_by(
        winner,
        Award::win(1, Margin::Points(high)),
        Award::loss(0, Margin::Points(low)),
    )
}
