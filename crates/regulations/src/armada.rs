//! Armada: tables, clock and how a report becomes an outcome.
//!
//! Reads like the document, with the clause beside the line. Promises that every accepted report has a winner and that
//! the two players share 11 tournament points unless one of them conceded or did not appear.

use crate::book::Clock;
use crate::form::armada::ENDINGS;
use crate::report::{Force, Limited, ReportProblem, Scores, agree, at_most, missing};
use crate::structure::{Row, Table};
use crate::working::{End, Working};
use crate::{Award, Book, Deduction, EliminationKind, Margin, Outcome, Regulation, ReportRefusal};
use crate::{Seat, StructureKind, Tiebreaker, Tier};
use serde::{Deserialize, Serialize};

/// Largest fleet, and what any fleet is worth once all its ships but flotillas are gone (AR-LIST, AR-SCORE).
pub const FLEET: u32 = 400;
/// Most that can be destroyed while the enemy has a ship left.
pub(crate) const NOT_ALL: u32 = FLEET - 1;
/// More objective points than any game gives: the document sets no limit; this one only catches typing mistakes.
pub const MOST_OBJECTIVES: u32 = 9_999;
/// Largest margin of victory (AR-MOV).
pub const MOST_MARGIN: u32 = 400;
/// Margin from which the opponent of a player who concedes is scored by the table (AR-CONCEDE).
const CONCEDED: u32 = 140;
const SCORES: Scores = Scores {
    force: Force::Fleet,
    fields: ["a.destroyed", "b.destroyed"],
    clause: "AR-SCORE",
    end_clause: "AR-END",
};

/// What the document fixes.
pub static BOOK: Book = Book {
    regulation: Regulation::Armada,
    title: "Armada",
    edition: "undated",
    list_word: "fleet",
    list_points: Some(FLEET),                             // AR-LIST
    tiers: &[Tier::Relaxed, Tier::Formal, Tier::Premier], // AR-TIERS
    leaders_may_play: &[Tier::Relaxed],                   // ROLE-5
    tables: &[
        Table {
            kind: StructureKind::Basic,
            clause: "AR-BASIC",
            rows: &[
                Row::swiss(4, 32, 3),
                Row::swiss(33, 48, 4),
                Row::above(49, 5),
            ],
        },
        Table {
            kind: StructureKind::Advanced,
            clause: "AR-ADVANCED",
            rows: &[
                Row::swiss(9, 28, 3),
                Row::swiss(29, 44, 4).top(2),
                Row::swiss(45, 90, 5).top(2),
                Row::above(91, 5).top(4),
            ],
        },
    ],
    custom_clause: "AR-CUSTOM",
    starts_in_swiss: None,
    // AR-CLOCK
    clock: Clock::plain(135, 135, 180),
    swiss_games: 1,
    most_points: 10,                                  // AR-POINTS
    bye: Award::win(8, Margin::Points(140)),          // AR-BYE
    unpaired_loss: Award::loss(0, Margin::Points(0)), // DROP-2
    endings: ENDINGS,
    end_clause: "AR-END",
    // AR-TB
    tiebreakers: &[
        Tiebreaker::MarginOfVictory,
        Tiebreaker::StrengthOfSchedule,
        Tiebreaker::Random,
    ],
    elimination: EliminationKind::Single,
    role_names: ["Organizer", "Marshal", "Judge"], // ROLE-1 to ROLE-3
    most_heads: None,                              // ROLE-2
    correction_window: None,
    replaces_on_later_day: true, // CUT-2
};

/// One row of the table of tournament points (AR-POINTS).
struct Band {
    from: u32,
    win: u32,
    loss: u32,
}

impl Band {
    const fn new(from: u32, win: u32, loss: u32) -> Band {
        Band { from, win, loss }
    }
}

/// AR-POINTS, largest margin first.
static POINTS: [Band; 5] = [
    Band::new(300, 10, 1),
    Band::new(220, 9, 2),
    Band::new(140, 8, 3),
    Band::new(60, 7, 4),
    Band::new(0, 6, 5),
];

/// What one player scored (AR-SCORE).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Points of enemy ships and squadrons destroyed.
    pub destroyed: u32,
    /// Points earned through objectives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objectives: Option<u32>,
}

impl Tally {
    fn score(self) -> u32 {
        self.destroyed.saturating_add(self.objectives.unwrap_or(0))
    }
}

