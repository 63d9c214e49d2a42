//! A copy of all data after each finished round, in a folder that keeps the newest few: a dead laptop costs minutes.

use crate::app::App;
use muster_ledger::{DataFolder, News, backup};
use muster_tournament::state::RoundStatus;
use std::collections::HashMap;
use std::sync::Arc;

/// How many copies are kept.
const KEPT: usize = 20;

/// Follows all tournaments and copies the data whenever a round is finished, for as long as the server runs.
pub async fn keep(app: Arc<App>, folder: DataFolder) {
    let mut follow = app.rooms.ledger().follow();
    let mut seen: HashMap<String, usize> = HashMap::new();
    while let Some(news) = follow.next().await {
        let News::Grown(head) = news else { continue };
        let Ok(room) = app.rooms.room(&head.tournament).await else {
            continue;
        };
        let finished = room.read(|t| {
            t.state()
                .rounds
                .iter()
                .filter(|round| round.status == RoundStatus::Finished)
                .count()
        });
        let before = seen.insert(head.tournament.to_string(), finished);
        if finished > before.unwrap_or(0) {
            let folder = folder.clone();
            let at = app.now();
            let copied =
                tokio::task::spawn_blocking(move || backup::rotate(&folder, at, KEPT)).await;
            match copied {
                Ok(Ok(path)) => {
                    tracing::info!(copy = %path.display(), "copied the data after a round")
                }
                Ok(Err(error)) => tracing::error!(%error, "the copy after a round failed"),
                Err(error) => tracing::error!(%error, "the copy after a round broke off"),
            }
        }
    }
}
