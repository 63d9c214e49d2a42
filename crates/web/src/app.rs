//! What every handler can reach: the rooms, the settings of the server, and the clock.

use crate::room::Rooms;
use jiff::Timestamp;
use muster_ledger::{DataFolder, Ledger};
use muster_paper::Paper;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Connections there is room for, until the system has been asked.
const CONNECTIONS: usize = 960;
/// How many alerts are kept.
const ALERTS: usize = 20;

/// Everything a handler can reach.
pub struct App {
    /// All tournaments.
    pub rooms: Rooms,
    /// The address that phones can reach, for links and QR codes, e.g. `http://192.168.1.20:7890`.
    pub address: String,
    /// Slows down guessing.
    pub limits: crate::rate_limit::RateLimits,
    /// Who follows live.
    pub streams: Arc<crate::streams::Streams>,
    /// Who is connected.
    pub connections: Arc<crate::connections::Connections>,
    /// Proxies that are believed when they name whom they ask for.
    pub proxies: Vec<crate::peer::Network>,
    /// Where copies and round folders are, where there are any.
    pub folder: Option<DataFolder>,
    /// A second place for both, where there is one.
    pub copies: Option<PathBuf>,
    /// The paper on which published rounds are kept.
    pub paper: Paper,
    /// Since when it runs.
    pub started: Instant,
    alerts: Mutex<Vec<String>>,
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
            limits: crate::rate_limit::RateLimits::new(),
            streams: crate::streams::Streams::new(CONNECTIONS),
            connections: crate::connections::Connections::new(CONNECTIONS),
            proxies: Vec::new(),
            folder: None,
            copies: None,
            paper: Paper::default(),
            started: Instant::now(),
            alerts: Mutex::default(),
            hooks: crate::hooks::Office::default(),
            presses: crate::presses::Presses::new(),
        }
    }

    /// Returns the ledger.
    #[must_use]
    pub fn ledger(&self) -> &dyn Ledger {
        self.rooms.ledger().as_ref()
    }

    /// Tells those who have an account that something needs their attention.
    pub fn alert(&self, text: String) {
        let mut alerts = self.alerts.lock().unwrap_or_else(PoisonError::into_inner);
        alerts.retain(|old| *old != text);
        alerts.push(text);
        let surplus = alerts.len().saturating_sub(ALERTS);
        alerts.drain(..surplus);
    }

    /// Returns what needs attention, the oldest first.
    #[must_use]
    pub fn alerts(&self) -> Vec<String> {
        let alerts = self.alerts.lock().unwrap_or_else(PoisonError::into_inner);
        alerts.clone()
    }

    /// Returns whether browsers reach this server over TLS.
    #[must_use]
    pub fn secure(&self) -> bool {
        self.address.starts_with("https://")
    }

    /// Returns the present instant. Handlers ask here and nowhere else.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}
