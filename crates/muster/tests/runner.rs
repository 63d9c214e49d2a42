//! Tests of the binary, one module for each subcommand and one for each thing that concerns all of them. One test
//! binary, so that everything links once.

#![allow(clippy::unwrap_used, reason = "a failing test may stop where it fails")]

mod environment;
mod http;
#[path = "../../ledger/tests/support/postgres.rs"]
#[expect(dead_code, reason = "the tests of the ledger use the rest of it")]
mod postgres;
mod server;

mod account;
mod add;
mod amend;
mod architecture;
mod bracket;
mod check_in;
mod clauses;
mod clock;
mod completions;
mod configure;
mod confirm;
mod correct;
mod cut;
mod dispute;
mod disqualify;
mod drop;
mod durability;
mod errors;
mod export;
mod finish;
mod floor;
mod forecast;
mod help;
mod import;
mod kill;
mod list;
mod log;
mod man;
mod new;
mod no_show;
mod pair;
mod pairings;
mod plan;
mod players;
mod print;
mod privacy;
mod put_back;
mod redact;
mod rejoin;
mod repair;
mod report;
mod role;
mod rules;
mod schema;
mod score;
mod serving;
mod shapes;
mod side;
mod simulate;
mod standby;
mod standings;
mod start;
mod statistics;
mod status;
mod store;
mod tls;
mod token;
mod undo;
mod verify;
mod what_if;
mod whole;
mod why;
