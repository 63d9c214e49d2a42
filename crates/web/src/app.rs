//! The state that every handler can access: the application and the server's connections.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use muster_ledger::Ledger;
use muster_service::Service;
use std::ops::Deref;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Instant;

/// Connections to allow until the system's limit is known.
const CONNECTIONS: usize = 960;

/// Default headers of every answer.
const HEADERS: [(HeaderName, &str); 3] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (header::CACHE_CONTROL, "no-store"),
];

/// Only our own files; no inline script or style. Pages may ask the standby whether it has taken over.
fn content_security_policy(standby: Option<&str>) -> HeaderValue {
    const OURS: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         form-action 'self'; base-uri 'none'; frame-ancestors 'none'; connect-src 'self'";
    let with_standby = standby.map(|address| format!("{OURS} {address}/standby/status"));
    let with_standby = with_standby.and_then(|policy| HeaderValue::from_str(&policy).ok());
    with_standby.unwrap_or(HeaderValue::from_static(OURS))
}

/// Everything a handler can access.
pub struct App {
    pub service: Arc<Service>,
    pub streams: Arc<crate::streams::Streams>,
    pub connections: Arc<crate::connections::Connections>,
    /// Trusted proxies, whose forwarding headers are believed.
    pub proxies: Vec<crate::peer::Network>,
    /// Fingerprint of the certificate if it is self-signed, because browsers warn about it.
    pub self_signed: Option<String>,
    /// When the server started.
    pub started: Instant,
    /// The address of the standby.
    standby: RwLock<Option<String>>,
    /// The Content-Security-Policy, which allows pages to ask the standby.
    policy: RwLock<HeaderValue>,
}

/// The type of the shared state.
pub type Shared = Arc<App>;

impl App {
    /// Makes the application over a ledger.
    #[must_use]
    pub fn new(ledger: Arc<dyn Ledger>, address: String) -> App {
        App::over(Service::new(ledger, address))
    }

    /// Makes the handlers' state for an application.
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
            policy: RwLock::new(content_security_policy(None)),
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
        let policy = content_security_policy(address.as_deref());
        *self.policy.write().unwrap_or_else(PoisonError::into_inner) = policy;
        let standby = self.standby.write();
        *standby.unwrap_or_else(PoisonError::into_inner) = address;
    }

    /// Adds the headers that every answer has.
    pub fn add_headers(&self, headers: &mut HeaderMap) {
        for (name, value) in HEADERS {
            let value = HeaderValue::from_static(value);
            headers.entry(name).or_insert(value);
        }
        let policy = self.policy.read();
        let policy = policy.unwrap_or_else(PoisonError::into_inner).clone();
        headers
            .entry(header::CONTENT_SECURITY_POLICY)
            .or_insert(policy);
        // Only over TLS, because browsers then refuse plain HTTP for a year.
        if self.secure() {
            let year = HeaderValue::from_static("max-age=31536000");
            headers
                .entry(header::STRICT_TRANSPORT_SECURITY)
                .or_insert(year);
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
