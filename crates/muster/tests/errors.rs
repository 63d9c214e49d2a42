//! Error sentences and exit codes that concern every subcommand.

use crate::environment::TestEnvironment;

#[test]
fn errors_are_sentences_on_standard_error_with_documented_codes() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    for (code, args, expected) in [
        // 1: the rules say no.
        (1, &["cut"][..], "refused: Round 1 isn't over"),
        (
            1,
            &["report", "1", "ending=time", "a.score=201", "b.score=0"],
            "refused: A squad is worth at most 200 points.",
        ),
        // 2: wrong usage.
        (2, &["nonsense"], "unrecognized subcommand"),
        (2, &["report"], "required"),
        (2, &["drop", "Zoe"], "error: no player matches \"Zoe\""),
        (
            2,
            &["drop", "Ann", "--as", "king"],
            "unknown person \"king\"",
        ),
        (2, &["drop", "Ann", "--as", "staff:x"], "staff:N"),
        (
            2,
            &["report", "1", "ending=time", "a.skore=20", "b.score=0"],
            "unknown field a.skore; did you mean a.score?",
        ),
        (
            2,
            &["report", "first", "ending=time"],
            "invalid value \"first\" for <TABLE>; expected a whole number",
        ),
        (
            2,
            &["configure", "--date", "30.5.2026"],
            "expected a date or time like 2026-05-30",
        ),
        (2, &["confirm", "7"], "Round 1 has no table 7."),
        (
            2,
            &["role", "dismiss", "9"],
            "This tournament has no staff member 9.",
        ),
        // 3: files.
        (
            3,
            &["status", "-t", "missing.jsonl"],
            "error: missing.jsonl: there is no such file",
        ),
        (3, &["status", "-t", "."], "error: .:"),
    ] {
        let said = env.fails(code, args);
        assert!(said.contains(expected), "{args:?}: {said}");
    }
}

#[test]
fn a_refusal_says_what_its_clause_says() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    insta::assert_snapshot!(
        env.fails(1, &["report", "1", "ending=time", "a.score=201", "b.score=0"]),
        @r"
    refused: A squad is worth at most 200 points. Add up the destroyed ships again. (a.score; XW-SCORE)
    XW-SCORE: The score is the points of destroyed ships plus half of each ship at or below half health. A whole squad is worth 200.
    "
    );
}

#[test]
fn refusals_are_json_for_scripts() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    env.report_all();
    let ran = env.run(&["cut", "--json"]);
    assert_eq!(ran.code, 1);
    let told: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let error = &told["error"];
    assert_eq!(error["code"], "not-now.no-cut");
    assert_eq!(error["kind"], "refused");
    assert_eq!(error["clause"], "PAIR-1");
    assert_eq!(error["message"], "This tournament has no cut.");
    assert!(
        ran.stderr
            .starts_with("refused: This tournament has no cut."),
        "{}",
        ran.stderr
    );
}

#[test]
fn scripts_learn_what_is_behind_an_error() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    env.write("cut.json", "{\"players\": [");
    for (code, cause, args) in [
        (2, "paper.no-bracket-yet", &["print", "bracket"][..]),
        (
            2,
            "export.other-regulation",
            &["export", "cup.jsonl", "--as", "nrtm"],
        ),
        (
            3,
            "file.json-cut-off",
            &["import", "--from", "nrtm", "cut.json"],
        ),
        (3, "file.empty", &["add", "--from", "empty.csv"]),
    ] {
        env.write("empty.csv", "");
        let ran = env.run(&[args, &["--json"]].concat());
        assert_eq!(ran.code, code, "{args:?}");
        let told: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(told["error"]["cause"], cause, "{args:?}");
        if cause == "file.json-cut-off" {
            let place = serde_json::json!({"line": 1, "column": 13});
            assert_eq!(told["error"]["arguments"], place);
        }
    }
}

