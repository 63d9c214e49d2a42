//! Statistics as SVG pictures, for pages and for paper: drawn in the colour of the text around them, so that they suit
//! light, dark and black ink alike. Lines that must be distinguished have colours that are readable on light and dark
//! paper, and dashes for those who print in black.
//!
//! Relies on nothing but the numbers; promises text of 14 units in a picture of the width asked for, so that nothing is
//! too small on a phone and nothing is blown up on a desk, and that every name is escaped.

mod course;
mod matrix;
mod rates;
mod steps;

pub use course::{drawn, ranks};
pub use matrix::matrix;
pub use rates::{edges, shares, wins};
pub use steps::{lengths, margins};

use crate::{Statistics, Table};
use muster_regulations::Regulation;
use muster_tournament::display::names::width;
use std::fmt::{self, Write};

/// How wide pictures are drawn, in units of which letters are 14 high.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// A phone without its margins.
    Phone,
    /// A sheet of paper: letters of ten points.
    Paper,
    /// The page of a desk.
    Desk,
}

impl Width {
    /// The width of a picture that has it to itself.
    const fn units(self) -> u32 {
        match self {
            Width::Phone => 340,
            Width::Paper => 720,
            Width::Desk => 1040,
        }
    }

    /// The width of one of two pictures beside each other; on a phone they are below each other.
    const fn half(self) -> u32 {
        match self {
            Width::Phone => 340,
            wider => wider.units() / 2 - GUTTER / 2,
        }
    }
}

/// The room between two pictures.
const GUTTER: u32 = 40;

/// Returns the pictures that belong beside a table, by the name of the table; none where it has nothing to draw.
#[must_use]
pub fn beside(numbers: &Statistics, table: &str, width: Width) -> Vec<String> {
    let (wide, half) = (width.units(), width.half());
    match table {
        "factions" => vec![
            shares(&numbers.factions, half),
            wins(&numbers.factions, half),
        ],
        "matchups" => vec![matrix(&numbers.factions, &numbers.matchups, wide)],
        "edges" => vec![edges(&numbers.edges, wide)],
        "margins" => numbers.margins.iter().map(|it| margins(it, wide)).collect(),
        "ranks" => numbers.ranks.iter().map(|it| ranks(it, wide)).collect(),
        "lengths" => vec![lengths(&numbers.lengths, wide)],
        _ => Vec::new(),
    }
}

/// Returns the rows that are beside the pictures of a table: of a long list of players, those who are drawn.
#[must_use]
pub fn rows_beside<'a>(numbers: &Statistics, table: &'a Table) -> &'a [Vec<String>] {
    match &numbers.ranks {
        Some(ranks) if table.id == "ranks" => table.rows.get(..drawn(ranks)).unwrap_or(&table.rows),
        _ => &table.rows,
    }
}

/// Returns what a reader must know about the pictures and numbers of a table.
#[must_use]
pub fn note(numbers: &Statistics, table: &str) -> Option<String> {
    match table {
        "factions" => Some(format!(
            "{} Win rates count decided games against other factions. The line is the range in which the true rate lies \
             with 95 % confidence: the fewer games, the longer. The dashed mark is 50 %.",
            shares_of(numbers)
        )),
        "matchups" => Some(
            "The eight most played factions: games that the faction of the row won, of the games decided against the \
             faction of the column."
                .to_owned(),
        ),
        "edges" => Some("Based on the decided games for which this is known. The dashed mark is 50 %.".to_owned()),
        "lengths" => Some("The dashed line is the playing time of the regulation.".to_owned()),
        "ranks" => numbers.ranks.as_ref().and_then(course::note),
        _ => None,
    }
}

/// What the shares of factions are shares of.
fn shares_of(numbers: &Statistics) -> String {
    let known = numbers
        .factions
        .first()
        .map_or(0, |faction| faction.share.of);
    match numbers.regulation {
        Regulation::Cardgame => format!(
            "Known affiliations: {known} of {}; each player has one for each side.",
            numbers.players.saturating_mul(2)
        ),
        _ if known == numbers.players => format!("Based on all {known} players."),
        _ => format!(
            "Based on the {known} of {} players with a known faction.",
            numbers.players
        ),
    }
}

/// Size of letters.
pub(crate) const LETTER: u32 = 14;
/// Room for the title above what is drawn.
const TITLE: u32 = 26;

/// A picture as text.
pub(crate) struct Svg(String);

impl Svg {
    /// Begins a picture of a size, below a title that says in words what it shows.
    pub(crate) fn new(wide: u32, high: u32, title: &str) -> Svg {
        let mut svg = Svg(String::new());
        let high = high + TITLE;
        svg.add(format_args!(
            r#"<svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img" aria-label="{0}" font-size="{LETTER}" fill="currentColor"><text x="0" y="{LETTER}" font-weight="bold">{0}</text><g transform="translate(0 {TITLE})">"#,
            Escaped(title)
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
        self.0.push_str("</g></svg>");
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

/// Text from outside, harmless in SVG; characters that XML does not allow are dropped.
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

/// Cuts words that would not fit; the number that distinguishes namesakes is kept. A usual letter is assumed to be somewhat
/// more than half as wide as it is high.
pub(crate) fn fitted(words: &str, wide: u32) -> String {
    let room = wide as usize * 10 / USUAL;
    if width(words) <= room {
        return words.to_owned();
    }
    let mark = words.rfind(" (#").filter(|_| words.ends_with(')'));
    let (name, mark) = words.split_at(mark.unwrap_or(words.len()));
    let room = room.saturating_sub(width(mark) + 10);
    let mut kept = String::new();
    for letter in name.chars() {
        kept.push(letter);
        if width(&kept) > room {
            kept.pop();
            break;
        }
    }
    format!("{}…{mark}", kept.trim_end())
}

/// Width of a usual letter in units of a picture.
const USUAL: usize = 9;

/// Where a part of a whole lies on a line of a length.
pub(crate) fn scaled(part: u32, whole: u32, length: u32) -> u32 {
    let place = u64::from(part) * u64::from(length) / u64::from(whole.max(1));
    u32::try_from(place).unwrap_or(length).min(length)
}
