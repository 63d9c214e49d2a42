//! Servers over one folder, each with a ledger of its own as another machine would have.

use jiff::Timestamp;
use muster_ledger::{DataFolder, SqliteLedger, TournamentId};
use muster_regulations::Regulation;
use muster_service::create::establish;
use muster_service::people::personal;
use muster_service::{Problem, Room, Service, following};
use muster_testing::plain_setup;
use muster_tournament::Request;
use muster_tournament::command::Setup;
use std::sync::Arc;

/// The account that runs every tournament here.
pub(crate) const INES: &str = "Ines";

/// The data of a club.
pub(crate) struct Club(tempfile::TempDir);

impl Club {
    pub(crate) fn new() -> Club {
        Club(tempfile::tempdir().unwrap())
    }

    /// A server that hears what the others write.
    pub(crate) fn server(&self) -> Arc<Service> {
        let server = Arc::new(self.deaf());
        following::start(&server);
        server
    }

    /// A server that hears of nothing.
    pub(crate) fn deaf(&self) -> Service {
        let ledger = SqliteLedger::open(&DataFolder::new(self.0.path())).unwrap();
        Service::new(Arc::new(ledger), "http://hall.example".to_owned())
    }
}

/// Creates a tournament.
pub(crate) async fn created(server: &Service, name: &str) -> TournamentId {
    let setup = Setup {
        name: name.to_owned(),
        ..plain_setup(Regulation::Xwing)
    };
    let made = establish(server, INES.to_owned(), setup, |_| Vec::new()).await;
    made.unwrap_or_else(|problem| panic!("{}", problem.text))
        .id
        .clone()
}

/// The wish to register a player.
pub(crate) fn registration(name: &str) -> Request {
    let person = personal(name, None, None).unwrap_or_else(|problem| panic!("{}", problem.text));
    muster_testing::registration(vec![person], Timestamp::now())
}

/// Registers a player and returns the position of the line.
pub(crate) async fn register(room: &Arc<Room>, name: &str) -> Result<u64, Problem> {
    room.act(registration(name), None, None, Vec::new()).await
}

/// The names of all players.
pub(crate) fn names(room: &Room) -> Vec<String> {
    room.read(|t| {
        let players = t.state().players.iter();
        players.map(|player| t.state().name(player.id)).collect()
    })
}
