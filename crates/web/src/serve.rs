//! Starting and stopping: opening the data, finding an address that phones can reach, the one-time link of a fresh
//! installation, and what is kept by itself: a copy of the data after each finished round, the paper of each published one.

use crate::app::App;
use crate::token;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use muster_ledger::people::{Account, Fate, Invite, Kept, Purpose};
use muster_ledger::{DataFolder, Ledger, LedgerError, SqliteLedger};
use muster_paper::Paper;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// The longest a browser may take to say what it wants.
const LONGEST_HEAD: Duration = Duration::from_secs(30);
/// The most bytes it may take: many times what browsers send.
const LARGEST_HEAD: usize = 64 * 1024;
/// How long to wait when the system has no more connections to give.
const BREATH: Duration = Duration::from_millis(100);
/// How long requests under way have when the server stops.
const FAREWELL: Duration = Duration::from_secs(3);

/// How to serve.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where the data is.
    pub data: DataFolder,
    /// Where to listen; port 0 takes any that is free.
    pub listen: SocketAddr,
    /// The address to print and to put into QR codes, where the machine's own guess is wrong.
    pub address: Option<String>,
    /// Whether webhooks may lead to this machine and its own network.
    pub hooks_inside: bool,
    /// A PEM file of certificate authorities that webhooks trust beside those of the web.
    pub hooks_trust: Option<PathBuf>,
    /// The paper on which published rounds are kept.
    pub paper: Paper,
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
    /// The certificate authorities for webhooks cannot be read.
    #[error("the certificates for webhooks cannot be read: {0}")]
    Trust(String),
    /// The demonstration could not be made.
    #[error("the demonstration could not be made: {0}")]
    Demo(String),
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
    let mut app = App::new(ledger, address.clone());
    app.hooks.sender.inside = config.hooks_inside;
    if let Some(file) = &config.hooks_trust {
        let sender = &mut app.hooks.sender;
        sender.trust(file).map_err(ServeError::Trust)?;
    }
    let app = Arc::new(app);
    tokio::spawn(crate::hooks::run(Arc::clone(&app)));
    tokio::spawn(crate::copies::keep(
        Arc::clone(&app),
        config.data.clone(),
        config.paper,
    ));
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

    /// Answers until the signal comes; requests under way are answered first. Who connects and says nothing, or says it
    /// too slowly or at too great a length, is let go.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let service = TowerToHyperService::new(crate::router(self.app));
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(LONGEST_HEAD)
            .max_buf_size(LARGEST_HEAD);
        let open = GracefulShutdown::new();
        let mut stop = pin!(stop);
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = &mut stop => break,
            };
            match accepted {
                Ok((stream, _)) => {
                    // Answers are small and wanted now.
                    let _ = stream.set_nodelay(true);
                    let connection = http.serve_connection(TokioIo::new(stream), service.clone());
                    let connection = open.watch(connection);
                    // Browsers that hang up in the middle are no fault of anybody here.
                    tokio::spawn(async move { connection.await.ok() });
                }
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be taken");
                    tokio::time::sleep(BREATH).await;
                }
            }
        }
        // Live pages never end by themselves.
        let _ = tokio::time::timeout(FAREWELL, open.shutdown()).await;
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