#[test]
fn every_exit_code_has_json_for_scripts() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    std::fs::create_dir(env.path("broken")).unwrap();
    env.write("broken/muster.db", "no database");
    env.ok(&["import", "cup.jsonl", "--data", "club"]);
    for (code, kind, name, args) in [
        (1, "refused", "results-missing", &["finish", "--json"][..]),
        (2, "usage", "no-such-player", &["drop", "Zoe", "--json"]),
        (2, "usage", "no-such-player", &["drop", "9", "--json"]),
        (2, "usage", "no-such-table", &["report", "7", "--json"]),
        (2, "usage", "no-such-table", &["confirm", "7", "--json"]),
        (
            2,
            "usage",
            "no-such-round",
            &["pairings", "--round", "7", "--json"],
        ),
        (
            2,
            "usage",
            "no-such-staff",
            &["role", "dismiss", "9", "--json"],
        ),
        (2, "usage", "usage", &["--json", "nonsense"]),
        (2, "usage", "usage", &["report", "--json"]),
        (
            3,
            "file",
            "file",
            &["status", "--json", "-t", "missing.jsonl"],
        ),
        (
            2,
            "usage",
            "no-season",
            &["season", "nowhere", "--data", "club", "--json"],
        ),
        (
            2,
            "usage",
            "account-name",
            &["account", "add", " ", "--data", "club", "--json"],
        ),
        (
            2,
            "usage",
            "tournament-id",
            &[
                "import",
                "cup.jsonl",
                "--as",
                "Cup!",
                "--data",
                "club",
                "--json",
            ],
        ),
        (
            2,
            "usage",
            "database-address",
            &["store", "check", "--store", "mysql://x", "--json"],
        ),
        (
            3,
            "file",
            "no-data",
            &["store", "check", "--data", "nowhere", "--json"],
        ),
        (
            3,
            "file",
            "no-tournament",
            &["export", "nobody", "--data", "club", "--json"],
        ),
        (
            3,
            "file",
            "not-muster",
            &["backup", "copy.db", "--data", "broken", "--json"],
        ),
        (
            3,
            "file",
            "database-unreachable",
            &[
                "account",
                "list",
                "--store",
                "postgres://m@127.0.0.1:1/none",
                "--json",
            ],
        ),
    ] {
        let ran = env.run(args);
        assert_eq!(ran.code, code, "{args:?}");
        let told: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(told["error"]["kind"], kind, "{args:?}");
        assert_eq!(told["error"]["code"], name, "{args:?}");
        let message = told["error"]["message"].as_str().unwrap();
        assert!(
            ran.stderr.contains(message.lines().next().unwrap()),
            "{told} {}",
            ran.stderr
        );
    }
}

#[test]
fn a_damaged_journal_is_reported_with_its_line() {
    let env = TestEnvironment::with_players("xwing", 4, &[]);
    let journal = env.read("cup.jsonl");
    env.write("cup.jsonl", journal.replacen("\"n\":2", "\"n\":9", 1));
    let said = env.fails(3, &["status"]);
    assert!(
        said.contains("cup.jsonl: Line 2: This line says it is line 9"),
        "{said}"
    );
    env.write(
        "cup.jsonl",
        journal.replace("Bo Brandt", "Bo Br\u{0}ndt").as_bytes(),
    );
    env.fails(3, &["add", "Zoe"]);
}

#[test]
fn time_may_be_stopped_and_must_be_a_time() {
    let env = TestEnvironment::with("xwing", &[]);
    let output = env
        .command(&["add", "Ann"])
        .env("MUSTER_NOW", "tomorrow")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        env.read("cup.jsonl")
            .contains("\"at\":\"2026-05-30T09:00:00Z\"")
    );
}

#[test]
fn output_has_no_colour_where_nobody_sees_it() {
    let env = TestEnvironment::playing("xwing", 4, &[]);
    for args in [
        &["status"][..],
        &["pairings"],
        &["standings"],
        &["log"],
        &["undo", "-n"],
    ] {
        assert!(!env.ok(args).contains('\u{1b}'), "{args:?}");
    }
}

#[test]
fn names_from_a_file_cannot_control_the_terminal() {
    let env = TestEnvironment::with_players("xwing", 4, &[]);
    let journal = env
        .read("cup.jsonl")
        .replace("Bo Brandt", "Bo\\u001b[2JBrandt");
    env.write("cup.jsonl", journal);
    let ran = env.run(&["players"]);
    assert!(
        !ran.stdout.contains('\u{1b}') && !ran.stderr.contains('\u{1b}'),
        "{}",
        ran.stdout
    );
}
