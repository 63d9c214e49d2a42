//! The judges' desk: calls, rulings, penalties and notes, and what is still waiting for somebody.
//!
//! Everything is numbered from 1 in the order it happened. Relies on the fold to keep it; promises that people appear
//! only by number, so that no redacted name is kept here.

use crate::codes::codes;
use crate::edition::Edition;
use crate::ids::{By, PlayerId, RoundNo, StaffId, TableNo};
use crate::state::{Match, Round, State, Status};
use jiff::Timestamp;
use muster_regulations::{Regulation, Report, Role};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        pub struct $name(pub u32);

        impl $name {
            pub(crate) fn next<T>(list: &[T]) -> $name {
                $name(u32::try_from(list.len()).map_or(u32::MAX, |n| n.saturating_add(1)))
            }

            pub(crate) fn index(self) -> usize {
                (self.0 as usize).wrapping_sub(1)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )+};
}

numbers! {
    /// The number of a call.
    CallNo,
    /// The number of a ruling.
    RulingNo,
    /// The number of a lost component.
    LossNo,
    /// The number of a check for fortressing.
    FortNo,
}

/// Everything recorded at the judges' desk.
#[derive(Clone, Debug, Default)]
pub struct JudgesDesk {
    pub calls: Vec<Call>,
    pub rulings: Vec<Ruling>,
    /// Warnings, game losses, recommendations and decisions to keep a player, in order.
    pub conduct: Vec<Conduct>,
    /// Players removed and players put back, in order.
    pub verdicts: Vec<Verdict>,
    /// Lost components, in order.
    pub losses: Vec<Loss>,
    /// Proxies for damaged cards, in order.
    pub proxies: Vec<Proxy>,
    /// Checks for fortressing, in order.
    pub forts: Vec<Fort>,
}

impl JudgesDesk {
    /// Returns how many calls, rulings, lost components and checks for fortressing were numbered.
    pub(crate) fn numbers(&self) -> [usize; 4] {
        [
            self.calls.len(),
            self.rulings.len(),
            self.losses.len(),
            self.forts.len(),
        ]
    }
}

/// Who did something, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = JudgeAct))]
pub struct Act {
    pub by: By,
    pub at: Timestamp,
}

/// A judge called to a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = JudgeCall))]
pub struct Call {
    pub number: CallNo,
    pub round: RoundNo,
    pub table: TableNo,
    /// The reason, as the caller wrote it; for a claim, the name of the ending.
    pub what: String,
    /// The ending that a player claims and staff must confirm, if the call came with one.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_told")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Report>))]
    pub claim: Option<Box<Report>>,
    /// Who called, and when.
    pub called: Act,
    /// Who is on the way, since when.
    pub taken: Option<Act>,
    /// Who closed it, and when; a player closes a call that is no longer needed.
    pub closed: Option<Act>,
}

/// Writes a claim as people write a report, without the name of the regulation.
fn as_told<S: Serializer>(claim: &Option<Box<Report>>, to: S) -> Result<S::Ok, S::Error> {
    claim.as_ref().map(|report| report.to_json()).serialize(to)
}

/// A ruling at a table (ROLE-4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = JudgeRuling))]
pub struct Ruling {
    pub number: RulingNo,
    pub round: RoundNo,
    pub table: TableNo,
    pub text: String,
    /// Who gave it, and when.
    pub given: Act,
    /// Given by the person with the last word: it can't be appealed.
    pub is_final: bool,
    /// Who asked for a review, and when.
    pub appealed: Option<Act>,
    /// The final decision.
    pub decision: Option<Decision>,
}

/// The final decision on an appeal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = AppealDecision))]
pub struct Decision {
    pub text: String,
    /// Whether the first ruling is overruled.
    pub overruled: bool,
    /// Who gave it, and when.
    pub given: Act,
}

impl Ruling {
    /// Returns the text that applies: the final decision's if there is one, else the ruling's.
    #[must_use]
    pub fn holds(&self) -> &str {
        self.decision
            .as_ref()
            .map_or(&self.text, |decision| &decision.text)
    }
}

