//! Pairings for the wall: large enough, complete, and in the order in which people look.

use crate::hall::{Hall, order, printed};
use crate::poppler::pages;
use muster_paper::Document;
use muster_regulations::Regulation;

/// The line of an 18-point font is 24.5 points high as Poppler measures it; its capitals are 4.5 mm.
const LINE_OF_18_POINTS: f64 = 24.0;

#[test]
fn names_are_readable_from_two_metres_and_in_order() {
    let hall = Hall::playing(Regulation::Xwing, &[], 101);
    let pages = pages(&printed(Document::Pairings, hall.state(), &order()));
    let mut names = Vec::new();
    for page in &pages {
        let families = page
            .words
            .iter()
            .filter(|word| word.text.starts_with("Family") && word.text.ends_with(','));
        for word in families {
            assert!(word.height() > LINE_OF_18_POINTS, "{word:?}");
            names.push(word.text.trim_end_matches(',').to_owned());
        }
    }
    let expected: Vec<String> = (1..=101).map(|n| format!("Family{n:03}")).collect();
    assert_eq!(names, expected);
    let all: String = pages.iter().map(|page| page.text()).collect();
    assert_eq!(all.matches(" bye").count(), 1);
}

#[test]
fn tables_are_in_order_with_both_names_large() {
    let hall = Hall::playing(Regulation::Xwing, &[], 100);
    let pages = pages(&printed(Document::PairingsByTable, hall.state(), &order()));
    let mut tables = Vec::new();
    for page in &pages {
        for word in page.words.iter().filter(|word| word.height() > 26.0) {
            tables.push(word.text.parse::<u32>().unwrap());
        }
        for word in page
            .words
            .iter()
            .filter(|word| word.text.starts_with("Family"))
        {
            assert!(word.height() > LINE_OF_18_POINTS, "{word:?}");
        }
    }
    assert_eq!(tables, (1..=50).collect::<Vec<u32>>());
}

#[test]
#[ignore = "long: 500 players"]
fn long_five_hundred_players_are_all_on_the_wall() {
    let hall = Hall::playing(Regulation::Armada, &[], 500);
    for document in [
        Document::Pairings,
        Document::PairingsByTable,
        Document::Slips,
    ] {
        let pages = pages(&printed(document, hall.state(), &order()));
        let all: String = pages.iter().map(|page| page.text() + " ").collect();
        for number in 1..=500 {
            assert!(
                all.contains(&format!("Family{number:03}")),
                "{document}: {number}"
            );
        }
    }
}
