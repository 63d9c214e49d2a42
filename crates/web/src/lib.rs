//! The server: pages for the desk, phones, projector and everybody else, over tournaments in memory and a ledger on disk.
//!
//! Handlers are thin: they read the state, ask the core, and render. No rules, no SQL. Every page works with one request
//! and without the script; live updates are an addition.

pub mod act;
pub mod api;
pub mod app;
pub mod assets;
pub mod connections;
pub mod download;
pub mod fields;
pub mod health;
pub mod layout;
pub mod live;
pub mod page_cache;
pub mod pages;
pub mod parts;
pub mod peer;
pub mod problem;
pub mod qr;
mod refused;
pub mod routes;
pub mod serve;
pub mod site;
pub mod standby;
pub mod streams;
pub mod tls;
pub mod visitor;
pub mod webhook_client;

pub use app::App;
pub use routes::router;
