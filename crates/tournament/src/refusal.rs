//! Refusals: why a command was not accepted, as values. Each has a permanent code, the clauses it rests on and the
//! people, tables and numbers it is about; the crate `muster-words` turns them into sentences. Nothing has changed when
//! one is given.

mod not_now;
mod people;
mod selection;

pub use not_now::NotNow;
pub use people::{PlayerProblem, RoleProblem};
pub use selection::{
    BracketMisfit, RecordProblem, RecordedMatchProblem, Selection, TextField, TextProblem,
};

use crate::codes::codes;
use crate::command::Command;
use crate::floor::judges::LossNo;
use crate::ids::{PlayerId, RoundNo, StaffId, TableNo};
use crate::log::Named;
use crate::permissions::Who;
use crate::state::Stale;
use muster_pairing::bracket::BracketError;
use muster_regulations::list::Problem;
use muster_regulations::{
    Regulation, ReportProblem, ReportRefusal, StructureProblem, StructureRefusal, Tier,
};
use std::fmt;

/// Why a command was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The person is not allowed to do this.
    NotAllowed {
        /// The name of the person who tried.
        who: String,
        command: &'static str,
        /// The regulation, which gives roles their titles.
        regulation: Regulation,
        allowed: &'static [Who],
    },
    /// The staff member is unknown or no longer on duty.
    NotOnDuty {
        staff: StaffId,
    },
    NoSuchPlayer {
        player: PlayerId,
    },
    /// No such staff member.
    NoSuchStaff {
        staff: StaffId,
    },
    /// No such table in the round.
    NoSuchTable {
        round: RoundNo,
        table: TableNo,
    },
    NoSuchRound {
        round: RoundNo,
    },
    /// A text is empty, too long or otherwise unfit.
    Text {
        field: TextField,
        problem: TextProblem,
    },
    /// The list has more points than allowed.
    ListPoints {
        /// What the regulation calls a list, e.g. "squad".
        word: &'static str,
        /// The points of the list.
        points: u32,
        most: u32,
    },
    /// Personal data and digests do not belong together.
    Unsealed,
    /// A player's list breaks rules.
    List {
        /// What is wrong, each with its clause.
        problems: Vec<Problem>,
    },
    /// The players, tables or numbers that were chosen do not fit.
    Selection(Selection),
    /// This cannot be done at this stage of the tournament.
    NotNow(NotNow),
    /// The record of another program does not add up.
    Record(RecordProblem),
    /// The regulation does not have this tier.
    Tier {
        tier: Tier,
        regulation: Regulation,
    },
    /// The structure is refused.
    Structure(StructureRefusal),
    /// No bracket fits this number of players.
    Bracket(BracketError),
    /// A role cannot be assigned, kept or used this way.
    Role(RoleProblem),
    /// The player's status does not allow it.
    Player {
        name: String,
        problem: PlayerProblem,
    },
    /// Two players have met.
    Repeat {
        /// One player's name.
        a: String,
        /// The other's.
        b: String,
        /// The round in which they met.
        round: RoundNo,
    },
    Open {
        round: RoundNo,
        /// Their tables, in order.
        tables: Vec<TableNo>,
    },
    /// Only one player reported a result.
    Unconfirmed {
        round: RoundNo,
        /// The tables, in order.
        tables: Vec<TableNo>,
    },
    /// A player cannot confirm what only a judge decides.
    Claimed {
        table: TableNo,
        /// The clause that says so.
        clause: &'static str,
    },
    /// A component is still missing.
    Component {
        /// The round to be published.
        round: RoundNo,
        name: String,
        what: String,
        loss: LossNo,
    },
    /// The draft depends on something that has changed.
    Stale {
        round: RoundNo,
        why: Stale,
    },
    /// The state of the table's result does not allow this.
    HasResult {
        round: RoundNo,
        table: TableNo,
        how: HasResult,
    },
    /// The regulation rules the report out.
    Report {
        table: TableNo,
        /// The names of the players who sit there.
        players: [String; 2],
        refusal: ReportRefusal,
    },
    /// The report is for another game.
    OtherGame {
        table: TableNo,
        /// The regulation of the tournament.
        regulation: Regulation,
    },
    /// The report and the assigned sides differ.
    Sides {
        table: TableNo,
        /// The name of the player who is dark.
        dark: String,
        /// The name of the player that the report calls dark.
        other: String,
    },
    /// Too late to correct.
    TooLate {
        round: RoundNo,
        table: TableNo,
        /// How many rounds later a correction is possible.
        window: u32,
    },
    /// Later pairings depend on the winner.
    RestedOn {
        round: RoundNo,
        table: TableNo,
        /// The round that depends on it.
        next: RoundNo,
    },
    /// Nothing can be undone.
    Undo(UndoProblem),
    /// A draw is needed, but the seed is not available.
    NoSeed,
}

