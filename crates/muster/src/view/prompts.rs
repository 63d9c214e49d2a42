//! Decisions and warnings besides the next step.

use crate::output::{Output, Style};
use muster_tournament::floor::prompts::{Prompt, PromptKind};
use muster_tournament::floor::warnings::{Warning, WarningKind};
use muster_words::{prompts, warnings};

/// Shows decisions that wait for somebody; calls are shown as a queue elsewhere.
pub(crate) fn show(waiting: &[Prompt], out: &mut Output) {
    let open = waiting
        .iter()
        .filter(|prompt| prompt.kind != PromptKind::Call);
    for prompt in open {
        let clause = prompt.clause.map(|clause| format!(" ({clause})"));
        let text = prompts::text(&prompt.request);
        let text = format!("{text}{}", clause.unwrap_or_default());
        out.paragraph("To decide: ", &text, [Style::Plain; 2]);
    }
}

/// Shows warnings.
pub(crate) fn show_warnings(warnings: &[Warning], out: &mut Output) {
    for warning in warnings {
        let head = match warning.kind {
            WarningKind::Checklist => "To check: ",
            _ => "Note: ",
        };
        let text = warnings::text(&warning.matter);
        let text = format!("{text} ({})", warning.clause);
        out.paragraph(head, &text, [Style::Plain; 2]);
    }
}
