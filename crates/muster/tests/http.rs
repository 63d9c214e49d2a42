//! The smallest browser that will do: one connection that is kept open, forms, cookies and redirects that are not
//! followed. Written by hand because tests want to see every broken connection, and benches want to spend the machine
//! on the server.

use std::io::{Error, ErrorKind, Result};
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

/// The longest that an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// A connection to a server.
pub(crate) struct Connection(BufReader<TcpStream>);

/// An answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) location: Option<String>,
    pub(crate) cookie: Option<String>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    /// Returns the body as text.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

impl Connection {
    pub(crate) async fn open(address: SocketAddr) -> Result<Connection> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Connection(BufReader::new(stream)))
    }

    /// Opens a connection from another address of this machine.
    pub(crate) async fn open_from(from: IpAddr, to: SocketAddr) -> Result<Connection> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::new(from, 0))?;
        Ok(Connection(BufReader::new(socket.connect(to).await?)))
    }

    /// Sends a request and reads its whole answer.
    pub(crate) async fn ask(&mut self, request: &[u8]) -> Result<Reply> {
        let answer = async {
            self.send(request).await?;
            self.reply().await
        };
        timeout(PATIENCE, answer)
            .await
            .map_err(|_| Error::from(ErrorKind::TimedOut))?
    }

    /// Sends bytes, whatever they are.
    pub(crate) async fn send(&mut self, bytes: &[u8]) -> Result<()> {
        self.0.get_mut().write_all(bytes).await
    }

    /// Reads an answer with its body, of which the server says the length.
    pub(crate) async fn reply(&mut self) -> Result<Reply> {
        let (mut reply, length) = self.head().await?;
        reply.body = vec![0; length];
        self.0.read_exact(&mut reply.body).await?;
        Ok(reply)
    }

    /// Reads the first lines of an answer, and how long its body will be.
    pub(crate) async fn head(&mut self) -> Result<(Reply, usize)> {
        let broken = || Error::from(ErrorKind::InvalidData);
        let first = self.line().await?;
        let status = first.split(' ').nth(1).and_then(|code| code.parse().ok());
        let mut reply = Reply {
            status: status.ok_or_else(broken)?,
            location: None,
            cookie: None,
            body: Vec::new(),
        };
        let mut length = 0;
        loop {
            let line = self.line().await?;
            if line.is_empty() {
                return Ok((reply, length));
            }
            let (name, value) = line.split_once(':').ok_or_else(broken)?;
            let value = value.trim();
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.parse().map_err(|_| broken())?,
                "location" => reply.location = Some(value.to_owned()),
                "set-cookie" => reply.cookie = value.split(';').next().map(str::to_owned),
                _ => {}
            }
        }
    }

    /// Reads a line; a connection that ends in the middle of one is broken.
    pub(crate) async fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        self.0.read_line(&mut line).await?;
        if !line.ends_with('\n') {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        Ok(line.trim_end().to_owned())
    }
}

/// The bytes of a request for a page.
pub(crate) fn get(path: &str, cookie: Option<&str>) -> Vec<u8> {
    let cookie = cookie.map_or_else(String::new, |cookie| format!("cookie: {cookie}\r\n"));
    format!("GET {path} HTTP/1.1\r\nhost: hall\r\naccept-encoding: gzip\r\n{cookie}\r\n")
        .into_bytes()
}

/// The bytes of a form that is sent.
pub(crate) fn post(path: &str, cookie: Option<&str>, fields: &[(&str, &str)]) -> Vec<u8> {
    let cookie = cookie.map_or_else(String::new, |cookie| format!("cookie: {cookie}\r\n"));
    let pairs: Vec<String> = fields
        .iter()
        .map(|(name, text)| format!("{}={}", escaped(name), escaped(text)))
        .collect();
    let body = pairs.join("&");
    format!(
        "POST {path} HTTP/1.1\r\nhost: hall\r\n{cookie}\
         content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}
