//! Statistics on a page: each picture beside the table it is drawn from.

use maud::{Markup, PreEscaped, html};
use muster_statistics::picture::{self, Width};
use muster_statistics::{Statistics, Table, tables};
use muster_words::phrases::{players, plural};

/// Returns what the numbers are of: "32 players, 80 counted games".
#[must_use]
pub fn counted(numbers: &Statistics) -> String {
    let players = players(numbers.players as usize);
    let games = plural(
        numbers.games as usize,
        "1 counted game",
        "{n} counted games",
    );
    format!("{players}, {games}")
}

/// Returns all parts that have something to show. `download` gives the address of a table as CSV.
#[must_use]
pub fn parts(numbers: &Statistics, download: impl Fn(&str) -> String) -> Markup {
    html! {
        @for table in tables(numbers) {
            section.figures aria-labelledby={ "table-" (table.id) } {
                h2 #{ "table-" (table.id) } { (table.title) }
                // Drawn for both kinds of screens; the style sheet shows one of them.
                div.figures-pictures.for-phone { (pictures(numbers, &table, Width::Phone)) }
                div.figures-pictures.for-desk { (pictures(numbers, &table, Width::Desk)) }
                (figures(numbers, &table))
                @if let Some(note) = picture::note(numbers, table.id) { p.cap { (note) } }
                p { a href=(download(table.id)) { "Save this table (CSV)" } }
            }
        }
    }
}

/// The drawings of our own crate: it escapes every name.
fn pictures(numbers: &Statistics, table: &Table, width: Width) -> Markup {
    html! { @for svg in picture::beside(numbers, table.id, width) { (PreEscaped(svg)) } }
}

fn figures(numbers: &Statistics, table: &Table) -> Markup {
    let shown = picture::rows_beside(numbers, table);
    html! {
        div.scroll-x tabindex="0" role="region" aria-labelledby={ "table-" (table.id) } {
            table.tt {
                thead {
                    tr { @for (place, head) in table.head.iter().enumerate() { th.num[table.is_number(place)] scope="col" { (head) } } }
                }
                tbody {
                    @for row in shown {
                        tr {
                            @for (place, cell) in row.iter().enumerate() {
                                @if place == 0 { th.num[table.is_number(0)] scope="row" { (cell) } }
                                @else { td.num[table.is_number(place)] { (cell) } }
                            }
                        }
                    }
                }
            }
        }
        @if shown.len() < table.rows.len() {
            p.cap { "The first " (shown.len()) " of " (table.rows.len()) " rows. The CSV file has all of them." }
        }
    }
}
