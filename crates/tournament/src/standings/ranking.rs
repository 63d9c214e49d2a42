//! From a sheet to a ranking: points, the tiebreakers of a regulation, and the order that follows.
//!
//! Promises exact comparison (TB-2), and that later rankings can reuse the memory of earlier ones.

use super::column::{Column, Meetings};
use super::exact::Exact;
use super::order::{self, Last};
use super::scaled::{BLOCK, Scaled, from};
use super::scratch::Scratch;
use super::shares;
use super::sheet::{Measure, Round, Sheet};
use crate::ids::PlayerId;
use muster_regulations::Tiebreaker;
use std::ops::AddAssign;

/// Players in rank order, with the values that decided.
#[derive(Debug)]
pub struct Ranking {
    order: Vec<u32>,
    points: Scaled<u32>,
    computed: Vec<Computed>,
}

/// A tiebreaker with its values.
#[derive(Debug)]
struct Computed {
    tiebreaker: Tiebreaker,
    column: Column,
}

impl Sheet {
    /// Ranks the players by points, then by the tiebreakers in their order, then by `last`.
    #[must_use]
    pub fn rank(&self, tiebreakers: &[Tiebreaker], last: Last, scratch: &mut Scratch) -> Ranking {
        let points = self.total_points(scratch);
        let rounds: Vec<&[u32]> = self.rounds.iter().map(|r| r.opponents.as_slice()).collect();
        let mut work = Work {
            sheet: self,
            points: &points,
            meetings: Meetings {
                rounds: &rounds,
                met: &self.met,
            },
            computed: Vec::new(),
        };
        tiebreakers
            .iter()
            .for_each(|tiebreaker| work.compute(*tiebreaker, scratch));
        let computed = work.computed;
        let chosen = tiebreakers
            .iter()
            .filter_map(|tiebreaker| find(&computed, *tiebreaker));
        let columns: Vec<&Column> = chosen.collect();
        let order = order::order(&points, &columns, last, scratch);
        Ranking {
            order,
            points,
            computed,
        }
    }

    /// Returns the tournament points of each player, in the order of the sheet.
    #[must_use]
    pub fn points(&self) -> Vec<u32> {
        self.total_points(&mut Scratch::default()).values
    }

    /// A sheet holds so few rounds that a sum of bytes fits 16 bits.
    fn total_points(&self, scratch: &mut Scratch) -> Scaled<u32> {
        let lists: Vec<&[u8]> = self
            .rounds
            .iter()
            .map(|round| round.points.as_slice())
            .collect();
        totals::<u8, u16>(&lists, scratch.u32(self.players()))
    }

    /// Adds up one measure over the rounds, in 16 bits if every sum is known to fit.
    fn total(&self, measure: impl Fn(&Round) -> &Measure, scratch: &mut Scratch) -> Scaled<u32> {
        let measures = || self.rounds.iter().map(&measure);
        let lists: Vec<&[u16]> = measures().map(Measure::values).collect();
        let memory = scratch.u32(self.players());
        let bound: u32 = measures().map(|measure| u32::from(measure.most())).sum();
        match u16::try_from(bound) {
            Ok(_) => totals::<u16, u16>(&lists, memory),
            Err(_) => totals::<u16, u32>(&lists, memory),
        }
    }
}

/// Adds up lists of one number for each player. A list may be empty.
fn totals<C, A>(lists: &[&[C]], memory: Vec<u32>) -> Scaled<u32>
where
    C: Copy + Into<A>,
    A: Copy + Default + AddAssign + Into<u32>,
{
    Scaled::compute(memory, 1, |start, totals| {
        let mut sums = [A::default(); BLOCK];
        for list in lists {
            for (sum, value) in sums.iter_mut().zip(from(list, start)) {
                *sum += (*value).into();
            }
        }
        for (total, sum) in totals.iter_mut().zip(sums) {
            *total = sum.into();
        }
    })
}

/// A ranking while its tiebreakers are computed.
struct Work<'a> {
    sheet: &'a Sheet,
    points: &'a Scaled<u32>,
    meetings: Meetings<'a>,
    computed: Vec<Computed>,
}

impl Work<'_> {
    /// Computes a tiebreaker, and any other that it is based on, unless that is done already.
    fn compute(&mut self, tiebreaker: Tiebreaker, scratch: &mut Scratch) {
        if find(&self.computed, tiebreaker).is_some() {
            return;
        }
        let sheet = self.sheet;
        let column = match tiebreaker {
            Tiebreaker::MarginOfVictory | Tiebreaker::PointsDefeated => {
                Column::Narrow(sheet.total(|round| &round.first, scratch))
            }
            Tiebreaker::VictoryTokens => {
                Column::Narrow(sheet.total(|round| &round.second, scratch))
            }
            Tiebreaker::AverageMargin => shares::average_margins(&sheet.rounds, sheet.players()),
            Tiebreaker::ExtendedAverageMargin => {
                self.mean_of_opponents(Tiebreaker::AverageMargin, scratch)
            }
            Tiebreaker::StrengthOfSchedule => {
                Column::schedule(self.points.view(), &sheet.played, self.meetings, scratch)
            }
            Tiebreaker::ExtendedStrengthOfSchedule => {
                self.mean_of_opponents(Tiebreaker::StrengthOfSchedule, scratch)
            }
            // Drawn rather than computed; it comes last.
            Tiebreaker::Random => return,
        };
        self.computed.push(Computed { tiebreaker, column });
    }

    fn mean_of_opponents(&mut self, of: Tiebreaker, scratch: &mut Scratch) -> Column {
        self.compute(of, scratch);
        match find(&self.computed, of) {
            Some(column) => column.mean_of_opponents(self.meetings, scratch),
            None => Column::shares(&[], 1),
        }
    }
}

fn find(computed: &[Computed], tiebreaker: Tiebreaker) -> Option<&Column> {
    let found = computed.iter().find(|c| c.tiebreaker == tiebreaker)?;
    Some(&found.column)
}

impl Ranking {
    /// Returns the players, the best first.
    pub fn players(&self) -> impl ExactSizeIterator<Item = PlayerId> {
        self.order
            .iter()
            .map(|player| PlayerId::at(*player as usize))
    }

    /// Returns the tournament points of a player.
    #[must_use]
    pub fn points(&self, player: PlayerId) -> u32 {
        self.points.values.get(player.index()).copied().unwrap_or(0)
    }

    /// Returns the exact value of a tiebreaker for a player, if the ranking computed it.
    #[must_use]
    pub fn value(&self, tiebreaker: Tiebreaker, player: PlayerId) -> Option<Exact> {
        Some(find(&self.computed, tiebreaker)?.exact(player.index()))
    }

    /// Gives the memory back for the next ranking.
    pub fn recycle(self, scratch: &mut Scratch) {
        scratch.keep_u32(self.order);
        scratch.keep_u32(self.points.values);
        for computed in self.computed {
            computed.column.recycle(scratch);
        }
    }
}
