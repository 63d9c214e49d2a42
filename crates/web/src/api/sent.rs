//! JSON request bodies: read with errors in plain words, together with the idempotency key and a digest of the bytes, which
//! tells whether a repeated key belongs to the same request.

use crate::problem::Problem;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use muster_ledger::people::TokenHash;
use muster_service::secret;
use serde::de::DeserializeOwned;

/// A JSON body.
pub struct Sent<T> {
    pub value: T,
    /// The digest of the body.
    pub digest: TokenHash,
    /// The idempotency key, if there is one.
    pub key: Option<String>,
}

/// The hint for requests that don't match the OpenAPI document.
pub const DESCRIPTION: &str =
    "Nothing was changed. Compare what you send with the description at /api/v1/openapi.json.";

/// The longest key.
const LONGEST_KEY: usize = 255;

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Sent<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Sent<T>, Problem> {
        if !is_json(request.headers()) {
            return Err(Problem::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "The body must be JSON: send it with Content-Type application/json.",
            ));
        }
        let key = key(request.headers())?;
        let bytes = Bytes::from_request(request, state).await.map_err(|error| {
            let (status, why) = match error.status() {
                StatusCode::PAYLOAD_TOO_LARGE => (
                    StatusCode::PAYLOAD_TOO_LARGE,
                    "The body is too large: files can have up to 4 MB, everything else 2 MB.",
                ),
                _ => (StatusCode::BAD_REQUEST, "The body is incomplete."),
            };
            Problem::new(status, why)
        })?;
        let value = read(&bytes)?;
        Ok(Sent {
            value,
            digest: secret::bytes_digest(&bytes),
            key,
        })
    }
}

/// Reads an object; errors include the path to the field.
fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    // serde would read an array as the fields of the object.
    if first == Some(&b'[') {
        return Err(unreadable(
            StatusCode::BAD_REQUEST,
            "it must be an object, in braces",
        ));
    }
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let status = match error.inner().is_data() {
            true => StatusCode::UNPROCESSABLE_ENTITY,
            false => StatusCode::BAD_REQUEST,
        };
        unreadable(status, &describe(&error))
    })?;
    let end = reader.end();
    end.map_err(|error| unreadable(StatusCode::BAD_REQUEST, &error.to_string()))?;
    Ok(value)
}

/// Describes an error, with the path to the field unless it is the whole body.
pub fn describe(error: &serde_path_to_error::Error<serde_json::Error>) -> String {
    let path = error.path().to_string();
    match path.as_str() {
        "." | "?" => error.inner().to_string(),
        path => format!("{path}: {}", error.inner()),
    }
}

fn unreadable(status: StatusCode, why: &str) -> Problem {
    let problem = Problem::new(status, format!("Invalid request body: {why}."));
    problem.with_hint(DESCRIPTION)
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|value| value.to_str().ok()).unwrap_or("");
    let kind = kind.split(';').next().unwrap_or("").trim();
    kind.eq_ignore_ascii_case("application/json")
}

fn key(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let Some(key) = headers.get("idempotency-key") else {
        return Ok(None);
    };
    let key = key
        .to_str()
        .ok()
        .filter(|key| !key.is_empty() && key.len() <= LONGEST_KEY);
    match key {
        Some(key) => Ok(Some(key.to_owned())),
        None => Err(Problem::new(
            StatusCode::BAD_REQUEST,
            "The Idempotency-Key must be 1 to 255 plain characters.",
        )),
    }
}
