//! Connections to the database: the pool, one connection that follows, and what the database's errors mean to people.

use super::address::Address;
use crate::error::LedgerError;
use deadpool_postgres::{
    Hook, HookError, Manager, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Runtime,
};
use std::time::Duration;
use tokio_postgres::error::SqlState;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Connection, Row, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

/// How long to wait for a free connection.
const WAITING: Duration = Duration::from_secs(10);

/// How often a question is asked again over a new connection.
const QUESTIONS: usize = 2;

/// What a connection that follows is read through.
type Stream = <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream;

/// Connections that are shared.
#[derive(Clone)]
pub(super) struct Connections {
    address: Address,
    tls: MakeRustlsConnect,
    pool: Pool,
}

impl Connections {
    /// Makes the pool; nothing is connected yet.
    pub(super) fn new(address: &Address) -> Result<Connections, LedgerError> {
        let tls = address.tls()?;
        let config = ManagerConfig {
            recycling_method: RecyclingMethod::Fast,
        };
        let manager = Manager::from_config((*address.config).clone(), tls.clone(), config);
        let settings = settings(address);
        let prepare = Hook::async_fn(move |client: &mut deadpool_postgres::ClientWrapper, _| {
            let settings = settings.clone();
            Box::pin(async move {
                client
                    .batch_execute(&settings)
                    .await
                    .map_err(HookError::Backend)
            })
        });
        let pool = Pool::builder(manager)
            .max_size(address.pool_size)
            .wait_timeout(Some(WAITING))
            .create_timeout(Some(WAITING))
            .recycle_timeout(Some(WAITING))
            .runtime(Runtime::Tokio1)
            .post_create(prepare)
            .build()
            .map_err(|error| LedgerError::Database(error.to_string()))?;
        Ok(Connections {
            address: address.clone(),
            tls,
            pool,
        })
    }

    /// Takes a connection out of the pool.
    pub(super) async fn get(&self) -> Result<Object, LedgerError> {
        self.pool.get().await.map_err(|error| match error {
            PoolError::Backend(error) => self.unreachable(&error),
            PoolError::PostCreateHook(HookError::Backend(error)) => self.unreachable(&error),
            other => LedgerError::Unavailable {
                problem: other.to_string(),
            },
        })
    }

