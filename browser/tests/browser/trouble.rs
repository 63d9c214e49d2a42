//! What goes wrong in a hall: two at one desk, the network gone, the power gone, browsers without scripts; and what must
//! go right at once: a published round on every open page.

use crate::desk::{Desk, OWNER, PASSWORD, claims_seat, in_round_1, phone_of, sign_in};
use crate::driver::{Driver, LAPTOP, PHONE};
use crate::results::report;
use crate::server::Server;
use crate::wire::Wire;
use muster_regulations::Regulation;
use std::time::{Duration, Instant};

#[tokio::test]
#[ignore = "long"]
async fn long_browser_two_desks_at_once() {
    let hall = Server::open();
    let driver = Driver::start().await;
    let one = Desk::create(&hall, &driver, Regulation::Legion).await;
    one.enters_players().await;
    one.press("Start tournament").await;
    one.press("Draw round 1").await;
    let two = sign_in(&hall, &driver, OWNER, PASSWORD).await;
    // The second desk hears nothing of what the first one does.
    two.devtools("Network.enable", serde_json::json!({})).await;
    two.devtools(
        "Network.setBlockedURLs",
        serde_json::json!({ "urls": ["*/events"] }),
    )
    .await;
    two.open(&hall.at(&format!("/t/{}/desk", one.tournament)))
        .await;
    two.sees("Publish only").await;
    one.type_into("Reason for drawing again", "a name was wrong")
        .await;
    one.press("Draw again").await;
    one.sees("Draw 2 of this round").await;
    two.press("Publish only").await;
    two.sees("The round changed while you were looking").await;
    // Nothing was published, and the way on is one press.
    one.reload().await;
    one.sees("Publish only").await;
    two.press("Show the current state").await;
    two.sees("Draw 2 of this round").await;
    two.press("Publish only").await;
    two.sees("4 tables open").await;
    // The first desk hears of it by itself.
    one.sees("4 tables open").await;
}

#[tokio::test]
#[ignore = "long"]
async fn long_browser_connection_lost_and_back() {
    let hall = Server::open();
    let driver = Driver::start().await;
    let (desk, codes) = in_round_1(&hall, &driver, Regulation::Xwing).await;
    let mut wire = Wire::to(hall.port()).await;
    let mine = desk.tables().await.remove(0);
    let [name, opponent] = &mine.players;
    let [_, code] = codes.iter().find(|[of, _]| of == name).unwrap();
    let phone = driver.browser(PHONE).await;
    phone
        .open(&wire.at(&format!("/t/{}/claim", desk.tournament)))
        .await;
    phone.type_into("Your code", code).await;
    phone.press("Continue").await;
    phone.sees(&format!("against {opponent}")).await;
    wire.cut();
    phone.sees("Offline since").await;
    // Meanwhile the desk goes on.
    desk.enters_what_is_missing().await;
    desk.press("Finish round only").await;
    desk.press("Draw round 2").await;
    desk.press("Publish only").await;
    let table = desk.table_of(name).await.unwrap();
    wire.mend().await;
    phone
        .sees(&format!("against {}", table.opponent(name)))
        .await;
    assert!(
        !phone.text().await.contains("Offline since"),
        "the page is back and says so"
    );
}

#[tokio::test]
#[ignore = "long"]
async fn long_browser_restart_in_the_middle_of_a_round() {
    let mut hall = Server::open();
    let driver = Driver::start().await;
    let (desk, codes) = in_round_1(&hall, &driver, Regulation::Xwing).await;
    let [first, second] = desk.tables().await.remove(0).players;
    let one = phone_of(&hall, &driver, &desk, &codes, &first).await;
    let two = phone_of(&hall, &driver, &desk, &codes, &second).await;
    one.press("Report result").await;
    report(&one, Regulation::Xwing, false, &second).await;
    one.press(&format!("Send to {second} to confirm")).await;
    two.sees(&format!("{first} reported this result")).await;
    hall.kill();
    two.sees("Offline since").await;
    desk.sees("Offline since").await;
    hall.start();
    // Everybody is still who they were, and everything told is there.
    two.press("Yes, correct").await;
    two.sees("Confirmed").await;
    one.sees("Confirmed").await;
    desk.sees("1 of 4 results in").await;
    desk.enters_what_is_missing().await;
    desk.press("Finish round only").await;
    hall.verify(&desk.tournament);
}

