//! Who has met whom in this stage.
//!
//! In small fields there is a bit for each two players. In others opponents are kept in rows of
//! eight, each row in one cache line and compared at once; in large ones there are also hints half
//! that size, which answer nearly every question about a whole round at once. Promises symmetry: if
//! `a` has met `b`, `b` has met `a`.

use super::{FieldError, Pair};

/// Eight opponents; places not used hold [`NOBODY`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(32))]
struct Row([u32; Row::LENGTH]);

impl Row {
    const LENGTH: usize = 8;
    const EMPTY: Row = Row([NOBODY; Row::LENGTH]);

    #[inline]
    fn has(&self, player: u32) -> bool {
        // No early exit: eight comparisons at once are faster than a loop that may stop.
        self.0.iter().fold(false, |hit, &at| hit | (at == player))
    }
}

/// No player has this number.
const NOBODY: u32 = u32::MAX;

/// The meetings of one stage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Met {
    players: usize,
    /// In small fields: a bit for each two players, player by player.
    bits: Vec<u64>,
    rows: Vec<Row>,
    /// In large fields: the low halves of the opponents' numbers, everybody's first opponent before
    /// everybody's second, and so on.
    hints: Vec<u16>,
    /// The number of rows per player, if it is the same for all.
    each: usize,
    /// Otherwise, where the rows of each player begin; one entry more than players.
    starts: Vec<u32>,
}

/// Up to this size a bit for each two players fits the near caches.
const FEW: usize = 512;

/// From this size on a whole round is looked up at once.
const MANY: usize = 4096;

/// Players whose hints are compared at a time: as many as the registers of a processor hold.
const LANES: usize = 32;

impl Met {
    /// Returns the history of a stage in which nobody has met anybody.
    pub fn none(players: usize) -> Met {
        let bits = match players {
            ..=FEW => players * words(players),
            _ => 0,
        };
        Met {
            players,
            bits: vec![0; bits],
            rows: Vec::new(),
            hints: Vec::new(),
            each: 0,
            starts: Vec::new(),
        }
    }

