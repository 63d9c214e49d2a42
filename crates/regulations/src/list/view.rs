//! What an opponent may see of a list, by regulation and stage, until the tournament is over.
//!
//! Relies on the documents' words about hidden and open cards; promises that hidden parts are not in the list
//! that is returned, and says what is missing.

use super::{Army, Deck, Decks, Fleet, List};
use crate::{Regulation, StageKind};
use serde::Serialize;

/// A list as an opponent may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpponentView {
    /// What may be seen; `None` where nothing may.
    pub list: Option<List>,
    /// What is hidden; `None` if everything is open.
    pub kept_back: Option<KeptBack>,
    pub clause: &'static str,
}

/// What an opponent does not see of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum KeptBack {
    /// Armada: objective cards, until the game.
    Objectives,
    /// Legion: command and battle cards.
    CommandAndBattleCards,
    /// Conquest: command cards.
    CommandCards,
    /// Card Game bracket: everything but the affiliations.
    ObjectiveSets,
    /// Card Game: both decks.
    Decks,
    /// All of a list of another regulation, which cannot be handed in.
    OtherRegulation,
}

/// Returns what the opponent of a match may see of a list. `stage` is the stage of the match: in the Card Game only the
/// bracket opens the affiliations, for the higher seed's choice.
#[must_use]
pub fn what_opponent_may_see(
    regulation: Regulation,
    stage: StageKind,
    list: &List,
) -> OpponentView {
    let (list, kept_back, clause) = match (regulation, list) {
        (Regulation::Xwing, List::Xwing(_)) => (Some(list.clone()), None, "XW-LIST"),
        (Regulation::Armada, List::Armada(fleet)) => {
            let open = Fleet {
                objectives: Vec::new(),
                ..fleet.clone()
            };
            let kept = KeptBack::Objectives;
            (Some(List::Armada(open)), Some(kept), "AR-FIRST")
        }
        (Regulation::Legion, List::Legion(army)) => {
            let open = Army {
                command_hand: Vec::new(),
                battle_deck: Vec::new(),
                ..army.clone()
            };
            let kept = KeptBack::CommandAndBattleCards;
            (Some(List::Legion(open)), Some(kept), "LE-COPY")
        }
        (Regulation::Conquest, List::Conquest(army)) => {
            let open = Army {
                command_hand: Vec::new(),
                ..army.clone()
            };
            let kept = KeptBack::CommandCards;
            (Some(List::Conquest(open)), Some(kept), "GC-LIST")
        }
        (Regulation::Cardgame, List::Cardgame(decks)) => match stage {
            StageKind::Elimination => {
                let only = |deck: &Deck| Deck {
                    affiliation: deck.affiliation.clone(),
                    sets: Vec::new(),
                };
                let open = Decks {
                    light: only(&decks.light),
                    dark: only(&decks.dark),
                };
                let kept = KeptBack::ObjectiveSets;
                (Some(List::Cardgame(open)), Some(kept), "CG-SIDE")
            }
            StageKind::Swiss => (None, Some(KeptBack::Decks), "CG-LIST"),
        },
        // A list of another regulation cannot be handed in; nothing is shown.
        _ => (
            None,
            Some(KeptBack::OtherRegulation),
            super::check::list_clause(regulation),
        ),
    };
    OpponentView {
        list,
        kept_back,
        clause,
    }
}
