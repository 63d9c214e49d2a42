//! One tiebreaker for all players, exactly: whole numbers over one common denominator.
//!
//! The divisors of a tournament are small: with L the common multiple of the rounds played and M that of the opponents
//! met, points per round times L, strength of schedule times L·M and its extension times L·M² are whole. Promises exact
//! values whatever the input: a column uses the narrowest integers that provably hold it, and fractions of unlimited size
//! beyond 128 bits.

use super::counts::Counts;
use super::exact::Exact;
use super::scaled::{BLOCK, Scaled, View, Whole, from, multiply};
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
    /// An index beyond the players means nobody.
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

/// A change to a greater denominator: the factor, and the integers that hold the values afterwards.
struct Scale {
    by: u128,
    over: u128,
    width: Width,
}

impl Scale {
    /// The factor is stored like a value, hence a bound of at least 1.
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
    /// Makes a column from numerators, none of them above the common denominator.
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
        // If all have played the same number of rounds, their points are the rates over that number.
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
    /// No mean is above the greatest value, so that value times the multiple bounds every mean.
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
        let points = from(points.values, start);
        multiply(points, from(played.all(), start), factors.as_ref(), rates);
    })
}

/// The means over the opponents met. The values are first copied into the fewest bytes that hold them, so that more of the
/// random reads hit a near cache, and are added up in 32 bits if all sums are known to fit.
fn means<I, O>(own: View<I>, of: Meetings, scale: &Scale, memory: Vec<O>) -> Scaled<O>
where
    I: Whole,
    O: Whole + From<I> + From<u32>,
{
    let most: u128 = own.bits.into();
    let fits = |bound: u32| most <= bound.into();
    let rounds = u32::try_from(of.rounds.len()).unwrap_or(u32::MAX).max(1);
    if fits(u8::MAX.into()) {
        means_of::<I, u8, u32, O>(own.values, of, scale, memory)
    } else if fits(u16::MAX.into()) {
        means_of::<I, u16, u32, O>(own.values, of, scale, memory)
    } else if fits(u32::MAX / rounds) {
        means_of::<I, u32, u32, O>(own.values, of, scale, memory)
    } else {
        means_of::<I, I, O, O>(own.values, of, scale, memory)
    }
}

/// Values to be read at random, and a 0 after them for an opponent who is nobody: reading it is cheaper than a branch
/// that cannot be predicted.
struct Readable<R>(Vec<R>);

impl<R: Copy + Default + 'static> Readable<R> {
    fn new<I: AsPrimitive<R>>(values: &[I]) -> Readable<R> {
        let mut readable = Vec::with_capacity(values.len() + 1);
        readable.extend(values.iter().map(|value| value.as_()));
        readable.push(R::default());
        Readable(readable)
    }

    fn of<S: From<R>>(&self, player: u32) -> S {
        let nobody = self.0.len() - 1;
        self.0[nobody.min(player as usize)].into()
    }
}

/// Reads values as `R`, adds them up as `S` and returns means as `O`.
fn means_of<I, R, S, O>(own: &[I], of: Meetings, scale: &Scale, memory: Vec<O>) -> Scaled<O>
where
    I: AsPrimitive<R>,
    R: Copy + Default + 'static,
    S: Whole + From<R>,
    O: Whole + From<S>,
{
    let own = Readable::<R>::new(own);
    let factors = of.met.factors(scale.by);
    let (threes, rest) = of.rounds.as_chunks::<3>();
    let mut sums = vec![S::default(); BLOCK.min(memory.len())];
    Scaled::compute(memory, scale.over, |start, means| {
        sums.fill(S::default());
        for three in threes {
            add_three(&own, three.map(|round| from(round, start)), &mut sums);
        }
        for round in rest {
            for (sum, opponent) in sums.iter_mut().zip(from(round, start)) {
                *sum = *sum + own.of(*opponent);
            }
        }
        multiply(&sums, from(of.met.all(), start), factors.as_ref(), means);
    })
}

/// Random reads are most of the cost of standings. With three rounds at a time, many of them are under way at once.
fn add_three<R, S>(own: &Readable<R>, opponents: [&[u32]; 3], sums: &mut [S])
where
    R: Copy + Default + 'static,
    S: Whole + From<R>,
{
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
