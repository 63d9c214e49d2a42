//! The program under test: a server of its own over a folder of its own, which can be killed and started again, and the
//! command line over the same folder.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A running server. It is killed when it goes out of scope, however the test ends.
pub(crate) struct Server {
    folder: tempfile::TempDir,
    mode: &'static str,
    port: u16,
    server: Option<Child>,
    /// The one-time link of the first start; empty later.
    pub(crate) welcome: String,
}

/// Returns the program as `./test browser` has built it.
pub(crate) fn program() -> PathBuf {
    let built = std::env::var_os("MUSTER_PROGRAM").map(PathBuf::from);
    built.expect("MUSTER_PROGRAM names the program under test; run `./test browser`")
}

/// Returns a port that nobody listens on.
pub(crate) fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    listener.local_addr().unwrap().port()
}

impl Server {
    /// Starts an empty hall.
    pub(crate) fn open() -> Server {
        Server::of("serve")
    }

    /// Starts the demonstration.
    pub(crate) fn demo() -> Server {
        Server::of("demo")
    }

    fn of(mode: &'static str) -> Server {
        let mut hall = Server {
            folder: tempfile::tempdir().unwrap(),
            mode,
            port: free_port(),
            server: None,
            welcome: String::new(),
        };
        hall.start();
        hall
    }

    /// Where the data is.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Returns the address of a page.
    pub(crate) fn at(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// The port of the server.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Starts the server and waits until it has said where it is.
    pub(crate) fn start(&mut self) {
        let mut server = Command::new(crate::server::program())
            .arg(self.mode)
            .arg("--data")
            .arg(self.data())
            .args(["--listen", &format!("127.0.0.1:{}", self.port)])
            .env("MUSTER_LOG", "error")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut said = BufReader::new(server.stdout.take().unwrap()).lines();
        self.server = Some(server);
        self.welcome.clear();
        for line in said.by_ref() {
            let line = line.unwrap();
            if line.contains("/welcome/") {
                self.welcome = line;
            } else if line.starts_with("Stop with") {
                return;
            }
        }
        panic!("the server ended before it was open");
    }

    /// Kills the server as a power cut would.
    pub(crate) fn kill(&mut self) {
        if let Some(mut server) = self.server.take() {
            server.kill().unwrap();
            server.wait().unwrap();
        }
    }

    /// Writes the journal of a tournament to a file and checks it from its first line, as anybody can.
    pub(crate) fn verify(&self, tournament: &str) {
        let file = self.folder.path().join(format!("{tournament}.jsonl"));
        self.run(&["export", tournament], Some(&file), true);
        self.run(&["verify"], Some(&file), false);
    }

    fn run(&self, words: &[&str], file: Option<&Path>, over_data: bool) -> String {
        let mut command = Command::new(crate::server::program());
        command.args(words).args(file);
        if over_data {
            command.arg("--data").arg(self.data());
        }
        let ran = command.output().unwrap();
        let said = String::from_utf8_lossy(&ran.stdout).into_owned();
        let complained = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.success(), "muster {words:?}: {said}{complained}");
        said
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(server) = &mut self.server {
            let _ = server.kill();
            let _ = server.wait();
        }
    }
}
