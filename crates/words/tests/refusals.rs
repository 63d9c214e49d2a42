//! Every refusal rendered once, in `refusals.txt`, to be read in one go. Run with `MUSTER_WRITE=1` to write the file.

mod values;

use jiff::Timestamp;
use muster_pairing::bracket::BracketError;
use muster_pairing::swiss::FieldError;
use muster_regulations::list::{Context, check};
use muster_regulations::{
    List, Regulation, StructureKind, StructureProblem, StructureRefusal, Tier,
};
use muster_tournament::floor::judges::{LossNo, RulingNo};
use muster_tournament::permissions::Who;
use muster_tournament::refusal::{
    self, BracketMisfit, HasResult, NotNow, PlayerProblem, RecordProblem, RecordedMatchProblem,
    RoleProblem, Selection, TextField, TextProblem, UndoProblem,
};
use muster_tournament::state::Stale;
use muster_tournament::{Command, PlayerId, Refusal, RoundNo, StaffId, TableNo};
use muster_words::refusal::words;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

const ROUND: RoundNo = RoundNo(2);
const TABLE: TableNo = TableNo(3);
const PLAYER: PlayerId = PlayerId(4);

fn own() -> Vec<Refusal> {
    let context = Context {
        tier: Tier::Formal,
        date: None,
        catalogue: None,
    };
    let empty = List::empty(Regulation::Xwing);
    let round = ROUND;
    let table = TABLE;
    vec![
        Refusal::NotAllowed {
            who: "Ann".to_owned(),
            command: "publish",
            regulation: Regulation::Xwing,
            allowed: &[Who::Organizer, Who::Head],
        },
        Refusal::NotOnDuty { staff: StaffId(7) },
        Refusal::NoSuchPlayer { player: PLAYER },
        Refusal::NoSuchStaff { staff: StaffId(7) },
        Refusal::NoSuchTable { round, table },
        Refusal::NoSuchRound { round },
        Refusal::ListPoints {
            word: "squad",
            points: 288,
            most: 200,
        },
        Refusal::Unsealed,
        Refusal::List {
            problems: check(Regulation::Xwing, &empty, &context),
        },
        Refusal::Tier {
            tier: Tier::Casual,
            regulation: Regulation::Xwing,
        },
        Refusal::Bracket(BracketError::TooFew { players: 1 }),
        Refusal::Bracket(BracketError::TooMany {
            players: 9,
            most: 8,
        }),
        Refusal::Repeat {
            a: "Ann".to_owned(),
            b: "Bo".to_owned(),
            round,
        },
        Refusal::Open {
            round,
            tables: vec![TABLE],
        },
        Refusal::Open {
            round,
            tables: (1..=12).map(TableNo).collect(),
        },
        Refusal::Unconfirmed {
            round,
            tables: vec![TABLE],
        },
        Refusal::Unconfirmed {
            round,
            tables: vec![TableNo(1), TABLE],
        },
        Refusal::Claimed {
            table,
            clause: "XW-FORT",
        },
        Refusal::Component {
            round,
            name: "Ann".to_owned(),
            what: "a dial".to_owned(),
            loss: LossNo(1),
        },
        Refusal::Stale {
            round,
            why: Stale::Arrival,
        },
        Refusal::OtherGame {
            table,
            regulation: Regulation::Xwing,
        },
        Refusal::Sides {
            table,
            dark: "Ann".to_owned(),
            other: "Bo".to_owned(),
        },
        Refusal::TooLate {
            round,
            table,
            window: 2,
        },
        Refusal::RestedOn {
            round,
            table,
            next: RoundNo(3),
        },
        Refusal::NoSeed,
    ]
}

fn texts() -> Vec<Refusal> {
    let problems = [
        (TextField::TournamentName, TextProblem::Empty),
        (TextField::Reason, TextProblem::TooLong(200)),
        (TextField::Ruling, TextProblem::ControlCharacter),
        (TextField::Name, TextProblem::Padded),
        (
            TextField::Zone,
            TextProblem::UnknownZone("Vienna".to_owned()),
        ),
        (TextField::Excuse, TextProblem::NotNeeded),
    ];
    let refusal = |(field, problem)| Refusal::Text { field, problem };
    problems.into_iter().map(refusal).collect()
}

