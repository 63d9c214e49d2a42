//! Files that come in and go out, and paper: why something can't be read, written or printed, and what was odd.

use muster_regulations::{Regulation, Tier};
use muster_tournament::{PlayerId, RoundNo, TableNo};
use muster_words::files::{
    CannotWrite, Claim, FileNote, FileProblem, LineProblem, Loss, TextColumn,
};
use muster_words::paper::PaperError;

type Sentence = (&'static str, String);

fn text(text: &str) -> String {
    text.to_owned()
}

const PROGRAM: &str = "ListFortress";

pub(crate) fn unreadable() -> Vec<Sentence> {
    use FileProblem::*;
    let problems = [
        TooLarge { megabytes: 32 },
        Archive,
        Gzip,
        Encoding {
            encoding: "UTF-16LE",
        },
        CutOff,
        NotText,
        Empty,
        NotJson {
            detail: text("expected value"),
        },
        JsonCutOff,
        JsonTooDeep,
        JsonNumber,
        FormatUnknown {
            format: text("tome"),
            known: text("listfortress, cryodex, nrtm"),
        },
        NotAnObject {
            program: PROGRAM,
            found: text("[1,2]"),
        },
        ListMissing { program: PROGRAM },
        ListExpected {
            program: PROGRAM,
            found: text("{}"),
        },
        OtherProgram {
            program: PROGRAM,
            looks_like: "Cryodex",
        },
        TooManyPlayers {
            found: 10_001,
            most: 10_000,
        },
        TooManyRounds {
            found: 101,
            most: 100,
        },
        NoRounds,
        NoSuchMatch {
            path: text("rounds[0].matches[9]"),
        },
        MatchDecided,
        WinnerNotEnough,
        PlayersJson,
        TooManyLines { most: 100_000 },
        NoNameColumn,
        Csv {
            detail: text("invalid record"),
        },
        ListEmpty,
        ListTooLong {
            lines: 2_000,
            characters: 100_000,
        },
        SquadNotAnObject,
        SquadPilots,
        SquadTooMany {
            found: 600,
            most: 500,
        },
        SquadPoints {
            found: text("-3"),
            most: 9_999,
        },
        TooManyCards { most: 20_000 },
        NoCard,
        CatalogueCards,
        CardNotAnObject,
        CardNameColumn,
    ];
    let problems = problems.iter();
    problems
        .map(|problem| (problem.code(), problem.words().both()))
        .collect()
}

pub(crate) fn noted() -> Vec<Sentence> {
    use FileNote::*;
    let (ann, bo) = (|| text("Ann Archer"), || text("Bo Brandt"));
    let found = || text("\"seven\"");
    let differs = |what, claimed: &str, computed: &str| Differs {
        player: text("Ann Archer"),
        what,
        claimed: text(claimed),
        computed: text(computed),
    };
    let notes = [
        Windows1252,
        More { notes: 1 },
        More { notes: 12 },
        ListExpected { found: found() },
        ObjectExpected { found: found() },
        TextExpected { found: text("[1]") },
        FlagExpected { found: found() },
        NumberExpected { found: found() },
        WholeNumberExpected { found: text("-1") },
        PlayerUnnamed,
        PlayerWithoutId,
        IdTaken {
            id: text("7"),
            first: text("players[2]"),
        },
        NameTaken {
            name: ann(),
            first: text("players[2]"),
        },
        SameName {
            name: ann(),
            first: text("players[2]"),
        },
        PlayerAdded { key: text("99") },
        PlayerUnknown { key: text("99") },
        NameShortened {
            name: ann(),
            most: 200,
        },
        NameChanged {
            name: ann(),
            kept: text("Player 4"),
        },
        ListsUnread {
            players: vec![ann()],
        },
        ListsUnread {
            players: vec![ann(), bo()],
        },
        ListsUnread {
            players: vec![ann(); 11],
        },
        NoMatches,
        EmptyRound,
        StageMissing {
            field: "round-type",
        },
        StageUnknown { found: text("7") },
        MixedRound,
        RoundUnnumbered,
        RoundRepeated { round: 2 },
        FirstRound { round: 3 },
        RoundsMissing {
            after: 2,
            before: 5,
        },
        BracketNumbers,
        BracketOrder,
        RoundsAnnounced {
            announced: 1,
            found: 2,
        },
        RoundsAnnounced {
            announced: 4,
            found: 3,
        },
        CutAnnounced { cut: 8, found: 1 },
        CutAnnounced { cut: 8, found: 6 },
        PlaysThemselves { player: ann() },
        ByeOfTwo,
        LonePlayer,
        NobodyNamed,
        PlaysTwice { player: ann() },
        WinnerNotHere { key: text("99") },
        NoWinner { a: ann(), b: bo() },
        NoScores { a: ann(), b: bo() },
        PointsMissing,
        SameRole,
        NotCounted,
        ScoreBelowZero { score: text("-20") },
        MoreThanASquad { score: 203 },
        NoMargin,
        WinnerHasFewer { a: 40, b: 90 },
        NoDraws { a: 90, b: 40 },
        NotADraw { a: 6, b: 0 },
        ScoresAdded { sum: 6 },
        ScoreTooHigh { score: 400 },
        ByePoints {
            points: 1,
            usual: 6,
        },
        ByePoints {
            points: 3,
            usual: 6,
        },
        OddGames { high: 5, low: 0 },
        WinnerPlaysOn { player: ann() },
        WinnerRanksHigher { player: ann() },
        WinnerByScores {
            a: ann(),
            b: bo(),
            winner: bo(),
        },
        NobodyWon { a: ann(), b: bo() },
        SalvoUnknown { a: ann(), b: bo() },
        TierAssumed {
            tier: Tier::Relaxed,
        },
        DateUnread {
            date: text("last Friday"),
        },
        NoBracket,
        NoBracketPlaces,
        NotBySeed,
        LeftBracket { player: ann() },
        ThirdPlace,
        CutRanks {
            players: 1,
            winner: Some(ann()),
        },
        CutRanks {
            players: 8,
            winner: None,
        },
        CutRanksDecide {
            players: 1,
            winner: None,
        },
        CutRanksDecide {
            players: 8,
            winner: Some(ann()),
        },
        TiedByRank {
            players: vec![ann(), bo()],
        },
        Tied {
            players: vec![ann(), bo()],
        },
        differs(Claim::Rank, "3", "4"),
        differs(Claim::Points, "3", "4"),
        differs(Claim::MarginOfVictory, "300", "376"),
        differs(Claim::StrengthOfSchedule, "0.62", "0.63 (5/8)"),
        differs(Claim::ExtendedStrengthOfSchedule, "0.5", "0.75 (3/4)"),
        NoHeader,
        LastNamesMissing,
        FirstNamesMissing,
        ColumnRepeated {
            column: 3,
            title: text("Club"),
        },
        ColumnUnknown {
            column: 3,
            title: text("Shoe size"),
        },
        QuoteOpen,
        SeveralFields,
        LineSkipped {
            cause: "file-note.name-missing",
            problem: text("The name is missing."),
        },
        NoColumn {
            value: text("blue"),
        },
        NameMissing,
        SeveralLines {
            field: TextColumn::Name,
        },
        SeveralLines {
            field: TextColumn::Email,
        },
        SeveralLines {
            field: TextColumn::Club,
        },
        SeveralLines {
            field: TextColumn::Faction,
        },
        InvisibleCharacter {
            field: TextColumn::Name,
            letter: '\u{202e}',
        },
        InvisibleCharacter {
            field: TextColumn::Email,
            letter: '\u{7}',
        },
        InvisibleCharacter {
            field: TextColumn::Club,
            letter: '\u{200b}',
        },
        InvisibleCharacter {
            field: TextColumn::Faction,
            letter: '\u{200b}',
        },
        TooLong {
            field: TextColumn::Name,
            most: 200,
        },
        TooLong {
            field: TextColumn::Email,
            most: 200,
        },
        TooLong {
            field: TextColumn::Club,
            most: 200,
        },
        TooLong {
            field: TextColumn::Faction,
            most: 200,
        },
        NamesDiffer {
            name: ann(),
            parts: bo(),
        },
        NotAnEmail {
            value: text("at home"),
        },
        NotPoints {
            value: text("many"),
        },
        NotATable {
            value: text("near the door"),
        },
        SamePerson { line: 4 },
        Namesake { line: 4 },
        Registered {
            player: PlayerId(7),
        },
        TooManyPoints {
            points: 900,
            most: 800,
        },
        ListUnreadable {
            cause: "file.empty",
            problem: text("This file is empty."),
        },
        ListInvalid {
            cause: "list.faction-missing",
            problem: text("The faction is missing. Enter it."),
        },
        LineUnclear {
            text: text("Amber squad"),
            cause: "list-line.no-points",
            problem: LineProblem::NoPoints,
        },
        FieldUnknown {
            field: text("colour"),
        },
        FieldMissing,
        NotAPilot,
        NotAnUpgrade,
        NotAnObstacle,
        ObstaclesMissing,
        ObstaclesNotAList,
        PilotPoints,
        SlotNotAList,
        UpgradesNotBySlot,
        SquadPoints {
            claimed: text("200"),
            sum: 198,
        },
        CardValue {
            value: text("long"),
        },
        CardPoints { value: text("few") },
        CardUnique {
            value: text("often"),
        },
        CardReleased {
            value: text("spring"),
        },
        CardUnnamed,
        CardTwice {
            name: text("Grey Heron"),
            first: text("Line 3"),
        },
        CardTwicePoints {
            name: text("Grey Heron"),
            first: text("Line 3"),
        },
    ];
    let notes = notes.iter();
    notes
        .map(|note| (note.code(), note.words().both()))
        .collect()
}

pub(crate) fn unclear_lines() -> Vec<Sentence> {
    use LineProblem::*;
    let problems = [
        NoName,
        NoPoints,
        Points {
            found: text("-3"),
            most: 9_999,
        },
        Copies {
            found: text("0"),
            most: 99,
        },
        UpgradeAlone,
        ObjectiveKind,
        NoPips,
        Pips { found: 7 },
        OtherFaction {
            faction: text("Harbour Watch"),
        },
        OtherAffiliation {
            affiliation: text("Harbour Watch"),
        },
        NotHere,
    ];
    let problems = problems.iter();
    problems
        .map(|problem| (problem.code(), problem.words().both()))
        .collect()
}

pub(crate) fn written() -> Vec<Sentence> {
    let refused = [
        CannotWrite::OtherRegulation {
            program: PROGRAM,
            wanted: Regulation::Xwing,
            given: Regulation::Armada,
        },
        CannotWrite::NoRound { program: PROGRAM },
        CannotWrite::NoDate,
    ];
    let program = PROGRAM;
    let of = |players| {
        [
            Loss::Standings { program, players },
            Loss::Players { players },
            Loss::Places { program, players },
            Loss::Drops { program, players },
            Loss::Factions { program, players },
            Loss::ListPoints { program, players },
            Loss::Lists { program, players },
            Loss::Names {
                program,
                names: players,
            },
        ]
    };
    let open = |matches: u32| Loss::Results {
        program,
        open: (1..=matches)
            .map(|table| (RoundNo(2), TableNo(table)))
            .collect(),
    };
    let problem =
        || text("Line 1, column 9: The JSON stops in the middle, so the file is cut off.");
    let lost = [
        Loss::NotOver { program },
        Loss::NotReadable {
            cause: "file.json-cut-off",
            problem: problem(),
        },
        Loss::NotImportable {
            cause: "file.json-cut-off",
            problem: problem(),
        },
        open(1),
        open(11),
        Loss::Bracket { program },
    ];
    let refused = refused
        .iter()
        .map(|error| (error.code(), error.words().both()));
    let lost = lost.into_iter().chain(of(1)).chain(of(2));
    let lost = lost.map(|loss| (loss.code(), loss.words().both()));
    refused.chain(lost).collect()
}

pub(crate) fn not_printed() -> Vec<Sentence> {
    use PaperError::*;
    let errors = [
        NoRoundYet,
        NoStandings,
        NoCrossTable,
        NoBracketYet,
        NoTables,
        NoPlayers,
        NoLists,
        NoProxies,
        NoLog,
        NoReport,
        NoPlaces,
        NoSeasonResults,
        NoBracket,
        NoRound {
            asked: RoundNo(9),
            last: Some(RoundNo(3)),
        },
        NoRound {
            asked: RoundNo(9),
            last: None,
        },
        Draft { round: RoundNo(2) },
        BracketRound {
            asked: RoundNo(5),
            last: RoundNo(4),
        },
        OtherRegulation {
            owner: Regulation::Legion,
            here: Regulation::Armada,
        },
        NoSizes {
            here: Regulation::Conquest,
        },
        NotBuilt,
        Engine {
            detail: text("unknown font"),
        },
    ];
    let errors = errors.iter();
    errors
        .map(|error| (error.code(), error.words().both()))
        .collect()
}
