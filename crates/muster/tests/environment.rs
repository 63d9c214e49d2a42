//! A folder of its own for each test, with a stopped clock and a known seed, in which the binary runs as a user would
//! run it.

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The seed of every tournament of the tests.
pub(crate) const SEED: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

/// A folder in which the binary runs.
pub(crate) struct TestEnvironment {
    folder: TempDir,
}

/// What a run of the binary gave.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl TestEnvironment {
    /// Makes an empty folder.
    pub(crate) fn new() -> TestEnvironment {
        TestEnvironment {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    /// Makes a folder with a tournament in which nobody is registered.
    pub(crate) fn with(regulation: &str, more: &[&str]) -> TestEnvironment {
        let env = TestEnvironment::new();
        let mut args = vec!["new", "cup.jsonl", regulation, "--name", "Test Cup"];
        args.extend(["--organizer", "Robin Vale", "--seed-hex", SEED]);
        args.extend(more);
        env.ok(&args);
        env
    }

    /// Makes a folder with a tournament whose players are checked in.
    pub(crate) fn with_players(regulation: &str, players: usize, more: &[&str]) -> TestEnvironment {
        let env = TestEnvironment::with(regulation, more);
        let mut args = vec!["add", "--check-in"];
        args.extend(&NAMES[..players]);
        env.ok(&args);
        env
    }

    /// Makes a folder with a tournament in its first published round.
    pub(crate) fn playing(regulation: &str, players: usize, more: &[&str]) -> TestEnvironment {
        let env = TestEnvironment::with_players(regulation, players, more);
        env.ok(&["start"]);
        env.ok(&["pair", "--draft", "--publish"]);
        env
    }

    /// Returns the path of a file in the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the folder.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the text of a file in the folder.
    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// Writes a file into the folder.
    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), text).unwrap();
    }

    /// Returns the binary, ready to run here.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(cargo_bin!("muster"));
        command
            .current_dir(self.folder.path())
            .env_remove("MUSTER_TOURNAMENT")
            .env("MUSTER_NOW", "2026-05-30T09:00:00Z")
            .env("MUSTER_FOLDER", "none")
            .env("TZ", "UTC")
            .args(args);
        command
    }

    /// Runs the binary.
    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        ran(&mut self.command(args))
    }

    /// Runs the binary with something on standard input.
    pub(crate) fn run_with(&self, args: &[&str], stdin: &str) -> Ran {
        ran(self.command(args).write_stdin(stdin))
    }

    /// Runs what must succeed; returns standard output.
    #[track_caller]
    pub(crate) fn ok(&self, args: &[&str]) -> String {
        let ran = self.run(args);
        assert_eq!(ran.code, 0, "muster {args:?}\n{}{}", ran.stdout, ran.stderr);
        ran.stdout
    }

    /// Runs what must succeed with `--json`; returns what it printed.
    #[track_caller]
    pub(crate) fn json(&self, args: &[&str]) -> Value {
        let mut args = args.to_vec();
        args.push("--json");
        serde_json::from_str(&self.ok(&args)).unwrap()
    }

    /// Runs what must fail with an exit code; returns standard error.
    #[track_caller]
    pub(crate) fn fails(&self, code: i32, args: &[&str]) -> String {
        let before = std::fs::read(self.path("cup.jsonl")).ok();
        let ran = self.run(args);
        assert_eq!(
            ran.code, code,
            "muster {args:?}\n{}{}",
            ran.stdout, ran.stderr
        );
        assert!(
            !ran.stderr.is_empty(),
            "muster {args:?} fails without a word"
        );
        let after = std::fs::read(self.path("cup.jsonl")).ok();
        assert!(
            before == after,
            "muster {args:?} failed and changed the journal"
        );
        ran.stderr
    }

    /// Runs what the rules must refuse with a code; returns standard error.
    #[track_caller]
    pub(crate) fn refused(&self, code: &str, args: &[&str]) -> String {
        let said = self.fails(1, args);
        let ran = self.run(&[args, &["--json"]].concat());
        assert_eq!(ran.code, 1, "muster {args:?} --json\n{}", ran.stdout);
        let told: Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(told["error"]["kind"], "refused", "muster {args:?}\n{told}");
        assert_eq!(told["error"]["code"], code, "muster {args:?}\n{said}");
        said
    }

    /// Reports every open table of the current round; the players with the lower number win.
    pub(crate) fn report_all(&self) {
        let round = self.json(&["pairings"]);
        let regulation = self.json(&["status"])["regulation"]
            .as_str()
            .unwrap()
            .to_owned();
        for m in round["matches"].as_array().unwrap() {
            if m["status"] != "playing" {
                continue;
            }
            let [a, b] = ["a", "b"].map(|seat| m[seat]["player"].as_u64().unwrap());
            let (loser, dark) = if a < b { ("b", "a") } else { ("a", "b") };
            let table = m["table"].to_string();
            let dark = m["dark"].as_str().unwrap_or(dark).to_owned();
            let mut args = vec!["report".to_owned(), table];
            let bracket = round["stage"] == "elimination";
            args.extend(conceded(&regulation, bracket, loser, &dark));
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            self.ok(&args);
        }
    }
}

/// A concession in the terms of a regulation, as fields.
fn conceded(regulation: &str, bracket: bool, loser: &str, dark: &str) -> Vec<String> {
    let text = match (regulation, bracket) {
        ("xwing", _) => format!("ending=concession conceded_by={loser} loser_score=24"),
        ("armada", _) => {
            format!("ending=concession conceded_by={loser} a.destroyed=0 b.destroyed=0")
        }
        ("legion", _) => format!("ending=concession conceded_by={loser}"),
        ("conquest", _) => format!(
            "ending=concession conceded_by={loser} a.tokens=1 a.defeated=100 b.tokens=1 b.defeated=100"
        ),
        (_, false) => format!(
            "ending=games dark_first=a first.ending=concession first.conceded_by={loser} \
             second.ending=concession second.conceded_by={loser}"
        ),
        (_, true) => {
            format!("ending=game dark={dark} game.ending=concession game.conceded_by={loser}")
        }
    };
    text.split(' ')
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}

fn ran(command: &mut Command) -> Ran {
    let output = command.output().unwrap();
    Ran {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Invented people.
pub(crate) const NAMES: [&str; 32] = [
    "Ann Archer",
    "Bo Brandt",
    "Cleo Castor",
    "Dan Drake",
    "Eve Ember",
    "Finn Falk",
    "Gia Grove",
    "Hal Hobbs",
    "Ida Ives",
    "Jon Jarl",
    "Kim Kestrel",
    "Lea Lund",
    "Max Moor",
    "Nia North",
    "Oz Orchard",
    "Pia Pike",
    "Quinn Quay",
    "Ria Rook",
    "Sam Stone",
    "Tia Thorn",
    "Udo Ulm",
    "Val Vance",
    "Wes Wood",
    "Xia Xylo",
    "Yan Yew",
    "Zoe Zorn",
    "Abe Alder",
    "Bea Birch",
    "Cal Cedar",
    "Dee Dogwood",
    "Eli Elm",
    "Fay Fir",
];
