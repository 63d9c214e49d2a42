//! Questions to the database: the SQL for them and how rows become values.

use super::connection::Connections;
use crate::error::LedgerError;
use crate::id::TournamentId;
use crate::ledger::{Head, Listed};
use crate::line::LineText;
use crate::record::{Kind, Record};
use crate::sql::{self, Sought, Value};
use crate::summary::{Summary, SummaryQuery};
use jiff::Timestamp;
use muster_tournament::ids::Hex32;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

pub(super) async fn tournaments(connections: &Connections) -> Result<Vec<Listed>, LedgerError> {
    let rows = connections.query(
        "SELECT id, position, origin FROM tournaments ORDER BY number",
        &[],
    );
    let listed = |row: Row| {
        Ok(Listed {
            tournament: TournamentId::new(row.get::<_, String>(0))?,
            position: count(&row, 1),
            origin: hash(&row, 2)?,
        })
    };
    rows.await?.into_iter().map(listed).collect()
}

pub(super) async fn find(
    connections: &Connections,
    origin: Hex32,
) -> Result<Option<Head>, LedgerError> {
    let origin: &[u8] = &origin.0;
    let sql = "SELECT id, position FROM tournaments WHERE origin = $1 ORDER BY number LIMIT 1";
    let found = connections.query(sql, &[&origin]).await?;
    let head = |row: Row| {
        Ok(Head {
            tournament: TournamentId::new(row.get::<_, String>(0))?,
            position: count(&row, 1),
        })
    };
    found.into_iter().next().map(head).transpose()
}

pub(super) async fn read(
    connections: &Connections,
    tournament: &TournamentId,
    after: u64,
) -> Result<Vec<LineText>, LedgerError> {
    // Positions are counted by the database's integers; there is nothing after a greater one.
    let after = i64::try_from(after).unwrap_or(i64::MAX);
    let sql = "SELECT l.position, l.hash, l.core, l.private FROM tournaments t JOIN lines l ON l.tournament = t.number
               WHERE t.id = $1 AND l.position > $2 ORDER BY l.position";
    let rows = connections
        .query(sql, &[&tournament.as_str(), &after])
        .await?;
    if rows.is_empty() {
        number(connections, tournament).await?;
    }
    rows.into_iter().map(|row| line(&row)).collect()
}

/// Reads a line from its position, hash, chained part and personal data.
pub(super) fn line(row: &Row) -> Result<LineText, LedgerError> {
    Ok(LineText {
        position: count(row, 0),
        hash: hash(row, 1)?,
        core: row.get(2),
        private: row.get(3),
    })
}

async fn number(connections: &Connections, tournament: &TournamentId) -> Result<i64, LedgerError> {
    let sql = "SELECT number FROM tournaments WHERE id = $1";
    let found = connections.query(sql, &[&tournament.as_str()]).await?;
    let number = found.first().map(|row| row.get(0));
    number.ok_or_else(|| LedgerError::NoTournament {
        tournament: tournament.clone(),
    })
}

pub(super) async fn seed(
    connections: &Connections,
    tournament: &TournamentId,
) -> Result<Option<Hex32>, LedgerError> {
    let number = number(connections, tournament).await?;
    let sql = "SELECT master FROM seeds WHERE tournament = $1";
    let found = connections.query(sql, &[&number]).await?;
    found.first().map(|row| hash(row, 0)).transpose()
}

/// What a record is read from; the tournament before the value, so that it is the same for one and for many.
pub(super) const RECORD: &str = "key, tournament, value::text, expires, version";

pub(super) async fn record(
    connections: &Connections,
    kind: Kind,
    key: &str,
) -> Result<Option<Record>, LedgerError> {
    let sql = format!("SELECT {RECORD} FROM records WHERE kind = $1 AND key = $2");
    let found = connections.query(&sql, &[&kind.name(), &key]).await?;
    found.first().map(|row| a_record(kind, row)).transpose()
}

