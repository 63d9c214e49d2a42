//! `muster man`: manual pages.

use crate::cli;
use crate::fault::Fault;
use crate::output::Output;
use crate::place::said;
use clap::Args;
use clap_mangen::Man as Page;
use std::io;
use std::path::{Path, PathBuf};

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
        let mut command = cli::command();
        let Some(folder) = self.out else {
            let text = text(&Page::new(command));
            let text =
                text.map_err(|error| Fault::File(format!("the page cannot be made ({error})")))?;
            out.raw(&text);
            return Ok(());
        };
        command.build();
        std::fs::create_dir_all(&folder)
            .and_then(|()| write_all(&command, &folder))
            .map_err(|error| Fault::file(&folder, said(&error)))?;
        out.line(format!("Manual pages are in {}.", folder.display()));
        Ok(())
    }
}

/// Writes the page of a command and of everything below it.
fn write_all(command: &clap::Command, folder: &Path) -> io::Result<()> {
    for below in command
        .get_subcommands()
        .filter(|below| !below.is_hide_set())
    {
        write_all(below, folder)?;
    }
    let page = Page::new(command.clone());
    std::fs::write(folder.join(page.get_filename()), text(&page)?)
}

/// The page as text. The examples that follow our help have a heading that says so.
fn text(page: &Page) -> io::Result<String> {
    let mut text = Vec::new();
    page.render(&mut text)?;
    Ok(String::from_utf8_lossy(&text).replace(".SH EXTRA", ".SH EXAMPLES"))
}
