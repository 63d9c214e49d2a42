//! Links to the documents of a tournament as PDF.

use crate::visitor::Scene;
use maud::{Markup, html};
use muster_paper::{Access, Document, Paper};
use muster_regulations::Regulation;
use muster_tournament::State;

/// Returns the name of a paper size.
#[must_use]
pub const fn shown(paper: Paper) -> &'static str {
    match paper {
        Paper::A4 => "A4",
        Paper::Letter => "US Letter",
    }
}

/// Returns a link to a document on one paper.
#[must_use]
pub fn paper_link(scene: &Scene, document: Document, paper: Paper, round: Option<u32>) -> Markup {
    let round = round.map_or_else(String::new, |round| format!("&round={round}"));
    let path = scene.path(&format!("print/{document}.pdf?paper={paper}{round}"));
    html! {
        a href=(path) target="_blank" { (shown(paper)) span.vh { ", " (document.title()) } }
    }
}

/// Returns a link to a document by its name, on the default paper size.
#[must_use]
pub fn print_link(scene: &Scene, document: Document, round: Option<u32>) -> Markup {
    let round = round.map_or_else(String::new, |round| format!("?round={round}"));
    let path = scene.path(&format!("print/{document}.pdf{round}"));
    html! { a href=(path) target="_blank" { (document.title()) } }
}

/// Returns a line with links to a document on both papers.
#[must_use]
pub fn to_print(scene: &Scene, document: Document, round: Option<u32>) -> Markup {
    let [a4, letter] = Paper::ALL.map(|paper| paper_link(scene, document, paper, round));
    html! { p.cap.to-print { "Print: " (a4) " · " (letter) } }
}

/// Returns the public documents that have something to print, for a state without drafts.
pub fn for_everybody(state: &State) -> impl Iterator<Item = Document> {
    let there = |document: &Document| match document {
        Document::Standings | Document::CrossTable => state.swiss_rounds().next().is_some(),
        Document::Bracket => state.knockout.is_some(),
        Document::Silhouettes => state.setup.regulation == Regulation::Legion,
        document => !document.of_a_round() || !state.rounds.is_empty(),
    };
    let shared = Document::ALL
        .into_iter()
        .filter(|document| document.access() == Access::Everybody);
    shared.filter(there)
}
