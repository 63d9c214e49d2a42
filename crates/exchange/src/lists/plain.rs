//! A list pasted as plain text, in whichever of the usual layouts: headings, `Name (points)`, `3x Name 45`, upgrades
//! indented or with a dash, `Faction: …`.
//!
//! Relies on layout alone, for we ship no card data; promises that each line says what it became.

use super::points::{Counted, counted};
use crate::text::Unreadable;
use muster_regulations::list::{
    BattleCard, BattleKind, Category, CommandCard, Deck, MOST_TEXT, Objective, ObjectiveSet, Piece,
    Upgrade, folded, show,
};
use muster_regulations::{List, Regulation};

/// Most lines of a pasted list.
pub const MOST_LINES: usize = 2_000;

/// A list with what each line became.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The list, as far as it was understood.
    pub list: List,
    /// Every line that is not blank.
    pub lines: Vec<ReadLine>,
}

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadLine {
    /// Its number, from 1.
    pub number: usize,
    pub text: String,
    pub became: Became,
}

/// What a line became.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Became {
    /// Part of the list, in words.
    Read(String),
    NotUnderstood(String),
}

impl Reading {
    /// Returns the lines that were not understood.
    pub fn not_understood(&self) -> impl Iterator<Item = &ReadLine> {
        self.lines
            .iter()
            .filter(|line| matches!(line.became, Became::NotUnderstood(_)))
    }
}

/// Reads pasted text.
pub fn read(regulation: Regulation, text: &str) -> Result<Reading, Unreadable> {
    if text.len() > MOST_TEXT || text.lines().count() > MOST_LINES {
        return Err(Unreadable::file(format!(
            "a list has at most {MOST_LINES} lines, and this has {}; paste the list alone",
            text.lines().count()
        )));
    }
    let mut reader = Reader::new(regulation);
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() {
            continue;
        }
        let became = match reader.line(line) {
            Ok(read) => Became::Read(read),
            Err(why) => Became::NotUnderstood(why),
        };
        lines.push(ReadLine {
            number,
            text: show(line),
            became,
        });
    }
    Ok(Reading {
        list: reader.list,
        lines,
    })
}

/// What the lines under a heading are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    Ships,
    Flotillas,
    Squadrons,
    Units,
    Obstacles,
    Objective(Category),
    CommandHand(Option<u32>),
    Battle(Option<BattleKind>),
    OtherCards,
    Light,
    Dark,
}

/// How a line is set: how far in, and with which mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Setting {
    indent: usize,
    mark: Option<char>,
}

struct Reader {
    list: List,
    section: Section,
    /// How the pieces of this section are set; what is set further in is an upgrade.
    pieces: Option<Setting>,
}

impl Reader {
    fn new(regulation: Regulation) -> Reader {
        let section = match regulation {
            Regulation::Xwing | Regulation::Armada => Section::Ships,
            Regulation::Legion | Regulation::Conquest => Section::Units,
            Regulation::Cardgame => Section::Light,
        };
        Reader {
            list: List::empty(regulation),
            section,
            pieces: None,
        }
    }

    fn line(&mut self, line: &str) -> Result<String, String> {
        let (setting, text) = set(line);
        if is_total(text) {
            return Ok("a total, which is worked out anyway".to_owned());
        }
        if let Some(section) = self.heading(text) {
            self.section = section;
            self.pieces = None;
            return Ok("a heading".to_owned());
        }
        if let Some((key, value)) = text.split_once(':')
            && !value.trim().is_empty()
            && let Some(read) = self.named(key.trim(), value.trim())
        {
            return read;
        }
        self.entry(setting, text)
    }

    /// A heading of its own line: `Ships`, `Squadrons:`, `== Obstacles ==`, `Corps (3)`.
    fn heading(&self, text: &str) -> Option<Section> {
        let plain = text.trim_matches(|c: char| !c.is_alphanumeric());
        let word = folded(plain.trim_end_matches(|c: char| !c.is_alphabetic()));
        self.section_of(&word)
    }

