//! Death without warning in a full hall: two hundred phones claim seats, read and report while the server is killed
//! twenty times. Whatever was acknowledged must be in the journal, and nothing may be there twice.
//!
//! Phones do what phones do: they send the same request with the same key until they see an answer. Every report has
//! scores of its own, so that each line of the journal can be told from all others.

use crate::environment::TestEnvironment;
use crate::http::{Connection, Reply, get, post};
use crate::server::Server;
use muster_regulations::Regulation;
use muster_tournament::ids::{ORGANIZER, TableNo};
use muster_tournament::{By, Command, PlayerId, Tournament};
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, SystemTime};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

const PHONES: u32 = 200;
const KILLS: u32 = 20;
const ROUNDS: u32 = 3;
/// The longest that all of it may take.
const LONGEST: Duration = Duration::from_secs(110);

/// What everybody knows.
pub(crate) struct Crowd {
    /// The address of the tournament, once there is one.
    tournament: OnceLock<String>,
    /// Where the server listens; another place after each death.
    server: watch::Receiver<SocketAddr>,
    /// Positions, and what must stand there.
    acknowledged: Mutex<Vec<(u64, By, Command)>>,
    /// How often somebody saw no answer and asked again.
    lost: AtomicU32,
}

impl Crowd {
    /// A hall whose server stays where it is.
    pub(crate) fn at(server: SocketAddr) -> Arc<Crowd> {
        Crowd::following(watch::channel(server).1)
    }

    fn following(server: watch::Receiver<SocketAddr>) -> Arc<Crowd> {
        Arc::new(Crowd {
            tournament: OnceLock::new(),
            server,
            acknowledged: Mutex::new(Vec::new()),
            lost: AtomicU32::new(0),
        })
    }

    /// Returns the address of the tournament.
    pub(crate) fn path(&self) -> &str {
        self.tournament.get().unwrap()
    }
}

/// The round at hand.
#[derive(Clone, Default)]
struct Board {
    tables: Vec<Arc<Table>>,
    /// The time is over: tell a last time, and confirm.
    closing: bool,
}

struct Table {
    number: TableNo,
    players: [PlayerId; 2],
    /// Set once the first player will tell nothing more.
    told: AtomicBool,
    confirmed: AtomicBool,
}

/// Numbers that look random and come again with the same seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }

    async fn pause(&mut self, from: u64, to: u64) {
        sleep(Duration::from_millis(from + self.below(to - from))).await;
    }
}

/// A browser that comes back after every broken connection.
pub(crate) struct Browser {
    hall: Arc<Crowd>,
    connection: Option<Connection>,
    cookie: Option<String>,
    dice: Dice,
}

impl Browser {
    pub(crate) fn new(hall: &Arc<Crowd>, seed: u64) -> Browser {
        Browser {
            hall: Arc::clone(hall),
            connection: None,
            cookie: None,
            dice: Dice(seed),
        }
    }

    /// Returns the cookie of its session.
    pub(crate) fn cookie(&self) -> &str {
        self.cookie.as_deref().unwrap_or_default()
    }

    fn path(&self, page: &str) -> String {
        format!("{}/{page}", self.hall.path())
    }

    /// Sends a request until there is an answer.
    async fn ask(&mut self, request: &[u8]) -> Reply {
        loop {
            if let Ok(reply) = self.try_once(request).await {
                if let Some(cookie) = &reply.cookie {
                    self.cookie = Some(cookie.clone());
                }
                return reply;
            }
            self.connection = None;
            self.hall.lost.fetch_add(1, Ordering::Relaxed);
            self.dice.pause(20, 120).await;
        }
    }

    async fn try_once(&mut self, request: &[u8]) -> std::io::Result<Reply> {
        if self.connection.is_none() {
            let address = *self.hall.server.borrow();
            self.connection = Some(Connection::open(address).await?);
        }
        match &mut self.connection {
            Some(connection) => connection.ask(request).await,
            None => Err(std::io::ErrorKind::NotConnected.into()),
        }
    }

    pub(crate) async fn read(&mut self, page: &str) -> String {
        let path = self.path(page);
        let reply = self.ask(&get(&path, self.cookie.as_deref())).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        reply.text()
    }

    /// Returns the page that lists all tournaments.
    pub(crate) async fn front_page(&mut self) -> String {
        let page = get("/", self.cookie.as_deref());
        self.ask(&page).await.text()
    }

    pub(crate) async fn send(&mut self, path: &str, fields: &[(&str, &str)]) -> Reply {
        self.ask(&post(path, self.cookie.as_deref(), fields)).await
    }

