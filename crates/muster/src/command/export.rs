//! `muster export`: a tournament as files: its journal for `verify` or another machine, tables, other programs' formats,
//! a site without a server, and the schedule.

use crate::data::Data;
use crate::fault::Fault;
use crate::journal_file;
use crate::output::Output;
use crate::place::said;
use clap::{Args, ValueEnum};
use jiff::civil::Time;
use muster_exchange::Format;
use muster_exchange::out::{self, Audience, What, ical};
use muster_ledger::{Store, TournamentId, transfer};
use muster_tournament::Tournament;
use muster_tournament::ids::Hex32;
use muster_web::site;
use muster_words::Arguments;
use muster_words::files::CannotWrite;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Export a tournament: journal, tables, other programs' formats, site, calendar
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster export                      lists the tournaments of the server
  muster export spring-open-k3x7qa spring.jsonl --with-seed
  muster export spring.jsonl --as csv --table standings standings.csv
  muster export spring.jsonl --as csv tables/
  muster export spring.jsonl --as json spring.json
  muster export spring.jsonl --as listfortress trial.json
  muster export spring.jsonl --as site spring.zip
  muster export spring.jsonl --as ical --start 10:00 --pause 15 spring.ics

TOURNAMENT is the name of a tournament on the server, or a journal. A journal with its \
seed beside it (FILE.seed) can continue on another machine. Tables and the other formats \
contain what the public pages show; --contacts adds clubs and contacts for your own desk. CSV \
cells that begin with = + - @ get an apostrophe, so that spreadsheets don't treat them as \
formulas. The command reports what a format cannot store: Cryodex, for example, doesn't record \
who won a tied match. Formats listfortress and cryodex are for X-Wing, nrtm is for the Card Game.")]
pub(crate) struct Export {
    /// Name or journal of a tournament [default: list those of the server]
    tournament: Option<String>,
    /// File to write, or folder for several [default: standard output]
    file: Option<PathBuf>,
    /// What to write
    #[arg(long = "as", value_name = "FORMAT", default_value = "journal")]
    format: Kind,
    /// Table: players, rounds or standings [default: all of them]
    #[arg(long, value_name = "TABLE")]
    table: Option<What>,
    /// Include clubs and contacts, which the public pages do not show
    #[arg(long)]
    contacts: bool,
    /// When the first round begins, for upcoming rounds in the calendar
    #[arg(long, value_name = "HH:MM")]
    start: Option<Time>,
    /// Minutes between two rounds of the calendar
    #[arg(long, value_name = "MINUTES", default_value_t = 15, value_parser = clap::value_parser!(u32).range(..=i64::from(ical::LONGEST_PAUSE)))]
    pause: u32,
    /// Also write FILE.seed, the secret seed of all future draws
    #[arg(long, requires = "file")]
    with_seed: bool,
    #[command(flatten)]
    data: Data,
}

/// What can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// The journal, with everything in it
    Journal,
    /// Tables for a spreadsheet
    Csv,
    /// Tables for programs
    Json,
    /// The X-Wing archive
    Listfortress,
    /// The X-Wing tournament program
    Cryodex,
    /// The Netrunner community's format, for the Card Game
    Nrtm,
    /// The schedule as iCalendar
    Ical,
    /// The public pages as files that need no server: a folder, or one .zip
    Site,
}

/// A tournament that was found, with its seed if it is available.
struct Found {
    tournament: Tournament,
    journal: String,
    seed: Option<Hex32>,
}

