//! Errors of the API in one shape, problem details as of RFC 9457: whatever went wrong, and wherever on the way, the
//! answer is `application/problem+json` with a sentence, the clause it rests on and a hint.

use super::ROOT;
use crate::problem::Problem;
use crate::visitor::{SESSION_COOKIE, cookie};
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::time::Duration;
use utoipa::ToSchema;

/// The longest sentence that is taken over from a layer below.
const LONGEST: usize = 4096;

/// What went wrong; nothing was changed.
#[derive(Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct Details {
    /// Which kind of problem, as an address of the documentation.
    #[serde(rename = "type")]
    kind: String,
    /// The kind in two or three words.
    title: &'static str,
    /// The status of the answer.
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// What is wrong, in a sentence for the person who reads it.
    detail: String,
    /// The clause of the regulations that it rests on.
    #[serde(skip_serializing_if = "Option::is_none")]
    clause: Option<&'static str>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    /// How far the journal goes now, where that was not what the request had seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<u64>,
}

/// A kind of problem.
pub struct Kind {
    /// Its short name, which ends its address.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What to do about it.
    pub hint: &'static str,
}

/// Returns the kind of a status.
#[must_use]
pub fn kind(status: StatusCode, stale: bool) -> Kind {
    let of = |id, title, hint| Kind { id, title, hint };
    match status {
        StatusCode::BAD_REQUEST => of(
            "unreadable",
            "Unreadable request",
            "Compare what you send with the description at /api/v1/openapi.json.",
        ),
        StatusCode::UNAUTHORIZED => of(
            "unknown",
            "Nobody known",
            "Make a token on the page /tokens and send it as “Authorization: Bearer …”.",
        ),
        StatusCode::FORBIDDEN => of(
            "not-allowed",
            "Not allowed",
            "Ask as somebody who may, or with a token whose purpose covers it.",
        ),
        StatusCode::NOT_FOUND => of(
            "not-found",
            "Not found",
            "Look at the list that it should stand in.",
        ),
        StatusCode::METHOD_NOT_ALLOWED => of(
            "wrong-method",
            "Wrong method",
            "The header Allow names the methods of this address.",
        ),
        StatusCode::CONFLICT if stale => of(
            "stale",
            "The tournament has moved on",
            "Read it again from the position given here, decide again, and send that position as “seen”.",
        ),
        StatusCode::CONFLICT => of(
            "conflict",
            "Already otherwise",
            "Read the present state; somebody may have done it already.",
        ),
        StatusCode::REQUEST_TIMEOUT => of(
            "too-slow",
            "Too slow",
            "Read the present state to see whether it was done; with an Idempotency-Key you may send it again.",
        ),
        StatusCode::PAYLOAD_TOO_LARGE => of("too-large", "Too large", "Send less at once."),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => of(
            "not-json",
            "Not JSON",
            "Send JSON with Content-Type application/json.",
        ),
        StatusCode::UNPROCESSABLE_ENTITY => of(
            "refused",
            "Refused",
            "Nothing was changed. The detail says why.",
        ),
        StatusCode::TOO_MANY_REQUESTS => {
            of("too-many", "Too many", "Wait as long as Retry-After says.")
        }
        StatusCode::SERVICE_UNAVAILABLE => of(
            "unavailable",
            "Unavailable",
            "Try again; with an Idempotency-Key nothing is done twice.",
        ),
        _ => of(
            "broken",
            "Something went wrong here",
            "Read the present state to see whether it was done, and look into the server's log.",
        ),
    }
}

