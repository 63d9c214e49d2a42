//! What a Swiss round is paired from: points, history, and what the organizer has fixed.
//!
//! Relies on nothing; every other part of the module relies on [`Field::absent`] having found the
//! field sound. Promises an error in words for any field that cannot be paired as it stands.

use std::fmt;

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

/// The players of a round, numbered from 0, with all that decides who may meet.
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
    /// A club number per player, to keep clubs apart where no rule is touched (house choice).
    /// Players of club 0 belong to none.
    pub clubs: Option<&'a [u32]>,
}

/// The reason why a field cannot be paired, or a pairing not be judged.
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
    /// A player named twice among those who rest and those who are pinned.
    NamedTwice { player: u32 },
    /// An odd number of players is left to pair.
    Odd { players: usize },
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FieldError::TooManyPlayers { players } => {
                write!(f, "{players} players are more than can be numbered")
            }
            FieldError::TooManyMeetings => {
                f.write_str("the history holds more meetings than can be counted")
            }
            FieldError::SizeMismatch {
                list,
                length,
                players,
            } => write!(
                f,
                "the {list} is made for {length} players, the field has {players}"
            ),
            FieldError::UnknownPlayer { player, players } => write!(
                f,
                "there is no player {player}: the {players} players are numbered from 0"
            ),
            FieldError::SamePlayer { player } => {
                write!(f, "player {player} cannot meet themself")
            }
            FieldError::NamedTwice { player } => write!(
                f,
                "player {player} is named twice among the resting and the pinned players"
            ),
            FieldError::Odd { players } => write!(
                f,
                "{players} players cannot be paired without one over: give the bye first (BYE-2)"
            ),
        }
    }
}

impl std::error::Error for FieldError {}

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
        // Positions and twice their number must fit 32 bits.
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
