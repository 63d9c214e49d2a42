//! Legion 2.0 (2020): tables, clock and how a report becomes an outcome.
//!
//! Reads like the document, with the clause beside the line. Promises that every accepted report has a winner and that
//! the shares of the two players never exceed one together.

use crate::book::Clock;
use crate::form::legion::ENDINGS;
use crate::report::{Force, Limited, ReportProblem, Scores, agree, at_most, missing, refuse};
use crate::structure::{Row, Table};
use crate::working::{End, Working};
use crate::{Award, Book, Deduction, EliminationKind, Margin, Outcome, Regulation, ReportRefusal};
use crate::{Seat, Share, StructureKind, Tiebreaker, Tier};
use serde::{Deserialize, Serialize};

/// Largest army, and what any army is worth once all of it is defeated (LE-LIST, LE-SCORE).
pub const ARMY: u32 = 800;
/// Most that can be scored while the enemy has a unit left.
pub(crate) const NOT_ALL: u32 = ARMY - 1;
/// More victory tokens than any game gives: the document sets no limit, this one only catches slips of the pen.
pub(crate) const MOST_TOKENS: u32 = 999;
/// All of the victory points (LE-MOV).
const ALL: Margin = Margin::Share(Share::Of { own: 1, total: 1 });
/// None of them.
const NOTHING: Margin = Margin::Share(Share::Of { own: 0, total: 1 });
/// To be filled in from the other games (LE-MOV-2).
const MEAN: Margin = Margin::Share(Share::MeanOfOthers);
const SCORES: Scores = Scores {
    force: Force::Army,
    fields: ["a.score", "b.score"],
    clause: "LE-SCORE",
    end_clause: "LE-END",
};

/// What the document fixes.
pub static BOOK: Book = Book {
    regulation: Regulation::Legion,
    title: "Legion",
    edition: "2.0, effective 2020-04-13",
    list_word: "army",
    list_points: Some(ARMY),                   // LE-LIST
    tiers: &[Tier::Casual, Tier::Competitive], // LE-TIERS
    leaders_may_play: &[Tier::Casual],         // ROLE-5
    tables: &[
        Table {
            kind: StructureKind::Basic,
            clause: "LE-BASIC",
            rows: &[
                Row::swiss(4, 8, 2),
                Row::swiss(9, 32, 3),
                Row::swiss(33, 48, 4),
                Row::above(49, 5),
            ],
        },
        Table {
            kind: StructureKind::Advanced,
            clause: "LE-ADVANCED",
            rows: &[
                Row::swiss(9, 24, 3).top(2),
                Row::swiss(25, 44, 4).top(2),
                Row::swiss(45, 90, 5).top(2),
                Row::above(91, 5).top(4),
            ],
        },
    ],
    custom_clause: "LE-CUSTOM",
    starts_in_swiss: None,
    // LE-CLOCK
    clock: Clock::plain(150, 150, 210),
    swiss_games: 1,
    most_points: 1,                         // LE-POINTS
    bye: Award::win(1, MEAN),               // LE-BYE
    unpaired_loss: Award::loss(0, NOTHING), // DROP-2
    endings: ENDINGS,
    end_clause: "LE-END",
    // LE-TB
    tiebreakers: &[
        Tiebreaker::AverageMargin,
        Tiebreaker::ExtendedAverageMargin,
        Tiebreaker::StrengthOfSchedule,
        Tiebreaker::ExtendedStrengthOfSchedule,
        Tiebreaker::Random,
    ],
    elimination: EliminationKind::Single,
    role_names: ["Tournament Organizer", "Head Judge", "Judge"], // ROLE-1 to ROLE-3
    most_heads: Some(1),                                         // ROLE-2
    correction_window: Some(2),
    replaces_on_later_day: true, // CUT-2
};

/// What one player had at the end of a game that was played out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    pub tokens: u32,
    /// Points of enemy units defeated (LE-SCORE); decides when the tokens are tied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
}

/// Victory tokens of one player, where nothing else counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tokens {
    pub tokens: u32,
}

