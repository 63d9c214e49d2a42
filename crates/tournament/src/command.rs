//! Commands: what somebody wants. Judged by [`crate::decide`] against the state, they become entries of the journal.

mod clock;
mod facts;
mod judge;
mod lists;
mod tables;

pub use clock::ClockCommand;
pub(crate) use facts::Right;
pub use judge::JudgeCommand;
pub use lists::ListCommand;
pub use tables::{TableCommand, TableSpec};

use crate::entry::Pairing;
use crate::ids::{Hex32, PlayerId, RoundNo, StaffId, TableNo};
use crate::personal::Sealed;
use crate::recorded::Recorded;
use jiff::civil::Date;
use muster_regulations::cardgame::Side;
use muster_regulations::{CustomStructure, Regulation, Report, Role, StructureKind, Tier};
use serde::{Deserialize, Serialize};

/// What a tournament is, as chosen at its creation. Everything else follows from the regulation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = TournamentSetup))]
pub struct Setup {
    pub name: String,
    pub regulation: Regulation,
    pub tier: Tier,
    /// Which structure table is used.
    pub structure: StructureKind,
    /// The organizer's own numbers, for a custom structure only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub custom: Option<CustomStructure>,
    /// House choices for pairing, all off by default.
    #[serde(default, skip_serializing_if = "Wishes::none")]
    pub wishes: Wishes,
    /// The first day of the tournament, as the people there call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
    /// The time zone of the hall by its IANA name, e.g. `Europe/Vienna`; times are shown in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
}

/// Preferences that rank below all rules; each is a house choice and shown as one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = PairingWishes))]
pub struct Wishes {
    /// Keep players from the same club apart in round 1.
    #[serde(default)]
    pub clubs_apart: bool,
    /// Avoid giving a player the same table twice.
    #[serde(default)]
    pub fresh_tables: bool,
    /// Players who always sit at the same table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fixed_tables: Vec<FixedTable>,
}

impl Wishes {
    /// Returns whether no preference is set.
    #[must_use]
    pub fn none(&self) -> bool {
        *self == Wishes::default()
    }
}

/// A player who always sits at the same table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FixedTable {
    pub player: PlayerId,
    pub table: TableNo,
}

/// A player to be registered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NewPlayer {
    /// Digest of the personal data that is beside the line.
    pub who: Sealed,
    /// Faction, affiliation or the like, as typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faction: Option<String>,
    /// Total of the list in points; decides who chooses before the game (XW-FIRST, AR-FIRST, LE-SETUP).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list_points: Option<u32>,
    /// The staff member who plays, if the player is one (ROLE-5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<StaffId>,
}

