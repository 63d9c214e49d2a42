//! `muster export`: tables, other programs' formats and the calendar. Journals between servers are tested with the
//! ledger.

use crate::environment::TestEnvironment;

/// A small X-Wing tournament that is over.
fn finished(regulation: &str) -> TestEnvironment {
    let env = TestEnvironment::playing(regulation, 5, &["--rounds", "2"]);
    env.report_all();
    env.ok(&["pair", "--draft", "--publish"]);
    env.report_all();
    env.ok(&["finish"]);
    env
}

#[test]
fn tables_as_csv_and_json() {
    let env = finished("xwing");
    let journal = "cup.jsonl";
    let csv = env.ok(&["export", journal, "--as", "csv", "--table", "standings"]);
    let lines: Vec<&str> = csv.split("\r\n").collect();
    assert!(
        lines[0].starts_with("\u{feff}rank,place,place to,number,name,points,wins"),
        "{csv}"
    );
    assert_eq!(lines.len(), 7, "{csv}");
    env.ok(&["export", journal, "--as", "csv", "tables"]);
    for table in ["players", "rounds", "standings"] {
        assert!(env.read(&format!("tables/{table}.csv")).ends_with("\r\n"));
    }
    let json = env.json(&["export", journal, "--as", "json"]);
    assert_eq!(json["players"].as_array().unwrap().len(), 5);
    assert_eq!(json["rounds"].as_array().unwrap().len(), 2);
    assert_eq!(json["standings"][0]["rank"], 1);
    let again = env.fails(3, &["export", journal, "--as", "csv", "tables"]);
    assert!(again.contains("exist"), "{again}");
}

#[test]
fn contacts_are_for_the_desk_only() {
    let env = TestEnvironment::with("xwing", &[]);
    env.ok(&[
        "add",
        "=Ann",
        "--club",
        "Red Barn",
        "--contact",
        "ann@example.org",
    ]);
    let journal = "cup.jsonl";
    let public = env.ok(&["export", journal, "--as", "csv", "--table", "players"]);
    assert!(
        public.contains(",'=Ann,")
            && !public.contains("example.org")
            && !public.contains("Red Barn"),
        "{public}"
    );
    let private = env.ok(&[
        "export",
        journal,
        "--as",
        "csv",
        "--table",
        "players",
        "--contacts",
    ]);
    assert!(private.contains("Red Barn,ann@example.org"), "{private}");
}

#[test]
fn other_programs_read_what_was_written() {
    let env = finished("xwing");
    let journal = "cup.jsonl";
    for format in ["listfortress", "cryodex"] {
        let file = format!("{format}.json");
        env.ok(&["export", journal, "--as", format, &file]);
        let theirs = env.json(&["standings", "--from", format, &file]);
        let ours = env.json(&["standings", "-t", journal]);
        for (theirs, ours) in theirs
            .as_array()
            .unwrap()
            .iter()
            .zip(ours.as_array().unwrap())
        {
            assert_eq!(
                (&theirs["rank"], &theirs["name"], &theirs["points"]),
                (&ours["rank"], &ours["name"], &ours["points"])
            );
        }
        let copy = format!("{format}.jsonl");
        env.ok(&["import", "--from", format, &file, "--to", &copy, "--yes"]);
        env.ok(&["verify", &copy]);
    }
    let refused = env.fails(2, &["export", journal, "--as", "nrtm"]);
    assert!(
        refused.contains("NRTM is for Card Game tournaments"),
        "{refused}"
    );
}

#[test]
fn a_calendar_with_the_rounds_to_come() {
    let env = TestEnvironment::with_players(
        "xwing",
        5,
        &["--date", "2026-05-30", "--zone", "Europe/Vienna"],
    );
    let journal = "cup.jsonl";
    let calendar = env.ok(&[
        "export", journal, "--as", "ical", "--start", "10:00", "--pause", "15",
    ]);
    assert!(
        calendar.starts_with("BEGIN:VCALENDAR\r\n")
            && calendar.contains("DTSTART:20260530T080000Z\r\n"),
        "{calendar}"
    );
}

#[test]
fn a_site_as_a_folder_or_as_one_file() {
    let env = finished("xwing");
    let journal = "cup.jsonl";
    let said = env.ok(&["export", journal, "--as", "site", "pages"]);
    assert!(said.contains("start with pages"), "{said}");
    let index = env.read("pages/index.html");
    assert!(
        index.contains("Final ranking") && index.contains("Ann Archer"),
        "{index}"
    );
    assert!(env.read("pages/standings.html").contains("muster.css"));
    let again = env.fails(3, &["export", journal, "--as", "site", "pages"]);
    assert!(again.contains("not empty"), "{again}");
    for name in ["one.zip", "two.zip"] {
        env.ok(&["export", journal, "--as", "site", name]);
    }
    let [one, two] = ["one.zip", "two.zip"].map(|name| std::fs::read(env.path(name)).unwrap());
    assert!(one.starts_with(b"PK") && one == two);
}

#[test]
fn options_that_do_not_belong_together_are_refused() {
    let env = TestEnvironment::with_players("xwing", 4, &[]);
    let journal = "cup.jsonl";
    for (args, part) in [
        (&["--as", "csv"][..], "choose it with --table"),
        (&["--as", "site"], "choose where to write the site"),
        (
            &["--as", "ical", "--table", "rounds"],
            "--table works only with",
        ),
        (
            &["--as", "nrtm", "--contacts"],
            "--contacts works only with",
        ),
        (&["--start", "10:00"], "--start works only with"),
        (
            &["--as", "csv", "--table", "names"],
            "players, rounds, standings",
        ),
        (&["--as", "listfortress"], "once a round is published"),
    ] {
        let all: Vec<&str> = [&["export", journal], args].concat();
        // A format of another game is refused before anything else.
        let said = env.fails(2, &all);
        assert!(said.contains(part), "{args:?}: {said}");
    }
}