    fn section_of(&self, word: &str) -> Option<Section> {
        let pips = |digit: &str| digit.parse().ok().filter(|pips| (1..=4).contains(pips));
        if let (List::Legion(_) | List::Conquest(_), Some((digit, "pip" | "pips"))) =
            (&self.list, word.split_once(['-', ' ']))
        {
            return pips(digit).map(|pips| Section::CommandHand(Some(pips)));
        }
        Some(match (&self.list, word) {
            (List::Xwing(_), "ships" | "pilots" | "squad") => Section::Ships,
            (List::Xwing(_), "obstacles") => Section::Obstacles,
            (List::Armada(_), "ships" | "fleet") => Section::Ships,
            (List::Armada(_), "flotillas") => Section::Flotillas,
            (List::Armada(_), "squadrons") => Section::Squadrons,
            (List::Armada(_), "objectives") => Section::Objective(Category::Assault),
            (List::Legion(_) | List::Conquest(_), word) => match word {
                "units" | "army" | "commanders" | "operatives" | "corps" | "special forces"
                | "support" | "heavy" => Section::Units,
                "command hand" | "command cards" | "commands" => Section::CommandHand(None),
                "battle deck" | "battle cards" => Section::Battle(None),
                "objectives" | "objective cards" => Section::Battle(Some(BattleKind::Objective)),
                "deployments" | "deployment cards" => Section::Battle(Some(BattleKind::Deployment)),
                "conditions" | "condition cards" => Section::Battle(Some(BattleKind::Condition)),
                "other cards" | "flaws" | "flaw cards" => Section::OtherCards,
                _ => return None,
            },
            (List::Cardgame(_), "light" | "light side" | "light deck" | "light side deck") => {
                Section::Light
            }
            (List::Cardgame(_), "dark" | "dark side" | "dark deck" | "dark side deck") => {
                Section::Dark
            }
            _ => return None,
        })
    }

    /// `Key: value`, where the key is one we know.
    fn named(&mut self, key: &str, value: &str) -> Option<Result<String, String>> {
        let key = folded(key);
        let several = |value: &str| {
            value
                .split([',', ';'])
                .map(|part| part.trim().to_owned())
                .filter(|part| !part.is_empty())
                .collect::<Vec<_>>()
        };
        let category = Category::ALL
            .into_iter()
            .find(|category| key == category.word());
        match (&mut self.list, key.as_str()) {
            (List::Xwing(squad), "faction") => return Some(faction(&mut squad.faction, value)),
            (List::Armada(fleet), "faction") => return Some(faction(&mut fleet.faction, value)),
            (List::Legion(army) | List::Conquest(army), "faction") => {
                return Some(faction(&mut army.faction, value));
            }
            (List::Cardgame(decks), "affiliation") => {
                let deck = if self.section == Section::Dark {
                    &mut decks.dark
                } else {
                    &mut decks.light
                };
                return Some(affiliation(deck, value));
            }
            (List::Xwing(squad), "damage deck") => {
                squad.damage_deck = Some(value.to_owned());
                return Some(Ok("the damage deck".to_owned()));
            }
            (List::Xwing(squad), "obstacles") => {
                let obstacles = several(value);
                let many = obstacles.len();
                squad.obstacles.extend(obstacles);
                return Some(Ok(format!("{many} obstacles")));
            }
            (List::Armada(fleet), _) => {
                if let Some(category) = category {
                    fleet.objectives.push(Objective {
                        name: value.to_owned(),
                        category,
                    });
                    return Some(Ok(format!("the {} objective", category.word())));
                }
                if key == "commander" {
                    return Some(self.upgrade(Some("commander"), value));
                }
                return None;
            }
            _ => {}
        }
        let section = self.section_of(&key)?;
        let parts = several(value);
        let before = std::mem::replace(&mut self.section, section);
        let read: Result<Vec<String>, String> = parts
            .iter()
            .map(|part| {
                self.entry(
                    Setting {
                        indent: 0,
                        mark: None,
                    },
                    part,
                )
            })
            .collect();
        self.section = before;
        Some(read.map(|read| read.join("; ")))
    }

    fn entry(&mut self, setting: Setting, text: &str) -> Result<String, String> {
        match self.section {
            Section::Ships | Section::Flotillas | Section::Squadrons | Section::Units => {
                let inner = self.pieces.is_some_and(|pieces| setting.is_inside(pieces));
                if inner {
                    let (slot, text) = slot_of(text);
                    return self.upgrade(slot, text);
                }
                self.piece(setting, text)
            }
            Section::Obstacles => match &mut self.list {
                List::Xwing(squad) => {
                    squad.obstacles.push(text.to_owned());
                    Ok(format!("an obstacle: {}", show(text)))
                }
                _ => Err("there are no obstacles on this list".to_owned()),
            },
            Section::Objective(_) => Err(
                "say which objective it is: “Assault: …”, “Defense: …”, “Navigation: …”".to_owned(),
            ),
            Section::CommandHand(pips) => self.command_card(setting, pips, text),
            Section::Battle(kind) => self.battle_card(kind, text),
            Section::OtherCards => match &mut self.list {
                List::Legion(army) | List::Conquest(army) => {
                    army.other_cards.push(text.to_owned());
                    Ok(format!("a card: {}", show(text)))
                }
                _ => Err("there are no such cards on this list".to_owned()),
            },
            Section::Light | Section::Dark => self.objective_set(text),
        }
    }

