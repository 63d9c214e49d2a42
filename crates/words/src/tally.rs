//! How a score was counted from a list, step by step.

use crate::working::WorkingStep;
use muster_regulations::report::Force;
use muster_regulations::tally::{Fill, Tally, TallyStep};
use serde::Serialize;

/// A score with its working, as people and programs read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = TallyInput))]
pub struct TallyInWords {
    pub score: u32,
    /// The opponent has nothing left that keeps a side in the game: report a defeat.
    pub everything: bool,
    pub working: Vec<WorkingStep>,
    pub fills: Vec<Fill>,
}

impl From<Tally> for TallyInWords {
    fn from(tally: Tally) -> TallyInWords {
        TallyInWords {
            score: tally.score,
            everything: tally.everything,
            working: steps(&tally),
            fills: tally.fills,
        }
    }
}

/// Returns the steps of a score in words.
#[must_use]
pub fn steps(tally: &Tally) -> Vec<WorkingStep> {
    let step = |step: &TallyStep| WorkingStep {
        code: step.code(),
        text: sentence(step),
        clause: tally.clause,
    };
    tally.working.iter().map(step).collect()
}

fn sentence(step: &TallyStep) -> String {
    match step {
        TallyStep::Destroyed {
            name,
            count,
            each,
            points,
        } => match count {
            1 => format!("{name} was destroyed: {points}."),
            _ => format!("{count} × {name} were destroyed: {count} × {each} = {points}."),
        },
        TallyStep::Defeated {
            name,
            count,
            each,
            points,
        } => match count {
            1 => format!("{name} was defeated: {points}."),
            _ => format!("{count} × {name} were defeated: {count} × {each} = {points}."),
        },
        TallyStep::Halved {
            name,
            count,
            each,
            half,
            points,
        } => match count {
            1 => {
                format!("{name} is at or below half health: half of {each}, rounded up, is {half}.")
            }
            _ => format!(
                "{count} × {name} are at or below half health: half of {each}, rounded up, is {half}, and {count} × {half} = {points}."
            ),
        },
        TallyStep::Sum { sum } => format!("Total: {sum}."),
        TallyStep::Everything { force } => {
            let worth = force.worth();
            match force {
                Force::Squad => {
                    format!("All ships are gone, so the squad is worth {worth}, whatever it cost.")
                }
                Force::Fleet => format!(
                    "All ships except flotillas are gone, so the fleet is worth {worth}, whatever it cost."
                ),
                Force::Army => format!(
                    "All units are defeated, so the army is worth {worth}, whatever it cost."
                ),
            }
        }
        TallyStep::Objectives {
            destroyed,
            objectives,
            score,
        } => format!("{destroyed} + {objectives} objective points = {score}."),
    }
}
