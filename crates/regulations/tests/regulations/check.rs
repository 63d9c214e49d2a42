//! How a row of a test is checked: one report, what each player takes, or why it is refused.

use muster_regulations::StageKind::{self, Elimination, Swiss};
use muster_regulations::clause;
use muster_regulations::{
    Award, Margin, Outcome, Reason, Regulation, Report, ReportRefusal, Share, Verdict,
};
use serde_json::Value;

/// Both stages, for endings that are alike in them.
pub(crate) const BOTH: &[StageKind] = &[Swiss, Elimination];

/// Reads and judges a report as the program does.
pub(crate) fn judge(
    regulation: Regulation,
    stage: StageKind,
    json: &str,
) -> Result<Outcome, ReportRefusal> {
    let report = regulation.parse_report(json)?;
    regulation.outcome(stage, &report)
}

/// Checks what a report gives to A and to B, and the same with the seats exchanged.
#[track_caller]
pub(crate) fn gives(regulation: Regulation, stages: &[StageKind], json: &str, a: &str, b: &str) {
    for &stage in stages {
        let outcome =
            judge(regulation, stage, json).unwrap_or_else(|refusal| panic!("{json}: {refusal}"));
        assert_eq!(
            (shown(outcome.a).as_str(), shown(outcome.b).as_str()),
            (a, b),
            "{stage:?} {json}"
        );
        let exchanged = exchanged(&serde_json::from_str(json).unwrap()).to_string();
        let outcome = judge(regulation, stage, &exchanged).unwrap();
        assert_eq!(
            (shown(outcome.b).as_str(), shown(outcome.a).as_str()),
            (a, b),
            "{stage:?} {exchanged}"
        );
    }
}

/// Checks that a report is refused: for which field, value and clause, and with which code. A value of `-` means that
/// nothing was given.
#[track_caller]
pub(crate) fn refuses(
    regulation: Regulation,
    stages: &[StageKind],
    json: &str,
    field: &str,
    value: &str,
    clause: &str,
    code: &str,
) {
    for &stage in stages {
        let refusal = match judge(regulation, stage, json) {
            Ok(outcome) => panic!("{stage:?} {json} was accepted: {outcome:?}"),
            Err(refusal) => refusal,
        };
        assert_eq!(
            (
                refusal.field.as_str(),
                refusal.value.as_deref().unwrap_or("-"),
                refusal.clause,
                refusal.code(),
            ),
            (field, value, clause, code),
            "{stage:?} {json}: {refusal}"
        );
        assert!(
            clause::find(refusal.clause).is_some(),
            "{} is no clause",
            refusal.clause
        );
    }
}

/// Checks that the explanation of a report contains a step: its code and its arguments as JSON.
#[track_caller]
pub(crate) fn explains(
    regulation: Regulation,
    stage: StageKind,
    json: &str,
    clause: &str,
    expected: &str,
) {
    let report = regulation.parse_report(json).unwrap();
    let steps = regulation.working(stage, &report).unwrap();
    assert!(
        steps
            .iter()
            .any(|reason| reason.clause == clause && written(reason) == expected),
        "{json}: no step {clause} {expected:?} in {steps:#?}"
    );
}

fn written(reason: &Reason) -> String {
    let arguments = serde_json::to_string(&reason.step).unwrap();
    format!("{} {arguments}", reason.step.code())
}

/// Writes an award the way test rows do: `win 1, 376`, `loss 0, 2/5`, `win 3, 640 and 9 tokens`, `draw 3`.
pub(crate) fn shown(award: Award) -> String {
    let verdict = match award.verdict {
        Verdict::Win => "win",
        Verdict::Draw => "draw",
        Verdict::Loss => "loss",
    };
    let margin = match award.margin {
        Margin::None => String::new(),
        Margin::Points(points) => format!(", {points}"),
        Margin::Share(Share::Of { own, total }) => format!(", {own}/{total}"),
        Margin::Share(Share::MeanOfOthers) => ", mean".to_owned(),
        Margin::Defeated { points, tokens } => format!(", {points} and {tokens} tokens"),
    };
    format!("{verdict} {}{margin}", award.points)
}

/// Exchanges the two seats everywhere in a report.
pub(crate) fn exchanged(value: &Value) -> Value {
    let other = |name: &str| match name {
        "a" => "b".to_owned(),
        "b" => "a".to_owned(),
        name => name.to_owned(),
    };
    match value {
        Value::Object(object) => object
            .iter()
            .map(|(name, value)| (other(name), exchanged(value)))
            .collect(),
        Value::String(text) => Value::String(other(text)),
        value => value.clone(),
    }
}

/// Checks what must hold for every accepted report.
#[track_caller]
pub(crate) fn holds(stage: StageKind, report: &Report, outcome: &Outcome) {
    let regulation = report.regulation();
    let Outcome { a, b } = *outcome;
    let pair = (a.verdict, b.verdict);
    match outcome.winner() {
        Some(_) => assert!(matches!(
            pair,
            (Verdict::Win, Verdict::Loss) | (Verdict::Loss, Verdict::Win)
        )),
        None => {
            assert_eq!(pair, (Verdict::Draw, Verdict::Draw));
            // Only Conquest and the Card Game know draws, and only in Swiss (GC-BRACKET, CG-TIME-DE).
            assert_eq!(stage, Swiss, "{report:?}");
            assert!(matches!(
                regulation,
                Regulation::Conquest | Regulation::Cardgame
            ));
        }
    }
    assert!(a.points <= regulation.book().most_points && b.points <= regulation.book().most_points);
    match (a.margin, b.margin) {
        // XW-MOV
        (Margin::Points(x), Margin::Points(y)) if regulation == Regulation::Xwing => {
            let sum = if report.ending() == "no_show" {
                300
            } else {
                400
            };
            assert_eq!((x + y, a.points + b.points), (sum, 1), "{report:?}");
        }
        // AR-POINTS, AR-CONCEDE
        (Margin::Points(x), Margin::Points(y)) => {
            assert_eq!(regulation, Regulation::Armada);
            assert!(x.max(y) <= 400 && x.min(y) == 0);
            match report.ending() {
                "concession" | "no_show" => assert_eq!(a.points.min(b.points), 0),
                _ => assert_eq!(a.points + b.points, 11, "{report:?}"),
            }
        }
        // LE-MOV: never more than all of it together.
        (Margin::Share(x), Margin::Share(y)) => {
            let parts = |share| match share {
                Share::Of { own, total } => (u64::from(own), u64::from(total)),
                Share::MeanOfOthers => (0, 1),
            };
            let ((x, of_x), (y, of_y)) = (parts(x), parts(y));
            assert!(
                of_x > 0 && of_y > 0 && x * of_y + y * of_x <= of_x * of_y,
                "{report:?}"
            );
        }
        (Margin::Defeated { .. }, Margin::Defeated { .. }) | (Margin::None, Margin::None) => {}
        mixed => panic!("{mixed:?}"),
    }
    let steps = regulation.working(stage, report).unwrap();
    assert!(!steps.is_empty());
    for step in steps {
        assert!(
            clause::find(step.clause).is_some_and(|clause| clause.of.contains(&regulation)),
            "{step:?}"
        );
    }
    assert_eq!(
        regulation
            .parse_report(&report.to_json().to_string())
            .as_ref(),
        Ok(report)
    );
    let journal = serde_json::to_string(report).unwrap();
    assert_eq!(&serde_json::from_str::<Report>(&journal).unwrap(), report);
}
