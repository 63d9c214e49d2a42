//! Checking a list: bounds first, then the rules of its document, then names, catalogue and products.
//!
//! Relies on the list types and on what the tournament knows (tier, date, catalogue); promises an answer for any list,
//! in the order in which the list is read, and that nothing it cannot check counts against the player.

use super::catalogue::Found;
use super::item::{Class, Item, Stands, items};
use super::piece::total;
use super::read::bounds;
use super::{Catalogue, Entry, EntryKind, Finding, List, MOST_ENTRIES, Piece, Problem};
use super::{distinction, first_legal_day, folded, show};
use crate::report::Force;
use crate::{Regulation, Tier};
use jiff::civil::Date;
use std::collections::BTreeMap;

/// What the tournament knows besides the list.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// Its tier (LEGAL-1).
    pub tier: Tier,
    /// Its first day, where it is known (LEGAL-1).
    pub date: Option<Date>,
    /// The catalogue, where one was imported.
    pub catalogue: Option<&'a Catalogue>,
}

/// Checks a list against the document of a regulation; returns nothing for a valid list.
#[must_use]
pub fn check(regulation: Regulation, list: &List, context: &Context) -> Vec<Problem> {
    let clause = list_clause(regulation);
    let mut problems = Vec::new();
    if list.regulation() != regulation {
        let finding = Finding::OtherRegulation {
            given: list.regulation(),
            wanted: regulation,
        };
        return vec![Problem::breach(clause, finding).given(list.regulation())];
    }
    let items = items(list);
    if items.len() > MOST_ENTRIES {
        let finding = Finding::TooManyEntries { most: MOST_ENTRIES };
        return vec![Problem::breach(clause, finding).given(items.len())];
    }
    bounds(&list.to_json(), "", clause, &mut problems);
    for item in items.iter().filter(|item| item.name.trim().is_empty()) {
        problems.push(Problem::breach(clause, Finding::NameMissing).at(item.place.clone(), ""));
    }
    match list {
        List::Xwing(squad) => squad.check(&mut problems),
        List::Armada(fleet) => fleet.check(&mut problems),
        List::Legion(army) => army.check_legion(&mut problems),
        List::Conquest(army) => army.check_conquest(&mut problems),
        List::Cardgame(decks) => decks.check(&mut problems),
    }
    told_apart(regulation, &items, &mut problems);
    unique(&items, clause, &mut problems);
    let faction = list.faction().unwrap_or_default();
    for item in &items {
        let released = against_catalogue(regulation, item, &faction, context, &mut problems);
        legal(
            regulation,
            item,
            item.released.or(released),
            context,
            &mut problems,
        );
    }
    if let (None, Some(item)) = (
        context.date,
        items.iter().find(|item| item.released.is_some()),
    ) {
        problems.push(Problem::doubt("LEGAL-1", Finding::DateMissing).at("", item.name));
    }
    problems
}

/// Returns the clause that says what a list is.
pub(super) const fn list_clause(regulation: Regulation) -> &'static str {
    match regulation {
        Regulation::Xwing => "XW-LIST",
        Regulation::Armada => "AR-LIST",
        Regulation::Legion => "LE-LIST",
        Regulation::Conquest => "GC-LIST",
        Regulation::Cardgame => "CG-LIST",
    }
}

/// The points limit of a list; fewer points are always allowed.
pub(super) fn most_points<'a>(
    clause: &'static str,
    force: Force,
    most: u32,
    pieces: impl Iterator<Item = &'a Piece>,
    problems: &mut Vec<Problem>,
) {
    let total = total(pieces);
    let over = total.saturating_sub(u64::from(most));
    if over > 0 {
        let finding = Finding::TooManyPoints { force, most, over };
        problems.push(Problem::breach(clause, finding).given(total));
    }
}

