//! Legion Galactic Conquest (2026): tables, clock and how a report becomes an outcome.
//!
//! Reads like the document, with the clause beside the line. Promises that a draw exists in Swiss rounds only: in the
//! bracket every accepted report has a winner.

use crate::book::Clock;
use crate::form::conquest::ENDINGS;
use crate::report::{Limited, ReportProblem, agree, at_most, missing, refuse};
use crate::structure::{Row, Table};
use crate::working::{End, Working};
use crate::{Award, Book, Deduction, EliminationKind, Margin, Outcome, Regulation, ReportRefusal};
use crate::{Seat, StageKind, StructureKind, Tiebreaker, Tier};
use serde::{Deserialize, Serialize};

/// Points defeated that a bye gives, and the least a concession gives (GC-BYE, GC-END).
const FULL: u32 = 900;
/// The document sets no limit on points and tokens; these only catch typing mistakes.
pub(crate) const MOST_POINTS: u32 = 9_999;
pub(crate) const MOST_TOKENS: u32 = 999;
/// What a bye adds to the tiebreakers; it earns no tokens (GC-BYE, GC-END-2).
const BYE_MARGIN: Margin = Margin::Defeated {
    points: FULL,
    tokens: 0,
};
/// Nothing defeated, nothing earned.
const NOTHING: Margin = Margin::Defeated {
    points: 0,
    tokens: 0,
};
/// Event points (GC-POINTS).
const WIN: u32 = 3;
const DRAW: u32 = 1;

/// What the document fixes.
pub static BOOK: Book = Book {
    regulation: Regulation::Conquest,
    title: "Galactic Conquest",
    edition: "effective 2026-02-01",
    list_word: "army",
    list_points: None,     // GC-LIST
    tiers: &[Tier::Event], // GC-TIERS
    leaders_may_play: &[], // ROLE-5
    tables: &[
        Table {
            kind: StructureKind::WithCut,
            clause: "GC-CUT",
            rows: &[
                Row::swiss(4, 16, 4),
                Row::swiss(17, 32, 4).top(8),
                Row::swiss(33, 64, 5).top(8),
                Row::swiss(65, 128, 6).top(8),
                Row::swiss(129, 256, 7).top(16),
                Row::above(257, 8).top(16),
            ],
        },
        Table {
            kind: StructureKind::FullSwiss,
            clause: "GC-FULL",
            rows: &[
                Row::swiss(4, 16, 5),
                Row::swiss(17, 32, 5),
                Row::swiss(33, 64, 6),
                Row::swiss(65, 128, 7),
                Row::swiss(129, 256, 8),
                Row::above(257, 9),
            ],
        },
    ],
    custom_clause: "GC-CUSTOM",
    starts_in_swiss: Some("GC-BRACKET"),
    // GC-CLOCK
    clock: Clock {
        dice: 5,
        overtime: 15,
        ..Clock::plain(150, 150, 150)
    },
    swiss_games: 1,
    most_points: 3,                         // GC-POINTS
    bye: Award::win(3, BYE_MARGIN),         // GC-BYE
    unpaired_loss: Award::loss(0, NOTHING), // DROP-2
    endings: ENDINGS,
    end_clause: "GC-END",
    // GC-TB
    tiebreakers: &[
        Tiebreaker::StrengthOfSchedule,
        Tiebreaker::PointsDefeated,
        Tiebreaker::VictoryTokens,
        Tiebreaker::Random,
    ],
    elimination: EliminationKind::Seeded,
    role_names: ["Event Organizer", "Head Consular", "Consular"], // ROLE-1 to ROLE-3
    most_heads: Some(1),                                          // ROLE-2
    correction_window: None,
    replaces_on_later_day: true, // CUT-2
};

/// What one player earned in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    pub tokens: u32,
    /// Points of enemy units fully defeated, upgrades included.
    pub defeated: u32,
}

impl Tally {
    fn margin(self) -> Margin {
        Margin::Defeated {
            points: self.defeated,
            tokens: self.tokens,
        }
    }
}

/// What one player earned in a game that went to time, and what decides last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimedTally {
    pub tokens: u32,
    /// Points of enemy units fully defeated, upgrades included.
    pub defeated: u32,
    /// Points of the player's own army list; decides when tokens and points defeated are tied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub army_points: Option<u32>,
}

impl TimedTally {
    fn tally(self) -> Tally {
        Tally {
            tokens: self.tokens,
            defeated: self.defeated,
        }
    }
}

