//! A PostgreSQL for tests: Debian's program in a folder and on a port of its own, by an unprivileged user. It ends and its
//! folder goes with the process that started it, however that ends.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};

/// Runs the database until the input ends. Each line of the input is something to do with it meanwhile.
const SCRIPT: &str = r#"
bin=$1 port=$2 flags=$3
cd /
dir=$(mktemp -d /tmp/muster-postgres.XXXXXX) || exit 1
trap 'rm -rf "$dir"' EXIT
"$bin/initdb" -D "$dir/data" -U muster --auth=trust -E UTF8 --locale=C -N >"$dir/log" 2>&1 || { cat "$dir/log" >&2; exit 1; }
start() {
    "$bin/pg_ctl" -D "$dir/data" -l "$dir/log" -w -o "-p $port -k $dir -c listen_addresses=127.0.0.1 $flags" start \
        >>"$dir/said" 2>&1 || { cat "$dir/said" "$dir/log" >&2; exit 1; }
}
start
echo ready
while read -r what folder; do
    case $what in
    crash)
        kill -KILL "$(head -1 "$dir/data/postmaster.pid")"
        sleep 0.5
        rm -f "$dir/data/postmaster.pid" "$dir"/.s.PGSQL.*
        start
        ;;
    stop) "$bin/pg_ctl" -D "$dir/data" -m fast -w stop >>"$dir/said" 2>&1 ;;
    start) start ;;
    tls)
        cp "$folder/key.pem" "$folder/certificate.pem" "$dir" && chmod 600 "$dir/key.pem" &&
            printf '%s\n' "ssl = on" "ssl_key_file = '$dir/key.pem'" "ssl_cert_file = '$dir/certificate.pem'" \
                >>"$dir/data/postgresql.conf" &&
            sed -i '1i hostssl all guest all scram-sha-256\nhostnossl all guest all reject' "$dir/data/pg_hba.conf" &&
            "$bin/pg_ctl" -D "$dir/data" -m fast -w stop >>"$dir/said" 2>&1 || exit 1
        start
        ;;
    esac
    echo done
done
"$bin/pg_ctl" -D "$dir/data" -m immediate -w stop >>"$dir/said" 2>&1
"#;

/// A running PostgreSQL.
pub(crate) struct Postgres {
    port: u16,
    talk: Mutex<(ChildStdin, BufReader<std::process::ChildStdout>)>,
    databases: AtomicU32,
    _shell: Child,
}

/// Where Debian puts the programs, the newest version first.
fn programs() -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten();
    let mut found: Vec<(u32, PathBuf)> = versions
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let version = path.file_name()?.to_str()?.parse().ok()?;
            path.join("bin/postgres")
                .exists()
                .then(|| (version, path.join("bin")))
        })
        .collect();
    found.sort();
    let newest = found.pop().map(|(_, path)| path);
    newest.unwrap_or_else(|| panic!("PostgreSQL is missing: install Debian's package postgresql"))
}

impl Postgres {
    /// Starts one; `flags` go to the server, such as `-c fsync=off`.
    pub(crate) fn start(flags: &str) -> Postgres {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let script = ["-c", SCRIPT, "sh"];
        // PostgreSQL refuses to run as root.
        let root = std::fs::metadata("/proc/self").is_ok_and(|data| {
            use std::os::unix::fs::MetadataExt;
            data.uid() == 0
        });
        let mut command = match root {
            true => {
                let mut command = Command::new("setpriv");
                command.args([
                    "--reuid=postgres",
                    "--regid=postgres",
                    "--clear-groups",
                    "--",
                    "sh",
                ]);
                command
            }
            false => Command::new("sh"),
        };
        let mut shell = command
            .args(script)
            .arg(programs())
            .arg(port.to_string())
            .arg(flags)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let talk = (
            shell.stdin.take().unwrap(),
            BufReader::new(shell.stdout.take().unwrap()),
        );
        let server = Postgres {
            port,
            talk: Mutex::new(talk),
            databases: AtomicU32::new(0),
            _shell: shell,
        };
        server.heard("ready");
        server
    }

    /// Returns the one that all tests of a process share. It loses data if the machine dies, and is faster for it.
    pub(crate) fn shared() -> &'static Postgres {
        static SHARED: OnceLock<Postgres> = OnceLock::new();
        SHARED.get_or_init(|| Postgres::start("-c fsync=off -c max_connections=300"))
    }

    /// Makes an empty database and returns its address.
    pub(crate) fn database(&self) -> String {
        let name = format!("hall{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let made = Command::new(programs().join("createdb"))
            .args([
                "-h",
                "127.0.0.1",
                "-U",
                "muster",
                "-p",
                &self.port.to_string(),
                &name,
            ])
            .output()
            .unwrap();
        assert!(
            made.status.success(),
            "{}",
            String::from_utf8_lossy(&made.stderr)
        );
        format!("postgres://muster@127.0.0.1:{}/{name}", self.port)
    }

    /// Does something to the server: `crash`, `stop`, `start`, or `tls` with a folder that holds its key and certificate and
    /// that everybody may read; a user `guest` then needs TLS and a password.
    pub(crate) fn order(&self, what: &str) {
        {
            let mut talk = self.talk.lock().unwrap();
            writeln!(talk.0, "{what}").unwrap();
        }
        self.heard("done");
    }

    fn heard(&self, word: &str) {
        let mut said = String::new();
        self.talk.lock().unwrap().1.read_line(&mut said).unwrap();
        assert_eq!(said.trim(), word, "PostgreSQL did not do it");
    }
}

/// Runs SQL in a database and returns what `psql` prints: rows of values separated by bars.
pub(crate) fn psql(address: &str, sql: &str) -> String {
    let said = Command::new(programs().join("psql"))
        .args(["-XAtq", "-v", "ON_ERROR_STOP=1", "-c", sql, address])
        .output()
        .unwrap();
    assert!(
        said.status.success(),
        "{}",
        String::from_utf8_lossy(&said.stderr)
    );
    String::from_utf8(said.stdout).unwrap().trim().to_owned()
}