    fn piece(&mut self, setting: Setting, text: &str) -> Result<String, String> {
        let Counted {
            count,
            name,
            points,
        } = counted(text)?;
        let Some(points) = points else {
            return Err("it has no points; write “Name (45)”, or a heading before it".to_owned());
        };
        let piece = Piece {
            count,
            ..Piece::new(name, points)
        };
        let word = match (&mut self.list, self.section) {
            (List::Xwing(squad), _) => {
                squad.ships.push(piece);
                "a ship"
            }
            (List::Armada(fleet), Section::Squadrons) => {
                fleet.squadrons.push(piece);
                "a squadron"
            }
            (List::Armada(fleet), Section::Flotillas) => {
                fleet.flotillas.push(piece);
                "a flotilla"
            }
            (List::Armada(fleet), _) => {
                fleet.ships.push(piece);
                "a ship"
            }
            (List::Legion(army) | List::Conquest(army), _) => {
                army.units.push(piece);
                "a unit"
            }
            (List::Cardgame(_), _) => return Err("decks hold objective sets".to_owned()),
        };
        self.pieces.get_or_insert(setting);
        let copies = if count == 1 {
            String::new()
        } else {
            format!("{count} × ")
        };
        Ok(format!("{word}: {copies}{}, {points} points", show(name)))
    }

    fn upgrade(&mut self, slot: Option<&str>, text: &str) -> Result<String, String> {
        let Counted {
            count,
            name,
            points,
        } = counted(text)?;
        let pieces = match (&mut self.list, self.section) {
            (List::Xwing(squad), _) => &mut squad.ships,
            (List::Armada(fleet), Section::Squadrons) => &mut fleet.squadrons,
            (List::Armada(fleet), Section::Flotillas) => &mut fleet.flotillas,
            (List::Armada(fleet), _) => &mut fleet.ships,
            (List::Legion(army) | List::Conquest(army), _) => &mut army.units,
            (List::Cardgame(_), _) => return Err("decks hold objective sets".to_owned()),
        };
        let Some(piece) = pieces.last_mut() else {
            return Err("an upgrade comes below what carries it; name that first".to_owned());
        };
        let upgrade = Upgrade {
            slot: slot.map(str::to_owned),
            ..Upgrade::new(name, points.unwrap_or(0))
        };
        for _ in 0..count {
            piece.upgrades.push(upgrade.clone());
        }
        let points = points.map_or("no points given".to_owned(), |points| {
            format!("{points} points")
        });
        Ok(format!(
            "an upgrade of {}: {}, {points}",
            show(&piece.name),
            show(name)
        ))
    }

    fn command_card(
        &mut self,
        setting: Setting,
        pips: Option<u32>,
        text: &str,
    ) -> Result<String, String> {
        let (List::Legion(army) | List::Conquest(army)) = &mut self.list else {
            return Err("there are no command cards on this list".to_owned());
        };
        let (text, character) = match text
            .strip_suffix(']')
            .and_then(|open| open.rsplit_once('['))
        {
            Some((text, character)) => (text.trim(), Some(character.trim().to_owned())),
            None => (text, None),
        };
        // A bullet of the card itself is its pip.
        let bullets = setting.mark.map_or(0, |mark| usize::from(mark == '•'));
        let more = text.chars().take_while(|c| *c == '•').count();
        let text = text.trim_start_matches('•').trim();
        let (digit, text) = match text.split_once(|c: char| c.is_whitespace() || c == ':') {
            Some((digit, rest)) if digit.len() == 1 => (digit.parse::<u32>().ok(), rest),
            _ => (None, text),
        };
        let text = text.trim();
        let (name, told) = pips_after(text);
        let name = if digit.is_none() && told.is_none() {
            text
        } else {
            name
        };
        let marked = (more > 0).then(|| u32::try_from(bullets + more).unwrap_or(9));
        let orders = (folded(name) == "standing orders").then_some(4);
        let Some(pips) = digit.or(told).or(marked).or(orders).or(pips) else {
            return Err(
                "it has no pips; write “Name (2 pips)” or a heading such as “2 pips”".to_owned(),
            );
        };
        if !(1..=4).contains(&pips) {
            return Err(format!(
                "a command card has 1 to 4 pips, and this has {pips}"
            ));
        }
        army.command_hand.push(CommandCard {
            name: name.to_owned(),
            pips,
            character,
        });
        Ok(format!("a command card: {}, {pips} pips", show(name)))
    }

    fn battle_card(&mut self, kind: Option<BattleKind>, text: &str) -> Result<String, String> {
        let (List::Legion(army) | List::Conquest(army)) = &mut self.list else {
            return Err("there are no battle cards on this list".to_owned());
        };
        army.battle_deck.push(BattleCard {
            name: text.to_owned(),
            kind,
        });
        let word = kind.map_or("battle", BattleKind::word);
        Ok(format!("a {word} card: {}", show(text)))
    }