impl Export {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let Some(name) = self.tournament.clone() else {
            let ledger = self.data.open()?;
            for listed in ledger.tournaments().wait()? {
                out.line(format!("{}  {} lines", listed.tournament, listed.position));
            }
            return Ok(());
        };
        self.check()?;
        let found = self.find(&name)?;
        let state = found.tournament.state();
        let audience = match self.contacts {
            true => Audience::Staff,
            false => Audience::Everybody,
        };
        match (self.format, self.table) {
            (Kind::Journal, _) => self.journal(&found, out),
            (Kind::Csv, None) => self.tables(&found.tournament, audience, out),
            (Kind::Csv, Some(what)) => self.put(out::csv(state, what, audience).into_bytes(), out),
            (Kind::Json, Some(what)) => self.put(pretty(&out::json(state, what, audience)), out),
            (Kind::Json, None) => self.put(pretty(&out::everything(state, audience)), out),
            (Kind::Listfortress, _) => self.foreign(&found.tournament, Format::ListFortress, out),
            (Kind::Cryodex, _) => self.foreign(&found.tournament, Format::Cryodex, out),
            (Kind::Nrtm, _) => self.foreign(&found.tournament, Format::Nrtm, out),
            (Kind::Site, _) => self.site(&found.tournament, out),
            (Kind::Ical, _) => {
                let stamp = found.tournament.lines().last().map(|line| line.core.at);
                let plan = ical::Plan {
                    start: self.start,
                    pause: self.pause,
                };
                let calendar = ical::write(state, plan, stamp.unwrap_or_default());
                let calendar = calendar.map_err(not_written)?;
                self.put(calendar.into_bytes(), out)
            }
        }
    }

    /// Options that would be passed over in silence are refused.
    fn check(&self) -> Result<(), Fault> {
        let tables = matches!(self.format, Kind::Csv | Kind::Json);
        let wrong = if self.with_seed && self.format != Kind::Journal {
            "--with-seed works only with a journal"
        } else if self.table.is_some() && !tables {
            "--table works only with --as csv or --as json"
        } else if self.contacts && !tables {
            "--contacts works only with --as csv or --as json"
        } else if self.start.is_some() && self.format != Kind::Ical {
            "--start works only with --as ical"
        } else if self.format == Kind::Site && self.file.is_none() {
            "choose where to write the site: a folder, or a file that ends with .zip"
        } else if self.format == Kind::Csv && self.table.is_none() && self.file.is_none() {
            "a CSV file contains one table: choose it with --table, or name a folder for all of them"
        } else {
            return Ok(());
        };
        Err(Fault::Usage(wrong.to_owned()))
    }

    /// A file of that name is the journal itself; anything else is a name of the server's.
    fn find(&self, name: &str) -> Result<Found, Fault> {
        let path = Path::new(name);
        if path.is_file() {
            let reading = journal_file::read(path)?;
            let seed = crate::seed_file::read(path, reading.tournament.state())?.master();
            let journal = reading.tournament.to_text();
            return Ok(Found {
                tournament: reading.tournament,
                journal,
                seed,
            });
        }
        let missing = || {
            Fault::File(format!(
                "{name}: there is no journal and no tournament of this name"
            ))
            .caused_by("no-tournament", Arguments::new())
        };
        let id = TournamentId::new(name).map_err(|_| missing())?;
        let store = self.data.store()?;
        // Reading makes no data: without any there is nothing to find.
        if matches!(&store, Store::Folder(folder) if !folder.path().exists()) {
            return Err(missing());
        }
        let ledger = store.open()?;
        let journal = transfer::export(&*ledger, &id).wait()?;
        let tournament = Tournament::load(&journal)
            .map_err(|error| Fault::file(path, muster_words::verify::journal_error(&error)))?;
        Ok(Found {
            tournament,
            journal,
            seed: ledger.seed(&id).wait()?,
        })
    }

    fn journal(&self, found: &Found, out: &mut Output) -> Result<(), Fault> {
        let Some(file) = &self.file else {
            out.raw(&found.journal);
            return Ok(());
        };
        create(file, found.journal.as_bytes())?;
        if let (true, Some(master)) = (self.with_seed, found.seed) {
            crate::seed_file::write(file, master)?;
        }
        out.line(format!(
            "Wrote {} lines to {}.",
            found.journal.lines().count(),
            file.display()
        ));
        Ok(())
    }

    /// Writes a file, or gives it to standard output.
    fn put(&self, bytes: Vec<u8>, out: &mut Output) -> Result<(), Fault> {
        let Some(file) = &self.file else {
            out.file(bytes);
            return Ok(());
        };
        create(file, &bytes)?;
        out.line(format!("Wrote {}.", file.display()));
        Ok(())
    }

    fn tables(
        &self,
        tournament: &Tournament,
        audience: Audience,
        out: &mut Output,
    ) -> Result<(), Fault> {
        let Some(folder) = &self.file else {
            return Ok(());
        };
        std::fs::create_dir_all(folder).map_err(|error| Fault::file(folder, said(&error)))?;
        for what in What::ALL {
            let file = folder.join(format!("{what}.csv"));
            create(
                &file,
                out::csv(tournament.state(), what, audience).as_bytes(),
            )?;
            out.line(format!("Wrote {}.", file.display()));
        }
        Ok(())
    }

    /// Writes the site into a new or empty folder, or as one archive.
    fn site(&self, tournament: &Tournament, out: &mut Output) -> Result<(), Fault> {
        let Some(place) = &self.file else {
            return Ok(());
        };
        let files = site::files(tournament);
        if place
            .extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
        {
            let packed = site::packed(&files).map_err(|error| Fault::file(place, error))?;
            return self.put(packed, out);
        }
        std::fs::create_dir_all(place).map_err(|error| Fault::file(place, said(&error)))?;
        let mut there =
            std::fs::read_dir(place).map_err(|error| Fault::file(place, said(&error)))?;
        if there.next().is_some() {
            return Err(Fault::file(
                place,
                "this folder is not empty; name a new one",
            ));
        }
        for file in &files {
            create(&place.join(&file.name), &file.bytes)?;
        }
        out.line(format!(
            "Wrote {} files; start with {}.",
            files.len(),
            place.join("index.html").display()
        ));
        Ok(())
    }

    fn foreign(
        &self,
        tournament: &Tournament,
        format: Format,
        out: &mut Output,
    ) -> Result<(), Fault> {
        let written = out::write(tournament.state(), format);
        let written = written.map_err(not_written)?;
        for loss in &written.lost {
            out.note(loss);
        }
        self.put(written.text.into_bytes(), out)
    }
}

fn not_written(error: CannotWrite) -> Fault {
    Fault::Usage(error.to_string()).caused_by(error.code(), error.arguments())
}

fn pretty(value: &serde_json::Value) -> Vec<u8> {
    format!("{value:#}\n").into_bytes()
}

/// Writes a file that was not there before.
fn create(file: &Path, bytes: &[u8]) -> Result<(), Fault> {
    let mut target = File::create_new(file).map_err(|error| Fault::file(file, said(&error)))?;
    let written = target.write_all(bytes).and_then(|()| target.sync_all());
    written.map_err(|error| Fault::file(file, said(&error)))
}
