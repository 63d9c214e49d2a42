//! What holds for every document: fonts inside, the right paper, and head and foot on every page.

use crate::fixtures::{NAME, letter, order, played, playing, printed};
use crate::poppler::{fonts_are_embedded, pages, text};
use muster_paper::{Access, Document, Order, Paper, PaperError, print};
use muster_regulations::Regulation;
use muster_tournament::State;
use std::collections::BTreeSet;

/// Points of an inch, and the two sizes of paper in points.
const A4: (f64, f64) = (595.28, 841.89);
const LETTER: (f64, f64) = (612.0, 792.0);

/// Checks one document; returns whether there was anything to print.
#[track_caller]
fn check(document: Document, state: &State, order: &Order) -> bool {
    let pdf = match print(document, state, order) {
        Ok(pdf) => pdf,
        Err(
            PaperError::NoRoundYet
            | PaperError::NoStandings
            | PaperError::NoCrossTable
            | PaperError::NoBracketYet
            | PaperError::NoTables
            | PaperError::NoPlayers
            | PaperError::NoLists
            | PaperError::NoProxies
            | PaperError::NoLog
            | PaperError::NoReport
            | PaperError::NoPlaces
            | PaperError::NoBracket
            | PaperError::OtherRegulation { .. }
            | PaperError::NoSizes { .. },
        ) => return false,
        Err(error) => panic!("{document}: {error}"),
    };
    assert!(pdf.starts_with(b"%PDF-"), "{document}");
    fonts_are_embedded(&pdf);
    let (narrow, wide) = match order.paper {
        Paper::A4 => A4,
        Paper::Letter => LETTER,
    };
    let pages = pages(&pdf);
    let all = pages.len();
    for (number, page) in (1..).zip(&pages) {
        let (short, long) = (page.width.min(page.height), page.width.max(page.height));
        let right = (short - narrow).abs() < 0.5 && (long - wide).abs() < 0.5;
        assert!(right, "{document}: {short} × {long}");
        let text = page.text();
        assert!(text.contains(NAME), "{document}, page {number}: {text}");
        for word in &page.words {
            let inside = word.left > 5.0 && word.right < page.width - 5.0;
            assert!(inside && word.bottom < page.height, "{document}: {word:?}");
        }
        if document != Document::Certificates {
            let foot = format!("Page {number} of {all}");
            assert!(text.contains(&foot), "{document}: {text}");
            assert!(text.contains("2 May 2026, 09:00"), "{document}: {text}");
        }
    }
    true
}

#[test]
fn documents_have_their_fonts_paper_head_and_foot() {
    let tournament = played(Regulation::Xwing, 20);
    let made = Document::ALL.map(|d| (d, check(d, tournament.state(), &order())));
    let missing: Vec<Document> = made.iter().filter(|(_, m)| !m).map(|(d, _)| *d).collect();
    // Nobody handed in a list, called a judge or damaged a card; the template is Legion's.
    let expected = [
        Document::ListChecks,
        Document::Proxies,
        Document::JudgesLog,
        Document::Silhouettes,
    ];
    assert_eq!(missing, expected);
}

/// The head of every page tells the round, or how far play had come.
#[track_caller]
fn check_moment(document: Document, state: &State, order: &Order, expected: &str) {
    for page in pages(&printed(document, state, order)) {
        let head = page.words.iter().filter(|word| word.bottom < 50.0);
        let head: Vec<&str> = head.map(|word| word.text.as_str()).collect();
        let head = head.join(" ");
        assert!(head.contains(expected), "{document}: {head}");
    }
}

#[test]
fn every_head_tells_how_far_play_has_come() {
    let over = played(Regulation::Xwing, 70);
    for document in [
        Document::Standings,
        Document::CrossTable,
        Document::Bracket,
        Document::Report,
    ] {
        check_moment(document, over.state(), &order(), "Final played");
    }
    let hall = playing(Regulation::Xwing, &[], 70);
    for document in [Document::Standings, Document::CrossTable] {
        check_moment(document, hall.state(), &order(), "Round 1 in play");
    }
    check_moment(Document::Pairings, hall.state(), &order(), "Round 1");
}

