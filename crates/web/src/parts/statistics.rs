//! Statistics on a page: each picture beside the table it is drawn from.

use maud::{Markup, PreEscaped, html};
use muster_statistics::{Statistics, Table, picture, tables};

/// Returns all parts that have something to show. `download` says where a table can be had as CSV.
#[must_use]
pub fn parts(numbers: &Statistics, download: impl Fn(&str) -> String) -> Markup {
    html! {
        @for table in tables(numbers) {
            section.figures aria-labelledby={ "table-" (table.id) } {
                h2 #{ "table-" (table.id) } { (table.title) }
                // The drawings of our own crate: it escapes every name.
                div.figures-pictures { @for svg in picture::beside(numbers, table.id) { (PreEscaped(svg)) } }
                (figures(&table))
                @if let Some(note) = picture::note(numbers, table.id) { p.cap { (note) } }
                p { a href=(download(table.id)) { "Save this table (CSV)" } }
            }
        }
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
