//! Limits on live streams. A stream stays open for hours, so there are fewer places for streams than for connections, and one
//! address gets only a part of them. Staff always get one. Pages that are refused a stream reload now and then instead.

use muster_service::rate_limit::place;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many streams every address may have.
const FEW: usize = 8;

/// The streams of a server.
pub struct Streams {
    /// The limit for everybody but staff.
    most: usize,
    each: usize,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    count: usize,
    by_address: HashMap<String, usize>,
}

/// An open stream; dropping it frees its place.
pub struct Stream {
    all: Arc<Streams>,
    from: String,
}

impl Streams {
    /// Sets the limits for a number of connections: a quarter of them stays free for pages and commands.
    #[must_use]
    pub fn new(connections: usize) -> Arc<Streams> {
        let most = connections / 4 * 3;
        Arc::new(Streams {
            most,
            each: (most / 4).max(FEW),
            open: Mutex::default(),
        })
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how many streams are open.
    #[must_use]
    pub fn count(&self) -> usize {
        self.open().count
    }

    /// Opens a stream unless there are too many.
    pub fn enter(self: &Arc<Streams>, from: IpAddr, staff: bool) -> Option<Stream> {
        let from = place(from);
        let mut open = self.open();
        let here = open.by_address.get(&from).copied().unwrap_or(0);
        if !staff && (here >= self.each || open.count >= self.most) {
            return None;
        }
        open.count += 1;
        *open.by_address.entry(from.clone()).or_default() += 1;
        let all = Arc::clone(self);
        Some(Stream { all, from })
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        let mut open = self.all.open();
        open.count -= 1;
        if let Some(count) = open.by_address.get_mut(&self.from) {
            *count -= 1;
            if *count == 0 {
                open.by_address.remove(&self.from);
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
