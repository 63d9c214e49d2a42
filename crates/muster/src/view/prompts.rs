//! What waits for somebody beside the next step.

use crate::output::{Output, Style};
use muster_tournament::floor::prompts::{Prompt, PromptKind};
use muster_tournament::floor::warnings::{Warning, WarningKind};

/// Shows what waits for a decision; calls are shown as a queue elsewhere.
pub(crate) fn show(prompts: &[Prompt], out: &mut Output) {
    let open = prompts
        .iter()
        .filter(|prompt| prompt.kind != PromptKind::Call);
    for prompt in open {
        let clause = prompt.clause.map(|clause| format!(" ({clause})"));
        let text = format!("{}{}", prompt.text, clause.unwrap_or_default());
        out.paragraph("To decide: ", &text, [Style::Plain; 2]);
    }
}

/// Shows what the desk should know before it goes wrong.
pub(crate) fn show_warnings(warnings: &[Warning], out: &mut Output) {
    for warning in warnings {
        let head = match warning.kind {
            WarningKind::Checklist => "To check: ",
            _ => "Note: ",
        };
        let text = format!("{} ({})", warning.text, warning.clause);
        out.paragraph(head, &text, [Style::Plain; 2]);
    }
}
