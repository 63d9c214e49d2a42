//! One connection to a browser, a program or a standby.

use crate::app::App;
use crate::connections::Admission;
use crate::page_cache;
use crate::peer::Peer;
use crate::tls::{self, Certificate};
use axum::Router;
use axum::http::{Request, header};
use axum::response::{IntoResponse, Redirect, Response};
use futures_util::future::{Either, ready};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::Watcher;
use hyper_util::service::TowerToHyperService;
use muster_ledger::DataFolder;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;

/// The longest a client may take to send the head of a request.
pub(super) const LONGEST_HEAD: Duration = Duration::from_secs(30);

/// Everything needed to answer on one connection.
pub(super) struct Connection {
    pub(super) http: http1::Builder,
    pub(super) service: TowerToHyperService<Router>,
    pub(super) app: Arc<App>,
    pub(super) watcher: Watcher,
}

impl Connection {
    /// Answers requests until the connection closes.
    pub(super) async fn serve(
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
                let live = answer.as_ref().is_ok_and(is_live);
                line.busy(live);
                if live {
                    line.live();
                }
                answer
            })
        });
        let connection = self.http.serve_connection(TokioIo::new(stream), service);
        // It doesn't matter if a browser hangs up early.
        let _ = self.watcher.watch(connection).await;
    }
}

fn is_live(answer: &Response) -> bool {
    let kind = answer.headers().get(header::CONTENT_TYPE);
    kind.is_some_and(|kind| kind == "text/event-stream")
}

/// Returns whether the client begins a TLS handshake; `None` if it sends nothing.
pub(super) async fn speaks_tls(stream: &TcpStream) -> Option<bool> {
    let mut first = [0];
    let heard = tokio::time::timeout(LONGEST_HEAD, stream.peek(&mut first));
    match heard.await {
        // The type of a TLS handshake record; no HTTP method begins with it.
        Ok(Ok(1)) => Some(first == [0x16]),
        _ => None,
    }
}

/// Returns the acceptor for our self-signed certificate, if there is one. Standbys use it.
pub(super) async fn self_signed(data: DataFolder) -> Option<TlsAcceptor> {
    let read = move || {
        let certificate = Certificate::open(tls::Files::own(&data)?);
        certificate.ok().map(|certificate| certificate.acceptor())
    };
    tokio::task::spawn_blocking(read).await.ok().flatten()
}

/// Redirects a browser that came without TLS to the address with TLS.
pub(super) async fn redirect(stream: TcpStream, home: &str) {
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
