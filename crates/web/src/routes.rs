//! The router of the whole server, with limits, default headers and protection against cross-site requests.

use crate::app::Shared;
use crate::problem::Problem;
use crate::{act, api, assets, health, live, pages, refused, standby};
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Router, handler::Handler};
use std::sync::Arc;
use std::time::Duration;
use tower::{Layer, ServiceBuilder, ServiceExt};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::csrf::CsrfLayer;

/// The largest body: a CSV of ten thousand players.
pub(crate) const LARGEST_BODY: usize = 2 * 1024 * 1024;
/// The longest a request may take, including the upload of a form.
const LONGEST: Duration = Duration::from_secs(20);

/// Adds the headers that every answer has.
async fn with_headers(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let mut answer = next.run(request).await;
    app.add_headers(answer.headers_mut());
    answer
}

/// Returns the router.
pub fn router(app: Shared) -> Router {
    let pages = Router::new()
        // Everybody.
        .route("/", get(pages::home::home))
        .route(
            "/assets/{mark}/{name}",
            get(assets::serve.layer(CompressionLayer::new())),
        )
        .route("/now", get(now))
        .merge(health::routes())
        .merge(pages::routes())
        .merge(standby::routes())
        // Participants, as the table of permissions says.
        .route("/t/{id}/do/{command}", post(act::act))
        // Programs, with the permissions of the people they act for.
        .merge(api::routes())
        .layer(from_fn_with_state(Arc::clone(&app), refused::in_place))
        .layer(from_fn(in_time));
    // Event streams stay open, so they have no timeout.
    let events = Router::new()
        .route("/t/{id}/events", get(live::events))
        .merge(api::live())
        .merge(standby::live());
    pages
        .merge(events)
        .fallback(refused::nowhere)
        .layer(
            ServiceBuilder::new()
                .layer(from_fn_with_state(Arc::clone(&app), with_headers))
                .layer(from_fn(api::problem::as_problem_details))
                .layer(CatchPanicLayer::custom(|_| {
                    Problem::new(
                        StatusCode::INTERNAL_SERVER_ERROR,
                        "Something went wrong. Nothing was changed.",
                    )
                    .into_response()
                }))
                .layer(from_fn(same_site))
                .layer(DefaultBodyLimit::max(LARGEST_BODY))
                .layer(from_fn_with_state(Arc::clone(&app), standby::to_the_leader)),
        )
        .with_state(app)
}

/// Returns the server's time, so that browsers with a wrong clock count down correctly.
async fn now(State(app): State<Shared>) -> String {
    app.now().as_millisecond().to_string()
}

/// Ends requests that take too long, such as forms of phones that lost their connection.
async fn in_time(request: Request, next: Next) -> Response {
    match tokio::time::timeout(LONGEST, next.run(request)).await {
        Ok(answer) => answer,
        Err(_) => Problem::new(
            StatusCode::REQUEST_TIMEOUT,
            "This took too long. Reload the page to see whether it was done.",
        )
        .into_response(),
    }
}

/// Refuses changes that come from another site. Browsers say where a request comes from; programs that don't have no
/// cookies.
async fn same_site(request: Request, next: Next) -> Response {
    // Browsers never send a token on their own.
    if request.uri().path().starts_with(api::ROOT)
        && request.headers().contains_key(header::AUTHORIZATION)
    {
        return next.run(request).await;
    }
    CsrfLayer::new()
        .with_rejection_response(|_| {
            Problem::forbidden("This request came from another site and was refused.")
                .into_response()
        })
        .layer(next)
        .oneshot(request)
        .await
        .into_response()
}
