//! What is wrong with a list, or worth a second look, as values; `muster-words` says it to the player who wrote it.

use super::{BattleKind, Category};
use crate::Regulation;
use crate::cardgame::Side;
use crate::codes::codes;
use crate::report::Force;
use jiff::civil::Date;
use serde::Serialize;
use std::fmt;

/// How serious a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ListProblemWeight))]
pub enum Weight {
    /// Against the document: the list is not accepted unless staff excuse it.
    Breach,
    /// Worth a second look; the list is accepted anyway.
    Doubt,
}

/// A number on a list that has bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListNumber {
    /// How many copies of an entry.
    Copies,
    /// Pips of a command card.
    Pips,
    /// A primary weapon value.
    Attack,
    /// Points.
    Points,
}

/// What a name on a list means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its kind.
    pub kind: EntryKind,
    /// Its points, where it has any.
    pub points: Option<u32>,
}

/// Kinds of entries whose names must be distinguishable (LIST-NAME).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// X-Wing, Armada.
    Ship,
    /// Armada.
    Flotilla,
    /// Armada.
    Squadron,
    /// Legion, Conquest.
    Unit,
    /// An upgrade, with its slot where the list gives it.
    Upgrade(Option<String>),
    /// An objective set, with its product where the list gives it.
    Set(Option<String>),
    /// A card without points.
    Card,
}

/// What is wrong with a list, or worth a second look.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum Finding {
    /// It is written for another regulation.
    OtherRegulation {
        given: Regulation,
        wanted: Regulation,
    },
    /// More entries than a list may have, upgrades and cards included.
    TooManyEntries { most: usize },
    /// An entry has no name.
    NameMissing,
    /// The tournament has no date, so products are not checked.
    DateMissing,
    /// More points than the document allows.
    TooManyPoints { force: Force, most: u32, over: u64 },
    /// No faction is named.
    FactionMissing,
    /// A piece of another faction.
    OtherFaction { faction: String },
    /// One name for two different things.
    SameName {
        first: String,
        second: String,
        entries: Box<[Entry; 2]>,
    },
    /// A unique card more than once.
    Unique,
    /// A card that the catalogue has as unique, more than once.
    UniqueInCatalogue,
    /// Not in the catalogue at all.
    NotInCatalogue,
    /// Not in the catalogue in this version.
    VersionNotInCatalogue,
    /// Several cards of the catalogue have this name.
    SeveralInCatalogue {
        cards: usize,
        versions: Vec<Option<String>>,
    },
    /// The catalogue has it for another faction.
    CatalogueFaction { printed: String, faction: String },
    /// The catalogue has other points.
    CataloguePoints { points: u32 },
    /// Its product is not legal yet; `from` is `None` where the calendar ends before it is.
    NotLegal {
        released: Date,
        from: Option<Date>,
        date: Date,
    },
    /// Legion, Conquest: no units.
    UnitsMissing,
    /// Legion: the wrong number of command cards with some number of pips.
    CommandCards { pips: u32, needed: usize },
    /// Legion: no Standing Orders.
    StandingOrdersMissing,
    /// Legion: a command card with other pips.
    CommandPips,
    /// Legion: a command card twice.
    CommandTwice,
    /// Legion: the card of a character who is not in the army.
    CharacterMissing { character: String },
    /// Legion: the wrong number of battle cards of a kind.
    BattleCards { kind: BattleKind, needed: usize },
    /// Legion: a battle card without its kind.
    BattleKindMissing,
    /// Legion: a battle card twice.
    BattleTwice,
    /// Card Game: a deck without affiliation.
    AffiliationMissing { side: Side },
    /// Card Game: a deck with too few objective sets.
    TooFewSets {
        side: Side,
        least: u64,
        missing: u64,
    },
    /// Armada: neither Rebel nor Imperial.
    FleetFaction,
    /// Armada: too many points in squadrons.
    SquadronPoints { most: u64, over: u64 },
    /// Armada: too many flotillas.
    TooManyFlotillas { most: u64 },
    /// Armada: no commander.
    CommanderMissing,
    /// Armada: several commanders.
    TooManyCommanders,
    /// Armada: no objective of a category.
    ObjectiveMissing { category: Category },
    /// Armada: several objectives of a category.
    TooManyObjectives { category: Category },
    /// X-Wing: too few or too many ships.
    Ships { least: u64, most: u64 },
    /// X-Wing: half points that are not half.
    HalfPoints { points: u64, half: u64 },
    /// X-Wing: the wrong number of obstacles.
    Obstacles { needed: usize },
    /// X-Wing: an obstacle twice.
    ObstacleTwice,
    /// A row of values where an object belongs.
    NotAnObject,
    /// Deeper than entries and their upgrades.
    TooDeep,
    /// A name that is too long.
    NameTooLong { most: usize },
    /// A name with a line break or another control character.
    ControlCharacter,
    /// A number beyond its bounds.
    Number {
        what: ListNumber,
        least: u32,
        most: u32,
    },
    /// More bytes than a list may have.
    TooLong { most: usize },
    /// Not JSON.
    NotJson { error: String },
    /// JSON that isn't a list of the regulation.
    Unreadable {
        error: String,
        regulation: Regulation,
    },
    /// Decks have no points to count.
    DecksHaveNoPoints,
    /// More objective points than any game gives.
    ObjectivePoints { most: u32 },
    /// A number that no piece of the list has.
    NoSuchPiece { pieces: usize },
    /// Half points where only whole ones count.
    NoHalfPoints,
    /// More lost than the list has.
    MoreThanListed { count: u32, name: String },
}

