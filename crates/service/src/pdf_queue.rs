//! The printing queue: limits how many documents are made at once. Making one takes a whole core for a moment, and pages must
//! be answered meanwhile. Further requests wait for their turn; if too many wait, the next is refused.

use bytes::Bytes;
use muster_ledger::TournamentId;
use muster_paper::{Document, Paper};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OnceCell, Semaphore};

/// Documents made at once.
const AT_ONCE: usize = 2;
/// How many may wait for a turn.
const WAITING: usize = 32;

/// How many documents are kept for later requests.
const KEPT: usize = 64;

/// Which document is kept.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Printed {
    pub tournament: TournamentId,
    pub document: Document,
    pub paper: Paper,
    pub round: Option<u32>,
}

/// The queue of a server.
pub struct PdfQueue {
    turns: Arc<Semaphore>,
    places: Arc<Semaphore>,
    kept: Mutex<HashMap<Printed, (u64, PdfSlot)>>,
}

/// The place of a document: the first request makes it, the others wait for it.
pub type PdfSlot = Arc<OnceCell<Bytes>>;

impl PdfQueue {
    /// Makes an empty queue.
    #[must_use]
    pub fn new() -> PdfQueue {
        PdfQueue {
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            places: Arc::new(Semaphore::new(AT_ONCE + WAITING)),
            kept: Mutex::new(HashMap::new()),
        }
    }

    fn shelf(&self) -> MutexGuard<'_, HashMap<Printed, (u64, PdfSlot)>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets the documents of a tournament.
    pub fn give_up(&self, tournament: &TournamentId) {
        self.shelf()
            .retain(|printed, _| printed.tournament != *tournament);
    }

    /// Returns the place of a document at a position of the journal; one of another position is forgotten.
    #[must_use]
    pub fn place(&self, printed: Printed, position: u64) -> PdfSlot {
        let mut shelf = self.shelf();
        if let Some((at, place)) = shelf.get(&printed)
            && *at == position
        {
            return Arc::clone(place);
        }
        if shelf.len() >= KEPT && !shelf.contains_key(&printed) {
            // Whatever is still wanted is made again.
            shelf.clear();
        }
        let place = PdfSlot::default();
        shelf.insert(printed, (position, Arc::clone(&place)));
        place
    }

    /// Runs work that takes a core on a thread that may block, when it is its turn; `None` if it panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let turn = Arc::clone(&self.turns).acquire_owned().await.ok()?;
        let done = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work()
        });
        done.await.ok()
    }

    /// The same for requests from outside; an error if too many wait.
    pub async fn run_or_refuse<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Option<T>, TooMany> {
        let place = Arc::clone(&self.places).try_acquire_owned();
        let _place = place.map_err(|_| TooMany)?;
        Ok(self.run(work).await)
    }
}

impl Default for PdfQueue {
    fn default() -> PdfQueue {
        PdfQueue::new()
    }
}

/// Too many wait for a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[tokio::test]
    async fn who_comes_when_too_many_wait_is_sent_away() {
        let queue = Arc::new(PdfQueue::new());
        let (stop, stopped) = mpsc::channel::<()>();
        let stopped = Arc::new(std::sync::Mutex::new(stopped));
        let mut busy = Vec::new();
        for _ in 0..AT_ONCE + WAITING {
            let (queue, stopped) = (Arc::clone(&queue), Arc::clone(&stopped));
            busy.push(tokio::spawn(async move {
                queue
                    .run_or_refuse(move || stopped.lock().unwrap().recv())
                    .await
            }));
        }
        while queue.places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(queue.run_or_refuse(|| ()).await, Err(TooMany));
        for _ in &busy {
            stop.send(()).unwrap();
        }
        for work in busy {
            assert!(work.await.unwrap().unwrap().is_some());
        }
        assert_eq!(queue.run_or_refuse(|| 7).await, Ok(Some(7)));
    }

    #[tokio::test]
    async fn what_many_ask_for_is_made_once_for_a_position() {
        let queue = PdfQueue::new();
        let printed = |round| Printed {
            tournament: TournamentId::new("spring").unwrap(),
            document: Document::Pairings,
            paper: Paper::A4,
            round,
        };
        let make = |text: &'static [u8]| async move { Bytes::from_static(text) };
        let first = queue.place(printed(None), 7);
        assert_eq!(*first.get_or_init(|| make(b"one")).await, b"one"[..]);
        let again = queue.place(printed(None), 7);
        assert_eq!(*again.get_or_init(|| make(b"two")).await, b"one"[..]);
        for other in [
            queue.place(printed(None), 8),
            queue.place(printed(Some(1)), 8),
        ] {
            assert!(other.get().is_none());
        }
        let full = queue.place(printed(None), 8);
        full.get_or_init(|| make(b"three")).await;
        queue.give_up(&printed(None).tournament);
        assert!(queue.place(printed(None), 8).get().is_none());
    }

    #[tokio::test]
    async fn work_that_breaks_off_gives_its_turn_back() {
        let queue = PdfQueue::new();
        for _ in 0..AT_ONCE + 1 {
            assert_eq!(queue.run(|| panic!("broken")).await, None::<()>);
        }
        assert_eq!(queue.run(|| 7).await, Some(7));
    }
}
