//! Starting a server where one runs already, or with what cannot work; and what another process writes meanwhile.

use crate::environment::TestEnvironment;
use crate::http::{Connection, get};
use crate::server::Server;
use std::time::{Duration, Instant};

#[test]
fn a_second_server_on_the_same_data_is_refused_in_words() {
    let env = TestEnvironment::new();
    let program = assert_cmd::cargo::cargo_bin!("muster");
    let first = Server::start(program, &env.path("club"));
    let serve = ["serve", "--listen", "127.0.0.1:0", "--data", "club"];
    let refused = env.fails(3, &serve);
    assert!(refused.contains("another server is running"), "{refused}");
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
