//! Lists against their documents: one row is one list and what is said about it.

use jiff::civil::date;
use muster_regulations::Regulation::{self, Armada, Cardgame, Conquest, Legion, Xwing};
use muster_regulations::list::{
    CardRecord, Catalogue, Context, List, Weight, check, first_legal_day,
};
use muster_regulations::{StageKind, Tier, list};
use serde_json::{Value, json};

const PLAIN: Context = Context {
    tier: Tier::Relaxed,
    date: None,
    catalogue: None,
};

fn example(regulation: Regulation) -> Value {
    serde_json::from_str(list::example(regulation)).unwrap()
}

#[track_caller]
fn parse(regulation: Regulation, value: &Value) -> List {
    regulation.parse_list(&value.to_string()).unwrap()
}

/// The problems of an example after a change, each as `clause place`.
#[track_caller]
fn told(regulation: Regulation, context: &Context, change: impl FnOnce(&mut Value)) -> Vec<String> {
    let mut value = example(regulation);
    change(&mut value);
    let problems = check(regulation, &parse(regulation, &value), context);
    problems
        .iter()
        .map(|problem| {
            let doubt = if problem.weight == Weight::Doubt {
                "? "
            } else {
                ""
            };
            format!("{doubt}{} {}", problem.clause, problem.place)
        })
        .collect()
}

/// Sets the value at a JSON pointer and compares what is said.
#[track_caller]
fn row(regulation: Regulation, pointer: &str, value: Value, expected: &[&str]) {
    let told = told(regulation, &PLAIN, |list| set(list, pointer, value));
    assert_eq!(told, expected, "{pointer}");
}

#[track_caller]
fn set(list: &mut Value, pointer: &str, value: Value) {
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    let parent = list.pointer_mut(parent).unwrap();
    match parent {
        Value::Array(values) => values[key.parse::<usize>().unwrap()] = value,
        _ => parent[key] = value,
    }
}

#[test]
fn examples_are_in_order() {
    for regulation in Regulation::ALL {
        assert_eq!(told(regulation, &PLAIN, |_| ()), [""; 0], "{regulation}");
    }
}

#[test]
fn xw_list_and_xw_obstacles() {
    muster_regulations::proves!("XW-LIST", "XW-OBSTACLES");
    row(Xwing, "/ships/1/points", json!(48), &[]); // 52 + 3 + 144 = 199
    row(Xwing, "/ships/1/points", json!(49), &["XW-LIST "]);
    row(Xwing, "/ships/1/count", json!(1), &[]);
    row(
        Xwing,
        "/ships/1/count",
        json!(8),
        &["XW-LIST ", "XW-LIST ships"],
    );
    row(
        Xwing,
        "/ships",
        json!([{"name": "One", "points": 200}]),
        &["XW-LIST ships"],
    );
    row(Xwing, "/ships", json!([]), &["XW-LIST ships"]);
    row(
        Xwing,
        "/ships",
        json!([{"name": "Two", "count": 2, "points": 100}]),
        &[],
    );
    row(
        Xwing,
        "/ships",
        json!([{"name": "Eight", "count": 8, "points": 25}]),
        &[],
    );
    row(
        Xwing,
        "/ships",
        json!([{"name": "Nine", "count": 9, "points": 22}]),
        &["XW-LIST ships"],
    );
    row(Xwing, "/faction", json!(" "), &["XW-LIST faction"]);
    row(Xwing, "/ships/0/faction", json!("amber  LEAGUE"), &[]);
    row(
        Xwing,
        "/ships/0/faction",
        json!("Iron Court"),
        &["XW-LIST ships[0]"],
    );
    row(Xwing, "/ships/0/half", json!(28), &[]); // half of 55, rounded up
    row(Xwing, "/ships/0/half", json!(27), &["XW-LIST ships[0]"]);
    row(
        Xwing,
        "/obstacles",
        json!(["A", "B"]),
        &["XW-OBSTACLES obstacles"],
    );
    row(
        Xwing,
        "/obstacles",
        json!(["A", "B", "C", "D"]),
        &["XW-OBSTACLES obstacles"],
    );
    row(
        Xwing,
        "/obstacles",
        json!(["A", "B", "a "]),
        &["XW-OBSTACLES obstacles[2]"],
    );
}

