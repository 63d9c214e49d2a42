//! Names as lists need them: with a mark where two are the same, sorted as a reader looks for them, and short where there is little room.
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
    /// The rest; may be empty.
    pub given: String,
    /// The number that distinguishes namesakes; empty where the name is enough.
    pub mark: String,
    /// Whether the name is written with the family name first, so that a list need not turn it around.
    pub family_first: bool,
}

impl Parted {
    /// Returns what separates the family name from the rest in a list: a comma if they were swapped.
    #[must_use]
    pub const fn joint(&self) -> &'static str {
        if self.family_first { " " } else { ", " }
    }
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
        parted.mark = id.to_string();
    }
    parted
}

/// The family name is the last word, with what comes before it in small letters ("de Wit") or after it ("Jr."); in
/// Japanese, Korean and Chinese it is the first. A comma says where it ends: "de Wit, Xander".
fn part(name: &str) -> Parted {
    if let Some((family, given)) = around_comma(name) {
        return Parted {
            family,
            given,
            mark: String::new(),
            family_first: false,
        };
    }
    let words: Vec<&str> = name.split_whitespace().collect();
    if let [family, given @ ..] = words.as_slice()
        && !given.is_empty()
        && family_first(&words)
    {
        return Parted {
            family: (*family).to_owned(),
            given: given.join(" "),
            mark: String::new(),
            family_first: true,
        };
    }
    let mut from = words.len().saturating_sub(1);
    if words.last().is_some_and(|word| is_generation(word)) {
        from = from.saturating_sub(1);
    }
    while from > 1 && starts_small(words[from - 1]) {
        from -= 1;
    }
    let (given, family) = words.split_at(from);
    Parted {
        family: family.join(" "),
        given: given.join(" "),
        mark: String::new(),
        family_first: false,
    }
}

/// The two parts of a name that is written as in a list; "Sam Okafor, Jr." is not.
fn around_comma(name: &str) -> Option<(String, String)> {
    let (family, given) = name.split_once(',')?;
    let [family, given] = [family, given].map(|part| {
        let words: Vec<&str> = part
            .split([',', ' '])
            .filter(|word| !word.is_empty())
            .collect();
        words.join(" ")
    });
    let both = !family.is_empty() && !given.is_empty() && !is_generation(&given);
    both.then_some((family, given))
}

fn is_generation(word: &str) -> bool {
    GENERATIONS.contains(&word.to_lowercase().as_str())
}

/// Whether all words are of a script in which the family name comes first. Names from elsewhere are written in
/// katakana, in their own order.
fn family_first(words: &[&str]) -> bool {
    let katakana = |letter: char| matches!(letter, '\u{30a0}'..='\u{30ff}');
    let han_kana_or_hangul = |letter: char| {
        matches!(letter, '\u{3005}' | '\u{3041}'..='\u{309f}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
            | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
            || katakana(letter)
    };
    let all = |word: &&str| word.chars().all(han_kana_or_hangul);
    let foreign = words.first().is_none_or(|word| word.chars().all(katakana));
    words.iter().all(all) && !foreign
}

fn starts_small(word: &str) -> bool {
    word.chars().next().is_some_and(char::is_lowercase)
}

/// Returns the text by which a name is sorted and found: without case and accents, as readers look for it.
#[must_use]
pub fn search_key(text: &str) -> String {
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
            let Parted { family, given, .. } = parted(state, id);
            (search_key(&format!("{family}\u{0}{given}")), id)
        })
        .collect();
    keyed.sort();
    keyed.into_iter().map(|(_, id)| id).collect()
}

