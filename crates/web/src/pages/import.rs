//! Taking in what another program recorded: a file or its text, then a look at what it would become, then yes or no.
//! Nothing is kept between the two: the file travels with the page, so nothing is changed before it is accepted.

use super::account::go;
use super::create::{identifier, organizer};
use crate::act::personal;
use crate::app::Shared;
use crate::layout;
use crate::problem::Problem;
use crate::token;
use crate::visitor::Visitor;
use axum::Router;
use axum::extract::multipart::MultipartError;
use axum::extract::{DefaultBodyLimit, Multipart, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use base64ct::{Base64, Encoding};
use maud::{Markup, html};
use muster_exchange::preview::OpenMatch;
use muster_exchange::{ForeignTournament, Format, Preview, TakenIn, preview, take_in};
use muster_ledger::people::{Kept, Settings};
use muster_regulations::Seat;
use muster_tournament::seeds::Master;
use std::str::FromStr;

/// The largest file that a page takes; the command line takes larger ones.
const LARGEST_FILE: usize = 4 * 1024 * 1024;
/// The file comes back in a form a third longer, with what was told about open matches.
const LARGEST_BODY: usize = LARGEST_FILE / 3 * 4 + 1024 * 1024;
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
    file: Vec<u8>,
    format: Option<String>,
    winners: Vec<(String, Seat)>,
    accepted: bool,
}

/// `POST /import`: shows what a file would become, or makes a tournament of it once that is accepted.
async fn look(
    State(app): State<Shared>,
    visitor: Visitor,
    form: Multipart,
) -> Result<Response, Problem> {
    let organizer = organizer(&visitor)?;
    let sent = sent(form).await?;
    let accepted = sent.accepted;
    let work = tokio::task::spawn_blocking(move || read(sent));
    let read = work
        .await
        .map_err(|_| unreadable("Something went wrong while it was read."))?;
    let read = match read {
        Ok(read) => read,
        Err(why) => {
            let page = page(&visitor, Some(&why));
            return Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response());
        }
    };
    if !accepted {
        return Ok(shown(&visitor, &read).into_response());
    }
    let no_bytes = |_| {
        Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "No random bytes can be had.",
        )
    };
    let seed = token::random().map_err(no_bytes)?;
    let id = identifier(&read.taken.setup.name, &token::code().map_err(no_bytes)?)?;
    let person = personal(&organizer, None, None)?;
    let tournament = read
        .taken
        .tournament(person, &Master::new(seed), app.now())?;
    let mut settings = Settings::new(id.clone());
    settings.organizer = Some(organizer);
    app.rooms
        .open(id.clone(), tournament, seed, vec![settings.put()])
        .await?;
    Ok(go(&format!("/t/{id}/standings"), None))
}

fn unreadable(text: &str) -> Problem {
    Problem::bad(text)
}

fn broken(error: &MultipartError) -> Problem {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "The file is larger than 4 MB. Use the command line: muster import --from …",
        ),
        _ => Problem::bad("The form cannot be read; send it again."),
    }
}

async fn sent(mut form: Multipart) -> Result<Sent, Problem> {
    let mut sent = Sent::default();
    let mut fields = 0;
    while let Some(field) = form.next_field().await.map_err(|error| broken(&error))? {
        fields += 1;
        if fields > MOST_FIELDS {
            return Err(Problem::bad("The form has too many fields."));
        }
        let name = field.name().unwrap_or_default().to_owned();
        let bytes = field.bytes().await.map_err(|error| broken(&error))?;
        let text = || String::from_utf8_lossy(&bytes).trim().to_owned();
        match name.as_str() {
            // An upload wins over what was pasted, and both over what came before.
            "upload" if !bytes.is_empty() => sent.file = bytes.to_vec(),
            "text" if sent.file.is_empty() => sent.file = text().into_bytes(),
            "kept" => {
                sent.file = Base64::decode_vec(&text()).map_err(|_| {
                    Problem::bad("The file did not come back whole; choose it again.")
                })?;
            }
            "format" => sent.format = Some(text()).filter(|format| !format.is_empty()),
            "accept" => sent.accepted = true,
            other => {
                let winner = match text().as_str() {
                    "1" => Some(Seat::A),
                    "2" => Some(Seat::B),
                    _ => None,
                };
                if let (Some(path), Some(winner)) = (other.strip_prefix("winner "), winner) {
                    sent.winners.push((path.to_owned(), winner));
                }
            }
        }
    }
    Ok(sent)
}

/// A file that was read.
struct Read {
    file: Vec<u8>,
    foreign: ForeignTournament,
    open: Vec<OpenMatch>,
    taken: TakenIn,
    preview: Preview,
    winners: Vec<(String, Seat)>,
}

