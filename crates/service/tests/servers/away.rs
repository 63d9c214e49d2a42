//! A server whose ledger is slow or away while another server writes to the same tournament.

use crate::support::{Club, created, names, register, registration};
use jiff::Timestamp;
use muster_ledger::{
    Answer, Head, Ledger, LedgerError, LedgerLayer, LineText, News, TournamentId, Write,
};
use muster_service::Service;
use muster_tournament::ids::ORGANIZER;
use muster_tournament::{By, Command, PlayerId, Request};
use std::sync::Arc;
use tokio::sync::watch;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Open,
    /// Commits wait.
    Slow,
    /// Nothing gets through.
    Away,
}

/// A ledger that is reached over a network.
struct Far {
    inner: Arc<dyn Ledger>,
    way: watch::Receiver<Way>,
    /// How many commits were handed over.
    commits: watch::Sender<usize>,
}

/// The way to the ledger, from outside.
struct Outside {
    way: watch::Sender<Way>,
    commits: watch::Receiver<usize>,
}

impl Outside {
    fn set(&self, way: Way) {
        self.way.send_replace(way);
    }

    /// Waits until so many commits were handed over.
    async fn commits(&self, count: usize) {
        let mut commits = self.commits.clone();
        commits.wait_for(|now| *now >= count).await.unwrap();
    }
}

impl Far {
    fn server(club: &Club) -> (Service, Outside) {
        let (set, way) = watch::channel(Way::Open);
        let (count, commits) = watch::channel(0);
        let far = Far {
            inner: Arc::clone(club.deaf().rooms.ledger()),
            way,
            commits: count,
        };
        let service = Service::new(Arc::new(far), "http://hall.example".to_owned());
        (service, Outside { way: set, commits })
    }

    fn away<T: Send + 'static>(&self) -> Option<Answer<T>> {
        let problem = "the connection was lost".to_owned();
        let away = *self.way.borrow() == Way::Away;
        away.then(|| Answer::new(async { Err(LedgerError::Unavailable { problem }) }))
    }
}

impl LedgerLayer for Far {
    fn below(&self) -> &dyn Ledger {
        self.inner.as_ref()
    }

    fn commit(&self, writes: Vec<Write>) -> Answer<Vec<Head>> {
        self.commits.send_modify(|count| *count += 1);
        let (mut way, inner) = (self.way.clone(), Arc::clone(&self.inner));
        self.away().unwrap_or_else(|| {
            Answer::new(async move {
                let now = way.wait_for(|way| *way != Way::Slow).await;
                if now.is_ok_and(|way| *way == Way::Away) {
                    let problem = "the connection was lost".to_owned();
                    return Err(LedgerError::Unavailable { problem });
                }
                inner.commit(writes).await
            })
        })
    }

    fn read(&self, tournament: &TournamentId, after: u64) -> Answer<Vec<LineText>> {
        self.away()
            .unwrap_or_else(|| self.inner.read(tournament, after))
    }
}

fn check_in(player: u32) -> Request {
    let players = vec![PlayerId(player)];
    let present = true;
    let command = Command::CheckIn { players, present };
    Request::new(By::Staff(ORGANIZER), Timestamp::now(), command)
}

/// A line is on its way to the ledger for long, and another server's line stands in its place already: a command that needs
/// that line is not refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_under_way_hides_no_line_of_another_server() {
    let club = Club::new();
    let here = club.deaf();
    let (far, way) = Far::server(&club);
    let id = created(&here, "Open").await;
    let room = here.rooms.room(&id).await.unwrap();
    register(&room, "Ada Okafor").await.unwrap();
    let behind = far.rooms.room(&id).await.unwrap();
    way.set(Way::Slow);
    let slow = tokio::spawn({
        let behind = Arc::clone(&behind);
        async move { behind.act(check_in(1), None, None, Vec::new()).await }
    });
    way.commits(1).await;
    register(&room, "Bram Lindqvist").await.unwrap();
    let mut next = std::pin::pin!(behind.act(check_in(2), None, None, Vec::new()));
    let refused = tokio::select! {
        done = &mut next => Some(done),
        () = way.commits(2) => None,
    };
    way.set(Way::Open);
    let done = match refused {
        Some(refused) => refused,
        None => next.await,
    };
    assert!(done.is_ok(), "{}", done.unwrap_err().text);
    assert!(slow.await.unwrap().is_ok());
    assert_eq!(names(&behind), ["Ada Okafor", "Bram Lindqvist"]);
}

/// What could not be written because the ledger was away is not taken for what another server wrote meanwhile.
#[tokio::test]
async fn a_line_that_was_never_written_hides_no_line_of_another_server() {
    let club = Club::new();
    let here = club.deaf();
    let (far, way) = Far::server(&club);
    let id = created(&here, "Open").await;
    let room = here.rooms.room(&id).await.unwrap();
    let behind = far.rooms.room(&id).await.unwrap();
    way.set(Way::Away);
    let lost = behind.act(registration("Cleo Marsh"), None, None, Vec::new());
    assert!(lost.await.is_err());
    let position = register(&room, "Ada Okafor").await.unwrap();
    way.set(Way::Open);
    let head = Head {
        tournament: id,
        position,
    };
    far.rooms.hear(News::Grown(head)).await;
    assert_eq!(names(&behind), ["Ada Okafor"]);
}

/// Whoever saw a line at another server is shown it, even while a line of this server is on its way to the same place.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_reads_backwards_while_a_line_is_under_way() {
    let club = Club::new();
    let here = club.deaf();
    let (far, way) = Far::server(&club);
    let id = created(&here, "Open").await;
    let room = here.rooms.room(&id).await.unwrap();
    let behind = far.rooms.room(&id).await.unwrap();
    way.set(Way::Slow);
    let slow = tokio::spawn({
        let behind = Arc::clone(&behind);
        async move {
            behind
                .act(registration("Cleo Marsh"), None, None, Vec::new())
                .await
        }
    });
    way.commits(1).await;
    let position = register(&room, "Ada Okafor").await.unwrap();
    assert!(behind.at_least(position).await.is_ok());
    assert_eq!(names(&behind), ["Ada Okafor"]);
    way.set(Way::Open);
    assert_eq!(slow.await.unwrap().ok(), Some(position + 1));
}
