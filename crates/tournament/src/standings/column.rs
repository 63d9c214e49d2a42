//! One tiebreaker for all players, exactly: whole numbers over one common denominator.
//!
//! Relies on the small divisors of a tournament: with L the common multiple of the rounds played and M that of the
//! opponents met, points per round times L, strength of schedule times L·M and its extension times L·M² are whole.
//! Promises exact values whatever the input: the narrowest integers that provably hold a column are used, and
//! fractions of unlimited size beyond 128 bits.

use super::counts::Counts;
use super::exact::Exact;
use super::scaled::{Scaled, View, Whole, from, multiply};
use super::scratch::Scratch;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{AsPrimitive, Zero};

/// One exact value for each player.
#[derive(Clone, Debug)]
pub(super) enum Column {
    Narrow(Scaled<u32>),
    Wide(Scaled<u64>),
    Huge(Scaled<u128>),
    Fractions(Vec<BigRational>),
}

/// Who met whom: for each round the opponent of each player, and how many opponents each has met in all.
#[derive(Clone, Copy)]
pub(super) struct Meetings<'a> {
    /// An index that is no player's means nobody.
    pub(super) rounds: &'a [&'a [u32]],
    pub(super) met: &'a Counts,
}

/// The integers that hold every value up to a bound.
enum Width {
    Narrow,
    Wide,
    Huge,
}

impl Width {
    fn of(bound: u128) -> Width {
        match bound {
            _ if bound <= u128::from(u32::MAX) => Width::Narrow,
            _ if bound <= u128::from(u64::MAX) => Width::Wide,
            _ => Width::Huge,
        }
    }
}

/// A change to a greater denominator that integers can hold: what to multiply by, and how wide values become.
struct Scale {
    by: u128,
    over: u128,
    width: Width,
}

impl Scale {
    /// The factor itself is held like a value, hence a bound of at least 1.
    fn new(bound: u128, over: u128, by: Option<u128>) -> Option<Scale> {
        let by = by?;
        Some(Scale {
            by,
            over: over.checked_mul(by)?,
            width: Width::of(bound.max(1).checked_mul(by)?),
        })
    }
}

impl Column {
    /// Makes a column of numerators, none of them above the common denominator.
    pub(super) fn shares(numerators: &[u128], over: u128) -> Column {
        match Width::of(over) {
            Width::Narrow => Column::Narrow(Scaled::narrowed(numerators, over)),
            Width::Wide => Column::Wide(Scaled::narrowed(numerators, over)),
            Width::Huge => Column::Huge(Scaled::narrowed(numerators, over)),
        }
    }

    /// Makes the column of the strength of schedule (TB-SOS): the mean of the opponents' points per round played.
    pub(super) fn schedule(
        points: View<u32>,
        played: &Counts,
        of: Meetings,
        scratch: &mut Scratch,
    ) -> Column {
        let Some(scale) = Scale::new(points.bits.into(), 1, played.multiple()) else {
            let rate = |(points, played): (&u32, &u8)| fraction((*points).into(), (*played).into());
            let rates: Vec<BigRational> =
                points.values.iter().zip(played.all()).map(rate).collect();
            return Column::Fractions(mean_of_fractions(&rates, of));
        };
        // Where all have played as many rounds, their points are the rates over that number.
        if played.is_uniform() {
            let rates = View {
                over: scale.over,
                ..points
            };
            return Column::mean_of_narrow(rates, of, scratch);
        }
        let players = points.values.len();
        let rates = match scale.width {
            Width::Narrow => Column::Narrow(rates(points, played, &scale, scratch.u32(players))),
            Width::Wide => Column::Wide(rates(points, played, &scale, scratch.u64(players))),
            Width::Huge => Column::Huge(rates(points, played, &scale, vec![0; players])),
        };
        let schedule = rates.mean_of_opponents(of, scratch);
        rates.recycle(scratch);
        schedule
    }

    /// Returns the column of means over the opponents met; several meetings with the same player count each.
    pub(super) fn mean_of_opponents(&self, of: Meetings, scratch: &mut Scratch) -> Column {
        match self {
            Column::Narrow(own) => Column::mean_of_narrow(own.view(), of, scratch),
            Column::Wide(own) => Column::mean_of_wide(own.view(), of, scratch),
            Column::Huge(own) => match of.scale(own.view()) {
                Some(scale) => Column::huge_means(own.view(), of, &scale),
                None => Column::Fractions(mean_of_fractions(&fractions(own.view()), of)),
            },
            Column::Fractions(own) => Column::Fractions(mean_of_fractions(own, of)),
        }
    }

    fn mean_of_narrow(own: View<u32>, of: Meetings, scratch: &mut Scratch) -> Column {
        let players = own.values.len();
        match of.scale(own) {
            Some(scale) => match scale.width {
                Width::Narrow => Column::Narrow(means(own, of, &scale, scratch.u32(players))),
                Width::Wide => Column::Wide(means(own, of, &scale, scratch.u64(players))),
                Width::Huge => Column::huge_means(own, of, &scale),
            },
            None => Column::Fractions(mean_of_fractions(&fractions(own), of)),
        }
    }

    fn mean_of_wide(own: View<u64>, of: Meetings, scratch: &mut Scratch) -> Column {
        let players = own.values.len();
        match of.scale(own) {
            Some(scale) => match scale.width {
                Width::Narrow | Width::Wide => {
                    Column::Wide(means(own, of, &scale, scratch.u64(players)))
                }
                Width::Huge => Column::huge_means(own, of, &scale),
            },
            None => Column::Fractions(mean_of_fractions(&fractions(own), of)),
        }
    }

