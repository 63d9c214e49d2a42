//! `muster restore`: replaces the server's data with a backup, and keeps the replaced data.

use crate::data::Data;
use crate::fault::Fault;
use crate::output::Output;
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

/// Replace the server's data with a backup
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster restore /media/stick/saturday.db
  muster restore saturday.db --data ./club

The server must not be running. What was there before is kept beside the other copies; a
database given with --store must be empty.")]
pub(crate) struct Restore {
    /// Backup to restore
    file: PathBuf,
    #[command(flatten)]
    data: Data,
}

impl Restore {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let store = self.data.store()?;
        let before = store.restore(&self.file)?;
        if out.json {
            out.json(&json!({ "kept": before.as_ref().map(|path| path.display().to_string()) }));
            return Ok(());
        }
        out.line(format!("Restored {store} from {}.", self.file.display()));
        if let Some(before) = before {
            out.line(format!("What was there is kept in {}.", before.display()));
        }
        Ok(())
    }
}
