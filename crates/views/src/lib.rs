//! What a tournament looks like as data: rounds, matches, players, standings, brackets, each defined once.
//!
//! The command line's `--json`, the API, exports, webhooks and the static site all use these types, so a script that can
//! read one can read the others. Every view is made for a [`Viewer`], and contains only what that viewer may see:
//! drafts come out of `seen`, the same filter that the public pages read.

mod bracket;
mod clock;
mod player;
mod round;
mod standing;
mod tournament;

pub use bracket::{
    BracketGame, BracketGameStatus, BracketPart, BracketSlot, BracketView, SeededPlayer,
};
pub use clock::ClockView;
pub use player::{PlayerRef, PlayerView, StaffView};
pub use round::{MatchClaims, MatchView, RoundView, round_name};
pub use standing::{FinalPlace, StandingView, TiebreakerValue, WinRecord};
pub use tournament::{OutcomeView, TournamentView, champion};

use muster_tournament::PlayerId;
use muster_tournament::display::seen;
use muster_tournament::state::{Phase, State};
use std::borrow::Cow;

/// Who looks at a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Anybody: what the public pages show.
    Everybody,
    /// A player, who also sees what belongs to them.
    Player(PlayerId),
    /// A member of the staff, who sees drafts, disputes and contacts.
    Staff,
}

impl Viewer {
    /// Returns whether this is a member of the staff.
    #[must_use]
    pub fn is_staff(self) -> bool {
        self == Viewer::Staff
    }

    /// Returns the state without rounds and brackets that this viewer must not see.
    #[must_use]
    pub fn of(self, state: &State) -> Cow<'_, State> {
        match self {
            Viewer::Staff => Cow::Borrowed(state),
            Viewer::Everybody | Viewer::Player(_) => seen::published(state),
        }
    }

    /// Returns whether the lists' points are shown: they show what somebody plays.
    #[must_use]
    pub fn sees_list_points(self, state: &State, player: PlayerId) -> bool {
        self.is_staff() || self == Viewer::Player(player) || state.phase == Phase::Finished
    }
}
