//! The pages, one file each, with their addresses.

pub mod account;
pub mod api;
pub mod claim;
pub mod create;
pub mod desk;
pub mod devices;
pub mod export;
pub mod home;
pub mod import;
pub mod judges;
pub mod lists;
pub mod my_data;
pub mod phone;
pub mod plan;
pub mod print;
pub mod public;
pub mod rehearsal;
pub mod report;
pub mod rules;
pub mod seasons;
pub mod statistics;
pub mod tables;
pub mod tally;
pub mod tokens;

use crate::app::Shared;
use axum::Router;

/// Returns the addresses of all pages but the first.
pub fn routes() -> Router<Shared> {
    Router::new()
        .merge(account::routes())
        .merge(api::routes())
        .merge(claim::routes())
        .merge(create::routes())
        .merge(desk::routes())
        .merge(devices::routes())
        .merge(export::routes())
        .merge(import::routes())
        .merge(judges::routes())
        .merge(lists::routes())
        .merge(my_data::routes())
        .merge(phone::routes())
        .merge(plan::routes())
        .merge(print::routes())
        .merge(rehearsal::routes())
        .merge(report::routes())
        .merge(public::routes())
        .merge(rules::routes())
        .merge(seasons::routes())
        .merge(statistics::routes())
        .merge(tables::routes())
        .merge(tally::routes())
        .merge(tokens::routes())
}
