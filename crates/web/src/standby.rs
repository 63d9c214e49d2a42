//! The protocol of leader and standby: how the leader sends its changes, how each machine asks for the other's status, and how
//! browsers find the machine that took over. The changes themselves are in [`muster_service::standby`].
//!
//! The standby gets all data, including seeds and sessions, so it connects with a secret and over TLS: with the server's
//! certificate if it has one, else with a self-signed one that the secret names.

pub mod client;
pub mod following;
pub mod leaving;

use crate::app::Shared;
use crate::connections::Standing;
use crate::layout;
use crate::peer::Peer;
use crate::problem::Problem;
use crate::visitor::{Visitor, bearer, session_cookie};
use axum::body::{Body, Bytes};
use axum::extract::{Extension, Query, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Json, Router};
use futures_util::stream;
use maud::{Markup, html};
use muster_ledger::people::{Kept, Lead, Part};
use muster_ledger::{LedgerError, News};
use muster_service::standby::feed::Commits;
use muster_service::standby::leading::{self, Status};
use muster_service::standby::{Change, Held};
use muster_tournament::ids::Hex32;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;

/// How often the leader sends a sign of life when nothing happens.
const BEAT: Duration = Duration::from_millis(500);

/// What a standby sends when it begins to follow.
#[derive(Debug, Serialize, Deserialize)]
pub struct Hello {
    /// Where browsers reach it.
    pub address: String,
    /// The digest of its certificate, if it is self-signed.
    pub pin: Option<Hex32>,
    /// What it already has.
    pub held: Vec<Held>,
}

/// A line of the leader's stream.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StandbyMessage {
    /// First: the leader's term.
    Term(u64),
    /// A commit, all or none; empty as a sign of life.
    Changes(Vec<Change>),
    /// Everything that was there when the standby asked has been sent.
    Complete,
}

/// Addresses for the other machine, and for browsers that move between the two.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/standby/yield", post(give_up))
        .route("/standby/goodbye", post(goodbye))
        .route("/standby/ticket", get(ticket))
        .route("/standby/status", get(status))
        .route("/standby/arrive", get(arrival).post(arrive))
}

/// The stream, which stays open.
pub fn live() -> Router<Shared> {
    Router::new().route("/standby/follow", post(follow))
}

/// The query of the status request.
#[derive(Debug, Deserialize)]
struct Asked {
    #[serde(default)]
    nonce: String,
}

