//! What is wrong with a report, as values with permanent codes. `muster-words` turns them into sentences.

use crate::codes::codes;
use crate::form::{Asks, FieldKind};
use crate::{Regulation, Seat};

/// What a player brings to the table, as far as it is counted when all of it is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Force {
    /// X-Wing (XW-SCORE).
    Squad,
    /// Armada: flotillas and squadrons alone keep no fleet in the game (AR-END, AR-SCORE).
    Fleet,
    /// Legion (LE-SCORE).
    Army,
}

impl Force {
    /// Returns what it is worth once all of it is gone, whatever it cost.
    #[must_use]
    pub const fn worth(self) -> u32 {
        match self {
            Force::Squad => crate::xwing::SQUAD,
            Force::Fleet => crate::armada::FLEET,
            Force::Army => crate::legion::ARMY,
        }
    }

    /// Returns the most that is scored while some of it is left.
    #[must_use]
    pub const fn most(self) -> u32 {
        self.worth() - 1
    }
}

/// A number that has an upper limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limited {
    /// The score against a squad, fleet or army.
    Score(Force),
    /// Points earned through objectives (Armada).
    ObjectivePoints,
    Tokens,
    /// Points of an army without a fixed size (Conquest).
    ArmyPoints,
    /// Damage on objectives (Card Game).
    Damage,
}

/// Why a report was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReportProblem {
    /// It is not JSON, or not a report for another reason that only a parser can name.
    Unreadable { error: String },
    /// An object with an ending is needed.
    NotAnObject {
        /// The endings to choose from.
        known: Vec<&'static str>,
    },
    /// The ending is missing or unknown.
    UnknownEnding {
        /// The endings to choose from.
        known: Vec<&'static str>,
    },
    /// A field is missing.
    Missing { asks: Asks, seat: Option<Seat> },
    /// A field has a value of the wrong kind.
    Invalid { kind: FieldKind },
    /// The ending does not ask for this.
    NotAsked {
        ending: &'static str,
        asked: Vec<&'static str>,
    },
    /// The report is for another game.
    OtherGame { regulation: Regulation },
    /// A number is higher than any game gives.
    TooHigh {
        what: Limited,
        /// The most there can be.
        most: u32,
    },
    /// More points were destroyed than the opponent's list has.
    BeyondList {
        owner: Seat,
        points: u32,
        /// What it counts for when all of it is gone, whatever it cost.
        whole: Option<u32>,
    },
    /// The points of an army are known from its list and were given differently.
    ArmyKnown { owner: Seat, points: u32 },
    /// The winner that was named is not the one the numbers give.
    OtherWinner {
        /// Who wins by the numbers.
        winner: Seat,
    },
    /// A winner was named, but the numbers give a draw.
    NoWinner,
    /// All of a force is gone, so the score against it is full.
    FullScore {
        /// Who has nothing left.
        beaten: Seat,
        force: Force,
    },
    /// The scores say that the other player was defeated.
    OtherBeaten {
        /// Who has nothing left by the scores.
        beaten: Seat,
        force: Force,
    },
    /// The scores say that both players have nothing left.
    BothBeaten {
        /// Who would have won.
        winner: Seat,
        force: Force,
    },
    /// The score says that the winner has nothing left to win with.
    WinnerBeaten {
        /// Who should have won.
        winner: Seat,
        force: Force,
    },
    /// The score says that a player has nothing left, which is another ending.
    AllGone {
        /// Who has nothing left.
        beaten: Seat,
        force: Force,
    },
    /// The scores are tied and the winner of the Final Salvo is not named (X-Wing).
    SalvoMissing { score: u32 },
    /// The scores differ, so no Final Salvo was fired (X-Wing).
    SalvoNotFired {
        /// The score of the player named first.
        a: u32,
        /// The score of the other.
        b: u32,
    },
    /// The Final Salvo was rolled here and won by the other player (X-Wing).
    SalvoWinner { winner: Seat },
    /// The Final Salvo was rolled here at another score (X-Wing).
    SalvoScore { score: u32 },
    /// The Final Salvo was rolled here, and the report leaves it out (X-Wing).
    SalvoLeftOut { score: u32, winner: Seat },
    /// The Final Salvo was rolled before (X-Wing).
    SalvoRolled { winner: Seat },
    /// A Final Salvo needs the score that both have (X-Wing).
    SalvoScoreMissing,
    /// A tied score that one of the squads does not allow (X-Wing).
    SalvoBeyondList {
        /// The points of the smaller squad.
        points: u32,
    },
    /// More attack dice than the squad has (X-Wing).
    SalvoDice {
        seat: Seat,
        /// The most the squad has.
        most: u32,
    },
    /// After mutual destruction all ships fire (X-Wing).
    SalvoAllDice {
        seat: Seat,
        /// The dice of the whole squad.
        dice: u32,
    },
    /// Nobody has a die to roll (X-Wing).
    SalvoNoDice,
    /// No roll decided (X-Wing).
    SalvoUndecided,
    /// The scores are tied and the second player is not named (Armada).
    SecondPlayerMissing { score: u32 },
    /// The tokens are tied and a score is missing (Legion).
    ScoreMissing { seat: Seat, tokens: u32 },
    /// Everything is tied and the blue player is not named (Legion).
    BluePlayerMissing {
        tokens: u32,
        /// What both scored, where scores count.
        score: Option<u32>,
    },
    /// Tokens and points defeated are tied and the points of an army are missing (Conquest).
    ArmyMissing {
        owner: Seat,
        /// The tokens of both.
        tokens: u32,
        /// The points defeated by both.
        defeated: u32,
    },
    /// A bracket match would be drawn and the winner of the priority roll is not named (Conquest).
    RollMissing,
    /// The numbers give a winner, so there was no priority roll (Conquest).
    RollNotNeeded {
        /// Who wins by the numbers.
        winner: Seat,
    },
    /// A draw in Swiss rounds is not rolled for (Conquest).
    RollInSwiss,
    /// A conceded game is scored only if a judge was present (Legion).
    JudgeMissing,
    /// Players can split a round only with a judge present (Card Game).
    LeaderMissing,
    /// A player loses outside of play, and the game is scored as it is: its numbers are needed.
    GameMissing {
        loser: Seat,
        /// The numbers to report, as in the JSON.
        fields: &'static [&'static str],
    },
    /// A Swiss match is two games (Card Game).
    TwoGames,
    /// A bracket match is one game (Card Game).
    OneGame,
    /// A bracket match cannot be split (Card Game).
    SplitInBracket,
    /// The first game always begins (Card Game).
    FirstGameNotBegun,
    /// Time was called in the first game, so the second did not begin (Card Game).
    SecondGameBegun,
    /// With this many objectives the game was won before time (Card Game).
    ObjectivesWon,
    /// The dial does not go that far (Card Game).
    DialTooHigh,
    /// With the dial at its end the game was won before time (Card Game).
    DialWon,
}

