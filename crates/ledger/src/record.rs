//! Records: small values under a key, for everything a server stores beside the journals. Their types are in
//! [`crate::people`]; a store sees only kind, key and JSON, so that a second store has little to repeat.

use crate::id::TournamentId;
use jiff::Timestamp;

/// What a record is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Somebody with a password.
    Account,
    /// A browser that is signed in.
    Session,
    /// A link or a code that lets somebody in.
    Invite,
    /// How a tournament is shown and joined.
    Settings,
    /// A request that was answered and may come again.
    Answered,
    Attempt,
    /// A token for a program.
    Access,
    Hook,
    /// Something on its way to a webhook.
    Delivery,
    /// Somebody who waits for the desk to register them.
    Newcomer,
    Season,
    /// Work that one of several servers does.
    Lease,
    /// Wrong passwords or codes that somebody entered.
    Tries,
    /// Whether this machine or its standby leads.
    Lead,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 12] = [
        Kind::Account,
        Kind::Session,
        Kind::Invite,
        Kind::Settings,
        Kind::Answered,
        Kind::Attempt,
        Kind::Access,
        Kind::Hook,
        Kind::Delivery,
        Kind::Newcomer,
        Kind::Season,
        Kind::Lead,
    ];

    /// Returns the kind with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns the name of the kind in a store.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Account => "account",
            Kind::Session => "session",
            Kind::Invite => "invite",
            Kind::Settings => "settings",
            Kind::Answered => "answered",
            Kind::Attempt => "attempt",
            Kind::Access => "access",
            Kind::Hook => "hook",
            Kind::Delivery => "delivery",
            Kind::Newcomer => "newcomer",
            Kind::Season => "season",
            Kind::Lease => "lease",
            Kind::Tries => "tries",
            Kind::Lead => "lead",
        }
    }
}

/// A value under a key.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// What it is about.
    pub kind: Kind,
    /// Its key, unique within its kind.
    pub key: String,
    /// The tournament it belongs to, if any.
    pub tournament: Option<TournamentId>,
    /// The value, as JSON.
    pub value: String,
    /// When it may be deleted, if ever.
    pub expires: Option<Timestamp>,
    /// How often it was written. The store counts; it ignores the value here when a record is written.
    pub version: u64,
}

/// What must be under a key for a record to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expect {
    Anything,
    Nothing,
    /// The version that the writer has seen.
    Version(u64),
}
