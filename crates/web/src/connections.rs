//! The limit on connections. Each connection is an open file, and the system limits these: when all places are taken, a new
//! connection replaces the least important one, so that a crowd of waiting connections never keeps the desk out.
//!
//! Strangers are less important than players, and players less than staff, who never lose their place. Among equals, the
//! address with the most connections loses one: an idle one first, and the oldest first. A phone that loses its live
//! connection reconnects automatically.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Files for everything but connections: the database and its readers, copies, webhooks, paper.
const RESERVED: usize = 64;
/// Connections that even the smallest system must allow.
const FEWEST: usize = 16;
/// More would cost more memory than a hall's laptop has to give.
const MOST: usize = 16_384;

/// Who is at the other end, as far as is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Standing {
    Stranger,
    /// Somebody who plays in a tournament.
    Player,
    /// Somebody who is on the staff or has an account.
    Staff,
}

/// A connection.
pub struct Line {
    from: IpAddr,
    standing: AtomicU8,
    busy: AtomicBool,
    live: AtomicBool,
    closing: Notify,
}

impl Line {
    fn new(from: IpAddr) -> Line {
        Line {
            from,
            standing: AtomicU8::new(Standing::Stranger as u8),
            busy: AtomicBool::new(false),
            live: AtomicBool::new(false),
            closing: Notify::new(),
        }
    }

    /// Records who is at the other end; a connection never becomes less important.
    pub fn is(&self, standing: Standing) {
        self.standing.fetch_max(standing as u8, Ordering::Relaxed);
    }

    /// Records whether a request is being answered.
    pub fn busy(&self, busy: bool) {
        self.busy.store(busy, Ordering::Relaxed);
    }

    /// Records that the answer is a stream of live updates, which stays open.
    pub fn live(&self) {
        self.live.store(true, Ordering::Relaxed);
    }

    /// Waits until the place is needed by somebody else, or a stopping server ends the stream.
    pub async fn closed(&self) {
        self.closing.notified().await;
    }

    fn standing(&self) -> u8 {
        self.standing.load(Ordering::Relaxed)
    }
}

/// All connections of a server.
pub struct Connections {
    most: usize,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    next: u64,
    lines: BTreeMap<u64, Arc<Line>>,
}

/// A place, given back when it is dropped.
pub struct Admission {
    all: Arc<Connections>,
    number: u64,
    /// The connection that has it.
    pub line: Arc<Line>,
}

/// Returns how many connections fit into a limit of open files.
#[must_use]
pub fn room_for(files: u64) -> usize {
    let files = usize::try_from(files).unwrap_or(usize::MAX);
    files.saturating_sub(RESERVED).clamp(FEWEST, MOST)
}

impl Connections {
    /// Sets the number of places.
    #[must_use]
    pub fn new(most: usize) -> Arc<Connections> {
        Arc::new(Connections {
            most,
            open: Mutex::default(),
        })
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.open().lines.len()
    }

    /// Ends all streams of live updates, so that those who follow connect to another server.
    pub fn end_live(&self) {
        let open = self.open();
        let live = open.lines.values();
        let live = live.filter(|line| line.live.load(Ordering::Relaxed));
        live.for_each(|line| line.closing.notify_one());
    }

    /// Gives a place to somebody new, taking it from somebody else if there is none left; nothing if all belong to staff.
    pub fn enter(self: &Arc<Connections>, from: IpAddr) -> Option<Admission> {
        let mut open = self.open();
        if open.lines.len() >= self.most {
            let number = least_needed(&open.lines)?;
            let line = open.lines.remove(&number)?;
            line.closing.notify_one();
        }
        let number = open.next;
        open.next += 1;
        let line = Arc::new(Line::new(from));
        open.lines.insert(number, Arc::clone(&line));
        Some(Admission {
            all: Arc::clone(self),
            number,
            line,
        })
    }
}

fn least_needed(lines: &BTreeMap<u64, Arc<Line>>) -> Option<u64> {
    let staff = Standing::Staff as u8;
    let lowest = lines.values().map(|line| line.standing()).min()?;
    if lowest >= staff {
        return None;
    }
    let weak = || lines.iter().filter(|(_, line)| line.standing() == lowest);
    let mut counts: HashMap<IpAddr, usize> = HashMap::new();
    for (_, line) in weak() {
        *counts.entry(line.from).or_default() += 1;
    }
    let most = counts.values().copied().max()?;
    let crowded = weak().filter(|(_, line)| counts.get(&line.from) == Some(&most));
    let least = crowded.min_by_key(|(number, line)| (line.busy.load(Ordering::Relaxed), **number));
    least.map(|(number, _)| *number)
}

impl Drop for Admission {
    fn drop(&mut self) {
        self.all.open().lines.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    const fn at(last: u8) -> IpAddr {
        IpAddr::V4(Ipv4Addr::new(192, 0, 2, last))
    }

    /// Whether somebody lost their place.
    async fn lost(place: &Admission) -> bool {
        let soon = std::time::Duration::from_millis(1);
        tokio::time::timeout(soon, place.line.closed())
            .await
            .is_ok()
    }

    #[tokio::test]
    async fn a_crowd_from_one_address_pushes_out_only_itself() {
        let all = Connections::new(10);
        let phone = all.enter(at(1)).unwrap();
        let desk = all.enter(at(9)).unwrap();
        desk.line.is(Standing::Staff);
        let crowd: Vec<Admission> = (0..50).map(|_| all.enter(at(9)).unwrap()).collect();
        assert_eq!(all.count(), 10);
        assert!(!lost(&phone).await && !lost(&desk).await);
        assert!(lost(&crowd[0]).await && !lost(&crowd[49]).await);
        assert!(!lost(&all.enter(at(2)).unwrap()).await);
    }

    #[tokio::test]
    async fn strangers_give_way_before_players_and_staff_never() {
        let all = Connections::new(3);
        let places: Vec<Admission> = (1..=3).map(|last| all.enter(at(last)).unwrap()).collect();
        places[0].line.is(Standing::Staff);
        places[1].line.is(Standing::Player);
        let next = all.enter(at(4)).unwrap();
        assert!(lost(&places[2]).await && !lost(&places[1]).await);
        next.line.is(Standing::Staff);
        let last = all.enter(at(5)).unwrap();
        assert!(lost(&places[1]).await && !lost(&places[0]).await);
        last.line.is(Standing::Staff);
        assert!(all.enter(at(6)).is_none());
        drop(last);
        assert!(all.enter(at(6)).is_some());
    }

    #[tokio::test]
    async fn a_stopping_server_ends_live_updates_only() {
        let all = Connections::new(2);
        let (phone, desk) = (all.enter(at(1)).unwrap(), all.enter(at(1)).unwrap());
        phone.line.live();
        all.end_live();
        assert!(lost(&phone).await && !lost(&desk).await);
    }

    #[tokio::test]
    async fn what_is_being_answered_is_finished_first() {
        let all = Connections::new(2);
        let (one, two) = (all.enter(at(1)).unwrap(), all.enter(at(1)).unwrap());
        one.line.busy(true);
        let _three = all.enter(at(1)).unwrap();
        assert!(lost(&two).await && !lost(&one).await);
    }

    #[test]
    fn a_small_system_keeps_files_for_itself() {
        assert_eq!(room_for(1024), 960);
        assert_eq!(room_for(128), 64);
        assert_eq!(room_for(10), FEWEST);
        assert_eq!(room_for(u64::MAX), MOST);
    }
}
