//! The next step with the command for it: the last line after every change, and in `muster status`.

use crate::output::Output;
use muster_tournament::State;
use muster_tournament::floor::prompts::PromptKind;
use muster_tournament::next::{Action, Next, next};
use muster_tournament::state::{MatchStatus, Phase, RoundStatus};
use muster_words::next::title;

/// Shows the next step in one line.
pub(crate) fn hint(state: &State, out: &mut Output) {
    let next = next(state);
    out.gap();
    let mut line = format!("Next: {}", title(&next));
    if let Some(command) = command(state, &next) {
        line.push_str(&format!("  →  {command}"));
    }
    let line = out.dim(line);
    out.line(line);
}

/// Returns the command for the next step, if there is one.
pub(crate) fn command(state: &State, next: &Next) -> Option<String> {
    let table = next.disputed.first().or(next.missing.first());
    let command = match next.action {
        Action::Register => "muster add NAME…".to_owned(),
        Action::CheckIn => "muster check-in --all".to_owned(),
        Action::Start => "muster start".to_owned(),
        Action::Draft => "muster pair".to_owned(),
        Action::Seat => {
            let late = next.seats.iter();
            let late: Vec<String> = late.map(|player| player.0.to_string()).collect();
            format!("muster pair --seat {}", late.join(" "))
        }
        Action::Redraw => "muster pair --again REASON".to_owned(),
        Action::Publish => "muster pair --publish".to_owned(),
        Action::Void => "muster pair --void REASON".to_owned(),
        Action::Settle | Action::Collect => format!("muster report {}", table?),
        Action::AcceptReports => format!("{} --accept-reports", after_round(state)),
        Action::Component => {
            let prompt = next
                .prompts
                .iter()
                .find(|p| p.kind == PromptKind::Component)?;
            let loss = prompt.number?;
            format!("muster component found {loss}, or: muster component remove {loss}")
        }
        Action::FinishRound => after_round(state).to_owned(),
        Action::Cut => "muster cut".to_owned(),
        Action::Finish => "muster finish".to_owned(),
        Action::Nothing => "muster standings".to_owned(),
    };
    Some(command)
}

/// A complete round is closed by the step that comes after it.
fn after_round(state: &State) -> &'static str {
    let mut closed = state.clone();
    if let Some(round) = closed.rounds.last_mut() {
        round.status = RoundStatus::Finished;
        for m in &mut round.matches {
            if m.outcome.is_some() {
                m.status = MatchStatus::Confirmed;
            }
        }
    }
    match next(&closed).action {
        Action::Cut => "muster cut",
        Action::Finish => "muster finish",
        _ if closed.phase == Phase::Finished => "muster standings",
        _ => "muster pair",
    }
}
