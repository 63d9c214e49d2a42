//! Accounts of organizers: names, passwords and sessions. Passwords are stored as Argon2 hashes, and wrong
//! attempts are slowed down.

use crate::problem::{Cause, Problem};
use crate::rate_limit::Target;
use crate::visit::Visitor;
use crate::{Service, names, secret};
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use muster_ledger::people::{Account, Fate, Invite, Purpose, Session, TokenHash, Versioned, Who};
use muster_ledger::{Ledger, LedgerError, Write};
use muster_words::application::Text;
use std::collections::BTreeSet;

/// The shortest password.
pub const SHORTEST: usize = 8;

/// How many different letters a password needs, not counting words that attackers try first.
const FEWEST_LETTERS: usize = 4;

/// The longest: hashing takes as long as the password.
const LONGEST: usize = 1000;

/// Returns the invitation of a link that can still create an account.
pub async fn invite(service: &Service, token: &str) -> Result<Versioned<Invite>, Problem> {
    let found = Invite::find(service.ledger(), secret::digest(token), service.now()).await?;
    let open = found.filter(|found| found.value.fate == Fate::Open);
    let Some(open) = open else {
        return Err(Cause::AccountLinkUsed.into());
    };
    let valid = match open.value.purpose {
        Purpose::Organizer => true,
        // The link of the first start may be in a log. It is worth nothing once the command line has added the owner.
        Purpose::Owner => Account::all(service.ledger()).await?.is_empty(),
        Purpose::Staff { .. } | Purpose::Seat { .. } => false,
    };
    match valid {
        true => Ok(open),
        false => Err(Cause::AccountLinkUsed.into()),
    }
}

/// Refuses names and passwords that no account may have.
pub fn acceptable(name: &str, password: &str) -> Result<(), Problem> {
    if name.trim().is_empty() || name.chars().count() > 80 {
        return Err(Cause::AccountName.into());
    }
    names::check(Text::Name, name)?;
    match password.chars().count() {
        SHORTEST..=LONGEST if easy(name, password) => Err(Cause::PasswordEasy.into()),
        SHORTEST..=LONGEST => Ok(()),
        0..SHORTEST => Err(Cause::PasswordShort { least: SHORTEST }.into()),
        _ => Err(Cause::PasswordLong { most: LONGEST }.into()),
    }
}

/// Words that attackers try first.
const TRIED_FIRST: [&str; 7] = [
    "muster",
    "tournament",
    "organizer",
    "password",
    "passwort",
    "qwerty",
    "12345678",
];

/// Whether hardly anything is left of a password without the holder's name and words that are tried first, or it is made of
/// very few letters.
fn easy(name: &str, password: &str) -> bool {
    let mut rest = password.to_lowercase();
    let name = name.trim().to_lowercase();
    let joined = name.replace(' ', "");
    for word in TRIED_FIRST.into_iter().chain([name.as_str(), &joined]) {
        rest = match word.is_empty() {
            true => rest,
            false => rest.replace(word, ""),
        };
    }
    let letters: BTreeSet<char> = rest.chars().collect();
    letters.len() < FEWEST_LETTERS
}

/// Hashes a password, which takes long on purpose.
pub fn hash(password: &str) -> Option<String> {
    let hash = Argon2::default().hash_password(password.as_bytes());
    hash.map(|hash| hash.to_string()).ok()
}

/// Hashes a password on a thread that may block.
pub async fn hashed(password: String) -> Result<String, Problem> {
    let hashed = tokio::task::spawn_blocking(move || hash(&password)).await;
    hashed
        .ok()
        .flatten()
        .ok_or_else(|| Cause::PasswordNotSaved.into())
}

async fn matches(password: String, kept: String) -> bool {
    let work = move || {
        PasswordHash::new(&kept).is_ok_and(|kept| {
            Argon2::default()
                .verify_password(password.as_bytes(), &kept)
                .is_ok()
        })
    };
    tokio::task::spawn_blocking(work).await.unwrap_or(false)
}

/// Returns the account that a name and a password belong to.
pub async fn account_of(
    service: &Service,
    visitor: &Visitor,
    name: &str,
    password: String,
) -> Result<Option<Versioned<Account>>, Problem> {
    let trying = service
        .limits
        .try_at(Target::Password(name), visitor.from());
    let trying = trying.await?;
    let account = Account::find(service.ledger(), name).await?;
    let _leave = service.limits.hashing().await;
    // An unknown name takes as long as a wrong password, so that names cannot be found out.
    let kept = account
        .as_ref()
        .map_or_else(String::new, |account| account.value.password.clone());
    let good = if kept.is_empty() {
        hashed(password).await?;
        false
    } else {
        matches(password, kept).await
    };
    let account = account.filter(|_| good);
    match account {
        Some(_) => {
            tracing::info!(from = %visitor.from(), account = name, "signed in");
            trying.right();
        }
        None => {
            trying.wrong().await?;
            tracing::warn!(from = %visitor.from(), "a wrong password was given");
        }
    }
    Ok(account)
}

/// Ends all sessions of an account but one.
pub async fn signed_out(
    ledger: &dyn Ledger,
    name: &str,
    but: Option<TokenHash>,
) -> Result<Vec<Write>, LedgerError> {
    let sessions = Session::of(ledger, &Who::Account(name.to_owned())).await?;
    let tokens = sessions.into_iter().map(|session| session.value.token);
    let ended = tokens.filter(|token| Some(*token) != but);
    Ok(ended.map(Session::end).collect())
}

#[cfg(test)]
mod tests {
    use super::acceptable;

    #[test]
    fn passwords_that_are_tried_first_are_refused() {
        let rows = [
            ("correct horse", true),
            ("look around", true),
            ("Robin likes rain", true),
            ("robinvale", false),
            ("Robin Vale1", false),
            ("password1", false),
            ("mustermuster", false),
            ("12345678", false),
            ("aaaaaaaaaa", false),
            ("abababab", false),
            ("short", false),
        ];
        for (password, good) in rows {
            for name in ["Robin Vale", "robin"] {
                let fits = acceptable(name, password).is_ok();
                assert!(
                    fits == good || name == "robin" && password.contains("obin"),
                    "{name} {password}"
                );
            }
        }
    }
}