#[test]
fn letter_is_another_paper() {
    let hall = playing(Regulation::Cardgame, &[], 12);
    for document in [
        Document::Pairings,
        Document::Slips,
        Document::ListForms,
        Document::Badges,
    ] {
        assert!(check(document, hall.state(), &letter()), "{document}");
    }
}

#[test]
fn names_of_every_script_come_back_as_text() {
    let names = [
        "Zoë Ångström-Łuczak",
        "Ольга Иванова",
        "Ελένη Παπαδοπούλου",
        "田中 あおい",
        "髙橋 カズヤ",
        "김 민준",
        "გიორგი ბერიძე",
        "Արամ Սարգսյան",
        "Dice 🎲 Ann",
        "Nguyễn Thị Ánh",
    ];
    let hall = playing(Regulation::Xwing, &names, 0);
    for document in [Document::PairingsByTable, Document::Slips, Document::Badges] {
        let pdf = printed(document, hall.state(), &order());
        let text: String = text(&pdf).split_whitespace().collect();
        for name in names {
            // A long name has several lines, and its neighbour's lie between them.
            for word in name.split([' ', '-']) {
                assert!(text.contains(word), "{document}: {word} is not in {text}");
            }
        }
    }
}

#[test]
fn names_from_right_to_left_have_their_letters() {
    let hall = playing(Regulation::Xwing, &["דנה לוי", "سارة كريم"], 0);
    let pdf = printed(Document::PairingsByTable, hall.state(), &order());
    let text = text(&pdf);
    // The order in which a reader of PDF gives them back is its own; the letters are all there.
    for letter in "דנהלויسارةكريم".chars() {
        assert!(text.contains(letter), "{letter} is not in {text}");
    }
}

#[test]
fn names_are_never_read_as_markup() {
    let names = [
        r##"#pagebreak() *bold* _it_ $x^2$"##,
        r#"= Head \ ] [ } { ` " ' ~ @ <label>"#,
        "// comment /* and more",
    ];
    let hall = playing(Regulation::Xwing, &names, 1);
    for document in [
        Document::PairingsByTable,
        Document::Slips,
        Document::Badges,
        Document::Report,
    ] {
        let pdf = printed(document, hall.state(), &order());
        let text: String = text(&pdf).split_whitespace().collect();
        for name in names {
            // A long name has several lines, and its neighbour's lie between them.
            for word in name.split_whitespace() {
                assert!(text.contains(word), "{document}: {word} is not in {text}");
            }
        }
    }
}

#[test]
fn the_longest_name_stays_on_its_page() {
    let long = "Wolfeschlegelsteinhausenbergerdorff".repeat(5);
    let hall = playing(Regulation::Legion, &[&long, "Bo Brandt"], 6);
    for document in Document::ALL {
        check(document, hall.state(), &order());
    }
}

#[test]
fn everything_has_a_name_of_its_own_that_is_read_back() {
    let names: BTreeSet<&str> = Document::ALL
        .iter()
        .map(|document| document.name())
        .collect();
    assert_eq!(names.len(), Document::ALL.len());
    for document in Document::ALL {
        assert_eq!(document.name().parse(), Ok(document));
    }
    assert!(
        "letters"
            .parse::<Document>()
            .unwrap_err()
            .known
            .contains("pairings")
    );
    let shared = Document::ALL
        .iter()
        .filter(|d| d.access() == Access::Everybody);
    assert_eq!(shared.count(), 7);
}

#[test]
#[ignore = "long: every document of every regulation on both papers, up to 500 players"]
fn long_every_document_of_every_regulation() {
    for regulation in Regulation::ALL {
        for players in [9, 70, 500] {
            let tournament = played(regulation, players);
            for order in [order(), letter()] {
                let made = Document::ALL
                    .map(|document| (document, check(document, tournament.state(), &order)));
                let bracket = made.contains(&(Document::Bracket, true));
                assert_eq!(
                    bracket,
                    tournament.state().knockout.is_some(),
                    "{regulation:?}"
                );
                let missing = made.iter().filter(|(_, made)| !made).count();
                assert!(missing <= 5, "{regulation:?}: {made:?}");
            }
        }
    }
}
