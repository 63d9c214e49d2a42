//! Commands that come too early, too late, or twice.

use crate::codes::codes;
use crate::floor::judges::RulingNo;
use crate::ids::{RoundNo, TableNo};
use jiff::Timestamp;

/// Why something cannot be done at this moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotNow {
    /// The tournament was run with another program and imported.
    Recorded(String),
    TournamentOver,
    /// A tournament is created only once.
    CreatedAlready,
    /// The regulation is chosen when the tournament is created.
    RegulationFixed,
    /// Tier and structure were announced at the start.
    StructureFixed,
    /// The tournament has started.
    Started,
    /// The tournament has not started.
    NotStarted,
    NobodyCheckedIn,
    /// The last Swiss round is paired.
    LateEntryClosed,
    /// Nobody can enter after the Swiss rounds.
    LateEntrySwissOnly,
    /// Check-in ended with the start.
    CheckInOver,
    /// This round is drafted and not published.
    DraftExists(RoundNo),
    /// This round is still being played.
    RoundInPlay(RoundNo),
    /// Pairings of a bracket follow from its seeds.
    BracketPairings,
    PairingsPublished(RoundNo),
    /// No round is drafted.
    NoDraft,
    /// This round is drafted only.
    NotPublished(RoundNo),
    RoundOver(RoundNo),
    /// No round was drawn.
    NoRound,
    /// Nobody is left to pair.
    NobodyToPair,
    /// The master seed was revealed at the end.
    SeedRevealed,
    /// All Swiss rounds were played.
    SwissPlayed {
        rounds: u32,
        /// A cut comes next.
        cut: bool,
    },
    /// The corrected standings give a different cut, and nobody has decided yet.
    CutUndecided,
    /// Late arrivals are seated only in a Swiss round that is not over.
    NoSeating,
    /// A finished round cannot be voided.
    VoidTooLate(RoundNo),
    /// Not all Swiss rounds are finished.
    SwissNotOver {
        rounds: u32,
        finished: usize,
    },
    /// The cut follows the Swiss rounds, once.
    CutOnce,
    /// The structure has no cut.
    NoCut,
    /// The cut was made and agrees with the standings.
    CutUpToDate,
    /// Games of the bracket are being played.
    CutInPlay,
    /// By the corrected standings the number of players fits no bracket.
    CutMisfit(usize),
    /// The cut agrees with the standings, so nothing is to be kept.
    CutAgrees,
    /// It was decided before to keep the cut.
    CutKept,
    /// No side is chosen at this table.
    NoSideChoice,
    /// Sides are chosen between publishing and reporting.
    SideChoiceClosed,
    /// The cut comes before the end.
    CutDue,
    /// The bracket is not played to the end.
    BracketNotOver,
    ClockRunning(RoundNo),
    GamesBegun(RoundNo),
    Paused,
    /// Play is not paused.
    NotPaused,
    TimeCalled(RoundNo),
    ClockNotStarted(RoundNo),
    /// Lists are called for before the start.
    ListCallOver,
    /// Players who are checked in have no list.
    ListsMissing {
        /// Their names, at most ten.
        names: Vec<String>,
        more: usize,
    },
    /// The deadline for lists has passed.
    ListDeadline(Timestamp),
    /// A judge was called to this table before.
    CallOpen(TableNo),
    CallClosed,
    /// Somebody has taken the call.
    CallTaken(String),
    /// The round of the ruling is over.
    RulingOver {
        ruling: RulingNo,
        round: RoundNo,
    },
    /// A review was asked for before.
    UnderReview(RulingNo),
    ReviewDecided(RulingNo),
    /// A player who is missing a card during a game concedes it; there is no time to look.
    NoTimeToLook,
    ComponentFound,
    /// The player was removed for the missing component.
    ComponentRemoved,
    /// Nobody is looking for the component any more.
    SearchOver,
    /// The game of this round, in which the component was lost, is over.
    ComponentGameOver(RoundNo),
    /// The case of the component is closed.
    ComponentClosed,
    /// A player is removed only when the next round begins without the component.
    RemovedTooEarly,
    /// A check for fortressing is open at this table.
    FortressingOpen,
    /// No check of the ships is pending.
    FortressingNotAsked,
    /// No decision about fortressing is pending.
    FortressingNotMet,
    /// Nobody was told to stop fortressing.
    FortressingNotInstructed,
    /// A tournament of another program is imported as a new one.
    ImportNotNew,
    /// The round is too large to find the smallest change.
    RepairTooLarge,
    /// This round is not published, so it has no results.
    ResultsNotOpen(RoundNo),
    ResultsClosed(RoundNo),
    /// This table has no result to correct.
    NothingToCorrect(TableNo),
    /// Only X-Wing has a Final Salvo.
    NoSalvo,
}

