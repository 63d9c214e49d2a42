//! Starting and stopping: opening the data, finding an address that phones can reach, the one-time link of a fresh
//! installation, and a copy of the data after each finished round.

use crate::app::App;
use crate::token;
use muster_ledger::people::{Account, Fate, Invite, Kept, Purpose};
use muster_ledger::{DataFolder, Ledger, LedgerError, SqliteLedger};
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::sync::Arc;
use tokio::net::TcpListener;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where the data is.
    pub data: DataFolder,
    /// Where to listen; port 0 takes any that is free.
    pub listen: SocketAddr,
    /// The address to print and to put into QR codes, where the machine's own guess is wrong.
    pub address: Option<String>,
}

/// What went wrong at the start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The data cannot be opened.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The port is taken, or not ours to take.
    #[error("cannot listen on {listen}: {error}; choose another port with --listen")]
    Listen {
        /// Where.
        listen: SocketAddr,
        /// Why.
        error: std::io::Error,
    },
    /// The system gives no random bytes.
    #[error("no random bytes can be had from the system: {0}")]
    Random(#[from] getrandom::Error),
    /// The demonstration could not be made.
    #[error("the demonstration could not be made: {0}")]
    Demo(String),
    /// The server broke off.
    #[error("the server stopped: {0}")]
    Stopped(std::io::Error),
}

/// A server that listens and is about to answer.
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
    /// The address for people, without a path.
    pub address: String,
    /// The one-time link, while nobody has claimed this installation.
    pub welcome: Option<String>,
}

/// Opens the data and the port; a demonstration fills empty data first.
pub async fn open(config: &Config, demo: bool) -> Result<Server, ServeError> {
    let ledger: Arc<dyn Ledger> = Arc::new(SqliteLedger::open(&config.data)?);
    if demo {
        crate::demo::fill(ledger.as_ref())
            .await
            .map_err(|problem| ServeError::Demo(problem.text))?;
    }
    let failed = |error| ServeError::Listen {
        listen: config.listen,
        error,
    };
    let listener = TcpListener::bind(config.listen).await.map_err(failed)?;
    let local = listener.local_addr().map_err(failed)?;
    let address = config.address.clone().unwrap_or_else(|| reachable(local));
    let welcome = welcome(ledger.as_ref(), &address).await?;
    let app = Arc::new(App::new(ledger, address.clone()));
    tokio::spawn(crate::copies::keep(Arc::clone(&app), config.data.clone()));
    Ok(Server {
        listener,
        app,
        address,
        welcome,
    })
}

impl Server {
    /// Returns where it listens.
    pub fn local(&self) -> Option<SocketAddr> {
        self.listener.local_addr().ok()
    }

    /// Answers until the signal comes; requests under way are answered first.
    pub async fn run(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let router = crate::router(self.app);
        axum::serve(self.listener, router)
            .with_graceful_shutdown(stop)
            .await
            .map_err(ServeError::Stopped)
    }
}

/// Makes a link that lets its holder become the owner, unless there is an account already. A link of an earlier start
/// that was never used is withdrawn.
pub async fn welcome(ledger: &dyn Ledger, address: &str) -> Result<Option<String>, ServeError> {
    if !Account::all(ledger).await?.is_empty() {
        return Ok(None);
    }
    let now = jiff::Timestamp::now();
    let token = token::random()?.to_string();
    let mut writes = Vec::new();
    for old in Invite::all(ledger, None).await? {
        if old.value.purpose == Purpose::Owner && old.value.fate == Fate::Open {
            writes.push(old.withdrawn(now));
        }
    }
    let invite = Invite {
        token: token::digest(&token),
        purpose: Purpose::Owner,
        created: now,
        expires: None,
        fate: Fate::Open,
    };
    writes.push(invite.put());
    ledger.commit(writes).await?;
    Ok(Some(format!("{address}/welcome/{token}")))
}

/// The address under which others in the hall see this machine. Asking the system which way it would send a packet needs
/// no network and sends nothing.
fn reachable(local: SocketAddr) -> String {
    let guess = || -> Option<IpAddr> {
        let socket = UdpSocket::bind(("0.0.0.0", 0)).ok()?;
        // An address of the documentation range: nothing is ever sent.
        socket.connect(("192.0.2.1", 9)).ok()?;
        Some(socket.local_addr().ok()?.ip())
    };
    let host = match local.ip() {
        ip if ip.is_unspecified() => guess().unwrap_or(IpAddr::from([127, 0, 0, 1])),
        ip => ip,
    };
    format!("http://{}", SocketAddr::new(host, local.port()))
}
