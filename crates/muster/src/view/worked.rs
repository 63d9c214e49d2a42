//! A result that is being reported or corrected: what each player gets, and how it was worked out.

use super::outcome;
use crate::fault::Fault;
use crate::output::Output;
use crate::report_args::refused;
use muster_regulations::{Outcome, Report, StageKind};
use muster_tournament::State;
use muster_tournament::state::Match;
use muster_words::working::{self, WorkingStep};
use serde_json::{Map, Value, json};

/// A result with its working.
pub(crate) struct Worked {
    outcome: Outcome,
    working: Vec<WorkingStep>,
    names: [String; 2],
}

impl Worked {
    pub(crate) fn out(
        state: &State,
        stage: StageKind,
        m: &Match,
        report: &Report,
    ) -> Result<Worked, Fault> {
        let regulation = state.setup.regulation;
        let refused = |refusal| refused(state, m, refusal);
        let report = &state.with_lists(m, report).map_err(refused)?;
        let names = [state.name(m.a), state.name(m.b)];
        let working = regulation.working(stage, report)?;
        Ok(Worked {
            outcome: regulation.outcome(stage, report).map_err(refused)?,
            working: working::steps(&working, names.each_ref().map(String::as_str)),
            names,
        })
    }

    pub(crate) fn views(&self) -> Map<String, Value> {
        Map::from_iter([
            ("outcome".to_owned(), json!(self.outcome)),
            ("working".to_owned(), json!(self.working)),
        ])
    }

    pub(crate) fn show(&self, out: &mut Output) {
        let [a, b] = &self.names;
        outcome::show(&self.outcome, [a, b], &self.working, out);
    }
}
