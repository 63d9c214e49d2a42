//! `muster correct`: replaces a result that counts.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use crate::report_args::ReportArgs;
use crate::table;
use crate::view::worked::Worked;
use clap::Args;
use muster_tournament::Command;
use serde_json::json;

/// Correct a wrong result
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster correct 2 3 ending=time a.score=49 b.score=77 --reason \"scores swapped\" --dry-run
  muster correct 2 3 ending=time a.score=49 b.score=77 --reason \"scores swapped\"

--dry-run shows what would change: standings, chances, and what depended on the old result. \
Published pairings stay as they are.")]
pub(crate) struct Correct {
    /// Round
    round: u32,
    /// Table
    table: u32,
    #[command(flatten)]
    report: ReportArgs,
    /// Why; kept in the journal
    #[arg(long, value_name = "TEXT")]
    reason: String,
    #[command(flatten)]
    acting: Acting,
}

impl Correct {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let given = self.report.take()?;
        let mut desk = Desk::open(&self.acting, out)?;
        let round = table::round(desk.state(), Some(self.round))?;
        let (number, stage) = (round.number, round.stage);
        let m = table::at(round, self.table)?;
        let typed = format!("correct {number} {} --reason REASON", m.table);
        let report = given.report(&typed, desk.state(), stage, &m)?;
        let worked = Worked::out(desk.state(), stage, &m, &report)?;
        desk.act(Command::Correct {
            round: number,
            table: m.table,
            report,
            reason: self.reason,
        })?;
        let done = desk.commit(out)?;
        let moved = done.chances_moved();
        let mut views = worked.views();
        views.extend(
            moved
                .iter()
                .map(|chances| ("chances".to_owned(), json!(chances))),
        );
        done.report_with_impact(out, views, |_, out| {
            worked.show(out);
            if let Some(chances) = &moved {
                out.gap();
                out.sentence(chances);
            }
        });
        Ok(())
    }
}
