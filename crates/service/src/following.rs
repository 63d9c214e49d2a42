//! Following the ledger: whatever another process writes (an import, a command at the terminal) is loaded into the rooms, and
//! so reaches pages, API and live events. Lists follow a moment later.

use crate::{Service, summaries};
use std::sync::{Arc, Weak};
use std::time::Duration;

/// How often tournaments in memory are summed up for lists.
const SUMMARIZE: Duration = Duration::from_millis(500);
/// How often unused tournaments are released, and the others are summed up.
const TIDY: Duration = Duration::from_secs(60);

/// Follows the ledger for as long as the application exists.
pub fn start(app: &Arc<Service>) {
    let mut follow = app.ledger().follow();
    let weak = Arc::downgrade(app);
    tokio::spawn(async move {
        while let Some(news) = follow.next().await {
            let Some(app) = weak.upgrade() else { return };
            for tournament in app.rooms.hear(news).await {
                // Cached documents may name somebody who was erased.
                app.pdf_queue.give_up(&tournament);
            }
        }
    });
    tokio::spawn(every(SUMMARIZE, Arc::downgrade(app), async |app| {
        summaries::tidy(app, false).await;
    }));
    tokio::spawn(every(TIDY, Arc::downgrade(app), async |app| {
        app.rooms.release();
        summaries::tidy(app, true).await;
    }));
}

async fn every(time: Duration, app: Weak<Service>, work: impl AsyncFn(&Service)) {
    let mut next = tokio::time::interval(time);
    while let Some(app) = app.upgrade() {
        work(&app).await;
        drop(app);
        next.tick().await;
    }
}
