//! Names as lists need them: told apart, sorted as a reader looks for them, and short where there is little room.
//! Relies on the state for the names themselves; promises that the family name is never cut.

use crate::ids::PlayerId;
use crate::state::State;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Endings that belong to the family name before them.
const GENERATIONS: [&str; 7] = ["jr", "jr.", "sr", "sr.", "ii", "iii", "iv"];

/// A name in its two parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parted {
    /// What lists are sorted by; the whole name where it is one word.
    pub family: String,
    /// The rest, with the number that tells namesakes apart; may be empty.
    pub given: String,
}

/// Returns the name of a player in its two parts.
#[must_use]
pub fn parted(state: &State, id: PlayerId) -> Parted {
    let full = state.name(id);
    let plain = state
        .player(id)
        .and_then(|player| player.personal.as_ref())
        .map_or(full.as_str(), |personal| personal.name.as_str());
    let mut parted = part(plain);
    if full != plain {
        parted.given = format!("{} ({id})", parted.given).trim_start().to_owned();
    }
    parted
}

/// The family name is the last word, with what comes before it in small letters ("de Wit") or after it ("Jr.").
fn part(name: &str) -> Parted {
    let words: Vec<&str> = name.split_whitespace().collect();
    let is_generation = |word: &&str| GENERATIONS.contains(&word.to_lowercase().as_str());
    let mut from = words.len().saturating_sub(1);
    if words.last().is_some_and(is_generation) {
        from = from.saturating_sub(1);
    }
    while from > 1 && starts_small(words[from - 1]) {
        from -= 1;
    }
    let (given, family) = words.split_at(from);
    Parted {
        family: family.join(" "),
        given: given.join(" "),
    }
}

fn starts_small(word: &str) -> bool {
    word.chars().next().is_some_and(char::is_lowercase)
}

/// Returns the text by which a name is sorted and found: without case and accents, as readers look for it.
#[must_use]
pub fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in text.nfd().filter(|letter| !is_combining_mark(*letter)) {
        for small in letter.to_lowercase() {
            match small {
                'ø' => folded.push('o'),
                'ł' => folded.push('l'),
                'đ' | 'ð' => folded.push('d'),
                'ı' => folded.push('i'),
                'ß' => folded.push_str("ss"),
                'æ' => folded.push_str("ae"),
                'œ' => folded.push_str("oe"),
                'þ' => folded.push_str("th"),
                other => folded.push(other),
            }
        }
    }
    folded
}

/// Returns players in the order in which a reader looks for names.
#[must_use]
pub fn by_name(state: &State, players: impl IntoIterator<Item = PlayerId>) -> Vec<PlayerId> {
    let mut keyed: Vec<(String, PlayerId)> = players
        .into_iter()
        .map(|id| {
            let Parted { family, given } = parted(state, id);
            (folded(&format!("{family}\u{0}{given}")), id)
        })
        .collect();
    keyed.sort();
    keyed.into_iter().map(|(_, id)| id).collect()
}

/// Returns a name that takes no more room than so many letters of usual width: the full name, else with an initial, else
/// the family name alone, else cut at its end.
#[must_use]
pub fn fitted(state: &State, id: PlayerId, letters: usize) -> String {
    let Parted { family, given } = parted(state, id);
    let short = match given.chars().next().filter(|letter| letter.is_alphabetic()) {
        Some(initial) => format!("{initial}. {family}"),
        None => family.clone(),
    };
    let room = letters * 10;
    let tries = [state.name(id), short, family.clone()];
    if let Some(fits) = tries.into_iter().find(|text| width(text) <= room) {
        return fits;
    }
    let mut kept = String::new();
    for letter in family.chars() {
        kept.push(letter);
        if width(&kept) + 10 > room {
            break;
        }
    }
    format!("{}…", kept.trim_end())
}

/// Returns the width of a text in tenths of a usual letter, for drawings that cannot measure.
#[must_use]
pub fn width(text: &str) -> usize {
    let letter = |letter: char| match letter {
        'i' | 'j' | 'l' | 't' | 'f' | 'r' | 'I' | ' ' | '.' | '-' | '(' | ')' => 6,
        'm' | 'w' | 'M' | 'W' => 15,
        capital if capital.is_uppercase() => 12,
        _ => 10,
    };
    text.chars().map(letter).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, family: &str, given: &str) {
        let expected = Parted {
            family: family.to_owned(),
            given: given.to_owned(),
        };
        assert_eq!(part(name), expected);
    }

    #[test]
    fn family_names_are_found() {
        check("Nils Aaltonen", "Aaltonen", "Nils");
        check("Xander de Wit", "de Wit", "Xander");
        check("Ana Maria van der Berg", "van der Berg", "Ana Maria");
        check("Sam Okafor Jr.", "Okafor Jr.", "Sam");
        check("Cher", "Cher", "");
        check("ada lovelace", "lovelace", "ada");
        check("", "", "");
    }

    #[test]
    fn names_are_sorted_without_case_and_accents() {
        assert_eq!(folded("Øst"), "ost");
        assert_eq!(folded("ÅBEND Novák"), "abend novak");
        assert_eq!(folded("Groß"), "gross");
    }
}
