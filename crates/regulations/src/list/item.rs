//! Every named thing of a list in one row, whatever the regulation, so that what holds for all is checked once.
//!
//! Relies on the list types; promises the order in which the list is read.

use super::decks::side_word;
use super::{List, Piece};
use jiff::civil::Date;

/// What kind of thing a name on a list means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class<'a> {
    /// Something that is put on the table.
    Piece(Stands),
    /// An upgrade, with its slot.
    Upgrade(Option<&'a str>),
    /// An objective set, with its product.
    Set(Option<&'a str>),
    /// A card without points: command, battle or objective card, obstacle.
    Card,
}

/// Something that is put on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stands {
    Ship,
    Flotilla,
    Squadron,
    Unit,
}

impl Class<'_> {
    /// Returns whether names of this kind must be distinguishable on the list (LIST-NAME).
    pub(super) fn told_apart(self) -> bool {
        !matches!(self, Class::Card)
    }
}

/// A named thing of a list.
#[derive(Clone, Debug)]
pub(super) struct Item<'a> {
    pub(super) place: String,
    pub(super) name: &'a str,
    pub(super) class: Class<'a>,
    pub(super) points: Option<u32>,
    pub(super) count: u32,
    pub(super) released: Option<Date>,
    pub(super) unique: bool,
}

/// Returns every named thing of a list.
pub(super) fn items(list: &List) -> Vec<Item<'_>> {
    let mut items = Vec::new();
    match list {
        List::Xwing(squad) => {
            pieces(&mut items, "ships", Stands::Ship, &squad.ships);
            let obstacles = squad.obstacles.iter().map(String::as_str);
            cards(&mut items, "obstacles", obstacles);
        }
        List::Armada(fleet) => {
            pieces(&mut items, "ships", Stands::Ship, &fleet.ships);
            pieces(&mut items, "flotillas", Stands::Flotilla, &fleet.flotillas);
            pieces(&mut items, "squadrons", Stands::Squadron, &fleet.squadrons);
            let objectives = fleet.objectives.iter().map(|card| card.name.as_str());
            cards(&mut items, "objectives", objectives);
        }
        List::Legion(army) | List::Conquest(army) => {
            pieces(&mut items, "units", Stands::Unit, &army.units);
            let hand = army.command_hand.iter().map(|card| card.name.as_str());
            cards(&mut items, "command_hand", hand);
            let deck = army.battle_deck.iter().map(|card| card.name.as_str());
            cards(&mut items, "battle_deck", deck);
            let others = army.other_cards.iter().map(String::as_str);
            cards(&mut items, "other_cards", others);
        }
        List::Cardgame(decks) => {
            for (side, deck) in decks.sides() {
                let word = side_word(side);
                items.extend(deck.sets.iter().enumerate().map(|(number, set)| Item {
                    place: format!("{word}.sets[{number}]"),
                    name: &set.name,
                    class: Class::Set(set.product.as_deref()),
                    points: None,
                    count: set.count,
                    released: set.released,
                    unique: false,
                }));
            }
        }
    }
    items
}

fn pieces<'a>(items: &mut Vec<Item<'a>>, group: &str, stands: Stands, pieces: &'a [Piece]) {
    for (number, piece) in pieces.iter().enumerate() {
        let place = format!("{group}[{number}]");
        let upgrades = piece
            .upgrades
            .iter()
            .enumerate()
            .map(|(slot, upgrade)| Item {
                place: format!("{place}.upgrades[{slot}]"),
                name: &upgrade.name,
                class: Class::Upgrade(upgrade.slot.as_deref()),
                points: Some(upgrade.points),
                count: piece.count,
                released: upgrade.released,
                unique: upgrade.unique,
            });
        let upgrades: Vec<Item> = upgrades.collect();
        items.push(Item {
            place,
            name: &piece.name,
            class: Class::Piece(stands),
            points: Some(piece.points),
            count: piece.count,
            released: piece.released,
            unique: piece.unique,
        });
        items.extend(upgrades);
    }
}

fn cards<'a>(items: &mut Vec<Item<'a>>, group: &str, names: impl Iterator<Item = &'a str>) {
    items.extend(names.enumerate().map(|(number, name)| Item {
        place: format!("{group}[{number}]"),
        name,
        class: Class::Card,
        points: None,
        count: 1,
        released: None,
        unique: false,
    }));
}
