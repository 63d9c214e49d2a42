//! `muster import`: adds a tournament to the server's data: the journal of another Muster, to continue it, or another
//! program's record, to keep it.

use crate::cli::one_of;
use crate::data::Data;
use crate::fault::Fault;
use crate::journal_file::{self, JournalFile};
use crate::output::Output;
use crate::view::outcome::{counted, do_not};
use crate::{clock, foreign_file, seed_file, view};
use clap::Args;
use muster_exchange::{ForeignTournament, Format, Preview, Unreadable, import, preview};
use muster_ledger::people::{Account, Kept, Settings};
use muster_ledger::transfer::{Arrival, Imported, Meeting};
use muster_ledger::{Ledger, LedgerError, TournamentId, Write, answer};
use muster_regulations::Seat;
use muster_service::problem::Cause;
use muster_tournament::personal::Personal;
use muster_tournament::seeds::Master;
use muster_tournament::verify::verify;
use muster_views::StandingView;
use muster_words::Arguments;
use muster_words::files;
use muster_words::verify::{first_of, journal_error};
use serde_json::{Value, json};
use std::io::{self, IsTerminal, Write as _};
use std::path::PathBuf;

/// Import a journal or another program's tournament
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster import spring.jsonl
  muster import spring.jsonl --as spring-cup --data ./club
  muster import --from listfortress trial.json
  muster import --from cryodex store.json --winner 'rounds[1].matches[0]=2' --yes
  muster import --from nrtm meet.json --to meet.jsonl --yes

FILE.seed beside a journal is imported too, so that the tournament can continue. If the \
tournament already exists, only the missing lines are added; a copy that differs is refused.

With --from, you first see what can be read from the other program's file. Nothing changes \
until you agree; --yes skips the question. The imported tournament has standings, \
rounds, bracket, lists and statistics, and cannot be changed. Matches that the file leaves \
open stay open, unless --winner says who won.")]
pub(crate) struct Import {
    /// Journal, or file of another program
    file: PathBuf,
    /// Name of the tournament in addresses [default: name of the file]
    #[arg(long = "as", value_name = "NAME")]
    name: Option<String>,
    /// Format of another program's file
    #[arg(long, value_name = "FORMAT", value_parser = one_of::<Format>(Format::ALL.map(Format::id)))]
    from: Option<Format>,
    /// Who won a match that the file leaves open, 1 or 2; its path is in the notes
    #[arg(long, value_name = "PATH=1|2", requires = "from", value_parser = winner)]
    winner: Vec<KnownWinner>,
    /// Write a journal instead of adding to the server's data
    #[arg(long, value_name = "JOURNAL", requires = "from", conflicts_with_all = ["name", "data"])]
    to: Option<PathBuf>,
    /// Import without asking
    #[arg(long, requires = "from")]
    yes: bool,
    #[command(flatten)]
    data: Data,
}

/// An answer to what a file leaves open.
#[derive(Clone, Debug)]
struct KnownWinner {
    path: String,
    winner: Seat,
}

fn winner(text: &str) -> Result<KnownWinner, String> {
    let (path, winner) = text.rsplit_once('=').unwrap_or((text, ""));
    let winner =
        match winner.trim() {
            "1" => Seat::A,
            "2" => Seat::B,
            _ => return Err(
                "write the path of the match, = and 1 or 2 for the player named first or second"
                    .to_owned(),
            ),
        };
    Ok(KnownWinner {
        path: path.trim().to_owned(),
        winner,
    })
}

