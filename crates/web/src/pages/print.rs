//! Printing: the menu at the desk, the documents as PDF, and where the QR codes of slips and tables lead.
//!
//! Relies on the paper crate for every document and for who may have it. Promises that documents are made beside the
//! pages, a few at a time, that those for everybody are made once for each position of the journal, and that nobody
//! gets one of them that shows more than the public pages do.

use crate::app::Shared;
use crate::fields::Fields;
use crate::layout::{self, Place};
use crate::pages::desk::people;
use crate::parts::podium;
use crate::parts::print::{paper_link, shown};
use crate::presses::{Printed, TooMany};
use crate::problem::Problem;
use crate::round_folder;
use crate::visitor::{Here, Scene};
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, Query};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use maud::{Markup, html};
use muster_paper::{Access, Document, Order, Paper, PaperError, Ticket};
use muster_regulations::{Regulation, Role};
use muster_tournament::state::RoundStatus;
use muster_tournament::{PlayerId, RoundNo, State, Tournament};

/// Addresses of this place.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/t/{id}/desk/print", get(menu))
        .route("/t/{id}/desk/print/codes", post(badges_with_codes))
        .route("/t/{id}/print/{file}", get(file))
        .route("/t/{id}/report/{round}/{table}", get(from_slip))
        .route("/t/{id}/table/{table}", get(from_table))
}

async fn menu(scene: Scene) -> Result<Markup, Problem> {
    scene.leaders_only()?;
    let organizes = matches!(scene.here, Here::Staff(_, Role::Organizer));
    Ok(scene.room.read(|t| {
        let state = t.state();
        let rounds: Vec<u32> = published(state).collect();
        let newest = rounds.last().copied();
        let body = html! {
            div.head { div {
                h1 { "Print" }
                p { "Each opens as a PDF, ready for the printer. Published rounds also leave their paper in the data folder by themselves." }
            } }
            table.tt {
                thead { tr { th { "Document" } th { "For" } th { "A4" } th { "US Letter" } } }
                tbody {
                    @for document in Document::ALL.into_iter().filter(|document| there_is(state, *document)) {
                        @let round = newest.filter(|_| document.of_a_round());
                        tr {
                            td { b { (document.title()) } @if let Some(round) = round { ", round " (round) } div.cap { (document.about()) } }
                            td { @match document.access() { Access::Everybody => "everybody", Access::Leaders => "leaders" } }
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
                            li { "Round " (round) ": "
                                @for document in Document::ALL.into_iter().filter(|d| d.of_a_round()) {
                                    (document.title()) " " (paper_link(&scene, document, Paper::A4, Some(*round))) " " (paper_link(&scene, document, Paper::Letter, Some(*round))) " "
                                }
                            }
                        }
                    }
                }
            }
            @if organizes {
                section.stack {
                    h2 { "Badges with codes" }
                    p.quiet { "Codes are shown once, so they are made anew for this print; codes given out before no longer work." }
                    form method="post" action=(scene.path("desk/print/codes")) target="_blank" {
                        div.cluster {
                            @for paper in Paper::ALL {
                                button.btn name="paper" value=(paper.name()) { "New codes and badges, " (shown(paper)) }
                            }
                        }
                    }
                }
            }
        };
        layout::desk(&scene, state, Place::Print, "Print", &body, None)
    }))
}

