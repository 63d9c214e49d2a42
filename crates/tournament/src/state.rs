//! The state of a tournament: what the entries so far add up to. Read by everything, changed only by [`crate::fold`].

mod round;

pub use round::{Changed, ManualChange, Match, MatchStatus, Round, RoundStatus, Stale};

use crate::command::{Setup, TableSpec};
use crate::edition::Edition;
use crate::floor::clock::Break;
use crate::floor::judges::{Act, JudgesDesk};
use crate::ids::{By, Hex32, PlayerId, RoundNo, StaffId, TableNo};
use crate::knockout::{self, CutMade};
use crate::lists::Lists;
use crate::log::Named;
use crate::personal::{Personal, Sealed};
use crate::recorded::Source;
use crate::roster::Roster;
use crate::salvo::{Fired, Offer, SalvoPlace};
use muster_pairing::bracket::{NodeId, Shape};
use muster_regulations::{ListPoints, Report, ReportRefusal, Role, StageKind, Structure};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

/// The phase of a tournament.
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

/// A judge, marshal or other member of the staff.
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
    /// Registered, not checked in yet.
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

/// A registered player, whether playing, dropped or disqualified.
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
    /// The staff member who plays, if the player is one (ROLE-5).
    pub leader: Option<StaffId>,
    /// Whether the player takes part.
    pub status: Status,
    /// The first bracket round a player who left it misses.
    pub gone_from: Option<u32>,
    /// The table where the player did not appear and was dropped for it; a correction of that result lets them back in.
    pub(crate) absent_at: Option<(RoundNo, TableNo)>,
    /// Personal data was erased.
    pub redacted: bool,
    /// The player sits at one of these tables, as a house choice; empty for anywhere.
    pub seats: Vec<TableNo>,
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
    /// The rules by which the current line is judged: the line's own edition when a journal is read, else the newest.
    pub(crate) edition: Edition,
    pub setup: Setup,
    /// Commitment to the master seed.
    pub commitment: Hex32,
    pub phase: Phase,
    /// Staff, past and present.
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
    /// Voided rounds, with the reason.
    pub voided: Vec<(Round, String)>,
    /// The bracket, once there is one.
    pub knockout: Option<Knockout>,
    /// Master seed, once revealed.
    pub master: Option<Hex32>,
    /// Position of the last entry.
    pub position: u64,
    /// Draws made so far for each round, undone ones included, so that no draw can be made twice.
    pub(crate) attempts: BTreeMap<RoundNo, u32>,
    /// The records of the judges' desk.
    pub judges: JudgesDesk,
    /// Descriptions of the tables in the hall.
    pub tables: BTreeMap<TableNo, TableSpec>,
    /// The current break.
    pub pause: Option<Break>,
    /// Results replaced after they counted.
    pub corrections: Vec<Correction>,
    /// How many players share a name.
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
    /// Returns the state for judging new lines, which use the newest rules.
    pub(crate) fn by_newest_rules(self) -> State {
        let edition = Edition::NEWEST;
        State { edition, ..self }
    }

    /// Returns a player.
    #[must_use]
    pub fn player(&self, id: PlayerId) -> Option<&Player> {
        self.players.get(id.index())
    }

    /// Returns a staff member.
    #[must_use]
    pub fn staff(&self, id: StaffId) -> Option<&Staff> {
        self.staff.get((id.0 as usize).wrapping_sub(1))
    }

    /// Returns a report of a match with the points of the two lists filled in, or why it contradicts them.
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

    /// Returns the players of an open table of the current Swiss round who have left since it was published. In the
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
                .map_or_else(|| format!("Staff member {}", id.0), |p| p.name.clone()),
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
