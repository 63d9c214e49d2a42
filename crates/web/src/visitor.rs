//! Who is looking, read from a request: the session of a browser or the token of a program. Tokens work
//! only for the API, sessions only for browsers.

use crate::app::{App, Shared};
use crate::connections::Standing;
use crate::page_cache;
use crate::peer::{self, Peer};
use crate::problem::Problem;
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use muster_service::device;
use muster_service::problem::Cause;
use muster_service::visit::{self, SESSION, Visit};
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;

pub use muster_service::Here;

/// The cookie that holds the session's token.
pub const SESSION_COOKIE: &str = "muster_session";
/// The same where browsers come over TLS: they take a cookie of this name only from this host, and only over TLS.
pub const SECURE_SESSION_COOKIE: &str = "__Host-muster_session";
/// The cookie that holds the chosen theme.
pub const THEME_COOKIE: &str = "muster_theme";

/// The header with the position of a tournament that the client has seen already. The answer never shows an earlier one,
/// whichever of several servers gives it.
pub const SEEN: &str = "muster-position";

/// Returns the position that the client has seen already.
#[must_use]
pub fn seen(headers: &HeaderMap) -> Option<u64> {
    headers.get(SEEN)?.to_str().ok()?.parse().ok()
}

/// Marks a request at an address that programs may use.
#[derive(Clone, Copy, Debug)]
pub struct ForPrograms;

/// A browser or a program, and who it may act as.
#[derive(Clone, Debug)]
pub struct Visitor {
    visitor: visit::Visitor,
    /// The theme somebody chose: `light`, `dark`, or none for the system's.
    pub theme: Option<&'static str>,
}

impl Deref for Visitor {
    type Target = visit::Visitor;

    fn deref(&self) -> &visit::Visitor {
        &self.visitor
    }
}

/// Returns a cookie of a request.
pub fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let all = headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok());
    all.flat_map(|value| value.split(';')).find_map(|pair| {
        let (key, value) = pair.trim().split_once('=')?;
        (key == name).then_some(value)
    })
}

/// Returns whether a request comes with a session, whether it still lasts or not.
#[must_use]
pub fn has_session(headers: &HeaderMap) -> bool {
    let names = [SESSION_COOKIE, SECURE_SESSION_COOKIE];
    names.iter().any(|name| cookie(headers, name).is_some())
}

impl Visitor {
    /// Reads who is looking from the request's token, where it may have one, else from its cookies.
    pub async fn of(app: &App, parts: &Parts) -> Result<Visitor, Problem> {
        let headers = &parts.headers;
        let for_programs = parts.extensions.get::<ForPrograms>().is_some();
        let from = peer::address(parts, &app.proxies);
        if for_programs && headers.contains_key(header::AUTHORIZATION) {
            return Ok(Visitor {
                visitor: visit::Visitor::with_token(app, bearer(headers)?, from).await?,
                theme: None,
            });
        }
        let agent = headers.get(header::USER_AGENT);
        let agent = agent.and_then(|value| value.to_str().ok());
        let token = cookie(headers, session_cookie_name(app));
        let device = agent.and_then(device::named);
        let theme = match cookie(headers, THEME_COOKIE) {
            Some("light") => Some("light"),
            Some("dark") => Some("dark"),
            _ => None,
        };
        Ok(Visitor {
            visitor: visit::Visitor::with_session(app, token, from, device).await?,
            theme,
        })
    }
}

/// Returns the cookie that holds a session's token for as long as the session lasts.
#[must_use]
pub fn session_cookie(app: &App, token: &str) -> String {
    cookie_of(app, token, SESSION.as_secs())
}

/// Returns the cookie that ends a session.
#[must_use]
pub fn no_session(app: &App) -> String {
    cookie_of(app, "", 0)
}

fn session_cookie_name(app: &App) -> &'static str {
    match app.secure() {
        true => SECURE_SESSION_COOKIE,
        false => SESSION_COOKIE,
    }
}

fn cookie_of(app: &App, token: &str, seconds: i64) -> String {
    let secure = if app.secure() { "; Secure" } else { "" };
    let name = session_cookie_name(app);
    format!("{name}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}")
}

/// The token of a request's header.
pub(crate) fn bearer(headers: &HeaderMap) -> Result<&str, Problem> {
    let header = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok());
    let token = header.and_then(|text| {
        let (scheme, token) = text.split_once(' ')?;
        scheme
            .eq_ignore_ascii_case("bearer")
            .then_some(token.trim())
    });
    token.ok_or_else(|| Cause::TokenMissing.into())
}

impl FromRequestParts<Shared> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Visitor, Problem> {
        let visitor = Visitor::of(app, parts).await?;
        if visitor.account().is_some() {
            known(parts, Standing::Staff);
        }
        Ok(visitor)
    }
}

/// Records who is at the other end of a connection.
fn known(parts: &Parts, standing: Standing) {
    if let Some(line) = parts
        .extensions
        .get::<Peer>()
        .and_then(|peer| peer.line.as_ref())
    {
        line.is(standing);
    }
}

/// A request at one tournament: the tournament, who is looking, and how the answer should look.
pub struct Scene {
    pub app: Shared,
    /// Who is looking at what.
    pub visit: Visit,
    /// Who is looking, with how they like their pages.
    pub visitor: Visitor,
    /// Whether the browser accepts compressed pages.
    pub gzip: bool,
    /// The address, if everybody who is not signed in gets the same page there.
    pub public_at: Option<String>,
}

impl Deref for Scene {
    type Target = Visit;

    fn deref(&self) -> &Visit {
        &self.visit
    }
}

impl FromRequestParts<Shared> for Scene {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Scene, Problem> {
        let Path(path) = Path::<HashMap<String, String>>::from_request_parts(parts, app)
            .await
            .map_err(|_| Problem::missing("There is no such page."))?;
        let id = path.get("id").map_or("", String::as_str);
        let visitor = Visitor::of(app, parts).await?;
        // Anybody may enter a code; nothing else of a private tournament is shown to strangers.
        let claims = parts.uri.path().ends_with("/claim");
        let visit = Visit::open(&app.service, id, visitor.visitor.clone(), claims).await?;
        if let Some(seen) = seen(&parts.headers) {
            visit.room.at_least(seen).await?;
        }
        match visit.here {
            Here::Staff(..) => known(parts, Standing::Staff),
            Here::Player(_) => known(parts, Standing::Player),
            Here::Spectator => {}
        }
        Ok(Scene {
            app: Arc::clone(app),
            visit,
            visitor,
            gzip: page_cache::accepts_gzip(&parts.headers),
            public_at: page_cache::public_at(&parts.method, &parts.uri, &parts.headers)
                .map(str::to_owned),
        })
    }
}
