//! Tables and their terrain: what a table is, and Legion's guideline for its terrain (LE-TERRAIN).
//!
//! Relies on nothing; promises advice and never a refusal, because the document only gives a guideline.

use crate::Regulation;
use crate::codes::codes;
use serde::{Deserialize, Serialize};

/// How large a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = TableSize))]
pub enum Size {
    /// Three feet by three.
    #[serde(rename = "3x3")]
    Square,
    /// Three feet by six.
    #[serde(rename = "3x6")]
    Long,
}

impl Size {
    /// Returns the size as it is written, e.g. "3x6".
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Size::Square => "3x3",
            Size::Long => "3x6",
        }
    }

    /// Returns the size written so.
    #[must_use]
    pub fn parse(text: &str) -> Option<Size> {
        [Size::Square, Size::Long]
            .into_iter()
            .find(|size| size.key() == text.trim())
    }
}

/// A kind of terrain that the guideline counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Medium pieces that block sight, at most one high.
    MediumBlockers,
    /// Large pieces that block sight, two high or more.
    LargeBlockers,
    /// Area pieces; difficult ones may be among them.
    Area,
    /// Area pieces that are difficult to cross.
    Difficult,
    /// Scatter: barricades and the like.
    Scatter,
}

impl Kind {
    /// All of them, in the order of the document.
    pub const ALL: [Kind; 5] = [
        Kind::MediumBlockers,
        Kind::LargeBlockers,
        Kind::Area,
        Kind::Difficult,
        Kind::Scatter,
    ];
}

/// The terrain of a table; `None` for anything nobody has counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = TableTerrain))]
pub struct Terrain {
    /// Medium pieces that block sight, at most one high.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub medium: Option<u32>,
    /// Large pieces that block sight, two high or more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub large: Option<u32>,
    /// Area pieces; difficult ones may be among them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<u32>,
    /// Area pieces that are difficult to cross.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficult: Option<u32>,
    /// Scatter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scatter: Option<u32>,
    /// Share of the table that is covered, in percent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<u32>,
}

impl Terrain {
    /// Returns how many pieces of a kind there are, if somebody has counted.
    #[must_use]
    pub const fn count(&self, kind: Kind) -> Option<u32> {
        match kind {
            Kind::MediumBlockers => self.medium,
            Kind::LargeBlockers => self.large,
            Kind::Area => self.area,
            Kind::Difficult => self.difficult,
            Kind::Scatter => self.scatter,
        }
    }
}

/// A range of the guideline, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Range {
    pub least: u32,
    pub most: u32,
}

impl Range {
    fn holds(self, count: u32) -> bool {
        (self.least..=self.most).contains(&count)
    }
}

const fn range(least: u32, most: u32) -> Range {
    Range { least, most }
}

/// Share of a table that is covered, in percent (LE-TERRAIN).
pub const COVERAGE: Range = range(25, 35);

/// Returns how many pieces of a kind the guideline asks for (LE-TERRAIN).
#[must_use]
pub const fn guideline(size: Size, kind: Kind) -> Range {
    match (size, kind) {
        (Size::Long, Kind::MediumBlockers) => range(3, 5),
        (Size::Long, Kind::LargeBlockers) => range(1, 3),
        (Size::Long, Kind::Area) => range(2, 4),
        (Size::Long, Kind::Difficult) => range(0, 2),
        (Size::Long, Kind::Scatter) => range(8, 12),
        (Size::Square, Kind::MediumBlockers) => range(2, 4),
        (Size::Square, Kind::LargeBlockers) => range(0, 2),
        (Size::Square, Kind::Area) => range(1, 3),
        (Size::Square, Kind::Difficult) => range(0, 1),
        (Size::Square, Kind::Scatter) => range(6, 10),
    }
}

/// How a table deviates from the guideline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerrainAdvice {
    /// Terrain covers too little or too much of the table.
    Coverage {
        /// How much it covers.
        percent: u32,
        /// How much is usual.
        usual: Range,
    },
    /// Too few or too many pieces of a kind.
    Pieces {
        /// The kind.
        kind: Kind,
        size: Size,
        /// How many there are.
        count: u32,
        /// How many are usual.
        usual: Range,
    },
}

codes!(TerrainAdvice {
    TerrainAdvice::Coverage { .. } => "terrain.coverage",
    TerrainAdvice::Pieces { .. } => "terrain.pieces",
});

impl TerrainAdvice {
    /// The clause of the guideline.
    pub const CLAUSE: &'static str = "LE-TERRAIN";
}

impl Regulation {
    /// Returns how a table deviates from the guideline; nothing if its regulation has none.
    #[must_use]
    pub fn terrain_advice(self, size: Option<Size>, terrain: &Terrain) -> Vec<TerrainAdvice> {
        if self != Regulation::Legion {
            return Vec::new();
        }
        let mut advice = Vec::new();
        if let Some(percent) = terrain.coverage.filter(|percent| !COVERAGE.holds(*percent)) {
            let usual = COVERAGE;
            advice.push(TerrainAdvice::Coverage { percent, usual });
        }
        let Some(size) = size else { return advice };
        for kind in Kind::ALL {
            let usual = guideline(size, kind);
            if let Some(count) = terrain.count(kind).filter(|count| !usual.holds(*count)) {
                advice.push(TerrainAdvice::Pieces {
                    kind,
                    size,
                    count,
                    usual,
                });
            }
        }
        advice
    }
}
