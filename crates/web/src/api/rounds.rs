//! Rounds, their tables and results. Drafts are for leaders; everybody else sees what is published.

use super::answer::{self, Known};
use super::tournaments::Person;
use crate::parts::titles::round_title;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::Path;
use axum::response::Response;
use muster_regulations::{Outcome, Report, Seat, StageKind};
use muster_tournament::Refusal;
use muster_tournament::ids::{Hex32, RoundNo, TableNo};
use muster_tournament::state::{Match, MatchStatus, Round, RoundStatus, State};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// Two players at a table, and their result.
#[derive(Serialize, ToSchema)]
pub struct MatchView {
    /// Where.
    table: TableNo,
    /// The player named first.
    a: Person,
    /// The player named second.
    b: Person,
    /// Where it stands.
    status: MatchStatus,
    /// What was told, in the form of the regulation; kept back while the players differ, but for leaders.
    #[schema(value_type = Option<Report>)]
    report: Option<Value>,
    /// What the regulation makes of it. It counts once the match is confirmed.
    outcome: Option<Outcome>,
    /// Who won, once the result counts.
    winner: Option<Person>,
    /// The game of the bracket, as in the bracket's list.
    game: Option<u32>,
    /// Card Game bracket: who plays the dark side, once drawn or chosen (CG-SIDE).
    dark: Option<Seat>,
    /// Players who left while the match was played; the desk reports how it ended.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left: Vec<Person>,
    /// Whether a player claims an ending that a leader has yet to confirm; it counts for nothing until then.
    claimed: bool,
    /// What each player told, while they differ or one is missing; for leaders.
    #[serde(skip_serializing_if = "Option::is_none")]
    claims: Option<Claims>,
}

/// What the two players told.
#[derive(Serialize, ToSchema)]
struct Claims {
    /// The player named first.
    #[schema(value_type = Option<Report>)]
    a: Option<Value>,
    /// The player named second.
    #[schema(value_type = Option<Report>)]
    b: Option<Value>,
}

impl MatchView {
    /// Shows a match to a leader, or to everybody else.
    #[must_use]
    pub fn of(leads: bool, state: &State, m: &Match) -> MatchView {
        let open = leads || m.status != MatchStatus::Disputed;
        let told = |report: &Report| report.told();
        let claim = |seat: usize| {
            let claim = m.claims.get(seat).and_then(|claim| claim.as_deref());
            claim.map(told)
        };
        let settled = m.status == MatchStatus::Confirmed;
        let claims = (leads && !settled).then(|| Claims {
            a: claim(0),
            b: claim(1),
        });
        MatchView {
            table: m.table,
            a: Person::of(state, m.a),
            b: Person::of(state, m.b),
            status: m.status,
            report: m.report.as_deref().filter(|_| open).map(told),
            outcome: m.outcome.filter(|_| open),
            winner: m.winner().map(|player| Person::of(state, player)),
            game: m.node.map(|node| node.0),
            dark: m.dark_seat(),
            left: left_at(state, m),
            claimed: m.claim().is_some(),
            claims: claims.filter(|claims| claims.a.is_some() || claims.b.is_some()),
        }
    }
}

/// Who has left a table of the round at hand.
fn left_at(state: &State, m: &Match) -> Vec<Person> {
    let here = state.current().and_then(|round| round.table(m.table));
    let left = here
        .filter(|here| (here.a, here.b) == (m.a, m.b))
        .map_or_else(Vec::new, |here| state.left_at(here));
    left.into_iter().map(|id| Person::of(state, id)).collect()
}

/// A round.
#[derive(Serialize, ToSchema)]
pub struct RoundView {
    /// The number, through all stages.
    round: RoundNo,
    /// The name: “Round 3”, “Quarter-finals”.
    name: String,
    /// Swiss or elimination.
    stage: StageKind,
    /// Where it stands.
    status: RoundStatus,
    /// Tables, in order.
    matches: Vec<MatchView>,
    /// Byes.
    byes: Vec<Person>,
    /// Pairs that meet again (PAIR-5).
    repeats: u32,
    /// The seed of the draw.
    seed: Hex32,
    /// Which draw of this round it is.
    attempt: u32,
    /// Why the draft must be drawn again; for leaders.
    #[serde(skip_serializing_if = "Option::is_none")]
    out_of_date: Option<String>,
}

