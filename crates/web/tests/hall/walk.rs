//! Every address of the desk and the phone, walked by every kind of visitor.

use crate::support::{Browser, TestServer, create};
use axum::http::StatusCode;
use muster_regulations::Regulation;

/// What an address answers to a visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answered {
    Yes,
    No,
}
use Answered::{No, Yes};

/// A judge, a player and anybody, each with a browser of their own.
pub(crate) async fn visitors(hall: &TestServer, id: &str, desk: &mut Browser) -> [Browser; 3] {
    let page = desk
        .post(&format!("/t/{id}/desk/people/invite"), &[("role", "judge")])
        .await;
    let token = page
        .ok()
        .split("/in/")
        .nth(1)
        .unwrap()
        .split('<')
        .next()
        .unwrap()
        .to_owned();
    let mut judge = hall.browser();
    judge
        .post(&format!("/in/{token}"), &[("name", "Cleo Mansour")])
        .await
        .sent_to("/t/");
    let mut player = hall.browser();
    player
        .post(&format!("/t/{id}/register"), &[("name", "Wanda Nowicka")])
        .await
        .sent_to("/t/");
    [judge, player, hall.browser()]
}

/// What is read, by the organizer, a judge, a player, anybody, while round 1 is played.
const PAGES: [(&str, [Answered; 4]); 67] = [
    ("", [Yes, Yes, Yes, Yes]),
    ("/", [Yes, Yes, Yes, Yes]),
    ("/desk", [Yes, Yes, No, No]),
    ("/desk/players", [Yes, Yes, No, No]),
    ("/desk/player/1", [Yes, Yes, No, No]),
    ("/desk/round/1", [Yes, Yes, No, No]),
    ("/desk/tally/1", [Yes, Yes, No, No]),
    ("/desk/bracket", [Yes, Yes, No, No]),
    ("/desk/repair", [Yes, Yes, No, No]),
    ("/desk/standings", [Yes, Yes, No, No]),
    ("/desk/chances", [Yes, Yes, No, No]),
    ("/me/season", [No, No, Yes, No]),
    ("/desk/end", [Yes, Yes, No, No]),
    ("/desk/screens", [Yes, Yes, No, No]),
    ("/desk/people", [Yes, Yes, No, No]),
    ("/desk/newcomers", [Yes, Yes, No, No]),
    // Nobody waits under this name.
    ("/waiting/nobody", [No, No, No, No]),
    ("/desk/calls", [Yes, Yes, No, No]),
    ("/desk/announce", [Yes, Yes, No, No]),
    ("/desk/tables", [Yes, Yes, No, No]),
    ("/desk/lists", [Yes, Yes, No, No]),
    ("/desk/list/1", [Yes, Yes, No, No]),
    ("/desk/print", [Yes, Yes, No, No]),
    ("/print/slips.pdf", [Yes, Yes, No, No]),
    ("/print/pairings.pdf", [Yes, Yes, Yes, Yes]),
    ("/report/1/1", [Yes, Yes, Yes, Yes]),
    ("/table/1", [Yes, Yes, Yes, Yes]),
    ("/desk/journal", [Yes, Yes, No, No]),
    ("/desk/settings", [Yes, Yes, No, No]),
    ("/desk/webhooks", [Yes, No, No, No]),
    ("/me", [No, No, Yes, No]),
    ("/me/report", [No, No, Yes, No]),
    ("/me/tally", [No, No, Yes, No]),
    ("/me/list", [No, No, Yes, No]),
    ("/me/opponent", [No, No, Yes, No]),
    ("/me/standings", [No, No, Yes, No]),
    ("/me/pairings", [No, No, Yes, No]),
    ("/me/matches", [No, No, Yes, No]),
    // There are no places yet.
    ("/me/certificate.pdf", [No, No, No, No]),
    ("/me/data.json", [No, No, Yes, No]),
    ("/claim", [Yes, Yes, Yes, Yes]),
    ("/register", [Yes, Yes, Yes, Yes]),
    ("/pairings", [Yes, Yes, Yes, Yes]),
    ("/standings", [Yes, Yes, Yes, Yes]),
    ("/statistics", [Yes, Yes, Yes, Yes]),
    ("/statistics.csv", [Yes, Yes, Yes, Yes]),
    ("/bracket", [Yes, Yes, Yes, Yes]),
    ("/log", [Yes, Yes, Yes, Yes]),
    ("/proof", [Yes, Yes, Yes, Yes]),
    ("/projector", [Yes, Yes, Yes, Yes]),
    ("/overlay", [Yes, Yes, Yes, Yes]),
    ("/journal.jsonl", [Yes, Yes, No, No]),
    ("/why/pairing/1/1", [Yes, Yes, Yes, Yes]),
    ("/why/outcome/1/1", [Yes, Yes, Yes, Yes]),
    ("/why/first/1/1", [Yes, Yes, Yes, Yes]),
    ("/why/bye/1/1", [Yes, Yes, Yes, Yes]),
    ("/why/rank/1", [Yes, Yes, Yes, Yes]),
    ("/why/cut/1", [Yes, Yes, Yes, Yes]),
    ("/export", [Yes, Yes, Yes, Yes]),
    ("/export/players.csv", [Yes, Yes, Yes, Yes]),
    ("/export/rounds.csv", [Yes, Yes, Yes, Yes]),
    ("/export/standings.csv", [Yes, Yes, Yes, Yes]),
    ("/export/tournament.json", [Yes, Yes, Yes, Yes]),
    ("/export/listfortress.json", [Yes, Yes, Yes, Yes]),
    ("/export/site.zip", [Yes, Yes, Yes, Yes]),
    ("/export/calendar.ics", [Yes, Yes, Yes, Yes]),
    ("/export/players.csv?contacts=1", [Yes, No, No, No]),
];

