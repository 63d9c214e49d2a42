//! A tournament: its journal and the state it adds up to, kept together. Commands come in, lines go out.

use crate::attachment::Attachment;
use crate::command::{Command, Setup};
use crate::decide;
use crate::edition::Edition;
use crate::entry::{Entry, Gave};
use crate::fold::Misfit;
use crate::fold::Step;
use crate::ids::{By, Hex32, ORGANIZER};
use crate::journal::{self, Core, GENESIS, JournalError, Line, LineProblem, VERSION};
use crate::lists::{self, Beside};
use crate::note;
use crate::personal::{Personal, Sealed};
use crate::refusal::{Refusal, TextField, TextProblem, UndoProblem};
use crate::seeds::{Master, Seeds};
use crate::state::State;
use crate::undo::{self, undone};
use jiff::{SignedDuration, Timestamp};
use std::collections::BTreeMap;

/// No step of a round takes longer than this; after a longer gap the clock may have jumped.
const LONGEST_STEP: SignedDuration = SignedDuration::from_hours(8);

/// A journal and its state.
#[derive(Clone, Debug)]
pub struct Tournament {
    lines: Vec<Line>,
    state: State,
}

/// A command with everything that comes from outside: who, when, and personal data.
#[derive(Clone, Debug)]
pub struct Request {
    pub by: By,
    pub at: Timestamp,
    pub command: Command,
    /// Personal data for the digests in the command.
    pub private: Vec<Personal>,
    /// The list or catalogue whose digest is in the command.
    pub attached: Option<Box<Attachment>>,
    /// Random bytes for the texts of the command that are kept beside the line; without them such a command is refused.
    pub salt: Option<Hex32>,
}

impl Request {
    /// Makes a request without personal data.
    #[must_use]
    pub fn new(by: By, at: Timestamp, command: Command) -> Request {
        Request {
            by,
            at,
            command,
            private: Vec::new(),
            attached: None,
            salt: None,
        }
    }

    /// Returns the request with a list or catalogue beside it.
    #[must_use]
    pub fn with(self, attached: Attachment) -> Request {
        let attached = Some(Box::new(attached));
        Request { attached, ..self }
    }

    /// Returns the request with random bytes for its texts.
    #[must_use]
    pub fn salted(self, salt: Hex32) -> Request {
        let salt = Some(salt);
        Request { salt, ..self }
    }
}

impl Line {
    pub(crate) fn step(&self) -> Step<'_> {
        Step {
            position: self.core.position,
            hash: self.hash,
            edition: Edition::of(self.core.version),
            at: self.core.at,
            by: self.core.by,
            entry: self.entry(),
            private: &self.private,
            attached: self.attached.as_deref(),
        }
    }
}

impl Tournament {
    /// Creates a tournament. The commitment to the master seed is in its first line.
    pub fn create(
        setup: Setup,
        organizer: Personal,
        master: &Master,
        at: Timestamp,
    ) -> Result<Tournament, Refusal> {
        decide::check_setup(&setup)?;
        let command = Command::Create {
            setup,
            organizer: organizer.seal(),
            commitment: master.commitment(),
        };
        let private = vec![organizer];
        check_private(&command, &private)?;
        let core = Core {
            version: VERSION,
            position: 1,
            at: to_second(at),
            by: By::Staff(ORGANIZER),
            entry: Entry {
                did: command,
                gave: Gave::Nothing,
            },
            prev: GENESIS,
        };
        let line = Line::new(core, private);
        let state = State::begin(line.step()).map_err(|_| Refusal::Unsealed)?;
        Ok(Tournament {
            lines: vec![line],
            state: state.by_newest_rules(),
        })
    }

    /// Reads a journal: checks the chain and folds it. Draws, outcomes and permissions are checked by [`crate::verify`].
    pub fn load(text: &str) -> Result<Tournament, JournalError> {
        Tournament::from_lines(journal::read(text)?)
    }

    /// Folds lines that were read and chained already.
    pub fn from_lines(lines: Vec<Line>) -> Result<Tournament, JournalError> {
        let state = fold(&lines)?.by_newest_rules();
        Ok(Tournament { lines, state })
    }