/// What prevents something at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HasResult {
    /// The result is confirmed; staff correct it.
    Confirmed,
    /// The result is confirmed; a player asks staff to correct it.
    ConfirmedAskStaff,
    /// A player has left, so the opponent advances without a game.
    Walkover,
    /// Seats change only before a result is reported.
    SeatsFixed,
    /// A game with a result that counts is not moved.
    NotMoved,
    /// More time changes nothing after the game.
    NoMoreTime,
    /// No salvo is rolled after the game.
    NoSalvo,
    /// Nothing was reported that could be confirmed or disputed.
    NotReported,
    Disputed,
    /// The result was confirmed before.
    ConfirmedAlready,
}

codes!(HasResult {
    HasResult::Confirmed => "result.confirmed" [],
    HasResult::ConfirmedAskStaff => "result.confirmed-ask-staff" [],
    HasResult::Walkover => "result.walkover" ["SE-4"],
    HasResult::SeatsFixed => "result.seats-fixed" [],
    HasResult::NotMoved => "result.not-moved" [],
    HasResult::NoMoreTime => "result.no-more-time" [],
    HasResult::NoSalvo => "result.no-salvo" [],
    HasResult::NotReported => "result.not-reported" [],
    HasResult::Disputed => "result.disputed" [],
    HasResult::ConfirmedAlready => "result.confirmed-already" [],
});

/// Why nothing can be undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UndoProblem {
    /// Undo works on the journal, not on a state.
    OnJournalOnly,
    /// This step cannot be undone.
    Impossible,
    /// Only creating the tournament is left.
    OnlyCreation,
    /// An imported tournament stays as it is.
    Imported,
    /// Erased personal data cannot be restored.
    Erased,
    Nothing,
    /// There is no step in this line, or it is itself an undo.
    NoSuchStep,
    /// The step was undone before.
    Already,
    /// A later step would not have been possible without it, or not with the same outcome.
    NeededBy {
        /// The first of those steps.
        step: Box<Command>,
        /// The players it was about.
        players: Vec<Named>,
    },
}

codes!(UndoProblem {
    UndoProblem::OnJournalOnly => "undo.on-journal-only" [],
    UndoProblem::Impossible => "undo.impossible" [],
    UndoProblem::OnlyCreation => "undo.only-creation" [],
    UndoProblem::Imported => "undo.imported" [],
    UndoProblem::Erased => "undo.erased" [],
    UndoProblem::Nothing => "undo.nothing" [],
    UndoProblem::NoSuchStep => "undo.no-such-step" [],
    UndoProblem::Already => "undo.already" [],
    UndoProblem::NeededBy { .. } => "undo.needed-by" [],
});

/// Codes of the refusals that have no kinds of their own.
const OWN: [&str; 22] = [
    "not-allowed",
    "not-on-duty",
    "no-such-player",
    "no-such-staff",
    "no-such-table",
    "no-such-round",
    "list-points",
    "unsealed",
    "list-invalid",
    "no-such-tier",
    "bracket-size",
    "repeat-pairing",
    "results-missing",
    "results-unconfirmed",
    "judge-decides",
    "component-missing",
    "draft-stale",
    "report-for-other-game",
    "sides-differ",
    "correction-too-late",
    "later-round-published",
    "no-seed",
];

/// Codes that more precise ones have replaced. They are never used for anything else.
pub const RETIRED: [&str; 2] = ["report-refused", "structure-refused"];

/// Returns all codes of refusals.
pub fn codes() -> impl Iterator<Item = &'static str> {
    let kinds = [
        ReportProblem::CODES,
        StructureProblem::CODES,
        TextProblem::CODES,
        Selection::CODES,
        NotNow::CODES,
        RecordProblem::CODES,
        RoleProblem::CODES,
        PlayerProblem::CODES,
        HasResult::CODES,
        UndoProblem::CODES,
    ];
    OWN.into_iter().chain(kinds.into_iter().flatten().copied())
}