pub(super) async fn records(
    connections: &Connections,
    kind: Kind,
    tournament: Option<&TournamentId>,
) -> Result<Vec<Record>, LedgerError> {
    let rows = match tournament {
        Some(tournament) => {
            let sql = format!(
                "SELECT {RECORD} FROM records WHERE kind = $1 AND tournament = $2 ORDER BY key"
            );
            connections
                .query(&sql, &[&kind.name(), &tournament.as_str()])
                .await?
        }
        None => {
            let sql = format!(
                "SELECT {RECORD} FROM records WHERE kind = $1 AND tournament IS NULL ORDER BY key"
            );
            connections.query(&sql, &[&kind.name()]).await?
        }
    };
    rows.iter().map(|row| a_record(kind, row)).collect()
}

pub(super) async fn all_records(
    connections: &Connections,
    kind: Kind,
) -> Result<Vec<Record>, LedgerError> {
    let sql = format!("SELECT {RECORD} FROM records WHERE kind = $1 ORDER BY key");
    let rows = connections.query(&sql, &[&kind.name()]).await?;
    rows.iter().map(|row| a_record(kind, row)).collect()
}

/// Reads a record from the columns of [`RECORD`].
pub(super) fn a_record(kind: Kind, row: &Row) -> Result<Record, LedgerError> {
    let expires = row
        .get::<_, Option<i64>>(3)
        .map(Timestamp::from_millisecond);
    let tournament = row.get::<_, Option<String>>(1).map(TournamentId::new);
    Ok(Record {
        kind,
        key: row.get(0),
        tournament: tournament.transpose()?,
        value: row.get(2),
        expires: expires
            .transpose()
            .map_err(|error| LedgerError::UnreadableRecord {
                kind,
                problem: error.to_string(),
            })?,
        version: count(row, 4),
    })
}

pub(super) async fn summaries(
    connections: &Connections,
    query: &SummaryQuery,
) -> Result<Vec<Summary>, LedgerError> {
    let mut sought = Sought::of(query);
    for word in &mut sought {
        let counted = connections
            .query(sql::COUNT_WORD, &[&word.begin, &word.end])
            .await?;
        let number = counted.first().map_or(0, |row| row.get::<_, i64>(0));
        word.count = usize::try_from(number).unwrap_or(usize::MAX);
    }
    let (statement, values) = sql::summaries(query, sought);
    let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(value).collect();
    let rows = connections.query(&statement, &values).await?;
    rows.iter().map(summary).collect()
}

fn value(value: &Value) -> &(dyn ToSql + Sync) {
    match value {
        Value::Text(text) => text,
        Value::Number(number) => number,
    }
}

fn summary(row: &Row) -> Result<Summary, LedgerError> {
    Ok(Summary {
        tournament: TournamentId::new(row.get::<_, String>(0))?,
        position: count(row, 1),
        phase: u8::try_from(row.get::<_, i64>(2)).unwrap_or(u8::MAX),
        regulation: row.get(3),
        date: sql::date(row.get(4))?,
        text: row.get(5),
        body: row.get(6),
    })
}

pub(super) async fn unsummarized(
    connections: &Connections,
    limit: u32,
) -> Result<Vec<TournamentId>, LedgerError> {
    let sql = "SELECT id FROM unsummarized JOIN tournaments ON number = tournament ORDER BY number LIMIT $1";
    let rows = connections.query(sql, &[&i64::from(limit)]).await?;
    rows.into_iter()
        .map(|row| TournamentId::new(row.get::<_, String>(0)))
        .collect()
}

/// Reads a number that is never negative.
pub(super) fn count(row: &Row, column: usize) -> u64 {
    u64::try_from(row.get::<_, i64>(column)).unwrap_or(0)
}

/// Reads 32 bytes.
pub(super) fn hash(row: &Row, column: usize) -> Result<Hex32, LedgerError> {
    let bytes: &[u8] = row.get(column);
    let bytes = bytes.try_into().map_err(|_| LedgerError::Damaged {
        problem: "a hash has the wrong length".to_owned(),
    })?;
    Ok(Hex32(bytes))
}
