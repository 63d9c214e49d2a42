//! Taking in a tournament that was run elsewhere: what a file would become, and making a tournament of it. The file is
//! sent with both requests, so nothing is changed before it is accepted.

use super::once::Once;
use super::sent::Sent;
use super::tournaments::{desk_only, place_of};
use crate::app::Shared;
use crate::problem::Problem;
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use muster_exchange::{Format, Note, preview};
use muster_ledger::TournamentId;
use muster_ledger::transfer::Meeting;
use muster_regulations::{Regulation, Seat};
use muster_service::create;
use muster_service::import::{self, Brought, JOURNAL, Journal, Read, Recorded, ToldWinner};
use muster_service::room::Room;
use muster_tournament::ids::Hex32;
use muster_tournament::state::Phase;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who wrote a file.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ImportFormat {
    /// ListFortress (X-Wing).
    Listfortress,
    /// Cryodex (X-Wing).
    Cryodex,
    /// Programs of the NRTM format (Card Game).
    Nrtm,
    /// Another Muster: a journal.
    Journal,
}

impl ImportFormat {
    fn of(format: Format) -> ImportFormat {
        match format {
            Format::ListFortress => ImportFormat::Listfortress,
            Format::Cryodex => ImportFormat::Cryodex,
            Format::Nrtm => ImportFormat::Nrtm,
        }
    }

    fn word(self) -> &'static str {
        match self {
            ImportFormat::Listfortress => Format::ListFortress.id(),
            ImportFormat::Cryodex => Format::Cryodex.id(),
            ImportFormat::Nrtm => Format::Nrtm.id(),
            ImportFormat::Journal => JOURNAL,
        }
    }
}

/// A tournament to be taken in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({
    "file": "{\"participants\": [{\"id\": 1, \"name\": \"Ada Okafor\"}], \"rounds\": []}",
    "format": "listfortress",
    "winners": [{"path": "rounds[0].matches[0]", "winner": "a"}]
})))]
pub struct ImportRequest {
    /// The text of the file, at most 4 MB.
    #[schema(min_length = 1)]
    file: String,
    /// Who wrote it; left out, it is found out.
    format: Option<ImportFormat>,
    /// Who won what the file of another program leaves open.
    #[serde(default)]
    winners: Vec<ImportWinner>,
    /// The master seed of a journal, if draws are to follow here.
    seed: Option<Hex32>,
}

/// Who won a match that a file leaves open.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ImportWinner {
    /// Where the match is in the file, as the preview names it.
    path: String,
    /// The player named first or second.
    winner: Seat,
}

impl ImportRequest {
    fn brought(self) -> Brought {
        let winners = self.winners.into_iter().map(|told| ToldWinner {
            path: told.path,
            winner: told.winner,
        });
        Brought {
            file: self.file.into_bytes(),
            format: self.format.map(|format| format.word().to_owned()),
            winners: winners.collect(),
            seed: self.seed.map(|seed| seed.to_string()),
        }
    }
}

/// What a file would become.
#[derive(Serialize, ToSchema)]
pub struct ImportPreview {
    /// Who wrote it.
    format: ImportFormat,
    /// The name of the tournament.
    name: String,
    /// Its regulation.
    regulation: Regulation,
    /// Its first day, if that is known.
    date: Option<String>,
    /// How many players it has.
    players: usize,
    /// How many Swiss rounds.
    swiss_rounds: usize,
    /// How many bracket rounds.
    bracket_rounds: usize,
    /// Of another program's file: what could be read of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    recorded: Option<RecordedView>,
    /// Of a journal: how it holds, and what is here of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    journal: Option<JournalView>,
}

/// What could be read of another program's file.
#[derive(Serialize, ToSchema)]
struct RecordedView {
    /// The tournament that was made of the same file before, if one was: taken in again, its games are counted twice.
    here: Option<String>,
    /// Whether the bracket rounds make a drawing; if not, they are kept as rounds.
    bracket_drawn: bool,
    /// Matches that the file leaves open and that nobody told about.
    open: Vec<OpenView>,
    /// Everything missing, odd, mended or left out.
    notes: Vec<NoteView>,
    /// How many values of the file agree with its rounds.
    agreeing: usize,
    /// What of the file does not agree with its rounds.
    differences: Vec<String>,
}

/// A match whose winner a file does not tell.
#[derive(Serialize, ToSchema)]
struct OpenView {
    /// Where it is in the file.
    path: String,
    /// Its round.
    round: String,
    /// The player named first.
    a: String,
    /// The player named second.
    b: String,
    /// Naming the winner is enough to close it.
    answerable: bool,
}

/// Something in a file that was missing, odd or left out.
#[derive(Serialize, ToSchema)]
struct NoteView {
    /// Where in the file; empty for the file as a whole.
    path: String,
    /// What was found and how it was read.
    text: String,
}

impl From<&Note> for NoteView {
    fn from(note: &Note) -> NoteView {
        NoteView {
            path: note.path.clone(),
            text: note.text.clone(),
        }
    }
}

impl From<&preview::OpenMatch> for OpenView {
    fn from(open: &preview::OpenMatch) -> OpenView {
        OpenView {
            path: open.path.clone(),
            round: open.round.clone(),
            a: open.a.clone(),
            b: open.b.clone(),
            answerable: open.answerable,
        }
    }
}