    /// Reads lines that were written elsewhere after the last one here: the same as reading the whole journal again, but
    /// only the new lines are folded, unless one of them undoes an earlier one. If they don't follow, nothing changes.
    pub fn read_on(&mut self, text: &str) -> Result<(), JournalError> {
        let before = self.lines.len();
        let read = journal::read_on(&mut self.lines, text).and_then(|()| {
            let new = self.lines.get(before..).unwrap_or_default();
            let undoes = |line: &Line| matches!(line.core.entry.gave, Gave::Undone(_));
            let folded = !new.iter().any(undoes)
                && new.iter().all(|line| self.state.apply(line.step()).is_ok());
            match folded {
                true => self.state.edition = Edition::NEWEST,
                false => self.state = fold(&self.lines)?.by_newest_rules(),
            }
            Ok(())
        });
        read.or_else(|error| {
            self.lines.truncate(before);
            self.state = fold(&self.lines)?.by_newest_rules();
            Err(error)
        })
    }

    /// Returns the state.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Returns the journal.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Returns the lines that count: not undone, and not undoing.
    pub fn standing(&self) -> impl Iterator<Item = &Line> {
        let undone = undone(&self.lines);
        self.lines.iter().filter(move |line| {
            !matches!(line.core.entry.gave, Gave::Undone(_))
                && !undone.contains_key(&line.core.position)
        })
    }

    /// Returns the journal as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            text.push_str(&line.to_json());
            text.push('\n');
        }
        text
    }

    /// Judges a request without doing it: the entry it would become.
    pub fn judge(&self, request: &Request, seeds: &dyn Seeds) -> Result<Entry, Refusal> {
        check_private(&request.command, &request.private)?;
        if request.command.undoes() {
            let undone = undo::judge(&self.state, &self.lines, request.by, &request.command)?;
            return Ok(Entry {
                did: request.command.clone(),
                gave: Gave::Undone(undone),
            });
        }
        let entry = decide::decide(&self.state, request.by, &request.command, seeds)?;
        lists::admit(
            &self.state,
            request.by,
            self.time_of(request),
            &request.command,
            request.attached.as_deref(),
            Beside::Given,
        )?;
        Ok(entry)
    }

    /// Runs the command, or refuses it and changes nothing. The new line is the last of [`Tournament::lines`].
    pub fn act(&mut self, request: Request, seeds: &dyn Seeds) -> Result<&Line, Refusal> {
        let entry = self.judge(&request, seeds)?;
        let next = self.with(request, entry)?;
        let undo = matches!(next.core.entry.gave, Gave::Undone(_));
        if undo {
            self.lines.push(next);
            match fold(&self.lines) {
                Ok(state) => self.state = state.by_newest_rules(),
                Err(_) => {
                    self.lines.pop();
                    return Err(Refusal::Undo(UndoProblem::Impossible));
                }
            }
        } else {
            if self.state.apply(next.step()).is_err() {
                // An accepted entry always fits; if it ever doesn't, nothing must change.
                let state = fold(&self.lines).map_err(|_| Refusal::Unsealed)?;
                self.state = state.by_newest_rules();
                return Err(Refusal::Unsealed);
            }
            self.lines.push(next);
        }
        self.lines.last().ok_or(Refusal::Unsealed)
    }

    /// Returns the tournament as it would be after a request, to show what would change.
    pub fn preview(&self, mut request: Request, seeds: &dyn Seeds) -> Result<State, Refusal> {
        let mut copy = self.clone();
        // Nobody sees the digests of a preview.
        request.salt.get_or_insert(GENESIS);
        copy.act(request, seeds)?;
        Ok(copy.state)
    }

    /// Returns the time of the last entry if a clock that says `now` may be wrong: it is behind that time, or far ahead of
    /// it in the middle of a round.
    #[must_use]
    pub fn clock_doubt(&self, now: Timestamp) -> Option<Timestamp> {
        let last = self.lines.last()?.core.at;
        let playing = self.state.in_play().is_some();
        let gap = now.duration_since(last);
        (gap < -journal::JITTER || playing && gap > LONGEST_STEP).then_some(last)
    }

    /// When a request happens.
    fn time_of(&self, request: &Request) -> Timestamp {
        let at = to_second(request.at);
        match (self.lines.first(), self.lines.last()) {
            (Some(first), Some(before)) => journal::time_after(first.core.at, before.core.at, at),
            _ => at,
        }
    }

    /// The line a judged request becomes.
    fn with(&self, request: Request, entry: Entry) -> Result<Line, Refusal> {
        let before = self.lines.last().ok_or(Refusal::Unsealed)?;
        let (entry, notes) = note::seal(entry, request.salt)?;
        let core = Core {
            version: VERSION,
            position: before.core.position.saturating_add(1),
            at: self.time_of(&request),
            by: request.by,
            entry,
            prev: before.hash,
        };
        let line = Line::new(core, request.private);
        Ok(line.with(request.attached).noted(notes))
    }
}

