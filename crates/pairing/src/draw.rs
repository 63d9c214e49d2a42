//! Randomness that anybody can repeat: seeds, derived seeds, and draws from a seed.
//!
//! Relies on SHA-256 for deriving and ChaCha20 (RFC 8439) for the stream; everything built on
//! them (bounded numbers, shuffles, picks) is ours and specified in `docs/draws.md`. Promises
//! that a seed gives the same draws on every machine and in every later version.

use std::fmt;

use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher};
use sha2::{Digest, Sha256};

/// The 32 bytes behind every draw of a tournament, or behind one draw of it.
///
/// Whoever knows a seed knows its draws, so `Debug` shows only the start of its commitment.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

/// The reason why a text is not a seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeedError {
    /// The text does not have 64 characters.
    Length(usize),
    /// A character is no hexadecimal digit.
    Digit(char),
}

impl fmt::Display for SeedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeedError::Length(length) => write!(
                f,
                "a seed is 64 hexadecimal digits, this text has {length} characters"
            ),
            SeedError::Digit(digit) => write!(
                f,
                "a seed is 64 hexadecimal digits, and {digit:?} is not one of 0-9 and a-f"
            ),
        }
    }
}

impl std::error::Error for SeedError {}

impl Seed {
    /// Makes a seed of 32 bytes.
    pub fn new(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// Returns the bytes.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Reads 64 hexadecimal digits, small or capital.
    pub fn from_hex(text: &str) -> Result<Seed, SeedError> {
        let length = text.chars().count();
        if length != 64 {
            return Err(SeedError::Length(length));
        }
        let mut bytes = [0; 32];
        for (index, character) in text.chars().enumerate() {
            let digit = character.to_digit(16).ok_or(SeedError::Digit(character))?;
            // The first digit of a byte is its high half; a digit is below 16, so it fits.
            bytes[index / 2] = (bytes[index / 2] << 4) | digit as u8;
        }
        Ok(Seed(bytes))
    }

    /// Returns the seed as 64 small hexadecimal digits.
    pub fn to_hex(&self) -> String {
        hex(&self.0)
    }

    /// Returns the seed of one draw: the same for the same purpose, unrelated for any other.
    pub fn derive(&self, purpose: &str) -> Seed {
        Seed(digest("muster/derive/1", &[&self.0, purpose.as_bytes()]))
    }

    /// Returns what may be published at once and proves later that this seed was used.
    pub fn commitment(&self) -> [u8; 32] {
        digest("muster/commit/1", &[&self.0])
    }

    /// Returns the commitment as 64 small hexadecimal digits.
    pub fn commitment_hex(&self) -> String {
        hex(&self.commitment())
    }

    /// Returns this seed with a phrase called out in the hall mixed in.
    ///
    /// Spaces around the phrase do not count and any run of white space inside counts as one
    /// space; letters count as they are.
    pub fn mix(&self, phrase: &str) -> Seed {
        let words: Vec<&str> = phrase.split_whitespace().collect();
        Seed(digest(
            "muster/mix/1",
            &[&self.0, words.join(" ").as_bytes()],
        ))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed(commitment {}…)", &self.commitment_hex()[..8])
    }
}

/// Returns SHA-256 over the parts, the domain first, each after its length as four bytes.
fn digest(domain: &str, parts: &[&[u8]]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    for part in std::iter::once(&domain.as_bytes()).chain(parts) {
        // No phrase has 4 GiB; a longer one would only share its prefix's length bytes.
        hasher.update((part.len() as u32).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize().into()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Words of keystream fetched at a time; it changes speed only.
const WORDS: usize = 256;

/// A stream of draws from one seed, used from the front.
pub struct Draw {
    cipher: ChaCha20,
    key: [u8; 32],
    stretch: u64,
    words: [u32; WORDS],
    next: usize,
}

impl Draw {
    /// Starts the stream of a seed.
    pub fn new(seed: &Seed) -> Draw {
        Draw {
            cipher: ChaCha20::new(&seed.0.into(), &[0; 12].into()),
            key: seed.0,
            stretch: 0,
            words: [0; WORDS],
            next: WORDS,
        }
    }

    /// Returns the next 32 bits of the stream.
    #[inline]
    fn word(&mut self) -> u32 {
        if let Some(&word) = self.words.get(self.next) {
            self.next += 1;
            return word;
        }
        self.refill();
        self.next = 1;
        self.words[0]
    }

    #[cold]
    #[inline(never)]
    fn refill(&mut self) {
        let mut bytes = [0; WORDS * 4];
        if self.cipher.try_apply_keystream(&mut bytes).is_err() {
            // After 2^32 blocks the counter is used up: the next nonce goes on.
            self.stretch += 1;
            let mut nonce = [0; 12];
            nonce[..8].copy_from_slice(&self.stretch.to_le_bytes());
            self.cipher = ChaCha20::new(&self.key.into(), &nonce.into());
            self.cipher.apply_keystream(&mut bytes);
        }
        for (word, chunk) in self.words.iter_mut().zip(bytes.as_chunks::<4>().0) {
            *word = u32::from_le_bytes(*chunk);
        }
    }

    /// Returns a number below `n`, each equally likely; 0, without a draw, where `n` is 0 or 1.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        if n <= 1 {
            return 0;
        }
        loop {
            let product = u64::from(self.word()) * u64::from(n);
            let low = product as u32;
            // The first 2^32 mod n low halves would make some answers likelier: drawn again.
            if low >= n || low >= n.wrapping_neg() % n {
                return (product >> 32) as u32;
            }
        }
    }

    /// Puts the items into a random order, each order equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            // Players are counted in 32 bits, so longer slices do not occur.
            let count = u32::try_from(last + 1).unwrap_or(u32::MAX);
            items.swap(last, self.below(count) as usize);
        }
    }

    /// Returns one of the items, each equally likely; nothing if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
        items.get(self.below(count) as usize)
    }

    /// Rolls a die with that many faces, counted from 1.
    pub fn die(&mut self, faces: u32) -> u32 {
        self.below(faces).saturating_add(1)
    }
}

impl fmt::Debug for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Draw(..)")
    }
}
