//! Entering the players of a file: one registration, then the tables that the file fixes and the lists that it holds, as
//! commands in order. Relies on the caller to give them all or none.

use super::{ListedPlayer, Preview};
use crate::Note;
use crate::import::FACTIONS;
use crate::lists;
use jiff::Timestamp;
use muster_regulations::list::Weight;
use muster_tournament::attachment::Attachment;
use muster_tournament::command::{FixedTable, NewPlayer};
use muster_tournament::ids::{Hex32, PlayerId, StaffId, TableNo};
use muster_tournament::lists::hand_in;
use muster_tournament::personal::Personal;
use muster_tournament::{By, Command, Request, State};
use muster_words::files::FileNote;
use muster_words::list;
use std::collections::HashMap;

impl Preview {
    /// Returns the preview for a tournament: it warns of names that are registered already, and of lists and points that
    /// break a rule, which are skipped. Factions are spelled as the tournament spells them, so that they are counted
    /// together.
    #[must_use]
    pub fn for_tournament(mut self, state: &State) -> Preview {
        let mut there: HashMap<String, PlayerId> = HashMap::new();
        let mut spellings: HashMap<String, String> = HashMap::new();
        for (_, name) in FACTIONS {
            spelling(&mut spellings, name);
        }
        for player in &state.players {
            if let Some(person) = &player.personal {
                there.entry(person.name.to_lowercase()).or_insert(player.id);
            }
            if let Some(faction) = &player.faction {
                spelling(&mut spellings, faction);
            }
        }
        let book = state.setup.regulation.book();
        for line in &mut self.lines {
            let Ok(player) = &mut line.read else { continue };
            if let Some(id) = there.get(&player.name.to_lowercase()) {
                line.warnings.push(FileNote::Registered { player: *id });
            }
            if let Some(faction) = &mut player.faction {
                *faction = spelling(&mut spellings, faction);
            }
            if let (Some(points), Some(most)) = (player.points, book.list_points)
                && points > most
            {
                line.warnings.push(FileNote::TooManyPoints { points, most });
                player.points = None;
            }
            let Some(text) = &player.list else { continue };
            if let Err(note) = usable(state, text) {
                line.warnings.push(note);
                player.list = None;
            }
        }
        self
    }
}

/// Returns the known spelling of a faction, or remembers this one: case, spaces and hyphens make no difference.
fn spelling(known: &mut HashMap<String, String>, faction: &str) -> String {
    let letters = faction.chars().filter(|letter| letter.is_alphanumeric());
    let key: String = letters.flat_map(char::to_lowercase).collect();
    known
        .entry(key)
        .or_insert_with(|| faction.to_owned())
        .clone()
}

/// Returns whether a list can be handed in without an excuse, or why not.
fn usable(state: &State, text: &str) -> Result<(), FileNote> {
    let read = lists::read(state.setup.regulation, text.as_bytes());
    let read = read.map_err(|unreadable| FileNote::ListUnreadable {
        cause: unreadable.code(),
        problem: unreadable.to_string(),
    })?;
    // Nobody reviews a file with hundreds of lists as closely as their own list, so nothing in it is guessed.
    let unclear = |note: &&Note| matches!(note.note, FileNote::LineUnclear { .. });
    if let Some(unclear) = read.notes.iter().find(unclear) {
        return Err(FileNote::ListUnreadable {
            cause: unclear.note.code(),
            problem: unclear.to_string(),
        });
    }
    let problems = state.check_list(&read.list);
    let breach = problems
        .iter()
        .find(|problem| problem.weight == Weight::Breach);
    match breach {
        Some(breach) => Err(FileNote::ListInvalid {
            cause: breach.finding.code(),
            problem: list::line(breach),
        }),
        None => Ok(()),
    }
}

/// Who enters players, and what comes from outside with them.
pub struct Entering<'a> {
    pub by: By,
    pub at: Timestamp,
    /// The leader who is the one player (ROLE-5).
    pub leader: Option<StaffId>,
    pub players: &'a [ListedPlayer],
}

impl Entering<'_> {
    /// Returns the numbers that the players get in a tournament.
    pub fn numbers(&self, state: &State) -> impl Iterator<Item = PlayerId> {
        let first = state.players.places();
        (first..first.saturating_add(self.players.len())).map(PlayerId::at)
    }

    /// Returns what is to be done in a tournament, in order. Every digest of the journal is salted; `salt` returns a new
    /// salt each time.
    pub fn requests<E>(
        &self,
        state: &State,
        mut salt: impl FnMut() -> Result<Hex32, E>,
    ) -> Result<Vec<Request>, E> {
        let mut requests = vec![self.registration(&mut salt)?];
        // A table in the file is a wish for that table in every round, a house choice.
        let mut setup = state.setup.clone();
        let wished = self.numbers(state).zip(self.players);
        let wished = wished.filter_map(|(player, listed)| {
            let table = TableNo(listed.table?);
            Some(FixedTable { player, table })
        });
        setup.wishes.fixed_tables.extend(wished);
        if setup != state.setup {
            requests.push(Request::new(self.by, self.at, Command::Configure { setup }));
        }
        for (player, listed) in self.numbers(state).zip(self.players) {
            // Checked already; if the rules have changed since, the tournament refuses the whole file and says why.
            let text = listed.list.as_deref().map(str::as_bytes);
            let read = text.map(|text| lists::read(state.setup.regulation, text));
            let Some(Ok(read)) = read else { continue };
            let attached = Attachment::list(read.list, salt()?);
            let command = hand_in(player, &attached, None, None);
            requests.push(Request::new(self.by, self.at, command).with(attached));
        }
        Ok(requests)
    }

    fn registration<E>(&self, salt: &mut impl FnMut() -> Result<Hex32, E>) -> Result<Request, E> {
        let mut players = Vec::new();
        let mut private = Vec::new();
        for listed in self.players {
            let personal = Personal {
                salt: salt()?,
                name: listed.name.clone(),
                club: listed.club.clone(),
                contact: listed.email.clone(),
            };
            players.push(NewPlayer {
                who: personal.seal(),
                faction: listed.faction.clone(),
                list_points: listed.points,
                leader: self.leader,
            });
            private.push(personal);
        }
        let command = Command::Register { players };
        Ok(Request {
            private,
            ..Request::new(self.by, self.at, command)
        })
    }
}
