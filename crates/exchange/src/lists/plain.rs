//! A list pasted as plain text, in whichever of the usual layouts: headings, `Name (points)`, `3x Name 45`, upgrades
//! indented or with a dash, `Faction: …`.
//!
//! Relies on layout alone, because we ship no card data; promises a note for every line that was not understood.

use super::ReadList;
use super::points::{Counted, counted};
use crate::Note;
use muster_regulations::list::{
    BattleCard, BattleKind, Category, CommandCard, Deck, MOST_COPIES, MOST_TEXT, Objective,
    ObjectiveSet, Piece, Upgrade, folded, show,
};
use muster_regulations::{List, Regulation};
use muster_words::files::{FileNote, FileProblem, LineProblem, Place, Unreadable};

/// Most lines of a pasted list.
pub const MOST_LINES: usize = 2_000;

/// Reads pasted text as far as it is understood.
pub fn read(regulation: Regulation, text: &str) -> Result<ReadList, Unreadable> {
    if text.len() > MOST_TEXT || text.lines().count() > MOST_LINES {
        return Err(Unreadable::file(FileProblem::ListTooLong {
            lines: MOST_LINES,
            characters: MOST_TEXT,
        }));
    }
    let mut reader = Reader::new(regulation);
    let mut notes = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() {
            continue;
        }
        if let Err(problem) = reader.line(line) {
            let unclear = FileNote::LineUnclear {
                text: show(line),
                cause: problem.code(),
                problem,
            };
            notes.push(Note::new(Place::Line(number), unclear));
        }
    }
    Ok(ReadList {
        list: reader.list,
        notes,
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
    Objectives,
    CommandHand(Option<u32>),
    Battle(Option<BattleKind>),
    OtherCards,
    Light,
    Dark,
}

/// The layout of a line: its indentation and its bullet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Setting {
    indent: usize,
    mark: Option<char>,
}

struct Reader {
    list: List,
    section: Section,
    /// The layout of the pieces of this section; anything indented further is an upgrade.
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

    fn line(&mut self, line: &str) -> Result<(), LineProblem> {
        let (setting, text) = set(line);
        // A total is worked out anyway.
        if is_total(text) {
            return Ok(());
        }
        if let Some(section) = self.heading(text) {
            self.section = section;
            self.pieces = None;
            return Ok(());
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
            (List::Armada(_), "objectives") => Section::Objectives,
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
    fn named(&mut self, key: &str, value: &str) -> Option<Result<(), LineProblem>> {
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
                return Some(Ok(()));
            }
            (List::Xwing(squad), "obstacles") => {
                squad.obstacles.extend(several(value));
                return Some(Ok(()));
            }
            (List::Armada(fleet), _) => {
                if let Some(category) = category {
                    fleet.objectives.push(Objective {
                        name: value.to_owned(),
                        category,
                    });
                    return Some(Ok(()));
                }
                if key == "commander" {
                    return Some(self.upgrade(Some("commander"), value));
                }
                return None;
            }
            _ => {}
        }
        let section = self.section_of(&key)?;
        let before = std::mem::replace(&mut self.section, section);
        let setting = Setting {
            indent: 0,
            mark: None,
        };
        let mut parts = several(value).into_iter();
        let read = parts.try_for_each(|part| self.entry(setting, &part));
        self.section = before;
        Some(read)
    }

