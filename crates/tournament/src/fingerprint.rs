//! Fingerprints of the journal: short enough to read aloud, printed with the pairings of each round and shown on the wall.
//!
//! A fingerprint covers every line up to the one that published the round, with its dates. Whoever kept one on paper
//! can check a journal against it later: a line that was changed, removed or redated gives another fingerprint.

use crate::command::Command;
use crate::entry::Gave;
use crate::ids::{Hex32, RoundNo};
use crate::journal::Line;
use crate::state::Round;
use serde::{Serialize, Serializer};
use std::fmt;

/// Digits and letters without I, L, O and U, which are easily misread.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// How many letters: 80 bits, more than anybody can search for a second journal that fits.
const LENGTH: usize = 16;
const GROUP: usize = 4;

/// The short form of a line's hash: `7KQ2-M9XD-0ABC-WXYZ`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint([u8; LENGTH]);

impl Fingerprint {
    /// Returns the fingerprint of a journal by the hash of its last line: the first 80 bits, five to a letter.
    #[must_use]
    pub fn of(hash: Hex32) -> Fingerprint {
        let mut letters = [0; LENGTH];
        let (mut bits, mut count) = (0_u32, 0);
        let mut bytes = hash.0.iter();
        for letter in &mut letters {
            if count < 5 {
                bits = bits << 8 | u32::from(*bytes.next().unwrap_or(&0));
                count += 8;
            }
            count -= 5;
            *letter = LETTERS[(bits >> count & 31) as usize];
        }
        Fingerprint(letters)
    }

    /// Returns the fingerprint of a round that was published.
    #[must_use]
    pub fn of_round(round: &Round) -> Option<Fingerprint> {
        round.published.map(Fingerprint::of)
    }

    /// Reads a fingerprint as people write one down: with or without dashes, in any case, O for 0 and I or L for 1.
    #[must_use]
    pub fn parse(text: &str) -> Option<Fingerprint> {
        let mut letters = [0; LENGTH];
        let mut places = letters.iter_mut();
        for letter in text.bytes().filter(|letter| !b"- ".contains(letter)) {
            let letter = match letter.to_ascii_uppercase() {
                b'O' => b'0',
                b'I' | b'L' => b'1',
                letter => letter,
            };
            *places.next()? = Some(letter).filter(|letter| LETTERS.contains(letter))?;
        }
        places.next().is_none().then_some(Fingerprint(letters))
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, group) in self.0.chunks(GROUP).enumerate() {
            if number > 0 {
                f.write_str("-")?;
            }
            f.write_str(&String::from_utf8_lossy(group))?;
        }
        Ok(())
    }
}

impl Serialize for Fingerprint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A publication of a round, with its fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Published {
    pub round: RoundNo,
    /// The line that published it.
    pub position: u64,
    pub fingerprint: Fingerprint,
}

/// Returns every publication in a journal, including undone ones: their paper may still be on the wall.
#[must_use]
pub fn published(lines: &[Line]) -> Vec<Published> {
    let mut round = RoundNo(0);
    let mut all = Vec::new();
    for line in lines {
        if let Gave::Drawn(drawn) = &line.core.entry.gave {
            round = drawn.round;
        }
        if line.core.entry.did == Command::Publish {
            all.push(Published {
                round,
                position: line.core.position,
                fingerprint: Fingerprint::of(line.hash),
            });
        }
    }
    all
}

/// A fingerprint that somebody kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Kept {
    /// The round it was printed with, if that was noted.
    pub round: Option<RoundNo>,
    pub fingerprint: Fingerprint,
}

impl Kept {
    /// Reads a line of a list: a fingerprint, and before it the round if that was noted ("Round 2: 7KQ2-M9XD-0ABC-WXYZ").
    #[must_use]
    pub fn parse(line: &str) -> Option<Kept> {
        let line = line.trim();
        let (before, fingerprint) = (0..line.len()).find_map(|at| {
            let (before, rest) = line.split_at_checked(at)?;
            let apart = before.is_empty() || before.ends_with([' ', ':', '\t']);
            Some((before, Fingerprint::parse(rest).filter(|_| apart)?))
        })?;
        let digits = before.split(|letter: char| !letter.is_ascii_digit());
        let round = digits.filter_map(|digits| digits.parse().ok()).next();
        Some(Kept {
            round: round.map(RoundNo),
            fingerprint,
        })
    }

    /// Returns whether a journal with these publications is the one that the fingerprint was printed from.
    #[must_use]
    pub fn fits(&self, published: &[Published]) -> bool {
        published.iter().any(|publication| {
            publication.fingerprint == self.fingerprint
                && self.round.is_none_or(|round| round == publication.round)
        })
    }
}
