//! Every explanation, prompt, warning and finding rendered once, in `sentences.txt`, to be read in one go. Run with
//! `MUSTER_WRITE=1` to write the file. Their codes are frozen in `codes.txt`.

use jiff::Timestamp;
use muster_pairing::bracket::{Places, Side as Part};
use muster_regulations::cardgame::Side;
use muster_regulations::{
    Award, Margin, Outcome, Regulation, Role, Share, StageKind, StructureKind, Tiebreaker, Tier,
};
use muster_tournament::floor::before_game::Choice;
use muster_tournament::floor::judges::{RulersReason, RulingNo};
use muster_tournament::floor::prompts::PromptRequest;
use muster_tournament::floor::warnings::WarningMatter;
use muster_tournament::fold::Misfit;
use muster_tournament::ids::Hex32;
use muster_tournament::journal::LineProblem;
use muster_tournament::log::Named;
use muster_tournament::next::CutChange;
use muster_tournament::sides::Played;
use muster_tournament::verify::{LineFault, VerifyNote};
use muster_tournament::why::reason::{
    self, BeforeGameReason, BracketGame, BracketReason, ByeReason, CutReason, Meeting,
    OutcomeReason, PairedDown, PairingReason, PassedOver, RankReason, Reason, ScheduleTerm,
    Subject, TiebreakerValue,
};
use muster_tournament::{PlayerId, Refusal, RoundNo, StaffId, TableNo};
use muster_words::{prompts, verify, warnings, why};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

const ROUND: RoundNo = RoundNo(3);
const TABLE: TableNo = TableNo(4);
const SEED: Hex32 = Hex32([0xab; 32]);

