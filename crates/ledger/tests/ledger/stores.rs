//! The two stores, and how each test of the contract runs against both. Those against PostgreSQL are long.

use crate::lines::TempFolder;
use crate::postgres::Postgres;
use muster_ledger::postgres::Address;
use muster_ledger::{Ledger, PostgresLedger};

/// Data in one of the stores, which any number of processes may open.
pub(crate) enum Store {
    Sqlite(TempFolder),
    Postgres(String),
}

impl Store {
    pub(crate) fn sqlite() -> Store {
        Store::Sqlite(TempFolder::new())
    }

    pub(crate) fn postgres() -> Store {
        Store::Postgres(Postgres::shared().database())
    }

    /// Opens it, as another process would.
    pub(crate) fn open(&self) -> Box<dyn Ledger> {
        match self {
            Store::Sqlite(temp) => Box::new(temp.open()),
            Store::Postgres(address) => Box::new(postgres(address)),
        }
    }
}

pub(crate) fn postgres(address: &str) -> PostgresLedger {
    PostgresLedger::open(&Address::parse(address).unwrap()).unwrap()
}

/// Runs tests against both stores: those that need an open ledger, and those that open it themselves.
macro_rules! contract {
    (ledger: [$($ledger:ident),* $(,)?], store: [$($store:ident),* $(,)?] $(,)?) => {
        mod sqlite {
            use crate::stores::Store;
            $(#[test] fn $ledger() { super::$ledger(&*Store::sqlite().open()) })*
            $(#[test] fn $store() { super::$store(&Store::sqlite()) })*
        }
        mod long_postgres {
            use crate::stores::Store;
            $(#[test] #[ignore = "needs PostgreSQL"] fn $ledger() { super::$ledger(&*Store::postgres().open()) })*
            $(#[test] #[ignore = "needs PostgreSQL"] fn $store() { super::$store(&Store::postgres()) })*
        }
    };
}
pub(crate) use contract;