codes!(ReportProblem {
    ReportProblem::Unreadable { .. } => "report.unreadable",
    ReportProblem::NotAnObject { .. } => "report.not-an-object",
    ReportProblem::UnknownEnding { .. } => "report.ending",
    ReportProblem::Missing { .. } => "report.missing",
    ReportProblem::Invalid { .. } => "report.invalid",
    ReportProblem::NotAsked { .. } => "report.not-asked",
    ReportProblem::OtherGame { .. } => "report.other-game",
    ReportProblem::TooHigh { .. } => "report.too-high",
    ReportProblem::BeyondList { .. } => "report.beyond-list",
    ReportProblem::ArmyKnown { .. } => "report.army-known",
    ReportProblem::OtherWinner { .. } => "report.other-winner",
    ReportProblem::NoWinner => "report.no-winner",
    ReportProblem::FullScore { .. } => "report.full-score",
    ReportProblem::OtherBeaten { .. } => "report.other-beaten",
    ReportProblem::BothBeaten { .. } => "report.both-beaten",
    ReportProblem::WinnerBeaten { .. } => "report.winner-beaten",
    ReportProblem::AllGone { .. } => "report.all-gone",
    ReportProblem::SalvoMissing { .. } => "report.salvo-missing",
    ReportProblem::SalvoNotFired { .. } => "report.salvo-not-fired",
    ReportProblem::SalvoWinner { .. } => "report.salvo-winner",
    ReportProblem::SalvoScore { .. } => "report.salvo-score",
    ReportProblem::SalvoLeftOut { .. } => "report.salvo-left-out",
    ReportProblem::SalvoRolled { .. } => "report.salvo-rolled",
    ReportProblem::SalvoScoreMissing => "report.salvo-score-missing",
    ReportProblem::SalvoBeyondList { .. } => "report.salvo-beyond-list",
    ReportProblem::SalvoDice { .. } => "report.salvo-dice",
    ReportProblem::SalvoAllDice { .. } => "report.salvo-all-dice",
    ReportProblem::SalvoNoDice => "report.salvo-no-dice",
    ReportProblem::SalvoUndecided => "report.salvo-undecided",
    ReportProblem::SecondPlayerMissing { .. } => "report.second-player-missing",
    ReportProblem::ScoreMissing { .. } => "report.score-missing",
    ReportProblem::BluePlayerMissing { .. } => "report.blue-player-missing",
    ReportProblem::ArmyMissing { .. } => "report.army-missing",
    ReportProblem::RollMissing => "report.roll-missing",
    ReportProblem::RollNotNeeded { .. } => "report.roll-not-needed",
    ReportProblem::RollInSwiss => "report.roll-in-swiss",
    ReportProblem::JudgeMissing => "report.judge-missing",
    ReportProblem::LeaderMissing => "report.leader-missing",
    ReportProblem::GameMissing { .. } => "report.game-missing",
    ReportProblem::TwoGames => "report.two-games",
    ReportProblem::OneGame => "report.one-game",
    ReportProblem::SplitInBracket => "report.split-in-bracket",
    ReportProblem::FirstGameNotBegun => "report.first-game-not-begun",
    ReportProblem::SecondGameBegun => "report.second-game-begun",
    ReportProblem::ObjectivesWon => "report.objectives-won",
    ReportProblem::DialTooHigh => "report.dial-too-high",
    ReportProblem::DialWon => "report.dial-won",
});