/// All statuses with which something can go wrong, for the description.
pub const STATUSES: [StatusCode; 13] = [
    StatusCode::BAD_REQUEST,
    StatusCode::UNAUTHORIZED,
    StatusCode::FORBIDDEN,
    StatusCode::NOT_FOUND,
    StatusCode::METHOD_NOT_ALLOWED,
    StatusCode::REQUEST_TIMEOUT,
    StatusCode::CONFLICT,
    StatusCode::PAYLOAD_TOO_LARGE,
    StatusCode::UNSUPPORTED_MEDIA_TYPE,
    StatusCode::UNPROCESSABLE_ENTITY,
    StatusCode::TOO_MANY_REQUESTS,
    StatusCode::INTERNAL_SERVER_ERROR,
    StatusCode::SERVICE_UNAVAILABLE,
];

/// Gives every error under the API's addresses its one shape, whichever layer it comes from.
pub async fn in_one_shape(request: Request, next: Next) -> Response {
    let ours = request.uri().path().starts_with(ROOT);
    let method = request.method().clone();
    let head = request.method() == Method::HEAD;
    let nobody = is_nobody(request.headers());
    let mut answer = next.run(request).await;
    let wrong = answer.status().is_client_error() || answer.status().is_server_error();
    if !ours || !wrong {
        return answer;
    }
    let mut problem = match answer.extensions_mut().remove::<Problem>() {
        Some(problem) => problem,
        None => {
            let status = answer.status();
            let body = std::mem::replace(answer.body_mut(), Body::empty());
            Problem::new(status, said(&method, status, body).await)
        }
    };
    // Whoever has not said who they are may be allowed once they do.
    if problem.status == StatusCode::FORBIDDEN && nobody {
        problem.status = StatusCode::UNAUTHORIZED;
    }
    let mut told = told(problem).into_response();
    if let Some(allow) = answer.headers().get(header::ALLOW) {
        told.headers_mut().insert(header::ALLOW, allow.clone());
    }
    if head {
        *told.body_mut() = Body::empty();
    }
    told
}

/// Whether a request names nobody: neither by a token nor by a session.
fn is_nobody(headers: &HeaderMap) -> bool {
    !headers.contains_key(header::AUTHORIZATION) && cookie(headers, SESSION_COOKIE).is_none()
}

/// What a layer below had to say.
async fn said(method: &Method, status: StatusCode, body: Body) -> String {
    if status == StatusCode::METHOD_NOT_ALLOWED {
        return format!("This address does not take {method}.");
    }
    let bytes = to_bytes(body, LONGEST).await.unwrap_or_default();
    match std::str::from_utf8(&bytes).map(str::trim) {
        Ok(text) if text.starts_with("Invalid URL") => {
            let value = text.split('`').nth(1).unwrap_or_default();
            format!("“{value}” is no number that can stand in this address.")
        }
        Ok(text) if text.starts_with("Failed to deserialize query string") => {
            let why = text.split_once(": ").map_or("", |(_, why)| why);
            format!("What stands behind the question mark cannot be read: {why}.")
        }
        Ok(text) if !text.is_empty() => text.to_owned(),
        _ => format!(
            "{}.",
            status.canonical_reason().unwrap_or("This cannot be done")
        ),
    }
}

fn told(problem: Problem) -> Response {
    let status = problem.status;
    let kind = kind(status, problem.position.is_some());
    let details = Details {
        kind: format!("/api#problem-{}", kind.id),
        title: kind.title,
        status: status.as_u16(),
        detail: problem.text.clone(),
        clause: problem.clause,
        hint: Some(problem.hint.unwrap_or(kind.hint).to_owned()),
        position: problem.position,
    };
    let mut answer = (status, axum::Json(details)).into_response();
    let headers = answer.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/problem+json"),
    );
    let minute = Duration::from_secs(60);
    let wait = problem
        .retry
        .or((status == StatusCode::TOO_MANY_REQUESTS).then_some(minute));
    if let Some(wait) = wait {
        headers.insert(
            header::RETRY_AFTER,
            HeaderValue::from(wait.as_secs().max(1)),
        );
    }
    if status == StatusCode::UNAUTHORIZED {
        headers.insert(
            header::WWW_AUTHENTICATE,
            HeaderValue::from_static("Bearer realm=\"muster\""),
        );
    }
    answer
}