/// Seconds are enough for people and keep lines short.
fn to_second(at: Timestamp) -> Timestamp {
    Timestamp::from_second(at.as_second()).unwrap_or(at)
}

/// Returns whether the people that a line registers have numbers of their own. A registration that was undone under the
/// first edition gave its numbers to the next one.
pub(crate) fn keeps_numbers(undone: &BTreeMap<u64, Edition>, line: &Line) -> bool {
    let under = undone.get(&line.core.position);
    under.is_none_or(|under| *under >= Edition::Second)
}

/// Folds lines to a state; undone entries leave no trace but the memory of their draws and of the numbers they gave.
pub(crate) fn fold<'a>(
    lines: impl IntoIterator<Item = &'a Line, IntoIter: Clone>,
) -> Result<State, JournalError> {
    let lines = lines.into_iter();
    let undone = undone(lines.clone());
    fold_without(lines, &undone)
}

/// Folds lines to a state without those that are undone, by these lines or by later ones.
pub(crate) fn fold_without<'a>(
    lines: impl IntoIterator<Item = &'a Line>,
    undone: &BTreeMap<u64, Edition>,
) -> Result<State, JournalError> {
    let mut lines = lines.into_iter();
    let Some(first) = lines.next() else {
        return Err(JournalError {
            line: 1,
            problem: LineProblem::Empty,
        });
    };
    let fault = |line: &Line, misfit: Misfit| JournalError {
        line: line.core.position,
        problem: LineProblem::Misfit(misfit),
    };
    let mut state = State::begin(first.step()).map_err(|misfit| fault(first, misfit))?;
    for line in lines {
        if let Some(under) = undone.get(&line.core.position) {
            state.remember(&line.core.entry, *under);
        } else if let Gave::Undone(position) = line.core.entry.gave {
            let earlier = position > 1 && position < line.core.position;
            if !earlier || !line.core.entry.did.undoes() {
                return Err(fault(line, Misfit::UndoneLine { position }));
            }
            state.position = line.core.position;
        } else {
            state
                .apply(line.step())
                .map_err(|misfit| fault(line, misfit))?;
        }
    }
    Ok(state)
}

/// Returns the digests of the players that a command registers, in their order.
pub(crate) fn registers(command: &Command) -> impl Iterator<Item = Sealed> {
    let (new, recorded) = match command {
        Command::Register { players } => (players.as_slice(), &[][..]),
        Command::Import(recorded) => (&[][..], recorded.players.as_slice()),
        _ => (&[][..], &[][..]),
    };
    let new = new.iter().map(|player| player.who);
    new.chain(recorded.iter().map(|player| player.who))
}

/// Returns the digests a command carries.
pub(crate) fn seals(command: &Command) -> Vec<Sealed> {
    match command {
        Command::Create { organizer, .. } => vec![*organizer],
        Command::Assign { who, .. } => vec![*who],
        Command::Register { .. } | Command::Import(_) => registers(command).collect(),
        Command::Amend { who: Some(who), .. } => vec![*who],
        _ => Vec::new(),
    }
}

/// Personal data comes in the order of its digests, and is fit to be shown.
fn check_private(command: &Command, private: &[Personal]) -> Result<(), Refusal> {
    let given: Vec<Sealed> = private.iter().map(Personal::seal).collect();
    if given != seals(command) {
        return Err(Refusal::Unsealed);
    }
    private.iter().try_for_each(fit_to_show)
}

/// Checks that personal data can be shown anywhere.
pub(crate) fn fit_to_show(person: &Personal) -> Result<(), Refusal> {
    let fields = [
        (TextField::Name, Some(&person.name)),
        (TextField::Club, person.club.as_ref()),
        (TextField::Contact, person.contact.as_ref()),
    ];
    for (field, value) in fields {
        let Some(value) = value else { continue };
        if !value.trim().is_empty() && value.trim() != value {
            let problem = TextProblem::Padded;
            return Err(Refusal::Text { field, problem });
        }
        decide::text(field, value)?;
    }
    Ok(())
}
