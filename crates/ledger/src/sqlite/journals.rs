//! Journals and seeds in the database: the SQL for them, and nothing that decides when it is committed.

use super::summaries;
use super::writer::Failure;
use crate::error::LedgerError;
use crate::id::TournamentId;
use crate::ledger::{Head, Listed};
use crate::line::LineText;
use muster_tournament::ids::Hex32;
use muster_tournament::journal::GENESIS;
use rusqlite::{Connection, OptionalExtension, Row};

/// Where a journal ends.
pub(super) struct End {
    pub(super) number: i64,
    pub(super) position: u64,
    hash: Hex32,
}

/// Makes a tournament with its first lines.
pub(super) fn create(
    connection: &Connection,
    tournament: &TournamentId,
    lines: &[LineText],
) -> Result<End, Failure> {
    let added = connection
        .prepare_cached("INSERT INTO tournaments (id) VALUES (?1) ON CONFLICT DO NOTHING")?
        .execute([tournament.as_str()])?;
    if added == 0 {
        return Err(Failure::Refused(LedgerError::Exists {
            tournament: tournament.clone(),
        }));
    }
    if lines.is_empty() {
        return Err(fork(tournament, 1));
    }
    let begin = End {
        number: connection.last_insert_rowid(),
        position: 0,
        hash: GENESIS,
    };
    insert(connection, tournament, begin, lines)
}

/// Adds lines at the end of a journal, if that is where it is expected.
pub(super) fn append(
    connection: &Connection,
    tournament: &TournamentId,
    end: End,
    expected: u64,
    lines: &[LineText],
) -> Result<End, Failure> {
    if end.position != expected {
        return Err(Failure::Refused(LedgerError::Conflict {
            tournament: tournament.clone(),
            position: end.position,
        }));
    }
    insert(connection, tournament, end, lines)
}

/// Inserts lines that follow one from the other.
fn insert(
    connection: &Connection,
    tournament: &TournamentId,
    mut end: End,
    lines: &[LineText],
) -> Result<End, Failure> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO lines (tournament, position, hash, core, private) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for line in lines {
        let position = end.position.saturating_add(1);
        if line.position != position || line.prev().map_err(Failure::Refused)? != end.hash {
            return Err(fork(tournament, position));
        }
        insert.execute((end.number, position, line.hash.0, &line.core, &line.private))?;
        end.position = position;
        end.hash = line.hash;
    }
    Ok(end)
}

/// Replaces the personal data beside lines and returns where the journal ends.
pub(super) fn redact(
    connection: &Connection,
    tournament: &TournamentId,
    lines: &[LineText],
) -> Result<End, Failure> {
    let end = end(connection, tournament)?;
    for line in lines {
        if replace_private(connection, end.number, line)? == 0 {
            return Err(fork(tournament, line.position));
        }
    }
    Ok(end)
}

/// Replaces the personal data beside those of some lines that a copy has, and deletes newcomers and webhook deliveries of
/// the tournament. Returns whether anything changed.
pub(crate) fn redact_copy(
    connection: &Connection,
    tournament: &TournamentId,
    lines: &[LineText],
) -> Result<bool, LedgerError> {
    let number = match number(connection, tournament) {
        Err(LedgerError::NoTournament { .. }) => return Ok(false),
        number => number?,
    };
    let mut changed = connection.execute(
        "DELETE FROM records WHERE tournament = ?1 AND kind IN ('delivery', 'newcomer')",
        [tournament.as_str()],
    )?;
    for line in lines {
        changed += replace_private(connection, number, line)?;
    }
    // A copy may be older than summaries.
    if connection.table_exists(None, "summaries")? {
        summaries::remove(connection, number)?;
    }
    Ok(changed > 0)
}

fn replace_private(
    connection: &Connection,
    number: i64,
    line: &LineText,
) -> Result<usize, rusqlite::Error> {
    connection
        .prepare_cached(
            "UPDATE lines SET private = ?4 WHERE tournament = ?1 AND position = ?2 AND hash = ?3",
        )?
        .execute((number, line.position, line.hash.0, &line.private))
}

/// Keeps the master seed of a tournament.
pub(super) fn put_seed(
    connection: &Connection,
    tournament: &TournamentId,
    master: Hex32,
) -> Result<(), Failure> {
    let end = end(connection, tournament)?;
    connection
        .prepare_cached(
            "INSERT INTO seeds (tournament, master) VALUES (?1, ?2)
             ON CONFLICT (tournament) DO UPDATE SET master = excluded.master",
        )?
        .execute((end.number, master.0))?;
    Ok(())
}

