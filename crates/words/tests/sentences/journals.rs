//! What `verify` finds and notes in a journal.

use super::{ROUND, SEED, TABLE, Told, ann, award, bo};
use jiff::Timestamp;
use muster_regulations::{Award, Margin, Outcome};
use muster_tournament::fold::Misfit;
use muster_tournament::journal::LineProblem;
use muster_tournament::verify::{LineFault, VerifyNote};
use muster_tournament::{PlayerId, Refusal, RoundNo, StaffId};
use muster_words::verify;

/// What can be wrong with a line before it is judged, by the code of the cause.
pub(crate) fn unreadable() -> Vec<Told> {
    let time = Timestamp::UNIX_EPOCH;
    let (player, table) = (PlayerId(4), TABLE);
    let misfits = [
        Misfit::NotCreated,
        Misfit::CreatedTwice,
        Misfit::UndoApplied,
        Misfit::UndoneLine { position: 7 },
        Misfit::Gave { command: "publish" },
        Misfit::ReportRefused,
        Misfit::NoRound,
        Misfit::NoDraft,
        Misfit::OtherRound {
            drawn: RoundNo(4),
            next: ROUND,
        },
        Misfit::NoBracket,
        Misfit::BracketSize { seeds: 1 },
        Misfit::BracketRounds,
        Misfit::NotPaired {
            a: PlayerId(1),
            b: player,
        },
        Misfit::NoPlayer { player },
        Misfit::NoLeader,
        Misfit::NoTable { table },
        Misfit::TableTwice,
        Misfit::NotAtTable,
        Misfit::NoSideChoice { table },
        Misfit::NoOutcome,
        Misfit::LeaderClaims,
        Misfit::LeaderOffersSalvo,
        Misfit::NothingToPutBack,
        Misfit::NoCut,
        Misfit::NoMinutes,
        Misfit::ClockNotStarted,
        Misfit::NotPaused,
        Misfit::NoSuchNumber,
    ];
    let problems = [
        LineProblem::Empty,
        LineProblem::CutOff,
        LineProblem::Unreadable("unknown field `x` (column 12)".to_owned()),
        LineProblem::Newer { found: 9 },
        LineProblem::Position { found: 12 },
        LineProblem::Chain,
        LineProblem::Time {
            at: time,
            before: time,
        },
        LineProblem::Seal,
    ];
    let misfits = misfits.into_iter().map(LineProblem::Misfit);
    let faults = problems.into_iter().chain(misfits).map(LineFault::Line);
    faults
        .map(|fault| (fault.cause().unwrap_or_default(), verify::fault(&fault)))
        .collect()
}

