//! Starting a server where one runs already, or with what cannot work; and what another process writes meanwhile.

use crate::environment::TestEnvironment;
use crate::http::{Connection, get, post};
use crate::server::Server;
use std::time::{Duration, Instant};

#[test]
fn a_second_server_on_the_same_data_is_refused_in_words() {
    let env = TestEnvironment::new();
    let program = assert_cmd::cargo::cargo_bin!("muster");
    let first = Server::start(program, &env.path("club"));
    let serve = ["serve", "--listen", "127.0.0.1:0", "--data", "club"];
    let refused = env.fails(3, &serve);
    assert!(refused.contains("Another server is running"), "{refused}");
    first.kill();
    // The lock dies with its holder.
    Server::start(program, &env.path("club")).kill();
}

#[test]
fn an_address_that_leads_nowhere_is_refused() {
    let env = TestEnvironment::new();
    for address in ["not a url", "x.example/t/y"] {
        let serve = [
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--data",
            "club",
            "--address",
            address,
        ];
        let refused = env.fails(3, &serve);
        assert!(refused.contains("cannot be the address"), "{refused}");
    }
}

/// A request whose answer comes as it is, with its length.
fn plain(path: &str) -> Vec<u8> {
    let request = String::from_utf8(get(path, None)).unwrap();
    request
        .replace("accept-encoding: gzip\r\n", "")
        .into_bytes()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_beside_a_running_server_is_on_its_pages_within_a_second() {
    let env = TestEnvironment::with_players("xwing", 4, &[]);
    env.ok(&["import", "cup.jsonl", "--data", "club"]);
    let program = assert_cmd::cargo::cargo_bin!("muster");
    let server = Server::start(program, &env.path("club"));
    let mut phone = Connection::open(server.address).await.unwrap();
    let home = phone.ask(&plain("/api/v1/tournaments")).await.unwrap();
    let home = home.text();
    let id = home
        .split("\"id\":\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    let players = plain(&format!("/api/v1/tournaments/{id}/players"));
    let before = phone.ask(&players).await.unwrap().text();
    assert!(!before.contains("Zora Quist"), "{before}");
    env.ok(&["add", "Zora Quist"]);
    env.ok(&["import", "cup.jsonl", "--data", "club"]);
    let begun = Instant::now();
    loop {
        let now = phone.ask(&players).await.unwrap().text();
        if now.contains("Zora Quist") {
            return;
        }
        assert!(begun.elapsed() < Duration::from_secs(1), "{now}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_told_to_stop_finishes_what_was_begun() {
    let env = TestEnvironment::new();
    let program = assert_cmd::cargo::cargo_bin!("muster");
    let server = Server::start(program, &env.path("club"));
    let welcome = server.welcome.clone().unwrap();
    let form = post(
        &welcome,
        None,
        &[("name", "Ines"), ("password", "correct horse")],
    );
    let (first, rest) = form.split_at(form.len() - 5);
    let mut browser = Connection::open(server.address).await.unwrap();
    browser.send(first).await.unwrap();
    // The server has begun to read it once it answers somebody else.
    let mut other = Connection::open(server.address).await.unwrap();
    other.ask(&plain("/healthz")).await.unwrap();
    server.signal("TERM");
    browser.send(rest).await.unwrap();
    assert_eq!(browser.reply().await.unwrap().status, 303);
    assert!(server.ended());
    let accounts = env.ok(&["account", "list", "--data", "club"]);
    assert!(accounts.contains("Ines"), "{accounts}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_link_of_the_first_start_ends_when_the_command_line_adds_the_owner() {
    let env = TestEnvironment::new();
    let program = assert_cmd::cargo::cargo_bin!("muster");
    let server = Server::start(program, &env.path("club"));
    let welcome = server.welcome.clone().unwrap();
    let mut browser = Connection::open(server.address).await.unwrap();
    assert_eq!(browser.ask(&plain(&welcome)).await.unwrap().status, 200);
    env.ok(&["account", "add", "Robin Vale", "--data", "club"]);
    assert_eq!(browser.ask(&plain(&welcome)).await.unwrap().status, 404);
    let fields = [("name", "Mallory"), ("password", "correct horse")];
    let taken = browser.ask(&post(&welcome, None, &fields)).await.unwrap();
    assert_eq!(taken.status, 404);
    let accounts = env.ok(&["account", "list", "--data", "club"]);
    assert!(!accounts.contains("Mallory"), "{accounts}");
}

#[test]
fn logs_in_a_file_are_plain_and_on_request_json() {
    let env = TestEnvironment::new();
    let program = assert_cmd::cargo::cargo_bin!("muster");
    for format in ["text", "json"] {
        let log = std::fs::File::create(env.path("log")).unwrap();
        let mut server = std::process::Command::new(program)
            .args([
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--log-format",
                format,
                "--copies",
                "/nowhere",
                "--data",
            ])
            .arg(env.path("club"))
            .stdout(std::process::Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        let begun = Instant::now();
        while env.read("log").is_empty() && begun.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(20));
        }
        server.kill().unwrap();
        server.wait().unwrap();
        let log = env.read("log");
        assert!(!log.is_empty() && !log.contains('\u{1b}'), "{log}");
        for line in log.lines().filter(|_| format == "json") {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            assert!(
                line["level"].is_string() && line["timestamp"].is_string(),
                "{line}"
            );
        }
    }
}
