//! Table numbers for the matches of a round.
//!
//! Without wishes match `i` plays at table `i`. The wishes are house choices, not regulation: fixed
//! tables, and no table twice for a player. The module knows players only as keys; it promises that
//! fixed tables are kept and that repeated tables are as few as possible (up to [`EXACT_UP_TO`]
//! matches; above that they are few, nearly always none).

mod placement;

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;

use placement::place;

/// The number of matches without a fixed table up to which the fewest repeats are found exactly.
pub const EXACT_UP_TO: usize = 400;

/// The number of a table, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableNo(NonZeroU32);

impl TableNo {
    /// Returns the table with a number, or `None` for 0.
    pub fn new(number: u32) -> Option<Self> {
        NonZeroU32::new(number).map(Self)
    }

    /// Returns the number.
    pub fn get(self) -> u32 {
        self.0.get()
    }
}

/// A player at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat<P> {
    pub player: P,
    pub table: TableNo,
}

/// What the organizer asks of the tables of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wishes<P> {
    /// Players who always play at one table (an accessible seat, a stream). Of two conflicting
    /// wishes the earlier one in the list is granted.
    pub fixed: Vec<Seat<P>>,
    /// The tables each player has played at and should not play at again.
    pub history: BTreeMap<P, Vec<TableNo>>,
}

impl<P> Default for Wishes<P> {
    fn default() -> Self {
        Self {
            fixed: Vec::new(),
            history: BTreeMap::new(),
        }
    }
}

/// Returns a table for each match (best first).
///
/// Fixed tables are kept first. The other matches share the lowest numbers left: with the fewest
/// repeated tables, and among these with the least total distance from their order (exactly so up
/// to [`EXACT_UP_TO`] matches).
pub fn assign<P: Copy + Ord>(matches: &[[P; 2]], wishes: &Wishes<P>) -> Vec<TableNo> {
    let mut tables: Vec<Option<TableNo>> = vec![None; matches.len()];
    let mut taken: BTreeSet<TableNo> = BTreeSet::new();
    for Seat { player, table } in &wishes.fixed {
        let index = matches.iter().position(|players| players.contains(player));
        if let Some(index) = index
            && tables[index].is_none()
            && taken.insert(*table)
        {
            tables[index] = Some(*table);
        }
    }
    let free: Vec<usize> = (0..matches.len())
        .filter(|index| tables[*index].is_none())
        .collect();
    let left: Vec<TableNo> = (1..=u32::MAX)
        .filter_map(TableNo::new)
        .filter(|table| !taken.contains(table))
        .take(free.len())
        .collect();
    let repeats = |row: usize, column: usize| {
        let been = |player: &&P| {
            let tables = wishes.history.get(player);
            tables.is_some_and(|tables| tables.contains(&left[column]))
        };
        matches[free[row]].iter().filter(been).count()
    };
    for (index, column) in free.iter().zip(place(free.len(), repeats)) {
        tables[*index] = Some(left[column]);
    }
    tables.into_iter().flatten().collect()
}
