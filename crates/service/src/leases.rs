//! Leases for work that one server does for all: sending webhooks, writing backups and round folders, removing what has
//! expired.
//!
//! A server that wants to do such work asks here each time before it begins. It holds the lease for as long as it renews
//! it; a server that died or hangs loses it to another one. Work that was under way at that moment may be done twice, so
//! all of it can be repeated without harm.

use jiff::Timestamp;
use muster_ledger::people::{Kept, Lease};
use muster_ledger::{Expect, Ledger, LedgerError};
use std::collections::HashMap;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// How long others wait for a silent holder.
pub const LEASE: Duration = Duration::from_secs(30);
/// How long a holder works before it renews its lease. What it begins within this time must end before the lease does.
const RENEW: Duration = Duration::from_secs(10);

/// A kind of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Work {
    /// Writing deliveries to webhooks and sending them.
    Webhooks,
    /// Copies of the data after a round, and the folders of published rounds.
    Backups,
    /// Removing expired records.
    Retention,
    /// Summing up tournaments that were written without a summary.
    Summaries,
}

impl Work {
    fn name(self) -> &'static str {
        match self {
            Work::Webhooks => "webhooks",
            Work::Backups => "backups",
            Work::Retention => "retention",
            Work::Summaries => "summaries",
        }
    }
}

/// What a server knows about all leases.
pub struct Leases {
    /// No other server uses this data, so an existing lease was left behind by a server that has stopped.
    pub alone: bool,
    /// The name of this server in the lease records.
    holder: String,
    seen: Mutex<HashMap<Work, Seen>>,
}

/// A lease as it was last seen.
#[derive(Clone, PartialEq, Eq)]
struct Seen {
    holder: String,
    version: u64,
    /// When it last changed.
    since: Instant,
}

impl Leases {
    /// Holds no lease yet.
    #[must_use]
    pub fn new(address: &str, now: Timestamp) -> Leases {
        let process = std::process::id();
        Leases {
            alone: false,
            holder: format!("{address} {process} {}", now.as_nanosecond()),
            seen: Mutex::default(),
        }
    }

    /// Returns whether this server holds the lease for a kind of work. Takes it if it is free or its holder is gone.
    pub async fn hold(
        &self,
        ledger: &dyn Ledger,
        work: Work,
        now: Timestamp,
    ) -> Result<bool, LedgerError> {
        let mut all = self.seen.lock().await;
        let begun = Instant::now();
        let seen = all.get(&work);
        let own = seen.is_some_and(|seen| seen.holder == self.holder);
        let age = seen.map_or(Duration::ZERO, |seen| begun - seen.since);
        if own && age < RENEW {
            return Ok(true);
        }
        let there = Lease::find(ledger, work.name()).await?;
        let version = there.as_ref().map_or(0, |there| there.version);
        let expect = match there {
            None => Expect::Nothing,
            Some(there) => {
                let holder = there.value.holder;
                let same =
                    seen.is_some_and(|seen| seen.holder == holder && seen.version == version);
                let free = self.alone || same && (own || age >= LEASE);
                if !free {
                    if !same {
                        let since = begun;
                        all.insert(
                            work,
                            Seen {
                                holder,
                                version,
                                since,
                            },
                        );
                    }
                    return Ok(false);
                }
                Expect::Version(version)
            }
        };
        let lease = Lease {
            work: work.name().to_owned(),
            holder: self.holder.clone(),
            until: now.checked_add(LEASE).unwrap_or(now),
        };
        match ledger.commit(vec![lease.put_if(expect)]).await {
            Ok(_) => {
                let seen = Seen {
                    holder: lease.holder,
                    version: version + 1,
                    since: begun,
                };
                all.insert(work, seen);
                Ok(true)
            }
            // Another server was faster.
            Err(LedgerError::Changed { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }
}
