//! Checking a list: bounds first, then the rules of its document, then names, catalogue and products.
//!
//! Relies on the list types and on what the tournament knows (tier, date, catalogue); promises an answer for any list,
//! in the order in which the list is read, and that what it cannot know is never held against the player.

use super::catalogue::Found;
use super::item::{Class, Item, items};
use super::piece::total;
use super::read::bounds;
use super::{
    Catalogue, List, MOST_ENTRIES, Piece, Problem, distinction, first_legal_day, folded, show,
};
use crate::words::with_article;
use crate::{Regulation, Tier};
use jiff::civil::Date;
use std::collections::BTreeMap;

/// What a tournament knows beside the list.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// Its tier (LEGAL-1).
    pub tier: Tier,
    /// Its first day, where it is known (LEGAL-1).
    pub date: Option<Date>,
    /// The catalogue, where one was imported.
    pub catalogue: Option<&'a Catalogue>,
}

/// Checks a list against the document of a regulation; nothing is returned for a list that is in order.
#[must_use]
pub fn check(regulation: Regulation, list: &List, context: &Context) -> Vec<Problem> {
    let clause = list_clause(regulation);
    let mut problems = Vec::new();
    if list.regulation() != regulation {
        let (other, book) = (list.regulation().book(), regulation.book());
        let message = format!(
            "this tournament is played under {}; hand in {}",
            book.title,
            with_article(book.list_word)
        );
        let value = format!("{} of {}", with_article(other.list_word), other.title);
        return vec![Problem::breach(clause, value, message)];
    }
    let items = items(list);
    if items.len() > MOST_ENTRIES {
        let message = format!(
            "a list takes at most {MOST_ENTRIES} entries, upgrades and cards included; take out what does not belong to it"
        );
        return vec![Problem::breach(clause, items.len(), message)];
    }
    bounds(&list.to_json(), "", clause, &mut problems);
    for item in items.iter().filter(|item| item.name.trim().is_empty()) {
        let message = "an entry needs a name; write it or take the entry out";
        problems.push(Problem::breach(clause, "no name", message).at(item.place.clone(), ""));
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
        let message = "the tournament has no date, so products are not checked; give it one";
        problems.push(Problem::doubt("LEGAL-1", "no date", message).at("", item.name));
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
    word: &str,
    most: u32,
    pieces: impl Iterator<Item = &'a Piece>,
    problems: &mut Vec<Problem>,
) {
    let total = total(pieces);
    let most = u64::from(most);
    if total > most {
        let message = format!(
            "{} has at most {most} points; take out {} or more",
            with_article(word),
            total - most
        );
        problems.push(Problem::breach(clause, total, message));
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
        let message = "a list is of one faction; name it";
        problems.push(Problem::breach(clause, "none", message).at("faction", ""));
        return;
    }
    for (piece, place) in pieces {
        if let Some(own) = &piece.faction
            && folded(own) != folded(faction)
        {
            let message = format!(
                "everything on the list is of one faction, {}; take this out or correct its faction",
                show(faction)
            );
            problems.push(Problem::breach(clause, show(own), message).at(place, &piece.name));
        }
    }
}

/// The clause about names: Conquest has none, so there it is only a second look.
fn apart(regulation: Regulation, value: String, message: String) -> Problem {
    match regulation {
        Regulation::Conquest => Problem::doubt("GC-LIST", value, message),
        _ => Problem::breach("LIST-NAME", value, message),
    }
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
            let message = format!(
                "{} and {} have the same name but are not the same; tell them apart in parentheses, \
                 by version, kind or product",
                first.place, item.place
            );
            let value = format!("{} and {}", what(first), what(item));
            problems.push(apart(regulation, value, message).at(item.place.clone(), item.name));
            told.push(name);
        }
    }
}