    fn objective_set(&mut self, text: &str) -> Result<String, String> {
        let List::Cardgame(decks) = &mut self.list else {
            return Err("there are no decks on this list".to_owned());
        };
        let (side, deck) = match self.section {
            Section::Dark => ("dark", &mut decks.dark),
            _ => ("light", &mut decks.light),
        };
        // Sets have no points: a number before the name is how many.
        let plain = text
            .split_once(char::is_whitespace)
            .and_then(|(count, name)| Some((count.parse::<u32>().ok()?, name)));
        let (count, name) = match plain {
            Some((count @ 1..=99, name)) => (count, name.trim()),
            Some((count, _)) => {
                return Err(format!(
                    "copies are whole numbers from 1 to 99, and this is {count}"
                ));
            }
            None => {
                let Counted { count, .. } = counted(text)?;
                let name = if count == 1 {
                    text
                } else {
                    text.split_once(char::is_whitespace)
                        .map_or(text, |(_, name)| name)
                };
                (count, name.trim_start_matches(['x', '×', ' ']).trim())
            }
        };
        deck.sets.push(ObjectiveSet {
            name: name.to_owned(),
            count,
            product: None,
            released: None,
        });
        Ok(format!(
            "{count} objective sets of the {side} deck: {}",
            show(name)
        ))
    }
}

impl Setting {
    /// Whether a line set like this belongs to the piece above it.
    fn is_inside(self, pieces: Setting) -> bool {
        self.indent > pieces.indent || (self.mark.is_some() && self.mark != pieces.mark)
    }
}

fn faction(place: &mut String, value: &str) -> Result<String, String> {
    if !place.is_empty() && folded(place) != folded(value) {
        return Err(format!(
            "the list is {} already; one faction only",
            show(place)
        ));
    }
    *place = value.to_owned();
    Ok(format!("the faction: {}", show(value)))
}

fn affiliation(deck: &mut Deck, value: &str) -> Result<String, String> {
    if !deck.affiliation.is_empty() && folded(&deck.affiliation) != folded(value) {
        let known = show(&deck.affiliation);
        return Err(format!(
            "the deck has {known} already; one affiliation for each deck"
        ));
    }
    deck.affiliation = value.to_owned();
    Ok(format!("the affiliation: {}", show(value)))
}

/// Takes indentation and mark off a line.
fn set(line: &str) -> (Setting, &str) {
    let text = line.trim_start();
    let indent = line
        .chars()
        .take_while(|c| c.is_whitespace())
        .map(|c| if c == '\t' { 4 } else { 1 })
        .sum();
    let mark = text
        .chars()
        .next()
        .filter(|c| matches!(c, '-' | '–' | '—' | '*' | '•' | '·' | '+' | '>'));
    let after = mark.and_then(|mark| text.strip_prefix(mark));
    match (mark, after) {
        // “-5” is a number, not a mark.
        (Some(_), Some(after)) if !after.starts_with(|c: char| c.is_ascii_digit()) => {
            (Setting { indent, mark }, after.trim())
        }
        _ => (Setting { indent, mark: None }, text.trim()),
    }
}

fn is_total(text: &str) -> bool {
    let lower = folded(text);
    let head = ["total", "ship total", "points:", "= "];
    let number = lower
        .split('/')
        .next()
        .is_some_and(|n| n.trim().parse::<u32>().is_ok());
    head.iter().any(|head| lower.starts_with(head))
        || (number && lower.contains('/'))
        || lower.parse::<u32>().is_ok()
}

/// `Talent: Name (3)`: a short word before the colon is the slot.
fn slot_of(text: &str) -> (Option<&str>, &str) {
    match text.split_once(':') {
        Some((slot, name))
            if !name.trim().is_empty()
                && slot.split_whitespace().count() <= 2
                && !slot.contains(['(', '[']) =>
        {
            (Some(slot.trim()), name.trim())
        }
        _ => (None, text),
    }
}

/// `Name (2 pips)`, `Name (2)`, `Name, 2 pips`.
fn pips_after(text: &str) -> (&str, Option<u32>) {
    let lower = text.to_ascii_lowercase();
    let end = lower
        .trim_end_matches([')', ' '])
        .trim_end_matches("pips")
        .trim_end_matches("pip")
        .trim_end_matches(['-', ' ']);
    let head = text.get(..end.len()).unwrap_or(text);
    match head.rsplit_once(['(', ',', '-', ' ']) {
        Some((name, digit)) => match digit.trim().parse() {
            Ok(pips) => (
                name.trim().trim_end_matches(['(', ',', '-']).trim(),
                Some(pips),
            ),
            Err(_) => (text, None),
        },
        None => (text, None),
    }
}
