//! Automatic backups: a copy of all data after each finished round, in a folder that keeps the newest few, and a folder with
//! the paper and the journal of each published round. If the laptop dies, only minutes are lost.

use crate::Service;
use crate::leases::{self, Work};
use crate::room::Room;
use crate::round_folder;
use muster_ledger::mirror::mirror;
use muster_ledger::{DataFolder, News, TournamentId, backup};
use muster_paper::Paper;
use muster_tournament::PlayerId;
use muster_tournament::state::{RoundStatus, State};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many copies are kept.
const KEPT: usize = 20;
/// How long the paper of a new round waits. At that moment every phone in the hall asks for the pairings, and typesetting
/// would take a core from them.
const RUSH: Duration = Duration::from_secs(3);

/// What was known about a tournament when it was last checked.
#[derive(Default)]
struct Seen {
    finished: usize,
    seated: Option<Seating>,
}

/// Who sits where in the current round: if this changes, the paper is out of date.
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

/// Follows all tournaments and writes backups for as long as the server runs. Of several servers one does it; the others
/// remember which tournaments were active lately, in case they take over. `copies` says whether the data is in the folder
/// and copied there: backing up a database is up to its operator.
pub async fn keep(app: Arc<Service>, folder: DataFolder, copies: bool) {
    second(&app).await;
    let mut follow = app.rooms.ledger().follow();
    let mut seen: HashMap<TournamentId, Seen> = HashMap::new();
    let mut waiting: BTreeMap<TournamentId, Instant> = BTreeMap::new();
    let mut again = tokio::time::interval(leases::LEASE / 2);
    loop {
        let grown = tokio::select! {
            news = follow.next() => match news {
                Some(News::Grown(head)) => Some(head),
                Some(_) => None,
                None => return,
            },
            _ = again.tick() => None,
        };
        if let Some(head) = grown {
            app.rooms.reached(&head).await;
            waiting.insert(head.tournament, Instant::now());
        }
        if waiting.is_empty() {
            continue;
        }
        if !app.holds(Work::Backups).await {
            // The holder of the lease did everything older.
            waiting.retain(|_, since| since.elapsed() < 2 * leases::LEASE);
            continue;
        }
        for id in std::mem::take(&mut waiting).into_keys() {
            look(
                &app,
                &folder,
                copies,
                &id,
                seen.entry(id.clone()).or_default(),
            )
            .await;
        }
    }
}

/// Writes what is new in a tournament since it was last looked at.
async fn look(
    app: &Arc<Service>,
    folder: &DataFolder,
    copies: bool,
    id: &TournamentId,
    before: &mut Seen,
) {
    let Ok(room) = app.rooms.room(id).await else {
        return;
    };
    let (finished, seated) = room.read(|t| {
        let rounds = t.state().rounds.iter();
        let finished = rounds.filter(|round| round.status == RoundStatus::Finished);
        (finished.count(), Seating::of(t.state()))
    });
    let copy = copies && finished > before.finished;
    let print = seated.is_some() && seated != before.seated;
    *before = Seen { finished, seated };
    if print {
        let (app, folder) = (Arc::clone(app), folder.clone());
        tokio::spawn(async move {
            tokio::time::sleep(RUSH).await;
            write_round(&app, &room, &folder, app.paper).await;
            second(&app).await;
        });
    }
    if copy {
        copy_data(app, folder).await;
    }
    if copy || app.copies.as_ref().is_some_and(|place| !place.is_dir()) {
        second(app).await;
    }
}

/// Copies backups and round folders to the second place, if there is one; an alert says when that fails.
pub(crate) async fn second(app: &Service) {
    let (Some(folder), Some(place)) = (app.folder.clone(), app.copies.clone()) else {
        return;
    };
    let to = place.clone();
    let _alone = app.files.lock().await;
    let copied = tokio::task::spawn_blocking(move || mirror(&folder, &to, KEPT)).await;
    let trouble = format!("Copies are not written to {}:", place.display());
    match copied {
        Ok(Ok(written)) => {
            tracing::info!(written, "brought copies to the second place");
            app.settle(&trouble);
        }
        Ok(Err(error)) => {
            tracing::error!(%error, "the second place for copies cannot be written");
            app.alert(format!(
                "{trouble} {error}. Plug it in again or choose another place; until then this machine has the only copy."
            ));
        }
        Err(error) => tracing::error!(%error, "bringing copies to the second place broke off"),
    }
}

/// Writes the paper of the round that is being played.
async fn write_round(app: &Service, room: &Room, folder: &DataFolder, paper: Paper) {
    let _alone = app.files.lock().await;
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
    let _alone = app.files.lock().await;
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
