//! Lists to check at the table: every piece and card with a box to tick, the points, and what the program found. For
//! staff only: it also shows what opponents must not see.

use crate::order::Order;
use muster_regulations::List;
use muster_regulations::list::{Piece, Problem, Upgrade, Weight, distinction, folded};
use muster_tournament::display::names;
use muster_tournament::{PlayerId, State};
use muster_words::list;
use muster_words::paper::PaperError;
use serde::Serialize;

pub(crate) const TEMPLATE: &str = include_str!("../../templates/list_checks.typ");

/// The lists, as many on a page as fit whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListChecks {
    pub lists: Vec<Checked>,
    /// Whether half points are noted (X-Wing).
    pub halves: bool,
}

/// One list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Checked {
    pub name: String,
    pub number: u32,
    /// The faction or affiliations.
    pub faction: Option<String>,
    /// The total in points.
    pub points: Option<u32>,
    /// What is placed on the table.
    pub pieces: Vec<Line>,
    /// Everything else, by kind.
    pub cards: Vec<Cards>,
    /// What the program found.
    pub problems: Vec<Found>,
    /// Why staff accepted it although it breaks a rule.
    pub excused: Option<String>,
}

/// A piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    pub name: String,
    /// How many copies, each with its own boxes.
    pub count: u32,
    /// The type of ship (X-Wing).
    pub ship: Option<String>,
    /// What each copy carries.
    pub upgrades: Vec<Carried>,
    /// Points of all copies with upgrades: the column adds up to the total of the list.
    pub points: u64,
    /// Points of one copy with upgrades.
    pub each: u64,
    /// Half of those, rounded up.
    pub half: u64,
}

/// An upgrade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Carried {
    /// Its name, with the slot where the name does not show it (XW-LIST).
    pub name: String,
    pub points: u32,
}

/// Cards of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cards {
    pub title: &'static str,
    pub names: Vec<String>,
}

/// Something the program found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Found {
    pub text: String,
    /// Whether it breaks a rule.
    pub breach: bool,
}

/// Builds the checks of all lists whose content is available.
pub fn build(state: &State, order: &Order) -> Result<ListChecks, PaperError> {
    let known = state.lists.of.keys().copied();
    let wanted = known.filter(|id| order.wants(*id) && state.list(*id).is_some());
    let lists = names::by_name(state, wanted).into_iter();
    let lists: Vec<Checked> = lists.filter_map(|id| checked(state, id)).collect();
    if lists.is_empty() {
        return Err(PaperError::NoLists);
    }
    Ok(ListChecks {
        lists,
        halves: state.setup.regulation == muster_regulations::Regulation::Xwing,
    })
}

fn checked(state: &State, id: PlayerId) -> Option<Checked> {
    let handed = state.lists.of.get(&id)?;
    let list: &List = handed.list.as_ref()?;
    let problems = state.check_list(list).into_iter();
    Some(Checked {
        name: state.name(id),
        number: id.0,
        faction: list.faction(),
        points: list.points(),
        pieces: list.pieces().into_iter().map(line).collect(),
        cards: list
            .cards()
            .into_iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(group, names)| Cards {
                title: list::cards(group),
                names,
            })
            .collect(),
        problems: problems.map(found).collect(),
        excused: handed.excused.clone(),
    })
}

fn line(piece: &Piece) -> Line {
    Line {
        name: piece.name.clone(),
        count: piece.count,
        ship: piece.ship.clone(),
        upgrades: piece.upgrades.iter().map(carried).collect(),
        points: piece.total(),
        each: piece.each(),
        half: piece.half_points(),
    }
}

fn carried(upgrade: &Upgrade) -> Carried {
    let slot = upgrade.slot.as_deref().map(str::trim);
    let slot = slot.filter(|slot| !slot.is_empty());
    let told = |slot: &&str| {
        distinction(&upgrade.name).is_some_and(|inside| folded(inside) == folded(slot))
    };
    Carried {
        name: match slot.filter(|slot| !told(slot)) {
            Some(slot) => format!("{} ({slot})", upgrade.name),
            None => upgrade.name.clone(),
        },
        points: upgrade.points,
    }
}

fn found(problem: Problem) -> Found {
    Found {
        breach: problem.weight == Weight::Breach,
        text: format!("{} ({})", list::line(&problem), problem.clause),
    }
}
