//! What would be different: a tournament as it is beside a throw-away copy in which something happened otherwise.
//!
//! Relies on [`muster_tournament::impact`] for what differs between two states and on the engine for what follows from
//! it. Reads what everybody may know: no drafts, and no draw of the tournament's own seed is ever made here.
//! The copy is made by the real commands, so whatever the desk could not do is refused here as well.

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
use serde::Serialize;

/// What is assumed.
#[derive(Clone, Debug, Default)]
pub struct Assumed {
    /// How open matches of the round at hand end; their scores stay open.
    pub matches: Vec<Decided>,
    /// What the desk does: results with their scores, corrections, drops.
    pub commands: Vec<Command>,
    pub cut: Option<CutRule>,
}

/// How an open match ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The table of the round at hand.
    pub table: TableNo,
    /// Who wins; nobody in a draw.
    pub winner: Option<Seat>,
}

/// How much is worked out.
#[derive(Clone, Debug)]
pub struct Effort {
    /// Seed and strengths of the continuations.
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
    /// As it would be.
    pub then: Outlook,
    /// What the assumed commands change at once: standings, cut, byes, drafts.
    pub impact: Impact,
}

impl Compared {
    /// Returns who comes into the cut as it stands, besides those that the impact names.
    #[must_use]
    pub fn comes_in(&self) -> Vec<PlayerId> {
        let told = &self.impact.into_cut;
        only(&self.then.in_cut, &[&self.now.in_cut, told])
    }

    /// Returns who falls out of the cut as it stands, besides those that the impact names.
    #[must_use]
    pub fn falls_out(&self) -> Vec<PlayerId> {
        let told = &self.impact.out_of_cut;
        only(&self.now.in_cut, &[&self.then.in_cut, told])
    }
}

/// The players of a list that are in none of the others.
fn only(players: &[PlayerId], others: &[&Vec<PlayerId>]) -> Vec<PlayerId> {
    let fresh = |id: &&PlayerId| !others.iter().any(|other| other.contains(id));
    players.iter().filter(fresh).copied().collect()
}

/// Everything that is compared.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = WhatIfOutlook))]
pub struct Outlook {
    /// Everybody's chances.
    pub chances: Chances,
    /// Who is inside the cut as it stands.
    pub in_cut: Vec<PlayerId>,
    /// When the round and the day end.
    pub expected: Option<Expected>,
    /// The possible opponents of each player in the next unpublished round, the likeliest first.
    pub pairings: Vec<Possible>,
}

/// Possible opponents of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = PossiblePairings))]
pub struct Possible {
    /// The player whose opponents these are.
    pub player: PlayerId,
    /// Who, and how often.
    pub opponents: Vec<Opponent>,
}

/// A possible opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = PossibleOpponent))]
pub struct Opponent {
    /// The player who may be met.
    pub player: PlayerId,
    /// In how many draws.
    pub met: Rate,
}

/// Why nothing can be compared.
#[derive(Debug, thiserror::Error)]
pub enum WhatIfError {
    /// The desk could not do that either.
    #[error("{0:?}")]
    Refused(Box<Refusal>),
    /// There is no open match at a table.
    #[error("table {0} has no open match in this round")]
    NotOpen(TableNo),
    /// A cut needs Swiss rounds that are still being played.
    #[error("the cut can be changed only until it is made")]
    NoCut,
    /// The tournament cannot be played on.
    #[error(transparent)]
    Start(#[from] StartError),
    /// It was called off.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Draws from which possible pairings are counted.
const DRAWS: u32 = 1_000;
/// Fields up to this size have their pairings counted.
const MOST_PLAYERS: usize = 1_000;
/// Opponents that are named for each player.
const MOST_OPPONENTS: usize = 6;

/// Returns the state in which the assumed commands were given and the cut is another one.
pub fn copy(
    tournament: &Tournament,
    assumed: &Assumed,
    now: Timestamp,
) -> Result<State, WhatIfError> {
    let mut trial = tournament.clone();
    for command in &assumed.commands {
        let request = Request::new(By::Staff(ORGANIZER), now, command.clone());
        // Without seeds nothing can be drawn, so nothing of a coming draw can be seen.
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

/// Compares a tournament with its copy in which something happened otherwise.
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

/// Returns whose chances a step changes: `before` and `after` it.
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

/// Works out what follows from a state and from matches that end in a known way.
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

/// Draws the next round many times and counts who meets.
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
