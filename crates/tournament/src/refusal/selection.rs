//! Things that were chosen or typed and do not fit.

use crate::codes::codes;
use crate::ids::{PlayerId, RoundNo, StaffId, TableNo};
use muster_pairing::bracket::BracketError;
use muster_pairing::swiss::FieldError;
use muster_regulations::{Regulation, ReportRefusal};

/// Why the players, tables or numbers that were chosen do not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selection {
    /// No table can have this number.
    TableNumber {
        table: TableNo,
        most: u32,
    },
    /// A player has two fixed tables.
    FixedTableTwice(PlayerId),
    /// A table is named twice.
    TableTwice(TableNo),
    /// No table is named.
    NoTables,
    /// Too many tables at once.
    TooManyTables {
        tables: usize,
        most: usize,
    },
    /// Nobody is named to register.
    NobodyToRegister,
    /// Nobody is named to check in.
    NobodyToCheckIn,
    /// Nobody is named to seat.
    NobodyToSeat,
    /// This staff member is registered as a player.
    StaffRegistered(StaffId),
    /// The players are not those of the tables.
    OtherPlayers,
    /// The table has this result.
    SameResult {
        round: RoundNo,
        table: TableNo,
    },
    /// The clock must change by at least one minute and at most this many.
    Minutes {
        minutes: i32,
        most: i32,
    },
    /// The round has fewer minutes left than should be removed.
    MinutesBeyond(i32),
    /// A table gets a short extension only.
    Extension {
        minutes: u32,
        most: u32,
    },
    /// No such call for a judge.
    NoSuchCall,
    NoSuchRuling,
    /// No such missing component.
    NoSuchLoss,
    /// No such check for fortressing.
    NoSuchFortressing,
    /// The result does not follow from the loss alone.
    ReportNeeded(TableNo),
    /// The regulation has no rules for lost components and no proxies.
    NoComponentRules(Regulation),
    /// Only X-Wing has a rule about fortressing.
    NoFortressing,
    /// The pairing of the round is the best possible.
    NothingToRepair(RoundNo),
    /// A better pairing would move games that are being played.
    RepairMoves {
        round: RoundNo,
        tables: Vec<TableNo>,
    },
    /// More terrain than fits.
    Terrain {
        table: TableNo,
        /// The most pieces of one kind.
        most: u32,
    },
    /// Nothing was described for this table.
    NotDescribed(TableNo),
    /// The catalogue is too large.
    Catalogue {
        cards: usize,
        most: usize,
    },
    /// The players cannot be paired.
    Pairing(FieldError),
}

codes!(Selection {
    Selection::TableNumber { .. } => "selection.table-number" [],
    Selection::FixedTableTwice(_) => "selection.fixed-table-twice" [],
    Selection::TableTwice(_) => "selection.table-twice" [],
    Selection::NoTables => "selection.no-tables" [],
    Selection::TooManyTables { .. } => "selection.too-many-tables" [],
    Selection::NobodyToRegister => "selection.nobody-to-register" [],
    Selection::NobodyToCheckIn => "selection.nobody-to-check-in" [],
    Selection::NobodyToSeat => "selection.nobody-to-seat" [],
    Selection::StaffRegistered(_) => "selection.staff-registered" [],
    Selection::OtherPlayers => "selection.other-players" [],
    Selection::SameResult { .. } => "selection.same-result" [],
    Selection::Minutes { .. } => "selection.minutes" [],
    Selection::MinutesBeyond(_) => "selection.minutes-beyond" [],
    Selection::Extension { .. } => "selection.extension" ["TIME-2"],
    Selection::NoSuchCall => "selection.no-such-call" [],
    Selection::NoSuchRuling => "selection.no-such-ruling" [],
    Selection::NoSuchLoss => "selection.no-such-loss" [],
    Selection::NoSuchFortressing => "selection.no-such-fortressing" [],
    Selection::ReportNeeded(_) => "selection.report-needed" [],
    Selection::NoComponentRules(_) => "selection.no-component-rules" [],
    Selection::NoFortressing => "selection.no-fortressing" ["XW-FORT"],
    Selection::NothingToRepair(_) => "selection.nothing-to-repair" [],
    Selection::RepairMoves { .. } => "selection.repair-moves" [],
    Selection::Terrain { .. } => "selection.terrain" [],
    Selection::NotDescribed(_) => "selection.not-described" [],
    Selection::Catalogue { .. } => "selection.catalogue" [],
    Selection::Pairing(_) => "selection.pairing" [],
});

