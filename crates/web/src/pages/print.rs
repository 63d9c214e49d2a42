//! Printing: the menu at the desk, the documents as PDF, and where the QR codes of slips and tables lead.

use crate::app::Shared;
use crate::download;
use crate::fields::Fields;
use crate::layout::{self, Place};
use crate::parts::podium;
use crate::parts::print::{paper_link, shown};
use crate::problem::Problem;
use crate::visitor::{Here, Scene};
use axum::Router;
use axum::extract::{Path, Query};
use axum::response::{Redirect, Response};
use axum::routing::{get, post};
use maud::{Markup, html};
use muster_paper::{Access, Document, Paper};
use muster_regulations::{Regulation, UnknownName};
use muster_service::printing;
use muster_tournament::state::RoundStatus;
use muster_tournament::{PlayerId, State};

/// Addresses of this place.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/t/{id}/desk/print", get(menu))
        .route("/t/{id}/desk/print/codes", post(badges_with_codes))
        .route("/t/{id}/print/{file}", get(file))
        .route("/t/{id}/me/certificate.pdf", get(certificate))
        .route("/t/{id}/report/{round}/{table}", get(from_slip))
        .route("/t/{id}/table/{table}", get(from_table))
}

async fn menu(scene: Scene) -> Result<Markup, Problem> {
    scene.staff_only()?;
    let organizes = scene.here.organizes();
    Ok(scene.room.read(|t| {
        let state = t.state();
        let rounds: Vec<u32> = published(state).collect();
        let newest = rounds.last().copied();
        let body = html! {
            div.head { div {
                h1 { "Print" }
                p { "Each opens as a PDF. The papers of every published round are also saved in the data folder." }
            } }
            table.tt {
                thead { tr { th { "Document" } th { "For" } th { "A4" } th { "US Letter" } } }
                tbody {
                    @for document in Document::ALL.into_iter().filter(|document| there_is(state, *document)) {
                        @let round = newest.filter(|_| document.of_a_round());
                        tr {
                            td { b { (document.title_of(state)) } @if let Some(round) = round { ", round " (round) } div.cap { (document.about()) } }
                            td { @match document.access() { Access::Everybody => "everybody", Access::Staff => "staff" } }
                            @for paper in Paper::ALL {
                                td { (paper_link(&scene, document, paper, round)) }
                            }
                        }
                    }
                }
            }
            @if rounds.len() > 1 {
                details {
                    summary { "Earlier rounds" }
                    ul.plain {
                        @for round in rounds.iter().rev().skip(1) {
                            li { b { "Round " (round) }
                                @for document in Document::ALL.into_iter().filter(|d| d.of_a_round()) {
                                    " · " (document.title()) " " (paper_link(&scene, document, Paper::A4, Some(*round))) ", " (paper_link(&scene, document, Paper::Letter, Some(*round)))
                                }
                            }
                        }
                    }
                }
            }
            @if organizes {
                section.stack {
                    h2 { "Badges with codes" }
                    p.quiet { "This creates new codes. Earlier codes stop working." }
                    form method="post" action=(scene.path("desk/print/codes")) target="_blank" {
                        div.cluster {
                            @for paper in Paper::ALL {
                                button.btn name="paper" value=(paper.name()) { "Print badges, " (shown(paper)) }
                            }
                        }
                    }
                }
            }
        };
        layout::desk(&scene, state, Place::Print, "Print", &body, None)
    }))
}

/// Whether a document has anything to print yet.
fn there_is(state: &State, document: Document) -> bool {
    match document {
        Document::Standings | Document::CrossTable => state
            .swiss_rounds()
            .any(|round| round.status != RoundStatus::Draft),
        Document::Bracket => state.knockout.is_some(),
        Document::Certificates => !podium::places(state).is_empty(),
        Document::ListChecks => {
            let mut known = state.lists.of.keys();
            known.any(|player| state.list(*player).is_some())
        }
        Document::Proxies => !state.judges.proxies.is_empty(),
        Document::JudgesLog => {
            let judges = &state.judges;
            let noted = judges.rulings.len() + judges.conduct.len() + judges.calls.len();
            let more = judges.losses.len() + judges.proxies.len() + judges.forts.len();
            noted + more + state.corrections.len() > 0
        }
        Document::Badges | Document::TableNumbers => !state.players.is_empty(),
        Document::Report => published(state).next().is_some(),
        Document::Silhouettes => state.setup.regulation == Regulation::Legion,
        document => !document.of_a_round() || published(state).next().is_some(),
    }
}

fn published(state: &State) -> impl Iterator<Item = u32> {
    let rounds = state.rounds.iter();
    rounds
        .filter(|round| round.status != RoundStatus::Draft)
        .map(|round| round.number.0)
}

/// `GET /t/{id}/print/{document}.pdf`
pub(crate) async fn file(
    scene: Scene,
    Path((_, file)): Path<(String, String)>,
    Query(fields): Query<Fields>,
) -> Result<Response, Problem> {
    let name = file.strip_suffix(".pdf").unwrap_or(&file);
    let document: Document = name
        .parse()
        .map_err(|error: UnknownName| Problem::missing(error.to_string()))?;
    let round = fields.maybe("round")?;
    let file = printing::document(&scene, document, paper(&fields)?, round).await?;
    Ok(download::shown(file))
}

/// `GET /t/{id}/me/certificate.pdf`: the player's own.
async fn certificate(scene: Scene, Query(fields): Query<Fields>) -> Result<Response, Problem> {
    let player = scene.player()?;
    let file = printing::certificate(&scene, player, paper(&fields)?).await?;
    Ok(download::shown(file))
}

/// `POST /t/{id}/desk/print/codes`: badges with new codes.
async fn badges_with_codes(
    scene: Scene,
    axum::Form(fields): axum::Form<Fields>,
) -> Result<Response, Problem> {
    let file = printing::badges(&scene, paper(&fields)?).await?;
    Ok(download::shown(file))
}

/// Returns the requested paper size, A4 by default.
pub(crate) fn paper(fields: &Fields) -> Result<Paper, Problem> {
    match fields.get("paper") {
        None | Some("") => Ok(Paper::A4),
        Some(name) => name
            .parse()
            .map_err(|error: UnknownName| Problem::bad(error.to_string())),
    }
}

/// `GET /t/{id}/report/{round}/{table}`: where the code on a slip leads. A signed-in player
/// reports there, staff enter the result at the desk, and anybody else is asked for a code first.
async fn from_slip(scene: Scene, Path((_, round, _table)): Path<(String, u32, u32)>) -> Redirect {
    by_seat(&scene, "me/report", &format!("desk/round/{round}"))
}

/// `GET /t/{id}/table/{table}`: where the code on a table leads. A signed-in player
/// calls a judge, staff see the calls, and anybody else is asked for a code first.
async fn from_table(scene: Scene, Path((_, _table)): Path<(String, u32)>) -> Redirect {
    by_seat(&scene, "me#about", "desk/calls")
}

/// Sends players one way and staff the other; staff who also play are sent as players.
fn by_seat(scene: &Scene, player: &str, leader: &str) -> Redirect {
    let seat: Option<PlayerId> = scene.visitor.seat(&scene.room);
    let page = match (scene.here, seat) {
        (_, Some(_)) => player,
        (Here::Staff(..), None) => leader,
        _ => "claim",
    };
    Redirect::to(&scene.path(page))
}
