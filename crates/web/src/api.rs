//! The API: what the pages show and do, as JSON for other programs, one file per resource. The OpenAPI document is generated
//! from the handlers.
//!
//! The API uses the same scene, rooms and table of permissions as the pages and has no rules of its own: nobody can see or do
//! more here than on the pages. Answers and errors match the OpenAPI document, and answers about a tournament carry an entity
//! tag made from the journal's position.

pub mod ahead;
pub mod answer;
pub mod bracket;
pub mod clock;
pub mod command;
pub mod commands;
pub mod document;
pub mod entrance;
pub mod events;
pub mod files;
pub mod hooks;
pub mod imports;
pub mod judges;
pub mod lists;
pub mod me;
pub mod newcomers;
pub mod once;
pub mod paper;
pub mod people;
pub mod problem;
pub mod proof;
pub mod regulations;
pub mod rounds;
pub mod seasons;
pub mod sent;
pub mod settings;
pub mod standings;
pub mod statistics;
pub mod tables;
pub mod tally;
pub mod tokens;
pub mod tournaments;
pub mod why;

use crate::app::Shared;
use crate::visitor::{ForPrograms, SEEN};
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, Method, header};
use axum::routing::get;
use axum::{Extension, Router};
use muster_service::import::LARGEST_BODY;
use std::sync::LazyLock;
use tower_http::compression::CompressionLayer;
use tower_http::cors::{Any, CorsLayer};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The base path of the API.
pub const ROOT: &str = "/api/v1";

/// The OpenAPI document.
pub static DOCUMENT: LazyLock<serde_json::Value> =
    LazyLock::new(|| document::finished(answering().merge(following()).split_for_parts().1));

/// Returns the routes of the API, except the event stream.
pub fn routes() -> Router<Shared> {
    let (router, _) = answering().split_for_parts();
    let document = get(|| async { axum::Json(&*DOCUMENT) });
    Router::new()
        .nest(ROOT, router.route("/openapi.json", document))
        .layer(Extension(ForPrograms))
        .layer(CompressionLayer::new())
        .layer(from_anywhere())
}

/// Scripts on other sites may read what is public, and act with a token. Browsers send no cookies with such requests, so they
/// can't act for a signed-in person.
fn from_anywhere() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::DELETE])
        .allow_headers([
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            header::IF_NONE_MATCH,
            HeaderName::from_static("idempotency-key"),
            HeaderName::from_static("last-event-id"),
            HeaderName::from_static(SEEN),
        ])
        .expose_headers([header::ETAG, header::LOCATION, header::RETRY_AFTER])
}

/// Returns the route of the event stream.
pub fn live() -> Router<Shared> {
    let (router, _) = following().split_for_parts();
    Router::new()
        .nest(ROOT, router)
        .layer(Extension(ForPrograms))
        .layer(from_anywhere())
}

/// The event stream, which stays open.
fn following() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(events::events))
}

/// Handlers that accept files, which are larger than other requests.
fn importing() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(imports::take))
        .routes(routes!(imports::look))
        .routes(routes!(people::enter))
        .routes(routes!(people::look))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
}

/// All handlers except the event stream.
fn answering() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(tournaments::all, tournaments::create))
        .routes(routes!(tournaments::one))
        .routes(routes!(people::players))
        .routes(routes!(people::player))
        .routes(routes!(people::staff))
        .routes(routes!(rounds::rounds))
        .routes(routes!(rounds::round))
        .routes(routes!(rounds::table))
        .routes(routes!(tally::tally))
        .routes(routes!(standings::standings))
        .routes(routes!(seasons::all))
        .routes(routes!(seasons::one))
        .routes(routes!(seasons::print))
        .routes(routes!(ahead::chances))
        .routes(routes!(ahead::compare))
        .routes(routes!(ahead::plan))
        .routes(routes!(bracket::bracket))
        .routes(routes!(clock::clock))
        .routes(routes!(statistics::one))
        .routes(routes!(statistics::all))
        .routes(routes!(files::file))
        .routes(routes!(paper::print))
        .routes(routes!(paper::badges))
        .routes(routes!(proof::log))
        .routes(routes!(proof::proof))
        .routes(routes!(proof::journal))
        .routes(routes!(why::pairing))
        .routes(routes!(why::outcome))
        .routes(routes!(why::first))
        .routes(routes!(why::bye))
        .routes(routes!(why::rank))
        .routes(routes!(why::cut))
        .routes(routes!(lists::lists))
        .routes(routes!(lists::list))
        .routes(routes!(lists::check))
        .routes(routes!(judges::judges))
        .routes(routes!(tables::tables))
        .routes(routes!(commands::give))
        .routes(routes!(commands::preview))
        .merge(importing())
        .routes(routes!(entrance::claim))
        .routes(routes!(entrance::register))
        .routes(routes!(entrance::join))
        .routes(routes!(newcomers::all, newcomers::decide))
        .routes(routes!(entrance::invite))
        .routes(routes!(entrance::codes))
        .routes(routes!(settings::read, settings::change))
        .routes(routes!(hooks::all, hooks::add))
        .routes(routes!(hooks::remove))
        .routes(routes!(hooks::deliveries))
        .routes(routes!(hooks::again))
        .routes(routes!(me::me))
        .routes(routes!(tokens::all, tokens::make))
        .routes(routes!(tokens::revoke))
        .routes(routes!(regulations::all))
        .routes(routes!(regulations::one))
        .routes(routes!(regulations::score))
}
