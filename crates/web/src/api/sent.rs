//! What a program sends: JSON, read with errors in words, and the digest of its bytes, so that a key that comes again can
//! be told to stand for the same wish.

use crate::problem::Problem;
use crate::token;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use muster_ledger::people::TokenHash;
use serde::de::DeserializeOwned;

/// A JSON body.
pub struct Sent<T> {
    /// What it says.
    pub value: T,
    /// The digest of its bytes.
    pub digest: TokenHash,
    /// The key by which the sender knows this wish, if it gave one.
    pub key: Option<String>,
}

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
        let bytes = Bytes::from_request(request, state).await.map_err(|_| {
            Problem::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "The body is too large, or did not arrive: files can have up to 4 MB, everything else 2 MB.",
            )
        })?;
        let value = serde_json::from_slice(&bytes).map_err(|error| {
            let status = if error.is_data() {
                StatusCode::UNPROCESSABLE_ENTITY
            } else {
                StatusCode::BAD_REQUEST
            };
            Problem::new(status, format!("The body cannot be read: {error}."))
        })?;
        Ok(Sent {
            value,
            digest: token::bytes_digest(&bytes),
            key,
        })
    }
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
