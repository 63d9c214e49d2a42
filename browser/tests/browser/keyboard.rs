//! Hands off the mouse: results are entered at the desk by keyboard alone, and everything on a page that can be used is
//! reached by Tab and shows that it is.

use crate::desk::Desk;
use crate::driver::{Driver, LAPTOP};
use crate::page::Page;
use crate::server::Server;
use muster_regulations::Regulation;
use serde_json::json;
use thirtyfour::Key;

/// Goes through the page with Tab and returns what was not reached, or does not show that it is.
pub(crate) async fn unreached(page: &Page) -> Vec<String> {
    // Each Tab first judges where the one before has led.
    let begin = "
        const used = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex=\"0\"]';
        const seen = (e) => !e.disabled && e.checkVisibility({ visibilityProperty: true });
        const wanted = [...document.querySelectorAll(used)].filter(seen), reached = new Set(), unseen = new Set();
        document.addEventListener('keydown', () => {
            const e = document.activeElement;
            if (!e || e === document.body || reached.has(e)) return;
            reached.add(e);
            // One of a group of choices is enough: the arrow keys do the rest.
            if (e.type === 'radio') wanted.filter((o) => o.name === e.name && o.form === e.form).forEach((o) => reached.add(o));
            const ring = [e, e.closest('label')].some((at) => at && getComputedStyle(at).outlineStyle !== 'none' && parseFloat(getComputedStyle(at).outlineWidth) >= 2);
            const box = (e.closest('label') || e).getBoundingClientRect();
            const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
            if (!ring || !inside) unseen.add(e);
        }, true);
        document.missed = () => wanted.filter((e) => e.isConnected && !reached.has(e));
        document.unseen = unseen;
        document.activeElement?.blur();
        window.scrollTo(0, 0);
        return wanted.length";
    let count = page.script(begin, vec![]).await.as_u64().unwrap();
    // A date is several stops in one field, and Tab goes on at the beginning after the end.
    for _ in 0..4 {
        page.tabs(usize::try_from(count).unwrap() / 2 + 10).await;
        if page.script("return document.missed().length", vec![]).await == json!(0) {
            break;
        }
    }
    let told = "
        const name = (e) => e.outerHTML.slice(0, 120);
        return document.missed().map((e) => 'not reached: ' + name(e))
            .concat([...document.unseen].map((e) => 'focus not seen: ' + name(e)))";
    serde_json::from_value(page.script(told, vec![]).await).unwrap()
}

#[tokio::test]
#[ignore = "long"]
async fn long_browser_signing_in_and_creating_by_keyboard() {
    let (hall, driver) = (Server::demo(), Driver::start().await);
    let page = driver.browser(LAPTOP).await;
    page.open(&hall.at("/sign-in")).await;
    page.tab_to("Your name").await;
    page.types("demo").await;
    page.key(Key::Tab).await;
    page.types("look around").await;
    page.key(Key::Enter).await;
    page.sees("Sign out").await;
    page.tab_to("New tournament").await;
    page.key(Key::Enter).await;
    page.sees("Set by the regulation").await;
    // The name has the keyboard already.
    page.types("Harbour Open").await;
    page.key(Key::Enter).await;
    page.sees("Nobody is registered yet").await;
    page.tab_to("Names, one per line").await;
    page.types("Ada Okafor\nBram Lindqvist\nCleo Mansour\nDario Rinaldi\n")
        .await;
    page.tab_to("Add players").await;
    page.key(Key::Enter).await;
    page.sees("4 registered").await;
}

/// In order, the keyboard goes on by itself: what is counted are the keys beyond the numbers.
#[tokio::test]
#[ignore = "long"]
async fn long_browser_results_by_keyboard_alone() {
    let (hall, driver) = (Server::open(), Driver::start().await);
    let desk = Desk::create(&hall, &driver, Regulation::Xwing).await;
    desk.enters_players().await;
    desk.publishes_round_1().await;
    // The field for the table has the keyboard; nothing in it means the next open table.
    desk.key(Key::Enter).await;
    for table in ["1", "2"] {
        desk.types("120").await;
        desk.key(Key::Tab).await;
        desk.types("74").await;
        desk.key(Key::Enter).await;
        desk.sees(&format!("Saved table {table}")).await;
    }
    // Out of order: a number that means one table needs no Enter, and the keyboard comes back.
    desk.key(Key::Escape).await;
    for table in ["4", "3"] {
        desk.types(table).await;
        desk.types("74").await;
        desk.key(Key::Tab).await;
        desk.types("120").await;
        desk.key(Key::Enter).await;
        desk.sees(&format!("Saved table {table}")).await;
    }
    desk.tab_to("Finish round only").await;
    desk.key(Key::Enter).await;
    desk.sees("Draw round 2").await;
    // A mistake is undone by keyboard as well.
    desk.tab_to("Undo").await;
    desk.key(Key::Enter).await;
    desk.sees("Finish round only").await;
}

/// Four numbers, four keys beyond them.
#[tokio::test]
#[ignore = "long"]
async fn long_browser_four_numbers_by_keyboard_alone() {
    let (hall, driver) = (Server::open(), Driver::start().await);
    let desk = Desk::create(&hall, &driver, Regulation::Conquest).await;
    desk.enters_players().await;
    desk.publishes_round_1().await;
    desk.types("2").await;
    for (number, key) in [
        ("9", Key::Tab),
        ("640", Key::Tab),
        ("5", Key::Tab),
        ("410", Key::Enter),
    ] {
        desk.types(number).await;
        desk.key(key).await;
    }
    desk.sees("Saved table 2").await;
}
