//! Table numbers for the matches of a round.
//!
//! Without wishes match `i` plays at table `i`. The wishes are house choices, not regulation: fixed
//! tables, no table twice for a player, tables at random. The module knows players only as keys;
//! it promises that fixed tables are kept and that repeated tables are as few as possible (up to
//! [`EXACT_UP_TO`] matches always, above that whenever it says so).

mod placement;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::num::NonZeroU32;

use crate::draw::Draw;
use placement::place;

/// The number of matches without a fixed table up to which the fewest repeats are found exactly.
pub const EXACT_UP_TO: usize = 400;

/// The number of a table, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableNo(NonZeroU32);

impl TableNo {
    /// Returns the table with a number, or `None` for 0, which no table has.
    pub fn new(number: u32) -> Option<Self> {
        NonZeroU32::new(number).map(Self)
    }

    /// Returns the number.
    pub fn get(self) -> u32 {
        self.0.get()
    }
}

impl fmt::Display for TableNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "table {}", self.0)
    }
}

/// A player at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat<P> {
    pub player: P,
    pub table: TableNo,
}

/// In which order matches take the tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// The best match at the first table.
    #[default]
    BestFirst,
    /// At random, so that a table tells nothing about the standings.
    Drawn,
}

/// What the organizer asks of the tables of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wishes<P> {
    /// Players who always play at one table (an accessible seat, a stream). Where two of these
    /// cannot both be kept, the one that comes first in the list is.
    pub fixed: Vec<Seat<P>>,
    /// The tables at which each player has been, to be avoided. Empty if that is not asked for.
    pub history: BTreeMap<P, Vec<TableNo>>,
    /// The order of the tables.
    pub order: Order,
}

impl<P> Default for Wishes<P> {
    fn default() -> Self {
        Self {
            fixed: Vec::new(),
            history: BTreeMap::new(),
            order: Order::default(),
        }
    }
}

/// A fixed table that could not be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unmet<P> {
    pub wish: Seat<P>,
    /// The earlier wish that stood against it: another table for the same match, or the same table
    /// for another match.
    pub lost_to: Seat<P>,
}

/// The tables of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment<P> {
    /// The table of each match, in the order of the matches.
    pub tables: Vec<TableNo>,
    /// Fixed tables that could not be kept, in the order of the wishes.
    pub unmet: Vec<Unmet<P>>,
    /// Players who are sent to a table again without having asked for it, by match.
    pub repeats: Vec<Seat<P>>,
    /// Whether it is certain that fewer repeats are impossible with these fixed tables.
    pub fewest: bool,
}

/// Gives each match (best first) a table.
///
/// Fixed tables are kept first. The other matches share the lowest numbers left: with the fewest
/// repeated tables, and among these with the least total distance from their order (exactly so up
/// to [`EXACT_UP_TO`] matches). Only [`Order::Drawn`] uses the draw, for one shuffle.
pub fn assign<P: Copy + Ord>(
    matches: &[[P; 2]],
    wishes: &Wishes<P>,
    draw: &mut Draw,
) -> Assignment<P> {
    let Fixed {
        mut tables,
        granted,
        unmet,
    } = keep_fixed(matches, &wishes.fixed);
    let mut free: Vec<usize> = (0..matches.len())
        .filter(|index| tables[*index].is_none())
        .collect();
    if wishes.order == Order::Drawn {
        draw.shuffle(&mut free);
    }
    let taken: BTreeSet<TableNo> = tables.iter().flatten().copied().collect();
    let left: Vec<TableNo> = (1..=u32::MAX)
        .filter_map(TableNo::new)
        .filter(|table| !taken.contains(table))
        .take(free.len())
        .collect();

    let been = |player: P, table: TableNo| {
        let tables = wishes.history.get(&player);
        tables.is_some_and(|tables| tables.contains(&table))
    };
    let repeats = |row: usize, column: usize| {
        let players = matches[free[row]].iter();
        players
            .filter(|player| been(**player, left[column]))
            .count()
    };
    let placement = place(free.len(), repeats);
    for (index, column) in free.iter().zip(placement.columns) {
        tables[*index] = Some(left[column]);
    }

    let tables: Vec<TableNo> = tables.into_iter().flatten().collect();
    let seats = matches.iter().zip(&tables).flat_map(|(players, table)| {
        players.map(|player| Seat {
            player,
            table: *table,
        })
    });
    let repeats = seats
        .filter(|seat| been(seat.player, seat.table) && !granted.contains(seat))
        .collect();
    Assignment {
        tables,
        unmet,
        repeats,
        fewest: placement.fewest,
    }
}

/// What the fixed tables of a round come to.
struct Fixed<P> {
    tables: Vec<Option<TableNo>>,
    granted: BTreeSet<Seat<P>>,
    unmet: Vec<Unmet<P>>,
}

fn keep_fixed<P: Copy + Ord>(matches: &[[P; 2]], wishes: &[Seat<P>]) -> Fixed<P> {
    let mut fixed = Fixed {
        tables: vec![None; matches.len()],
        granted: BTreeSet::new(),
        unmet: Vec::new(),
    };
    if wishes.is_empty() {
        return fixed;
    }
    let numbered = matches.iter().enumerate();
    let match_of: BTreeMap<P, usize> = numbered
        .flat_map(|(index, players)| players.map(|player| (player, index)))
        .collect();
    let mut by_match: BTreeMap<usize, Seat<P>> = BTreeMap::new();
    let mut by_table: BTreeMap<TableNo, usize> = BTreeMap::new();
    for wish in wishes {
        let Some(index) = match_of.get(&wish.player).copied() else {
            continue;
        };
        let holder = by_table.get(&wish.table).copied().unwrap_or(index);
        let earlier = by_match.get(&index).or_else(|| by_match.get(&holder));
        match earlier.copied() {
            Some(lost_to) if holder != index || lost_to.table != wish.table => {
                fixed.unmet.push(Unmet {
                    wish: *wish,
                    lost_to,
                });
            }
            _ => {
                by_match.entry(index).or_insert(*wish);
                by_table.insert(wish.table, index);
                fixed.tables[index] = Some(wish.table);
                fixed.granted.insert(*wish);
            }
        }
    }
    fixed
}
