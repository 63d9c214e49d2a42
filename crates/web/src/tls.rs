//! TLS without a proxy: a certificate and its key as PEM files, which are reloaded when they change, so that a renewed
//! certificate needs no restart. Without such files the server makes a self-signed certificate, identified by its digest.

use jiff::civil::Date;
use jiff::{Span, Timestamp, tz::TimeZone};
use muster_ledger::DataFolder;
use muster_ledger::folder::private_options;
use muster_tournament::ids::Hex32;
use rcgen::{CertificateParams, DnType, KeyPair, date_time_ymd};
use sha2::{Digest, Sha256};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::client::danger::{
    HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier,
};
use tokio_rustls::rustls::crypto::{
    WebPkiSupportedAlgorithms, ring, verify_tls12_signature, verify_tls13_signature,
};
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use tokio_rustls::rustls::{
    CertificateError, DigitallySignedStruct, Error, ServerConfig, SignatureScheme,
};

/// How often the files are checked.
pub const LOOK: Duration = Duration::from_secs(10);

/// How many years a self-signed certificate is valid.
const YEARS: i64 = 3;

/// Where the certificate and its key are.
#[derive(Clone, Debug)]
pub struct Files {
    /// The certificate chain.
    pub certificate: PathBuf,
    pub key: PathBuf,
}

/// The certificate that is in use.
pub struct Certificate {
    files: Files,
    current: RwLock<(TlsAcceptor, Stamp)>,
}

/// When the files were last changed.
type Stamp = [Option<SystemTime>; 2];

/// The self-signed certificate in the data folder: key and certificate in one file that only its owner may read.
fn own_file(data: &DataFolder) -> PathBuf {
    data.path().join("self-signed.pem")
}

impl Files {
    /// Returns the self-signed certificate, if one was made.
    #[must_use]
    pub fn own(data: &DataFolder) -> Option<Files> {
        let file = own_file(data);
        file.exists().then(|| Files {
            certificate: file.clone(),
            key: file,
        })
    }

    /// Returns the self-signed certificate and makes it the first time, for these names. It then stays the same, so that
    /// browsers and standbys recognize it; delete the file to get a new one.
    pub fn self_signed(data: &DataFolder, names: &[String]) -> Result<Files, String> {
        if let Some(files) = Files::own(data) {
            return Ok(files);
        }
        let file = own_file(data);
        let wrong = |why: String| format!("{}: {why}", file.display());
        let key = KeyPair::generate().map_err(|error| wrong(error.to_string()))?;
        let params = params(names, Timestamp::now()).map_err(&wrong)?;
        let certificate = params.self_signed(&key);
        let certificate = certificate.map_err(|error| wrong(error.to_string()))?;
        let text = format!("{}{}", key.serialize_pem(), certificate.pem());
        // Written to a temporary file and renamed, so that the file is always complete.
        let part = file.with_extension("pem.part");
        private_options()
            .create(true)
            .truncate(true)
            .open(&part)
            .and_then(|mut out| out.write_all(text.as_bytes()).and_then(|()| out.sync_all()))
            .and_then(|()| std::fs::rename(&part, &file))
            .map_err(|error| wrong(error.to_string()))?;
        Ok(Files {
            certificate: file.clone(),
            key: file,
        })
    }

    /// Returns the digest of the certificate.
    pub fn pin(&self) -> Result<Pin, String> {
        let found = CertificateDer::pem_file_iter(&self.certificate);
        let first = found.ok().and_then(|mut all| all.next()?.ok());
        let first = first
            .ok_or_else(|| format!("{} contains no certificate", self.certificate.display()))?;
        Ok(Pin::of(&first))
    }

    fn stamp(&self) -> Stamp {
        let changed = |path: &Path| {
            std::fs::metadata(path)
                .and_then(|data| data.modified())
                .ok()
        };
        [changed(&self.certificate), changed(&self.key)]
    }

    fn read(&self) -> Result<TlsAcceptor, String> {
        let wrong = |path: &Path, why: String| format!("{}: {why}", path.display());
        let chain = CertificateDer::pem_file_iter(&self.certificate)
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .map_err(|error| wrong(&self.certificate, error.to_string()))?;
        let key = PrivateKeyDer::from_pem_file(&self.key)
            .map_err(|error| wrong(&self.key, error.to_string()))?;
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .map_err(|error| wrong(&self.certificate, error.to_string()))?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(TlsAcceptor::from(Arc::new(config)))
    }
}

impl Certificate {
    /// Reads the files.
    pub fn open(files: Files) -> Result<Certificate, String> {
        let stamp = files.stamp();
        let current = RwLock::new((files.read()?, stamp));
        Ok(Certificate { files, current })
    }

    /// Returns the acceptor for the next connection.
    #[must_use]
    pub fn acceptor(&self) -> TlsAcceptor {
        let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
        current.0.clone()
    }

    /// Reloads the files if they have changed. If they can't be read, the old certificate stays in use.
    pub fn renew(&self) {
        let stamp = self.files.stamp();
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        if current.1 == stamp {
            return;
        }
        match self.files.read() {
            Ok(acceptor) => {
                tracing::info!("the new certificate is in use");
                *current = (acceptor, stamp);
            }
            Err(error) => tracing::error!(
                error,
                "the new certificate cannot be read; the old one stays in use"
            ),
        }
    }
}

/// The parameters of a self-signed certificate.
fn params(names: &[String], now: Timestamp) -> Result<CertificateParams, String> {
    let today = now.to_zoned(TimeZone::UTC).date();
    let end = today.checked_add(Span::new().years(YEARS));
    let end = end.map_err(|error| error.to_string())?;
    let date = |date: Date| {
        let [month, day] =
            [date.month(), date.day()].map(|number| u8::try_from(number).unwrap_or(1));
        date_time_ymd(date.year().into(), month, day)
    };
    let mut params = CertificateParams::new(names.to_vec()).map_err(|error| error.to_string())?;
    params.distinguished_name.push(DnType::CommonName, "Muster");
    // The clocks of phones may be slow.
    params.not_before = date(today.yesterday().unwrap_or(today));
    params.not_after = date(end);
    Ok(params)
}

/// The SHA-256 of a certificate, by which clients can trust it without an authority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pin(pub Hex32);

impl Pin {
    fn of(certificate: &CertificateDer<'_>) -> Pin {
        Pin(Hex32(Sha256::digest(certificate).into()))
    }

    /// Returns it as browsers show it.
    #[must_use]
    pub fn for_people(&self) -> String {
        let pairs = self.0.0.iter().map(|byte| format!("{byte:02X}"));
        pairs.collect::<Vec<_>>().join(":")
    }
}

fn algorithms() -> WebPkiSupportedAlgorithms {
    ring::default_provider().signature_verification_algorithms
}

impl ServerCertVerifier for Pin {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        match Pin::of(certificate) == *self {
            true => Ok(ServerCertVerified::assertion()),
            false => Err(CertificateError::ApplicationVerificationFailure.into()),
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &algorithms())
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &algorithms())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        algorithms().supported_schemes()
    }
}
