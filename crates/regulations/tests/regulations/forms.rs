//! Form, schema and the types that serde reads agree: they are three views of one report.

use crate::check::{holds, judge};
use muster_regulations::Regulation;
use muster_regulations::StageKind::{self, Elimination, Swiss};
use muster_regulations::form::{self, Ending, Field, FieldKind, Need};
use muster_regulations::{armada, cardgame, conquest, legion, xwing};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Checks a value against the part of JSON Schema that our schemas use.
pub(crate) fn accepts(schema: &Value, value: &Value) -> bool {
    let Some(schema) = schema.as_object() else {
        return schema.as_bool().unwrap_or(false);
    };
    schema.iter().all(|(keyword, rule)| match keyword.as_str() {
        "oneOf" => {
            rule.as_array()
                .unwrap()
                .iter()
                .filter(|schema| accepts(schema, value))
                .count()
                == 1
        }
        "anyOf" => rule
            .as_array()
            .unwrap()
            .iter()
            .any(|schema| accepts(schema, value)),
        "const" => rule == value,
        "enum" => rule.as_array().unwrap().contains(value),
        "type" if rule.is_array() => {
            let mut kinds = rule.as_array().unwrap().iter();
            kinds.any(|kind| accepts(&json!({ "type": kind }), value))
        }
        "type" => match rule.as_str().unwrap() {
            "object" => value.is_object(),
            "string" => value.is_string(),
            "integer" => value.is_u64() || value.is_i64(),
            "array" => value.is_array(),
            "boolean" => value.is_boolean(),
            "null" => value.is_null(),
            other => panic!("type {other}"),
        },
        "minimum" => value
            .as_f64()
            .is_none_or(|value| value >= rule.as_f64().unwrap()),
        "maximum" => value
            .as_f64()
            .is_none_or(|value| value <= rule.as_f64().unwrap()),
        "required" => rule
            .as_array()
            .unwrap()
            .iter()
            .all(|name| value.get(name.as_str().unwrap()).is_some()),
        "properties" => rule
            .as_object()
            .unwrap()
            .iter()
            .all(|(name, schema)| value.get(name).is_none_or(|value| accepts(schema, value))),
        "additionalProperties" => {
            assert_eq!(rule, &json!(false));
            let known = schema["properties"].as_object().unwrap();
            value
                .as_object()
                .is_none_or(|object| object.keys().all(|name| known.contains_key(name)))
        }
        "items" => value
            .as_array()
            .is_none_or(|values| values.iter().all(|value| accepts(rule, value))),
        "maxItems" => value
            .as_array()
            .is_none_or(|values| values.len() as u64 <= rule.as_u64().unwrap()),
        "maxLength" => value
            .as_str()
            .is_none_or(|text| text.chars().count() as u64 <= rule.as_u64().unwrap()),
        "$schema" | "title" | "description" | "examples" | "format" | "pattern" => true,
        other => panic!("the schema uses {other:?}, which this check does not know"),
    })
}

fn put(report: &mut Value, path: &str, value: Value) {
    let place = path.split('.').fold(report, |place, name| {
        if place.is_null() {
            *place = json!({});
        }
        &mut place[name]
    });
    *place = value;
}

fn remove(report: &mut Value, path: &str) {
    let (inside, name) = path
        .rsplit_once('.')
        .map_or(("", path), |(inside, name)| (inside, name));
    let object = inside
        .split('.')
        .filter(|name| !name.is_empty())
        .fold(report, |place, name| &mut place[name]);
    object.as_object_mut().unwrap().remove(name);
}

fn sample(field: &Field) -> Value {
    match field.kind {
        FieldKind::Seat => json!("a"),
        FieldKind::Side => json!("dark"),
        FieldKind::YesNo => json!(true),
        FieldKind::Game(endings) => filled(&endings[0], |_| true),
        number => json!(number.most().unwrap()),
    }
}

fn filled(ending: &Ending, wanted: impl Fn(&Field) -> bool) -> Value {
    let mut report = json!({"ending": ending.id});
    for field in ending.fields.iter().filter(|field| wanted(field)) {
        put(&mut report, field.path, sample(field));
    }
    report
}

/// Every ending of every form, games inside matches too, as whole reports to be read.
fn every_ending(check: impl Fn(Regulation, &Ending, &dyn Fn(Value) -> Value)) {
    for regulation in Regulation::ALL {
        for ending in regulation.book().endings {
            check(regulation, ending, &|report| report);
            for field in ending.fields {
                if let FieldKind::Game(endings) = field.kind {
                    for inner in endings {
                        check(regulation, inner, &|game| {
                            let mut report = filled(ending, |_| true);
                            put(&mut report, field.path, game);
                            report
                        });
                    }
                }
            }
        }
    }
}

#[test]
fn what_the_form_asks_for_is_what_serde_reads() {
    every_ending(|regulation, ending, whole| {
        let schema = form::schema(regulation);
        let check = |report: Value, readable: bool| {
            let report = whole(report);
            let read = regulation.parse_report(&report.to_string());
            assert_eq!(read.is_ok(), readable, "{regulation} {report}: {read:?}");
            assert_eq!(
                accepts(&schema, &report),
                readable,
                "{regulation} schema, {report}"
            );
        };
        check(filled(ending, |_| true), true);
        check(filled(ending, |field| field.need == Need::Always), true);
        for field in ending.fields {
            let mut without = filled(ending, |_| true);
            remove(&mut without, field.path);
            check(without, field.need != Need::Always);
            let mut null = filled(ending, |_| true);
            put(&mut null, field.path, Value::Null);
            check(null, field.need != Need::Always);
            let mut wrong = filled(ending, |_| true);
            put(&mut wrong, field.path, json!("neither"));
            check(wrong, false);
        }
        let mut stranger = filled(ending, |_| true);
        put(&mut stranger, "stranger", json!(1));
        check(stranger, false);
    });
}

