//! One tiebreaker for all players, exactly: whole numbers over one common denominator.
//!
//! Relies on the small divisors of a tournament: with L the common multiple of the rounds played and M that of the
//! opponents met, points per round times L, strength of schedule times L·M and its extension times L·M² are whole.
//! Promises exact values whatever the input: the narrowest integers that provably hold a column are used, and
//! fractions of unlimited size beyond 128 bits.

use super::counts::Counts;
use super::exact::Exact;
use super::scaled::{BLOCK, Scaled, Whole, multiply};
use super::scratch::Scratch;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

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
    /// The factor itself is held like a value, hence at least 1 for the greatest value.
    fn new(most: u128, over: u128, by: Option<u128>) -> Option<Scale> {
        let by = by?;
        Some(Scale {
            by,
            over: over.checked_mul(by)?,
            width: Width::of(most.max(1).checked_mul(by)?),
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

    /// Makes the column of points per round played (the inner fraction of TB-SOS).
    pub(super) fn per_round(
        points: &Scaled<u32>,
        played: &Counts,
        scratch: &mut Scratch,
    ) -> Column {
        let scale = Scale::new(points.most.into(), 1, played.multiple());
        let points = &points.values;
        let Some(scale) = scale else {
            let rate = |(points, played): (&u32, &u8)| fraction((*points).into(), (*played).into());
            return Column::Fractions(points.iter().zip(played.all()).map(rate).collect());
        };
        match scale.width {
            Width::Narrow => {
                Column::Narrow(rates(points, played, &scale, scratch.u32(points.len())))
            }
            Width::Wide => Column::Wide(rates(points, played, &scale, scratch.u64(points.len()))),
            Width::Huge => Column::Huge(rates(points, played, &scale, Vec::new())),
        }
    }

    /// Returns the column of means over the opponents met; several meetings with the same player count each.
    pub(super) fn mean_of_opponents(&self, of: Meetings, scratch: &mut Scratch) -> Column {
        let scale = match self {
            Column::Narrow(own) => of.scale(own),
            Column::Wide(own) => of.scale(own),
            Column::Huge(own) => of.scale(own),
            Column::Fractions(_) => None,
        };
        let Some(scale) = scale else {
            let own: Vec<BigRational> = match self {
                Column::Narrow(own) => fractions(own),
                Column::Wide(own) => fractions(own),
                Column::Huge(own) => fractions(own),
                Column::Fractions(own) => own.clone(),
            };
            return Column::Fractions(mean_of_fractions(&own, of));
        };
        let players = of.met.all().len();
        match (self, &scale.width) {
            (Column::Narrow(own), Width::Narrow) => {
                Column::Narrow(means(&own.values, of, &scale, scratch.u32(players)))
            }
            (Column::Narrow(own), Width::Wide) => {
                Column::Wide(means(&own.values, of, &scale, scratch.u64(players)))
            }
            (Column::Narrow(own), Width::Huge) => {
                Column::Huge(means(&own.values, of, &scale, Vec::new()))
            }
            (Column::Wide(own), Width::Narrow | Width::Wide) => {
                Column::Wide(means(&own.values, of, &scale, scratch.u64(players)))
            }
            (Column::Wide(own), Width::Huge) => {
                Column::Huge(means(&own.values, of, &scale, Vec::new()))
            }
            (Column::Huge(own), _) => Column::Huge(means(&own.values, of, &scale, Vec::new())),
            (Column::Fractions(own), _) => Column::Fractions(mean_of_fractions(own, of)),
        }
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
    /// A mean is at most the greatest value: that value times the multiple bounds every sum on the way.
    fn scale<W: Whole>(&self, own: &Scaled<W>) -> Option<Scale> {
        Scale::new(own.most.into(), own.over, self.met.multiple())
    }
}

fn rates<W: Whole + From<u32>>(
    points: &[u32],
    played: &Counts,
    scale: &Scale,
    memory: Vec<W>,
) -> Scaled<W> {
    let factors = played.factors(scale.by);
    let mut rates = Scaled::fill(memory, scale.over);
    for (points, played) in points.chunks(BLOCK).zip(played.all().chunks(BLOCK)) {
        let mut block = [W::default(); BLOCK];
        let block = &mut block[..points.len()];
        for (rate, points) in block.iter_mut().zip(points) {
            *rate = W::from(*points);
        }
        if let Some(factors) = &factors {
            multiply(block, played, factors);
        }
        rates.add(block);
    }
    rates
}

/// The random reads of this loop are what standings cost: round by round over a block of players, so that many of them
/// are under way at once.
fn means<I: Whole, O: Whole + From<I>>(
    own: &[I],
    of: Meetings,
    scale: &Scale,
    memory: Vec<O>,
) -> Scaled<O> {
    let factors = of.met.factors(scale.by);
    let mut means = Scaled::fill(memory, scale.over);
    for (start, met) in (0..).step_by(BLOCK).zip(of.met.all().chunks(BLOCK)) {
        let mut sums = [O::default(); BLOCK];
        let sums = &mut sums[..met.len()];
        for round in of.rounds {
            let opponents = round.get(start..).unwrap_or_default();
            for (sum, opponent) in sums.iter_mut().zip(opponents) {
                if let Some(value) = own.get(*opponent as usize) {
                    *sum = *sum + O::from(*value);
                }
            }
        }
        if let Some(factors) = &factors {
            multiply(sums, met, factors);
        }
        means.add(sums);
    }
    means
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

fn fractions<W: Whole>(own: &Scaled<W>) -> Vec<BigRational> {
    let fraction = |value: &W| fraction((*value).into(), own.over);
    own.values.iter().map(fraction).collect()
}
