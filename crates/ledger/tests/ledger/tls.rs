//! PostgreSQL over real TLS: its certificate must be signed by an authority that is trusted, for the name that was called.

use crate::lines::{create, first, kept};
use crate::postgres::{Postgres, psql};
use crate::stores::postgres;
use muster_ledger::PostgresLedger;
use muster_ledger::postgres::Address;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Makes an authority, and a certificate for a name that it signed; returns the authority's file.
fn authority(folder: &Path, name: &str) -> String {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let key = KeyPair::generate().unwrap();
    let file = folder.join("authority.pem");
    fs::create_dir_all(folder).unwrap();
    fs::write(&file, params.self_signed(&key).unwrap().pem()).unwrap();
    let issuer = Issuer::new(params, key);
    let key = KeyPair::generate().unwrap();
    let own = CertificateParams::new(vec![name.to_owned()]).unwrap();
    let own = own.signed_by(&key, &issuer).unwrap();
    fs::write(folder.join("certificate.pem"), own.pem()).unwrap();
    fs::write(folder.join("key.pem"), key.serialize_pem()).unwrap();
    file.display().to_string()
}

#[test]
#[ignore = "needs PostgreSQL"]
fn long_a_database_is_reached_over_tls_and_only_with_a_valid_certificate() {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    let trusted = authority(&folder.path().join("own"), "localhost");
    let other = authority(&folder.path().join("other"), "localhost");
    let server = Postgres::start("-c fsync=off");
    let owner = server.database();
    server.order(&format!("tls {}", folder.path().join("own").display()));
    psql(&owner, "CREATE ROLE guest LOGIN PASSWORD 'open sesame'");
    psql(&owner, "CREATE DATABASE guest OWNER guest");
    let port = owner.rsplit_once(':').unwrap().1.split_once('/').unwrap().0;
    let guest = |host: &str, more: &str| {
        format!("postgres://guest:open%20sesame@{host}:{port}/guest?{more}")
    };
    let refused = |address: String, sentence: &str| {
        let opened = PostgresLedger::open(&Address::parse(&address).unwrap());
        let error = opened.err().unwrap().to_string();
        assert!(error.contains(sentence), "{address}: {error}");
    };
    let uses_tls = "SELECT DISTINCT s.ssl FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid)
        WHERE a.application_name = 'muster'";

    // With a password, which is bound to the connection that TLS protects.
    for mode in ["require", "verify-ca", "verify-full"] {
        let ledger = postgres(&guest(
            "localhost",
            &format!("sslmode={mode}&sslrootcert={trusted}"),
        ));
        let name = mode.replace('-', "");
        create(&ledger, &name, &[first(mode)]);
        assert_eq!(kept(&ledger, &name).len(), 1);
        assert_eq!(psql(&owner, uses_tls), "t", "{mode}");
    }
    let with = |mode: &str, roots: &str| format!("sslmode={mode}&sslrootcert={roots}");
    for mode in ["require", "verify-full"] {
        refused(
            guest("localhost", &with(mode, &other)),
            "invalid peer certificate",
        );
        refused(
            guest("127.0.0.1", &with(mode, &trusted)),
            "not valid for name",
        );
        // The authorities of the web and of the machine know nothing of ours.
        refused(
            guest("localhost", &format!("sslmode={mode}")),
            "invalid peer certificate",
        );
    }
    // Without TLS the database lets only its owner in.
    refused(guest("localhost", "sslmode=disable"), "pg_hba.conf rejects");
    let ledger = postgres(&owner);
    assert_eq!(psql(&owner, uses_tls), "f");
    drop(ledger);
}
