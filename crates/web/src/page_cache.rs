//! Pages that look alike to many: rendered once for each position of the journal, packed once, and handed out without
//! copying. What a page shows of its viewer (theme, role) is part of its name, so that nobody gets the page of somebody
//! else.

use crate::parts::clock;
use crate::visitor::{Here, Scene};
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use maud::Markup;
use muster_service::page_cache::Page;
use muster_tournament::Tournament;
use std::sync::Arc;

/// Pages below this fit into one packet anyway.
const WORTH_PACKING: usize = 1400;

/// A page on its way to a browser.
pub struct KeptPage {
    page: Arc<Page>,
    packs: bool,
}

/// Returns a page that depends on the tournament, its name, and no more of the viewer than theme and role.
pub fn page(scene: &Scene, name: &str, make: impl FnOnce(&Tournament) -> Markup) -> KeptPage {
    let page = scene
        .room
        .page(&key(scene, name), |t| make(t).into_string());
    KeptPage {
        page,
        packs: scene.packs,
    }
}

/// Returns such a page that takes long to make.
pub fn slow_page(scene: &Scene, name: &str, make: impl FnOnce(&Tournament) -> Markup) -> KeptPage {
    let page = scene
        .room
        .slow_page(&key(scene, name), |t| make(t).into_string());
    KeptPage {
        page,
        packs: scene.packs,
    }
}

fn key(scene: &Scene, name: &str) -> String {
    let role = match scene.here {
        Here::Spectator => "spectator",
        Here::Player(_) => "player",
        Here::Staff(..) => "staff",
    };
    let theme = scene.visitor.theme.unwrap_or("system");
    // When time is called the page changes although the journal does not.
    let mark = scene.room.read(|t| clock::mark(scene, t.state()));
    format!("{name} {theme} {role} {mark}")
}

/// Returns whether a browser takes packed pages.
#[must_use]
pub fn packs(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter();
    let mut codings = accepted
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    codings.any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let named = parts
            .next()
            .is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        named && !parts.any(|weight| matches!(weight, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

impl IntoResponse for KeptPage {
    fn into_response(self) -> Response {
        let packed = self.packs && self.page.plain().len() > WORTH_PACKING;
        let body = if packed {
            self.page.packed()
        } else {
            self.page.plain()
        };
        let headers = [
            (header::CONTENT_TYPE, "text/html; charset=utf-8"),
            (header::VARY, "accept-encoding"),
        ];
        let mut response = (headers, Body::from(body)).into_response();
        if packed {
            let gzip = HeaderValue::from_static("gzip");
            response
                .headers_mut()
                .insert(header::CONTENT_ENCODING, gzip);
        }
        response
    }
}
