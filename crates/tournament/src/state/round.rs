//! Rounds and their matches.

use crate::command::Command;
use crate::floor::clock::{Extension, RoundClock};
use crate::ids::{Hex32, PlayerId, RoundNo, TableNo};
use crate::log::{self, Named};
use crate::recorded::Noted;
use crate::sides;
use muster_pairing::bracket::NodeId;
use muster_regulations::cardgame::Side;
use muster_regulations::{Outcome, Report, Seat, StageKind};
use serde::Serialize;

/// How far a round has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum RoundStatus {
    /// Drawn, visible only to the desk.
    Draft,
    /// Visible to everybody; being played.
    Published,
    /// Over.
    Finished,
}

/// How far a match has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum MatchStatus {
    /// No report yet.
    Playing,
    /// Reported by one player, not yet confirmed.
    Reported,
    /// The players reported different results.
    Disputed,
    /// It counts.
    Confirmed,
    /// A player left the bracket before the game: the opponent advances (SE-4).
    Walkover,
}

/// Two players at a table.
#[derive(Clone, Debug)]
pub struct Match {
    pub table: TableNo,
    /// The player named first.
    pub a: PlayerId,
    /// The player named second.
    pub b: PlayerId,
    /// The place in the bracket, in elimination.
    pub node: Option<NodeId>,
    pub status: MatchStatus,
    /// What each of the two players reported, by seat.
    pub claims: [Option<Box<Report>>; 2],
    /// What counts or is about to count. A match both missed has no report.
    pub report: Option<Box<Report>>,
    /// What the regulation makes of it.
    pub outcome: Option<Outcome>,
    /// Card Game bracket: who is to play the dark side, once drawn or chosen (CG-SIDE).
    pub dark: Option<Seat>,
    /// What else another program's record says, if the match was imported.
    pub noted: Option<Noted>,
}

impl Match {
    /// Returns the seat of a player.
    #[must_use]
    pub fn seat(&self, player: PlayerId) -> Option<Seat> {
        match player {
            p if p == self.a => Some(Seat::A),
            p if p == self.b => Some(Seat::B),
            _ => None,
        }
    }

    /// Returns the player at a seat.
    #[must_use]
    pub fn player(&self, seat: Seat) -> PlayerId {
        match seat {
            Seat::A => self.a,
            Seat::B => self.b,
        }
    }

    /// Returns the opponent of a player of this match.
    #[must_use]
    pub fn opponent(&self, player: PlayerId) -> Option<PlayerId> {
        Some(self.player(self.seat(player)?.other()))
    }

    /// Returns the ending that a player claims and staff have yet to confirm, with the seat of that player.
    #[must_use]
    pub fn claim(&self) -> Option<(Seat, &Report)> {
        let [a, b] = &self.claims;
        let claimed = |seat, claim: &'_ Option<Box<Report>>| claim.is_some().then_some(seat);
        let seat = claimed(Seat::A, a).or(claimed(Seat::B, b))?;
        let report = seat.pick(a, b).as_deref()?;
        (self.status == MatchStatus::Playing).then_some((seat, report))
    }

    /// Returns whether somebody has yet to report, confirm or settle how it ended.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !matches!(self.status, MatchStatus::Confirmed | MatchStatus::Walkover)
    }

    /// Returns the outcome, once it counts.
    #[must_use]
    pub fn counted(&self) -> Option<Outcome> {
        self.outcome
            .filter(|_| self.status == MatchStatus::Confirmed)
    }

    /// Returns the winner, once the result counts.
    #[must_use]
    pub fn winner(&self) -> Option<PlayerId> {
        Some(self.player(self.counted()?.winner()?))
    }

    /// Returns the command that reports how this match ended: whoever did not appear is dropped as well (DROP-1).
    #[must_use]
    pub fn report_command(&self, report: Report) -> Command {
        let regulation = report.regulation();
        let absent = [Seat::A, Seat::B]
            .into_iter()
            .find(|seat| report == regulation.no_show(*seat));
        match absent {
            Some(seat) => Command::NoShow {
                table: self.table,
                absent: self.player(seat),
            },
            None => Command::Report {
                table: self.table,
                report,
            },
        }
    }

    /// Returns who plays the dark side in a Card Game bracket: as drawn or chosen, else as the players reported.
    #[must_use]
    pub fn dark_seat(&self) -> Option<Seat> {
        self.dark
            .or_else(|| sides::told_dark(self.report.as_deref()?))
    }

    /// Returns the side a player plays in a Card Game bracket.
    #[must_use]
    pub fn side(&self, player: PlayerId) -> Option<Side> {
        let dark = self.player(self.dark_seat()?);
        Some(if dark == player {
            Side::Dark
        } else {
            Side::Light
        })
    }
}

