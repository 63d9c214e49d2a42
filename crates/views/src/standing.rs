//! Standings: every value exactly and as shown, and the final places.

use crate::PlayerRef;
use muster_regulations::Tiebreaker;
use muster_tournament::placings::placings;
use muster_tournament::standings::{Row, Standings};
use muster_tournament::state::{State, Status};
use serde::Serialize;

/// Wins, draws, losses and byes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WinRecord {
    /// Matches won; byes are counted apart.
    pub wins: u32,
    /// Matches drawn.
    pub draws: u32,
    /// Matches lost.
    pub losses: u32,
    /// Rounds missed before a late entry or a return, which are losses too (DROP-2, DROP-4).
    pub unpaired: u32,
    /// Byes, which are wins too.
    pub byes: u32,
}

/// The value of a tiebreaker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TiebreakerValue {
    /// Which tiebreaker.
    pub tiebreaker: Tiebreaker,
    /// Exactly, as `n` or as `n/d` in lowest terms; this is what is compared.
    #[cfg_attr(feature = "schema", schema(pattern = "^[0-9]+(/[0-9]+)?$"))]
    pub exact: String,
    /// As people see it, rounded half up.
    pub shown: String,
}

/// One player's place in the standings and what it rests on.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StandingView {
    /// The rank from 1; none for the disqualified, who come last (DROP-3).
    pub rank: Option<u32>,
    /// The player.
    #[serde(flatten)]
    pub player: PlayerRef,
    /// Whether the player takes part; none where another program's file does not say.
    pub status: Option<Status>,
    /// Tournament points.
    pub points: u32,
    /// Wins, draws, losses and byes.
    pub record: WinRecord,
    /// Rounds played: byes count, unpaired losses do not (TB-1).
    pub played: u32,
    /// The tiebreakers, in the order in which they decide.
    pub tiebreakers: Vec<TiebreakerValue>,
}

impl StandingView {
    /// Shows a row of standings that belong to no tournament here, such as another program's file.
    #[must_use]
    pub fn named(row: &Row, name: String) -> StandingView {
        let values = row.values.iter();
        StandingView {
            rank: row.rank,
            player: PlayerRef {
                player: row.player,
                name,
            },
            status: None,
            points: row.points,
            record: WinRecord {
                wins: row.record.wins,
                draws: row.record.draws,
                losses: row.record.losses,
                unpaired: row.unpaired,
                byes: row.record.byes,
            },
            played: row.played,
            tiebreakers: values
                .map(|value| TiebreakerValue {
                    tiebreaker: value.tiebreaker,
                    exact: value.exact.to_string(),
                    shown: value.shown.clone(),
                })
                .collect(),
        }
    }

    /// Shows standings, the best first.
    #[must_use]
    pub fn all(state: &State, standings: &Standings) -> Vec<StandingView> {
        let view = |row: &Row| StandingView {
            status: state.player(row.player).map(|player| player.status),
            ..StandingView::named(row, state.name(row.player))
        };
        standings.rows.iter().map(view).collect()
    }
}

/// A final place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FinalPlace {
    /// The rank, from 1.
    pub rank: u32,
    /// The best of the places shared with all who got equally far.
    pub first: u32,
    /// The worst of them.
    pub last: u32,
    /// The player.
    #[serde(flatten)]
    pub player: PlayerRef,
}

impl FinalPlace {
    /// Returns the final ranking, once nothing is left to play (SE-5b).
    #[must_use]
    pub fn all(state: &State) -> Option<Vec<FinalPlace>> {
        let placed = placings(state)?.into_iter().map(|placed| FinalPlace {
            rank: placed.rank,
            first: placed.places.first,
            last: placed.places.last,
            player: PlayerRef::of(state, placed.player),
        });
        Some(placed.collect())
    }
}