    fn entry(&mut self, setting: Setting, text: &str) -> Result<(), LineProblem> {
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
                    Ok(())
                }
                _ => Err(LineProblem::NotHere),
            },
            Section::Objectives => Err(LineProblem::ObjectiveKind),
            Section::CommandHand(pips) => self.command_card(setting, pips, text),
            Section::Battle(kind) => self.battle_card(kind, text),
            Section::OtherCards => match &mut self.list {
                List::Legion(army) | List::Conquest(army) => {
                    army.other_cards.push(text.to_owned());
                    Ok(())
                }
                _ => Err(LineProblem::NotHere),
            },
            Section::Light | Section::Dark => self.objective_set(text),
        }
    }

    fn piece(&mut self, setting: Setting, text: &str) -> Result<(), LineProblem> {
        let Counted {
            count,
            name,
            points,
        } = counted(text)?;
        let Some(points) = points else {
            return Err(LineProblem::NoPoints);
        };
        let piece = Piece {
            count,
            ..Piece::new(name, points)
        };
        self.section_pieces()?.push(piece);
        self.pieces.get_or_insert(setting);
        Ok(())
    }

    /// Returns the pieces of the section that is being read.
    fn section_pieces(&mut self) -> Result<&mut Vec<Piece>, LineProblem> {
        Ok(match (&mut self.list, self.section) {
            (List::Xwing(squad), _) => &mut squad.ships,
            (List::Armada(fleet), Section::Squadrons) => &mut fleet.squadrons,
            (List::Armada(fleet), Section::Flotillas) => &mut fleet.flotillas,
            (List::Armada(fleet), _) => &mut fleet.ships,
            (List::Legion(army) | List::Conquest(army), _) => &mut army.units,
            (List::Cardgame(_), _) => return Err(LineProblem::NotHere),
        })
    }

    fn upgrade(&mut self, slot: Option<&str>, text: &str) -> Result<(), LineProblem> {
        let Counted {
            count,
            name,
            points,
        } = counted(text)?;
        let Some(piece) = self.section_pieces()?.last_mut() else {
            return Err(LineProblem::UpgradeAlone);
        };
        let upgrade = Upgrade {
            slot: slot.map(str::to_owned),
            ..Upgrade::new(name, points.unwrap_or(0))
        };
        for _ in 0..count {
            piece.upgrades.push(upgrade.clone());
        }
        Ok(())
    }

    fn command_card(
        &mut self,
        setting: Setting,
        pips: Option<u32>,
        text: &str,
    ) -> Result<(), LineProblem> {
        let (List::Legion(army) | List::Conquest(army)) = &mut self.list else {
            return Err(LineProblem::NotHere);
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
            return Err(LineProblem::NoPips);
        };
        if !(1..=4).contains(&pips) {
            return Err(LineProblem::Pips { found: pips });
        }
        army.command_hand.push(CommandCard {
            name: name.to_owned(),
            pips,
            character,
        });
        Ok(())
    }

    fn battle_card(&mut self, kind: Option<BattleKind>, text: &str) -> Result<(), LineProblem> {
        let (List::Legion(army) | List::Conquest(army)) = &mut self.list else {
            return Err(LineProblem::NotHere);
        };
        army.battle_deck.push(BattleCard {
            name: text.to_owned(),
            kind,
        });
        Ok(())
    }

    fn objective_set(&mut self, text: &str) -> Result<(), LineProblem> {
        let List::Cardgame(decks) = &mut self.list else {
            return Err(LineProblem::NotHere);
        };
        let deck = match self.section {
            Section::Dark => &mut decks.dark,
            _ => &mut decks.light,
        };
        // Sets have no points: a number before the name is how many.
        let plain = text
            .split_once(char::is_whitespace)
            .and_then(|(count, name)| Some((count.parse::<u32>().ok()?, name)));
        let (count, name) = match plain {
            Some((count @ 1..=99, name)) => (count, name.trim()),
            Some((count, _)) => {
                return Err(LineProblem::Copies {
                    found: count.to_string(),
                    most: MOST_COPIES,
                });
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
        Ok(())
    }
}

impl Setting {
    /// Whether a line set like this belongs to the piece above it.
    fn is_inside(self, pieces: Setting) -> bool {
        self.indent > pieces.indent || (self.mark.is_some() && self.mark != pieces.mark)
    }
}

fn faction(place: &mut String, value: &str) -> Result<(), LineProblem> {
    if !place.is_empty() && folded(place) != folded(value) {
        let faction = show(place);
        return Err(LineProblem::OtherFaction { faction });
    }
    *place = value.to_owned();
    Ok(())
}

fn affiliation(deck: &mut Deck, value: &str) -> Result<(), LineProblem> {
    if !deck.affiliation.is_empty() && folded(&deck.affiliation) != folded(value) {
        let affiliation = show(&deck.affiliation);
        return Err(LineProblem::OtherAffiliation { affiliation });
    }
    deck.affiliation = value.to_owned();
    Ok(())
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
