//! Legion and Conquest: an army with its command and battle cards. The Legion document fixes points, faction, command
//! hand and battle deck (LE-LIST, LE-HAND, LE-DECK); the Conquest document leaves all of it to the core rules (GC-LIST).
//!
//! Relies on the shared check for names, bounds and products; promises the rules of these documents only.

use super::check::{most_points, one_faction};
use super::{Finding, Piece, Problem, bare, folded};
use crate::legion::ARMY;
use crate::report::Force;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Cards of each number of pips, and of each kind of battle card (LE-HAND, LE-DECK).
const OF_EACH_PIPS: usize = 2;
const OF_EACH_KIND: usize = 4;
/// The card every command hand holds as its seventh (LE-HAND).
const STANDING_ORDERS: &str = "Standing Orders";

/// An army with its command and battle cards.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Army {
    /// The one faction of the army.
    #[serde(default)]
    pub faction: String,
    /// Units with their upgrades.
    #[serde(default)]
    pub units: Vec<Piece>,
    /// Command cards, hidden from opponents. Legion: two each of 1, 2 and 3 pips, and Standing Orders (LE-HAND).
    #[serde(default)]
    pub command_hand: Vec<CommandCard>,
    /// Battle cards. Legion: four of each kind (LE-DECK).
    #[serde(default)]
    pub battle_deck: Vec<BattleCard>,
    /// Other cards the army needs, such as flaw cards (Conquest).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_cards: Vec<String>,
}

/// A command card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CommandCard {
    pub name: String,
    /// Its pips; Standing Orders has 4.
    pub pips: u32,
    /// The unique character it belongs to (LE-HAND).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub character: Option<String>,
}

/// A battle card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct BattleCard {
    pub name: String,
    /// Its kind, where it has one of the Legion document's three.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<BattleKind>,
}

/// Kinds of battle cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum BattleKind {
    /// Objective.
    Objective,
    /// Deployment.
    Deployment,
    /// Condition.
    Condition,
}

impl BattleKind {
    /// All three.
    pub const ALL: [BattleKind; 3] = [
        BattleKind::Objective,
        BattleKind::Deployment,
        BattleKind::Condition,
    ];

    /// Returns its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            BattleKind::Objective => "objective",
            BattleKind::Deployment => "deployment",
            BattleKind::Condition => "condition",
        }
    }
}

impl CommandCard {
    fn is_standing_orders(&self) -> bool {
        folded(&self.name) == folded(STANDING_ORDERS)
    }
}

impl Army {
    pub(super) fn check_legion(&self, problems: &mut Vec<Problem>) {
        most_points("LE-LIST", Force::Army, ARMY, self.units.iter(), problems);
        let places = (0..).map(|number: usize| format!("units[{number}]"));
        one_faction(
            "LE-LIST",
            &self.faction,
            self.units.iter().zip(places),
            problems,
        );
        self.some_units("LE-LIST", problems);
        self.check_hand(problems);
        self.check_deck(problems);
    }

    /// The Conquest document fixes no numbers: the army is built by the core rules.
    pub(super) fn check_conquest(&self, problems: &mut Vec<Problem>) {
        self.some_units("GC-LIST", problems);
    }

    fn some_units(&self, clause: &'static str, problems: &mut Vec<Problem>) {
        if self.units.is_empty() {
            problems.push(Problem::breach(clause, Finding::UnitsMissing).at("units", ""));
        }
    }

    fn check_hand(&self, problems: &mut Vec<Problem>) {
        let clause = "LE-HAND";
        for pips in 1..=3 {
            let hand = self.command_hand.iter();
            let given = hand
                .filter(|card| card.pips == pips && !card.is_standing_orders())
                .count();
            if given != OF_EACH_PIPS {
                let needed = OF_EACH_PIPS;
                let problem = Problem::breach(clause, Finding::CommandCards { pips, needed });
                problems.push(problem.given(given).at("command_hand", ""));
            }
        }
        if !self
            .command_hand
            .iter()
            .any(CommandCard::is_standing_orders)
        {
            let problem = Problem::breach(clause, Finding::StandingOrdersMissing);
            problems.push(problem.at("command_hand", ""));
        }
        let units: BTreeSet<String> = self
            .units
            .iter()
            .flat_map(|unit| [folded(&unit.name), folded(bare(&unit.name))])
            .collect();
        let mut seen = BTreeSet::new();
        for (number, card) in self.command_hand.iter().enumerate() {
            let mut breach = |value: String, finding: Finding| {
                let problem = Problem::breach(clause, finding).given(value);
                problems.push(problem.at(format!("command_hand[{number}]"), &card.name));
            };
            if !(1..=3).contains(&card.pips) && !card.is_standing_orders() {
                breach(card.pips.to_string(), Finding::CommandPips);
            }
            if !seen.insert(folded(&card.name)) {
                breach(super::show(&card.name), Finding::CommandTwice);
            }
            if let Some(character) = &card.character
                && !units.contains(&folded(character))
                && !units.contains(&folded(bare(character)))
            {
                let character = super::show(character);
                breach(character.clone(), Finding::CharacterMissing { character });
            }
        }
    }

    fn check_deck(&self, problems: &mut Vec<Problem>) {
        let clause = "LE-DECK";
        for kind in BattleKind::ALL {
            let given = self
                .battle_deck
                .iter()
                .filter(|card| card.kind == Some(kind))
                .count();
            if given != OF_EACH_KIND {
                let needed = OF_EACH_KIND;
                let problem = Problem::breach(clause, Finding::BattleCards { kind, needed });
                problems.push(problem.given(given).at("battle_deck", ""));
            }
        }
        let mut seen = BTreeSet::new();
        for (number, card) in self.battle_deck.iter().enumerate() {
            let place = format!("battle_deck[{number}]");
            if card.kind.is_none() {
                let problem = Problem::breach(clause, Finding::BattleKindMissing);
                problems.push(problem.at(place.clone(), &card.name));
            }
            if !seen.insert(folded(&card.name)) {
                let problem = Problem::breach(clause, Finding::BattleTwice);
                problems.push(problem.given(super::show(&card.name)).at(place, &card.name));
            }
        }
    }
}
