//! Idempotency for requests that create a tournament: the same key again is answered with the tournament of the first
//! request, even after a restart. The key is written in the same commit as the tournament.

use super::sent::Sent;
use crate::app::Shared;
use crate::problem::Problem;
use axum::http::StatusCode;
use jiff::Timestamp;
use muster_ledger::people::{Answered, Kept, TokenHash};
use muster_ledger::{TournamentId, Write};
use muster_service::problem::Cause;
use muster_service::room::Room;
use muster_service::secret;
use muster_service::visit::REMEMBERED;
use std::sync::Arc;

/// A request that creates a tournament, and its idempotency key if it has one.
pub struct Once {
    key: Option<TokenHash>,
    asked: TokenHash,
    now: Timestamp,
}

impl Once {
    /// Reads the key of a request to create a tournament in some way, by an account.
    #[must_use]
    pub fn of<T>(app: &Shared, kind: &str, account: &str, sent: &Sent<T>) -> Once {
        let key = sent.key.as_ref();
        Once {
            key: key.map(|key| secret::digest(&format!("api {kind} {account} {key}"))),
            asked: sent.digest,
            now: app.now(),
        }
    }

    /// Creates a tournament, unless the key was used before. Returns it with its position at that time.
    pub async fn run(
        &self,
        app: &Shared,
        create: impl AsyncFnOnce() -> Result<(Arc<Room>, u64), Problem>,
    ) -> Result<(Arc<Room>, u64), Problem> {
        let before = match self.before(app).await? {
            Some(before) => before,
            None => match create().await {
                Ok(created) => return Ok(created),
                // The same request may have been a moment faster.
                Err(problem) if problem.status == StatusCode::CONFLICT => {
                    self.before(app).await?.ok_or(problem)?
                }
                Err(problem) => return Err(problem),
            },
        };
        let room = app.rooms.room(&before.tournament).await?;
        Ok((room, before.position))
    }

    /// Returns what the key was used for before; a different request with the same key is refused.
    async fn before(&self, app: &Shared) -> Result<Option<Answered>, Problem> {
        let Some(key) = self.key else {
            return Ok(None);
        };
        let found = Answered::find(app.ledger(), key, self.now).await?;
        match found.map(|found| found.value) {
            Some(answered) if answered.asked != Some(self.asked) => Err(Cause::KeyReused.into()),
            answered => Ok(answered),
        }
    }

    /// Returns what to write in the same commit as the tournament.
    #[must_use]
    pub fn remembered(&self, id: &TournamentId, position: u64) -> Vec<Write> {
        let answered = self.key.map(|request| Answered {
            request,
            tournament: id.clone(),
            position,
            asked: Some(self.asked),
            expires: self.now.checked_add(REMEMBERED).unwrap_or(self.now),
        });
        answered.iter().map(Kept::add).collect()
    }
}
