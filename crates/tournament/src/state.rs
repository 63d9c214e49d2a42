//! The state of a tournament: what the entries so far add up to. Read by everything, changed only by [`crate::fold`].

use crate::command::{Command, Setup, TableSpec};
use crate::edition::Edition;
use crate::floor::clock::{Break, Extension, RoundClock};
use crate::floor::judges::{Act, JudgesDesk};
use crate::ids::{By, Hex32, PlayerId, RoundNo, StaffId, TableNo};
use crate::knockout::{self, CutMade};
use crate::lists::Lists;
use crate::log::{self, Named};
use crate::personal::{Personal, Sealed};
use crate::recorded::{Noted, Source};
use crate::roster::Roster;
use crate::salvo::{Fired, Offer, SalvoPlace};
use crate::sides;
use muster_pairing::bracket::{NodeId, Shape};
use muster_regulations::cardgame::Side;
use muster_regulations::{
    ListPoints, Outcome, Report, ReportRefusal, Role, Seat, StageKind, Structure,
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

/// Which part of its life a tournament is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = TournamentPhase))]
pub enum Phase {
    /// Players register and check in.
    Registration,
    /// Swiss rounds.
    Swiss,
    /// The bracket.
    Elimination,
    /// Over.
    Finished,
}

/// A leader.
#[derive(Clone, Debug)]
pub struct Staff {
    pub id: StaffId,
    pub role: Role,
    /// Digest of the personal data.
    pub sealed: Sealed,
    /// Personal data, unless redacted.
    pub personal: Option<Personal>,
    pub on_duty: bool,
}

/// Whether a player takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = PlayerStatus))]
pub enum Status {
    /// Registered, not seen yet.
    Registered,
    /// Taking part.
    Active,
    /// Left, or did not appear; may rejoin (DROP-1, DROP-2).
    Dropped,
    /// Removed for good (DROP-3).
    Disqualified,
    /// Not in the cut; keeps the Swiss standing (CUT-1).
    CutOff,
}

/// A player.
#[derive(Clone, Debug)]
pub struct Player {
    pub id: PlayerId,
    /// Digest of the personal data.
    pub sealed: Sealed,
    /// Personal data, unless redacted.
    pub personal: Option<Personal>,
    pub faction: Option<String>,
    /// Total of the list in points.
    pub list_points: Option<u32>,
    /// The leader this player is, if any (ROLE-5).
    pub leader: Option<StaffId>,
    /// Whether the player takes part.
    pub status: Status,
    /// The first bracket round a player who left it misses.
    pub gone_from: Option<u32>,
    /// Where the player did not appear and was dropped for it; a correction of that result lets them back in.
    pub(crate) absent_at: Option<(RoundNo, TableNo)>,
    /// Asked to be forgotten.
    pub redacted: bool,
    /// Tables of which the player sits at one, as a house choice; none for anywhere.
    pub seats: Vec<TableNo>,
}

/// Where a round stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum RoundStatus {
    /// Drawn, seen by the desk only.
    Draft,
    /// Seen by all; being played.
    Published,
    /// Over.
    Finished,
}

/// Where a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum MatchStatus {
    /// Nothing told yet.
    Playing,
    /// Told by one player, not yet confirmed.
    Reported,
    /// The players differ.
    Disputed,
    /// It counts.
    Confirmed,
    /// A player has left the bracket before the game: the opponent goes on (SE-4).
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
    /// What each of the two players told, by seat.
    pub claims: [Option<Box<Report>>; 2],
    /// What counts or is about to count. A match both missed has no report.
    pub report: Option<Box<Report>>,
    /// What the regulation makes of it.
    pub outcome: Option<Outcome>,
    /// Card Game bracket: who is to play the dark side, once drawn or chosen (CG-SIDE).
    pub dark: Option<Seat>,
    /// What another program's record says besides, where the match was taken in from one.
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

    /// Returns the ending that a player claims and a leader has yet to confirm, with the seat of that player.
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
        /// One.
        a: PlayerId,
        /// The other.
        b: PlayerId,
        reason: String,
    },
    /// Two players paired, the rest drawn.
    Pinned {
        /// One.
        a: PlayerId,
        /// The other.
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
    /// Somebody came who has no place in it.
    Arrival,
    /// Something the draw rests on; only drawing again mends it.
    Changed(Changed),
}

/// What a draft rests on and has changed.
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

/// A round.
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
    /// A draft that rests on something that has changed since.
    pub stale: Option<Stale>,
    /// Seed of the secret clock roll, once revealed (GC-CLOCK).
    pub clock_seed: Option<Hex32>,
    /// The clock, once it is started.
    pub clock: Option<RoundClock>,
    /// A leader has said that games have begun, although no clock runs.
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

    /// Returns the tables without a result, or whose players differ.
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

/// The bracket of a tournament.
#[derive(Clone, Debug)]
pub struct Knockout {
    pub shape: Shape,
    /// Who was seeded where, best first.
    pub seeds: Vec<PlayerId>,
    /// Played on a later day than the Swiss rounds (CUT-2).
    pub later_day: bool,
    /// Players put back in the place of somebody removed, with the node they now count as winners of.
    pub put_back: BTreeMap<NodeId, PlayerId>,
    pub cut: Option<CutMade>,
}

