//! Rehearsals: they play themselves, every page says what they are, and nothing is left of them.

use crate::phones::codes;
use crate::support::{Browser, TestServer};
use axum::http::StatusCode;
use muster_ledger::people::{Invite, Session};
use muster_ledger::{Ledger, TournamentId};
use muster_regulations::Regulation;
use muster_tournament::state::Phase;
use std::time::Duration;

async fn begun(desk: &mut Browser, fields: &[(&str, &str)]) -> String {
    let answer = desk.post("/rehearsal", fields).await;
    let to = answer.sent_to("/t/rehearsal-");
    to.split('/').nth(2).unwrap().to_owned()
}

#[tokio::test]
async fn a_rehearsal_plays_itself_and_is_marked_everywhere() {
    let hall = TestServer::new().await;
    let mut desk = hall.organizer().await;
    let fields = [
        ("regulation", "xwing"),
        ("players", "4"),
        ("minutes", "1"),
        ("desk", "on"),
    ];
    let id = begun(&mut desk, &fields).await;
    for page in [
        "desk/players",
        "standings",
        "pairings",
        "projector",
        "overlay",
        "desk/settings",
    ] {
        let answer = desk.get(&format!("/t/{id}/{page}")).await;
        assert!(answer.ok().contains("class=\"rehearsal\""), "{page}");
    }
    assert!(hall.state(&id).await.setup.name.starts_with("Rehearsal: "));
    // It is listed nowhere but where it was begun.
    let home = hall.browser().get("/").await;
    assert!(!home.ok().contains(&id));
    assert!(desk.get("/rehearsal").await.ok().contains(&id));
    for _ in 0..600 {
        if hall
            .state(&id)
            .await
            .rounds
            .first()
            .is_some_and(|round| round.open().count() < 2)
        {
            break;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let state = hall.state(&id).await;
    assert_ne!(state.phase, Phase::Registration);
    let first = &state.rounds[0];
    assert!(
        first.matches.iter().any(|m| m.report.is_some()),
        "nobody reported"
    );
}

#[tokio::test]
async fn a_copy_has_its_own_draws_and_leaves_nothing() {
    let (hall, mut desk, real) = TestServer::with_players(Regulation::Xwing, "basic", 8).await;
    let before = hall.state(&real).await;
    let id = begun(&mut desk, &[("copy", &real), ("minutes", "60")]).await;
    let copy = hall.state(&id).await;
    assert_eq!(copy.players.len(), 8);
    assert_ne!(copy.commitment, before.commitment);
    assert_eq!(hall.state(&real).await.position, before.position);
    // Somebody practises: with a code, so a link and a seat are kept outside of the rehearsal.
    let codes = codes(&mut desk, &id).await;
    let mut phone = hall.browser();
    phone
        .post(&format!("/t/{id}/claim"), &[("code", &codes[0].1)])
        .await
        .sent_to("/t/");
    let other = hall
        .browser()
        .post(&format!("/t/{id}/rehearsal/end"), &[])
        .await;
    assert_eq!(other.status, StatusCode::FORBIDDEN);
    let not_one = desk.post(&format!("/t/{real}/rehearsal/end"), &[]).await;
    assert_eq!(not_one.status, StatusCode::NOT_FOUND);
    desk.post(&format!("/t/{id}/rehearsal/end"), &[])
        .await
        .sent_to("/rehearsal");
    assert_eq!(
        desk.get(&format!("/t/{id}/desk")).await.status,
        StatusCode::NOT_FOUND
    );
    let ledger: &dyn Ledger = hall.app.ledger();
    let gone = TournamentId::new(&*id).unwrap();
    assert!(ledger.read(&gone, 0).await.is_err());
    assert!(Invite::all(ledger, Some(&gone)).await.unwrap().is_empty());
    assert!(
        Session::in_tournament(ledger, &gone)
            .await
            .unwrap()
            .is_empty()
    );
    // No file anywhere in the data folder names it, and the folder of rehearsals went with the last of them.
    assert!(!hall.folder().join("rehearsals").exists());
    let mut folders = vec![hall.folder().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            assert!(!path.to_string_lossy().contains(&id), "{}", path.display());
            if path.is_dir() {
                folders.push(path);
            }
        }
    }
}
