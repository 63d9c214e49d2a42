//! X-Wing, second edition: tables, clock and how a report becomes an outcome.
//!
//! Reads like the document, with the clause beside the line. Promises that every accepted report has a winner and that
//! the two margins of a game that was played always add up to 400.

use crate::book::Clock;
use crate::form::xwing::ENDINGS;
use crate::report::{Force, ReportProblem, Scores, agree, missing, refuse};
use crate::structure::{Row, Table};
use crate::working::{End, Working};
use crate::{Award, Book, Deduction, EliminationKind, Margin, Outcome, Regulation, ReportRefusal};
use crate::{Seat, StructureKind, Tiebreaker, Tier};
use serde::{Deserialize, Serialize};

/// Largest squad, and what any squad is worth once all of it is gone (XW-LIST, XW-SCORE).
pub const SQUAD: u32 = 200;
/// Most that can be scored while the enemy has a ship left: a ship counts at most half.
pub(crate) const NOT_ALL: u32 = SQUAD - 1;
/// What an even game gives to each side (XW-MOV).
const EVEN: u32 = 200;
const SCORES: Scores = Scores {
    force: Force::Squad,
    fields: ["a.score", "b.score"],
    clause: "XW-SCORE",
    end_clause: "XW-END",
};

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
        announced: true,
        ..Clock::plain(75, 75, 120)
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
        /// Who was the first player, optional, for the statistics (XW-FIRST).
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
        /// Optional, as a check on the scores.
        #[serde(skip_serializing_if = "Option::is_none")]
        winner: Option<Seat>,
        /// Who won the Final Salvo; only when the scores are tied (XW-SALVO).
        #[serde(skip_serializing_if = "Option::is_none")]
        salvo_winner: Option<Seat>,
        /// Who was the first player, optional, for the statistics (XW-FIRST).
        #[serde(skip_serializing_if = "Option::is_none")]
        first_player: Option<Seat>,
    },
    /// One player conceded: that squad counts as destroyed, the other is scored as it is.
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

/// Swiss and elimination are alike: no game is ever drawn.
pub(crate) fn judge(report: &Report, working: &mut Working) -> Result<Outcome, ReportRefusal> {
    match *report {
        Report::Defeat { beaten, a, b, .. } => defeat(beaten, a, b, working),
        Report::MutualDestruction { salvo_winner } => {
            working.step("XW-SCORE", Deduction::BothGoneScore { score: SQUAD });
            let winner = salvo_winner;
            working.step("XW-SALVO", Deduction::SalvoWon { winner });
            Ok(scored(winner, SQUAD, SQUAD, working))
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
            squad_gone(loser, loser_score, working)
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
    SCORES.check(Seat::A, a.score)?;
    SCORES.check(Seat::B, b.score)?;
    SCORES.check_defeat(beaten, [a.score, b.score])?;
    let (winner, force) = (beaten.other(), Force::Squad);
    working.step("XW-END", Deduction::AllGone { winner, force });
    Ok(scored(winner, SQUAD, beaten.pick(a, b).score, working))
}

/// One squad counts as destroyed whatever the board shows; the other is scored as it is.
fn squad_gone(
    loser: Seat,
    loser_score: u32,
    working: &mut Working,
) -> Result<Outcome, ReportRefusal> {
    SCORES.check_field("loser_score", loser_score)?;
    if loser_score == SQUAD {
        let (winner, force) = (loser.other(), Force::Squad);
        let problem = ReportProblem::WinnerBeaten { winner, force };
        return refuse("loser_score", loser_score, "XW-END", problem);
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
        SCORES.check(seat, tally.score)?;
        SCORES.check_survivors(seat, tally.score)?;
    }
    let decided = match (Seat::higher(a.score, b.score), salvo_winner) {
        (Some(winner), None) => {
            let end = End::Time;
            working.step("XW-END", Deduction::HigherScore { winner, end });
            winner
        }
        (Some(_), Some(salvo)) => {
            let (a, b) = (a.score, b.score);
            let problem = ReportProblem::SalvoNotFired { a, b };
            return refuse("salvo_winner", salvo.key(), "XW-SALVO", problem);
        }
        (None, Some(winner)) => {
            working.step("XW-SALVO", Deduction::LevelSalvo { winner });
            winner
        }
        (None, None) => {
            let problem = ReportProblem::SalvoMissing { score: a.score };
            return missing("salvo_winner", "XW-SALVO", problem);
        }
    };
    agree(winner, Some(decided), "XW-END")?;
    let (win, loss) = (decided.pick(a, b).score, decided.pick(b, a).score);
    Ok(scored(decided, win, loss, working))
}

/// XW-POINTS and XW-MOV. The winner's score is never the lower one.
fn scored(winner: Seat, win: u32, loss: u32, working: &mut Working) -> Outcome {
    let difference = win.saturating_sub(loss);
    let (high, low) = (EVEN + difference, EVEN.saturating_sub(difference));
    let (even, points) = (EVEN, Deduction::one_point(winner));
    let margin = Deduction::MarginAround {
        winner,
        win,
        loss,
        even,
    };
    working.step("XW-POINTS", points);
    working.step("XW-MOV", margin);
    Outcome::won_by(
        winner,
        Award::win(1, Margin::Points(high)),
        Award::loss(0, Margin::Points(low)),
    )
}
