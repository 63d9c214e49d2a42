//! How long things are kept. One policy, carried out every hour: whatever is over its time is removed, not only ignored.
//!
//! | what | kept for |
//! | --- | --- |
//! | sessions | 30 days after signing in |
//! | keys against double presses | a day |
//! | wrong codes, newcomers, webhook deliveries | a week |
//! | codes, links and tokens of seats | until 30 days after the tournament ended |
//! | automatic backups | the newest 20 |
//! | backups before a restore or an update | 90 days |

use crate::Service;
use crate::leases::Work;
use crate::problem::Problem;
use crate::summaries;
use jiff::{SignedDuration, Timestamp};
use muster_ledger::people::{Access, Invite, Kept, Newcomer};
use muster_ledger::{Write, backup};
use std::sync::{Arc, Weak};
use std::time::{Duration, SystemTime};

/// How long the ways into a tournament stay open after its end.
const SECRETS: SignedDuration = SignedDuration::from_hours(24 * 30);
/// How long copies are kept that were made before something replaced the data.
const COPIES: Duration = Duration::from_secs(90 * 24 * 60 * 60);
/// How often to look.
const EVERY: Duration = Duration::from_secs(60 * 60);

/// Carries the policy out for as long as somebody holds the application.
pub fn start(app: &Arc<Service>) {
    let app: Weak<Service> = Arc::downgrade(app);
    tokio::spawn(async move {
        while let Some(app) = app.upgrade() {
            if let Err(problem) = sweep(&app, app.now()).await {
                tracing::error!(
                    problem = problem.text,
                    "what is over its time could not be removed"
                );
            }
            drop(app);
            tokio::time::sleep(EVERY).await;
        }
    });
}

/// Removes whatever is over its time at an instant.
pub async fn sweep(app: &Service, now: Timestamp) -> Result<(), Problem> {
    app.rooms.purge(now);
    if let Some(folder) = app.folder.clone() {
        let tidy = move || backup::tidy(&folder, SystemTime::now(), COPIES);
        if let Ok(done) = tokio::task::spawn_blocking(tidy).await {
            done?;
        }
    }
    if !app.holds(Work::Retention).await {
        return Ok(());
    }
    let mut writes = vec![Write::Purge { ended: now }];
    summaries::tidy(app, true).await;
    let ended = summaries::ended_before(app, now.checked_sub(SECRETS).unwrap_or(now)).await?;
    let ledger = app.ledger();
    for id in &ended {
        let invites = Invite::all(ledger, Some(id)).await?;
        writes.extend(invites.iter().map(|invite| invite.value.delete()));
        let tokens = Access::in_tournament(ledger, id).await?;
        writes.extend(tokens.iter().map(Access::revoked));
        let newcomers = Newcomer::all(ledger, id).await?;
        writes.extend(newcomers.iter().map(|newcomer| newcomer.value.delete()));
    }
    ledger.commit(writes).await?;
    Ok(())
}
