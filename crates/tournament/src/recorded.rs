//! A tournament that another program ran, as it becomes one of ours: players, pairings and results,
//! just as it was recorded elsewhere. No draw and no seed is claimed; what the regulation can check is checked.
//!
//! Relies on `muster_exchange` for reading files; promises that a record that was accepted always folds into a finished
//! tournament, and that whatever the record leaves out stays unknown.

mod bracket;

pub use bracket::{Drawing, drawing};
pub(crate) use bracket::{Fitted, fit};

use crate::ids::{Hex32, PlayerId, RoundNo, TableNo};
use crate::personal::Sealed;
use muster_regulations::{Award, CutRule, Outcome, Report, Seat, StageKind, Structure};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A tournament as another program recorded it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    /// The program that wrote it, by name.
    pub program: String,
    /// SHA-256 of the file it was read from.
    pub file: Hex32,
    /// Its players; the first is player 1.
    pub players: Vec<RecordedPlayer>,
    /// Its Swiss rounds in playing order.
    pub swiss: Vec<RecordedRound>,
    /// Its bracket rounds in playing order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub elimination: Vec<RecordedRound>,
    /// Seeds of the bracket, best first; empty where the rounds don't form a bracket.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seeds: Vec<PlayerId>,
}

/// A player of a recorded tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedPlayer {
    /// Digest of the personal data that is beside the line.
    pub who: Sealed,
    /// Faction, where the record has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faction: Option<String>,
    /// Total of the list in points, where the record has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list_points: Option<u32>,
    /// The rank that the record gives; it decides if nothing computed does, because the other program's draw is unknown (TB-RANDOM).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<u32>,
    /// The final place in the cut that the record gives, where its rounds do not lead to one. Shared by all who got
    /// equally far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u32>,
    /// Left before the end.
    #[serde(default, skip_serializing_if = "is_false")]
    pub dropped: bool,
}

fn is_false(flag: &bool) -> bool {
    !*flag
}

/// A round of a recorded tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedRound {
    pub matches: Vec<RecordedMatch>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<RecordedBye>,
}

/// A match of a recorded tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedMatch {
    pub table: TableNo,
    /// The player named first.
    pub a: PlayerId,
    /// The player named second.
    pub b: PlayerId,
    /// What each scored, where the record has both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<Scores>,
    /// The result as a report, where the record says enough for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
    /// What it gave to each, where the record has a result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// Who played the dark side of a Card Game bracket game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dark: Option<Seat>,
    /// Who filled in what the record leaves out.
    #[serde(default, skip_serializing_if = "WinnerSource::is_by_record")]
    pub told: WinnerSource,
}

/// What two players of a recorded match scored, in the numbers of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scores {
    /// The player named first.
    pub a: u32,
    /// The player named second.
    pub b: u32,
}

impl Scores {
    /// Returns the seat with the higher score.
    #[must_use]
    pub fn higher(self) -> Option<Seat> {
        Seat::higher(self.a, self.b)
    }
}

/// Who said how a recorded match ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WinnerSource {
    #[default]
    Record,
    /// The person who imported the record, because the record leaves it open.
    Hand,
    /// Nobody: the match was played, and its winner is unknown or its result is.
    Nobody,
}

impl WinnerSource {
    /// Returns whether the record itself says it.
    #[must_use]
    pub fn is_by_record(&self) -> bool {
        *self == WinnerSource::Record
    }
}

/// A round without an opponent, and what it gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedBye {
    pub player: PlayerId,
    pub award: Award,
}

impl Recorded {
    /// Returns the structure that matches the rounds.
    #[must_use]
    pub fn structure(&self) -> Structure {
        let rounds = u32::try_from(self.swiss.len()).unwrap_or(u32::MAX);
        let in_bracket = self.in_bracket().len();
        let cut = match u32::try_from(in_bracket).unwrap_or(u32::MAX) {
            0 => CutRule::None,
            _ if rounds == 0 => CutRule::None,
            players => CutRule::Top(players),
        };
        Structure { rounds, cut }
    }

    /// Returns everybody who appears in the bracket rounds, is in the bracket or has a place in the cut: a player who
    /// left before the first game was in the cut as well. Places for everybody don't mean a cut.
    #[must_use]
    pub fn in_bracket(&self) -> BTreeSet<PlayerId> {
        let played = self.elimination.iter().flat_map(RecordedRound::players);
        let played = played.chain(self.seeds.iter().copied());
        let placed: Vec<PlayerId> = self.places().map(|(player, _)| player).collect();
        let everybody = placed.len() == self.players.len();
        let placed = placed.into_iter().filter(|_| !everybody);
        played.chain(placed).collect()
    }

    /// Returns the final places that the record gives, by player.
    pub fn places(&self) -> impl Iterator<Item = (PlayerId, u32)> {
        let players = self.players.iter().enumerate();
        players.filter_map(|(index, player)| Some((PlayerId::at(index), player.place?)))
    }

    /// Returns all rounds with their stage, in playing order.
    pub fn rounds(&self) -> impl Iterator<Item = (StageKind, &RecordedRound)> {
        let swiss = self.swiss.iter().map(|round| (StageKind::Swiss, round));
        let elimination = self.elimination.iter();
        swiss.chain(elimination.map(|round| (StageKind::Elimination, round)))
    }
}

impl RecordedRound {
    /// Returns everybody the round names; a player who is named twice appears twice.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> {
        let matches = self.matches.iter().flat_map(|m| [m.a, m.b]);
        matches.chain(self.byes.iter().map(|bye| bye.player))
    }
}

/// What a state keeps of the record it was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The program that wrote the record.
    pub program: String,
    /// SHA-256 of its file.
    pub file: Hex32,
    /// The ranks that the record gives, by player; the last where it gives none.
    pub(crate) ranks: Vec<u64>,
    /// The final places in the cut that the record gives, where its rounds do not lead to them.
    pub(crate) places: BTreeMap<PlayerId, u32>,
    /// The byes of rounds in which one gave something else than the regulation gives.
    pub(crate) byes: BTreeMap<RoundNo, Vec<RecordedBye>>,
}

impl Source {
    /// Returns what a bye gave, in a round where the record says something else than the regulation.
    #[must_use]
    pub fn bye(&self, round: RoundNo, player: PlayerId) -> Option<Award> {
        let byes = self.byes.get(&round)?;
        let found = byes.iter().find(|bye| bye.player == player);
        found.map(|bye| bye.award)
    }

    /// Returns the final place that the record gives a player in its cut, where its rounds do not lead to one.
    #[must_use]
    pub fn place(&self, player: PlayerId) -> Option<u32> {
        self.places.get(&player).copied()
    }

    /// Returns the rank that the record gives a player.
    #[must_use]
    pub fn rank(&self, player: PlayerId) -> Option<u32> {
        let rank = *self.ranks.get(player.index())?;
        u32::try_from(rank).ok()
    }
}

/// What a match keeps of the record beyond its report and outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noted {
    /// What each scored, in the numbers of the record.
    pub scores: Option<Scores>,
    /// Who said how it ended.
    pub told: WinnerSource,
}

/// Other programs' tournaments are imported as files, so the API describes their record only as an object.
#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Recorded {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        utoipa::openapi::ObjectBuilder::new().into()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Recorded {}