fn selections() -> Vec<Refusal> {
    let most = 99;
    let all = vec![
        Selection::TableNumber {
            table: TableNo(0),
            most,
        },
        Selection::FixedTableTwice(PLAYER),
        Selection::TableTwice(TABLE),
        Selection::NoTables,
        Selection::TooManyTables {
            tables: 5001,
            most: 5000,
        },
        Selection::NobodyToRegister,
        Selection::NobodyToCheckIn,
        Selection::NobodyToSeat,
        Selection::StaffRegistered(StaffId(7)),
        Selection::OtherPlayers,
        Selection::SameResult {
            round: ROUND,
            table: TABLE,
        },
        Selection::Minutes {
            minutes: 0,
            most: 240,
        },
        Selection::Minutes {
            minutes: 300,
            most: 240,
        },
        Selection::MinutesBeyond(-90),
        Selection::Extension {
            minutes: 61,
            most: 60,
        },
        Selection::NoSuchCall,
        Selection::NoSuchRuling,
        Selection::NoSuchLoss,
        Selection::NoSuchFortressing,
        Selection::ReportNeeded(TABLE),
        Selection::NoComponentRules(Regulation::Conquest),
        Selection::NoFortressing,
        Selection::NothingToRepair(ROUND),
        Selection::RepairMoves {
            round: ROUND,
            tables: vec![TABLE, TableNo(5)],
        },
        Selection::Terrain { table: TABLE, most },
        Selection::NotDescribed(TABLE),
        Selection::Catalogue {
            cards: 20_001,
            most: 20_000,
        },
        Selection::Pairing(FieldError::Odd { players: 3 }),
    ];
    all.into_iter().map(Refusal::Selection).collect()
}

fn not_now() -> Vec<Refusal> {
    let name = || "Ann".to_owned();
    let all = vec![
        NotNow::Recorded("another program".to_owned()),
        NotNow::TournamentOver,
        NotNow::CreatedAlready,
        NotNow::RegulationFixed,
        NotNow::StructureFixed,
        NotNow::Started,
        NotNow::NotStarted,
        NotNow::NobodyCheckedIn,
        NotNow::LateEntryClosed,
        NotNow::LateEntrySwissOnly,
        NotNow::CheckInOver,
        NotNow::DraftExists(ROUND),
        NotNow::RoundInPlay(ROUND),
        NotNow::BracketPairings,
        NotNow::PairingsPublished(ROUND),
        NotNow::NoDraft,
        NotNow::NotPublished(ROUND),
        NotNow::RoundOver(ROUND),
        NotNow::NoRound,
        NotNow::NobodyToPair,
        NotNow::SeedRevealed,
        NotNow::SwissPlayed {
            rounds: 3,
            cut: true,
        },
        NotNow::SwissPlayed {
            rounds: 1,
            cut: false,
        },
        NotNow::CutUndecided,
        NotNow::NoSeating,
        NotNow::VoidTooLate(ROUND),
        NotNow::SwissNotOver {
            rounds: 3,
            finished: 1,
        },
        NotNow::CutOnce,
        NotNow::NoCut,
        NotNow::CutUpToDate,
        NotNow::CutInPlay,
        NotNow::CutMisfit(1),
        NotNow::CutMisfit(70),
        NotNow::CutAgrees,
        NotNow::CutKept,
        NotNow::NoSideChoice,
        NotNow::SideChoiceClosed,
        NotNow::CutDue,
        NotNow::BracketNotOver,
        NotNow::ClockRunning(ROUND),
        NotNow::GamesBegun(ROUND),
        NotNow::Paused,
        NotNow::NotPaused,
        NotNow::TimeCalled(ROUND),
        NotNow::ClockNotStarted(ROUND),
        NotNow::ListCallOver,
        NotNow::ListsMissing {
            names: vec![name(), "Bo".to_owned()],
            more: 3,
        },
        NotNow::ListDeadline(Timestamp::UNIX_EPOCH),
        NotNow::CallOpen(TABLE),
        NotNow::CallClosed,
        NotNow::CallTaken(name()),
        NotNow::RulingOver {
            ruling: RulingNo(1),
            round: ROUND,
        },
        NotNow::UnderReview(RulingNo(1)),
        NotNow::ReviewDecided(RulingNo(1)),
        NotNow::NoTimeToLook,
        NotNow::ComponentFound,
        NotNow::ComponentRemoved,
        NotNow::SearchOver,
        NotNow::ComponentGameOver(ROUND),
        NotNow::ComponentClosed,
        NotNow::RemovedTooEarly,
        NotNow::FortressingOpen,
        NotNow::FortressingNotAsked,
        NotNow::FortressingNotMet,
        NotNow::FortressingNotInstructed,
        NotNow::ImportNotNew,
        NotNow::RepairTooLarge,
        NotNow::ResultsNotOpen(ROUND),
        NotNow::ResultsClosed(ROUND),
        NotNow::NothingToCorrect(TABLE),
        NotNow::NoSalvo,
    ];
    all.into_iter().map(Refusal::NotNow).collect()
}

