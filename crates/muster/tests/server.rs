//! The real server as a process of its own: started on a free port of this machine, killed without warning.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server that runs; it ends when this is dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    /// The path of the one-time link of a fresh installation.
    pub(crate) welcome: Option<String>,
    /// What it said when it started.
    pub(crate) said: String,
}

impl Server {
    /// Starts a server over a folder and waits until it says where it listens.
    pub(crate) fn start(program: &Path, data: &Path) -> Server {
        Server::run(Command::new(program), data, &[])
    }

    /// Starts a server with more choices.
    pub(crate) fn start_with(program: &Path, data: &Path, more: &[&str]) -> Server {
        Server::run(Command::new(program), data, more)
    }

    /// Starts a server whose data is in a database.
    pub(crate) fn start_at(program: &Path, data: &Path, store: &str) -> Server {
        let mut command = Command::new(program);
        command.env("MUSTER_STORE", store);
        Server::run(command, data, &[])
    }

    /// Starts a server on a system that gives it only so many open files.
    pub(crate) fn start_with_files(program: &Path, data: &Path, files: u32) -> Server {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("ulimit -n {files} && exec \"$0\" \"$@\"")]);
        shell.arg(program);
        Server::run(shell, data, &[])
    }

    fn run(mut program: Command, data: &Path, more: &[&str]) -> Server {
        let mut child = program
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .args(more)
            .env_remove("MUSTER_ADDRESS")
            // Tests stand in for a proxy where they come from several addresses.
            .env("MUSTER_TRUSTED_PROXY", "127.0.0.1")
            .env("MUSTER_LOG", "error")
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut address = None;
        let mut welcome = None;
        let mut said = String::new();
        for line in lines.by_ref().map_while(Result::ok) {
            let at = line.strip_prefix("Muster is open at http");
            if let Some(at) = at.map(|at| at.trim_start_matches(['s', ':', '/'])) {
                address = Some(at.parse().unwrap());
            }
            if let Some(at) = line.find("/welcome/") {
                welcome = Some(line[at..].to_owned());
            }
            said.push_str(&line);
            said.push('\n');
            if line.starts_with("Stop with") {
                break;
            }
        }
        Server {
            child,
            address: address.unwrap(),
            welcome,
            said,
        }
    }

    /// Kills it as a power cut would.
    pub(crate) fn kill(mut self) {
        self.end();
    }

    /// Returns a figure of its process from the system, in kB, e.g. `VmHWM`.
    pub(crate) fn memory(&self, figure: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(figure));
        let number = line.and_then(|line| line.split_whitespace().nth(1));
        number.unwrap().parse().unwrap()
    }

    /// Sends it a signal, by its name.
    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill")
            .args(["-s", name, &self.child.id().to_string()])
            .status();
        assert!(sent.unwrap().success());
    }

    /// Waits until it has ended by itself, and returns whether all went well.
    pub(crate) fn ended(mut self) -> bool {
        self.child.wait().unwrap().success()
    }

    fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}
