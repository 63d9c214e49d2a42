//! The application: everything a server does for people and programs, without HTTP, HTML, SQL or a command line.
//!
//! Tournaments in memory that follow the ledger, who is who, invitations and codes, tokens, webhooks, import and export,
//! printing, backups, retention. Requests and answers are typed; a [`Problem`] says why something was not done. Pages, the API and
//! the command line are thin layers over this crate.

pub mod accounts;
pub mod ahead;
pub mod backups;
pub mod codes;
pub mod create;
pub mod demo;
pub mod device;
pub mod erasing;
pub mod export;
pub mod following;
pub mod hooks;
pub mod idempotency;
pub mod import;
pub mod invitations;
pub mod leases;
pub mod names;
pub mod page_cache;
pub mod pdf_queue;
pub mod people;
pub mod players;
pub mod printing;
pub mod problem;
pub mod rate_limit;
pub mod registration;
pub mod rehearsal;
pub mod retention;
pub mod room;
pub mod round_folder;
pub mod seasons;
pub mod secret;
pub mod standby;
pub mod statistics;
pub mod summaries;
pub mod tokens;
pub mod visit;

use jiff::Timestamp;
use muster_ledger::{DataFolder, Ledger};
use muster_paper::Paper;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

pub use problem::{Kind, Problem};
pub use room::{Room, Rooms};
pub use visit::{Here, Visit, Visitor};

/// How many alerts are kept.
const ALERTS: usize = 20;

/// Everything that pages and API share.
pub struct Service {
    pub rooms: Rooms,
    /// The address that phones can reach, for links and QR codes, e.g. `http://192.168.1.20:7890`.
    pub address: String,
    pub limits: rate_limit::RateLimits,
    /// Where backups and round folders are.
    pub folder: Option<DataFolder>,
    /// Tells a standby what is written, and holds writing back once another machine leads.
    pub feed: Arc<standby::feed::Feed>,
    /// A second place for both, if there is one.
    pub copies: Option<PathBuf>,
    /// The paper size of the round folders.
    pub paper: Paper,
    /// Leases for work that one server does for all.
    pub leases: leases::Leases,
    /// Webhooks and how they are sent.
    pub hooks: hooks::Hooks,
    /// Makes PDF documents, a few at a time.
    pub pdf_queue: pdf_queue::PdfQueue,
    /// Forecasts: chances, comparisons and plans.
    pub ahead: ahead::Ahead,
    /// Practice tournaments that play themselves.
    pub rehearsals: rehearsal::Rehearsals,
    /// Held while a backup or a round folder is written, and while somebody is erased from them, so that erasing misses no
    /// backup that is being written.
    pub files: tokio::sync::Mutex<()>,
    alerts: Mutex<Vec<String>>,
    /// Held while summaries are written.
    summing_up: tokio::sync::Mutex<()>,
    sums: statistics::Sums,
}

impl Service {
    /// Makes the application over a ledger.
    #[must_use]
    pub fn new(ledger: Arc<dyn Ledger>, address: String) -> Service {
        let feed = Arc::new(standby::feed::Feed::over(ledger));
        // Rehearsals are apart from what a standby copies.
        let ledgers = Arc::new(rehearsal::apart::Apart::new(
            Arc::clone(&feed) as Arc<dyn Ledger>
        ));
        Service {
            limits: rate_limit::RateLimits::new(Some(Arc::clone(&ledgers) as Arc<dyn Ledger>)),
            rooms: Rooms::new(Arc::clone(&ledgers) as Arc<dyn Ledger>),
            feed,
            leases: leases::Leases::new(&address, Timestamp::now()),
            address,
            folder: None,
            copies: None,
            paper: Paper::default(),
            hooks: hooks::Hooks::default(),
            pdf_queue: pdf_queue::PdfQueue::new(),
            ahead: ahead::Ahead::new(),
            rehearsals: rehearsal::Rehearsals::new(ledgers),
            files: tokio::sync::Mutex::default(),
            alerts: Mutex::default(),
            summing_up: tokio::sync::Mutex::default(),
            sums: statistics::Sums::default(),
        }
    }

    /// Makes it the only server of its data, so that it need not coordinate with others.
    #[must_use]
    pub fn alone(mut self) -> Service {
        self.limits = rate_limit::RateLimits::new(None);
        self.leases.alone = true;
        self.rooms.only_server = true;
        self
    }

    /// Returns the ledger.
    #[must_use]
    pub fn ledger(&self) -> &dyn Ledger {
        self.rooms.ledger().as_ref()
    }

    /// Returns whether this server holds the lease for a kind of work; `false` if the ledger does not answer.
    pub async fn holds(&self, work: leases::Work) -> bool {
        let held = self.leases.hold(self.ledger(), work, self.now()).await;
        held.unwrap_or_else(|error| {
            tracing::warn!(%error, ?work, "a lease could not be looked at");
            false
        })
    }

    /// Adds an alert for everybody with an account.
    pub fn alert(&self, text: String) {
        let mut alerts = self.alerts.lock().unwrap_or_else(PoisonError::into_inner);
        alerts.retain(|old| *old != text);
        alerts.push(text);
        let surplus = alerts.len().saturating_sub(ALERTS);
        alerts.drain(..surplus);
    }

    /// Removes alerts that begin with a text, because their reason is gone.
    pub fn settle(&self, beginning: &str) {
        let mut alerts = self.alerts.lock().unwrap_or_else(PoisonError::into_inner);
        alerts.retain(|old| !old.starts_with(beginning));
    }

    /// Returns the alerts, oldest first.
    #[must_use]
    pub fn alerts(&self) -> Vec<String> {
        let alerts = self.alerts.lock().unwrap_or_else(PoisonError::into_inner);
        alerts.clone()
    }

    /// Returns the current time. The only clock of the application.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}
