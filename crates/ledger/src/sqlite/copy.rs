//! A SQLite file as the source or the target of a copy.

use super::{connection, journals, migrations};
use crate::copy::{Content, RECORDS, Source, StoredRecord, Target};
use crate::error::LedgerError;
use crate::folder::Hold;
use crate::id::TournamentId;
use rusqlite::{Connection, Row};
use std::path::Path;

/// One transaction on a file.
pub(crate) struct SqliteCopy {
    connection: Connection,
    /// Keeps others from using the folder meanwhile.
    _hold: Option<Hold>,
}

impl SqliteCopy {
    /// Reads a file.
    pub(crate) fn read(path: &Path, hold: Option<Hold>) -> Result<SqliteCopy, LedgerError> {
        let connection = connection::reader(path)?;
        connection.execute_batch("BEGIN")?;
        Ok(SqliteCopy {
            connection,
            _hold: hold,
        })
    }

    /// Fills a file whose tables are there.
    pub(crate) fn fill(path: &Path, hold: Option<Hold>) -> Result<SqliteCopy, LedgerError> {
        let connection = connection::writer(path)?;
        connection.execute_batch("BEGIN IMMEDIATE")?;
        Ok(SqliteCopy {
            connection,
            _hold: hold,
        })
    }

    /// Fills a new file.
    pub(crate) fn fill_new(path: &Path) -> Result<SqliteCopy, LedgerError> {
        migrations::set_up(path)?;
        SqliteCopy::fill(path, None)
    }
}

impl Source for SqliteCopy {
    fn tournaments(&mut self) -> Result<Vec<TournamentId>, LedgerError> {
        let listed = journals::list(&self.connection)?.into_iter();
        Ok(listed.map(|listed| listed.tournament).collect())
    }

    fn content(&mut self, tournament: &TournamentId) -> Result<Content, LedgerError> {
        Ok(Content {
            lines: journals::read(&self.connection, tournament, 0)?,
            seed: journals::seed(&self.connection, tournament)?,
        })
    }

    fn records(&mut self, after: Option<&StoredRecord>) -> Result<Vec<StoredRecord>, LedgerError> {
        let mut select = self.connection.prepare_cached(
            "SELECT kind, key, tournament, value, expires, version FROM records
             WHERE (kind, key) > (?1, ?2) ORDER BY kind, key LIMIT ?3",
        )?;
        let (kind, key) = after.map_or(("", ""), |last| (&last.kind, &last.key));
        let rows = select.query_map((kind, key, RECORDS), record)?;
        rows.map(|row| Ok(row?)).collect()
    }
}

fn record(row: &Row) -> rusqlite::Result<StoredRecord> {
    Ok(StoredRecord {
        kind: row.get(0)?,
        key: row.get(1)?,
        tournament: row.get(2)?,
        value: row.get(3)?,
        expires: row.get(4)?,
        version: row.get(5)?,
    })
}

impl Target for SqliteCopy {
    fn add(&mut self, tournament: &TournamentId, content: &Content) -> Result<(), LedgerError> {
        let end = journals::create(&self.connection, tournament, &content.lines)?;
        super::summaries::mark(&self.connection, end.number)?;
        if let Some(seed) = content.seed {
            journals::put_seed(&self.connection, tournament, seed)?;
        }
        Ok(())
    }

    fn add_records(&mut self, records: &[StoredRecord]) -> Result<(), LedgerError> {
        let mut insert = self.connection.prepare_cached(
            "INSERT INTO records (kind, key, tournament, value, expires, version) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?;
        for record in records {
            insert.execute((
                &record.kind,
                &record.key,
                &record.tournament,
                &record.value,
                record.expires,
                record.version,
            ))?;
        }
        Ok(())
    }

    fn commit(&mut self) -> Result<(), LedgerError> {
        Ok(self.connection.execute_batch("COMMIT")?)
    }
}
