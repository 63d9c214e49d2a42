//! The addresses of a server: the one for people, and the names for its certificate.

use super::ServeError;
use axum::http::Uri;
use std::net::{IpAddr, SocketAddr, UdpSocket};

/// Checks the public address of the server and removes a trailing slash.
pub(crate) fn address(text: &str) -> Result<String, ServeError> {
    let wrong = || ServeError::Address(text.to_owned());
    let uri: Uri = text.trim().parse().map_err(|_| wrong())?;
    let scheme = uri
        .scheme_str()
        .filter(|scheme| ["http", "https"].contains(scheme));
    let host = uri.authority().filter(|host| !host.as_str().contains('@'));
    let bare = uri.path_and_query().is_none_or(|path| path.as_str() == "/");
    match (scheme, host, bare) {
        (Some(scheme), Some(host), true) => Ok(format!("{scheme}://{host}")),
        _ => Err(wrong()),
    }
}

/// Guesses the address under which phones in the hall reach this machine. Asking the system for a route needs no network and
/// sends nothing.
pub(crate) fn reachable(local: SocketAddr, secure: bool) -> String {
    let guess = || -> Option<IpAddr> {
        let socket = UdpSocket::bind(("0.0.0.0", 0)).ok()?;
        // An address reserved for documentation; nothing is sent.
        socket.connect(("192.0.2.1", 9)).ok()?;
        Some(socket.local_addr().ok()?.ip())
    };
    let host = match local.ip() {
        ip if ip.is_unspecified() => guess().unwrap_or(IpAddr::from([127, 0, 0, 1])),
        ip => ip,
    };
    let scheme = if secure { "https" } else { "http" };
    format!("{scheme}://{}", SocketAddr::new(host, local.port()))
}

/// Returns the host names for a self-signed certificate.
#[must_use]
pub fn names(address: &str) -> Vec<String> {
    let host = address.parse::<Uri>().ok();
    let host = host.and_then(|uri| Some(uri.host()?.trim_matches(['[', ']']).to_owned()));
    let mut names = vec![
        "localhost".to_owned(),
        "127.0.0.1".to_owned(),
        "::1".to_owned(),
    ];
    names.extend(host.filter(|host| !names.contains(host)));
    names
}

#[cfg(test)]
mod tests {
    use super::address;

    #[test]
    fn an_address_that_leads_nowhere_is_refused() {
        for (given, kept) in [
            ("https://muster.example", "https://muster.example"),
            ("https://muster.example/", "https://muster.example"),
            ("http://192.0.2.7:7890", "http://192.0.2.7:7890"),
            ("http://[2001:db8::1]:80", "http://[2001:db8::1]:80"),
        ] {
            assert_eq!(address(given).unwrap(), kept);
        }
        for wrong in [
            "not a url",
            "x.example/t/y",
            "muster.example",
            "ftp://muster.example",
            "https://",
            "https://muster.example/t/open",
            "https://muster.example/?a=1",
            "https://me@muster.example",
            "",
        ] {
            assert!(address(wrong).is_err(), "{wrong}");
        }
    }
}