impl Import {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        match self.from {
            Some(format) => self.recorded(format, out),
            None => self.journal(out),
        }
    }

    fn journal(self, out: &mut Output) -> Result<(), Fault> {
        let bytes = foreign_file::read(&self.file)?;
        if let Some(format) = muster_exchange::guess(&bytes) {
            return Err(Fault::Usage(format!(
                "{} was written by {}; import it with --from {}",
                self.file.display(),
                format.title(),
                format.id()
            )));
        }
        let text = journal_file::text(&self.file)?;
        let unreadable = |error: LedgerError| match error {
            LedgerError::Journal(error) => Fault::file(&self.file, journal_error(&error))
                .caused_by("journal-unreadable", Arguments::new()),
            error => error.into(),
        };
        let mut arrival = Arrival::read(&text).map_err(unreadable)?;
        if let Some(seed) = seed_file::read(&self.file, arrival.tournament().state())?.master() {
            arrival = arrival.with_seed(seed).map_err(unreadable)?;
        }
        let verification = verify(&text);
        if !verification.is_sound() {
            let finding = first_of(&verification.findings);
            let unsound = Cause::JournalUnsound { finding };
            let said = format!("{}: {}", self.file.display(), unsound.words().both());
            return Err(Fault::Unproved(said).caused_by(unsound.code(), Arguments::new()));
        }
        let unseeded = arrival.lacks_seed();
        self.keep(arrival, out)?;
        if unseeded {
            out.note("there is no seed file beside it, so no more rounds can be drawn here");
        }
        Ok(())
    }

    /// Adds a journal to the server's data. The owner of the installation runs what was brought here.
    fn keep(&self, arrival: Arrival, out: &mut Output) -> Result<(), Fault> {
        let stem = self
            .file
            .file_stem()
            .map(|stem| stem.to_string_lossy().to_lowercase());
        let name = self.name.clone().or(stem).unwrap_or_default();
        let id = TournamentId::new(name)?;
        let ledger = self.data.open()?;
        let met = answer::wait_for(arrival.meets(&*ledger))?;
        let more = match met {
            Meeting::New => vec![for_owner(&*ledger, &id)?],
            _ => Vec::new(),
        };
        let imported = answer::wait_for(arrival.keep(&*ledger, met, &id, more))?;
        out.line(match &imported {
            Imported::New(head) => {
                format!("Imported {}: {} lines.", head.tournament, head.position)
            }
            Imported::Grown { from, to } => {
                format!(
                    "{} was already here and grew from line {from} to {}.",
                    to.tournament, to.position
                )
            }
            Imported::Known(head) => format!(
                "{} is already here, up to line {}.",
                head.tournament, head.position
            ),
        });
        Ok(())
    }

    fn recorded(self, format: Format, out: &mut Output) -> Result<(), Fault> {
        let bytes = foreign_file::read(&self.file)?;
        let unreadable = |error: Unreadable| Fault::unreadable(&self.file, &error);
        let mut foreign = muster_exchange::read(format, &bytes).map_err(unreadable)?;
        for known in &self.winner {
            let answered = foreign.tell_winner(&known.path, known.winner);
            answered.map_err(|error| {
                Fault::Usage(error.to_string()).caused_by(error.code(), error.arguments())
            })?;
        }
        let taken = import(&foreign, &bytes, seed_file::fresh()?).map_err(unreadable)?;
        show(&foreign, &preview(&foreign, &taken), out);
        out.gap();
        if !self.yes {
            out.print()?;
            if !agreed()? {
                return Err(Fault::Usage(
                    "nothing was imported; add --yes to import it".to_owned(),
                ));
            }
        }
        let organizer = Personal::named("Organizer", seed_file::fresh()?);
        let master = Master::new(seed_file::fresh()?);
        let tournament = taken.tournament(organizer, &master, clock::now()?)?;
        match &self.to {
            None => self.keep(Arrival::read(&tournament.to_text())?, out),
            Some(file) => {
                JournalFile::create(file, &tournament)?;
                if !out.json {
                    out.line(format!("Imported as {}.", file.display()));
                }
                Ok(())
            }
        }
    }
}

/// Shows what a file would become.
fn show(foreign: &ForeignTournament, preview: &Preview, out: &mut Output) {
    for note in &preview.notes {
        out.note(note);
    }
    for difference in &preview.differences {
        out.note(difference);
    }
    if out.json {
        return out.json(&as_json(preview));
    }
    out.heading(format!(
        "{} · from {}",
        preview.name,
        preview.format.title()
    ));
    for line in facts(preview) {
        out.line(line);
    }
    let rows = preview.standings.rows.iter();
    let ranks: Vec<StandingView> = rows
        .map(|row| StandingView::named(row, foreign.shown_name(row.player)))
        .collect();
    out.gap();
    view::standings::show(foreign.regulation(), &ranks, out);
}

fn facts(preview: &Preview) -> Vec<String> {
    let many = |count: usize, word| counted(count as u64, word);
    let mut facts = vec![format!(
        "{}, {}, {}; {} of the file agree with its rounds, {}.",
        many(preview.players, "player"),
        many(preview.swiss, "Swiss round"),
        many(preview.elimination, "bracket round"),
        many(preview.agreeing, "value"),
        do_not(preview.differences.len())
    )];
    if preview.elimination > 0 && !preview.drawn {
        facts.push(
            "These rounds don't form a bracket, so they are imported as plain rounds.".to_owned(),
        );
    }
    for open in &preview.open {
        let tell = match open.answerable {
            true => format!("Answer with --winner \"{}=1\" or =2.", open.path),
            false => format!("Its points are missing at {}.", open.path),
        };
        facts.push(format!(
            "{}, {} against {}: the winner is missing. {tell}",
            open.round, open.a, open.b
        ));
    }
    facts
}

fn as_json(preview: &Preview) -> Value {
    let open = preview.open.iter().map(|open| {
        json!({"path": open.path, "round": open.round, "a": open.a, "b": open.b, "answerable": open.answerable})
    });
    let differences = preview.differences.iter().map(ToString::to_string);
    json!({
        "name": preview.name,
        "date": preview.date,
        "program": preview.format.title(),
        "players": preview.players,
        "swiss_rounds": preview.swiss,
        "bracket_rounds": preview.elimination,
        "bracket_drawn": preview.drawn,
        "open": open.collect::<Value>(),
        "notes": files::in_words(&preview.notes),
        "differences": differences.collect::<Vec<_>>(),
    })
}

/// Asks at a terminal; a script has to agree with `--yes`.
fn agreed() -> Result<bool, Fault> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Ok(false);
    }
    let problem = |error: io::Error| Fault::File(format!("the terminal: {error}"));
    let mut out = io::stdout().lock();
    write!(out, "Import it? [y/N] ")
        .and_then(|()| out.flush())
        .map_err(problem)?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer).map_err(problem)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

/// Settings by which the owner of this installation runs a tournament.
fn for_owner(ledger: &dyn Ledger, id: &TournamentId) -> Result<Write, LedgerError> {
    let owner = Account::all(ledger)
        .wait()?
        .into_iter()
        .find(|account| account.value.owner);
    let mut settings = Settings::new(id.clone());
    settings.organizer = owner.map(|owner| owner.value.name);
    Ok(settings.put())
}
