//! Ratings by Glicko-2: one rating period for each event, for people who agreed to be rated. Games against somebody who
//! did not are not counted, so nobody's results are revealed through the rating of another.

use crate::{Event, Person};
use muster_regulations::Verdict;
use serde::Serialize;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2_rating_period};
use std::collections::{BTreeMap, BTreeSet};

/// A rating after an event.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = RatingAfterEvent))]
pub struct Point {
    /// Which event, from 0.
    pub event: usize,
    /// The rating; everybody begins with 1500.
    pub rating: f64,
    /// How uncertain it is: with 95 % confidence the strength lies within twice this value.
    pub deviation: f64,
    /// How steady the results are.
    pub volatility: f64,
    /// Games that were rated.
    pub games: u32,
}

/// Returns the history of everybody who agreed to be rated and played somebody else who did.
#[must_use]
pub fn histories(events: &[Event], agreed: &BTreeSet<Person>) -> BTreeMap<Person, Vec<Point>> {
    let config = Glicko2Config::new();
    let mut now: BTreeMap<Person, Glicko2Rating> = BTreeMap::new();
    let mut histories: BTreeMap<Person, Vec<Point>> = BTreeMap::new();
    for (number, event) in events.iter().enumerate() {
        let mut games: BTreeMap<Person, Vec<(Person, Outcomes)>> = BTreeMap::new();
        for game in &event.games {
            if game.a == game.b || !agreed.contains(&game.a) || !agreed.contains(&game.b) {
                continue;
            }
            let (one, two) = match game.verdict {
                Verdict::Win => (Outcomes::WIN, Outcomes::LOSS),
                Verdict::Draw => (Outcomes::DRAW, Outcomes::DRAW),
                Verdict::Loss => (Outcomes::LOSS, Outcomes::WIN),
            };
            games.entry(game.a).or_default().push((game.b, one));
            games.entry(game.b).or_default().push((game.a, two));
        }
        let before = now.clone();
        let rating = |person: &Person| before.get(person).copied().unwrap_or_default();
        for (person, played) in &games {
            let results: Vec<(Glicko2Rating, Outcomes)> = played
                .iter()
                .map(|(other, outcome)| (rating(other), *outcome))
                .collect();
            let new = glicko2_rating_period(&rating(person), &results, &config);
            now.insert(*person, new);
            histories.entry(*person).or_default().push(Point {
                event: number,
                rating: new.rating,
                deviation: new.deviation,
                volatility: new.volatility,
                games: u32::try_from(played.len()).unwrap_or(u32::MAX),
            });
        }
        // Whoever did not play is less sure to be as strong as before.
        for (person, old) in before {
            if !games.contains_key(&person) {
                now.insert(person, decay_deviation(&old));
            }
        }
    }
    histories
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    fn game(a: u32, b: u32, verdict: Verdict) -> Game {
        Game {
            a: Person(a),
            b: Person(b),
            verdict,
        }
    }

    fn event(games: Vec<Game>) -> Event {
        Event {
            places: Vec::new(),
            games,
        }
    }

    #[track_caller]
    fn close(is: f64, should: f64, within: f64) {
        assert!((is - should).abs() < within, "{is} is not {should}");
    }

    /// The worked example of Glickman's paper (2012): 1500 ± 200 meets 1400 ± 30, 1550 ± 100 and 1700 ± 300.
    #[test]
    fn the_papers_example_comes_out() {
        let rated = |rating, deviation| Glicko2Rating {
            rating,
            deviation,
            volatility: 0.06,
        };
        let results = [
            (rated(1400.0, 30.0), Outcomes::WIN),
            (rated(1550.0, 100.0), Outcomes::LOSS),
            (rated(1700.0, 300.0), Outcomes::LOSS),
        ];
        let config = Glicko2Config {
            tau: 0.5,
            ..Glicko2Config::new()
        };
        let new = glicko2_rating_period(&rated(1500.0, 200.0), &results, &config);
        close(new.rating, 1464.06, 0.01);
        close(new.deviation, 151.52, 0.01);
        close(new.volatility, 0.059_99, 0.000_01);
    }

    #[test]
    fn only_games_between_people_who_agreed_count() {
        let agreed = BTreeSet::from([Person(1), Person(2)]);
        let events = [
            event(vec![game(1, 2, Verdict::Win), game(1, 3, Verdict::Loss)]),
            event(vec![game(2, 3, Verdict::Win)]),
            event(vec![game(2, 1, Verdict::Win)]),
        ];
        let all = histories(&events, &agreed);
        assert_eq!(
            all.keys().copied().collect::<Vec<_>>(),
            [Person(1), Person(2)]
        );
        let one = &all[&Person(1)];
        assert_eq!((one.len(), one[0].games, one[1].event), (2, 1, 2));
        assert!(one[0].rating > 1500.0 && all[&Person(2)][0].rating < 1500.0);
        close(
            one[0].rating - 1500.0,
            1500.0 - all[&Person(2)][0].rating,
            0.001,
        );
        assert!(histories(&events, &BTreeSet::new()).is_empty());
    }

    #[test]
    fn a_period_without_games_makes_a_rating_less_sure() {
        let agreed = BTreeSet::from([Person(1), Person(2), Person(3), Person(4)]);
        let first = event(vec![game(1, 2, Verdict::Win)]);
        let other = event(vec![game(3, 4, Verdict::Win)]);
        let rest = event(vec![game(1, 2, Verdict::Draw)]);
        let with_pause = histories(&[first.clone(), other, rest.clone()], &agreed);
        let at_once = histories(&[first, rest], &agreed);
        let last = |all: &BTreeMap<Person, Vec<Point>>| all[&Person(1)].last().unwrap().deviation;
        assert!(last(&with_pause) > last(&at_once));
    }
}
