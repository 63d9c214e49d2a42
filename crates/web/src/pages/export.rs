//! Files to download, and the documents everybody may print.

use crate::app::Shared;
use crate::download;
use crate::fields::Fields;
use crate::layout::{self, Public};
use crate::parts::print::{for_everybody, paper_link, shown};
use crate::parts::seen;
use crate::problem::Problem;
use crate::site;
use crate::visitor::Scene;
use axum::Router;
use axum::extract::{Path, Query};
use axum::response::Response;
use axum::routing::get;
use maud::{Markup, html};
use muster_paper::Paper;
use muster_service::export::{self, FILES, Options, no_pause};
use muster_tournament::state::{Phase, State};

/// Addresses of this page.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/t/{id}/export", get(menu))
        .route("/t/{id}/export/{file}", get(download))
}

/// `GET /t/{id}/export`
async fn menu(scene: Scene) -> Markup {
    scene.room.read(|t| {
        let state = &*seen::published(t.state());
        let body = listed(&scene, state);
        let title = format!("Files, {}", state.setup.name);
        layout::public(&scene, state, Public::Files, &title, &body)
    })
}

fn listed(scene: &Scene, state: &State) -> Markup {
    let files = FILES.into_iter().filter(|(_, kind, _)| kind.fits(state));
    let over = state.phase == Phase::Finished;
    html! {
        div.head { div { h1 { "Files" } p { "Everything on the public pages, to download." } } }
        table.tt.files {
            caption.vh { "Files of this tournament" }
            thead { tr { th scope="col" { "File" } th scope="col" { "Contents" } } }
            tbody {
                @for (name, _, what) in files {
                    tr { td.nowrap { a href=(scene.path(&format!("export/{name}"))) download { (name) } } td { (what) } }
                }
                @if scene.here.organizes() {
                    tr {
                        td.nowrap { a href=(scene.path("export/players.csv?contacts=1")) download { "players.csv, with contacts" } }
                        td { "Players with clubs and contacts, for your desk only" }
                    }
                }
                @if over || scene.here.is_staff() {
                    tr {
                        td.nowrap { a href=(scene.path("journal.jsonl")) download { "journal.jsonl" } }
                        td { "The journal, for " code { "muster verify" } " and another Muster" }
                    }
                }
            }
        }
        h2 { "To print" }
        table.tt.files {
            caption.vh { "Documents of this tournament as PDF" }
            thead { tr { th scope="col" { "Document" } @for paper in Paper::ALL { th scope="col" { (shown(paper)) } } } }
            tbody {
                @for document in for_everybody(state) {
                    tr {
                        td { b { (document.title()) } div.cap { (document.about()) } }
                        @for paper in Paper::ALL { td.nowrap { (paper_link(scene, document, paper, None)) } }
                    }
                }
            }
        }
        @if state.phase != Phase::Finished {
            h2 { "Schedule of upcoming rounds" }
            form.cluster method="get" action=(scene.path("export/calendar.ics")) {
                div.field { label for="start" { "First round at" } input #start type="time" name="start" required; }
                div.field { label for="pause" { "Minutes between rounds" } input #pause.short name="pause" inputmode="numeric" value="15"; }
                button.btn { "Download calendar" }
            }
        }
    }
}

/// `GET /t/{id}/export/{file}`
async fn download(
    scene: Scene,
    Path((_, file)): Path<(String, String)>,
    Query(asked): Query<Fields>,
) -> Result<Response, Problem> {
    let pause = asked.get("pause").map(str::parse);
    let options = Options {
        contacts: asked.ticked("contacts"),
        start: asked.get("start").map(str::to_owned),
        pause: pause.transpose().map_err(|_| no_pause())?,
    };
    Ok(download::file(
        export::file(&scene, &file, &options, site::zip).await?,
    ))
}