codes!(Finding {
    Finding::OtherRegulation { .. } => "list.other-regulation",
    Finding::TooManyEntries { .. } => "list.too-many-entries",
    Finding::NameMissing => "list.name-missing",
    Finding::DateMissing => "list.date-missing",
    Finding::TooManyPoints { .. } => "list.too-many-points",
    Finding::FactionMissing => "list.faction-missing",
    Finding::OtherFaction { .. } => "list.other-faction",
    Finding::SameName { .. } => "list.same-name",
    Finding::Unique => "list.unique",
    Finding::UniqueInCatalogue => "list.unique-in-catalogue",
    Finding::NotInCatalogue => "list.not-in-catalogue",
    Finding::VersionNotInCatalogue => "list.version-not-in-catalogue",
    Finding::SeveralInCatalogue { .. } => "list.several-in-catalogue",
    Finding::CatalogueFaction { .. } => "list.catalogue-faction",
    Finding::CataloguePoints { .. } => "list.catalogue-points",
    Finding::NotLegal { .. } => "list.not-legal",
    Finding::UnitsMissing => "list.units-missing",
    Finding::CommandCards { .. } => "list.command-cards",
    Finding::StandingOrdersMissing => "list.standing-orders-missing",
    Finding::CommandPips => "list.command-pips",
    Finding::CommandTwice => "list.command-twice",
    Finding::CharacterMissing { .. } => "list.character-missing",
    Finding::BattleCards { .. } => "list.battle-cards",
    Finding::BattleKindMissing => "list.battle-kind-missing",
    Finding::BattleTwice => "list.battle-twice",
    Finding::AffiliationMissing { .. } => "list.affiliation-missing",
    Finding::TooFewSets { .. } => "list.too-few-sets",
    Finding::FleetFaction => "list.fleet-faction",
    Finding::SquadronPoints { .. } => "list.squadron-points",
    Finding::TooManyFlotillas { .. } => "list.too-many-flotillas",
    Finding::CommanderMissing => "list.commander-missing",
    Finding::TooManyCommanders => "list.too-many-commanders",
    Finding::ObjectiveMissing { .. } => "list.objective-missing",
    Finding::TooManyObjectives { .. } => "list.too-many-objectives",
    Finding::Ships { .. } => "list.ships",
    Finding::HalfPoints { .. } => "list.half-points",
    Finding::Obstacles { .. } => "list.obstacles",
    Finding::ObstacleTwice => "list.obstacle-twice",
    Finding::NotAnObject => "list.not-an-object",
    Finding::TooDeep => "list.too-deep",
    Finding::NameTooLong { .. } => "list.name-too-long",
    Finding::ControlCharacter => "list.control-character",
    Finding::Number { .. } => "list.number",
    Finding::TooLong { .. } => "list.too-long",
    Finding::NotJson { .. } => "list.not-json",
    Finding::Unreadable { .. } => "list.unreadable",
    Finding::DecksHaveNoPoints => "list.decks-have-no-points",
    Finding::ObjectivePoints { .. } => "list.objective-points",
    Finding::NoSuchPiece { .. } => "list.no-such-piece",
    Finding::NoHalfPoints => "list.no-half-points",
    Finding::MoreThanListed { .. } => "list.more-than-listed",
});

/// Something about a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub weight: Weight,
    /// Where it is in the list's JSON, e.g. `ships[1].upgrades[0]`; empty for the list as a whole.
    pub place: String,
    /// The entry by name; empty for the list as a whole.
    pub entry: String,
    /// The value at fault; `None` where something is missing.
    pub value: Option<String>,
    pub finding: Finding,
    pub clause: &'static str,
}

impl Problem {
    pub(super) fn breach(clause: &'static str, finding: Finding) -> Problem {
        Problem {
            weight: Weight::Breach,
            place: String::new(),
            entry: String::new(),
            value: None,
            finding,
            clause,
        }
    }

    pub(super) fn doubt(clause: &'static str, finding: Finding) -> Problem {
        Problem {
            weight: Weight::Doubt,
            ..Problem::breach(clause, finding)
        }
    }

    pub(super) fn given(self, value: impl fmt::Display) -> Problem {
        Problem {
            value: Some(value.to_string()),
            ..self
        }
    }

    pub(super) fn at(self, place: impl Into<String>, entry: &str) -> Problem {
        Problem {
            place: place.into(),
            entry: super::show(entry),
            ..self
        }
    }
}

/// Why something isn't a list at all, or cannot be counted. A list that can be read but breaks a rule is not refused
/// here: see [`super::check`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} at {place}", self.finding.code())]
pub struct ListRefusal {
    /// Where, as in the JSON.
    pub place: String,
    /// The value at fault.
    pub value: Option<String>,
    pub finding: Finding,
}

impl ListRefusal {
    pub(crate) fn new(
        place: impl Into<String>,
        value: impl fmt::Display,
        finding: Finding,
    ) -> ListRefusal {
        ListRefusal {
            place: place.into(),
            value: Some(value.to_string()),
            finding,
        }
    }
}
