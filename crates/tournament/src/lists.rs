//! The players' lists in a tournament: what is known about them, who may see them, and whether one may be handed in.
//!
//! Relies on the regulations for the check of a list and for what opponents may see; promises that nothing of a list is
//! shown to anybody else before the tournament is over.

use crate::attachment::{Attachment, Content};
use crate::codes::codes;
use crate::command::{Command, ListCommand};
use crate::ids::{By, PlayerId};
use crate::personal::Sealed;
use crate::refusal::{NotNow, Refusal, Selection, TextField, TextProblem};
use crate::state::{Phase, RoundStatus, State};
use jiff::Timestamp;
use muster_regulations::list::{
    Catalogue, Context, MOST_CARDS, OpponentView, Problem, Weight, check, what_opponent_may_see,
};
use muster_regulations::{List, Regulation, StageKind};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A list as the journal knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandedIn {
    /// Position in the journal of the line that brought it.
    pub position: u64,
    /// Digest of the list.
    pub sealed: Sealed,
    /// The list itself, if it is beside the line.
    pub list: Option<List>,
    /// Why staff accepted it although it breaks a rule.
    pub excused: Option<String>,
    /// Why it replaced a locked list, each time that happened.
    pub corrections: Vec<String>,
}

/// All that a tournament knows about lists.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    /// Everybody present must have one before the start.
    pub required: bool,
    /// Until when players may hand in.
    pub until: Option<Timestamp>,
    /// The known lists, by player. Shared, because states are copied often.
    pub of: BTreeMap<PlayerId, Arc<HandedIn>>,
    /// The catalogue, if its cards are beside the line that brought it.
    pub catalogue: Option<Arc<Catalogue>>,
}

/// What somebody may see of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen<'a> {
    All(&'a List),
    /// What an opponent may see.
    Part(Box<OpponentView>),
    /// Nothing, for a reason.
    Nothing(ListHidden),
}

/// Why nothing of a list is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListHidden {
    /// No list is available.
    NoList,
    /// Only the opponent of the round sees it, and everybody after the end.
    OnlyOpponent,
    /// Everybody sees it after the end.
    UntilTheEnd,
}

codes!(ListHidden {
    ListHidden::NoList => "list-hidden.no-list",
    ListHidden::OnlyOpponent => "list-hidden.only-opponent",
    ListHidden::UntilTheEnd => "list-hidden.until-the-end",
});

impl State {
    /// Returns the list of a player, if one was handed in and its content is available.
    #[must_use]
    pub fn list(&self, player: PlayerId) -> Option<&List> {
        self.lists.of.get(&player)?.list.as_ref()
    }

    /// Returns what a list is compared with.
    #[must_use]
    pub fn list_context(&self) -> Context<'_> {
        Context {
            tier: self.setup.tier,
            date: self.setup.date,
            catalogue: self.lists.catalogue.as_deref(),
        }
    }

    /// Checks a list against the regulation, tier, date and catalogue of this tournament.
    #[must_use]
    pub fn check_list(&self, list: &List) -> Vec<Problem> {
        check(self.setup.regulation, list, &self.list_context())
    }

    /// Returns what somebody may see of a player's list; `None` is a spectator.
    #[must_use]
    pub fn seen_list(&self, viewer: Option<By>, owner: PlayerId) -> Seen<'_> {
        let Some(list) = self.list(owner) else {
            return Seen::Nothing(ListHidden::NoList);
        };
        match viewer {
            Some(By::Staff(_)) => Seen::All(list),
            Some(By::Player(viewer)) if viewer == owner => Seen::All(list),
            _ if self.phase == Phase::Finished => Seen::All(list),
            Some(By::Player(viewer)) => match self.facing(viewer, owner) {
                Some(stage) => {
                    let view = what_opponent_may_see(self.setup.regulation, stage, list);
                    Seen::Part(Box::new(view))
                }
                None => Seen::Nothing(ListHidden::OnlyOpponent),
            },
            None => Seen::Nothing(ListHidden::UntilTheEnd),
        }
    }

    /// The stage in which two players face each other right now.
    fn facing(&self, a: PlayerId, b: PlayerId) -> Option<StageKind> {
        let round = self
            .current()
            .filter(|round| round.status != RoundStatus::Draft)?;
        round.match_of(a)?.seat(b)?;
        Some(round.stage)
    }

    /// Returns whether lists are fixed: the tournament has begun (COMP-4, GC-LIST).
    #[must_use]
    pub fn lists_fixed(&self) -> bool {
        self.phase != Phase::Registration
    }

    /// Returns the players present without a list, in order of registration.
    #[must_use]
    pub fn without_list(&self) -> Vec<PlayerId> {
        let present = self.active().map(|player| player.id);
        present
            .filter(|id| !self.lists.of.contains_key(id))
            .collect()
    }
}

