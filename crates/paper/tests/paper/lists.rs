//! List checks: everything a list holds, with boxes for every copy and numbers that add up.

use crate::fixtures::{letter, open, order, printed};
use crate::poppler::{pages, text};
use muster_paper::Document;
use muster_paper::documents::list_checks::build;
use muster_regulations::Regulation;
use muster_testing::{DESK, Hall, id};
use muster_tournament::attachment::Attachment;
use muster_tournament::ids::Hex32;
use muster_tournament::lists::hand_in;
use serde_json::{Value, json};

/// A hall in which so many players have handed in a list.
fn with_lists(regulation: Regulation, list: &Value, players: u32) -> Hall {
    let mut hall = open(regulation, &[], players);
    for number in 1..=players {
        let list = regulation.parse_list(&list.to_string()).unwrap();
        let list = Attachment::list(list, Hex32([9; 32]));
        let command = hand_in(id(number), &list, None, None);
        hall.try_attached(DESK, command, list).unwrap();
    }
    hall
}

fn squad() -> Value {
    json!({
        "faction": "Harbour Watch",
        "ships": [
            {"name": "Mara Quill", "points": 47, "upgrades": [
                {"name": "R7 Lantern", "points": 8, "slot": "Astromech"},
                {"name": "Steady Hand (Talent)", "points": 2, "slot": "talent"},
            ]},
            {"name": "Harbour Scout", "points": 30, "count": 2, "upgrades": [
                {"name": "Spare Shield", "points": 11, "slot": "Modification"},
            ]},
        ],
        "obstacles": ["Long rock", "Round rock", "Cloud"],
        "damage_deck": "second edition",
    })
}

// XW-LIST: a list names its damage deck, and upgrades by their slot where the name does not tell them apart.
#[test]
fn xw_list_damage_deck_slots_and_copies_are_printed() {
    muster_regulations::proves!("XW-LIST");
    let hall = with_lists(Regulation::Xwing, &squad(), 2);
    let checks = build(hall.state(), &order()).unwrap();
    let list = &checks.lists[0];
    let total: u64 = list.pieces.iter().map(|piece| piece.points).sum();
    assert_eq!(Some(total), list.points.map(u64::from));
    let scouts = &list.pieces[1];
    assert_eq!(
        (scouts.count, scouts.points, scouts.each, scouts.half),
        (2, 82, 41, 21)
    );
    let carried: Vec<&str> = list.pieces[0]
        .upgrades
        .iter()
        .map(|u| u.name.as_str())
        .collect();
    assert_eq!(carried, ["R7 Lantern (Astromech)", "Steady Hand (Talent)"]);
    let text = text(&printed(Document::ListChecks, hall.state(), &order()));
    for expected in [
        "Damage deck",
        "second edition",
        "2 × Harbour Scout",
        "82",
        "41 each",
        "139 points",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[test]
fn short_lists_share_a_page_and_none_is_broken() {
    let hall = with_lists(Regulation::Xwing, &squad(), 6);
    let pages = pages(&printed(Document::ListChecks, hall.state(), &order()));
    assert!(pages.len() <= 3, "{}", pages.len());
    for page in &pages {
        let text = page.text();
        let (heads, ends) = (
            text.matches("139 points").count(),
            text.matches("Checked by").count(),
        );
        assert_eq!(heads, ends, "{text}");
    }
}

#[test]
fn a_list_longer_than_a_page_continues_on_the_next() {
    let units: Vec<Value> = (1..=60)
        .map(|n| json!({"name": format!("Company {n:02}"), "points": 20}))
        .collect();
    let army = json!({"faction": "Harbour Watch", "units": units});
    let hall = with_lists(Regulation::Conquest, &army, 2);
    let pages = pages(&printed(Document::ListChecks, hall.state(), &order()));
    let all: String = pages.iter().map(|page| page.text() + " ").collect();
    for number in 1..=60 {
        let name = format!("Company {number:02}");
        assert_eq!(all.matches(&name).count(), 2, "{name}");
    }
    for word in pages.iter().flat_map(|page| &page.words) {
        assert!(word.bottom < 841.0, "{word:?}");
    }
}

// LE-COPY: Legion has a second page, for opponents; every other form is one page.
#[test]
fn forms_fill_the_pages_they_are_made_for() {
    for regulation in Regulation::ALL {
        let hall = open(regulation, &[], 4);
        for order in [order(), letter()] {
            let pages = pages(&printed(Document::ListForms, hall.state(), &order));
            let expected = match regulation {
                Regulation::Legion => 2,
                _ => 1,
            };
            assert_eq!(pages.len(), expected, "{regulation}, {}", order.paper);
            let signed = pages
                .iter()
                .filter(|page| page.text().contains("signature"));
            assert_eq!(signed.count(), expected, "{regulation}");
        }
    }
}
