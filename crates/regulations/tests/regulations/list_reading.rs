//! Lists as they come in: JSON, schema and bad input of every kind.

use crate::forms::accepts;
use muster_regulations::list::{Context, List, Piece, Squad, check, example, schema};
use muster_regulations::{Regulation, Tier};
use proptest::prelude::*;
use serde_json::{Value, json};

const PLAIN: Context = Context {
    tier: Tier::Premier,
    date: Some(jiff::civil::date(2026, 5, 1)),
    catalogue: None,
};

#[track_caller]
fn refused(regulation: Regulation, json: &str, place: &str, code: &str) {
    let refusal = regulation.parse_list(json).unwrap_err();
    assert_eq!(
        (refusal.place.as_str(), refusal.finding.code()),
        (place, code),
        "{refusal:?}"
    );
    let value = refusal.value.unwrap_or_default();
    assert!(value.chars().count() < 200, "{value}");
}

#[test]
fn bad_numbers_and_shapes_are_named_with_their_place() {
    let ship =
        |points: &str| format!(r#"{{"faction":"x","ships":[{{"name":"A","points":{points}}}]}}"#);
    let x = Regulation::Xwing;
    for points in ["-5", "12.5", "1e300", "123456"] {
        refused(x, &ship(points), "ships[0].points", "list.number");
    }
    refused(x, &ship("\"many\""), "list", "list.unreadable");
    let nameless = r#"{"ships":[{"points":3}]}"#;
    refused(x, nameless, "list", "list.unreadable");
    let none = r#"{"ships":[{"name":"A","points":3,"count":0}]}"#;
    refused(x, none, "ships[0].count", "list.number");
    let winged = r#"{"ships":[{"name":"A","points":3,"wings":2}]}"#;
    refused(x, winged, "list", "list.unreadable");
    refused(x, r#"{"fleet":[]}"#, "list", "list.unreadable");
    refused(x, "squad", "list", "list.not-json");
    refused(x, "[]", "", "list.not-an-object");
    let row = r#"{"ships":[["A",1,50]]}"#;
    refused(x, row, "ships[0]", "list.not-an-object");
    refused(
        Regulation::Legion,
        r#"{"command_hand":[{"name":"A","pips":9}]}"#,
        "command_hand[0].pips",
        "list.number",
    );
    let broken = r#"{"ships":[{"name":"A\nB","points":3}]}"#;
    refused(x, broken, "ships[0].name", "list.control-character");
    let long = format!(r#"{{"faction":"{}"}}"#, "ж".repeat(121));
    refused(x, &long, "faction", "list.name-too-long");
}

#[test]
fn ten_thousand_entries_get_a_short_answer() {
    let entries: Vec<Value> = (0..10_000)
        .map(|n| json!({"name": n.to_string(), "points": 1}))
        .collect();
    let json = json!({"faction": "x", "ships": entries}).to_string();
    refused(Regulation::Xwing, &json, "ships", "list.too-many-entries");
    let squad = Squad {
        ships: (0..10_000)
            .map(|n| Piece::new(n.to_string(), u32::MAX))
            .collect(),
        ..Squad::default()
    };
    let problems = check(Regulation::Xwing, &List::Xwing(squad), &PLAIN);
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].finding.code(), "list.too-many-entries");
}

#[test]
fn names_of_any_script_are_kept_as_typed() {
    for name in ["Żółw", "星の船", "סירה", "ship 🚀", "ЩИТ (Щ)"] {
        let json = json!({"faction": name, "ships": [{"name": name, "points": 50, "count": 2}], "obstacles": ["a", "b", "c"]});
        let list = Regulation::Xwing.parse_list(&json.to_string()).unwrap();
        assert_eq!(list.faction().as_deref(), Some(name));
        assert_eq!(check(Regulation::Xwing, &list, &PLAIN), [], "{name}");
        assert_eq!(
            Regulation::Xwing
                .parse_list(&list.to_json().to_string())
                .unwrap(),
            list
        );
    }
}

#[test]
fn a_list_may_be_wrapped_in_the_name_of_its_regulation() {
    for regulation in Regulation::ALL {
        let list = regulation.parse_list(example(regulation)).unwrap();
        let wrapped = serde_json::to_string(&list).unwrap();
        assert_eq!(regulation.parse_list(&wrapped).unwrap(), list);
        assert_eq!(serde_json::from_str::<List>(&wrapped).unwrap(), list);
        // Twice around is once too often.
        let twice = json!({regulation.id(): serde_json::to_value(&list).unwrap()}).to_string();
        assert!(regulation.parse_list(&twice).is_err());
    }
}

#[test]
fn schema_accepts_what_is_read_and_what_is_written() {
    for regulation in Regulation::ALL {
        let schema = schema(regulation);
        let example = &schema["examples"][0];
        assert!(accepts(&schema, example), "{regulation}");
        let list = regulation.parse_list(&example.to_string()).unwrap();
        assert!(accepts(&schema, &list.to_json()), "{regulation}");
        let mut strange = example.clone();
        strange["strange"] = json!(1);
        assert!(!accepts(&schema, &strange));
        assert!(regulation.parse_list(&strange.to_string()).is_err());
        assert!(
            accepts(&schema, &List::empty(regulation).to_json()),
            "{regulation}"
        );
    }
    let full = json!({"name": "A", "count": 1, "points": 2, "ship": null, "faction": "f", "product": "p",
        "released": "2020-01-01", "unique": true, "half": 1, "attack": 3,
        "upgrades": [{"name": "u", "points": 0, "slot": "s", "product": "p", "released": null, "unique": false}]});
    let squad = json!({"ships": [full], "damage_deck": "core"});
    assert!(accepts(&schema(Regulation::Xwing), &squad));
    Regulation::Xwing.parse_list(&squad.to_string()).unwrap();
}

proptest! {
    /// Any text at all gets an answer.
    #[test]
    fn nonsense_is_answered(text in ".{0,200}") {
        for regulation in Regulation::ALL {
            let _ = regulation.parse_list(&text);
        }
    }

    /// Whatever numbers stand in a list, the check answers and totals hold.
    #[test]
    fn any_list_is_checked(
        ships in prop::collection::vec((".{0,20}", any::<u32>(), any::<u32>(), prop::option::of(any::<u32>())), 0..12),
        faction in ".{0,140}",
        obstacles in prop::collection::vec(".{0,5}", 0..5),
    ) {
        let ships: Vec<Piece> = ships
            .into_iter()
            .map(|(name, points, count, half)| Piece { count, half, ..Piece::new(name, points) })
            .collect();
        let squad = Squad { faction, ships, obstacles, damage_deck: None };
        let over = squad.ships.iter().map(|ship| u128::from(ship.points) * u128::from(ship.count)).sum::<u128>();
        let list = List::Xwing(squad);
        let problems = check(Regulation::Xwing, &list, &PLAIN);
        prop_assert_eq!(u128::from(list.points().unwrap()), over.min(u128::from(u32::MAX)));
        if over > 200 {
            let limit = |p: &muster_regulations::list::Problem| p.clause == "XW-LIST" && p.place.is_empty();
            prop_assert!(problems.iter().any(limit));
        }
    }
}