/// How a match ended (LE-END, LE-MOV).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ending", rename_all = "snake_case", deny_unknown_fields)]
pub enum Report {
    /// All units of one side are defeated: the other wins, whatever the tokens.
    Defeat {
        /// The side without units.
        beaten: Seat,
        /// Who was blue, optional, for the statistics (LE-SETUP).
        #[serde(skip_serializing_if = "Option::is_none")]
        blue_player: Option<Seat>,
    },
    /// The last units of both sides were defeated at once.
    MutualDestruction {
        /// First player's tokens.
        a: Tokens,
        /// Second player's tokens.
        b: Tokens,
        /// Who was blue; decides when the tokens are tied.
        #[serde(skip_serializing_if = "Option::is_none")]
        blue_player: Option<Seat>,
    },
    /// The sixth game round was finished.
    SixRounds {
        /// First player's tokens and score.
        a: Tally,
        /// Second player's tokens and score.
        b: Tally,
        /// Who was blue; decides when tokens and scores are tied.
        #[serde(skip_serializing_if = "Option::is_none")]
        blue_player: Option<Seat>,
        /// Optional, as a check on the numbers.
        #[serde(skip_serializing_if = "Option::is_none")]
        winner: Option<Seat>,
    },
    /// Time was called: decided like six rounds.
    Time {
        /// First player's tokens and score.
        a: Tally,
        /// Second player's tokens and score.
        b: Tally,
        /// Who was blue; decides when tokens and scores are tied.
        #[serde(skip_serializing_if = "Option::is_none")]
        blue_player: Option<Seat>,
        /// Optional, as a check on the numbers.
        #[serde(skip_serializing_if = "Option::is_none")]
        winner: Option<Seat>,
    },
    /// One player conceded and the players did not agree to score the game (LE-MOV-CONCEDE).
    Concession { conceded_by: Seat },
    /// One player conceded and both agreed in front of a judge to score the game as it was (LE-MOV-CONCEDE).
    ConcessionScored {
        conceded_by: Seat,
        /// Whether a judge witnessed the agreement.
        judge_present: bool,
        /// First player's tokens.
        a: Tokens,
        /// Second player's tokens.
        b: Tokens,
    },
    /// A player left without conceding (LE-MOV-NOSHOW).
    LeftEarly { left: Seat },
    /// A leader gave a player a game loss (LE-MOV-NOSHOW).
    GameLoss {
        /// Who was given the loss.
        given_to: Seat,
    },
    /// A player did not appear (LE-MOV-NOSHOW).
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
            Report::ConcessionScored { .. } => "concession_scored",
            Report::LeftEarly { .. } => "left_early",
            Report::GameLoss { .. } => "game_loss",
            Report::NoShow { .. } => "no_show",
        }
    }

    /// Returns who was blue, where the report says so (LE-SETUP).
    #[must_use]
    pub const fn blue_player(&self) -> Option<Seat> {
        match self {
            Report::Defeat { blue_player, .. }
            | Report::MutualDestruction { blue_player, .. }
            | Report::SixRounds { blue_player, .. }
            | Report::Time { blue_player, .. } => *blue_player,
            _ => None,
        }
    }

    pub(crate) fn forget_blue_player(&mut self) {
        if let Report::Defeat { blue_player, .. }
        | Report::MutualDestruction { blue_player, .. }
        | Report::SixRounds { blue_player, .. }
        | Report::Time { blue_player, .. } = self
        {
            *blue_player = None;
        }
    }
}

/// Swiss and elimination are alike: no game is ever drawn.
pub(crate) fn judge(report: &Report, working: &mut Working) -> Result<Outcome, ReportRefusal> {
    match *report {
        Report::Defeat { beaten, .. } => {
            let winner = beaten.other();
            let force = Force::Army;
            working.step("LE-END", Deduction::AllGone { winner, force });
            working.step("LE-MOV", Deduction::WholeMargin { winner });
            Ok(won(winner, ALL, NOTHING, working))
        }
        Report::MutualDestruction { a, b, blue_player } => {
            within(a.tokens, b.tokens)?;
            let Some(winner) = Seat::higher(a.tokens, b.tokens).or(blue_player) else {
                return blue_missing(a.tokens, None);
            };
            let (own, other) = (winner.pick(a, b).tokens, winner.pick(b, a).tokens);
            let step = if own == other {
                let tokens = own;
                Deduction::BothGoneBlue { winner, tokens }
            } else {
                Deduction::BothGoneTokens { winner, own, other }
            };
            working.step("LE-END", step);
            working.step("LE-MOV-MUTUAL", Deduction::MarginByTokens);
            Ok(shared(winner, a.tokens, b.tokens, working))
        }
        Report::SixRounds {
            a,
            b,
            blue_player,
            winner,
        } => played_out(End::SixRounds, a, b, blue_player, winner, working),
        Report::Time {
            a,
            b,
            blue_player,
            winner,
        } => played_out(End::Time, a, b, blue_player, winner, working),
        Report::Concession { conceded_by } => {
            working.step("LE-END", Deduction::Conceded { loser: conceded_by });
            Ok(forfeited(conceded_by, "LE-MOV-CONCEDE", working))
        }
        Report::ConcessionScored {
            conceded_by,
            judge_present,
            a,
            b,
        } => {
            if !judge_present {
                let problem = ReportProblem::JudgeMissing;
                return refuse("judge_present", judge_present, "LE-MOV-CONCEDE", problem);
            }
            within(a.tokens, b.tokens)?;
            let winner = conceded_by.other();
            working.step("LE-END", Deduction::Conceded { loser: conceded_by });
            working.step("LE-MOV-CONCEDE", Deduction::ScoredBeforeJudge);
            Ok(shared(winner, a.tokens, b.tokens, working))
        }
        Report::LeftEarly { left } => {
            working.step("LE-MOV-NOSHOW", Deduction::LeftEarly { loser: left });
            Ok(forfeited(left, "LE-MOV-NOSHOW", working))
        }
        Report::GameLoss { given_to } => {
            working.step("LE-MOV-NOSHOW", Deduction::GameLoss { loser: given_to });
            Ok(forfeited(given_to, "LE-MOV-NOSHOW", working))
        }
        Report::NoShow { absent } => {
            working.step("LE-MOV-NOSHOW", Deduction::AbsentLoses { absent });
            Ok(forfeited(absent, "LE-MOV-NOSHOW", working))
        }
    }
}

