//! The bracket as a drawing, as a list for phones and screen readers, and the placings so far. Drawing and list show the
//! same tree, which paper uses too.

mod list;
mod place;
mod svg;

pub use svg::Entry;

use super::links::Links;
use crate::layout::clause;
use maud::{Markup, html};
use muster_words::bracket::Game;
pub use muster_words::bracket::{Tree, round_name};

/// Returns the whole bracket: drawing, placings and list.
#[must_use]
pub fn whole(tree: &Tree, links: Links) -> Markup {
    let games = tree.games().filter(Game::is_played).count();
    html! {
        div.bracket-parts {
            div.scroll-x.drawing tabindex="0" role="region" aria-label="Drawing of the bracket" { (svg::drawing(tree)) }
            (place::placings(tree))
        }
        @if let Some(text) = tree.second_final() { p.quiet { (text) " " @if links.explains() { (clause("CG-DE")) } @else { "(CG-DE)" } } }
        details.aslist {
            summary { "All " (games) " games as a list" }
            (list::table(tree, links))
        }
    }
}

/// Returns the drawing with fields for the desk's results.
pub fn entering(tree: &Tree, entry: impl Fn(&Game) -> Option<Entry>) -> Markup {
    svg::with_entries(tree, entry)
}

/// Returns the drawing alone.
#[must_use]
pub fn drawing(tree: &Tree) -> Markup {
    svg::drawing(tree)
}
