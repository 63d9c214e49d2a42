//! Nothing sticks out of a screen or is cut, whatever the size of the screen, the width of the system font and the length
//! of the names.

use crate::desk::Desk;
use crate::driver::{
    Driver, LAPTOP, LARGE, PHONE, SMALLEST, Size, TABLET, USUAL_PHONE, WIDE_TABLET,
};
use crate::fonts::Font;
use crate::page::Page;
use crate::server::Server;
use crate::walk;
use muster_regulations::Regulation;
use serde_json::json;
use std::sync::Mutex;

/// The screens that every page must fit.
const SIZES: [Size; 7] = [
    SMALLEST,
    PHONE,
    USUAL_PHONE,
    TABLET,
    WIDE_TABLET,
    LAPTOP,
    LARGE,
];

/// Returns at which sizes a page scrolls sideways, and what sticks out.
pub(crate) async fn sideways(page: &Page, name: &str) -> Vec<String> {
    // A phone makes its window as wide as what sticks out, so the window cannot be asked.
    let script = "
        const width = arguments[0], root = document.documentElement;
        if (root.scrollWidth <= width) return '';
        const scrolls = (e) => e && (getComputedStyle(e).overflowX !== 'visible' || scrolls(e.parentElement));
        const out = [...document.body.querySelectorAll('*')]
            .filter((e) => e.getBoundingClientRect().right > width + 1 && !scrolls(e.parentElement));
        return `${root.scrollWidth} px: ` + out.slice(0, 6).map((e) => e.outerHTML.slice(0, 90)).join(' | ');";
    let mut wrong = Vec::new();
    for size in SIZES {
        page.resize(size).await;
        let out = page.script(script, vec![json!(size.width)]).await;
        let out = out.as_str().unwrap_or_default();
        if !out.is_empty() {
            wrong.push(format!("{name} at {} scrolls sideways, {out}", size.width));
        }
    }
    wrong
}

/// Returns which numbers and family names on the projector are cut or covered.
async fn cut_on_the_projector(page: &Page, name: &str) -> Vec<String> {
    let script = "
        const wrong = [], text = (e) => {
            const range = document.createRange();
            range.selectNodeContents(e);
            return range.getBoundingClientRect();
        };
        for (const slide of document.querySelectorAll('.slide')) {
            document.querySelectorAll('.slide').forEach((other) => other.classList.toggle('on', other === slide));
            for (const line of slide.querySelectorAll('.cols li')) {
                const [box, name] = [line, line.querySelector('.nm')].map((e) => e.getBoundingClientRect());
                const numbers = [...line.querySelectorAll('.tb, .rk')].map(text);
                const outside = numbers.some((n) => n.right > box.right + 1 || n.left < box.left - 1);
                const family = text(line.querySelector('.nm b')).right > name.right + 1;
                if (outside || family) wrong.push(line.innerText.replace(/\\s+/g, ' '));
            }
        }
        return wrong.slice(0, 6)";
    let mut wrong = Vec::new();
    for size in [LARGE, LAPTOP, WIDE_TABLET] {
        page.resize(size).await;
        let cut = page.script(script, vec![]).await;
        if cut != json!([]) {
            wrong.push(format!("{name} at {} cuts {cut}", size.width));
        }
    }
    wrong
}

#[tokio::test]
#[ignore = "long"]
async fn long_browser_no_page_scrolls_sideways_with_a_narrow_font() {
    let (hall, driver) = (Server::demo(), Driver::with(Font::Narrow).await);
    let owner = walk::owner(&hall, &driver).await;
    let leader = walk::leader(&hall, &driver, &owner.page).await;
    let player = walk::player(&hall, &driver, &owner.page).await;
    let spectator = walk::spectator(&hall, &driver).await;
    let wrong = Mutex::new(Vec::new());
    for visitor in [owner, leader, player, spectator] {
        visitor
            .each(&hall, async |page, name| {
                let found = sideways(page, name).await;
                wrong.lock().unwrap().extend(found);
            })
            .await;
    }
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Tables of three digits, names of forty letters and names without a space.
#[tokio::test]
#[ignore = "long"]
async fn long_browser_a_large_field_with_long_names_fits() {
    let (hall, wide) = (Server::open(), Driver::with(Font::Wide).await);
    let desk = Desk::create(&hall, &wide, Regulation::Legion).await;
    let mut names = vec![
        "Maximiliana Papadopoulou-Georgiadis-Lunde".to_owned(),
        "Wolfenschlegelsteinhausenbergerdorffsson".to_owned(),
    ];
    names.extend((1..=200).map(|number| format!("Ada{number} Featherstone")));
    let paste = "document.querySelector('textarea.names').value = arguments[0]";
    desk.script(paste, vec![json!(names.join("\n"))]).await;
    desk.press("Add players").await;
    desk.sees("202 registered").await;
    desk.press("Start tournament").await;
    desk.press("Draw round 1").await;
    desk.press("Publish only").await;
    desk.sees("101 tables open").await;
    let narrow = Driver::with(Font::Narrow).await;
    let anybody = [
        ("wide", wide.browser(LARGE).await),
        ("narrow", narrow.browser(LARGE).await),
    ];
    let at = |place: &str| hall.at(&format!("/t/{}/{place}", desk.tournament));
    let mut wrong = Vec::new();
    for (font, page) in &anybody {
        for place in ["pairings", "standings", "projector"] {
            page.open(&at(place)).await;
            wrong.extend(sideways(page, &format!("{place}, {font}")).await);
        }
        wrong.extend(cut_on_the_projector(page, &format!("projector, {font}")).await);
    }
    for place in [
        "desk",
        "desk/players",
        "desk/standings",
        "desk/round/1?table=101",
    ] {
        desk.open(&at(place)).await;
        wrong.extend(sideways(&desk, place).await);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
