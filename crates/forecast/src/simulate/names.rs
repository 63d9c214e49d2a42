//! Invented people and clubs.

use muster_pairing::draw::{Draw, Seed};

const FIRST: [&str; 24] = [
    "Ada", "Bruno", "Carla", "Dario", "Édith", "Falk", "Greta", "Hanno", "Ines", "Jörg", "Kaya",
    "Lars", "Mira", "Nils", "Oona", "Pavel", "Quirin", "Rosa", "Søren", "Tilda", "Uwe", "Vera",
    "Wim", "Yael",
];
const LAST: [&str; 24] = [
    "Abend",
    "Brückner",
    "Corvin",
    "Dahl",
    "Eklund",
    "Fjord",
    "Grün",
    "Holm",
    "Ito",
    "Jansen",
    "Kern",
    "Lunde",
    "Morel",
    "Novák",
    "Øst",
    "Pohl",
    "Quast",
    "Riva",
    "Stern",
    "Thorn",
    "Umbra",
    "Voss",
    "Wolff",
    "Zeman",
];
const CLUBS: [&str; 6] = [
    "Dice Dock",
    "Hexagon",
    "Table Twelve",
    "North Wing",
    "Green Felt",
    "The Long Range",
];

fn one<'a>(items: &[&'a str], draw: &mut Draw) -> &'a str {
    draw.pick(items).copied().unwrap_or_default()
}

/// Returns a name, which two people may share.
pub(super) fn person(draw: &mut Draw) -> String {
    format!("{} {}", one(&FIRST, draw), one(&LAST, draw))
}

/// An invented person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Somebody {
    /// First name and family name.
    pub name: String,
    pub club: Option<String>,
}

/// Invents people.
#[must_use]
pub fn invented(people: u32, seed: [u8; 32]) -> Vec<Somebody> {
    let mut draw = Draw::new(&Seed::new(seed).derive("people"));
    let somebody = |_| {
        let name = person(&mut draw);
        let club = (draw.below(3) == 0).then(|| club(&mut draw).to_owned());
        Somebody { name, club }
    };
    (0..people).map(somebody).collect()
}

/// Returns the name of a club.
pub(super) fn club(draw: &mut Draw) -> &'static str {
    one(&CLUBS, draw)
}
