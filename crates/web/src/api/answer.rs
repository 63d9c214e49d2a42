//! Answers to read requests: JSON or a file with an entity tag made from the journal's position, so that a client with the
//! current version gets a short 304.
//!
//! The tag also depends on the viewer, the round clock and the settings; the hash of the last line distinguishes journals that
//! diverged.

use crate::parts::clock::mark;
use crate::problem::Problem;
use crate::visitor::{Here, Scene};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use muster_service::secret;
use muster_tournament::Tournament;
use serde::Serialize;
use std::convert::Infallible;

/// The entity tags that the client already has for an address.
pub struct Known {
    tags: Vec<String>,
    /// The beginning of a digest of the address: tags of one address are not valid for another.
    place: String,
}

impl<S: Sync> FromRequestParts<S> for Known {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Known, Infallible> {
        let mut place = secret::digest(&parts.uri.to_string()).0.to_string();
        place.truncate(8);
        Ok(Known {
            tags: tags(&parts.headers),
            place,
        })
    }
}

fn tags(headers: &HeaderMap) -> Vec<String> {
    let given = headers.get_all(header::IF_NONE_MATCH).iter();
    let given = given.filter_map(|value| value.to_str().ok());
    given
        .flat_map(|value| value.split(','))
        .map(|tag| tag.trim().trim_start_matches("W/").to_owned())
        .collect()
}

impl Known {
    fn holds(&self, tag: &str) -> bool {
        self.tags.iter().any(|known| known == tag)
    }

    /// Whether any version is known (`*`).
    fn anything(&self) -> bool {
        self.tags.iter().any(|known| known == "*")
    }
}

/// The entity tag of a tournament for a viewer.
fn tag(scene: &Scene, known: &Known, tournament: &Tournament) -> String {
    let who = match scene.here {
        Here::Spectator => "all".to_owned(),
        Here::Player(id) => format!("p{}", id.0),
        Here::Staff(id, role) => format!("s{}{}", id.0, role.id()),
    };
    let hash = tournament.lines().last().map(|line| line.hash.to_string());
    let hash = hash.unwrap_or_default();
    let settings = format!(
        "{}{}",
        u8::from(scene.settings.private),
        u8::from(scene.settings.self_registration)
    );
    let mark = mark(scene, tournament.state());
    format!(
        "\"{mark}-{}-{who}-{settings}-{}\"",
        hash.get(..12).unwrap_or_default(),
        known.place
    )
}

/// Reads a tournament and answers with JSON, or with 304 if nothing has changed.
pub fn read<T: Serialize>(
    scene: &Scene,
    known: &Known,
    make: impl FnOnce(&Tournament) -> Result<T, Problem>,
) -> Result<Response, Problem> {
    let (tag, made) = scene.room.read(|t| {
        let tag = tag(scene, known, t);
        let made = (!known.holds(&tag)).then(|| make(t));
        (tag, made)
    });
    finish(known, &tag, made.transpose()?.map(axum::Json))
}

/// The same for slow answers, made from a copy so that writers don't wait.
pub fn read_long<T: Serialize>(
    scene: &Scene,
    known: &Known,
    make: impl FnOnce(&Tournament) -> Result<T, Problem>,
) -> Result<Response, Problem> {
    let (tag, copy) = scene.room.read(|t| {
        let tag = tag(scene, known, t);
        let copy = (!known.holds(&tag)).then(|| t.clone());
        (tag, copy)
    });
    finish(
        known,
        &tag,
        copy.map(|t| make(&t)).transpose()?.map(axum::Json),
    )
}

/// The same for a file, which has its own headers.
pub async fn file(
    scene: Scene,
    known: &Known,
    make: impl AsyncFnOnce(Scene) -> Result<Response, Problem>,
) -> Result<Response, Problem> {
    let tag = scene.room.read(|t| tag(&scene, known, t));
    let made = match known.holds(&tag) {
        true => None,
        false => Some(make(scene).await?),
    };
    finish(known, &tag, made)
}

fn finish(known: &Known, tag: &str, made: Option<impl IntoResponse>) -> Result<Response, Problem> {
    let mut answer = match made.filter(|_| !known.anything()) {
        Some(made) => made.into_response(),
        None => StatusCode::NOT_MODIFIED.into_response(),
    };
    let headers = answer.headers_mut();
    if let Ok(tag) = HeaderValue::from_str(tag) {
        headers.insert(header::ETAG, tag);
    }
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, no-cache"),
    );
    headers.append(
        header::VARY,
        HeaderValue::from_static("authorization, cookie"),
    );
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(header: &str, tag: &str, holds: bool) {
        let mut headers = HeaderMap::new();
        headers.insert(header::IF_NONE_MATCH, header.parse().unwrap());
        let known = Known {
            tags: tags(&headers),
            place: String::new(),
        };
        assert_eq!(known.holds(tag) || known.anything(), holds, "{header}");
    }

    #[test]
    fn known_tags_are_read_one_by_one() {
        check("\"12-a\"", "\"12-a\"", true);
        check("\"11-a\", W/\"12-a\"", "\"12-a\"", true);
        check("*", "\"12-a\"", true);
        check("\"12\"", "\"12-a\"", false);
    }
}
