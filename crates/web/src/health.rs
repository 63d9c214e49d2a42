//! Health checks and metrics for operators. Nothing here is personal.

use crate::app::Shared;
use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::fmt::Write;

/// Addresses for monitoring.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
}

/// Answers whether the data can be written: an empty commit fails if it is full, read-only or gone.
async fn ready(State(app): State<Shared>) -> Response {
    match app.ledger().commit(Vec::new()).await {
        Ok(_) => "ready\n".into_response(),
        Err(error) => {
            tracing::error!(%error, "not ready");
            let text = "not ready: the data can't be written; see the log\n";
            (StatusCode::SERVICE_UNAVAILABLE, text).into_response()
        }
    }
}

/// Metrics in the Prometheus format.
async fn metrics(State(app): State<Shared>) -> Response {
    let rows = [
        (
            "muster_uptime_seconds",
            "Seconds since the start",
            app.started.elapsed().as_secs(),
        ),
        (
            "muster_connections",
            "Open connections",
            app.connections.count() as u64,
        ),
        (
            "muster_event_streams",
            "Pages that follow live",
            app.streams.count() as u64,
        ),
        (
            "muster_tournaments_in_memory",
            "Tournaments in memory",
            app.rooms.held() as u64,
        ),
        (
            "muster_alerts",
            "Things the desk should look at",
            app.alerts().len() as u64,
        ),
    ];
    let mut text = String::new();
    for (name, help, value) in rows {
        // Writing into a string cannot fail.
        let _ = writeln!(
            text,
            "# HELP {name} {help}.\n# TYPE {name} gauge\n{name} {value}"
        );
    }
    let version = env!("CARGO_PKG_VERSION");
    let _ = writeln!(
        text,
        "# HELP muster_build_info The version.\n# TYPE muster_build_info gauge\nmuster_build_info{{version=\"{version}\"}} 1"
    );
    let kind = (
        header::CONTENT_TYPE,
        "text/plain; version=0.0.4; charset=utf-8",
    );
    ([kind], text).into_response()
}
