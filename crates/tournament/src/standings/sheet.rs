//! The sheet of a Swiss stage: who met whom in each round, and what each player was awarded.
//!
//! Filled from a tournament's state or from any other source of results. Promises that it holds only what makes sense: a
//! player plays at most once in a round, and never against themselves.

use super::counts::{Counts, MOST};
use crate::ids::PlayerId;
use muster_regulations::{Award, Margin, Outcome, Share, Verdict};

/// The opponent of a player without a result in the round: dropped, not there yet, or still playing.
const NOBODY: u32 = u32::MAX;
/// The opponent of a player who has the bye.
const BYE: u32 = u32::MAX - 1;

/// What each player was awarded in each Swiss round.
///
/// A player without a result in a round has missed it. An unpaired loss is worth nothing and does not count as a round
/// played (TB-1).
#[derive(Clone, Debug)]
pub struct Sheet {
    pub(super) rounds: Vec<Round>,
    /// Rounds played, byes included (TB-1).
    pub(super) played: Counts,
    /// Opponents met, byes excluded (TB-1).
    pub(super) met: Counts,
    pub(super) records: Vec<Record>,
    /// Rounds whose memory can be reused.
    spare: Vec<Round>,
}

/// One round, with a list for each kind of number.
#[derive(Clone, Debug, Default)]
pub(super) struct Round {
    pub(super) opponents: Vec<u32>,
    pub(super) points: Vec<u8>,
    /// Margin of victory, points defeated, or the player's part of a share.
    pub(super) first: Measure,
    /// Victory tokens, or the total of a share (0: the mean of the player's other rounds).
    pub(super) second: Measure,
}

/// How often a player won, drew, lost and had the bye.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Record {
    /// Matches won, byes excluded.
    pub wins: u32,
    pub draws: u32,
    /// Matches lost, unpaired losses excluded.
    pub losses: u32,
    pub byes: u32,
}

impl Record {
    /// Returns the record as people count it, with unpaired losses among the losses (DROP-2, DROP-4).
    #[must_use]
    pub fn with_unpaired(self, unpaired: u32) -> Record {
        Record {
            losses: self.losses.saturating_add(unpaired),
            ..self
        }
    }
}

/// A result that can be added to a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetResult {
    Match {
        a: PlayerId,
        b: PlayerId,
        outcome: Outcome,
    },
    /// A round won without an opponent.
    Bye { player: PlayerId, award: Award },
}

/// The reason why a result cannot be added to a sheet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SheetError {
    /// There is no player with this number.
    #[error("there is no player {player} among {players}")]
    Unknown { player: PlayerId, players: usize },
    /// A result before the first round.
    #[error("a result needs a round; begin one first")]
    NoRound,
    /// More rounds than a sheet holds.
    #[error("a Swiss stage has at most {MOST} rounds here")]
    TooManyRounds,
    /// A player has two results in a round.
    #[error("player {player} has a result in round {round} already")]
    Twice {
        player: PlayerId,
        /// The round of the sheet, from 1.
        round: usize,
    },
    /// A player is their own opponent.
    #[error("player {player} cannot play against themselves")]
    Themselves { player: PlayerId },
    /// A number higher than any regulation awards.
    #[error("{what} of {value} are more than one round can give ({most} at most)")]
    TooMuch {
        what: &'static str,
        value: u32,
        /// The highest number a sheet can hold.
        most: u32,
    },
    /// More than the whole, or a part of nothing.
    #[error("{own} of {total} is not a share (LE-MOV)")]
    NoShare {
        own: u32,
        /// The victory points of both players.
        total: u32,
    },
}

impl Sheet {
    /// Creates an empty sheet for this number of players.
    #[must_use]
    pub fn new(players: u32) -> Sheet {
        // The two highest numbers mean nobody and the bye.
        let players = players.min(BYE);
        Sheet {
            rounds: Vec::new(),
            played: Counts::zero(players),
            met: Counts::zero(players),
            records: vec![Record::default(); players as usize],
            spare: Vec::new(),
        }
    }

