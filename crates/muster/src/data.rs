//! Where a server keeps its data: the folder of the command line or the environment, else the user's data folder.

use crate::fault::Fault;
use clap::Args;
use muster_ledger::DataFolder;
use std::path::PathBuf;

/// The data folder, as an argument.
#[derive(Args, Debug)]
pub(crate) struct Data {
    /// Folder of the data; left out, `muster` in the user's data folder (XDG_DATA_HOME)
    #[arg(long, value_name = "DIR", env = "MUSTER_DATA")]
    data: Option<PathBuf>,
}

impl Data {
    /// Returns the folder; nothing is made yet.
    pub(crate) fn folder(&self) -> Result<DataFolder, Fault> {
        self.below("muster")
    }

    /// Returns the folder, or one of another name in the user's data folder.
    pub(crate) fn below(&self, name: &str) -> Result<DataFolder, Fault> {
        if let Some(data) = &self.data {
            return Ok(DataFolder::new(data));
        }
        let set = |name: &str| {
            std::env::var_os(name)
                .filter(|value| !value.is_empty())
                .map(PathBuf::from)
        };
        let base = set("XDG_DATA_HOME").or_else(|| Some(set("HOME")?.join(".local/share")));
        match base {
            Some(base) => Ok(DataFolder::new(base.join(name))),
            None => Err(Fault::Usage(
                "this system names no folder for data; say where with --data DIR".to_owned(),
            )),
        }
    }
}
