//! `muster verify`: checks a whole journal.

use crate::fault::Fault;
use crate::output::Output;
use crate::reading::Reading;
use clap::Args;

/// Check a journal from the first line to the last
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  muster verify spring.jsonl")]
pub(crate) struct Verify {
    #[command(flatten)]
    reading: Reading,
}

impl Verify {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let _ = self.reading.open(out)?;
        Ok(())
    }
}
