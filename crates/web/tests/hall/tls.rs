//! Webhooks over real TLS: a certificate must be signed by an authority that is trusted, for the name that was called.

use muster_service::hooks::{Message, Sender};
use muster_web::webhook_client::Client;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use std::sync::Arc;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

/// A receiver with a certificate for a name, signed by an authority of its own.
struct Receiver {
    /// The authority, as PEM.
    authority: String,
    port: u16,
    /// What arrived, if anything did.
    heard: JoinHandle<Option<String>>,
}

impl Receiver {
    async fn named(name: &str) -> Receiver {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        let authority = params.self_signed(&key).unwrap().pem();
        let issuer = Issuer::new(params, key);
        let key = KeyPair::generate().unwrap();
        let own = CertificateParams::new(vec![name.to_owned()]).unwrap();
        let own = own.signed_by(&key, &issuer).unwrap();
        let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![own.der().clone()], key)
            .unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let heard = tokio::spawn(async move {
            let (stream, _) = listener.accept().await.ok()?;
            let mut stream = acceptor.accept(stream).await.ok()?;
            let mut text = Vec::new();
            while !text.ends_with(b"}") {
                let mut some = [0; 1024];
                let count = stream.read(&mut some).await.ok()?;
                text.extend_from_slice(&some[..count]);
            }
            let answer = b"HTTP/1.1 204 No Content\r\n\r\n";
            stream.write_all(answer).await.ok()?;
            stream.flush().await.ok()?;
            String::from_utf8(text).ok()
        });
        Receiver {
            authority,
            port,
            heard,
        }
    }

    /// Sends to it, trusting its authority or not.
    async fn told(&self, trusted: bool) -> Result<u16, String> {
        let mut sender = Client::default();
        if trusted {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("authority.pem");
            std::fs::write(&file, &self.authority).unwrap();
            sender.trust(&file).unwrap();
        }
        let message = Message {
            url: &format!("https://localhost:{}/hear", self.port),
            headers: &[("webhook-id", "msg_1".to_owned())],
            body: "{\"event\":\"result\"}",
            inside: true,
        };
        sender.send(message).await
    }
}

#[tokio::test]
async fn a_webhook_is_sent_to_a_trusted_certificate_for_the_name() {
    let receiver = Receiver::named("localhost").await;
    assert_eq!(receiver.told(true).await, Ok(204));
    let heard = receiver.heard.await.unwrap().unwrap();
    assert!(heard.starts_with("POST /hear HTTP/1.1\r\n"), "{heard}");
    assert!(heard.contains("webhook-id: msg_1\r\n"), "{heard}");
    assert!(heard.ends_with("{\"event\":\"result\"}"), "{heard}");
}

#[tokio::test]
async fn nothing_is_sent_to_an_unknown_authority_or_another_name() {
    for (name, trusted) in [("localhost", false), ("club.example", true)] {
        let receiver = Receiver::named(name).await;
        let why = receiver.told(trusted).await.unwrap_err();
        assert!(why.starts_with("no safe connection"), "{why}");
        assert_eq!(receiver.heard.await.unwrap(), None, "{name}");
    }
}

#[test]
fn a_file_without_certificates_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("authority.pem");
    let mut sender = Client::default();
    assert!(sender.trust(&file).is_err(), "there is none");
    let broken = "-----BEGIN CERTIFICATE-----\nbm90aGluZw==\n-----END CERTIFICATE-----\n";
    for text in ["", "just words\n", broken] {
        std::fs::write(&file, text).unwrap();
        let why = sender.trust(&file).unwrap_err();
        assert!(why.contains("authority.pem"), "{text:?}: {why}");
    }
}