/// A code, and the sentences that it becomes.
type Told = (&'static str, String);

fn named(player: u32, name: &str) -> Named {
    Named {
        player: PlayerId(player),
        name: name.to_owned(),
    }
}

fn ann() -> Named {
    named(1, "Ann")
}

fn bo() -> Named {
    named(2, "Bo")
}

fn text() -> String {
    "the slip was unreadable".to_owned()
}

fn award() -> Award {
    Award::win(1, Margin::Points(376))
}

fn subjects() -> Vec<Told> {
    let (round, table, a, b) = (ROUND, TABLE, ann(), bo());
    let player = ann();
    let all = [
        Subject::Pairing {
            round,
            table,
            a: a.clone(),
            b: b.clone(),
        },
        Subject::Bye {
            round,
            player: player.clone(),
        },
        Subject::Won {
            round,
            table,
            winner: a.clone(),
            loser: b.clone(),
        },
        Subject::Open { round, table, a, b },
        Subject::BeforeGame { round, table },
        Subject::Rank {
            player: player.clone(),
            rank: 2,
            of: 12,
            points: 1,
        },
        Subject::NoRank {
            player: player.clone(),
            points: 3,
        },
        Subject::NoCut,
        Subject::InCut {
            player: player.clone(),
            seed: 4,
        },
        Subject::NotInCut {
            player: player.clone(),
        },
        Subject::WouldBeInCut {
            player: player.clone(),
            seed: 4,
        },
        Subject::WouldNotBeInCut { player },
    ];
    all.iter().map(|s| (s.code(), why::headline(s))).collect()
}

fn pairings() -> Vec<Reason> {
    let (a, b, round, reason) = (ann(), bo(), ROUND, text());
    let down = PairedDown {
        player: ann(),
        points: 6,
        opponent: bo(),
        opponent_points: 1,
    };
    let met = vec![
        Meeting {
            opponent: bo(),
            round: RoundNo(1),
        },
        Meeting {
            opponent: named(3, "Cy"),
            round: RoundNo(2),
        },
    ];
    let all = vec![
        PairingReason::Elsewhere {
            program: "Cryodex".to_owned(),
        },
        PairingReason::FirstRound { players: 12 },
        PairingReason::ClubsApart,
        PairingReason::SameGroup {
            points: 2,
            players: 5,
        },
        PairingReason::DownAlone(down.clone()),
        PairingReason::DownOdd {
            down: down.clone(),
            group: 3,
        },
        PairingReason::DownOddWithOthers {
            down: down.clone(),
            group: 4,
            came_down: 1,
        },
        PairingReason::DownOddWithOthers {
            down: down.clone(),
            group: 1,
            came_down: 2,
        },
        PairingReason::DownMetAll(down.clone()),
        PairingReason::DownNeeded(down.clone()),
        PairingReason::Down(down),
        PairingReason::NoNearerGroup,
        PairingReason::HadPoints {
            a: ann(),
            a_points: 1,
            b: bo(),
            b_points: 3,
        },
        PairingReason::NotMet,
        PairingReason::RepeatNeeded {
            a: ann(),
            b: bo(),
            round,
            pairs: 1,
        },
        PairingReason::RepeatNeeded {
            a: ann(),
            b: bo(),
            round,
            pairs: 2,
        },
        PairingReason::RepeatChosen {
            a: ann(),
            b: bo(),
            round,
        },
        PairingReason::HadMet {
            player: named(4, "Dee"),
            met,
        },
        PairingReason::Pinned { reason: text() },
        PairingReason::Swapped {
            a,
            b,
            reason: text(),
        },
        PairingReason::Seated {
            players: vec![ann(), bo()],
        },
        PairingReason::AsPlayed { reason: text() },
        PairingReason::Repaired { reason },
        PairingReason::Best { around_pins: false },
        PairingReason::Best { around_pins: true },
        PairingReason::BestBySearch {
            around_pins: false,
            players: 12,
        },
        PairingReason::BestBySearch {
            around_pins: true,
            players: 12,
        },
        PairingReason::AvoidableRepeats { fewest: 1 },
        PairingReason::NotBest,
        PairingReason::Unproved,
        PairingReason::Drawn {
            seed: SEED,
            attempt: 1,
        },
        PairingReason::Drawn {
            seed: SEED,
            attempt: 2,
        },
    ];
    all.into_iter().map(Reason::from).collect()
}

fn byes() -> Vec<Reason> {
    let player = ann();
    let passed = vec![
        PassedOver {
            player: bo(),
            rounds: vec![RoundNo(1)],
        },
        PassedOver {
            player: named(3, "Cy"),
            rounds: vec![RoundNo(1), RoundNo(2)],
        },
    ];
    let all = vec![
        ByeReason::Elsewhere {
            program: "Cryodex".to_owned(),
        },
        ByeReason::CountsAs { award: award() },
        ByeReason::Drawn {
            players: 7,
            player: player.clone(),
        },
        ByeReason::Seed { seed: SEED },
        ByeReason::Lowest {
            players: 7,
            player: player.clone(),
        },
        ByeReason::LowestAgain {
            player: player.clone(),
            had: 1,
        },
        ByeReason::Last {
            player: player.clone(),
        },
        ByeReason::PassedOver { players: passed },
        ByeReason::BeforePairing,
        ByeReason::CameLate,
        ByeReason::Ended {
            players: vec![bo()],
        },
        ByeReason::Repaired { reason: text() },
        ByeReason::Gives { award: award() },
        ByeReason::Gives {
            award: Award::win(1, Margin::Share(Share::MeanOfOthers)),
        },
        ByeReason::NoShareYet {
            player: player.clone(),
        },
        ByeReason::MeanShare {
            player,
            shares: vec!["3/5".to_owned(), "1/3".to_owned()],
            mean: "7/15".to_owned(),
        },
    ];
    all.into_iter().map(Reason::from).collect()
}

fn brackets() -> Vec<Reason> {
    let game = BracketGame {
        part: Part::Main,
        bracket_round: 2,
        game: 1,
    };
    let upper = BracketGame {
        part: Part::Upper,
        ..game
    };
    let lower = BracketGame {
        part: Part::Lower,
        ..game
    };
    let last = BracketGame {
        part: Part::GrandFinal,
        ..game
    };
    let player = ann();
    let all = vec![
        BracketReason::SecondFinal,
        BracketReason::Inward(game),
        BracketReason::Fixed(game),
        BracketReason::Final,
        BracketReason::TwoLosses(upper),
        BracketReason::DrawnAtRandom(game),
        BracketReason::Seeds {
            game,
            better_seed: 1,
            better: ann(),
            other_seed: 8,
            other: bo(),
        },
        BracketReason::SeedsAreRanks { seeds: 8 },
        BracketReason::SeedsWereRanks { seeds: 8 },
        BracketReason::BeginsHere {
            player: player.clone(),
            seed: 1,
        },
        BracketReason::PutBack {
            game,
            player: player.clone(),
        },
        BracketReason::Won {
            game,
            player: player.clone(),
        },
        BracketReason::Lost {
            game: lower,
            player: player.clone(),
        },
        BracketReason::HadBye {
            game,
            player: player.clone(),
        },
        BracketReason::EmptyAtRandom { game, players: 6 },
        BracketReason::EmptyForTopSeeds { game, players: 6 },
        BracketReason::NobodyCame(game),
        BracketReason::OpponentLeft {
            game,
            opponent: bo(),
        },
        BracketReason::BothLeftBefore {
            game,
            earlier: lower,
        },
        BracketReason::Champion {
            player: player.clone(),
        },
        BracketReason::StillIn {
            game: last,
            player: player.clone(),
        },
        BracketReason::Out {
            game,
            player: player.clone(),
            places: Some(Places { first: 3, last: 4 }),
        },
        BracketReason::Out {
            game: last,
            player,
            places: None,
        },
        BracketReason::Walkover {
            left: ann(),
            advances: bo(),
        },
        BracketReason::BothLeft,
    ];
    all.into_iter().map(Reason::from).collect()
}

fn outcomes() -> Vec<Reason> {
    let lost = Award::loss(0, Margin::Points(24));
    let all = vec![
        OutcomeReason::NotRecorded,
        OutcomeReason::NotReported,
        OutcomeReason::Disputed,
        OutcomeReason::Unconfirmed,
        OutcomeReason::Corrected {
            line: 39,
            reason: text(),
        },
        OutcomeReason::NeitherAppeared,
        OutcomeReason::Awards {
            a: ann(),
            a_award: award(),
            b: bo(),
            b_award: lost,
        },
        OutcomeReason::Seats { a: ann(), b: bo() },
        OutcomeReason::RecordedBy {
            program: "Cryodex".to_owned(),
        },
        OutcomeReason::WinnerByHand,
        OutcomeReason::WinnerUnknown,
        OutcomeReason::AsRecorded,
    ];
    let report = r#"{"ending":"defeat","beaten":"b","a":{"score":200},"b":{"score":24}}"#;
    let report = Regulation::Xwing.parse_report(report).ok();
    let working = report.and_then(|r| Regulation::Xwing.working(StageKind::Swiss, &r).ok());
    let first = working.unwrap_or_default().into_iter().next();
    let all = all.into_iter().map(Reason::from);
    all.chain(first.map(Reason::from)).collect()
}

fn ranks() -> Vec<Reason> {
    let (round, upper, lower) = (ROUND, ann(), bo());
    let all = vec![
        RankReason::RecordedBye {
            round,
            award: award(),
        },
        RankReason::Bye {
            round,
            award: award(),
        },
        RankReason::Played {
            round,
            opponent: bo(),
            award: Award::draw(
                1,
                Margin::Defeated {
                    points: 300,
                    tokens: 2,
                },
            ),
        },
        RankReason::NoResult {
            round,
            opponent: bo(),
        },
        RankReason::Unpaired {
            round,
            award: Award::loss(0, Margin::None),
        },
        RankReason::Schedule {
            strength: "5/6".to_owned(),
            opponents: vec![
                ScheduleTerm {
                    opponent: bo(),
                    points: 3,
                    rounds: 3,
                },
                ScheduleTerm {
                    opponent: named(3, "Cy"),
                    points: 2,
                    rounds: 3,
                },
            ],
        },
        RankReason::ByeHasNoOpponent,
        RankReason::Disqualified { player: bo() },
        RankReason::Points {
            upper: upper.clone(),
            points: 6,
            lower: lower.clone(),
            lower_points: 4,
        },
        RankReason::Tied {
            upper: upper.clone(),
            lower: lower.clone(),
            points: 6,
            tiebreakers: vec![TiebreakerValue {
                tiebreaker: Tiebreaker::StrengthOfSchedule,
                value: "5/6".to_owned(),
            }],
        },
        RankReason::Tiebreaker {
            upper: upper.clone(),
            lower: lower.clone(),
            tiebreaker: Tiebreaker::MarginOfVictory,
            value: "812".to_owned(),
            lower_value: "640".to_owned(),
        },
        RankReason::Random {
            upper: upper.clone(),
            number: 17,
            lower: lower.clone(),
            lower_number: 93,
            seed: SEED,
        },
        RankReason::RandomUnknown {
            upper: upper.clone(),
            lower: lower.clone(),
        },
        RankReason::Elsewhere {
            upper: upper.clone(),
            lower: lower.clone(),
            program: "Cryodex".to_owned(),
        },
        RankReason::Registered { upper, lower },
    ];
    let player = ann();
    let cuts = vec![
        CutReason::None,
        CutReason::Top { size: 8 },
        CutReason::Points { least: 12 },
        CutReason::Disqualified {
            player: player.clone(),
        },
        CutReason::Dropped {
            player: player.clone(),
        },
        CutReason::WouldBeIn {
            player: player.clone(),
            seed: 4,
        },
        CutReason::WouldNotBeIn { player },
        CutReason::Kept {
            by: "Olga Orr".to_owned(),
            reason: text(),
        },
        CutReason::Undecided,
    ];
    let all = all.into_iter().map(Reason::from);
    all.chain(cuts.into_iter().map(Reason::from)).collect()
}

fn before_games() -> Vec<Reason> {
    let player = ann();
    let dark = ann();
    let mut all = vec![
        BeforeGameReason::CoreRules,
        BeforeGameReason::DarkFirst {
            player: player.clone(),
        },
        BeforeGameReason::HigherSeed {
            player: player.clone(),
        },
        BeforeGameReason::HigherSeedChose {
            player: player.clone(),
            side: Side::Dark,
        },
        BeforeGameReason::HigherSeedChose {
            player: player.clone(),
            side: Side::Light,
        },
        BeforeGameReason::SidesPlayed {
            a: ann(),
            a_played: Played { dark: 1, light: 2 },
            b: bo(),
            b_played: Played { dark: 0, light: 3 },
        },
        BeforeGameReason::LeastPlayed { dark: dark.clone() },
        BeforeGameReason::GreaterDifference { dark: dark.clone() },
        BeforeGameReason::FinalistsSwitch { dark: dark.clone() },
        BeforeGameReason::SideDrawn { dark },
    ];
    for choice in [Choice::FirstPlayer, Choice::Initiative, Choice::Colour] {
        all.push(BeforeGameReason::TotalUnknown {
            choice,
            players: vec![bo()],
        });
        all.push(BeforeGameReason::LowerTotal {
            choice,
            player: player.clone(),
            total: 188,
            opponent: bo(),
            opponent_total: 195,
        });
        all.push(BeforeGameReason::EqualTotals {
            choice,
            player: player.clone(),
            total: 200,
        });
    }
    all.into_iter().map(Reason::from).collect()
}

fn asked() -> Vec<Told> {
    let (table, player, regulation) = (TABLE, ann(), Regulation::Xwing);
    let change = CutChange {
        comes_in: vec![ann()],
        falls_out: vec![bo()],
        moves: Vec::new(),
    };
    let what = "a maneuver dial".to_owned();
    let by = "Ann".to_owned();
    let mut all = vec![
        PromptRequest::CutAgainOrKeep(change.clone()),
        PromptRequest::KeepCut(change),
        PromptRequest::Recommended {
            player: player.clone(),
            regulation,
        },
        PromptRequest::Recommended {
            player: player.clone(),
            regulation: Regulation::Conquest,
        },
        PromptRequest::Warned {
            player: player.clone(),
            warnings: 3,
        },
        PromptRequest::Appeal {
            table,
            ruling: RulingNo(2),
            regulation,
        },
        PromptRequest::ConcedeDeck {
            player: player.clone(),
            what: "a card".to_owned(),
        },
        PromptRequest::Looking {
            player: player.clone(),
            what: what.clone(),
            minutes: 5,
        },
        PromptRequest::StillMissing {
            player: player.clone(),
            what,
        },
        PromptRequest::FortressingLook {
            table,
            player: player.clone(),
        },
        PromptRequest::FortressingDecide {
            table,
            player: player.clone(),
            regulation,
        },
        PromptRequest::FortressingLookAgain { table, player },
        PromptRequest::Claim {
            table,
            by: by.clone(),
            ending: "no_show".to_owned(),
            regulation,
        },
        PromptRequest::ClaimForHead {
            table,
            by,
            ending: "fortressing".to_owned(),
            regulation,
        },
        PromptRequest::LeftReported {
            table,
            players: vec![ann()],
        },
        PromptRequest::Call {
            table,
            reason: "Do obstacles block this?".to_owned(),
        },
    ];
    for regulation in Regulation::ALL {
        for players in [vec![ann()], vec![ann(), bo()]] {
            let stage = StageKind::Swiss;
            all.push(PromptRequest::Left {
                table,
                players,
                regulation,
                stage,
            });
        }
    }
    for players in [vec![ann()], vec![ann(), bo()]] {
        let (regulation, stage) = (Regulation::Cardgame, StageKind::Elimination);
        all.push(PromptRequest::Left {
            table,
            players,
            regulation,
            stage,
        });
    }
    let told = all.iter().map(|asked| (asked.code(), prompts::text(asked)));
    let rulers = [
        RulersReason::Anybody,
        RulersReason::LeaderPlays {
            leader: "Olga Orr".to_owned(),
        },
        RulersReason::Head {
            heads: vec!["Hal Head".to_owned()],
            regulation: Regulation::Xwing,
        },
        RulersReason::HeadPlays {
            regulation: Regulation::Xwing,
        },
    ];
    let rulers = rulers.iter().map(|why| (why.code(), prompts::rulers(why)));
    told.chain(rulers).collect()
}

fn warned() -> Vec<Told> {
    let regulation = Regulation::Conquest;
    let all = [
        WarningMatter::NoAppeals { regulation },
        WarningMatter::OrganizerPlays { player: ann() },
        WarningMatter::SameName {
            leader: "Ann".to_owned(),
            role: Role::Judge,
            regulation,
        },
        WarningMatter::DisqualifiedName {
            player: named(9, "Ann (#9)"),
            disqualified: PlayerId(1),
        },
        WarningMatter::Structure {
            regulation: Regulation::Xwing,
            tier: Tier::Formal,
            structure: StructureKind::Basic,
            expected: StructureKind::Advanced,
        },
        WarningMatter::ListsMissing {
            missing: 1,
            present: 8,
        },
        WarningMatter::ListsMissing {
            missing: 3,
            present: 8,
        },
        WarningMatter::OpaqueBags,
        WarningMatter::OpaqueSleeves,
    ];
    all.iter()
        .map(|matter| (matter.code(), warnings::text(matter)))
        .collect()
}

/// What can be wrong with a line before it is judged, by the code of the cause.
fn unreadable() -> Vec<Told> {
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

fn found() -> Vec<Told> {
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

fn noted() -> Vec<Told> {
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

/// All codes, in the order of the file.
fn codes() -> Vec<&'static str> {
    // What a misfit is, its own code says.
    let of_lines = LineProblem::CODES.iter().copied();
    let of_lines = of_lines.filter(|code| *code != "journal.misfit");
    reason::codes()
        .chain(PromptRequest::CODES.iter().copied())
        .chain(RulersReason::CODES.iter().copied())
        .chain(WarningMatter::CODES.iter().copied())
        .chain(of_lines)
        .chain(Misfit::CODES.iter().copied())
        .chain(LineFault::CODES.iter().copied())
        .chain(VerifyNote::CODES.iter().copied())
        .collect()
}

#[test]
fn every_explanation_prompt_warning_and_finding_reads_well() {
    let reasons = [
        pairings(),
        byes(),
        brackets(),
        outcomes(),
        ranks(),
        before_games(),
    ];
    let reasons = reasons.into_iter().flatten();
    let reasons = reasons.map(|reason| (reason.code(), why::reason(&reason)));
    let headlines = subjects();
    let sentences: Vec<Told> = reasons
        .chain(asked())
        .chain(warned())
        .chain(unreadable())
        .chain(found())
        .chain(noted())
        .collect();

    let rendered: BTreeSet<&str> = headlines
        .iter()
        .chain(&sentences)
        .map(|(code, _)| *code)
        .collect();
    let missing: Vec<&str> = codes()
        .into_iter()
        .filter(|code| !rendered.contains(code))
        .collect();
    assert_eq!(missing, [] as [&str; 0]);

    let mut page = String::new();
    for (code, headline) in &headlines {
        let _ = writeln!(page, "{code}\n    {headline}");
    }
    for (code, text) in &sentences {
        let first = text.chars().next();
        assert!(first.is_some_and(|c| !c.is_lowercase()), "{code}: {text}");
        // What somebody wrote ends as they wrote it.
        let free = ["the slip was unreadable", "Do obstacles block this?"];
        let ends = text.ends_with('.') && !text.ends_with("..");
        assert!(
            ends || free.iter().any(|end| text.ends_with(end)),
            "{code}: {text}"
        );
        for stumbles in [
            "(s)",
            " is no ",
            " anew",
            " stands",
            "can be had",
            "whom",
            "took back",
        ] {
            let plain = text.replace("There is no ", "");
            assert!(!plain.contains(stumbles), "{code}: {text}");
        }
        let _ = writeln!(page, "{code}\n    {text}");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sentences.txt");
    if std::env::var_os("MUSTER_WRITE").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        known, page,
        "sentences.txt is out of date: run this test with MUSTER_WRITE=1"
    );
}

#[test]
fn codes_are_permanent_and_unique() {
    let codes = codes();
    let unique: BTreeSet<&str> = codes.iter().copied().collect();
    assert_eq!(unique.len(), codes.len());
    let frozen: BTreeSet<&str> = include_str!("codes.txt").lines().collect();
    let gone: Vec<&&str> = frozen.difference(&unique).collect();
    assert!(
        gone.is_empty(),
        "codes are never renamed or removed: {gone:?}"
    );
    let new: Vec<&&str> = unique.difference(&frozen).collect();
    assert!(new.is_empty(), "add these to codes.txt: {new:?}");
}
