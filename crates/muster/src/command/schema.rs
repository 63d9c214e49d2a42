//! `muster schema`: the JSON Schema of reports and lists.

use crate::fault::Fault;
use crate::output::Output;
use clap::{Args, ValueEnum};
use muster_regulations::Regulation;
use muster_words::{form, list};

/// Print the JSON Schema of a report or a list
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  muster schema report legion > legion-report.schema.json\n  muster schema list xwing"
)]
pub(crate) struct Schema {
    /// What to describe
    of: Of,
    /// Regulation
    #[arg(value_parser = crate::cli::regulation())]
    regulation: Regulation,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Of {
    /// The report of a match
    Report,
    /// A player's list
    List,
}

impl Schema {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        match self.of {
            Of::Report => out.json(&form::schema(self.regulation)),
            Of::List => out.json(&list::schema(self.regulation)),
        }
        Ok(())
    }
}
