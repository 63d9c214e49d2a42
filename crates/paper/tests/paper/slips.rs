//! Result slips: in table order after cutting, with the fields of the regulation, and with a code only where there is
//! an address.

use crate::hall::{Hall, letter, order, printed};
use crate::poppler::{Page, pages, text};
use muster_paper::documents::slips::PER_PAGE;
use muster_paper::{Document, Order};
use muster_regulations::Regulation;

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
        let hall = Hall::playing(Regulation::Xwing, &[], players);
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
        let hall = Hall::playing(regulation, &[], 4);
        let pages = pages(&printed(Document::Slips, hall.state(), &order()));
        let text = pages[0].text();
        for expected in expected {
            assert!(text.contains(expected), "{regulation}: {expected}: {text}");
        }
        for word in ["Signature of A", "Signature of B", "Round 1"] {
            assert_eq!(text.matches(word).count(), 2, "{regulation}: {word}");
        }
    };
    check(
        Regulation::Xwing,
        &["Score", "Mutual destruction", "Final Salvo", "Concession"],
    );
    check(
        Regulation::Armada,
        &["Points destroyed", "Objective points", "Six rounds pass"],
    );
    check(
        Regulation::Legion,
        &["Victory tokens", "Game loss", "before a judge"],
    );
    check(Regulation::Conquest, &["Victory tokens", "Concession"]);
    check(
        Regulation::Cardgame,
        &["First game", "Second game", "Dark side in", "Intentional"],
    );
}

#[test]
fn a_code_is_drawn_only_where_there_is_an_address() {
    let hall = Hall::playing(Regulation::Xwing, &[], 4);
    let with = Order {
        base: Some("http://192.168.0.20:7890/t/copper-lantern".to_owned()),
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
    let hall = Hall::playing(Regulation::Xwing, &[], 8);
    let with = Order {
        base: Some("http://192.168.0.20:7890/t/copper-lantern".to_owned()),
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
