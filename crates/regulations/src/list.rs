//! Lists: what a player brings — squad, fleet, army or two decks — as one structured value per regulation, and the check
//! of a list against its document.
//!
//! Relies on what is in the list, and on an imported [`Catalogue`] where there is one; no card data is shipped.
//! Promises that every problem names the entry, the value, the clause and a way out, that any list at all gets an
//! answer, and that totals cannot overflow.

mod army;
mod catalogue;
mod check;
mod decks;
mod example;
mod fleet;
mod item;
mod legal;
mod names;
mod piece;
mod problem;
mod read;
#[cfg(feature = "schema")]
mod schema;
mod squad;
mod view;

pub use army::{Army, BattleCard, BattleKind, CommandCard};
pub use catalogue::{CardRecord, Catalogue, Doubled, MOST_CARDS};
pub use check::{Context, check};
pub use decks::{Deck, Decks, ObjectiveSet};
pub use example::example;
pub use fleet::{Category, Fleet, Objective};
pub use legal::first_legal_day;
pub use names::{bare, distinction, folded, show};
pub use piece::{Piece, Upgrade};
pub use problem::{Entry, EntryKind, Finding, ListNumber, ListRefusal, Problem, Weight};
pub use read::MOST_TEXT;
#[cfg(feature = "schema")]
pub use schema::schema;
pub use squad::Squad;
pub use view::{KeptBack, OpponentView, what_opponent_may_see};

use crate::Regulation;
use piece::total;
use serde::{Deserialize, Serialize};

/// Most entries of one list, upgrades and cards included: the documents set no limit; this one only keeps lists reasonably short.
pub const MOST_ENTRIES: usize = 500;
/// Longest name of anything on a list, in characters of any script.
pub const LONGEST_NAME: usize = 120;
/// Most points of one card; far above any card, it only catches typing mistakes.
pub const MOST_POINTS: u32 = 9_999;
/// Most copies of one entry.
pub const MOST_COPIES: u32 = 99;

/// What cards and obstacles of a list belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardGroup {
    /// X-Wing.
    Obstacles,
    /// X-Wing.
    DamageDeck,
    /// Armada.
    Objectives,
    /// Legion, Conquest.
    CommandHand,
    /// Legion, Conquest.
    BattleDeck,
    /// Legion, Conquest.
    OtherCards,
    /// Card Game.
    Light,
    /// Card Game.
    Dark,
}

/// A list under one of the five regulations. In a journal it carries the regulation's name, `{"xwing": {…}}`; people
/// write just the inner part, which [`Regulation::parse_list`] reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum List {
    Xwing(Squad),
    Armada(Fleet),
    /// Legion (2020): an army with command hand and battle deck.
    Legion(Army),
    /// Legion Galactic Conquest (2026): an army with command and battle cards.
    Conquest(Army),
    /// Star Wars: The Card Game: two decks.
    Cardgame(Decks),
}

impl List {
    /// Returns the regulation the list is written for.
    #[must_use]
    pub fn regulation(&self) -> Regulation {
        match self {
            List::Xwing(_) => Regulation::Xwing,
            List::Armada(_) => Regulation::Armada,
            List::Legion(_) => Regulation::Legion,
            List::Conquest(_) => Regulation::Conquest,
            List::Cardgame(_) => Regulation::Cardgame,
        }
    }

    /// Returns an empty list of a regulation, to be filled in.
    #[must_use]
    pub fn empty(regulation: Regulation) -> List {
        match regulation {
            Regulation::Xwing => List::Xwing(Squad::default()),
            Regulation::Armada => List::Armada(Fleet::default()),
            Regulation::Legion => List::Legion(Army::default()),
            Regulation::Conquest => List::Conquest(Army::default()),
            Regulation::Cardgame => List::Cardgame(Decks::default()),
        }
    }

    /// Returns the list as people write it, without the name of the regulation.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        let json = match self {
            List::Xwing(list) => serde_json::to_value(list),
            List::Armada(list) => serde_json::to_value(list),
            List::Legion(list) | List::Conquest(list) => serde_json::to_value(list),
            List::Cardgame(list) => serde_json::to_value(list),
        };
        // Plain structs with text keys always become JSON; tests read every kind of list back.
        json.unwrap_or_default()
    }

    /// Returns the pieces that are put on the table, in order; the score calculator numbers them like this.
    #[must_use]
    pub fn pieces(&self) -> Vec<&Piece> {
        match self {
            List::Xwing(squad) => squad.ships.iter().collect(),
            List::Armada(fleet) => fleet.pieces().collect(),
            List::Legion(army) | List::Conquest(army) => army.units.iter().collect(),
            List::Cardgame(_) => Vec::new(),
        }
    }

    /// Returns everything else: cards and obstacles, by group.
    #[must_use]
    pub fn cards(&self) -> Vec<(CardGroup, Vec<String>)> {
        match self {
            List::Xwing(squad) => vec![
                (CardGroup::Obstacles, squad.obstacles.clone()),
                (
                    CardGroup::DamageDeck,
                    squad.damage_deck.iter().cloned().collect(),
                ),
            ],
            List::Armada(fleet) => {
                let objectives = fleet.objectives.iter();
                let objectives =
                    objectives.map(|card| format!("{} ({})", card.name, card.category.word()));
                vec![(CardGroup::Objectives, objectives.collect())]
            }
            List::Legion(army) | List::Conquest(army) => {
                let hand = army.command_hand.iter();
                let hand = hand.map(|card| format!("{} ({})", card.name, card.pips));
                let battle = army.battle_deck.iter().map(|card| card.name.clone());
                vec![
                    (CardGroup::CommandHand, hand.collect()),
                    (CardGroup::BattleDeck, battle.collect()),
                    (CardGroup::OtherCards, army.other_cards.clone()),
                ]
            }
            List::Cardgame(decks) => {
                let sets = |deck: &Deck| {
                    let sets = deck.sets.iter();
                    let sets = sets.map(|set| format!("{} × {}", set.count, set.name));
                    std::iter::once(deck.affiliation.clone())
                        .chain(sets)
                        .filter(|text| !text.is_empty())
                        .collect()
                };
                vec![
                    (CardGroup::Light, sets(&decks.light)),
                    (CardGroup::Dark, sets(&decks.dark)),
                ]
            }
        }
    }

    /// Returns the total in points, or `None` where lists have none (Card Game).
    #[must_use]
    pub fn points(&self) -> Option<u32> {
        match self {
            List::Cardgame(_) => None,
            _ => {
                let total = total(self.pieces());
                Some(u32::try_from(total).unwrap_or(u32::MAX))
            }
        }
    }

    /// Returns the faction, or the two affiliations of the Card Game, as shown beside a player's name.
    #[must_use]
    pub fn faction(&self) -> Option<String> {
        let faction = match self {
            List::Xwing(squad) => squad.faction.clone(),
            List::Armada(fleet) => fleet.faction.clone(),
            List::Legion(army) | List::Conquest(army) => army.faction.clone(),
            List::Cardgame(Decks { light, dark }) => [light, dark]
                .map(|deck| deck.affiliation.trim())
                .into_iter()
                .filter(|affiliation| !affiliation.is_empty())
                .collect::<Vec<_>>()
                .join(" / "),
        };
        let faction = faction.trim();
        (!faction.is_empty()).then(|| faction.to_owned())
    }
}
