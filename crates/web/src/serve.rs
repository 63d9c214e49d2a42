//! Starting and stopping: opening the data, finding an address that phones can reach, the one-time link of a fresh
//! installation, and what is kept by itself: a copy of the data after each finished round, the paper of each published one.

use crate::app::App;
use crate::connections::{Admission, Connections, room_for};
use crate::page_cache;
use crate::peer::{Network, Peer};
use crate::standby::{self, leaving::Other};
use crate::streams::Streams;
use crate::tls::{self, Certificate, Pin};
use crate::webhook_client::Client;
use axum::Router;
use axum::http::{Request, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use futures_util::future::{Either, ready};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use muster_ledger::people::{Account, Fate, Invite, Kept, Lead, Part, Purpose};
use muster_ledger::{DataFolder, Hold, Ledger, LedgerError, Store};
use muster_paper::Paper;
use muster_service::secret;
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

/// The longest a browser may take to say what it wants.
const LONGEST_HEAD: Duration = Duration::from_secs(30);
/// The most bytes it may take: many times what browsers send.
const LARGEST_HEAD: usize = 64 * 1024;
/// How long to wait when the system has no more connections to give.
const BREATH: Duration = Duration::from_millis(100);
/// Open files on a system that says nothing about them.
const FILES: u64 = 256;
/// How long requests under way have when the server stops.
const FAREWELL: Duration = Duration::from_secs(3);

/// How to serve.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where the data is.
    pub store: Store,
    /// Where backups and round folders are.
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
    /// Proxies that are believed when they name whom they ask for.
    pub proxies: Vec<Network>,
    /// A second place for backups and round folders.
    pub copies: Option<PathBuf>,
    /// How browsers come over TLS to this process, if they do.
    pub tls: Option<Tls>,
    /// Go on although the standby does not answer, and forget it.
    pub alone: bool,
}

/// Where the certificate comes from.
#[derive(Clone, Debug)]
pub enum Tls {
    Files(tls::Files),
    /// It is made here, and nobody vouches for it.
    SelfSigned,
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
        listen: SocketAddr,
        error: std::io::Error,
    },
    /// The system gives no random bytes.
    #[error("the system's random generator failed: {0}")]
    Random(#[from] getrandom::Error),
    /// The address is not one.
    #[error(
        "“{0}” cannot be the address of this server: give http:// or https:// and a host, such as https://muster.example, and nothing behind it"
    )]
    Address(String),
    /// The certificate cannot be used.
    #[error("the certificate cannot be used: {0}")]
    Certificate(String),
    /// Another machine has taken over.
    #[error(
        "another machine has taken over, at {0}, so this one does not continue: two machines would become two truths. To stand by for the other one, run `muster standby --pair` there and `muster standby {0}` here"
    )]
    Superseded(String),
    /// Nobody knows whether another machine has taken over.
    #[error(
        "the standby at {address} does not answer ({why}), and it may have taken over. If you know that it has not, start with --alone; this machine then forgets the standby"
    )]
    StandbySilent {
        address: String,
        /// What was heard instead of an answer.
        why: String,
    },
    /// The data is not a copy.
    #[error(
        "this data leads a server of its own; choose another folder for the standby with --data"
    )]
    Leads,
    /// There is nothing to take over with.
    #[error("this data is not a standby; follow a server with `muster standby ADDRESS` first")]
    NoStandby,
    /// The standby did not begin to lead.
    #[error(
        "the standby at {0} did not begin to lead; stop it and run `muster serve` with the same data"
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
    /// The demonstration could not be made.
    #[error("the demonstration could not be made: {0}")]
    Demo(String),
}

/// A server that listens and is about to answer.
pub struct Server {
    /// Two servers on the same data would each show what the other has changed since as it was.
    _serving: Hold,
    certificate: Option<Arc<Certificate>>,
    data: DataFolder,
    listener: TcpListener,
    app: Arc<App>,
    /// The address for people, without a path.
    pub address: String,
    /// The one-time link, while nobody has claimed this installation.
    pub welcome: Option<String>,
    /// What a certificate of our own is known by.
    pub pin: Option<Pin>,
}

