//! Records in the database: the SQL for them, and nothing that decides when it is committed.

use super::writer::Failure;
use crate::error::LedgerError;
use crate::id::TournamentId;
use crate::record::{Expect, Kind, Record};
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, ffi};

/// Writes a record if the expectation about the present one is met.
pub(super) fn put(connection: &Connection, record: &Record, expect: Expect) -> Result<(), Failure> {
    let tournament = record.tournament.as_ref().map(TournamentId::as_str);
    let expires = record.expires.map(Timestamp::as_millisecond);
    let written = match expect {
        Expect::Anything => connection
            .prepare_cached(
                "INSERT INTO records (kind, key, tournament, value, expires, version)
                 VALUES (?1, ?2, ?3, ?4, ?5, 1)
                 ON CONFLICT (kind, key) DO UPDATE SET tournament = excluded.tournament,
                 value = excluded.value, expires = excluded.expires, version = version + 1",
            )?
            .execute((record.kind.name(), &record.key, tournament, &record.value, expires)),
        Expect::Nothing => connection
            .prepare_cached(
                "INSERT INTO records (kind, key, tournament, value, expires, version)
                 VALUES (?1, ?2, ?3, ?4, ?5, 1) ON CONFLICT (kind, key) DO NOTHING",
            )?
            .execute((record.kind.name(), &record.key, tournament, &record.value, expires)),
        Expect::Version(version) => connection
            .prepare_cached(
                "UPDATE records SET tournament = ?3, value = ?4, expires = ?5, version = version + 1
                 WHERE kind = ?1 AND key = ?2 AND version = ?6",
            )?
            .execute((
                record.kind.name(),
                &record.key,
                tournament,
                &record.value,
                expires,
                i64::try_from(version).unwrap_or(0),
            )),
    };
    match (written, &record.tournament) {
        (Ok(0), _) => Err(Failure::Refused(LedgerError::Changed { kind: record.kind })),
        (Ok(_), _) => Ok(()),
        (Err(rusqlite::Error::SqliteFailure(error, _)), Some(tournament))
            if error.extended_code == ffi::SQLITE_CONSTRAINT_FOREIGNKEY =>
        {
            Err(Failure::Refused(LedgerError::NoTournament {
                tournament: tournament.clone(),
            }))
        }
        (Err(error), _) => Err(error.into()),
    }
}

/// Deletes a record, if there is one.
pub(super) fn delete(connection: &Connection, kind: Kind, key: &str) -> Result<(), Failure> {
    connection
        .prepare_cached("DELETE FROM records WHERE kind = ?1 AND key = ?2")?
        .execute((kind.name(), key))?;
    Ok(())
}

/// Deletes all records that expired before an instant.
pub(super) fn purge(connection: &Connection, ended: Timestamp) -> Result<(), Failure> {
    connection
        .prepare_cached("DELETE FROM records WHERE expires IS NOT NULL AND expires < ?1")?
        .execute([ended.as_millisecond()])?;
    Ok(())
}

/// Reads the record under a key.
pub(super) fn get(
    connection: &Connection,
    kind: Kind,
    key: &str,
) -> Result<Option<Record>, LedgerError> {
    let mut select = connection.prepare_cached(
        "SELECT key, tournament, value, expires, version FROM records WHERE kind = ?1 AND key = ?2",
    )?;
    select
        .query_row((kind.name(), key), parts)
        .optional()?
        .map(|parts| parts.record(kind))
        .transpose()
}

/// Reads all records of a kind that belong to a tournament, or to none.
pub(super) fn list(
    connection: &Connection,
    kind: Kind,
    tournament: Option<&TournamentId>,
) -> Result<Vec<Record>, LedgerError> {
    let mut select = connection.prepare_cached(
        "SELECT key, tournament, value, expires, version FROM records
         WHERE kind = ?1 AND tournament IS ?2 ORDER BY key",
    )?;
    let rows = select.query_map((kind.name(), tournament.map(TournamentId::as_str)), parts)?;
    rows.map(|parts| parts?.record(kind)).collect()
}

/// Reads all records of a kind.
pub(super) fn all(connection: &Connection, kind: Kind) -> Result<Vec<Record>, LedgerError> {
    let mut select = connection.prepare_cached(
        "SELECT key, tournament, value, expires, version FROM records WHERE kind = ?1 ORDER BY key",
    )?;
    let rows = select.query_map([kind.name()], parts)?;
    rows.map(|parts| parts?.record(kind)).collect()
}

/// A row before its text is parsed.
struct Parts {
    key: String,
    tournament: Option<String>,
    value: String,
    expires: Option<i64>,
    version: u64,
}

fn parts(row: &Row) -> rusqlite::Result<Parts> {
    Ok(Parts {
        key: row.get(0)?,
        tournament: row.get(1)?,
        value: row.get(2)?,
        expires: row.get(3)?,
        version: row.get(4)?,
    })
}

impl Parts {
    fn record(self, kind: Kind) -> Result<Record, LedgerError> {
        let expires = self.expires.map(Timestamp::from_millisecond).transpose();
        Ok(Record {
            kind,
            key: self.key,
            tournament: self.tournament.map(TournamentId::new).transpose()?,
            value: self.value,
            expires: expires.map_err(|error| LedgerError::UnreadableRecord {
                kind,
                problem: error.to_string(),
            })?,
            version: self.version,
        })
    }
}
