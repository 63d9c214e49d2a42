//! An answer to "why?" as numbered sentences, each with its clause; house choices are marked.

use crate::layout::clause;
use maud::{Markup, html};
use muster_tournament::why::{Explanation, Step};
use muster_words::why::{headline, reason};

/// Returns an explanation with its heading.
#[must_use]
pub fn why_panel(explanation: &Explanation) -> Markup {
    html! {
        section.why {
            header { h2 { (headline(&explanation.subject)) } }
            (steps(&explanation.steps))
        }
    }
}

/// Returns the reasons alone.
#[must_use]
pub fn steps(steps: &[Step]) -> Markup {
    html! {
        ol.steps {
            @for step in steps {
                li { div {
                    (told(&reason(&step.reason)))
                    @if let Some(id) = step.clause { " " (clause(id)) }
                    @if step.house_choice { " " span.cap { "house choice" } }
                } }
            }
        }
    }
}

/// Renders text between back-quotes as code.
fn told(text: &str) -> Markup {
    html! {
        @for (index, part) in text.split('`').enumerate() {
            @if index % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}