/// A change to the drawn pairings, made by people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ManualChange {
    Swapped {
        a: PlayerId,
        b: PlayerId,
        reason: String,
    },
    /// Two players paired, the rest drawn.
    Pinned {
        a: PlayerId,
        b: PlayerId,
        reason: String,
    },
    Seated {
        players: Vec<PlayerId>,
    },
    /// Tables changed to what was played.
    AsPlayed {
        tables: Vec<TableNo>,
        reason: String,
    },
    /// Tables changed so that the pairing is best again.
    Repaired {
        tables: Vec<TableNo>,
        reason: String,
    },
}

/// What has changed since a draft was drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stale {
    /// Somebody arrived who has no place in it.
    Arrival,
    /// Something the draw depends on; only drawing again helps.
    Changed(Changed),
}

/// What changed that a draft depends on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Changed {
    /// A player of the draft has left.
    Left(Named),
    /// A player was put back into the bracket.
    PutBack(Named),
    /// The result of an earlier table was corrected.
    Corrected(log::Place),
    /// The seeds of the bracket.
    Seeds,
}

/// A round of any stage, with its matches.
#[derive(Clone, Debug)]
pub struct Round {
    /// Number through all stages.
    pub number: RoundNo,
    pub stage: StageKind,
    pub status: RoundStatus,
    /// Position in the journal of the entry that drew it.
    pub drawn_at: u64,
    /// Which draw of this round it is.
    pub attempt: u32,
    /// Seed of the draw.
    pub seed: Hex32,
    pub matches: Vec<Match>,
    pub byes: Vec<PlayerId>,
    /// Pairs that meet again.
    pub repeats: u32,
    /// Changes made by people, in order.
    pub manual: Vec<ManualChange>,
    /// Why a draft is out of date, if it is.
    pub stale: Option<Stale>,
    /// Seed of the secret clock roll, once revealed (GC-CLOCK).
    pub clock_seed: Option<Hex32>,
    /// The clock, once it is started.
    pub clock: Option<RoundClock>,
    /// Staff recorded that games have begun, although no clock is running.
    pub begun: bool,
    /// More time for single tables, in the order given (TIME-2).
    pub extensions: Vec<Extension>,
    /// Hash of the line that published it; see [`crate::fingerprint`].
    pub published: Option<Hex32>,
}

impl Round {
    /// Returns the match at a table.
    #[must_use]
    pub fn table(&self, table: TableNo) -> Option<&Match> {
        self.matches
            .binary_search_by_key(&table, |m| m.table)
            .ok()
            .map(|i| &self.matches[i])
    }

    pub(crate) fn table_mut(&mut self, table: TableNo) -> Option<&mut Match> {
        self.matches
            .binary_search_by_key(&table, |m| m.table)
            .ok()
            .map(|i| &mut self.matches[i])
    }

    /// Returns the match of a player.
    #[must_use]
    pub fn match_of(&self, player: PlayerId) -> Option<&Match> {
        self.matches.iter().find(|m| m.seat(player).is_some())
    }

    /// Returns the tables without a result or with a disputed one.
    pub fn open(&self) -> impl Iterator<Item = &Match> {
        self.matches
            .iter()
            .filter(|m| matches!(m.status, MatchStatus::Playing | MatchStatus::Disputed))
    }

    /// Returns the tables whose result only one player has reported.
    pub fn reported(&self) -> impl Iterator<Item = &Match> {
        let matches = self.matches.iter();
        matches.filter(|m| m.status == MatchStatus::Reported)
    }

    /// Returns whether a player is paired or has a bye.
    #[must_use]
    pub fn holds(&self, player: PlayerId) -> bool {
        self.byes.contains(&player) || self.match_of(player).is_some()
    }
}
