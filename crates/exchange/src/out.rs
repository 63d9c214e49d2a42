//! Our tournaments as files for others: tables as CSV and JSON, the JSON of ListFortress, Cryodex and NRTM, and the
//! schedule as iCalendar. One file per format; text out, nothing else.
//!
//! Relies on the state only; promises that drafts are never exported, that an [`Audience`] gets no more than its
//! pages show, that no cell of a CSV is taken for a formula, and that whatever a format does not carry is listed.

mod cryodex;
mod foreign;
pub mod ical;
mod listfortress;
mod nrtm;
mod scores;
mod tables;

pub use foreign::{Written, write};
pub(crate) use tables::is_formula;
pub use tables::{What, csv, everything, json, sheet};

use muster_tournament::state::{
    Match, MatchStatus, Phase, Player, Round, RoundStatus, State, Status,
};
use muster_tournament::{PlayerId, RoundNo};
use muster_views::Viewer;

/// Who a file is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Everybody: what the public pages show. No clubs and contacts; points of lists once the tournament is over.
    Everybody,
    /// The staff of the tournament.
    Staff,
}

impl Audience {
    /// Returns whose view of the players it is.
    fn viewer(self) -> Viewer {
        match self {
            Audience::Everybody => Viewer::Everybody,
            Audience::Staff => Viewer::Staff,
        }
    }

    /// Returns whether the points of lists may be seen.
    fn sees_lists(self, state: &State) -> bool {
        self == Audience::Staff || state.phase == Phase::Finished
    }
}

/// Returns the rounds that are for others to see.
fn rounds(state: &State) -> impl Iterator<Item = &Round> {
    state
        .rounds
        .iter()
        .filter(|round| round.status > RoundStatus::Draft)
}

/// Returns the name of a player as it was given; whoever was erased has a number.
fn plain_name(state: &State, player: &Player) -> String {
    match &player.personal {
        Some(personal) => personal.name.clone(),
        None => state.name(player.id),
    }
}

fn left(player: &Player) -> bool {
    matches!(player.status, Status::Dropped | Status::Disqualified)
}

/// Returns the last Swiss round that a player was in; 0 for none.
fn last_seen(state: &State, player: PlayerId) -> u32 {
    let seen = rounds(state).filter(|round| round.holds(player));
    let swiss = seen.filter(|round| round.stage == muster_regulations::StageKind::Swiss);
    swiss.last().map_or(0, |round| round.number.0)
}

/// Splits a round into the matches that were played and the players who advanced or had a bye.
fn parted<'a>(state: &State, round: &'a Round) -> (Vec<&'a Match>, Vec<PlayerId>) {
    let over = |m: &&Match| m.status != MatchStatus::Walkover;
    let (played, walked): (Vec<&Match>, Vec<&Match>) = round.matches.iter().partition(over);
    let stays = |id: PlayerId| {
        state
            .player(id)
            .is_some_and(|player| player.gone_from.is_none())
    };
    let on = walked
        .into_iter()
        .filter_map(|m| [m.a, m.b].into_iter().find(|id| stays(*id)));
    let byes = round.byes.iter().copied();
    (played, byes.chain(on).collect())
}

/// Returns whether a player took part; whoever never came did not.
fn took_part(state: &State, player: &Player) -> bool {
    !left(player) || state.recorded.is_some() || last_seen(state, player.id) > 0
}

/// Returns whether a player was in the bracket.
fn in_bracket(state: &State, id: PlayerId) -> bool {
    match &state.knockout {
        Some(knockout) => knockout.seeds.contains(&id),
        None => {
            let source = state.recorded.as_ref();
            source.is_some_and(|source| source.place(id).is_some())
                || state.elimination_rounds().any(|round| round.holds(id))
        }
    }
}

/// Returns the number of a round within its stage, from 1.
fn number_in_stage(state: &State, round: &Round) -> RoundNo {
    let stage = rounds(state).filter(|other| other.stage == round.stage);
    let before = stage.filter(|other| other.number <= round.number).count();
    RoundNo(u32::try_from(before).unwrap_or(u32::MAX))
}