/// What a server begins with, whether it leads or follows.
struct Beginning {
    serving: Hold,
    ledger: Arc<dyn Ledger>,
    listener: TcpListener,
    certificate: Option<Arc<Certificate>>,
    pin: Option<Pin>,
    address: String,
}

/// Takes the data, the port and the certificate.
async fn begin(config: &Config) -> Result<Beginning, ServeError> {
    let given = config.address.as_deref().map(address).transpose()?;
    let serving = config.data.serve()?;
    let ledger: Arc<dyn Ledger> = config.store.open()?;
    let failed = |error| ServeError::Listen {
        listen: config.listen,
        error,
    };
    let listener = TcpListener::bind(config.listen).await.map_err(failed)?;
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

/// The names that a certificate of our own is made for.
#[must_use]
pub fn names(address: &str) -> Vec<String> {
    let host = address.parse::<Uri>().ok();
    let host = host.and_then(|uri| Some(uri.host()?.trim_matches(['[', ']']).to_owned()));
    let mut names = vec![
        "localhost".to_owned(),
        "127.0.0.1".to_owned(),
        "::1".to_owned(),
    ];
    names.extend(host.filter(|host| !names.contains(host)));
    names
}

/// Makes sure that no other machine leads; the standby is asked, where there is one.
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

/// Opens the data of a standby and the port, to say that it is one.
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
    // Nothing is rehearsed yet; whatever is there was left by a server that stopped suddenly.
    muster_service::rehearsal::clean(&app.service);
    tokio::spawn(standby::leaving::watch(Arc::clone(&app)));
    muster_service::following::start(&app.service);
    muster_service::retention::start(&app.service);
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
    /// Returns where it listens.
    pub fn local(&self) -> Option<SocketAddr> {
        self.listener.local_addr().ok()
    }

    /// Answers until the signal comes; requests under way are answered first. Who connects and says nothing, or says it
    /// too slowly or at too great a length, is let go.
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
        let mut renew = tokio::time::interval(tls::LOOK);
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                _ = renew.tick() => {
                    if let Some(certificate) = self.certificate.clone() {
                        // Files may lie on a slow disk.
                        tokio::task::spawn_blocking(move || certificate.renew());
                    }
                    continue;
                }
                () = &mut stop => break,
            };
            let (stream, from) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be taken");
                    tokio::time::sleep(BREATH).await;
                    continue;
                }
            };
            // Somebody who needs it less gives way; staff alone never fill all places.
            let Some(place) = connections.enter(from.ip()) else {
                continue;
            };
            // Answers are small and wanted now.
            let _ = stream.set_nodelay(true);
            let one = One {
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
                        // A standby comes over TLS even where browsers do not.
                        (true, None) => match own(data).await {
                            Some(acceptor) => Some(acceptor),
                            None => return,
                        },
                        // Whoever types an address without https:// is sent there.
                        (false, Some(_)) => return send_home(stream, &home).await,
                        (false, None) => None,
                    };
                    let Some(acceptor) = acceptor else {
                        return one.serve(stream, from, &place, false).await;
                    };
                    let greeted = tokio::time::timeout(LONGEST_HEAD, acceptor.accept(stream));
                    if let Ok(Ok(stream)) = greeted.await {
                        one.serve(stream, from, &place, true).await;
                    }
                };
                tokio::select! {
                    () = served => {}
                    () = line.closed() => {}
                }
            });
        }
        // Live pages never end by themselves.
        let _ = tokio::time::timeout(FAREWELL, open.shutdown()).await;
    }
}

/// What is needed to answer on one connection.
struct One {
    http: http1::Builder,
    service: TowerToHyperService<Router>,
    app: Arc<App>,
    watcher: Watcher,
}

impl One {
    async fn serve(
        self,
        stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
        from: SocketAddr,
        place: &Admission,
        encrypted: bool,
    ) {
        let line = Arc::clone(&place.line);
        let peer = Peer {
            address: from.ip(),
            encrypted,
            line: Some(Arc::clone(&line)),
        };
        let (service, app) = (self.service, self.app);
        let service = service_fn(move |mut request: Request<Incoming>| {
            if let Some(answer) = page_cache::at_once(&app, &request) {
                return Either::Left(ready(Ok(answer)));
            }
            request.extensions_mut().insert(peer.clone());
            line.busy(true);
            let answer = service.call(request);
            let line = Arc::clone(&line);
            Either::Right(async move {
                let answer = answer.await;
                // A live page is being answered for as long as it is open.
                line.busy(answer.as_ref().is_ok_and(is_live));
                answer
            })
        });
        let connection = self.http.serve_connection(TokioIo::new(stream), service);
        // Browsers that hang up in the middle are no fault of anybody here.
        let _ = self.watcher.watch(connection).await;
    }
}

