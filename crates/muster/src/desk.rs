//! The desk: a tournament opened for changes. A command says who acts and what they want, the core judges it, and what
//! was accepted is written at the end in one go, or not at all in a dry run.

use crate::fault::Fault;
use crate::journal_file::{self, JournalFile};
use crate::output::{Output, Style};
use crate::place::TournamentFile;
use crate::seed_file::{self, Rehearsal};
use crate::{clock, person, view};
use clap::Args;
use muster_forecast::engine::Options;
use muster_forecast::what_if::chances_moved;
use muster_service::ahead::moved_in_words;
use muster_tournament::attachment::Attachment;
use muster_tournament::floor::warnings::{Warning, about};
use muster_tournament::ids::ORGANIZER;
use muster_tournament::impact::impact;
use muster_tournament::journal::Line;
use muster_tournament::personal::Personal;
use muster_tournament::seeds::Seeds;
use muster_tournament::{By, Command, Gave, PlayerId, Request, StaffId, State, Tournament};
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::str::FromStr;

/// Options of every command that changes something.
#[derive(Args, Debug)]
pub(crate) struct Acting {
    #[command(flatten)]
    pub(crate) place: TournamentFile,
    /// Act as somebody else: organizer, staff:N or player:N
    #[arg(long = "as", value_name = "WHO", default_value = "organizer")]
    who: Actor,
    /// Show what would happen and write nothing
    #[arg(short = 'n', long)]
    dry_run: bool,
}

/// Who acts, as typed.
#[derive(Clone, Debug)]
enum Actor {
    Staff(StaffId),
    Player(String),
}

impl FromStr for Actor {
    type Err = String;

    fn from_str(text: &str) -> Result<Actor, String> {
        let unknown = || format!("unknown person {text:?}; use organizer, staff:N or player:N");
        match text.split_once(':') {
            None if text == "organizer" => Ok(Actor::Staff(ORGANIZER)),
            Some(("staff", number)) => match number.trim_start_matches('#').parse() {
                Ok(number) => Ok(Actor::Staff(StaffId(number))),
                Err(_) => Err(unknown()),
            },
            Some(("player", name)) if !name.trim().is_empty() => Ok(Actor::Player(name.to_owned())),
            _ => Err(unknown()),
        }
    }
}

/// A tournament opened for changes.
pub(crate) struct Desk {
    pub(crate) path: PathBuf,
    file: Option<JournalFile>,
    tournament: Tournament,
    seeds: Box<dyn Seeds>,
    by: By,
    earlier: State,
    before: usize,
}

impl Desk {
    /// Opens the tournament and waits for its lock; in a dry run it is only read.
    pub(crate) fn open(acting: &Acting, out: &mut Output) -> Result<Desk, Fault> {
        let path = acting.place.find()?;
        let (file, tournament) = if acting.dry_run {
            let reading = journal_file::read(&path)?;
            if reading.torn {
                out.note(TORN);
            }
            (None, reading.tournament)
        } else {
            let (file, tournament) = JournalFile::open(&path)?;
            (Some(file), tournament)
        };
        let state = tournament.state();
        let by = match &acting.who {
            Actor::Staff(id) => By::Staff(*id),
            Actor::Player(name) => By::Player(person::find(state, name)?),
        };
        if !acting.dry_run {
            clock::check(&tournament, out)?;
        }
        let mut seeds = seed_file::read(&path, state)?;
        if acting.dry_run {
            seeds = Box::new(Rehearsal::of(seeds)?);
        }
        let before = tournament.lines().len();
        let earlier = state.clone();
        Ok(Desk {
            path,
            file,
            tournament,
            seeds,
            by,
            earlier,
            before,
        })
    }

    /// Returns the state, including changes not yet written.
    pub(crate) fn state(&self) -> &State {
        self.tournament.state()
    }

    pub(crate) fn by(&self) -> By {
        self.by
    }

    /// Returns the tournament, including changes not yet written.
    pub(crate) fn tournament(&self) -> &Tournament {
        &self.tournament
    }

    /// Returns the player meant.
    pub(crate) fn player(&self, given: &str) -> Result<PlayerId, Fault> {
        person::find(self.state(), given)
    }

    /// Returns the players meant.
    pub(crate) fn players(&self, given: &[String]) -> Result<Vec<PlayerId>, Fault> {
        given.iter().map(|given| self.player(given)).collect()
    }

    /// Applies a command in memory.
    pub(crate) fn act(&mut self, command: Command) -> Result<(), Fault> {
        self.act_with(command, Vec::new())
    }

    /// Applies a command in memory, with personal data.
    pub(crate) fn act_with(
        &mut self,
        command: Command,
        private: Vec<Personal>,
    ) -> Result<(), Fault> {
        self.give(Request {
            private,
            ..Request::new(self.by, clock::now()?, command)
        })
    }

    /// Applies a command in memory, with a list or catalogue.
    pub(crate) fn act_attached(
        &mut self,
        command: Command,
        attached: Attachment,
    ) -> Result<(), Fault> {
        self.give(Request::new(self.by, clock::now()?, command).with(attached))
    }

    /// Applies a request in memory.
    pub(crate) fn give(&mut self, request: Request) -> Result<(), Fault> {
        let request = request.salted(seed_file::fresh()?);
        self.tournament.act(request, &*self.seeds)?;
        Ok(())
    }

    /// Writes the changes.
    pub(crate) fn commit(self, out: &mut Output) -> Result<Done, Fault> {
        self.commit_by(out, |file, lines, out| {
            if let Some(copy) = file.append(lines)? {
                out.note(format!(
                    "a crash had left the last line of the journal incomplete; it was removed, and a copy of the whole file is {}",
                    copy.display()
                ));
            }
            Ok(())
        })
    }