/// Returns the clause by which lists are fixed at the start.
#[must_use]
pub fn fixed_by(regulation: Regulation) -> &'static str {
    match regulation {
        Regulation::Conquest => "GC-LIST",
        _ => "COMP-4",
    }
}

/// Returns the command that hands in a list.
#[must_use]
pub fn hand_in(
    player: PlayerId,
    list: &Attachment,
    reason: Option<String>,
    excused: Option<String>,
) -> Command {
    let (points, faction) = match &list.content {
        Content::List(list) => (list.points(), open_faction(list)),
        Content::Catalogue(_) => (None, None),
    };
    Command::List(ListCommand::HandIn {
        player,
        list: list.seal(),
        points,
        faction,
        reason,
        excused,
    })
}

/// Affiliations of the Card Game are hidden until the choice of sides (CG-SIDE); a faction elsewhere is not.
fn open_faction(list: &List) -> Option<String> {
    match list {
        List::Cardgame(_) => None,
        list => list.faction(),
    }
}

/// What must be present beside a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beside {
    /// The line is new: what it names must come with it.
    Given,
    /// The line is old: what it names may have been left out.
    MayBeMissing,
}

/// Judges what is beside a line, and the time of a list. Everything else is judged by [`crate::decide`].
pub(crate) fn admit(
    state: &State,
    by: By,
    at: Timestamp,
    command: &Command,
    attached: Option<&Attachment>,
    beside: Beside,
) -> Result<(), Refusal> {
    let Command::List(command) = command else {
        return match attached {
            Some(_) => Err(Refusal::Unsealed),
            None => Ok(()),
        };
    };
    if let (ListCommand::HandIn { .. }, By::Player(_), Some(until)) =
        (command, by, state.lists.until)
        && at > until
    {
        return Err(NotNow::ListDeadline(until).into());
    }
    match (command.sealed(), attached) {
        (None, None) => Ok(()),
        (Some(_), None) if beside == Beside::MayBeMissing => Ok(()),
        (Some(sealed), Some(attached)) if attached.seal() == sealed => {
            fits(state, command, &attached.content)
        }
        _ => Err(Refusal::Unsealed),
    }
}

/// Checks that a list is valid or excused, that the line states its points and faction, and that a catalogue is not too
/// large.
fn fits(state: &State, command: &ListCommand, content: &Content) -> Result<(), Refusal> {
    match (command, content) {
        (
            ListCommand::HandIn {
                points,
                faction,
                excused,
                ..
            },
            Content::List(list),
        ) => {
            if list.points() != *points || open_faction(list) != *faction {
                return Err(Refusal::Unsealed);
            }
            let breaches = state.check_list(list).into_iter();
            let breaches: Vec<Problem> = breaches.filter(|p| p.weight == Weight::Breach).collect();
            match (breaches.as_slice(), excused) {
                ([], None) | ([_, ..], Some(_)) => Ok(()),
                ([], Some(_)) => Err(Refusal::Text {
                    field: TextField::Excuse,
                    problem: TextProblem::NotNeeded,
                }),
                ([_, ..], None) => Err(Refusal::List { problems: breaches }),
            }
        }
        (ListCommand::Catalogue { .. }, Content::Catalogue(cards)) if cards.len() <= MOST_CARDS => {
            Ok(())
        }
        (ListCommand::Catalogue { .. }, Content::Catalogue(cards)) => Err(Selection::Catalogue {
            cards: cards.len(),
            most: MOST_CARDS,
        }
        .into()),
        _ => Err(Refusal::Unsealed),
    }
}
