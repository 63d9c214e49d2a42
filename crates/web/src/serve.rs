//! Starting and stopping the server: opening the data and the port, the one-time link of a new installation, and background
//! tasks such as backups and webhooks.

mod address;
mod connection;

pub use address::names;
pub(crate) use address::{address, reachable};

use crate::app::App;
use crate::connections::{Connections, room_for};
use crate::peer::Network;
use crate::standby::{self, leaving::Other};
use crate::streams::Streams;
use crate::tls::{self, Certificate, Pin};
use crate::webhook_client::Client;
use connection::{Connection, LONGEST_HEAD, redirect, self_signed, speaks_tls};
use hyper::server::conn::http1;
use hyper_util::rt::TokioTimer;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use muster_ledger::people::{Account, Fate, Invite, Kept, Lead, Part, Purpose};
use muster_ledger::{DataFolder, Hold, Ledger, LedgerError, Store};
use muster_paper::Paper;
use muster_service::secret;
use std::future::ready;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpSocket};

/// The largest head of a request: many times what browsers send.
const LARGEST_HEAD: usize = 64 * 1024;
/// How many connections may wait to be accepted; the system may allow fewer. When a round is published every phone connects
/// at once, and one that finds the queue full tries again only after a second.
const QUEUE: u32 = 16_384;
/// How long to wait when the system can't accept more connections.
const BREATH: Duration = Duration::from_millis(100);
/// Open files to assume if the system does not tell its limit.
const FILES: u64 = 256;
/// How long running requests may take when the server stops.
const FAREWELL: Duration = Duration::from_secs(3);

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where the data is.
    pub store: Store,
    /// Where backups and round folders are.
    pub data: DataFolder,
    /// Where to listen; port 0 takes any free port.
    pub listen: SocketAddr,
    /// The public address for links and QR codes. Default: guessed from the network.
    pub address: Option<String>,
    /// Whether webhooks may use addresses on this machine and its network.
    pub hooks_inside: bool,
    /// A PEM file of certificate authorities that webhooks trust besides those of the web.
    pub hooks_trust: Option<PathBuf>,
    /// The paper size of the round folders.
    pub paper: Paper,
    /// Trusted proxies, whose forwarding headers are believed.
    pub proxies: Vec<Network>,
    /// A second place for backups and round folders.
    pub copies: Option<PathBuf>,
    /// The certificate, if this process serves TLS.
    pub tls: Option<Tls>,
    /// Start even if the standby does not answer, and forget it.
    pub alone: bool,
}

/// Where the certificate comes from.
#[derive(Clone, Debug)]
pub enum Tls {
    Files(tls::Files),
    /// Made by this server.
    SelfSigned,
}

/// Why the server could not start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The data cannot be opened.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The port is in use or not permitted.
    #[error("cannot listen on {listen}: {error}; choose another port with --listen")]
    Listen {
        listen: SocketAddr,
        error: std::io::Error,
    },
    /// The system's random generator failed.
    #[error("the system's random generator failed: {0}")]
    Random(#[from] getrandom::Error),
    /// The public address is invalid.
    #[error(
        "“{0}” cannot be the address of this server: use http:// or https:// and a host, with no path, such as https://muster.example"
    )]
    Address(String),
    /// The certificate cannot be used.
    #[error("the certificate cannot be used: {0}")]
    Certificate(String),
    /// Another machine has taken over.
    #[error(
        "another machine has taken over, at {0}, so this one does not start: two leading machines would accept different results. To make this one the standby, run `muster standby --pair` there and `muster standby {0}` here"
    )]
    Superseded(String),
    /// The standby does not answer, so it may have taken over.
    #[error(
        "the standby at {address} does not answer ({why}), and it may have taken over. If you know that it has not, start with --alone, which unpairs the standby"
    )]
    StandbySilent {
        address: String,
        /// Why there was no answer.
        why: String,
    },
    /// The data is not a copy.
    #[error(
        "this folder holds the data of a leading server; choose another one for the standby with --data"
    )]
    Leads,
    /// The data is not a standby's.
    #[error("this data is not a standby; follow a server with `muster standby ADDRESS` first")]
    NoStandby,
    /// The standby did not take over.
    #[error(
        "the standby at {0} did not take over; stop it and run `muster serve` with the same data"
    )]
    Slow(String),
    /// The data is a copy of another machine's.
    #[error(
        "this data is a standby of {0}. To continue here instead of there, run `muster standby --take-over`"
    )]
    Standby(String),
    /// The certificate authorities for webhooks cannot be read.
    #[error("the certificates for webhooks cannot be read: {0}")]
    Trust(String),
    /// The demo tournaments could not be created.
    #[error("the demo tournaments could not be created: {0}")]
    Demo(String),
}

