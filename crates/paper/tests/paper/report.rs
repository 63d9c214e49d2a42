//! The final report: what the tournament adds up to stands in it, in numbers and in pictures.

use crate::fixtures::{order, played};
use crate::poppler::{pages, text};
use muster_paper::{Document, print};
use muster_regulations::Regulation;

#[test]
fn the_report_has_the_statistics_with_their_pictures() {
    for regulation in Regulation::ALL {
        let tournament = played(regulation, 24);
        let order = order().for_document(Document::Report, &tournament);
        let numbers = order.statistics.clone().unwrap();
        let pdf = print(Document::Report, tournament.state(), &order).unwrap();
        let text = text(&pdf);
        for table in muster_statistics::tables(&numbers) {
            assert!(
                text.contains(table.title),
                "{regulation}: {}: {text}",
                table.title
            );
        }
        for edge in &numbers.edges {
            let interval = edge.rate.interval().unwrap().shown();
            assert!(text.contains(&interval), "{regulation}: {interval}: {text}");
        }
        // What stands in the pictures is text as well, and large enough to be read: ten points.
        let after = "Rank over rounds";
        let page = pages(&pdf)
            .into_iter()
            .find(|page| page.text().contains(after))
            .unwrap();
        let course = &numbers.ranks.unwrap().courses[0];
        let family = course.name.split_whitespace().next().unwrap();
        let named = page.words.iter().find(|word| word.text == family);
        let named =
            named.unwrap_or_else(|| panic!("{regulation}: {family} is not in {}", page.text()));
        assert!(named.height() > 9.0, "{regulation}: {named:?}");
    }
}

#[test]
fn only_the_report_is_added_up() {
    let tournament = played(Regulation::Xwing, 8);
    for document in Document::ALL {
        let order = order().for_document(document, &tournament);
        assert_eq!(
            order.statistics.is_some(),
            document == Document::Report,
            "{document}"
        );
    }
}
