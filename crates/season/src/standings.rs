//! Season standings: a points table set by the organizer, the best n of m, exact ties.
//!
//! Ties are broken by counting back over the places that count: more first places, then more second places, and so on;
//! a shared place counts as the worst of those it covers. Who is level in all of that shares a rank. The documents know
//! no seasons, so all of this is a house choice, and the page says so.

use crate::{Event, Person, Place};
use num_rational::Ratio;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The rules of a season.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = SeasonRules))]
pub struct Rules {
    /// Points for the first place, the second, and so on.
    pub places: Vec<u32>,
    /// Points for everybody below.
    pub taking_part: u32,
    /// How many results count, the best; all of them by default.
    pub best: Option<u32>,
}

impl Rules {
    fn points(&self, place: u32) -> u64 {
        let index = place.saturating_sub(1) as usize;
        self.places
            .get(index)
            .copied()
            .unwrap_or(self.taking_part)
            .into()
    }

    /// Returns the points of a place; of a shared one the mean of those it covers.
    #[must_use]
    pub fn of(&self, first: u32, last: u32) -> Ratio<u64> {
        let last = last.max(first);
        let sum: u64 = (first..=last).map(|place| self.points(place)).sum();
        Ratio::new(sum, u64::from(last - first) + 1)
    }
}

/// A result in a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Which event, from 0.
    pub event: usize,
    /// The final place there.
    pub place: Place,
    pub points: Ratio<u64>,
    /// Whether it is one of the best.
    pub counts: bool,
}

/// A person in the standings of a season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The rank; shared by players who are equal in everything.
    pub rank: u32,
    pub person: Person,
    /// Points of the results that count.
    pub points: Ratio<u64>,
    /// All results, in the order of events.
    pub results: Vec<Counted>,
}

/// What puts a row above another: points, then the places that count, the best first.
fn key(row: &Row) -> (Reverse<Ratio<u64>>, Vec<u32>) {
    let counted = row.results.iter().filter(|result| result.counts);
    let mut places: Vec<u32> = counted.map(|result| result.place.last).collect();
    places.sort_unstable();
    // Somebody with one result more has at least as many of every place before it.
    places.push(u32::MAX);
    (Reverse(row.points), places)
}

/// Returns the standings of a season, best first.
#[must_use]
pub fn standings(rules: &Rules, events: &[Event]) -> Vec<Row> {
    let mut people: BTreeMap<Person, Vec<Counted>> = BTreeMap::new();
    for (event, played) in events.iter().enumerate() {
        for place in &played.places {
            people.entry(place.person).or_default().push(Counted {
                event,
                place: *place,
                points: rules.of(place.first, place.last),
                counts: false,
            });
        }
    }
    let mut rows: Vec<Row> = people
        .into_iter()
        .map(|(person, results)| row(rules, person, results))
        .collect();
    rows.sort_by_cached_key(|row| (key(row), row.person));
    let mut before: Option<(u32, _)> = None;
    for (place, row) in (1..).zip(&mut rows) {
        let own = key(row);
        row.rank = match &before {
            Some((rank, key)) if *key == own => *rank,
            _ => place,
        };
        before = Some((row.rank, own));
    }
    rows
}