/// Something about a player's conduct.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ConductRecord))]
pub struct Conduct {
    pub player: PlayerId,
    pub kind: ConductKind,
    /// `None` before the first round.
    pub round: Option<RoundNo>,
    pub reason: String,
    /// Who gave it, and when.
    pub given: Act,
}

/// What was noted about a player's conduct.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ConductKind {
    /// A warning (GC-WARN).
    Warning,
    /// A game loss.
    GameLoss,
    /// A recommendation to remove the player (ROLE-6).
    Recommendation,
    /// The decision that the player stays.
    Kept,
}

/// A decision about who stays in: somebody disqualified, or somebody put back in such a player's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub player: PlayerId,
    pub kind: VerdictKind,
    /// `None` before the first round.
    pub round: Option<RoundNo>,
    pub reason: String,
    pub given: Act,
}

/// What was decided about a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerdictKind {
    /// Removed for good (ROLE-6, DROP-3).
    Removed,
    /// Put back into the bracket in the place of somebody removed.
    PutBack,
}

/// A component that a player is missing (COMP-1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ComponentLoss))]
pub struct Loss {
    pub number: LossNo,
    pub round: RoundNo,
    pub table: TableNo,
    pub player: PlayerId,
    pub what: String,
    /// Minutes given to look for it.
    pub minutes: u32,
    /// Who noted it, and when.
    pub noted: Act,
    pub stage: LossStage,
}

/// The state of a lost-component case (COMP-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum LossStage {
    /// The player is looking for it.
    Looking,
    /// It, or a replacement, was found.
    Found,
    /// The game was conceded; the component must be found by the next round.
    Conceded,
    /// The player was removed.
    Removed,
}

/// A proxy for a damaged card, ready to be printed (COMP-2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ProxyPermission))]
pub struct Proxy {
    pub player: PlayerId,
    pub card: String,
    /// What can no longer be read on it.
    pub unreadable: String,
    /// Who made it, and when.
    pub made: Act,
}

/// A check for fortressing (XW-FORT).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = FortressingCase))]
pub struct Fort {
    pub number: FortNo,
    pub round: RoundNo,
    pub table: TableNo,
    /// Who may be fortressing.
    pub player: PlayerId,
    /// Who asked, and when.
    pub asked: Act,
    pub stage: FortStage,
    /// Who last changed it, and when.
    pub last: Act,
}

/// How far a check for fortressing has come (XW-FORT).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum FortStage {
    /// A judge is checking the ships.
    Asked,
    /// The ships are not fortressing.
    NotMet,
    /// The ships are fortressing: the marshal decides.
    Met,
    /// Deliberate; the player was told to stop and is checked again after the next activation phase.
    Instructed,
    /// Not deliberate; the opponent may ask again.
    Unintended,
    /// The player has stopped.
    Ended,
    /// It continued: all ships of the player are destroyed.
    Destroyed,
}

impl FortStage {
    /// Returns whether somebody has yet to do something.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(
            self,
            FortStage::Asked | FortStage::Met | FortStage::Instructed
        )
    }
}

/// A call that waits, as the desk shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Waiting {
    pub call: Call,
    /// How many seconds ago it was made.
    pub seconds: u64,
}

/// Returns the open calls of the current round: calls that nobody has taken first, then the longest waiting first.
#[must_use]
pub fn queue(state: &State, now: Timestamp) -> Vec<Waiting> {
    let mut waiting: Vec<Waiting> = open_calls(state)
        .map(|call| Waiting {
            call: call.clone(),
            seconds: u64::try_from(now.duration_since(call.called.at).as_secs()).unwrap_or(0),
        })
        .collect();
    waiting.sort_by_key(|waiting| {
        let call = &waiting.call;
        (call.taken.is_some(), call.called.at, call.number)
    });
    waiting
}

/// Returns the open call of a table, for its players to see whether somebody is coming.
#[must_use]
pub fn call_at(state: &State, table: TableNo) -> Option<&Call> {
    open_calls(state).find(|call| call.table == table)
}

