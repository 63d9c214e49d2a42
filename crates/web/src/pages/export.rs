//! Files to take away: tables, what other programs read, paper, a site without a server, and the schedule. For everybody they
//! hold what the public pages show; clubs and contacts are for the organizer alone.

use crate::app::Shared;
use crate::layout::{self, Public};
use crate::parts::print::{for_everybody, paper_link, shown};
use crate::parts::seen;
use crate::problem::Problem;
use crate::site;
use crate::visitor::{Here, Scene};
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, Query};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use maud::{Markup, html};
use muster_exchange::Format;
use muster_exchange::out::{self, Audience, What, ical};
use muster_paper::Paper;
use muster_regulations::Role;
use muster_tournament::Tournament;
use muster_tournament::state::{Phase, State};
use std::collections::HashMap;

/// Addresses of this page.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/t/{id}/export", get(menu))
        .route("/t/{id}/export/{file}", get(download))
}

/// Minutes between rounds, where nobody says otherwise.
const USUAL_PAUSE: u32 = 15;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Csv(What),
    Json,
    Foreign(Format),
    Site,
    Calendar,
}

/// All files: name, kind, what it is.
pub(crate) const FILES: [(&str, Kind, &str); 9] = [
    (
        "players.csv",
        Kind::Csv(What::Players),
        "Players, for a spreadsheet",
    ),
    (
        "rounds.csv",
        Kind::Csv(What::Rounds),
        "Every match with its result, for a spreadsheet",
    ),
    (
        "standings.csv",
        Kind::Csv(What::Standings),
        "Standings with exact tiebreakers, for a spreadsheet",
    ),
    (
        "tournament.json",
        Kind::Json,
        "Players, rounds and standings, for programs",
    ),
    (
        "listfortress.json",
        Kind::Foreign(Format::ListFortress),
        "For ListFortress. A no-show is written by its margin",
    ),
    (
        "cryodex.json",
        Kind::Foreign(Format::Cryodex),
        "For Cryodex. It has no winner where points are equal",
    ),
    (
        "nrtm.json",
        Kind::Foreign(Format::Nrtm),
        "For programs of the NRTM format: points of each match, and the bracket",
    ),
    (
        "site.zip",
        Kind::Site,
        "All public pages as files that need no server",
    ),
    (
        "calendar.ics",
        Kind::Calendar,
        "The schedule, for a calendar",
    ),
];

impl Kind {
    /// Returns whether a tournament can be written so.
    fn fits(self, state: &State) -> bool {
        match self {
            Kind::Foreign(format) => {
                format.regulation() == state.setup.regulation && !state.rounds.is_empty()
            }
            Kind::Calendar => ical::is_known(state),
            Kind::Csv(_) | Kind::Json | Kind::Site => true,
        }
    }

    fn content_type(self) -> &'static str {
        match self {
            Kind::Csv(_) => "text/csv; charset=utf-8",
            Kind::Json | Kind::Foreign(_) => "application/json",
            Kind::Site => "application/zip",
            Kind::Calendar => "text/calendar; charset=utf-8",
        }
    }
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

fn is_organizer(scene: &Scene) -> bool {
    matches!(scene.here, Here::Staff(_, Role::Organizer))
}

