//! The log in sentences, the proof of the draws, and the journal itself.

use super::answer::{self, Known};
use crate::download;
use crate::parts::seen;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::Query;
use axum::response::Response;
use muster_service::export;
use muster_tournament::RoundNo;
use muster_tournament::ids::Hex32;
use muster_tournament::log::{self, LogLine, open_lines, open_log};
use muster_words::log::Sentence;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The most log lines in one answer.
const MOST: usize = 1000;

/// The query of `readLog`.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Asked {
    /// Only lines that were not visible yet at this position: the `next` of the last answer.
    after: Option<u64>,
}

/// The log of a tournament.
#[derive(Serialize, ToSchema)]
#[schema(as = TournamentLog)]
pub struct Log {
    /// Number of the journal's last line.
    position: u64,
    /// At most 1000 lines, oldest first.
    lines: Vec<Sentence>,
    /// Whether there are more lines; continue with `after` = `next`.
    more: bool,
    /// The value of `after` for the next request.
    next: u64,
}

/// Get the log.
///
/// Staff see everything. Everybody else sees the public log, without drafts and judges' notes. A draw becomes visible, with
/// its own earlier position, when its round is published. If you continue with `next`, you miss nothing.
#[utoipa::path(
    get, path = "/tournaments/{id}/log", operation_id = "readLog", tag = "Tournaments", params(Asked),
    responses((status = 200, description = "The log, oldest lines first.", body = Log))
)]
pub async fn log(
    scene: Scene,
    Query(asked): Query<Asked>,
    known: Known,
) -> Result<Response, Problem> {
    answer::read_long(&scene, &known, |t| {
        let lines = if scene.here.is_staff() {
            log::log_for(t, scene.here.by())
        } else {
            open_log(t)
        };
        let open = open_lines(t);
        let since = |line: &LogLine| match scene.here.is_staff() {
            true => line.position,
            false => open.get(&line.position).copied().unwrap_or(line.position),
        };
        let mut lines: Vec<(u64, LogLine)> =
            lines.into_iter().map(|line| (since(&line), line)).collect();
        lines.retain(|(since, _)| asked.after.is_none_or(|after| *since > after));
        lines.sort_by_key(|(since, line)| (*since, line.position));
        // Lines that became visible at the same moment are not split across pages.
        let end = lines.get(MOST).map(|(since, _)| *since);
        let position = t.state().position;
        lines.retain(|(since, _)| end.is_none_or(|end| *since < end));
        let next = match end {
            Some(_) => lines.last().map_or(position, |(since, _)| *since),
            None => position,
        };
        Ok(Log {
            position,
            lines: lines.iter().map(|(_, line)| Sentence::from(line)).collect(),
            more: end.is_some(),
            next,
        })
    })
}

/// The seeds of a round.
#[derive(Serialize, ToSchema)]
struct RoundSeed {
    /// The round.
    round: RoundNo,
    /// Which draw of the round this is, from 1.
    attempt: u32,
    /// The seed of the draw.
    seed: Hex32,
    /// The seed of the secret clock roll, once the round is over (GC-CLOCK).
    clock_seed: Option<Hex32>,
}

/// Everything needed to check the draws.
#[derive(Serialize, ToSchema)]
#[schema(as = DrawProof)]
pub struct Proof {
    /// Number of the journal's last line.
    position: u64,
    /// The commitment to the master seed, from line 1.
    commitment: Hex32,
    /// The phrase called out at the start.
    phrase: Option<String>,
    /// The seed of the random tiebreak.
    tiebreak: Option<Hex32>,
    /// The master seed, once the tournament is finished.
    master: Option<Hex32>,
    /// The seeds of published rounds.
    rounds: Vec<RoundSeed>,
}

/// Get the proof of the draws.
#[utoipa::path(
    get, path = "/tournaments/{id}/proof", operation_id = "readProof", tag = "Import and export",
    responses((status = 200, description = "The commitment and the seeds.", body = Proof))
)]
pub async fn proof(scene: Scene, known: Known) -> Result<Response, Problem> {
    answer::read(&scene, &known, |t| {
        let state = t.state();
        Ok(Proof {
            position: state.position,
            commitment: state.commitment,
            phrase: state.phrase.clone(),
            tiebreak: state.tiebreak,
            master: state.master,
            rounds: seen::rounds(state)
                .map(|round| RoundSeed {
                    round: round.number,
                    attempt: round.attempt,
                    seed: round.seed,
                    clock_seed: round.clock_seed,
                })
                .collect(),
        })
    })
}

/// Download the journal.
///
/// The organizer gets everything. Staff get it without personal data at any time, everybody else once the tournament is
/// over. Check it with `muster verify`.
#[utoipa::path(
    get, path = "/tournaments/{id}/journal", operation_id = "readJournal", tag = "Import and export",
    responses((status = 200, description = "The journal as JSON Lines.", body = String, content_type = "application/jsonl"))
)]
pub async fn journal(scene: Scene, known: Known) -> Result<Response, Problem> {
    answer::file(scene, &known, async |scene| {
        Ok(download::file(export::journal(&scene)?))
    })
    .await
}
