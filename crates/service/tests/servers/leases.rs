//! Work that one of several servers does, and that another takes over when it is gone.

use crate::support::Club;
use jiff::Timestamp;
use muster_ledger::people::Lease;
use muster_service::Service;
use muster_service::leases::{LEASE, Work};
use std::time::Duration;

async fn holds(server: &Service) -> bool {
    let now = Timestamp::now();
    server
        .leases
        .hold(server.ledger(), Work::Webhooks, now)
        .await
        .unwrap()
}

/// Lets time pass for everybody.
async fn pass(time: Duration) {
    tokio::time::pause();
    tokio::time::advance(time).await;
    tokio::time::resume();
}

#[tokio::test]
async fn one_server_works_until_it_is_gone_and_then_another() {
    let club = Club::new();
    let (one, two, three) = (club.deaf(), club.deaf(), club.deaf());
    assert!(holds(&one).await);
    assert!(!holds(&two).await && !holds(&three).await);
    // As long as it renews its lease nobody else gets it.
    for _ in 0..5 {
        pass(LEASE / 2).await;
        assert!(holds(&one).await);
        assert!(!holds(&two).await && !holds(&three).await);
    }
    // Then it hangs, and exactly one takes over.
    pass(LEASE).await;
    assert!(holds(&two).await);
    assert!(!holds(&three).await);
    // Back again, it finds that out before it does anything.
    assert!(!holds(&one).await);
    assert!(holds(&two).await);
}

#[tokio::test]
async fn clocks_that_disagree_take_no_lease_away() {
    let club = Club::new();
    let (one, two) = (club.deaf(), club.deaf());
    let day = jiff::SignedDuration::from_hours(24);
    let late = Timestamp::now().checked_add(day).unwrap();
    assert!(holds(&one).await);
    let ledger = two.ledger();
    assert!(!two.leases.hold(ledger, Work::Webhooks, late).await.unwrap());
    pass(LEASE / 2).await;
    assert!(!two.leases.hold(ledger, Work::Webhooks, late).await.unwrap());
    assert!(holds(&one).await);
}

#[tokio::test]
async fn a_server_that_is_alone_waits_for_nobody() {
    let club = Club::new();
    let one = club.deaf();
    assert!(holds(&one).await);
    drop(one);
    let mut two = club.deaf();
    assert!(!holds(&two).await);
    two.leases.alone = true;
    assert!(holds(&two).await);
    let lease = Lease::find(two.ledger(), "webhooks")
        .await
        .unwrap()
        .unwrap();
    assert_eq!(lease.version, 2);
}
