//! The static site: the public pages as files, complete, without a server, and always the same bytes.

use super::game::{Game, people};
use muster_regulations::{CustomStructure, CutRule, Regulation};
use muster_tournament::ids::Hex32;
use muster_tournament::seeds::Master;
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
            "statistics.html",
            "statistics-ranks.csv",
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
fn an_imported_tournament_has_a_site_too() {
    let sample = include_bytes!("../../../../exchange/tests/data/listfortress.json");
    let foreign = muster_exchange::read(muster_exchange::Format::ListFortress, sample).unwrap();
    let taken = muster_exchange::import(&foreign, sample, Hex32([3; 32])).unwrap();
    let organizer = muster_testing::person("Robin Host");
    let at = "2026-03-14T08:30:00Z".parse().unwrap();
    let tournament = taken
        .tournament(organizer, &Master::new(Hex32([5; 32])), at)
        .unwrap();
    let files = site::files(&tournament);
    let page = |name: &str| text(files.iter().find(|file| file.name == name).unwrap());
    assert!(page("index.html").contains("Run with ListFortress"));
    assert!(page("bracket.html").contains("Winner: "));
    assert!(page("round-1.html").contains(">200<"));
    assert!(page("proof.html").contains("Muster drew nothing"));
    // Figures of what was never played here: tables, pictures, and the tables as files.
    let figures = page("statistics.html");
    for part in [
        "3 counted games",
        "Rank over rounds",
        "<svg",
        "statistics-factions.csv",
    ] {
        assert!(figures.contains(part), "{part}");
    }
    assert!(page("statistics-ranks.csv").contains("Ann,1,1"));
}

#[test]
fn a_draft_is_no_part_of_it() {
    let mut game = Game::new("Cup", Regulation::Xwing, &people(8), None);
    game.start();
    game.draft();
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
