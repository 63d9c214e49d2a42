//! Retention: one policy, carried out every hour. Whatever has expired is removed, not only ignored.
//!
//! | what | kept for |
//! | --- | --- |
//! | sessions | 30 days after signing in |
//! | idempotency keys | a day |
//! | wrong codes, newcomers, webhook deliveries | a week |
//! | codes, links and tokens of seats | until 30 days after the tournament ended |
//! | automatic backups | the newest 20 |
//! | backups before a restore or an update | 90 days |

use crate::Service;
use crate::leases::Work;
use crate::problem::Problem;
use crate::summaries;
use jiff::{SignedDuration, Timestamp};
use muster_ledger::{Kind, Record, TournamentId, Write, backup};
use std::collections::BTreeSet;
use std::sync::{Arc, Weak};
use std::time::{Duration, SystemTime};

/// How long codes, links and tokens work after the end of a tournament.
const SECRETS: SignedDuration = SignedDuration::from_hours(24 * 30);
/// How long backups are kept that were made before a restore or an update.
const COPIES: Duration = Duration::from_secs(90 * 24 * 60 * 60);
/// How often to look.
const EVERY: Duration = Duration::from_secs(60 * 60);

/// Carries out the policy for as long as the application exists.
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

/// Removes whatever has expired at an instant.
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
    let before = now.checked_sub(SECRETS).unwrap_or(now);
    let ledger = app.ledger();
    // From the records to their tournaments: most tournaments ended long ago and have no such records left.
    for kind in [Kind::Invite, Kind::Access, Kind::Newcomer] {
        let records = ledger.all_records(kind).await?;
        let tournaments = records
            .iter()
            .filter_map(|record| record.tournament.clone());
        let tournaments: BTreeSet<TournamentId> = tournaments.collect();
        let ended = summaries::ended_before(app, &tournaments, before).await?;
        let over = |record: &Record| matches!(&record.tournament, Some(id) if ended.contains(id));
        let over = records.into_iter().filter(over);
        writes.extend(over.map(|Record { kind, key, .. }| Write::Delete { kind, key }));
    }
    ledger.commit(writes).await?;
    Ok(())
}
