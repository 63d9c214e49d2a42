//! `muster report`: reports how a match ended.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use crate::report_args::ReportArgs;
use crate::table;
use crate::view::worked::Worked;
use clap::Args;

/// Report how a match ended
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster report 3 ending=time a.score=77 b.score=49
  muster report 3 ending=concession conceded_by=Bo loser_score=24
  muster report 3 --json-report '{\"ending\":\"no_show\",\"absent\":\"b\"}'
  muster report 3
            shows every way a match can end here, with its fields

A report from staff counts at once; a player's waits until the opponent confirms it (`muster confirm`). Some endings, \
such as fortressing or a split, are for staff to decide: a player only claims one, and staff confirm it or report \
another result.")]
pub(crate) struct Report {
    /// Table of the current round
    table: u32,
    #[command(flatten)]
    report: ReportArgs,
    #[command(flatten)]
    acting: Acting,
}

impl Report {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let given = self.report.take()?;
        let mut desk = Desk::open(&self.acting, out)?;
        let round = table::round(desk.state(), None)?;
        let stage = round.stage;
        let m = table::at(round, self.table)?;
        let typed = format!("report {}", m.table);
        let report = given.report(&typed, desk.state(), stage, &m)?;
        let worked = Worked::out(desk.state(), stage, &m, &report)?;
        desk.act(m.report_command(report))?;
        let done = desk.commit(out)?;
        let now = done
            .state()
            .current()
            .and_then(|round| round.table(m.table));
        if now.is_some_and(|m| m.claim().is_some()) {
            out.note("staff must confirm this ending; nothing counts yet");
        }
        done.report(out, worked.views(), |_, out| worked.show(out));
        Ok(())
    }
}
