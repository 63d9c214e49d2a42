//! What can happen in a tournament, as values.

use crate::command::{ClockCommand, Command, JudgeCommand, TableCommand};
use crate::ids::{PlayerId, RoundNo, TableNo};
use jiff::Timestamp;
use muster_regulations::cardgame::Side;
use muster_regulations::{Outcome, Regulation, Structure, StructureKind, Tier};
use serde::Serialize;

/// A player, with the name by which the state shows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Named {
    pub player: PlayerId,
    /// The name, made unique among namesakes.
    pub name: String,
}

/// A table of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    pub round: RoundNo,
    pub table: TableNo,
}

/// Two players at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seats {
    pub table: TableNo,
    pub a: Named,
    pub b: Named,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The player on seat A.
    pub a: Named,
    /// The player on seat B.
    pub b: Named,
    /// The award for each seat.
    pub outcome: Outcome,
}

/// A draw of a round, in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    pub round: RoundNo,
    pub tables: usize,
    pub byes: Vec<Named>,
    /// How many pairs meet again (PAIR-5).
    pub repeats: u32,
    /// Which draw of the round it is, from 1.
    pub attempt: u32,
}

/// What happened. Where a command already says all of it, the command is the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happening {
    Created {
        name: String,
        regulation: Regulation,
        tier: Tier,
        structure: StructureKind,
    },
    Imported {
        program: String,
        players: usize,
        structure: Structure,
    },
    Configured,
    Assigned {
        name: String,
        role: &'static str,
    },
    Dismissed {
        name: String,
    },
    Registered {
        players: Vec<Named>,
        /// After the start (DROP-4).
        late: bool,
    },
    Amended {
        player: Named,
    },
    ListHandedIn {
        player: Named,
        word: &'static str,
        points: Option<u32>,
        faction: Option<String>,
        /// Why it was accepted although it breaks a rule.
        excused: Option<String>,
        /// Why an earlier list was corrected.
        corrected: Option<String>,
    },
    ListsCalled {
        required: bool,
        until: Option<Timestamp>,
    },
    CatalogueAdded,
    CheckedIn {
        players: Vec<Named>,
        present: bool,
    },
    Started {
        players: u32,
        structure: Structure,
        phrase: Option<String>,
    },
    Drew(Draw),
    Redrew {
        draw: Draw,
        /// Nothing where the draft was out of date, which is reason enough.
        reason: Option<String>,
    },
    Pinned {
        a: Named,
        b: Named,
        draw: Draw,
        reason: String,
    },
    Swapped {
        round: RoundNo,
        a: Named,
        b: Named,
        reason: String,
    },
    Published {
        round: RoundNo,
    },
    Seated {
        round: RoundNo,
        tables: Vec<Seats>,
        /// Who had the bye and plays instead.
        bye_ended: Option<Named>,
        /// Who has the bye instead; written by earlier versions.
        bye: Option<Named>,
    },
    AsPlayed {
        round: RoundNo,
        tables: Vec<Seats>,
        reason: String,
    },
    Repaired {
        round: RoundNo,
        tables: Vec<Seats>,
        bye: Option<Named>,
        reason: String,
    },
    Reported {
        place: Place,
        /// `None` while it is withheld until the players agree.
        result: Option<Ended>,
    },
    Claimed {
        place: Place,
        result: Option<Ended>,
        clause: Option<&'static str>,
    },
    SalvoRolled {
        place: Place,
        rolls: Vec<(u32, u32)>,
        winner: Option<Named>,
    },
    SalvoOffered {
        place: Place,
        dice: (u32, u32),
        score: u32,
    },
    ConfirmedClaim {
        place: Place,
        result: Option<Ended>,
    },
    AcceptedReports {
        round: RoundNo,
        tables: Vec<TableNo>,
    },
    Confirmed {
        place: Place,
    },
    Disputed {
        place: Place,
    },
    Corrected {
        place: Place,
        result: Option<Ended>,
        back: Vec<Named>,
        dropped: Vec<Named>,
        reason: String,
    },
    NoShow {
        place: Place,
        player: Named,
        /// Who came in instead, where no game of the bracket was played yet (CUT-2).
        replaced_by: Option<Vec<Named>>,
    },
    SideChosen {
        place: Place,
        side: Side,
    },
    Clock {
        round: RoundNo,
        command: ClockCommand,
        /// How long the round is; `None` if that is secret (GC-CLOCK).
        minutes: Option<u32>,
    },
    Judge {
        round: RoundNo,
        command: JudgeCommand,
        table: Option<TableNo>,
        player: Option<Named>,
        component: Option<String>,
        result: Option<Ended>,
    },
    Tables {
        command: TableCommand,
        player: Option<Named>,
    },
    FinishedRound {
        round: RoundNo,
        /// What the dice added to a secret clock (GC-CLOCK).
        dice_minutes: Option<u32>,
    },
    Voided {
        round: RoundNo,
        reason: String,
    },
    Dropped {
        player: Named,
        by_themselves: bool,
        replaced_by: Option<Vec<Named>>,
    },
    Rejoined {
        player: Named,
    },
    Disqualified {
        player: Named,
        replaced_by: Option<Vec<Named>>,
        /// `None` if it is withheld from the public.
        reason: Option<String>,
    },
    Cut {
        seeds: Vec<Named>,
        again: bool,
        later_day: bool,
    },
    CutKept {
        reason: String,
    },
    PutBack {
        player: Named,
        reason: String,
    },
    Finished,
    Undid {
        position: u64,
        command: Option<Box<Command>>,
        /// The player it was about.
        players: Vec<Named>,
    },
    Redacted {
        player: PlayerId,
    },
    /// A command without further details.
    Other {
        code: &'static str,
    },
}
