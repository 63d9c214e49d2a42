//! A round and its matches.

use crate::{PlayerRef, Viewer};
use muster_regulations::{Outcome, Report, Seat, StageKind};
use muster_tournament::display::seen;
use muster_tournament::ids::{Hex32, RoundNo, TableNo};
use muster_tournament::state::{Match, MatchStatus, Round, RoundStatus, State};
use muster_words::bracket as tree;
use serde::Serialize;
use serde_json::Value;

/// Two players at a table, and their result.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MatchView {
    /// The number of the table.
    pub table: TableNo,
    /// The player named first.
    pub a: PlayerRef,
    /// The player named second.
    pub b: PlayerRef,
    /// Whether it is being played, reported, disputed or decided.
    pub status: MatchStatus,
    /// The report in the form of the regulation; only for staff while the players disagree.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Report>))]
    pub report: Option<Value>,
    /// The outcome by the regulation. It counts once the match is confirmed.
    pub outcome: Option<Outcome>,
    /// Who won, once the result counts.
    pub winner: Option<PlayerRef>,
    /// The game of the bracket, as in the bracket's list.
    pub game: Option<u32>,
    /// Card Game bracket: who plays the dark side, once drawn or chosen (CG-SIDE).
    pub dark: Option<Seat>,
    /// Players who left while the match was played; the desk reports how it ended.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<PlayerRef>,
    /// Whether a player claims an ending that staff have yet to confirm; it does not count until then.
    pub claimed: bool,
    /// What each player reported, while they disagree or one report is missing; for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claims: Option<MatchClaims>,
}

/// What the two players reported.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MatchClaims {
    /// The report of the player named first.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Report>))]
    pub a: Option<Value>,
    /// The report of the player named second.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Report>))]
    pub b: Option<Value>,
}

impl MatchView {
    /// Shows a match of a round that the viewer may see.
    #[must_use]
    pub fn of(viewer: Viewer, state: &State, m: &Match) -> MatchView {
        let staff = viewer.is_staff();
        let open = staff || m.status != MatchStatus::Disputed;
        let told = |report: &Report| report.to_json();
        let claim = |seat: usize| {
            let claim = m.claims.get(seat).and_then(|claim| claim.as_deref());
            claim.map(told)
        };
        let settled = m.status == MatchStatus::Confirmed;
        let claims = (staff && !settled).then(|| MatchClaims {
            a: claim(0),
            b: claim(1),
        });
        MatchView {
            table: m.table,
            a: PlayerRef::of(state, m.a),
            b: PlayerRef::of(state, m.b),
            status: m.status,
            report: m.report.as_deref().filter(|_| open).map(told),
            outcome: m.outcome.filter(|_| open),
            winner: m.winner().map(|player| PlayerRef::of(state, player)),
            game: m.node.map(|node| node.0),
            dark: m.dark_seat(),
            left: left_at(state, m),
            claimed: m.claim().is_some(),
            claims: claims.filter(|claims| claims.a.is_some() || claims.b.is_some()),
        }
    }
}

/// Who has left a table of the current round.
fn left_at(state: &State, m: &Match) -> Vec<PlayerRef> {
    let here = state.current().and_then(|round| round.table(m.table));
    let left = here
        .filter(|here| (here.a, here.b) == (m.a, m.b))
        .map_or_else(Vec::new, |here| state.left_at(here));
    left.into_iter()
        .map(|id| PlayerRef::of(state, id))
        .collect()
}

/// A round.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RoundView {
    /// The number, through all stages.
    pub round: RoundNo,
    /// The name: “Round 3”, “Quarter-finals”.
    pub name: String,
    /// Swiss or elimination.
    pub stage: StageKind,
    /// Draft, published or finished.
    pub status: RoundStatus,
    /// The matches, by table.
    pub matches: Vec<MatchView>,
    /// Players with a bye.
    pub byes: Vec<PlayerRef>,
    /// Pairs that meet again (PAIR-5).
    pub repeats: u32,
    /// The seed of the draw.
    pub seed: Hex32,
    /// Which draw of this round it is.
    pub attempt: u32,
    /// Why the draft must be drawn again; for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out_of_date: Option<String>,
}

impl RoundView {
    /// Shows a round, unless it is a draft and the viewer must not see drafts.
    #[must_use]
    pub fn of(viewer: Viewer, state: &State, round: &Round) -> Option<RoundView> {
        let visible = viewer.is_staff() || round.status != RoundStatus::Draft;
        visible.then(|| RoundView::visible(viewer, state, round))
    }

    /// Shows all rounds that the viewer may see, the oldest first.
    #[must_use]
    pub fn all(viewer: Viewer, state: &State) -> Vec<RoundView> {
        let view = |round| RoundView::visible(viewer, state, round);
        match viewer.is_staff() {
            true => state.rounds.iter().map(view).collect(),
            false => seen::rounds(state).map(view).collect(),
        }
    }

    fn visible(viewer: Viewer, state: &State, round: &Round) -> RoundView {
        let matches = round.matches.iter();
        let byes = round.byes.iter();
        let stale = round.stale.as_ref().filter(|_| viewer.is_staff());
        RoundView {
            round: round.number,
            name: round_name(state, round),
            stage: round.stage,
            status: round.status,
            matches: matches.map(|m| MatchView::of(viewer, state, m)).collect(),
            byes: byes.map(|id| PlayerRef::of(state, *id)).collect(),
            repeats: round.repeats,
            seed: round.seed,
            attempt: round.attempt,
            out_of_date: stale.map(muster_words::draft::stale),
        }
    }
}

/// Returns the name of a round: "Round 3", "Quarter-finals".
#[must_use]
pub fn round_name(state: &State, round: &Round) -> String {
    let named = match round.stage {
        StageKind::Swiss => None,
        StageKind::Elimination => tree::round_name(state, round.number),
    };
    named.unwrap_or_else(|| format!("Round {}", round.number))
}
