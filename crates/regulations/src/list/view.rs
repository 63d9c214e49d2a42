//! What an opponent may see of a list, by regulation and stage, until the tournament is over.
//!
//! Relies on the documents' words about hidden and open cards; promises that what is kept back is not in the list that
//! is returned, and says in words what is missing and why.

use super::{Army, Deck, Decks, Fleet, List};
use crate::{Regulation, StageKind};
use serde::Serialize;

/// A list as an opponent may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpponentView {
    /// What may be seen; `None` where nothing may.
    pub list: Option<List>,
    /// What is kept back and why, in a sentence; empty where all is open.
    pub kept_back: &'static str,
    /// The clause it rests on.
    pub clause: &'static str,
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
        (Regulation::Xwing, List::Xwing(_)) => (Some(list.clone()), "", "XW-LIST"),
        (Regulation::Armada, List::Armada(fleet)) => {
            let open = Fleet {
                objectives: Vec::new(),
                ..fleet.clone()
            };
            let why = "Objective cards are shown to the first player at the table.";
            (Some(List::Armada(open)), why, "AR-FIRST")
        }
        (Regulation::Legion, List::Legion(army)) => {
            let open = Army {
                command_hand: Vec::new(),
                battle_deck: Vec::new(),
                ..army.clone()
            };
            let why =
                "Command and battle cards are hidden; the copy for opponents leaves them out.";
            (Some(List::Legion(open)), why, "LE-COPY")
        }
        (Regulation::Conquest, List::Conquest(army)) => {
            let open = Army {
                command_hand: Vec::new(),
                ..army.clone()
            };
            let why = "Command cards are hidden; everything else is open at any time.";
            (Some(List::Conquest(open)), why, "GC-LIST")
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
                let why = "Only the affiliations are open, for the choice of sides; objective sets are hidden.";
                (Some(List::Cardgame(open)), why, "CG-SIDE")
            }
            StageKind::Swiss => {
                let why = "Decks are hidden; affiliation cards are revealed at the table.";
                (None, why, "CG-LIST")
            }
        },
        // A list of another regulation cannot be handed in; nothing of it is shown.
        _ => (
            None,
            "The list is not one of this regulation.",
            super::check::list_clause(regulation),
        ),
    };
    OpponentView {
        list,
        kept_back,
        clause,
    }
}
