//! Names that cannot be printed as they are. The fonts of this crate hold Latin, Greek, Cyrillic, Hebrew, Arabic,
//! Japanese, Korean, Thai, Devanagari, Bengali, Tamil, Georgian, Armenian and Ethiopic letters and emoji; other letters
//! print as empty boxes. The program warns the person who prints.

use crate::engine;
use muster_tournament::State;

/// A name with letters that no font has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unprintable {
    pub name: String,
    /// The letters that come out as boxes, each once.
    pub letters: Vec<char>,
}

/// Returns the names of the tournament, its players and its staff that contain letters no font has.
#[must_use]
pub fn unprintable(state: &State) -> Vec<Unprintable> {
    let players = state.players.iter().map(|player| player.personal.as_ref());
    let staff = state.staff.iter().map(|staff| staff.personal.as_ref());
    let people = players.chain(staff).flatten();
    let names = people.map(|personal| personal.name.as_str());
    std::iter::once(state.setup.name.as_str())
        .chain(names)
        .filter_map(|name| {
            let letters = engine::missing_letters(name);
            (!letters.is_empty()).then(|| Unprintable {
                name: name.to_owned(),
                letters,
            })
        })
        .collect()
}
