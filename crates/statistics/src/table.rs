//! Statistics as tables: what a page, a spreadsheet and a terminal show alike.

use crate::rate::{Interval, Rate, plain};
use crate::{Bar, EdgeRate, Faction, Length, Matchup, Statistics};
use serde::Serialize;

/// A table of text, ready to be shown or written as CSV.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Table {
    /// Its name in file names and options: `factions`.
    pub id: &'static str,
    pub title: &'static str,
    /// The heads of the columns.
    pub head: Vec<String>,
    /// Rows, each as long as the head.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Returns whether a column holds numbers, so that they and their heading are set to the right.
    #[must_use]
    pub fn is_number(&self, column: usize) -> bool {
        let starts =
            |cell: &String| cell.starts_with(|first: char| first.is_ascii_digit() || first == '–');
        let mut cells = self
            .rows
            .iter()
            .filter_map(|row| row.get(column))
            .filter(|cell| !cell.is_empty());
        column > 0 && cells.all(starts)
    }
}

/// Who a table is for.
#[derive(Clone, Copy)]
enum For {
    /// People: "31.3 %", "37.3–67.5 %".
    Reading,
    /// Spreadsheets and programs: every number plain and in a column of its own.
    Counting,
}

/// Returns every table that has rows, for people.
#[must_use]
pub fn tables(statistics: &Statistics) -> Vec<Table> {
    let tables = all(statistics, For::Reading).into_iter();
    tables.filter(|table| !table.rows.is_empty()).collect()
}

/// Returns a table by its name, whether or not it has rows, with plain numbers; `None` where there is no such table.
#[must_use]
pub fn sheet(statistics: &Statistics, id: &str) -> Option<Table> {
    let mut tables = all(statistics, For::Counting).into_iter();
    tables.find(|table| table.id == id)
}

fn all(statistics: &Statistics, reader: For) -> [Table; 6] {
    [
        factions(statistics, reader),
        matchups(statistics, reader),
        edges(statistics, reader),
        margins(statistics),
        ranks(statistics),
        lengths(statistics),
    ]
}

/// A column: its head and a cell for each row.
type Columns<'a, T> = Vec<(&'static str, Box<dyn Fn(&T) -> String + 'a>)>;

/// Makes a table of columns.
fn made<T>(id: &'static str, title: &'static str, columns: &Columns<'_, T>, things: &[T]) -> Table {
    let row = |thing: &T| columns.iter().map(|(_, cell)| cell(thing)).collect();
    Table {
        id,
        title,
        head: columns.iter().map(|(head, _)| (*head).to_owned()).collect(),
        rows: things.iter().map(row).collect(),
    }
}

/// The columns of a rate of decided games.
fn rate_columns<'a, T: 'a>(reader: For, rate: impl Fn(&T) -> Rate + Copy + 'a) -> Columns<'a, T> {
    let mut columns: Columns<'a, T> = vec![
        ("Won", Box::new(move |it| rate(it).won.to_string())),
        ("Decided games", Box::new(move |it| rate(it).of.to_string())),
    ];
    match reader {
        For::Reading => {
            columns.push(("Win rate", Box::new(move |it| rate(it).shown())));
            columns.push((
                "95 % interval",
                Box::new(move |it| rate(it).interval().map(Interval::shown).unwrap_or_default()),
            ));
        }
        For::Counting => {
            columns.push((
                "Win rate in percent",
                Box::new(move |it| told(rate(it).thousandths())),
            ));
            columns.push((
                "95 % interval from",
                Box::new(move |it| told(rate(it).interval().map(|interval| interval.low))),
            ));
            columns.push((
                "95 % interval to",
                Box::new(move |it| told(rate(it).interval().map(|interval| interval.high))),
            ));
        }
    }
    columns
}

fn told(thousandths: Option<u32>) -> String {
    thousandths.map(plain).unwrap_or_default()
}

