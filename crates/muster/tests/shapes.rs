//! Clients that misbehave: slow, silent, far too long, guessing. They get a readable refusal or none at all; the hall
//! goes on, and the server grows no fatter.

use crate::http::{Connection, get, post};
use crate::kill::{Browser, Crowd, open};
use crate::server::Server;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// The longest that somebody who behaves may wait meanwhile, on a busy machine.
const PROMPT: Duration = Duration::from_secs(5);
/// How much a server may grow by what is thrown away, in kB.
const GROWTH: u64 = 64 * 1024;

/// A server with a tournament of eight players.
struct House {
    server: Server,
    hall: Arc<Crowd>,
    desk: Browser,
    codes: Vec<String>,
    _data: tempfile::TempDir,
}

impl House {
    async fn new() -> House {
        House::with_files(None).await
    }

    /// A server that may open only so many files.
    async fn with_files(files: Option<u32>) -> House {
        let data = tempfile::tempdir().unwrap();
        let program = assert_cmd::cargo::cargo_bin!("muster");
        let folder = data.path().join("data");
        let server = match files {
            None => Server::start(program, &folder),
            Some(files) => Server::start_with_files(program, &folder, files),
        };
        let hall = Crowd::at(server.address);
        let mut desk = Browser::new(&hall, 1);
        let codes = open(&mut desk, server.welcome.as_deref().unwrap(), 8).await;
        House {
            server,
            hall,
            desk,
            codes,
            _data: data,
        }
    }

    fn address(&self) -> SocketAddr {
        self.server.address
    }

