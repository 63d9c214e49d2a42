//! A whole evening with a phone for each of 24 players, a desk, a judge and a projector, over a network that keeps
//! breaking: everyone always sees the right table.

use crate::desk::{Desk, Table, first_start};
use crate::driver::{Driver, LARGE, PHONE};
use crate::page::Page;
use crate::results::report;
use crate::server::Server;
use crate::walk::invitation;
use crate::wire::Wire;
use muster_regulations::Regulation;
use std::collections::BTreeMap;
use std::net::Ipv4Addr;
use thirtyfour::WindowHandle;

const PLAYERS: u8 = 24;
const ROUNDS: usize = 3;

/// A player whose phone has an address of its own, and with it cookies and a connection of its own.
struct Player {
    name: String,
    window: WindowHandle,
    wire: Wire,
}

/// The phones of all players, each a window of one browser.
struct Crowd {
    page: Page,
    players: Vec<Player>,
}

impl Crowd {
    async fn with_codes(
        hall: &Server,
        driver: &Driver,
        desk: &Desk,
        codes: &[[String; 2]],
    ) -> Crowd {
        let page = driver.browser(PHONE).await;
        let mut players = Vec::new();
        for (number, [name, code]) in (2_u8..).zip(codes) {
            let wire = Wire::from(Ipv4Addr::new(127, 0, 0, number), hall.port()).await;
            let window = page.new_window(PHONE).await;
            let claim = format!("/t/{}/claim", desk.tournament);
            page.open(&wire.at(&claim)).await;
            page.type_into("Your code", code).await;
            page.press("Continue").await;
            page.sees(name).await;
            let visible = page.script("return document.visibilityState", vec![]).await;
            assert_eq!(visible, "visible", "a phone in somebody's hand");
            players.push(Player {
                name: name.clone(),
                window,
                wire,
            });
        }
        assert_eq!(players.len(), usize::from(PLAYERS));
        Crowd { page, players }
    }

    /// Takes a phone into the hand.
    async fn phone(&self, name: &str) -> &Page {
        let player = self.players.iter().find(|player| player.name == name);
        self.page.window(&player.unwrap().window).await;
        &self.page
    }

    /// Whose connection breaks in a round: every third phone, others each time.
    fn is_cut(round: usize, index: usize) -> bool {
        index % 3 == round % 3
    }

    fn cut(&mut self, round: usize) {
        for (index, player) in self.players.iter_mut().enumerate() {
            if Crowd::is_cut(round, index) {
                player.wire.cut();
            }
        }
    }

    async fn mend(&mut self, round: usize) {
        for (index, player) in self.players.iter_mut().enumerate() {
            if Crowd::is_cut(round, index) {
                player.wire.mend().await;
            }
        }
    }

    /// Everybody whose phone is connected sees their own table and opponent, and no other.
    async fn sees_its_tables(&self, tables: &[Table], round: usize, connected: bool) {
        for (index, player) in self.players.iter().enumerate() {
            if Crowd::is_cut(round, index) == connected {
                continue;
            }
            let table = tables.iter().find(|table| table.seats(&player.name));
            let phone = self.phone(&player.name).await;
            match table {
                Some(table) => {
                    phone
                        .sees(&format!("against {}", table.opponent(&player.name)))
                        .await;
                    let shown = phone.texts("h1.tableno").await.concat();
                    assert_eq!(shown, format!("Table {}", table.number), "{}", player.name);
                }
                None => phone.sees("Your final place").await,
            }
        }
    }
}

/// What the wall says about each name.
async fn seats_on(wall: &Page) -> BTreeMap<String, String> {
    let script = "
        const words = (part) => part.textContent.trim();
        return [...document.querySelectorAll('.cols li')].map((row) => [
            [...row.querySelectorAll('.nm b, .nm .given')].map(words).join(' '), words(row.querySelector('.tb'))])";
    let rows: Vec<[String; 2]> = serde_json::from_value(wall.script(script, vec![]).await).unwrap();
    rows.into_iter()
        .map(|[name, table]| (name, table))
        .collect()
}

