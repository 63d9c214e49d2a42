//! Checks of names from outside. Names that are invisible or change the direction of the text around them are refused; a
//! name that looks like another one although it is spelled differently is pointed out to the desk.

use muster_tournament::State;
use muster_tournament::ids::PlayerId;
use muster_tournament::state::Status;
use muster_words::application::Cause;
pub use muster_words::application::Text;
use std::collections::BTreeMap;

/// Characters that show nothing: joiners, fillers, marks of direction, tags, variation selectors.
const UNSEEN: [std::ops::RangeInclusive<char>; 17] = [
    '\u{00AD}'..='\u{00AD}',
    '\u{034F}'..='\u{034F}',
    '\u{061C}'..='\u{061C}',
    '\u{115F}'..='\u{1160}',
    '\u{17B4}'..='\u{17B5}',
    '\u{180B}'..='\u{180F}',
    '\u{200B}'..='\u{200F}',
    '\u{2028}'..='\u{202E}',
    '\u{2060}'..='\u{206F}',
    '\u{2800}'..='\u{2800}',
    '\u{3164}'..='\u{3164}',
    '\u{E000}'..='\u{F8FF}',
    '\u{FE00}'..='\u{FE0F}',
    '\u{FEFF}'..='\u{FEFF}',
    '\u{FFA0}'..='\u{FFA0}',
    '\u{FFF0}'..='\u{FFFB}',
    '\u{E0000}'..='\u{10FFFF}',
];

/// Joiners are a part of spelling between letters of Arabic and the scripts of India, and nowhere else.
fn joins(before: Option<char>, joiner: char, after: Option<char>) -> bool {
    let script =
        |letter: Option<char>| letter.is_some_and(|c| ('\u{0600}'..='\u{0DFF}').contains(&c));
    matches!(joiner, '\u{200C}' | '\u{200D}') && script(before) && script(after)
}

/// Refuses text with invisible characters, or without a letter or digit.
pub fn check(what: Text, text: &str) -> Result<(), Cause> {
    let letters: Vec<char> = text.chars().collect();
    for (index, &letter) in letters.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| letters.get(before));
        let after = letters.get(index + 1);
        let unseen = letter.is_control() || UNSEEN.iter().any(|range| range.contains(&letter));
        if unseen && !joins(before.copied(), letter, after.copied()) {
            return Err(Cause::InvisibleCharacter { text: what, letter });
        }
    }
    if !letters.iter().any(|letter| letter.is_alphanumeric()) {
        return Err(Cause::NoLetter { text: what });
    }
    Ok(())
}

/// Returns the look of a name, which is equal for names that can be mistaken for one another.
#[must_use]
pub fn look(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    // In lower case first, because letters of other scripts differ less there; again afterwards, because skeletons can
    // contain capitals.
    let small = words.join(" ").to_lowercase();
    let look: String = unicode_security::skeleton(&small).collect();
    look.to_lowercase()
}

/// Returns players whose names look like that of an earlier one, with the earlier one.
#[must_use]
pub fn alike(state: &State) -> BTreeMap<PlayerId, PlayerId> {
    let mut first: BTreeMap<String, PlayerId> = BTreeMap::new();
    let mut alike = BTreeMap::new();
    let present = |status: Status| !matches!(status, Status::Dropped | Status::Disqualified);
    for player in state.players.iter().filter(|p| present(p.status)) {
        let Some(personal) = &player.personal else {
            continue;
        };
        match first.entry(look(&personal.name)) {
            std::collections::btree_map::Entry::Vacant(place) => {
                place.insert(player.id);
            }
            std::collections::btree_map::Entry::Occupied(place) => {
                alike.insert(player.id, *place.get());
            }
        }
    }
    alike
}

/// Returns a registered player whose name looks like this one.
#[must_use]
pub fn twin(state: &State, name: &str) -> Option<PlayerId> {
    let wanted = look(name);
    let here = state.players.iter().filter(|p| p.status != Status::Dropped);
    let mut named = here.filter_map(|p| Some((p.id, p.personal.as_ref()?)));
    named
        .find(|(_, personal)| look(&personal.name) == wanted)
        .map(|(id, _)| id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_names_are_refused() {
        for good in [
            "Ada Okafor",
            "Łukasz Żółć",
            "O'Neil-Smith 3.",
            "李小龍",
            "علی\u{200C}رضا",
            "क्\u{200D}ष",
            "Zoë",
            "Ivan Петров",
        ] {
            assert!(check(Text::Name, good).is_ok(), "{good}");
        }
        for bad in [
            "Ada\u{200B} Okafor",
            "Ada\u{200D} Okafor",
            "\u{202E}rofakO adA",
            "\u{2066}Ada\u{2069}",
            "\u{3164}",
            "\u{2800}\u{2800}",
            "\u{FEFF}Ada",
            "Ada\u{E0041}",
            "Ada\nOkafor",
            "A\u{00AD}da",
            "...",
            "",
        ] {
            assert!(check(Text::Name, bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn names_that_look_alike_have_the_same_look() {
        for (one, other) in [
            ("Ada Okafor", "\u{0410}da Okafor"),
            ("Ada Okafor", "ada  okafor"),
            ("Paul Cook", "Раul Cook"),
            ("Bill", "Bi1l"),
        ] {
            assert_eq!(look(one), look(other), "{one} {other}");
        }
        for (one, other) in [("Ada Okafor", "Ada Okafur"), ("Maria", "Mario")] {
            assert_ne!(look(one), look(other), "{one} {other}");
        }
    }
}
