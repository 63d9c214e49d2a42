//! The application: everything a server does for people and programs, without HTTP, HTML, SQL or a command line.
//!
//! Tournaments in memory that follow the ledger, who is who, invitations and codes, tokens, import and export, printing,
//! backups, retention. Requests and answers are typed; a [`Problem`] says why something was not done. Pages, the API and
//! the command line are thin layers over this crate.

pub mod accounts;
pub mod backups;
pub mod codes;
pub mod create;
pub mod demo;
pub mod device;
pub mod erasing;
pub mod export;
pub mod following;
pub mod idempotency;
pub mod import;
pub mod invitations;
pub mod names;
pub mod page_cache;
pub mod pdf_queue;
pub mod people;
pub mod players;
pub mod printing;
pub mod problem;
pub mod rate_limit;
pub mod registration;
pub mod retention;
pub mod room;
pub mod round_folder;
pub mod secret;
pub mod statistics;
pub mod tokens;
pub mod visit;

use jiff::Timestamp;
use muster_ledger::{DataFolder, Ledger};
use muster_paper::Paper;
use std::sync::{Arc, Mutex, PoisonError};

pub use problem::{Kind, Problem};
pub use room::{Room, Rooms};
pub use visit::{Here, Visit, Visitor};

/// How many alerts are kept.
const ALERTS: usize = 20;

/// Everything that pages and API share.
pub struct Service {
    /// All tournaments.
    pub rooms: Rooms,
    /// The address that phones can reach, for links and QR codes, e.g. `http://192.168.1.20:7890`.
    pub address: String,
    /// Slows down guessing.
    pub limits: rate_limit::RateLimits,
    /// Where backups and round folders are.
    pub folder: Option<DataFolder>,
    /// The paper on which published rounds are kept.
    pub paper: Paper,
    /// Makes documents, a few at a time.
    pub pdf_queue: pdf_queue::PdfQueue,
    alerts: Mutex<Vec<String>>,
}

impl Service {
    /// Makes the application over a ledger.
    #[must_use]
    pub fn new(ledger: Arc<dyn Ledger>, address: String) -> Service {
        Service {
            rooms: Rooms::new(ledger),
            address,
            limits: rate_limit::RateLimits::new(),
            folder: None,
            paper: Paper::default(),
            pdf_queue: pdf_queue::PdfQueue::new(),
            alerts: Mutex::default(),
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

    /// Returns the present instant. Everybody asks here and nowhere else.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}
