//! A standby as a process of its own: it has what the server acknowledged, takes over, and the server that comes back does
//! not become a second truth.

use crate::environment::TestEnvironment;
use crate::http::{Connection, Reply, get, post};
use crate::kill::{Browser, Crowd, open};
use crate::server::Server;
use muster_ledger::people::{Lead, Part};
use muster_ledger::{DataFolder, Ledger, LineText, SqliteLedger, TournamentId};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The longest that anything here may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// A standby that runs; it ends when this is dropped.
struct Standby {
    child: Child,
    address: SocketAddr,
    said: Arc<Mutex<Vec<String>>>,
}

impl Standby {
    fn start(env: &TestEnvironment, leader: SocketAddr, secret: &str) -> Standby {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("muster"))
            .args(["standby", &leader.to_string(), "--listen", "127.0.0.1:0"])
            .arg("--data")
            .arg(env.path("second"))
            .env("MUSTER_STANDBY_SECRET", secret)
            .env("MUSTER_LOG", "error")
            .env_remove("MUSTER_ADDRESS")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let address = line.strip_prefix("Standing by at http://")?;
            address.parse().ok()
        });
        let address = address.unwrap();
        let said = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&said);
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                heard.lock().unwrap().push(line);
            }
        });
        Standby {
            child,
            address,
            said,
        }
    }

    /// Waits until it says something.
    fn says(&self, words: &str) {
        wait(words, || {
            self.said
                .lock()
                .unwrap()
                .iter()
                .any(|line| line.contains(words))
        });
    }
}

