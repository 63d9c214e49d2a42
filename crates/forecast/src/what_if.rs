//! Compares a tournament with a throw-away copy in which something is different.
//!
//! [`muster_tournament::impact`] says how two states differ, and the engine what follows from that. Uses only what is
//! public: no drafts, and nothing is ever drawn from the tournament's own seed. The copy is changed by real commands, so
//! it refuses whatever the desk could not do.

use crate::chances::{self, Chances, Moved, chances};
use crate::engine::{self, Cancelled, Options, Run, Start, StartError};
use crate::planner::Breaks;
use crate::schedule::{Expected, expected};
use jiff::Timestamp;
use muster_regulations::{CutRule, Seat, StageKind, Verdict};
use muster_statistics::Rate;
use muster_tournament::display::seen;
use muster_tournament::ids::ORGANIZER;
use muster_tournament::impact::{Impact, impact, inside_cut};
use muster_tournament::journal::GENESIS;
use muster_tournament::seeds::Seedless;
use muster_tournament::state::{Round, State};
use muster_tournament::{By, Command, PlayerId, Refusal, Request, TableNo, Tournament};
use serde::{Deserialize, Serialize};

/// What is different in the copy.
#[derive(Clone, Debug, Default)]
pub struct Assumed {
    /// How open matches of the current round end, without their scores.
    pub matches: Vec<Decided>,
    /// What the desk does: reports with scores, corrections, drops.
    pub commands: Vec<Command>,
    pub cut: Option<CutRule>,
}

/// An assumed result of an open match in the current round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = AssumedMatch))]
pub struct Decided {
    /// A table of the current round.
    pub table: TableNo,
    /// The winner; omit for a draw.
    #[serde(default)]
    pub winner: Option<Seat>,
}

/// How the comparison is computed.
#[derive(Clone, Debug)]
pub struct Effort {
    /// How the rest of the tournament is simulated.
    pub options: Options,
    pub simulations: u32,
    /// The breaks of the day.
    pub breaks: Breaks,
    pub now: Timestamp,
}

/// The tournament as it is, and as it would be.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    pub now: Outlook,
    pub then: Outlook,
    /// What the commands change immediately: standings, cut, byes, drafts.
    pub impact: Impact,
}

impl Compared {
    /// Returns who would be inside the cut now, apart from those in the impact.
    #[must_use]
    pub fn comes_in(&self) -> Vec<PlayerId> {
        let known = &self.impact.into_cut;
        only(&self.then.in_cut, &[&self.now.in_cut, known])
    }

    /// Returns who would be outside the cut now, apart from those in the impact.
    #[must_use]
    pub fn falls_out(&self) -> Vec<PlayerId> {
        let known = &self.impact.out_of_cut;
        only(&self.now.in_cut, &[&self.then.in_cut, known])
    }
}

/// The players that are in none of the other lists.
fn only(players: &[PlayerId], others: &[&Vec<PlayerId>]) -> Vec<PlayerId> {
    let fresh = |id: &&PlayerId| !others.iter().any(|other| other.contains(id));
    players.iter().filter(fresh).copied().collect()
}

/// One side of the comparison.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = WhatIfOutlook))]
pub struct Outlook {
    pub chances: Chances,
    /// Who is inside the cut at the moment.
    pub in_cut: Vec<PlayerId>,
    /// When the round and the day are expected to end.
    pub expected: Option<Expected>,
    /// The possible opponents of each player in the next unpublished round, the likeliest first.
    pub pairings: Vec<Possible>,
}

/// The possible opponents of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = PossiblePairings))]
pub struct Possible {
    pub player: PlayerId,
    /// The likeliest first.
    pub opponents: Vec<Opponent>,
}

/// A possible opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = PossibleOpponent))]
pub struct Opponent {
    pub player: PlayerId,
    /// In how many simulated draws the two met.
    pub met: Rate,
}

