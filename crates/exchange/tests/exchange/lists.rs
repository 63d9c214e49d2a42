//! Lists and catalogues as people paste and export them.

use muster_exchange::lists::{self, catalogue, plain, xws};
use muster_regulations::list::{Context, Weight, check};
use muster_regulations::{List, Regulation, Tier};
use muster_words::files::Place;
use proptest::prelude::*;

const PLAIN: Context = Context {
    tier: Tier::Relaxed,
    date: None,
    catalogue: None,
};

/// Reads pasted text that is a list in order, and returns it.
#[track_caller]
fn in_order(regulation: Regulation, text: &str) -> List {
    let reading = plain::read(regulation, text).unwrap();
    assert_eq!(reading.notes, []);
    let problems = check(regulation, &reading.list, &PLAIN);
    let breaches: Vec<_> = problems
        .iter()
        .filter(|p| p.weight == Weight::Breach)
        .collect();
    assert!(breaches.is_empty(), "{breaches:?}");
    reading.list
}

#[test]
fn squads_are_read_in_the_usual_layouts() {
    let first = "Faction: Amber League\n\nMara Quill (52)\n  Talent: Steady Hand (3)\n3x Amber Wing Pilot 45\n\nTotal: 190\nObstacles: Long rock, Round rock, Grey cloud";
    let second = "Amber squad\n(52) Mara Quill\n - Steady Hand [3 pts]\n3 × Amber Wing Pilot - 45 points\n190/200\nObstacles:\nLong rock\nRound rock\nGrey cloud";
    let List::Xwing(squad) = in_order(Regulation::Xwing, first) else {
        panic!("no squad")
    };
    assert_eq!(squad.ships.len(), 2);
    assert_eq!((squad.ships[1].count, squad.ships[1].points), (3, 45));
    assert_eq!(squad.ships[0].upgrades[0].slot.as_deref(), Some("Talent"));
    assert_eq!(squad.obstacles, ["Long rock", "Round rock", "Grey cloud"]);
    let reading = plain::read(Regulation::Xwing, second).unwrap();
    let List::Xwing(squad) = &reading.list else {
        panic!("no squad")
    };
    assert_eq!(reading.list.points(), Some(190), "{:?}", reading.notes);
    assert_eq!(squad.ships[0].upgrades[0].points, 3);
    // The title is no entry, and says so.
    let [title] = reading.notes.as_slice() else {
        panic!("{:?}", reading.notes)
    };
    let said = title.to_string();
    assert!(
        said.starts_with("Line 1: “Amber squad” wasn't understood."),
        "{said}"
    );
}

#[test]
fn fleets_armies_and_decks_are_read() {
    let fleet = "Faction: Rebel\nCommander: nobody yet\nHarbour Frigate (72 points)\n- Admiral Senn (28)\nCommander: Admiral Brand (20)\n= 120 total ship cost\nFlotillas\nSupply Barge (18)\nSquadrons:\n4x Lantern Fighters (11)\nObjectives\nAssault: Broken Line\nDefense: Held Gate\nNavigation: Long Way Round";
    let reading = plain::read(Regulation::Armada, fleet).unwrap();
    let left: Vec<&Place> = reading.notes.iter().map(|note| &note.place).collect();
    assert_eq!(left, [&Place::Line(2)]);
    assert_eq!(reading.list.points(), Some(72 + 28 + 20 + 18 + 44));
    assert_eq!(check(Regulation::Armada, &reading.list, &PLAIN), []);
    let army = "Faction: Coast Guard\nCommanders\nCaptain Orla (Commander) (120)\nCorps (4)\n4 x Dune Rangers 48\n   Long Rifle 22\nCommand Hand:\n• First Watch (1)\n1 Orla's Call [Captain Orla]\nSecond Watch (2 pips)\nDig In, 2 pips\n3-pip\nThird Watch\nAll Ashore\nStanding Orders\nObjectives: Lighthouse, Wreck, Ford, Relay\nDeployments: Flanks, Corners, Long Edges, Wedge\nConditions\nFog\nDusk\nMud\nClear";
    let List::Legion(army) = in_order(Regulation::Legion, army) else {
        panic!("no army")
    };
    assert_eq!(
        army.command_hand
            .iter()
            .map(|card| card.pips)
            .collect::<Vec<_>>(),
        [1, 1, 2, 2, 3, 3, 4]
    );
    assert_eq!(army.units[0].name, "Captain Orla (Commander)");
    let decks = "Light side\nAffiliation: Amber League\n2 Old Friends\n8x Quiet Harbour\nDark Side Deck\nAffiliation: Iron Court\n2x Cold Steel\nGrey Eyes\n7 Long Night";
    let List::Cardgame(decks) = in_order(Regulation::Cardgame, decks) else {
        panic!("no decks")
    };
    assert_eq!(
        decks
            .dark
            .sets
            .iter()
            .map(|set| (set.name.as_str(), set.count))
            .collect::<Vec<_>>(),
        [("Cold Steel", 2), ("Grey Eyes", 1), ("Long Night", 7)]
    );
}