    /// Writes the changes with a given function.
    pub(crate) fn commit_by(
        self,
        out: &mut Output,
        write: impl FnOnce(JournalFile, &[Line], &mut Output) -> Result<(), Fault>,
    ) -> Result<Done, Fault> {
        let new = self.tournament.lines().get(self.before..);
        let dry_run = self.file.is_none();
        if let Some(file) = self.file {
            write(file, new.unwrap_or_default(), out)?;
        }
        Ok(Done {
            tournament: self.tournament,
            earlier: self.earlier,
            before: self.before,
            dry_run,
        })
    }

    /// Applies a command, writes it and reports it.
    pub(crate) fn finish(mut self, command: Command, out: &mut Output) -> Result<(), Fault> {
        self.act(command)?;
        self.commit(out)?.report_plainly(out);
        Ok(())
    }

    /// Does the same for a step with wide effects, and reports those too.
    pub(crate) fn finish_with_impact(
        mut self,
        command: Command,
        out: &mut Output,
    ) -> Result<(), Fault> {
        self.act(command)?;
        let done = self.commit(out)?;
        done.report_with_impact(out, Map::new(), |_, _| {});
        Ok(())
    }
}

/// The note about a torn journal.
pub(crate) const TORN: &str = "the last line of the journal is incomplete (a crash during a write) and is ignored; \
    the next change removes it and keeps a copy";

/// Written changes, ready to be reported.
pub(crate) struct Done {
    pub(crate) tournament: Tournament,
    earlier: State,
    before: usize,
    pub(crate) dry_run: bool,
}

impl Done {
    pub(crate) fn state(&self) -> &State {
        self.tournament.state()
    }

    /// Reports the changes: as JSON the entries and `views`, otherwise a sentence for each entry and what `show` adds.
    pub(crate) fn report(
        &self,
        out: &mut Output,
        views: Map<String, Value>,
        show: impl FnOnce(&State, &mut Output),
    ) {
        let log = view::entry::log_after(&self.tournament, self.before);
        let new = self.tournament.lines().iter().skip(self.before);
        let mut warnings: Vec<Warning> = Vec::new();
        for line in new {
            warnings.extend(about(self.state(), &line.core.entry.did));
        }
        if out.json {
            let lines = self.tournament.lines().iter().skip(self.before);
            let entries = lines.zip(&log);
            let entries = entries.map(|(line, log)| view::entry::json(line, log, self.dry_run));
            let mut all = json!({
                "dry_run": self.dry_run,
                "entries": entries.collect::<Vec<_>>(),
                "impact": impact(&self.earlier, self.state()),
                "warnings": muster_words::warnings::in_words(&warnings),
            });
            if let Some(all) = all.as_object_mut() {
                all.extend(views);
            }
            out.json(&all);
            return;
        }
        if self.dry_run {
            let heading = out.bold("This would be recorded:");
            out.line(heading);
        }
        for line in &log {
            out.sentence(view::entry::sentence(line));
        }
        show(self.state(), out);
        view::prompts::show_warnings(&warnings, out);
        if self.dry_run {
            self.show_impact("What would change", out);
            out.gap();
            if self.drew() {
                let line =
                    out.alert("This draw is an example. The real one is made once and recorded.");
                out.line(line);
            }
            let warning = out.alert("Dry run: nothing was written.");
            out.line(warning);
        } else {
            view::next::hint(self.state(), out);
        }
    }

    /// Reports only the entries.
    pub(crate) fn report_plainly(&self, out: &mut Output) {
        self.report(out, Map::new(), |_, _| {});
    }

    /// Reports the entries and their effects on ranks and later rounds.
    pub(crate) fn report_with_impact(
        &self,
        out: &mut Output,
        views: Map<String, Value>,
        show: impl FnOnce(&State, &mut Output),
    ) {
        self.report(out, views, |state, out| {
            show(state, out);
            if !self.dry_run {
                self.show_impact("What changed", out);
            }
        });
    }

    /// Returns how a dry run would change the chances, in a sentence.
    pub(crate) fn chances_moved(&self) -> Option<String> {
        if !self.dry_run {
            return None;
        }
        let options = Options::default();
        let moved = chances_moved(&self.earlier, self.state(), &options, PREVIEWED);
        moved_in_words(self.state(), &moved.unwrap_or_default())
    }

    fn drew(&self) -> bool {
        let mut new = self.tournament.lines().iter().skip(self.before);
        new.any(|line| matches!(line.core.entry.gave, Gave::Drawn(_)))
    }

    fn show_impact(&self, heading: &str, out: &mut Output) {
        // The start gives everybody a rank by lot, which is not worth reporting.
        if self.earlier.structure.is_none() {
            return;
        }
        let changes = impact(&self.earlier, self.state());
        let lines = muster_words::impact::lines(&changes, self.state());
        if lines.is_empty() {
            return;
        }
        out.heading(heading);
        for line in lines.iter().take(MOST_CHANGES) {
            out.paragraph("  ", line, [Style::Plain; 2]);
        }
        if let Some(more) = lines
            .len()
            .checked_sub(MOST_CHANGES)
            .filter(|more| *more > 0)
        {
            out.line(format!("  … and {more} more; --json shows all"));
        }
    }
}

/// Continuations behind the chances of a preview.
const PREVIEWED: u32 = 2_000;

/// Nobody at a desk reads more changes than this.
const MOST_CHANGES: usize = 20;
