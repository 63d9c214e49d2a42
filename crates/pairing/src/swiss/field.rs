//! What a Swiss round is paired from: points, history, and what the organizer has fixed.
//!
//! Every other part of the module relies on [`Field::absent`] having found the field sound.
//! Promises an error for any field that cannot be paired.

use super::Met;

/// Two players at one table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    /// One player; in a drawn pairing the one with at least as many points.
    pub a: u32,
    /// The other.
    pub b: u32,
}

impl Pair {
    /// Makes a pair.
    pub fn new(a: u32, b: u32) -> Pair {
        Pair { a, b }
    }
}

/// The players of a round, numbered from 0, with everything that decides who may meet.
#[derive(Debug, Clone, Copy)]
pub struct Field<'a> {
    /// Points of each player.
    pub points: &'a [u32],
    /// Meetings of this stage.
    pub met: &'a Met,
    /// Players who are not paired in this round: the bye, those who dropped.
    pub resting: &'a [u32],
    /// Pairs the organizer has fixed; the rest is paired around them.
    pub pinned: &'a [Pair],
    /// A club number per player, to keep clubs apart without affecting any rule (house choice).
    /// Players of club 0 belong to none.
    pub clubs: Option<&'a [u32]>,
}

/// Why a field cannot be paired or a pairing cannot be judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldError {
    /// More players than can be numbered.
    TooManyPlayers { players: usize },
    /// More meetings than can be counted.
    TooManyMeetings,
    /// The history or the club list is made for another number of players.
    SizeMismatch {
        list: &'static str,
        length: usize,
        players: usize,
    },
    /// A number that no player has.
    UnknownPlayer { player: u32, players: usize },
    /// A player paired with themself.
    SamePlayer { player: u32 },
    /// A player named twice among the resting and the pinned players.
    NamedTwice { player: u32 },
    /// An odd number of players is left to pair.
    Odd { players: usize },
}

impl<'a> Field<'a> {
    /// Makes a field in which everybody plays and nothing is fixed.
    pub fn new(points: &'a [u32], met: &'a Met) -> Field<'a> {
        Field {
            points,
            met,
            resting: &[],
            pinned: &[],
            clubs: None,
        }
    }

    /// Returns the players who are not to be drawn (resting or pinned), sorted, or what is wrong
    /// with the field.
    pub(super) fn absent(&self) -> Result<Vec<u32>, FieldError> {
        let players = self.points.len();
        // Twice any position must fit in 32 bits.
        if players > (u32::MAX / 4) as usize {
            return Err(FieldError::TooManyPlayers { players });
        }
        let lists = [
            ("history", self.met.players()),
            ("club-list", self.clubs.map_or(players, <[u32]>::len)),
        ];
        for (list, length) in lists {
            if length != players {
                return Err(FieldError::SizeMismatch {
                    list,
                    length,
                    players,
                });
            }
        }
        let mut absent = self.resting.to_vec();
        for pair in self.pinned {
            if pair.a == pair.b {
                return Err(FieldError::SamePlayer { player: pair.a });
            }
            absent.extend([pair.a, pair.b]);
        }
        absent.sort_unstable();
        if let Some(&player) = absent.last()
            && player as usize >= players
        {
            return Err(FieldError::UnknownPlayer { player, players });
        }
        if let Some(twice) = absent.windows(2).find(|two| two[0] == two[1]) {
            return Err(FieldError::NamedTwice { player: twice[0] });
        }
        let left = players - absent.len();
        if left % 2 == 1 {
            return Err(FieldError::Odd { players: left });
        }
        Ok(absent)
    }
}
