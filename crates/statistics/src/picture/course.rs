//! The courses of those who matter through the rounds, with the line of the cut. Whoever falls below the last rank drawn
//! leaves the picture at its foot and comes back in from there.

use super::{Anchor, LETTER, Svg, fitted};
use crate::{Course, Ranks};
use std::fmt::Write;

/// Courses that can be distinguished.
const FEW: u32 = 16;
/// With a cut, this many ranks below it are drawn too, but never more than are readable.
const BELOW: u32 = 4;
const MOST: u32 = 36;
const ROW: u32 = 18;
/// Where the ranks of the first round stand, and how much room the names after the last round have at least.
const LEFT: u32 = 24;
const NAMES: u32 = 170;
const HEAD: u32 = 24;
/// Colours that can be distinguished and are readable on light and dark paper. Those who come after them are dashed, and
/// whoever comes after these is grey.
const COLOURS: [&str; 8] = [
    "#0077bb", "#cc3311", "#009988", "#c2478f", "#d55e00", "#7a6ad8", "#8a7a00", "#6b7280",
];

/// Returns how many courses are drawn: everybody of a small field, else those of the cut and a few more.
#[must_use]
pub fn drawn(ranks: &Ranks) -> usize {
    let wanted = ranks
        .cut
        .map_or(FEW, |cut| cut.saturating_add(BELOW).clamp(FEW, MOST));
    ranked(ranks).min(wanted as usize)
}

fn ranked(ranks: &Ranks) -> usize {
    let courses = ranks.courses.iter();
    courses.filter(|course| course.last().is_some()).count()
}

/// The last rank of the cut, where its line is drawn.
fn line(ranks: &Ranks) -> Option<u32> {
    ranks.cut.filter(|cut| (*cut as usize) < drawn(ranks))
}

/// What a reader must know about the picture.
pub(super) fn note(ranks: &Ranks) -> Option<String> {
    let (drawn, all) = (drawn(ranks), ranked(ranks));
    let mut said = Vec::new();
    if drawn < all {
        said.push(format!(
            "The first {drawn} of {all} players. A line that leaves the picture at the bottom goes below rank {drawn}."
        ));
    }
    if line(ranks).is_some() {
        said.push("The dashed line is the cut.".to_owned());
    }
    (!said.is_empty()).then(|| said.join(" "))
}

/// Returns the ranks over the rounds of those who matter.
#[must_use]
pub fn ranks(ranks: &Ranks, wide: u32) -> String {
    let shown = drawn(ranks);
    let rows = u32::try_from(shown).unwrap_or(MOST);
    let foot = HEAD + rows * ROW;
    let mut svg = Svg::new(wide, foot + ROW / 2, "Rank after each round");
    let last = u32::try_from(ranks.rounds.len().saturating_sub(1))
        .unwrap_or(1)
        .max(1);
    let right = wide - NAMES.max(wide / 5);
    let x = |round: u32| LEFT + (right - LEFT) * round.min(last) / last;
    let y = |rank: u32| HEAD + rank.saturating_sub(1) * ROW + ROW / 2;
    for (place, round) in (0..).zip(&ranks.rounds) {
        svg.words(x(place), LETTER, Anchor::Middle, &round.to_string());
    }
    if let Some(cut) = line(ranks) {
        let below = y(cut) + ROW / 2;
        svg.dashed(0, below, wide, below);
    }
    for (place, course) in ranks.courses.iter().take(shown).enumerate() {
        let points = course.ranks.iter().zip(0..).map(|(rank, place)| {
            let rank = (*rank)?;
            Some(Point {
                x: x(place),
                y: y(rank),
            })
        });
        let path = path(points, foot);
        let colour = COLOURS
            .get(place % COLOURS.len())
            .copied()
            .unwrap_or("#6b7280");
        let (colour, dashes) = match place / COLOURS.len() {
            0 => (colour, ""),
            1 => (colour, r#" stroke-dasharray="6 3""#),
            _ => ("#6b7280", r#" stroke-opacity="0.6""#),
        };
        svg.add(format_args!(
            r#"<path d="{path}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>"#
        ));
        if let Some(rank) = course.last() {
            let middle = y(rank);
            svg.add(format_args!(
                r#"<circle cx="{right}" cy="{middle}" r="4" fill="{colour}"/>"#
            ));
            let name = format!("{rank} {}", course.name);
            let name = fitted(&name, wide - right - 12);
            svg.words(right + 12, middle + LETTER / 2 - 2, Anchor::Start, &name);
        }
    }
    svg.end()
}

/// A place in the picture.
#[derive(Clone, Copy)]
struct Point {
    x: u32,
    y: u32,
}

/// The line through the points, lifted where there is none and cut off at the foot.
fn path(points: impl Iterator<Item = Option<Point>>, foot: u32) -> String {
    let mut path = String::new();
    // Writing to a text cannot fail.
    let mut go = |step: char, to: Point| _ = write!(path, "{step}{} {}", to.x, to.y);
    let mut before: Option<Point> = None;
    for point in points {
        match (before, point) {
            (None, Some(to)) if to.y <= foot => go('M', to),
            (Some(from), Some(to)) if from.y <= foot && to.y <= foot => go('L', to),
            (Some(from), Some(to)) if from.y <= foot => go('L', crossing(from, to, foot)),
            (Some(from), Some(to)) if to.y <= foot => {
                go('M', crossing(from, to, foot));
                go('L', to);
            }
            _ => {}
        }
        before = point;
    }
    path
}

/// Where a line between two points, one of them below the foot, crosses it.
fn crossing(one: Point, two: Point, foot: u32) -> Point {
    let [x1, y1, x2, y2, foot_y] = [one.x, one.y, two.x, two.y, foot].map(i64::from);
    let x = x1
        + ((x2 - x1) * (foot_y - y1))
            .checked_div(y2 - y1)
            .unwrap_or(0);
    Point {
        x: u32::try_from(x).unwrap_or(one.x),
        y: foot,
    }
}

impl Course {
    /// The rank after the last round.
    fn last(&self) -> Option<u32> {
        self.ranks.last().copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_off_at_the_foot() {
        let points = |list: &[[u32; 2]]| {
            let points: Vec<_> = list
                .iter()
                .map(|[x, y]| Some(Point { x: *x, y: *y }))
                .collect();
            path(points.into_iter(), 100)
        };
        assert_eq!(points(&[[0, 50], [10, 60]]), "M0 50L10 60");
        assert_eq!(
            points(&[[0, 50], [10, 150], [20, 150], [30, 50]]),
            "M0 50L5 100M25 100L30 50"
        );
        assert_eq!(points(&[[0, 150], [10, 150]]), "");
    }
}
