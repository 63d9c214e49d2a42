//! Every page there is, as those see it whom it is for: the demonstration's five tournaments at their five moments, a
//! fresh one, and the pages that say no. A test holds the list against the routes of the server.

use crate::desk::sign_in;
use crate::driver::{Driver, LAPTOP, PHONE, Size};
use crate::page::Page;
use crate::server::Server;

/// The tournaments of the demonstration.
pub(crate) const DEMO: [&str; 5] = [
    "demo-xwing",
    "demo-armada",
    "demo-conquest",
    "demo-cardgame",
    "demo-legion",
];

/// Whose pages are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    Spectator,
    Owner,
    Leader,
    Player,
}

/// Somebody with a browser and the pages to look at.
pub(crate) struct Visitor {
    pub(crate) who: Who,
    pub(crate) page: Page,
    pub(crate) size: Size,
    pub(crate) paths: Vec<String>,
}

/// Returns the address of the one-time link for a judge that the page shows.
pub(crate) async fn invitation(owner: &Page, hall: &Server, tournament: &str) -> String {
    owner
        .open(&hall.at(&format!("/t/{tournament}/desk/people")))
        .await;
    owner.press("Invite Judge").await;
    owner.sees("It works once").await;
    let shown = owner.texts("figure.qr figcaption").await.remove(0);
    format!("/in/{}", shown.rsplit('/').next().unwrap())
}

/// Takes the seat of somebody who plays, preferably one whose game is under way.
async fn seat(owner: &Page, player: &Page, hall: &Server, tournament: &str) {
    owner.open(&hall.at(&format!("/t/{tournament}/desk"))).await;
    let playing = owner.texts("#tables tr:has(.chip.playing) td.name").await;
    owner
        .open(&hall.at(&format!("/t/{tournament}/desk/people")))
        .await;
    owner.press("Create codes").await;
    owner.sees("Codes, shown once").await;
    let rows = owner.texts("tr:has(b.code) td:first-child").await;
    let codes = owner.texts("tr:has(b.code) b.code").await;
    let at = rows
        .iter()
        .position(|name| playing.iter().any(|cell| cell.starts_with(name.as_str())));
    player
        .open(&hall.at(&format!("/t/{tournament}/claim")))
        .await;
    player.type_into("Your code", &codes[at.unwrap_or(0)]).await;
    player.press("Continue").await;
}

pub(crate) async fn spectator(hall: &Server, driver: &Driver) -> Visitor {
    let page = driver.browser(LAPTOP).await;
    let mut paths: Vec<String> = [
        "/",
        "/sign-in",
        "/rules",
        "/rules/xwing",
        "/statistics",
        "/seasons",
        "/api",
        // Pages that say no.
        "/nowhere",
        "/t/nowhere/pairings",
        "/t/demo-xwing/desk",
        "/t/demo-armada/me",
        "/in/nonsense",
        "/t/demo-armada/waiting/nobody",
        "/welcome/nonsense",
        "/season/nonsense",
        "/season/nonsense/manage",
    ]
    .map(str::to_owned)
    .to_vec();
    for id in DEMO {
        for place in [
            "pairings",
            "standings",
            "statistics",
            "log",
            "proof",
            "projector",
            "overlay",
            "export",
        ] {
            paths.push(format!("/t/{id}/{place}"));
        }
    }
    for id in ["demo-conquest", "demo-cardgame", "demo-legion"] {
        paths.push(format!("/t/{id}/bracket"));
    }
    for place in [
        "claim",
        "standings?open=3",
        "why/pairing/2/1",
        "why/outcome/1/1",
        "why/first/1/1",
        "why/rank/1",
        "why/cut/1",
    ] {
        paths.push(format!("/t/demo-legion/{place}"));
    }
    page.open(&hall.at("/t/demo-xwing/pairings?round=1")).await;
    let byes = "return [...document.querySelectorAll('a[href*=\"/why/bye/\"]')].map((a) => a.getAttribute('href'))[0] || ''";
    paths.push(page.script(byes, vec![]).await.as_str().unwrap().to_owned());
    Visitor {
        who: Who::Spectator,
        page,
        size: LAPTOP,
        paths,
    }
}

