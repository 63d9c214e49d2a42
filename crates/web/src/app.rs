//! What every handler can reach: the application, and what belongs to its connections.

use muster_ledger::Ledger;
use muster_service::Service;
use std::ops::Deref;
use std::sync::Arc;
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
    /// Since when it runs.
    pub started: Instant,
    /// What is to be told to other programs.
    pub hooks: crate::hooks::Office,
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
    pub fn over(service: Service) -> App {
        App {
            service: Arc::new(service),
            streams: crate::streams::Streams::new(CONNECTIONS),
            connections: crate::connections::Connections::new(CONNECTIONS),
            proxies: Vec::new(),
            started: Instant::now(),
            hooks: crate::hooks::Office::default(),
        }
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
