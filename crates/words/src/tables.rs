//! Tables of the hall and their terrain.

use crate::phrases::plural;
use muster_regulations::table::{Kind, Range, TerrainAdvice};
use muster_tournament::floor::tables::Advice;
use muster_tournament::ids::TableNo;
use serde::Serialize;

/// Advice on one table, as people and programs read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AdviceInWords {
    pub table: TableNo,
    /// What it lacks or has too much of, as sentences.
    pub says: Vec<String>,
    /// The permanent code of each sentence.
    pub codes: Vec<&'static str>,
    /// The clause that advises it.
    pub clause: &'static str,
}

impl From<Advice> for AdviceInWords {
    fn from(advice: Advice) -> AdviceInWords {
        AdviceInWords {
            table: advice.table,
            says: advice.terrain.iter().map(terrain).collect(),
            codes: advice.terrain.iter().map(TerrainAdvice::code).collect(),
            clause: TerrainAdvice::CLAUSE,
        }
    }
}

/// Returns what the guideline says about the terrain of a table.
#[must_use]
pub fn terrain(advice: &TerrainAdvice) -> String {
    match *advice {
        TerrainAdvice::Coverage { percent, usual } => {
            let Range { least, most } = usual;
            if percent < least {
                format!("Terrain covers {percent}%; {least}% to {most}% is usual. Add some.")
            } else {
                format!("Terrain covers {percent}%; {least}% to {most}% is usual. Remove some.")
            }
        }
        TerrainAdvice::Pieces {
            kind,
            size,
            count,
            usual,
        } => {
            let Range { least, most } = usual;
            let (there, size) = (pieces(kind, count), size.key());
            if count < least {
                let missing = least - count;
                format!("{there} on a {size} table; {least} to {most} are usual. Add {missing}.")
            } else {
                let spare = count.saturating_sub(most);
                format!("{there} on a {size} table; {least} to {most} are usual. Remove {spare}.")
            }
        }
    }
}

/// Returns a number of terrain pieces: "1 area piece", "3 scatter pieces".
#[must_use]
pub fn pieces(kind: Kind, count: u32) -> String {
    let (one, more) = match kind {
        Kind::MediumBlockers => ("1 medium blocking piece", "{n} medium blocking pieces"),
        Kind::LargeBlockers => ("1 large blocking piece", "{n} large blocking pieces"),
        Kind::Area => ("1 area piece", "{n} area pieces"),
        Kind::Difficult => ("1 difficult area piece", "{n} difficult area pieces"),
        Kind::Scatter => ("1 scatter piece", "{n} scatter pieces"),
    };
    plural(count as usize, one, more)
}