/// Returns a name no wider than this many letters of average width: the full name, else with an initial, else
/// the family name alone, else cut at its end. Players who share a short form get their number after it.
#[must_use]
pub fn fitted(state: &State, id: PlayerId, letters: usize) -> String {
    let room = letters * 10;
    let full = state.name(id);
    if width(&full) <= room {
        return full;
    }
    let own = parted(state, id);
    let others: Vec<Parted> = state
        .players
        .iter()
        .filter(|player| player.id != id)
        .map(|player| parted(state, player.id))
        .collect();
    let marked = |short: fn(&Parted) -> String| {
        let text = short(&own);
        let shared = others.iter().any(|other| short(other) == text);
        (
            text,
            if shared {
                format!(" ({id})")
            } else {
                String::new()
            },
        )
    };
    let tries = [marked(with_initial), marked(family_alone)];
    let mut whole = tries.iter().map(|(text, mark)| format!("{text}{mark}"));
    if let Some(fits) = whole.find(|text| width(text) <= room) {
        return fits;
    }
    let [_, (family, mark)] = tries;
    let room = room.saturating_sub(width(&mark));
    let mut kept = String::new();
    for letter in family.chars() {
        kept.push(letter);
        if width(&kept) + 10 > room {
            break;
        }
    }
    format!("{}…{mark}", kept.trim_end())
}

fn with_initial(name: &Parted) -> String {
    let initial = name.given.chars().next();
    match initial.filter(|letter| letter.is_alphabetic() && !name.family_first) {
        Some(initial) => format!("{initial}. {}", name.family),
        None => name.family.clone(),
    }
}

fn family_alone(name: &Parted) -> String {
    name.family.clone()
}

/// Returns the width of a text in tenths of a usual letter, for drawings that cannot measure.
#[must_use]
pub fn width(text: &str) -> usize {
    let letter = |letter: char| match letter {
        'i' | 'j' | 'l' | 't' | 'f' | 'r' | 'I' | ' ' | '.' | '-' | '(' | ')' => 6,
        'm' | 'w' | 'M' | 'W' => 15,
        wide if wide >= '\u{2e80}' => 20,
        '\u{370}'..='\u{10ff}' => 13,
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
            mark: String::new(),
            family_first: false,
        };
        assert_eq!(part(name), expected);
    }

    #[track_caller]
    fn check_listed(name: &str, listed: &str) {
        let parted = part(name);
        let shown = format!("{}{}{}", parted.family, parted.joint(), parted.given);
        assert_eq!(shown, listed);
    }

    #[test]
    fn family_names_that_come_first_stay_there() {
        check_listed("佐藤 健太郎", "佐藤 健太郎");
        check_listed("さとう けんた", "さとう けんた");
        check_listed("佐々木 タロウ", "佐々木 タロウ");
        check_listed("김 민준", "김 민준");
        check_listed("王 小明", "王 小明");
        // A name from elsewhere keeps its order in katakana, and so does a mixed one.
        check_listed("ジョン スミス", "スミス, ジョン");
        check_listed("Kenta Sato", "Sato, Kenta");
        check_listed("健太 Sato", "Sato, 健太");
    }

    #[test]
    fn family_names_are_found() {
        check("Nils Aaltonen", "Aaltonen", "Nils");
        check("Xander de Wit", "de Wit", "Xander");
        check("Ana Maria van der Berg", "van der Berg", "Ana Maria");
        check("Sam Okafor Jr.", "Okafor Jr.", "Sam");
        check("Cher", "Cher", "");
        check("Archer, Ann", "Archer", "Ann");
        check("van der Berg, Jan", "van der Berg", "Jan");
        check("  Berg ,Ana  Maria", "Berg", "Ana Maria");
        check("Okafor, Sam, Jr.", "Okafor", "Sam Jr.");
        check("Sam Okafor, Jr.", "Okafor, Jr.", "Sam");
        check("Cher,", "Cher,", "");
        check("ada lovelace", "lovelace", "ada");
        check("", "", "");
    }

    #[test]
    fn names_are_sorted_without_case_and_accents() {
        assert_eq!(search_key("Øst"), "ost");
        assert_eq!(search_key("ÅBEND Novák"), "abend novak");
        assert_eq!(search_key("Groß"), "gross");
    }
}
