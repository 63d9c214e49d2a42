//! A round as it was when it was drawn: the draw itself and the state it was drawn from. Relies on the journal alone:
//! steps are undone newest first, so what came before a draw that counts has counted ever since.

use crate::decide;
use crate::draws::{self, SwissField};
use crate::entry::{Drawn, Gave};
use crate::ids::{PlayerId, RoundNo};
use crate::refusal::Refusal;
use crate::state::{Round, RoundStatus, State};
use crate::tournament::{self, Tournament};
use muster_pairing::swiss::{self, Check, Pair};

/// A round as it was drawn.
pub(super) struct AsDrawn<'a> {
    /// What was drawn, before anybody changed it by hand.
    pub(super) drawn: &'a Drawn,
    /// The state just before the draw, an earlier draft of the same round left out.
    pub(super) before: State,
    /// Pairs fixed by hand, around which the rest was drawn.
    pub(super) pins: Vec<[PlayerId; 2]>,
}

/// Returns the state after the first lines of the journal.
pub(super) fn state_at(tournament: &Tournament, position: u64) -> Option<State> {
    let count = usize::try_from(position).ok()?;
    tournament::fold(tournament.lines().get(..count)?).ok()
}

impl<'a> AsDrawn<'a> {
    /// Goes back to the draw of a round.
    pub(super) fn of(tournament: &'a Tournament, round: &Round) -> Result<AsDrawn<'a>, Refusal> {
        let line = round
            .drawn_at
            .checked_sub(1)
            .and_then(|index| tournament.lines().get(usize::try_from(index).ok()?));
        let missing = Refusal::NoSuchRound {
            round: round.number,
        };
        let Some(Gave::Drawn(drawn)) = line.map(|line| &line.core.entry.gave) else {
            return Err(missing);
        };
        let mut before = state_at(tournament, round.drawn_at.saturating_sub(1)).ok_or(missing)?;
        before
            .rounds
            .truncate((round.number.0 as usize).saturating_sub(1));
        Ok(AsDrawn {
            drawn,
            before,
            pins: decide::pins(round),
        })
    }

    /// Returns whether no Swiss round had been published before.
    pub(super) fn is_first(&self) -> bool {
        !self
            .before
            .swiss_rounds()
            .any(|round| round.status > RoundStatus::Draft)
    }

    /// Returns whether two players were paired by the draw.
    pub(super) fn pairs(&self, a: PlayerId, b: PlayerId) -> bool {
        self.drawn
            .pairs
            .iter()
            .any(|pair| [pair.a, pair.b] == [a, b] || [pair.b, pair.a] == [a, b])
    }

    /// Returns the players who were drawn, pinned ones left out.
    pub(super) fn free(&self) -> Vec<PlayerId> {
        let drawn = self.drawn.pairs.iter().flat_map(|pair| [pair.a, pair.b]);
        drawn
            .filter(|id| !self.pins.iter().any(|pin| pin.contains(id)))
            .collect()
    }

    /// Judges the draw: its floats with their reasons, its repeats, and whether it is best.
    pub(super) fn judged(&self) -> Judged {
        let field = SwissField::new(&self.before, &self.free(), &self.pins);
        let pairs = self.drawn.pairs.iter();
        let pairs: Vec<Pair> = pairs.map(|pair| draws::pair_of(pair.a, pair.b)).collect();
        let check = swiss::check(&field.as_swiss(), &pairs).ok();
        Judged {
            points: field.points,
            check,
        }
    }

    /// Returns the opponents of a player before the draw, oldest first.
    pub(super) fn met(&self, player: PlayerId) -> Vec<Met> {
        let published = self
            .before
            .swiss_rounds()
            .filter(|round| round.status > RoundStatus::Draft);
        published
            .filter_map(|round| {
                Some(Met {
                    opponent: round.match_of(player)?.opponent(player)?,
                    round: round.number,
                })
            })
            .collect()
    }
}

/// Somebody a player has met.
#[derive(Clone, Copy)]
pub(super) struct Met {
    pub(super) opponent: PlayerId,
    pub(super) round: RoundNo,
}

/// A judged draw.
pub(super) struct Judged {
    /// Points of each player of the tournament when the round was drawn.
    points: Vec<u32>,
    /// What is to be said about the pairs; nothing if they do not fit the field at all.
    pub(super) check: Option<Check>,
}

impl Judged {
    /// Returns the points a player had.
    pub(super) fn points(&self, player: PlayerId) -> u32 {
        self.points.get(player.index()).copied().unwrap_or(0)
    }
}
