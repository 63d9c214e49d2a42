//! The players of a foreign file while it is read: found by what its rounds call them. Promises that a name or number
//! that the list of players does not have still becomes a player, with a note, so that no opponent is lost.

use crate::foreign::{Claimed, Dropped, ForeignPlayer};
use crate::json::Notes;
use crate::text::{excerpt, tidy};
use muster_tournament::PlayerId;
use muster_words::files::FileNote;
use std::collections::HashMap;

/// What the rounds of a format call a player.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keys {
    Ids,
    Names,
}

/// The players read so far.
pub(crate) struct Roster {
    keys: Keys,
    players: Vec<ForeignPlayer>,
    by_key: HashMap<String, PlayerId>,
    paths: Vec<String>,
}

impl Roster {
    pub(crate) fn new(keys: Keys) -> Roster {
        Roster {
            keys,
            players: Vec::new(),
            by_key: HashMap::new(),
            paths: Vec::new(),
        }
    }

    /// Adds a player of the list of players; what else is known is filled in by the caller.
    pub(crate) fn add(
        &mut self,
        key: Option<String>,
        name: Option<String>,
        path: &str,
        notes: &mut Notes,
    ) -> &mut ForeignPlayer {
        let id = PlayerId::at(self.players.len());
        if name.is_none() {
            notes.add(path, FileNote::PlayerUnnamed);
        }
        match &key {
            None if self.keys == Keys::Ids => {
                notes.add(path, FileNote::PlayerWithoutId);
            }
            None => {}
            Some(key) => match self
                .by_key
                .get(key)
                .and_then(|known| self.paths.get(known.index()))
            {
                None => {
                    self.by_key.insert(key.clone(), id);
                }
                Some(known) => {
                    let (key, first) = (excerpt(key), known.clone());
                    let note = match self.keys {
                        Keys::Ids => FileNote::IdTaken { id: key, first },
                        Keys::Names => FileNote::NameTaken { name: key, first },
                    };
                    notes.add(path, note);
                }
            },
        }
        let name = name.unwrap_or_else(|| match &key {
            Some(key) => format!("Player {key}"),
            None => format!("Player {id}"),
        });
        self.paths.push(path.to_owned());
        self.push(key, name)
    }

    fn push(&mut self, key: Option<String>, name: String) -> &mut ForeignPlayer {
        let index = self.players.len();
        self.players.push(ForeignPlayer {
            key,
            name,
            namesake: false,
            dropped: Dropped::No,
            list_points: None,
            list: None,
            seed: None,
            claimed: Claimed::default(),
        });
        &mut self.players[index]
    }

    /// Returns the player with a key.
    pub(crate) fn find(&self, key: &str) -> Option<PlayerId> {
        self.by_key.get(key).copied()
    }

    /// Returns a player for changes.
    pub(crate) fn player_mut(&mut self, id: PlayerId) -> Option<&mut ForeignPlayer> {
        self.players.get_mut(id.index())
    }

    /// Returns the players with a seed or a rank in the bracket in the file.
    pub(crate) fn seeded(&self) -> impl Iterator<Item = PlayerId> {
        let players = self.players.iter().enumerate();
        let in_bracket = |p: &ForeignPlayer| p.seed.is_some() || p.claimed.bracket_rank.is_some();
        players
            .filter(move |(_, player)| in_bracket(player))
            .map(|(index, _)| PlayerId::at(index))
    }

    /// Returns the name of a player.
    pub(crate) fn name(&self, id: PlayerId) -> &str {
        self.players
            .get(id.index())
            .map_or("?", |player| &player.name)
    }

    /// Returns the player with a key; one that is not in the list of players is added.
    pub(crate) fn find_or_add(&mut self, key: &str, path: &str, notes: &mut Notes) -> PlayerId {
        if let Some(id) = self.find(key) {
            return id;
        }
        notes.add(path, FileNote::PlayerAdded { key: excerpt(key) });
        let id = PlayerId::at(self.players.len());
        let name = match self.keys {
            Keys::Ids => format!("Player {key}"),
            Keys::Names => key.to_owned(),
        };
        self.by_key.insert(key.to_owned(), id);
        self.paths.push(path.to_owned());
        self.push(Some(key.to_owned()), name);
        id
    }

    /// Returns the players, with those of the same name marked and noted.
    pub(crate) fn into_players(mut self, notes: &mut Notes) -> Vec<ForeignPlayer> {
        let mut first: HashMap<String, usize> = HashMap::new();
        for index in 0..self.players.len() {
            let name = tidy(&self.players[index].name).to_lowercase();
            let Some(before) = first.get(&name).copied() else {
                first.insert(name, index);
                continue;
            };
            self.players[before].namesake = true;
            self.players[index].namesake = true;
            // Where names are the keys, adding the second one has made a note already.
            if self.keys == Keys::Ids {
                let note = FileNote::SameName {
                    name: excerpt(&self.players[index].name),
                    first: self.paths[before].clone(),
                };
                notes.add(self.paths[index].clone(), note);
            }
        }
        self.players
    }
}