impl ServeError {
    /// Returns the permanent code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            ServeError::Ledger(_) => "data",
            ServeError::Listen { .. } => "cannot-listen",
            ServeError::Random(_) => "no-random",
            ServeError::Address(_) => "server-address",
            ServeError::Certificate(_) => "certificate-unusable",
            ServeError::Superseded(_) => "superseded",
            ServeError::StandbySilent { .. } => "standby-silent",
            ServeError::Leads => "data-leads",
            ServeError::NoStandby => "not-a-standby",
            ServeError::Slow(_) => "standby-slow",
            ServeError::Standby(_) => "data-follows",
            ServeError::Trust(_) => "webhook-authorities",
            ServeError::Demo(_) => "demo-failed",
        }
    }
}

/// A server that listens and is about to answer.
pub struct Server {
    /// Keeps a second server off the same data, which would show outdated tournaments.
    _serving: Hold,
    certificate: Option<Arc<Certificate>>,
    data: DataFolder,
    listener: TcpListener,
    app: Arc<App>,
    /// The public address, without a path.
    pub address: String,
    /// The one-time link of a new installation that nobody has claimed.
    pub welcome: Option<String>,
    /// The digest of a self-signed certificate.
    pub pin: Option<Pin>,
}

/// What every server opens first, whether it leads or follows.
struct Beginning {
    serving: Hold,
    ledger: Arc<dyn Ledger>,
    listener: TcpListener,
    certificate: Option<Arc<Certificate>>,
    pin: Option<Pin>,
    address: String,
}

/// Opens the data, the port and the certificate.
async fn begin(config: &Config) -> Result<Beginning, ServeError> {
    let given = config.address.as_deref().map(address).transpose()?;
    let serving = config.data.serve()?;
    let ledger: Arc<dyn Ledger> = config.store.open()?;
    let failed = |error| ServeError::Listen {
        listen: config.listen,
        error,
    };
    let listener = listen(config.listen).map_err(failed)?;
    let local = listener.local_addr().map_err(failed)?;
    let address = given.unwrap_or_else(|| reachable(local, config.tls.is_some()));
    let wrong = ServeError::Certificate;
    let (files, pin) = match &config.tls {
        None => (None, None),
        Some(Tls::Files(files)) => (Some(files.clone()), None),
        Some(Tls::SelfSigned) => {
            let files = tls::Files::self_signed(&config.data, &names(&address)).map_err(wrong)?;
            let pin = files.pin().map_err(wrong)?;
            (Some(files), Some(pin))
        }
    };
    let certificate = files.map(Certificate::open).transpose().map_err(wrong)?;
    Ok(Beginning {
        serving,
        ledger,
        listener,
        certificate: certificate.map(Arc::new),
        pin,
        address,
    })
}

/// Listens at an address, with room for a hall of phones that all connect at once.
fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // A server that starts again need not wait for connections of the one before. On Windows this would mean something else.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(QUEUE)
}