    /// Gives a command with a fresh key until it is acknowledged, and notes where it must stand in the journal.
    async fn does(&mut self, action: &str, fields: &[(&str, &str)], by: By, command: Command) {
        let key = format!("{:x}", self.dice.below(u64::MAX));
        let mut fields = fields.to_vec();
        fields.push(("key", &key));
        let reply = self.send(&self.path(action), &fields).await;
        let done = reply.location.as_deref();
        let done = done.and_then(|to| to.split("done=").nth(1)?.parse().ok());
        let Some(position) = done else {
            panic!("{by:?} {command:?}: {} {}", reply.status, reply.text());
        };
        let mut acknowledged = self.hall.acknowledged.lock().unwrap();
        acknowledged.push((position, by, command));
    }

    /// The organizer's way to give a command that needs no fields.
    async fn directs(&mut self, name: &str, command: Command) {
        let by = By::Staff(ORGANIZER);
        self.does(&format!("do/{name}"), &[], by, command).await;
    }
}

#[test]
#[ignore = "long: two hundred phones, twenty deaths"]
fn long_two_hundred_phones_survive_twenty_kills() {
    let given = std::env::var("MUSTER_KILL_SEED").ok();
    let seed = given.and_then(|seed| seed.parse().ok()).unwrap_or_else(|| {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        now.unwrap().as_secs()
    });
    println!("MUSTER_KILL_SEED={seed} chooses the same moments again");
    let env = TestEnvironment::new();
    let data = env.path("data");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let all = runtime.block_on(async { timeout(LONGEST, play(&data, seed)).await });
    let hall = all.expect("the hall did not come to its end in time");

    let tournament = hall.path().trim_start_matches("/t/");
    env.ok(&["export", tournament, "whole.jsonl", "--data", "data"]);
    env.ok(&["verify", "whole.jsonl"]);
    let journal = Tournament::load(&env.read("whole.jsonl")).unwrap();
    let acknowledged = hall.acknowledged.lock().unwrap();
    compare(&journal, &acknowledged);
    let lost = hall.lost.load(Ordering::Relaxed);
    println!(
        "{} commands acknowledged, {lost} requests sent again",
        acknowledged.len()
    );
    assert!(lost > KILLS, "hardly anybody noticed the deaths");
}

/// Every acknowledged command stands where its answer said, and nobody's command stands there without an answer: who
/// lost one asked again until there was one.
#[track_caller]
fn compare(journal: &Tournament, acknowledged: &[(u64, By, Command)]) {
    for (position, by, command) in acknowledged {
        let line = &journal.lines()[usize::try_from(*position).unwrap() - 1];
        assert_eq!(
            (line.core.by, &line.core.entry.did),
            (*by, command),
            "line {position} is not what was acknowledged"
        );
    }
    let positions: BTreeSet<u64> = acknowledged.iter().map(|(at, ..)| *at).collect();
    assert_eq!(positions.len(), acknowledged.len(), "two answers, one line");
    for line in journal.lines() {
        let by_phone = matches!(
            line.core.entry.did,
            Command::Report { .. }
                | Command::Confirm { .. }
                | Command::Draft
                | Command::Publish
                | Command::FinishRound
                | Command::Finish
        );
        assert!(
            !by_phone || positions.contains(&line.core.position),
            "line {} is there twice or from nowhere: {:?}",
            line.core.position,
            line.core.entry.did
        );
    }
}

/// Plays a tournament while the server dies again and again.
async fn play(data: &Path, seed: u64) -> Arc<Crowd> {
    let mut dice = Dice(seed);
    let program = assert_cmd::cargo::cargo_bin!("muster");
    let mut server = Server::start(program, data);
    let (moved, address) = watch::channel(server.address);
    let hall = Crowd::following(address);
    let mut desk = Browser::new(&hall, dice.below(u64::MAX));
    let codes = open(&mut desk, &server.welcome.clone().unwrap(), PHONES).await;
    let (board, look) = watch::channel(Board::default());
    let mut phones = JoinSet::new();
    for (player, code) in (1..).map(PlayerId).zip(codes) {
        let browser = Browser::new(&hall, dice.below(u64::MAX));
        phones.spawn(phone(browser, player, code, look.clone()));
    }
    let (killed, deaths) = watch::channel(0);
    let directing = tokio::spawn(direct(desk, board, deaths));
    for kill in 1..=KILLS {
        dice.pause(20, 900).await;
        server.kill();
        dice.pause(0, 80).await;
        server = Server::start(program, data);
        moved.send_replace(server.address);
        killed.send_replace(kill);
    }
    directing.await.unwrap();
    while let Some(ended) = phones.join_next().await {
        ended.unwrap();
    }
    server.kill();
    hall
}

