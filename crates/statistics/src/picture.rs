//! Statistics as SVG pictures, for pages and for paper: drawn in the colour of the text around them, so that they suit
//! light, dark and black ink alike.
//!
//! Relies on nothing but the numbers; promises text of 14 units in a picture 340 units wide, so that nothing is too
//! small on a phone, and that every name is escaped.

mod course;
mod matrix;
mod rates;
mod steps;

pub use course::ranks;
pub use matrix::matrix;
pub use rates::{edges, shares, wins};
pub use steps::{lengths, margins};

use crate::Statistics;
use std::fmt::{self, Write};

/// Returns the pictures that belong beside a table, by the name of the table; none where it has nothing to draw.
#[must_use]
pub fn beside(numbers: &Statistics, table: &str) -> Vec<String> {
    match table {
        "factions" => vec![shares(&numbers.factions), wins(&numbers.factions)],
        "matchups" => vec![matrix(&numbers.factions, &numbers.matchups)],
        "edges" => vec![edges(&numbers.edges)],
        "margins" => numbers.margins.iter().map(margins).collect(),
        "ranks" => numbers.ranks.iter().map(ranks).collect(),
        "lengths" => vec![lengths(&numbers.lengths)],
        _ => Vec::new(),
    }
}

/// Returns what a reader must know about the pictures and numbers of a table.
#[must_use]
pub fn note(table: &str) -> Option<&'static str> {
    match table {
        "factions" => Some(
            "Of the decided games against other factions. The line is the range in which the true rate lies with 95 % \
             confidence: the fewer games, the longer.",
        ),
        "matchups" => Some(
            "The drawing holds the eight most played factions: games that the faction of the row won, of the games decided \
             against that of the column.",
        ),
        "edges" => Some("Of the decided games in which it is known who that was."),
        "lengths" => Some("The dashed line is the time by the book."),
        "ranks" => Some("The dashed line is the cut."),
        _ => None,
    }
}

/// Width of every picture: that of a phone without its margins.
pub(crate) const WIDE: u32 = 340;
/// Size of letters.
pub(crate) const LETTER: u32 = 14;

/// A picture as text.
pub(crate) struct Svg(String);

impl Svg {
    /// Begins a picture of a height that says in words what it shows.
    pub(crate) fn new(high: u32, says: &str) -> Svg {
        let mut svg = Svg(String::new());
        svg.add(format_args!(
            r#"<svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high}" width="{WIDE}" height="{high}" role="img" aria-label="{}" font-size="{LETTER}" fill="currentColor">"#,
            Escaped(says)
        ));
        svg
    }

    /// Adds a piece; what comes from outside goes through [`Escaped`] first.
    pub(crate) fn add(&mut self, piece: fmt::Arguments<'_>) {
        // Writing to a text cannot fail.
        let _ = self.0.write_fmt(piece);
    }

    /// Adds words that begin, end or are centred at a place.
    pub(crate) fn words(&mut self, x: u32, y: u32, anchor: Anchor, words: &str) {
        let anchor = anchor.word();
        self.add(format_args!(
            r#"<text x="{x}" y="{y}" text-anchor="{anchor}">{}</text>"#,
            Escaped(words)
        ));
    }

    /// Adds a filled box.
    pub(crate) fn filled(&mut self, x: u32, y: u32, wide: u32, high: u32) {
        self.add(format_args!(
            r#"<rect x="{x}" y="{y}" width="{wide}" height="{high}"/>"#
        ));
    }

    /// Adds a faint box.
    pub(crate) fn faint(&mut self, x: u32, y: u32, wide: u32, high: u32) {
        self.add(format_args!(
            r#"<rect x="{x}" y="{y}" width="{wide}" height="{high}" fill-opacity="0.14"/>"#
        ));
    }

    /// Adds a dashed line.
    pub(crate) fn dashed(&mut self, x1: u32, y1: u32, x2: u32, y2: u32) {
        self.add(format_args!(
            r#"<path d="M{x1} {y1}L{x2} {y2}" stroke="currentColor" stroke-dasharray="4 4"/>"#
        ));
    }

    /// Ends the picture.
    pub(crate) fn end(mut self) -> String {
        self.0.push_str("</svg>");
        self.0
    }
}

/// Where words are held.
#[derive(Clone, Copy)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    const fn word(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

/// Text from outside, harmless in SVG; what XML cannot hold at all is left out.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                control if control.is_control() => f.write_char(' ')?,
                '\u{fffe}' | '\u{ffff}' => {}
                letter => f.write_char(letter)?,
            }
        }
        Ok(())
    }
}

/// Cuts words that would not fit; a letter is taken to be about half as wide as it is high.
pub(crate) fn fitted(words: &str, wide: u32) -> String {
    let most = (wide / (LETTER / 2)) as usize;
    if words.chars().count() <= most {
        return words.to_owned();
    }
    let kept: String = words.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// Where a part of a whole lies on a line of a length.
pub(crate) fn scaled(part: u32, whole: u32, length: u32) -> u32 {
    let place = u64::from(part) * u64::from(length) / u64::from(whole.max(1));
    u32::try_from(place).unwrap_or(length).min(length)
}
