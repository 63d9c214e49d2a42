//! What tournaments add up to: shares and win rates of factions, the edge of the first turn or the side, margins, ranks
//! over the rounds, factions against each other, lengths of rounds. As numbers, tables and SVG pictures.
//!
//! Reads tournaments and decides nothing. Only results that count are counted; byes, no-shows and matches nobody played
//! are not games. Rates are kept as counts; decimals and confidence intervals exist only when they are shown.

mod counts;
mod factions;
mod lengths;
mod margins;
pub mod picture;
mod plays;
mod ranks;
mod rate;
mod table;

pub use counts::Sum;
pub use factions::{Faction, Matchup};
pub use lengths::Length;
pub use margins::{Bar, Margins};
pub use ranks::{Course, Ranks};
pub use rate::{Interval, Rate};
pub use table::{Table, sheet, tables};

use muster_regulations::{Edge, Regulation};
use muster_tournament::Tournament;
use serde::Serialize;

/// What one tournament, or several of one regulation, add up to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Statistics {
    /// Under which regulation.
    pub regulation: Regulation,
    /// How many tournaments.
    pub tournaments: u32,
    /// Players who took part, each once per tournament.
    pub players: u32,
    /// Games that were played and count.
    pub games: u32,
    /// Factions, the most played first.
    pub factions: Vec<Faction>,
    /// Factions against each other, in the order of `factions`.
    pub matchups: Vec<Matchup>,
    /// How often the player with an edge won, for every edge that was reported or is known.
    pub edges: Vec<EdgeRate>,
    /// Margins of the winners, where the regulation measures them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margins: Option<Margins>,
    /// Ranks after each Swiss round, for one tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranks: Option<Ranks>,
    /// How long finished rounds took, for one tournament.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lengths: Vec<Length>,
}

/// What may give an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum EdgeKind {
    /// What the players told: who was first, blue or dark.
    Told(Edge),
    /// Having the choice before the game (XW-FIRST, AR-FIRST, LE-SETUP).
    Choice,
}

impl EdgeKind {
    /// Returns how the player with this edge is called.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            EdgeKind::Told(edge) => edge.word(),
            EdgeKind::Choice => "Player with the choice",
        }
    }
}

/// How often the player with an edge won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EdgeRate {
    /// Which.
    pub edge: EdgeKind,
    /// Of the decided games in which it is known.
    pub rate: Rate,
}

/// Returns the statistics of one tournament.
#[must_use]
pub fn of(tournament: &Tournament) -> Statistics {
    let state = tournament.state();
    let mut sum = Sum::new(state.setup.regulation);
    sum.add(state);
    let mut statistics = sum.statistics();
    statistics.ranks = ranks::ranks(state);
    statistics.lengths = lengths::lengths(tournament);
    statistics
}

/// Returns the statistics of several tournaments of a regulation; those of others are ignored.
#[must_use]
pub fn across<'a>(
    regulation: Regulation,
    tournaments: impl IntoIterator<Item = &'a Tournament>,
) -> Statistics {
    let mut sum = Sum::new(regulation);
    for tournament in tournaments {
        sum.add(tournament.state());
    }
    sum.statistics()
}