#[test]
fn ar_list() {
    muster_regulations::proves!("AR-LIST");
    row(Armada, "/ships/0/points", json!(310), &[]); // 310 + 28 + 18 + 44 = 400
    row(Armada, "/ships/0/points", json!(311), &["AR-LIST "]);
    row(
        Armada,
        "/squadrons/0",
        json!({"name": "Wing", "points": 134}),
        &[],
    );
    row(
        Armada,
        "/squadrons/0",
        json!({"name": "Wing", "points": 135}),
        &["AR-LIST squadrons"],
    );
    row(
        Armada,
        "/squadrons/0",
        json!({"name": "Wing", "count": 12, "points": 12}),
        &["AR-LIST squadrons"],
    );
    row(Armada, "/flotillas/0/count", json!(2), &[]);
    row(
        Armada,
        "/flotillas/0/count",
        json!(3),
        &["AR-LIST flotillas"],
    );
    row(Armada, "/ships/0/upgrades", json!([]), &["AR-LIST ships"]);
    row(Armada, "/ships/0/count", json!(2), &["AR-LIST ships"]);
    row(
        Armada,
        "/flotillas/0/upgrades",
        json!([{"name": "Admiral Brand", "points": 20, "slot": "Commander"}]),
        &["AR-LIST ships"],
    );
    row(
        Armada,
        "/objectives/0/category",
        json!("defense"),
        &["AR-LIST objectives", "AR-LIST objectives"],
    );
    row(Armada, "/objectives", json!([]), &["AR-LIST objectives"; 3]);
    row(Armada, "/faction", json!("Galactic Empire"), &[]);
    row(
        Armada,
        "/faction",
        json!("Amber League"),
        &["AR-LIST faction"],
    );
}

#[test]
fn le_list_le_hand_and_le_deck() {
    muster_regulations::proves!("LE-LIST", "LE-HAND", "LE-DECK");
    row(Legion, "/units/0/points", json!(520), &[]);
    row(Legion, "/units/0/points", json!(521), &["LE-LIST "]);
    row(
        Legion,
        "/units/1/faction",
        json!("Iron Court"),
        &["LE-LIST units[1]"],
    );
    row(Legion, "/faction", json!(""), &["LE-LIST faction"]);
    row(
        Legion,
        "/command_hand/0/pips",
        json!(2),
        &["LE-HAND command_hand"; 2],
    );
    row(
        Legion,
        "/command_hand/0/pips",
        json!(4),
        &["LE-HAND command_hand", "LE-HAND command_hand[0]"],
    );
    row(
        Legion,
        "/command_hand/6/name",
        json!("Sitting Orders"),
        &["LE-HAND command_hand", "LE-HAND command_hand[6]"],
    );
    row(
        Legion,
        "/command_hand/3/name",
        json!("second watch"),
        &["LE-HAND command_hand[3]"],
    );
    row(
        Legion,
        "/command_hand/1/character",
        json!("Captain Orla (Commander)"),
        &[],
    );
    row(
        Legion,
        "/command_hand/1/character",
        json!("Somebody Else"),
        &["LE-HAND command_hand[1]"],
    );
    row(
        Legion,
        "/battle_deck/0/kind",
        json!("condition"),
        &["LE-DECK battle_deck"; 2],
    );
    row(
        Legion,
        "/battle_deck/0/kind",
        json!(null),
        &["LE-DECK battle_deck", "LE-DECK battle_deck[0]"],
    );
    row(
        Legion,
        "/battle_deck/0/name",
        json!("FOG"),
        &["LE-DECK battle_deck[8]"],
    );
    row(
        Legion,
        "/units",
        json!([]),
        &["LE-LIST units", "LE-HAND command_hand[1]"],
    );
}

#[test]
fn gc_list_leaves_building_to_the_core_rules() {
    muster_regulations::proves!("GC-LIST");
    row(Conquest, "/units/1/count", json!(40), &[]);
    row(Conquest, "/faction", json!(""), &[]);
    row(Conquest, "/units", json!([]), &["GC-LIST units"]);
    row(Conquest, "/command_hand", json!([]), &[]);
}

#[test]
fn cg_list() {
    muster_regulations::proves!("CG-LIST");
    row(
        Cardgame,
        "/light/sets/0/count",
        json!(1),
        &["CG-LIST light.sets"],
    );
    row(Cardgame, "/dark/sets", json!([]), &["CG-LIST dark.sets"]);
    row(Cardgame, "/dark/sets/0/count", json!(60), &[]);
    row(
        Cardgame,
        "/dark/affiliation",
        json!(""),
        &["CG-LIST dark.affiliation"],
    );
    row(
        Cardgame,
        "/light",
        json!({}),
        &["CG-LIST light.affiliation", "CG-LIST light.sets"],
    );
}