fn listed(scene: &Scene, state: &State) -> Markup {
    let files = FILES.into_iter().filter(|(_, kind, _)| kind.fits(state));
    let over = state.phase == Phase::Finished;
    html! {
        div.head { div { h1 { "Files" } p { "What the public pages show, to take away." } } }
        table.tt.files {
            caption.vh { "Files of this tournament" }
            thead { tr { th scope="col" { "File" } th scope="col" { "What it is" } } }
            tbody {
                @for (name, _, what) in files {
                    tr { td.nowrap { a href=(scene.path(&format!("export/{name}"))) download { (name) } } td { (what) } }
                }
                @if is_organizer(scene) {
                    tr {
                        td.nowrap { a href=(scene.path("export/players.csv?contacts=1")) download { "players.csv, with contacts" } }
                        td { "Players with clubs and contacts, for your desk only" }
                    }
                }
                @if over || scene.here.leads() {
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
            h2 { "Schedule of the rounds to come" }
            form.cluster method="get" action=(scene.path("export/calendar.ics")) {
                div.field { label for="start" { "First round begins" } input #start type="time" name="start" required; }
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
    Query(asked): Query<HashMap<String, String>>,
) -> Result<Response, Problem> {
    let given = |name: &str| asked.get(name).filter(|text| !text.trim().is_empty());
    let pause = given("pause").map(|text| text.trim().parse());
    let asked = Asked {
        contacts: asked.contains_key("contacts"),
        start: given("start").map(|text| text.trim().to_owned()),
        pause: pause.transpose().map_err(|_| no_pause())?,
    };
    give(scene, &file, &asked).await
}

/// What somebody says about a file.
pub(crate) struct Asked {
    /// With clubs and contacts.
    pub(crate) contacts: bool,
    /// When the first round begins, for the calendar.
    pub(crate) start: Option<String>,
    /// Minutes between rounds, for the calendar.
    pub(crate) pause: Option<u32>,
}

/// Gives a file by its name, as far as whoever looks may have it.
pub(crate) async fn give(scene: Scene, file: &str, asked: &Asked) -> Result<Response, Problem> {
    let found = FILES.into_iter().find(|(name, ..)| *name == file);
    let Some((name, kind, _)) = found else {
        return Err(Problem::missing(format!("There is no file “{file}” here.")));
    };
    let with_contacts = asked.contacts;
    if with_contacts && !is_organizer(&scene) {
        return Err(Problem::forbidden(
            "Clubs and contacts are for the organizer of the tournament only.",
        ));
    }
    let plan = plan(asked)?;
    let wanted = Wanted {
        kind,
        with_contacts,
        plan,
    };
    let stem = scene.room.id.clone();
    let bytes = made(scene, name, wanted).await?;
    let headers = [
        (header::CONTENT_TYPE, kind.content_type().to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{stem}-{name}\""),
        ),
    ];
    Ok((headers, bytes).into_response())
}

/// What is asked for.
#[derive(Clone, Copy)]
struct Wanted {
    kind: Kind,
    with_contacts: bool,
    plan: ical::Plan,
}

/// Makes a file away from those who wait for pages. What everybody gets is made once for each position.
async fn made(scene: Scene, name: &'static str, wanted: Wanted) -> Result<Bytes, Problem> {
    let own = wanted.with_contacts || wanted.plan != ical::Plan::default();
    let work = tokio::task::spawn_blocking(move || {
        let refused = scene.room.read(|t| refusal(t.state(), wanted.kind));
        if let Some(refused) = refused {
            return Err(refused);
        }
        if own {
            let copy = scene.room.read(Tournament::clone);
            return Ok(Bytes::from(content(&copy, wanted)));
        }
        let page = scene
            .room
            .slow_page(&format!("export {name}"), |t| content(t, wanted));
        Ok(page.plain())
    });
    work.await.unwrap_or_else(|error| {
        tracing::error!(%error, "a file could not be made");
        Err(Problem::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "This file could not be made.",
        ))
    })
}

fn refusal(state: &State, kind: Kind) -> Option<Problem> {
    let state = &*seen::published(state);
    let why = match kind {
        _ if kind.fits(state) => return None,
        Kind::Foreign(format) => out::write(state, format).err()?.to_string(),
        Kind::Calendar => ical::NothingKnown.to_string(),
        Kind::Csv(_) | Kind::Json | Kind::Site => return None,
    };
    Some(Problem::bad(format!("{why}.")))
}

fn content(tournament: &Tournament, wanted: Wanted) -> Vec<u8> {
    let state = &*seen::published(tournament.state());
    let audience = match wanted.with_contacts {
        true => Audience::Leaders,
        false => Audience::Everybody,
    };
    match wanted.kind {
        Kind::Csv(what) => out::csv(state, what, audience).into_bytes(),
        Kind::Json => {
            let all = out::everything(state, audience);
            format!("{all:#}\n").into_bytes()
        }
        Kind::Foreign(format) => out::write(state, format)
            .map(|written| written.text.into_bytes())
            .unwrap_or_default(),
        // Writing into memory cannot fail; should it ever, the file is empty rather than wrong.
        Kind::Site => site::packed(&site::files(tournament)).unwrap_or_default(),
        Kind::Calendar => {
            let stamp = tournament.lines().last().map(|line| line.core.at);
            // Where nothing is known, the file was refused before.
            ical::write(state, wanted.plan, stamp.unwrap_or_default())
                .map(String::into_bytes)
                .unwrap_or_default()
        }
    }
}

fn no_pause() -> Problem {
    Problem::bad(format!(
        "The minutes between rounds are a number up to {}.",
        ical::LONGEST_PAUSE
    ))
}

/// A time of day as clocks show it.
fn time_of_day(text: &str) -> Option<jiff::civil::Time> {
    let shown = text.len() == 5 && text.find(':') == Some(2);
    text.parse().ok().filter(|_| shown)
}

fn plan(asked: &Asked) -> Result<ical::Plan, Problem> {
    let pause = asked.pause.unwrap_or(USUAL_PAUSE);
    if pause > ical::LONGEST_PAUSE {
        return Err(no_pause());
    }
    let Some(start) = asked.start.as_deref() else {
        return Ok(ical::Plan::default());
    };
    let start = time_of_day(start)
        .ok_or_else(|| Problem::bad(format!("“{start}” is no time of day; write it as 10:00.")))?;
    Ok(ical::Plan {
        start: Some(start),
        pause,
    })
}
