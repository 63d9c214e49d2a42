//! Invites: links and short codes that let somebody in, known by their digests. A short code is guessable across
//! tournaments, so its digest must be made from the code together with the tournament's identifier.

use super::{Kept, TokenHash, Versioned, current, find, list};
use crate::answer::Answer;
use crate::id::TournamentId;
use crate::ledger::{Ledger, Write};
use crate::record::Kind;
use jiff::Timestamp;
use muster_regulations::Role;
use muster_tournament::ids::PlayerId;
use serde::{Deserialize, Serialize};

/// What an invite is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Becoming the owner of a fresh installation.
    Owner,
    /// Becoming an organizer with an account.
    Organizer,
    /// Joining the staff of a tournament.
    Staff {
        tournament: TournamentId,
        role: Role,
    },
    /// Taking a player's seat.
    Seat {
        tournament: TournamentId,
        player: PlayerId,
    },
}

/// What became of an invite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Not used yet.
    Open,
    /// Used. The caller decides whether it may be used again.
    Used(Timestamp),
    /// No longer valid, because it was replaced by another.
    Withdrawn(Timestamp),
}

/// A link or a code that lets somebody in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invite {
    /// The digest of the link's token or of the code.
    pub token: TokenHash,
    /// What it is for.
    pub purpose: Purpose,
    pub created: Timestamp,
    /// When it expires, if ever.
    pub expires: Option<Timestamp>,
    /// What became of it.
    pub fate: Fate,
}

impl Kept for Invite {
    const KIND: Kind = Kind::Invite;

    fn key(&self) -> String {
        self.token.0.to_string()
    }

    fn tournament(&self) -> Option<&TournamentId> {
        match &self.purpose {
            Purpose::Owner | Purpose::Organizer => None,
            Purpose::Staff { tournament, .. } | Purpose::Seat { tournament, .. } => {
                Some(tournament)
            }
        }
    }

    fn expires(&self) -> Option<Timestamp> {
        self.expires
    }
}

impl Invite {
    /// Returns the invite with a token or code, used or not, unless it has expired.
    pub fn find(
        ledger: &dyn Ledger,
        token: TokenHash,
        now: Timestamp,
    ) -> Answer<Option<Versioned<Invite>>> {
        find(ledger, &token.0.to_string()).and_then(move |found| Ok(current(found, now)))
    }

    /// Returns all invites of a tournament, or those to the installation itself.
    pub fn all(
        ledger: &dyn Ledger,
        tournament: Option<&TournamentId>,
    ) -> Answer<Vec<Versioned<Invite>>> {
        list(ledger, tournament)
    }
}

impl Versioned<Invite> {
    /// Marks it as used. Of two who use it at once, one fails with [`crate::LedgerError::Changed`].
    #[must_use]
    pub fn used(&self, at: Timestamp) -> Write {
        self.with(Fate::Used(at))
    }

    /// Marks it as no longer valid.
    #[must_use]
    pub fn withdrawn(&self, at: Timestamp) -> Write {
        self.with(Fate::Withdrawn(at))
    }

    fn with(&self, fate: Fate) -> Write {
        self.replace(&Invite {
            fate,
            ..self.value.clone()
        })
    }
}
