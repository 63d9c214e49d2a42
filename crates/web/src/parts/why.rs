//! An answer to "why?" as numbered sentences, each with the clause it rests on; what the house chose is named as such.

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

/// What stands between back-quotes is something to type.
fn told(text: &str) -> Markup {
    html! {
        @for (index, part) in text.split('`').enumerate() {
            @if index % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}