/// Why a comparison failed.
#[derive(Debug, thiserror::Error)]
pub enum WhatIfError {
    /// The desk could not give this command either.
    #[error("{0:?}")]
    Refused(Box<Refusal>),
    /// There is no open match at this table.
    #[error("table {0} has no open match in this round")]
    NotOpen(TableNo),
    /// The cut is already made, or there are no Swiss rounds.
    #[error("the cut can be changed only until it is made")]
    NoCut,
    /// The tournament cannot be simulated.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The caller stopped it.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// How often the next round is drawn to find possible pairings.
const DRAWS: u32 = 1_000;
/// Possible pairings are not computed for larger fields.
const MOST_PLAYERS: usize = 1_000;
/// The most opponents listed for each player.
const MOST_OPPONENTS: usize = 6;

/// Returns the state of the copy after the commands and with the cut.
pub fn copy(
    tournament: &Tournament,
    assumed: &Assumed,
    now: Timestamp,
) -> Result<State, WhatIfError> {
    let mut trial = tournament.clone();
    for command in &assumed.commands {
        let request = Request::new(By::Staff(ORGANIZER), now, command.clone());
        // Without seeds nothing can be drawn, so nobody can learn anything about a draw to come.
        trial
            .act(request.salted(GENESIS), &Seedless)
            .map_err(|refusal| WhatIfError::Refused(Box::new(refusal)))?;
    }
    let mut state = trial.state().clone();
    if let Some(cut) = assumed.cut {
        let open = state.knockout.is_none() && state.swiss_rounds().next().is_some();
        let structure = state.structure.as_mut().filter(|_| open);
        structure.ok_or(WhatIfError::NoCut)?.cut = cut;
    }
    Ok(state)
}

/// Compares a tournament with a copy in which something is different.
pub fn compare(
    tournament: &Tournament,
    assumed: &Assumed,
    effort: &Effort,
    cancelled: impl Fn() -> bool + Sync,
) -> Result<Compared, WhatIfError> {
    let then = copy(tournament, assumed, effort.now)?;
    let now = tournament.state();
    Ok(Compared {
        now: outlook(now, &[], effort, &cancelled)?,
        then: outlook(&then, &assumed.matches, effort, &cancelled)?,
        impact: impact(now, &then),
    })
}

/// Returns whose chances changed from one state to another.
pub fn chances_moved(
    before: &State,
    after: &State,
    options: &Options,
    simulations: u32,
) -> Result<Vec<Moved>, WhatIfError> {
    let worked = |state: &State| {
        let start = Start::of_state(&seen::published(state))?;
        Ok::<_, WhatIfError>(chances(&start, options, simulations, || false)?)
    };
    Ok(chances::moved(&worked(before)?, &worked(after)?))
}

/// Computes one side of the comparison: a state, and open matches that end in a known way.
pub fn outlook(
    state: &State,
    matches: &[Decided],
    effort: &Effort,
    cancelled: impl Fn() -> bool + Sync,
) -> Result<Outlook, WhatIfError> {
    let state = &*seen::published(state);
    let mut start = Start::of_state(state)?;
    for decided in matches {
        let open = state
            .in_play()
            .and_then(|round| open_at(round, decided.table));
        let verdict = match decided.winner {
            Some(Seat::A) => Verdict::Win,
            Some(Seat::B) => Verdict::Loss,
            None => Verdict::Draw,
        };
        if !open.is_some_and(|player| start.assume(player, verdict)) {
            return Err(WhatIfError::NotOpen(decided.table));
        }
    }
    Ok(Outlook {
        chances: chances(&start, &effort.options, effort.simulations, &cancelled)?,
        in_cut: inside_cut(state),
        expected: expected(state, &effort.breaks, effort.now),
        pairings: pairings(state, &start, effort, &cancelled)?,
    })
}

/// The first player of the open match at a table.
fn open_at(round: &Round, table: TableNo) -> Option<PlayerId> {
    let mut open = round.open();
    open.find(|m| m.table == table).map(|m| m.a)
}

/// Draws the next round many times and counts who meets whom.
fn pairings(
    state: &State,
    start: &Start,
    effort: &Effort,
    cancelled: impl Fn() -> bool + Sync,
) -> Result<Vec<Possible>, Cancelled> {
    let swiss = state
        .current()
        .is_none_or(|round| round.stage == StageKind::Swiss);
    let players = start.players();
    if start.rounds_left() == 0 || !swiss || players > MOST_PLAYERS {
        return Ok(Vec::new());
    }
    let draws = effort.simulations.min(DRAWS);
    let met = engine::run(
        start,
        &effort.options,
        draws.into(),
        cancelled,
        || vec![0u32; players * players],
        |met: &mut Vec<u32>, run: &Run<'_>| {
            for player in 0..run.players() {
                let own = u32::try_from(player).unwrap_or(u32::MAX);
                if let Some(other) = run.opponent(own) {
                    met[player * players + other as usize] += 1;
                }
            }
        },
        |mut one, two| {
            one.iter_mut().zip(two).for_each(|(one, two)| *one += two);
            one
        },
    )?;
    let playing = (0..players).filter(|player| start.plays(PlayerId::at(*player)));
    let possible = playing.map(|player| {
        let row = met[player * players..(player + 1) * players].iter();
        let mut opponents: Vec<Opponent> = (0..)
            .zip(row)
            .filter(|(_, won)| **won > 0)
            .map(|(other, won)| Opponent {
                player: PlayerId::at(other),
                met: Rate {
                    won: *won,
                    of: draws,
                },
            })
            .collect();
        opponents.sort_by_key(|one| (std::cmp::Reverse(one.met.won), one.player));
        opponents.truncate(MOST_OPPONENTS);
        Possible {
            player: PlayerId::at(player),
            opponents,
        }
    });
    Ok(possible.collect())
}
