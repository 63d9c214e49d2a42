//! Files to download: tables, formats of other programs, the public pages as a site, and the schedule. They contain what
//! the public pages show; clubs and contacts are for the organizer only.

use crate::problem::{Cause, Problem};
use crate::room::Room;
use crate::visit::Visit;
use bytes::Bytes;
use muster_exchange::Format;
use muster_exchange::out::{self, Audience, What, ical};
use muster_tournament::display::seen;
use muster_tournament::state::{Phase, State};
use muster_tournament::{Tournament, journal};
use muster_words::files::CannotWrite;
use serde::Deserialize;
use std::sync::Arc;

/// Returns the journal. Once the tournament is over, everybody can download it without personal data. Before that only staff
/// can, because it contains drafts.
pub fn journal(visit: &Visit) -> Result<File, Problem> {
    let finished = visit.room.read(|t| t.state().phase == Phase::Finished);
    if !finished && !visit.here.is_staff() {
        return Err(Cause::JournalNotPublished.into());
    }
    let text = visit.room.read(|t| match visit.here.organizes() {
        true => t.to_text(),
        false => journal::published(t),
    });
    Ok(File {
        name: format!("{}.jsonl", visit.room.id),
        content_type: "application/jsonl; charset=utf-8",
        bytes: text.into(),
    })
}

/// Renders the public pages of a tournament as a ZIP file. The crate that renders pages provides it.
pub type Site = fn(&Tournament) -> Vec<u8>;

/// A file that was asked for.
pub struct File {
    /// Its name, the tournament's first.
    pub name: String,
    pub content_type: &'static str,
    pub bytes: Bytes,
}

/// Returns a file by its name, if the visitor may have it.
pub async fn file(
    visit: &Visit,
    name: &str,
    options: &Options,
    site: Site,
) -> Result<File, Problem> {
    let found = FILES.into_iter().find(|(known, ..)| *known == name);
    let Some((name, kind, _)) = found else {
        return Err(Cause::NoFile {
            name: name.to_owned(),
        }
        .into());
    };
    let with_contacts = options.contacts;
    if with_contacts {
        visit.organizer_only(Cause::OrganizerContacts)?;
    }
    let wanted = Wanted {
        kind,
        with_contacts,
        plan: plan(options)?,
    };
    Ok(File {
        name: format!("{}-{name}", visit.room.id),
        content_type: kind.content_type(),
        bytes: made(Arc::clone(&visit.room), name, wanted, site).await?,
    })
}

/// Default minutes between rounds.
const USUAL_PAUSE: u32 = 15;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A table for spreadsheets.
    Csv(What),
    /// All tables, for programs.
    Json,
    /// What another program reads.
    Foreign(Format),
    Site,
    Calendar,
}

/// All files: name, kind and description.
pub const FILES: [(&str, Kind, &str); 9] = [
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
    /// Returns whether a tournament can be written in this form.
    #[must_use]
    pub fn fits(self, state: &State) -> bool {
        match self {
            Kind::Foreign(format) => {
                format.regulation() == state.setup.regulation && !state.rounds.is_empty()
            }
            Kind::Calendar => ical::is_known(state),
            Kind::Csv(_) | Kind::Json | Kind::Site => true,
        }
    }

    /// Returns its media type.
    #[must_use]
    pub fn content_type(self) -> &'static str {
        match self {
            Kind::Csv(_) => "text/csv; charset=utf-8",
            Kind::Json | Kind::Foreign(_) => "application/json",
            Kind::Site => "application/zip",
            Kind::Calendar => "text/calendar; charset=utf-8",
        }
    }
}

/// Options for a file.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct Options {
    /// Include clubs and contacts. Organizer only.
    #[serde(default)]
    pub contacts: bool,
    /// For the calendar: the local time at which the first round begins.
    #[cfg_attr(
        feature = "schema",
        param(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "10:00")
    )]
    pub start: Option<String>,
    /// For the calendar: minutes between rounds. Default: 15.
    #[cfg_attr(feature = "schema", param(maximum = 1440))]
    pub pause: Option<u32>,
}

/// What is asked for.
#[derive(Clone, Copy)]
struct Wanted {
    kind: Kind,
    with_contacts: bool,
    plan: ical::Plan,
}

/// Makes a file on a thread that may block. Files that are the same for everybody are made once per position.
async fn made(
    room: Arc<Room>,
    name: &'static str,
    wanted: Wanted,
    site: Site,
) -> Result<Bytes, Problem> {
    let own = wanted.with_contacts || wanted.plan != ical::Plan::default();
    let work = tokio::task::spawn_blocking(move || {
        let refused = room.read(|t| refusal(t.state(), wanted.kind));
        if let Some(refused) = refused {
            return Err(refused);
        }
        if own {
            let copy = room.read(Tournament::clone);
            return Ok(Bytes::from(content(&copy, wanted, site)));
        }
        let page = room.slow_page(&format!("export {name}"), |t| content(t, wanted, site));
        Ok(page.plain())
    });
    work.await.unwrap_or_else(|error| {
        tracing::error!(%error, "a file could not be made");
        Err(Cause::FileFailed.into())
    })
}

fn refusal(state: &State, kind: Kind) -> Option<Problem> {
    let state = &*seen::published(state);
    let error = match kind {
        _ if kind.fits(state) => return None,
        Kind::Foreign(format) => out::write(state, format).err()?,
        Kind::Calendar => CannotWrite::NoDate,
        Kind::Csv(_) | Kind::Json | Kind::Site => return None,
    };
    Some(Cause::FileNotPossible { error }.into())
}

fn content(tournament: &Tournament, wanted: Wanted, site: Site) -> Vec<u8> {
    let state = &*seen::published(tournament.state());
    let audience = match wanted.with_contacts {
        true => Audience::Staff,
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
        Kind::Site => site(tournament),
        Kind::Calendar => {
            let stamp = tournament.lines().last().map(|line| line.core.at);
            // Where nothing is known, the file was refused before.
            ical::write(state, wanted.plan, stamp.unwrap_or_default())
                .map(String::into_bytes)
                .unwrap_or_default()
        }
    }
}

/// The answer to an invalid pause.
#[must_use]
pub fn no_pause() -> Problem {
    let most = ical::LONGEST_PAUSE;
    Cause::PauseInvalid { most }.into()
}

/// A time of day as clocks show it.
fn time_of_day(text: &str) -> Option<jiff::civil::Time> {
    let shown = text.len() == 5 && text.find(':') == Some(2);
    text.parse().ok().filter(|_| shown)
}

fn plan(options: &Options) -> Result<ical::Plan, Problem> {
    let pause = options.pause.unwrap_or(USUAL_PAUSE);
    if pause > ical::LONGEST_PAUSE {
        return Err(no_pause());
    }
    let Some(start) = options.start.as_deref() else {
        return Ok(ical::Plan::default());
    };
    let start = time_of_day(start).ok_or_else(|| Cause::TimeInvalid {
        text: start.to_owned(),
    })?;
    Ok(ical::Plan {
        start: Some(start),
        pause,
    })
}