fn is_live(answer: &Response) -> bool {
    let kind = answer.headers().get(header::CONTENT_TYPE);
    kind.is_some_and(|kind| kind == "text/event-stream")
}

/// Returns whether somebody begins a TLS connection; nothing if they say nothing.
async fn speaks_tls(stream: &TcpStream) -> Option<bool> {
    let mut first = [0];
    let heard = tokio::time::timeout(LONGEST_HEAD, stream.peek(&mut first));
    match heard.await {
        // The type of a TLS record that begins a handshake; no method of HTTP begins so.
        Ok(Ok(1)) => Some(first == [0x16]),
        _ => None,
    }
}

/// How to greet a standby with our own certificate, if there is one.
async fn own(data: DataFolder) -> Option<TlsAcceptor> {
    let read = move || {
        let certificate = Certificate::open(tls::Files::own(&data)?);
        certificate.ok().map(|certificate| certificate.acceptor())
    };
    tokio::task::spawn_blocking(read).await.ok().flatten()
}

/// Answers a browser that came without TLS with the address that has it.
async fn send_home(stream: TcpStream, home: &str) {
    let service = service_fn(|request: Request<Incoming>| {
        let path = request
            .uri()
            .path_and_query()
            .map_or("/", |path| path.as_str());
        let answer = Redirect::permanent(&format!("{home}{path}")).into_response();
        async { Ok::<_, Infallible>(answer) }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(LONGEST_HEAD)
        .keep_alive(false);
    let _ = http.serve_connection(TokioIo::new(stream), service).await;
}

/// Raises the limit of open files as far as the system lets us, and returns it.
fn files_allowed() -> u64 {
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(files) => files,
        Err(error) => {
            tracing::warn!(%error, "the limit of open files could not be raised");
            FILES
        }
    }
}

/// Returns an address for people without what does not belong to it, or says that it is none.
pub(crate) fn address(text: &str) -> Result<String, ServeError> {
    let wrong = || ServeError::Address(text.to_owned());
    let uri: Uri = text.trim().parse().map_err(|_| wrong())?;
    let scheme = uri
        .scheme_str()
        .filter(|scheme| ["http", "https"].contains(scheme));
    let host = uri.authority().filter(|host| !host.as_str().contains('@'));
    let bare = uri.path_and_query().is_none_or(|path| path.as_str() == "/");
    match (scheme, host, bare) {
        (Some(scheme), Some(host), true) => Ok(format!("{scheme}://{host}")),
        _ => Err(wrong()),
    }
}

/// Makes a link that lets its holder become the owner, unless there is an account already. A link of an earlier start
/// that was never used is withdrawn.
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

/// The address under which others in the hall see this machine. Asking the system which way it would send a packet needs
/// no network and sends nothing.
pub(crate) fn reachable(local: SocketAddr, secure: bool) -> String {
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
    let scheme = if secure { "https" } else { "http" };
    format!("{scheme}://{}", SocketAddr::new(host, local.port()))
}

#[cfg(test)]
mod tests {
    use super::address;

    #[test]
    fn an_address_that_leads_nowhere_is_refused() {
        for (given, kept) in [
            ("https://muster.example", "https://muster.example"),
            ("https://muster.example/", "https://muster.example"),
            ("http://192.0.2.7:7890", "http://192.0.2.7:7890"),
            ("http://[2001:db8::1]:80", "http://[2001:db8::1]:80"),
        ] {
            assert_eq!(address(given).unwrap(), kept);
        }
        for wrong in [
            "not a url",
            "x.example/t/y",
            "muster.example",
            "ftp://muster.example",
            "https://",
            "https://muster.example/t/open",
            "https://muster.example/?a=1",
            "https://me@muster.example",
            "",
        ] {
            assert!(address(wrong).is_err(), "{wrong}");
        }
    }
}