    /// Becomes a copy of another sheet and reuses the memory of this one.
    pub fn copy_from(&mut self, other: &Sheet) {
        self.played.copy_from(&other.played);
        self.met.copy_from(&other.met);
        self.records.clone_from(&other.records);
        self.spare.append(&mut self.rounds);
        for round in &other.rounds {
            let mut copy = self.spare.pop().unwrap_or_default();
            copy.copy_from(round);
            self.rounds.push(copy);
        }
    }

    /// Returns the number of players.
    #[must_use]
    pub fn players(&self) -> usize {
        self.records.len()
    }

    /// Returns the number of rounds that have begun.
    #[must_use]
    pub fn rounds(&self) -> usize {
        self.rounds.len()
    }

    /// Returns how often a player won, drew, lost and had the bye.
    #[must_use]
    pub fn record(&self, player: PlayerId) -> Record {
        self.records
            .get(player.index())
            .copied()
            .unwrap_or_default()
    }

    /// Returns how many rounds a player has played, byes included (TB-1).
    #[must_use]
    pub fn played(&self, player: PlayerId) -> u32 {
        self.played.of(player.index()).into()
    }

    /// Begins the next round. Results are added to the newest round.
    pub fn begin_round(&mut self) -> Result<(), SheetError> {
        if self.rounds.len() == MOST {
            return Err(SheetError::TooManyRounds);
        }
        let mut round = self.spare.pop().unwrap_or_default();
        round.clear(self.players());
        self.rounds.push(round);
        Ok(())
    }

    /// Adds a match to the newest round.
    pub fn play(&mut self, a: PlayerId, b: PlayerId, outcome: Outcome) -> Result<(), SheetError> {
        if a == b {
            return Err(SheetError::Themselves { player: a });
        }
        let cells = [Cell::new(outcome.a)?, Cell::new(outcome.b)?];
        let at = [self.free(a)?, self.free(b)?];
        let opponents = [b.0.wrapping_sub(1), a.0.wrapping_sub(1)];
        for ((player, opponent), (cell, award)) in at
            .into_iter()
            .zip(opponents)
            .zip(cells.into_iter().zip([outcome.a, outcome.b]))
        {
            self.write(player, opponent, cell);
            self.met.add(player);
            let record = &mut self.records[player];
            match award.verdict {
                Verdict::Win => record.wins += 1,
                Verdict::Draw => record.draws += 1,
                Verdict::Loss => record.losses += 1,
            }
        }
        Ok(())
    }

    /// Adds a bye to the newest round.
    pub fn bye(&mut self, player: PlayerId, award: Award) -> Result<(), SheetError> {
        let cell = Cell::new(award)?;
        let player = self.free(player)?;
        self.write(player, BYE, cell);
        self.records[player].byes += 1;
        Ok(())
    }

    /// Adds a round of an imported tournament, in which a player may appear more than once (usually two people with the
    /// same name). A sheet holds one result for each player and round, so further results go into an extra round and no
    /// opponent loses one. `refused` is called with the index of each result that cannot be added.
    pub fn recorded_round(
        &mut self,
        results: impl IntoIterator<Item = SheetResult>,
        mut refused: impl FnMut(usize, SheetError),
    ) {
        let mut left: Vec<(usize, SheetResult)> = results.into_iter().enumerate().collect();
        loop {
            let begun = self.begin_round();
            let mut again = Vec::new();
            for (place, result) in left {
                let added = begun.clone().and_then(|()| match result {
                    SheetResult::Match { a, b, outcome } => self.play(a, b, outcome),
                    SheetResult::Bye { player, award } => self.bye(player, award),
                });
                match added {
                    Ok(()) => {}
                    Err(SheetError::Twice { .. }) => again.push((place, result)),
                    Err(error) => refused(place, error),
                }
            }
            if again.is_empty() {
                return;
            }
            left = again;
        }
    }

