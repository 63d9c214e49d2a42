//! The clock on desk, phones, walls and public pages; and that Conquest's stays secret (GC-CLOCK).

use crate::phones::{claimed, codes};
use crate::support::{Browser, TestServer};
use jiff::Timestamp;
use muster_regulations::Regulation;

/// A published round 1 of eight players, with the phone of a player at table 1.
async fn published(
    regulation: Regulation,
    structure: &str,
) -> (TestServer, Browser, String, Browser) {
    let (hall, mut desk, id) = TestServer::playing(regulation, structure, 8).await;
    let codes = codes(&mut desk, &id).await;
    let player = hall.state(&id).await.rounds[0].matches[0].a;
    let phone = claimed(&hall, &id, &codes, player).await;
    (hall, desk, id, phone)
}

async fn does(desk: &mut Browser, id: &str, command: &str, fields: &[(&str, &str)]) {
    let answer = desk.post(&format!("/t/{id}/do/{command}"), fields).await;
    answer.sent_to("/t/");
}

/// Every deadline that a page counts down to.
fn deadlines(body: &str) -> Vec<i64> {
    body.split("data-deadline=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap().parse().unwrap())
        .collect()
}

#[tokio::test]
async fn time_1_everybody_sees_the_same_deadline() {
    let (_hall, mut desk, id, mut phone) = published(Regulation::Xwing, "basic").await;
    let page = desk.get(&format!("/t/{id}/desk/round/1")).await;
    assert!(page.ok().contains("Start clock"), "{}", page.text());
    does(&mut desk, &id, "start_clock", &[]).await;
    let page = desk.get(&format!("/t/{id}/desk/round/1")).await;
    let ends = deadlines(page.ok());
    assert_eq!(ends.len(), 1, "{}", page.text());
    let now = Timestamp::now().as_millisecond();
    assert!((ends[0] - now - 75 * 60_000).abs() < 60_000);
    for path in ["pairings", "projector", "me"] {
        let page = phone.get(&format!("/t/{id}/{path}")).await;
        assert_eq!(deadlines(page.ok()), ends, "{path}");
        // XW-CLOCK: start, middle and end are announced everywhere.
        assert_eq!(page.body.matches("data-at=\"").count(), 3, "{path}");
    }
    assert_eq!(phone.get("/now").await.ok().len(), now.to_string().len());
}

#[tokio::test]
async fn time_2_more_time_for_a_table_is_seen_there_and_at_the_desk() {
    let (_hall, mut desk, id, mut phone) = published(Regulation::Armada, "basic").await;
    does(&mut desk, &id, "start_clock", &[]).await;
    let before = deadlines(phone.get(&format!("/t/{id}/me")).await.ok());
    let more = [("table", "1"), ("minutes", "5"), ("reason", "lost dial")];
    does(&mut desk, &id, "extend", &more).await;
    let page = phone.get(&format!("/t/{id}/me")).await;
    assert_eq!(deadlines(page.ok()), [before[0] + 5 * 60_000]);
    assert!(page.text().contains("5 minutes extra"));
    let page = desk.get(&format!("/t/{id}/desk/round/1")).await;
    assert!(page.ok().contains("+5 min"), "{}", page.text());
    let page = desk.get(&format!("/t/{id}/pairings")).await;
    assert_eq!(deadlines(page.ok()), before, "nobody else's time changes");
}

#[tokio::test]
async fn a_break_stops_the_clock_for_all_and_time_can_be_called() {
    let (_hall, mut desk, id, mut phone) = published(Regulation::Legion, "basic").await;
    does(&mut desk, &id, "start_clock", &[]).await;
    does(&mut desk, &id, "pause", &[("reason", "fire alarm")]).await;
    let page = phone.get(&format!("/t/{id}/me")).await;
    assert!(page.ok().contains("fire alarm") && deadlines(&page.body).is_empty());
    does(&mut desk, &id, "resume", &[]).await;
    does(&mut desk, &id, "call_time", &[]).await;
    let page = phone.get(&format!("/t/{id}/me")).await;
    // LE-END: the phase in which time is called decides.
    assert!(
        page.ok().contains("We are in the command phase"),
        "{}",
        page.text()
    );
    let wrong = [("minutes", "ten"), ("reason", "r")];
    let answer = desk.post(&format!("/t/{id}/do/adjust_clock"), &wrong).await;
    assert_eq!(answer.status.as_u16(), 422, "{}", answer.text());
    assert!(answer.text().contains("“ten”"), "{}", answer.text());
    let fewer = [("minutes", "−5"), ("reason", "the hall closes")];
    does(&mut desk, &id, "adjust_clock", &fewer).await;
}

#[tokio::test]
async fn gc_clock_no_page_of_players_or_the_public_tells_the_end() {
    let (hall, mut desk, id, mut phone) = published(Regulation::Conquest, "with_cut").await;
    does(&mut desk, &id, "start_clock", &[]).await;
    let page = desk.get(&format!("/t/{id}/desk/round/1")).await;
    let [end] = deadlines(page.ok())[..] else {
        panic!("leaders see the end: {}", page.text());
    };
    let at = Timestamp::from_millisecond(end).unwrap();
    let length = hall.state(&id).await.rounds[0]
        .clock
        .as_ref()
        .unwrap()
        .started;
    let minutes = at.duration_since(length).as_mins();
    assert!((150..=155).contains(&minutes));
    let local = at.to_zoned(jiff::tz::TimeZone::system());
    let secrets = [
        (end / 1000).to_string(),
        at.to_string().split('.').next().unwrap()[..16].to_owned(),
        local.strftime("%H:%M").to_string(),
        "data-deadline".to_owned(),
    ];
    // Five blank dice leave what the document says anyway.
    let length = (minutes > 150).then(|| format!("{minutes} min"));
    let secrets: Vec<String> = secrets.into_iter().chain(length).collect();
    let mut spectator = hall.browser();
    let pages = [
        "pairings",
        "pairings?by=name",
        "standings",
        "log",
        "proof",
        "projector",
        "overlay",
        "why/pairing/1/1",
        "journal.jsonl",
        "me/tally",
        "me/opponent",
        "me/list",
        "me",
        "me/report",
        "me/standings",
        "me/pairings",
        "me/matches",
        "desk/round/1",
        "desk",
    ];
    for path in pages {
        for browser in [&mut spectator, &mut phone] {
            let page = browser.get(&format!("/t/{id}/{path}")).await;
            for secret in &secrets {
                assert!(!page.body.contains(secret), "{path} tells {secret}");
            }
        }
    }
    // Time called: everybody knows, with the overtime that is left.
    does(&mut desk, &id, "call_time", &[]).await;
    for path in ["pairings", "projector", "me"] {
        let page = phone.get(&format!("/t/{id}/{path}")).await;
        assert_eq!(deadlines(page.ok()).len(), 1, "{path}");
        assert!(page.text().contains("Time"), "{path}");
    }
}
