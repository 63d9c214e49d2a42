//! Asking the other machine: HTTP over TLS, with the web's certificate authorities or with the one certificate that the
//! secret names.

use crate::tls::Pin;
use crate::webhook_client::target::Target;
use axum::body::Body;
use axum::http::{Request, Response, StatusCode, header};
use futures_util::StreamExt;
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use muster_ledger::people::TokenHash;
use muster_service::secret;
use muster_service::standby::leading::Status;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// How long the other machine may take to begin to answer.
const PATIENCE: Duration = Duration::from_secs(3);
/// The longest answer that is not a stream.
const LONGEST: usize = 64 * 1024;

/// Another machine.
#[derive(Clone)]
pub struct Client {
    target: Target,
    pin: Option<Pin>,
}

impl Client {
    /// Names a machine by its address; where its certificate is known, it must be that one.
    pub fn new(address: &str, pin: Option<Pin>) -> Result<Client, String> {
        let address = address.trim_end_matches('/');
        let url = match address.split_once("://") {
            // A known certificate can be expected at every port of Muster.
            Some(("http", host)) if pin.is_some() => format!("https://{host}"),
            Some(_) => address.to_owned(),
            None => format!("https://{address}"),
        };
        let target = Target::parse(&url)?;
        Ok(Client { target, pin })
    }

    /// Asks for the status of the other machine; an answer without a valid proof is ignored.
    pub async fn status(&self, key: TokenHash) -> Result<Status, String> {
        let nonce = secret::random()
            .map_err(|error| error.to_string())?
            .to_string();
        let request = Request::get(format!("/standby/status?nonce={nonce}"));
        let status: Status = read(self.send(request, Body::empty()).await?).await?;
        match status.is_proved(key, &nonce) {
            true => Ok(status),
            false => Err("the answer is not from the machine that was paired".to_owned()),
        }
    }

    /// Sends something with the secret.
    pub async fn post(
        &self,
        path: &str,
        secret: &str,
        what: &impl Serialize,
    ) -> Result<Response<Incoming>, String> {
        let body = serde_json::to_vec(what).map_err(|error| error.to_string())?;
        let request = Request::post(path)
            .header(header::AUTHORIZATION, format!("Bearer {secret}"))
            .header(header::CONTENT_TYPE, "application/json");
        self.send(request, Body::from(body)).await
    }

    /// Sends a request and returns the answer, its body yet to come; one that is refused is an error.
    async fn send(
        &self,
        request: axum::http::request::Builder,
        body: Body,
    ) -> Result<Response<Incoming>, String> {
        let request = request
            .header(header::HOST, &self.target.authority)
            .body(body)
            .map_err(|error| error.to_string())?;
        let sent = tokio::time::timeout(PATIENCE, self.deliver(request)).await;
        let answer = sent.map_err(|_| "no answer".to_owned())??;
        if answer.status().is_success() {
            return Ok(answer);
        }
        Err(match answer.status() {
            StatusCode::UNAUTHORIZED => {
                "the secret is invalid; create another with `muster standby --pair`".to_owned()
            }
            StatusCode::FORBIDDEN => "it must be asked over https://".to_owned(),
            status => format!("it answered {status}"),
        })
    }

    async fn deliver(&self, request: Request<Body>) -> Result<Response<Incoming>, String> {
        let addresses = self.target.resolve(true).await?;
        let stream = TcpStream::connect(&*addresses)
            .await
            .map_err(|error| format!("no connection: {error}"))?;
        let _ = stream.set_nodelay(true);
        if !self.target.secure {
            return exchange(stream, request).await;
        }
        let name = ServerName::try_from(self.target.host.clone())
            .map_err(|_| "the host cannot have a certificate".to_owned())?;
        let tls = TlsConnector::from(Arc::new(self.tls()?));
        let stream = tls
            .connect(name, stream)
            .await
            .map_err(|error| format!("no safe connection: {error}"))?;
        exchange(stream, request).await
    }

    fn tls(&self) -> Result<ClientConfig, String> {
        let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?;
        Ok(match self.pin {
            Some(pin) => builder
                .dangerous()
                .with_custom_certificate_verifier(Arc::new(pin))
                .with_no_client_auth(),
            None => {
                let roots = webpki_roots::TLS_SERVER_ROOTS.to_vec();
                builder
                    .with_root_certificates(RootCertStore { roots })
                    .with_no_client_auth()
            }
        })
    }
}

async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Body>,
) -> Result<Response<Incoming>, String> {
    let broken = |error: hyper::Error| format!("the connection broke off: {error}");
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream))
        .await
        .map_err(broken)?;
    tokio::spawn(connection);
    sender.send_request(request).await.map_err(broken)
}

/// Reads a whole answer.
async fn text(answer: Response<Incoming>) -> Result<String, String> {
    let mut body = Body::new(answer.into_body()).into_data_stream();
    let mut text = Vec::new();
    while let Some(some) = body.next().await {
        text.extend(some.map_err(|error| error.to_string())?);
        if text.len() > LONGEST {
            return Err("the answer is too long".to_owned());
        }
    }
    String::from_utf8(text).map_err(|error| error.to_string())
}

/// Reads an answer of one value.
async fn read<T: DeserializeOwned>(answer: Response<Incoming>) -> Result<T, String> {
    let text = tokio::time::timeout(PATIENCE, text(answer)).await;
    let text = text.map_err(|_| "no answer".to_owned())??;
    serde_json::from_str(&text).map_err(|_| "the answer is not from a Muster server".to_owned())
}
