//! Legion's average margin of victory, exactly.
//!
//! That is the sum of a player's shares over the rounds of the tournament so far, where a bye counts as the mean of the
//! player's games (LE-MOV-BYE, LE-MOV-2).

use super::column::Column;
use super::counts::checked_lcm;
use super::sheet::Round;
use num_rational::BigRational;
use num_traits::Zero;

/// One game with a share of its own.
#[derive(Clone, Copy)]
struct Game {
    own: u16,
    total: u16,
}

/// How many rounds of a player have a share.
#[derive(Clone, Copy, Default)]
struct Tally {
    /// Rounds with a share of their own.
    games: u32,
    /// Rounds that take the mean of those.
    means: u32,
}

impl Tally {
    /// The number of games that a mean is taken over; without any, each round that needs a mean counts one half (LE-MOV-BYE).
    fn divisor(self) -> u32 {
        if self.games == 0 { 2 } else { self.games }
    }

    /// How often the sum of the games (1 if there are none) is counted over the divisor.
    fn times(self) -> u32 {
        self.games + self.means
    }
}

/// Returns the average margin of each player.
pub(super) fn average_margins(rounds: &[Round], players: usize) -> Column {
    let tallies: Vec<Tally> = (0..players).map(|player| tally(rounds, player)).collect();
    scaled(rounds, &tallies).unwrap_or_else(|| fractions(rounds, &tallies))
}

fn tally(rounds: &[Round], player: usize) -> Tally {
    let mut tally = Tally::default();
    for round in rounds.iter().filter(|round| round.names(player)) {
        match game(round, player) {
            Some(_) => tally.games += 1,
            None => tally.means += 1,
        }
    }
    tally
}

/// Returns the game of a player in a round, if it has a share of its own.
fn game(round: &Round, player: usize) -> Option<Game> {
    let [own, total] = [&round.first, &round.second].map(|measure| measure.of(player));
    (total > 0).then_some(Game { own, total })
}

fn games(rounds: &[Round], player: usize) -> impl Iterator<Item = Game> {
    rounds.iter().filter_map(move |round| game(round, player))
}

/// The averages as whole numbers over totals × divisors × rounds, if that fits.
fn scaled(rounds: &[Round], tallies: &[Tally]) -> Option<Column> {
    let most = rounds.iter().map(|round| round.second.most()).max();
    let mut seen = vec![false; usize::from(most.unwrap_or(0)) + 1];
    for round in rounds {
        round
            .second
            .values()
            .iter()
            .for_each(|total| seen[usize::from(*total)] = true);
    }
    let totals = || (1..=most.unwrap_or(0)).filter(|total| seen[usize::from(*total)]);
    let total = totals().try_fold(1, |total, next| checked_lcm(total, next.into()))?;
    let mut unit = vec![0; seen.len()];
    totals().for_each(|own| unit[usize::from(own)] = total / u128::from(own));

    let divisors: std::collections::BTreeSet<u32> = tallies.iter().map(|t| t.divisor()).collect();
    let divisor = divisors
        .into_iter()
        .try_fold(1, |all, next| checked_lcm(all, next.into()))?;
    let over = total
        .checked_mul(divisor)?
        .checked_mul(rounds.len().max(1) as u128)?;

    let average = |(player, tally): (usize, &Tally)| {
        let sum: u128 = match tally.games {
            0 => total,
            _ => games(rounds, player)
                .map(|game| u128::from(game.own) * unit[usize::from(game.total)])
                .sum(),
        };
        sum * (divisor / u128::from(tally.divisor())) * u128::from(tally.times())
    };
    let numerators: Vec<u128> = tallies.iter().enumerate().map(average).collect();
    Some(Column::shares(&numerators, over))
}

/// The averages as fractions of unlimited size.
fn fractions(rounds: &[Round], tallies: &[Tally]) -> Column {
    let count = |number: u32| BigRational::from_integer(number.into());
    let all = u32::try_from(rounds.len()).unwrap_or(u32::MAX).max(1);
    let average = |(player, tally): (usize, &Tally)| {
        let sum = match tally.games {
            0 => count(1),
            _ => games(rounds, player)
                .map(|game| BigRational::new(game.own.into(), game.total.into()))
                .fold(BigRational::zero(), |sum, share| sum + share),
        };
        sum * count(tally.times()) / (count(tally.divisor()) * count(all))
    };
    Column::Fractions(tallies.iter().enumerate().map(average).collect())
}
