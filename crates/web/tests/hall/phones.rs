//! Players' phones: claiming a seat, telling, confirming and disputing results; two desks at once; a restart in between.

use crate::support::{Browser, TestServer, borrowed, usual};
use axum::http::StatusCode;
use muster_regulations::{Regulation, StageKind};
use muster_tournament::PlayerId;
use muster_tournament::state::MatchStatus;

/// Makes codes for all players and returns them by name.
pub(crate) async fn codes(desk: &mut Browser, id: &str) -> Vec<(String, String)> {
    let page = desk.post(&format!("/t/{id}/desk/people/codes"), &[]).await;
    let body = page.ok().to_owned();
    let mut found = Vec::new();
    for row in body
        .split("<tr>")
        .skip(1)
        .filter(|row| row.contains("class=\"code\""))
    {
        let name = row.split("<td>").nth(1).unwrap().split('<').next().unwrap();
        let code = row
            .split("class=\"code\">")
            .nth(1)
            .unwrap()
            .split('<')
            .next()
            .unwrap();
        found.push((name.to_owned(), code.to_owned()));
    }
    found
}

/// The phone of a player, who has typed the code.
pub(crate) async fn claimed(
    hall: &TestServer,
    id: &str,
    codes: &[(String, String)],
    player: PlayerId,
) -> Browser {
    let name = hall.state(id).await.name(player);
    let code = &codes.iter().find(|(n, _)| *n == name).unwrap().1;
    let mut phone = hall.browser();
    phone
        .post(&format!("/t/{id}/claim"), &[("code", code)])
        .await
        .sent_to(&format!("/t/{id}/me"));
    phone
}

/// A published round 1 of eight players, with a phone for each of the two at table 1.
async fn two_phones() -> (TestServer, Browser, String, [(Browser, PlayerId); 2]) {
    let (hall, mut desk, id) = TestServer::playing(Regulation::Xwing, "basic", 8).await;
    let codes = codes(&mut desk, &id).await;
    assert_eq!(codes.len(), 8);
    let state = hall.state(&id).await;
    let m = &state.rounds[0].matches[0];
    let mut phones = Vec::new();
    for player in [m.a, m.b] {
        let mut phone = claimed(&hall, &id, &codes, player).await;
        let page = phone.get(&format!("/t/{id}/me")).await;
        assert!(page.ok().contains("Report result"), "{}", page.text());
        phones.push((phone, player));
    }
    let [one, two]: [(Browser, PlayerId); 2] = phones.try_into().ok().unwrap();
    (hall, desk, id, [one, two])
}

#[tokio::test]
async fn one_phone_tells_and_the_other_confirms() {
    let (hall, _, id, [(mut a, _), (mut b, _)]) = two_phones().await;
    let fields = usual(Regulation::Xwing, StageKind::Swiss);
    a.post(&format!("/t/{id}/me/report"), &borrowed(&fields))
        .await
        .sent_to("/t/");
    assert_eq!(
        hall.state(&id).await.rounds[0].matches[0].status,
        MatchStatus::Reported
    );
    // Who told it cannot confirm it.
    let own = a
        .post(
            &format!("/t/{id}/do/confirm"),
            &[("table", "1"), ("as_player", "1")],
        )
        .await;
    assert_eq!(own.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        b.get(&format!("/t/{id}/me"))
            .await
            .ok()
            .contains("reported this result. Is it correct?")
    );
    b.post(
        &format!("/t/{id}/do/confirm"),
        &[("table", "1"), ("as_player", "1")],
    )
    .await
    .sent_to("/t/");
    assert_eq!(
        hall.state(&id).await.rounds[0].matches[0].status,
        MatchStatus::Confirmed
    );
}

#[tokio::test]
async fn incident_09_both_tell_and_differ() {
    let (hall, mut desk, id, [(mut a, _), (mut b, _)]) = two_phones().await;
    let tell = |x: &'static str, y: &'static str| {
        [
            ("ending", "time"),
            ("r.time.a.score", x),
            ("r.time.b.score", y),
        ]
    };
    a.post(&format!("/t/{id}/me/report"), &tell("112", "88"))
        .await
        .sent_to("/t/");
    b.post(&format!("/t/{id}/me/report"), &tell("112", "96"))
        .await
        .sent_to("/t/");
    assert_eq!(
        hall.state(&id).await.rounds[0].matches[0].status,
        MatchStatus::Disputed
    );
    assert!(
        desk.get(&format!("/t/{id}/desk/round/1"))
            .await
            .ok()
            .contains("Disputed")
    );
    let mut settle = tell("112", "88").to_vec();
    settle.push(("table", "1"));
    desk.post(&format!("/t/{id}/do/report"), &settle)
        .await
        .sent_to("/t/");
    assert_eq!(
        hall.state(&id).await.rounds[0].matches[0].status,
        MatchStatus::Confirmed
    );
}

#[tokio::test]
async fn what_was_typed_stays_beside_what_is_wrong_with_it() {
    let (_hall, _, id, [(mut a, _), _]) = two_phones().await;
    let fields = [
        ("ending", "time"),
        ("r.time.a.score", "260"),
        ("r.time.b.score", "49"),
    ];
    let page = a.post(&format!("/t/{id}/me/report"), &fields).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(page.body.contains("value=\"260\""), "{}", page.text());
    assert!(page.body.contains("role=\"alert\""));
}

