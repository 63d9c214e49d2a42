//! TLS without a proxy: a certificate and its key as PEM files, read again when they change, so that a renewed certificate
//! needs no restart.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// How often the files are looked at.
pub const LOOK: Duration = Duration::from_secs(10);

/// Where the certificate and its key are.
#[derive(Clone, Debug)]
pub struct Files {
    /// The certificate, followed by those that vouch for it.
    pub certificate: PathBuf,
    /// The key.
    pub key: PathBuf,
}

/// The certificate that is in use.
pub struct Certificate {
    files: Files,
    current: RwLock<(TlsAcceptor, Stamp)>,
}

/// When the files were last changed.
type Stamp = [Option<SystemTime>; 2];

impl Files {
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

    /// Returns how to greet the next browser.
    #[must_use]
    pub fn acceptor(&self) -> TlsAcceptor {
        let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
        current.0.clone()
    }

    /// Reads the files again if they have changed. Files that cannot be read leave the old certificate in use.
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