#[test]
fn list_name_tells_versions_apart() {
    muster_regulations::proves!("LIST-NAME");
    let twice = |a: &str, b: &str| json!([{"name": a, "points": 40}, {"name": b, "points": 60}]);
    row(
        Xwing,
        "/ships",
        twice("Bren", "bren"),
        &["LIST-NAME ships[1]"],
    );
    row(Xwing, "/ships", twice("Bren (Scout)", "Bren (Guard)"), &[]);
    // The price of an upgrade depends on its ship there; only the slot tells two of them apart.
    let upgrades = |a: Value, b: Value| json!([{"name": "One", "points": 40, "upgrades": [a]}, {"name": "Two", "points": 60, "upgrades": [b]}]);
    let card = |points: u32, slot: &str| json!({"name": "Hook", "points": points, "slot": slot});
    row(
        Xwing,
        "/ships",
        upgrades(card(3, "crew"), card(6, "crew")),
        &[],
    );
    row(
        Xwing,
        "/ships",
        upgrades(card(3, "crew"), card(3, "gunner")),
        &["LIST-NAME ships[1].upgrades[0]"],
    );
    // A ship card is confused with ship cards only; in a fleet a squadron and a commander can be confused.
    row(
        Xwing,
        "/ships/0/upgrades/0/name",
        json!("Amber Wing Pilot"),
        &[],
    );
    row(
        Armada,
        "/squadrons/0/name",
        json!("Admiral Senn"),
        &["LIST-NAME squadrons[0]"],
    );
    row(
        Armada,
        "/squadrons/0/name",
        json!("Admiral Senn (Squadron)"),
        &[],
    );
    row(
        Legion,
        "/units/0",
        json!({"name": "Dune Rangers", "points": 20}),
        &["LE-HAND command_hand[1]", "LIST-NAME units[1]"],
    );
    row(
        Conquest,
        "/units/0",
        json!({"name": "Dune Rangers", "points": 20}),
        &["? GC-LIST units[1]"],
    );
}

fn catalogue() -> Catalogue {
    let card = |name: &str, points, kind: &str, faction: Option<&str>, released| CardRecord {
        name: name.into(),
        points,
        kind: Some(kind.into()),
        faction: faction.map(str::to_owned),
        released,
        ..CardRecord::default()
    };
    let (catalogue, doubled) = Catalogue::new(vec![
        card(
            "Mara Quill",
            Some(52),
            "Ship",
            Some("Amber League"),
            Some(date(2020, 3, 6)),
        ),
        card(
            "Amber Wing Pilot",
            Some(45),
            "ship",
            Some("Amber League"),
            None,
        ),
        card("Steady Hand", None, "talent", None, None),
        card("Iron Knight", Some(40), "ship", Some("Iron Court"), None),
        card("Bren", Some(40), "ship", None, None),
        CardRecord {
            product: Some("Second Box".into()),
            ..card("Bren", Some(44), "ship", None, None)
        },
        card("steady  hand", None, "Talent", None, None),
    ]);
    assert_eq!(doubled.len(), 1);
    assert_eq!(
        (doubled[0].first, doubled[0].again, doubled[0].points_differ),
        (3, 7, false)
    );
    catalogue
}

#[test]
fn catalogue_is_compared_with_the_list() {
    let catalogue = catalogue();
    let context = Context {
        catalogue: Some(&catalogue),
        ..PLAIN
    };
    let rows: &[(&str, Value, &[&str])] = &[
        ("/ships/0/name", json!("MARA quill"), &[]),
        ("/ships/0/points", json!(51), &["XW-LIST ships[0]"]),
        ("/ships/0/name", json!("Mara Quil"), &["? XW-LIST ships[0]"]),
        (
            "/ships/0",
            json!({"name": "Iron Knight", "points": 40}),
            &["XW-LIST ships[0]"],
        ),
        (
            "/ships/0",
            json!({"name": "Bren", "points": 40}),
            &["LIST-NAME ships[0]"],
        ),
        (
            "/ships/0",
            json!({"name": "Bren (Second Box)", "points": 44}),
            &[],
        ),
        (
            "/ships/0",
            json!({"name": "Bren (Second Box)", "points": 40}),
            &["XW-LIST ships[0]"],
        ),
        (
            "/ships/0",
            json!({"name": "Bren (Third Box)", "points": 40}),
            &["? XW-LIST ships[0]"],
        ),
    ];
    for (pointer, value, expected) in rows {
        let told = told(Xwing, &context, |list| set(list, pointer, value.clone()));
        assert_eq!(&told, expected, "{pointer} {value}");
    }
}

