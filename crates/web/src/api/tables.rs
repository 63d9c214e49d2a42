//! The described tables of the hall, for staff.

use super::answer::{self, Known};
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::response::Response;
use muster_tournament::command::TableSpec;
use serde::Serialize;
use utoipa::ToSchema;

/// The described tables.
#[derive(Serialize, ToSchema)]
#[schema(as = TableList)]
pub struct Tables {
    /// Number of the journal's last line.
    position: u64,
    /// Tables, sorted by number.
    tables: Vec<TableSpec>,
}

/// List described tables.
///
/// Staff only.
#[utoipa::path(
    get, path = "/tournaments/{id}/tables", operation_id = "listTables", tag = "Rounds",
    responses((status = 200, description = "Tables, sorted by number.", body = Tables))
)]
pub async fn tables(scene: Scene, known: Known) -> Result<Response, Problem> {
    scene.staff_only()?;
    answer::read(&scene, &known, |t| {
        Ok(Tables {
            position: t.state().position,
            tables: t.state().tables.values().copied().collect(),
        })
    })
}
