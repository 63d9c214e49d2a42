//! The courses of the players through the rounds, with the line of the cut.

use super::{Anchor, LETTER, Svg, WIDE, fitted};
use crate::Ranks;
use std::fmt::Write;

/// Most courses that can be told apart.
const MOST: u32 = 32;
const ROW: u32 = 18;
/// Where the ranks of the first and of the last round stand.
const LEFT: u32 = 24;
const RIGHT: u32 = 200;
const HEAD: u32 = 24;

/// Returns the ranks over the rounds of whoever ended in the first 32 places; who stood lower in between runs along the
/// foot of the picture.
#[must_use]
pub fn ranks(ranks: &Ranks) -> String {
    let courses = ranks.courses.iter().take(MOST as usize);
    let rows = u32::try_from(courses.len()).unwrap_or(MOST);
    let foot = HEAD + (rows + 1) * ROW;
    let mut svg = Svg::new(foot, "Rank of each player after each round");
    let last = u32::try_from(ranks.rounds.len().saturating_sub(1))
        .unwrap_or(1)
        .max(1);
    let x = |round: u32| LEFT + (RIGHT - LEFT) * round.min(last) / last;
    let y = |rank: u32| HEAD + rank.min(rows + 1).saturating_sub(1) * ROW + ROW / 2;
    for (place, round) in (0..).zip(&ranks.rounds) {
        svg.words(x(place), LETTER, Anchor::Middle, &round.to_string());
    }
    if let Some(cut) = ranks.cut.filter(|cut| *cut < rows) {
        let below = y(cut) + ROW / 2;
        svg.dashed(0, below, WIDE, below);
    }
    for course in courses {
        let mut path = String::new();
        let mut lifted = true;
        for (place, rank) in (0..).zip(&course.ranks) {
            let Some(rank) = rank else {
                lifted = true;
                continue;
            };
            let step = if lifted { 'M' } else { 'L' };
            lifted = false;
            // Writing to a text cannot fail.
            let _ = write!(path, "{step}{} {}", x(place), y(*rank));
        }
        let seen = ranks
            .cut
            .is_none_or(|cut| course.last().is_some_and(|rank| rank <= cut));
        let weight = if seen { "1" } else { "0.35" };
        svg.add(format_args!(
            r#"<path d="{path}" fill="none" stroke="currentColor" stroke-width="2" stroke-opacity="{weight}"/>"#
        ));
        if let Some(rank) = course.last() {
            let base = y(rank) + LETTER / 2 - 2;
            svg.words(
                RIGHT + 10,
                base,
                Anchor::Start,
                &fitted(&format!("{rank} {}", course.name), WIDE - RIGHT - 10),
            );
        }
    }
    svg.end()
}

impl crate::Course {
    /// The rank after the last round.
    fn last(&self) -> Option<u32> {
        self.ranks.last().copied().flatten()
    }
}
