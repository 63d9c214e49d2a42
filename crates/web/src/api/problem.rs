//! Errors of the API in one shape: every error, from whichever layer, becomes `application/problem+json` (RFC 9457) with a
//! sentence, the clause it rests on and a hint.

use super::ROOT;
use crate::problem::Problem;
use crate::visitor::has_session;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use muster_service::problem::Cause;
use muster_words::Arguments;
use serde::Serialize;
use std::time::Duration;
use utoipa::ToSchema;

/// The longest error text that is copied from a lower layer.
const LONGEST: usize = 4096;

/// An error. Nothing was changed.
#[derive(Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct Details {
    /// The permanent code of the error as a relative URI: `/api/problems/` and the code.
    #[serde(rename = "type")]
    kind: String,
    /// The kind of error in a few words.
    title: &'static str,
    /// The HTTP status.
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// The permanent code of the underlying cause, if there is one: what is wrong with a file, or why there is nothing to
    /// print.
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<&'static str>,
    /// A sentence for people that says what is wrong.
    detail: String,
    /// The values and places that belong to the cause, by name: a path, a line and column, what was found.
    #[serde(skip_serializing_if = "Arguments::is_empty")]
    #[schema(value_type = std::collections::HashMap<String, serde_json::Value>)]
    arguments: Arguments,
    /// The clause of the regulations behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    clause: Option<&'static str>,
    /// The invalid field, as named in the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    /// The invalid value.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    /// The current position, if the tournament has changed since `seen`.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<u64>,
}

/// A kind of problem.
#[derive(Clone, Copy)]
pub struct Kind {
    pub status: u16,
    /// The code, unless the problem has a code of its own.
    pub id: &'static str,
    pub title: &'static str,
    /// What to do about it.
    pub hint: &'static str,
}

const fn of(status: u16, id: &'static str, title: &'static str, hint: &'static str) -> Kind {
    Kind {
        status,
        id,
        title,
        hint,
    }
}

/// All kinds of problems, by status.
pub const KINDS: [Kind; 13] = [
    of(
        400,
        "unreadable",
        "Invalid request",
        "Compare what you send with the description at /api/v1/openapi.json.",
    ),
    of(
        401,
        "not-signed-in",
        "Authentication required",
        "Create a token on the page /tokens and send it as “Authorization: Bearer …”.",
    ),
    of(
        403,
        "not-permitted",
        "Not allowed",
        "Sign in as somebody who is allowed to, or use a token with that purpose.",
    ),
    of(404, "not-found", "Not found", "Check the address."),
    of(
        405,
        "wrong-method",
        "Wrong method",
        "The Allow header lists the methods of this address.",
    ),
    of(
        408,
        "timeout",
        "Request timeout",
        "Read the current state to see whether it was done; with an Idempotency-Key you can send it again.",
    ),
    of(
        409,
        "conflict",
        "Conflict",
        "Read the current state; somebody may have done it already.",
    ),
    of(413, "too-large", "Request too large", "Send less at once."),
    of(
        415,
        "not-json",
        "Not JSON",
        "Send JSON with Content-Type application/json.",
    ),
    of(
        422,
        "refused",
        "Refused",
        "Nothing was changed; the detail says why.",
    ),
    of(
        429,
        "too-many-requests",
        "Too many requests",
        "Wait as long as Retry-After says.",
    ),
    INTERNAL,
    of(
        503,
        "unavailable",
        "Unavailable",
        "Try again; with an Idempotency-Key nothing is done twice.",
    ),
];

/// The kind of all other server errors too.
const INTERNAL: Kind = of(
    500,
    "internal",
    "Internal error",
    "Read the current state to see whether it was done, and check the server's log.",
);

/// A conflict because the tournament has changed since the caller looked.
pub const STALE: Kind = of(
    409,
    "stale",
    "The tournament has changed",
    "Read it again from the position given here, decide again, and send that position as “seen”.",
);

/// Returns the kind of problem that a status stands for.
fn kind(status: StatusCode, stale: bool) -> Kind {
    if stale && status == StatusCode::CONFLICT {
        return STALE;
    }
    let found = KINDS
        .into_iter()
        .find(|kind| kind.status == status.as_u16());
    found.unwrap_or(INTERNAL)
}

/// Returns the URI of a problem code.
#[must_use]
pub fn address(code: &str) -> String {
    format!("/api/problems/{code}")
}

/// Returns all problem codes: those of the server, then those of refusals.
pub fn codes() -> impl Iterator<Item = &'static str> {
    let server = KINDS.iter().chain([&STALE]).map(|kind| kind.id);
    server
        .chain(Cause::CODES.iter().copied())
        .chain(muster_tournament::refusal::codes())
}

/// Turns every error under the API's addresses into problem details, whichever layer it comes from.
pub async fn as_problem_details(request: Request, next: Next) -> Response {
    let ours = request.uri().path().starts_with(ROOT);
    let method = request.method().clone();
    let head = request.method() == Method::HEAD;
    let anonymous = is_anonymous(request.headers());
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
            Problem::new(status, explanation(&method, status, body).await)
        }
    };
    // An anonymous caller may be allowed once they sign in.
    if problem.status == StatusCode::FORBIDDEN && anonymous {
        problem.status = StatusCode::UNAUTHORIZED;
    }
    let mut details = response(problem);
    if let Some(allow) = answer.headers().get(header::ALLOW) {
        details.headers_mut().insert(header::ALLOW, allow.clone());
    }
    if head {
        *details.body_mut() = Body::empty();
    }
    details
}

/// Whether a request has neither a token nor a session.
fn is_anonymous(headers: &HeaderMap) -> bool {
    !headers.contains_key(header::AUTHORIZATION) && !has_session(headers)
}

/// The error text of a lower layer, in plain words.
async fn explanation(method: &Method, status: StatusCode, body: Body) -> String {
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

fn response(problem: Problem) -> Response {
    let status = problem.status;
    let kind = kind(status, problem.position.is_some());
    let details = Details {
        kind: address(problem.code.unwrap_or(kind.id)),
        title: kind.title,
        status: status.as_u16(),
        cause: problem.cause,
        detail: problem.text.clone(),
        arguments: problem.arguments.clone(),
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
