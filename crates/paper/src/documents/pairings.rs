//! Pairings for the wall: by name, as players look for themselves, and by table, as judges walk the hall. Names are in
//! type whose capitals are at least 4.5 mm high, readable from two metres.

use crate::head;
use crate::order::Order;
use muster_regulations::StageKind;
use muster_regulations::cardgame::Side;
use muster_tournament::display::names::{self, Parted};
use muster_tournament::display::seen;
use muster_tournament::standings::standings;
use muster_tournament::state::{Match, Round};
use muster_tournament::{PlayerId, State};
use muster_words::paper::PaperError;
use serde::Serialize;
use std::collections::BTreeMap;

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
    /// The letter under which the name is found.
    pub letter: String,
    /// Whether the name is the first under its letter.
    pub first: bool,
    /// What the name is sorted by.
    pub family: String,
    /// What is written between the two.
    pub joint: &'static str,
    /// The rest of the name.
    pub given: String,
    /// The table; none for a bye.
    pub table: Option<u32>,
    pub opponent: Option<String>,
}

/// Pairings by table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ByTable {
    /// Whether points are shown beside the names.
    pub points: bool,
    /// The matches, by table.
    pub rows: Vec<TableRow>,
    pub byes: Vec<String>,
}

/// Who sits at one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableRow {
    pub table: u32,
    /// The player named first.
    pub a: String,
    /// The player named second.
    pub b: String,
    /// Their points before the round, where there are any to compare.
    pub points: Option<[u32; 2]>,
    /// The sides of a bracket game of the Card Game, in the order of the players.
    pub sides: Option<[&'static str; 2]>,
}

/// Builds the pairings of a round by name.
pub fn by_name(state: &State, order: &Order) -> Result<ByName, PaperError> {
    let round = head::round(state, order)?;
    let mut before = String::new();
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
        // Namesakes are distinguished by their number.
        let given = match mark.as_str() {
            "" => given,
            mark => format!("{given} ({mark})"),
        };
        let folded = names::search_key(&family).chars().next();
        // Korean syllables fold into parts that are never written alone.
        let letter = folded.filter(|letter| !matches!(letter, '\u{1100}'..='\u{11ff}'));
        let letter = letter.or_else(|| family.chars().next());
        let letter: String = letter
            .iter()
            .flat_map(|letter| letter.to_uppercase())
            .collect();
        let first = letter != before;
        before.clone_from(&letter);
        let found = round.match_of(id);
        NameRow {
            letter,
            first,
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
    let points = points_before(state, round);
    let rows = round.matches.iter().map(|m| TableRow {
        table: m.table.0,
        a: state.name(m.a),
        b: state.name(m.b),
        points: points
            .as_ref()
            .map(|points| [m.a, m.b].map(|id| points.get(&id).copied().unwrap_or(0))),
        sides: sides(m),
    });
    Ok(ByTable {
        points: points.is_some(),
        rows: rows.collect(),
        byes: round.byes.iter().map(|id| state.name(*id)).collect(),
    })
}

/// The points of everybody before a Swiss round; nobody has any before the first.
fn points_before(state: &State, round: &Round) -> Option<BTreeMap<PlayerId, u32>> {
    let swiss = state.swiss_rounds().map(|round| round.number);
    let before = swiss.filter(|number| *number < round.number).last()?;
    if round.stage != StageKind::Swiss {
        return None;
    }
    let rows = standings(&seen::after(state, before)).rows.into_iter();
    Some(rows.map(|row| (row.player, row.points)).collect())
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
