//! What a verification can find, as values: each with a permanent code, and what it is about.

use crate::codes::codes;
use crate::fold::Misfit;
use crate::ids::{Hex32, PlayerId, RoundNo};
use crate::journal::LineProblem;
use crate::log::Named;
use crate::refusal::Refusal;
use jiff::Timestamp;
use muster_regulations::Outcome;
use serde::Serialize;

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The line of the file, from 1.
    pub line: u64,
    pub fault: LineFault,
    /// The clause it is against, if it is against one.
    pub clause: Option<&'static str>,
}

/// What can be wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum LineFault {
    /// It cannot be read, or does not follow.
    #[serde(skip)]
    Line(LineProblem),
    /// Lines before it are missing, or it was moved.
    LinesMissing { position: u64, missing: u64 },
    /// It was duplicated or moved.
    Doubled { position: u64 },
    /// The last line is not chained to the one before.
    Unlinked { before: usize },
    /// It was altered after the next line was written.
    Altered { next: u64 },
    /// It was written by another program.
    ForeignForm,
    /// Its author was not allowed to do it.
    #[serde(skip)]
    NotAllowed(Box<Refusal>),
    /// It cannot have been accepted.
    #[serde(skip)]
    Refused(Box<Refusal>),
    /// Somebody other than the organizer created the tournament.
    NotByOrganizer,
    /// Creating a tournament has no result.
    CreateGave,
    /// The seed of the draw is missing.
    NoSeed,
    /// The master seed is not the one committed to.
    OtherMasterSeed,
    /// The commitment is not that of the master seed that all draws come from.
    OtherCommitment,
    /// The seed does not come from the master seed.
    ForeignSeed { purpose: String },
    /// The report gives another outcome.
    OtherOutcome { written: Outcome, worked: Outcome },
    /// The decision gives another outcome.
    OtherDecision { written: Outcome, worked: Outcome },
    /// The round has another length.
    OtherMinutes { written: u32, worked: u32 },
    /// The attendance gives another structure.
    OtherStructure {
        written_players: u32,
        written_rounds: u32,
        players: u32,
        rounds: u32,
    },
    /// The seeds of the bracket do not follow from the standings.
    OtherSeeds,
    /// Somebody must enter the cut.
    NobodyReplaced,
    /// Nobody may enter the cut.
    ReplacedForNothing,
    /// The dice are not those of the seed.
    OtherDice,
    /// The repair is not the smallest.
    OtherRepair,
    /// Late arrivals were not seated by the seed.
    OtherSeating,
    /// Its result is missing.
    GaveNothing,
    /// It has a result where there cannot be one.
    GaveSomething,
    /// It has the wrong result.
    GaveOther,
    /// It undoes another line than the last.
    UndoOther { undone: u64, last: u64 },
    /// It undoes another line than the one it names.
    UndoUnnamed { undone: u64, named: u64 },
    /// It does not say which line it undoes.
    UndoNothing,
    /// Avoidable rematches.
    AvoidableRepeats {
        repeats: usize,
        fewest: usize,
        pairs: Vec<[Named; 2]>,
    },
    /// A better pairing exists.
    NotBest,
    /// Not everybody is paired once.
    Incomplete,
    /// It says another number of repeats.
    OtherRepeats { written: u32, counted: usize },
    /// A player has two places.
    TwoPlaces { player: Named },
    /// Somebody is paired who does not take part.
    PairedAbsent { player: Named },
    /// Somebody takes part and has no place.
    NotPlaced { player: Named },
    /// More than one bye.
    ManyByes { byes: usize },
    /// The bye belongs to somebody else.
    OtherBye { holder: Named, belongs_to: Named },
    /// Another round comes next.
    OtherRound { written: RoundNo, next: RoundNo },
    /// It is another draw of the round.
    OtherAttempt {
        round: RoundNo,
        written: u32,
        attempt: u32,
    },
    /// The bye is not that of the seed.
    ByeNotDrawn,
    /// The pairs are not those of the seed.
    PairsNotDrawn,
    /// The tables are not those of the seed.
    TablesNotDrawn,
    /// The bracket is not that of the seed.
    BracketNotDrawn,
    /// The games do not follow from the bracket.
    OtherGames,
    /// The byes do not follow from the bracket.
    OtherByes,
    /// The sides are not those of rule and seed.
    OtherSides,
    /// Personal data does not match its digest.
    PersonalAltered,
    /// A player's personal data is missing.
    PersonalMissing { player: PlayerId },
    /// A staff member's personal data is missing.
    LeaderMissing,
    /// Free text about people is in the chained part.
    TextChained,
    /// A text beside the line does not match its digest.
    TextAltered,
    /// A fingerprint that somebody kept is not that of the round.
    OtherFingerprint {
        round: Option<RoundNo>,
        kept: String,
        fingerprint: String,
    },
    /// A fingerprint that somebody kept is that of no round.
    UnknownFingerprint {
        round: Option<RoundNo>,
        kept: String,
    },
}

