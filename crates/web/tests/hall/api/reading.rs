//! What programs read: entity tags, events, and the page that documents the API.

use super::{Program, Told, token};
use crate::support::TestServer;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use muster_regulations::Regulation;
use serde_json::json;
use tower::ServiceExt;

#[tokio::test]
async fn an_entity_tag_lasts_until_the_next_line() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    let anybody = Program::new(&hall, None);
    let path = format!("/tournaments/{id}/players");
    let tag = |told: &Told| told.headers[header::ETAG].to_str().unwrap().to_owned();
    let first = tag(&anybody.get(&path).await);
    assert!(first.starts_with("\"1-"), "{first}");
    let told = anybody.unless(&path, &first).await;
    assert_eq!(
        (told.status, told.body),
        (StatusCode::NOT_MODIFIED, json!(""))
    );
    // A leader sees more, so the tag of everybody is not theirs.
    assert_eq!(program.unless(&path, &first).await.status, StatusCode::OK);
    let register =
        json!({"register": {"players": [{"name": "Ada Okafor", "contact": "ada@club.example"}]}});
    program.give(&id, register).await.ok();
    let told = anybody.unless(&path, &first).await;
    assert!(tag(&told).starts_with("\"2-"));
    assert!(!told.ok().to_string().contains("ada@club.example"));
    assert!(
        program
            .get(&path)
            .await
            .ok()
            .to_string()
            .contains("ada@club.example")
    );
}

#[tokio::test]
async fn events_begin_at_the_position_of_the_client() {
    use futures_util::StreamExt;
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let program = Program::new(&hall, token(&mut desk, "desk").await);
    let follow = |last: Option<&str>| {
        let mut request = Request::get(format!("/api/v1/tournaments/{id}/events"));
        if let Some(last) = last {
            request = request.header("last-event-id", last);
        }
        let router = hall.router.clone();
        let request = request.body(Body::empty()).unwrap();
        async move {
            router
                .oneshot(request)
                .await
                .unwrap()
                .into_body()
                .into_data_stream()
        }
    };
    let mut fresh = follow(None).await;
    let mut known = follow(Some("1")).await;
    let text = |bytes: Option<Result<axum::body::Bytes, axum::Error>>| {
        String::from_utf8(bytes.unwrap().unwrap().to_vec()).unwrap()
    };
    let first = text(fresh.next().await);
    assert!(
        first.contains("event: position") && first.contains("id: 1"),
        "{first}"
    );
    assert!(first.contains(r#"{"position":1,"turn":0}"#), "{first}");
    let register = json!({"register": {"players": [{"name": "Ada Okafor"}]}});
    program.give(&id, register).await.ok();
    for stream in [&mut fresh, &mut known] {
        let next = text(stream.next().await);
        assert!(next.contains("id: 2"), "{next}");
    }
}

#[tokio::test]
async fn the_documentation_page_loads_nothing_from_elsewhere() {
    let hall = TestServer::new().await;
    let page = hall.browser().get("/api").await;
    let text = page.ok();
    assert!(text.contains("/api/v1/tournaments/{id}/commands"));
    assert!(!text.contains("<script>") && !text.contains("style=\""));
    for outside in ["src=\"http", "href=\"http"] {
        assert!(!text.contains(outside), "{outside}");
    }
    // Every link inside leads somewhere.
    for target in text.split("href=\"#").skip(1) {
        let target = target.split('"').next().unwrap();
        assert!(text.contains(&format!("id=\"{target}\"")), "{target}");
    }
}
