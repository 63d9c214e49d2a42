//! What happened and how to check it: the log in sentences, the proof of the draws, the journal itself.

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

/// The most lines in one answer.
const MOST: usize = 1000;

/// Which lines.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Asked {
    /// Only lines that could not be read yet at this position: the `next` of the last answer.
    after: Option<u64>,
}

/// What happened.
#[derive(Serialize, ToSchema)]
#[schema(as = TournamentLog)]
pub struct Log {
    /// How far the journal goes.
    position: u64,
    /// The oldest first, at most 1000.
    lines: Vec<Sentence>,
    /// Whether there are more now: ask again after `next`.
    more: bool,
    /// What to send as `after` to go on from here.
    next: u64,
}

/// Tells what happened, line by line.
///
/// Leaders read everything. Everybody else reads what the public log shows: nothing of drafts before they are
/// published, nothing of the judges. A draw appears, with its own earlier position, when its round is published; whoever
/// goes on after `next` misses nothing.
#[utoipa::path(
    get, path = "/tournaments/{id}/log", operation_id = "readLog", tag = "Reading", params(Asked),
    responses((status = 200, description = "The oldest first.", body = Log))
)]
pub async fn log(
    scene: Scene,
    Query(asked): Query<Asked>,
    known: Known,
) -> Result<Response, Problem> {
    answer::read_long(&scene, &known, |t| {
        let lines = if scene.here.leads() {
            log::log_for(t, scene.here.by())
        } else {
            open_log(t)
        };
        let open = open_lines(t);
        let since = |line: &LogLine| match scene.here.leads() {
            true => line.position,
            false => open.get(&line.position).copied().unwrap_or(line.position),
        };
        let mut lines: Vec<(u64, LogLine)> =
            lines.into_iter().map(|line| (since(&line), line)).collect();
        lines.retain(|(since, _)| asked.after.is_none_or(|after| *since > after));
        lines.sort_by_key(|(since, line)| (*since, line.position));
        // Lines that could be read from one moment on are not parted.
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

/// The seed of a round.
#[derive(Serialize, ToSchema)]
struct RoundSeed {
    /// Which round.
    round: RoundNo,
    /// Which draw of it.
    attempt: u32,
    /// The seed of the draw.
    seed: Hex32,
    /// The seed of the secret clock roll, once the round is over (GC-CLOCK).
    clock_seed: Option<Hex32>,
}

/// What is needed to check the draws.
#[derive(Serialize, ToSchema)]
#[schema(as = DrawProof)]
pub struct Proof {
    /// How far the journal goes.
    position: u64,
    /// The commitment to the master seed, from the first line.
    commitment: Hex32,
    /// The phrase called out in the hall.
    phrase: Option<String>,
    /// The seed of the random tiebreak.
    tiebreak: Option<Hex32>,
    /// The master seed, once the tournament is finished.
    master: Option<Hex32>,
    /// The seeds of published rounds.
    rounds: Vec<RoundSeed>,
}

/// Shows what is needed to check the draws.
#[utoipa::path(
    get, path = "/tournaments/{id}/proof", operation_id = "readProof", tag = "Reading",
    responses((status = 200, description = "Commitment and seeds.", body = Proof))
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

/// Gives the journal as a file.
///
/// Everybody may have it once the tournament is over, without personal data; leaders at any time; the organizer with
/// everything. `muster verify` checks it.
#[utoipa::path(
    get, path = "/tournaments/{id}/journal", operation_id = "readJournal", tag = "Reading",
    responses((status = 200, description = "JSON Lines, one line of the journal each.", body = String, content_type = "application/jsonl"))
)]
pub async fn journal(scene: Scene, known: Known) -> Result<Response, Problem> {
    answer::file(scene, &known, async |scene| {
        Ok(download::file(export::journal(&scene)?))
    })
    .await
}