/// Makes sure that no other machine leads, by asking the standby if there is one.
async fn leads(ledger: &dyn Ledger, alone: bool) -> Result<Lead, ServeError> {
    let lead = Lead::of(ledger).await?;
    let other = lead.other.clone().unwrap_or_default();
    match lead.part {
        Part::Following => return Err(ServeError::Standby(other)),
        Part::Superseded => return Err(ServeError::Superseded(other)),
        Part::Leading => {}
    }
    match standby::leaving::ask(&lead).await {
        Other::Behind => Ok(lead),
        Other::Leads(term) => {
            let part = Part::Superseded;
            let lead = Lead { part, term, ..lead };
            ledger.commit(vec![lead.put()]).await?;
            Err(ServeError::Superseded(other))
        }
        Other::Silent(_) if alone => {
            let lead = Lead {
                other: None,
                ..lead
            };
            ledger.commit(vec![lead.put()]).await?;
            Ok(lead)
        }
        Other::Silent(why) => Err(ServeError::StandbySilent {
            address: other,
            why,
        }),
    }
}

/// Opens the data and the port of a standby.
pub(crate) async fn open_standby(
    config: &Config,
    leader: String,
) -> Result<(Server, Arc<dyn Ledger>), ServeError> {
    let begun = begin(config).await?;
    let ledger = Arc::clone(&begun.ledger);
    let app = App::new(begun.ledger, begun.address.clone());
    app.feed.follow(leader);
    let server = Server {
        _serving: begun.serving,
        certificate: begun.certificate,
        data: config.data.clone(),
        listener: begun.listener,
        app: Arc::new(app),
        address: begun.address,
        welcome: None,
        pin: begun.pin,
    };
    Ok((server, ledger))
}

/// Opens the data and the port; a demonstration fills empty data first.
pub async fn open(config: &Config, demo: bool) -> Result<Server, ServeError> {
    let Beginning {
        serving,
        ledger,
        listener,
        certificate,
        pin,
        address,
    } = begin(config).await?;
    let lead = leads(ledger.as_ref(), config.alone).await?;
    if demo {
        muster_service::demo::fill(ledger.as_ref())
            .await
            .map_err(|problem| ServeError::Demo(problem.text))?;
    }
    let welcome = welcome(ledger.as_ref(), &address).await?;
    let mut service = muster_service::Service::new(ledger, address.clone());
    if matches!(config.store, Store::Folder(_)) {
        service = service.alone();
    }
    service.folder = Some(config.data.clone());
    service.copies = config.copies.clone();
    service.paper = config.paper;
    service.hooks.inside = config.hooks_inside;
    if let Some(file) = &config.hooks_trust {
        let mut client = Client::default();
        client.trust(file).map_err(ServeError::Trust)?;
        service.hooks.sender = Some(Box::new(client));
    }
    let mut app = App::over(service);
    app.self_signed = pin.as_ref().map(Pin::for_people);
    let most = room_for(files_allowed());
    app.connections = Connections::new(most);
    app.streams = Streams::new(most);
    app.proxies = config.proxies.clone();
    app.set_standby(lead.other);
    let app = Arc::new(app);
    // Rehearsals that exist now were left by a server that crashed.
    muster_service::rehearsal::clean(&app.service);
    tokio::spawn(standby::leaving::watch(Arc::clone(&app)));
    muster_service::following::start(&app.service);
    muster_service::retention::start(&app.service);
    muster_service::statistics::start(&app.service);
    tokio::spawn(muster_service::hooks::run(Arc::clone(&app.service)));
    let folder = config.data.clone();
    tokio::spawn(muster_service::backups::keep(
        Arc::clone(&app.service),
        folder,
        matches!(config.store, Store::Folder(_)),
    ));
    Ok(Server {
        _serving: serving,
        certificate,
        data: config.data.clone(),
        listener,
        app,
        address,
        welcome,
        pin,
    })
}

impl Server {
    /// Returns the local address it listens on.
    pub fn local(&self) -> Option<SocketAddr> {
        self.listener.local_addr().ok()
    }

