//! The API as programs use it: a program with a token, which the tests in the files beside this one share.

mod access;
mod carrying;
mod doing;
mod promises;
mod reading;
mod same;
mod working;

use crate::support::{Answer, Browser, TestServer, names};
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use serde_json::{Value, json};
use tower::ServiceExt;

/// A program with a token, or without.
pub(crate) struct Program<'a> {
    hall: &'a TestServer,
    token: Option<String>,
}

/// An answer to a program.
pub(crate) struct Told {
    pub(crate) status: StatusCode,
    pub(crate) headers: axum::http::HeaderMap,
    pub(crate) body: Value,
}

impl Told {
    #[track_caller]
    pub(crate) fn ok(self) -> Value {
        assert!(self.status.is_success(), "{} {}", self.status, self.body);
        self.body
    }

    /// A problem of a status, in its one shape.
    #[track_caller]
    pub(crate) fn problem(self, status: StatusCode) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        assert_eq!(
            self.headers[header::CONTENT_TYPE],
            "application/problem+json"
        );
        assert_eq!(self.body["status"], status.as_u16());
        for field in ["type", "title", "detail", "hint"] {
            assert!(
                self.body[field].as_str().is_some_and(|text| text.len() > 3),
                "{field}: {}",
                self.body
            );
        }
        self.body
    }
}

impl<'a> Program<'a> {
    pub(crate) fn new(hall: &'a TestServer, token: impl Into<Option<String>>) -> Program<'a> {
        Program {
            hall,
            token: token.into(),
        }
    }

    pub(crate) async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> Told {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("/api/v1{path}"));
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(body.into()).unwrap();
        let answer = self.hall.router.clone().oneshot(request).await.unwrap();
        let (status, headers) = (answer.status(), answer.headers().clone());
        let bytes = axum::body::to_bytes(answer.into_body(), 64 << 20)
            .await
            .unwrap();
        let text = String::from_utf8_lossy(&bytes);
        Told {
            status,
            headers,
            body: serde_json::from_slice(&bytes).unwrap_or_else(|_| json!(text)),
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Told {
        self.send(Method::GET, path, &[], Body::empty()).await
    }

    /// Reads unless the entity tag still holds.
    pub(crate) async fn unless(&self, path: &str, tag: &str) -> Told {
        let known = [("if-none-match", tag)];
        self.send(Method::GET, path, &known, Body::empty()).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Told {
        self.keyed(path, body, &[]).await
    }

    pub(crate) async fn keyed(&self, path: &str, body: &Value, headers: &[(&str, &str)]) -> Told {
        let mut all = vec![("content-type", "application/json")];
        all.extend(headers);
        self.send(Method::POST, path, &all, body.to_string()).await
    }

    pub(crate) async fn give(&self, id: &str, command: Value) -> Told {
        let body = json!({ "command": command });
        self.post(&format!("/tournaments/{id}/commands"), &body)
            .await
    }

    /// Checks in so many players, starts, and draws the first round.
    pub(crate) async fn draws(&self, id: &str, count: u32) {
        let all: Vec<u32> = (1..=count).collect();
        let present = json!({"check_in": {"players": all, "present": true}});
        for command in [present, json!({"start": {}}), json!("draft")] {
            self.give(id, command).await.ok();
        }
    }

    /// Registers eight players and plays the first round.
    pub(crate) async fn plays(&self, id: &str) {
        self.registers(id, 8).await;
        self.draws(id, 8).await;
        self.give(id, json!("publish")).await.ok();
    }

    /// Registers so many players.
    pub(crate) async fn registers(&self, id: &str, count: usize) {
        let names = names(count);
        let players: Vec<Value> = names.lines().map(|name| json!({ "name": name })).collect();
        self.give(id, json!({"register": {"players": players}}))
            .await
            .ok();
    }
}

/// Makes a token on the page, as a person does.
pub(crate) async fn token(browser: &mut Browser, purpose: &str) -> String {
    let fields = [
        ("as", "0"),
        ("label", "tests"),
        ("purpose", purpose),
        ("days", "2"),
    ];
    let page = browser.post("/tokens", &fields).await;
    secret(&page)
}

#[track_caller]
fn secret(page: &Answer) -> String {
    let after = page.ok().split("class=\"secret\">").nth(1).unwrap();
    after.split('<').next().unwrap().to_owned()
}
