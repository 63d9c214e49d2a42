//! `muster store`, and the commands that work on a database as on a folder.

use crate::environment::TestEnvironment;
use crate::http::{Connection, get};
use crate::postgres::Postgres;
use crate::server::Server;
use std::time::{Duration, Instant};

#[test]
fn data_moves_into_an_empty_folder_only_and_not_while_a_server_runs() {
    let env = TestEnvironment::with_players("xwing", 4, &[]);
    env.ok(&["import", "cup.jsonl", "--data", "club"]);
    let program = assert_cmd::cargo::cargo_bin!("muster");
    let server = Server::start(program, &env.path("club"));
    let refused = env.fails(3, &["store", "move", "club", "copy"]);
    assert!(refused.contains("Stop it first"), "{refused}");
    server.kill();
    let moved = env.ok(&["store", "move", "club", "copy"]);
    assert!(moved.starts_with("Moved 1 tournament, "), "{moved}");
    let refused = env.fails(3, &["store", "move", "club", "copy"]);
    assert!(refused.contains("copy already has data"), "{refused}");
    let refused = env.fails(3, &["store", "move", "nowhere", "other"]);
    assert!(refused.contains("There is no Muster data"), "{refused}");
    let journal = |data: &str| env.ok(&["export", "cup", "--data", data]);
    assert_eq!(journal("copy"), journal("club"));
    let checked = env.ok(&["store", "check", "--data", "copy"]);
    assert!(
        checked.starts_with("Checked 1 tournament with "),
        "{checked}"
    );
    let refused = env.fails(3, &["store", "check", "--data", "nowhere"]);
    assert!(refused.contains("There is no Muster data"), "{refused}");
    assert!(!env.path("nowhere").exists());
    for mistyped in ["mysql://m:secret@db/hall", "postgres:/m:secret@db/hall"] {
        let refused = env.fails(2, &["store", "move", "club", mistyped]);
        assert!(refused.contains("This database address"), "{refused}");
        assert!(!refused.contains("secret"), "{refused}");
    }
    let refused = env.fails(2, &["standby", "--pair", "--store", "postgres://m@db/hall"]);
    assert!(refused.contains("need no standby"), "{refused}");
    let refused = env.fails(2, &["store", "check", "--store", "mysql://x"]);
    assert!(refused.contains("This database address"), "{refused}");
}

#[test]
#[ignore = "needs PostgreSQL"]
fn long_data_moves_into_a_database_and_back_and_every_command_works_there() {
    let env = TestEnvironment::with_players("xwing", 4, &[]);
    env.ok(&["import", "cup.jsonl", "--data", "club"]);
    env.ok(&["account", "add", "Robin Vale", "--data", "club"]);
    let (url, other) = (Postgres::shared().database(), Postgres::shared().database());
    let moved = env.ok(&["store", "move", "club", &url]);
    assert!(moved.starts_with("Moved 1 tournament, "), "{moved}");
    let refused = env.fails(3, &["store", "move", "club", &url]);
    assert!(refused.contains("already has data"), "{refused}");
    let accounts = env.ok(&["account", "list", "--store", &url]);
    assert!(accounts.contains("Robin Vale"), "{accounts}");
    env.ok(&["store", "check", "--store", &url]);
    env.ok(&["add", "Zora Quist"]);
    let grown = env.ok(&["import", "cup.jsonl", "--store", &url]);
    assert!(grown.contains("grew from line 3 to 4"), "{grown}");
    env.ok(&["backup", "saturday.db", "--store", &url]);
    env.ok(&["restore", "saturday.db", "--store", &other]);
    env.ok(&["restore", "saturday.db", "--data", "hall"]);
    let refused = env.fails(3, &["restore", "saturday.db", "--store", &other]);
    assert!(refused.contains("already has data"), "{refused}");
    env.ok(&["store", "move", &url, "back"]);
    let journal = |from: [&str; 2]| env.ok(&["export", "cup", from[0], from[1]]);
    let expected = std::fs::read_to_string(env.path("cup.jsonl")).unwrap();
    for from in [
        ["--store", &url],
        ["--store", &other],
        ["--data", "hall"],
        ["--data", "back"],
    ] {
        assert_eq!(journal(from), expected, "{from:?}");
    }
    let accounts = env.ok(&["account", "list", "--data", "back"]);
    assert!(accounts.contains("Robin Vale"), "{accounts}");
}

/// A request whose answer comes as it is, with its length.
fn plain(path: &str) -> Vec<u8> {
    let request = String::from_utf8(get(path, None)).unwrap();
    let request = request.replace("accept-encoding: gzip\r\n", "");
    request.into_bytes()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL"]
async fn long_what_is_written_once_is_on_the_pages_of_both_servers() {
    let env = TestEnvironment::with_players("xwing", 4, &[]);
    let url = Postgres::shared().database();
    env.ok(&["import", "cup.jsonl", "--store", &url]);
    let program = assert_cmd::cargo::cargo_bin!("muster");
    let one = Server::start_at(program, &env.path("one"), &url);
    let two = Server::start_at(program, &env.path("two"), &url);
    let refused = env.fails(3, &["store", "move", &url, "copy"]);
    assert!(refused.contains("Stop it first"), "{refused}");
    let players = plain("/api/v1/tournaments/cup/players");
    let mut phones = Vec::new();
    for server in [&one, &two] {
        let mut phone = Connection::open(server.address).await.unwrap();
        let before = phone.ask(&players).await.unwrap().text();
        assert!(!before.contains("Zora Quist"), "{before}");
        phones.push(phone);
    }
    env.ok(&["add", "Zora Quist"]);
    env.ok(&["import", "cup.jsonl", "--store", &url]);
    let begun = Instant::now();
    for mut phone in phones {
        loop {
            let now = phone.ask(&players).await.unwrap().text();
            if now.contains("Zora Quist") {
                break;
            }
            assert!(begun.elapsed() < Duration::from_secs(20), "{now}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}