    /// Returns the history made of these meetings; the same two may occur more than once.
    pub fn new<'a>(
        players: usize,
        meetings: impl IntoIterator<Item = &'a Pair> + Clone,
    ) -> Result<Met, FieldError> {
        let mut counts = vec![0u32; players];
        let mut total = 0u32;
        for pair in meetings.clone() {
            if pair.a == pair.b {
                return Err(FieldError::SamePlayer { player: pair.a });
            }
            for player in [pair.a, pair.b] {
                let count = counts
                    .get_mut(player as usize)
                    .ok_or(FieldError::UnknownPlayer { player, players })?;
                // No larger than the total, which is checked.
                *count = count.wrapping_add(1);
            }
            total = total.checked_add(2).ok_or(FieldError::TooManyMeetings)?;
        }
        if players <= FEW {
            let mut met = Met::none(players);
            meetings.into_iter().for_each(|pair| met.add(*pair));
            return Ok(met);
        }
        let mut met = Met::with_room(&counts)?;
        // Filled from the front of each player's rows; counts become the next free places.
        counts.fill(0);
        for pair in meetings {
            for (player, other) in [(pair.a, pair.b), (pair.b, pair.a)] {
                let count = &mut counts[player as usize];
                met.set(player, *count as usize, other);
                *count += 1;
            }
        }
        Ok(met)
    }

    /// Returns an empty history with room for this many opponents of each player, to be filled with
    /// [`Met::add`].
    pub fn with_room_for(players: usize, opponents: usize) -> Met {
        let each = match players {
            ..=FEW => 0,
            _ => opponents.div_ceil(Row::LENGTH),
        };
        Met {
            rows: vec![Row::EMPTY; each * players],
            each,
            ..Met::none(players)
        }
    }

    /// Adds a meeting; two of the same number, or a number no player has, add nothing.
    pub fn add(&mut self, pair: Pair) {
        let known = |player: u32| (player as usize) < self.players;
        if pair.a == pair.b || !known(pair.a) || !known(pair.b) {
            return;
        }
        for (player, other) in [(pair.a, pair.b), (pair.b, pair.a)] {
            if self.players <= FEW {
                let (word, bit) = self.bit(player, other);
                self.bits[word] |= bit;
            } else if !self.put(player, other) {
                self.widen();
                self.put(player, other);
            }
        }
    }

    /// Puts an opponent into the first free place of a player; `false` if there is none.
    fn put(&mut self, player: u32, other: u32) -> bool {
        for (at, row) in self.rows(player).iter().enumerate() {
            let Some(place) = row.0.iter().position(|&place| place == NOBODY) else {
                continue;
            };
            self.set(player, at * Row::LENGTH + place, other);
            return true;
        }
        false
    }

    /// Puts an opponent into a place of a player, and a hint.
    fn set(&mut self, player: u32, place: usize, other: u32) {
        let row = self.range(player).start + place / Row::LENGTH;
        self.rows[row].0[place % Row::LENGTH] = other;
        if self.has_hints() {
            let column = place * self.players;
            if self.hints.len() == column {
                self.hints.resize(column + self.players, NOBODY as u16);
            }
            self.hints[column + player as usize] = other as u16;
        }
    }

    /// Returns whether there are hints. Where one player has met many more than the others, nearly
    /// all of them would be of nobody.
    pub(super) fn has_hints(&self) -> bool {
        self.players >= MANY && self.starts.is_empty()
    }

    /// Returns where the bit for two players is.
    #[inline]
    fn bit(&self, a: u32, b: u32) -> (usize, u64) {
        let word = a as usize * words(self.players) + b as usize / 64;
        (word, 1 << (b % 64))
    }

    /// Gives every player one row more than the fullest has.
    fn widen(&mut self) {
        let players = 0..self.players as u32;
        let most = players.clone().map(|player| self.range(player).len());
        let rows = most.max().unwrap_or(0) + 1;
        let mut wider = Met::with_room_for(self.players, rows * Row::LENGTH);
        for player in players {
            for opponent in self.opponents(player) {
                wider.put(player, opponent);
            }
        }
        *self = wider;
    }

    /// Becomes a copy of another history, reusing the memory.
    pub fn copy_from(&mut self, other: &Met) {
        self.players = other.players;
        self.bits.clone_from(&other.bits);
        self.rows.clone_from(&other.rows);
        self.hints.clone_from(&other.hints);
        self.each = other.each;
        self.starts.clone_from(&other.starts);
    }

    /// Makes a history with empty rows for these numbers of opponents.
    fn with_room(counts: &[u32]) -> Result<Met, FieldError> {
        let rows = |count: u32| (count as usize).div_ceil(Row::LENGTH);
        let total: usize = counts.iter().map(|&count| rows(count)).sum();
        let most = counts.iter().map(|&count| rows(count)).max().unwrap_or(0);
        let mut met = Met::none(counts.len());
        // Equal numbers of rows need no table of starts, but one player who has met many more
        // than the others must not widen everybody's rows.
        if most.saturating_mul(counts.len()) <= 2 * total + counts.len() {
            met.each = most;
            met.rows = vec![Row::EMPTY; most * counts.len()];
            return Ok(met);
        }
        met.rows = vec![Row::EMPTY; total];
        met.starts.reserve(counts.len() + 1);
        met.starts.push(0);
        let mut end = 0u32;
        for &count in counts {
            let more = u32::try_from(rows(count)).ok();
            end = more
                .and_then(|more| end.checked_add(more))
                .ok_or(FieldError::TooManyMeetings)?;
            met.starts.push(end);
        }
        Ok(met)
    }

    /// Returns how many players the history covers.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Returns where the rows of a player are.
    #[inline]
    fn range(&self, player: u32) -> std::ops::Range<usize> {
        let player = player as usize;
        if self.starts.is_empty() {
            return player * self.each..(player + 1) * self.each;
        }
        match self.starts.get(player..player + 2) {
            Some(&[from, to]) => from as usize..to as usize,
            _ => 0..0,
        }
    }

    #[inline]
    fn rows(&self, player: u32) -> &[Row] {
        self.rows.get(self.range(player)).unwrap_or_default()
    }

    /// Returns the opponents a player has met; none for an unknown player.
    pub fn opponents(&self, player: u32) -> impl Iterator<Item = u32> {
        let places = self.rows(player).iter().flat_map(|row| row.0);
        let (first, _) = self.bit(player, 0);
        let words = self.bits.get(first..first + words(self.players));
        let bits = (0..).step_by(64).zip(words.unwrap_or_default());
        let bits = bits.flat_map(|(number, &word)| {
            let next = |left: &u64| Some(left & left.wrapping_sub(1));
            let left = std::iter::successors(Some(word), next).take_while(|left| *left != 0);
            left.map(move |left| number + left.trailing_zeros())
        });
        places.take_while(|&other| other != NOBODY).chain(bits)
    }

    /// Returns whether two players have met.
    #[inline]
    pub fn has(&self, a: u32, b: u32) -> bool {
        if self.players <= FEW {
            let (word, bit) = self.bit(a, b);
            let word = self.bits.get(word).filter(|_| (b as usize) < self.players);
            return word.is_some_and(|word| word & bit != 0);
        }
        let (few, other) = if self.range(a).len() <= self.range(b).len() {
            (a, b)
        } else {
            (b, a)
        };
        self.rows(few).iter().any(|row| row.has(other))
    }

    /// Calls back for each player who may have met the neighbour given for them by the low half of
    /// the number. Others are called in by chance, about one in ten thousand, and the last few.
    ///
    /// Reads the hints from front to back, which for many players is several times faster than
    /// asking pair by pair.
    pub(super) fn each_likely(&self, neighbours: &[u16], mut found: impl FnMut(u32)) {
        let (blocks, rest) = neighbours.as_chunks::<LANES>();
        let mut first = 0;
        for halves in blocks {
            let mut hits = [0; LANES];
            for column in self.hints.chunks_exact(self.players) {
                let hints = column[first..first + LANES].iter().zip(halves);
                for (hit, (hint, half)) in hits.iter_mut().zip(hints) {
                    *hit |= u16::from(hint == half);
                }
            }
            if hits.iter().fold(0, |any, hit| any | hit) != 0 {
                let hits = (first..).zip(hits).filter(|&(_, hit)| hit != 0);
                hits.for_each(|(player, _)| found(player as u32));
            }
            first += LANES;
        }
        (first..first + rest.len()).for_each(|player| found(player as u32));
    }
}

/// Words that hold a bit for each player.
fn words(players: usize) -> usize {
    players.div_ceil(64)
}
