//! What a desk needs in the middle of an evening: undoing one step of many, a break with a restart time, a swap seen
//! before it is made, results typed into the bracket, and the settings of the last time.

use crate::support::{Browser, TestServer};
use axum::http::StatusCode;
use muster_regulations::Regulation;
use muster_tournament::state::{MatchStatus, Round};

async fn gives(desk: &mut Browser, id: &str, step: &str, fields: &[(&str, &str)]) -> u64 {
    let answer = desk.post(&format!("/t/{id}/{step}"), fields).await;
    let to = answer.sent_to("/t/");
    let done = to.split("done=").nth(1).unwrap_or_default();
    done.parse().unwrap_or_default()
}

/// A tournament of two Swiss rounds and a cut to four, of eight players.
async fn drafted() -> (TestServer, Browser, String) {
    let (hall, mut desk, id) = TestServer::with_players(Regulation::Xwing, "custom", 8).await;
    gives(&mut desk, &id, "desk/start", &[]).await;
    gives(&mut desk, &id, "do/draft", &[]).await;
    (hall, desk, id)
}

async fn enters(desk: &mut Browser, id: &str, round: u32, table: u32, from: &str) -> u64 {
    let table = table.to_string();
    let mut fields = vec![("table", table.as_str()), ("was", "playing")];
    fields.extend([("quick.a", "92"), ("quick.b", "62")]);
    if !from.is_empty() {
        fields.push(("from", from));
    }
    gives(desk, id, &format!("desk/round/{round}/enter"), &fields).await
}

#[tokio::test]
async fn a_toast_undoes_its_own_step_after_others_have_acted() {
    let (hall, mut desk, id) = drafted().await;
    gives(&mut desk, &id, "do/publish", &[]).await;
    let mistyped = enters(&mut desk, &id, 1, 1, "").await.to_string();
    let page = desk
        .get(&format!("/t/{id}/desk/round/1?done={mistyped}"))
        .await;
    let offered = format!("name=\"line\" value=\"{mistyped}\"");
    assert!(page.ok().contains(&offered), "{}", page.text());
    enters(&mut desk, &id, 1, 2, "").await;

    let next = format!("/t/{id}/desk/round/1");
    let fields = [("line", mistyped.as_str()), ("next", next.as_str())];
    let undone = gives(&mut desk, &id, "do/undo", &fields).await;
    let state = hall.state(&id).await;
    let status = |table: usize| state.current().unwrap().matches[table - 1].status;
    assert_eq!(
        [status(1), status(2)],
        [MatchStatus::Playing, MatchStatus::Confirmed]
    );
    let page = desk
        .get(&format!("/t/{id}/desk/round/1?done={undone}"))
        .await;
    assert!(
        page.text().contains("undid: report at table 1"),
        "{}",
        page.text()
    );
    assert!(!page.body.contains("data-undo"), "an undo is not undone");

    // What others rest on stays, and the answer names what does.
    let published = state.current().unwrap().drawn_at + 1;
    let fields = [("line", published.to_string())];
    let fields: Vec<(&str, &str)> = fields.iter().map(|(k, v)| (*k, v.as_str())).collect();
    let answer = desk.post(&format!("/t/{id}/do/undo"), &fields).await;
    assert!(answer.status.is_client_error());
    assert!(
        answer
            .text()
            .contains("report at table 2 depends on this step"),
        "{}",
        answer.text()
    );
}

#[tokio::test]
async fn a_break_has_a_restart_time_for_everybody() {
    let (hall, mut desk, id) = drafted().await;
    gives(&mut desk, &id, "do/publish", &[]).await;
    for table in 1..=4 {
        enters(&mut desk, &id, 1, table, "").await;
    }
    gives(&mut desk, &id, "do/finish_round", &[]).await;
    let soon = jiff::Zoned::now().saturating_add(jiff::SignedDuration::from_mins(45));
    let until = soon.strftime("%H:%M").to_string();
    let fields = [("until", until.as_str()), ("reason", "Lunch")];
    gives(&mut desk, &id, "do/pause", &fields).await;
    let shown = hall
        .read(&id, |t| {
            let at = t.state().pause.as_ref().unwrap().until.unwrap();
            let zone = t.state().setup.zone.as_deref().unwrap_or("UTC");
            at.in_tz(zone).unwrap().strftime("%H:%M").to_string()
        })
        .await;
    let wall = hall.browser().get(&format!("/t/{id}/projector")).await;
    let text = wall.text();
    assert!(
        text.contains("Round 2 starts at") && text.contains(&shown),
        "{text}"
    );
    // The clock of the next round ends the break.
    gives(&mut desk, &id, "do/draft", &[]).await;
    gives(&mut desk, &id, "do/publish_and_start", &[]).await;
    assert!(hall.state(&id).await.pause.is_none());

    let answer = desk
        .post(&format!("/t/{id}/do/pause"), &[("until", "noonish")])
        .await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        answer.text().contains("Enter a time such as 15:45"),
        "{}",
        answer.text()
    );
}

