//! Refusals because of a player's status or a role.

use crate::codes::codes;
use crate::floor::judges::RulingNo;
use crate::ids::{RoundNo, TableNo};
use muster_regulations::{Regulation, Tier};

/// Why something cannot be done for a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerProblem {
    /// The player's personal data was erased.
    Erased,
    /// The player has handed in a list, which says faction and points.
    HasList,
    /// The player was disqualified and cannot come back.
    Disqualified,
    /// The player was disqualified before.
    DisqualifiedAlready,
    /// The player has dropped and must rejoin first.
    Dropped,
    /// The player has dropped before.
    DroppedAlready,
    NotInBracket,
    MissedCut,
    NotDropped,
    /// The player left the bracket, and the opponent advances.
    LeftBracket,
    /// The player left before the bracket was played.
    LeftBeforeBracket,
    NotPlaying,
    Pinned,
    /// The player is pinned to this opponent.
    PinnedTo(String),
    PinnedAndDropped,
    WithThemselves,
    NotInDraft(RoundNo),
    /// The two would stay where they are.
    SameTable,
    HasPlace(RoundNo),
    /// Nobody is free to play a late arrival.
    NoOpponent {
        round: RoundNo,
        /// Nothing was played, so the round can still be drawn again.
        can_void: bool,
    },
    HadBye,
    /// The player does not sit at this table.
    NotAtTable(TableNo),
    /// No question about this player is open.
    NotInQuestion,
    /// The opponent must win by the report of a game loss.
    WouldNotLose,
    /// Players cannot ask for a check of their own ships.
    OwnShips,
    /// The points scored so far are needed.
    ScoreNeeded,
    /// This opponent is the higher seed and chooses the side.
    NotHigherSeed(String),
    /// A player who has dropped cannot be put back into the bracket.
    CannotBePutBack,
    /// The player did not lose to somebody who was disqualified since.
    NothingToPutBack,
    /// The absence is recorded as a no-show.
    NoShow,
    /// The player reported this result.
    OwnReport,
    /// Only staff accept a list that breaks a rule.
    CannotExcuse,
    /// Lists are locked at the start.
    ListFixed(&'static str),
    /// A locked list can be corrected only with a reason.
    ReasonNeeded(&'static str),
    NoBye(RoundNo),
    /// The player has no place in the standings.
    NotRanked,
}

codes!(PlayerProblem {
    PlayerProblem::Erased => "player.erased" [],
    PlayerProblem::HasList => "player.has-list" [],
    PlayerProblem::Disqualified => "player.disqualified" ["DROP-3"],
    PlayerProblem::DisqualifiedAlready => "player.disqualified-already" [],
    PlayerProblem::Dropped => "player.dropped" [],
    PlayerProblem::DroppedAlready => "player.dropped-already" [],
    PlayerProblem::NotInBracket => "player.not-in-bracket" [],
    PlayerProblem::MissedCut => "player.missed-cut" ["CUT-1"],
    PlayerProblem::NotDropped => "player.not-dropped" [],
    PlayerProblem::LeftBracket => "player.left-bracket" ["SE-4"],
    PlayerProblem::LeftBeforeBracket => "player.left-before-bracket" ["CUT-2"],
    PlayerProblem::NotPlaying => "player.not-playing" ["DROP-2"],
    PlayerProblem::Pinned => "player.pinned" [],
    PlayerProblem::PinnedTo(_) => "player.pinned-to" [],
    PlayerProblem::PinnedAndDropped => "player.pinned-and-dropped" ["DROP-1"],
    PlayerProblem::WithThemselves => "player.with-themselves" [],
    PlayerProblem::NotInDraft(_) => "player.not-in-draft" [],
    PlayerProblem::SameTable => "player.same-table" [],
    PlayerProblem::HasPlace(_) => "player.has-place" [],
    PlayerProblem::NoOpponent { .. } => "player.no-opponent" ["DROP-4", "BYE-2"],
    PlayerProblem::HadBye => "player.had-bye" ["BYE-2"],
    PlayerProblem::NotAtTable(_) => "player.not-at-table" [],
    PlayerProblem::NotInQuestion => "player.not-in-question" [],
    PlayerProblem::WouldNotLose => "player.would-not-lose" [],
    PlayerProblem::OwnShips => "player.own-ships" ["XW-FORT"],
    PlayerProblem::ScoreNeeded => "player.score-needed" ["XW-FORT"],
    PlayerProblem::NotHigherSeed(_) => "player.not-higher-seed" ["CG-SIDE"],
    PlayerProblem::CannotBePutBack => "player.cannot-be-put-back" ["SE-4"],
    PlayerProblem::NothingToPutBack => "player.nothing-to-put-back" ["SE-4"],
    PlayerProblem::NoShow => "player.no-show" ["DROP-1"],
    PlayerProblem::OwnReport => "player.own-report" [],
    PlayerProblem::CannotExcuse => "player.cannot-excuse" [],
    PlayerProblem::ListFixed(clause) => "player.list-fixed" [*clause],
    PlayerProblem::ReasonNeeded(clause) => "player.reason-needed" [*clause],
    PlayerProblem::NoBye(_) => "player.no-bye" [],
    PlayerProblem::NotRanked => "player.not-ranked" [],
});

/// Why a role cannot be assigned, kept or used this way. Titles are those of the regulation, e.g. "Head Judge".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoleProblem {
    /// A tournament has one organizer, with this title.
    OneOrganizer(&'static str),
    /// The regulation allows one head.
    OneHead {
        regulation: Regulation,
        title: &'static str,
    },
    /// The organizer cannot be dismissed.
    OrganizerStays,
    /// Somebody with this title never plays.
    NeverPlays(&'static str),
    /// Somebody with this title does not play in this tier.
    NotInTier { title: &'static str, tier: Tier },
    /// This person plays, so somebody else must be on duty.
    AnotherNeeded(String),
    /// The judge plays the match.
    PlaysThere { name: String, table: TableNo },
    /// Two staff members meet at the table, so the head rules.
    HeadRules { table: TableNo, names: Vec<String> },
    /// Only a head decides this, and none is on duty.
    NoHead {
        title: &'static str,
        clause: &'static str,
    },
    /// Only these decide this.
    HeadDecides {
        names: Vec<String>,
        clause: &'static str,
    },
    /// Nobody on duty could review a ruling.
    NoAppeal { head: &'static str },
    /// The ruling was given by the person with the last word.
    FinalRuling { name: String, ruling: RulingNo },
    /// Nobody asked for a review of this ruling.
    NotAppealed(RulingNo),
}

codes!(RoleProblem {
    RoleProblem::OneOrganizer(_) => "role.one-organizer" ["ROLE-1"],
    RoleProblem::OneHead { .. } => "role.one-head" ["ROLE-2"],
    RoleProblem::OrganizerStays => "role.organizer-stays" ["ROLE-1"],
    RoleProblem::NeverPlays(_) => "role.never-plays" ["ROLE-5"],
    RoleProblem::NotInTier { .. } => "role.not-in-tier" ["ROLE-5"],
    RoleProblem::AnotherNeeded(_) => "role.another-needed" ["ROLE-5"],
    RoleProblem::PlaysThere { .. } => "role.plays-there" ["ROLE-5"],
    RoleProblem::HeadRules { .. } => "role.head-rules" ["ROLE-5"],
    RoleProblem::NoHead { clause, .. } => "role.no-head" [*clause],
    RoleProblem::HeadDecides { clause, .. } => "role.head-decides" [*clause],
    RoleProblem::NoAppeal { .. } => "role.no-appeal" ["ROLE-4"],
    RoleProblem::FinalRuling { .. } => "role.final-ruling" ["ROLE-4"],
    RoleProblem::NotAppealed(_) => "role.not-appealed" ["ROLE-4"],
});