/// Calls lapse with their round, and a call with a claim once the claim is decided or given up.
pub(crate) fn open_calls(state: &State) -> impl Iterator<Item = &Call> {
    let calls = state.judges.calls.iter();
    calls.filter(move |call| is_open(state, call))
}

/// Returns whether a call still waits for somebody.
#[must_use]
pub fn is_open(state: &State, call: &Call) -> bool {
    call.closed.is_none() && in_play(state) == Some(call.round) && is_claimed(state, call)
}

/// Whether the claim of a call still stands; always true for a call without one.
fn is_claimed(state: &State, call: &Call) -> bool {
    if call.claim.is_none() {
        return true;
    }
    let m = state.current().and_then(|round| round.table(call.table));
    let (Some(m), By::Player(player)) = (m.filter(|m| m.is_open()), call.called.by) else {
        return false;
    };
    let [a, b] = &m.claims;
    m.seat(player)
        .is_some_and(|seat| *seat.pick(a, b) == call.claim)
}

/// The round that is being played.
pub(crate) fn in_play(state: &State) -> Option<RoundNo> {
    state.in_play().map(|round| round.number)
}

/// Returns the components that players of a round lost in an earlier one and that are still missing (COMP-1).
pub fn still_missing<'a>(state: &'a State, round: &'a Round) -> impl Iterator<Item = &'a Loss> {
    missing(state).filter(|loss| loss.round < round.number && round.holds(loss.player))
}

/// Returns the components that players who take part have lost and not found.
pub(crate) fn missing(state: &State) -> impl Iterator<Item = &Loss> {
    let losses = state.judges.losses.iter();
    losses.filter(|loss| {
        let player = state.player(loss.player);
        matches!(loss.stage, LossStage::Looking | LossStage::Conceded)
            && player.is_some_and(|player| player.status == Status::Active)
    })
}

/// Returns how many warnings a player has had.
#[must_use]
pub fn warnings(state: &State, player: PlayerId) -> usize {
    let conduct = state.judges.conduct.iter();
    conduct
        .filter(|noted| noted.player == player && noted.kind == ConductKind::Warning)
        .count()
}

/// How many warnings raise the question of ejection (GC-WARN).
const MANY_WARNINGS: usize = 3;

/// A player whose removal is in question: somebody with that right has to decide.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Question {
    pub player: PlayerId,
    /// How many warnings the player has had.
    pub warnings: usize,
    /// Whether removal was recommended.
    pub recommended: bool,
    /// The clause that raises it.
    pub clause: &'static str,
}

/// Returns the players whose removal is in question (GC-WARN, ROLE-6), in order of registration. The question is
/// answered by removing the player or by deciding to keep them; a later warning or recommendation raises it again.
#[must_use]
pub fn questions(state: &State) -> Vec<Question> {
    let mut questions = Vec::new();
    if state.judges.conduct.is_empty() {
        return questions;
    }
    for player in &state.players {
        if player.status == Status::Disqualified {
            continue;
        }
        let noted = state.judges.conduct.iter();
        let kinds: Vec<ConductKind> = noted
            .filter(|noted| noted.player == player.id)
            .map(|noted| noted.kind)
            .collect();
        let kept = kinds.iter().rposition(|kind| *kind == ConductKind::Kept);
        let since = kept.map_or(0, |kept| kept + 1);
        let open = kinds.get(since..).unwrap_or_default();
        let recommended = open.contains(&ConductKind::Recommendation);
        let warnings = warnings(state, player.id);
        let warned = state.setup.regulation == Regulation::Conquest
            && warnings >= MANY_WARNINGS
            && open.contains(&ConductKind::Warning);
        if recommended || warned {
            questions.push(Question {
                player: player.id,
                warnings,
                recommended,
                clause: if warned { "GC-WARN" } else { "ROLE-6" },
            });
        }
    }
    questions
}

/// Who rules on a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rulers {
    /// The staff who may rule there.
    pub leaders: Vec<StaffId>,
    pub why: RulersReason,
}

