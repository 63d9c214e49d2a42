//! The server: pages for the desk, phones, projector and everybody else, over tournaments in memory and a ledger on disk.
//!
//! Handlers are thin: they read the state, ask the core, and render. No rules, no SQL. Every page is useful in one
//! request and works without the script; live updates come after.

pub mod act;
pub mod api;
pub mod app;
pub mod assets;
pub mod connections;
pub mod copies;
pub mod demo;
pub mod device;
pub mod erasing;
pub mod fields;
pub mod following;
pub mod health;
pub mod hooks;
pub mod kept;
pub mod layout;
pub mod live;
pub mod names;
pub mod pages;
pub mod parts;
pub mod peer;
pub mod pressed;
pub mod presses;
pub mod problem;
pub mod qr;
pub mod rate_limit;
pub mod retention;
pub mod room;
pub mod round_folder;
pub mod routes;
pub mod serve;
pub mod site;
pub mod streams;
pub mod taking_in;
pub mod tls;
pub mod token;
pub mod visitor;

pub use app::App;
pub use routes::router;
