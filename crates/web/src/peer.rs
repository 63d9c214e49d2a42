//! Where a request comes from: the other end of the connection, or if that is a trusted proxy, the address it forwards for.

use crate::connections::Line;
use axum::http::request::Parts;
use std::net::{IpAddr, Ipv4Addr};
use std::str::FromStr;
use std::sync::Arc;

/// The other end of a connection; every request carries it.
#[derive(Clone)]
pub struct Peer {
    pub address: IpAddr,
    /// Whether it came over TLS to this process.
    pub encrypted: bool,
    /// The connection, if there is one.
    pub line: Option<Arc<Line>>,
}

/// A network such as `10.0.0.0/8`, or a single address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    base: IpAddr,
    bits: u8,
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Network, String> {
        let wrong = || format!("“{text}” is not an address or a network such as 10.0.0.0/8");
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text, None),
        };
        let base: IpAddr = address.parse().map_err(|_| wrong())?;
        let most = if base.is_ipv4() { 32 } else { 128 };
        let bits = match bits {
            Some(bits) => bits.parse().map_err(|_| wrong())?,
            None => most,
        };
        (bits <= most)
            .then_some(Network { base, bits })
            .ok_or_else(wrong)
    }
}

impl Network {
    /// Returns whether an address is in it.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        let same = |a: u128, b: u128, width: u32| {
            let differing = (a ^ b) >> (width - u32::from(self.bits)).min(127);
            self.bits == 0 || differing == 0
        };
        match (self.base.to_canonical(), address.to_canonical()) {
            (IpAddr::V4(a), IpAddr::V4(b)) => same(u32::from(a).into(), u32::from(b).into(), 32),
            (IpAddr::V6(a), IpAddr::V6(b)) => same(a.into(), b.into(), 128),
            _ => false,
        }
    }
}

/// Returns where a request comes from.
#[must_use]
pub fn address(parts: &Parts, proxies: &[Network]) -> IpAddr {
    let peer = parts.extensions.get::<Peer>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.address);
    let trusted = |address: IpAddr| proxies.iter().any(|network| network.contains(address));
    if !trusted(peer) {
        return peer.to_canonical();
    }
    let forwarded = parts.headers.get_all("x-forwarded-for").iter();
    let mut named: Vec<&str> = forwarded
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .collect();
    // Each proxy appends the address it saw; everything before the first unknown address may be forged.
    while let Some(last) = named.pop() {
        let Ok(address) = last.trim().parse::<IpAddr>() else {
            break;
        };
        if !trusted(address) {
            return address.to_canonical();
        }
    }
    peer.to_canonical()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::Request;

    fn seen(peer: &str, forwarded: &[&str], proxies: &[&str]) -> String {
        let mut request = Request::get("/");
        for value in forwarded {
            request = request.header("x-forwarded-for", *value);
        }
        let (mut parts, ()) = request.body(()).unwrap().into_parts();
        parts.extensions.insert(Peer {
            address: peer.parse().unwrap(),
            encrypted: false,
            line: None,
        });
        let proxies: Vec<Network> = proxies.iter().map(|text| text.parse().unwrap()).collect();
        address(&parts, &proxies).to_string()
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        let rows: [(&str, &[&str], &[&str], &str); 8] = [
            ("192.0.2.7", &["198.51.100.1"], &[], "192.0.2.7"),
            (
                "10.0.0.1",
                &["198.51.100.1"],
                &["10.0.0.0/8"],
                "198.51.100.1",
            ),
            (
                "10.0.0.1",
                &["203.0.113.9, 198.51.100.1"],
                &["10.0.0.0/8"],
                "198.51.100.1",
            ),
            (
                "10.0.0.1",
                &["198.51.100.1, 10.0.0.2"],
                &["10.0.0.0/8"],
                "198.51.100.1",
            ),
            (
                "10.0.0.1",
                &["203.0.113.9", "198.51.100.1"],
                &["10.0.0.1"],
                "198.51.100.1",
            ),
            ("10.0.0.1", &["nonsense"], &["10.0.0.0/8"], "10.0.0.1"),
            ("10.0.0.1", &[], &["10.0.0.0/8"], "10.0.0.1"),
            ("::1", &["2001:db8::5"], &["::1"], "2001:db8::5"),
        ];
        for (peer, forwarded, proxies, expected) in rows {
            assert_eq!(
                seen(peer, forwarded, proxies),
                expected,
                "{peer} {forwarded:?}"
            );
        }
    }

    #[test]
    fn networks_are_read_and_hold_what_begins_alike() {
        let network = |text: &str| text.parse::<Network>();
        let holds = |text: &str, address: &str| {
            let network = network(text).unwrap();
            network.contains(address.parse().unwrap())
        };
        assert!(holds("10.0.0.0/8", "10.255.1.2") && !holds("10.0.0.0/8", "11.0.0.1"));
        assert!(holds("0.0.0.0/0", "203.0.113.1") && !holds("0.0.0.0/0", "::1"));
        assert!(holds("fd00::/8", "fd12::1") && !holds("fd00::/8", "fe80::1"));
        assert!(holds("::/0", "2001:db8::1"));
        for wrong in ["", "proxy", "10.0.0.0/33", "10.0.0.0/x", "::/129"] {
            assert!(network(wrong).is_err(), "{wrong}");
        }
    }
}
