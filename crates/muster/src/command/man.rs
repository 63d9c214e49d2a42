//! `muster man`: manual pages.

use crate::cli;
use crate::fault::Fault;
use crate::output::Output;
use crate::place::said;
use clap::Args;
use clap_mangen::Man as Page;
use std::path::PathBuf;

/// Print the manual page, or write one for every subcommand
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster man | man -l -
  muster man --out ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// Folder to write all pages to
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Man {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let command = cli::command();
        let Some(folder) = self.out else {
            let mut page = Vec::new();
            Page::new(command)
                .render(&mut page)
                .map_err(|error| Fault::File(format!("the page cannot be made ({error})")))?;
            out.raw(&String::from_utf8_lossy(&page));
            return Ok(());
        };
        let write = || {
            std::fs::create_dir_all(&folder)?;
            clap_mangen::generate_to(command, &folder)
        };
        write().map_err(|error| Fault::file(&folder, said(&error)))?;
        out.line(format!("Manual pages are in {}.", folder.display()));
        Ok(())
    }
}
