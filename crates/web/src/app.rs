//! What every handler can reach: the application, and what belongs to its connections.

use muster_ledger::Ledger;
use muster_service::Service;
use std::ops::Deref;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Instant;

/// Connections there is room for, until the system has been asked.
const CONNECTIONS: usize = 960;

/// Everything a handler can reach.
pub struct App {
    /// The application.
    pub service: Arc<Service>,
    /// Who follows live.
    pub streams: Arc<crate::streams::Streams>,
    /// Who is connected.
    pub connections: Arc<crate::connections::Connections>,
    /// Proxies that are believed when they name whom they ask for.
    pub proxies: Vec<crate::peer::Network>,
    /// Fingerprint of the certificate, where we signed it ourselves and phones warn of it.
    pub self_signed: Option<String>,
    /// Since when it runs.
    pub started: Instant,
    /// Where browsers go when this machine is gone.
    standby: RwLock<Option<String>>,
}

/// How handlers hold it.
pub type Shared = Arc<App>;

impl App {
    /// Makes the application over a ledger.
    #[must_use]
    pub fn new(ledger: Arc<dyn Ledger>, address: String) -> App {
        App::over(Service::new(ledger, address))
    }

    /// Makes what handlers reach over an application.
    #[must_use]
    pub fn over(mut service: Service) -> App {
        let sender = &mut service.hooks.sender;
        sender.get_or_insert_with(|| Box::new(crate::webhook_client::Client::default()));
        App {
            service: Arc::new(service),
            streams: crate::streams::Streams::new(CONNECTIONS),
            connections: crate::connections::Connections::new(CONNECTIONS),
            proxies: Vec::new(),
            self_signed: None,
            started: Instant::now(),
            standby: RwLock::default(),
        }
    }

    /// Returns the address of the standby, if there is one.
    #[must_use]
    pub fn standby(&self) -> Option<String> {
        let standby = self.standby.read();
        standby.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Remembers the address of the standby.
    pub fn set_standby(&self, address: Option<String>) {
        let standby = self.standby.write();
        *standby.unwrap_or_else(PoisonError::into_inner) = address;
    }

    /// Returns whether browsers reach this server over TLS.
    #[must_use]
    pub fn secure(&self) -> bool {
        self.address.starts_with("https://")
    }
}

impl Deref for App {
    type Target = Service;

    fn deref(&self) -> &Service {
        &self.service
    }
}
