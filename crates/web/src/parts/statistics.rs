//! Statistics on a page: each picture beside the table it is drawn from.

use maud::{Markup, PreEscaped, html};
use muster_statistics::{Statistics, Table, picture, tables};

/// Returns all parts that have something to show. `download` is where tables can be had as CSV.
#[must_use]
pub fn parts(numbers: &Statistics, download: &str) -> Markup {
    html! {
        @for table in tables(numbers) {
            section.figures aria-labelledby={ "table-" (table.id) } {
                h2 #{ "table-" (table.id) } { (table.title) }
                div.figures-pictures { @for svg in pictures(numbers, table.id) { (PreEscaped(svg)) } }
                (figures(&table))
                @if let Some(note) = note(table.id) { p.cap { (note) } }
                p { a href={ (download) "table=" (table.id) } { "Save this table (CSV)" } }
            }
        }
    }
}

/// The drawings of our own crate: it escapes every name.
fn pictures(numbers: &Statistics, table: &str) -> Vec<String> {
    match table {
        "factions" => vec![
            picture::shares(&numbers.factions),
            picture::wins(&numbers.factions),
        ],
        "edges" => vec![picture::edges(&numbers.edges)],
        "margins" => numbers.margins.iter().map(picture::margins).collect(),
        "ranks" => numbers.ranks.iter().map(picture::ranks).collect(),
        "lengths" => vec![picture::lengths(&numbers.lengths)],
        _ => Vec::new(),
    }
}

fn note(table: &str) -> Option<&'static str> {
    match table {
        "factions" => Some(
            "Of the decided games against other factions. The line is the range in which the true rate lies with 95 % \
             confidence: the fewer games, the longer.",
        ),
        "edges" => Some("Of the decided games in which it is known who that was."),
        "lengths" => Some("The dashed line is the time by the book."),
        "ranks" => Some("The dashed line is the cut."),
        _ => None,
    }
}

fn figures(table: &Table) -> Markup {
    let number =
        |cell: &str| cell.starts_with(|first: char| first.is_ascii_digit() || first == '–');
    html! {
        div.scroll-x tabindex="0" role="region" aria-labelledby={ "table-" (table.id) } {
            table.tt {
                thead { tr { @for head in &table.head { th scope="col" { (head) } } } }
                tbody {
                    @for row in &table.rows {
                        tr {
                            @for (place, cell) in row.iter().enumerate() {
                                @if place == 0 { th scope="row" { (cell) } }
                                @else { td.num[number(cell)] { (cell) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