// serde would read a list in the place of an object; people would not.
#[test]
fn lists_are_no_objects() {
    for json in [
        r#"["no_show","a"]"#,
        r#"{"ending":"time","a":[77],"b":[49]}"#,
        r#"{"ending":"time","a":{"score":77},"b":[49]}"#,
    ] {
        assert!(Regulation::Xwing.parse_report(json).is_err(), "{json}");
    }
    let game = r#"{"ending":"game","dark":"a","game":["dial"]}"#;
    assert_eq!(
        Regulation::Cardgame.parse_report(game).unwrap_err().field,
        "game"
    );
}

#[test]
fn a_fault_is_named_by_its_own_path() {
    every_ending(|regulation, ending, whole| {
        for field in ending.fields {
            let mut wrong = filled(ending, |_| true);
            put(&mut wrong, field.path, json!({"what": 1}));
            let report = whole(wrong);
            let refusal = regulation.parse_report(&report.to_string()).unwrap_err();
            assert!(refusal.field.contains(field.path), "{report}: {refusal}");
        }
    });
}

#[test]
fn examples_are_accepted_in_each_stage_that_knows_them() {
    for regulation in Regulation::ALL {
        let schema = form::schema(regulation);
        for stage in [Swiss, Elimination] {
            for ending in form::endings(regulation, stage) {
                // The one example that a bracket reads differently: there a declined match needs a roll (GC-BRACKET).
                if (ending.id, stage) == ("declined", Elimination) {
                    continue;
                }
                let report = regulation.parse_report(ending.example).unwrap();
                assert_eq!(report.ending(), ending.id);
                let outcome = judge(regulation, stage, ending.example).unwrap();
                holds(stage, &report, &outcome);
                assert!(accepts(
                    &schema,
                    &serde_json::from_str(ending.example).unwrap()
                ));
            }
        }
    }
}

/// The endings that serde knows, as it lists them when it meets one it does not know.
fn known_to_serde<T: DeserializeOwned>() -> BTreeSet<String> {
    let error = serde_json::from_str::<T>(r#"{"ending":"?"}"#)
        .err()
        .unwrap()
        .to_string();
    let (_, list) = error.split_once("expected one of").unwrap();
    list.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

fn ids(endings: &[Ending]) -> BTreeSet<String> {
    endings.iter().map(|ending| ending.id.to_owned()).collect()
}

#[test]
fn every_ending_of_the_types_is_in_the_form() {
    let known = |regulation: Regulation| match regulation {
        Regulation::Xwing => known_to_serde::<xwing::Report>(),
        Regulation::Armada => known_to_serde::<armada::Report>(),
        Regulation::Legion => known_to_serde::<legion::Report>(),
        Regulation::Conquest => known_to_serde::<conquest::Report>(),
        Regulation::Cardgame => known_to_serde::<cardgame::Report>(),
    };
    for regulation in Regulation::ALL {
        assert_eq!(ids(regulation.book().endings), known(regulation));
    }
    let games: Vec<_> = Regulation::Cardgame
        .book()
        .endings
        .iter()
        .flat_map(|ending| ending.fields)
        .filter_map(|field| match field.kind {
            FieldKind::Game(endings) => Some(ids(endings)),
            _ => None,
        })
        .collect();
    let [swiss, bracket] = [
        known_to_serde::<cardgame::Game>(),
        known_to_serde::<cardgame::BracketGame>(),
    ];
    assert_eq!(games, [swiss.clone(), swiss, bracket]);
}

// CG-SPLIT, CG-DE, GC-BRACKET: what one stage alone knows stands in its form alone.
#[test]
fn forms_differ_by_stage_where_the_documents_do() {
    let endings = |stage: StageKind| -> Vec<_> {
        form::endings(Regulation::Cardgame, stage)
            .map(|ending| ending.id)
            .collect()
    };
    assert_eq!(endings(Swiss), ["games", "split", "no_show"]);
    assert_eq!(endings(Elimination), ["game", "no_show"]);
    let declined = form::endings(Regulation::Conquest, Swiss)
        .find(|ending| ending.id == "declined")
        .unwrap();
    assert_eq!(declined.fields_in(Swiss).count(), 0);
    assert_eq!(declined.fields_in(Elimination).count(), 1);
}

#[test]
fn schema_names_its_draft_and_its_limits() {
    let schema = form::schema(Regulation::Xwing);
    assert_eq!(
        schema["$schema"],
        "https://json-schema.org/draft/2020-12/schema"
    );
    let time = schema["oneOf"]
        .as_array()
        .unwrap()
        .iter()
        .find(|ending| ending["properties"]["ending"]["const"] == "time")
        .unwrap();
    assert_eq!(
        time["properties"]["a"]["properties"]["score"]["maximum"],
        199
    );
    assert_eq!(time["required"], json!(["ending", "a", "b"]));
}