codes!(LineFault {
    LineFault::Line(_) => "verify.line",
    LineFault::LinesMissing { .. } => "verify.lines-missing",
    LineFault::Doubled { .. } => "verify.doubled",
    LineFault::Unlinked { .. } => "verify.unlinked",
    LineFault::Altered { .. } => "verify.altered",
    LineFault::ForeignForm => "verify.foreign-form",
    LineFault::NotAllowed(_) => "verify.not-allowed",
    LineFault::Refused(_) => "verify.refused",
    LineFault::NotByOrganizer => "verify.not-by-organizer",
    LineFault::CreateGave => "verify.create-gave",
    LineFault::NoSeed => "verify.no-seed",
    LineFault::OtherMasterSeed => "verify.other-master-seed",
    LineFault::OtherCommitment => "verify.other-commitment",
    LineFault::ForeignSeed { .. } => "verify.foreign-seed",
    LineFault::OtherOutcome { .. } => "verify.other-outcome",
    LineFault::OtherDecision { .. } => "verify.other-decision",
    LineFault::OtherMinutes { .. } => "verify.other-minutes",
    LineFault::OtherStructure { .. } => "verify.other-structure",
    LineFault::OtherSeeds => "verify.other-seeds",
    LineFault::NobodyReplaced => "verify.nobody-replaced",
    LineFault::ReplacedForNothing => "verify.replaced-for-nothing",
    LineFault::OtherDice => "verify.other-dice",
    LineFault::OtherRepair => "verify.other-repair",
    LineFault::OtherSeating => "verify.other-seating",
    LineFault::GaveNothing => "verify.gave-nothing",
    LineFault::GaveSomething => "verify.gave-something",
    LineFault::GaveOther => "verify.gave-other",
    LineFault::UndoOther { .. } => "verify.undo-other",
    LineFault::UndoUnnamed { .. } => "verify.undo-unnamed",
    LineFault::UndoNothing => "verify.undo-nothing",
    LineFault::AvoidableRepeats { .. } => "verify.avoidable-repeats",
    LineFault::NotBest => "verify.not-best",
    LineFault::Incomplete => "verify.incomplete",
    LineFault::OtherRepeats { .. } => "verify.other-repeats",
    LineFault::TwoPlaces { .. } => "verify.two-places",
    LineFault::PairedAbsent { .. } => "verify.paired-absent",
    LineFault::NotPlaced { .. } => "verify.not-placed",
    LineFault::ManyByes { .. } => "verify.many-byes",
    LineFault::OtherBye { .. } => "verify.other-bye",
    LineFault::OtherRound { .. } => "verify.other-round",
    LineFault::OtherAttempt { .. } => "verify.other-attempt",
    LineFault::ByeNotDrawn => "verify.bye-not-drawn",
    LineFault::PairsNotDrawn => "verify.pairs-not-drawn",
    LineFault::TablesNotDrawn => "verify.tables-not-drawn",
    LineFault::BracketNotDrawn => "verify.bracket-not-drawn",
    LineFault::OtherGames => "verify.other-games",
    LineFault::OtherByes => "verify.other-byes",
    LineFault::OtherSides => "verify.other-sides",
    LineFault::PersonalAltered => "verify.personal-altered",
    LineFault::PersonalMissing { .. } => "verify.personal-missing",
    LineFault::LeaderMissing => "verify.leader-missing",
    LineFault::TextChained => "verify.text-chained",
    LineFault::TextAltered => "verify.text-altered",
    LineFault::OtherFingerprint { .. } => "verify.other-fingerprint",
    LineFault::UnknownFingerprint { .. } => "verify.unknown-fingerprint",
});

impl From<LineProblem> for LineFault {
    fn from(problem: LineProblem) -> LineFault {
        LineFault::Line(problem)
    }
}

impl From<Misfit> for LineFault {
    fn from(misfit: Misfit) -> LineFault {
        LineFault::Line(LineProblem::Misfit(misfit))
    }
}

impl LineFault {
    /// Returns the code of the refusal or of the problem of a line behind this, where there is one.
    #[must_use]
    pub fn cause(&self) -> Option<&'static str> {
        match self {
            LineFault::Line(LineProblem::Misfit(misfit)) => Some(misfit.code()),
            LineFault::Line(problem) => Some(problem.code()),
            LineFault::NotAllowed(refusal) | LineFault::Refused(refusal) => Some(refusal.code()),
            _ => None,
        }
    }
}

/// What a reader should know although nothing is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum VerifyNote {
    /// Lines depend on one that is missing or cannot be read.
    NotJudgedFrom { line: u64 },
    /// Lines depend on one that cannot be followed.
    NotJudgedAfter { line: u64, lines: usize },
    /// A clock was corrected.
    ClockPutRight {
        line: u64,
        at: Timestamp,
        before: Timestamp,
    },
    /// The master seed is not revealed.
    SeedsUntraced { seeds: u64 },
    /// A draw depends on clubs that are not in this copy.
    DrawsNotRepeated,
    /// A round was drawn more than once.
    DrawnAgain { round: RoundNo, draws: u32 },
    /// The tournament was run with another program.
    Recorded {
        program: String,
        file: Hex32,
        worked_out: usize,
        as_recorded: usize,
    },
    /// The person who imported the file named winners.
    WinnersByHand { matches: usize },
    /// The file does not say how matches ended.
    WinnersUnknown { matches: usize },
    /// The file ends in the middle of a line.
    TornFile,
}

codes!(VerifyNote {
    VerifyNote::NotJudgedFrom { .. } => "verify-note.not-judged-from",
    VerifyNote::NotJudgedAfter { .. } => "verify-note.not-judged-after",
    VerifyNote::ClockPutRight { .. } => "verify-note.clock-put-right",
    VerifyNote::SeedsUntraced { .. } => "verify-note.seeds-untraced",
    VerifyNote::DrawsNotRepeated => "verify-note.draws-not-repeated",
    VerifyNote::DrawnAgain { .. } => "verify-note.drawn-again",
    VerifyNote::Recorded { .. } => "verify-note.recorded",
    VerifyNote::WinnersByHand { .. } => "verify-note.winners-by-hand",
    VerifyNote::WinnersUnknown { .. } => "verify-note.winners-unknown",
    VerifyNote::TornFile => "verify-note.torn-file",
});
