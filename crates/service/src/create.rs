//! Creating a tournament for an account.

use crate::people::personal;
use crate::problem::{Cause, Problem};
use crate::room::Room;
use crate::visit::Visitor;
use crate::{Service, secret};
use muster_ledger::people::{Kept, Settings};
use muster_ledger::{TournamentId, Write};
use muster_tournament::Tournament;
use muster_tournament::command::Setup;
use muster_tournament::seeds::Master;
use std::sync::Arc;

/// Returns the account that would run a tournament created by a visitor.
pub fn organizer(visitor: &Visitor) -> Result<String, Problem> {
    visitor
        .account()
        .map(str::to_owned)
        .ok_or_else(|| Problem::from(Cause::CreateNeedsAccount))
}

/// Creates a tournament for an account. The writes that `more` returns for its identifier are part of the same commit.
pub async fn establish(
    service: &Service,
    organizer: String,
    setup: Setup,
    more: impl FnOnce(&TournamentId) -> Vec<Write>,
) -> Result<Arc<Room>, Problem> {
    let seed = secret::random().map_err(Problem::no_random)?;
    let code = secret::letters(secret::ID_LENGTH).map_err(Problem::no_random)?;
    let id = identifier(&setup.name, &code)?;
    let person = personal(&organizer, None, None)?;
    let tournament = Tournament::create(setup, person, &Master::new(seed), service.now())?;
    let mut settings = Settings::new(id.clone());
    settings.organizer = Some(organizer);
    settings.self_registration = true;
    let mut writes = vec![settings.put()];
    writes.extend(more(&id));
    service.rooms.open(id, tournament, seed, writes).await
}

/// Makes a unique identifier that people can read aloud.
pub fn identifier(name: &str, code: &str) -> Result<TournamentId, Problem> {
    let mut words = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        if c.is_ascii_alphanumeric() {
            words.push(c);
        } else if !words.ends_with('-') && !words.is_empty() {
            words.push('-');
        }
    }
    words.truncate(40);
    let words = words.trim_matches('-');
    let code = code.to_ascii_lowercase();
    let text = if words.is_empty() {
        code
    } else {
        format!("{words}-{code}")
    };
    Ok(TournamentId::new(text)?)
}
