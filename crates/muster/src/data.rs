//! Where a server keeps its data: a folder or database from the command line or environment, or the user's data folder.

use crate::fault::Fault;
use clap::Args;
use muster_ledger::postgres::Address;
use muster_ledger::{DataFolder, Ledger, LedgerError, Store};
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Args, Debug)]
pub(crate) struct Data {
    #[command(flatten)]
    folder: Folder,
    /// Use this database instead: postgres://user:password@host/database
    #[arg(long, value_name = "URL", env = "MUSTER_STORE", hide_env_values = true)]
    store: Option<String>,
}

impl Data {
    /// Returns the folder, which has backups and round folders even where the data is in a database.
    pub(crate) fn folder(&self) -> Result<DataFolder, Fault> {
        self.folder.below("muster")
    }

    /// Returns where the data is; nothing is opened yet.
    pub(crate) fn store(&self) -> Result<Store, Fault> {
        match &self.store {
            Some(address) => Ok(Store::Postgres(Address::parse(address)?)),
            None => Ok(Store::Folder(self.folder()?)),
        }
    }

    /// Opens the data; creates it if there is none.
    pub(crate) fn open(&self) -> Result<Arc<dyn Ledger>, Fault> {
        Ok(self.store()?.open()?)
    }

    /// Opens the data; refuses a folder that has none.
    pub(crate) fn open_existing(&self) -> Result<Arc<dyn Ledger>, Fault> {
        if let Store::Folder(folder) = self.store()? {
            let file = folder.database();
            if !file.exists() {
                return Err(LedgerError::Missing { path: file }.into());
            }
        }
        self.open()
    }
}

/// The data folder, as an argument.
#[derive(Args, Debug)]
pub(crate) struct Folder {
    /// Data folder [default: `muster` in the user's data folder (XDG_DATA_HOME)]
    #[arg(long, value_name = "DIR", env = "MUSTER_DATA")]
    data: Option<PathBuf>,
}

impl Folder {
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
                "this system has no default data folder; choose one with --data DIR".to_owned(),
            )),
        }
    }
}
