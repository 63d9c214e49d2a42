//! How an outcome follows from a report, step by step, as values: each with a permanent code, the seats and the numbers.
//! `muster-words` says them with the names of the players.

use crate::Seat;
use crate::cardgame::Score;
use crate::codes::codes;
use crate::report::Force;
use serde::Serialize;

/// One step, with the clause it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    pub step: Deduction,
    /// The clause, e.g. `XW-MOV`.
    pub clause: &'static str,
}

/// What ends a match that is then decided by numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// Time was called.
    Time,
    /// The sixth game round was finished.
    SixRounds,
}

/// Which game of a Card Game match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GameNumber {
    /// The first of two.
    First,
    /// The second of two.
    Second,
    /// The only one, in a bracket.
    Only,
}

/// How one game of the Card Game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "ending", rename_all = "snake_case")]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum GameEnd {
    /// The Death Star dial reached its end.
    Dial { dark: Seat, dial: u32 },
    /// This many objectives were destroyed.
    Objectives { light: Seat, objectives: u32 },
    /// A player had to draw from an empty command deck.
    EmptyDeck { loser: Seat },
    /// A player conceded.
    Concession { loser: Seat },
    /// A player misses a card of the deck for this game.
    MissingCard { loser: Seat },
}

impl GameEnd {
    /// Returns who won the game.
    #[must_use]
    pub fn winner(self) -> Seat {
        match self {
            GameEnd::Dial { dark, .. } => dark,
            GameEnd::Objectives { light, .. } => light,
            GameEnd::EmptyDeck { loser }
            | GameEnd::Concession { loser }
            | GameEnd::MissingCard { loser } => loser.other(),
        }
    }
}

/// One step from a report to its outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum Deduction {
    /// One side has nothing left.
    AllGone { winner: Seat, force: Force },
    /// The scores are tied, but only the winner has ships left.
    SurvivorWins { winner: Seat },
    /// Both squads are gone and score the same.
    BothGoneScore { score: u32 },
    /// Both fleets are gone: the second player wins.
    BothGoneSecond { winner: Seat },
    /// Both armies are gone: more tokens win.
    BothGoneTokens { winner: Seat, own: u32, other: u32 },
    /// Both armies are gone and the tokens are tied: blue wins.
    BothGoneBlue { winner: Seat, tokens: u32 },
    /// Two whole shares would be too many, so the margin goes by tokens.
    MarginByTokens,
    /// The higher score wins.
    HigherScore { winner: Seat, end: End },
    /// Level scores: the second player wins.
    LevelSecond { winner: Seat, score: u32, end: End },
    /// The Final Salvo decides between two squads that are gone.
    SalvoWon { winner: Seat },
    /// The Final Salvo decides between level scores.
    LevelSalvo { winner: Seat },
    /// More victory tokens win.
    MoreTokens {
        winner: Seat,
        own: u32,
        other: u32,
        end: End,
    },
    /// Level tokens: the higher score wins.
    TokensThenScore {
        winner: Seat,
        tokens: u32,
        own: u32,
        other: u32,
        end: End,
    },
    /// Level tokens and scores: blue wins.
    LevelBlue {
        winner: Seat,
        tokens: u32,
        score: u32,
        end: End,
    },
    /// Level tokens: more points defeated win.
    TokensThenDefeated {
        winner: Seat,
        tokens: u32,
        own: u32,
        other: u32,
    },
    /// Level tokens and points defeated: the larger army wins.
    LargerArmy {
        winner: Seat,
        tokens: u32,
        defeated: u32,
        own: u32,
        other: u32,
    },
    /// Everything is tied: a draw.
    AllLevel {
        tokens: u32,
        defeated: u32,
        army: u32,
    },
    /// Victory by the core rules.
    CoreRules { winner: Seat },
    /// Both decided not to play: a draw.
    Declined,
    /// A priority roll decides what would be a draw.
    PriorityRoll { winner: Seat },
    /// A concession, and nothing else.
    Conceded { loser: Seat },
    /// A concession that destroys the squad.
    ConcededSquad { loser: Seat },
    /// A concession that leaves no points and no margin.
    ConcededForNothing { loser: Seat },
    /// A concession that gives the winner a least number of points defeated.
    ConcededAtLeast { loser: Seat, least: u32, real: u32 },
    /// Who conceded keeps what was earned.
    KeepsEarned { loser: Seat },
    /// Both agreed in front of a judge to score the game as it is.
    ScoredBeforeJudge,
    /// Fortressing destroys the squad.
    Fortressed { loser: Seat },
    /// A player left without conceding.
    LeftEarly { loser: Seat },
    /// A leader gave a game loss.
    GameLoss { loser: Seat },
    /// A player did not appear and loses.
    AbsentLoses { absent: Seat },
    /// A player did not appear; the opponent takes what a bye gives.
    AbsentBye { absent: Seat },
    /// A player did not appear, which counts as conceding.
    AbsentConcedes { absent: Seat },
    /// Tournament points of a match with a winner.
    Points { winner: Seat, win: u32, loss: u32 },
    /// Event points of a match with a winner.
    EventPoints { winner: Seat, win: u32 },
    /// Event points of a draw.
    DrawnPoints { points: u32 },
    /// Points of two games together.
    GamePoints { points_a: u32, points_b: u32 },
    /// Both agreed to one win each.
    Split { points: u32 },
    /// Margins above and below the middle.
    MarginAround {
        winner: Seat,
        win: u32,
        loss: u32,
        even: u32,
    },
    /// A score with objective points.
    ScoreSum {
        seat: Seat,
        destroyed: u32,
        objectives: u32,
    },
    /// The difference of the scores, held between 0 and the most.
    MarginOf {
        winner: Seat,
        win: u32,
        loss: u32,
        most: u32,
    },
    /// The row of the table that a margin falls into.
    Row {
        winner: Seat,
        margin: u32,
        from: u32,
        win: u32,
        loss: u32,
    },
    /// What the opponent of a player who conceded takes.
    ConcededRow {
        winner: Seat,
        points: u32,
        margin: u32,
        least_points: u32,
        least_margin: u32,
    },
    /// The whole margin for the winner.
    WholeMargin { winner: Seat },
    /// Level tokens: half of the margin each.
    HalfMargins { tokens: u32 },
    /// The margin is shared by tokens.
    SharedMargin { tokens_a: u32, tokens_b: u32 },
    /// Nothing for the loser, the mean of the other games for the winner.
    MeanMargin { winner: Seat },
    /// A game of the Card Game that somebody won.
    Game { game: GameNumber, end: GameEnd },
    /// A game of the Card Game at time: a draw.
    GameAtTime { game: GameNumber },
    /// A game of the Card Game that had not begun at time: a draw.
    GameNotBegun { game: GameNumber },
    /// The board decides a bracket game at time.
    Board {
        winner: Seat,
        dark: Seat,
        light_score: Score,
        dark_score: Score,
        objectives: u32,
        dial: u32,
    },
}

