//! A player's list on a page: its contents, lines that were not understood, and its problems.

use crate::layout::{clause, icon};
use maud::{Markup, html};
use muster_exchange::lists::ReadList;
use muster_regulations::List;
use muster_regulations::list::{Problem, Weight};
use muster_words::{list as words, phrases};

/// Renders a list.
#[must_use]
pub fn list(list: &List) -> Markup {
    let pieces = list.pieces();
    let halves = matches!(list, List::Xwing(_));
    html! {
        p {
            @if let Some(faction) = list.faction() { b { (faction) } " " }
            @if let Some(points) = list.points() { span.quiet { (phrases::points(points)) } }
        }
        @if !pieces.is_empty() {
            table.tt.pieces {
                thead { tr { th { "Name" } th.num { "Points" } @if halves { th.num { "Half" } } } }
                tbody {
                    @for piece in pieces {
                        tr {
                            td {
                                @if piece.count > 1 { (piece.count) " × " }
                                (piece.name)
                                @if !piece.upgrades.is_empty() { br; span.cap { @for (index, upgrade) in piece.upgrades.iter().enumerate() { @if index > 0 { ", " } (upgrade.name) } } }
                            }
                            td.num { (piece.each()) }
                            @if halves { td.num { (piece.half_points()) } }
                        }
                    }
                }
            }
        }
        @for (group, cards) in list.cards() {
            @if !cards.is_empty() { p { b { (words::cards(group)) ": " } (cards.join(", ")) } }
        }
    }
}

/// Renders the problems of a list and what is worth a second look.
#[must_use]
pub fn problems(problems: &[Problem]) -> Markup {
    html! {
        @if problems.is_empty() { p.notice.good { (icon("check")) span { "The list is valid." } } }
        @for problem in problems {
            p.notice.(if problem.weight == Weight::Breach { "bad" } else { "warn" }) {
                (icon("alert"))
                span {
                    @if !problem.entry.is_empty() { b { (problem.entry) ": " } }
                    (words::finding(&problem.finding, problem.value.as_deref())) " " (clause(problem.clause))
                }
            }
        }
    }
}

/// Renders notes from reading the list, such as lines that were not understood.
#[must_use]
pub fn reading(read: &ReadList) -> Markup {
    html! {
        @for note in &read.notes { p.notice.warn { (icon("alert")) span { (note) } } }
    }
}

/// Returns the same as plain text, for the preview while somebody types.
#[must_use]
pub fn in_words(read: &ReadList, problems: &[Problem]) -> String {
    let mut lines = Vec::new();
    if let Some(points) = read.list.points() {
        lines.push(format!("{}.", phrases::points(points)));
    }
    lines.extend(read.notes.iter().map(ToString::to_string));
    lines.extend(problems.iter().map(words::line));
    if problems.is_empty() {
        lines.push("The list is valid.".to_owned());
    }
    lines.join("\n")
}
