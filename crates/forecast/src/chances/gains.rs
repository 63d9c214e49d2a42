//! What players can gain in rounds to come, in points and in units of a match.
//!
//! A proof counts how much of all matches a group of players would have to win. Points measure that if one player's gain
//! is the other's loss. In Conquest a draw is worth less than half a win, so its results are counted in halves of a
//! match. Promises to know every split of points that a report can give (tested with reports of every ending).

use muster_regulations::Regulation;

/// The points of both players in a match, the higher first.
pub(super) type Split = [u32; 2];

/// Returns all splits of points that a Swiss match can end in.
pub(super) const fn splits(regulation: Regulation) -> &'static [Split] {
    match regulation {
        // XW-POINTS, LE-POINTS
        Regulation::Xwing | Regulation::Legion => &[[1, 0]],
        // AR-POINTS, AR-CONCEDE
        Regulation::Armada => &[
            [10, 1],
            [9, 2],
            [8, 3],
            [7, 4],
            [6, 5],
            [10, 0],
            [9, 0],
            [8, 0],
        ],
        // GC-POINTS
        Regulation::Conquest => &[[3, 0], [1, 1]],
        // CG-POINTS, CG-SPLIT
        Regulation::Cardgame => &[[6, 0], [4, 1], [3, 3], [2, 2]],
    }
}

/// The units of a match that go with one player's points.
const fn units(regulation: Regulation, points: u32) -> u32 {
    match (regulation, points) {
        (Regulation::Conquest, 3) => 2,
        (_, points) => points,
    }
}

/// What one player can gain in a number of rounds.
#[derive(Debug)]
pub(super) struct Gains {
    regulation: Regulation,
    rounds: u32,
    /// For each number of points, the fewest units with at least that many.
    cost: Vec<u32>,
    /// For each number of points, the most units with no more than that.
    room: Vec<u32>,
}

impl Gains {
    pub(super) fn new(regulation: Regulation, rounds: u32) -> Gains {
        let mut gains = Gains {
            regulation,
            rounds: 0,
            cost: vec![0],
            room: vec![0],
        };
        for _ in 0..rounds {
            gains.add_round();
        }
        gains
    }

    fn add_round(&mut self) {
        let regulation = self.regulation;
        let one = splits(regulation).iter().flatten().copied().chain([0]);
        let results: Vec<[usize; 2]> = one
            .map(|points| [points as usize, units(regulation, points) as usize])
            .collect();
        let before = self.cost.len() - 1;
        let most = before + self.most() as usize;
        let all_units = u32::try_from(most * 2).unwrap_or(u32::MAX);
        let mut cost = vec![all_units; most + 1];
        let mut room = vec![0; most + 1];
        for [points, units] in results {
            let units = u32::try_from(units).unwrap_or(u32::MAX);
            for wanted in 0..=most {
                let rest = wanted.saturating_sub(points);
                if let Some(earlier) = self.cost.get(rest) {
                    cost[wanted] = cost[wanted].min(earlier + units);
                }
                if let Some(rest) = wanted.checked_sub(points) {
                    let earlier = self.room[rest.min(before)];
                    room[wanted] = room[wanted].max(earlier + units);
                }
            }
        }
        self.rounds += 1;
        (self.cost, self.room) = (cost, room);
    }

    /// The most points of one round.
    pub(super) fn most(&self) -> u32 {
        self.regulation.book().most_points
    }

    pub(super) fn rounds(&self) -> u32 {
        self.rounds
    }

    /// Returns the fewest units that give a player at least this number of points, if that is possible.
    pub(super) fn cost(&self, points: u32) -> Option<u32> {
        self.cost.get(points as usize).copied()
    }

    /// Returns the most units a player can win without gaining more than this number of points.
    pub(super) fn room(&self, points: u32) -> u32 {
        let last = self.room.len() - 1;
        self.room[last.min(points as usize)]
    }

    /// Returns the most units a player can win.
    pub(super) fn all_room(&self) -> u32 {
        self.room(u32::MAX)
    }

    /// Returns the most units that this number of players can win together in all rounds, byes included.
    pub(super) fn most_units(&self, players: u32) -> u32 {
        let matches = self.sums().max().unwrap_or(0);
        self.rounds * (players / 2 * matches + players % 2 * self.bye())
    }

    /// Returns the fewest units that all others of this number of players win together if one player wins every match.
    pub(super) fn fewest_units(&self, players: u32) -> u32 {
        let matches = self.sums().min().unwrap_or(0);
        let others = match players % 2 {
            0 => (players / 2).saturating_sub(1) * matches,
            // The bye goes to that player, or to somebody else.
            _ => {
                let without = players / 2 * matches;
                let with = (players / 2).saturating_sub(1) * matches + self.bye();
                without.min(with)
            }
        };
        self.rounds * others
    }

    /// Returns the fewest units of a win.
    pub(super) fn least_win_units(&self) -> u32 {
        let wins = splits(self.regulation).iter().filter(|[a, b]| a > b);
        wins.map(|[win, _]| units(self.regulation, *win))
            .min()
            .unwrap_or(0)
    }

    fn bye(&self) -> u32 {
        units(self.regulation, self.regulation.bye().points)
    }

    fn sums(&self) -> impl Iterator<Item = u32> {
        let of = |points: &u32| units(self.regulation, *points);
        let splits = splits(self.regulation).iter();
        splits.map(move |[high, low]| of(high) + of(low))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reports::{Table, random};
    use muster_pairing::draw::{Draw, Seed};
    use muster_regulations::{Seat, StageKind};
    use std::collections::BTreeSet;

    #[test]
    fn reports_give_exactly_the_splits_that_proofs_count_with() {
        let mut draw = Draw::new(&Seed::new([8; 32]));
        for regulation in Regulation::ALL {
            let stage = StageKind::Swiss;
            let table = Table {
                stage,
                winner: Seat::A,
                dark: None,
            };
            let mut reports: Vec<_> = (0..50_000)
                .map(|_| random(regulation, table, &mut draw))
                .collect();
            reports.push(regulation.no_show(Seat::B));
            let seen: BTreeSet<Split> = reports
                .iter()
                .map(|report| regulation.outcome(stage, report).unwrap())
                .map(|outcome| {
                    let [a, b] = [outcome.a.points, outcome.b.points];
                    [a.max(b), a.min(b)]
                })
                .collect();
            let known: BTreeSet<Split> = splits(regulation).iter().copied().collect();
            assert_eq!(seen, known, "{regulation:?}");
        }
    }

    #[test]
    fn a_win_in_conquest_takes_a_whole_match_and_a_draw_half_of_one() {
        let gains = Gains::new(Regulation::Conquest, 2);
        let costs: Vec<_> = (0..8).map(|points| gains.cost(points)).collect();
        let some = |units| Some(units);
        assert_eq!(
            costs,
            [
                some(0),
                some(1),
                some(2),
                some(2),
                some(3),
                some(4),
                some(4),
                None
            ]
        );
        let rooms: Vec<_> = (0..8).map(|points| gains.room(points)).collect();
        assert_eq!(rooms, [0, 1, 2, 2, 3, 3, 4, 4]);
    }
}
