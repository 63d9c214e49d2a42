//! Pictures of every page at three sizes in both themes, for people to look at, and the one thing about them that a
//! program can judge: nothing sticks out to the side.

use crate::desk::first_start;
use crate::driver::{Driver, LAPTOP, LARGE, PHONE};
use crate::hall::Hall;
use crate::page::Page;
use crate::walk::{self, Visitor};
use std::path::PathBuf;
use std::sync::Mutex;

/// Where the pictures go: below the target folder, or where `MUSTER_SCREENS` says.
fn folder() -> PathBuf {
    let usual = || PathBuf::from(env!("CARGO_TARGET_TMPDIR")).with_file_name("screens");
    std::env::var_os("MUSTER_SCREENS").map_or_else(usual, PathBuf::from)
}

/// Takes a page's pictures and returns what is wrong with them.
async fn pictures(page: &Page, name: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for size in [PHONE, LAPTOP, LARGE] {
        page.resize(size).await;
        let screen = format!("{}x{}", size.width, size.height);
        let out = walk::sticking_out(page, size).await;
        if !out.is_empty() {
            wrong.push(format!("{name} at {screen}: {out}"));
        }
        for theme in ["light", "dark"] {
            page.theme(theme).await;
            let place = folder().join(format!("{screen}-{theme}"));
            std::fs::create_dir_all(&place).unwrap();
            page.picture(&place.join(format!("{}.png", name.replace(' ', "-"))))
                .await;
        }
    }
    wrong
}

async fn all(hall: &Hall, visitors: &[&Visitor]) {
    let wrong = Mutex::new(Vec::new());
    for visitor in visitors {
        visitor
            .each(hall, async |page, name| {
                let found = pictures(page, name).await;
                wrong.lock().unwrap().extend(found);
            })
            .await;
    }
    let wrong = wrong.into_inner().unwrap();
    assert!(
        wrong.is_empty(),
        "these pages scroll sideways:\n{}",
        wrong.join("\n")
    );
}

#[tokio::test]
#[ignore = "long"]
async fn long_browser_screens_of_spectators_and_players() {
    let (hall, driver) = (Hall::demo(), Driver::start().await);
    let owner = walk::owner(&hall, &driver).await;
    let player = walk::player(&hall, &driver, &owner.page).await;
    all(&hall, &[&walk::spectator(&hall, &driver).await, &player]).await;
}

#[tokio::test]
#[ignore = "long"]
async fn long_browser_screens_of_the_desk() {
    let (hall, driver) = (Hall::demo(), Driver::start().await);
    let owner = walk::owner(&hall, &driver).await;
    let leader = walk::leader(&hall, &driver, &owner.page).await;
    all(&hall, &[&owner, &leader]).await;
}

#[tokio::test]
#[ignore = "long"]
async fn long_browser_screens_of_the_first_start() {
    let (hall, driver) = (Hall::open(), Driver::start().await);
    let page = driver.browser(LAPTOP).await;
    page.open(&hall.welcome).await;
    let mut wrong = pictures(&page, "welcome").await;
    let owner = first_start(&hall, &driver).await;
    owner.open(&hall.at("/")).await;
    wrong.extend(pictures(&owner, "nothing-yet").await);
    assert!(wrong.is_empty(), "{wrong:?}");
}
