//! Importing a tournament that was run elsewhere, and previewing the import. The file is sent with both requests, so nothing
//! is changed before it is accepted.

use super::once::Once;
use super::sent::Sent;
use super::tournaments::{created, desk_only};
use crate::app::Shared;
use crate::problem::Problem;
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use muster_exchange::preview::OpenMatch;
use muster_ledger::TournamentId;
use muster_ledger::transfer::Meeting;
use muster_regulations::Regulation;
use muster_service::create;
use muster_service::import::{self, ImportFormat, Journal, Read, Recorded, Upload, Winner};
use muster_tournament::ids::Hex32;
use muster_tournament::state::Phase;
use muster_words::files::{self, FileNoteInWords};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A tournament to import.
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
    /// The format. Default: detected from the file.
    format: Option<ImportFormat>,
    /// Winners of matches that another program's file leaves open.
    #[serde(default)]
    winners: Vec<Winner>,
    /// The master seed of a journal, needed to draw more rounds here.
    seed: Option<Hex32>,
}

impl From<ImportRequest> for Upload {
    fn from(request: ImportRequest) -> Upload {
        Upload {
            file: request.file.into_bytes(),
            format: request.format,
            winners: request.winners,
            seed: request.seed,
        }
    }
}

/// The preview of an import.
#[derive(Serialize, ToSchema)]
pub struct ImportPreview {
    /// The format of the file.
    format: ImportFormat,
    /// The name of the tournament.
    name: String,
    /// The regulation.
    regulation: Regulation,
    /// The first day, if known.
    date: Option<String>,
    /// Number of players.
    players: usize,
    /// Number of Swiss rounds.
    swiss_rounds: usize,
    /// Number of bracket rounds.
    bracket_rounds: usize,
    /// Details of another program's file.
    #[serde(skip_serializing_if = "Option::is_none")]
    recorded: Option<RecordedView>,
    /// Details of a journal.
    #[serde(skip_serializing_if = "Option::is_none")]
    journal: Option<JournalView>,
}

/// Details of another program's file.
#[derive(Serialize, ToSchema)]
struct RecordedView {
    /// The tournament that the same file was imported as before. Its games would be counted twice.
    here: Option<String>,
    /// Whether the elimination rounds form a bracket; if not, they are imported as plain rounds.
    bracket_drawn: bool,
    /// Matches without a winner, neither in the file nor in `winners`.
    open: Vec<OpenMatch>,
    /// Everything that was missing, odd, repaired or skipped.
    notes: Vec<FileNoteInWords>,
    /// Number of values in the file that match its rounds.
    agreeing: usize,
    /// Values in the file that don't match its rounds.
    differences: Vec<String>,
}

/// Details of a journal. Journals that fail verification are refused.
#[derive(Serialize, ToSchema)]
struct JournalView {
    /// Number of its last line.
    position: u64,
    /// The phase of the tournament.
    phase: Phase,
    /// The hash of its last line.
    fingerprint: Option<Hex32>,
    /// Number of draws that were repeated from their seeds.
    draws: u64,
    /// Notes from the verification.
    notes: Vec<String>,
    /// Whether the request includes its seed.
    seed: bool,
    /// Whether draws are left that need the missing seed.
    lacks_seed: bool,
    /// The same tournament on this server, if it exists.
    here: Option<HereView>,
}

/// A tournament that exists on this server.
#[derive(Serialize, ToSchema)]
struct HereView {
    /// Identifier.
    id: String,
    /// Number of its last line here. Only later lines would be added.
    position: u64,
}

/// Preview an import.
///
/// Nothing is changed.
#[utoipa::path(
    post, path = "/imports/preview", operation_id = "previewImport", tag = "Import and export", request_body = ImportRequest,
    responses((status = 200, description = "The preview.", body = ImportPreview))
)]
pub async fn look(
    State(app): State<Shared>,
    visitor: Visitor,
    sent: Sent<ImportRequest>,
) -> Result<Json<ImportPreview>, Problem> {
    create::organizer(&visitor)?;
    desk_only(&visitor)?;
    Ok(Json(match import::read(sent.value.into()).await? {
        Read::Recorded(recorded) => {
            let before = import::imported_before(&app, &visitor, &recorded).await?;
            of_recorded(*recorded, before.as_ref())
        }
        Read::Journal(journal) => {
            let met = import::meets(&app, &visitor, &journal.arrival).await?;
            of_journal(&journal, met)
        }
    }))
}

fn of_recorded(recorded: Recorded, before: Option<&TournamentId>) -> ImportPreview {
    let preview = recorded.preview;
    ImportPreview {
        format: preview.format.into(),
        name: preview.name,
        regulation: preview.format.regulation(),
        date: preview.date,
        players: preview.players,
        swiss_rounds: preview.swiss,
        bracket_rounds: preview.elimination,
        recorded: Some(RecordedView {
            here: before.map(ToString::to_string),
            bracket_drawn: preview.drawn,
            open: preview.open,
            notes: files::in_words(&preview.notes),
            agreeing: preview.agreeing,
            differences: preview
                .differences
                .iter()
                .map(ToString::to_string)
                .collect(),
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

/// An imported tournament.
#[derive(Serialize, ToSchema)]
pub struct ImportDone {
    /// Identifier on this server.
    id: String,
    /// Name.
    name: String,
    /// The regulation.
    regulation: Regulation,
    /// Number of the last imported line.
    position: u64,
}

/// Import a tournament.
///
/// The token's account becomes the organizer. If the journal's tournament already exists and the account runs it, only the
/// missing lines are added. A copy that continued differently is refused (409), and so is a journal that fails verification
/// (422). Repeating the request with the same `Idempotency-Key` returns the same tournament.
#[utoipa::path(
    post, path = "/imports", operation_id = "importTournament", tag = "Import and export", request_body = ImportRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "A key you choose, new for each request. It is remembered for a day.", min_length = 1, max_length = 255)),
    responses((status = 201, description = "The imported tournament.", body = ImportDone, headers(("Location" = String, description = "The address of the tournament."))))
)]
pub async fn take(
    State(app): State<Shared>,
    visitor: Visitor,
    sent: Sent<ImportRequest>,
) -> Result<Response, Problem> {
    let organizer = create::organizer(&visitor)?;
    desk_only(&visitor)?;
    let once = Once::of(&app, "import", &organizer, &sent);
    let import = async || {
        let read = import::read(sent.value.into()).await?;
        let more = |id: &_, position| once.remembered(id, position);
        let taken = import::keep(&app, &visitor, organizer, read, more).await?;
        Ok((taken.room, taken.position))
    };
    let (room, position) = once.run(&app, import).await?;
    let done = room.read(|t| ImportDone {
        id: room.id.to_string(),
        name: t.state().setup.name.clone(),
        regulation: t.state().setup.regulation,
        position,
    });
    Ok(created(&room, done))
}