#[tokio::test]
#[ignore = "long"]
async fn long_browser_without_scripts() {
    let hall = Server::open();
    let driver = Driver::start().await;
    let (desk, codes) = in_round_1(&hall, &driver, Regulation::Xwing).await;
    let table = desk.tables().await.remove(0);
    let [name, opponent] = &table.players;
    let [_, code] = codes.iter().find(|[of, _]| of == name).unwrap();
    let phone = driver.browser(PHONE).await;
    phone
        .devtools(
            "Emulation.setScriptExecutionDisabled",
            serde_json::json!({ "value": true }),
        )
        .await;
    // Reading: pairings with a search that is a form, standings, a reason.
    let at = |page: &str| hall.at(&format!("/t/{}/{page}", desk.tournament));
    phone.open(&at("pairings")).await;
    phone.sees(name).await;
    phone.open(&at("standings")).await;
    phone.sees(opponent).await;
    // Reporting: the seat, the form of the chosen ending, the answer.
    phone.open(&at("claim")).await;
    phone.type_into("Your code", code).await;
    phone.press("Continue").await;
    phone.press("Report result").await;
    phone.press("Tie, concession, no-show…").await;
    phone.choose_in("How did it end?", "Concession").await;
    phone.choose_in("Player who conceded", opponent).await;
    phone.type_into("Losing player’s score", "24").await;
    phone.press(&format!("Send to {opponent} to confirm")).await;
    phone.sees("Result sent").await;
    desk.sees(&format!("Confirm table {}", table.number)).await;
    // The desk without scripts: a result, and the round goes on.
    desk.devtools(
        "Emulation.setScriptExecutionDisabled",
        serde_json::json!({ "value": true }),
    )
    .await;
    desk.reload().await;
    desk.press(&format!("Confirm table {}", table.number)).await;
    desk.enters_what_is_missing().await;
    desk.press("Finish round only").await;
    desk.sees("Draw round 2").await;
}

#[tokio::test]
#[ignore = "long"]
async fn long_browser_published_pairings_appear_within_a_second() {
    let hall = Server::open();
    let driver = Driver::start().await;
    let desk = Desk::create(&hall, &driver, Regulation::Armada).await;
    desk.enters_players().await;
    let codes = desk.makes_codes().await;
    let [name, code] = &codes[0];
    let phone = claims_seat(&hall, &driver, &desk, code).await;
    phone.sees("You are registered").await;
    let public = driver.browser(LAPTOP).await;
    public
        .open(&hall.at(&format!("/t/{}/pairings", desk.tournament)))
        .await;
    desk.press("Registration").await;
    desk.press("Start tournament").await;
    desk.press("Draw round 1").await;
    // Neither page shows anything of the draft.
    for page in [&phone, &public] {
        page.script("document.kept = true", vec![]).await;
        assert!(
            !page.text().await.contains("Table 1"),
            "{name} sees a draft"
        );
    }
    // A machine that is busy with something else may be late once, not three times.
    let mut took = Vec::new();
    for _ in 0..3 {
        desk.press("Publish only").await;
        let published = Instant::now();
        phone.sees("Report result").await;
        public.sees("Playing").await;
        took.push(published.elapsed());
        desk.press("Undo").await;
        phone.sees("table appears here by itself").await;
        public.sees("No round is published yet").await;
    }
    let best = took.iter().min().copied().unwrap_or_default();
    assert!(best < Duration::from_secs(1), "it took {took:?}");
    for page in [&phone, &public] {
        let kept = page.script("return document.kept === true", vec![]).await;
        assert_eq!(kept, true, "nobody loaded the page again");
    }
}

/// A browser keeps six connections to one server; who looks at more live pages than that must not wait for one.
#[tokio::test]
#[ignore = "long"]
async fn long_browser_the_seventh_live_page_opens_like_the_first() {
    let (hall, driver) = (Server::demo(), Driver::start().await);
    let page = driver.browser(LAPTOP).await;
    for tab in ["pages one after another", "tabs side by side"] {
        for number in 1..=8 {
            if tab.starts_with("tabs") {
                page.new_tab().await;
            }
            let begun = Instant::now();
            page.open(&hall.at("/t/demo-armada/standings")).await;
            let took = begun.elapsed();
            assert!(
                took < Duration::from_secs(10),
                "{tab}: number {number} took {took:?}"
            );
        }
    }
}