/// What somebody wants done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Command {
    /// Creates a tournament; always the first line.
    Create {
        setup: Setup,
        /// Digest of the organizer's personal data.
        organizer: Sealed,
        /// Commitment to the master seed.
        commitment: Hex32,
    },
    /// Imports a whole tournament that another program has recorded; nothing is drawn, and nothing can follow.
    Import(Box<Recorded>),
    /// Changes the setup before the start.
    Configure {
        /// The new setup; the regulation stays.
        setup: Setup,
    },
    /// Puts somebody on duty.
    Assign {
        role: Role,
        /// Digest of their personal data.
        who: Sealed,
    },
    /// Takes somebody off duty.
    Dismiss { staff: StaffId },
    /// Registers players; after the start this is a late entry (DROP-4).
    Register { players: Vec<NewPlayer> },
    /// Changes what is known about a player.
    Amend {
        player: PlayerId,
        /// New personal data, where it changes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<Sealed>,
        /// New faction, where it changes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        faction: Option<String>,
        /// New list total, where it changes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        list_points: Option<u32>,
    },
    /// Hands in a list, calls for lists, or adds the catalogue they are compared with.
    List(ListCommand),
    /// Checks players in, or undoes that.
    CheckIn {
        players: Vec<PlayerId>,
        /// Whether they are present.
        present: bool,
    },
    /// Freezes the structure by attendance and begins (PAIR-1).
    Start {
        /// A phrase called out in the hall, mixed into all draws.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        phrase: Option<String>,
    },
    /// Draws the next round as a draft.
    Draft,
    /// Draws the draft again.
    Redraw {
        /// Why; may be left empty if the draft is out of date, which is reason enough.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reason: String,
    },
    /// Swaps two players of the draft.
    Swap {
        a: PlayerId,
        /// The other; one of the two may have the bye.
        b: PlayerId,
        reason: String,
        /// Accept that two players meet again.
        #[serde(default)]
        anyway: bool,
    },
    /// Pairs two players and draws the rest of the draft again.
    Pin {
        a: PlayerId,
        b: PlayerId,
        reason: String,
        /// Accept that they have met before.
        #[serde(default)]
        anyway: bool,
    },
    /// Publishes the draft.
    Publish,
    /// Seats players who came after the round was drafted or published; every other table stays.
    Seat {
        /// One or more active players without a table.
        players: Vec<PlayerId>,
    },
    /// Changes tables of a published round to what was actually played there.
    AsPlayed {
        /// The tables concerned, with the players who sat there.
        tables: Vec<Pairing>,
        reason: String,
    },
    /// Changes as few tables of a published Swiss round as possible, so that its pairing is best again.
    Repair {
        /// Tables that may change although their game is being played, as the desk has agreed with their players.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        tables: Vec<TableNo>,
        reason: String,
    },
    /// Reports how a match ended.
    Report { table: TableNo, report: Report },
    /// Rolls the Final Salvo for both players of a match (XW-SALVO): at once for staff, and for players once both
    /// have entered the same numbers.
    FinalSalvo {
        table: TableNo,
        /// Attack dice of the player named first.
        a_dice: u32,
        /// Attack dice of the player named second.
        b_dice: u32,
        /// The score that both have; 200 after mutual destruction. Required, except in journals of earlier builds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        score: Option<u32>,
    },
    /// Confirms a report.
    Confirm { table: TableNo },
    /// Confirms reports that only one player made, at several tables at once.
    AcceptReports { tables: Vec<TableNo> },
    /// Disputes a report.
    Dispute { table: TableNo },
    /// Replaces a confirmed result.
    Correct {
        round: RoundNo,
        table: TableNo,
        /// What actually happened.
        report: Report,
        reason: String,
    },
    /// A player did not appear: the match is lost, the player dropped (DROP-1).
    NoShow { table: TableNo, absent: PlayerId },
    /// Chooses a side in the first bracket round (CG-SIDE).
    ChooseSide {
        table: TableNo,
        /// The side of the player who chooses.
        side: Side,
    },
    /// Starts, stops or changes the clock of the round (TIME-1, TIME-2).
    Clock(ClockCommand),
    /// Calls, rulings, penalties, components and fortressing (ROLE-4, ROLE-6, COMP-1, COMP-2, XW-FORT).
    Judge(JudgeCommand),
    /// Describes tables, and fixes who sits where (LE-TERRAIN).
    Tables(TableCommand),
    /// Closes the round; every result must be confirmed.
    FinishRound,
    /// Voids the current round.
    VoidRound { reason: String },
    /// A player drops (DROP-1, SE-4, CUT-2).
    Drop { player: PlayerId },
    /// A dropped player rejoins (DROP-2).
    Rejoin { player: PlayerId },
    /// Removes a player for good (DROP-3, ROLE-6).
    Disqualify { player: PlayerId, reason: String },
    /// Ends the Swiss rounds: the top players advance (CUT-1). Can be repeated after a correction, until bracket games begin.
    Cut {
        /// The bracket is played on a later day (CUT-2, X-Wing).
        #[serde(default)]
        later_day: bool,
    },
    /// Keeps the cut although the corrected standings give a different one (CUT-1).
    KeepCut { reason: String },
    /// Puts the player who lost to a disqualified player back into the bracket.
    PutBack { player: PlayerId, reason: String },
    /// Ends the tournament and reveals the master seed.
    Finish,
    /// Undoes the last step.
    Undo,
    /// Undoes an earlier step that no later step depends on.
    UndoLine {
        /// The line of the step.
        line: u64,
    },
    /// Erases somebody's personal data.
    Redact { player: PlayerId },
}

impl Command {
    /// Returns whether it undoes another step.
    #[must_use]
    pub fn undoes(&self) -> bool {
        matches!(self, Command::Undo | Command::UndoLine { .. })
    }

    /// Returns the players that a short name of the step mentions.
    #[must_use]
    pub fn players(&self) -> Vec<PlayerId> {
        match self {
            Command::Drop { player }
            | Command::Rejoin { player }
            | Command::Amend { player, .. }
            | Command::Disqualify { player, .. }
            | Command::PutBack { player, .. }
            | Command::List(ListCommand::HandIn { player, .. }) => vec![*player],
            Command::NoShow { absent, .. } => vec![*absent],
            Command::CheckIn { players, .. } | Command::Seat { players } => players.clone(),
            Command::Swap { a, b, .. } | Command::Pin { a, b, .. } => vec![*a, *b],
            _ => Vec::new(),
        }
    }
}
