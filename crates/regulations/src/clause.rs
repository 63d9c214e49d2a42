//! Every clause of the regulations, with its identifier and how the program treats it. What it says, in one line of our
//! own words, is in `muster-words`.
//!
//! Relies on the digest of the five documents; promises that each identifier is there once, that regulation and house
//! choice are never mixed in one clause, and that only what the core actually does is marked *enforced* or *computed*.

mod list;

pub use list::CLAUSES;

use crate::Regulation;

/// How the program treats a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ClauseTreatment))]
pub enum Treatment {
    /// What it rules out is refused.
    Enforced,
    /// The program works it out.
    Computed,
    /// The program helps people to do it.
    Assisted,
    /// People do it.
    LeftToPeople,
}

/// One clause.
#[derive(Clone, Copy, Debug)]
pub struct Clause {
    /// Identifier, e.g. `PAIR-4`.
    pub id: &'static str,
    /// The regulations it holds for.
    pub of: &'static [Regulation],
    /// How the program treats it.
    pub treatment: Treatment,
    /// A house choice, where the documents are silent.
    pub choice: bool,
}

/// Returns the clause with an identifier, written in any case.
#[must_use]
pub fn find(id: &str) -> Option<&'static Clause> {
    CLAUSES
        .iter()
        .find(|clause| clause.id.eq_ignore_ascii_case(id.trim()))
}

/// Returns whether an identifier is in the list, with the same spelling. Evaluated while tests compile.
#[must_use]
pub const fn is_known(id: &str) -> bool {
    let id = id.as_bytes();
    let mut place = 0;
    while place < CLAUSES.len() {
        let known = CLAUSES[place].id.as_bytes();
        let mut same = 0;
        while same < id.len() && same < known.len() && id[same] == known[same] {
            same += 1;
        }
        if same == id.len() && same == known.len() {
            return true;
        }
        place += 1;
    }
    false
}

/// Declares inside a test which clauses it proves: `proves!("PAIR-4", "BYE-2");`. An identifier that is not in the list does
/// not compile, and a clause that the program enforces or computes and that no test proves fails the build.
#[macro_export]
macro_rules! proves {
    ($($id:literal),+ $(,)?) => {
        $(const _: () = assert!($crate::clause::is_known($id), "unknown");)+
    };
}

/// Returns the clauses that hold for a regulation, in the order of the list.
pub fn clauses_of(regulation: Regulation) -> impl Iterator<Item = &'static Clause> {
    CLAUSES
        .iter()
        .filter(move |clause| clause.of.contains(&regulation))
}