/// A journal that holds: one that does not is refused.
#[derive(Serialize, ToSchema)]
struct JournalView {
    /// How far it goes.
    position: u64,
    /// Where the tournament stands.
    phase: Phase,
    /// The hash of its last line: who knows it from elsewhere knows that nothing is missing.
    fingerprint: Option<Hex32>,
    /// Draws that were repeated from their seeds.
    draws: u64,
    /// What a reader should know although nothing is wrong.
    notes: Vec<String>,
    /// Whether its seed came along.
    seed: bool,
    /// Whether draws are still to come for which the seed is missing.
    lacks_seed: bool,
    /// The same tournament as it is here already.
    here: Option<HereView>,
}

/// A tournament that is here already.
#[derive(Serialize, ToSchema)]
struct HereView {
    /// Its identifier.
    id: String,
    /// How far its journal goes here; only lines after it would be added.
    position: u64,
}

/// Shows what a file would become; nothing is changed.
#[utoipa::path(
    post, path = "/imports/preview", operation_id = "previewImport", tag = "Doing", request_body = ImportRequest,
    responses((status = 200, description = "It can be imported.", body = ImportPreview))
)]
pub async fn look(
    State(app): State<Shared>,
    visitor: Visitor,
    sent: Sent<ImportRequest>,
) -> Result<Json<ImportPreview>, Problem> {
    create::organizer(&visitor)?;
    desk_only(&visitor)?;
    Ok(Json(match import::read(sent.value.brought()).await? {
        Read::Recorded(recorded) => {
            let before = import::taken_before(&app, &visitor, &recorded).await?;
            of_recorded(&recorded, before.as_ref())
        }
        Read::Journal(journal) => {
            let met = import::meets(&app, &visitor, &journal.arrival).await?;
            of_journal(&journal, met)
        }
    }))
}

fn of_recorded(recorded: &Recorded, before: Option<&TournamentId>) -> ImportPreview {
    let preview = &recorded.preview;
    ImportPreview {
        format: ImportFormat::of(preview.format),
        name: preview.name.clone(),
        regulation: preview.format.regulation(),
        date: preview.date.clone(),
        players: preview.players,
        swiss_rounds: preview.swiss,
        bracket_rounds: preview.elimination,
        recorded: Some(RecordedView {
            here: before.map(ToString::to_string),
            bracket_drawn: preview.drawn,
            open: preview.open.iter().map(OpenView::from).collect(),
            notes: preview.notes.iter().map(NoteView::from).collect(),
            agreeing: preview.agreeing,
            differences: preview.differences.clone(),
        }),
        journal: None,
    }
}

fn of_journal(journal: &Journal, met: Meeting) -> ImportPreview {
    let arrival = &journal.arrival;
    let state = arrival.tournament().state();
    let swiss_rounds = state.swiss_rounds().count();
    let here = match met {
        Meeting::New => None,
        Meeting::Shorter(head) | Meeting::Known(head) => Some(HereView {
            id: head.tournament.to_string(),
            position: head.position,
        }),
    };
    ImportPreview {
        format: ImportFormat::Journal,
        name: state.setup.name.clone(),
        regulation: state.setup.regulation,
        date: state.setup.date.map(|date| date.to_string()),
        players: state.players.len(),
        swiss_rounds,
        bracket_rounds: state.rounds.len().saturating_sub(swiss_rounds),
        recorded: None,
        journal: Some(JournalView {
            position: arrival.position(),
            phase: state.phase,
            fingerprint: journal.verification.checked.fingerprint,
            draws: journal.verification.checked.draws,
            notes: journal
                .verification
                .notes
                .iter()
                .map(muster_words::verify::note)
                .collect(),
            seed: arrival.has_seed(),
            lacks_seed: arrival.lacks_seed(),
            here,
        }),
    }
}

/// A tournament that was taken in.
#[derive(Serialize, ToSchema)]
pub struct ImportDone {
    /// Its identifier here.
    id: String,
    /// Its name.
    name: String,
    /// Its regulation.
    regulation: Regulation,
    /// How far the journal went that was taken in.
    position: u64,
}

/// Takes in a tournament that was run elsewhere.
///
/// The account of the token becomes its organizer. A journal that is here already, under whatever name, only adds the
/// lines that are missing, if the account runs it; a copy that went another way is refused (409), and so is a journal
/// that does not hold (422). With an `Idempotency-Key` the same request sent again answers with the tournament of the
/// first time.
#[utoipa::path(
    post, path = "/imports", operation_id = "importTournament", tag = "Doing", request_body = ImportRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "A key that the sender chooses, new for each request; remembered for a day.", min_length = 1, max_length = 255)),
    responses((status = 201, description = "It is here.", body = ImportDone, headers(("Location" = String, description = "Its address."))))
)]
pub async fn take(
    State(app): State<Shared>,
    visitor: Visitor,
    sent: Sent<ImportRequest>,
) -> Result<Response, Problem> {
    let organizer = create::organizer(&visitor)?;
    desk_only(&visitor)?;
    let once = Once::of(&app, "import", &organizer, &sent);
    let before = once.before(&app).await?;
    let answered = match before {
        Some(answered) => answered,
        None => {
            let read = import::read(sent.value.brought()).await?;
            let more = |id: &_, position| once.remembered(id, position);
            match import::keep(&app, &visitor, organizer, read, more).await {
                Ok(taken) => return Ok(done(&taken.room, taken.position)),
                Err(problem) => once.instead(&app, problem.into()).await?,
            }
        }
    };
    let room = app.rooms.room(&answered.tournament).await?;
    Ok(done(&room, answered.position))
}

fn done(room: &Room, position: u64) -> Response {
    let done = room.read(|t| ImportDone {
        id: room.id.to_string(),
        name: t.state().setup.name.clone(),
        regulation: t.state().setup.regulation,
        position,
    });
    let location = [(header::LOCATION, place_of(room))];
    (StatusCode::CREATED, location, Json(done)).into_response()
}
