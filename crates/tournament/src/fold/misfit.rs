//! How an entry can fail to fit the state it is applied to. Only a journal that was altered by hand holds such an entry.

use crate::codes::codes;
use crate::ids::{PlayerId, RoundNo, TableNo};
use serde::Serialize;

/// An entry does not fit the state it is applied to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(untagged)]
#[error("{}", self.code())]
pub enum Misfit {
    /// A journal begins with the entry that creates the tournament.
    NotCreated,
    /// A tournament is created once.
    CreatedTwice,
    /// Undo is done by folding again, not by applying an entry.
    UndoApplied,
    /// The line that is undone comes later, or is the first.
    UndoneLine { position: u64 },
    /// The entry does not have the result that its command must have.
    Gave { command: &'static str },
    /// The report does not fit the lists.
    ReportRefused,
    /// No round was drawn.
    NoRound,
    /// No round is drafted.
    NoDraft,
    /// Another round comes next.
    OtherRound { drawn: RoundNo, next: RoundNo },
    /// There is no bracket.
    NoBracket,
    /// No bracket has this number of seeds.
    BracketSize { seeds: usize },
    /// The bracket rounds do not follow from the seeds.
    BracketRounds,
    /// The bracket does not pair these two.
    NotPaired { a: PlayerId, b: PlayerId },
    /// No such player.
    NoPlayer { player: PlayerId },
    /// No such staff member.
    NoLeader,
    /// No such table.
    NoTable { table: TableNo },
    /// Two matches have the same table.
    TableTwice,
    /// The player is not at the table.
    NotAtTable,
    /// Nobody chooses a side at the table.
    NoSideChoice { table: TableNo },
    /// The entry does not say how the match ended.
    NoOutcome,
    /// Staff report results; only players claim endings.
    LeaderClaims,
    /// Only players offer a Final Salvo.
    LeaderOffersSalvo,
    /// The player did not lose to anybody who was removed.
    NothingToPutBack,
    /// There is no cut to keep.
    NoCut,
    /// The entry does not say how long the round is.
    NoMinutes,
    /// The clock was not started.
    ClockNotStarted,
    /// Play was not paused.
    NotPaused,
    /// No such call, ruling, loss or check.
    NoSuchNumber,
}

codes!(Misfit {
    Misfit::NotCreated => "misfit.not-created",
    Misfit::CreatedTwice => "misfit.created-twice",
    Misfit::UndoApplied => "misfit.undo-applied",
    Misfit::UndoneLine { .. } => "misfit.undone-line",
    Misfit::Gave { .. } => "misfit.gave",
    Misfit::ReportRefused => "misfit.report-refused",
    Misfit::NoRound => "misfit.no-round",
    Misfit::NoDraft => "misfit.no-draft",
    Misfit::OtherRound { .. } => "misfit.other-round",
    Misfit::NoBracket => "misfit.no-bracket",
    Misfit::BracketSize { .. } => "misfit.bracket-size",
    Misfit::BracketRounds => "misfit.bracket-rounds",
    Misfit::NotPaired { .. } => "misfit.not-paired",
    Misfit::NoPlayer { .. } => "misfit.no-player",
    Misfit::NoLeader => "misfit.no-leader",
    Misfit::NoTable { .. } => "misfit.no-table",
    Misfit::TableTwice => "misfit.table-twice",
    Misfit::NotAtTable => "misfit.not-at-table",
    Misfit::NoSideChoice { .. } => "misfit.no-side-choice",
    Misfit::NoOutcome => "misfit.no-outcome",
    Misfit::LeaderClaims => "misfit.leader-claims",
    Misfit::LeaderOffersSalvo => "misfit.leader-offers-salvo",
    Misfit::NothingToPutBack => "misfit.nothing-to-put-back",
    Misfit::NoCut => "misfit.no-cut",
    Misfit::NoMinutes => "misfit.no-minutes",
    Misfit::ClockNotStarted => "misfit.clock-not-started",
    Misfit::NotPaused => "misfit.not-paused",
    Misfit::NoSuchNumber => "misfit.no-such-number",
});
