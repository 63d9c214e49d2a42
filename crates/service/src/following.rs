//! Keeping up with the ledger. Rooms hold tournaments in memory; whatever another process writes (an import, a command at
//! the terminal) reaches them from here, and through them pages, API and live events.

use crate::Service;
use std::sync::Arc;

/// Follows the ledger for as long as somebody holds the application.
pub fn start(app: &Arc<Service>) {
    let mut follow = app.ledger().follow();
    let app = Arc::downgrade(app);
    tokio::spawn(async move {
        while let Some(news) = follow.next().await {
            let Some(app) = app.upgrade() else { return };
            for tournament in app.rooms.hear(news).await {
                // Documents made before may name somebody who was erased since.
                app.pdf_queue.give_up(&tournament);
            }
        }
    });
}