fn fork(tournament: &TournamentId, position: u64) -> Failure {
    Failure::Refused(LedgerError::Fork {
        tournament: tournament.clone(),
        position,
    })
}

/// Finds where a journal ends.
pub(super) fn end(connection: &Connection, tournament: &TournamentId) -> Result<End, Failure> {
    connection
        .prepare_cached(
            "SELECT number, position, hash FROM tournaments JOIN lines ON tournament = number
             WHERE id = ?1 ORDER BY position DESC LIMIT 1",
        )?
        .query_row([tournament.as_str()], |row| {
            Ok(End {
                number: row.get(0)?,
                position: row.get(1)?,
                hash: Hex32(row.get(2)?),
            })
        })
        .optional()?
        .ok_or_else(|| Failure::Refused(no_tournament(tournament)))
}

fn no_tournament(tournament: &TournamentId) -> LedgerError {
    LedgerError::NoTournament {
        tournament: tournament.clone(),
    }
}

/// Lists all tournaments, oldest first.
pub(crate) fn list(connection: &Connection) -> Result<Vec<Listed>, LedgerError> {
    let mut select = connection.prepare_cached(
        "SELECT id, (SELECT max(position) FROM lines WHERE tournament = number), hash
         FROM tournaments JOIN lines ON tournament = number AND position = 1 ORDER BY number",
    )?;
    let rows = select.query_map([], |row| {
        Ok((row.get::<_, String>(0)?, row.get(1)?, Hex32(row.get(2)?)))
    })?;
    rows.map(|row| {
        let (id, position, origin) = row?;
        Ok(Listed {
            tournament: TournamentId::new(id)?,
            position,
            origin,
        })
    })
    .collect()
}

/// Finds a tournament by the hash of its first line.
pub(super) fn find(connection: &Connection, origin: Hex32) -> Result<Option<Head>, LedgerError> {
    let found = connection
        .prepare_cached(
            "SELECT id, (SELECT max(position) FROM lines WHERE tournament = number)
             FROM lines JOIN tournaments ON number = tournament WHERE hash = ?1 AND position = 1",
        )?
        .query_row([origin.0], |row| {
            Ok((row.get::<_, String>(0)?, row.get(1)?))
        })
        .optional()?;
    let head = |(id, position)| {
        Ok(Head {
            tournament: TournamentId::new(id)?,
            position,
        })
    };
    found.map(head).transpose()
}

/// Reads the lines of a journal after a position.
pub(crate) fn read(
    connection: &Connection,
    tournament: &TournamentId,
    after: u64,
) -> Result<Vec<LineText>, LedgerError> {
    let number = number(connection, tournament)?;
    let mut select = connection.prepare_cached(
        "SELECT position, hash, core, private FROM lines
         WHERE tournament = ?1 AND position > ?2 ORDER BY position",
    )?;
    // Positions are counted by SQLite's integers; there is nothing after a greater one.
    let after = i64::try_from(after).unwrap_or(i64::MAX);
    let lines = select.query_map((number, after), line)?;
    lines.map(|line| Ok(line?)).collect()
}

fn line(row: &Row) -> rusqlite::Result<LineText> {
    Ok(LineText {
        position: row.get(0)?,
        hash: Hex32(row.get(1)?),
        core: row.get(2)?,
        private: row.get(3)?,
    })
}

/// Reads the master seed of a tournament.
pub(super) fn seed(
    connection: &Connection,
    tournament: &TournamentId,
) -> Result<Option<Hex32>, LedgerError> {
    let number = number(connection, tournament)?;
    let master = connection
        .prepare_cached("SELECT master FROM seeds WHERE tournament = ?1")?
        .query_row([number], |row| row.get(0))
        .optional()?;
    Ok(master.map(Hex32))
}

fn number(connection: &Connection, tournament: &TournamentId) -> Result<i64, LedgerError> {
    connection
        .prepare_cached("SELECT number FROM tournaments WHERE id = ?1")?
        .query_row([tournament.as_str()], |row| row.get(0))
        .optional()?
        .ok_or_else(|| no_tournament(tournament))
}