codes!(NotNow {
    NotNow::Recorded(_) => "not-now.recorded" [],
    NotNow::TournamentOver => "not-now.tournament-over" [],
    NotNow::CreatedAlready => "not-now.created-already" [],
    NotNow::RegulationFixed => "not-now.regulation-fixed" [],
    NotNow::StructureFixed => "not-now.structure-fixed" ["PAIR-1"],
    NotNow::Started => "not-now.started" [],
    NotNow::NotStarted => "not-now.not-started" [],
    NotNow::NobodyCheckedIn => "not-now.nobody-checked-in" [],
    NotNow::LateEntryClosed => "not-now.late-entry-closed" ["DROP-4"],
    NotNow::LateEntrySwissOnly => "not-now.late-entry-swiss-only" ["DROP-4"],
    NotNow::CheckInOver => "not-now.check-in-over" ["DROP-4"],
    NotNow::DraftExists(_) => "not-now.draft-exists" [],
    NotNow::RoundInPlay(_) => "not-now.round-in-play" [],
    NotNow::BracketPairings => "not-now.bracket-pairings" [],
    NotNow::PairingsPublished(_) => "not-now.pairings-published" [],
    NotNow::NoDraft => "not-now.no-draft" [],
    NotNow::NotPublished(_) => "not-now.not-published" [],
    NotNow::RoundOver(_) => "not-now.round-over" [],
    NotNow::NoRound => "not-now.no-round" [],
    NotNow::NobodyToPair => "not-now.nobody-to-pair" [],
    NotNow::SeedRevealed => "not-now.seed-revealed" [],
    NotNow::SwissPlayed { .. } => "not-now.swiss-played" ["PAIR-1"],
    NotNow::CutUndecided => "not-now.cut-undecided" ["CUT-1"],
    NotNow::NoSeating => "not-now.no-seating" ["DROP-4"],
    NotNow::VoidTooLate(_) => "not-now.void-too-late" [],
    NotNow::SwissNotOver { .. } => "not-now.swiss-not-over" ["PAIR-1"],
    NotNow::CutOnce => "not-now.cut-once" [],
    NotNow::NoCut => "not-now.no-cut" ["PAIR-1"],
    NotNow::CutUpToDate => "not-now.cut-up-to-date" [],
    NotNow::CutInPlay => "not-now.cut-in-play" ["CUT-1"],
    NotNow::CutMisfit(_) => "not-now.cut-misfit" ["CUT-1"],
    NotNow::CutAgrees => "not-now.cut-agrees" [],
    NotNow::CutKept => "not-now.cut-kept" [],
    NotNow::NoSideChoice => "not-now.no-side-choice" ["CG-SIDE"],
    NotNow::SideChoiceClosed => "not-now.side-choice-closed" ["CG-SIDE"],
    NotNow::CutDue => "not-now.cut-due" ["PAIR-1"],
    NotNow::BracketNotOver => "not-now.bracket-not-over" [],
    NotNow::ClockRunning(_) => "not-now.clock-running" [],
    NotNow::GamesBegun(_) => "not-now.games-begun" [],
    NotNow::Paused => "not-now.paused" [],
    NotNow::NotPaused => "not-now.not-paused" [],
    NotNow::TimeCalled(_) => "not-now.time-called" [],
    NotNow::ClockNotStarted(_) => "not-now.clock-not-started" [],
    NotNow::ListCallOver => "not-now.list-call-over" [],
    NotNow::ListsMissing { .. } => "not-now.lists-missing" [],
    NotNow::ListDeadline(_) => "not-now.list-deadline" [],
    NotNow::CallOpen(_) => "not-now.call-open" [],
    NotNow::CallClosed => "not-now.call-closed" [],
    NotNow::CallTaken(_) => "not-now.call-taken" [],
    NotNow::RulingOver { .. } => "not-now.ruling-over" [],
    NotNow::UnderReview(_) => "not-now.under-review" [],
    NotNow::ReviewDecided(_) => "not-now.review-decided" [],
    NotNow::NoTimeToLook => "not-now.no-time-to-look" ["COMP-1"],
    NotNow::ComponentFound => "not-now.component-found" [],
    NotNow::ComponentRemoved => "not-now.component-removed" ["COMP-1"],
    NotNow::SearchOver => "not-now.search-over" [],
    NotNow::ComponentGameOver(_) => "not-now.component-game-over" ["COMP-1"],
    NotNow::ComponentClosed => "not-now.component-closed" [],
    NotNow::RemovedTooEarly => "not-now.removed-too-early" ["COMP-1"],
    NotNow::FortressingOpen => "not-now.fortressing-open" [],
    NotNow::FortressingNotAsked => "not-now.fortressing-not-asked" [],
    NotNow::FortressingNotMet => "not-now.fortressing-not-met" ["XW-FORT"],
    NotNow::FortressingNotInstructed => "not-now.fortressing-not-instructed" ["XW-FORT"],
    NotNow::ImportNotNew => "not-now.import-not-new" [],
    NotNow::RepairTooLarge => "not-now.repair-too-large" [],
    NotNow::ResultsNotOpen(_) => "not-now.results-not-open" [],
    NotNow::ResultsClosed(_) => "not-now.results-closed" [],
    NotNow::NothingToCorrect(_) => "not-now.nothing-to-correct" [],
    NotNow::NoSalvo => "not-now.no-salvo" ["XW-SALVO"],
});