/// One faction: named, and that of every piece that names its own.
pub(super) fn one_faction<'a>(
    clause: &'static str,
    faction: &str,
    pieces: impl Iterator<Item = (&'a Piece, String)>,
    problems: &mut Vec<Problem>,
) {
    if faction.trim().is_empty() {
        problems.push(Problem::breach(clause, Finding::FactionMissing).at("faction", ""));
        return;
    }
    for (piece, place) in pieces {
        if let Some(own) = &piece.faction
            && folded(own) != folded(faction)
        {
            let faction = show(faction);
            let problem = Problem::breach(clause, Finding::OtherFaction { faction });
            problems.push(problem.given(show(own)).at(place, &piece.name));
        }
    }
}

/// The clause about names: Conquest has none, so there it is only a warning.
fn apart(regulation: Regulation, item: &Item, finding: Finding) -> Problem {
    let problem = match regulation {
        Regulation::Conquest => Problem::doubt("GC-LIST", finding),
        _ => Problem::breach("LIST-NAME", finding),
    };
    problem
        .given(show(item.name))
        .at(item.place.clone(), item.name)
}

/// LIST-NAME: the same name for different things on one list.
fn told_apart(regulation: Regulation, items: &[Item], problems: &mut Vec<Problem>) {
    let mut by_name: BTreeMap<String, &Item> = BTreeMap::new();
    let mut told: Vec<String> = Vec::new();
    for item in items.iter().filter(|item| item.class.told_apart()) {
        let name = folded(item.name);
        if name.is_empty() {
            continue;
        }
        let Some(first) = by_name.get(&name) else {
            by_name.insert(name, item);
            continue;
        };
        if differ(regulation, first, item) && !told.contains(&name) {
            let finding = Finding::SameName {
                first: first.place.clone(),
                second: item.place.clone(),
                entries: Box::new([entry(first), entry(item)]),
            };
            problems.push(apart(regulation, item, finding));
            told.push(name);
        }
    }
}

fn differ(regulation: Regulation, a: &Item, b: &Item) -> bool {
    match (a.class, b.class) {
        // The cost of an X-Wing upgrade depends on the ship, so only the slot distinguishes two cards.
        (Class::Upgrade(x), Class::Upgrade(y)) if regulation == Regulation::Xwing => {
            matches!((x, y), (Some(x), Some(y)) if folded(x) != folded(y))
        }
        (Class::Upgrade(x), Class::Upgrade(y)) => {
            a.points != b.points || matches!((x, y), (Some(x), Some(y)) if folded(x) != folded(y))
        }
        (Class::Set(x), Class::Set(y)) => {
            matches!((x, y), (Some(x), Some(y)) if folded(x) != folded(y))
        }
        (Class::Piece(x), Class::Piece(y)) => x != y || a.points != b.points,
        // In X-Wing a ship card is only confused with ship cards, and an upgrade with upgrades.
        _ => regulation != Regulation::Xwing,
    }
}

fn entry(item: &Item) -> Entry {
    let kind = match item.class {
        Class::Piece(Stands::Ship) => EntryKind::Ship,
        Class::Piece(Stands::Flotilla) => EntryKind::Flotilla,
        Class::Piece(Stands::Squadron) => EntryKind::Squadron,
        Class::Piece(Stands::Unit) => EntryKind::Unit,
        Class::Upgrade(slot) => EntryKind::Upgrade(slot.map(show)),
        Class::Set(product) => EntryKind::Set(product.map(show)),
        Class::Card => EntryKind::Card,
    };
    Entry {
        kind,
        points: item.points,
    }
}