/// What the entries so far add up to.
#[derive(Clone, Debug)]
pub struct State {
    /// The rules by which the line at hand is judged: those of the line where a journal is read, else the newest.
    pub(crate) edition: Edition,
    /// What the tournament is.
    pub setup: Setup,
    /// Commitment to the master seed.
    pub commitment: Hex32,
    pub phase: Phase,
    /// Leaders, past and present.
    pub staff: Roster<Staff>,
    /// Players, in order of registration.
    pub players: Roster<Player>,
    pub structure: Option<Structure>,
    /// Players present at the start.
    pub attendance: u32,
    /// Phrase mixed into the draws.
    pub phrase: Option<String>,
    /// Seed of the random tiebreak, once drawn.
    pub tiebreak: Option<Hex32>,
    pub rounds: Vec<Round>,
    /// Rounds thrown away, with the reason.
    pub voided: Vec<(Round, String)>,
    /// The bracket, once there is one.
    pub knockout: Option<Knockout>,
    /// Master seed, once revealed.
    pub master: Option<Hex32>,
    /// Position of the last entry.
    pub position: u64,
    /// Draws made so far for each round, undone ones included, so that no draw can be made twice.
    pub(crate) attempts: BTreeMap<RoundNo, u32>,
    /// What the judges' desk has noted.
    pub judges: JudgesDesk,
    /// What is known of the tables of the hall.
    pub tables: BTreeMap<TableNo, TableSpec>,
    /// The break that play is in, if it is in one.
    pub pause: Option<Break>,
    /// Results replaced after they counted.
    pub corrections: Vec<Correction>,
    /// How many players have the same name to a reader.
    pub(crate) namesakes: HashMap<String, u32>,
    /// The master seed was revealed once, even if the end was undone.
    pub(crate) revealed: bool,
    /// Final Salvos rolled, and how many for each table, undone ones included.
    pub(crate) salvos: BTreeMap<SalvoPlace, Fired>,
    pub(crate) salvo_attempts: BTreeMap<SalvoPlace, u32>,
    /// Final Salvos that one player has offered and the other has not accepted yet.
    pub(crate) salvo_offers: BTreeMap<SalvoPlace, Vec<Offer>>,
    /// What is known about lists.
    pub lists: Lists,
    /// Where the tournament was recorded, if it was run by another program.
    pub recorded: Option<Source>,
}

/// A result replaced after it counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// When in the journal.
    pub position: u64,
    /// Round of the match.
    pub round: RoundNo,
    /// Table of the match.
    pub table: TableNo,
    pub reason: String,
    pub given: Act,
    /// Who is back in, because the result they were dropped by was wrong.
    pub back: Vec<PlayerId>,
    /// Who is dropped, because they did not appear after all (DROP-1).
    pub dropped: Vec<PlayerId>,
}

impl State {
    /// Returns the state as somebody who acts now finds it: new lines are judged by the newest rules.
    pub(crate) fn by_newest_rules(self) -> State {
        let edition = Edition::NEWEST;
        State { edition, ..self }
    }

    /// Returns a player.
    #[must_use]
    pub fn player(&self, id: PlayerId) -> Option<&Player> {
        self.players.get(id.index())
    }

    /// Returns a leader.
    #[must_use]
    pub fn staff(&self, id: StaffId) -> Option<&Staff> {
        self.staff.get((id.0 as usize).wrapping_sub(1))
    }

    /// Returns a report of a match with what the two lists tell filled in, or why it contradicts them.
    pub fn with_lists(&self, m: &Match, report: &Report) -> Result<Report, ReportRefusal> {
        if self.edition < Edition::Second {
            return Ok(report.clone());
        }
        report.with_lists(self.list_points(m))
    }

    /// Returns the points of the two lists of a match, as far as they are known.
    #[must_use]
    pub fn list_points(&self, m: &Match) -> ListPoints {
        [m.a, m.b].map(|id| self.player(id)?.list_points)
    }

    /// Returns the players of an open table of the Swiss round at hand who have left since it was published. In the
    /// bracket such a table is decided at once (SE-4).
    #[must_use]
    pub fn left_at(&self, m: &Match) -> Vec<PlayerId> {
        let playing = self.current().is_some_and(|round| {
            round.stage == StageKind::Swiss && round.status == RoundStatus::Published
        });
        let gone = |id: &PlayerId| {
            let player = self.player(*id);
            player.is_some_and(|player| player.status != Status::Active)
        };
        let players = [m.a, m.b].into_iter();
        players
            .filter(|id| playing && m.is_open() && gone(id))
            .collect()
    }

    /// Returns the players who take part, in order of registration.
    pub fn active(&self) -> impl Iterator<Item = &Player> {
        self.players.iter().filter(|p| p.status == Status::Active)
    }