fn factions(statistics: &Statistics, reader: For) -> Table {
    let mut columns: Columns<'_, Faction> = vec![
        ("Faction", Box::new(|it: &Faction| it.name.clone())),
        ("Players", Box::new(|it| it.share.won.to_string())),
    ];
    match reader {
        For::Reading => columns.push(("Share", Box::new(|it| it.share.shown()))),
        For::Counting => {
            columns.push((
                "Players with known faction",
                Box::new(|it| it.share.of.to_string()),
            ));
            columns.push((
                "Share in percent",
                Box::new(|it| told(it.share.thousandths())),
            ));
        }
    }
    // Without a cut there is nothing to say.
    if statistics
        .factions
        .iter()
        .any(|faction| faction.cut.is_some())
    {
        let reached = |it: &Faction| it.cut.map(|cut| cut.won.to_string()).unwrap_or_default();
        columns.push(("In the bracket", Box::new(reached)));
    }
    columns.extend(rate_columns(reader, |it: &Faction| it.wins));
    columns.push((
        "Draws and mirror games",
        Box::new(|it| it.set_apart.to_string()),
    ));
    made("factions", "Factions", &columns, &statistics.factions)
}

fn matchups(statistics: &Statistics, reader: For) -> Table {
    let mut columns: Columns<'_, Matchup> = vec![
        ("Faction", Box::new(|it: &Matchup| it.faction.clone())),
        ("Against", Box::new(|it| it.against.clone())),
    ];
    columns.extend(rate_columns(reader, |it: &Matchup| it.wins));
    let title = "Factions against each other";
    made("matchups", title, &columns, &statistics.matchups)
}

fn edges(statistics: &Statistics, reader: For) -> Table {
    let mut columns: Columns<'_, EdgeRate> = vec![(
        "Player",
        Box::new(|it: &EdgeRate| it.edge.word().to_owned()),
    )];
    columns.extend(rate_columns(reader, |it: &EdgeRate| it.rate));
    made("edges", "First turn and side", &columns, &statistics.edges)
}

fn margins(statistics: &Statistics) -> Table {
    let columns: Columns<'_, Bar> = vec![
        ("From", Box::new(|bar: &Bar| bar.from.to_string())),
        ("To", Box::new(|bar| bar.to.to_string())),
        ("Games", Box::new(|bar| bar.games.to_string())),
    ];
    match &statistics.margins {
        Some(margins) => made("margins", margins.what, &columns, &margins.bars),
        None => made("margins", "Margins", &columns, &[]),
    }
}

fn ranks(statistics: &Statistics) -> Table {
    let Some(ranks) = &statistics.ranks else {
        return made::<()>("ranks", "Rank over rounds", &Vec::new(), &[]);
    };
    let after = ranks
        .rounds
        .iter()
        .map(|round| format!("After round {round}"));
    let rows = ranks.courses.iter().map(|course| {
        let shown = course.ranks.iter();
        let shown = shown.map(|rank| rank.map(|rank| rank.to_string()).unwrap_or_default());
        std::iter::once(course.name.clone()).chain(shown).collect()
    });
    Table {
        id: "ranks",
        title: "Rank over rounds",
        head: std::iter::once("Player".to_owned()).chain(after).collect(),
        rows: rows.collect(),
    }
}

fn lengths(statistics: &Statistics) -> Table {
    let clock = |it: &Length| {
        it.play
            .map(|minutes| minutes.to_string())
            .unwrap_or_default()
    };
    let columns: Columns<'_, Length> = vec![
        ("Round", Box::new(|it: &Length| it.round.to_string())),
        (
            "Minutes from pairings to end of round",
            Box::new(|it| it.minutes.to_string()),
        ),
        (
            "Minutes from start of clock to end of round",
            Box::new(clock),
        ),
        (
            "Playing time in minutes",
            Box::new(|it| it.book.to_string()),
        ),
    ];
    made("lengths", "Length of rounds", &columns, &statistics.lengths)
}