impl Refusal {
    /// Returns the permanent code. Codes are never renamed and never used for anything else.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::NotAllowed { .. } => "not-allowed",
            Refusal::NotOnDuty { .. } => "not-on-duty",
            Refusal::NoSuchPlayer { .. } => "no-such-player",
            Refusal::NoSuchStaff { .. } => "no-such-staff",
            Refusal::NoSuchTable { .. } => "no-such-table",
            Refusal::NoSuchRound { .. } => "no-such-round",
            Refusal::ListPoints { .. } => "list-points",
            Refusal::Unsealed => "unsealed",
            Refusal::List { .. } => "list-invalid",
            Refusal::Tier { .. } => "no-such-tier",
            Refusal::Structure(refusal) => refusal.code(),
            Refusal::Bracket(_) => "bracket-size",
            Refusal::Repeat { .. } => "repeat-pairing",
            Refusal::Open { .. } => "results-missing",
            Refusal::Unconfirmed { .. } => "results-unconfirmed",
            Refusal::Claimed { .. } => "judge-decides",
            Refusal::Component { .. } => "component-missing",
            Refusal::Stale { .. } => "draft-stale",
            Refusal::Report { refusal, .. } => refusal.code(),
            Refusal::OtherGame { .. } => "report-for-other-game",
            Refusal::Sides { .. } => "sides-differ",
            Refusal::TooLate { .. } => "correction-too-late",
            Refusal::RestedOn { .. } => "later-round-published",
            Refusal::NoSeed => "no-seed",
            Refusal::Text { problem, .. } => problem.code(),
            Refusal::Selection(problem) => problem.code(),
            Refusal::NotNow(problem) => problem.code(),
            Refusal::Record(problem) => problem.code(),
            Refusal::Role(problem) => problem.code(),
            Refusal::Player { problem, .. } => problem.code(),
            Refusal::HasResult { how, .. } => how.code(),
            Refusal::Undo(problem) => problem.code(),
        }
    }

    /// Returns the clauses the refusal rests on, the most important one first.
    #[must_use]
    pub fn clauses(&self) -> Vec<&'static str> {
        match self {
            // Who may remove a player is a rule of the regulation; all other permissions are house choices.
            Refusal::NotAllowed { command, .. } if *command == "disqualify" => vec!["ROLE-6"],
            Refusal::Structure(refusal) => vec![refusal.clause],
            Refusal::Bracket(_) => vec!["CUT-1"],
            Refusal::Claimed { clause, .. } => vec![clause],
            Refusal::Repeat { .. } => vec!["PAIR-4"],
            Refusal::Report { refusal, .. } => vec![refusal.clause],
            Refusal::List { problems } => {
                let mut clauses: Vec<&str> = Vec::new();
                for problem in problems {
                    if !clauses.contains(&problem.clause) {
                        clauses.push(problem.clause);
                    }
                }
                clauses
            }
            Refusal::Sides { .. } => vec!["CG-SIDE"],
            Refusal::TooLate { .. } => vec!["LE-CHECK"],
            Refusal::Component { .. } => vec!["COMP-1"],
            Refusal::Selection(problem) => problem.clauses(),
            Refusal::NotNow(problem) => problem.clauses(),
            Refusal::Record(problem) => problem.clauses(),
            Refusal::Role(problem) => problem.clauses(),
            Refusal::Player { problem, .. } => problem.clauses(),
            Refusal::HasResult { how, .. } => how.clauses(),
            _ => Vec::new(),
        }
    }

    /// Returns the clause the refusal rests on, if it rests on one.
    #[must_use]
    pub fn clause(&self) -> Option<&'static str> {
        self.clauses().first().copied()
    }
}

impl fmt::Display for Refusal {
    /// Writes the code; sentences are made by `muster-words`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl std::error::Error for Refusal {}

macro_rules! from {
    ($($problem:ident => $kind:ident,)*) => {$(
        impl From<$problem> for Refusal {
            fn from(problem: $problem) -> Refusal {
                Refusal::$kind(problem)
            }
        }
    )*};
}

from! {
    StructureRefusal => Structure,
    NotNow => NotNow,
    Selection => Selection,
    RoleProblem => Role,
    RecordProblem => Record,
    UndoProblem => Undo,
}
