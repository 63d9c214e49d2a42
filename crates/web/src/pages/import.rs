//! Importing a tournament that was run elsewhere: a file or its text, a preview, then yes or no. The server keeps nothing
//! in between: the file travels with the page, and nothing is changed before it is accepted.

use crate::app::Shared;
use crate::layout;
use crate::problem::Problem;
use crate::visitor::Visitor;
use axum::Router;
use axum::extract::multipart::MultipartError;
use axum::extract::{DefaultBodyLimit, Multipart, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use base64ct::{Base64, Encoding};
use maud::{Markup, html};
use muster_exchange::Format;
use muster_ledger::TournamentId;
use muster_ledger::transfer::Meeting;
use muster_regulations::{Seat, Tiebreaker};
use muster_service::create::organizer;
use muster_service::import::{
    self, JOURNAL, Journal, LARGEST_BODY, Read, Recorded, Upload, Winner,
};
use muster_service::problem::Cause;
use muster_tournament::state::Phase;
use muster_words::phrases::{players, plural};

/// Fields of a form: one for each open match, and a few more.
const MOST_FIELDS: usize = 20_000;
/// Sentences of each kind that a page shows.
const MOST_SHOWN: usize = 100;

/// Addresses of this page.
pub fn routes() -> Router<Shared> {
    let limit = DefaultBodyLimit::max(LARGEST_BODY);
    Router::new().route("/import", get(form).post(look).layer(limit))
}

/// `GET /import`
async fn form(visitor: Visitor) -> Result<Markup, Problem> {
    organizer(&visitor)?;
    Ok(page(&visitor, None))
}

/// What a form brought.
#[derive(Default)]
struct Sent {
    upload: Upload,
    accepted: bool,
}

/// `POST /import`: shows what a file would become, or makes a tournament of it once that is accepted.
async fn look(
    State(app): State<Shared>,
    visitor: Visitor,
    form: Multipart,
) -> Result<Response, Problem> {
    let organizer = organizer(&visitor)?;
    let Sent { upload, accepted } = sent(form).await?;
    let again = |problem: muster_service::Problem| match problem.kind.is_theirs() {
        true => {
            let problem = Problem::from(problem);
            Ok((problem.status, page(&visitor, Some(&problem.text))).into_response())
        }
        false => Err(problem.into()),
    };
    let read = match import::read(upload).await {
        Ok(read) => read,
        Err(problem) => return again(problem),
    };
    if accepted {
        let over = matches!(read, Read::Recorded(_));
        return match import::keep(&app, &visitor, organizer, read, |_, _| Vec::new()).await {
            Ok(taken) => {
                let page = if over { "standings" } else { "desk" };
                Ok(Redirect::to(&format!("/t/{}/{page}", taken.room.id)).into_response())
            }
            Err(problem) => again(problem),
        };
    }
    match &read {
        Read::Recorded(recorded) => {
            let before = import::imported_before(&app, &visitor, recorded).await?;
            Ok(shown(&visitor, recorded, before.as_ref()).into_response())
        }
        Read::Journal(journal) => match import::meets(&app, &visitor, &journal.arrival).await {
            Ok(met) => Ok(shown_journal(&visitor, journal, &met).into_response()),
            Err(problem) => again(problem),
        },
    }
}

fn broken(error: &MultipartError) -> Problem {
    if error.status() != StatusCode::PAYLOAD_TOO_LARGE {
        return Problem::bad("The form can't be read. Send it again.");
    }
    let mut problem = Problem::from(Cause::FileTooLarge);
    problem.status = error.status();
    problem
}

async fn sent(mut form: Multipart) -> Result<Sent, Problem> {
    let mut sent = Sent::default();
    let upload = &mut sent.upload;
    let mut fields = 0;
    while let Some(field) = form.next_field().await.map_err(|error| broken(&error))? {
        fields += 1;
        if fields > MOST_FIELDS {
            return Err(Problem::bad("The form has too many fields."));
        }
        let name = field.name().unwrap_or_default().to_owned();
        let bytes = field.bytes().await.map_err(|error| broken(&error))?;
        let text = || String::from_utf8_lossy(&bytes).trim().to_owned();
        let given = || Some(text()).filter(|text| !text.is_empty());
        match name.as_str() {
            // An upload wins over what was pasted, and both over what came before.
            "upload" if !bytes.is_empty() => upload.file = bytes.to_vec(),
            "text" if upload.file.is_empty() => upload.file = text().into_bytes(),
            "kept" => {
                upload.file = Base64::decode_vec(&text()).map_err(|_| {
                    Problem::bad("The upload was incomplete. Choose the file again.")
                })?;
            }
            "format" => upload.format = given().map(|text| text.parse()).transpose()?,
            "seed" => upload.seed = given().map(|text| import::seed(&text)).transpose()?,
            "accept" => sent.accepted = true,
            other => {
                let winner = match text().as_str() {
                    "1" => Some(Seat::A),
                    "2" => Some(Seat::B),
                    _ => None,
                };
                if let (Some(path), Some(winner)) = (other.strip_prefix("winner "), winner) {
                    let path = path.to_owned();
                    upload.winners.push(Winner { path, winner });
                }
            }
        }
    }
    Ok(sent)
}

fn page(visitor: &Visitor, error: Option<&str>) -> Markup {
    let body = html! {
        div.narrow.stack {
            h1 { "Import a tournament" }
            @if let Some(error) = error { p.notice.bad role="alert" { span { (error) @if !error.ends_with('.') { "." } " Nothing was changed." } } }
            p { "Import a tournament from another program to get its standings, rounds, bracket and statistics, or continue the journal of another Muster. You see a preview first." }
            form.stack method="post" action="/import" enctype="multipart/form-data" {
                div.field { label for="upload" { "File (JSON, or journal)" } input #upload type="file" name="upload" accept=".json,.jsonl,application/json"; }
                div.field { label for="text" { "Or paste its text" } textarea #text.names name="text" {} }
                div.field {
                    label for="format" { "Program" }
                    select #format name="format" {
                        option value="" { "Detect" }
                        @for format in Format::ALL { option value=(format.id()) { (format.title()) } }
                        option value=(JOURNAL) { "Muster" }
                    }
                }
                div.field {
                    label for="seed" { "Seed of the journal (optional)" }
                    input #seed type="file" name="seed" accept=".seed,text/plain";
                    p.hint { "The .seed file next to the journal. Without it, no more rounds can be drawn here." }
                }
                button.btn.primary { "Preview" }
            }
        }
    };
    layout::house("Import", visitor, &body)
}

fn shown(visitor: &Visitor, read: &Recorded, before: Option<&TournamentId>) -> Markup {
    let preview = &read.preview;
    let body = html! {
        form.wide.stack method="post" action="/import" enctype="multipart/form-data" {
            input type="hidden" name="kept" value=(Base64::encode_string(&read.file));
            input type="hidden" name="format" value=(preview.format.id());
            div.head { div {
                h1 { (preview.name) }
                p {
                    "From " (preview.format.title()) ": " (players(preview.players)) ", "
                    (plural(preview.swiss, "1 Swiss round", "{n} Swiss rounds")) ", "
                    (plural(preview.elimination, "1 bracket round", "{n} bracket rounds")) ", "
                    (preview.matches) " matches and byes."
                    @if let Some(date) = &preview.date { " " (date) }
                }
            } }
            @if let Some(before) = before {
                p.notice.warn { span { "This file was imported before: " a href={ "/t/" (before) } { (before) } ". If you import it again, its games count twice." } }
            }
            @if preview.elimination > 0 && !preview.drawn {
                p.notice.warn { span { "These rounds don’t form a bracket, so they are imported as plain rounds." } }
            }
            @if !read.open.is_empty() { (open_matches(read)) }
            (sentences("Notes", preview.notes.iter().map(ToString::to_string).collect()))
            (sentences("Values that don’t match the rounds", preview.differences.iter().map(ToString::to_string).collect()))
            p { (preview.agreeing) " values match the rounds." }
            (ranks(read))
            div.cluster {
                button.btn.primary name="accept" value="1" { "Import" }
                a.btn href="/import" { "Choose another" }
                span.cap { "Imported as a finished tournament. It can’t be changed later; only personal data can be erased." }
            }
        }
    };
    layout::house("Import", visitor, &body)
}

fn open_matches(read: &Recorded) -> Markup {
    let told = |path: &str| {
        let told = read.winners.iter().find(|told| told.path == path);
        told.map(|told| told.winner)
    };
    html! {
        section.stack {
            h2 { "Who won these matches?" }
            table.tt {
                thead { tr { th scope="col" { "Round" } th scope="col" { "Match" } th scope="col" { "Winner" } } }
                tbody {
                    @for open in &read.open {
                        tr {
                            td { (open.round) }
                            td { bdi { (open.a) } " against " bdi { (open.b) } " " span.cap { (open.path) } }
                            td {
                                @if open.answerable {
                                    @let winner = told(&open.path);
                                    select name={ "winner " (open.path) } aria-label={ "Winner of " (open.a) " against " (open.b) } {
                                        option value="" { "Unknown" }
                                        option value="1" selected[winner == Some(Seat::A)] { (open.a) }
                                        option value="2" selected[winner == Some(Seat::B)] { (open.b) }
                                    }
                                } @else { span.quiet { "points missing" } }
                            }
                        }
                    }
                }
            }
            div { button.btn { "Save winners" } }
        }
    }
}

fn sentences(title: &str, all: Vec<String>) -> Markup {
    html! {
        @if !all.is_empty() {
            section.stack {
                h2 { (title) " (" (all.len()) ")" }
                ul { @for sentence in all.iter().take(MOST_SHOWN) { li { (sentence) } } }
                @if all.len() > MOST_SHOWN { p.cap { "and " (all.len() - MOST_SHOWN) " more" } }
            }
        }
    }
}

fn ranks(read: &Recorded) -> Markup {
    let rows = &read.preview.standings.rows;
    let shown = rows.first().into_iter().flat_map(|row| &row.values);
    let columns: Vec<(Tiebreaker, &str)> = shown
        .filter_map(|value| {
            Some((
                value.tiebreaker,
                muster_words::standings::heading(value.tiebreaker)?,
            ))
        })
        .collect();
    html! {
        section.stack {
            h2 { "Standings as computed" }
            table.tt {
                thead { tr { th.tno scope="col" { "Rank" } th scope="col" { "Player" } th.num scope="col" { "Points" } @for (tiebreaker, word) in &columns { th.num scope="col" { abbr title=(muster_words::standings::tiebreaker(*tiebreaker)) { (word) } } } } }
                tbody {
                    @for row in rows.iter().take(MOST_SHOWN) {
                        tr {
                            td.tno { @if let Some(rank) = row.rank { (rank) } }
                            td.pl { bdi { (read.foreign.shown_name(row.player)) } }
                            td.num { (row.points) }
                            @for (tiebreaker, _) in &columns {
                                td.num { @for value in row.values.iter().filter(|value| value.tiebreaker == *tiebreaker) { (value.shown) } }
                            }
                        }
                    }
                }
            }
            @if rows.len() > MOST_SHOWN { p.cap { "and " (rows.len() - MOST_SHOWN) " more" } }
        }
    }
}

/// What a journal would become, and what of it is here already.
fn shown_journal(visitor: &Visitor, journal: &Journal, met: &Meeting) -> Markup {
    let state = journal.arrival.tournament().state();
    let checked = &journal.verification.checked;
    let grows = !matches!(met, Meeting::Known(_));
    let body = html! {
        form.narrow.stack method="post" action="/import" enctype="multipart/form-data" {
            input type="hidden" name="kept" value=(Base64::encode_string(&journal.file));
            input type="hidden" name="format" value=(JOURNAL);
            @if let Some(seed) = journal.seed { input type="hidden" name="seed" value=(seed); }
            div.head { div {
                h1 { (state.setup.name) }
                p { "A journal from another Muster server." }
            } }
            p.notice.good { span {
                "Journal verified: " (checked.lines) " lines, " (checked.decisions) " decisions checked, "
                (checked.draws) " draws repeated."
            } }
            dl.facts {
                div { dt { "Regulation" } dd { (state.setup.regulation.book().title) } }
                @if let Some(date) = state.setup.date { div { dt { "Date" } dd { (date) } } }
                div { dt { "Players" } dd { (state.players.len()) } }
                div { dt { "Rounds" } dd { (state.rounds.len()) } }
                div { dt { "State" } dd { (standing(state.phase)) } }
                div { dt { "Seed" } dd { (seed_in_words(journal)) } }
                div { dt { "Here" } dd { (here(met, journal)) } }
            }
            @for note in &journal.verification.notes { p.cap { (muster_words::verify::note(note)) } }
            @if let Some(fingerprint) = checked.fingerprint {
                p.cap { "Fingerprint " code.wrap { (fingerprint) } ". Compare it with the one shown in the hall: if they match, no line is missing at the end." }
            }
            div.cluster {
                button.btn.primary name="accept" value="1" {
                    @match met { Meeting::New => "Import", Meeting::Shorter(_) => "Add lines", Meeting::Known(_) => "Keep as is" }
                }
                a.btn href="/import" { "Choose another" }
                @if grows && state.phase != Phase::Finished {
                    span.cap { "Continue in one place only: copies that diverge cannot be merged." }
                }
            }
        }
    };
    layout::house("Import", visitor, &body)
}

const fn standing(phase: Phase) -> &'static str {
    match phase {
        Phase::Registration => "registration",
        Phase::Swiss => "Swiss rounds",
        Phase::Elimination => "bracket",
        Phase::Finished => "over",
    }
}

fn seed_in_words(journal: &Journal) -> &'static str {
    match (journal.arrival.has_seed(), journal.arrival.lacks_seed()) {
        (true, _) => "included; the tournament can continue here",
        (false, true) => "missing; no more rounds can be drawn here",
        (false, false) => "not needed; the tournament is over",
    }
}

fn here(met: &Meeting, journal: &Journal) -> Markup {
    html! {
        @match met {
            Meeting::New => "new",
            Meeting::Shorter(head) => {
                a href={ "/t/" (head.tournament) } { (head.tournament) } ", up to line " (head.position)
                "; it grows to line " (journal.arrival.position())
            }
            Meeting::Known(head) => {
                a href={ "/t/" (head.tournament) } { (head.tournament) } ", up to line " (head.position) "; nothing is added"
            }
        }
    }
}
