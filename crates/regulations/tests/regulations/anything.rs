//! Whatever is thrown at it: no input panics, refusals cite clauses, and accepted reports keep their promises.

use crate::check::{exchanged, holds};
use crate::forms::accepts;
use muster_regulations::StageKind::{Elimination, Swiss};
use muster_regulations::form::{self, Ending, Field, FieldKind};
use muster_regulations::{Outcome, Regulation, clause};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

const WORDS: &[&str] = &[
    "ending",
    "a",
    "b",
    "score",
    "tokens",
    "destroyed",
    "objectives",
    "defeated",
    "army_points",
    "beaten",
    "winner",
    "salvo_winner",
    "second_player",
    "blue_player",
    "conceded_by",
    "absent",
    "first",
    "second",
    "dark_first",
    "dark",
    "game",
    "time",
    "defeat",
    "no_show",
    "dial",
    "light",
    "",
];

fn word() -> impl Strategy<Value = String> {
    prop::sample::select(WORDS).prop_map(str::to_owned)
}

/// JSON made of our own words, so that some of it comes close to a report.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        word().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(word(), inner, 0..6)
                .prop_map(|map| Value::Object(Map::from_iter(map))),
        ]
    })
}

fn number(most: u32) -> BoxedStrategy<Value> {
    // Few small numbers, so that level scores come up often; the limits; and everything beyond.
    prop_oneof![
        9 => (0..=3u32.min(most)).prop_map(Value::from),
        4 => (0..=most).prop_map(Value::from),
        4 => Just(json!(most)),
        1 => Just(json!(u64::from(most) + 1)),
        1 => prop::sample::select(&[u32::MAX, u32::MAX - 1, 1 << 31, 800, 400, 200]).prop_map(Value::from),
        1 => Just(json!(u64::MAX)),
        1 => Just(json!(-1)),
    ]
    .boxed()
}

fn value_of(field: &'static Field) -> BoxedStrategy<Value> {
    match field.kind {
        FieldKind::Seat => prop::sample::select(&["a", "b"])
            .prop_map(Value::from)
            .boxed(),
        FieldKind::Side => prop::sample::select(&["light", "dark"])
            .prop_map(Value::from)
            .boxed(),
        FieldKind::YesNo => any::<bool>().prop_map(Value::from).boxed(),
        FieldKind::Game(endings) => nearly(endings),
        kind => number(kind.most().unwrap()),
    }
}

/// Reports made from the form: mostly whole, sometimes with a field left out, empty or wrong.
fn nearly(endings: &'static [Ending]) -> BoxedStrategy<Value> {
    prop::sample::select(endings)
        .prop_flat_map(|ending: Ending| {
            let fields: Vec<_> = ending
                .fields
                .iter()
                .map(|field| {
                    let optional = field.need != form::Need::Always;
                    prop_oneof![
                        20 => value_of(field).prop_map(Some),
                        if optional { 20 } else { 1 } => Just(None),
                        1 => Just(Some(Value::Null)),
                        1 => Just(Some(json!("?"))),
                    ]
                })
                .collect();
            fields.prop_map(move |values| {
                let mut report = json!({"ending": ending.id});
                for (field, value) in ending.fields.iter().zip(values) {
                    if let Some(value) = value {
                        let pointed = field.path.split('.').fold(&mut report, |place, name| {
                            if !place.is_object() {
                                *place = json!({});
                            }
                            &mut place[name]
                        });
                        *pointed = value;
                    }
                }
                report
            })
        })
        .boxed()
}

fn any_regulation() -> impl Strategy<Value = Regulation> {
    prop::sample::select(&Regulation::ALL[..])
}

fn near_report() -> impl Strategy<Value = (Regulation, Value)> {
    any_regulation()
        .prop_flat_map(|regulation| (Just(regulation), nearly(regulation.book().endings)))
}

fn check(regulation: Regulation, text: &str) {
    let report = match regulation.parse_report(text) {
        Ok(report) => report,
        Err(refusal) => {
            assert!(clause::find(refusal.clause).is_some());
            assert!(!refusal.field.is_empty());
            return;
        }
    };
    let value: Value = serde_json::from_str(text).unwrap();
    let swapped = regulation
        .parse_report(&exchanged(&value).to_string())
        .unwrap();
    for stage in [Swiss, Elimination] {
        let mirrored = regulation.outcome(stage, &swapped);
        match regulation.outcome(stage, &report) {
            Ok(outcome) => {
                holds(stage, &report, &outcome);
                assert_eq!(
                    mirrored,
                    Ok(Outcome {
                        a: outcome.b,
                        b: outcome.a
                    }),
                    "{text}"
                );
                assert!(accepts(&form::schema(regulation), &value), "{text}");
            }
            Err(refusal) => {
                assert!(
                    clause::find(refusal.clause)
                        .is_some_and(|clause| clause.of.contains(&regulation))
                );
                assert_eq!(regulation.working(stage, &report), Err(refusal));
                assert!(mirrored.is_err(), "{text}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    // XW-MOV, AR-POINTS, LE-MOV, GC-BRACKET, CG-TIME-DE: the invariants of each regulation on everything accepted.
    #[test]
    fn near_reports_are_judged_or_refused((regulation, value) in near_report()) {
        check(regulation, &value.to_string());
    }

    #[test]
    fn what_the_schema_accepts_can_be_read((regulation, value) in near_report()) {
        if accepts(&form::schema(regulation), &value) {
            prop_assert!(regulation.parse_report(&value.to_string()).is_ok(), "{}", value);
        }
    }

    #[test]
    fn any_json_is_answered(regulation in any_regulation(), value in any_json()) {
        check(regulation, &value.to_string());
    }

    #[test]
    fn any_text_is_answered(regulation in any_regulation(), text in "\\PC{0,80}") {
        check(regulation, &text);
    }

    #[test]
    fn any_attendance_is_answered(
        regulation in any_regulation(),
        rounds in prop_oneof![0..40u32, any::<u32>()],
        n in any::<u32>(),
        players in any::<u32>(),
    ) {
        use muster_regulations::{CustomStructure, CutRule, StructureKind::*};
        for kind in [Basic, Advanced, WithCut, FullSwiss, Custom] {
            for cut in [CutRule::None, CutRule::Top(n), CutRule::Points(n)] {
                for custom in [None, Some(CustomStructure { rounds, cut })] {
                    if let Err(refusal) = regulation.structure(kind, custom, players) {
                        prop_assert!(clause::find(refusal.clause).is_some());
                    }
                }
            }
        }
    }
}

// A deeply nested report is refused, not followed to the end of the stack.
#[test]
fn deep_nesting_is_refused() {
    let deep = format!(
        "{}{}",
        r#"{"ending":"games","first":"#.repeat(100_000),
        "}".repeat(100_000)
    );
    for regulation in Regulation::ALL {
        assert!(regulation.parse_report(&deep).is_err());
    }
}