codes!(Deduction {
    Deduction::AllGone { .. } => "working.all-gone",
    Deduction::SurvivorWins { .. } => "working.survivor-wins",
    Deduction::BothGoneScore { .. } => "working.both-gone-score",
    Deduction::BothGoneSecond { .. } => "working.both-gone-second-player",
    Deduction::BothGoneTokens { .. } => "working.both-gone-tokens",
    Deduction::BothGoneBlue { .. } => "working.both-gone-blue",
    Deduction::MarginByTokens => "working.margin-by-tokens",
    Deduction::HigherScore { .. } => "working.higher-score",
    Deduction::LevelSecond { .. } => "working.level-second-player",
    Deduction::SalvoWon { .. } => "working.salvo",
    Deduction::LevelSalvo { .. } => "working.level-salvo",
    Deduction::MoreTokens { .. } => "working.more-tokens",
    Deduction::TokensThenScore { .. } => "working.level-tokens-higher-score",
    Deduction::LevelBlue { .. } => "working.level-blue",
    Deduction::TokensThenDefeated { .. } => "working.level-tokens-more-defeated",
    Deduction::LargerArmy { .. } => "working.larger-army",
    Deduction::AllLevel { .. } => "working.all-level",
    Deduction::CoreRules { .. } => "working.core-rules",
    Deduction::Declined => "working.declined",
    Deduction::PriorityRoll { .. } => "working.priority-roll",
    Deduction::Conceded { .. } => "working.conceded",
    Deduction::ConcededSquad { .. } => "working.conceded-squad",
    Deduction::ConcededForNothing { .. } => "working.conceded-for-nothing",
    Deduction::ConcededAtLeast { .. } => "working.conceded-at-least",
    Deduction::KeepsEarned { .. } => "working.keeps-earned",
    Deduction::ScoredBeforeJudge => "working.scored-before-judge",
    Deduction::Fortressed { .. } => "working.fortressed",
    Deduction::LeftEarly { .. } => "working.left-early",
    Deduction::GameLoss { .. } => "working.game-loss",
    Deduction::AbsentLoses { .. } => "working.absent-loses",
    Deduction::AbsentBye { .. } => "working.absent-bye",
    Deduction::AbsentConcedes { .. } => "working.absent-concedes",
    Deduction::Points { .. } => "working.points",
    Deduction::EventPoints { .. } => "working.event-points",
    Deduction::DrawnPoints { .. } => "working.drawn-points",
    Deduction::GamePoints { .. } => "working.game-points",
    Deduction::Split { .. } => "working.split",
    Deduction::MarginAround { .. } => "working.margin-around",
    Deduction::ScoreSum { .. } => "working.score-sum",
    Deduction::MarginOf { .. } => "working.margin",
    Deduction::Row { .. } => "working.row",
    Deduction::ConcededRow { .. } => "working.conceded-row",
    Deduction::WholeMargin { .. } => "working.whole-margin",
    Deduction::HalfMargins { .. } => "working.half-margins",
    Deduction::SharedMargin { .. } => "working.shared-margin",
    Deduction::MeanMargin { .. } => "working.mean-margin",
    Deduction::Game { .. } => "working.game",
    Deduction::GameAtTime { .. } => "working.game-at-time",
    Deduction::GameNotBegun { .. } => "working.game-not-begun",
    Deduction::Board { .. } => "working.board",
});

impl Deduction {
    /// Returns the step of a match that gives the winner 1 tournament point and the loser none.
    pub(crate) const fn one_point(winner: Seat) -> Deduction {
        let (win, loss) = (1, 0);
        Deduction::Points { winner, win, loss }
    }
}

/// The steps while a report is judged; silent when only the outcome is wanted.
pub(crate) struct Working(Option<Vec<Reason>>);

impl Working {
    /// Returns one that keeps no steps.
    pub(crate) const fn silent() -> Working {
        Working(None)
    }

    /// Returns one that keeps every step.
    pub(crate) const fn recording() -> Working {
        Working(Some(Vec::new()))
    }

    pub(crate) fn steps(self) -> Vec<Reason> {
        self.0.unwrap_or_default()
    }

    pub(crate) fn step(&mut self, clause: &'static str, step: Deduction) {
        if let Some(steps) = &mut self.0 {
            steps.push(Reason { step, clause });
        }
    }
}
