//! Tournaments that were run elsewhere: what a file would become here, and taking it in. A journal of another Muster goes
//! on where it was; what another program recorded becomes a tournament that is over.
//!
//! Relies on the readers of other programs' files, on the verifier, and on the ledger for journals that are here already.
//! Promises that reading changes nothing, that no journal is taken in that does not hold, and that nobody adds to a
//! tournament of somebody else.

use crate::Service;
use crate::create::identifier;
use crate::people::personal;
use crate::problem::{Cause, Problem};
use crate::room::Room;
use crate::secret;
use crate::summaries;
use crate::visit::Visitor;
use muster_exchange::preview::OpenMatch;
use muster_exchange::{ForeignTournament, Format, ImportedTournament, Preview, import, preview};
use muster_ledger::people::{Kept, Settings};
use muster_ledger::transfer::{Arrival, Imported, Meeting};
use muster_ledger::{TournamentId, Write};
use muster_regulations::Seat;
use muster_tournament::ids::Hex32;
use muster_tournament::journal::is_journal;
use muster_tournament::seeds::Master;
use muster_tournament::verify::{Verification, verify};
use std::str::FromStr;
use std::sync::Arc;

/// The largest file that the server takes; the command line takes larger ones.
pub const LARGEST_FILE: usize = 4 * 1024 * 1024;
/// A file comes in a form or as a JSON string, a third longer, with what was told about open matches.
pub const LARGEST_BODY: usize = LARGEST_FILE / 3 * 4 + 1024 * 1024;
/// The word for journals where formats are named.
pub const JOURNAL: &str = "journal";

/// What somebody brings.
#[derive(Default)]
pub struct Brought {
    pub file: Vec<u8>,
    /// Its format, if that was named: one of the other programs', or [`JOURNAL`].
    pub format: Option<String>,
    /// Who won what the file leaves open.
    pub winners: Vec<ToldWinner>,
    /// The master seed of a journal, as its file holds it.
    pub seed: Option<String>,
}

/// An answer to what a file leaves open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldWinner {
    /// Where the match is in the file.
    pub path: String,
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
    /// What is in it.
    pub foreign: ForeignTournament,
    /// Matches that the file leaves open, those included that were told about.
    pub open: Vec<OpenMatch>,
    /// What was told about them.
    pub winners: Vec<ToldWinner>,
    /// What it would become.
    pub preview: Preview,
    taken: ImportedTournament,
}

/// A journal of another Muster that holds.
pub struct Journal {
    pub file: Vec<u8>,
    /// Its seed as it came along.
    pub seed: Option<Hex32>,
    pub arrival: Arrival,
    pub verification: Verification,
}

/// A tournament that was taken in.
pub struct Taken {
    /// Where it is now.
    pub room: Arc<Room>,
    /// How far its journal went then.
    pub position: u64,
}

/// Reads a file away from those who wait for pages, or says why it cannot be taken in.
pub async fn read(brought: Brought) -> Result<Read, Problem> {
    let work = tokio::task::spawn_blocking(move || read_now(brought));
    let broke_off = |_| Cause::FileFailed;
    work.await.map_err(broke_off)?
}

fn read_now(brought: Brought) -> Result<Read, Problem> {
    if brought.file.is_empty() {
        return Err(Cause::FileMissing.into());
    }
    if brought.file.len() > LARGEST_FILE {
        return Err(Cause::FileTooLarge.into());
    }
    let journal = match brought.format.as_deref() {
        Some(named) => named == JOURNAL,
        None => std::str::from_utf8(&brought.file).is_ok_and(is_journal),
    };
    if journal {
        return Ok(Read::Journal(Box::new(read_journal(brought)?)));
    }
    let recorded = read_recorded(brought)?;
    Ok(Read::Recorded(Box::new(recorded)))
}

fn read_journal(brought: Brought) -> Result<Journal, Problem> {
    let text = std::str::from_utf8(&brought.file).map_err(|_| Cause::JournalNotText)?;
    let mut arrival = Arrival::read(text)?;
    let seed = brought.seed.as_deref().map(seed).transpose()?;
    if let Some(seed) = seed {
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
        seed,
        arrival,
        verification,
        file: brought.file,
    })
}

fn seed(text: &str) -> Result<Hex32, Problem> {
    Hex32::parse(text.trim()).ok_or_else(|| Cause::SeedInvalid.into())
}

fn unreadable(error: impl ToString) -> Problem {
    let why = error.to_string();
    Cause::FileUnreadable { why }.into()
}

fn read_recorded(brought: Brought) -> Result<Recorded, Problem> {
    let format = match brought.format.as_deref() {
        Some(named) => Some(Format::from_str(named).map_err(unreadable)?),
        None => muster_exchange::guess(&brought.file),
    };
    // Where nothing tells the format, the first one says what is wrong with the file.
    let format = format.unwrap_or(Format::ListFortress);
    let mut foreign = muster_exchange::read(format, &brought.file).map_err(unreadable)?;
    let secret = secret::random().map_err(Problem::no_random)?;
    let untold = import(&foreign, &brought.file, secret).map_err(unreadable)?;
    let open = preview(&foreign, &untold).open;
    for told in &brought.winners {
        foreign
            .tell_winner(&told.path, told.winner)
            .map_err(unreadable)?;
    }
    let taken = import(&foreign, &brought.file, secret).map_err(unreadable)?;
    let preview = preview(&foreign, &taken);
    Ok(Recorded {
        file: brought.file,
        foreign,
        open,
        winners: brought.winners,
        preview,
        taken,
    })
}

/// Returns the tournament that was made of the same file before, if whoever asks runs it.
pub async fn taken_before(
    app: &Service,
    visitor: &Visitor,
    recorded: &Recorded,
) -> Result<Option<TournamentId>, Problem> {
    match visitor.account() {
        Some(account) => summaries::made_of(app, account, recorded.taken.recorded.file).await,
        None => Ok(None),
    }
}

/// Says what is here of a journal already. Only the organizer of a tournament adds to it.
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

/// Takes in what was read, for an account that runs it from then on. What `more` makes of its name and position is
/// written together with it.
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
            let id = identifier(&recorded.taken.setup.name, &code)?;
            let person = personal(&organizer, None, None)?;
            let tournament = recorded
                .taken
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
