//! The order of the players: points, then each tiebreaker, then the last one.
//!
//! Whatever decides first is packed into the high bits of one number for each player. These keys are sorted digit by
//! digit, and players who are still level are compared by the exact columns. Promises the same order for the same input,
//! whatever its size.

use super::column::Column;
use super::exact::Exact;
use super::radix::Digits;
use super::scaled::{BLOCK, Scaled, from};
use super::scratch::Scratch;
use crate::ids::PlayerId;
use std::borrow::Cow;

/// What decides if everything else is level.
#[derive(Clone, Copy, Debug)]
pub enum Last<'a> {
    /// A number drawn for each player, the lowest first; equal numbers go by the order of the sheet (TB-RANDOM).
    Drawn(&'a [u64]),
    /// The order of the sheet.
    Listed,
}

/// Up to this number of players a plain sort is as fast as sorting by digits.
const FEW: usize = 4096;

/// Returns the players by points and columns, the highest values first, then by `last`.
pub(super) fn order(
    points: &Scaled<u32>,
    columns: &[&Column],
    last: Last,
    scratch: &mut Scratch,
) -> Vec<u32> {
    let players = points.values.len();
    let mut levels = vec![Level::narrow(points)];
    levels.extend(columns.iter().map(|column| Level::new(column)));
    let plan = Plan::new(&levels, players);
    let mut keys = scratch.u64(players);
    let sorted_from = if players <= FEW {
        plan.pack(&levels, last, 0, &mut keys);
        keys.sort_unstable();
        plan.player_bits
    } else {
        let mut digits = Digits::covering(plan.high_bits);
        for (start, block) in (0..).step_by(BLOCK).zip(keys.chunks_mut(BLOCK)) {
            plan.pack(&levels, last, start, block);
            digits.count(block);
        }
        keys = digits.sort(keys, scratch);
        digits.lowest_bit().max(plan.player_bits)
    };
    plan.settle(&levels, last, sorted_from, &mut keys);
    let mut order = scratch.u32(players);
    for (player, key) in order.iter_mut().zip(&keys) {
        *player = plan.player(*key);
    }
    scratch.keep_u64(keys);
    order
}

/// A column as plain integers.
struct Level<'a> {
    values: Values<'a>,
    /// All bits that occur in a value, so no value is greater.
    bits: u64,
}

enum Values<'a> {
    Narrow(Cow<'a, [u32]>),
    Wide(&'a [u64]),
}

impl Level<'_> {
    fn new(column: &Column) -> Level<'_> {
        match column {
            Column::Narrow(own) => Level::narrow(own),
            Column::Wide(own) => Level {
                values: Values::Wide(&own.values),
                bits: own.bits,
            },
            Column::Huge(own) => Level::places(&own.values),
            Column::Fractions(own) => Level::places(own),
        }
    }

    fn narrow(own: &Scaled<u32>) -> Level<'_> {
        Level {
            values: Values::Narrow(Cow::Borrowed(&own.values)),
            bits: own.bits.into(),
        }
    }

    /// Replaces values too large for plain integers by their place among all values.
    fn places<T: Ord>(values: &[T]) -> Level<'static> {
        let mut sorted: Vec<&T> = values.iter().collect();
        sorted.sort_unstable();
        sorted.dedup();
        let place = |value| sorted.partition_point(|other| *other < value);
        let places = values.iter().map(|value| place(value) as u32).collect();
        Level {
            values: Values::Narrow(Cow::Owned(places)),
            bits: sorted.len() as u64,
        }
    }

    fn of(&self, player: u32) -> u64 {
        let player = player as usize;
        match &self.values {
            Values::Narrow(values) => values.get(player).copied().unwrap_or(0).into(),
            Values::Wide(values) => values.get(player).copied().unwrap_or(0),
        }
    }

    fn width(&self) -> u32 {
        u64::BITS - self.bits.leading_zeros()
    }
}

impl Last<'_> {
    fn of(self, player: u32) -> u64 {
        match self {
            Last::Drawn(numbers) => numbers.get(player as usize).copied().unwrap_or(0),
            Last::Listed => 0,
        }
    }

    /// Returns the exact value of a player: the drawn number, or the place in the sheet.
    pub(super) fn exact(self, player: PlayerId) -> Exact {
        match self {
            Last::Drawn(_) => self.of(player.0.wrapping_sub(1)).into(),
            Last::Listed => u64::from(player.0).into(),
        }
    }

    /// Returns the start of the number as text, enough to tell two players apart.
    pub(super) fn shown(self, player: PlayerId) -> String {
        match self {
            Last::Drawn(_) => format!("{:08x}", self.of(player.0.wrapping_sub(1)) >> u32::BITS),
            Last::Listed => "–".to_owned(),
        }
    }
}