    /// Asks a question. A connection that turns out to be broken is replaced once: asking twice does no harm.
    pub(super) async fn query(
        &self,
        sql: &str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, LedgerError> {
        let mut tries = 0;
        loop {
            tries += 1;
            let client = self.get().await?;
            let answer = async {
                let statement = client.prepare_cached(sql).await?;
                client.query(&statement, values).await
            };
            match answer.await {
                Err(error) if tries < QUESTIONS && failed(&error) == Failed::Connection => {
                    drop(Object::take(client));
                }
                answer => return Ok(answer?),
            }
        }
    }

    /// Connects apart from the pool.
    pub(super) async fn own(&self) -> Result<(Client, Connection<Socket, Stream>), LedgerError> {
        let connected = self.address.config.connect(self.tls.clone()).await;
        connected.map_err(|error| self.unreachable(&error))
    }

    /// Returns the statements that prepare a connection.
    pub(super) fn settings(&self) -> String {
        settings(&self.address)
    }

    /// Closes all connections that nobody uses.
    pub(super) fn close(&self) {
        self.pool.close();
    }

    fn unreachable(&self, error: &tokio_postgres::Error) -> LedgerError {
        LedgerError::Unreachable {
            place: self.address.to_string(),
            problem: match advice(error) {
                Some(advice) => format!("{}; {advice}", said(error)),
                None => said(error),
            },
        }
    }
}

/// What each connection is set to. An acknowledged commit survives a crash of the database, even where its operator
/// prefers speed. A plan is kept as long as its connection: one that was made while a table was empty would read the whole
/// table later, so that those who can use an index must.
fn settings(address: &Address) -> String {
    format!(
        "SET statement_timeout = {}; SET lock_timeout = {}; SET idle_in_transaction_session_timeout = 60000;
         SET enable_seqscan = off;
         SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
        address.statement_timeout, address.lock_timeout
    )
}

/// Returns what an error says, without the name of its kind before it.
fn said(error: &tokio_postgres::Error) -> String {
    if let Some(error) = error.as_db_error() {
        return error.message().to_owned();
    }
    let source = std::error::Error::source(error).map(ToString::to_string);
    source.unwrap_or_else(|| error.to_string())
}

/// Returns what an administrator can do about a connection that failed.
fn advice(error: &tokio_postgres::Error) -> Option<&'static str> {
    let Some(code) = error.code() else {
        let said = said(error);
        let about = |part: &str| said.contains(part);
        return if about("UnknownIssuer") {
            Some("name the authority that signed the certificate with sslrootcert in the address")
        } else if about("not valid for name") {
            Some("use the host name that the certificate is for")
        } else if about("does not support TLS") {
            Some("switch on ssl in postgresql.conf, or add sslmode=disable to the address")
        } else if about("password missing") {
            Some("add the password to the address")
        } else if about("does not allow writes") {
            Some("it is a replica or set to read-only; use the address of the primary")
        } else if about("Connection refused") {
            Some("check host and port, and whether PostgreSQL is running and listens there")
        } else {
            None
        };
    };
    if *code == SqlState::INVALID_PASSWORD {
        Some("check the user and password in the address")
    } else if *code == SqlState::INVALID_CATALOG_NAME {
        Some("create it, or check the name at the end of the address")
    } else if *code == SqlState::INVALID_AUTHORIZATION_SPECIFICATION {
        Some(
            "pg_hba.conf must let this user in; for a hostssl line, add sslmode=require to the address",
        )
    } else if *code == SqlState::TOO_MANY_CONNECTIONS {
        Some("raise max_connections or the role's limit, or lower pool_size in the address")
    } else {
        None
    }
}

/// What became of a statement that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failed {
    /// The connection is gone.
    Connection,
    /// Others were in the way; the same may succeed in a moment.
    Contention,
    /// It would fail again.
    Statement,
}

/// Returns what became of a statement that failed.
pub(super) fn failed(error: &tokio_postgres::Error) -> Failed {
    let Some(said) = error.as_db_error() else {
        return match error.is_closed()
            || std::error::Error::source(error).is_some_and(|source| source.is::<std::io::Error>())
        {
            true => Failed::Connection,
            false => Failed::Statement,
        };
    };
    let code = said.code();
    let contended = [
        SqlState::T_R_SERIALIZATION_FAILURE,
        SqlState::T_R_DEADLOCK_DETECTED,
        SqlState::UNIQUE_VIOLATION,
        SqlState::LOCK_NOT_AVAILABLE,
        SqlState::QUERY_CANCELED,
    ];
    // Class 08 is the connection, 57P the end of the server, 25006 a server that was made a replica.
    let gone = code.code().starts_with("08")
        || code.code().starts_with("57P")
        || *code == SqlState::READ_ONLY_SQL_TRANSACTION
        || *code == SqlState::TOO_MANY_CONNECTIONS;
    if gone {
        Failed::Connection
    } else if contended.contains(code) {
        Failed::Contention
    } else {
        Failed::Statement
    }
}

impl From<tokio_postgres::Error> for LedgerError {
    fn from(error: tokio_postgres::Error) -> LedgerError {
        let problem = said(&error);
        match (failed(&error), error.code()) {
            (Failed::Connection, _) => LedgerError::Unavailable { problem },
            (Failed::Contention, _) => LedgerError::Busy,
            (_, Some(code)) if *code == SqlState::DISK_FULL => LedgerError::Full,
            (_, Some(code)) if *code == SqlState::INSUFFICIENT_PRIVILEGE => LedgerError::Database(
                format!("{problem}; the user in the address must own the database and its tables"),
            ),
            (_, Some(code)) if code.code().starts_with("XX") => LedgerError::Damaged { problem },
            _ => LedgerError::Database(problem),
        }
    }
}
