//! The pages, one file each, with their addresses.

pub mod home;

use crate::app::Shared;
use axum::Router;

/// Returns the addresses of all pages but the first.
pub fn routes() -> Router<Shared> {
    Router::new()
}
