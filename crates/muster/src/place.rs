//! Finds the tournament: the named file, or the only journal in the current folder.

use crate::fault::Fault;
use clap::Args;
use std::path::{Path, PathBuf};

/// The ending of a journal's file name.
pub(crate) const ENDING: &str = "jsonl";

/// Which tournament a command works on.
#[derive(Args, Debug)]
pub(crate) struct TournamentFile {
    /// Journal of the tournament [default: the only *.jsonl in the current folder]
    #[arg(
        short,
        long,
        value_name = "FILE",
        env = "MUSTER_TOURNAMENT",
        hide_env_values = true
    )]
    tournament: Option<PathBuf>,
}

impl TournamentFile {
    /// Returns the journal's path.
    pub(crate) fn find(&self) -> Result<PathBuf, Fault> {
        if let Some(path) = &self.tournament {
            return Ok(path.clone());
        }
        let mut found = journals(Path::new("."))?;
        match found.len() {
            0 => Err(Fault::Usage(
                "there is no tournament (*.jsonl) in this folder; create one with `muster new FILE REGULATION` or \
                 name one with --tournament FILE"
                    .to_owned(),
            )),
            1 => Ok(found.remove(0)),
            many => {
                let names: Vec<String> = found
                    .iter()
                    .take(5)
                    .map(|path| path.display().to_string())
                    .collect();
                let more = if many > 5 { ", …" } else { "" };
                Err(Fault::Usage(format!(
                    "there are {many} tournaments in this folder ({}{more}); name one with --tournament FILE",
                    names.join(", ")
                )))
            }
        }
    }
}

/// Returns the journals of a folder, by name.
pub(crate) fn journals(folder: &Path) -> Result<Vec<PathBuf>, Fault> {
    let entries = std::fs::read_dir(folder).map_err(|error| Fault::file(folder, said(&error)))?;
    let mut found: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_dir()))
        .map(|entry| PathBuf::from(entry.file_name()))
        .filter(|name| name.extension().is_some_and(|ending| ending == ENDING))
        .collect();
    found.sort();
    Ok(found)
}

/// Explains why a file cannot be written; what is missing then is its folder.
pub(crate) fn said_writing(path: &Path, error: &std::io::Error) -> String {
    match (error.kind(), path.parent()) {
        (std::io::ErrorKind::NotFound, Some(folder)) => {
            format!("there is no folder {}", folder.display())
        }
        _ => said(error),
    }
}

/// Explains why a file cannot be read.
pub(crate) fn said(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        ErrorKind::AlreadyExists => "this file exists already".to_owned(),
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        ErrorKind::IsADirectory => "this is a folder, not a file".to_owned(),
        _ => error.to_string(),
    }
}
