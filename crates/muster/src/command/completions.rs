//! `muster completions`: completions for a shell.

use crate::cli;
use crate::fault::Fault;
use crate::output::Output;
use clap::Args;
use clap_complete::Shell;

/// Print completions for a shell
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  muster completions bash > ~/.local/share/bash-completion/completions/muster")]
pub(crate) struct Completions {
    /// Shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut cli::command(), "muster", &mut script);
        out.raw(&String::from_utf8_lossy(&script));
        Ok(())
    }
}
