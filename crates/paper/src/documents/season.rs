//! The standings of a season for the wall: a column for each tournament that is over, and the points that count.

use crate::engine;
use crate::head::{Head, Sheet};
use crate::order::Order;
use muster_season::{Counted, Person, Row, Rules};
use muster_words::paper::PaperError;
use muster_words::phrases::plural;
use muster_words::season as words;
use serde::Serialize;
use std::collections::BTreeMap;

pub(crate) const TEMPLATE: &str = include_str!("../../templates/season.typ");

/// The title at the head of its pages.
pub(crate) const TITLE: &str = "Season standings";

/// How many tournaments fit as columns on a portrait page; more need a landscape page, and even more a list for each player.
const UPRIGHT: usize = 7;
const WIDE: usize = 14;

/// A season, and who is who in it.
#[derive(Clone, Copy, Debug)]
pub struct Season<'a> {
    /// Its name.
    pub name: &'a str,
    /// How places are counted.
    pub rules: &'a Rules,
    /// The names of its tournaments, in order.
    pub tournaments: &'a [String],
    /// The standings, best first.
    pub rows: &'a [Row],
    /// The names of people.
    pub names: &'a BTreeMap<Person, String>,
}

/// The standings as they are printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standings {
    /// "After 3 tournaments".
    pub after: String,
    /// How places are counted, and how ties on points are broken.
    pub legend: String,
    /// The tournaments that are over.
    pub tournaments: Vec<Column>,
    /// How results are set.
    pub layout: Layout,
    /// The rows, best first.
    pub rows: Vec<Line>,
}

/// How results are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Layout {
    /// A column for each tournament.
    Upright,
    /// The same on a wide page.
    Wide,
    /// A list for each player.
    List,
}

/// A tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Column {
    /// Its number in the season.
    pub number: usize,
    /// Its name.
    pub name: String,
}

/// A person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The rank; shared by players who are tied on everything.
    pub rank: u32,
    /// The name.
    pub name: String,
    /// Points of the results that count.
    pub points: String,
    /// A result for each tournament, where the person played.
    pub results: Vec<Option<Cell>>,
}

/// A result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// Its points, in brackets where they do not count.
    pub points: String,
    /// "1st", "3rd–4th".
    pub place: String,
    /// Whether it is one of the best.
    pub counts: bool,
}

/// Builds the standings of a season.
pub fn build(season: &Season<'_>) -> Result<Standings, PaperError> {
    let all = season.tournaments.iter().enumerate();
    let over = |event: usize| {
        let mut results = season.rows.iter().flat_map(|row| &row.results);
        results.any(|result| result.event == event)
    };
    let over: Vec<(usize, &String)> = all.filter(|(event, _)| over(*event)).collect();
    if over.is_empty() {
        return Err(PaperError::NoSeasonResults);
    }
    let rows = season.rows.iter().map(|row| Line {
        rank: row.rank,
        name: season.names.get(&row.person).cloned().unwrap_or_default(),
        points: words::points(&row.points),
        results: over
            .iter()
            .map(|(event, _)| row.results.iter().find(|result| result.event == *event))
            .map(|result| result.map(cell))
            .collect(),
    });
    let Rules {
        places,
        taking_part,
        best,
    } = season.rules;
    let mut legend = vec![
        words::rules(places, *taking_part, *best),
        words::TIES.to_owned(),
    ];
    if best.is_some() {
        legend.push("Points in brackets do not count.".to_owned());
    }
    Ok(Standings {
        after: format!(
            "After {}",
            plural(over.len(), "1 tournament", "{n} tournaments")
        ),
        legend: legend.join(" "),
        layout: match over.len() {
            0..=UPRIGHT => Layout::Upright,
            columns if columns <= WIDE => Layout::Wide,
            _ => Layout::List,
        },
        rows: rows.collect(),
        tournaments: over
            .into_iter()
            .map(|(event, name)| Column {
                number: event + 1,
                name: name.clone(),
            })
            .collect(),
    })
}

fn cell(result: &Counted) -> Cell {
    let points = words::points(&result.points);
    Cell {
        points: match result.counts {
            true => points,
            false => format!("({points})"),
        },
        place: words::place(result.place.first, result.place.last),
        counts: result.counts,
    }
}

/// Prints the standings of a season: returns them as PDF.
pub fn print(season: &Season<'_>, order: &Order) -> Result<Vec<u8>, PaperError> {
    let body = build(season)?;
    let sheet = Sheet {
        paper: order.paper.engine_name(),
        head: Head::of_season(season.name, &body.after, order),
        body: &body,
    };
    engine::set(TEMPLATE, &sheet)
}