fn reports() -> Vec<Refusal> {
    let refused = |refusal| Refusal::Report {
        table: TABLE,
        players: ["Ann".to_owned(), "Bo".to_owned()],
        refusal,
    };
    values::reports().into_iter().map(refused).collect()
}

fn structures() -> Vec<Refusal> {
    use StructureProblem::*;
    let regulation = Regulation::Xwing;
    let kind = StructureKind::Basic;
    let few = |players, instead: &[StructureKind]| TooFewPlayers {
        regulation,
        kind,
        least: 4,
        players,
        instead: instead.to_vec(),
    };
    let all = [
        ("XW-CUSTOM", NumbersMissing),
        ("XW-CUSTOM", NumbersGiven { kind }),
        (
            "GC-CUSTOM",
            UnknownKind {
                regulation: Regulation::Conquest,
                kind,
            },
        ),
        ("XW-BASIC", few(0, &[StructureKind::Custom])),
        ("XW-BASIC", few(1, &[StructureKind::Custom])),
        ("XW-BASIC", few(3, &[kind, StructureKind::Custom])),
        ("XW-CUSTOM", NotTwoPlayers { players: 0 }),
        ("XW-CUSTOM", NotTwoPlayers { players: 1 }),
        (
            "XW-CUSTOM",
            TooManyRounds {
                rounds: 31,
                most: 30,
            },
        ),
        (
            "GC-BRACKET",
            SwissFirst {
                regulation: Regulation::Conquest,
            },
        ),
        ("SE-3", CutWithoutSwiss),
        ("CUT-1", CutTooSmall { top: 1 }),
        ("CUT-1", CutTooLarge { top: 8, players: 7 }),
        ("CUT-1", CutBeyondBracket { top: 65, most: 64 }),
        ("CUT-3", CutOutOfReach { points: 5, most: 3 }),
    ];
    let refused = all.map(|(clause, problem)| StructureRefusal { problem, clause });
    refused.map(Refusal::Structure).into()
}

fn records() -> Vec<Refusal> {
    let in_match = |problem| RecordProblem::Round {
        round: 2,
        table: Some(TABLE),
        problem,
    };
    let report = values::reports().remove(11);
    let all = vec![
        RecordProblem::Players {
            players: 0,
            most: 10_000,
        },
        RecordProblem::Players {
            players: 10_001,
            most: 10_000,
        },
        RecordProblem::BracketRounds {
            rounds: 61,
            most: 60,
        },
        RecordProblem::Rounds(1),
        RecordProblem::Rounds(5),
        RecordProblem::Place,
        in_match(RecordedMatchProblem::NoSuchPlayer(PLAYER)),
        in_match(RecordedMatchProblem::WithThemselves(PLAYER)),
        in_match(RecordedMatchProblem::TableNumber),
        in_match(RecordedMatchProblem::Points(101)),
        in_match(RecordedMatchProblem::NoOutcome),
        in_match(RecordedMatchProblem::OtherGame),
        in_match(RecordedMatchProblem::Report(report)),
        in_match(RecordedMatchProblem::OtherOutcome),
        RecordProblem::Bracket(BracketMisfit::Size(BracketError::TooFew { players: 0 })),
        RecordProblem::Bracket(BracketMisfit::SeedTwice),
        RecordProblem::Bracket(BracketMisfit::NoSeed {
            round: 1,
            player: PLAYER,
        }),
        RecordProblem::Bracket(BracketMisfit::NoMeeting {
            round: 1,
            a: PLAYER,
            b: PlayerId(5),
        }),
    ];
    all.into_iter().map(Refusal::Record).collect()
}

fn roles() -> Vec<Refusal> {
    let names = || vec!["Ann".to_owned(), "Bo".to_owned()];
    let name = || "Ann".to_owned();
    let all = vec![
        RoleProblem::OneOrganizer("Organizer"),
        RoleProblem::OneHead {
            regulation: Regulation::Legion,
            title: "Head Judge",
        },
        RoleProblem::OrganizerStays,
        RoleProblem::NeverPlays("Consular"),
        RoleProblem::NotInTier {
            title: "Organizer",
            tier: Tier::Premier,
        },
        RoleProblem::AnotherNeeded(name()),
        RoleProblem::PlaysThere {
            name: name(),
            table: TABLE,
        },
        RoleProblem::HeadRules {
            table: TABLE,
            names: names(),
        },
        RoleProblem::NoHead {
            title: "Head Consular",
            clause: "ROLE-4",
        },
        RoleProblem::HeadDecides {
            names: names(),
            clause: "ROLE-4",
        },
        RoleProblem::NoAppeal { head: "Head Judge" },
        RoleProblem::FinalRuling {
            name: name(),
            ruling: RulingNo(1),
        },
        RoleProblem::NotAppealed(RulingNo(1)),
    ];
    all.into_iter().map(Refusal::Role).collect()
}

