//! Pairings for the wall: large enough, complete, and in the order in which people look.

use crate::fixtures::{order, playing, printed};
use crate::poppler::pages;
use muster_paper::Document;
use muster_regulations::Regulation;

/// The line of an 18-point font is 24.5 points high as Poppler measures it; its capitals are 4.5 mm.
const LINE_OF_18_POINTS: f64 = 24.0;

#[test]
fn names_are_readable_from_two_metres_and_in_order() {
    let hall = playing(Regulation::Xwing, &[], 101);
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
    let hall = playing(Regulation::Xwing, &[], 100);
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
    let hall = playing(Regulation::Armada, &[], 500);
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

#[test]
fn pages_say_which_letters_are_on_them() {
    let names: Vec<String> = ('A'..='Z')
        .flat_map(|letter| [1, 2, 3].map(|n| format!("Given{n} {letter}ost")))
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let hall = playing(Regulation::Xwing, &names, 0);
    let pages = pages(&printed(Document::Pairings, hall.state(), &order()));
    assert!(pages.len() > 1);
    let mut next = 'A';
    for page in &pages {
        let large = page
            .words
            .iter()
            .find(|word| word.top < 60.0 && word.text.contains('–'));
        let range = &large.unwrap_or_else(|| panic!("{}", page.text())).text;
        let letters: Vec<char> = range.chars().collect();
        let [first, '–', last] = letters.as_slice() else {
            panic!("{range}")
        };
        let expected = [next, char::from_u32(u32::from(next) + 1).unwrap()];
        assert!(expected.contains(first), "{range} after {next}");
        next = *last;
    }
    assert_eq!(next, 'Z');
}

#[test]
fn a_small_field_has_larger_letters() {
    let height = |players| {
        let hall = playing(Regulation::Xwing, &[], players);
        let heights = [Document::Pairings, Document::PairingsByTable].map(|document| {
            let pages = pages(&printed(document, hall.state(), &order()));
            assert!(pages.len() == 1 || players > 30, "{document}");
            let word = pages[0]
                .words
                .iter()
                .find(|word| word.text.starts_with("Family"));
            word.unwrap().height()
        });
        assert!(
            heights.iter().all(|height| *height > LINE_OF_18_POINTS),
            "{heights:?}"
        );
        heights[0].min(heights[1])
    };
    assert!(height(8) > 1.3 * height(80));
}

#[test]
fn a_name_with_a_comma_is_sorted_and_shown_by_its_family_name() {
    let names = ["van der Berg, Jan", "Archer, Ann", "Bo Brandt", "Cy Cole"];
    let hall = playing(Regulation::Xwing, &names, 0);
    let page = pages(&printed(Document::Pairings, hall.state(), &order())).remove(0);
    let text = page.text();
    let at = |name: &str| text.find(name).unwrap_or_else(|| panic!("{name}: {text}"));
    assert!(at("Archer, Ann") < at("Brandt, Bo") && at("Cole, Cy") < at("van der Berg, Jan"));
    assert!(
        !text.contains(",,") && !text.contains("Ann, Archer"),
        "{text}"
    );
}

/// No page has only a few rows on it, whatever the number of players.
#[test]
fn no_row_is_alone_on_a_page() {
    for players in (36..=52).step_by(2) {
        let hall = playing(Regulation::Xwing, &[], players);
        for (document, each) in [
            (Document::PairingsByTable, 2),
            (Document::Pairings, 1),
            (Document::Standings, 1),
        ] {
            let pages = pages(&printed(document, hall.state(), &order()));
            for (number, page) in (1..).zip(&pages) {
                let names = page
                    .words
                    .iter()
                    .filter(|word| word.text.starts_with("Family"));
                let large = names.filter(|word| {
                    document == Document::Standings || word.height() > LINE_OF_18_POINTS
                });
                let rows = large.count() / each;
                assert!(
                    rows >= 4,
                    "{document} of {players}, page {number}: {rows} rows"
                );
            }
        }
    }
}

#[test]
fn tables_of_later_rounds_show_points() {
    let mut hall = playing(Regulation::Xwing, &[], 8);
    let first = pages(&printed(Document::PairingsByTable, hall.state(), &order()));
    assert!(!first[0].text().contains("points before the round"));
    hall.report_all();
    hall.next_round();
    let second = pages(&printed(Document::PairingsByTable, hall.state(), &order()));
    assert!(
        second[0].text().contains("points before the round"),
        "{}",
        second[0].text()
    );
}

#[test]
fn korean_names_are_listed_under_their_own_syllable() {
    let hall = playing(Regulation::Xwing, &["김 민준", "박 서연"], 2);
    let page = pages(&printed(Document::Pairings, hall.state(), &order())).remove(0);
    let alone = |letter: &str| page.words.iter().any(|word| word.text == letter);
    assert!(alone("김") && alone("박"), "{}", page.text());
    assert!(!page.text().contains('\u{1100}'));
}