impl RoundView {
    /// Shows a round to a leader, or to everybody else.
    #[must_use]
    pub fn of(leads: bool, state: &State, round: &Round) -> RoundView {
        let matches = round.matches.iter();
        RoundView {
            round: round.number,
            name: round_title(state, round),
            stage: round.stage,
            status: round.status,
            matches: matches.map(|m| MatchView::of(leads, state, m)).collect(),
            byes: round.byes.iter().map(|id| Person::of(state, *id)).collect(),
            repeats: round.repeats,
            seed: round.seed,
            attempt: round.attempt,
            out_of_date: round
                .stale
                .as_ref()
                .filter(|_| leads)
                .map(muster_words::draft::stale),
        }
    }
}

/// The rounds.
#[derive(Serialize, ToSchema)]
pub struct Rounds {
    /// How far the journal goes.
    position: u64,
    /// The oldest first.
    rounds: Vec<RoundView>,
}

/// One round.
#[derive(Serialize, ToSchema)]
pub struct OneRound {
    /// How far the journal goes.
    position: u64,
    /// The round.
    #[serde(flatten)]
    round: RoundView,
}

/// One match.
#[derive(Serialize, ToSchema)]
pub struct OneMatch {
    /// How far the journal goes.
    position: u64,
    /// The round.
    round: RoundNo,
    /// The match.
    #[serde(rename = "match")]
    played: MatchView,
}

/// A round that the asker may see.
fn visible<'a>(scene: &Scene, state: &'a State, number: RoundNo) -> Result<&'a Round, Problem> {
    let round = state.round(number);
    round
        .filter(|round| scene.here.leads() || round.status != RoundStatus::Draft)
        .ok_or_else(|| Problem::no_round(number))
}

/// Lists the rounds with their tables and results.
#[utoipa::path(
    get, path = "/tournaments/{id}/rounds", operation_id = "listRounds", tag = "Reading",
    responses((status = 200, description = "The oldest first; drafts for leaders only.", body = Rounds))
)]
pub async fn rounds(scene: Scene, known: Known) -> Result<Response, Problem> {
    let leads = scene.here.leads();
    answer::read(&scene, &known, |t| {
        let state = t.state();
        let rounds = state.rounds.iter();
        let rounds = rounds.filter(|round| leads || round.status != RoundStatus::Draft);
        Ok(Rounds {
            position: state.position,
            rounds: rounds
                .map(|round| RoundView::of(leads, state, round))
                .collect(),
        })
    })
}

/// Shows a round with its tables and results.
#[utoipa::path(
    get, path = "/tournaments/{id}/rounds/{round}", operation_id = "readRound", tag = "Reading",
    responses((status = 200, description = "The round.", body = OneRound))
)]
pub async fn round(
    scene: Scene,
    Path((_id, number)): Path<(String, u32)>,
    known: Known,
) -> Result<Response, Problem> {
    answer::read(&scene, &known, |t| {
        let state = t.state();
        let round = visible(&scene, state, RoundNo(number))?;
        Ok(OneRound {
            position: state.position,
            round: RoundView::of(scene.here.leads(), state, round),
        })
    })
}

/// Shows a match.
#[utoipa::path(
    get, path = "/tournaments/{id}/rounds/{round}/tables/{table}", operation_id = "readTable", tag = "Reading",
    responses((status = 200, description = "The match.", body = OneMatch))
)]
pub async fn table(
    scene: Scene,
    Path((_id, number, table)): Path<(String, u32, u32)>,
    known: Known,
) -> Result<Response, Problem> {
    let table = TableNo(table);
    answer::read(&scene, &known, |t| {
        let state = t.state();
        let round = visible(&scene, state, RoundNo(number))?;
        let m = round.table(table).ok_or(Refusal::NoSuchTable {
            round: round.number,
            table,
        })?;
        Ok(OneMatch {
            position: state.position,
            round: round.number,
            played: MatchView::of(scene.here.leads(), state, m),
        })
    })
}
