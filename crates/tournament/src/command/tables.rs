//! Commands about tables: what they are, and who sits where.

use crate::ids::{PlayerId, TableNo};
use muster_regulations::table::{Size, Terrain};
use serde::{Deserialize, Serialize};

/// What a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TableSpec {
    /// Its number.
    pub number: TableNo,
    /// How large it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Size>,
    /// What stands on it.
    #[serde(default, skip_serializing_if = "bare")]
    pub terrain: Terrain,
    /// Easy to reach and to sit at.
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

/// What somebody wants of the tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum TableCommand {
    /// Says what tables are; what was said of them before is replaced.
    Define {
        /// Which.
        tables: Vec<TableSpec>,
    },
    /// Forgets tables that are gone.
    Clear {
        /// Which.
        tables: Vec<TableNo>,
    },
    /// Says where a player sits from the next draw on, as a house choice. Why is nobody's business: an accessible seat
    /// looks like any other fixed one.
    Sit {
        /// Who.
        player: PlayerId,
        /// At one of these; none for anywhere.
        tables: Vec<TableNo>,
    },
}

impl TableCommand {
    /// Returns the name of the command, as refusals and logs say it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            TableCommand::Define { .. } => "define_tables",
            TableCommand::Clear { .. } => "clear_tables",
            TableCommand::Sit { .. } => "sit",
        }
    }
}
