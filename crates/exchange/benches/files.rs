//! How long does a file take from its bytes to standings that can be shown? A tournament of 300 players with a bracket,
//! in every format that has its regulation, and a list of 10,000 players that are registered.
//!
//! Targets: the tournament below one second, the list below two; both mean a laptop, and are far away.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench")]

use muster_exchange::{Format, out, players, preview, read, recompute};
use muster_forecast::simulate::{Incidents, Plan, simulate};
use muster_regulations::Regulation;
use muster_testing::{Hall, new_player, person, plain_setup};
use muster_tournament::Tournament;
use muster_tournament::command::NewPlayer;
use muster_tournament::ids::Hex32;
use muster_tournament::personal::Personal;
use muster_tournament::seeds::Master;
use muster_tournament::standings::standings;
use std::fmt::Write;
use std::time::{Duration, Instant};

const TURNS: usize = 9;

fn main() {
    for format in Format::ALL {
        let file = tournament_file(format, 300);
        let took = median(|| import(format, &file));
        tell(
            &format!(
                "300 players from {} ({} kB), read, recomputed, taken in, ranked",
                format.title(),
                file.len() / 1024
            ),
            took,
            Duration::from_secs(1),
        );
    }
    let list = list_of(10_000);
    let took = median(|| register(&list));
    tell(
        "10,000 lines of CSV, read and registered",
        took,
        Duration::from_secs(2),
    );
}

fn tell(what: &str, took: Duration, target: Duration) {
    let verdict = if took <= target { "reached" } else { "missed" };
    println!(
        "{what}: {:.1} ms, target {} ms: {verdict}",
        took.as_secs_f64() * 1000.0,
        target.as_millis()
    );
}

fn median(mut work: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..TURNS)
        .map(|_| {
            let begun = Instant::now();
            work();
            begun.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[TURNS / 2]
}

fn tournament_file(format: Format, players: u32) -> String {
    let mut plan = Plan::new(format.regulation(), players, 7);
    plan.incidents = Incidents::none();
    plan.structure = format.regulation().book().tables[0].kind;
    plan.custom = None;
    out::write(simulate(&plan).unwrap().state(), format)
        .unwrap()
        .text
}

fn import(format: Format, file: &str) {
    let foreign = read(format, file.as_bytes()).unwrap();
    let taken = muster_exchange::import(&foreign, file.as_bytes(), Hex32([9; 32])).unwrap();
    assert_eq!(preview(&foreign, &taken).players, foreign.players.len());
    let master = Master::new(Hex32([7; 32]));
    let at = "2026-05-30T09:00:00Z".parse().unwrap();
    let tournament = taken.tournament(person("Robin Vale"), &master, at).unwrap();
    // As another machine reads it.
    let again = Tournament::load(&tournament.to_text()).unwrap();
    assert_eq!(standings(again.state()), recompute(&foreign).standings);
}

fn list_of(lines: usize) -> String {
    let mut text = String::from("\u{feff}First name;Last name;e-mail;Club;Faction;Points\r\n");
    for line in 0..lines {
        let _ = write!(
            text,
            "\"Ann {line}\";Number;ann{line}@example.org;Club {};Faction;{}\r\n",
            line % 50,
            line % 200
        );
    }
    text
}

fn register(list: &str) {
    let preview = players::read(list.as_bytes()).unwrap();
    let mut new = Vec::new();
    let mut private = Vec::new();
    for (number, player) in (0_u32..).zip(preview.players()) {
        let mut salt = [0; 32];
        salt[..4].copy_from_slice(&number.to_le_bytes());
        let personal = Personal {
            salt: Hex32(salt),
            name: player.name.clone(),
            club: player.club.clone(),
            contact: player.email.clone(),
        };
        new.push(NewPlayer {
            faction: player.faction.clone(),
            list_points: player.points,
            ..new_player(&personal)
        });
        private.push(personal);
    }
    let mut hall = Hall::open(plain_setup(Regulation::Xwing), 7).unverified();
    hall.enter(new, private);
    assert_eq!(hall.state().players.len(), 10_000);
    assert!(!hall.tournament.to_text().is_empty());
}