    /// Somebody who behaves is answered meanwhile.
    #[track_caller]
    fn goes_on(&self) -> impl Future<Output = ()> {
        let mut visitor = Browser::new(&self.hall, 2);
        async move {
            let page = timeout(PROMPT, visitor.read("pairings")).await;
            assert!(page.is_ok(), "nobody is answered any more");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_and_slow_clients_hold_nobody_up() {
    let house = House::new().await;
    let path = format!("{}/claim", house.hall.path());
    let form = post(&path, None, &[("code", "AAAAAA")]);
    let mut held = Vec::new();
    for number in 0..300 {
        let mut connection = Connection::open(house.address()).await.unwrap();
        // Nothing, half a head, or a form whose end never comes.
        let part = [0, 20, form.len() - 3][number % 3];
        connection.send(&form[..part]).await.unwrap();
        held.push(connection);
    }
    house.goes_on().await;
    // One that drips is answered in the end.
    let mut slow = Connection::open(house.address()).await.unwrap();
    for bytes in form.chunks(form.len() / 20 + 1) {
        slow.send(bytes).await.unwrap();
        sleep(Duration::from_millis(20)).await;
    }
    let reply = slow.reply().await.unwrap();
    assert_eq!(reply.status, 422);
    assert!(reply.text().contains("No seat has this code"));
    drop(held);
    house.goes_on().await;
}

#[tokio::test]
#[ignore = "long: waits until the server's patience ends"]
async fn long_silent_clients_are_disconnected() {
    let house = House::new().await;
    let mut halves = JoinSet::new();
    for part in [0, 20] {
        let mut connection = Connection::open(house.address()).await.unwrap();
        let page = get(house.hall.path(), None);
        connection.send(&page[..part]).await.unwrap();
        // What is said at the end, if anything, is that it took too long.
        halves.spawn(async move { connection.head().await.map(|(reply, _)| reply.status) });
    }
    let form = post(
        &format!("{}/claim", house.hall.path()),
        None,
        &[("code", "X")],
    );
    let mut form_without_end = Connection::open(house.address()).await.unwrap();
    form_without_end
        .send(&form[..form.len() - 1])
        .await
        .unwrap();
    halves.spawn(async move { form_without_end.reply().await.map(|reply| reply.status) });
    let patience = Duration::from_secs(40);
    let ended = timeout(patience, halves.join_all())
        .await
        .expect("held for ever");
    for status in ended.into_iter().flatten() {
        assert_eq!(status, 408);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_of_ten_megabytes_are_refused_and_not_kept() {
    let house = House::new().await;
    let before = house.server.memory("VmHWM");
    let body = "x".repeat(10 << 20);
    let form = Arc::new(post(
        &format!("{}/claim", house.hall.path()),
        None,
        &[("code", &body)],
    ));
    for _ in 0..5 {
        let mut senders = JoinSet::new();
        for _ in 0..4 {
            let mut connection = Connection::open(house.address()).await.unwrap();
            let form = Arc::clone(&form);
            senders.spawn(async move {
                // The server need not listen to all of it.
                let _ = connection.send(&form).await;
                connection.reply().await.ok()
            });
        }
        for reply in senders.join_all().await.into_iter().flatten() {
            assert_eq!(reply.status, 413);
            assert!(reply.body.len() > 10, "without a word");
        }
    }
    house.goes_on().await;
    let grown = house.server.memory("VmHWM") - before;
    assert!(grown < GROWTH, "grown by {grown} kB");
}

#[tokio::test]
async fn long_heads_are_read_and_endless_ones_refused() {
    let house = House::new().await;
    let page = |length: usize| {
        let cookie = format!("other={}", "y".repeat(length));
        get(&format!("{}/pairings", house.hall.path()), Some(&cookie))
    };
    let mut connection = Connection::open(house.address()).await.unwrap();
    assert_eq!(connection.ask(&page(10_000)).await.unwrap().status, 200);
    let mut connection = Connection::open(house.address()).await.unwrap();
    let _ = connection.send(&page(1 << 20)).await;
    if let Ok((reply, _)) = connection.head().await {
        assert_eq!(reply.status, 431);
    }
    house.goes_on().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_wrong_codes_does_not_lock_the_hall_out() {
    let house = House::new().await;
    let path = format!("{}/claim", house.hall.path());
    let before = house.server.memory("VmHWM");
    let mut guessers = JoinSet::new();
    let end = Instant::now() + Duration::from_secs(3);
    for guesser in 0..20 {
        let mut connection = Connection::open(house.address()).await.unwrap();
        let path = path.clone();
        guessers.spawn(async move {
            let mut evaluated = 0;
            for guess in 0.. {
                if Instant::now() > end {
                    break;
                }
                let code = format!("G{guesser}X{guess}");
                let request = post(&path, None, &[("code", &code)]);
                let request = String::from_utf8(request).unwrap();
                let from = "host: hall\r\nx-forwarded-for: 198.51.100.9\r\n";
                let request = request.replace("host: hall\r\n", from);
                let reply = connection.ask(request.as_bytes()).await.unwrap();
                assert!([422, 429].contains(&reply.status), "{}", reply.text());
                assert!(reply.text().contains("role=\"alert\""));
                evaluated += u32::from(reply.status == 422);
            }
            evaluated
        });
    }
    sleep(Duration::from_secs(1)).await;
    // In the middle of it, everybody with the right code gets in.
    let mut phones = JoinSet::new();
    for code in house.codes.clone() {
        let mut phone = Browser::new(&house.hall, 3);
        let path = path.clone();
        phones.spawn(async move { phone.send(&path, &[("code", &code)]).await.status });
    }
    assert_eq!(phones.join_all().await, [303; 8]);
    let evaluated: u32 = guessers.join_all().await.into_iter().sum();
    assert_eq!(evaluated, 10, "what is over the limit is not looked up");
    let grown = house.server.memory("VmHWM") - before;
    assert!(grown < GROWTH, "grown by {grown} kB");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_of_waiting_connections_does_not_stop_the_desk() {
    let house = House::with_files(Some(128)).await;
    let events = get(&format!("{}/events", house.hall.path()), None);
    let mut held = Vec::new();
    for number in 0..600 {
        // The server may close what it just took; that is its right.
        let Ok(mut connection) = Connection::open(house.address()).await else {
            continue;
        };
        if number % 2 == 0 {
            let _ = connection.send(&events).await;
        }
        held.push(connection);
    }
    for _ in 0..3 {
        house.goes_on().await;
    }
    // Somebody new with the right code comes in and acts.
    let mut phone = Browser::new(&house.hall, 3);
    let path = format!("{}/claim", house.hall.path());
    let claimed = timeout(PROMPT, phone.send(&path, &[("code", &house.codes[0])])).await;
    assert_eq!(claimed.unwrap().status, 303);
    drop(held);
}

/// Reads events until one tells a position beyond another.
async fn hears(connection: &mut Connection, beyond: u64) -> u64 {
    loop {
        let line = connection.line().await.unwrap();
        let told = line.strip_prefix("data: ");
        // Behind the point is how often the clock has turned.
        let told = told.and_then(|told| told.split('.').next()?.parse().ok());
        if let Some(position) = told.filter(|position| *position > beyond) {
            return position;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long"]
async fn long_five_thousand_waiting_connections_do_not_stop_the_desk() {
    const CROWD: usize = 5_000;
    // The crowd is in this process; only the server is short of files.
    let ours = rlimit::increase_nofile_limit(u64::MAX).unwrap();
    assert!(ours > CROWD as u64 + 500, "this machine gives {ours} files");
    let mut house = House::with_files(Some(1024)).await;
    let address = house.address();
    let events = format!("{}/events", house.hall.path());
    // The desk and a player follow live before the crowd comes.
    let mut player = Browser::new(&house.hall, 3);
    let claim = format!("{}/claim", house.hall.path());
    let claimed = player.send(&claim, &[("code", &house.codes[0])]).await;
    assert_eq!(claimed.status, 303);
    let mut live = Vec::new();
    for cookie in [house.desk.cookie(), player.cookie()] {
        let mut connection = Connection::open(address).await.unwrap();
        connection.send(&get(&events, Some(cookie))).await.unwrap();
        assert_eq!(connection.head().await.unwrap().0.status, 200);
        let position = hears(&mut connection, 0).await;
        live.push((connection, position));
    }
    // Fifty devices, each with a hundred connections that wait: most for events, some without a word.
    let mut crowd = Vec::new();
    let mut refused = 0;
    for number in 0..CROWD {
        let from = [127, 0, 1, u8::try_from(number % 50 + 1).unwrap()];
        let Ok(mut connection) = Connection::open_from(from.into(), address).await else {
            continue;
        };
        if number % 5 > 0 && connection.send(&get(&events, None)).await.is_ok() {
            let head = timeout(PROMPT, connection.head()).await.unwrap();
            refused += u32::from(head.is_ok_and(|(head, _)| head.status == 503));
        }
        crowd.push(connection);
    }
    assert!(refused > 1_000, "{refused} were told to ask now and then");
    // Phones without a stream read the page; the desk draws and publishes; those who followed before hear of it.
    house.goes_on().await;
    for command in ["draft", "publish"] {
        let path = format!("{}/do/{command}", house.hall.path());
        let done = timeout(PROMPT, house.desk.send(&path, &[("key", command)])).await;
        assert_eq!(done.unwrap().status, 303);
    }
    for (connection, before) in &mut live {
        let heard = timeout(PROMPT, hears(connection, *before)).await;
        assert!(heard.is_ok(), "the stream is gone");
    }
    house.goes_on().await;
    // A judge with a link, or the desk on another machine, comes in anew and follows.
    let mut again = Connection::open(address).await.unwrap();
    let desk = get(&events, Some(house.desk.cookie()));
    again.send(&desk).await.unwrap();
    let head = timeout(PROMPT, again.head()).await.unwrap().unwrap();
    assert_eq!(head.0.status, 200);
    drop(crowd);
}