/// Where a level is in a key.
#[derive(Clone, Copy)]
struct KeyField {
    level: usize,
    /// Low bits that do not fit.
    cut: u32,
    /// Bits to the right.
    shift: u32,
}

/// The layout of a key: the levels from the highest bit down, then as many drawn bits as fit, then the player.
struct Plan {
    fields: Vec<KeyField>,
    /// The first level that is not completely in the key.
    tail: usize,
    /// Bits used by levels.
    high_bits: u32,
    drawn_bits: u32,
    player_bits: u32,
}

impl Plan {
    fn new(levels: &[Level], players: usize) -> Plan {
        let player_bits = usize::BITS - players.leading_zeros();
        let room = u64::BITS.saturating_sub(player_bits);
        let mut plan = Plan {
            fields: Vec::with_capacity(levels.len()),
            tail: 0,
            high_bits: 0,
            drawn_bits: room,
            player_bits,
        };
        while let Some(level) = levels.get(plan.tail) {
            let width = level.width();
            let taken = width.min(plan.drawn_bits);
            plan.drawn_bits -= taken;
            plan.high_bits += taken;
            if taken > 0 {
                plan.fields.push(KeyField {
                    level: plan.tail,
                    cut: width - taken,
                    shift: player_bits + plan.drawn_bits,
                });
            }
            if taken < width {
                break;
            }
            plan.tail += 1;
        }
        plan
    }

    /// Makes the keys of players from `start` on.
    fn pack(&self, levels: &[Level], last: Last, start: usize, keys: &mut [u64]) {
        for (key, player) in keys.iter_mut().zip(start as u64..) {
            *key = player;
        }
        for field in &self.fields {
            if let Some(level) = levels.get(field.level) {
                match &level.values {
                    Values::Narrow(values) => field.add(from(values, start), level.width(), keys),
                    Values::Wide(values) => field.add(from(values, start), level.width(), keys),
                }
            }
        }
        if let (Last::Drawn(numbers), 1..) = (last, self.drawn_bits) {
            for (key, number) in keys.iter_mut().zip(from(numbers, start)) {
                *key |= number >> (u64::BITS - self.drawn_bits) << self.player_bits;
            }
        }
    }

    fn player(&self, key: u64) -> u32 {
        (key & ((1 << self.player_bits) - 1)) as u32
    }

    /// Finishes the order of keys that are sorted by their bits from `sorted_from` up: by the rest of the key, then by
    /// whatever did not fit into it.
    fn settle(&self, levels: &[Level], last: Last, sorted_from: u32, keys: &mut [u64]) {
        let level_with = |key: u64| move |other: &u64| key >> sorted_from == other >> sorted_from;
        let tied = |[a, b]: &[u64; 2]| level_with(*a)(b);
        if !keys.array_windows().any(tied) {
            return;
        }
        let tail = levels.get(self.tail..).unwrap_or_default();
        // The first level of the tail decides nearly all ties. Its values are read before anything is compared: reads that
        // do not wait for a comparison are under way at once.
        let values: Vec<u64> = match tail.first() {
            Some(level) => keys.iter().map(|key| level.of(self.player(*key))).collect(),
            None => vec![0; keys.len()],
        };
        let by_tail = |a: u32, b: u32| {
            let higher = |level: &Level| level.of(b).cmp(&level.of(a));
            let decided = tail.iter().skip(1).map(higher).find(|order| order.is_ne());
            decided
                .unwrap_or_else(|| last.of(a).cmp(&last.of(b)))
                .then_with(|| a.cmp(&b))
        };
        let mut run: Vec<(u64, u64)> = Vec::new();
        let mut start = 0;
        while let Some(found) = keys[start..].array_windows().position(tied) {
            start += found;
            let len = keys[start..]
                .iter()
                .take_while(|key| level_with(keys[start])(key))
                .count();
            let end = start + len;
            run.clear();
            run.extend(
                keys[start..end]
                    .iter()
                    .copied()
                    .zip(values[start..end].iter().copied()),
            );
            run.sort_unstable_by(|(a, value_a), (b, value_b)| {
                let high = |key: u64| key >> self.player_bits;
                high(*a)
                    .cmp(&high(*b))
                    .then_with(|| value_b.cmp(value_a))
                    .then_with(|| by_tail(self.player(*a), self.player(*b)))
            });
            for (key, (sorted, _)) in keys[start..end].iter_mut().zip(&run) {
                *key = *sorted;
            }
            start = end;
        }
    }
}

impl KeyField {
    /// Keys are sorted upwards, so high values give low keys.
    fn add<W: Copy + Into<u64>>(self, values: &[W], width: u32, keys: &mut [u64]) {
        let most = u64::MAX >> (u64::BITS - width);
        for (key, value) in keys.iter_mut().zip(values) {
            *key |= (most - (*value).into()) >> self.cut << self.shift;
        }
    }
}
