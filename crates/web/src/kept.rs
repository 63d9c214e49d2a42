//! Pages that look alike to many: rendered once for each position of the journal and handed out without copying. What a
//! page shows of its viewer (theme, role) is part of its name, so that nobody gets the page of somebody else.

use crate::visitor::{Here, Scene};
use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use maud::Markup;
use muster_tournament::Tournament;
use std::sync::Arc;

/// A page that is shared between requests.
pub struct KeptPage(Arc<str>);

/// Gives the page its place in a response without copying it.
struct Shared(Arc<str>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

/// Returns a page that depends on the tournament, its name, and no more of the viewer than theme and role.
pub fn page(scene: &Scene, name: &str, make: impl FnOnce(&Tournament) -> Markup) -> KeptPage {
    let role = match scene.here {
        Here::Spectator => "spectator",
        Here::Player(_) => "player",
        Here::Staff(..) => "staff",
    };
    let theme = scene.visitor.theme.unwrap_or("system");
    let key = format!("{name} {theme} {role}");
    KeptPage(
        scene
            .room
            .page(&key, |tournament| make(tournament).into_string()),
    )
}

impl IntoResponse for KeptPage {
    fn into_response(self) -> Response {
        let body = Body::from(Bytes::from_owner(Shared(self.0)));
        ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], body).into_response()
    }
}
