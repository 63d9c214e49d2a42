//! Which addresses webhooks may use. A webhook could make the server send requests to machines inside the hall's network; so
//! only public internet addresses are allowed, unless the owner of the server decides otherwise. Addresses are checked after
//! the name is resolved, right before use, so that a name can't change its meaning in between.

use axum::http::Uri;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// The longest address.
const LONGEST: usize = 2000;

/// The address of a webhook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub secure: bool,
    pub host: String,
    pub port: u16,
    pub path: String,
    /// The value of the Host header.
    pub authority: String,
}

/// The error for an address that is not public.
const INSIDE: &str = "This address leads to this machine or its own network, which webhooks may not do here; the owner allows it by starting the server with --hooks-inside.";

impl Target {
    /// Reads an address, or says what is wrong with it.
    pub fn parse(url: &str) -> Result<Target, String> {
        let wrong = |why: &str| {
            Err(format!(
                "“{}” {why}",
                url.chars().take(80).collect::<String>()
            ))
        };
        if url.len() > LONGEST {
            return wrong("is too long for an address.");
        }
        let Ok(uri) = url.parse::<Uri>() else {
            return wrong("isn’t an address.");
        };
        let (secure, usual) = match uri.scheme_str() {
            Some("https") => (true, 443),
            Some("http") => (false, 80),
            _ => return wrong("doesn’t begin with https:// or http://."),
        };
        let Some(authority) = uri.authority() else {
            return wrong("names no host.");
        };
        if authority.as_str().contains('@') {
            return wrong("holds a name or password; use the signature instead.");
        }
        let host = authority.host().trim_matches(['[', ']']).to_owned();
        if host.is_empty() {
            return wrong("names no host.");
        }
        // The parser drops an invalid port as if none had been given.
        let given = authority.as_str().rsplit_once(':').map(|(_, port)| port);
        let given = given.filter(|port| !port.is_empty() && !port.contains(']'));
        let port = match given.map(str::parse::<u16>) {
            None => usual,
            Some(Ok(port)) if port > 0 => port,
            Some(_) => return wrong("has no port that can be called; it is 1 to 65535."),
        };
        Ok(Target {
            secure,
            host,
            port,
            path: uri
                .path_and_query()
                .map_or_else(|| "/".to_owned(), ToString::to_string),
            authority: authority.to_string(),
        })
    }

    /// Checks the address as far as possible without resolving the name, so that mistakes are reported early.
    pub fn look(&self, inside: bool) -> Result<(), String> {
        let number = self.host.parse::<IpAddr>().ok();
        let local = self.host.eq_ignore_ascii_case("localhost");
        if !inside && (local || number.is_some_and(|ip| !open(ip))) {
            return Err(INSIDE.to_owned());
        }
        Ok(())
    }

    /// Resolves the name and returns the addresses that may be used.
    pub async fn resolve(&self, inside: bool) -> Result<Vec<SocketAddr>, String> {
        let found = tokio::net::lookup_host((self.host.as_str(), self.port)).await;
        let found = found.map_err(|error| format!("the name was not found: {error}"))?;
        let found: Vec<SocketAddr> = found.collect();
        let usable: Vec<SocketAddr> = found
            .iter()
            .copied()
            .filter(|address| inside || open(address.ip()))
            .collect();
        match (usable.is_empty(), found.is_empty()) {
            (false, _) => Ok(usable),
            (true, false) => Err(INSIDE.to_owned()),
            (true, true) => Err("the name has no address".to_owned()),
        }
    }
}

/// Whether an address is on the public internet.
#[must_use]
pub fn open(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => open_v4(ip),
        IpAddr::V6(ip) => open_v6(ip),
    }
}

fn open_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let shared = a == 100 && (64..128).contains(&b);
    let benchmark = a == 198 && (b == 18 || b == 19);
    let special = a == 0 || a >= 240 || (a == 192 && b == 0 && c == 0);
    !(ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_multicast()
        || ip.is_documentation()
        || shared
        || benchmark
        || special)
}

fn open_v6(ip: Ipv6Addr) -> bool {
    if let Some(ip) = ip.to_ipv4_mapped() {
        return open_v4(ip);
    }
    // Only what is given out for the open internet, without the ways that carry IPv4 addresses of any kind.
    let [a, b, ..] = ip.segments();
    let global = (a & 0xe000) == 0x2000;
    let tunnel = a == 0x2002 || (a == 0x2001 && b < 0x0200);
    let documentation = (a == 0x2001 && b == 0x0db8) || a == 0x3fff;
    global && !tunnel && !documentation
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(ip: &str, is_open: bool) {
        assert_eq!(open(ip.parse().unwrap()), is_open, "{ip}");
    }

    #[test]
    fn only_the_open_internet_is_open() {
        for ip in ["8.8.8.8", "93.184.216.34", "2606:4700::1111", "172.32.0.1"] {
            check(ip, true);
        }
        for ip in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.20",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "192.0.0.8",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:192.168.1.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
        ] {
            check(ip, false);
        }
    }

    #[test]
    fn addresses_are_read_or_refused_in_words() {
        let target = Target::parse("https://club.example/hook?x=1").unwrap();
        assert_eq!((target.secure, target.port), (true, 443));
        assert_eq!(target.path, "/hook?x=1");
        let target = Target::parse("http://[::1]:8080").unwrap();
        assert_eq!((target.host.as_str(), target.port), ("::1", 8080));
        assert!(target.look(false).is_err());
        assert!(target.look(true).is_ok());
        for url in [
            "",
            "club.example",
            "ftp://club.example/",
            "file:///etc/passwd",
            "http://name:word@club.example/",
            "http://club.example:99999/",
            "http://club.example:0/",
            "http://[::1]:70000/",
            "https://",
        ] {
            let why = Target::parse(url).unwrap_err();
            assert!(why.ends_with('.'), "{why}");
        }
    }
}
