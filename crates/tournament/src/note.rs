//! Free text about people: calls, rulings, warnings, and the reasons for removals, extensions and corrections.
//!
//! From the third edition on, the chained entry carries only a salted digest of each text, and the text is beside the
//! line, like a name. So it is in no public copy, and it can be erased. Reasons for changes to a draw are different:
//! everybody must be able to judge those, so they stay in the chain.

use crate::command::{ClockCommand, Command, JudgeCommand, ListCommand};
use crate::edition::Edition;
use crate::entry::Entry;
use crate::ids::{Hex32, PlayerId};
use crate::journal::Line;
use crate::personal::Sealed;
use crate::refusal::Refusal;
use crate::state::State;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::borrow::Cow;

/// Shown in place of a text that is not in this copy, was erased, or is not for this reader.
pub const WITHHELD: &str = "[withheld]";

/// What a digest begins with where a text would be, so that nobody takes it for one.
const MARK: &str = "sealed:";

/// A text beside a line, with the random bytes that keep it from being guessed from its digest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    pub salt: Hex32,
    /// The text as somebody typed it.
    pub text: String,
}

impl Note {
    /// Returns the digest: SHA-256 over a tag, the salt, and the text with its length before it.
    #[must_use]
    pub fn seal(&self) -> Sealed {
        let mut hash = Sha256::new();
        hash.update(b"muster note v1\0");
        hash.update(self.salt.0);
        hash.update((self.text.len() as u64).to_le_bytes());
        hash.update(self.text.as_bytes());
        Sealed(Hex32(hash.finalize().into()))
    }
}

/// The free texts of a command that are about people, shared or to be changed.
macro_rules! texts {
    ($command:expr) => {
        match $command {
            Command::Correct { reason, .. }
            | Command::Disqualify { reason, .. }
            | Command::PutBack { reason, .. }
            | Command::Clock(ClockCommand::Extend { reason, .. }) => vec![reason],
            Command::Judge(command) => match command {
                JudgeCommand::Call { what: text, .. }
                | JudgeCommand::Lost { what: text, .. }
                | JudgeCommand::Rule { text, .. }
                | JudgeCommand::Decide { text, .. }
                | JudgeCommand::Warn { reason: text, .. }
                | JudgeCommand::GameLoss { reason: text, .. }
                | JudgeCommand::Recommend { reason: text, .. }
                | JudgeCommand::Keep { reason: text, .. } => vec![text],
                JudgeCommand::Proxy {
                    card, unreadable, ..
                } => vec![card, unreadable],
                _ => Vec::new(),
            },
            Command::List(ListCommand::HandIn {
                reason, excused, ..
            }) => reason.into_iter().chain(excused).collect(),
            _ => Vec::new(),
        }
    };
}

/// Returns the free texts of a command that are about people.
pub(crate) fn texts(command: &Command) -> Vec<&String> {
    texts!(command)
}

fn texts_mut(command: &mut Command) -> Vec<&mut String> {
    texts!(command)
}

/// Returns the digests that a chained command carries in place of texts; `None` where there is something else.
pub(crate) fn seals(command: &Command) -> Vec<Option<Sealed>> {
    let sealed = |text: &&String| Hex32::parse(text.strip_prefix(MARK)?).map(Sealed);
    texts(command).iter().map(sealed).collect()
}

/// Takes the texts out of an entry: what is chained, and what is beside it.
pub(crate) fn seal(mut entry: Entry, salt: Option<Hex32>) -> Result<(Entry, Vec<Note>), Refusal> {
    let mut notes = Vec::new();
    for (number, text) in (0_u64..).zip(texts_mut(&mut entry.did)) {
        let mut hash = Sha256::new();
        hash.update(b"muster note salt v1\0");
        hash.update(salt.ok_or(Refusal::Unsealed)?.0);
        hash.update(number.to_le_bytes());
        let salt = Hex32(hash.finalize().into());
        let note = Note {
            salt,
            text: std::mem::take(text),
        };
        *text = format!("{MARK}{}", note.seal().0);
        notes.push(note);
    }
    Ok((entry, notes))
}

impl Line {
    /// Returns what happened with the texts that are beside the line in their places.
    #[must_use]
    pub fn entry(&self) -> Cow<'_, Entry> {
        let entry = &self.core.entry;
        if Edition::of(self.core.version) < Edition::Third || texts(&entry.did).is_empty() {
            return Cow::Borrowed(entry);
        }
        let mut opened = entry.clone();
        let places = texts_mut(&mut opened.did).into_iter();
        for (place, seal) in places.zip(seals(&entry.did)) {
            let note = self.notes.iter().find(|note| Some(note.seal()) == seal);
            *place = note.map_or_else(|| WITHHELD.to_owned(), |note| note.text.clone());
        }
        Cow::Owned(opened)
    }
}

/// Returns an entry without its texts, for people who must not read them.
pub(crate) fn withheld(entry: &Entry) -> Cow<'_, Entry> {
    if texts(&entry.did).is_empty() {
        return Cow::Borrowed(entry);
    }
    let mut entry = entry.clone();
    for text in texts_mut(&mut entry.did) {
        WITHHELD.clone_into(text);
    }
    Cow::Owned(entry)
}

/// Returns the players that the texts of a command are about: those named in it, or those at its table.
#[must_use]
pub fn about(state: &State, command: &Command) -> Vec<PlayerId> {
    let at = |round, table| {
        let m = state.round(round).and_then(|round| round.table(table));
        m.map_or_else(Vec::new, |m| vec![m.a, m.b])
    };
    let now = state.current().map(|round| round.number);
    let here = |table| now.map_or_else(Vec::new, |round| at(round, table));
    match command {
        Command::Disqualify { player, .. }
        | Command::PutBack { player, .. }
        | Command::List(ListCommand::HandIn { player, .. })
        | Command::Judge(
            JudgeCommand::Warn { player, .. }
            | JudgeCommand::GameLoss { player, .. }
            | JudgeCommand::Recommend { player, .. }
            | JudgeCommand::Keep { player, .. }
            | JudgeCommand::Lost { player, .. }
            | JudgeCommand::Proxy { player, .. },
        ) => vec![*player],
        Command::Correct { round, table, .. } => at(*round, *table),
        Command::Clock(ClockCommand::Extend { table, .. })
        | Command::Judge(JudgeCommand::Call { table, .. } | JudgeCommand::Rule { table, .. }) => {
            here(*table)
        }
        Command::Judge(JudgeCommand::Decide { ruling, .. }) => {
            let ruling = state.judges.rulings.get(ruling.index());
            ruling.map_or_else(Vec::new, |ruling| at(ruling.round, ruling.table))
        }
        _ => Vec::new(),
    }
}
