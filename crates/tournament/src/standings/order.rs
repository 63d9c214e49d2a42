//! The order of the players: points, then each tiebreaker, then the last of them.
//!
//! Relies on exact columns. What decides first is packed into the high bits of one number for each player, which is
//! sorted digit by digit; where those bits leave players level, the columns themselves decide. Promises one order for
//! the same input, whatever its size.

use super::column::{BLOCK, Column, Scaled};
use super::exact::Exact;
use super::scratch::Scratch;
use crate::ids::PlayerId;
use std::borrow::Cow;
use std::cmp::Ordering;

/// What decides when everything else is level.
#[derive(Clone, Copy, Debug)]
pub enum Last<'a> {
    /// A number drawn for each player, the lowest first; equal numbers go by the order of the sheet (TB-RANDOM).
    Drawn(&'a [u64]),
    /// The order of the sheet.
    Listed,
}

/// Bits sorted in one pass: the counters of more would not fit the nearest caches.
const DIGIT: u32 = 11;
const DIGITS: usize = 1 << DIGIT;
/// Passes at most: what is level after so many bits is little, and sorted in place.
const PASSES: u32 = 3;
/// Up to so many players a plain sort is as quick.
const FEW: usize = 4096;

/// Returns the players by points and by the columns, the highest values first, then by what comes last.
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
    let digits = plan.pack(&levels, last, players, &mut keys);
    if players <= FEW {
        keys.sort_unstable();
    } else {
        keys = sort_by_digits(keys, &digits, scratch);
    }
    plan.settle(&levels, last, &mut keys);
    let mut order = scratch.u32(players);
    order.extend(keys.iter().map(|key| plan.player(*key)));
    scratch.keep_u64(keys);
    order
}

/// A column as plain integers.
struct Level<'a> {
    values: Values<'a>,
    most: u64,
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
                most: own.most,
            },
            Column::Huge(own) => Level::places(&own.values),
            Column::Fractions(own) => Level::places(own),
        }
    }

    fn narrow(own: &Scaled<u32>) -> Level<'_> {
        Level {
            values: Values::Narrow(Cow::Borrowed(&own.values)),
            most: own.most.into(),
        }
    }

    /// Values beyond plain integers stand by their place among all values.
    fn places<T: Ord>(values: &[T]) -> Level<'static> {
        let mut sorted: Vec<&T> = values.iter().collect();
        sorted.sort_unstable();
        sorted.dedup();
        let place = |value| sorted.partition_point(|other| *other < value);
        let places = values.iter().map(|value| place(value) as u32).collect();
        Level {
            values: Values::Narrow(Cow::Owned(places)),
            most: sorted.len() as u64,
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
        u64::BITS - self.most.leading_zeros()
    }
}

impl Last<'_> {
    fn of(self, player: u32) -> u64 {
        match self {
            Last::Drawn(numbers) => numbers.get(player as usize).copied().unwrap_or(u64::MAX),
            Last::Listed => 0,
        }
    }

    /// Returns the exact value that stands for a player: the drawn number, or the place in the sheet.
    pub(super) fn exact(self, player: PlayerId) -> Exact {
        match self {
            Last::Drawn(_) => self.of(player.0.wrapping_sub(1)).into(),
            Last::Listed => u64::from(player.0).into(),
        }
    }

    /// Returns what people see of it: enough of the number to tell two players apart.
    pub(super) fn shown(self, player: PlayerId) -> String {
        match self {
            Last::Drawn(_) => format!("{:08x}", self.of(player.0.wrapping_sub(1)) >> u32::BITS),
            Last::Listed => "not drawn".to_owned(),
        }
    }
}

/// Where a level stands in a key.
#[derive(Clone, Copy)]
struct Field {
    level: usize,
    /// Low bits for which there is no room.
    cut: u32,
    /// Bits to the right.
    shift: u32,
}

/// How keys are made: the levels from the highest bit down, then drawn bits as far as there is room, then the player.
struct Plan {
    fields: Vec<Field>,
    /// The first level that is not wholly in the key.
    tail: usize,
    drawn_bits: u32,
    player_bits: u32,
}

impl Plan {
    fn new(levels: &[Level], players: usize) -> Plan {
        let player_bits = usize::BITS - players.leading_zeros();
        let mut room = u64::BITS.saturating_sub(player_bits);
        let mut fields = Vec::with_capacity(levels.len());
        let mut tail = 0;
        while let Some(level) = levels.get(tail) {
            let width = level.width();
            let taken = width.min(room);
            room -= taken;
            if taken > 0 {
                fields.push(Field {
                    level: tail,
                    cut: width - taken,
                    shift: player_bits + room,
                });
            }
            if taken < width {
                break;
            }
            tail += 1;
        }
        Plan {
            fields,
            tail,
            drawn_bits: room,
            player_bits,
        }
    }