/// A text that people type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextField {
    TournamentName,
    Zone,
    /// The phrase for the draws.
    Phrase,
    Reason,
    Faction,
    /// Why a list is accepted although it breaks a rule.
    Excuse,
    /// What a judge is called for.
    Call,
    Ruling,
    Decision,
    Component,
    Card,
    /// What cannot be read on a card.
    Unreadable,
    /// The name of the program that recorded a tournament.
    Program,
    Name,
    Club,
    /// How to reach a person.
    Contact,
}

impl TextField {
    /// Returns the name of the field in commands.
    #[must_use]
    pub fn path(self) -> &'static str {
        match self {
            TextField::TournamentName | TextField::Name => "name",
            TextField::Zone => "zone",
            TextField::Phrase => "phrase",
            TextField::Reason => "reason",
            TextField::Faction => "faction",
            TextField::Excuse => "excused",
            TextField::Call | TextField::Component => "what",
            TextField::Ruling | TextField::Decision => "text",
            TextField::Card => "card",
            TextField::Unreadable => "unreadable",
            TextField::Program => "program",
            TextField::Club => "club",
            TextField::Contact => "contact",
        }
    }
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextProblem {
    Empty,
    /// It has more characters than this.
    TooLong(usize),
    /// It contains a line break or another control character.
    ControlCharacter,
    /// It begins or ends with a space.
    Padded,
    /// No time zone has this name.
    UnknownZone(String),
    /// It is given although it is not needed.
    NotNeeded,
}

codes!(TextProblem {
    TextProblem::Empty => "text.empty" [],
    TextProblem::TooLong(_) => "text.too-long" [],
    TextProblem::ControlCharacter => "text.control-character" [],
    TextProblem::Padded => "text.padded" [],
    TextProblem::UnknownZone(_) => "text.unknown-zone" [],
    TextProblem::NotNeeded => "text.not-needed" [],
});

/// What is wrong with a tournament that another program recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordProblem {
    /// Too few or too many players.
    Players { players: usize, most: usize },
    /// Too many bracket rounds.
    BracketRounds { rounds: usize, most: usize },
    /// The setup has another number of Swiss rounds than the record.
    Rounds(u32),
    /// Final places are counted from 1.
    Place,
    /// Something is wrong in a round.
    Round {
        round: usize,
        /// The table, where it is about one.
        table: Option<TableNo>,
        problem: RecordedMatchProblem,
    },
    /// The bracket rounds do not follow from the seeds.
    Bracket(BracketMisfit),
}

codes!(RecordProblem {
    RecordProblem::Players { .. } => "record.players" [],
    RecordProblem::BracketRounds { .. } => "record.bracket-rounds" [],
    RecordProblem::Rounds(_) => "record.rounds" [],
    RecordProblem::Place => "record.place" [],
    RecordProblem::Round { problem: RecordedMatchProblem::NoSuchPlayer(_), .. } => "record.no-such-player" [],
    RecordProblem::Round { problem: RecordedMatchProblem::WithThemselves(_), .. } => "record.with-themselves" [],
    RecordProblem::Round { problem: RecordedMatchProblem::TableNumber, .. } => "record.table-number" [],
    RecordProblem::Round { problem: RecordedMatchProblem::Points(_), .. } => "record.points" [],
    RecordProblem::Round { problem: RecordedMatchProblem::NoOutcome, .. } => "record.no-outcome" [],
    RecordProblem::Round { problem: RecordedMatchProblem::OtherGame, .. } => "record.other-game" [],
    RecordProblem::Round { problem: RecordedMatchProblem::Report(report), .. } => "record.report" [report.clause],
    RecordProblem::Round { problem: RecordedMatchProblem::OtherOutcome, .. } => "record.other-outcome" [],
    RecordProblem::Bracket(_) => "record.bracket" [],
});

/// What is wrong in a recorded round or match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordedMatchProblem {
    NoSuchPlayer(PlayerId),
    WithThemselves(PlayerId),
    /// A table number is missing or used twice.
    TableNumber,
    /// More points than any regulation gives.
    Points(u32),
    /// A reported match has no outcome.
    NoOutcome,
    /// The report is for another game.
    OtherGame,
    /// The regulation rules the report out.
    Report(ReportRefusal),
    /// The report gives another outcome than the record.
    OtherOutcome,
}

/// Why bracket rounds do not follow from an order of seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BracketMisfit {
    /// No bracket fits this number of players.
    Size(BracketError),
    /// A player has two seeds.
    SeedTwice,
    /// In this bracket round, a player without a seed plays.
    NoSeed { round: usize, player: PlayerId },
    /// In this bracket round, the seeds do not let these two meet.
    NoMeeting {
        round: usize,
        a: PlayerId,
        b: PlayerId,
    },
}
