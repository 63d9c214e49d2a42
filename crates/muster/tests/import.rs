//! `muster import` of journals and of what other programs recorded; how copies grow and fork is tested with the ledger.

use crate::environment::TestEnvironment;

const LISTFORTRESS: &str = include_str!("../../exchange/tests/data/listfortress.json");
const CRYODEX: &str = include_str!("../../exchange/tests/data/cryodex.json");

fn with_file(name: &str, text: &str) -> (TestEnvironment, String) {
    let env = TestEnvironment::new();
    let path = env.path(name);
    std::fs::write(&path, text).unwrap();
    (env, path.display().to_string())
}

#[test]
fn a_preview_changes_nothing_and_yes_imports_it() {
    let (env, file) = with_file("trial.json", LISTFORTRESS);
    let data = env.path("data").display().to_string();
    let preview = env.run(&["import", "--from", "listfortress", &file, "--data", &data]);
    // A script that forgot --yes must not believe that anything was imported.
    assert_eq!(preview.code, 2);
    let hint = "error: nothing was imported; add --yes to import it\n";
    assert!(preview.stderr.ends_with(hint), "{}", preview.stderr);
    insta::assert_snapshot!(preview.stdout, @r"
    Invented Trial · from ListFortress
    3 players, 2 Swiss rounds, 1 bracket round; 12 values of the file agree with its rounds, 0 do not.

     Rank   Player   Points   W-D-L   MOV    SOS
    ─────────────────────────────────────────────
        1   Ann           2   2-0-0   576   0.50
        2   Cyd           1   1-0-1   500   1.00
        3   Ben           1   1-0-1   324   1.00
    ");
    assert!(!env.path("data").exists());
    let said = env.ok(&[
        "import",
        "--from",
        "listfortress",
        &file,
        "--data",
        &data,
        "--yes",
    ]);
    assert!(said.contains("Imported trial: 2 lines."), "{said}");
    let listed = env.ok(&["export", "--data", &data]);
    assert!(listed.contains("trial  2 lines"), "{listed}");
}

#[test]
fn as_a_journal_everything_that_reads_one_works() {
    let (env, file) = with_file("trial.json", LISTFORTRESS);
    let to = env.path("trial.jsonl").display().to_string();
    let said = env.ok(&[
        "import",
        "--from",
        "listfortress",
        &file,
        "--to",
        &to,
        "--yes",
    ]);
    assert!(said.contains("Imported as"), "{said}");
    let on = |command: &[&str]| env.ok(command);
    let standings = on(&["standings"]);
    assert!(
        standings.contains("1   Ann           2   2-0-0   576   0.50"),
        "{standings}"
    );
    let places = on(&["standings", "--final"]);
    assert!(places.contains("2   Cyd               2"), "{places}");
    let round = on(&["pairings", "--round", "2"]);
    assert!(round.contains("A wins"), "{round}");
    insta::assert_snapshot!(on(&["bracket"]), @r"
    Invented Trial · bracket
    1 Ann    ┐
             ├ 1 Ann
    2 Cyd    ┘

    Places
     Place   Player   Seed
    ───────────────────────
         1   Ann         1
         2   Cyd         2
    ");
    let status = on(&["status"]);
    assert!(status.contains("Over: Ann has won."), "{status}");
    let log = on(&["log"]);
    assert!(
        log.contains("imported a tournament from ListFortress: 3 players"),
        "{log}"
    );
    let verified = env.ok(&["verify", &to]);
    assert!(verified.contains("nothing was drawn here"), "{verified}");
    let refused = env.refused("not-now.recorded", &["pair", "--draft"]);
    assert!(refused.contains("was run with ListFortress"), "{refused}");
    let twice = env.fails(
        3,
        &[
            "import",
            "--from",
            "listfortress",
            &file,
            "--to",
            &to,
            "--yes",
        ],
    );
    assert!(twice.contains("exist"), "{twice}");
    let unsaid = env.fails(2, &["import", &file]);
    assert!(unsaid.contains("--from listfortress"), "{unsaid}");
}

#[test]
fn an_altered_journal_is_refused_as_on_the_pages() {
    let env = TestEnvironment::with("xwing", &[]);
    env.ok(&["add", "Ann Archer", "Bo Brandt"]);
    let journal = env.read("cup.jsonl");
    let altered = journal.replace("Bo Brandt", "Ed Brandt");
    env.write("altered.jsonl", &altered);
    let data = env.path("data").display().to_string();
    let ran = env.run(&["import", "altered.jsonl", "--data", &data]);
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    assert!(ran.stderr.contains("was not imported"), "{}", ran.stderr);
    assert!(!env.path("data").exists());
}

#[test]
fn xw_salvo_what_is_open_is_asked_for_and_never_guessed() {
    let open = CRYODEX
        .replace("\"player2points\":24", "\"player2points\":200")
        .replace("\"score\":1", "\"score\":null");
    let (env, file) = with_file("store.json", &open);
    let preview = env.run(&["import", "--from", "cryodex", &file]).stdout;
    assert!(
        preview.contains("Round 1, Ann against Ben: the winner is missing."),
        "{preview}"
    );
    assert!(
        preview.contains("--winner \"rounds[0].matches[0]=1\""),
        "{preview}"
    );
    let told = env.run(&[
        "import",
        "--from",
        "cryodex",
        &file,
        "--winner",
        "rounds[0].matches[0]=2",
    ]);
    assert!(
        !told.stdout.contains("winner is missing"),
        "{}",
        told.stdout
    );
    for (winner, part) in [
        ("rounds[0].matches[0]=3", "1 or 2"),
        ("rounds[7]=1", "no match"),
        ("Ann", "1 or 2"),
    ] {
        let said = env.fails(
            2,
            &["import", "--from", "cryodex", &file, "--winner", winner],
        );
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn bad_files_are_refused_and_nothing_is_made() {
    let data: &[(&str, &[u8], &str)] = &[
        ("cut off", &LISTFORTRESS.as_bytes()[..300], "cut off"),
        ("empty", b"", "empty"),
        ("not JSON", b"name,club\nAnn,Red", "isn't JSON"),
        ("packed", b"PK\x03\x04\x14\0\0\0", "ZIP archive"),
        ("another format", CRYODEX.as_bytes(), "Cryodex"),
        (
            "another schema",
            b"{\"participants\": 3, \"rounds\": {}}",
            "participants",
        ),
        ("a list", b"[]", "object"),
        ("wrong encoding", b"\xFF\xFE{\0\"", "UTF-16"),
        (
            "no rounds",
            b"{\"participants\": [{\"id\": 1, \"name\": \"Ann\"}], \"rounds\": []}",
            "no rounds",
        ),
    ];
    for (what, bytes, part) in data {
        let env = TestEnvironment::new();
        let file = env.path("bad.json");
        std::fs::write(&file, bytes).unwrap();
        let data = env.path("data").display().to_string();
        let file = file.display().to_string();
        let said = env.fails(
            3,
            &[
                "import",
                "--from",
                "listfortress",
                &file,
                "--data",
                &data,
                "--yes",
            ],
        );
        assert!(said.contains(part), "{what}: {said}");
        assert!(!env.path("data").exists(), "{what}");
    }
    let env = TestEnvironment::new();
    let huge = env.path("huge.json");
    std::fs::File::create(&huge)
        .unwrap()
        .set_len(40 * 1024 * 1024)
        .unwrap();
    let said = env.fails(
        3,
        &[
            "import",
            "--from",
            "nrtm",
            &huge.display().to_string(),
            "--yes",
        ],
    );
    assert!(said.contains("32 MB"), "{said}");
}

#[test]
fn a_journal_comes_with_its_seed_and_is_verified() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    let take = |file: &str| env.run(&["import", file, "--data", "club"]);
    let said = take("cup.jsonl");
    assert!(said.stdout.contains("Imported cup: "), "{}", said.stdout);
    assert!(said.stderr.is_empty(), "{}", said.stderr);
    let again = take("cup.jsonl");
    assert!(
        again.stdout.contains("cup is already here"),
        "{}",
        again.stdout
    );

    let journal = env.read("cup.jsonl");
    env.write("torn.jsonl", &journal[..journal.len() - 30]);
    let torn = take("torn.jsonl");
    assert_eq!(torn.code, 3, "{}", torn.stderr);
    assert!(torn.stderr.contains("It was cut off"), "{}", torn.stderr);
    env.write("altered.jsonl", journal.replacen("Test Cup", "Best Cup", 1));
    let altered = take("altered.jsonl");
    assert_eq!(altered.code, 3, "{}", altered.stderr);
    assert!(altered.stderr.contains("was altered"), "{}", altered.stderr);

    let other = TestEnvironment::new();
    other.write("cup.jsonl", &journal);
    let unseeded = other.run(&["import", "cup.jsonl", "--data", "club"]);
    assert!(
        unseeded.stderr.contains("there is no seed file beside it"),
        "{}",
        unseeded.stderr
    );
}
