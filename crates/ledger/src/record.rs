//! Records: small values under a key, for everything a server stores beside the journals. Their types are in
//! [`crate::people`]; a store sees only kind, key and JSON, so that a second store has little to repeat.

use crate::id::TournamentId;
use jiff::Timestamp;

/// Writes the kinds once, with their names in a store: a kind that is not in the list would not be copied to a standby.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $name:literal,)*) => {
        /// What a record is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Kind {
            $($(#[$doc])* $kind,)*
        }

        impl Kind {
            /// All of them.
            pub const ALL: &[Kind] = &[$(Kind::$kind),*];

            /// Returns the name of the kind in a store.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Kind::$kind => $name,)*
                }
            }
        }
    };
}

kinds! {
    /// Somebody with a password.
    Account "account",
    /// A browser that is signed in.
    Session "session",
    /// A link or a code that lets somebody in.
    Invite "invite",
    /// How a tournament is shown and joined.
    Settings "settings",
    /// A request that was answered and may come again.
    Answered "answered",
    Attempt "attempt",
    /// A token for a program.
    Access "access",
    Hook "hook",
    /// Something on its way to a webhook.
    Delivery "delivery",
    /// Somebody who waits for the desk to register them.
    Newcomer "newcomer",
    Season "season",
    /// Work that one of several servers does.
    Lease "lease",
    /// Wrong passwords or codes that somebody entered.
    Tries "tries",
    /// Whether this machine or its standby leads.
    Lead "lead",
}

impl Kind {
    /// Returns the kind with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|kind| kind.name() == name)
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
