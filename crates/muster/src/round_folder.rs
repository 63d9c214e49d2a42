//! The folder of a published round, with its paper and a copy of the journal: beside the journal by default.

use crate::command::PaperSize;
use crate::output::Output;
use clap::Args;
use muster_service::round_folder;
use muster_tournament::Tournament;
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(crate) struct Keeping {
    /// Folder for the paper of a published round, or `none` [default: beside the journal]
    #[arg(long, value_name = "FOLDER", env = "MUSTER_FOLDER")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    paper: PaperSize,
}

impl Keeping {
    /// Writes the folder of the current round. A failure is only reported: the round is published anyway.
    pub(crate) fn keep(&self, journal: &Path, tournament: &Tournament, out: &mut Output) {
        let Some(round) = round_folder::played(tournament.state()) else {
            return;
        };
        let Some(folder) = self.folder_of(journal, round) else {
            return;
        };
        let order = round_folder::order(tournament, self.paper.paper, None);
        if let Err(error) = round_folder::write(&folder, tournament, &order) {
            let folder = folder.display();
            out.note(format!(
                "the round is published, but its paper could not be written to {folder} ({error})"
            ));
        }
    }

    fn folder_of(&self, journal: &Path, round: u32) -> Option<PathBuf> {
        let stem = journal.file_stem().unwrap_or_default().to_string_lossy();
        let name = format!("{stem}.round-{round}");
        match &self.folder {
            Some(folder) if folder.as_os_str() == "none" => None,
            Some(folder) => Some(folder.join(name)),
            None => Some(journal.with_file_name(name)),
        }
    }
}
