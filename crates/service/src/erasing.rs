//! Erasing a person from everything that Muster stores besides the journal: backups and round folders. The webhook queue
//! rewrites pending deliveries itself. What has left this machine is out of reach: printed paper, downloads, copies elsewhere
//! and delivered webhooks.

use crate::Service;
use crate::problem::Problem;
use crate::room::Room;
use crate::round_folder;
use muster_ledger::people::{Decision, Kept, Newcomer};
use muster_ledger::{LineText, backup};
use muster_tournament::PlayerId;
use muster_tournament::journal::Line;
use std::path::PathBuf;

/// What erasing covers and what it does not, for the page where somebody decides it.
pub const REACH: &str = "Name, club, contact, lists and texts about the player are erased from the journal, from backups, from the folders of published \
    rounds with their PDFs, and from webhooks that wait. Results, standings and the proof stay. Out of reach: printed \
    paper, downloaded files, copies you made elsewhere, and webhooks that were delivered.";

/// Erases a player from files: `lines` are the changed lines of the journal. An alert names files that could not be cleaned.
pub async fn erase(
    app: &Service,
    room: &Room,
    player: PlayerId,
    lines: Vec<Line>,
) -> Result<(), Problem> {
    let newcomers = Newcomer::all(app.ledger(), &room.id).await?;
    let own = newcomers
        .into_iter()
        .filter(|newcomer| newcomer.value.decision == Decision::Registered(player));
    let gone: Vec<_> = own.map(|newcomer| newcomer.value.delete()).collect();
    if !gone.is_empty() {
        app.ledger().commit(gone).await?;
    }
    let Some(folder) = app.folder.clone() else {
        return Ok(());
    };
    let texts: Result<Vec<LineText>, _> = lines.iter().map(LineText::try_from).collect();
    let texts = texts?;
    let (id, paper) = (room.id.clone(), app.paper);
    let base = format!("{}/t/{id}", app.address);
    let work = move || {
        let mut failed = match backup::erase(&folder, &id, &texts) {
            Ok(erased) => erased.failed,
            Err(error) => vec![(folder.backups(), error.to_string())],
        };
        let rounds = folder.rounds().join(id.as_str());
        failed.extend(round_folder::erase(&rounds, &texts, paper, &base));
        failed
    };
    let broke_off = |_| {
        vec![(
            PathBuf::from("backups and rounds"),
            "it broke off".to_owned(),
        )]
    };
    let alone = app.files.lock().await;
    let failed = tokio::task::spawn_blocking(work).await;
    drop(alone);
    for (path, why) in failed.unwrap_or_else(broke_off) {
        let path = path.display();
        tracing::error!(%path, why, "a person could not be erased from a file");
        app.alert(format!(
            "Somebody was erased from {}, but {path} may still hold their name ({why}). Delete that file.",
            room.id
        ));
    }
    crate::backups::second(app).await;
    Ok(())
}
