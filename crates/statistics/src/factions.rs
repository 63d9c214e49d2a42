//! Factions: how many play them, how often they win, and how they fare against each other.

use crate::rate::Rate;
use serde::Serialize;

/// A faction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = FactionStatistics))]
pub struct Faction {
    /// Its name, as most players wrote it.
    pub name: String,
    /// Share of the players whose faction is known.
    pub share: Rate,
    /// Of the games decided against other factions.
    pub wins: Rate,
    /// Drawn games, and games of the faction against itself, which say nothing about it.
    pub set_apart: u32,
    /// Of its players, how many reached the bracket, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<Rate>,
}

/// One faction against another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = FactionMatchup))]
pub struct Matchup {
    /// The faction.
    pub faction: String,
    /// The other one.
    pub against: String,
    /// Of the games decided between them.
    pub wins: Rate,
}
