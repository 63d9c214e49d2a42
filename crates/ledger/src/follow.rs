//! News of journals that grew. A follower hears which tournament has reached which position, and reads the lines it lacks.
//! A follower that was too slow, or was disconnected, catches up in the same way.

use crate::id::TournamentId;
use crate::ledger::Head;
use tokio::sync::broadcast::{self, error::RecvError};

/// How much news waits for a slow follower before it gets [`News::Missed`] instead.
const WAITING: usize = 1024;

/// What a follower hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// A journal has reached a position. Several steps may come as one, and the same position may come twice.
    Grown(Head),
    /// Personal data beside earlier lines was erased: read this journal from its beginning.
    Redacted(Head),
    /// The settings of a tournament were written.
    Settings(TournamentId),
    /// Some news was missed, or another process wrote: look at every tournament that matters.
    Missed,
}

/// A subscription to all tournaments of a ledger.
pub struct Follow(broadcast::Receiver<News>);

impl Follow {
    /// Waits for the next news; `None` once the ledger is closed.
    pub async fn next(&mut self) -> Option<News> {
        match self.0.recv().await {
            Ok(news) => Some(news),
            Err(RecvError::Lagged(_)) => Some(News::Missed),
            Err(RecvError::Closed) => None,
        }
    }

    /// Returns the next news if there is any already.
    pub fn try_next(&mut self) -> Option<News> {
        match self.0.try_recv() {
            Ok(news) => Some(news),
            Err(broadcast::error::TryRecvError::Lagged(_)) => Some(News::Missed),
            Err(_) => None,
        }
    }
}

/// Where news comes from: kept by the writer of a ledger.
#[derive(Clone)]
pub(crate) struct Bell(broadcast::Sender<News>);

impl Bell {
    pub(crate) fn new() -> Bell {
        Bell(broadcast::channel(WAITING).0)
    }

    pub(crate) fn follow(&self) -> Follow {
        Follow(self.0.subscribe())
    }

    /// Does nothing if nobody listens.
    pub(crate) fn ring(&self, news: News) {
        let _ = self.0.send(news);
    }
}
