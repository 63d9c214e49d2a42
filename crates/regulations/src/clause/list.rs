//! The list of clauses: those common to several documents first, then one block for each document.
//!
//! Numbered clauses keep their identifiers; a bullet without a number has a name of the same style; a house choice that
//! is inside a clause has an identifier of its own, so that it is never shown as regulation.

use super::Clause;
use super::Treatment::{self, Assisted, Computed, Enforced, LeftToPeople};
use crate::Regulation::{self, Armada, Cardgame, Conquest, Legion, Xwing};

type Of = &'static [Regulation];

const ALL: Of = &Regulation::ALL;
/// The four that have single elimination, tiers and components; Conquest differs in much of this.
const OLDER: Of = &[Xwing, Armada, Legion, Cardgame];
/// Those that may begin with elimination and re-pair its rounds.
const SINGLE: Of = &[Xwing, Armada, Legion];
const X: Of = &[Xwing];
const A: Of = &[Armada];
const L: Of = &[Legion];
const Q: Of = &[Conquest];
const C: Of = &[Cardgame];

/// What a document says.
const fn rule(id: &'static str, of: Of, treatment: Treatment) -> Clause {
    Clause {
        id,
        of,
        treatment,
        choice: false,
    }
}

/// What we chose where the documents are silent.
const fn house(id: &'static str, of: Of, treatment: Treatment) -> Clause {
    Clause {
        id,
        of,
        treatment,
        choice: true,
    }
}