fn differ(regulation: Regulation, a: &Item, b: &Item) -> bool {
    match (a.class, b.class) {
        // X-Wing's upgrades cost what the ship makes of them, so only the slot tells two cards apart.
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

fn what(item: &Item) -> String {
    let word = match item.class {
        Class::Piece(word) | Class::Card(word) => word.to_owned(),
        Class::Upgrade(None) => "upgrade".to_owned(),
        Class::Upgrade(Some(slot)) => format!("upgrade {}", show(slot)),
        Class::Set(product) => format!(
            "set of {}",
            product.map_or("an unnamed product".to_owned(), show)
        ),
    };
    match item.points {
        Some(points) => format!("{word} with {points} points"),
        None => word,
    }
}

/// Being unique is a matter of the game's rules, which the documents rest on without restating them: a second look.
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
            let message = "is unique, and on the list more than once; is that meant?";
            problems.push(Problem::doubt(clause, many, message).at(item.place.clone(), item.name));
            told.push(name);
        }
    }
}

/// Compares an entry with the catalogue; returns when its product was released, where that tells.
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
    let ship = |kind: &str| matches!(folded(kind).as_str(), "ship" | "pilot" | "ship card");
    let found = catalogue.find(item.name, faction, |card| match (regulation, item.class) {
        (Regulation::Xwing, Class::Piece(_)) => card.kind.as_deref().is_none_or(ship),
        (Regulation::Xwing, _) => !card.kind.as_deref().is_some_and(ship),
        _ => true,
    });
    match found {
        Found::Nothing => {
            let message = match distinction(item.name) {
                None => "is not in the catalogue; is it spelled right?",
                Some(_) => "is not in the catalogue in this version; is it spelled right?",
            };
            let problem = Problem::doubt(clause, show(item.name), message);
            problems.push(problem.at(item.place.clone(), item.name));
            None
        }
        Found::Several(versions) => {
            let known: Vec<String> = versions
                .iter()
                .take(4)
                .map(|card| {
                    let by = distinction(&card.name);
                    let by = by.or(card.kind.as_deref()).or(card.product.as_deref());
                    show(by.unwrap_or("no kind or product"))
                })
                .collect();
            let message = format!(
                "could mean {} cards of the catalogue; add which one in parentheses: {}",
                versions.len(),
                known.join(" / ")
            );
            let value = show(item.name);
            problems.push(apart(regulation, value, message).at(item.place.clone(), item.name));
            None
        }
        Found::OtherFaction(card) => {
            let printed = card.faction.as_deref().unwrap_or_default();
            let message = format!(
                "the catalogue has it for {} only, and the list is {}; take it out or correct the faction",
                show(printed),
                show(faction)
            );
            // Conquest leaves the building of armies to the core rules, the Card Game its decks.
            let problem = match regulation {
                Regulation::Conquest | Regulation::Cardgame => {
                    Problem::doubt(clause, show(printed), message)
                }
                _ => Problem::breach(clause, show(printed), message),
            };
            problems.push(problem.at(item.place.clone(), item.name));
            card.released
        }
        Found::One(card) => {
            if let (Some(known), Some(given)) = (card.points, item.points)
                && known != given
            {
                let message = format!("the catalogue has it at {known} points; correct the points");
                problems.push(
                    Problem::breach(clause, given, message).at(item.place.clone(), item.name),
                );
            }
            if card.unique && item.count > 1 && !item.unique {
                let message =
                    "is unique in the catalogue, and on the list more than once; is that meant?";
                let problem = Problem::doubt(clause, item.count, message);
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
    let first = first_legal_day(regulation, context.tier, released);
    if first.is_some_and(|first| date >= first) {
        return;
    }
    let from = first.map_or("a day that no calendar knows".to_owned(), |day| {
        day.to_string()
    });
    let message = format!(
        "its product was released on {released} and is legal from {from} on, and the tournament is on {date}; \
         take it out, or ask the organizer where other dates hold"
    );
    let problem = Problem::breach("LEGAL-1", released, message);
    problems.push(problem.at(item.place.clone(), item.name));
}
