//! Result slips: in table order after cutting, with the fields of the regulation, and with a code only where there is
//! an address.

use crate::fixtures::{letter, order, played, playing, printed};
use crate::poppler::{Page, Word, pages, text};
use muster_paper::documents::slips::PER_PAGE;
use muster_paper::{Document, Order};
use muster_regulations::{Regulation, StageKind};
use muster_tournament::command::{TableCommand, TableSpec};
use muster_tournament::{Command, State, TableNo};

/// The table numbers of a page's slips, from the top down, each in its own third of the page.
fn tables(page: &Page) -> Vec<Option<u32>> {
    let third = page.height / PER_PAGE as f64;
    let large = page.words.iter().filter(|word| word.height() > 36.0);
    let mut tables = vec![None; PER_PAGE];
    for word in large {
        tables[(word.top / third) as usize] = Some(word.text.parse().unwrap());
    }
    tables
}

#[test]
fn a_cut_stack_is_in_table_order() {
    for (players, order) in [(26, order()), (31, letter())] {
        let hall = playing(Regulation::Xwing, &[], players);
        let pages = pages(&printed(Document::Slips, hall.state(), &order));
        let laid: Vec<Vec<Option<u32>>> = pages.iter().map(tables).collect();
        // Cut the stack across and lay the piles upon each other, the upper one on top.
        let piles = (0..PER_PAGE).flat_map(|place| laid.iter().map(move |page| page[place]));
        let stack: Vec<u32> = piles.flatten().collect();
        assert_eq!(stack, (1..=players / 2).collect::<Vec<u32>>());
    }
}

#[test]
fn slips_ask_what_the_regulation_asks() {
    let check = |regulation, expected: &[&str]| {
        let hall = playing(regulation, &[], 4);
        let pages = pages(&printed(Document::Slips, hall.state(), &order()));
        let text = pages[0].text();
        for expected in expected {
            assert!(text.contains(expected), "{regulation}: {expected}: {text}");
        }
        for word in ["Signature of A", "Signature of B", "Round 1"] {
            assert_eq!(text.matches(word).count(), 2, "{regulation}: {word}");
        }
        assert_eq!(text.matches("Page 1 of 1").count(), 1, "{regulation}");
    };
    check(
        Regulation::Xwing,
        &["Score", "Mutual destruction", "Final Salvo", "Concession"],
    );
    check(
        Regulation::Armada,
        &["Points destroyed", "Objective points", "Six rounds played"],
    );
    check(
        Regulation::Legion,
        &["Victory tokens", "Game loss", "in front of a judge"],
    );
    // GC-END: only the players know who won by the core rules.
    check(
        Regulation::Conquest,
        &["Victory tokens", "Victory – Winner", "Concession"],
    );
    check(
        Regulation::Cardgame,
        &["First game", "Second game", "Dark side in", "Intentional"],
    );
}

#[test]
fn a_code_is_drawn_only_where_there_is_an_address() {
    let hall = playing(Regulation::Xwing, &[], 4);
    let with = Order {
        base: Some(ADDRESS.to_owned()),
        ..order()
    };
    let coded = |order: &Order| {
        let text = pages(&printed(Document::Slips, hall.state(), order))[0].text();
        text.contains("report it on your phone")
    };
    assert!(coded(&with));
    assert!(!coded(&order()));
}

#[test]
fn table_numbers_lead_to_where_a_judge_is_called() {
    let hall = playing(Regulation::Xwing, &[], 8);
    let with = Order {
        base: Some(ADDRESS.to_owned()),
        ..order()
    };
    // A long address may be broken into lines at places that nobody sees.
    let with = text(&printed(Document::TableNumbers, hall.state(), &with)).replace('\u{200b}', "");
    for table in 1..=4 {
        let address = format!("http://192.168.0.20:7890/t/copper-lantern/table/{table}");
        assert!(with.contains(&address), "{address}: {with}");
    }
    let without = text(&printed(Document::TableNumbers, hall.state(), &order()));
    assert!(!without.contains("Call"), "{without}");
}

/// Points of a millimetre.
const MILLIMETRE: f64 = 72.0 / 25.4;
const ADDRESS: &str = "http://192.168.0.20:7890/t/copper-lantern";