/// Every clause.
#[rustfmt::skip]
pub static CLAUSES: &[Clause] = &[
    // Roles
    rule("ROLE-1", ALL, Enforced),
    rule("ROLE-2", ALL, Enforced),
    rule("ROLE-3", ALL, Assisted),
    rule("ROLE-4", ALL, Enforced),
    rule("ROLE-5", ALL, Enforced),
    rule("ROLE-6", ALL, Enforced),

    house("GAME-LOSS", &[Xwing, Armada, Conquest, Cardgame], Computed),

    // Pairings
    rule("PAIR-1", ALL, Enforced),
    house("PAIR-1b", ALL, Computed),
    rule("PAIR-2", ALL, Computed),
    rule("PAIR-3", ALL, Computed),
    rule("PAIR-4", ALL, Computed),
    house("PAIR-5", ALL, Computed),
    house("PAIR-6", ALL, Computed),
    rule("PAIR-7", OLDER, Assisted),
    rule("BYE-1", ALL, Computed),
    rule("BYE-2", ALL, Computed),
    house("BYE-3", ALL, Computed),
    house("BYE-4", ALL, Computed),
    rule("DROP-1", ALL, Computed),
    house("DROP-1b", ALL, Computed),
    rule("DROP-1c", &[Xwing, Conquest], LeftToPeople),
    rule("DROP-2", ALL, Computed),
    house("DROP-2b", ALL, Computed),
    rule("DROP-3", ALL, Enforced),
    house("DROP-4", ALL, Enforced),

    // Cut
    rule("CUT-1", ALL, Computed),
    rule("CUT-2", ALL, Computed),
    house("CUT-2b", X, Computed),
    house("CUT-3", ALL, Enforced),

    // Single elimination
    rule("SE-1", SINGLE, Computed),
    rule("SE-2", SINGLE, Computed),
    rule("SE-3", SINGLE, Computed),
    rule("SE-4", SINGLE, Computed),
    rule("SE-5", SINGLE, Computed),
    house("SE-5b", SINGLE, Computed),

    // Tiebreakers
    rule("TB-SOS", ALL, Computed),
    rule("TB-ESOS", &[Legion, Cardgame], Computed),
    rule("TB-RANDOM", ALL, Computed),
    house("TB-1", ALL, Computed),
    rule("TB-2", ALL, Computed),

    // Clock, products, components
    rule("TIME-1", ALL, Assisted),
    rule("TIME-2", OLDER, Assisted),
    rule("LEGAL-1", ALL, Assisted),
    rule("COMP-1", OLDER, Enforced),
    rule("COMP-2", OLDER, Assisted),
    rule("COMP-3", SINGLE, LeftToPeople),
    rule("LIST-NAME", OLDER, Enforced),
    rule("COMP-4", OLDER, Enforced),

    // Legion
    rule("LE-LIST", L, Enforced),
    rule("LE-HAND", L, Enforced),
    rule("LE-DECK", L, Enforced),
    rule("LE-COPY", L, Computed),
    rule("LE-POINTS", L, Computed),
    rule("LE-END", L, Enforced),
    rule("LE-SCORE", L, Enforced),
    rule("LE-MOV", L, Computed),
    house("LE-MOV-MUTUAL", L, Computed),
    rule("LE-MOV-CONCEDE", L, Enforced),
    rule("LE-MOV-NOSHOW", L, Computed),
    rule("LE-MOV-BYE", L, Computed),
    house("LE-MOV-2", L, Computed),
    rule("LE-TB", L, Computed),
    rule("LE-BYE", L, Computed),
    rule("LE-CLOCK", L, Computed),
    rule("LE-BASIC", L, Computed),
    rule("LE-ADVANCED", L, Computed),
    rule("LE-CUSTOM", L, Enforced),
    rule("LE-TIERS", L, Enforced),
    rule("LE-BAG", L, LeftToPeople),
    rule("LE-CHECK", L, Enforced),
    rule("LE-CHECK-2", L, LeftToPeople),
    rule("LE-SETUP", L, Assisted),
    rule("LE-TERRAIN", L, Assisted),
    rule("LE-SILHOUETTE", L, Assisted),

    // Galactic Conquest
    rule("GC-POINTS", Q, Computed),
    rule("GC-BYE", Q, Computed),
    rule("GC-END", Q, Enforced),
    house("GC-END-2", Q, Computed),
    rule("GC-TB", Q, Computed),
    rule("GC-CUT", Q, Computed),
    rule("GC-FULL", Q, Computed),
    house("GC-CUSTOM", Q, Enforced),
    rule("GC-BRACKET", Q, Enforced),
    house("GC-SEED", Q, Computed),
    rule("GC-CLOCK", Q, Computed),
    house("GC-DICE", Q, Computed),
    house("GC-OVER", Q, Computed),
    rule("GC-WARN", Q, Assisted),
    rule("GC-LIST", Q, Enforced),
    rule("GC-LIST-2", Q, Assisted),
    rule("GC-SILHOUETTE", Q, LeftToPeople),

    // Card Game
    rule("CG-LIST", C, Enforced),
    rule("CG-SWISS", C, Enforced),
    rule("CG-SWISS-2", C, Assisted),
    rule("CG-POINTS", C, Computed),
    rule("CG-BYE", C, Computed),
    rule("CG-SPLIT", C, Enforced),
    rule("CG-END", C, Enforced),
    house("CG-END-2", C, Enforced),
    rule("CG-MISSING", C, Computed),
    rule("CG-TB", C, Computed),
    rule("CG-DE", C, Enforced),
    rule("CG-DROP", C, Computed),
    house("CG-SEED", C, Computed),
    rule("CG-SIDE", C, Computed),
    house("CG-SIDE-2", C, Computed),
    rule("CG-TIME-DE", C, Computed),
    rule("CG-CLOCK", C, Computed),
    rule("CG-BASIC", C, Computed),
    rule("CG-ADVANCED", C, Computed),
    rule("CG-CUSTOM", C, Enforced),
    rule("CG-TIERS", C, Enforced),
    rule("CG-SLEEVES", C, LeftToPeople),

    // X-Wing
    rule("XW-LIST", X, Enforced),
    rule("XW-OBSTACLES", X, Enforced),
    rule("XW-POINTS", X, Computed),
    rule("XW-SCORE", X, Enforced),
    house("XW-FLED", X, LeftToPeople),
    rule("XW-MOV", X, Computed),
    rule("XW-BYE", X, Computed),
    rule("XW-END", X, Enforced),
    rule("XW-SALVO", X, Enforced),
    house("XW-DICE", X, Computed),
    rule("XW-FORT", X, Computed),
    rule("XW-TB", X, Computed),
    rule("XW-CLOCK", X, Computed),
    rule("XW-BASIC", X, Computed),
    rule("XW-ADVANCED", X, Computed),
    rule("XW-CUSTOM", X, Enforced),
    rule("XW-FIRST", X, Assisted),
    house("XW-NOSHOW", X, Computed),
    rule("XW-TIERS", X, Enforced),

    // Armada
    rule("AR-LIST", A, Enforced),
    rule("AR-SCORE", A, Enforced),
    rule("AR-END", A, Enforced),
    house("AR-END-2", A, Computed),
    rule("AR-MOV", A, Computed),
    rule("AR-BYE", A, Computed),
    rule("AR-POINTS", A, Computed),
    rule("AR-CONCEDE", A, Computed),
    house("AR-NOSHOW", A, Computed),
    rule("AR-TB", A, Computed),
    rule("AR-CLOCK", A, Computed),
    rule("AR-BASIC", A, Computed),
    rule("AR-ADVANCED", A, Computed),
    rule("AR-CUSTOM", A, Enforced),
    rule("AR-FIRST", A, Assisted),
    rule("AR-TIERS", A, Enforced),
];
