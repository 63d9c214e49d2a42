//! Accounts: the owner of the installation and organizers, who sign in with a password.

use super::{Kept, Versioned, find, list};
use crate::answer::Answer;
use crate::ledger::Ledger;
use crate::record::Kind;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Somebody with a password.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// The name to sign in with, as its owner writes it.
    pub name: String,
    /// The password as argon2 keeps it.
    pub password: String,
    /// Whether this is the owner of the installation, who may invite organizers.
    pub owner: bool,
    pub created: Timestamp,
}

impl Kept for Account {
    const KIND: Kind = Kind::Account;

    fn key(&self) -> String {
        key(&self.name)
    }
}

impl Account {
    /// Returns the account of a name; upper and lower case and spaces around it do not matter.
    pub fn find(ledger: &dyn Ledger, name: &str) -> Answer<Option<Versioned<Account>>> {
        find(ledger, &key(name))
    }

    /// Returns all accounts. None at all means that nobody has claimed this installation yet.
    pub fn all(ledger: &dyn Ledger) -> Answer<Vec<Versioned<Account>>> {
        list(ledger, None)
    }
}

fn key(name: &str) -> String {
    name.trim().to_lowercase()
}
