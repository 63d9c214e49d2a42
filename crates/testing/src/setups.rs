//! What kind of tournament is played.

use muster_regulations::{CustomStructure, CutRule, Regulation, StructureKind};
use muster_tournament::command::{Setup, Wishes};

/// Returns the setup a regulation would have at a small store.
#[must_use]
pub fn plain_setup(regulation: Regulation) -> Setup {
    let book = regulation.book();
    Setup {
        name: "Spring Muster".to_owned(),
        regulation,
        tier: book.tiers[0],
        structure: book.tables[0].kind,
        custom: None,
        wishes: Wishes::default(),
        date: None,
        zone: None,
    }
}

/// Returns a setup with this number of Swiss rounds and this cut.
#[must_use]
pub fn custom_setup(regulation: Regulation, rounds: u32, cut: CutRule) -> Setup {
    Setup {
        structure: StructureKind::Custom,
        custom: Some(CustomStructure { rounds, cut }),
        ..plain_setup(regulation)
    }
}