/// Reads a file, or says why it cannot be read.
fn read(sent: Sent) -> Result<Read, String> {
    if sent.file.is_empty() {
        return Err("Choose a file, or paste its text.".to_owned());
    }
    if sent.file.len() > LARGEST_FILE {
        return Err(
            "The file is larger than 4 MB. Use the command line: muster import --from …".to_owned(),
        );
    }
    let format = match sent.format.as_deref() {
        Some(named) => Some(Format::from_str(named).map_err(|error| error.to_string())?),
        None => muster_exchange::guess(&sent.file),
    };
    // Where nothing tells the format, the first one says what is wrong with the file.
    let format = format.unwrap_or(Format::ListFortress);
    let sentence = |error: muster_exchange::Unreadable| error.to_string();
    let mut foreign = muster_exchange::read(format, &sent.file).map_err(sentence)?;
    let secret = token::random().map_err(|_| "No random bytes can be had.".to_owned())?;
    let open = preview(
        &foreign,
        &take_in(&foreign, &sent.file, secret).map_err(sentence)?,
    )
    .open;
    for (path, winner) in &sent.winners {
        foreign.tell_winner(path, *winner).map_err(sentence)?;
    }
    let taken = take_in(&foreign, &sent.file, secret).map_err(sentence)?;
    let preview = preview(&foreign, &taken);
    Ok(Read {
        file: sent.file,
        foreign,
        open,
        taken,
        preview,
        winners: sent.winners,
    })
}

fn page(visitor: &Visitor, error: Option<&str>) -> Markup {
    let body = html! {
        div.narrow.stack {
            h1 { "Take in another program’s tournament" }
            @if let Some(error) = error { p.notice.bad role="alert" { span { (error) " Nothing was changed." } } }
            p { "A tournament that was run with another program gets standings, rounds, bracket and statistics here. You see first what is read and what is not." }
            form.stack method="post" action="/import" enctype="multipart/form-data" {
                div.field { label for="upload" { "File (JSON)" } input #upload type="file" name="upload" accept=".json,application/json"; }
                div.field { label for="text" { "or its text" } textarea #text.names name="text" {} }
                div.field {
                    label for="format" { "Written by" }
                    select #format name="format" {
                        option value="" { "find out" }
                        @for format in Format::ALL { option value=(format.id()) { (format.title()) } }
                    }
                }
                button.btn.primary { "Look at it" }
            }
            p.cap { "A journal of another Muster is taken in on the command line: " code { "muster import FILE" } "." }
        }
    };
    layout::house("Take in", visitor, &body)
}

fn shown(visitor: &Visitor, read: &Read) -> Markup {
    let preview = &read.preview;
    let body = html! {
        form.wide.stack method="post" action="/import" enctype="multipart/form-data" {
            input type="hidden" name="kept" value=(Base64::encode_string(&read.file));
            input type="hidden" name="format" value=(preview.format.id());
            div.head { div {
                h1 { (preview.name) }
                p {
                    "From " (preview.format.title()) ": " (preview.players) " players, " (preview.swiss) " Swiss rounds, "
                    (preview.elimination) " bracket rounds, " (preview.matches) " matches and byes."
                    @if let Some(date) = &preview.date { " " (date) }
                }
            } }
            @if preview.elimination > 0 && !preview.drawn {
                p.notice.warn { span { "The bracket rounds make no drawing; they are kept as rounds." } }
            }
            @if !read.open.is_empty() { (open_matches(read)) }
            (sentences("What to know", preview.notes.iter().map(ToString::to_string).collect()))
            (sentences("Values of the file that its rounds do not give", preview.differences.clone()))
            p { (preview.agreeing) " values of the file agree with its rounds." }
            (ranks(read))
            div.cluster {
                button.btn.primary name="accept" value="1" { "Take it in" }
                a.btn href="/import" { "Choose another file" }
                span.cap { "It becomes a tournament that is over: nothing of it can be changed afterwards, only names forgotten." }
            }
        }
    };
    layout::house("Take in", visitor, &body)
}

fn open_matches(read: &Read) -> Markup {
    let told = |path: &str| {
        let told = read.winners.iter().find(|(other, _)| other == path);
        told.map(|(_, winner)| *winner)
    };
    html! {
        section.stack {
            h2 { "The file leaves open who won" }
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
                                        option value="" { "nobody knows" }
                                        option value="1" selected[winner == Some(Seat::A)] { (open.a) }
                                        option value="2" selected[winner == Some(Seat::B)] { (open.b) }
                                    }
                                } @else { span.quiet { "points missing" } }
                            }
                        }
                    }
                }
            }
            div { button.btn { "Count these" } }
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

fn ranks(read: &Read) -> Markup {
    html! {
        section.stack {
            h2 { "Standings as computed" }
            table.tt {
                thead { tr { th.tno scope="col" { "Rank" } th scope="col" { "Player" } th.num scope="col" { "Points" } } }
                tbody {
                    @for row in read.preview.standings.rows.iter().take(MOST_SHOWN) {
                        tr {
                            td.tno { @if let Some(rank) = row.rank { (rank) } }
                            td.pl { bdi { (read.foreign.shown_name(row.player)) } }
                            td.num { (row.points) }
                        }
                    }
                }
            }
            @if read.preview.standings.rows.len() > MOST_SHOWN { p.cap { "and " (read.preview.standings.rows.len() - MOST_SHOWN) " more" } }
        }
    }
}