#[test]
fn two_factions_affiliations_and_bad_points_are_reported_by_line() {
    let told = |regulation, text: &str, line: u64, part: &str| {
        let reading = plain::read(regulation, text).unwrap();
        let mut notes = reading.notes.iter();
        let note = notes.find(|note| note.place == Place::Line(line));
        let said = note.map(ToString::to_string).unwrap_or_default();
        assert!(said.contains(part), "{said}");
    };
    told(
        Regulation::Xwing,
        "Faction: A\nFaction: B",
        2,
        "one faction",
    );
    told(
        Regulation::Cardgame,
        "Light\nAffiliation: A\nAffiliation: B",
        3,
        "one affiliation",
    );
    told(
        Regulation::Xwing,
        "Mara (-5)",
        1,
        "whole number from 0 to 9999",
    );
    told(Regulation::Xwing, "Mara (12.5)", 1, "12.5");
    told(Regulation::Xwing, "Mara (123456)", 1, "123456");
    told(Regulation::Xwing, "0x Mara (5)", 1, "copies");
    told(Regulation::Xwing, "Just some words", 1, "no points");
    told(Regulation::Armada, "Objectives\nSomething", 2, "Assault");
    told(Regulation::Legion, "Command hand\nSomething", 2, "pips");
    let many = "Mara (5)\n".repeat(10_000);
    let refusal = plain::read(Regulation::Xwing, &many).unwrap_err();
    assert_eq!(refusal.code(), "file.list-too-long");
}

