//! A tournament as another program recorded it, in one neutral shape for all formats.
//!
//! Relies on the regulations for what a result is worth; promises that every player a round names exists, that rounds
//! are in playing order, and that everything doubtful is in the notes.

use crate::decimal::Decimal;
use crate::rounds::Pair;
use crate::text::tidy;
use muster_regulations::{Award, Outcome, Regulation, Seat, UnknownName};
use muster_tournament::PlayerId;
pub use muster_tournament::recorded::Scores;
pub use muster_words::files::Note;
use muster_words::files::{FileProblem, Unreadable};
use std::fmt;
use std::str::FromStr;

/// The most players and the most Swiss rounds a tournament is read with.
pub const MOST_PLAYERS: usize = 10_000;
/// See [`MOST_PLAYERS`].
pub const MOST_ROUNDS: usize = 100;

/// A program whose files are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The X-Wing community archive.
    ListFortress,
    /// The X-Wing tournament program, also written by List Juggler.
    Cryodex,
    /// The tournament programs of the Netrunner community.
    Nrtm,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 3] = [Format::ListFortress, Format::Cryodex, Format::Nrtm];

    /// Returns the short name used on the command line.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Format::ListFortress => "listfortress",
            Format::Cryodex => "cryodex",
            Format::Nrtm => "nrtm",
        }
    }

    /// Returns the name for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Format::ListFortress => "ListFortress",
            Format::Cryodex => "Cryodex",
            Format::Nrtm => "NRTM",
        }
    }

    /// Returns the regulation by which its tournaments are ranked.
    #[must_use]
    pub const fn regulation(self) -> Regulation {
        match self {
            Format::ListFortress | Format::Cryodex => Regulation::Xwing,
            Format::Nrtm => Regulation::Cardgame,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Format {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Format, UnknownName> {
        let wanted = text.trim().to_ascii_lowercase();
        Format::ALL
            .into_iter()
            .find(|format| format.id() == wanted)
            .ok_or_else(|| UnknownName {
                kind: "format",
                given: text.to_owned(),
                known: Format::ALL.map(Format::id).join(", "),
            })
    }
}

/// A tournament that another program has recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignTournament {
    /// Where it comes from.
    pub format: Format,
    pub name: Option<String>,
    /// Its date, as the file writes it.
    pub date: Option<String>,
    /// Its players, in the order of the file; [`PlayerId`] 1 is the first.
    pub players: Vec<ForeignPlayer>,
    /// Swiss rounds in playing order.
    pub swiss: Vec<ForeignRound>,
    /// Bracket rounds in playing order.
    pub elimination: Vec<ForeignRound>,
    pub notes: Vec<Note>,
}

impl ForeignTournament {
    /// Refuses what is larger than any tournament, so that nothing later has to hold it.
    pub(crate) fn within_bounds(self) -> Result<ForeignTournament, Unreadable> {
        let (players, rounds) = (self.players.len(), self.swiss.len());
        let problem = if players > MOST_PLAYERS {
            FileProblem::TooManyPlayers {
                found: players,
                most: MOST_PLAYERS,
            }
        } else if rounds > MOST_ROUNDS {
            FileProblem::TooManyRounds {
                found: rounds,
                most: MOST_ROUNDS,
            }
        } else {
            return Ok(self);
        };
        Err(Unreadable::file(problem))
    }

    /// Returns the regulation by which it is ranked.
    #[must_use]
    pub fn regulation(&self) -> Regulation {
        self.format.regulation()
    }

    /// Returns a player.
    #[must_use]
    pub fn player(&self, id: PlayerId) -> Option<&ForeignPlayer> {
        self.players.get(id.index())
    }

    /// Returns the name of a player; two of the same name are distinguished by the key of the file, or where that is the
    /// name itself by their number.
    #[must_use]
    pub fn shown_name(&self, id: PlayerId) -> String {
        let Some(player) = self.player(id) else {
            return id.to_string();
        };
        let name = tidy(&player.name);
        match &player.key {
            _ if !player.namesake => name,
            Some(key) if *key != name => format!("{name} ({key})"),
            _ => format!("{name} ({id})"),
        }
    }

    /// Returns all rounds in playing order.
    pub fn rounds(&self) -> impl Iterator<Item = &ForeignRound> {
        self.swiss.iter().chain(&self.elimination)
    }

    /// Returns the matches whose winner the file does not name; each has a note.
    pub fn open(&self) -> impl Iterator<Item = &ForeignMatch> {
        self.rounds()
            .flat_map(|round| &round.matches)
            .filter(|m| m.is_open())
    }
}

/// A player of a foreign tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignPlayer {
    /// What the rounds call the player: an id or the name. `None` where the file gives no id.
    pub key: Option<String>,
    /// The name as the file has it, spaces and all.
    pub name: String,
    /// Another player has the same name to a reader.
    pub namesake: bool,
    /// Whether the player left.
    pub dropped: Dropped,
    /// Total of the list in points.
    pub list_points: Option<u32>,
    /// The list, as the file holds it (XWS as text).
    pub list: Option<String>,
    /// Seed in the bracket, where the file has it.
    pub seed: Option<u32>,
    /// What the file says about the standing.
    pub claimed: Claimed,
}

