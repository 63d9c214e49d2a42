//! Pairings for the wall: by name, as players look for themselves, and by table, as judges walk the hall. Names are in
//! type whose capitals are at least 4.5 mm high, readable from two metres.

use crate::error::PaperError;
use crate::head;
use crate::order::Order;
use muster_regulations::cardgame::Side;
use muster_tournament::shown::names::{self, Parted};
use muster_tournament::state::{Match, Round};
use muster_tournament::{PlayerId, State};
use serde::Serialize;

pub(crate) const BY_NAME: &str = include_str!("../../templates/pairings.typ");
pub(crate) const BY_TABLE: &str = include_str!("../../templates/pairings_by_table.typ");

/// Pairings by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ByName {
    /// Everybody who plays or has a bye, as readers look for names.
    pub rows: Vec<NameRow>,
}

/// Where one player sits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NameRow {
    /// The letter under which the name stands, at the first of each. It is not said again on the next page: asking the
    /// engine where pages end doubles the time of the document that a whole hall waits for.
    pub initial: Option<String>,
    /// What the name is sorted by.
    pub family: String,
    /// What stands between the two.
    pub joint: &'static str,
    /// The rest of the name.
    pub given: String,
    /// The table; none for a bye.
    pub table: Option<u32>,
    /// The opponent.
    pub opponent: Option<String>,
}

/// Pairings by table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ByTable {
    /// The matches, by table.
    pub rows: Vec<TableRow>,
    /// Who has a bye.
    pub byes: Vec<String>,
}

/// Who sits at one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableRow {
    /// The table.
    pub table: u32,
    /// The player named first.
    pub a: String,
    /// The player named second.
    pub b: String,
    /// The sides of a bracket game of the Card Game, in the order of the players.
    pub sides: Option<[&'static str; 2]>,
}

/// Builds the pairings of a round by name.
pub fn by_name(state: &State, order: &Order) -> Result<ByName, PaperError> {
    let round = head::round(state, order)?;
    let mut before = None;
    let rows = names::by_name(state, everybody(round)).into_iter();
    let rows = rows.map(|id| {
        let name = names::parted(state, id);
        let joint = name.joint();
        let Parted {
            family,
            given,
            mark,
            ..
        } = name;
        // Namesakes are told apart by their number.
        let given = match mark.as_str() {
            "" => given,
            mark => format!("{given} ({mark})"),
        };
        let letter = names::folded(&family).chars().next();
        let initial = letter.filter(|letter| before != Some(*letter));
        before = letter;
        let found = round.match_of(id);
        NameRow {
            initial: initial.map(|letter| letter.to_uppercase().collect()),
            family,
            joint,
            given,
            table: found.map(|m| m.table.0),
            opponent: found.and_then(|m| m.opponent(id)).map(|id| state.name(id)),
        }
    });
    Ok(ByName {
        rows: rows.collect(),
    })
}

/// Builds the pairings of a round by table.
pub fn by_table(state: &State, order: &Order) -> Result<ByTable, PaperError> {
    let round = head::round(state, order)?;
    let rows = round.matches.iter().map(|m| TableRow {
        table: m.table.0,
        a: state.name(m.a),
        b: state.name(m.b),
        sides: sides(m),
    });
    Ok(ByTable {
        rows: rows.collect(),
        byes: round.byes.iter().map(|id| state.name(*id)).collect(),
    })
}

fn everybody(round: &Round) -> impl Iterator<Item = PlayerId> {
    let seated = round.matches.iter().flat_map(|m| [m.a, m.b]);
    seated.chain(round.byes.iter().copied())
}

fn sides(m: &Match) -> Option<[&'static str; 2]> {
    let word = |id| {
        m.side(id).map(|side| match side {
            Side::Dark => "dark",
            Side::Light => "light",
        })
    };
    Some([word(m.a)?, word(m.b)?])
}
