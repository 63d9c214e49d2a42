//! Printing: who may have which document, where a slip's code leads, and the folder that a published round leaves. The
//! documents themselves are tested where they are made; a build without PDF says so and is right as well.

use crate::support::{Browser, TestServer, create, names};
use axum::http::StatusCode;
use muster_ledger::DataFolder;
use muster_paper::{Access, Document};
use muster_regulations::Regulation;
use muster_service::backups;
use std::sync::Arc;
use std::time::Duration;

async fn started(desk: &mut Browser) -> String {
    let id = create(desk, Regulation::Xwing, "basic").await;
    desk.does(&id, "desk/players/add", &[("names", &names(8))])
        .await;
    desk.does(&id, "desk/start", &[]).await;
    desk.does(&id, "do/draft", &[]).await;
    id
}

/// Whether a document was given, or would have been by a build that can.
fn given(status: StatusCode) -> bool {
    matches!(status, StatusCode::OK | StatusCode::NOT_IMPLEMENTED)
}

#[tokio::test]
async fn everybody_can_print_what_is_public_and_staff_the_rest() {
    let hall = TestServer::new().await;
    let mut desk = hall.organizer().await;
    let id = started(&mut desk).await;
    let mut guest = hall.browser();
    // A draft is as good as not there, for the desk too.
    for browser in [&mut guest, &mut desk] {
        let draft = browser.get(&format!("/t/{id}/print/pairings.pdf")).await;
        assert_eq!(draft.status, StatusCode::NOT_FOUND, "{}", draft.text());
    }
    desk.post(&format!("/t/{id}/do/publish"), &[]).await;
    for document in [
        Document::Pairings,
        Document::Standings,
        Document::Slips,
        Document::Badges,
    ] {
        let path = format!("/t/{id}/print/{document}.pdf?paper=letter");
        let answer = guest.get(&path).await;
        match document.access() {
            Access::Everybody => assert!(given(answer.status), "{document}: {}", answer.text()),
            Access::Staff => assert_eq!(answer.status, StatusCode::FORBIDDEN, "{document}"),
        }
        assert!(given(desk.get(&path).await.status), "{document}");
    }
    assert_eq!(
        guest.get(&format!("/t/{id}/desk/print")).await.status,
        StatusCode::FORBIDDEN
    );
    let menu = desk.get(&format!("/t/{id}/desk/print")).await;
    for document in Document::ALL {
        // What cannot be there yet in round 1 of X-Wing is not offered.
        let later = [
            Document::Bracket,
            Document::Certificates,
            Document::ListChecks,
            Document::Proxies,
            Document::JudgesLog,
            Document::Silhouettes,
        ];
        let offered = menu.ok().contains(&format!("print/{document}.pdf"));
        assert_eq!(offered, !later.contains(&document), "{document}");
    }
    let codes = format!("/t/{id}/desk/print/codes");
    assert_eq!(guest.post(&codes, &[]).await.status, StatusCode::FORBIDDEN);
    assert!(given(desk.post(&codes, &[("paper", "a4")]).await.status));
}

#[tokio::test]
async fn what_is_not_there_is_said() {
    let hall = TestServer::new().await;
    let mut desk = hall.organizer().await;
    let id = started(&mut desk).await;
    for (path, status) in [
        ("poster.pdf", StatusCode::NOT_FOUND),
        ("pairings.pdf?round=9", StatusCode::NOT_FOUND),
        ("pairings.pdf?paper=a3", StatusCode::UNPROCESSABLE_ENTITY),
        ("pairings.pdf?round=x", StatusCode::UNPROCESSABLE_ENTITY),
        ("bracket.pdf", StatusCode::NOT_FOUND),
    ] {
        let answer = desk.get(&format!("/t/{id}/print/{path}")).await;
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
    }
}

#[tokio::test]
async fn the_code_on_a_slip_leads_to_the_right_page() {
    let hall = TestServer::new().await;
    let mut desk = hall.organizer().await;
    let id = started(&mut desk).await;
    desk.post(&format!("/t/{id}/do/publish"), &[]).await;
    let slip = format!("/t/{id}/report/1/2");
    desk.get(&slip)
        .await
        .sent_to(&format!("/t/{id}/desk/round/1"));
    let mut guest = hall.browser();
    guest.get(&slip).await.sent_to(&format!("/t/{id}/claim"));
}

#[tokio::test]
async fn the_code_on_a_table_leads_to_where_a_judge_is_called() {
    let hall = TestServer::new().await;
    let mut desk = hall.organizer().await;
    let id = started(&mut desk).await;
    let table = format!("/t/{id}/table/2");
    desk.get(&table)
        .await
        .sent_to(&format!("/t/{id}/desk/calls"));
    let mut guest = hall.browser();
    guest.get(&table).await.sent_to(&format!("/t/{id}/claim"));
    let codes = format!("/t/{id}/desk/people/codes");
    let page = desk.post(&codes, &[("player", "1")]).await;
    let code = page.ok().split("class=\"code\">").nth(1).unwrap();
    let code = code.split('<').next().unwrap();
    guest
        .post(&format!("/t/{id}/claim"), &[("code", code)])
        .await
        .sent_to("/t/");
    guest
        .get(&table)
        .await
        .sent_to(&format!("/t/{id}/me#about"));
}

#[tokio::test]
async fn public_pages_lead_to_paper_and_private_tournaments_keep_it() {
    let hall = TestServer::new().await;
    let mut desk = hall.organizer().await;
    let id = started(&mut desk).await;
    let mut guest = hall.browser();
    let files = guest.get(&format!("/t/{id}/export")).await;
    // A draft is nothing to print for everybody.
    assert!(!files.ok().contains("print/pairings"), "{}", files.text());
    desk.post(&format!("/t/{id}/do/publish"), &[]).await;
    for (page, link) in [
        (
            "pairings",
            "print/pairings-by-table.pdf?paper=a4&amp;round=1",
        ),
        (
            "pairings?by=name",
            "print/pairings.pdf?paper=letter&amp;round=1",
        ),
        ("standings", "print/standings.pdf?paper=a4"),
        ("export", "print/cross-table.pdf?paper=letter"),
    ] {
        let page = guest.get(&format!("/t/{id}/{page}")).await;
        assert!(page.ok().contains(link), "{link}: {}", page.text());
    }
    let private = [("private", "on")];
    desk.post(&format!("/t/{id}/desk/settings"), &private).await;
    let paper = format!("/t/{id}/print/pairings.pdf");
    assert!(!given(guest.get(&paper).await.status));
    assert!(given(desk.get(&paper).await.status));
}

#[tokio::test]
async fn a_published_round_leaves_a_folder_by_itself() {
    let hall = TestServer::new().await;
    let folder = tempfile::tempdir().unwrap();
    let data = DataFolder::new(folder.path());
    tokio::spawn(backups::keep(
        Arc::clone(&hall.app.service),
        data.clone(),
        true,
    ));
    let mut desk = hall.organizer().await;
    let id = started(&mut desk).await;
    desk.post(&format!("/t/{id}/do/publish"), &[]).await;
    let copy = data
        .rounds()
        .join(&id)
        .join("round-1")
        .join("journal.jsonl");
    for _ in 0..600 {
        if copy.exists() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let copied = std::fs::read_to_string(&copy).unwrap();
    let now = hall.read(&id, |t| t.to_text()).await;
    assert_eq!(copied, now);
}