#[tokio::test]
async fn a_message_is_on_the_wall_without_covering_it() {
    let (hall, mut desk, id) = drafted().await;
    let fields = [("text", "Coffee next door"), ("minutes", "15")];
    gives(&mut desk, &id, "desk/announce", &fields).await;
    let wall = hall.browser().get(&format!("/t/{id}/projector")).await;
    assert!(wall.text().contains("Coffee next door"), "{}", wall.text());
}

fn seats(round: &Round) -> Vec<[u32; 3]> {
    let matches = round.matches.iter();
    matches.map(|m| [m.table.0, m.a.0, m.b.0]).collect()
}

#[tokio::test]
async fn a_swap_is_seen_before_it_is_made() {
    let (hall, mut desk, id) = drafted().await;
    let round = hall.state(&id).await.current().unwrap().clone();
    let [one, two] = [&round.matches[0], &round.matches[1]].map(|m| m.a.0);
    let page = desk
        .get(&format!("/t/{id}/desk/round/1?a={one}&b={two}"))
        .await;
    let text = page.text();
    for table in [round.matches[0].table, round.matches[1].table] {
        assert!(text.contains(&format!("Round 1, table {table}")), "{text}");
    }
    assert_eq!(
        seats(hall.state(&id).await.current().unwrap()),
        seats(&round),
        "nothing is changed by looking"
    );
    let [a, b] = [one, two].map(|id| id.to_string());
    let fields = [("a", a.as_str()), ("b", b.as_str()), ("reason", "siblings")];
    gives(&mut desk, &id, "do/swap", &fields).await;
    assert_ne!(
        seats(hall.state(&id).await.current().unwrap()),
        seats(&round)
    );
}

#[tokio::test]
async fn results_are_typed_into_the_bracket() {
    let (hall, mut desk, id) = drafted().await;
    for round in [1, 2] {
        gives(&mut desk, &id, "do/publish_and_start", &[]).await;
        for table in 1..=4 {
            enters(&mut desk, &id, round, table, "").await;
        }
        let next = if round == 1 {
            "do/finish_and_draw"
        } else {
            "do/finish_and_cut"
        };
        gives(&mut desk, &id, next, &[]).await;
    }
    gives(&mut desk, &id, "do/publish_and_start", &[]).await;
    let bracket = format!("/t/{id}/desk/bracket");
    let page = desk.get(&bracket).await;
    for table in [1, 2] {
        assert!(
            page.ok().contains(&format!("data-row=\"{table}\"")),
            "{}",
            page.text()
        );
        assert!(page.body.contains(&format!("id=\"q{table}-a\"")));
    }
    // What cannot be comes back in the drawing, with what was typed.
    let fields = [
        ("table", "1"),
        ("was", "playing"),
        ("quick.a", "92"),
        ("from", "bracket"),
    ];
    let answer = desk
        .post(&format!("/t/{id}/desk/round/3/enter"), &fields)
        .await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        answer.body.contains("<svg") && answer.body.contains("value=\"92\""),
        "{}",
        answer.text()
    );
    for table in [1, 2] {
        let fields = [
            ("table", ["1", "2"][table - 1]),
            ("was", "playing"),
            ("quick.a", "92"),
            ("quick.b", "62"),
            ("from", "bracket"),
        ];
        let answer = desk
            .post(&format!("/t/{id}/desk/round/3/enter"), &fields)
            .await;
        answer.sent_to(&bracket);
    }
    assert_eq!(hall.state(&id).await.current().unwrap().open().count(), 0);
}

#[tokio::test]
async fn settings_are_copied_from_an_earlier_tournament() {
    let (_hall, mut desk, id) = drafted().await;
    let page = desk.get(&format!("/new?like={id}")).await;
    let body = page.ok();
    assert!(
        body.contains(&format!("<option value=\"{id}\" selected")),
        "{}",
        page.text()
    );
    assert!(
        body.contains("name=\"structure\" value=\"custom\" checked"),
        "{}",
        page.text()
    );
    assert!(body.contains("name=\"rounds\" inputmode=\"numeric\" value=\"2\""));
    // How long the day is, with the numbers that were copied.
    assert!(page.text().contains("of play: "), "{}", page.text());
}
