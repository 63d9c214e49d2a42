//! What sentences call the two players of a match.

use muster_regulations::Seat;

/// Somebody in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who<'a> {
    /// Whoever reads the sentence.
    Reader,
    /// Somebody else, by name.
    Named(&'a str),
}

impl Who<'_> {
    /// Returns the sentence for the reader, or the one about somebody else with the name in the place of `{name}`. Both
    /// are given whole, because a verb that fits "you" rarely fits a name.
    #[must_use]
    pub fn say(self, to_reader: &str, about: &str) -> String {
        match self {
            Who::Reader => to_reader.to_owned(),
            Who::Named(name) => about.replace("{name}", name),
        }
    }
}

/// The two players of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Players<'a> {
    a: Who<'a>,
    b: Who<'a>,
}

impl<'a> Players<'a> {
    /// Players nobody has named, as in a report that is only worked out.
    pub const UNKNOWN: Players<'static> = Players::named(["Player A", "Player B"]);

    /// Returns two players, both by name.
    #[must_use]
    pub const fn named([a, b]: [&'a str; 2]) -> Players<'a> {
        Players {
            a: Who::Named(a),
            b: Who::Named(b),
        }
    }

    /// Returns the same players for one of them to read.
    #[must_use]
    pub const fn read_by(self, seat: Seat) -> Players<'a> {
        match seat {
            Seat::A => Players {
                a: Who::Reader,
                b: self.b,
            },
            Seat::B => Players {
                a: self.a,
                b: Who::Reader,
            },
        }
    }

    /// Returns who sits at a seat.
    #[must_use]
    pub const fn at(self, seat: Seat) -> Who<'a> {
        match seat {
            Seat::A => self.a,
            Seat::B => self.b,
        }
    }
}