/// How a match ended (GC-END).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ending", rename_all = "snake_case", deny_unknown_fields)]
pub enum Report {
    /// One player won by the core rules of the game.
    Victory {
        winner: Seat,
        /// What the first player earned.
        a: Tally,
        /// What the second player earned.
        b: Tally,
    },
    /// Time ran out: tokens, then points defeated, then the larger army, else a draw.
    Time {
        /// What the first player earned.
        a: TimedTally,
        /// What the second player earned.
        b: TimedTally,
        /// Optional, as a check on the numbers.
        #[serde(skip_serializing_if = "Option::is_none")]
        winner: Option<Seat>,
        /// Who won the priority roll that decides a draw in the bracket (GC-BRACKET).
        #[serde(skip_serializing_if = "Option::is_none")]
        priority_roll_winner: Option<Seat>,
    },
    /// Both players decided not to play: a draw.
    Declined {
        /// Who won the priority roll that decides a draw in the bracket (GC-BRACKET).
        #[serde(skip_serializing_if = "Option::is_none")]
        priority_roll_winner: Option<Seat>,
    },
    Concession {
        conceded_by: Seat,
        /// What the first player had earned.
        a: Tally,
        /// What the second player had earned.
        b: Tally,
    },
    /// A player did not appear (GC-END-2).
    NoShow { absent: Seat },
}

impl Report {
    /// Returns the identifier of the ending.
    #[must_use]
    pub const fn ending(&self) -> &'static str {
        match self {
            Report::Victory { .. } => "victory",
            Report::Time { .. } => "time",
            Report::Declined { .. } => "declined",
            Report::Concession { .. } => "concession",
            Report::NoShow { .. } => "no_show",
        }
    }
}

pub(crate) fn judge(
    stage: StageKind,
    report: &Report,
    working: &mut Working,
) -> Result<Outcome, ReportRefusal> {
    match *report {
        Report::Victory { winner, a, b } => {
            within(a, b)?;
            working.step("GC-END", Deduction::CoreRules { winner });
            Ok(won(winner, winner.pick(a, b), winner.pick(b, a), working))
        }
        Report::Time {
            a,
            b,
            winner,
            priority_roll_winner,
        } => {
            within(a.tally(), b.tally())?;
            let decided = time(a, b, working)?;
            let outcome = settle(
                stage,
                decided,
                priority_roll_winner,
                a.tally(),
                b.tally(),
                working,
            )?;
            agree(winner, outcome.winner(), "GC-END")?;
            Ok(outcome)
        }
        Report::Declined {
            priority_roll_winner,
        } => {
            working.step("GC-END", Deduction::Declined);
            let none = Tally {
                tokens: 0,
                defeated: 0,
            };
            settle(stage, None, priority_roll_winner, none, none, working)
        }
        Report::Concession { conceded_by, a, b } => {
            within(a, b)?;
            let winner = conceded_by.other();
            let real = winner.pick(a, b).defeated;
            let loser = conceded_by;
            let step = Deduction::ConcededAtLeast {
                loser,
                least: FULL,
                real,
            };
            working.step("GC-END", step);
            let win = Tally {
                defeated: real.max(FULL),
                ..winner.pick(a, b)
            };
            working.step("GC-END-2", Deduction::KeepsEarned { loser });
            Ok(won(winner, win, conceded_by.pick(a, b), working))
        }
        Report::NoShow { absent } => {
            let winner = absent.other();
            working.step("GC-END-2", Deduction::AbsentBye { absent });
            Ok(Outcome::won_by(winner, BOOK.bye, Award::loss(0, NOTHING)))
        }
    }
}

