//! Guessing at several servers gains nothing.

use crate::support::Club;
use muster_service::Kind;
use muster_service::rate_limit::Target;
use std::net::{IpAddr, Ipv4Addr};

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
const THERE: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 2));

#[tokio::test]
async fn wrong_codes_at_one_server_count_at_the_other() {
    let club = Club::new();
    let servers = [club.deaf(), club.deaf()];
    let codes = Target::Codes("open");
    let mut tried = 0;
    let refused = loop {
        let limits = &servers[tried % 2].limits;
        match limits.try_at(codes, HERE).await {
            Ok(trying) => trying.wrong().await.unwrap(),
            Err(problem) => break problem,
        }
        tried += 1;
    };
    assert_eq!((tried, refused.kind), (10, Kind::TooMany));
    for server in &servers {
        assert!(server.limits.try_at(codes, HERE).await.is_err());
        server.limits.try_at(codes, THERE).await.unwrap().right();
    }
}

#[tokio::test]
async fn registrations_at_all_servers_are_counted_together() {
    let club = Club::new();
    let servers = [club.deaf(), club.deaf()];
    let mut taken = 0;
    while servers[taken % 2]
        .limits
        .registers("open", HERE)
        .await
        .unwrap()
    {
        taken += 1;
    }
    assert_eq!(taken, 10);
}
