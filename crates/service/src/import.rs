//! Importing tournaments that were run elsewhere, with a preview first. A journal of another Muster continues where it
//! stopped; what another program recorded becomes a finished tournament.
//!
//! Reading a file changes nothing, no journal is imported that fails verification, and nobody adds to somebody else's
//! tournament.

use crate::Service;
use crate::create::identifier;
use crate::people::personal;
use crate::problem::{Cause, Problem};
use crate::room::Room;
use crate::secret;
use crate::summaries;
use crate::visit::Visitor;
use muster_exchange::preview::{OpenMatch, open_matches};
use muster_exchange::{
    ForeignTournament, Format, ImportedTournament, Preview, Unreadable, import, preview,
};
use muster_ledger::people::{Kept, Settings};
use muster_ledger::transfer::{Arrival, Imported, Meeting};
use muster_ledger::{TournamentId, Write};
use muster_regulations::Seat;
use muster_tournament::ids::Hex32;
use muster_tournament::journal::is_journal;
use muster_tournament::seeds::Master;
use muster_tournament::verify::{Verification, verify};
use muster_words::files::FileProblem;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use std::sync::Arc;

/// The largest file that the server accepts; the command line accepts larger ones.
pub const LARGEST_FILE: usize = 4 * 1024 * 1024;
/// A file is sent in a form or as a JSON string, a third longer, together with the winners of open matches.
pub const LARGEST_BODY: usize = LARGEST_FILE / 3 * 4 + 1024 * 1024;
/// The word for journals where formats are named.
pub const JOURNAL: &str = "journal";

/// The format of a file to import.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ImportFormat {
    /// ListFortress (X-Wing).
    Listfortress,
    /// Cryodex (X-Wing).
    Cryodex,
    /// NRTM (Card Game).
    Nrtm,
    /// A journal of another Muster.
    Journal,
}

impl From<Format> for ImportFormat {
    fn from(format: Format) -> ImportFormat {
        match format {
            Format::ListFortress => ImportFormat::Listfortress,
            Format::Cryodex => ImportFormat::Cryodex,
            Format::Nrtm => ImportFormat::Nrtm,
        }
    }
}

impl ImportFormat {
    /// The format of another program, unless this is a journal.
    fn foreign(self) -> Option<Format> {
        Format::ALL
            .into_iter()
            .find(|format| self == (*format).into())
    }
}

impl FromStr for ImportFormat {
    type Err = Problem;

    fn from_str(text: &str) -> Result<ImportFormat, Problem> {
        match text {
            JOURNAL => Ok(ImportFormat::Journal),
            text => Format::from_str(text).map(Into::into).map_err(|error| {
                let (format, known) = (error.given, error.known);
                unreadable(Unreadable::file(FileProblem::FormatUnknown {
                    format,
                    known,
                }))
            }),
        }
    }
}

/// A file to import.
#[derive(Default)]
pub struct Upload {
    pub file: Vec<u8>,
    /// Detected from the file if it is not given.
    pub format: Option<ImportFormat>,
    /// Winners of matches that the file leaves open.
    pub winners: Vec<Winner>,
    /// The master seed of a journal.
    pub seed: Option<Hex32>,
}

/// The winner of a match that the file leaves open.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ImportWinner))]
pub struct Winner {
    /// The match's path in the file, as in the preview.
    pub path: String,
    /// The seat of the winner.
    pub winner: Seat,
}

/// A file that was read.
pub enum Read {
    /// What another program recorded.
    Recorded(Box<Recorded>),
    /// A journal of another Muster.
    Journal(Box<Journal>),
}

/// What another program recorded.
pub struct Recorded {
    pub file: Vec<u8>,
    /// Its content.
    pub foreign: ForeignTournament,
    /// Matches that the file leaves open, including those with a given winner.
    pub open: Vec<OpenMatch>,
    /// The winners that were given.
    pub winners: Vec<Winner>,
    /// What it would become.
    pub preview: Preview,
    imported: ImportedTournament,
}

/// A verified journal of another Muster.
pub struct Journal {
    pub file: Vec<u8>,
    /// Its master seed, if it was sent too.
    pub seed: Option<Hex32>,
    pub arrival: Arrival,
    pub verification: Verification,
}

/// An imported tournament.
pub struct Taken {
    pub room: Arc<Room>,
    /// Number of the last imported line.
    pub position: u64,
}

/// Reads a file on a thread that may block.
pub async fn read(upload: Upload) -> Result<Read, Problem> {
    let work = tokio::task::spawn_blocking(move || read_now(upload));
    let broke_off = |_| Cause::FileFailed;
    work.await.map_err(broke_off)?
}

fn read_now(upload: Upload) -> Result<Read, Problem> {
    if upload.file.is_empty() {
        return Err(Cause::FileMissing.into());
    }
    if upload.file.len() > LARGEST_FILE {
        return Err(Cause::FileTooLarge.into());
    }
    let journal = match upload.format {
        Some(format) => format == ImportFormat::Journal,
        None => std::str::from_utf8(&upload.file).is_ok_and(is_journal),
    };
    if journal {
        return Ok(Read::Journal(Box::new(read_journal(upload)?)));
    }
    let recorded = read_recorded(upload)?;
    Ok(Read::Recorded(Box::new(recorded)))
}

