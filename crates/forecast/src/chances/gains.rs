//! What rounds can give, regulation by regulation, in points and in shares of a match.
//!
//! A proof counts how much of all matches together a group of players would have to win. Points measure that where
//! what one player gains the other cannot have; in Conquest a draw is worth less than half a win, so its results are
//! counted in halves of a match. Promises every split of points that a report can give (tested on reports of every
//! ending).

use muster_regulations::Regulation;

/// The points of a match that is won, drawn or lost, the higher first.
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

/// What one player's points of a match take up of it.
const fn units(regulation: Regulation, points: u32) -> u32 {
    match (regulation, points) {
        (Regulation::Conquest, 3) => 2,
        (_, points) => points,
    }
}

/// What a number of rounds can give to one player, and takes up of their matches.
#[derive(Debug)]
pub(super) struct Gains {
    regulation: Regulation,
    rounds: u32,
    /// For each number of points the fewest units that give at least as many.
    cost: Vec<u32>,
    /// For each number of points the most units that give no more.
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

    /// Returns the fewest units with which a player gains at least so many points, if that is possible.
    pub(super) fn cost(&self, points: u32) -> Option<u32> {
        self.cost.get(points as usize).copied()
    }

    /// Returns the most units a player can take without gaining more than so many points.
    pub(super) fn room(&self, points: u32) -> u32 {
        let last = self.room.len() - 1;
        self.room[last.min(points as usize)]
    }

    /// Returns the most units a player can take.
    pub(super) fn all_room(&self) -> u32 {
        self.room(u32::MAX)
    }

    /// Returns the most units that so many players share in all rounds, the bye included.
    pub(super) fn most_units(&self, players: u32) -> u32 {
        let matches = self.sums().max().unwrap_or(0);
        self.rounds * (players / 2 * matches + players % 2 * self.bye())
    }

    /// Returns the fewest units that all but one player of so many share in all rounds, while that one wins all.
    pub(super) fn fewest_units(&self, players: u32) -> u32 {
        let matches = self.sums().min().unwrap_or(0);
        let others = match players % 2 {
            0 => (players / 2).saturating_sub(1) * matches,
            // The bye goes to the one, or to somebody else.
            _ => {
                let without = players / 2 * matches;
                let with = (players / 2).saturating_sub(1) * matches + self.bye();
                without.min(with)
            }
        };
        self.rounds * others
    }

    /// Returns the fewest units a winner takes.
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