/// How a match ended (AR-END).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ending", rename_all = "snake_case", deny_unknown_fields)]
pub enum Report {
    /// All ships of one side but flotillas are destroyed, the other has one left.
    Defeat {
        /// The side without ships.
        beaten: Seat,
        /// What the first player scored.
        a: Tally,
        /// What the second player scored.
        b: Tally,
        /// Who did not have initiative, optional, for the statistics (AR-FIRST).
        #[serde(skip_serializing_if = "Option::is_none")]
        second_player: Option<Seat>,
    },
    /// Both sides lost all ships but flotillas in the same game round: the second player wins with margin 0.
    MutualDestruction {
        /// Who did not have initiative.
        second_player: Seat,
    },
    /// The sixth game round was finished.
    SixRounds {
        /// What the first player scored.
        a: Tally,
        /// What the second player scored.
        b: Tally,
        /// Who did not have initiative; decides when the scores are tied.
        #[serde(skip_serializing_if = "Option::is_none")]
        second_player: Option<Seat>,
        /// Optional, as a check on the scores.
        #[serde(skip_serializing_if = "Option::is_none")]
        winner: Option<Seat>,
    },
    /// Time was called and the game round finished.
    Time {
        /// What the first player scored.
        a: Tally,
        /// What the second player scored.
        b: Tally,
        /// Who did not have initiative; decides when the scores are tied.
        #[serde(skip_serializing_if = "Option::is_none")]
        second_player: Option<Seat>,
        /// Optional, as a check on the scores.
        #[serde(skip_serializing_if = "Option::is_none")]
        winner: Option<Seat>,
    },
    /// One player conceded (AR-CONCEDE).
    Concession {
        conceded_by: Seat,
        /// What the first player had scored.
        a: Tally,
        /// What the second player had scored.
        b: Tally,
    },
    /// A player did not appear: as if conceded before the first turn (AR-NOSHOW).
    NoShow { absent: Seat },
}

impl Report {
    /// Returns the identifier of the ending.
    #[must_use]
    pub const fn ending(&self) -> &'static str {
        match self {
            Report::Defeat { .. } => "defeat",
            Report::MutualDestruction { .. } => "mutual_destruction",
            Report::SixRounds { .. } => "six_rounds",
            Report::Time { .. } => "time",
            Report::Concession { .. } => "concession",
            Report::NoShow { .. } => "no_show",
        }
    }

    /// Returns who did not have initiative, where the report says so (AR-FIRST).
    #[must_use]
    pub const fn second_player(&self) -> Option<Seat> {
        match self {
            Report::MutualDestruction { second_player } => Some(*second_player),
            Report::Defeat { second_player, .. }
            | Report::SixRounds { second_player, .. }
            | Report::Time { second_player, .. } => *second_player,
            Report::Concession { .. } | Report::NoShow { .. } => None,
        }
    }

    pub(crate) fn forget_second_player(&mut self) {
        if let Report::Defeat { second_player, .. }
        | Report::SixRounds { second_player, .. }
        | Report::Time { second_player, .. } = self
        {
            *second_player = None;
        }
    }
}

/// Swiss and elimination are scored alike: no game is ever a draw.
pub(crate) fn judge(report: &Report, working: &mut Working) -> Result<Outcome, ReportRefusal> {
    match *report {
        Report::Defeat { beaten, a, b, .. } => defeat(beaten, a, b, working),
        Report::MutualDestruction { second_player } => {
            let winner = second_player;
            working.step("AR-END", Deduction::BothGoneSecond { winner });
            Ok(by_table(winner, 0, working))
        }
        Report::SixRounds {
            a,
            b,
            second_player,
            winner,
        } => by_score(End::SixRounds, a, b, second_player, winner, working),
        Report::Time {
            a,
            b,
            second_player,
            winner,
        } => by_score(End::Time, a, b, second_player, winner, working),
        Report::Concession { conceded_by, a, b } => {
            within_fleet(a, b)?;
            let loser = conceded_by;
            working.step("AR-CONCEDE", Deduction::ConcededForNothing { loser });
            let winner = conceded_by.other();
            Ok(conceded(winner, margin(winner, a, b, working), working))
        }
        Report::NoShow { absent } => {
            working.step("AR-NOSHOW", Deduction::AbsentConcedes { absent });
            Ok(conceded(absent.other(), 0, working))
        }
    }
}

