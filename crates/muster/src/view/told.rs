//! A result that was just reported or corrected: the match, what it gives, and how that was worked out.

use super::outcome::{self, OutcomeView};
use crate::desk::Done;
use crate::fault::Fault;
use crate::output::Output;
use muster_regulations::Report;
use muster_tournament::{RoundNo, TableNo};
use serde_json::{Map, json};

/// Tells what was done, with the outcome and its working.
pub(crate) fn tell(
    done: &Done,
    round: RoundNo,
    table: TableNo,
    report: &Report,
    out: &mut Output,
) -> Result<(), Fault> {
    let state = done.state();
    let regulation = state.setup.regulation;
    let mut views = Map::new();
    let round = state.round(round);
    let stage = round.map(|round| round.stage);
    let m = round.and_then(|round| round.table(table));
    let Some((stage, m)) = stage.zip(m) else {
        done.tell_plainly(out);
        return Ok(());
    };
    let result = regulation.outcome(stage, report)?;
    let working = regulation.working(stage, report)?;
    let view = OutcomeView::new(&result).with(working.clone());
    views.insert("outcome".into(), json!(view));
    done.tell(out, views, |state, out| {
        let (a, b) = (state.name(m.a), state.name(m.b));
        outcome::show(&result, [&a, &b], &working, out);
    });
    Ok(())
}