#[test]
fn legal_1_first_legal_day() {
    muster_regulations::proves!("LEGAL-1");
    let released = date(2020, 3, 6);
    for (regulation, tier, first) in [
        (Xwing, Tier::Relaxed, date(2020, 3, 6)),
        (Armada, Tier::Formal, date(2020, 3, 6)),
        (Legion, Tier::Casual, date(2020, 3, 6)),
        (Cardgame, Tier::Premier, date(2020, 3, 17)),
        (Legion, Tier::Competitive, date(2020, 3, 17)),
        (Conquest, Tier::Event, date(2020, 3, 7)),
    ] {
        assert_eq!(
            first_legal_day(regulation, tier, released),
            Some(first),
            "{regulation} {tier}"
        );
        let day_before = first.yesterday().unwrap();
        assert_eq!(legal_told(regulation, tier, released, first), [""; 0]);
        assert_eq!(legal_told(regulation, tier, released, day_before).len(), 1);
    }
    assert_eq!(
        first_legal_day(Xwing, Tier::Premier, jiff::civil::Date::MAX),
        None
    );
}

fn legal_told(
    regulation: Regulation,
    tier: Tier,
    released: jiff::civil::Date,
    day: jiff::civil::Date,
) -> Vec<String> {
    let context = Context {
        tier,
        date: Some(day),
        catalogue: None,
    };
    let place = match regulation {
        Xwing | Armada => "/ships/0/released",
        Legion | Conquest => "/units/0/released",
        Cardgame => "/dark/sets/0/released",
    };
    told(regulation, &context, |list| {
        set(list, place, json!(released.to_string()))
    })
}

#[test]
fn legal_1_without_a_date_is_only_a_doubt() {
    muster_regulations::proves!("LEGAL-1");
    let told = told(Xwing, &PLAIN, |list| {
        set(list, "/ships/0/released", json!("2020-03-06"))
    });
    assert_eq!(told, ["? LEGAL-1 "]);
}

#[test]
fn opponents_see_what_the_documents_open() {
    let keys = |regulation, stage| {
        let list = parse(regulation, &example(regulation));
        let view = list::what_opponent_may_see(regulation, stage, &list);
        view.list.map(|list| {
            let told = list.to_json();
            let filled = |value: &Value| value != &json!([]) && value != &json!("");
            let filled = told
                .as_object()
                .unwrap()
                .iter()
                .filter(|(_, value)| filled(value));
            filled
                .map(|(key, _)| key.clone())
                .collect::<Vec<_>>()
                .join(" ")
        })
    };
    let some = |text: &str| Some(text.to_owned());
    for (regulation, stage, expected) in [
        (Xwing, StageKind::Swiss, some("faction obstacles ships")),
        (
            Armada,
            StageKind::Swiss,
            some("faction flotillas ships squadrons"),
        ),
        // LE-COPY
        (Legion, StageKind::Swiss, some("faction units")),
        (Legion, StageKind::Elimination, some("faction units")),
        // GC-LIST
        (
            Conquest,
            StageKind::Swiss,
            some("battle_deck faction other_cards units"),
        ),
        (Cardgame, StageKind::Swiss, None),
        (Cardgame, StageKind::Elimination, some("dark light")),
    ] {
        assert_eq!(keys(regulation, stage), expected, "{regulation} {stage}");
    }
    let decks = parse(Cardgame, &example(Cardgame));
    let view = list::what_opponent_may_see(Cardgame, StageKind::Elimination, &decks);
    let text = serde_json::to_string(&view).unwrap();
    assert!(text.contains("Amber League") && text.contains("Iron Court"));
    assert!(
        !text.contains("Old Friends") && !text.contains("Cold Steel"),
        "{text}"
    );
}

#[test]
fn a_list_of_another_regulation_is_reported() {
    let squad = parse(Xwing, &example(Xwing));
    let problems = check(Armada, &squad, &PLAIN);
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].finding.code(), "list.other-regulation");
}