/// What is sent, each time with nothing in it.
const FORMS: [(&str, [Answered; 4]); 31] = [
    // This tournament is real.
    ("/rehearsal/pace", [No, No, No, No]),
    ("/rehearsal/end", [No, No, No, No]),
    ("/desk/players/add", [Yes, Yes, No, No]),
    ("/desk/players/file", [Yes, Yes, No, No]),
    ("/desk/newcomers", [Yes, Yes, No, No]),
    ("/desk/start", [Yes, No, No, No]),
    ("/desk/round/1/enter", [Yes, Yes, No, No]),
    ("/desk/screens", [Yes, Yes, No, No]),
    ("/desk/end", [Yes, Yes, No, No]),
    ("/desk/people/invite", [Yes, No, No, No]),
    ("/desk/people/codes", [Yes, No, No, No]),
    ("/desk/print/codes", [Yes, No, No, No]),
    ("/desk/settings", [Yes, No, No, No]),
    ("/desk/webhooks", [Yes, No, No, No]),
    // There is none.
    ("/desk/webhooks/none/remove", [No, No, No, No]),
    ("/desk/webhooks/again/none", [No, No, No, No]),
    ("/desk/lists/call", [Yes, No, No, No]),
    ("/desk/lists/catalogue", [Yes, Yes, No, No]),
    ("/desk/list/1", [Yes, Yes, No, No]),
    ("/desk/tally/1/check", [Yes, Yes, No, No]),
    ("/preview/1/{the player's}", [Yes, Yes, Yes, No]),
    // It reads what was sent and nothing else.
    ("/list/check", [Yes, Yes, Yes, Yes]),
    ("/me/report", [No, No, Yes, No]),
    ("/me/tally/check", [No, No, Yes, No]),
    ("/me/list", [No, No, Yes, No]),
    ("/me/drop", [No, No, Yes, No]),
    ("/me/season", [No, No, Yes, No]),
    // The settings above have closed it.
    ("/me/check-in", [No, No, No, No]),
    ("/desk/announce", [Yes, Yes, No, No]),
    ("/claim", [Yes, Yes, Yes, Yes]),
    // The settings above have closed it.
    ("/register", [No, No, No, No]),
];

/// The addresses of a tournament that answer a method.
fn routed(method: &str) -> Vec<String> {
    let all = routes(method).into_iter();
    all.filter_map(|address| Some(address.strip_prefix("/t/{id}")?.to_owned()))
        .collect()
}

/// The addresses of pages that answer a method, from the source of the server.
pub(crate) fn routes(method: &str) -> Vec<String> {
    let mut folders = vec![std::path::PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/src"
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
                let answer = parts.next().unwrap_or_default();
                let answer = answer.split([';', '}']).next().unwrap_or_default();
                let answers = answer.contains(&format!("{method}("));
                if answers && address.starts_with('/') {
                    found.push(address.to_owned());
                }
            }
        }
    }
    assert!(found.len() > 10, "the routes are not where they were");
    found
}

/// Every address of a tournament is in one of the two lists, or has a test of its own.
#[test]
fn every_route_is_walked() {
    let own = ["/events", "/do/{command}"];
    let same = |route: &str, path: &str| {
        let (route, path) = (route.split('/'), path.split('/'));
        let fits = |(part, word): (&str, &str)| part.starts_with('{') || part == word;
        route.clone().count() == path.clone().count() && route.zip(path).all(fits)
    };
    for (method, walked) in [("get", &PAGES[..]), ("post", &FORMS[..])] {
        for route in routed(method) {
            assert!(
                own.contains(&route.as_str()) || walked.iter().any(|(path, _)| same(&route, path)),
                "nobody walks {method} /t/{{id}}{route}"
            );
        }
    }
}

/// Of two classes of an element a browser reads the first and drops the other.
#[track_caller]
fn no_class_twice(page: &str, address: &str) {
    for tag in page.split('<') {
        let tag = tag.split('>').next().unwrap_or_default();
        let classes = tag.matches(" class=\"").count();
        assert!(classes <= 1, "{address}: <{tag}>");
    }
}

