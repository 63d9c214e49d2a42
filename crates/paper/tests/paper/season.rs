//! The standings of a season on paper.

use crate::fixtures::{letter, order};
use crate::poppler::{fonts_are_embedded, info, pages, text};
use muster_paper::PaperError;
use muster_paper::documents::season::{Season, print};
use muster_season::{Event, Person, Place, Rules, standings};
use muster_tournament::PlayerId;
use std::collections::BTreeMap;

/// A season of so many tournaments in which everybody plays, each begun by another player.
fn season(players: u32, tournaments: u32, best: Option<u32>, look: impl FnOnce(&Season<'_>)) {
    let events: Vec<Event> = (0..tournaments)
        .map(|number| Event {
            places: (0..players)
                .map(|place| {
                    let person = (place + number) % players;
                    Place {
                        person: Person(person),
                        player: PlayerId(person + 1),
                        first: place + 1,
                        last: place + 1,
                    }
                })
                .collect(),
            games: Vec::new(),
        })
        .collect();
    let rules = Rules {
        places: vec![10, 8, 6, 5, 4, 3, 2],
        taking_part: 1,
        best,
    };
    let names: BTreeMap<Person, String> = (0..players)
        .map(|person| (Person(person), format!("Player Number{person}")))
        .collect();
    let titles: Vec<String> = (1..=tournaments)
        .map(|number| format!("Harbour Open {number}"))
        .collect();
    look(&Season {
        name: "Harbour League",
        rules: &rules,
        tournaments: &titles,
        rows: &standings(&rules, &events),
        names: &names,
    });
}

#[test]
fn a_season_has_a_column_for_each_tournament_and_says_how_it_counts() {
    season(8, 3, Some(2), |season| {
        let pdf = print(season, &order()).unwrap();
        fonts_are_embedded(&pdf);
        assert!(
            info(&pdf).contains("Tagged:          yes"),
            "{}",
            info(&pdf)
        );
        let words = text(&pdf);
        let flat = words.split_whitespace().collect::<Vec<_>>().join(" ");
        for told in [
            "Harbour League",
            "Season standings · After 3 tournaments",
            "The best 2 results count.",
            "Ties are broken by better places, first places first.",
            "Points in brackets do not count.",
            "3 Harbour Open 3",
            "2 May 2026, 09:00",
            "Page 1 of 1",
        ] {
            assert!(flat.contains(told), "{told} is not in {words}");
        }
        // First, third and second: the third place does not count.
        let best = words.lines().find(|line| line.contains("Number2"));
        let best: Vec<&str> = best.unwrap().split_whitespace().collect();
        let expected = [
            "1", "Player", "Number2", "18", "(6)", "3rd", "8", "2nd", "10", "1st",
        ];
        assert_eq!(best, expected, "{words}");
    });
}

#[test]
fn a_season_of_any_size_stays_on_its_pages() {
    for (players, tournaments) in [(1, 1), (40, 7), (9, 14), (30, 30)] {
        season(players, tournaments, Some(4), |season| {
            for order in [order(), letter()] {
                let pdf = print(season, &order).unwrap();
                let pages = pages(&pdf);
                let all = pages.len();
                for (number, page) in (1..).zip(&pages) {
                    let text = page.text();
                    assert!(text.contains(&format!("Page {number} of {all}")), "{text}");
                    assert!(text.contains("Harbour League"), "{text}");
                    for word in &page.words {
                        let inside = word.left > 5.0 && word.right < page.width - 5.0;
                        assert!(inside && word.bottom < page.height, "{word:?}");
                    }
                    // Head, foot and the heads of columns are not all there is on any page.
                    let players = page.words.iter().filter(|word| word.text == "Player");
                    assert!(players.count() > 1, "{text}");
                }
                let found = text(&pdf).matches("Number").count();
                assert_eq!(found, players as usize);
            }
        });
    }
}

#[test]
fn a_season_without_results_has_nothing_to_print() {
    season(0, 2, None, |season| {
        let refused = print(season, &order()).unwrap_err();
        assert_eq!(refused, PaperError::NoSeasonResults);
    });
}
