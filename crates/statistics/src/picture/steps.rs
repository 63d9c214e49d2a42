//! Columns: how often each margin, how long each round.

use super::{Anchor, LETTER, Svg, scaled};
use crate::{Length, Margins};

/// Height of the highest column.
const TALL: u32 = 140;
const FOOT: u32 = 22;
const HEAD: u32 = 20;

/// Returns the histogram of the margins.
#[must_use]
pub fn margins(margins: &Margins, picture: u32) -> String {
    let columns: Vec<(u32, String)> = margins
        .bars
        .iter()
        .map(|bar| (bar.games, bar.from.to_string()))
        .collect();
    drawn(margins.what, &columns, None, picture)
}

/// Returns how long rounds took; the dashed line is the playing time of the first.
#[must_use]
pub fn lengths(lengths: &[Length], picture: u32) -> String {
    let columns: Vec<(u32, String)> = lengths
        .iter()
        .map(|length| (length.minutes, length.round.to_string()))
        .collect();
    let book = lengths.first().map(|length| length.book);
    drawn(
        "Minutes from pairings to end of round",
        &columns,
        book,
        picture,
    )
}

fn drawn(title: &str, columns: &[(u32, String)], mark: Option<u32>, picture: u32) -> String {
    let mut svg = Svg::new(picture, HEAD + TALL + FOOT, title);
    let most = columns
        .iter()
        .map(|(size, _)| *size)
        .chain(mark)
        .max()
        .unwrap_or(1);
    let count = u32::try_from(columns.len()).unwrap_or(u32::MAX).max(1);
    let floor = HEAD + TALL;
    // Labels need room: of many columns only some are named.
    let widest = columns
        .iter()
        .map(|(_, label)| label.len())
        .max()
        .unwrap_or(1);
    let label = u32::try_from(widest).unwrap_or(1) * (LETTER / 2 + 2) + 6;
    let every = (label * count).div_ceil(picture).max(1);
    for (place, (size, name)) in (0..).zip(columns) {
        let (left, right) = (place * picture / count, (place + 1) * picture / count);
        let (wide, high) = (
            (right - left).saturating_sub(2).max(1),
            scaled(*size, most, TALL),
        );
        svg.filled(left, floor - high, wide, high);
        let middle = left + wide / 2;
        if place % every == 0 {
            svg.words(middle, floor + LETTER + 3, Anchor::Middle, name);
            if *size > 0 {
                svg.words(middle, floor - high - 4, Anchor::Middle, &size.to_string());
            }
        }
    }
    if let Some(mark) = mark {
        let y = floor - scaled(mark, most, TALL);
        svg.dashed(0, y, picture, y);
    }
    svg.end()
}
