//! Summaries in the database: the SQL for them, and nothing that decides when it is committed.

use super::journals;
use super::writer::Failure;
use crate::error::LedgerError;
use crate::id::TournamentId;
use crate::sql::{self, Sought, Value};
use crate::summary::{Summary, SummaryQuery, words};
use rusqlite::types::ToSqlOutput;
use rusqlite::{Connection, OptionalExtension, Row, ToSql, params_from_iter};
use std::collections::BTreeSet;

/// Writes a summary, unless a later one is there.
pub(super) fn put(connection: &Connection, summary: &Summary) -> Result<(), Failure> {
    let end = journals::end(connection, &summary.tournament)?;
    if summary.position > end.position {
        return Err(Failure::Refused(LedgerError::Conflict {
            tournament: summary.tournament.clone(),
            position: end.position,
        }));
    }
    let before: Option<String> = connection
        .prepare_cached("SELECT text FROM summaries WHERE tournament = ?1")?
        .query_row([end.number], |row| row.get(0))
        .optional()?;
    let written = connection
        .prepare_cached(
            "INSERT INTO summaries (tournament, position, phase, regulation, date, text, body)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
             ON CONFLICT (tournament) DO UPDATE SET position = excluded.position, phase = excluded.phase,
             regulation = excluded.regulation, date = excluded.date, text = excluded.text, body = excluded.body
             WHERE excluded.position >= position",
        )?
        .execute((
            end.number,
            summary.position,
            summary.phase,
            &summary.regulation,
            summary.date.to_string(),
            &summary.text,
            &summary.body,
        ))?;
    if written == 0 {
        return Ok(());
    }
    let before = before.unwrap_or_default();
    replace_words(
        connection,
        end.number,
        &words(&before),
        &words(&summary.text),
    )?;
    if summary.position == end.position {
        connection
            .prepare_cached("DELETE FROM unsummarized WHERE tournament = ?1")?
            .execute([end.number])?;
        Ok(())
    } else {
        Ok(mark(connection, end.number)?)
    }
}

fn replace_words(
    connection: &Connection,
    number: i64,
    before: &BTreeSet<&str>,
    after: &BTreeSet<&str>,
) -> rusqlite::Result<()> {
    let mut remove = connection
        .prepare_cached("DELETE FROM summary_words WHERE word = ?1 AND tournament = ?2")?;
    for word in before.difference(after) {
        remove.execute((word, number))?;
    }
    let mut add = connection
        .prepare_cached("INSERT INTO summary_words (word, tournament) VALUES (?1, ?2)")?;
    for word in after.difference(before) {
        add.execute((word, number))?;
    }
    Ok(())
}

/// Records that a journal grew without a new summary.
pub(super) fn mark(connection: &Connection, number: i64) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT INTO unsummarized (tournament) VALUES (?1) ON CONFLICT DO NOTHING")?
        .execute([number])?;
    Ok(())
}

/// Deletes a summary whose text may contain the name of somebody who was erased; it will be written again.
pub(super) fn remove(connection: &Connection, number: i64) -> rusqlite::Result<()> {
    mark(connection, number)?;
    connection
        .prepare_cached("DELETE FROM summary_words WHERE tournament = ?1")?
        .execute([number])?;
    connection
        .prepare_cached("DELETE FROM summaries WHERE tournament = ?1")?
        .execute([number])?;
    Ok(())
}

/// Lists tournaments whose journal grew since their summary was written, oldest first.
pub(super) fn unsummarized(
    connection: &Connection,
    limit: u32,
) -> Result<Vec<TournamentId>, LedgerError> {
    let mut select = connection.prepare_cached(
        "SELECT id FROM unsummarized JOIN tournaments ON number = tournament ORDER BY number LIMIT ?1",
    )?;
    let rows = select.query_map([limit], |row| row.get::<_, String>(0))?;
    rows.map(|id| TournamentId::new(id?)).collect()
}

/// Reads the summaries that a query asks for.
pub(super) fn query(
    connection: &Connection,
    query: &SummaryQuery,
) -> Result<Vec<Summary>, LedgerError> {
    let mut sought = Sought::of(query);
    let mut count = connection.prepare_cached(sql::COUNT_WORD)?;
    for word in &mut sought {
        word.count = count.query_row((&word.begin, &word.end), |row| row.get(0))?;
    }
    let (statement, values) = sql::summaries(query, sought);
    let mut select = connection.prepare_cached(&statement)?;
    let mut rows = select.query(params_from_iter(values))?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(summary(row)?);
    }
    Ok(found)
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Value::Text(text) => text.to_sql(),
            Value::Number(number) => number.to_sql(),
        }
    }
}

fn summary(row: &Row) -> Result<Summary, LedgerError> {
    Ok(Summary {
        tournament: TournamentId::new(row.get::<_, String>(0)?)?,
        position: row.get(1)?,
        phase: row.get(2)?,
        regulation: row.get(3)?,
        date: sql::date(&row.get::<_, String>(4)?)?,
        text: row.get(5)?,
        body: row.get(6)?,
    })
}