/// Whether a document has anything in it yet, as far as the state says it at a glance.
fn there_is(state: &State, document: Document) -> bool {
    match document {
        Document::Standings | Document::CrossTable => state.swiss_rounds().next().is_some(),
        Document::Bracket => state.knockout.is_some(),
        Document::Certificates => !podium::places(state).is_empty(),
        Document::ListChecks => !state.lists.of.is_empty(),
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
    Query(fields): Query<Vec<(String, String)>>,
) -> Result<Response, Problem> {
    let name = file.strip_suffix(".pdf").unwrap_or(&file);
    let document: Document = name.parse().map_err(Problem::missing)?;
    if document.access() == Access::Leaders {
        scene.leaders_only()?;
    }
    let fields = Fields(fields);
    let paper = paper(&fields)?;
    let round: Option<u32> = fields.maybe("round")?;
    let made = async || {
        let tournament = scene.room.read(Clone::clone);
        let order = Order {
            round: round.map(RoundNo),
            ..order(&scene, &tournament, paper)
        };
        print(&scene, document, tournament, order).await
    };
    let pdf = match document.access() {
        Access::Leaders => made().await?,
        Access::Everybody => {
            let printed = Printed {
                tournament: scene.room.id.clone(),
                document,
                paper,
                round,
            };
            let position = scene.room.read(|t| t.state().position);
            let place = scene.app.presses.place(printed, position);
            place.get_or_try_init(made).await?.clone()
        }
    };
    Ok(answer(&scene, document, pdf))
}

/// `POST /t/{id}/desk/print/codes`: badges with codes that are made for them.
async fn badges_with_codes(
    scene: Scene,
    axum::Form(fields): axum::Form<Vec<(String, String)>>,
) -> Result<Response, Problem> {
    badges(&scene, paper(&Fields(fields))?).await
}

/// Makes new codes for all players, and badges with them; for the organizer.
pub(crate) async fn badges(scene: &Scene, paper: Paper) -> Result<Response, Problem> {
    let made = people::new_codes(scene, None).await?.into_iter();
    let tickets = made.map(|new| {
        let link = Some(new.link);
        let code = new.code;
        (new.player, Ticket { code, link })
    });
    let tournament = scene.room.read(Clone::clone);
    let order = Order {
        tickets: tickets.collect(),
        ..order(scene, &tournament, paper)
    };
    let pdf = print(scene, Document::Badges, tournament, order).await?;
    Ok(answer(scene, Document::Badges, pdf))
}

fn paper(fields: &Fields) -> Result<Paper, Problem> {
    match fields.get("paper") {
        None | Some("") => Ok(Paper::A4),
        Some(name) => name.parse().map_err(Problem::bad),
    }
}

fn order(scene: &Scene, tournament: &Tournament, paper: Paper) -> Order {
    let base = format!("{}/t/{}", scene.app.address, scene.room.id);
    round_folder::order(tournament, paper, Some(base))
}

/// Makes a document where it holds nobody up.
async fn print(
    scene: &Scene,
    document: Document,
    tournament: Tournament,
    order: Order,
) -> Result<Bytes, Problem> {
    let work = move || {
        let order = order.for_document(document, &tournament);
        muster_paper::print(document, tournament.state(), &order)
    };
    match scene.app.presses.run_or_refuse(work).await {
        Ok(Some(Ok(pdf))) => Ok(Bytes::from(pdf)),
        Ok(Some(Err(error))) => Err(problem(&error)),
        Ok(None) => Err(Problem::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "The document could not be made; nothing was changed.",
        )),
        Err(TooMany) => Err(Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "Many documents are being made at this moment. Try again in a few seconds.",
        )),
    }
}

fn problem(error: &PaperError) -> Problem {
    let status = match error {
        PaperError::Engine(_) => StatusCode::INTERNAL_SERVER_ERROR,
        PaperError::NotBuilt => StatusCode::NOT_IMPLEMENTED,
        _ => StatusCode::NOT_FOUND,
    };
    let text = match error {
        // The same words whether it is a draft or was never drawn: nobody learns of a draft.
        PaperError::Draft(round) | PaperError::NoRound(round) => {
            format!("round {round} is not published")
        }
        error => error.to_string(),
    };
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let sentence: String = first.chain(letters).chain(['.']).collect();
    Problem::new(status, sentence)
}

fn answer(scene: &Scene, document: Document, pdf: Bytes) -> Response {
    let name = format!("inline; filename=\"{}-{document}.pdf\"", scene.room.id);
    let headers = [
        (header::CONTENT_TYPE, "application/pdf".to_owned()),
        (header::CONTENT_DISPOSITION, name),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    (headers, pdf).into_response()
}

/// `GET /t/{id}/report/{round}/{table}`: where the code on a slip leads. Whoever has claimed a seat reports there, a
/// leader enters the result at the desk, and anybody else is asked for a code first.
async fn from_slip(scene: Scene, Path((_, round, _table)): Path<(String, u32, u32)>) -> Redirect {
    by_seat(&scene, "me/report", &format!("desk/round/{round}"))
}

/// `GET /t/{id}/table/{table}`: where the code on a table leads. Whoever has claimed a seat calls a judge to it, a
/// leader sees who calls, and anybody else is asked for a code first.
async fn from_table(scene: Scene, Path((_, _table)): Path<(String, u32)>) -> Redirect {
    by_seat(&scene, "me#about", "desk/calls")
}

/// Sends a player one way and a leader the other; who plays as well as leads has come to play.
fn by_seat(scene: &Scene, player: &str, leader: &str) -> Redirect {
    let seat: Option<PlayerId> = scene.visitor.seat(&scene.room.id);
    let page = match (scene.here, seat) {
        (_, Some(_)) => player,
        (Here::Staff(..), None) => leader,
        _ => "claim",
    };
    Redirect::to(&scene.path(page))
}
