//! Errors of the API in one shape, problem details as of RFC 9457: whatever went wrong, and wherever on the way, the
//! answer is `application/problem+json` with a sentence, the clause it rests on and a hint.

use super::ROOT;
use crate::problem::Problem;
use crate::visitor::has_session;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use muster_service::problem::Cause;
use serde::Serialize;
use std::time::Duration;
use utoipa::ToSchema;

/// The longest sentence that is taken over from a layer below.
const LONGEST: usize = 4096;

/// What went wrong; nothing was changed.
#[derive(Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct Details {
    /// The permanent code of the problem, as a relative address: `/api/problems/` and the code.
    #[serde(rename = "type")]
    kind: String,
    /// The kind of problem in a few words.
    title: &'static str,
    /// The status of the answer.
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// What is wrong, in a sentence for the person who reads it.
    detail: String,
    /// The clause of the regulations that it rests on.
    #[serde(skip_serializing_if = "Option::is_none")]
    clause: Option<&'static str>,
    /// The field at fault, as in the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    /// The value at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
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
            "Invalid request",
            "Compare what you send with the description at /api/v1/openapi.json.",
        ),
        StatusCode::UNAUTHORIZED => of(
            "not-signed-in",
            "Authentication required",
            "Create a token on the page /tokens and send it as “Authorization: Bearer …”.",
        ),
        StatusCode::FORBIDDEN => of(
            "not-permitted",
            "Not allowed",
            "Sign in as somebody who is allowed to, or use a token with that scope.",
        ),
        StatusCode::NOT_FOUND => of("not-found", "Not found", "Check the address."),
        StatusCode::METHOD_NOT_ALLOWED => of(
            "wrong-method",
            "Wrong method",
            "The Allow header lists the methods of this address.",
        ),
        StatusCode::CONFLICT if stale => of(
            "stale",
            "The tournament has changed",
            "Read it again from the position given here, decide again, and send that position as “seen”.",
        ),
        StatusCode::CONFLICT => of(
            "conflict",
            "Conflict",
            "Read the current state; somebody may have done it already.",
        ),
        StatusCode::REQUEST_TIMEOUT => of(
            "timeout",
            "Request timeout",
            "Read the current state to see whether it was done; with an Idempotency-Key you can send it again.",
        ),
        StatusCode::PAYLOAD_TOO_LARGE => of("too-large", "Request too large", "Send less at once."),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => of(
            "not-json",
            "Not JSON",
            "Send JSON with Content-Type application/json.",
        ),
        StatusCode::UNPROCESSABLE_ENTITY => of(
            "refused",
            "Refused",
            "Nothing was changed; the detail says why.",
        ),
        StatusCode::TOO_MANY_REQUESTS => of(
            "too-many-requests",
            "Too many requests",
            "Wait as long as Retry-After says.",
        ),
        StatusCode::SERVICE_UNAVAILABLE => of(
            "unavailable",
            "Unavailable",
            "Try again; with an Idempotency-Key nothing is done twice.",
        ),
        _ => of(
            "internal",
            "Internal error",
            "Read the current state to see whether it was done, and check the server's log.",
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

/// Returns the address that stands for a code.
#[must_use]
pub fn address(code: &str) -> String {
    format!("/api/problems/{code}")
}

/// Returns all codes of problems: those of the server, then those of refusals.
pub fn codes() -> impl Iterator<Item = &'static str> {
    let server = STATUSES.into_iter().map(|status| kind(status, false).id);
    server
        .chain([kind(StatusCode::CONFLICT, true).id])
        .chain(Cause::CODES.iter().copied())
        .chain(muster_tournament::refusal::codes())
}

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
    !headers.contains_key(header::AUTHORIZATION) && !has_session(headers)
}

/// What a layer below had to say.
async fn said(method: &Method, status: StatusCode, body: Body) -> String {
    if status == StatusCode::METHOD_NOT_ALLOWED {
        return format!("This address doesn't support {method}.");
    }
    let bytes = to_bytes(body, LONGEST).await.unwrap_or_default();
    match std::str::from_utf8(&bytes).map(str::trim) {
        Ok(text) if text.starts_with("Invalid URL") => {
            let value = text.split('`').nth(1).unwrap_or_default();
            format!("“{value}” isn't a valid number in this address.")
        }
        Ok(text) if text.starts_with("Failed to deserialize query string") => {
            let why = text.split_once(": ").map_or("", |(_, why)| why);
            format!("Invalid query string: {why}.")
        }
        Ok(text) if !text.is_empty() => text.to_owned(),
        _ => format!(
            "{}.",
            status.canonical_reason().unwrap_or("This can't be done")
        ),
    }
}

fn told(problem: Problem) -> Response {
    let status = problem.status;
    let kind = kind(status, problem.position.is_some());
    let details = Details {
        kind: address(problem.code.unwrap_or(kind.id)),
        title: kind.title,
        status: status.as_u16(),
        detail: problem.text.clone(),
        clause: problem.clause,
        field: problem.field.clone(),
        value: problem.value.clone(),
        hint: problem.hint.clone().or_else(|| Some(kind.hint.to_owned())),
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
