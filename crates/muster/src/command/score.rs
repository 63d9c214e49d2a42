//! `muster score`: works out the outcome of a report.

use crate::fault::Fault;
use crate::output::Output;
use crate::report_args::from_stdin;
use clap::{Args, ValueEnum};
use muster_regulations::{Regulation, StageKind};
use muster_views::OutcomeView;

/// Score a report: JSON in, outcome as JSON out
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  echo '{\"ending\":\"time\",\"a\":{\"score\":77},\"b\":{\"score\":49}}' | muster score xwing

An invalid report ends with exit code 1, and standard output has \
{\"error\": {\"code\", \"kind\", \"message\", \"clause\", \"field\", \"value\"}}. \
`muster schema report REGULATION` prints the schema of a report.")]
pub(crate) struct Score {
    /// Regulation
    #[arg(value_parser = crate::cli::regulation())]
    regulation: Regulation,
    /// Stage of the match; some endings are read differently in elimination
    #[arg(long, default_value = "swiss")]
    stage: Stage,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Stage {
    /// Swiss rounds
    Swiss,
    /// Single or double elimination
    Elimination,
}

impl Score {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        // This command is for scripts, so it prints JSON even without `--json`.
        out.json = true;
        let stage = match self.stage {
            Stage::Swiss => StageKind::Swiss,
            Stage::Elimination => StageKind::Elimination,
        };
        let report = self.regulation.parse_report(&from_stdin()?)?;
        out.json(&OutcomeView::of(self.regulation, stage, &report)?);
        Ok(())
    }
}
