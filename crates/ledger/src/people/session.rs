//! Sessions: browsers that are signed in, known by the digest of their cookie.

use super::{Kept, TokenHash, Versioned, current, find, list};
use crate::answer::Answer;
use crate::id::TournamentId;
use crate::ledger::{Ledger, Write};
use crate::record::Kind;
use jiff::Timestamp;
use muster_tournament::ids::By;
use serde::{Deserialize, Serialize};

/// Somebody a browser may act as.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// The holder of an account, by name.
    Account(String),
    /// A staff member or a player of one tournament.
    Seat { tournament: TournamentId, by: By },
}

/// A browser that is signed in. One browser may be a player here and a judge there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// The digest of its cookie.
    pub token: TokenHash,
    /// The people it may act as.
    pub who: Vec<Who>,
    pub created: Timestamp,
    pub expires: Timestamp,
    /// The kind of browser, in words its owner would use.
    #[serde(default)]
    pub device: Option<String>,
}

impl Kept for Session {
    const KIND: Kind = Kind::Session;

    fn key(&self) -> String {
        self.token.0.to_string()
    }

    fn expires(&self) -> Option<Timestamp> {
        Some(self.expires)
    }
}

impl Session {
    /// Returns the session of a cookie, unless it has ended.
    pub fn find(
        ledger: &dyn Ledger,
        token: TokenHash,
        now: Timestamp,
    ) -> Answer<Option<Versioned<Session>>> {
        find(ledger, &token.0.to_string()).and_then(move |found| Ok(current(found, now)))
    }

    /// Returns all sessions in which somebody may act, including expired ones.
    pub fn of(ledger: &dyn Ledger, who: &Who) -> Answer<Vec<Versioned<Session>>> {
        let who = who.clone();
        list(ledger, None).and_then(move |found: Vec<Versioned<Session>>| {
            let own = found.into_iter();
            Ok(own.filter(|found| found.value.who.contains(&who)).collect())
        })
    }

    /// Returns all sessions in which somebody has a place in a tournament, including expired ones.
    pub fn in_tournament(
        ledger: &dyn Ledger,
        tournament: &TournamentId,
    ) -> Answer<Vec<Versioned<Session>>> {
        let wanted = tournament.clone();
        list(ledger, None).and_then(move |mut found: Vec<Versioned<Session>>| {
            found.retain(|session| {
                let mut who = session.value.who.iter();
                who.any(|who| matches!(who, Who::Seat { tournament, .. } if *tournament == wanted))
            });
            Ok(found)
        })
    }

    /// Returns a name that does not reveal the cookie: the beginning of its digest.
    #[must_use]
    pub fn id(&self) -> String {
        let mut id = self.token.0.to_string();
        id.truncate(12);
        id
    }

    /// Ends the session of a cookie.
    #[must_use]
    pub fn end(token: TokenHash) -> Write {
        Write::Delete {
            kind: Session::KIND,
            key: token.0.to_string(),
        }
    }
}
