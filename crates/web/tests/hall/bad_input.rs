//! Nonsense, oversize, foreign origins: a readable answer, and nothing changes.

use crate::support::TestServer;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use muster_regulations::Regulation;

#[tokio::test]
async fn nonsense_in_every_action_is_a_readable_refusal_and_changes_nothing() {
    let (hall, mut desk, id) = TestServer::with_players(Regulation::Xwing, "basic", 8).await;
    let before = hall.state(&id).await.position;
    let nonsense: &[&[(&str, &str)]] = &[
        &[],
        &[
            ("table", "x"),
            ("player", "y"),
            ("a", "1e9"),
            ("b", "-1"),
            ("reason", ""),
            ("round", "99999999999999"),
        ],
        &[
            ("table", "4294967295"),
            ("player", "4294967295"),
            ("a", "0"),
            ("b", "0"),
            ("reason", "r"),
            ("round", "0"),
            ("staff", "0"),
            ("side", "left"),
            ("ending", "nothing"),
            ("name", "\u{7}"),
            ("role", "king"),
            ("phrase", "\n"),
        ],
    ];
    let commands = [
        "assign",
        "amend",
        "dismiss",
        "draft",
        "redraw",
        "swap",
        "pin",
        "publish",
        "seat",
        "as_played",
        "redact",
        "report",
        "confirm",
        "dispute",
        "correct",
        "no_show",
        "choose_side",
        "finish_round",
        "void_round",
        "drop",
        "rejoin",
        "disqualify",
        "cut",
        "put_back",
        "finish",
        "create",
        "nothing",
        "redact",
    ];
    for command in commands {
        for fields in nonsense {
            let answer = desk.post(&format!("/t/{id}/do/{command}"), fields).await;
            assert!(
                answer.status.is_client_error(),
                "{command} {fields:?}: {}",
                answer.status
            );
            assert!(answer.text().len() > 20, "{command}: {}", answer.text());
        }
    }
    assert_eq!(hall.state(&id).await.position, before);
}

#[tokio::test]
async fn a_body_past_the_limit_is_refused() {
    let (_hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    let names = "x".repeat(3 << 20);
    let answer = desk
        .post(&format!("/t/{id}/desk/players/add"), &[("names", &names)])
        .await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn a_form_from_another_site_is_refused() {
    let (hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    for (name, value) in [
        ("sec-fetch-site", "cross-site"),
        ("origin", "http://evil.example"),
    ] {
        let request = Request::post(format!("/t/{id}/do/register"))
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header(header::HOST, "hall.example")
            .header(name, value)
            .body(Body::from("name=Eve"))
            .unwrap();
        assert_eq!(desk.send(request).await.status, StatusCode::FORBIDDEN);
    }
    assert_eq!(hall.state(&id).await.players.len(), 0);
}

#[tokio::test]
async fn markup_in_names_stays_text() {
    let (_hall, mut desk, id) = TestServer::with_tournament(Regulation::Xwing, "basic").await;
    desk.post(
        &format!("/t/{id}/do/register"),
        &[("name", "<script>alert(1)</script>")],
    )
    .await
    .sent_to("/t/");
    let page = desk.get(&format!("/t/{id}/desk/players")).await;
    assert!(!page.ok().contains("<script>alert"), "unescaped");
    assert!(page.body.contains("&lt;script&gt;"));
}

#[tokio::test]
async fn every_answer_forbids_inline_script_and_framing() {
    use tower::ServiceExt;
    let hall = TestServer::new().await;
    for path in ["/", "/sign-in", "/nowhere"] {
        let answer = hall
            .router
            .clone()
            .oneshot(Request::get(path).body(Body::empty()).unwrap())
            .await
            .unwrap();
        let policy = answer.headers()[header::CONTENT_SECURITY_POLICY]
            .to_str()
            .unwrap();
        assert!(
            policy.contains("script-src 'self'") && !policy.contains("unsafe"),
            "{policy}"
        );
        assert!(policy.contains("frame-ancestors 'none'"));
        assert_eq!(answer.headers()[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
    }
}