/// The desk of the owner, with a fresh tournament that lets players register themselves.
pub(crate) async fn owner(hall: &Server, driver: &Driver) -> Visitor {
    let page = sign_in(hall, driver, "demo", "look around").await;
    page.open(&hall.at("/new")).await;
    page.type_into("Name", "Harbour Open").await;
    page.press("Create tournament").await;
    let fresh = page.path().await;
    page.open(&hall.at("/seasons")).await;
    page.type_into("New season", "Harbour League").await;
    page.press("Create season").await;
    page.sees("Save season").await;
    let season = page.path().await;
    let mut paths = vec![
        "/".to_owned(),
        "/new".to_owned(),
        "/plan?regulation=xwing&players=44".to_owned(),
        season.replace("/manage", ""),
        season,
        "/import".to_owned(),
        "/tokens".to_owned(),
        "/rehearsal".to_owned(),
        "/account".to_owned(),
        fresh.replace("desk/players", "register"),
        fresh,
    ];
    for id in DEMO {
        for place in [
            "desk",
            "desk/players",
            "desk/player/2",
            "desk/bracket",
            "desk/standings",
            "desk/chances",
            "desk/end",
            "desk/screens",
            "desk/people",
            "desk/print",
            "desk/journal",
        ] {
            paths.push(format!("/t/{id}/{place}"));
        }
    }
    for page in [
        "demo-armada/desk/settings",
        "demo-armada/desk/webhooks",
        "demo-armada/desk/calls",
        "demo-armada/desk/announce",
        "demo-armada/desk/newcomers",
        "demo-armada/desk/repair",
        "demo-armada/desk/tables",
        "demo-armada/desk/lists",
        "demo-armada/desk/list/2",
        "demo-armada/desk/tally/2",
        "demo-armada/desk/round/1",
        "demo-armada/desk/round/1?table=1",
        "demo-armada/desk/round/2?why=1",
        "demo-armada/desk/round/3",
        "demo-xwing/desk/round/3?why=1",
        "demo-cardgame/desk/round/1?table=2",
    ] {
        paths.push(format!("/t/{page}"));
    }
    for id in ["demo-armada", "demo-cardgame"] {
        // The form of a table that is being played.
        page.open(&hall.at(&format!("/t/{id}/desk"))).await;
        let open = "return document.querySelector('#tables a.btn[href*=\"table=\"]')?.href.split('#')[0] || ''";
        let address = page.script(open, vec![]).await;
        let address = address.as_str().unwrap_or_default();
        paths.extend(address.strip_prefix(&hall.at("")).map(str::to_owned));
    }
    Visitor {
        who: Who::Owner,
        page,
        size: LAPTOP,
        paths,
    }
}

/// A judge, who joins by an invitation.
pub(crate) async fn leader(hall: &Server, driver: &Driver, owner: &Page) -> Visitor {
    let page = driver.browser(LAPTOP).await;
    let open = invitation(owner, hall, "demo-armada").await;
    let used = invitation(owner, hall, "demo-armada").await;
    page.open(&hall.at(&used)).await;
    page.type_into("Your name", "Cleo Mansour").await;
    page.press("Join as Judge").await;
    let mut paths = vec![open];
    for place in [
        "desk/round/2",
        "desk/players",
        "desk/people",
        "desk/journal",
        "desk/settings",
    ] {
        paths.push(format!("/t/demo-armada/{place}"));
    }
    Visitor {
        who: Who::Leader,
        page,
        size: LAPTOP,
        paths,
    }
}

