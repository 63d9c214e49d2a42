//! What every handler can reach: the rooms, the settings of the server, and the clock.

use crate::room::Rooms;
use jiff::Timestamp;
use muster_ledger::Ledger;
use std::sync::Arc;

/// Everything a handler can reach.
pub struct App {
    /// All tournaments.
    pub rooms: Rooms,
    /// The address that phones can reach, for links and QR codes, e.g. `http://192.168.1.20:7890`.
    pub address: String,
    /// Slows down guessing.
    pub brakes: crate::guess::Brakes,
    /// What is to be told to other programs.
    pub hooks: crate::hooks::Office,
    /// Makes documents, a few at a time.
    pub presses: crate::presses::Presses,
}

/// How handlers hold it.
pub type Shared = Arc<App>;

impl App {
    /// Makes the application over a ledger.
    #[must_use]
    pub fn new(ledger: Arc<dyn Ledger>, address: String) -> App {
        App {
            rooms: Rooms::new(ledger),
            address,
            brakes: crate::guess::Brakes::new(),
            hooks: crate::hooks::Office::default(),
            presses: crate::presses::Presses::new(),
        }
    }

    /// Returns the ledger.
    #[must_use]
    pub fn ledger(&self) -> &dyn Ledger {
        self.rooms.ledger().as_ref()
    }

    /// Returns the present instant. Handlers ask here and nowhere else.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}
