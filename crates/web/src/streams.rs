//! How many may follow live. A stream stays open for hours, so there are fewer places for them than for connections, and
//! one address gets only a part of them. Staff always get one. Whoever gets none is told so and asks now and then.

use muster_service::rate_limit::place;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Streams from one address that are never too many.
const FEW: usize = 8;

/// The streams of a server.
pub struct Streams {
    /// For all but staff.
    most: usize,
    each: usize,
    open: Mutex<HashMap<String, usize>>,
}

/// A stream that is open; it gives its place back when it ends.
pub struct Stream {
    all: Arc<Streams>,
    from: String,
}

impl Streams {
    /// Makes places for streams among so many connections: a quarter stays free for pages and commands.
    #[must_use]
    pub fn new(connections: usize) -> Arc<Streams> {
        let most = connections / 4 * 3;
        Arc::new(Streams {
            most,
            each: (most / 4).max(FEW),
            open: Mutex::default(),
        })
    }

    fn open(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how many are open.
    #[must_use]
    pub fn count(&self) -> usize {
        self.open().values().sum()
    }

    /// Opens a stream, if there is a place for it.
    pub fn enter(self: &Arc<Streams>, from: IpAddr, staff: bool) -> Option<Stream> {
        let from = place(from);
        let mut open = self.open();
        let here = open.get(&from).copied().unwrap_or(0);
        if !staff && (here >= self.each || open.values().sum::<usize>() >= self.most) {
            return None;
        }
        *open.entry(from.clone()).or_default() += 1;
        let all = Arc::clone(self);
        Some(Stream { all, from })
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        let mut open = self.all.open();
        if let Some(count) = open.get_mut(&self.from) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.from);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn one_address_gets_a_part_all_get_most_and_staff_always_one() {
        let all = Streams::new(80);
        let at = |last| IpAddr::V4(Ipv4Addr::new(192, 0, 2, last));
        let take = |last: u8, count: usize| -> Vec<Stream> {
            (0..count)
                .filter_map(|_| all.enter(at(last), false))
                .collect()
        };
        let first = take(1, 100);
        assert_eq!(first.len(), 15);
        let more: Vec<Stream> = (2..10).flat_map(|last| take(last, 100)).collect();
        assert_eq!(first.len() + more.len(), 60);
        assert!(all.enter(at(77), false).is_none());
        let staff = all.enter(at(1), true);
        assert!(staff.is_some());
        drop((first, staff));
        assert_eq!(all.count(), 45);
        assert!(all.enter(at(1), false).is_some());
    }
}
