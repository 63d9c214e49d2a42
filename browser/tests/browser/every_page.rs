//! Every page there is, looked at once in each way: pictures at three sizes in both themes, nothing that scrolls
//! sideways at any size, no violation of WCAG 2.2 AA, everything within reach of the keyboard.

use crate::accessibility::{axe, violations};
use crate::desk::first_start;
use crate::driver::{Driver, LAPTOP, Size};
use crate::keyboard::unreached;
use crate::layout::sideways;
use crate::page::Page;
use crate::screens::pictures;
use crate::server::Server;
use crate::walk::{self, Visitor};
use std::sync::Mutex;

/// Returns everything that is wrong with a page.
async fn wrong_with(page: &Page, name: &str, size: Size, axe: &str) -> Vec<String> {
    pictures(page, name).await;
    let mut wrong = sideways(page, name).await;
    // As high as the page, so that nothing lies under a bar that stays while one scrolls.
    page.unroll(size).await;
    wrong.extend(violations(page, name, axe).await);
    page.resize(size).await;
    let missed = unreached(page).await;
    wrong.extend(missed.iter().map(|what| format!("{name}: {what}")));
    wrong
}

async fn nothing_is_wrong(hall: &Server, visitors: &[&Visitor]) {
    let (axe, wrong) = (axe(), Mutex::new(Vec::new()));
    for visitor in visitors {
        visitor
            .each(hall, async |page, name| {
                let found = wrong_with(page, name, visitor.size, &axe).await;
                wrong.lock().unwrap().extend(found);
            })
            .await;
    }
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
#[ignore = "long"]
async fn long_browser_every_page_of_the_desk() {
    let (hall, driver) = (Server::demo(), Driver::start().await);
    let owner = walk::owner(&hall, &driver).await;
    let leader = walk::leader(&hall, &driver, &owner.page).await;
    nothing_is_wrong(&hall, &[&owner, &leader]).await;
}

#[tokio::test]
#[ignore = "long"]
async fn long_browser_every_page_of_players_and_spectators() {
    let (hall, driver) = (Server::demo(), Driver::start().await);
    let owner = walk::owner(&hall, &driver).await;
    let leader = walk::leader(&hall, &driver, &owner.page).await;
    let player = walk::player(&hall, &driver, &owner.page).await;
    let spectator = walk::spectator(&hall, &driver).await;
    walk::assert_complete(&[&owner, &leader, &player, &spectator]);
    nothing_is_wrong(&hall, &[&spectator, &player]).await;
}

#[tokio::test]
#[ignore = "long"]
async fn long_browser_every_page_of_the_first_start() {
    let (hall, driver) = (Server::open(), Driver::start().await);
    let (page, axe) = (driver.browser(LAPTOP).await, axe());
    page.open(&hall.welcome).await;
    let mut wrong = wrong_with(&page, "welcome", LAPTOP, &axe).await;
    let owner = first_start(&hall, &driver).await;
    owner.open(&hall.at("/")).await;
    wrong.extend(wrong_with(&owner, "nothing yet", LAPTOP, &axe).await);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
