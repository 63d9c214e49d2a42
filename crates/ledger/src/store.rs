//! The two kinds of store, a folder of this machine or a PostgreSQL database, and what the command line does with either.

use crate::copy::{Copied, Source, Target, copy};
use crate::error::LedgerError;
use crate::folder::DataFolder;
use crate::ledger::Ledger;
use crate::postgres::copy::{Others, PostgresCopy};
use crate::postgres::{Address, PostgresLedger};
use crate::sqlite::copy::SqliteCopy;
use crate::sqlite::{SqliteLedger, backup, check, connection};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where data is kept.
#[derive(Clone, Debug)]
pub enum Store {
    /// In the SQLite file of a folder.
    Folder(DataFolder),
    /// In a database that several servers may share.
    Postgres(Address),
}

impl Store {
    /// Reads an address of a database or the name of a folder.
    pub fn parse(text: &str) -> Result<Store, LedgerError> {
        // A mistyped address is not a folder: its name would show the password.
        let mistyped = text.contains("://") || text.starts_with("postgres");
        Ok(
            match Address::is_one(text) || (mistyped && text.contains([':', '@'])) {
                true => Store::Postgres(Address::parse(text)?),
                false => Store::Folder(DataFolder::new(text)),
            },
        )
    }

    /// Opens the store; creates it or brings it up to date if necessary.
    pub fn open(&self) -> Result<Arc<dyn Ledger>, LedgerError> {
        Ok(match self {
            Store::Folder(folder) => Arc::new(SqliteLedger::open(folder)?),
            Store::Postgres(address) => Arc::new(PostgresLedger::open(address)?),
        })
    }

    /// Copies all data into a new file, while it may be in use. Blocks: not for asynchronous tasks.
    pub fn backup(&self, file: &Path) -> Result<(), LedgerError> {
        match self {
            Store::Folder(folder) => backup::backup(folder, file),
            Store::Postgres(address) => backup::write_new(file, |part| {
                let mut source = PostgresCopy::open(address, Others::MayWork)?;
                let mut target = SqliteCopy::fill_new(part)?;
                copy(&mut source, &mut target, &file.display().to_string())?;
                drop(target);
                backup::close(part)
            }),
        }
    }

    /// Replaces the data by a copy. The old data of a folder is moved to its other copies; returns where it is then. A
    /// database must be empty. Refuses while anybody uses the data. Blocks: not for asynchronous tasks.
    pub fn restore(&self, file: &Path) -> Result<Option<PathBuf>, LedgerError> {
        match self {
            Store::Folder(folder) => backup::restore(file, folder),
            Store::Postgres(_) => {
                let findings = check::check(file)?;
                if let Some(problem) = findings.problems.into_iter().next() {
                    return Err(LedgerError::Damaged { problem });
                }
                let mut source = SqliteCopy::read(file, None)?;
                copy(&mut source, &mut *self.target()?, &self.to_string())?;
                Ok(None)
            }
        }
    }

    /// Copies all data into another store, which must be empty, and compares both line by line. Refuses while anybody uses
    /// either. Blocks: not for asynchronous tasks.
    pub fn copy_to(&self, other: &Store) -> Result<Copied, LedgerError> {
        let mut source = self.source()?;
        copy(&mut *source, &mut *other.target()?, &other.to_string())
    }

    fn source(&self) -> Result<Box<dyn Source>, LedgerError> {
        Ok(match self {
            Store::Folder(folder) => {
                let file = folder.database();
                if connection::look(&file)? == connection::Found::Nothing {
                    return Err(LedgerError::Missing { path: file });
                }
                // Opening finishes what was interrupted before.
                drop(SqliteLedger::open(folder)?);
                Box::new(SqliteCopy::read(&file, Some(folder.claim()?))?)
            }
            Store::Postgres(address) => Box::new(PostgresCopy::open(address, Others::Wait)?),
        })
    }

    fn target(&self) -> Result<Box<dyn Target>, LedgerError> {
        Ok(match self {
            Store::Folder(folder) => {
                drop(SqliteLedger::open(folder)?);
                let hold = folder.claim()?;
                Box::new(SqliteCopy::fill(&folder.database(), Some(hold))?)
            }
            Store::Postgres(address) => Box::new(PostgresCopy::open(address, Others::Wait)?),
        })
    }
}

impl fmt::Display for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Store::Folder(folder) => write!(f, "{}", folder.path().display()),
            Store::Postgres(address) => address.fmt(f),
        }
    }
}