fn read_journal(upload: Upload) -> Result<Journal, Problem> {
    let text = std::str::from_utf8(&upload.file).map_err(|_| Cause::JournalNotText)?;
    let mut arrival = Arrival::read(text)?;
    if let Some(seed) = upload.seed {
        arrival = arrival.with_seed(seed)?;
    }
    let verification = verify(text);
    if !verification.is_sound() {
        return Err(Cause::JournalUnsound {
            finding: muster_words::verify::first_of(&verification.findings),
        }
        .into());
    }
    Ok(Journal {
        seed: upload.seed,
        arrival,
        verification,
        file: upload.file,
    })
}

/// Reads a master seed.
pub fn seed(text: &str) -> Result<Hex32, Problem> {
    Hex32::parse(text.trim()).ok_or_else(|| Cause::SeedInvalid.into())
}

fn unreadable(error: Unreadable) -> Problem {
    Cause::FileUnreadable { error }.into()
}

fn read_recorded(upload: Upload) -> Result<Recorded, Problem> {
    let given = upload.format.and_then(ImportFormat::foreign);
    let format = given.or_else(|| muster_exchange::guess(&upload.file));
    // If the format is unknown, the first one says what is wrong with the file.
    let format = format.unwrap_or(Format::ListFortress);
    let mut foreign = muster_exchange::read(format, &upload.file).map_err(unreadable)?;
    let open = open_matches(&foreign);
    for Winner { path, winner } in &upload.winners {
        foreign.tell_winner(path, *winner).map_err(unreadable)?;
    }
    let secret = secret::random().map_err(Problem::no_random)?;
    let imported = import(&foreign, &upload.file, secret).map_err(unreadable)?;
    let preview = preview(&foreign, &imported);
    Ok(Recorded {
        file: upload.file,
        foreign,
        open,
        winners: upload.winners,
        preview,
        imported,
    })
}

/// Returns the tournament that the same file was imported as before, if the visitor runs it.
pub async fn imported_before(
    app: &Service,
    visitor: &Visitor,
    recorded: &Recorded,
) -> Result<Option<TournamentId>, Problem> {
    match visitor.account() {
        Some(account) => summaries::made_of(app, account, recorded.imported.recorded.file).await,
        None => Ok(None),
    }
}

/// Returns how much of a journal is on this server already. Only a tournament's organizer may add to it.
pub async fn meets(
    app: &Service,
    visitor: &Visitor,
    arrival: &Arrival,
) -> Result<Meeting, Problem> {
    let met = arrival.meets(app.ledger()).await?;
    if let Meeting::Shorter(head) | Meeting::Known(head) = &met {
        let room = app.rooms.room(&head.tournament).await?;
        let here = visitor.here(&room, &room.settings());
        if !here.organizes() {
            return Err(Cause::ImportNotYours.into());
        }
    }
    Ok(met)
}

/// Imports what was read, for the account that will run it. The writes that `more` returns for its identifier and position
/// are part of the same commit.
pub async fn keep(
    app: &Service,
    visitor: &Visitor,
    organizer: String,
    read: Read,
    more: impl FnOnce(&TournamentId, u64) -> Vec<Write>,
) -> Result<Taken, Problem> {
    let code = secret::letters(secret::ID_LENGTH).map_err(Problem::no_random)?;
    match read {
        Read::Recorded(recorded) => {
            let seed = secret::random().map_err(Problem::no_random)?;
            let id = identifier(&recorded.imported.setup.name, &code)?;
            let person = personal(&organizer, None, None)?;
            let tournament = recorded
                .imported
                .tournament(person, &Master::new(seed), app.now())?;
            let position = tournament.state().position;
            let mut writes = more(&id, position);
            writes.push(run_by(&id, organizer));
            let room = app.rooms.open(id, tournament, seed, writes).await?;
            Ok(Taken { room, position })
        }
        Read::Journal(journal) => {
            let Journal { arrival, .. } = *journal;
            let met = meets(app, visitor, &arrival).await?;
            let id = match &met {
                Meeting::New => identifier(&arrival.tournament().state().setup.name, &code)?,
                Meeting::Shorter(head) | Meeting::Known(head) => head.tournament.clone(),
            };
            let mut writes = more(&id, arrival.position());
            if met == Meeting::New {
                writes.push(run_by(&id, organizer));
            }
            let position = arrival.position();
            let (Imported::New(head) | Imported::Grown { to: head, .. } | Imported::Known(head)) =
                arrival.keep(app.ledger(), met, &id, writes).await?;
            let room = app.rooms.room(&head.tournament).await?;
            room.catch_up(head.position).await?;
            Ok(Taken { room, position })
        }
    }
}

fn run_by(id: &TournamentId, organizer: String) -> Write {
    let mut settings = Settings::new(id.clone());
    settings.organizer = Some(organizer);
    settings.put()
}