    /// Returns the players who took part: paired or with a bye in a published round.
    pub fn participants(&self) -> impl Iterator<Item = &Player> {
        let published = |player: PlayerId| {
            let mut rounds = self.rounds.iter().filter(|r| r.status > RoundStatus::Draft);
            rounds.any(|round| round.holds(player))
        };
        self.players.iter().filter(move |p| published(p.id))
    }

    /// Returns the name of a player; two of the same name are distinguished by their number.
    #[must_use]
    pub fn name(&self, id: PlayerId) -> String {
        let Some(player) = self.player(id) else {
            return format!("?{id}");
        };
        let Some(personal) = &player.personal else {
            return format!("Player {id}");
        };
        if self
            .namesakes
            .get(&namesake_key(&personal.name))
            .is_some_and(|count| *count > 1)
        {
            format!("{} ({id})", personal.name)
        } else {
            personal.name.clone()
        }
    }

    /// Returns a player with the name to show.
    #[must_use]
    pub fn named(&self, id: PlayerId) -> Named {
        Named {
            player: id,
            name: self.name(id),
        }
    }

    /// Returns players with the names to show.
    #[must_use]
    pub fn all_named(&self, players: &[PlayerId]) -> Vec<Named> {
        players.iter().map(|id| self.named(*id)).collect()
    }

    /// Returns the name of whoever acts.
    #[must_use]
    pub fn actor(&self, by: By) -> String {
        match by {
            By::Player(id) => self.name(id),
            By::Staff(id) => self
                .staff(id)
                .and_then(|s| s.personal.as_ref())
                .map_or_else(|| format!("leader {}", id.0), |p| p.name.clone()),
        }
    }

    /// Returns whether anything of a match was reported: a result, one player's report, a Final Salvo.
    pub(crate) fn is_told(&self, round: &Round, m: &Match) -> bool {
        let place = SalvoPlace {
            round: round.number,
            draw: round.attempt,
            table: m.table,
        };
        !matches!(m.status, MatchStatus::Playing | MatchStatus::Walkover)
            || m.claims.iter().any(Option::is_some)
            || self.salvos.contains_key(&place)
    }

    /// Returns a round by number.
    #[must_use]
    pub fn round(&self, number: RoundNo) -> Option<&Round> {
        self.rounds.get((number.0 as usize).wrapping_sub(1))
    }

    /// Returns the newest round.
    #[must_use]
    pub fn current(&self) -> Option<&Round> {
        self.rounds.last()
    }

    /// Returns the round that is being played.
    #[must_use]
    pub fn in_play(&self) -> Option<&Round> {
        self.current()
            .filter(|round| round.status == RoundStatus::Published)
    }

    /// Returns the minutes of a round by the book, without dice.
    #[must_use]
    pub fn round_minutes(&self, round: &Round) -> u32 {
        let clock = &self.setup.regulation.book().clock;
        clock.minutes(round.stage, knockout::is_final(self, round))
    }

    /// Returns the last round during which a result can be corrected, where the regulation sets a limit (LE-CHECK).
    #[must_use]
    pub fn corrections_end(&self, round: RoundNo) -> Option<RoundNo> {
        let window = self.setup.regulation.book().correction_window?;
        Some(RoundNo(round.0.saturating_add(window)))
    }

    /// Returns the number of the round that would be drawn next.
    #[must_use]
    pub fn next_round(&self) -> RoundNo {
        RoundNo(u32::try_from(self.rounds.len()).map_or(u32::MAX, |n| n.saturating_add(1)))
    }

    /// Returns the Swiss rounds so far.
    pub fn swiss_rounds(&self) -> impl Iterator<Item = &Round> {
        self.rounds.iter().filter(|r| r.stage == StageKind::Swiss)
    }

    /// Returns the rounds of the bracket so far.
    pub fn elimination_rounds(&self) -> impl Iterator<Item = &Round> {
        self.rounds
            .iter()
            .filter(|r| r.stage == StageKind::Elimination)
    }

    /// Returns whether two players have met in the stage that is being played (PAIR-4).
    #[must_use]
    pub fn have_met(&self, a: PlayerId, b: PlayerId) -> bool {
        self.meeting(a, b).is_some()
    }

    /// Returns the last Swiss round in which two players met.
    #[must_use]
    pub fn meeting(&self, a: PlayerId, b: PlayerId) -> Option<RoundNo> {
        self.swiss_rounds()
            .filter(|r| r.status > RoundStatus::Draft)
            .filter(|r| r.match_of(a).is_some_and(|m| m.seat(b).is_some()))
            .last()
            .map(|r| r.number)
    }

    /// Returns how many byes a player has had in the Swiss rounds published so far.
    #[must_use]
    pub fn byes(&self, player: PlayerId) -> usize {
        self.swiss_rounds()
            .filter(|r| r.status > RoundStatus::Draft)
            .filter(|r| r.byes.contains(&player))
            .count()
    }
}

/// Names are the same to a reader if only case or spacing differs.
pub(crate) fn namesake_key(name: &str) -> String {
    let words = name
        .split_whitespace()
        .flat_map(|word| word.chars().chain([' ']));
    words.flat_map(char::to_lowercase).collect()
}