fn players() -> Vec<Refusal> {
    let all = vec![
        PlayerProblem::Erased,
        PlayerProblem::HasList,
        PlayerProblem::Disqualified,
        PlayerProblem::DisqualifiedAlready,
        PlayerProblem::Dropped,
        PlayerProblem::DroppedAlready,
        PlayerProblem::NotInBracket,
        PlayerProblem::MissedCut,
        PlayerProblem::NotDropped,
        PlayerProblem::LeftBracket,
        PlayerProblem::LeftBeforeBracket,
        PlayerProblem::NotPlaying,
        PlayerProblem::Pinned,
        PlayerProblem::PinnedTo("Bo".to_owned()),
        PlayerProblem::PinnedAndDropped,
        PlayerProblem::WithThemselves,
        PlayerProblem::NotInDraft(ROUND),
        PlayerProblem::SameTable,
        PlayerProblem::HasPlace(ROUND),
        PlayerProblem::NoOpponent {
            round: ROUND,
            can_void: true,
        },
        PlayerProblem::HadBye,
        PlayerProblem::NotAtTable(TABLE),
        PlayerProblem::NotInQuestion,
        PlayerProblem::WouldNotLose,
        PlayerProblem::OwnShips,
        PlayerProblem::ScoreNeeded,
        PlayerProblem::NotHigherSeed("Bo".to_owned()),
        PlayerProblem::CannotBePutBack,
        PlayerProblem::NothingToPutBack,
        PlayerProblem::NoShow,
        PlayerProblem::OwnReport,
        PlayerProblem::CannotExcuse,
        PlayerProblem::ListFixed("COMP-4"),
        PlayerProblem::ReasonNeeded("COMP-4"),
        PlayerProblem::NoBye(ROUND),
        PlayerProblem::NotRanked,
    ];
    let refusal = |problem| Refusal::Player {
        name: "Ann".to_owned(),
        problem,
    };
    all.into_iter().map(refusal).collect()
}

fn others() -> Vec<Refusal> {
    let results = [
        HasResult::Confirmed,
        HasResult::ConfirmedAskStaff,
        HasResult::Walkover,
        HasResult::SeatsFixed,
        HasResult::NotMoved,
        HasResult::NoMoreTime,
        HasResult::NoSalvo,
        HasResult::NotReported,
        HasResult::Disputed,
        HasResult::ConfirmedAlready,
    ];
    let undone = [
        UndoProblem::OnJournalOnly,
        UndoProblem::Impossible,
        UndoProblem::OnlyCreation,
        UndoProblem::Imported,
        UndoProblem::Erased,
        UndoProblem::Nothing,
        UndoProblem::NoSuchStep,
        UndoProblem::Already,
        UndoProblem::NeededBy {
            step: Box::new(Command::Confirm { table: TABLE }),
            players: Vec::new(),
        },
    ];
    let refusal = |how| Refusal::HasResult {
        round: ROUND,
        table: TABLE,
        how,
    };
    let results = results.into_iter().map(refusal);
    results
        .chain(undone.into_iter().map(Refusal::Undo))
        .collect()
}

#[test]
fn every_refusal_reads_well() {
    let all: Vec<Refusal> = [
        own(),
        texts(),
        selections(),
        structures(),
        reports(),
        not_now(),
        records(),
        roles(),
        players(),
        others(),
    ]
    .into_iter()
    .flatten()
    .collect();
    let rendered: BTreeSet<&str> = all.iter().map(Refusal::code).collect();
    let missing: Vec<&str> = refusal::codes()
        .filter(|code| !rendered.contains(code))
        .collect();
    assert_eq!(missing, [] as [&str; 0]);

    let mut page = String::new();
    for refusal in &all {
        let words = words(refusal);
        for sentence in [Some(&words.text), words.hint.as_ref()]
            .into_iter()
            .flatten()
        {
            let first = sentence.chars().next();
            assert!(first.is_some_and(|c| !c.is_lowercase()), "{sentence}");
            assert!(
                sentence.ends_with(['.', '?']) && !sentence.ends_with(".."),
                "{sentence}"
            );
            for stumbles in [
                "(s)",
                " is no ",
                " anew",
                "thereby",
                " stands",
                "can be had",
            ] {
                assert!(!sentence.contains(stumbles), "{sentence}");
            }
        }
        let clauses = refusal.clauses().join(" ");
        let _ = writeln!(page, "{} [{clauses}]\n    {}", refusal.code(), words.both());
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refusals.txt");
    if std::env::var_os("MUSTER_WRITE").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        known, page,
        "refusals.txt is out of date: run this test with MUSTER_WRITE=1"
    );
}