pub(crate) fn found() -> Vec<Told> {
    let (written, worked) = (
        Outcome {
            a: award(),
            b: Award::loss(0, Margin::Points(24)),
        },
        Outcome {
            a: Award::loss(0, Margin::Points(24)),
            b: award(),
        },
    );
    let player = ann();
    let kept = "7KQ2-M9XD-0ABC-WXYZ".to_owned();
    let refusal = || Box::new(Refusal::NotOnDuty { staff: StaffId(7) });
    let all = vec![
        LineFault::Line(LineProblem::Chain),
        LineFault::LinesMissing {
            position: 9,
            missing: 1,
        },
        LineFault::LinesMissing {
            position: 9,
            missing: 2,
        },
        LineFault::Doubled { position: 9 },
        LineFault::Unlinked { before: 8 },
        LineFault::Altered { next: 10 },
        LineFault::ForeignForm,
        LineFault::NotAllowed(refusal()),
        LineFault::Refused(refusal()),
        LineFault::NotByOrganizer,
        LineFault::CreateGave,
        LineFault::NoSeed,
        LineFault::OtherMasterSeed,
        LineFault::OtherCommitment,
        LineFault::ForeignSeed {
            purpose: "round 3 attempt 1".to_owned(),
        },
        LineFault::OtherOutcome { written, worked },
        LineFault::OtherDecision { written, worked },
        LineFault::OtherMinutes {
            written: 90,
            worked: 75,
        },
        LineFault::OtherStructure {
            written_players: 8,
            written_rounds: 4,
            players: 8,
            rounds: 3,
        },
        LineFault::OtherSeeds,
        LineFault::NobodyReplaced,
        LineFault::ReplacedForNothing,
        LineFault::OtherDice,
        LineFault::OtherRepair,
        LineFault::OtherSeating,
        LineFault::GaveNothing,
        LineFault::GaveSomething,
        LineFault::GaveOther,
        LineFault::UndoOther { undone: 5, last: 8 },
        LineFault::UndoUnnamed {
            undone: 5,
            named: 8,
        },
        LineFault::UndoNothing,
        LineFault::AvoidableRepeats {
            repeats: 2,
            fewest: 0,
            pairs: vec![[ann(), bo()]],
        },
        LineFault::NotBest,
        LineFault::Incomplete,
        LineFault::OtherRepeats {
            written: 0,
            counted: 1,
        },
        LineFault::TwoPlaces {
            player: player.clone(),
        },
        LineFault::PairedAbsent {
            player: player.clone(),
        },
        LineFault::NotPlaced { player },
        LineFault::ManyByes { byes: 2 },
        LineFault::OtherBye {
            holder: ann(),
            belongs_to: bo(),
        },
        LineFault::OtherRound {
            written: RoundNo(4),
            next: ROUND,
        },
        LineFault::OtherAttempt {
            round: ROUND,
            written: 2,
            attempt: 3,
        },
        LineFault::ByeNotDrawn,
        LineFault::PairsNotDrawn,
        LineFault::TablesNotDrawn,
        LineFault::BracketNotDrawn,
        LineFault::OtherGames,
        LineFault::OtherByes,
        LineFault::OtherSides,
        LineFault::PersonalAltered,
        LineFault::PersonalMissing {
            player: PlayerId(4),
        },
        LineFault::LeaderMissing,
        LineFault::TextChained,
        LineFault::TextAltered,
        LineFault::OtherFingerprint {
            round: Some(ROUND),
            kept: kept.clone(),
            fingerprint: "0000-M9XD-0ABC-WXYZ".to_owned(),
        },
        LineFault::OtherFingerprint {
            round: None,
            kept: kept.clone(),
            fingerprint: "0000-M9XD-0ABC-WXYZ".to_owned(),
        },
        LineFault::UnknownFingerprint {
            round: Some(ROUND),
            kept: kept.clone(),
        },
        LineFault::UnknownFingerprint { round: None, kept },
    ];
    all.iter()
        .map(|fault| (fault.code(), verify::fault(fault)))
        .collect()
}

pub(crate) fn noted() -> Vec<Told> {
    let time = Timestamp::UNIX_EPOCH;
    let all = [
        VerifyNote::NotJudgedFrom { line: 9 },
        VerifyNote::NotJudgedAfter { line: 9, lines: 1 },
        VerifyNote::NotJudgedAfter { line: 9, lines: 4 },
        VerifyNote::ClockPutRight {
            line: 9,
            at: time,
            before: time,
        },
        VerifyNote::SeedsUntraced { seeds: 1 },
        VerifyNote::SeedsUntraced { seeds: 2 },
        VerifyNote::DrawsNotRepeated,
        VerifyNote::DrawnAgain {
            round: ROUND,
            draws: 2,
        },
        VerifyNote::Recorded {
            program: "Cryodex".to_owned(),
            file: SEED,
            worked_out: 20,
            as_recorded: 4,
        },
        VerifyNote::WinnersByHand { matches: 1 },
        VerifyNote::WinnersByHand { matches: 2 },
        VerifyNote::WinnersUnknown { matches: 1 },
        VerifyNote::WinnersUnknown { matches: 2 },
        VerifyNote::TornFile,
    ];
    all.iter()
        .map(|told| (told.code(), verify::note(told)))
        .collect()
}
