//! Where a database is and how to connect to it: `postgres://user:password@host:port/database?…`.
//!
//! Beside what the driver knows, an address may say `sslmode` (`disable`, or `require` and `verify-full`, which are the same
//! here: a certificate is always checked), `sslrootcert` (a PEM file of certificate authorities instead of those of the
//! machine and the web), `pool_size`, `statement_timeout` and `lock_timeout` (milliseconds). Without `sslmode`, the
//! connection uses TLS unless the database is on this machine.

use crate::error::LedgerError;
use percent_encoding::percent_decode_str;
use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio_postgres::config::{Config, Host, SslMode, TargetSessionAttrs};
use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};

/// How long to wait for a connection.
const CONNECTING: Duration = Duration::from_secs(5);
/// After how long without an answer from the other machine a connection counts as dead.
const SILENCE: Duration = Duration::from_secs(10);

/// The address of a database.
#[derive(Clone)]
pub struct Address {
    pub(super) config: Box<Config>,
    roots: Option<PathBuf>,
    pub(super) pool_size: usize,
    pub(super) statement_timeout: u32,
    pub(super) lock_timeout: u32,
}

impl Address {
    /// Returns whether a text means a database and not a folder.
    #[must_use]
    pub fn is_one(text: &str) -> bool {
        text.starts_with("postgres://") || text.starts_with("postgresql://")
    }

    /// Reads an address.
    pub fn parse(text: &str) -> Result<Address, LedgerError> {
        let invalid = |problem: String| LedgerError::BadAddress { problem };
        // The driver would read it as settings, and name what it does not know: perhaps the password.
        if !Address::is_one(text) {
            return Err(invalid("it must begin with postgres://".to_owned()));
        }
        let (place, query) = text.split_once('?').unwrap_or((text, ""));
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            match name {
                "sslmode" | "sslrootcert" | "pool_size" | "statement_timeout" | "lock_timeout" => {
                    let value = percent_decode_str(value).decode_utf8();
                    let value = value.map_err(|error| invalid(format!("{name}: {error}")))?;
                    ours.push((name, value.into_owned()));
                }
                _ => theirs.push(pair),
            }
        }
        let address = match theirs.is_empty() {
            true => place.to_owned(),
            false => format!("{place}?{}", theirs.join("&")),
        };
        let mut config: Config = address.parse().map_err(|error: tokio_postgres::Error| {
            let source = std::error::Error::source(&error).map(ToString::to_string);
            invalid(source.unwrap_or_else(|| error.to_string()))
        })?;
        if config.get_hosts().is_empty() {
            return Err(invalid("the host is missing".to_owned()));
        }
        // What follows an @ in a password is taken for the host; it must not be shown as one.
        let has_at = |host: &Host| matches!(host, Host::Tcp(name) if name.contains('@'));
        if config.get_hosts().iter().any(has_at) {
            return Err(invalid(
                "an @ in the user or password must be written as %40".to_owned(),
            ));
        }
        let mut tls = !is_local(&config);
        let mut address = Address {
            config: Box::default(),
            roots: None,
            pool_size: 16,
            statement_timeout: 30_000,
            lock_timeout: 5_000,
        };
        for (name, value) in ours {
            let number = || {
                let number = value.parse::<u32>().ok().filter(|number| *number > 0);
                number.ok_or_else(|| invalid(format!("{name} must be a positive whole number")))
            };
            match name {
                "sslrootcert" => address.roots = Some(PathBuf::from(&value)),
                // One connection follows, two write and one must be left for reading.
                "pool_size" => address.pool_size = number()?.clamp(4, 1000) as usize,
                "statement_timeout" => address.statement_timeout = number()?,
                "lock_timeout" => address.lock_timeout = number()?,
                _ => {
                    tls = match value.as_str() {
                        "disable" => false,
                        "require" | "verify-ca" | "verify-full" => true,
                        _ => {
                            return Err(invalid(
                                "sslmode must be disable, require or verify-full".to_owned(),
                            ));
                        }
                    }
                }
            }
        }
        config
            .ssl_mode(if tls {
                SslMode::Require
            } else {
                SslMode::Disable
            })
            .application_name("muster")
            .connect_timeout(CONNECTING)
            .keepalives_idle(SILENCE)
            .tcp_user_timeout(SILENCE)
            // Of several hosts, the one that can be written.
            .target_session_attrs(TargetSessionAttrs::ReadWrite);
        *address.config = config;
        Ok(address)
    }

    /// Returns the TLS configuration.
    pub(super) fn tls(&self) -> Result<MakeRustlsConnect, LedgerError> {
        let mut roots = RootCertStore::empty();
        if self.config.get_ssl_mode() != SslMode::Disable {
            match &self.roots {
                Some(file) => {
                    let unreadable = |problem: String| LedgerError::File {
                        path: file.clone(),
                        problem,
                    };
                    let found = CertificateDer::pem_file_iter(file)
                        .map_err(|error| unreadable(error.to_string()))?;
                    for certificate in found {
                        let certificate =
                            certificate.map_err(|error| unreadable(error.to_string()))?;
                        roots
                            .add(certificate)
                            .map_err(|error| unreadable(error.to_string()))?;
                    }
                    if roots.is_empty() {
                        return Err(unreadable("there is no certificate in it".to_owned()));
                    }
                }
                None => {
                    roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
                    // Certificates of the machine that cannot be read are ignored.
                    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
                }
            }
        }
        let provider = Arc::new(crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| LedgerError::Database(error.to_string()))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(MakeRustlsConnect::new(config))
    }
}

