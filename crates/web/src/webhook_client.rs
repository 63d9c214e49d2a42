//! Sends a webhook: one POST to a checked address, over TLS for `https`. Redirects are not followed, only the status of the
//! answer is read, and an attempt takes at most ten seconds.

pub mod target;

use axum::body::Body;
use axum::http::{Request, header};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use muster_service::hooks::{Message, Sender, Sent};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use target::Target;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// The longest an attempt may take.
const LONGEST: Duration = Duration::from_secs(10);

/// Sends webhooks over HTTP.
pub struct Client {
    roots: RootCertStore,
    /// Made of the roots when it is first needed; `None` if the built-in cryptography does not offer what it should.
    tls: OnceLock<Option<TlsConnector>>,
}

impl Default for Client {
    fn default() -> Client {
        Client {
            roots: RootCertStore {
                roots: webpki_roots::TLS_SERVER_ROOTS.to_vec(),
            },
            tls: OnceLock::new(),
        }
    }
}

impl Client {
    /// Trusts the certificate authorities of a PEM file too, such as a club's own.
    pub fn trust(&mut self, file: &Path) -> Result<(), String> {
        let wrong = |why: String| format!("{}: {why}", file.display());
        let found =
            CertificateDer::pem_file_iter(file).map_err(|error| wrong(error.to_string()))?;
        let mut count = 0;
        for certificate in found {
            let certificate = certificate.map_err(|error| wrong(error.to_string()))?;
            let added = self.roots.add(certificate);
            added.map_err(|error| wrong(error.to_string()))?;
            count += 1;
        }
        self.tls = OnceLock::new();
        match count {
            0 => Err(wrong("contains no certificate; use a PEM file".to_owned())),
            _ => Ok(()),
        }
    }

    fn tls(&self) -> Option<&TlsConnector> {
        let made = self.tls.get_or_init(|| {
            let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
                .with_safe_default_protocol_versions()
                .ok()?
                .with_root_certificates(self.roots.clone())
                .with_no_client_auth();
            Some(TlsConnector::from(Arc::new(config)))
        });
        made.as_ref()
    }
}

impl Sender for Client {
    fn check(&self, url: &str, inside: bool) -> Result<(), String> {
        Target::parse(url)?.look(inside)
    }

    fn send<'a>(&'a self, message: Message<'a>) -> Sent<'a> {
        let sent = tokio::time::timeout(LONGEST, self.post(message));
        Box::pin(async {
            sent.await
                .unwrap_or_else(|_| Err("no answer within ten seconds".to_owned()))
        })
    }
}

impl Client {
    async fn post(&self, message: Message<'_>) -> Result<u16, String> {
        let target = Target::parse(message.url)?;
        let mut request = Request::post(&target.path)
            .header(header::HOST, &target.authority)
            .header(header::CONTENT_TYPE, "application/json")
            .header(
                header::USER_AGENT,
                concat!("Muster/", env!("CARGO_PKG_VERSION")),
            );
        for (name, value) in message.headers {
            request = request.header(*name, value);
        }
        let request = request
            .body(Body::from(message.body.to_owned()))
            .map_err(|error| format!("the request cannot be made: {error}"))?;
        let stream = connect(&target.resolve(message.inside).await?).await?;
        if !target.secure {
            return exchange(stream, request).await;
        }
        let tls = self.tls().ok_or("TLS is not available here")?;
        let name = ServerName::try_from(target.host)
            .map_err(|_| "the host cannot have a certificate".to_owned())?;
        let stream = tls
            .connect(name, stream)
            .await
            .map_err(|error| format!("no safe connection: {error}"))?;
        exchange(stream, request).await
    }
}

async fn connect(addresses: &[SocketAddr]) -> Result<TcpStream, String> {
    TcpStream::connect(addresses)
        .await
        .map_err(|error| format!("no connection: {error}"))
}

async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Body>,
) -> Result<u16, String> {
    let broken = |error: hyper::Error| format!("the connection broke off: {error}");
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream))
        .await
        .map_err(broken)?;
    let connection = tokio::spawn(connection);
    let answer = sender.send_request(request).await.map_err(broken);
    // Only the status of the answer is read.
    connection.abort();
    Ok(answer?.status().as_u16())
}
