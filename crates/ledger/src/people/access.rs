//! Access for programs: tokens that people give to scripts, overlays and other machines, known by their digests. Each acts
//! for one person and for one purpose, and ends as soon as it is revoked.

use super::{Kept, TokenHash, Versioned, Who, current, find, list};
use crate::answer::Answer;
use crate::id::TournamentId;
use crate::ledger::{Ledger, Write};
use crate::record::Kind;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// What a token can be used for. It can never do more than the person it acts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TokenPurpose))]
pub enum Scope {
    /// Read what the person may read.
    Read,
    /// Everything the person may do.
    Desk,
    /// Whatever a judge may do.
    Judge,
    /// Whatever players may do for themselves.
    Player,
}

impl Scope {
    /// All of them, the least first.
    pub const ALL: [Scope; 4] = [Scope::Read, Scope::Player, Scope::Judge, Scope::Desk];

    /// Returns the short name.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Desk => "desk",
            Scope::Judge => "judge",
            Scope::Player => "player",
        }
    }

    /// Returns the scope with a short name.
    #[must_use]
    pub fn named(id: &str) -> Option<Scope> {
        Scope::ALL.into_iter().find(|scope| scope.id() == id)
    }
}

/// A token for a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Access {
    /// The digest of the token.
    pub token: TokenHash,
    /// The person it acts for.
    pub who: Who,
    /// Its purpose, under the name in which earlier versions stored it.
    #[serde(rename = "reach")]
    pub scope: Scope,
    /// The owner's label.
    pub label: String,
    pub created: Timestamp,
    /// When it expires, if ever.
    pub expires: Option<Timestamp>,
}

impl Kept for Access {
    const KIND: Kind = Kind::Access;

    fn key(&self) -> String {
        self.token.0.to_string()
    }

    fn tournament(&self) -> Option<&TournamentId> {
        match &self.who {
            Who::Account(_) => None,
            Who::Seat { tournament, .. } => Some(tournament),
        }
    }

    fn expires(&self) -> Option<Timestamp> {
        self.expires
    }
}

impl Access {
    /// Returns a name that does not reveal the token: the beginning of its digest.
    #[must_use]
    pub fn id(&self) -> String {
        let mut id = self.token.0.to_string();
        id.truncate(12);
        id
    }

    /// Returns the token with a digest, unless it has expired.
    pub fn find(
        ledger: &dyn Ledger,
        token: TokenHash,
        now: Timestamp,
    ) -> Answer<Option<Versioned<Access>>> {
        find(ledger, &token.0.to_string()).and_then(move |found| Ok(current(found, now)))
    }

    /// Returns all tokens that act for somebody, oldest first, including expired ones.
    pub fn of(ledger: &dyn Ledger, who: &Who) -> Answer<Vec<Access>> {
        let tournament = match who {
            Who::Account(_) => None,
            Who::Seat { tournament, .. } => Some(tournament),
        };
        let who = who.clone();
        list(ledger, tournament).and_then(move |found| {
            let all = found.into_iter().map(|found| found.value);
            let mut own: Vec<Access> = all.filter(|access: &Access| access.who == who).collect();
            own.sort_by_key(|access| access.created);
            Ok(own)
        })
    }

    /// Returns all tokens that act for somebody in a tournament, including expired ones.
    pub fn in_tournament(ledger: &dyn Ledger, tournament: &TournamentId) -> Answer<Vec<Access>> {
        list(ledger, Some(tournament)).and_then(|found| {
            let all = found.into_iter();
            Ok(all.map(|found: Versioned<Access>| found.value).collect())
        })
    }

    /// Ends the access that it gives.
    #[must_use]
    pub fn revoked(&self) -> Write {
        self.delete()
    }
}
