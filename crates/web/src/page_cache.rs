//! Pages that many people see alike: rendered once for each position of the journal, compressed once, and sent without copying.
//! Whatever a page shows of its viewer (theme, role) is part of its key, so nobody gets somebody else's page.

use crate::app::App;
use crate::parts::clock;
use crate::visitor::{self, Here, Scene};
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, Request, Uri, header};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use maud::Markup;
use muster_ledger::TournamentId;
use muster_service::page_cache::Page;
use muster_tournament::Tournament;
use std::sync::Arc;

/// Smaller pages fit into one packet anyway.
const WORTH_COMPRESSING: usize = 1400;
/// Pages that whole halls ask for in the same second, and whose content depends on nothing but the address, the journal
/// and its clock.
const POPULAR: [&str; 2] = ["/pairings", "/standings"];

/// A cached page on its way to a browser.
pub struct CachedPage {
    page: Arc<Page>,
    gzip: bool,
}

/// Returns a page that depends on the tournament, its name, and no more of the viewer than theme and role.
pub fn page(scene: &Scene, name: &str, make: impl FnOnce(&Tournament) -> Markup) -> CachedPage {
    let (key, until) = key(scene, name);
    let public = scene.public_at.as_deref().map(|address| (address, until));
    let page = scene.room.page_at(&key, public, |t| make(t).into_string());
    CachedPage {
        page,
        gzip: scene.gzip,
    }
}

/// Returns such a page that takes long to make.
pub fn slow_page(
    scene: &Scene,
    name: &str,
    make: impl FnOnce(&Tournament) -> Markup,
) -> CachedPage {
    let page = scene
        .room
        .slow_page(&key(scene, name).0, |t| make(t).into_string());
    CachedPage {
        page,
        gzip: scene.gzip,
    }
}

/// Returns the address of a popular page if it looks the same to everybody who asks like this: without a session, a token,
/// a theme or a question.
#[must_use]
pub fn public_at<'a>(method: &Method, uri: &'a Uri, headers: &HeaderMap) -> Option<&'a str> {
    let path = uri.path();
    // An address can be escaped in many ways, and each would be cached.
    let plain = method == Method::GET
        && uri.query().is_none()
        && !path.contains('%')
        && !headers.contains_key(header::COOKIE)
        && !headers.contains_key(header::AUTHORIZATION);
    (plain && POPULAR.iter().any(|page| path.ends_with(page))).then_some(path)
}

/// Answers a request for a popular page that is in the cache, as the router would, without going through it.
#[must_use]
pub fn at_once<B>(app: &App, request: &Request<B>) -> Option<Response> {
    let address = public_at(request.method(), request.uri(), request.headers())?;
    let (id, _) = address.strip_prefix("/t/")?.split_once('/')?;
    if app.feed.led_by().is_some() {
        return None;
    }
    let room = app.rooms.in_memory(&TournamentId::new(id).ok()?)?;
    let seen = visitor::seen(request.headers()).unwrap_or(0);
    let cached = CachedPage {
        page: room.public_page(address, seen, app.now())?,
        gzip: accepts_gzip(request.headers()),
    };
    let mut answer = cached.into_response();
    app.add_headers(answer.headers_mut());
    Some(answer)
}

/// The key of a page in the cache, and until when it is right.
fn key(scene: &Scene, name: &str) -> (String, Option<Timestamp>) {
    let role = match scene.here {
        Here::Spectator => "spectator",
        Here::Player(_) => "player",
        Here::Staff(..) => "staff",
    };
    let theme = scene.visitor.theme.unwrap_or("system");
    // When time is called the page changes although the journal does not.
    let mark = clock::shared_mark(scene);
    (format!("{name} {theme} {role} {}", mark.text), mark.until)
}

/// Returns whether a browser accepts compressed pages.
#[must_use]
pub fn accepts_gzip(headers: &HeaderMap) -> bool {
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

impl IntoResponse for CachedPage {
    fn into_response(self) -> Response {
        let gzip = self.gzip && self.page.plain().len() > WORTH_COMPRESSING;
        let body = if gzip {
            self.page.gzipped()
        } else {
            self.page.plain()
        };
        let headers = [
            (header::CONTENT_TYPE, "text/html; charset=utf-8"),
            (header::VARY, "accept-encoding"),
        ];
        let mut response = (headers, Body::from(body)).into_response();
        if gzip {
            let coding = HeaderValue::from_static("gzip");
            response
                .headers_mut()
                .insert(header::CONTENT_ENCODING, coding);
        }
        response
    }
}