/// Why these staff members rule on a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum RulersReason {
    /// No staff member plays there.
    Anybody,
    LeaderPlays {
        leader: String,
    },
    /// Two staff members play there: the head rules.
    Head {
        heads: Vec<String>,
        regulation: Regulation,
    },
    /// Two staff members play there, one of them the head.
    HeadPlays {
        regulation: Regulation,
    },
}

codes!(RulersReason {
    RulersReason::Anybody => "rulers.anybody",
    RulersReason::LeaderPlays { .. } => "rulers.leader-plays",
    RulersReason::Head { .. } => "rulers.head",
    RulersReason::HeadPlays { .. } => "rulers.head-plays",
});

/// Returns who rules on a match: any staff member who doesn't play in it; if two staff members meet, the head (ROLE-5).
#[must_use]
pub fn rulers(state: &State, m: &Match) -> Rulers {
    let seated = leaders_at(state, m);
    let others: Vec<StaffId> = on_duty(state)
        .filter(|leader| !seated.contains(leader))
        .collect();
    let name = |leader: &StaffId| state.actor(By::Staff(*leader));
    match seated.as_slice() {
        [] => Rulers {
            leaders: others,
            why: RulersReason::Anybody,
        },
        [one] => Rulers {
            leaders: others,
            why: RulersReason::LeaderPlays { leader: name(one) },
        },
        _ => {
            let heads = heads(state).into_iter();
            let heads: Vec<StaffId> = heads.filter(|head| !seated.contains(head)).collect();
            if heads.is_empty() {
                return Rulers {
                    leaders: others,
                    why: RulersReason::HeadPlays {
                        regulation: state.setup.regulation,
                    },
                };
            }
            Rulers {
                why: RulersReason::Head {
                    heads: heads.iter().map(name).collect(),
                    regulation: state.setup.regulation,
                },
                leaders: heads,
            }
        }
    }
}

/// Returns who decides an appeal finally: the head, the organizer where there is none or the head plays there (ROLE-2,
/// ROLE-4). In Conquest the Head Consular alone, so nobody where there is none.
#[must_use]
pub fn final_rulers(state: &State, m: &Match) -> Vec<StaffId> {
    let seated = leaders_at(state, m);
    let free = |leaders: Vec<StaffId>| -> Vec<StaffId> {
        let leaders = leaders.into_iter();
        leaders.filter(|leader| !seated.contains(leader)).collect()
    };
    if !has_appeals(state) {
        return Vec::new();
    }
    let heads = free(heads(state));
    if heads.is_empty() && !only_the_head(state) {
        free(vec![crate::ids::ORGANIZER])
    } else {
        heads
    }
}

/// ROLE-4 in Conquest: nobody but a Head Consular reviews a ruling.
fn only_the_head(state: &State) -> bool {
    state.edition >= Edition::Second && state.setup.regulation == Regulation::Conquest
}

/// Returns whether anybody reviews rulings: in Conquest only a Head Consular does, and without one every ruling is final
/// (ROLE-4).
#[must_use]
pub fn has_appeals(state: &State) -> bool {
    let mut staff = state.staff.iter();
    !only_the_head(state) || staff.any(|staff| staff.on_duty && staff.role == Role::Head)
}

/// Heads on duty; without one the organizer acts (ROLE-2).
fn heads(state: &State) -> Vec<StaffId> {
    let staff = state.staff.iter();
    let heads: Vec<StaffId> = staff
        .filter(|staff| staff.on_duty && staff.role == Role::Head)
        .map(|staff| staff.id)
        .collect();
    if heads.is_empty() {
        vec![crate::ids::ORGANIZER]
    } else {
        heads
    }
}

fn on_duty(state: &State) -> impl Iterator<Item = StaffId> {
    let staff = state.staff.iter();
    staff.filter(|staff| staff.on_duty).map(|staff| staff.id)
}

/// The staff on duty who play in a match.
fn leaders_at(state: &State, m: &Match) -> Vec<StaffId> {
    let players = [m.a, m.b].into_iter();
    players
        .filter_map(|id| state.player(id)?.leader)
        .filter(|leader| state.staff(*leader).is_some_and(|staff| staff.on_duty))
        .collect()
}
