//! The journal as a file. Everybody may have it once the tournament is over, without personal data; before that it
//! would show drafts, so only leaders get it.

use crate::problem::Problem;
use crate::visitor::{Here, Scene};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use muster_regulations::Role;
use muster_tournament::journal;
use muster_tournament::state::Phase;

/// `GET /t/{id}/journal.jsonl`
pub(crate) async fn journal(scene: Scene) -> Result<Response, Problem> {
    let finished = scene.room.read(|t| t.state().phase == Phase::Finished);
    if !finished && !scene.here.leads() {
        return Err(Problem::forbidden(
            "The journal is published when the tournament is finished; until then it holds drafts that only the desk may see.",
        ));
    }
    let organizer = matches!(scene.here, Here::Staff(_, Role::Organizer));
    let text = scene.room.read(|t| {
        if organizer {
            t.to_text()
        } else {
            journal::published(t)
        }
    });
    let name = format!("attachment; filename=\"{}.jsonl\"", scene.room.id);
    let headers = [
        (
            header::CONTENT_TYPE,
            "application/jsonl; charset=utf-8".to_owned(),
        ),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, text).into_response())
}
