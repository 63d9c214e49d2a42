//! Wishes that make a tournament, done once for each key: sent again, they are answered with the tournament of the first
//! time, also after a restart. Relies on the key being written together with the tournament, all or none.

use super::sent::Sent;
use crate::app::Shared;
use crate::problem::Problem;
use axum::http::StatusCode;
use jiff::Timestamp;
use muster_ledger::people::{Answered, Kept, TokenHash};
use muster_ledger::{TournamentId, Write};
use muster_service::idempotency::other_wish;
use muster_service::secret;
use muster_service::visit::REMEMBERED;

/// A wish, with the key by which its sender knows it, if there is one.
pub struct Once {
    key: Option<TokenHash>,
    asked: TokenHash,
    now: Timestamp,
}

impl Once {
    /// Takes the key of what somebody sent, for one kind of wish.
    #[must_use]
    pub fn of<T>(app: &Shared, kind: &str, account: &str, sent: &Sent<T>) -> Once {
        let key = sent.key.as_ref();
        Once {
            key: key.map(|key| secret::digest(&format!("api {kind} {account} {key}"))),
            asked: sent.digest,
            now: app.now(),
        }
    }

    /// Returns what became of the wish, if it came before; another one under the same key is refused.
    pub async fn before(&self, app: &Shared) -> Result<Option<Answered>, Problem> {
        let Some(key) = self.key else {
            return Ok(None);
        };
        let found = Answered::find(app.ledger(), key, self.now).await?;
        match found.map(|found| found.value) {
            Some(answered) if answered.asked != Some(self.asked) => Err(other_wish().into()),
            answered => Ok(answered),
        }
    }

    /// Returns what became of the wish where it could not be done: the same request may have been faster by a moment.
    pub async fn instead(&self, app: &Shared, problem: Problem) -> Result<Answered, Problem> {
        if problem.status != StatusCode::CONFLICT {
            return Err(problem);
        }
        self.before(app).await?.ok_or(problem)
    }

    /// Returns what to write together with the tournament.
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