    /// Returns the index of a player who has no result in the newest round yet.
    fn free(&self, player: PlayerId) -> Result<usize, SheetError> {
        let round = self.rounds.last().ok_or(SheetError::NoRound)?;
        match round.opponents.get(player.index()) {
            Some(&NOBODY) => Ok(player.index()),
            Some(_) => Err(SheetError::Twice {
                player,
                round: self.rounds.len(),
            }),
            None => Err(SheetError::Unknown {
                player,
                players: self.players(),
            }),
        }
    }

    fn write(&mut self, player: usize, opponent: u32, cell: Cell) {
        self.played.add(player);
        if let Some(round) = self.rounds.last_mut() {
            let players = round.opponents.len();
            round.opponents[player] = opponent;
            round.points[player] = cell.points;
            round.first.put(player, cell.first, players);
            round.second.put(player, cell.second, players);
        }
    }
}

/// One number for each player of a round. Most regulations leave one measure at 0, so it allocates only for the first
/// number above 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Measure {
    values: Vec<u16>,
    most: u16,
}

impl Measure {
    fn clear(&mut self) {
        self.values.clear();
        self.most = 0;
    }

    fn copy_from(&mut self, other: &Measure) {
        self.values.clone_from(&other.values);
        self.most = other.most;
    }

    fn put(&mut self, player: usize, value: u16, players: usize) {
        if value > 0 && self.values.is_empty() {
            self.values.resize(players, 0);
        }
        if let Some(slot) = self.values.get_mut(player) {
            *slot = value;
            self.most = self.most.max(value);
        }
    }

    pub(super) fn of(&self, player: usize) -> u16 {
        self.values.get(player).copied().unwrap_or(0)
    }

    /// Returns all numbers, or an empty list if all are 0.
    pub(super) fn values(&self) -> &[u16] {
        &self.values
    }

    /// Returns the greatest number.
    pub(super) fn most(&self) -> u16 {
        self.most
    }
}

impl Round {
    /// Removes all results.
    fn clear(&mut self, players: usize) {
        self.opponents.clear();
        self.opponents.resize(players, NOBODY);
        self.points.clear();
        self.points.resize(players, 0);
        self.first.clear();
        self.second.clear();
    }

    fn copy_from(&mut self, other: &Round) {
        self.opponents.clone_from(&other.opponents);
        self.points.clone_from(&other.points);
        self.first.copy_from(&other.first);
        self.second.copy_from(&other.second);
    }

    /// Returns whether a player has a result.
    pub(super) fn names(&self, player: usize) -> bool {
        self.opponents
            .get(player)
            .is_some_and(|opponent| *opponent != NOBODY)
    }
}

/// An award as it is stored.
#[derive(Clone, Copy)]
struct Cell {
    points: u8,
    first: u16,
    second: u16,
}

impl Cell {
    fn new(award: Award) -> Result<Cell, SheetError> {
        let [first, second] = match award.margin {
            Margin::None | Margin::Share(Share::MeanOfOthers) => [0, 0],
            Margin::Points(margin) => [small("margins of victory", margin)?, 0],
            Margin::Share(Share::Of { own, total }) if own > total || total == 0 => {
                return Err(SheetError::NoShare { own, total });
            }
            Margin::Share(Share::Of { own, total }) => [
                small("victory points", own)?,
                small("victory points", total)?,
            ],
            Margin::Defeated { points, tokens } => [
                small("points defeated", points)?,
                small("victory tokens", tokens)?,
            ],
        };
        let points = u8::try_from(award.points).map_err(|_| SheetError::TooMuch {
            what: "tournament points",
            value: award.points,
            most: u8::MAX.into(),
        })?;
        Ok(Cell {
            points,
            first,
            second,
        })
    }
}

fn small(what: &'static str, value: u32) -> Result<u16, SheetError> {
    u16::try_from(value).map_err(|_| SheetError::TooMuch {
        what,
        value,
        most: u16::MAX.into(),
    })
}
