//! What waits for somebody beside the next step.

use crate::output::{Output, Style};
use muster_tournament::floor::prompts::{Prompt, PromptKind};

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
