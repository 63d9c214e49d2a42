//! The tables of the hall, as they were described; for leaders.

use super::answer::{self, Known};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::response::Response;
use muster_tournament::command::TableSpec;
use serde::Serialize;
use utoipa::ToSchema;

/// The tables that were described.
#[derive(Serialize, ToSchema)]
#[schema(as = TableList)]
pub struct Tables {
    /// How far the journal goes.
    position: u64,
    /// By number.
    tables: Vec<TableSpec>,
}

/// Lists the tables that were described; for leaders.
#[utoipa::path(
    get, path = "/tournaments/{id}/tables", operation_id = "listTables", tag = "Reading",
    responses((status = 200, description = "By number.", body = Tables))
)]
pub async fn tables(scene: Scene, known: Known) -> Result<Response, Problem> {
    scene.leaders_only()?;
    answer::read(&scene, &known, |t| {
        Ok(Tables {
            position: t.state().position,
            tables: t.state().tables.values().copied().collect(),
        })
    })
}