#[test]
fn xws_is_read_and_unknown_fields_are_reported() {
    let json = r#"{"faction":"galacticempire","name":"Invented squad","points":97,"version":"2.0.0","vendor":{},"mood":"good",
        "pilots":[{"id":"pilotone","ship":"tielnfighter","points":52,"upgrades":{"talent":["someupgrade"]},"paint":"red"},
        {"id":"pilottwo","ship":"tielnfighter","points":45,"upgrades":[]}],
        "obstacles":["coreasteroid0","coreasteroid1","yt2400debris2"]}"#;
    let read = lists::read(Regulation::Xwing, json.as_bytes()).unwrap();
    assert_eq!(check(Regulation::Xwing, &read.list, &PLAIN), []);
    assert_eq!(read.list.points(), Some(97));
    let notes: Vec<String> = read.notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        [
            "“mood” isn't known and was skipped.",
            "pilots[0]: “paint” isn't known and was skipped."
        ]
    );
    let refused = |json: &str, part: &str| {
        let refusal = xws::read(json).unwrap_err().to_string();
        assert!(refusal.contains(part), "{refusal}");
    };
    refused(r#"{"pilots":[{"id":"a","points":-5}]}"#, "pilots[0].points");
    refused(r#"{"pilots":[{"id":"a","points":1.5}]}"#, "1.5");
    refused(r#"{"pilots":3}"#, "pilots");
    refused("[]", "one JSON object");
    refused("{", "JSON stops in the middle");
    let odd = xws::read(r#"{"faction":"x","points":9,"pilots":[{"id":"a"},7]}"#).unwrap();
    assert_eq!(odd.squad.ships.len(), 1);
    assert_eq!(odd.notes.len(), 4, "{:?}", odd.notes);
}

#[test]
fn our_own_json_is_read_too() {
    for regulation in Regulation::ALL {
        let example = muster_regulations::list::example(regulation);
        let read = lists::read(regulation, example.as_bytes()).unwrap();
        assert_eq!(read.list.regulation(), regulation);
    }
    let refusal = lists::read(
        Regulation::Armada,
        br#"{"ships":[{"name":"A","points":1.5}]}"#,
    )
    .unwrap_err();
    assert_eq!(refusal.place, Place::path("ships[0].points"));
    assert!(lists::read(Regulation::Armada, b"").is_err());
}

#[test]
fn catalogues_are_read_from_json_and_csv_and_doubles_are_reported() {
    let csv = "Name;Cost;Type;Faction;Unique;Expansion;Release date;Artist\nMara Quill;52;ship;Amber League;yes;Amber Box;2020-03-06;Nobody\nMara Quill;52;ship;Amber League;no;Amber Box;;\nSteady Hand;;talent;;;;;\n;5;;;;;;\nBent Coin;-3;talent;;maybe;;soon;";
    let read = catalogue::read(csv.as_bytes()).unwrap();
    assert_eq!(read.catalogue.cards().len(), 3);
    assert!(read.catalogue.cards()[0].unique);
    let notes: Vec<String> = read.notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        [
            "Line 5: This card has no name and was skipped.",
            "Line 6: “-3” isn't a whole number of points and was skipped.",
            "Line 6: Unique must be yes or no. “maybe” was skipped.",
            "Line 6: A release date is written like 2020-03-06. “soon” was skipped.",
            "Line 3: “Mara Quill” is also at Line 2. It is kept once.",
        ]
    );
    let json = r#"{"cards":[{"name":"A","points":3},{"name":"a","points":4},{"name":"Ж","released":"2020-01-01","unique":true,"x":1}]}"#;
    let read = catalogue::read(json.as_bytes()).unwrap();
    assert_eq!(read.catalogue.cards().len(), 2);
    assert!(
        read.notes[0].text().contains("The first counts"),
        "{:?}",
        read.notes
    );
    for bad in ["", "points\n5", "[3]", "{}", "{\"cards\":[]}", "\"x\""] {
        assert!(catalogue::read(bad.as_bytes()).is_err(), "{bad}");
    }
}

proptest! {
    /// Any text at all gets an answer, in every regulation and format.
    #[test]
    fn nonsense_is_answered(text in "(\\PC|[\n\t•×(]){0,200}") {
        for regulation in Regulation::ALL {
            let _ = lists::read(regulation, text.as_bytes());
        }
        let _ = catalogue::read(text.as_bytes());
    }

    /// Lines that look like lists are answered too.
    #[test]
    fn near_lists_are_answered(lines in prop::collection::vec("[ \t-]{0,3}([0-9]{0,3}x? ?)?(Faction|Name|Standing Orders|Objectives|Commander|2 pips)?:? ?[(\\[]?-?[0-9.]{0,5}( pts)?[)\\]]?", 0..30)) {
        let text = lines.join("\n");
        for regulation in Regulation::ALL {
            let reading = plain::read(regulation, &text).unwrap();
            let _ = check(regulation, &reading.list, &PLAIN);
        }
    }
}

#[test]
fn an_upgrade_written_as_text_is_read_and_told() {
    let squad = r#"{"faction": "rebelalliance", "points": 5, "obstacles": [], "pilots": [
        {"id": "one", "ship": "x", "points": 5, "upgrades": {"talent": "trick", "crew": 3}}]}"#;
    let read = muster_exchange::lists::xws::read(squad).unwrap();
    let upgrades: Vec<&str> = read.squad.ships[0]
        .upgrades
        .iter()
        .map(|upgrade| upgrade.name.as_str())
        .collect();
    assert_eq!(upgrades, ["trick"]);
    let notes: Vec<String> = read.notes.iter().map(ToString::to_string).collect();
    for part in [
        "pilots[0].upgrades.talent: The upgrades of a slot are a list",
        "pilots[0].upgrades.crew: This isn't an upgrade",
    ] {
        assert!(notes.iter().any(|note| note.contains(part)), "{notes:?}");
    }
}