/// Sets the tournament up and returns the players' codes in the order of their numbers.
pub(crate) async fn open(desk: &mut Browser, welcome: &str, players: u32) -> Vec<String> {
    let owner = [("name", "Ines"), ("password", "correct horse")];
    assert_eq!(desk.send(welcome, &owner).await.status, 303);
    let rounds = ROUNDS.to_string();
    let setup = [
        ("name", "Storm Cup"),
        ("regulation", Regulation::Xwing.id()),
        ("structure", "custom"),
        ("rounds", &rounds),
    ];
    let reply = desk.send("/new", &setup).await;
    let to = reply.location.unwrap();
    let address = to.split("/desk").next().unwrap().to_owned();
    desk.hall.tournament.set(address).unwrap();
    let names: String = (1..=players).map(|n| format!("Player N{n:03}\n")).collect();
    let add = desk.path("desk/players/add");
    let reply = desk.send(&add, &[("names", &names)]).await;
    assert_eq!(reply.status, 303, "{}", reply.text());
    let start = desk.path("desk/start");
    assert_eq!(desk.send(&start, &[]).await.status, 303);
    let page = desk.send(&desk.path("desk/people/codes"), &[]).await;
    let page = page.text();
    let codes = page.split("class=\"code\">").skip(1);
    let codes: Vec<String> = codes
        .map(|rest| rest.split('<').next().unwrap().to_owned())
        .collect();
    assert_eq!(codes.len(), players as usize);
    codes
}

/// The desk: draws, publishes, waits for its share of the deaths, and closes each round.
async fn direct(mut desk: Browser, board: watch::Sender<Board>, mut deaths: watch::Receiver<u32>) {
    for round in 1..=ROUNDS {
        desk.directs("draft", Command::Draft).await;
        desk.directs("publish", Command::Publish).await;
        let journal = Tournament::load(&desk.read("journal.jsonl").await).unwrap();
        let matches = &journal.state().current().unwrap().matches;
        let tables: Vec<Arc<Table>> = matches
            .iter()
            .map(|m| {
                Arc::new(Table {
                    number: m.table,
                    players: [m.a, m.b],
                    told: AtomicBool::new(false),
                    confirmed: AtomicBool::new(false),
                })
            })
            .collect();
        board.send_replace(Board {
            tables: tables.clone(),
            closing: false,
        });
        let share = KILLS * round / ROUNDS;
        deaths.wait_for(|deaths| *deaths >= share).await.unwrap();
        board.send_modify(|board| board.closing = true);
        while tables
            .iter()
            .any(|table| !table.confirmed.load(Ordering::SeqCst))
        {
            desk.read(&format!("desk/round/{round}")).await;
            desk.dice.pause(50, 150).await;
        }
        desk.directs("finish_round", Command::FinishRound).await;
    }
    desk.directs("finish", Command::Finish).await;
}

/// A phone: claims its seat, then reads, tells and confirms until the desk closes the last round.
async fn phone(
    mut phone: Browser,
    player: PlayerId,
    code: String,
    mut board: watch::Receiver<Board>,
) {
    phone.dice.pause(0, 2000).await;
    let claim = phone.path("claim");
    let reply = phone.send(&claim, &[("code", &code)]).await;
    assert_eq!(reply.status, 303, "{player} {code}: {}", reply.text());
    let mut told = 0;
    while board
        .wait_for(|board| !board.tables.is_empty())
        .await
        .is_ok()
    {
        let Board { tables, closing } = board.borrow_and_update().clone();
        let mine = tables.iter().find(|table| table.players.contains(&player));
        let Some(table) = mine.filter(|table| !table.confirmed.load(Ordering::SeqCst)) else {
            // Decided: nothing to do before the next round, or ever.
            if board.changed().await.is_err() {
                return;
            }
            continue;
        };
        let first = table.players[0] == player;
        if first && !table.told.load(Ordering::SeqCst) {
            tell(&mut phone, player, table, told).await;
            told += 1;
            table.told.store(closing, Ordering::SeqCst);
        } else if !first && table.told.load(Ordering::SeqCst) {
            let number = table.number.to_string();
            let fields = [("table", number.as_str()), ("as_player", "1")];
            let table_number = table.number;
            let command = Command::Confirm {
                table: table_number,
            };
            phone
                .does("do/confirm", &fields, By::Player(player), command)
                .await;
            table.confirmed.store(true, Ordering::SeqCst);
        }
        let pages = ["me", "me", "pairings", "standings", "me/standings"];
        let page = pages[usize::try_from(phone.dice.below(5)).unwrap()];
        phone.read(page).await;
        phone.dice.pause(50, 450).await;
    }
}

/// Tells a result that nobody else tells, and this player never again.
async fn tell(phone: &mut Browser, player: PlayerId, table: &Table, mark: u32) {
    let [a, b] = [100 + mark / 90, mark % 90];
    let report = format!(r#"{{"ending":"time","a":{{"score":{a}}},"b":{{"score":{b}}}}}"#);
    let report = Regulation::Xwing.parse_report(&report).unwrap();
    let command = Command::Report {
        table: table.number,
        report,
    };
    let (a, b) = (a.to_string(), b.to_string());
    let fields = [
        ("ending", "time"),
        ("r.time.a.score", a.as_str()),
        ("r.time.b.score", b.as_str()),
    ];
    phone
        .does("me/report", &fields, By::Player(player), command)
        .await;
}