/// Whether a player left before the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dropped {
    /// Stayed, or the file does not say.
    No,
    /// Left at some time.
    Yes,
    /// Left after this round.
    After(u32),
}

/// What a file says about a player's standing; every part may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claimed {
    /// Rank after the Swiss rounds.
    pub rank: Option<u32>,
    pub bracket_rank: Option<u32>,
    pub points: Option<Decimal>,
    pub margin: Option<Decimal>,
    pub strength: Option<Decimal>,
    /// Extended strength of schedule.
    pub extended: Option<Decimal>,
}

/// A round of a foreign tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignRound {
    /// Its number within the stage, from 1.
    pub number: u32,
    /// Where it is in the file.
    pub path: String,
    pub matches: Vec<ForeignMatch>,
    pub byes: Vec<ForeignBye>,
}

/// Two players who met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignMatch {
    /// Where it is in the file.
    pub path: String,
    /// The table, where the file has it.
    pub table: Option<u32>,
    /// The player named first.
    pub a: PlayerId,
    /// The player named second.
    pub b: PlayerId,
    /// What each scored, where the file has both: points destroyed (X-Wing), points of both games (Card Game).
    pub scores: Option<Scores>,
    /// Who played the dark side of a Card Game bracket game.
    pub dark: Option<Seat>,
    pub result: MatchResult,
    /// Whether somebody entered the winner that the file leaves open.
    pub by_hand: bool,
}

impl ForeignMatch {
    /// Makes a match whose result is not known yet.
    pub(crate) fn new(path: &str, pair: Pair, scores: Option<Scores>) -> ForeignMatch {
        ForeignMatch {
            path: path.to_owned(),
            table: None,
            a: pair.a,
            b: pair.b,
            scores,
            dark: None,
            result: MatchResult::Unfinished,
            by_hand: false,
        }
    }

    /// Returns whether the file does not say how it ended or who won, and nobody has entered it since.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !matches!(self.result, MatchResult::Counts(_))
    }
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchResult {
    /// The file says what each player gets.
    Counts(Outcome),
    /// It was played to equal scores, and the file does not say who won; it is open until somebody enters that.
    WinnerUnknown,
    /// The file has no result; the match does not count in the standings.
    Unfinished,
}

impl MatchResult {
    /// Returns what the match gives to each player, once that is known.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            MatchResult::Counts(outcome) => Some(*outcome),
            MatchResult::WinnerUnknown | MatchResult::Unfinished => None,
        }
    }
}

/// A round without an opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignBye {
    /// Where it is in the file.
    pub path: String,
    pub player: PlayerId,
    pub award: Award,
}
