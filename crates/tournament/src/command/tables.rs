//! Commands about tables: their descriptions, and who sits where.

use crate::ids::{PlayerId, TableNo};
use muster_regulations::table::{Size, Terrain};
use serde::{Deserialize, Serialize};

/// The description of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TableSpec {
    pub number: TableNo,
    /// How large it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Size>,
    /// Its terrain.
    #[serde(default, skip_serializing_if = "bare")]
    pub terrain: Terrain,
    /// Accessible, for example to a wheelchair.
    #[serde(default, skip_serializing_if = "no")]
    pub accessible: bool,
    /// Filmed.
    #[serde(default, skip_serializing_if = "no")]
    pub stream: bool,
}

fn bare(terrain: &Terrain) -> bool {
    *terrain == Terrain::default()
}

fn no(value: &bool) -> bool {
    !*value
}

/// What somebody wants done about tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum TableCommand {
    /// Describes tables; earlier descriptions are replaced.
    Define { tables: Vec<TableSpec> },
    /// Deletes the descriptions of tables.
    Clear { tables: Vec<TableNo> },
    /// Says where a player sits from the next draw on, as a house choice. The reason is not recorded: an accessible seat
    /// looks like any other fixed seat.
    Sit {
        player: PlayerId,
        /// At one of these; empty for anywhere.
        tables: Vec<TableNo>,
    },
}