#[tokio::test]
async fn every_address_answers_just_those_it_is_for() {
    let (hall, mut desk, id) = TestServer::with_players(Regulation::Xwing, "basic", 7).await;
    let [mut judge, mut player, mut anybody] = visitors(&hall, &id, &mut desk).await;
    desk.begins(&id).await;
    let state = hall.state(&id).await;
    let position = state.position;
    let theirs = state.players.last().map(|player| player.id).unwrap();
    let table = state.current().unwrap().match_of(theirs).unwrap().table;
    let forms = FORMS.map(|(path, expected)| ("post", path, expected));
    let pages = PAGES.map(|(path, expected)| ("get", path, expected));
    for (method, path, expected) in pages.into_iter().chain(forms) {
        let address = format!("/t/{id}{path}").replace("{the player's}", &table.to_string());
        for (who, (browser, expected)) in [&mut desk, &mut judge, &mut player, &mut anybody]
            .into_iter()
            .zip(expected)
            .enumerate()
        {
            let answer = match method {
                "get" => browser.get(&address).await,
                _ => browser.post(&address, &[]).await,
            };
            no_class_twice(&answer.body, &address);
            let refused = [StatusCode::FORBIDDEN, StatusCode::NOT_FOUND];
            let answered = if refused.contains(&answer.status) {
                No
            } else {
                Yes
            };
            assert_eq!(
                answered, expected,
                "{method} {path} for visitor {who}: {}",
                answer.status
            );
        }
    }
    for command in [
        "start",
        "draft",
        "publish",
        "undo",
        "cut",
        "finish",
        "drop",
        "rejoin",
        "disqualify",
    ] {
        let fields = [("player", "1"), ("reason", "because"), ("phrase", "tide")];
        for browser in [&mut player, &mut anybody] {
            let answer = browser
                .post(&format!("/t/{id}/do/{command}"), &fields)
                .await;
            assert_eq!(
                answer.status,
                StatusCode::FORBIDDEN,
                "{command}: {}",
                answer.text()
            );
        }
    }
    assert_eq!(hall.state(&id).await.position, position);
}

#[tokio::test]
async fn a_private_tournament_opens_only_to_those_who_take_part() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let [mut judge, mut player, mut anybody] = visitors(&hall, &id, &mut desk).await;
    desk.post(&format!("/t/{id}/desk/settings"), &[("private", "1")])
        .await
        .sent_to("/t/");
    for page in ["pairings", "standings", "events", "projector", "register"] {
        assert_eq!(
            anybody.get(&format!("/t/{id}/{page}")).await.status,
            StatusCode::FORBIDDEN,
            "{page}"
        );
    }
    // Whoever has a code may type it.
    anybody.get(&format!("/t/{id}/claim")).await.ok();
    player.get(&format!("/t/{id}/pairings")).await.ok();
    judge.get(&format!("/t/{id}/desk/players")).await.ok();
    assert!(!anybody.get("/").await.ok().contains("Harbour Open"));
}

#[tokio::test]
async fn people_of_another_tournament_are_strangers_here() {
    let (hall, mut desk, id) = TestServer::playing(Regulation::Xwing, "basic", 8).await;
    // A second organizer with a tournament, a judge and a player of their own.
    let invited = desk.post("/account/invite", &[]).await;
    let link = invited.ok().split("/welcome/").nth(1).unwrap();
    let link = format!("/welcome/{}", link.split(['<', '"']).next().unwrap());
    let mut other = hall.browser();
    other
        .post(&link, &[("name", "Jonas"), ("password", "battery staple")])
        .await
        .sent_to("/new");
    let theirs = create(&mut other, Regulation::Armada, "basic").await;
    let [judge, player, anybody] = visitors(&hall, &theirs, &mut other).await;
    let position = hall.state(&id).await.position;
    let forms = FORMS.map(|(path, _)| ("post", path));
    let pages = PAGES.map(|(path, _)| ("get", path)).into_iter();
    let walked: Vec<_> = pages.chain(forms).collect();
    let mut strangers = [other, judge, player, anybody];
    for private in [false, true] {
        let settings: &[_] = if private { &[("private", "1")] } else { &[] };
        desk.post(&format!("/t/{id}/desk/settings"), settings)
            .await
            .sent_to("/t/");
        for (method, path) in &walked {
            let address = format!("/t/{id}{path}").replace("{the player's}", "1");
            let mut answers = Vec::new();
            for browser in &mut strangers {
                let answer = match *method {
                    "get" => browser.get(&address).await,
                    _ => browser.post(&address, &[]).await,
                };
                answers.push(answer.status);
            }
            assert!(
                answers.iter().all(|status| *status == answers[3]),
                "{method} {path}: {answers:?}"
            );
            let refused = [StatusCode::FORBIDDEN, StatusCode::NOT_FOUND].contains(&answers[3]);
            assert!(
                refused || !private || path.starts_with("/claim"),
                "{method} {path} of a private tournament: {answers:?}"
            );
        }
    }
    assert_eq!(hall.state(&id).await.position, position);
}
