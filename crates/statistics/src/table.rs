//! Statistics as tables: what a page, a spreadsheet and a terminal show alike.

use crate::{Statistics, rate};
use serde::Serialize;

/// A table of text, ready to be shown or written as CSV.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Table {
    /// Its name in file names and options: `factions`.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// The heads of the columns.
    pub head: Vec<String>,
    /// Rows, each as long as the head.
    pub rows: Vec<Vec<String>>,
}

/// Returns every table that has rows.
#[must_use]
pub fn tables(statistics: &Statistics) -> Vec<Table> {
    let tables = all(statistics).into_iter();
    tables.filter(|table| !table.rows.is_empty()).collect()
}

/// Returns a table by its name, whether or not it has rows; `None` where there is no such table.
#[must_use]
pub fn table_named(statistics: &Statistics, id: &str) -> Option<Table> {
    all(statistics).into_iter().find(|table| table.id == id)
}

fn all(statistics: &Statistics) -> [Table; 6] {
    [
        factions(statistics),
        matchups(statistics),
        edges(statistics),
        margins(statistics),
        ranks(statistics),
        lengths(statistics),
    ]
}

fn table(id: &'static str, title: &'static str, head: &[&str], rows: Vec<Vec<String>>) -> Table {
    Table {
        id,
        title,
        head: head.iter().map(|&word| word.to_owned()).collect(),
        rows,
    }
}

fn factions(statistics: &Statistics) -> Table {
    let rows = statistics.factions.iter().map(|faction| {
        vec![
            faction.name.clone(),
            faction.share.won.to_string(),
            faction.share.shown(),
            faction
                .cut
                .map(|cut| cut.won.to_string())
                .unwrap_or_default(),
            faction.wins.won.to_string(),
            faction.wins.of.to_string(),
            faction.wins.shown(),
            interval(faction.wins),
            faction.set_apart.to_string(),
        ]
    });
    let head = [
        "Faction",
        "Players",
        "Share",
        "In the bracket",
        "Won",
        "Decided games",
        "Win rate",
        "95 % interval",
        "Drawn or own kind",
    ];
    table("factions", "Factions", &head, rows.collect())
}

fn matchups(statistics: &Statistics) -> Table {
    let rows = statistics.matchups.iter().map(|matchup| {
        vec![
            matchup.faction.clone(),
            matchup.against.clone(),
            matchup.wins.won.to_string(),
            matchup.wins.of.to_string(),
            matchup.wins.shown(),
            interval(matchup.wins),
        ]
    });
    let head = [
        "Faction",
        "Against",
        "Won",
        "Decided games",
        "Win rate",
        "95 % interval",
    ];
    table(
        "matchups",
        "Factions against each other",
        &head,
        rows.collect(),
    )
}

fn edges(statistics: &Statistics) -> Table {
    let rows = statistics.edges.iter().map(|edge| {
        vec![
            edge.edge.word().to_owned(),
            edge.rate.won.to_string(),
            edge.rate.of.to_string(),
            edge.rate.shown(),
            interval(edge.rate),
        ]
    });
    let head = ["Who", "Won", "Decided games", "Win rate", "95 % interval"];
    table("edges", "First turn and side", &head, rows.collect())
}

fn margins(statistics: &Statistics) -> Table {
    let bars = statistics.margins.iter().flat_map(|margins| &margins.bars);
    let rows = bars.map(|bar| {
        vec![
            bar.from.to_string(),
            bar.to.to_string(),
            bar.games.to_string(),
        ]
    });
    let title = statistics
        .margins
        .as_ref()
        .map_or("Margins", |margins| margins.what);
    table("margins", title, &["From", "To", "Games"], rows.collect())
}

fn ranks(statistics: &Statistics) -> Table {
    let Some(ranks) = &statistics.ranks else {
        return table("ranks", "Rank over rounds", &[], Vec::new());
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
    let rows = statistics.lengths.iter().map(|length| {
        vec![
            length.round.to_string(),
            length.minutes.to_string(),
            length
                .play
                .map(|minutes| minutes.to_string())
                .unwrap_or_default(),
            length.book.to_string(),
        ]
    });
    let head = [
        "Round",
        "Minutes from pairings to end",
        "Minutes from clock to end",
        "Minutes by the book",
    ];
    table("lengths", "Length of rounds", &head, rows.collect())
}

fn interval(rate: rate::Rate) -> String {
    rate.interval()
        .map(rate::Interval::shown)
        .unwrap_or_default()
}