#[tokio::test]
async fn two_desks_that_act_on_the_same_page_do_not_overwrite_each_other() {
    let (hall, mut desk, id, _) = two_phones().await;
    let seen = hall.state(&id).await.position.to_string();
    let void = |reason: &'static str| vec![("reason", reason), ("seen", "")];
    let mut first = void("fire alarm");
    first[1].1 = &seen;
    desk.post(&format!("/t/{id}/do/void_round"), &first)
        .await
        .sent_to("/t/");
    let second = desk
        .post(&format!("/t/{id}/do/draft"), &[("seen", &seen)])
        .await;
    assert_eq!(second.status, StatusCode::CONFLICT);
    assert!(
        second.text().contains("changed while you were looking"),
        "{}",
        second.text()
    );
}

#[tokio::test]
async fn incident_26_pressed_twice_is_done_once() {
    let (hall, mut desk, id, _) = two_phones().await;
    let before = hall.state(&id).await.position;
    for _ in 0..2 {
        let fields = [
            ("ending", "time"),
            ("r.time.a.score", "80"),
            ("r.time.b.score", "20"),
            ("table", "2"),
            ("key", "k1"),
        ];
        desk.post(&format!("/t/{id}/do/report"), &fields)
            .await
            .sent_to("/t/");
    }
    assert_eq!(hall.state(&id).await.position, before + 1);
}

#[tokio::test]
async fn the_same_press_many_times_at_once_is_one_line_with_one_answer() {
    let (hall, _, id, [(phone, _), _]) = two_phones().await;
    let before = hall.state(&id).await.position;
    let mut presses = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let mut again = hall.browser();
        again.cookie.clone_from(&phone.cookie);
        let path = format!("/t/{id}/me/report");
        presses.spawn(async move {
            let mut fields = usual(Regulation::Xwing, StageKind::Swiss);
            fields.push(("key".to_owned(), "the same".to_owned()));
            let answer = again.post(&path, &borrowed(&fields)).await;
            answer.sent_to("/t/").to_owned()
        });
    }
    let answers = presses.join_all().await;
    assert_eq!(hall.state(&id).await.position, before + 1);
    let done = format!("done={}", before + 1);
    assert!(answers.iter().all(|to| to.ends_with(&done)), "{answers:?}");
}

#[tokio::test]
async fn incident_20_guessing_codes_is_slowed_and_seen() {
    let (hall, mut desk, id, _) = two_phones().await;
    let mut thief = hall.browser();
    let mut last = StatusCode::OK;
    for guess in 0..15 {
        let code = format!("AAAA{guess:02}");
        last = thief
            .post(&format!("/t/{id}/claim"), &[("code", &code)])
            .await
            .status;
    }
    assert_eq!(last, StatusCode::TOO_MANY_REQUESTS);
    assert!(
        desk.get(&format!("/t/{id}/desk/people"))
            .await
            .ok()
            .contains("wrong codes")
    );
}

#[tokio::test]
async fn a_restart_in_the_middle_of_a_round_loses_nothing() {
    let (hall, mut desk, id, [(mut a, _), (b, _)]) = two_phones().await;
    let fields = usual(Regulation::Xwing, StageKind::Swiss);
    a.post(&format!("/t/{id}/me/report"), &borrowed(&fields))
        .await
        .sent_to("/t/");
    let before = hall.read(&id, |t| t.to_text()).await;
    let (desk_cookie, b_cookie) = (desk.cookie.take(), b.cookie.clone());
    drop((desk, a, b));
    let hall = hall.restart().await;
    assert_eq!(hall.read(&id, |t| t.to_text()).await, before);
    let mut phone = hall.browser();
    phone.cookie = b_cookie;
    phone
        .post(
            &format!("/t/{id}/do/confirm"),
            &[("table", "1"), ("as_player", "1")],
        )
        .await
        .sent_to("/t/");
    let mut desk = hall.browser();
    desk.cookie = desk_cookie;
    desk.get(&format!("/t/{id}/desk/round/1")).await.ok();
}

#[tokio::test]
async fn a_player_registers_alone_and_has_a_seat_at_once() {
    let (hall, _, id) = TestServer::with_tournament(Regulation::Legion, "basic").await;
    let mut phone = hall.browser();
    phone.get(&format!("/t/{id}/register")).await.ok();
    let fields = [
        ("name", "Ada Okafor"),
        ("club", "Harbour Club"),
        ("list_points", "795"),
    ];
    phone
        .post(&format!("/t/{id}/register"), &fields)
        .await
        .sent_to(&format!("/t/{id}/me?code="));
    assert!(
        phone
            .get(&format!("/t/{id}/me"))
            .await
            .ok()
            .contains("You are registered")
    );
    // The same name again is asked about, not doubled.
    let twin = hall
        .browser()
        .post(&format!("/t/{id}/register"), &fields)
        .await;
    assert_eq!(twin.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(hall.state(&id).await.players.len(), 1);
}

#[tokio::test]
async fn a_judge_joins_by_an_invitation_that_works_once() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Legion, "basic").await;
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
    judge.get(&format!("/in/{token}")).await.ok();
    judge
        .post(&format!("/in/{token}"), &[("name", "Cleo Mansour")])
        .await
        .sent_to(&format!("/t/{id}/desk"));
    judge.get(&format!("/t/{id}/desk/players")).await.ok();
    let again = hall
        .browser()
        .post(&format!("/in/{token}"), &[("name", "Eve")])
        .await;
    assert_eq!(again.status, StatusCode::NOT_FOUND);
    // A judge may not start the tournament (ROLE-1: that is the organizer's).
    let start = judge.post(&format!("/t/{id}/desk/start"), &[]).await;
    assert_eq!(start.status, StatusCode::FORBIDDEN, "{}", start.text());
}
