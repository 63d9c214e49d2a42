//! The static site: the public pages as files, complete, without a server, and always the same bytes.

use crate::hall::{Game, people};
use muster_regulations::{CustomStructure, CutRule, Regulation};
use muster_tournament::Command;
use muster_web::site::{self, SiteFile};

const CUSTOM: CustomStructure = CustomStructure {
    rounds: 2,
    cut: CutRule::Top(4),
};

fn text(file: &SiteFile) -> String {
    String::from_utf8_lossy(&file.bytes).into_owned()
}

#[test]
fn every_link_leads_to_a_file_of_the_folder() {
    for regulation in Regulation::ALL {
        let mut game = Game::new("A <Cup> & \"more\"", regulation, &people(9), Some(CUSTOM));
        game.start();
        game.play_swiss();
        game.cut();
        game.play_out();
        let files = site::files(&game.tournament);
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        for expected in [
            "index.html",
            "round-1.html",
            "standings.html",
            "bracket.html",
            "journal.jsonl",
            "log.html",
            "proof.html",
            "muster.css",
            "muster.js",
        ] {
            assert!(names.contains(&expected), "{regulation}: {names:?}");
        }
        for file in files.iter().filter(|file| file.name.ends_with(".html")) {
            let page = text(file);
            for (attribute, rest) in [("href", &page), ("src", &page)] {
                for target in rest.split(&format!(" {attribute}=\"")).skip(1) {
                    let target = target.split('"').next().unwrap();
                    let inside =
                        target.starts_with('#') || target == "data:," || names.contains(&target);
                    assert!(inside, "{regulation}: {} leads to {target}", file.name);
                }
            }
            assert!(!page.contains("<Cup>"), "{}", file.name);
        }
    }
}

#[test]
fn a_draft_is_no_part_of_it() {
    let mut game = Game::new("Cup", Regulation::Xwing, &people(8), None);
    game.start();
    game.act(Command::Draft);
    let files = site::files(&game.tournament);
    assert!(files.iter().all(|file| !file.name.starts_with("round-")));
    assert!(files.iter().all(|file| file.name != "journal.jsonl"));
}

#[test]
fn the_same_tournament_gives_the_same_archive() {
    let mut game = Game::new("Cup", Regulation::Xwing, &people(12), None);
    game.start();
    game.play(2);
    let pack = || site::packed(&site::files(&game.tournament)).unwrap();
    let archive = pack();
    assert!(archive.starts_with(b"PK\x03\x04"));
    assert_eq!(archive, pack());
}