    /// Answers until `stop` completes. Then it refuses connections, so that a proxy asks another server, ends live updates,
    /// so that phones reconnect elsewhere, and finishes running requests. Clients that send nothing, too slowly or too much
    /// are disconnected.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let connections = Arc::clone(&self.app.connections);
        let address: Arc<str> = self.address.as_str().into();
        let app = Arc::clone(&self.app);
        let service = TowerToHyperService::new(crate::router(self.app));
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(LONGEST_HEAD)
            .max_buf_size(LARGEST_HEAD);
        let open = GracefulShutdown::new();
        let mut stop = pin!(stop);
        let mut stopping = false;
        let mut renew = tokio::time::interval(tls::LOOK);
        loop {
            let accepted = tokio::select! {
                biased;
                () = &mut stop, if !stopping => {
                    stopping = true;
                    continue;
                }
                accepted = self.listener.accept() => accepted,
                // All who connected before the signal have been accepted.
                () = ready(()), if stopping => break,
                _ = renew.tick() => {
                    if let Some(certificate) = self.certificate.clone() {
                        // The disk may be slow.
                        tokio::task::spawn_blocking(move || certificate.renew());
                    }
                    continue;
                }
            };
            let (stream, from) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(BREATH).await;
                    continue;
                }
            };
            // A less important connection is closed if there is no place; staff alone never fill all places.
            let Some(place) = connections.enter(from.ip()) else {
                continue;
            };
            // Answers are small and urgent.
            let _ = stream.set_nodelay(true);
            let connection = Connection {
                http: http.clone(),
                service: service.clone(),
                app: Arc::clone(&app),
                watcher: open.watcher(),
            };
            let certificate = self.certificate.clone();
            let data = self.data.clone();
            let home = address.clone();
            tokio::spawn(async move {
                let line = Arc::clone(&place.line);
                let served = async {
                    let Some(secure) = speaks_tls(&stream).await else {
                        return;
                    };
                    let acceptor = match (secure, &certificate) {
                        (true, Some(certificate)) => Some(certificate.acceptor()),
                        // Standbys use TLS even if browsers do not.
                        (true, None) => match self_signed(data).await {
                            Some(acceptor) => Some(acceptor),
                            None => return,
                        },
                        // Browsers without https:// are redirected.
                        (false, Some(_)) => return redirect(stream, &home).await,
                        (false, None) => None,
                    };
                    let Some(acceptor) = acceptor else {
                        return connection.serve(stream, from, &place, false).await;
                    };
                    let greeted = tokio::time::timeout(LONGEST_HEAD, acceptor.accept(stream));
                    if let Ok(Ok(stream)) = greeted.await {
                        connection.serve(stream, from, &place, true).await;
                    }
                };
                tokio::select! {
                    () = served => {}
                    () = line.closed() => {}
                }
            });
        }
        drop(self.listener);
        connections.end_live();
        let _ = tokio::time::timeout(FAREWELL, open.shutdown()).await;
    }
}

/// Raises the limit of open files as far as the system allows, and returns it.
fn files_allowed() -> u64 {
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(files) => files,
        Err(error) => {
            tracing::warn!(%error, "the limit of open files could not be raised");
            FILES
        }
    }
}

/// Creates the link that makes its holder the owner, unless there is an account already. An unused link of an earlier start is
/// withdrawn.
pub async fn welcome(ledger: &dyn Ledger, address: &str) -> Result<Option<String>, ServeError> {
    if !Account::all(ledger).await?.is_empty() {
        return Ok(None);
    }
    let now = jiff::Timestamp::now();
    let token = secret::random()?.to_string();
    let mut writes = Vec::new();
    for old in Invite::all(ledger, None).await? {
        if old.value.purpose == Purpose::Owner && old.value.fate == Fate::Open {
            writes.push(old.withdrawn(now));
        }
    }
    let invite = Invite {
        token: secret::digest(&token),
        purpose: Purpose::Owner,
        created: now,
        expires: None,
        fate: Fate::Open,
    };
    writes.push(invite.put());
    ledger.commit(writes).await?;
    Ok(Some(format!("{address}/welcome/{token}")))
}
