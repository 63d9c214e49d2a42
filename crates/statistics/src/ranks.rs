//! Ranks over the rounds: where everybody stood after each Swiss round, and where the cut was made.

use muster_tournament::display::seen;
use muster_tournament::standings::standings;
use muster_tournament::state::{RoundStatus, State};
use muster_tournament::{PlayerId, RoundNo};
use serde::Serialize;

/// Ranks after each finished Swiss round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = RankHistory))]
pub struct Ranks {
    /// The rounds, in order.
    pub rounds: Vec<RoundNo>,
    /// How many went on to the bracket, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<u32>,
    /// A course for each player, in order of the last rank.
    pub courses: Vec<Course>,
}

/// Where a player stood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = PlayerRankHistory))]
pub struct Course {
    /// Who.
    pub player: PlayerId,
    /// The name.
    pub name: String,
    /// The rank after each round; none before a late entry, or after a removal.
    pub ranks: Vec<Option<u32>>,
}

/// Returns the ranks over the rounds; `None` before two rounds are over, for one is a list, not a course.
pub(crate) fn ranks(state: &State) -> Option<Ranks> {
    let finished = state
        .swiss_rounds()
        .filter(|round| round.status == RoundStatus::Finished);
    let rounds: Vec<RoundNo> = finished.map(|round| round.number).collect();
    let last = *rounds.last().filter(|_| rounds.len() > 1)?;
    let tables: Vec<Vec<Option<u32>>> = rounds
        .iter()
        .map(|round| {
            let mut ranks = vec![None; state.players.places()];
            for row in standings(&seen::after(state, *round)).rows {
                if let Some(place) = ranks.get_mut(row.player.index()) {
                    *place = row.rank;
                }
            }
            ranks
        })
        .collect();
    let courses = standings(&seen::after(state, last))
        .rows
        .into_iter()
        .map(|row| Course {
            player: row.player,
            name: state.name(row.player),
            ranks: tables
                .iter()
                .map(|table| table.get(row.player.index()).copied().flatten())
                .collect(),
        });
    let seeds = state.knockout.as_ref().map(|knockout| knockout.seeds.len());
    Some(Ranks {
        cut: seeds.and_then(|seeds| u32::try_from(seeds).ok()),
        courses: courses.collect(),
        rounds,
    })
}
