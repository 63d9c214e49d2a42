//! A database as the source or the target of a copy.

use super::address::Address;
use super::connection::Connections;
use super::follow::SERVING;
use super::{migrations, reads};
use crate::copy::{Content, RECORDS, Source, StoredRecord, Target};
use crate::error::LedgerError;
use crate::id::TournamentId;
use std::path::PathBuf;
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Row};

/// One transaction on a database. Blocks: not for asynchronous tasks.
pub(crate) struct PostgresCopy {
    client: Client,
    runtime: Runtime,
}

/// Whether others may work on the database meanwhile.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Others {
    /// They may: the copy is of one moment.
    MayWork,
    Wait,
}

impl PostgresCopy {
    /// Begins a transaction that sees one moment.
    pub(crate) fn open(address: &Address, others: Others) -> Result<PostgresCopy, LedgerError> {
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| LedgerError::Database(error.to_string()))?;
        let client = runtime.block_on(async {
            let connections = Connections::new(address)?;
            migrations::bring_up_to_date(&connections, address, migrations::ALL).await?;
            let (client, connection) = connections.own().await?;
            // Whoever asks next hears that the connection is closed.
            tokio::spawn(async { drop(connection.await) });
            if others == Others::Wait {
                let lock = client
                    .query_one("SELECT pg_try_advisory_lock($1)", &[&SERVING])
                    .await?;
                if !lock.get::<_, bool>(0) {
                    return Err(LedgerError::InUse {
                        path: PathBuf::from(address.to_string()),
                    });
                }
            }
            client
                .batch_execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
                .await?;
            Ok(client)
        })?;
        Ok(PostgresCopy { client, runtime })
    }

    fn query(&self, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, LedgerError> {
        Ok(self.runtime.block_on(self.client.query(sql, values))?)
    }
}

impl Source for PostgresCopy {
    fn tournaments(&mut self) -> Result<Vec<TournamentId>, LedgerError> {
        let rows = self.query("SELECT id FROM tournaments ORDER BY number", &[])?;
        let ids = rows
            .iter()
            .map(|row| TournamentId::new(row.get::<_, String>(0)));
        ids.collect()
    }

    fn content(&mut self, tournament: &TournamentId) -> Result<Content, LedgerError> {
        let lines = self.query(
            "SELECT l.position, l.hash, l.core, l.private FROM tournaments t JOIN lines l ON l.tournament = t.number
             WHERE t.id = $1 ORDER BY l.position",
            &[&tournament.as_str()],
        )?;
        let seed = self.query(
            "SELECT s.master FROM tournaments t JOIN seeds s ON s.tournament = t.number WHERE t.id = $1",
            &[&tournament.as_str()],
        )?;
        Ok(Content {
            lines: lines.iter().map(reads::line).collect::<Result<_, _>>()?,
            seed: seed.first().map(|row| reads::hash(row, 0)).transpose()?,
        })
    }

    fn records(&mut self, after: Option<&StoredRecord>) -> Result<Vec<StoredRecord>, LedgerError> {
        let (kind, key) = after.map_or(("", ""), |last| (&last.kind, &last.key));
        let rows = self.query(
            "SELECT kind, key, tournament, value::text, expires, version FROM records
             WHERE (kind, key) > ($1, $2) ORDER BY kind, key LIMIT $3",
            &[&kind, &key, &i64::from(RECORDS)],
        )?;
        let record = |row: &Row| StoredRecord {
            kind: row.get(0),
            key: row.get(1),
            tournament: row.get(2),
            value: row.get(3),
            expires: row.get(4),
            version: row.get(5),
        };
        Ok(rows.iter().map(record).collect())
    }
}

impl Target for PostgresCopy {
    fn add(&mut self, tournament: &TournamentId, content: &Content) -> Result<(), LedgerError> {
        let (Some(first), Some(last)) = (content.lines.first(), content.lines.last()) else {
            return Ok(());
        };
        let position = i64::try_from(last.position).unwrap_or(i64::MAX);
        let (origin, hash): (&[u8], &[u8]) = (&first.hash.0, &last.hash.0);
        let made = self.query(
            "INSERT INTO tournaments (id, origin, position, hash) VALUES ($1, $2, $3, $4) RETURNING number",
            &[&tournament.as_str(), &origin, &position, &hash],
        )?;
        let number: i64 = made.first().map(|row| row.get(0)).unwrap_or_default();
        let positions = content.lines.iter();
        let positions = positions.map(|line| i64::try_from(line.position).unwrap_or(i64::MAX));
        let positions: Vec<i64> = positions.collect();
        let hashes: Vec<&[u8]> = content.lines.iter().map(|line| &line.hash.0[..]).collect();
        let cores: Vec<&str> = content
            .lines
            .iter()
            .map(|line| line.core.as_str())
            .collect();
        let privates = content.lines.iter().map(|line| line.private.as_deref());
        let privates: Vec<Option<&str>> = privates.collect();
        self.query(
            "INSERT INTO lines (tournament, position, hash, core, private)
             SELECT $1, * FROM unnest($2::bigint[], $3::bytea[], $4::text[], $5::text[])",
            &[&number, &positions, &hashes, &cores, &privates],
        )?;
        self.query(
            "INSERT INTO unsummarized (tournament) VALUES ($1)",
            &[&number],
        )?;
        if let Some(seed) = &content.seed {
            let seed: &[u8] = &seed.0;
            let sql = "INSERT INTO seeds (tournament, master) VALUES ($1, $2)";
            self.query(sql, &[&number, &seed])?;
        }
        Ok(())
    }

    fn add_records(&mut self, records: &[StoredRecord]) -> Result<(), LedgerError> {
        let kinds: Vec<&str> = records.iter().map(|record| record.kind.as_str()).collect();
        let keys: Vec<&str> = records.iter().map(|record| record.key.as_str()).collect();
        let tournaments: Vec<_> = records
            .iter()
            .map(|record| record.tournament.as_deref())
            .collect();
        let values: Vec<&str> = records.iter().map(|record| record.value.as_str()).collect();
        let expires: Vec<_> = records.iter().map(|record| record.expires).collect();
        let versions: Vec<i64> = records.iter().map(|record| record.version).collect();
        self.query(
            "INSERT INTO records (kind, key, tournament, value, expires, version)
             SELECT w.kind, w.key, w.tournament, w.value::json, w.expires, w.version
             FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[])
             AS w (kind, key, tournament, value, expires, version)",
            &[&kinds, &keys, &tournaments, &values, &expires, &versions],
        )?;
        Ok(())
    }

    fn commit(&mut self) -> Result<(), LedgerError> {
        Ok(self.runtime.block_on(self.client.batch_execute("COMMIT"))?)
    }
}