/// GC-END, time: tokens, then points defeated, then the larger army; `None` for a draw.
fn time(
    a: TimedTally,
    b: TimedTally,
    working: &mut Working,
) -> Result<Option<Seat>, ReportRefusal> {
    // Nobody defeats more than the enemy brought; checked where the armies are known.
    for (field, defeated, owner, army) in [
        ("a.defeated", a.defeated, Seat::B, b.army_points),
        ("b.defeated", b.defeated, Seat::A, a.army_points),
    ] {
        if let Some(points) = army.filter(|army| defeated > *army) {
            let problem = ReportProblem::BeyondList {
                owner,
                points,
                whole: None,
            };
            return refuse(field, defeated, "GC-END", problem);
        }
    }
    for (field, army) in [
        ("a.army_points", a.army_points),
        ("b.army_points", b.army_points),
    ] {
        let army = army.unwrap_or(0);
        at_most(MOST_POINTS, field, army, "GC-END", Limited::ArmyPoints)?;
    }
    let tokens = a.tokens;
    if let Some(winner) = Seat::higher(a.tokens, b.tokens) {
        let step = Deduction::MoreTokens {
            winner,
            own: winner.pick(a, b).tokens,
            other: winner.pick(b, a).tokens,
            end: End::Time,
        };
        working.step("GC-END", step);
        return Ok(Some(winner));
    }
    if let Some(winner) = Seat::higher(a.defeated, b.defeated) {
        let step = Deduction::TokensThenDefeated {
            winner,
            tokens,
            own: winner.pick(a, b).defeated,
            other: winner.pick(b, a).defeated,
        };
        working.step("GC-END", step);
        return Ok(Some(winner));
    }
    let (army_a, army_b) = (needed(Seat::A, a)?, needed(Seat::B, b)?);
    let decided = Seat::higher(army_a, army_b);
    let defeated = a.defeated;
    let step = match decided {
        Some(winner) => Deduction::LargerArmy {
            winner,
            tokens,
            defeated,
            own: winner.pick(army_a, army_b),
            other: winner.pick(army_b, army_a),
        },
        None => Deduction::AllLevel {
            tokens,
            defeated,
            army: army_a,
        },
    };
    working.step("GC-END", step);
    Ok(decided)
}

fn needed(owner: Seat, tally: TimedTally) -> Result<u32, ReportRefusal> {
    match tally.army_points {
        Some(points) => Ok(points),
        None => missing(
            owner.pick("a.army_points", "b.army_points"),
            "GC-END",
            ReportProblem::ArmyMissing {
                owner,
                tokens: tally.tokens,
                defeated: tally.defeated,
            },
        ),
    }
}

/// Gives the points; what would be a draw stays one in Swiss and is decided by a priority roll in the bracket.
fn settle(
    stage: StageKind,
    decided: Option<Seat>,
    roll: Option<Seat>,
    a: Tally,
    b: Tally,
    working: &mut Working,
) -> Result<Outcome, ReportRefusal> {
    let field = "priority_roll_winner";
    match (decided, stage, roll) {
        (Some(winner), _, None) => Ok(won(winner, winner.pick(a, b), winner.pick(b, a), working)),
        (Some(winner), _, Some(roll)) => refuse(
            field,
            roll.key(),
            "GC-BRACKET",
            ReportProblem::RollNotNeeded { winner },
        ),
        (None, StageKind::Swiss, Some(roll)) => {
            refuse(field, roll.key(), "GC-BRACKET", ReportProblem::RollInSwiss)
        }
        (None, StageKind::Swiss, None) => {
            working.step("GC-POINTS", Deduction::DrawnPoints { points: DRAW });
            Ok(Outcome {
                a: Award::draw(DRAW, a.margin()),
                b: Award::draw(DRAW, b.margin()),
            })
        }
        (None, StageKind::Elimination, Some(winner)) => {
            working.step("GC-BRACKET", Deduction::PriorityRoll { winner });
            Ok(won(winner, winner.pick(a, b), winner.pick(b, a), working))
        }
        (None, StageKind::Elimination, None) => {
            missing(field, "GC-BRACKET", ReportProblem::RollMissing)
        }
    }
}

fn within(a: Tally, b: Tally) -> Result<(), ReportRefusal> {
    for (seat, tally) in [(Seat::A, a), (Seat::B, b)] {
        let (tokens, points) = (Limited::Tokens, Limited::ArmyPoints);
        let field = seat.pick("a.tokens", "b.tokens");
        at_most(MOST_TOKENS, field, tally.tokens, "GC-END", tokens)?;
        let field = seat.pick("a.defeated", "b.defeated");
        at_most(MOST_POINTS, field, tally.defeated, "GC-END", points)?;
    }
    Ok(())
}

/// GC-POINTS for a match with a winner.
fn won(winner: Seat, win: Tally, loss: Tally, working: &mut Working) -> Outcome {
    working.step("GC-POINTS", Deduction::EventPoints { winner, win: WIN });
    Outcome::won_by(
        winner,
        Award::win(WIN, win.margin()),
        Award::loss(0, loss.margin()),
    )
}
