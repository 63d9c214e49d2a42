//! One tournament per regulation from the first start to the champion: the organizer's desk and two phones, everything
//! pressed and typed. At the end the journal is exported and checked by whoever doubts it.

use crate::desk::{Desk, claims_seat, first_start};
use crate::driver::Driver;
use crate::page::Page;
use crate::results::report;
use crate::server::Server;
use muster_regulations::Regulation;
use thirtyfour::Key;

/// A player with a phone.
struct Player {
    name: String,
    phone: Page,
}

/// What the second player says to what the first one reported.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Confirms,
    Disputes,
}

async fn to_the_champion(regulation: Regulation, answer: Answer) {
    let mut hall = Server::open();
    let driver = Driver::start().await;
    let desk = Desk::create(&hall, &driver, regulation).await;
    desk.enters_players().await;
    let codes = desk.makes_codes().await;
    desk.publishes_round_1().await;
    // The two at table 1 have phones.
    let mut players = Vec::new();
    for name in &desk.tables().await[0].players {
        let [_, code] = codes.iter().find(|[of, _]| of == name).unwrap();
        let phone = claims_seat(&hall, &driver, &desk, code).await;
        players.push(Player {
            name: name.clone(),
            phone,
        });
    }
    let [one, two]: [Player; 2] = players.try_into().ok().unwrap();
    for _ in 0..60 {
        match desk.next().await.as_deref() {
            // The phones first, the desk the rest.
            None if desk.text().await.contains("open") => {
                phones_report(&desk, [&one, &two], answer).await;
                desk.enters_what_is_missing().await;
                desk.sees("Finish round").await;
            }
            None => panic!("there is nothing to do next"),
            // The tournament is over.
            Some("Show podium") => break,
            Some(next) => desk.press(next).await,
        }
    }
    desk.sees("Final places").await;
    desk.press("Bracket").await;
    desk.sees("Champion: ").await;
    desk.press("Public pages").await;
    desk.press("Bracket").await;
    desk.sees("Placings").await;
    for player in [&one, &two] {
        player.phone.sees("Your final place").await;
    }
    hall.verify(&desk.tournament);
    hall.kill();
}

/// Both phones report what happened at their tables, if they have any.
async fn phones_report(desk: &Desk, [one, two]: [&Player; 2], answer: Answer) {
    let bracket = desk.in_bracket().await;
    let Some(table) = desk.table_of(&one.name).await else {
        if let Some(table) = desk.table_of(&two.name).await {
            one_reports(desk, two, &table.number, table.opponent(&two.name), bracket).await;
        }
        return;
    };
    if !table.seats(&two.name) {
        one_reports(desk, one, &table.number, table.opponent(&one.name), bracket).await;
        if let Some(table) = desk.table_of(&two.name).await {
            one_reports(desk, two, &table.number, table.opponent(&two.name), bracket).await;
        }
        return;
    }
    reports(one, &two.name, desk.regulation, bracket).await;
    two.phone.sees("reported this result").await;
    match answer {
        Answer::Confirms => {
            two.phone.press("Yes, correct").await;
            one.phone.sees("Confirmed").await;
        }
        Answer::Disputes => {
            two.phone.press("Dispute result").await;
            one.phone.sees("A judge is on the way").await;
            desk.sees("Or type the right result above").await;
            desk.enters(&table).await;
            two.phone.sees("Confirmed").await;
        }
    }
}

/// One phone reports, and the desk confirms in place of an opponent without a phone.
async fn one_reports(desk: &Desk, player: &Player, table: &str, opponent: &str, bracket: bool) {
    reports(player, opponent, desk.regulation, bracket).await;
    desk.press(&format!("Confirm table {table}")).await;
    player.phone.sees("Confirmed").await;
}

async fn reports(player: &Player, opponent: &str, regulation: Regulation, bracket: bool) {
    let phone = &player.phone;
    phone.sees(&format!("against {opponent}")).await;
    // The higher seed of a Card Game bracket chooses the side first.
    if phone.offers("Play dark").await {
        phone.press("Play dark").await;
        phone.sees("You play the dark side").await;
    }
    phone.press("Report result").await;
    report(phone, regulation, bracket, opponent).await;
    phone.press(&format!("Send to {opponent} to confirm")).await;
    phone.sees("Result sent").await;
}

#[tokio::test]
#[ignore = "long"]
async fn long_browser_xwing_to_the_champion() {
    to_the_champion(Regulation::Xwing, Answer::Disputes).await;
}

#[tokio::test]
#[ignore = "long"]
async fn long_browser_armada_to_the_champion() {
    to_the_champion(Regulation::Armada, Answer::Confirms).await;
}

#[tokio::test]
#[ignore = "long"]
async fn long_browser_legion_to_the_champion() {
    to_the_champion(Regulation::Legion, Answer::Disputes).await;
}

#[tokio::test]
#[ignore = "long"]
async fn long_browser_conquest_to_the_champion() {
    to_the_champion(Regulation::Conquest, Answer::Confirms).await;
}

#[tokio::test]
#[ignore = "long"]
async fn long_browser_cardgame_to_the_champion() {
    to_the_champion(Regulation::Cardgame, Answer::Confirms).await;
}

/// From the first start to the published pairings of 32 pasted names: everything pressed, chosen or typed is counted. Then
/// from the last result to the clock of the next round.
#[tokio::test]
#[ignore = "long"]
async fn long_browser_an_evening_takes_few_actions() {
    let (hall, driver) = (Server::open(), Driver::start().await);
    let desk = first_start(&hall, &driver).await;
    desk.type_into("Name", "Harbour Open").await;
    desk.press("Create tournament").await;
    let names: Vec<String> = (1..=32).map(|number| format!("Player {number}")).collect();
    desk.type_into("Names, one per line", &names.join("\n"))
        .await;
    desk.press("Add players").await;
    desk.press("Start tournament").await;
    desk.press("Draw round 1").await;
    desk.press("Publish and start clock").await;
    desk.sees("16 tables open").await;
    assert!(desk.actions() <= 10, "it took {} actions", desk.actions());
    // In order, the keyboard goes on by itself.
    desk.key(Key::Enter).await;
    for table in 1..=16 {
        desk.types("120").await;
        desk.key(Key::Tab).await;
        desk.types("74").await;
        desk.key(Key::Enter).await;
        desk.sees(&format!("Saved table {table}")).await;
    }
    let before = desk.actions();
    desk.press("Finish round and draw").await;
    desk.press("Publish and start clock").await;
    desk.sees("left of 75 min").await;
    let took = desk.actions() - before;
    assert!(took <= 2, "it took {took} actions");
}