/// Returns whether all hosts are this machine.
fn is_local(config: &Config) -> bool {
    let local = |host: &Host| match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    };
    let elsewhere = config.get_hostaddrs().iter().any(|ip| !ip.is_loopback());
    config.get_hosts().iter().all(local) && !elsewhere
}

/// Shows where the database is, without user and password.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("postgres://")?;
        for (index, host) in self.config.get_hosts().iter().enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            match host {
                Host::Tcp(name) => f.write_str(name)?,
                #[cfg(unix)]
                Host::Unix(path) => write!(f, "{}", path.display())?,
            }
            let ports = self.config.get_ports();
            if let Some(port) = ports.get(index).or(ports.first()) {
                write!(f, ":{port}")?;
            }
        }
        write!(f, "/{}", self.config.get_dbname().unwrap_or_default())
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, tls: bool, shown: &str) {
        let address = Address::parse(text).unwrap();
        assert_eq!(
            address.config.get_ssl_mode() == SslMode::Require,
            tls,
            "{text}"
        );
        assert_eq!(address.to_string(), shown);
    }

    #[test]
    fn a_remote_database_is_reached_over_tls() {
        check(
            "postgres://muster@localhost/hall",
            false,
            "postgres://localhost:5432/hall",
        );
        check(
            "postgres://m:secret@127.0.0.1:5433/hall",
            false,
            "postgres://127.0.0.1:5433/hall",
        );
        check(
            "postgres://m:secret@db.example/hall",
            true,
            "postgres://db.example:5432/hall",
        );
        check(
            "postgresql://m@db.example/hall?sslmode=disable",
            false,
            "postgres://db.example:5432/hall",
        );
        check(
            "postgres://m@localhost/hall?sslmode=verify-full",
            true,
            "postgres://localhost:5432/hall",
        );
        check(
            "postgres://m@a.example,b.example:5433/hall",
            true,
            "postgres://a.example:5432,b.example:5433/hall",
        );
        check(
            "postgres:///hall?host=/run/postgresql",
            false,
            "postgres:///run/postgresql/hall",
        );
    }

    #[test]
    fn what_an_address_says_is_used() {
        let address = Address::parse(
            "postgres://m@db.example/hall?sslrootcert=%2Fetc%2Fclub%20ca.pem&pool_size=6&lock_timeout=700",
        );
        let address = address.unwrap();
        assert_eq!(address.roots, Some(PathBuf::from("/etc/club ca.pem")));
        assert_eq!((address.pool_size, address.lock_timeout), (6, 700));
        assert!(matches!(address.tls(), Err(LedgerError::File { .. })));
    }

    #[test]
    fn an_address_that_makes_no_sense_is_refused_with_a_sentence() {
        for (text, part) in [
            ("postgres://", "the host is missing"),
            ("mysql://m:secret@host/hall?a=b", "begin with postgres://"),
            ("postgres://m:se@cret@host/hall", "%40"),
            ("postgres://m@host/hall?sslmode=prefer", "sslmode must be"),
            ("postgres://m@host/hall?pool_size=none", "pool_size must be"),
            ("postgres://m@host/hall?colour=green", "colour"),
        ] {
            let error = Address::parse(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
            assert!(!error.contains("cret"), "{text}: {error}");
        }
    }
}