/// Whether the letters of two words meet. Poppler's boxes have room above and below the letters, where lines that stand
/// close may share a little.
fn meet(a: &Word, b: &Word) -> bool {
    let letters = |word: &Word| {
        let room = word.height() / 6.0;
        (word.top + room, word.bottom - room)
    };
    let ((a_top, a_bottom), (b_top, b_bottom)) = (letters(a), letters(b));
    a.left < b.right && b.left < a.right && a_top < b_bottom && b_top < a_bottom
}

/// Checks that a slip can be read and filled in: words apart, each in its own third, room to sign.
#[track_caller]
fn check_room(state: &State, order: &Order, what: &str) {
    for page in pages(&printed(Document::Slips, state, order)) {
        // The table's number has more room around it than the rest.
        let words = page.words.iter().filter(|word| word.height() < 36.0);
        let words: Vec<&Word> = words.collect();
        for (index, word) in words.iter().enumerate() {
            for other in &words[index + 1..] {
                assert!(!meet(word, other), "{what}: {word:?} and {other:?}");
            }
        }
        let third = page.height / PER_PAGE as f64;
        let place = |word: &Word| ((word.top + word.bottom) / 2.0 / third) as usize;
        let signatures: Vec<&Word> = page
            .words
            .iter()
            .filter(|word| word.text == "Signature")
            .collect();
        for signature in &signatures {
            let own = page
                .words
                .iter()
                .filter(|word| place(word) == place(signature));
            let lowest = own
                .filter(|word| word.bottom < signature.top)
                .map(|word| word.bottom)
                .fold(0.0, f64::max);
            let room = (signature.top - lowest) / MILLIMETRE;
            assert!(room > 8.0, "{what}: {room:.1} mm to sign");
            let below = (place(signature) + 1) as f64 * third - signature.bottom;
            assert!(below > 3.0 * MILLIMETRE, "{what}: {below}");
        }
        let slips = tables(&page).iter().flatten().count();
        assert_eq!(signatures.len(), 2 * slips, "{what}");
    }
}

#[test]
fn words_of_slips_stand_apart_and_there_is_room_to_sign() {
    let long = [
        "Maximiliana Featherstone-Winterbottom",
        "Bartholomew von Hohenzollern-Ashdown",
    ];
    for regulation in Regulation::ALL {
        let hall = playing(regulation, &long, 6);
        let bracket = played(regulation, 70);
        let last = bracket.state().elimination_rounds().last();
        for order in [order(), letter()] {
            let order = Order {
                base: Some(ADDRESS.to_owned()),
                ..order
            };
            let what = format!("{regulation}, {}", order.paper);
            check_room(hall.state(), &order, &what);
            if let Some(round) = last {
                assert_eq!(round.stage, StageKind::Elimination);
                check_room(bracket.state(), &order, &format!("{what}, bracket"));
            }
        }
    }
}

// CG-SWISS: without who is dark first the boxes of the games mean nothing.
#[test]
fn the_card_game_asks_first_who_is_dark() {
    let hall = playing(Regulation::Cardgame, &[], 4);
    let text = pages(&printed(Document::Slips, hall.state(), &order()))[0].text();
    let at = |words: &str| {
        text.find(words)
            .unwrap_or_else(|| panic!("{words}: {text}"))
    };
    assert!(
        at("Dark side in the first game") < at("Second game"),
        "{text}"
    );
    assert!(
        at("Dark side in the first game") < at("Light side victory"),
        "{text}"
    );
}

#[test]
fn a_table_that_is_described_hides_no_other() {
    let mut hall = playing(Regulation::Xwing, &[], 12);
    let described = [4, 30].map(|number| TableSpec {
        number: TableNo(number),
        size: None,
        terrain: Default::default(),
        accessible: false,
        stream: true,
    });
    hall.desk(Command::Tables(TableCommand::Define {
        tables: described.to_vec(),
    }));
    let pages = pages(&printed(Document::TableNumbers, hall.state(), &order()));
    let words = pages.iter().flat_map(|page| &page.words);
    let numbers = words.filter(|word| word.height() > 200.0);
    let numbers: Vec<u32> = numbers.map(|word| word.text.parse().unwrap()).collect();
    // Cut, the upper halves lie on the lower ones in order.
    assert_eq!(numbers, [1, 5, 2, 6, 3, 30, 4]);
}