/// Uniqueness is part of the game's rules, which the documents assume without restating them: only a warning.
fn unique(items: &[Item], clause: &'static str, problems: &mut Vec<Problem>) {
    let mut copies: BTreeMap<String, u64> = BTreeMap::new();
    for item in items.iter().filter(|item| item.class.told_apart()) {
        let seen = copies.entry(folded(item.name)).or_default();
        *seen += u64::from(item.count);
    }
    let mut told: Vec<String> = Vec::new();
    for item in items.iter().filter(|item| item.unique) {
        let name = folded(item.name);
        let many = copies.get(&name).copied().unwrap_or_default();
        if many > 1 && !told.contains(&name) {
            let problem = Problem::doubt(clause, Finding::Unique).given(many);
            problems.push(problem.at(item.place.clone(), item.name));
            told.push(name);
        }
    }
}

/// Compares an entry with the catalogue; returns when its product was released, where the catalogue says so.
fn against_catalogue(
    regulation: Regulation,
    item: &Item,
    faction: &str,
    context: &Context,
    problems: &mut Vec<Problem>,
) -> Option<Date> {
    let catalogue = context.catalogue?;
    if !item.class.told_apart() || item.name.trim().is_empty() {
        return None;
    }
    let clause = list_clause(regulation);
    let ship = |kind: &str| {
        let kinds = ["Ship", "Pilot", "Ship Card"];
        kinds.iter().any(|one| folded(one) == folded(kind))
    };
    let found = catalogue.find(item.name, faction, |card| match (regulation, item.class) {
        (Regulation::Xwing, Class::Piece(_)) => card.kind.as_deref().is_none_or(ship),
        (Regulation::Xwing, _) => !card.kind.as_deref().is_some_and(ship),
        _ => true,
    });
    match found {
        Found::Nothing => {
            let finding = match distinction(item.name) {
                None => Finding::NotInCatalogue,
                Some(_) => Finding::VersionNotInCatalogue,
            };
            let problem = Problem::doubt(clause, finding).given(show(item.name));
            problems.push(problem.at(item.place.clone(), item.name));
            None
        }
        Found::Several(versions) => {
            let known = versions.iter().take(4).map(|card| {
                let by = distinction(&card.name);
                by.or(card.kind.as_deref())
                    .or(card.product.as_deref())
                    .map(show)
            });
            let finding = Finding::SeveralInCatalogue {
                cards: versions.len(),
                versions: known.collect(),
            };
            problems.push(apart(regulation, item, finding));
            None
        }
        Found::OtherFaction(card) => {
            let printed = card.faction.as_deref().unwrap_or_default();
            let finding = Finding::CatalogueFaction {
                printed: show(printed),
                faction: show(faction),
            };
            // Conquest leaves the building of armies to the core rules, the Card Game its decks.
            let problem = match regulation {
                Regulation::Conquest | Regulation::Cardgame => Problem::doubt(clause, finding),
                _ => Problem::breach(clause, finding),
            };
            let problem = problem.given(show(printed));
            problems.push(problem.at(item.place.clone(), item.name));
            card.released
        }
        Found::One(card) => {
            if let (Some(known), Some(given)) = (card.points, item.points)
                && known != given
            {
                let finding = Finding::CataloguePoints { points: known };
                let problem = Problem::breach(clause, finding).given(given);
                problems.push(problem.at(item.place.clone(), item.name));
            }
            if card.unique && item.count > 1 && !item.unique {
                let problem = Problem::doubt(clause, Finding::UniqueInCatalogue).given(item.count);
                problems.push(problem.at(item.place.clone(), item.name));
            }
            card.released
        }
    }
}

/// LEGAL-1: a product is not legal before its first day.
fn legal(
    regulation: Regulation,
    item: &Item,
    released: Option<Date>,
    context: &Context,
    problems: &mut Vec<Problem>,
) {
    let (Some(date), Some(released)) = (context.date, released) else {
        return;
    };
    let from = first_legal_day(regulation, context.tier, released);
    if from.is_some_and(|from| date >= from) {
        return;
    }
    let finding = Finding::NotLegal {
        released,
        from,
        date,
    };
    let problem = Problem::breach("LEGAL-1", finding).given(released);
    problems.push(problem.at(item.place.clone(), item.name));
}
