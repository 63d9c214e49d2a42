//! From an empty machine to round 1, as fast as an organizer needs it.

use crate::support::{TestServer, create, names};
use axum::http::StatusCode;
use muster_regulations::Regulation;
use muster_tournament::state::RoundStatus;

#[tokio::test]
async fn thirty_two_pasted_names_are_paired_in_at_most_twelve_presses() {
    let hall = TestServer::new().await;
    let mut desk = hall.organizer().await;
    let id = create(&mut desk, Regulation::Xwing, "basic").await;
    let names = names(32);
    desk.post(&format!("/t/{id}/desk/players/add"), &[("names", &names)])
        .await
        .sent_to("/t/");
    desk.post(&format!("/t/{id}/desk/start"), &[])
        .await
        .sent_to("/t/");
    desk.post(&format!("/t/{id}/do/draft"), &[])
        .await
        .sent_to("/t/");
    desk.post(&format!("/t/{id}/do/publish"), &[])
        .await
        .sent_to("/t/");
    let state = hall.state(&id).await;
    assert_eq!(state.rounds[0].status, RoundStatus::Published);
    assert_eq!(state.rounds[0].matches.len(), 16);
    assert!(desk.submissions <= 12, "{} presses", desk.submissions);
}

#[tokio::test]
async fn the_welcome_link_works_once() {
    let hall = TestServer::new().await;
    hall.browser().get(&hall.welcome).await.ok();
    hall.organizer().await;
    assert_eq!(
        hall.browser().get(&hall.welcome).await.status,
        StatusCode::NOT_FOUND
    );
    let again = hall
        .browser()
        .post(
            &hall.welcome,
            &[("name", "Eve"), ("password", "another one")],
        )
        .await;
    assert_eq!(again.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_wrong_password_is_refused_and_then_slowed() {
    let hall = TestServer::new().await;
    hall.organizer().await;
    let mut browser = hall.browser();
    let mut last = StatusCode::OK;
    for _ in 0..12 {
        last = browser
            .post("/sign-in", &[("name", "Ines"), ("password", "wrong wrong")])
            .await
            .status;
        if last == StatusCode::TOO_MANY_REQUESTS {
            break;
        }
        assert_eq!(last, StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert_eq!(last, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn doubtful_lines_are_shown_before_anything_is_added() {
    let hall = TestServer::new().await;
    let mut desk = hall.organizer().await;
    let id = create(&mut desk, Regulation::Armada, "basic").await;
    let add = format!("/t/{id}/desk/players/add");
    let page = desk
        .post(&add, &[("names", "Ann Example\nann example\nBen Other\n")])
        .await;
    assert!(page.ok().contains("Check these lines"));
    assert_eq!(hall.state(&id).await.players.len(), 0);
}