impl Drop for Standby {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until something is so.
#[track_caller]
fn wait(what: &str, mut so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !so() {
        assert!(begun.elapsed() < PATIENCE, "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Makes a secret on the server's machine.
fn pair(env: &TestEnvironment) -> String {
    let said = env.ok(&["standby", "--pair", "--data", "first", "--json"]);
    let said: Value = serde_json::from_str(&said).unwrap();
    said["secret"].as_str().unwrap().to_owned()
}

/// The lines of a tournament as they are on a machine.
fn lines(data: &Path, tournament: &str) -> Vec<LineText> {
    let ledger = SqliteLedger::open(&DataFolder::new(data)).unwrap();
    let id = TournamentId::new(tournament).unwrap();
    ledger.read(&id, 0).wait().unwrap_or_default()
}

/// One request on a connection of its own.
async fn ask(server: SocketAddr, request: &[u8]) -> Reply {
    let mut connection = Connection::open(server).await.unwrap();
    connection.ask(request).await.unwrap()
}

/// A server with eight players in round 1, its desk, and the name of the tournament.
async fn playing(server: &Server) -> (Browser, String) {
    let hall = Crowd::at(server.address);
    let mut desk = Browser::new(&hall, 1);
    open(&mut desk, server.welcome.as_deref().unwrap(), 8).await;
    let id = hall.path().trim_start_matches("/t/").to_owned();
    (desk, id)
}

/// Gives a command that needs no fields at a server.
async fn directs(server: SocketAddr, id: &str, cookie: &str, command: &str) -> Reply {
    let key = format!("{command}-{:?}", Instant::now());
    let path = format!("/t/{id}/do/{command}");
    ask(server, &post(&path, Some(cookie), &[("key", &key)])).await
}

/// The position that an acknowledged command has reached.
fn done(reply: &Reply) -> u64 {
    let to = reply.location.as_deref().unwrap_or_default();
    let position = to.split("done=").nth(1).and_then(|text| text.parse().ok());
    position.unwrap_or_else(|| panic!("{} {}", reply.status, reply.text()))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_standby_takes_over_from_a_server_that_was_killed() {
    let env = TestEnvironment::new();
    let program = assert_cmd::cargo::cargo_bin!("muster");
    let (first, second) = (env.path("first"), env.path("second"));
    let server = Server::start(program, &first);
    let old = server.address;
    let (desk, id) = playing(&server).await;
    let cookie = desk.cookie().to_owned();
    let standby = Standby::start(&env, old, &pair(&env));
    let new = standby.address;
    standby.says("Following");
    // While it follows, it does nothing for people, and says who does.
    let closed = ask(new, &get(&format!("/t/{id}/desk"), Some(&cookie))).await;
    assert_eq!(closed.status, 503);
    assert!(
        closed.text().contains(&old.to_string()),
        "{}",
        closed.text()
    );

    // Every line arrives, and so does what is beside the lines.
    let copy = SqliteLedger::open(&DataFolder::new(&second)).unwrap();
    let tournament = TournamentId::new(id.clone()).unwrap();
    let mut slowest = Duration::ZERO;
    for round in 0..20 {
        let command = if round % 2 == 0 { "draft" } else { "undo" };
        let position = done(&directs(old, &id, &cookie, command).await);
        let begun = Instant::now();
        wait("the line on the standby", || {
            copy.read(&tournament, position - 1)
                .wait()
                .is_ok_and(|lines| lines.len() == 1)
        });
        slowest = slowest.max(begun.elapsed());
    }
    println!("the slowest of 20 lines was on the standby {slowest:?} after it was acknowledged");
    done(&directs(old, &id, &cookie, "draft").await);
    done(&directs(old, &id, &cookie, "publish").await);
    let erase = post(
        &format!("/t/{id}/do/redact"),
        Some(&cookie),
        &[("player", "8"), ("key", "erase")],
    );
    done(&ask(old, &erase).await);
    wait("all lines on the standby", || {
        lines(&second, &id) == lines(&first, &id)
    });
    let kept = lines(&second, &id);
    assert!(
        !kept
            .iter()
            .any(|line| line.to_json().contains("Player N008"))
    );
    assert!(
        kept.iter()
            .any(|line| line.to_json().contains("Player N007"))
    );
    let ticket = ask(old, &get("/standby/ticket", Some(&cookie)))
        .await
        .text();
    let ticket: Value = serde_json::from_str(&ticket).unwrap();
    assert_eq!(ticket["standby"], format!("http://{new}"));
    let ticket = ticket["ticket"].as_str().unwrap().to_owned();
    let arrive = post(
        "/standby/arrive",
        None,
        &[("ticket", &ticket), ("next", &format!("/t/{id}/desk"))],
    );

    server.kill();
    assert_ne!(ask(new, &arrive).await.status, 303, "it does not lead yet");
    let declined = env.fails(2, &["standby", "--take-over", "--data", "second"]);
    assert!(declined.contains("nothing was changed"), "{declined}");
    let said = env.ok(&["standby", "--take-over", "--yes", "--data", "second"]);
    assert!(said.contains(&format!("http://{new}")), "{said}");

    // A browser moves with its ticket, once; the session's own cookie would do as well.
    let moved = ask(new, &arrive).await;
    assert_eq!(
        moved.location.as_deref(),
        Some(format!("/t/{id}/desk").as_str())
    );
    let cookie = moved.cookie.clone().unwrap();
    assert_ne!(ask(new, &arrive).await.status, 303, "a ticket is good once");
    let page = ask(new, &get(&format!("/t/{id}/desk/players"), Some(&cookie))).await;
    assert_eq!(page.status, 200, "{}", page.text());
    let fields = [("player", "7"), ("reason", "left early"), ("key", "drop")];
    let drop = post(&format!("/t/{id}/do/drop"), Some(&cookie), &fields);
    done(&ask(new, &drop).await);

    // The old machine comes back.
    let serve = ["serve", "--listen", "127.0.0.1:0", "--data", "first"];
    let refused = env.fails(3, &serve);
    assert!(refused.contains("has taken over"), "{refused}");
    let alone = [&serve[..], &["--alone"]].concat();
    std::mem::drop(standby);
    let refused = env.fails(3, &alone);
    assert!(
        refused.contains("has taken over"),
        "it remembers: {refused}"
    );
    env.ok(&["export", &id, "whole.jsonl", "--data", "second"]);
    env.ok(&["verify", "whole.jsonl"]);

    // It can stand by for the other one; what it had is kept.
    std::fs::rename(&first, env.path("third")).unwrap();
    std::fs::rename(&second, &first).unwrap();
    std::fs::rename(env.path("third"), &second).unwrap();
    let server = Server::start(program, &first);
    let secret = pair(&env);
    let standby = Standby::start(&env, server.address, &secret);
    standby.says("Following");
    wait("all lines on the standby", || {
        lines(&second, &id) == lines(&first, &id)
    });
    let kept = std::fs::read_dir(second.join("backups")).unwrap();
    assert!(kept.count() > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_server_gives_up_the_lead_without_losing_a_line() {
    let env = TestEnvironment::new();
    let program = assert_cmd::cargo::cargo_bin!("muster");
    let (first, second) = (env.path("first"), env.path("second"));
    let server = Server::start(program, &first);
    let old = server.address;
    let (desk, id) = playing(&server).await;
    let cookie = desk.cookie().to_owned();
    let standby = Standby::start(&env, old, &pair(&env));
    let new = standby.address;
    standby.says("Following");
    // Somebody acts all the time.
    let acting = {
        let (id, cookie) = (id.clone(), cookie.clone());
        tokio::spawn(async move {
            let mut last = 0;
            for round in 0.. {
                let command = if round % 2 == 0 { "draft" } else { "undo" };
                let reply = directs(old, &id, &cookie, command).await;
                if reply.status != 303 {
                    assert_eq!(reply.status, 503, "{}", reply.text());
                    break;
                }
                last = done(&reply);
            }
            last
        })
    };
    tokio::time::sleep(Duration::from_millis(300)).await;
    let said =
        tokio::task::block_in_place(|| env.ok(&["standby", "--take-over", "--data", "second"]));
    assert!(said.contains(&format!("http://{new}")), "{said}");
    let last = acting.await.unwrap();
    let kept = lines(&second, &id);
    assert_eq!(
        kept.len() as u64,
        last,
        "everything acknowledged, nothing else"
    );
    assert_eq!(kept, lines(&first, &id));
    // The old one sends everybody on, and writes nothing.
    let sent = ask(old, &get(&format!("/t/{id}/desk?x=1"), Some(&cookie))).await;
    assert_eq!(sent.location, Some(format!("http://{new}/t/{id}/desk?x=1")));
    // The next in turn: a draft that is there is undone.
    let draft = directs(new, &id, &cookie, "draft").await;
    if draft.status != 303 {
        done(&directs(new, &id, &cookie, "undo").await);
    }
    assert_eq!(lines(&second, &id).len() as u64, last + 1);
    assert_eq!(lines(&first, &id).len() as u64, last);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unreachable_server_gives_up_the_lead_when_it_hears_of_the_other() {
    let env = TestEnvironment::new();
    let program = assert_cmd::cargo::cargo_bin!("muster");
    let server = Server::start(program, &env.path("first"));
    let old = server.address;
    let (desk, id) = playing(&server).await;
    let cookie = desk.cookie().to_owned();
    let standby = Standby::start(&env, old, &pair(&env));
    standby.says("Following");
    server.signal("STOP");
    let said = tokio::task::block_in_place(|| {
        env.ok(&["standby", "--take-over", "--yes", "--data", "second"])
    });
    assert!(said.contains("Took over"), "{said}");
    server.signal("CONT");
    let begun = Instant::now();
    // It may hear of the other between any two commands.
    for command in ["draft", "undo"].into_iter().cycle() {
        let reply = directs(old, &id, &cookie, command).await;
        if reply.status == 503 {
            break;
        }
        done(&reply);
        assert!(begun.elapsed() < PATIENCE, "it goes on as a second truth");
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    // It stops answering first, and writes down why a moment later.
    let first = SqliteLedger::open(&DataFolder::new(env.path("first"))).unwrap();
    loop {
        let lead = Lead::of(&first).wait().unwrap();
        if (lead.part, lead.term) == (Part::Superseded, 2) {
            break;
        }
        assert!(begun.elapsed() < PATIENCE, "{:?} {}", lead.part, lead.term);
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_cannot_ask_its_standby_does_not_start_by_itself() {
    let env = TestEnvironment::new();
    let program = assert_cmd::cargo::cargo_bin!("muster");
    let server = Server::start(program, &env.path("first"));
    let secret = pair(&env);
    let standby = Standby::start(&env, server.address, &secret);
    standby.says("Following");
    // With the standby in its place, it starts again.
    server.kill();
    let serve = ["serve", "--listen", "127.0.0.1:0", "--data", "first"];
    Server::start(program, &env.path("first")).kill();
    // Data of a standby is not served by mistake.
    drop(standby);
    let refused = env.fails(3, &["serve", "--listen", "127.0.0.1:0", "--data", "second"]);
    assert!(refused.contains("--take-over"), "{refused}");
    let refused = env.fails(3, &serve);
    assert!(refused.contains("--alone"), "{refused}");
    let alone = Server::start_with(program, &env.path("first"), &["--alone"]);
    alone.kill();
    // It has forgotten the standby.
    Server::start(program, &env.path("first")).kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_desk_is_warned_when_the_standby_is_silent_and_again_when_it_is_back() {
    let env = TestEnvironment::new();
    let program = assert_cmd::cargo::cargo_bin!("muster");
    let server = Server::start(program, &env.path("first"));
    let (mut desk, _) = playing(&server).await;
    let secret = pair(&env);
    let standby = Standby::start(&env, server.address, &secret);
    standby.says("Following");
    let alert = format!("The standby at http://{} isn't following", standby.address);
    assert!(!desk.front_page().await.contains(&alert));
    drop(standby);
    let begun = Instant::now();
    while !desk.front_page().await.contains(&alert) {
        assert!(begun.elapsed() < PATIENCE, "the desk is not told");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let standby = Standby::start(&env, server.address, &secret);
    standby.says("Following");
    let begun = Instant::now();
    while desk.front_page().await.contains(&alert) {
        assert!(begun.elapsed() < PATIENCE, "the desk is told for ever");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_secret_and_the_right_certificate_open_a_server() {
    let env = TestEnvironment::new();
    let program = assert_cmd::cargo::cargo_bin!("muster");
    let server = Server::start(program, &env.path("first"));
    let secret = pair(&env);
    let (token, pin) = secret.split_once('.').unwrap();
    let zeros = "0".repeat(64);
    let follow = |token: &str| {
        let body = "{\"address\":\"http://127.0.0.1:9\",\"pin\":null,\"held\":[]}";
        format!(
            "POST /standby/follow HTTP/1.1\r\nhost: hall\r\nauthorization: Bearer {token}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        )
    };
    let stranger = ask(server.address, follow(&zeros).as_bytes()).await;
    assert_eq!(stranger.status, 401, "{}", stranger.text());
    for path in ["/standby/yield", "/standby/goodbye"] {
        let reply = ask(server.address, &post(path, None, &[])).await;
        assert!(
            (400..500).contains(&reply.status),
            "{path}: {}",
            reply.status
        );
    }
    // A certificate that is not the one in the secret is not believed: the secret does not leave this machine.
    let wrong = format!("{token}.{zeros}");
    let standby = Standby::start(&env, server.address, &wrong);
    standby.says("no safe connection");
    drop(standby);
    let right = format!("{token}.{pin}");
    let standby = Standby::start(&env, server.address, &right);
    standby.says("Following");
    // A new secret ends the old one.
    drop(standby);
    pair(&env);
    let standby = Standby::start(&env, server.address, &right);
    standby.says("secret is invalid");
}