    fn huge_means<W: Whole>(own: View<W>, of: Meetings, scale: &Scale) -> Column
    where
        u128: From<W>,
    {
        Column::Huge(means(own, of, scale, vec![0; own.values.len()]))
    }

    /// Returns the value of a player.
    pub(super) fn exact(&self, player: usize) -> Exact {
        match self {
            Column::Narrow(own) => own.exact(player),
            Column::Wide(own) => own.exact(player),
            Column::Huge(own) => own.exact(player),
            Column::Fractions(own) => own.get(player).cloned().unwrap_or_default().into(),
        }
    }

    /// Gives the memory back for the next column.
    pub(super) fn recycle(self, scratch: &mut Scratch) {
        match self {
            Column::Narrow(own) => scratch.keep_u32(own.values),
            Column::Wide(own) => scratch.keep_u64(own.values),
            Column::Huge(_) | Column::Fractions(_) => {}
        }
    }
}

impl Meetings<'_> {
    /// A mean is at most the greatest value: its bound times the multiple bounds every sum on the way.
    fn scale<W: Whole>(&self, own: View<W>) -> Option<Scale> {
        Scale::new(own.bits.into(), own.over, self.met.multiple())
    }
}

fn rates<W: Whole + From<u32>>(
    points: View<u32>,
    played: &Counts,
    scale: &Scale,
    memory: Vec<W>,
) -> Scaled<W> {
    let factors = played.factors(scale.by);
    Scaled::compute(memory, scale.over, |start, rates| {
        for (rate, points) in rates.iter_mut().zip(from(points.values, start)) {
            *rate = W::from(*points);
        }
        multiply(rates, from(played.all(), start), factors.as_ref());
    })
}

/// The means over the opponents met, read from a copy in bytes or pairs of them where the values allow it: the less memory
/// the random reads spread over, the more of it is near.
fn means<I: Whole, O: Whole + From<I> + From<u8> + From<u16>>(
    own: View<I>,
    of: Meetings,
    scale: &Scale,
    memory: Vec<O>,
) -> Scaled<O> {
    let most: u128 = own.bits.into();
    if most <= u8::MAX.into() {
        means_of(&Readable::<u8>::new(own.values), of, scale, memory)
    } else if most <= u16::MAX.into() {
        means_of(&Readable::<u16>::new(own.values), of, scale, memory)
    } else {
        means_of(&Readable::<I>::new(own.values), of, scale, memory)
    }
}

/// Values to be read at random, and a 0 after them for whoever is nobody: a read that goes there costs less than a branch
/// that nobody can predict.
struct Readable<W>(Vec<W>);

impl<W: Copy + Default + 'static> Readable<W> {
    fn new<I: AsPrimitive<W>>(values: &[I]) -> Readable<W> {
        let mut readable = Vec::with_capacity(values.len() + 1);
        readable.extend(values.iter().map(|value| value.as_()));
        readable.push(W::default());
        Readable(readable)
    }

    fn of<O: Whole + From<W>>(&self, player: u32) -> O {
        let nobody = self.0.len() - 1;
        self.0[nobody.min(player as usize)].into()
    }
}

fn means_of<I: Copy + Default + 'static, O: Whole + From<I>>(
    own: &Readable<I>,
    of: Meetings,
    scale: &Scale,
    memory: Vec<O>,
) -> Scaled<O> {
    let factors = of.met.factors(scale.by);
    let (threes, rest) = of.rounds.as_chunks::<3>();
    Scaled::compute(memory, scale.over, |start, sums| {
        sums.fill(O::default());
        for three in threes {
            add_three(own, three.map(|round| from(round, start)), sums);
        }
        for round in rest {
            for (sum, opponent) in sums.iter_mut().zip(from(round, start)) {
                *sum = *sum + own.of(*opponent);
            }
        }
        multiply(sums, from(of.met.all(), start), factors.as_ref());
    })
}

/// The random reads of this loop are what standings cost: three rounds at a time, so that many reads are under way at
/// once.
fn add_three<I: Copy + Default + 'static, O: Whole + From<I>>(
    own: &Readable<I>,
    opponents: [&[u32]; 3],
    sums: &mut [O],
) {
    let [first, second, third] = opponents;
    let opponents = first.iter().zip(second).zip(third);
    for (sum, ((first, second), third)) in sums.iter_mut().zip(opponents) {
        *sum = *sum + own.of(*first) + own.of(*second) + own.of(*third);
    }
}

fn mean_of_fractions(own: &[BigRational], of: Meetings) -> Vec<BigRational> {
    let mean = |(player, met): (usize, &u8)| {
        let opponents = of.rounds.iter().filter_map(|round| round.get(player));
        let values = opponents.filter_map(|opponent| own.get(*opponent as usize));
        match met {
            0 => BigRational::zero(),
            _ => values.sum::<BigRational>() / BigInt::from(*met),
        }
    };
    of.met.all().iter().enumerate().map(mean).collect()
}

/// Returns a fraction; over 0 it is 0 (TB-1).
fn fraction(numerator: u128, denominator: u128) -> BigRational {
    match denominator {
        0 => BigRational::zero(),
        _ => BigRational::new(numerator.into(), denominator.into()),
    }
}

fn fractions<W: Whole>(own: View<W>) -> Vec<BigRational> {
    let fraction = |value: &W| fraction((*value).into(), own.over);
    own.values.iter().map(fraction).collect()
}