async fn wall_is_right(wall: &Page, tables: &[Table]) {
    wall.sees("Find your name").await;
    let seats = seats_on(wall).await;
    for table in tables {
        for name in &table.players {
            let (given, family) = name.split_once(' ').unwrap();
            let shown = seats.get(&format!("{family} {given}"));
            assert_eq!(shown, Some(&table.number), "{name}: {seats:?}");
        }
    }
}

/// Two tables report by phone and their opponents confirm, the desk enters the rest.
async fn results(crowd: &Crowd, desk: &Desk, bracket: bool) {
    for table in desk.tables().await.iter().take(2) {
        let [one, two] = &table.players;
        let phone = crowd.phone(one).await;
        phone.press("Report result").await;
        report(phone, Regulation::Xwing, bracket, two).await;
        phone.press(&format!("Send to {two} to confirm")).await;
        phone.sees("Result sent").await;
        let phone = crowd.phone(two).await;
        phone.press("Yes, correct").await;
        phone.sees("Result confirmed").await;
    }
    desk.reload().await;
    for _ in 0..PLAYERS {
        let tables = desk.tables().await;
        let Some(open) = tables.iter().find(|table| table.state == "Playing") else {
            return;
        };
        desk.enters(open).await;
    }
}

/// A judge answers a call in the middle of it all.
async fn call(crowd: &Crowd, judge: &Page, table: &Table) {
    let [one, two] = &table.players;
    let phone = crowd.phone(one).await;
    phone.press("Call a Judge").await;
    phone.pick("What is it about?", "Line of sight").await;
    phone.type_into("Details", "barricade").await;
    phone.press("Call").await;
    judge.sees("Line of sight").await;
    judge.press("Take").await;
    crowd.phone(two).await.sees("is on the way").await;
}

#[tokio::test]
#[ignore = "long"]
async fn long_browser_an_evening_with_24_phones() {
    let (hall, driver) = (Server::open(), Driver::start().await);
    let names: Vec<String> = (0..PLAYERS)
        .map(|number| {
            let given = ["Ada", "Bo", "Cleo", "Dario", "Elif", "Finn"][usize::from(number % 6)];
            let family = ["Okafor", "Lindqvist", "Mansour", "Rinaldi"][usize::from(number / 6)];
            format!("{given} {family}")
        })
        .collect();
    let desk = Desk::of(first_start(&hall, &driver).await, Regulation::Xwing, ROUNDS).await;
    desk.adds(&names).await;
    let codes = desk.makes_codes().await;
    let link = invitation(&desk, &hall, &desk.tournament).await;
    let judge = driver.browser(PHONE).await;
    judge.open(&hall.at(&link)).await;
    judge.type_into("Your name", "Runa Eskil").await;
    judge.press("Join as Judge").await;
    let wall = driver.browser(LARGE).await;
    let on_wall = format!("/t/{}/projector", desk.tournament);
    wall.open(&hall.at(&on_wall)).await;
    wall.sees("of 24 checked in").await;
    let mut crowd = Crowd::with_codes(&hall, &driver, &desk, &codes).await;

    desk.open(&hall.at(&format!("/t/{}/desk", desk.tournament)))
        .await;
    desk.press("Start tournament").await;
    desk.press("Draw round 1").await;
    for round in 1.. {
        crowd.cut(round);
        desk.press("Publish and start clock").await;
        desk.sees("left of").await;
        let tables = desk.tables().await;
        let bracket = desk.in_bracket().await;
        // Seats give way to the clock after a few minutes.
        wall_is_right(&wall, &tables).await;
        crowd.sees_its_tables(&tables, round, true).await;
        crowd.mend(round).await;
        crowd.sees_its_tables(&tables, round, false).await;
        if round == 1 {
            judge
                .open(&hall.at(&format!("/t/{}/desk/calls", desk.tournament)))
                .await;
            call(&crowd, &judge, &tables[5]).await;
        }
        results(&crowd, &desk, bracket).await;
        match desk.next().await.as_deref() {
            Some("Finish tournament") => break,
            Some(next) => desk.press(next).await,
            None => panic!("there is nothing to do next"),
        }
    }
    desk.press("Finish tournament").await;
    desk.sees("Final places").await;
    wall.sees("Final places").await;
    for name in &names {
        crowd.phone(name).await.sees("Your final place").await;
    }
    hall.verify(&desk.tournament);
}
