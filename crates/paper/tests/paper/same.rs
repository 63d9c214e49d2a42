//! The same state gives the same bytes: again, and in another process.

use crate::fixtures::{order, played, playing, printed};
use crate::poppler::fresh_file;
use muster_paper::Document;
use muster_regulations::Regulation;
use std::process::Command;

/// Names the file that a process of its own prints into.
const CHILD: &str = "MUSTER_PAPER_CHILD";

#[test]
fn printing_again_gives_the_same_bytes() {
    let tournament = played(Regulation::Cardgame, 12);
    for document in [
        Document::Pairings,
        Document::Standings,
        Document::Bracket,
        Document::Report,
    ] {
        let first = printed(document, tournament.state(), &order());
        let hall = playing(Regulation::Xwing, &[], 8);
        printed(Document::Slips, hall.state(), &order());
        let again = printed(document, tournament.state(), &order());
        assert!(first == again, "{document}");
    }
}

#[test]
fn another_process_gives_the_same_bytes() {
    let make = || {
        let hall = playing(Regulation::Xwing, &["Ольга Иванова", "田中 あおい"], 30);
        printed(Document::Pairings, hall.state(), &order())
    };
    if let Ok(file) = std::env::var(CHILD) {
        return std::fs::write(file, make()).unwrap();
    }
    let file = fresh_file();
    let ran = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "same::another_process_gives_the_same_bytes"])
        .env(CHILD, &file)
        .output()
        .unwrap();
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stdout)
    );
    assert!(std::fs::read(&file).unwrap() == make());
    std::fs::remove_file(&file).unwrap();
}
