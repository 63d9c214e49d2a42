//! Randomness that anybody can repeat: seeds, derived seeds, and draws from a seed.
//!
//! Relies on SHA-256 for deriving and ChaCha20 (RFC 8439) for the stream; everything built on
//! them (bounded numbers, shuffles, picks) is ours and specified in `docs/draws.md`. Promises
//! that a seed gives the same draws on every machine and in every later version.

use std::fmt;

use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher};
use sha2::{Digest, Sha256};

/// The 32 bytes behind all draws of a tournament, or behind a single draw.
///
/// Whoever knows a seed knows its draws, so `Debug` shows only the start of its commitment.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// Makes a seed of 32 bytes.
    pub fn new(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// Returns the bytes.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Returns the seed of one draw: the same for the same purpose, unrelated for any other.
    pub fn derive(&self, purpose: &str) -> Seed {
        Seed(digest("muster/derive/1", &[&self.0, purpose.as_bytes()]))
    }

    /// Returns a hash that can be published at once and proves later that this seed was used.
    pub fn commitment(&self) -> [u8; 32] {
        digest("muster/commit/1", &[&self.0])
    }

    /// Returns this seed with a phrase called out in the hall mixed in.
    ///
    /// White space around the phrase is ignored and any run of white space inside counts as one
    /// space; letters are used as they are.
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
        let [a, b, c, d, ..] = self.commitment();
        write!(f, "Seed(commitment {a:02x}{b:02x}{c:02x}{d:02x}…)")
    }
}

/// Returns SHA-256 over the parts, the domain first, each after its length as four bytes.
fn digest(domain: &str, parts: &[&[u8]]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    for part in std::iter::once(&domain.as_bytes()).chain(parts) {
        // Nothing is 4 GiB long; if it were, only its length bytes would be wrong.
        hasher.update((part.len() as u32).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize().into()
}

/// Words of keystream generated at a time; affects only speed.
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
            // After 2^32 blocks the counter is used up: continue with the next nonce.
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

    /// Returns a number below `n`, each equally likely. For 0 and 1 that is 0, and the stream is
    /// not read.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        if n <= 1 {
            return 0;
        }
        loop {
            let product = u64::from(self.word()) * u64::from(n);
            let low = product as u32;
            // With the first 2^32 mod n low halves some answers would be likelier, so draw again.
            if low >= n || low >= n.wrapping_neg() % n {
                return (product >> 32) as u32;
            }
        }
    }

    /// Puts the items into a random order, each order equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            // Players are counted in 32 bits, so there are no longer slices.
            let count = u32::try_from(last + 1).unwrap_or(u32::MAX);
            items.swap(last, self.below(count) as usize);
        }
    }

    /// Returns one of the items, each equally likely, or `None` if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let count = u32::try_from(items.len()).unwrap_or(u32::MAX);
        items.get(self.below(count) as usize)
    }

    /// Rolls a die with this many faces, numbered from 1.
    pub fn die(&mut self, faces: u32) -> u32 {
        self.below(faces).saturating_add(1)
    }
}

impl fmt::Debug for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Draw(..)")
    }
}
