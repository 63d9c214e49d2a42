//! An empty form for a list, as the regulation requires it: ships with half points for X-Wing, a fleet with its objectives,
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
    /// Fields besides the name.
    pub facts: &'static [&'static str],
    pub pages: Vec<Page>,
    /// The limit of the total, in words.
    pub total: Option<String>,
}

/// One page, for the staff or for opponents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Page {
    /// Who it is for, if the page says so.
    pub reader: &'static str,
    pub sections: Vec<Section>,
}

/// A part with lines to write on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Section {
    /// What is written here.
    pub title: &'static str,
    /// What the regulation says about it, in a few words.
    pub note: &'static str,
    /// The columns, with their headings and relative widths.
    pub columns: &'static [Column],
    /// Lines to write on; each begins with what is printed on it.
    pub lines: Vec<Vec<&'static str>>,
    /// The height of a line in tenths of a millimetre.
    pub line: u32,
    /// Half a page wide, beside the next of its kind.
    pub half: bool,
}

/// A column to write in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Column {
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
const COMMANDER: &[Column] = &[column("Card", 62), column("On which ship", 0)];
const OBSTACLES: &[Column] = &[column("", 8), column("Obstacle", 0)];
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
        pages: match regulation {
            Regulation::Xwing => only(squad()),
            Regulation::Armada => only(fleet()),
            Regulation::Legion => vec![
                Page {
                    reader: "for the staff",
                    sections: army(),
                },
                // LE-COPY: the copy for opponents leaves out command and battle cards.
                Page {
                    reader: "copy for opponents",
                    sections: vec![units()],
                },
            ],
            Regulation::Conquest => only(conquest_army()),
            Regulation::Cardgame => only(decks()),
        },
    }
}

fn only(sections: Vec<Section>) -> Vec<Page> {
    vec![Page {
        reader: "",
        sections,
    }]
}

fn empty(lines: usize) -> Vec<Vec<&'static str>> {
    vec![Vec::new(); lines]
}

fn begun(first: &[&'static str]) -> Vec<Vec<&'static str>> {
    first.iter().map(|word| vec![*word]).collect()
}

fn section(
    title: &'static str,
    note: &'static str,
    columns: &'static [Column],
    line: u32,
    lines: Vec<Vec<&'static str>>,
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
    lines: Vec<Vec<&'static str>>,
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
            empty(8),
        ),
        section(
            "Obstacles",
            "three different ones",
            OBSTACLES,
            80,
            begun(&["1", "2", "3"]),
        ),
    ]
}

fn fleet() -> Vec<Section> {
    vec![
        section(
            "Commander",
            "one; its points are written with the upgrades of its ship",
            COMMANDER,
            66,
            empty(1),
        ),
        section("Ships", "points with upgrades", FLEET, 74, empty(6)),
        section("Flotillas", "at most two", FLEET, 74, empty(2)),
        section("Squadrons", "at most 134 points", SQUADRONS, 58, empty(8)),
        section(
            "Objectives",
            "one of each category",
            OBJECTIVES,
            60,
            begun(&["Assault", "Defense", "Navigation"]),
        ),
    ]
}

fn units() -> Section {
    section("Units", "points with upgrades", UNITS, 84, empty(12))
}

fn army() -> Vec<Section> {
    let kinds = ["Objective", "Deployment", "Condition"];
    let kinds: Vec<&'static str> = kinds.iter().flat_map(|kind| [*kind; 4]).collect();
    let mut hand = begun(&["1", "1", "2", "2", "3", "3"]);
    // LE-HAND: the seventh card is the same for everybody.
    hand.push(vec!["4", "Standing Orders"]);
    vec![
        units(),
        beside("Command hand", "not shown to opponents", COMMANDS, 66, hand),
        beside(
            "Battle deck",
            "not shown to opponents",
            KINDS,
            66,
            begun(&kinds),
        ),
    ]
}

fn conquest_army() -> Vec<Section> {
    vec![
        section("Units", "points with upgrades", UNITS, 84, empty(13)),
        beside(
            "Command cards",
            "not shown to opponents",
            COMMANDS,
            66,
            empty(7),
        ),
        beside("Battle cards", "", CARDS, 66, empty(9)),
    ]
}

fn decks() -> Vec<Section> {
    let sets = || {
        begun(&[
            "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "", "", "",
        ])
    };
    vec![
        beside("Light side deck", "Affiliation", SETS, 120, sets()),
        beside("Dark side deck", "Affiliation", SETS, 120, sets()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The titles of each page's parts.
    fn parts(regulation: Regulation) -> Vec<Vec<&'static str>> {
        let pages = form(regulation).pages.into_iter();
        let titles = pages.map(|page| page.sections.iter().map(|part| part.title).collect());
        titles.collect()
    }

    #[test]
    fn ar_list_a_fleet_has_a_place_for_its_commander() {
        muster_regulations::proves!("AR-LIST");
        let fleet = parts(Regulation::Armada);
        assert!(fleet[0].contains(&"Commander"), "{fleet:?}");
    }

    // LE-COPY: the extra copy leaves out command and battle cards. LE-HAND: the seventh card is Standing Orders.
    #[test]
    fn le_copy_opponents_get_a_page_without_command_and_battle_cards() {
        let army = parts(Regulation::Legion);
        assert_eq!(army[0], ["Units", "Command hand", "Battle deck"]);
        assert_eq!(army[1..], [vec!["Units"]]);
        let form = form(Regulation::Legion);
        let hand = &form.pages[0].sections[1];
        assert_eq!(hand.lines.last().unwrap(), &["4", "Standing Orders"]);
    }

    #[test]
    fn xw_obstacles_are_no_cards() {
        muster_regulations::proves!("XW-OBSTACLES");
        let form = form(Regulation::Xwing);
        let obstacles = &form.pages[0].sections[1];
        assert_eq!(obstacles.columns[1].title, "Obstacle");
    }
}
