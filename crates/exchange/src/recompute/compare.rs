//! What a file claims against what its rounds give. Claims are rounded decimals, values are exact: a claim agrees when
//! it is the value rounded half up, to as many decimals as the file uses for that column.

use crate::decimal::Decimal;
use crate::foreign::{Claimed, ForeignTournament};
use muster_regulations::Tiebreaker;
use muster_tournament::standings::{Exact, Row};
use muster_words::files::{Claim, FileNote};

/// Programs cut the zeros at the end, so a short number still means two decimals.
const FEWEST_PLACES: u32 = 2;
/// Beyond these the noise of floating point begins: long decimals are compared up to here, give or take one.
const MOST_PLACES: u32 = 9;

/// The outcome of a comparison.
pub(super) struct Compared {
    pub(super) differences: Vec<FileNote>,
    pub(super) agreeing: usize,
}

/// Compares rows with what the file claims.
pub(super) fn compare(foreign: &ForeignTournament, rows: &[Row]) -> Compared {
    let mut compared = Compared {
        differences: Vec::new(),
        agreeing: 0,
    };
    // Some programs rank only the players who stayed to the end, so ranks are compared among those who have one.
    let mut rank = 0;
    let claims = rows
        .iter()
        .filter_map(|row| foreign.player(row.player)?.claimed.rank);
    let mut in_order = in_order(&claims.collect::<Vec<u32>>()).into_iter();
    let places: Vec<u32> = rows.first().map_or(Vec::new(), |row| {
        let tiebreakers = row.values.iter().map(|value| value.tiebreaker);
        tiebreakers
            .map(|tiebreaker| places(foreign, tiebreaker))
            .collect()
    });
    for row in rows {
        let Some(player) = foreign.player(row.player) else {
            continue;
        };
        let claimed = &player.claimed;
        let mut check = |what, agrees: bool, claimed: String, computed: String| {
            if agrees {
                compared.agreeing += 1;
            } else {
                compared.differences.push(FileNote::Differs {
                    player: foreign.shown_name(row.player),
                    what,
                    claimed,
                    computed,
                });
            }
        };
        if let Some(claim) = claimed.rank {
            rank += 1;
            check(
                Claim::Rank,
                in_order.next().unwrap_or(false),
                claim.to_string(),
                rank.to_string(),
            );
        }
        if let Some(claim) = &claimed.points {
            let agrees = claim.whole() == Some(i64::from(row.points));
            check(
                Claim::Points,
                agrees,
                claim.to_string(),
                row.points.to_string(),
            );
        }
        for (value, places) in row.values.iter().zip(&places) {
            let Some((what, claim)) = claim(claimed, value.tiebreaker) else {
                continue;
            };
            let computed = match value.exact.is_whole() {
                true => value.exact.to_string(),
                false => format!("{} ({})", value.exact.decimal(*places), value.exact),
            };
            let agrees = agrees(claim, &value.exact, *places);
            check(what, agrees, claim.to_string(), computed);
        }
    }
    compared
}

/// Returns which of the ranks are in order: as many as possible. Whoever is out of order moves everybody below by one,
/// and only that one player is worth a note.
fn in_order(ranks: &[u32]) -> Vec<bool> {
    // For each length, the index at which the increasing run with the lowest end ends; before each index, its run.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(ranks.len());
    for (index, rank) in ranks.iter().enumerate() {
        let length = ends.partition_point(|end| ranks.get(*end) < Some(rank));
        before.push(
            length
                .checked_sub(1)
                .and_then(|shorter| ends.get(shorter).copied()),
        );
        match ends.get_mut(length) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let mut kept = vec![false; ranks.len()];
    let mut at = ends.last().copied();
    while let Some(index) = at {
        if let Some(kept) = kept.get_mut(index) {
            *kept = true;
        }
        at = before.get(index).copied().flatten();
    }
    kept
}

fn claim(claimed: &Claimed, tiebreaker: Tiebreaker) -> Option<(Claim, &Decimal)> {
    let (claim, value) = match tiebreaker {
        Tiebreaker::MarginOfVictory => (Claim::MarginOfVictory, &claimed.margin),
        Tiebreaker::StrengthOfSchedule => (Claim::StrengthOfSchedule, &claimed.strength),
        Tiebreaker::ExtendedStrengthOfSchedule => {
            (Claim::ExtendedStrengthOfSchedule, &claimed.extended)
        }
        _ => return None,
    };
    Some((claim, value.as_ref()?))
}

/// Returns how many decimals a file uses for a tiebreaker.
fn places(foreign: &ForeignTournament, tiebreaker: Tiebreaker) -> u32 {
    let claims = foreign
        .players
        .iter()
        .filter_map(|player| claim(&player.claimed, tiebreaker));
    let places = claims.map(|(_, claim)| claim.places());
    let most = places.max().unwrap_or(0);
    most.clamp(FEWEST_PLACES, MOST_PLACES)
}

fn agrees(claim: &Decimal, exact: &Exact, places: u32) -> bool {
    let Some(rounded) = Decimal::parse(&exact.decimal(places)) else {
        return false;
    };
    let noise = u128::from(places == MOST_PLACES);
    claim.units(places).abs_diff(rounded.units(places)) <= noise
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, exact: Exact, places: u32, expected: bool) {
        let claim = Decimal::parse(claim).unwrap();
        assert_eq!(agrees(&claim, &exact, places), expected, "{claim} {exact}");
    }

    #[test]
    fn one_player_out_of_order_is_one_difference() {
        let check = |ranks: &[u32], expected: &[u32]| {
            let kept = in_order(ranks).into_iter().zip(ranks);
            let out: Vec<u32> = kept
                .filter(|(kept, _)| !kept)
                .map(|(_, rank)| *rank)
                .collect();
            assert_eq!(out, expected, "{ranks:?}");
        };
        check(&[], &[]);
        check(&[1, 2, 3], &[]);
        check(&[1, 2, 4, 5], &[]);
        check(&[5, 1, 2, 3, 4], &[5]);
        check(&[1, 3, 4, 5, 2], &[2]);
        check(&[1, 3, 2, 4], &[3]);
        check(&[1, 2, 2, 4], &[2]);
    }

    #[test]
    fn a_claim_is_the_value_rounded_half_up() {
        check("0.63", Exact::ratio(5, 8), 2, true);
        check("0.62", Exact::ratio(5, 8), 2, false);
        check("0.67", Exact::ratio(2, 3), 2, true);
        check("0.66", Exact::ratio(2, 3), 2, false);
        check("0.5", Exact::ratio(1, 2), 2, true);
        check("0.5", Exact::ratio(251, 500), 2, true);
        check("0.5", Exact::ratio(101, 200), 2, false);
        check("0.0", Exact::from(0), 2, true);
        check("576", Exact::from(576), 2, true);
    }

    #[test]
    fn long_decimals_may_carry_the_noise_of_floating_point() {
        check("0.6666666666666666", Exact::ratio(2, 3), 9, true);
        check("0.66666666667", Exact::ratio(2, 3), 9, true);
        check("3.2777777777777781", Exact::ratio(59, 18), 9, true);
        check("0.66666666", Exact::ratio(2, 3), 9, false);
        check("0.6667", Exact::ratio(2, 3), 4, true);
    }
}
