//! The card catalogue: names, points and products that an organizer imported. We ship none.
//!
//! Relies on the content of the file; promises that cards are found by name whatever the case and spacing, that a name with
//! several versions is reported as such, and that exact duplicates are kept once.

use super::{bare, distinction, folded};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Most cards of a catalogue.
pub const MOST_CARDS: usize = 20_000;

/// One card of a catalogue.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardRecord {
    pub name: String,
    /// Its points, where they are fixed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// What it is: ship, squadron, an upgrade's slot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Its faction; none means any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faction: Option<String>,
    /// At most one copy may be on a list.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unique: bool,
    /// The product it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product: Option<String>,
    /// When that product was released (LEGAL-1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub released: Option<Date>,
}

/// A card that is in the file more than once, equal in everything that distinguishes cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Doubled {
    pub name: String,
    /// The position of the first, from 1.
    pub first: usize,
    /// The position of the other, from 1.
    pub again: usize,
    /// The two give different points: the first counts.
    pub points_differ: bool,
}

/// A card catalogue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalogue {
    cards: Vec<CardRecord>,
    by_name: BTreeMap<String, Vec<usize>>,
}

/// What a catalogue knows about a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found<'a> {
    Nothing,
    One(&'a CardRecord),
    /// Several versions with the same name.
    Several(Vec<&'a CardRecord>),
    /// Cards of this name, but none of this faction.
    OtherFaction(&'a CardRecord),
}

impl Catalogue {
    /// Creates a catalogue; duplicates are left out and returned.
    #[must_use]
    pub fn new(cards: Vec<CardRecord>) -> (Catalogue, Vec<Doubled>) {
        let mut catalogue = Catalogue::default();
        let mut doubled = Vec::new();
        let mut places: Vec<usize> = Vec::new();
        for (number, card) in (1..).zip(cards) {
            let name = folded(bare(&card.name));
            let known = catalogue.by_name.entry(name).or_default();
            let same = known.iter().copied().find(|at| {
                catalogue
                    .cards
                    .get(*at)
                    .is_some_and(|other| identity(other) == identity(&card))
            });
            if let Some((at, first)) = same.and_then(|at| Some((at, catalogue.cards.get(at)?))) {
                doubled.push(Doubled {
                    name: card.name.clone(),
                    first: places.get(at).copied().unwrap_or_default(),
                    again: number,
                    points_differ: first.points != card.points,
                });
                continue;
            }
            known.push(catalogue.cards.len());
            catalogue.cards.push(card);
            places.push(number);
        }
        (catalogue, doubled)
    }

    /// Returns the cards, in the order of the file.
    #[must_use]
    pub fn cards(&self) -> &[CardRecord] {
        &self.cards
    }

    /// Finds the card a name on a list means, among those that may be in a list of this faction and fit `is_kind`.
    pub(super) fn find(
        &self,
        name: &str,
        faction: &str,
        is_kind: impl Fn(&CardRecord) -> bool,
    ) -> Found<'_> {
        let known = self.by_name.get(&folded(bare(name)));
        let known = known
            .into_iter()
            .flatten()
            .filter_map(|at| self.cards.get(*at));
        let all: Vec<&CardRecord> = known.filter(|card| is_kind(card)).collect();
        let Some(first) = all.first() else {
            return Found::Nothing;
        };
        let faction = folded(faction);
        let own = |card: &&CardRecord| {
            let printed = card.faction.as_deref().map(folded);
            faction.is_empty() || printed.is_none_or(|printed| printed == faction)
        };
        let own: Vec<&CardRecord> = all.iter().copied().filter(own).collect();
        if own.is_empty() {
            return Found::OtherFaction(first);
        }
        let whole = folded(name);
        let exact: Vec<&CardRecord> = own
            .iter()
            .copied()
            .filter(|card| folded(&card.name) == whole)
            .collect();
        let fitting = match distinction(name) {
            None => own,
            Some(inside) => {
                let parts: Vec<String> = inside.split(',').map(folded).collect();
                let by_part = own.into_iter().filter(|card| {
                    let told = [
                        card.kind.as_deref(),
                        card.product.as_deref(),
                        distinction(&card.name),
                    ];
                    let mut told = told.into_iter().flatten().map(folded);
                    told.any(|told| told == folded(inside) || parts.contains(&told))
                });
                match exact.is_empty() {
                    true => by_part.collect(),
                    false => exact,
                }
            }
        };
        match fitting.as_slice() {
            [] => Found::Nothing,
            [card] => Found::One(card),
            _ => Found::Several(fitting),
        }
    }
}

/// What distinguishes two cards of a catalogue.
fn identity(card: &CardRecord) -> [Option<String>; 4] {
    [
        Some(folded(&card.name)),
        card.kind.as_deref().map(folded),
        card.faction.as_deref().map(folded),
        card.product.as_deref().map(folded),
    ]
}