fn row(rules: &Rules, person: Person, mut results: Vec<Counted>) -> Row {
    let best = rules.best.map_or(usize::MAX, |best| best as usize);
    let mut order: Vec<usize> = (0..results.len()).collect();
    // Of equal points the better place counts, then the earlier event.
    order.sort_by_key(|index| {
        let result = &results[*index];
        (Reverse(result.points), result.place.last, result.event)
    });
    for index in order.into_iter().take(best) {
        results[index].counts = true;
    }
    let counted = results.iter().filter(|result| result.counts);
    Row {
        rank: 0,
        person,
        points: counted.map(|result| result.points).sum(),
        results,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_tournament::PlayerId;
    use proptest::prelude::*;

    /// An event in which people took these places; several numbers in a group share their places.
    fn event(groups: &[&[u32]]) -> Event {
        let mut first = 1;
        let mut places = Vec::new();
        for group in groups {
            let last = first + u32::try_from(group.len()).unwrap() - 1;
            places.extend(group.iter().map(|person| Place {
                person: Person(*person),
                player: PlayerId(*person),
                first,
                last,
            }));
            first = last + 1;
        }
        Event {
            places,
            games: Vec::new(),
        }
    }

    fn rules(places: &[u32], taking_part: u32, best: Option<u32>) -> Rules {
        Rules {
            places: places.to_vec(),
            taking_part,
            best,
        }
    }

    #[track_caller]
    fn check(rules: &Rules, events: &[Event], expected: &[(u32, u32, &str)]) {
        let rows = standings(rules, events);
        let shown: Vec<(u32, u32, String)> = rows
            .iter()
            .map(|row| (row.rank, row.person.0, row.points.to_string()))
            .collect();
        let expected: Vec<(u32, u32, String)> = expected
            .iter()
            .map(|(rank, person, points)| (*rank, *person, (*points).to_owned()))
            .collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn the_best_results_count() {
        let events = [
            event(&[&[1], &[2], &[3]]),
            event(&[&[3], &[1], &[2]]),
            event(&[&[2], &[3]]),
        ];
        let best_two = rules(&[10, 6, 3], 1, Some(2));
        // 1: 10 + 6; 2: 10 + 6, dropping 3; 3: 10 + 6, dropping 3: they are equal in everything.
        check(
            &best_two,
            &events,
            &[(1, 1, "16"), (1, 2, "16"), (1, 3, "16")],
        );
        let all = rules(&[10, 6, 3], 1, None);
        check(&all, &events, &[(1, 2, "19"), (1, 3, "19"), (3, 1, "16")]);
    }

    #[test]
    fn shared_places_share_their_points_exactly() {
        let three = rules(&[10, 6, 3], 1, None);
        let events = [event(&[&[1], &[2, 3], &[4]])];
        check(
            &three,
            &events,
            &[(1, 1, "10"), (2, 2, "9/2"), (2, 3, "9/2"), (4, 4, "1")],
        );
        let thirds = [event(&[&[1, 2, 3]])];
        check(
            &rules(&[10, 6, 0], 0, None),
            &thirds,
            &[(1, 1, "16/3"), (1, 2, "16/3"), (1, 3, "16/3")],
        );
    }

    #[test]
    fn tied_points_are_told_apart_by_places() {
        // Both have 12 points; 1 by a victory, 2 by two second places.
        let events = [
            event(&[&[1], &[2]]),
            event(&[&[3], &[2]]),
            event(&[&[3], &[4], &[1]]),
        ];
        let table = rules(&[10, 6, 2], 0, None);
        check(
            &table,
            &events,
            &[(1, 3, "20"), (2, 1, "12"), (3, 2, "12"), (4, 4, "6")],
        );
    }

    proptest! {
        /// Nobody loses by playing one event more, and the order is that of the points.
        #[test]
        fn one_event_more_takes_nothing_away(
            events in prop::collection::vec(prop::collection::vec(1u32..6, 1..6), 1..6),
            best in prop::option::of(1u32..4),
        ) {
            let table = rules(&[9, 5, 2], 1, best);
            let events: Vec<Event> = events
                .iter()
                .map(|people| {
                    let mut people = people.clone();
                    people.sort_unstable();
                    people.dedup();
                    let groups: Vec<&[u32]> = people.chunks(1).collect();
                    event(&groups)
                })
                .collect();
            let fewer = standings(&table, &events[..events.len() - 1]);
            let all = standings(&table, &events);
            for row in &fewer {
                let now = all.iter().find(|other| other.person == row.person).unwrap();
                prop_assert!(now.points >= row.points);
            }
            for pair in all.windows(2) {
                prop_assert!(pair[0].points >= pair[1].points && pair[0].rank <= pair[1].rank);
            }
        }
    }
}
