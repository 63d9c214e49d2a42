//! Numbers in pasted lines: how many copies, and how many points.
//!
//! Promises that a negative, fractional or huge number is refused and never rounded.

use crate::text::excerpt;
use muster_regulations::list::{MOST_COPIES, MOST_POINTS};
use muster_words::files::LineProblem;

/// A line as a name with its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Counted<'a> {
    pub(super) count: u32,
    pub(super) name: &'a str,
    pub(super) points: Option<u32>,
}

/// Reads `3x Name (45)`, `(45) Name`, `Name - 45 pts`, `Name 45` and their like.
pub(super) fn counted(line: &str) -> Result<Counted<'_>, LineProblem> {
    let line = line.trim();
    let (count, rest) = match copies(line) {
        Some((count, rest)) => {
            let copies = number(count).filter(|count| (1..=MOST_COPIES).contains(count));
            let wrong = || LineProblem::Copies {
                found: excerpt(count),
                most: MOST_COPIES,
            };
            (copies.ok_or_else(wrong)?, rest)
        }
        None => (1, line),
    };
    let (name, points) = match leading(rest).or_else(|| trailing(rest)) {
        Some((name, points)) => {
            let wrong = || LineProblem::Points {
                found: excerpt(points),
                most: MOST_POINTS,
            };
            let points = number(points).filter(|points| *points <= MOST_POINTS);
            (name, Some(points.ok_or_else(wrong)?))
        }
        None => (rest, None),
    };
    let name = name
        .trim()
        .trim_end_matches(['-', '–', '—', ':', '=', ','])
        .trim();
    if name.is_empty() {
        return Err(LineProblem::NoName);
    }
    Ok(Counted {
        count,
        name,
        points,
    })
}

/// `3x …`, `3 × …`, `x3 …`.
fn copies(line: &str) -> Option<(&str, &str)> {
    let times = ['x', 'X', '×'];
    let digits = line.find(|c: char| !c.is_ascii_digit())?;
    let (count, rest) = line.split_at(digits);
    if !count.is_empty() {
        let rest = rest.trim_start().strip_prefix(times)?;
        return rest
            .starts_with(char::is_whitespace)
            .then_some((count, rest.trim_start()));
    }
    let rest = line.strip_prefix(times)?;
    let end = rest.find(|c: char| !c.is_ascii_digit())?;
    let (count, rest) = rest.split_at(end);
    (!count.is_empty() && rest.starts_with(char::is_whitespace))
        .then_some((count, rest.trim_start()))
}

/// `(45) Name`.
fn leading(line: &str) -> Option<(&str, &str)> {
    let inside = line.strip_prefix(['(', '['])?;
    let (number, name) = inside.split_once([')', ']'])?;
    let number = unit_off(number);
    (is_number(number) && !name.trim().is_empty()).then_some((name, number))
}

/// `Name (45 pts)`, `Name [45]`, `Name 45`.
fn trailing(line: &str) -> Option<(&str, &str)> {
    if let Some(open) = line.strip_suffix([')', ']']) {
        let (name, inside) = open.rsplit_once(['(', '['])?;
        let number = unit_off(inside);
        return is_number(number).then_some((name, number));
    }
    let (name, number) = unit_off(line).rsplit_once(char::is_whitespace)?;
    is_number(number).then_some((name, number))
}

fn unit_off(text: &str) -> &str {
    let text = text.trim();
    let lower = text.to_ascii_lowercase();
    for unit in ["points", "point", "pts.", "pts", "pt", "p"] {
        if let Some(rest) = lower.strip_suffix(unit)
            && rest.ends_with(|c: char| c.is_ascii_digit() || c.is_whitespace())
        {
            return text.get(..rest.len()).unwrap_or(text).trim();
        }
    }
    text
}

/// Returns whether a text is meant as a number, a wrong one included.
fn is_number(text: &str) -> bool {
    let digits = text.trim_start_matches(['-', '−', '+']);
    digits.starts_with(|c: char| c.is_ascii_digit())
        && digits
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, '.' | ','))
}

fn number(text: &str) -> Option<u32> {
    text.strip_prefix('+').unwrap_or(text).parse().ok()
}
