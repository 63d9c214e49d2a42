//! Versions of the database, as in [`crate::sqlite`]: numbered SQL, noted with its checksum. A lock makes sure that of
//! several servers that start at once one brings the database up to date and the others wait.

use super::address::Address;
use super::connection::Connections;
use crate::error::LedgerError;
use crate::migration::{Migration, newest};
use std::path::PathBuf;
use tokio_postgres::GenericClient;

/// The advisory lock of whoever changes the schema.
const LOCK: i64 = 0x4D53_5452_0001;

/// All steps, oldest first.
pub(super) const ALL: &[Migration] = &[Migration {
    version: 1,
    name: "ledger",
    sql: include_str!("migrations/0001-ledger.sql"),
}];

/// Makes the tables, or brings those of an older version up to date, all or nothing.
pub(super) async fn bring_up_to_date(
    connections: &Connections,
    address: &Address,
    steps: &[Migration],
) -> Result<(), LedgerError> {
    let mut client = connections.get().await?;
    if version(&**client, address, steps).await? == newest(steps) {
        return Ok(());
    }
    let change = client.transaction().await?;
    // Long enough for another server that does the same; live servers are held up no longer than a statement may take.
    change
        .batch_execute("SET LOCAL lock_timeout = '30s'; SET LOCAL statement_timeout = '5min'")
        .await?;
    change
        .execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK])
        .await?;
    let found = version(&*change, address, steps).await?;
    change
        .batch_execute(
            "CREATE TABLE IF NOT EXISTS muster_migrations (
                version  integer PRIMARY KEY,
                name     text NOT NULL,
                checksum text NOT NULL,
                applied  timestamptz NOT NULL DEFAULT now()
            )",
        )
        .await?;
    for step in steps.iter().filter(|step| step.version > found) {
        change.batch_execute(step.sql).await?;
        change
            .execute(
                "INSERT INTO muster_migrations (version, name, checksum) VALUES ($1, $2, $3)",
                &[
                    &i64::from(step.version).try_into().unwrap_or(i32::MAX),
                    &step.name,
                    &step.checksum(),
                ],
            )
            .await?;
    }
    change.commit().await?;
    Ok(())
}

/// Returns the version of a database, 0 if nothing was set up; one of a newer program or a different build is an error.
async fn version(
    client: &impl GenericClient,
    address: &Address,
    steps: &[Migration],
) -> Result<u32, LedgerError> {
    // Asked of the catalogue itself: a name that was looked up before may be remembered as missing.
    let set_up = client
        .query_one(
            "SELECT EXISTS (SELECT 1 FROM pg_tables WHERE tablename = 'muster_migrations'
             AND schemaname = ANY (current_schemas(false)))",
            &[],
        )
        .await?;
    if !set_up.get::<_, bool>(0) {
        return Ok(0);
    }
    let applied = client
        .query(
            "SELECT version, checksum FROM muster_migrations ORDER BY version",
            &[],
        )
        .await?;
    let path = || PathBuf::from(address.to_string());
    let mut found = 0;
    for row in applied {
        let version = u32::try_from(row.get::<_, i32>(0)).unwrap_or(0);
        let Some(step) = steps.iter().find(|step| step.version == version) else {
            return Err(LedgerError::Newer {
                path: path(),
                found: version,
                known: newest(steps),
            });
        };
        if row.get::<_, String>(1) != step.checksum() {
            return Err(LedgerError::OtherBuild {
                path: path(),
                version,
            });
        }
        found = version;
    }
    Ok(found)
}