fn defeat(
    beaten: Seat,
    a: Tally,
    b: Tally,
    working: &mut Working,
) -> Result<Outcome, ReportRefusal> {
    within_fleet(a, b)?;
    SCORES.check_defeat(beaten, [a.destroyed, b.destroyed])?;
    let (winner, force) = (beaten.other(), Force::Fleet);
    working.step("AR-END", Deduction::AllGone { winner, force });
    if a.score() == b.score() {
        working.step("AR-END-2", Deduction::SurvivorWins { winner });
    }
    Ok(by_table(winner, margin(winner, a, b, working), working))
}

fn by_score(
    end: End,
    a: Tally,
    b: Tally,
    second_player: Option<Seat>,
    named: Option<Seat>,
    working: &mut Working,
) -> Result<Outcome, ReportRefusal> {
    within_fleet(a, b)?;
    for (seat, tally) in [(Seat::A, a), (Seat::B, b)] {
        SCORES.check_survivors(seat, tally.destroyed)?;
    }
    let Some(winner) = Seat::higher(a.score(), b.score()).or(second_player) else {
        let problem = ReportProblem::SecondPlayerMissing { score: a.score() };
        return missing("second_player", "AR-END", problem);
    };
    agree(named, Some(winner), "AR-END")?;
    let step = if a.score() == b.score() {
        let score = a.score();
        Deduction::LevelSecond { winner, score, end }
    } else {
        Deduction::HigherScore { winner, end }
    };
    working.step("AR-END", step);
    Ok(by_table(winner, margin(winner, a, b, working), working))
}

fn within_fleet(a: Tally, b: Tally) -> Result<(), ReportRefusal> {
    for (seat, tally) in [(Seat::A, a), (Seat::B, b)] {
        SCORES.check(seat, tally.destroyed)?;
        let field = seat.pick("a.objectives", "b.objectives");
        let (points, what) = (tally.objectives.unwrap_or(0), Limited::ObjectivePoints);
        at_most(MOST_OBJECTIVES, field, points, "AR-SCORE", what)?;
    }
    Ok(())
}

/// AR-SCORE and AR-MOV: the winner's score minus the loser's, clamped to 0…400.
fn margin(winner: Seat, a: Tally, b: Tally, working: &mut Working) -> u32 {
    for (seat, tally) in [(Seat::A, a), (Seat::B, b)] {
        if let Some(objectives) = tally.objectives {
            let destroyed = tally.destroyed;
            let step = Deduction::ScoreSum {
                seat,
                destroyed,
                objectives,
            };
            working.step("AR-SCORE", step);
        }
    }
    let (win, loss) = (winner.pick(a, b).score(), winner.pick(b, a).score());
    let step = Deduction::MarginOf {
        winner,
        win,
        loss,
        most: MOST_MARGIN,
    };
    working.step("AR-MOV", step);
    win.saturating_sub(loss).min(MOST_MARGIN)
}

/// The row of the table that a margin falls into; the last row begins at 0, so there is always one.
fn band(margin: u32) -> &'static Band {
    let [.., last] = &POINTS;
    POINTS
        .iter()
        .find(|band| margin >= band.from)
        .unwrap_or(last)
}

/// AR-POINTS; the loser's margin is 0 (AR-MOV).
fn by_table(winner: Seat, margin: u32, working: &mut Working) -> Outcome {
    let &Band { from, win, loss } = band(margin);
    let step = Deduction::Row {
        winner,
        margin,
        from,
        win,
        loss,
    };
    working.step("AR-POINTS", step);
    Outcome::won_by(
        winner,
        Award::win(win, Margin::Points(margin)),
        Award::loss(loss, Margin::Points(0)),
    )
}

/// AR-CONCEDE: by the table from a margin of 140 on, else 8 points and 140; nothing for the conceder.
fn conceded(winner: Seat, margin: u32, working: &mut Working) -> Outcome {
    let margin = margin.max(CONCEDED);
    let win = band(margin).win;
    let step = Deduction::ConcededRow {
        winner,
        points: win,
        margin,
        least_points: band(CONCEDED).win,
        least_margin: CONCEDED,
    };
    working.step("AR-CONCEDE", step);
    Outcome::won_by(
        winner,
        Award::win(win, Margin::Points(margin)),
        Award::loss(0, Margin::Points(0)),
    )
}
