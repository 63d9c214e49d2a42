//! Where draws get their seeds from: the master seed while the tournament runs, what is in the journal when it is
//! verified. Every draw has its own seed, derived by purpose (docs/draws.md).

use crate::ids::{Hex32, RoundNo, TableNo};
use muster_pairing::draw::Seed;

/// What a seed is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The random last tiebreak (TB-RANDOM).
    Tiebreak,
    /// The draw of a round; drawing again is another attempt.
    Round {
        round: RoundNo,
        /// Which attempt, from 1.
        attempt: u32,
    },
    /// The secret clock roll of a round (GC-CLOCK).
    Clock {
        round: RoundNo,
        /// Which draw of that round is being played, so that a voided round gives nothing away.
        attempt: u32,
    },
    /// A Final Salvo (XW-SALVO).
    Salvo {
        round: RoundNo,
        /// Which draw of that round is being played.
        draw: u32,
        table: TableNo,
        /// Which roll for that table, from 1.
        attempt: u32,
    },
}

impl Purpose {
    /// Returns the text that derives the seed.
    #[must_use]
    pub fn text(self) -> String {
        match self {
            Purpose::Tiebreak => "tiebreak".to_owned(),
            Purpose::Round { round, attempt } => format!("round {round} attempt {attempt}"),
            Purpose::Clock { round, attempt } => format!("clock {round} attempt {attempt}"),
            Purpose::Salvo {
                round,
                draw,
                table,
                attempt,
            } => format!("salvo {round} draw {draw} table {table} attempt {attempt}"),
        }
    }
}

/// A source of seeds.
pub trait Seeds {
    /// Returns the seed for a purpose, with the phrase of the hall mixed in, or `None` if it is not available.
    fn seed(&self, phrase: Option<&str>, purpose: Purpose) -> Option<Hex32>;

    /// Returns the master seed itself, for the commitment and for the end.
    fn master(&self) -> Option<Hex32>;
}

/// The master seed, as the machine that runs the tournament has it.
#[derive(Clone)]
pub struct Master(Seed);

impl Master {
    /// Takes a master seed of 32 random bytes.
    #[must_use]
    pub fn new(bytes: Hex32) -> Master {
        Master(Seed::new(bytes.0))
    }

    /// Returns the commitment that is published before anything is drawn.
    #[must_use]
    pub fn commitment(&self) -> Hex32 {
        Hex32(self.0.commitment())
    }
}

impl Seeds for Master {
    fn seed(&self, phrase: Option<&str>, purpose: Purpose) -> Option<Hex32> {
        let base = match phrase {
            Some(phrase) => self.0.mix(phrase),
            None => self.0.clone(),
        };
        Some(Hex32(*base.derive(&purpose.text()).bytes()))
    }

    fn master(&self) -> Option<Hex32> {
        Some(Hex32(*self.0.bytes()))
    }
}

/// No seeds: for commands that draw nothing, and for readers of a journal.
pub struct Seedless;

impl Seeds for Seedless {
    fn seed(&self, _: Option<&str>, _: Purpose) -> Option<Hex32> {
        None
    }

    fn master(&self) -> Option<Hex32> {
        None
    }
}

/// One seed, as it is in an entry that is being verified.
pub struct Revealed(pub Hex32);

impl Seeds for Revealed {
    fn seed(&self, _: Option<&str>, _: Purpose) -> Option<Hex32> {
        Some(self.0)
    }

    fn master(&self) -> Option<Hex32> {
        Some(self.0)
    }
}
