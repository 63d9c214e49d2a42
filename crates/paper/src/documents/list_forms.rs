//! An empty form for a list, as the regulation wants it: ships with half points for X-Wing, a fleet with its objectives,
//! an army with its cards, two decks.

use muster_regulations::{Regulation, armada, legion, xwing};
use muster_tournament::State;
use serde::Serialize;

pub(crate) const TEMPLATE: &str = include_str!("../../templates/list_forms.typ");

/// A form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListForm {
    /// "Squad", "Fleet".
    pub word: String,
    /// What is asked besides the name.
    pub facts: &'static [&'static str],
    /// The parts.
    pub sections: Vec<Section>,
    /// What the total may be.
    pub total: Option<String>,
}

/// A part with lines to write on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Section {
    /// What is written here.
    pub title: &'static str,
    /// What the regulation says about it, in few words.
    pub note: &'static str,
    /// The columns: the head and how wide each is beside the others.
    pub columns: &'static [Column],
    /// Empty lines; each begins with what stands there already.
    pub lines: Vec<&'static str>,
    /// The height of a line in tenths of a millimetre.
    pub line: u32,
    /// Half a page wide, beside the next of its kind.
    pub half: bool,
}

/// A column to write in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Column {
    /// Its head.
    pub title: &'static str,
    /// Its width in millimetres; 0 for what is left.
    pub width: u32,
}

const fn column(title: &'static str, width: u32) -> Column {
    Column { title, width }
}

const SHIPS: &[Column] = &[
    column("Pilot and ship", 62),
    column("Upgrades", 0),
    column("Points", 16),
    column("Half", 16),
];
const FLEET: &[Column] = &[
    column("Name", 62),
    column("Upgrades", 0),
    column("Points", 18),
];
const SQUADRONS: &[Column] = &[
    column("Name", 0),
    column("How many", 20),
    column("Points", 18),
];
const UNITS: &[Column] = &[
    column("Unit", 58),
    column("Upgrades", 0),
    column("Points", 18),
];
const OBJECTIVES: &[Column] = &[column("Category", 26), column("Card", 0)];
const COMMANDS: &[Column] = &[column("Pips", 12), column("Card", 0)];
const KINDS: &[Column] = &[column("Kind", 26), column("Card", 0)];
const CARDS: &[Column] = &[column("", 8), column("Card", 0)];
const SETS: &[Column] = &[
    column("", 8),
    column("Objective set", 0),
    column("Copies", 16),
];

/// Builds the form of the tournament's regulation.
#[must_use]
pub fn build(state: &State) -> ListForm {
    form(state.setup.regulation)
}

/// Returns the form of a regulation.
#[must_use]
pub fn form(regulation: Regulation) -> ListForm {
    let book = regulation.book();
    let total = |most: u32| format!("at most {most}");
    ListForm {
        word: {
            let mut letters = book.list_word.chars();
            let first = letters.next().into_iter().flat_map(char::to_uppercase);
            first.chain(letters).collect()
        },
        facts: match regulation {
            Regulation::Cardgame => &[],
            Regulation::Xwing => &["Faction", "Damage deck"],
            _ => &["Faction"],
        },
        total: match regulation {
            Regulation::Xwing => Some(total(xwing::SQUAD)),
            Regulation::Armada => Some(total(armada::FLEET)),
            Regulation::Legion => Some(total(legion::ARMY)),
            Regulation::Conquest => Some(String::new()),
            Regulation::Cardgame => None,
        },
        sections: match regulation {
            Regulation::Xwing => squad(),
            Regulation::Armada => fleet(),
            Regulation::Legion => army(),
            Regulation::Conquest => conquest_army(),
            Regulation::Cardgame => decks(),
        },
    }
}

fn section(
    title: &'static str,
    note: &'static str,
    columns: &'static [Column],
    line: u32,
    lines: Vec<&'static str>,
) -> Section {
    Section {
        title,
        note,
        columns,
        lines,
        line,
        half: false,
    }
}

fn beside(
    title: &'static str,
    note: &'static str,
    columns: &'static [Column],
    line: u32,
    lines: Vec<&'static str>,
) -> Section {
    Section {
        half: true,
        ..section(title, note, columns, line, lines)
    }
}

fn squad() -> Vec<Section> {
    vec![
        section(
            "Ships",
            "2 to 8; points with upgrades, half of them rounded up",
            SHIPS,
            170,
            vec![""; 8],
        ),
        section(
            "Obstacles",
            "three different ones",
            CARDS,
            80,
            vec!["1", "2", "3"],
        ),
    ]
}

fn fleet() -> Vec<Section> {
    vec![
        section(
            "Ships",
            "one of them carries the commander",
            FLEET,
            86,
            vec![""; 6],
        ),
        section("Flotillas", "at most two", FLEET, 86, vec![""; 2]),
        section(
            "Squadrons",
            "at most 134 points",
            SQUADRONS,
            66,
            vec![""; 8],
        ),
        section(
            "Objectives",
            "one of each category",
            OBJECTIVES,
            66,
            vec!["Assault", "Defense", "Navigation"],
        ),
    ]
}

fn army() -> Vec<Section> {
    let kinds = ["Objective", "Deployment", "Condition"];
    let kinds = kinds.iter().flat_map(|kind| [*kind; 4]).collect();
    vec![
        section("Units", "points with upgrades", UNITS, 84, vec![""; 12]),
        beside(
            "Command hand",
            "not shown to opponents",
            COMMANDS,
            66,
            vec!["1", "1", "2", "2", "3", "3", "4"],
        ),
        beside("Battle deck", "not shown to opponents", KINDS, 66, kinds),
    ]
}

fn conquest_army() -> Vec<Section> {
    vec![
        section("Units", "points with upgrades", UNITS, 84, vec![""; 13]),
        beside(
            "Command cards",
            "not shown to opponents",
            COMMANDS,
            66,
            vec![""; 7],
        ),
        beside("Battle cards", "", CARDS, 66, vec![""; 9]),
    ]
}

fn decks() -> Vec<Section> {
    let sets = || {
        vec![
            "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "", "", "",
        ]
    };
    vec![
        beside("Light side deck", "Affiliation", SETS, 120, sets()),
        beside("Dark side deck", "Affiliation", SETS, 120, sets()),
    ]
}
