//! A machine dies in the middle of a round, and its standby takes over: pages that are open go there by themselves, signed
//! in as before.

use crate::desk::{in_round_1, phone_of};
use crate::driver::Driver;
use crate::page::Page;
use crate::results::report;
use crate::server::{Server, free_port, program};
use muster_regulations::Regulation;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a page may take to do something by itself.
const PATIENCE: Duration = Duration::from_secs(60);

/// A standby that follows; it is killed when it goes out of scope.
struct Standby(Child);

impl Standby {
    /// Starts one and waits until it has everything.
    fn of(hall: &Server, data: &Path, port: u16) -> Standby {
        let pair = muster(&["standby", "--pair", "--json"], &hall.data());
        let pair: serde_json::Value = serde_json::from_str(&pair).unwrap();
        let mut child = Command::new(program())
            .args(["standby", &format!("127.0.0.1:{}", hall.port())])
            .args(["--listen", &format!("127.0.0.1:{port}")])
            // Another name than the server's, so that no cookie of the server is sent here.
            .args(["--address", &format!("http://localhost:{port}")])
            .arg("--data")
            .arg(data)
            .env("MUSTER_STANDBY_SECRET", pair["secret"].as_str().unwrap())
            .env("MUSTER_LOG", "error")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
        let standby = Standby(child);
        let follows = |line: std::io::Result<String>| line.unwrap().starts_with("Following");
        assert!(said.any(follows), "the standby ended");
        // It goes on talking; somebody has to listen.
        std::thread::spawn(move || said.for_each(drop));
        standby
    }
}

impl Drop for Standby {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Runs a command over some data and returns what it says.
fn muster(words: &[&str], data: &Path) -> String {
    let ran = Command::new(program())
        .args(words)
        .arg("--data")
        .arg(data)
        .output()
        .unwrap();
    let complained = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{words:?}: {complained}");
    String::from_utf8_lossy(&ran.stdout).into_owned()
}

/// Waits until a script in the page returns something true. Between two pages there is none to run it in.
async fn until(page: &Page, script: &str) {
    let begun = Instant::now();
    while page.try_script(script).await != Some(true.into()) {
        assert!(begun.elapsed() < PATIENCE, "in vain: {script}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

#[tokio::test]
#[ignore = "long"]
async fn long_browser_open_pages_move_to_the_standby_by_themselves() {
    let mut hall = Server::open();
    let driver = Driver::start().await;
    let (desk, codes) = in_round_1(&hall, &driver, Regulation::Xwing).await;
    let table = desk.tables().await.remove(0);
    let [first, second] = &table.players;
    let phone = phone_of(&hall, &driver, &desk, &codes, first).await;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("standby");
    let port = free_port();
    let _standby = Standby::of(&hall, &data, port);
    let pages: [&Page; 2] = [&desk, &phone];
    for page in pages {
        page.reload().await;
        let asked = "return performance.getEntriesByType('resource').some((one) => \
                     one.name.endsWith('/standby/ticket') && one.responseEnd > 0)";
        until(page, asked).await;
    }

    hall.kill();
    for page in pages {
        page.sees("Offline since").await;
    }
    let said = muster(&["standby", "--take-over", "--yes"], &data);
    assert!(said.contains("Took over"), "{said}");

    for page in pages {
        let there = format!(
            "return location.host === 'localhost:{port}' && location.pathname.startsWith('/t/')"
        );
        until(page, &there).await;
    }
    // Both are still who they were, and the round goes on.
    phone.press("Report result").await;
    report(&phone, Regulation::Xwing, false, second).await;
    phone.press(&format!("Send to {second} to confirm")).await;
    desk.sees(&format!("Confirm table {}", table.number)).await;
    desk.press(&format!("Confirm table {}", table.number)).await;
    phone.sees("Confirmed").await;
}