/// A phone that plays in four tournaments at once.
pub(crate) async fn player(hall: &Server, driver: &Driver, owner: &Page) -> Visitor {
    let page = driver.browser(PHONE).await;
    let mut paths = Vec::new();
    for id in ["demo-xwing", "demo-armada", "demo-cardgame", "demo-legion"] {
        seat(owner, &page, hall, id).await;
        paths.push(format!("/t/{id}/me"));
    }
    for place in [
        "me/report",
        "me/tally",
        "me/list",
        "me/opponent",
        "me/standings",
        "me/pairings",
        "me/matches",
        "me/season",
        "pairings",
    ] {
        paths.push(format!("/t/demo-armada/{place}"));
    }
    paths.push("/t/demo-cardgame/me/report".to_owned());
    Visitor {
        who: Who::Player,
        page,
        size: PHONE,
        paths,
    }
}

impl Visitor {
    /// Opens each of the pages and looks at it, with a name for it.
    pub(crate) async fn each(&self, hall: &Server, look: impl AsyncFn(&Page, &str)) {
        for path in &self.paths {
            self.page.open(&hall.at(path)).await;
            let who = format!("{:?}", self.who).to_lowercase();
            // Names that stay the same from one run to the next.
            let short = path.split('/').map(|part| match part {
                _ if part.len() > 40 => "token",
                _ if part.starts_with("harbour-open") => "harbour-open",
                _ if part.starts_with("harbour-league") => "harbour-league",
                _ => part,
            });
            let words: Vec<&str> = short.filter(|part| !part.is_empty()).collect();
            let name = format!("{who} {}", words.join(" ")).replace(['?', '=', '&'], "-");
            look(&self.page, name.trim()).await;
        }
    }
}

/// Every route of the server that answers a browser's `GET` with a page is on somebody's list.
pub(crate) fn assert_complete(visitors: &[&Visitor]) {
    let not_pages = [
        "/assets/{mark}/{name}",
        "/now",
        "/healthz",
        "/readyz",
        "/metrics",
        "/openapi.json",
        "/statistics.csv",
        "/season/{season}/standings.csv",
        "/season/{season}/standings.pdf",
        "/standby/ticket",
        "/standby/status",
        "/standby/arrive",
        "/t/{id}/statistics.csv",
        "/t/{id}/events",
        "/t/{id}/journal.jsonl",
        "/t/{id}/me/certificate.pdf",
        "/t/{id}/me/data.json",
        "/t/{id}/print/{file}",
        "/t/{id}/report/{round}/{table}",
        "/t/{id}/table/{table}",
        "/t/{id}/export/{file}",
        "/t/{id}",
        "/t/{id}/",
    ];
    let walked: Vec<&str> = visitors
        .iter()
        .flat_map(|visitor| &visitor.paths)
        .map(|path| path.split('?').next().unwrap())
        .collect();
    let matches = |route: &str, path: &str| {
        let (route, path): (Vec<&str>, Vec<&str>) =
            (route.split('/').collect(), path.split('/').collect());
        route.len() == path.len()
            && route
                .iter()
                .zip(&path)
                .all(|(part, word)| part.starts_with('{') || part == word)
    };
    let missing: Vec<String> = routes()
        .into_iter()
        .filter(|route| !not_pages.contains(&route.as_str()))
        .filter(|route| !walked.iter().any(|path| matches(route, path)))
        .collect();
    assert!(missing.is_empty(), "nobody looks at {missing:?}");
}

/// The routes of the server with a `GET`, from its source.
fn routes() -> Vec<String> {
    let mut folders = vec![std::path::PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../crates/web/src"
    ))];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(path).unwrap();
            for route in text.split(".route(").skip(1) {
                let mut parts = route.splitn(3, '"');
                let address = parts.nth(1).unwrap_or_default();
                if parts.next().is_some_and(|answer| {
                    answer
                        .trim_start_matches([',', ' ', '\n'])
                        .starts_with("get(")
                }) {
                    found.push(address.to_owned());
                }
            }
        }
    }
    assert!(
        found.len() > 30,
        "the routes of the server are not where they were: {found:?}"
    );
    found
}
