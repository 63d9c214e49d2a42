//! Settings of a tournament that are not part of its journal: who runs it here, who may see it, who may join.

use super::{Kept, Versioned, find};
use crate::answer::Answer;
use crate::id::TournamentId;
use crate::ledger::Ledger;
use crate::record::Kind;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// How a tournament is shown and joined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    pub tournament: TournamentId,
    /// The account that runs it, by name.
    #[serde(default)]
    pub organizer: Option<String>,
    /// Whether only those who take part may read it.
    #[serde(default)]
    pub private: bool,
    /// Whether players may register themselves.
    #[serde(default)]
    pub self_registration: bool,
    /// What the desk has put on the projector; left empty, it follows the event.
    #[serde(default)]
    pub projector: Projector,
    /// Whether players may check themselves in.
    #[serde(default)]
    pub self_check_in: bool,
    /// Whether players see their own chances on their phones.
    #[serde(default = "yes")]
    pub phone_chances: bool,
    /// Whether the projector shows everybody's chances between rounds.
    #[serde(default = "yes")]
    pub projector_chances: bool,
    /// The current announcement of the desk.
    #[serde(default)]
    pub announcement: Option<Announcement>,
    /// Earlier announcements, oldest first.
    #[serde(default)]
    pub announced: Vec<Announcement>,
}

/// Settings written before there was such a choice.
fn yes() -> bool {
    true
}

/// What the desk has put on the projector.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Projector {
    /// The view; none follows the event.
    #[serde(default)]
    pub view: Option<String>,
    /// The page that is held, from 1; none turns pages.
    #[serde(default)]
    pub page: Option<u32>,
}

/// A message to everybody, on phones and the projector. It isn't part of the tournament's record, so it isn't in the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announcement {
    pub text: String,
    pub at: Timestamp,
    /// When it disappears.
    pub until: Timestamp,
}

impl Kept for Settings {
    const KIND: Kind = Kind::Settings;

    fn key(&self) -> String {
        self.tournament.to_string()
    }

    fn tournament(&self) -> Option<&TournamentId> {
        Some(&self.tournament)
    }
}

impl Settings {
    /// Returns the default settings: public, and only the desk registers players.
    #[must_use]
    pub fn new(tournament: TournamentId) -> Settings {
        Settings {
            tournament,
            organizer: None,
            private: false,
            self_registration: false,
            projector: Projector::default(),
            self_check_in: false,
            phone_chances: true,
            projector_chances: true,
            announcement: None,
            announced: Vec::new(),
        }
    }

    /// Returns the settings of a tournament, if any were written.
    pub fn find(
        ledger: &dyn Ledger,
        tournament: &TournamentId,
    ) -> Answer<Option<Versioned<Settings>>> {
        find(ledger, tournament.as_str())
    }
}
