//! HTTPS as clients of the world see it: curl and openssl, not our own libraries.

use crate::environment::TestEnvironment;
use crate::server::Server;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Makes a certificate for this machine with openssl.
fn certificate(folder: &Path, common_name: &str) {
    let made = Command::new("openssl")
        .args([
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
        ])
        .args([
            "-nodes",
            "-days",
            "2",
            "-subj",
            &format!("/CN={common_name}"),
        ])
        .args(["-addext", "subjectAltName=IP:127.0.0.1"])
        .args(["-keyout", "key.new", "-out", "certificate.new"])
        .current_dir(folder)
        .stderr(Stdio::null())
        .status();
    assert!(made.unwrap().success(), "openssl is needed");
    for file in ["key", "certificate"] {
        let new = folder.join(format!("{file}.new"));
        std::fs::rename(new, folder.join(format!("{file}.pem"))).unwrap();
    }
}

/// Asks with curl and returns the head of the answer with its body, or what curl said.
fn curl(args: &[&str], url: &str) -> Result<String, String> {
    let ran = Command::new("curl")
        .args(["--silent", "--show-error", "--include", "--max-time", "10"])
        .args(args)
        .arg(url)
        .output()
        .unwrap();
    match ran.status.success() {
        true => Ok(String::from_utf8_lossy(&ran.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&ran.stderr).into_owned()),
    }
}

/// Shows the certificate that is in use at an address.
fn shown(address: &str, what: &str) -> String {
    let command = format!(
        "openssl s_client -connect {address} </dev/null 2>/dev/null | openssl x509 -noout {what}"
    );
    let ran = Command::new("sh").args(["-c", &command]).output().unwrap();
    String::from_utf8_lossy(&ran.stdout).into_owned()
}

#[test]
fn https_is_served_and_a_renewed_certificate_is_used_without_a_restart() {
    let env = TestEnvironment::new();
    let folder = env.path(".");
    certificate(&folder, "first");
    let (pem, key) = (env.path("certificate.pem"), env.path("key.pem"));
    let (pem, key) = (pem.to_str().unwrap(), key.to_str().unwrap());
    let program = assert_cmd::cargo::cargo_bin!("muster");
    let files = ["--tls-certificate", pem, "--tls-key", key];
    let server = Server::start_with(program, &env.path("club"), &files);
    let url = format!("https://{}/", server.address);
    let page = curl(&["--cacert", pem], &url).unwrap();
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    let page = page.to_lowercase();
    assert!(
        page.contains("strict-transport-security: max-age=31536000"),
        "{page}"
    );
    // A cookie never leaves over plain HTTP.
    let welcome = server.welcome.clone().unwrap();
    let owner = [
        "--cacert",
        pem,
        "--data",
        "name=Ines&password=correct horse",
    ];
    let signed_in = curl(&owner, &format!("https://{}{welcome}", server.address)).unwrap();
    let signed_in = signed_in.to_lowercase();
    let cookie = signed_in
        .lines()
        .find(|line| line.starts_with("set-cookie"))
        .unwrap();
    assert!(
        cookie.contains("__host-muster_session=")
            && cookie.contains("; secure")
            && cookie.contains("; httponly"),
        "{cookie}"
    );
    // Whoever comes without TLS is sent to it and gets nothing else.
    let plain = curl(&[], &format!("http://{}/rules?x=1", server.address)).unwrap();
    assert!(plain.starts_with("HTTP/1.1 308"), "{plain}");
    assert!(
        plain.contains(&format!("location: https://{}/rules?x=1", server.address)),
        "{plain}"
    );
    assert!(!plain.to_lowercase().contains("set-cookie"), "{plain}");
    // Old versions of TLS are refused.
    assert!(curl(&["--cacert", pem, "--tls-max", "1.1"], &url).is_err());

    let address = server.address.to_string();
    assert!(shown(&address, "-subject").contains("first"));
    certificate(&folder, "second");
    let begun = Instant::now();
    while !shown(&address, "-subject").contains("second") {
        assert!(
            begun.elapsed() < Duration::from_secs(40),
            "the old one is still in use"
        );
        std::thread::sleep(Duration::from_millis(200));
    }
    assert!(
        curl(&["--cacert", pem], &url)
            .unwrap()
            .starts_with("HTTP/1.1 200")
    );
    // A file that cannot be used leaves the old certificate in use.
    std::fs::write(env.path("certificate.pem"), "half a certificate").unwrap();
    std::thread::sleep(Duration::from_secs(12));
    assert!(shown(&address, "-subject").contains("second"));
    server.kill();
    let mut serve = vec!["serve", "--listen", "127.0.0.1:0", "--data", "club"];
    serve.extend(files);
    let refused = env.fails(3, &serve);
    assert!(refused.contains("certificate.pem"), "{refused}");
}

#[test]
fn a_certificate_is_made_on_request_and_stays_the_same() {
    let env = TestEnvironment::new();
    let program = assert_cmd::cargo::cargo_bin!("muster");
    let data = env.path("club");
    let mut prints = Vec::new();
    for _ in 0..2 {
        let server = Server::start_with(program, &data, &["--tls", "self-signed"]);
        let address = server.address.to_string();
        let url = format!("https://{address}/");
        let stranger = curl(&[], &url).unwrap_err();
        assert!(stranger.contains("certificate"), "{stranger}");
        // Whoever trusts it needs no other check: it is made for this address.
        let pem = data.join("self-signed.pem");
        let page = curl(&["--cacert", pem.to_str().unwrap()], &url).unwrap();
        assert!(page.starts_with("HTTP/1.1 200"), "{page}");
        assert!(
            page.to_lowercase().contains("strict-transport-security"),
            "{page}"
        );
        let print = shown(&address, "-fingerprint -sha256");
        let print = print.trim().split('=').nth(1).unwrap().to_owned();
        assert!(
            server.said.contains(&print),
            "{print} is not in {}",
            server.said
        );
        prints.push(print);
        server.kill();
    }
    assert_eq!(prints[0], prints[1]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(data.join("self-signed.pem"))
            .unwrap()
            .permissions();
        assert_eq!(mode.mode() & 0o777, 0o600);
    }
}
