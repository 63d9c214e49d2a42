//! `muster schema`: what a report may be, as JSON Schema.

use crate::fault::Fault;
use crate::output::Output;
use clap::{Args, ValueEnum};
use muster_regulations::{Regulation, form};

/// Print the JSON Schema of a report
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  muster schema report legion > legion-report.schema.json")]
pub(crate) struct Schema {
    /// Of what
    of: Of,
    /// xwing, armada, legion, conquest or cardgame
    regulation: Regulation,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Of {
    /// The report of a match
    Report,
}

impl Schema {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        match self.of {
            Of::Report => out.json(&form::schema(self.regulation)),
        }
        Ok(())
    }
}
