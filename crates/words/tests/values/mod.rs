//! One value of each kind that sentences are made of, shared by the tests that write them down.

use muster_regulations::form::{Asks, FieldKind};
use muster_regulations::report::{Force, Limited};
use muster_regulations::{Regulation, ReportProblem, ReportRefusal, Seat};

/// Returns every kind of problem of a report, with its clause. `None` in the middle means that nothing was given.
pub(crate) fn reports() -> Vec<ReportRefusal> {
    use ReportProblem::*;
    let (a, b) = (Seat::A, Seat::B);
    let known = || vec!["defeat", "mutual_destruction", "time"];
    let given: Vec<(&'static str, ReportProblem)> = vec![
        (
            "XW-END",
            Unreadable {
                error: "expected value at line 1 column 1".to_owned(),
            },
        ),
        ("XW-END", NotAnObject { known: known() }),
        ("XW-END", UnknownEnding { known: known() }),
        (
            "XW-SCORE",
            Invalid {
                kind: FieldKind::Points(200),
            },
        ),
        (
            "XW-END",
            Invalid {
                kind: FieldKind::Seat,
            },
        ),
        (
            "CG-TIME-DE",
            Invalid {
                kind: FieldKind::Side,
            },
        ),
        (
            "CG-SPLIT",
            Invalid {
                kind: FieldKind::YesNo,
            },
        ),
        (
            "CG-END",
            Invalid {
                kind: FieldKind::Game(&[]),
            },
        ),
        (
            "XW-END",
            NotAsked {
                ending: "time",
                asked: vec!["a.score", "b.score", "winner"],
            },
        ),
        (
            "CG-END",
            NotAsked {
                ending: "dial",
                asked: Vec::new(),
            },
        ),
        (
            "XW-END",
            OtherGame {
                regulation: Regulation::Xwing,
            },
        ),
        ("XW-SCORE", high(Limited::Score(Force::Squad), 200)),
        ("AR-SCORE", high(Limited::Score(Force::Fleet), 400)),
        ("LE-SCORE", high(Limited::Score(Force::Army), 800)),
        ("AR-SCORE", high(Limited::ObjectivePoints, 999)),
        ("LE-MOV", high(Limited::Tokens, 99)),
        ("GC-END", high(Limited::ArmyPoints, 9999)),
        ("CG-TIME-DE", high(Limited::Damage, 999)),
        (
            "XW-SCORE",
            BeyondList {
                owner: b,
                points: 180,
                whole: Some(200),
            },
        ),
        (
            "GC-END",
            BeyondList {
                owner: b,
                points: 1,
                whole: None,
            },
        ),
        (
            "GC-END",
            ArmyKnown {
                owner: a,
                points: 780,
            },
        ),
        ("XW-END", OtherWinner { winner: a }),
        ("GC-END", NoWinner),
        (
            "XW-SCORE",
            FullScore {
                beaten: b,
                force: Force::Squad,
            },
        ),
        (
            "AR-SCORE",
            FullScore {
                beaten: b,
                force: Force::Fleet,
            },
        ),
        (
            "LE-SCORE",
            FullScore {
                beaten: b,
                force: Force::Army,
            },
        ),
        (
            "XW-END",
            OtherBeaten {
                beaten: a,
                force: Force::Squad,
            },
        ),
        (
            "XW-END",
            BothBeaten {
                winner: a,
                force: Force::Squad,
            },
        ),
        (
            "AR-END",
            BothBeaten {
                winner: a,
                force: Force::Fleet,
            },
        ),
        (
            "XW-END",
            WinnerBeaten {
                winner: a,
                force: Force::Squad,
            },
        ),
        (
            "XW-END",
            AllGone {
                beaten: b,
                force: Force::Squad,
            },
        ),
        (
            "AR-END",
            AllGone {
                beaten: b,
                force: Force::Fleet,
            },
        ),
        (
            "LE-END",
            AllGone {
                beaten: b,
                force: Force::Army,
            },
        ),
        ("XW-SALVO", SalvoNotFired { a: 90, b: 80 }),
        ("XW-SALVO", SalvoWinner { winner: b }),
        ("XW-SALVO", SalvoScore { score: 60 }),
        (
            "XW-SALVO",
            SalvoLeftOut {
                score: 60,
                winner: b,
            },
        ),
        ("XW-SALVO", SalvoRolled { winner: a }),
        ("XW-SALVO", SalvoBeyondList { points: 150 }),
        ("XW-SALVO", SalvoDice { seat: a, most: 1 }),
        ("XW-SALVO", SalvoAllDice { seat: b, dice: 9 }),
        ("XW-SALVO", SalvoNoDice),
        ("XW-SALVO", SalvoUndecided),
        ("GC-BRACKET", RollNotNeeded { winner: b }),
        ("GC-BRACKET", RollInSwiss),
        ("LE-MOV-CONCEDE", JudgeMissing),
        ("CG-SPLIT", LeaderMissing),
        ("CG-SWISS", TwoGames),
        ("CG-DE", OneGame),
        ("CG-SPLIT", SplitInBracket),
        ("CG-END-2", FirstGameNotBegun),
        ("CG-END-2", SecondGameBegun),
        ("CG-END", ObjectivesWon),
        ("CG-END", DialTooHigh),
        ("CG-END", DialWon),
    ];
    let missing: Vec<(&'static str, ReportProblem)> = vec![
        ("XW-END", UnknownEnding { known: known() }),
        (
            "XW-SCORE",
            Missing {
                asks: Asks::Score,
                seat: Some(b),
            },
        ),
        (
            "XW-END",
            Missing {
                asks: Asks::ConcededBy,
                seat: None,
            },
        ),
        ("XW-SALVO", SalvoMissing { score: 60 }),
        ("XW-SALVO", SalvoScoreMissing),
        ("AR-END", SecondPlayerMissing { score: 60 }),
        ("LE-END", ScoreMissing { seat: a, tokens: 1 }),
        (
            "LE-END",
            BluePlayerMissing {
                tokens: 3,
                score: None,
            },
        ),
        (
            "LE-END",
            BluePlayerMissing {
                tokens: 1,
                score: Some(240),
            },
        ),
        (
            "GC-END",
            ArmyMissing {
                owner: b,
                tokens: 4,
                defeated: 300,
            },
        ),
        ("GC-BRACKET", RollMissing),
        ("XW-END", game(&["loser_score"])),
        ("AR-CONCEDE", game(&["a.destroyed", "b.destroyed"])),
        (
            "GC-END",
            game(&["a.tokens", "a.defeated", "b.tokens", "b.defeated"]),
        ),
    ];
    let given = given
        .into_iter()
        .map(|(clause, problem)| (clause, Some("x"), problem));
    let missing = missing
        .into_iter()
        .map(|(clause, problem)| (clause, None, problem));
    given
        .chain(missing)
        .map(|(clause, value, problem)| ReportRefusal {
            field: "a.score".to_owned(),
            value: value.map(str::to_owned),
            problem,
            clause,
        })
        .collect()
}

fn high(what: Limited, most: u32) -> ReportProblem {
    ReportProblem::TooHigh { what, most }
}

fn game(fields: &'static [&'static str]) -> ReportProblem {
    ReportProblem::GameMissing {
        loser: Seat::A,
        fields,
    }
}