/// Returns the status of this machine. Pages of the other machine ask for it too, from another origin.
async fn status(
    State(app): State<Shared>,
    Query(asked): Query<Asked>,
) -> Result<Response, Problem> {
    let mut lead = Lead::of(app.ledger()).await?;
    if let Some((part, _)) = app.feed.led_by() {
        // A standby that is taking over does not lead until it answers people.
        lead.part = part;
    }
    let anybody = (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    Ok(([anybody], Json(Status::of(&lead, &asked.nonce))).into_response())
}

/// Admits the other machine: with the secret, and over TLS.
async fn admit(app: &Shared, peer: &Peer, headers: &HeaderMap) -> Result<Lead, Problem> {
    if !(peer.encrypted || app.secure() || peer.address.is_loopback()) {
        return Err(Problem::forbidden(
            "A standby receives all data, so it must connect over https://.",
        ));
    }
    let lead = leading::admit(app.ledger(), bearer(headers)?).await?;
    // A crowd must not push it out.
    if let Some(line) = &peer.line {
        line.is(Standing::Staff);
    }
    Ok(lead)
}

/// Sends a standby everything, and from then on whatever is committed.
async fn follow(
    State(app): State<Shared>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    Json(hello): Json<Hello>,
) -> Result<Response, Problem> {
    let lead = admit(&app, &peer, &headers).await?;
    let address =
        crate::serve::address(&hello.address).map_err(|error| Problem::bad(error.to_string()))?;
    if lead.part == Part::Leading {
        let known = Lead {
            other: Some(address.clone()),
            pin: hello.pin,
            ..lead.clone()
        };
        if known != lead {
            app.ledger().commit(vec![known.put()]).await?;
        }
        app.set_standby(Some(address));
    }
    let news = app.ledger().follow();
    let (everything, commits) = app.feed.join(&hello.held).await?;
    let mut first = vec![StandbyMessage::Term(lead.term)];
    first.extend(everything.into_iter().map(StandbyMessage::Changes));
    first.push(StandbyMessage::Complete);
    tracing::info!("a standby follows");
    let following = Following {
        first: first.into_iter(),
        commits,
        news,
    };
    let lines = stream::unfold(following, |mut following| async {
        let told = following.next().await?;
        let mut text = serde_json::to_vec(&told).ok()?;
        text.push(b'\n');
        Some((Ok::<_, Infallible>(Bytes::from(text)), following))
    });
    let kind = (header::CONTENT_TYPE, "application/x-ndjson");
    Ok(([kind], Body::from_stream(lines)).into_response())
}

/// A following standby.
struct Following {
    first: std::vec::IntoIter<StandbyMessage>,
    commits: Commits,
    news: muster_ledger::Follow,
}

impl Following {
    /// Returns the next message; `None` if the standby must start over, because it was too slow or another process wrote
    /// here.
    async fn next(&mut self) -> Option<StandbyMessage> {
        if let Some(first) = self.first.next() {
            return Some(first);
        }
        let beat = tokio::time::sleep(BEAT);
        tokio::pin!(beat);
        loop {
            tokio::select! {
                biased;
                commit = self.commits.recv() => return match commit {
                    Ok(changes) => Some(StandbyMessage::Changes(changes.to_vec())),
                    Err(RecvError::Lagged(_) | RecvError::Closed) => None,
                },
                news = self.news.next() => match news {
                    Some(News::Missed) | None => return None,
                    Some(_) => {}
                },
                () = &mut beat => return Some(StandbyMessage::Changes(Vec::new())),
            }
        }
    }
}

/// What a standby sends when it takes over while the leader still answers.
#[derive(Debug, Serialize, Deserialize)]
pub struct Taking {
    /// Where browsers reach it.
    pub address: String,
}

/// Gives up the lead, so that the standby can take over without losing anything.
async fn give_up(
    State(app): State<Shared>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    Json(taking): Json<Taking>,
) -> Result<Json<Status>, Problem> {
    let lead = admit(&app, &peer, &headers).await?;
    let address =
        crate::serve::address(&taking.address).map_err(|error| Problem::bad(error.to_string()))?;
    leaving::give_up(&app, lead.term.saturating_add(1), address).await?;
    Ok(Json(Status::of(&lead, "")))
}

/// A standby that stops on purpose removes its address, so that this machine can start again without asking it.
async fn goodbye(
    State(app): State<Shared>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<StatusCode, Problem> {
    let lead = admit(&app, &peer, &headers).await?;
    if lead.part == Part::Leading {
        let lead = Lead {
            other: None,
            ..lead
        };
        app.ledger().commit(vec![lead.put()]).await?;
        app.set_standby(None);
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Returns where an open page should go when this machine is gone.
#[derive(Serialize)]
struct Ticket {
    standby: Option<String>,
    term: u64,
    ticket: Option<String>,
}

async fn ticket(State(app): State<Shared>, visitor: Visitor) -> Result<Response, Problem> {
    let lead = Lead::of(app.ledger()).await?;
    let standby = lead.other.clone().filter(|_| lead.part == Part::Leading);
    let ticket = match (&standby, visitor.session_token()) {
        (Some(_), Some(session)) => leading::ticket(&lead, session, app.now()),
        _ => None,
    };
    let term = lead.term;
    Ok(Json(Ticket {
        standby,
        term,
        ticket,
    })
    .into_response())
}

/// The page where browsers arrive from the other machine. The ticket is in the fragment of the address, which no server sees;
/// the script sends it once this machine leads.
async fn arrival() -> Markup {
    layout::bare(
        "Standby",
        &html! {
            div.narrow.stack data-arrival {
                h1 { "This is the standby" }
                p role="status" data-arrival-status { "Waiting for it to take over. This page continues by itself." }
                p { a href="/" { "Go to the front page" } }
            }
        },
    )
}

/// The form of an arriving browser.
#[derive(Debug, Deserialize)]
struct Arriving {
    ticket: String,
    #[serde(default)]
    next: String,
}

/// Signs in a browser that was signed in on the other machine. A browser that is already signed in here stays as it is.
async fn arrive(
    State(app): State<Shared>,
    visitor: Visitor,
    Form(arriving): Form<Arriving>,
) -> Result<Response, Problem> {
    let next = match crate::act::is_here(&arriving.next) {
        true => arriving.next.as_str(),
        false => "/",
    };
    if visitor.session_token().is_some() {
        return Ok(Redirect::to(next).into_response());
    }
    let granted = leading::arrive(&app, &arriving.ticket).await?;
    app.ledger().commit(granted.writes).await?;
    Ok(crate::pages::account::go(
        next,
        &session_cookie(&app, &granted.token),
    ))
}

/// Redirects everybody to the leader once this machine no longer leads.
pub async fn to_the_leader(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let Some((part, leader)) = app.feed.led_by() else {
        return next.run(request).await;
    };
    if path.starts_with("/standby/") || path.starts_with("/assets/") || path == "/healthz" {
        return next.run(request).await;
    }
    let here = request
        .uri()
        .path_and_query()
        .map_or("/", |path| path.as_str());
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    match part {
        Part::Following => {
            let text =
                format!("This machine is a standby and has not taken over. Open {leader} instead.");
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, text).into_response()
        }
        _ if reads => Redirect::temporary(&format!("{leader}{here}")).into_response(),
        _ => Problem::from(LedgerError::Superseded { by: leader }).into_response(),
    }
}
