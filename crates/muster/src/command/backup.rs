//! `muster backup`: copies all data, whether or not the server is running.

use crate::data::Data;
use crate::fault::Fault;
use crate::output::Output;
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

/// Back up the server's data, even while it runs
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster backup /media/stick/saturday.db
  muster backup saturday.db --data ./club
  muster backup saturday.db --store postgres://muster@db.example/club

The copy is one file, whichever store the data is in, and can be restored into either.")]
pub(crate) struct Backup {
    /// File to write; must not exist
    file: PathBuf,
    #[command(flatten)]
    data: Data,
}

impl Backup {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let store = self.data.store()?;
        store.backup(&self.file)?;
        if out.json {
            out.json(&json!({ "file": self.file.display().to_string() }));
        } else {
            out.line(format!("Copied all data to {}.", self.file.display()));
        }
        Ok(())
    }
}