/// LE-END for six rounds and for time: more tokens, then the higher score, then blue.
fn played_out(
    end: End,
    a: Tally,
    b: Tally,
    blue_player: Option<Seat>,
    named: Option<Seat>,
    working: &mut Working,
) -> Result<Outcome, ReportRefusal> {
    within(a.tokens, b.tokens)?;
    for (seat, tally) in [(Seat::A, a), (Seat::B, b)] {
        let score = tally.score.unwrap_or(0);
        SCORES.check(seat, score)?;
        SCORES.check_survivors(seat, score)?;
    }
    let tokens = a.tokens;
    let (winner, step) = if let Some(winner) = Seat::higher(a.tokens, b.tokens) {
        let step = Deduction::MoreTokens {
            winner,
            own: winner.pick(a, b).tokens,
            other: winner.pick(b, a).tokens,
            end,
        };
        (winner, step)
    } else {
        let (score_a, score_b) = (needed(Seat::A, a)?, needed(Seat::B, b)?);
        if let Some(winner) = Seat::higher(score_a, score_b) {
            let step = Deduction::TokensThenScore {
                winner,
                tokens,
                own: winner.pick(score_a, score_b),
                other: winner.pick(score_b, score_a),
                end,
            };
            (winner, step)
        } else if let Some(winner) = blue_player {
            let step = Deduction::LevelBlue {
                winner,
                tokens,
                score: score_a,
                end,
            };
            (winner, step)
        } else {
            return blue_missing(tokens, Some(score_a));
        }
    };
    working.step("LE-END", step);
    agree(named, Some(winner), "LE-END")?;
    Ok(shared(winner, a.tokens, b.tokens, working))
}

fn needed(seat: Seat, tally: Tally) -> Result<u32, ReportRefusal> {
    let tokens = tally.tokens;
    match tally.score {
        Some(score) => Ok(score),
        None => {
            let problem = ReportProblem::ScoreMissing { seat, tokens };
            missing(seat.pick("a.score", "b.score"), "LE-END", problem)
        }
    }
}

fn blue_missing<T>(tokens: u32, score: Option<u32>) -> Result<T, ReportRefusal> {
    let problem = ReportProblem::BluePlayerMissing { tokens, score };
    missing("blue_player", "LE-END", problem)
}

fn within(tokens_a: u32, tokens_b: u32) -> Result<(), ReportRefusal> {
    for (field, tokens) in [("a.tokens", tokens_a), ("b.tokens", tokens_b)] {
        at_most(MOST_TOKENS, field, tokens, "LE-MOV", Limited::Tokens)?;
    }
    Ok(())
}

/// LE-MOV: own victory points out of both sides', half each when level.
fn shared(winner: Seat, tokens_a: u32, tokens_b: u32, working: &mut Working) -> Outcome {
    let total = tokens_a + tokens_b;
    let share = |own| match tokens_a == tokens_b {
        true => Margin::Share(Share::Of { own: 1, total: 2 }),
        false => Margin::Share(Share::Of { own, total }),
    };
    let step = match tokens_a == tokens_b {
        true => Deduction::HalfMargins { tokens: tokens_a },
        false => Deduction::SharedMargin { tokens_a, tokens_b },
    };
    working.step("LE-MOV", step);
    let (win, loss) = (
        winner.pick(tokens_a, tokens_b),
        winner.pick(tokens_b, tokens_a),
    );
    won(winner, share(win), share(loss), working)
}

/// 0 % for the loser, the mean of the other games for the opponent.
fn forfeited(loser: Seat, clause: &'static str, working: &mut Working) -> Outcome {
    let winner = loser.other();
    working.step(clause, Deduction::MeanMargin { winner });
    won(winner, MEAN, NOTHING, working)
}

/// LE-POINTS.
fn won(winner: Seat, win: Margin, loss: Margin, working: &mut Working) -> Outcome {
    working.step("LE-POINTS", Deduction::one_point(winner));
    Outcome::won_by(winner, Award::win(1, win), Award::loss(0, loss))
}
