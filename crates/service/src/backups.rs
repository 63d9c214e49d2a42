//! What is kept by itself while the server runs: a copy of all data after each finished round, in a folder that keeps the
//! newest few, and the paper of each published round. A dead laptop costs minutes.

use crate::Service;
use crate::room::Room;
use crate::round_folder;
use muster_ledger::{DataFolder, News, backup};
use muster_paper::Paper;
use muster_tournament::PlayerId;
use muster_tournament::state::{RoundStatus, State};
use std::collections::HashMap;
use std::sync::Arc;

/// How many copies are kept.
const KEPT: usize = 20;

/// What was seen of a tournament when it was last looked at.
#[derive(Default)]
struct Seen {
    finished: usize,
    seated: Option<Seating>,
}

/// Who sits where in the round that is being played: its paper is as old as this.
#[derive(PartialEq, Eq)]
struct Seating {
    round: u32,
    tables: Vec<(u32, PlayerId, PlayerId)>,
    byes: Vec<PlayerId>,
}

impl Seating {
    fn of(state: &State) -> Option<Seating> {
        let number = round_folder::played(state)?;
        let round = state.current()?;
        let tables = round.matches.iter().map(|m| (m.table.0, m.a, m.b));
        Some(Seating {
            round: number,
            tables: tables.collect(),
            byes: round.byes.clone(),
        })
    }
}

/// Follows all tournaments and keeps what is to be kept, for as long as the server runs.
pub async fn keep(app: Arc<Service>, folder: DataFolder) {
    let paper = app.paper;
    let mut follow = app.rooms.ledger().follow();
    let mut seen: HashMap<String, Seen> = HashMap::new();
    while let Some(news) = follow.next().await {
        let News::Grown(head) = news else { continue };
        app.rooms.reached(&head).await;
        let Ok(room) = app.rooms.room(&head.tournament).await else {
            continue;
        };
        let (finished, seated) = room.read(|t| {
            let rounds = t.state().rounds.iter();
            let finished = rounds.filter(|round| round.status == RoundStatus::Finished);
            (finished.count(), Seating::of(t.state()))
        });
        let before = seen.entry(head.tournament.to_string()).or_default();
        let copy = finished > before.finished;
        let print = seated.is_some() && seated != before.seated;
        *before = Seen { finished, seated };
        if print {
            write_round(&app, &room, &folder, paper).await;
        }
        if copy {
            copy_data(&app, &folder).await;
        }
    }
}

/// Writes the paper of the round that is being played.
async fn write_round(app: &Service, room: &Room, folder: &DataFolder, paper: Paper) {
    let tournament = room.read(Clone::clone);
    let Some(round) = round_folder::played(tournament.state()) else {
        return;
    };
    let place = folder.rounds().join(room.id.as_str());
    let place = place.join(format!("round-{round}"));
    let base = format!("{}/t/{}", app.address, room.id);
    let written = app.pdf_queue.run(move || {
        let order = round_folder::order(&tournament, paper, Some(base));
        round_folder::write(&place, &tournament, &order)
    });
    match written.await {
        Some(Ok(path)) => tracing::info!(folder = %path.display(), "wrote the paper of a round"),
        Some(Err(error)) => {
            tracing::error!(%error, "the paper of a round could not be written");
            app.alert(format!(
                "The paper of a round could not be written: {error}."
            ));
        }
        None => tracing::error!("writing the paper of a round broke off"),
    }
}

async fn copy_data(app: &Service, folder: &DataFolder) {
    let folder = folder.clone();
    let at = app.now();
    let copied = tokio::task::spawn_blocking(move || backup::rotate(&folder, at, KEPT)).await;
    match copied {
        Ok(Ok(path)) => tracing::info!(copy = %path.display(), "copied the data after a round"),
        Ok(Err(error)) => {
            tracing::error!(%error, "the copy after a round failed");
            app.alert(format!("The backup after a round failed: {error}."));
        }
        Err(error) => tracing::error!(%error, "the copy after a round broke off"),
    }
}