    /// Returns the digits by which keys are sorted, lowest first, each with its counts.
    fn digits(&self) -> Vec<Digit> {
        let used = u64::BITS - self.player_bits - self.drawn_bits;
        let passes = used.div_ceil(DIGIT).min(PASSES);
        let shifts = (1..=passes).rev().map(|pass| u64::BITS - pass * DIGIT);
        shifts.map(Digit::at).collect()
    }

    fn pack(
        &self,
        levels: &[Level],
        last: Last,
        players: usize,
        keys: &mut Vec<u64>,
    ) -> Vec<Digit> {
        let mut digits = self.digits();
        for start in (0..players).step_by(BLOCK) {
            let mut block = [0; BLOCK];
            let block = &mut block[..BLOCK.min(players - start)];
            for field in &self.fields {
                let Some(level) = levels.get(field.level) else {
                    continue;
                };
                match &level.values {
                    Values::Narrow(values) => {
                        field.add(values.iter().skip(start), level.most, block)
                    }
                    Values::Wide(values) => field.add(values.iter().skip(start), level.most, block),
                }
            }
            if let (Last::Drawn(numbers), 1..) = (last, self.drawn_bits) {
                for (key, number) in block.iter_mut().zip(numbers.iter().skip(start)) {
                    *key |= number >> (u64::BITS - self.drawn_bits) << self.player_bits;
                }
            }
            for (key, player) in block.iter_mut().zip(start as u64..) {
                *key |= player;
            }
            for digit in &mut digits {
                block.iter().for_each(|key| digit.count(*key));
            }
            keys.extend_from_slice(block);
        }
        digits
    }

    fn player(&self, key: u64) -> u32 {
        (key & ((1 << self.player_bits) - 1)) as u32
    }

    /// Orders the players whom the keys leave level.
    fn settle(&self, levels: &[Level], last: Last, keys: &mut [u64]) {
        let tail = levels.get(self.tail..).unwrap_or(&[]);
        let by_columns = |a: u32, b: u32| -> Ordering {
            let level = |ordering: Ordering, level: &Level| {
                ordering.then_with(|| level.of(b).cmp(&level.of(a)))
            };
            tail.iter().fold(Ordering::Equal, level)
        };
        let level = |a: &u64, b: &u64| a >> self.player_bits == b >> self.player_bits;
        for run in keys.chunk_by_mut(level).filter(|run| run.len() > 1) {
            run.sort_unstable_by(|a, b| {
                let (a, b) = (self.player(*a), self.player(*b));
                by_columns(a, b)
                    .then_with(|| last.of(a).cmp(&last.of(b)))
                    .then_with(|| a.cmp(&b))
            });
        }
    }
}

impl Field {
    /// High values give low keys, for keys are sorted upwards.
    fn add<'a, W>(self, values: impl Iterator<Item = &'a W>, most: u64, block: &mut [u64])
    where
        W: Copy + Into<u64> + 'a,
    {
        for (key, value) in block.iter_mut().zip(values) {
            *key |= (most - (*value).into()) >> self.cut << self.shift;
        }
    }
}

/// Some bits of a key, and how often each of their values occurs.
struct Digit {
    shift: u32,
    counts: Vec<u32>,
}

impl Digit {
    fn at(shift: u32) -> Digit {
        Digit {
            shift,
            counts: vec![0; DIGITS],
        }
    }

    fn of(&self, key: u64) -> usize {
        (key >> self.shift) as usize % DIGITS
    }

    fn count(&mut self, key: u64) {
        let value = self.of(key);
        if let Some(count) = self.counts.get_mut(value) {
            *count += 1;
        }
    }
}

/// Sorts keys by their digits, the lowest first, and what is level then in place.
fn sort_by_digits(mut keys: Vec<u64>, digits: &[Digit], scratch: &mut Scratch) -> Vec<u64> {
    let mut sorted = scratch.u64(keys.len());
    sorted.resize(keys.len(), 0);
    for digit in digits {
        let mut next = 0;
        let starts = digit.counts.iter().map(|count| {
            next += count;
            next - count
        });
        let mut starts: Vec<u32> = starts.collect();
        for key in &keys {
            let at = &mut starts[digit.of(*key)];
            if let Some(slot) = sorted.get_mut(*at as usize) {
                *slot = *key;
            }
            *at += 1;
        }
        std::mem::swap(&mut keys, &mut sorted);
    }
    scratch.keep_u64(sorted);
    let low = digits.first().map_or(u64::BITS - 1, |digit| digit.shift);
    for run in keys.chunk_by_mut(|a, b| a >> low == b >> low) {
        if !run.is_sorted() {
            run.sort_unstable();
        }
    }
    keys
}
