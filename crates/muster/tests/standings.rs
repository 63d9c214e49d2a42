//! `muster standings`.

use crate::environment::TestEnvironment;

#[test]
fn exact_and_as_shown() {
    // XW-TB, TB-SOS, TB-2
    let env = TestEnvironment::playing("xwing", 5, &[]);
    env.report_all();
    env.ok(&["pair", "--draft", "--publish"]);
    env.report_all();
    insta::assert_snapshot!(env.ok(&["standings"]), @r"
    Test Cup · standings while round 2 is played
     Rank   Player        Points   W-D-L   MOV    SOS
    ──────────────────────────────────────────────────
        1   Cleo Castor        2   2-0-0   752   0.25
        2   Ann Archer         2   2-0-0   676   0.50
        3   Bo Brandt          1   1-0-1   400   0.50
        4   Dan Drake          1   1-0-1   324   1.00
        5   Eve Ember          0   0-0-2    48   0.75
    ");
    insta::assert_snapshot!(env.ok(&["standings", "--through", "1"]), @r"
    Test Cup · standings after round 1
     Rank   Player        Points   W-D-L   MOV    SOS
    ──────────────────────────────────────────────────
        1   Cleo Castor        1   1-0-0   376   0.00
        2   Bo Brandt          1   1-0-0   376   0.00
        3   Ann Archer         1   1-0-0   300   0.00
        4   Eve Ember          0   0-0-1    24   1.00
        5   Dan Drake          0   0-0-1    24   1.00
    ");
    let ranks = env.json(&["standings"]);
    for (rank, row) in (1..).zip(ranks.as_array().unwrap()) {
        assert_eq!(row["rank"], rank);
        let ids: Vec<&str> = row["tiebreakers"]
            .as_array()
            .unwrap()
            .iter()
            .map(|value| value["tiebreaker"].as_str().unwrap())
            .collect();
        assert_eq!(ids, ["margin_of_victory", "strength_of_schedule", "random"]);
        assert!(row["tiebreakers"][0]["exact"].is_string());
    }
    let said = env.fails(2, &["standings", "--through", "3"]);
    assert!(said.contains("rounds 1 to 2"), "{said}");
}

#[test]
fn every_regulation_has_its_columns() {
    for (regulation, columns) in [
        ("armada", "MOV    SOS"),
        ("legion", "Avg MOV   Ext. MOV    SOS   ESOS"),
        ("conquest", "SOS   Defeated   Tokens"),
        ("cardgame", "SOS   ESOS"),
    ] {
        let env = TestEnvironment::playing(regulation, 4, &["--rounds", "2"]);
        env.report_all();
        let said = env.ok(&["standings"]);
        assert!(said.contains(columns), "{regulation}: {said}");
    }
}

#[test]
fn files_of_other_programs_are_recomputed() {
    let env = TestEnvironment::new();
    env.write(
        "lf.json",
        r#"{"name":"Store Cup","participants":[
            {"id":1,"name":"Ann","score":1,"swiss_rank":1,"mov":"228","sos":"0.00"},
            {"id":2,"name":"Bo","score":0,"swiss_rank":2,"mov":"172","sos":"1.00"}],
          "rounds":[{"roundtype_id":1,"round_number":1,"matches":[
            {"player1_id":1,"player1_points":77,"player2_id":2,"player2_points":49,"result":"win","winner_id":1}]}]}"#,
    );
    let ranks = env.json(&["standings", "--from", "listfortress", "lf.json"]);
    assert_eq!(ranks[0]["rank"], 1);
    assert_eq!(ranks[0]["name"], "Ann");
    assert_eq!(ranks[0]["points"], 1);
    assert_eq!(
        ranks[0]["tiebreakers"][0]["tiebreaker"],
        "margin_of_victory"
    );
    assert_eq!(ranks[0]["tiebreakers"][0]["exact"], "228");
    assert_eq!(ranks[1]["tiebreakers"][1]["exact"], "1");
    assert_eq!(ranks[1]["tiebreakers"][1]["shown"], "1.00");
    insta::assert_snapshot!(env.ok(&["standings", "--from", "listfortress", "lf.json"]), @r"
    Store Cup · recomputed from ListFortress
     Rank   Player   Points   W-D-L   MOV    SOS
    ─────────────────────────────────────────────
        1   Ann           1   1-0-0   228   0.00
        2   Bo            0   0-0-1   172   1.00

    8 values of the file agree with its rounds, 0 do not.
    ");
    let wrong = env.read("lf.json").replace("\"228\"", "\"229\"");
    env.write("wrong.json", wrong);
    let ran = env.run(&["standings", "--from", "listfortress", "wrong.json"]);
    assert!(
        ran.stderr
            .contains("Ann: the file says margin of victory 229, its rounds give 228"),
        "{}",
        ran.stderr
    );
    for (code, args, expected) in [
        (2, &["standings", "--from", "listfortress"][..], "required"),
        (
            2,
            &["standings", "--from", "excel", "lf.json"],
            "[possible values: listfortress, cryodex, nrtm]",
        ),
        (
            3,
            &["standings", "--from", "nrtm", "no.json"],
            "there is no such file",
        ),
        (3, &["standings", "--from", "nrtm", "lf.json"], "lf.json"),
    ] {
        let said = env.fails(code, args);
        assert!(said.contains(expected), "{args:?}: {said}");
    }
}

#[test]
fn se_5b_the_final_ranking_goes_by_round_reached_then_by_swiss_rank() {
    muster_regulations::proves!("SE-5b");
    let env = TestEnvironment::playing("xwing", 6, &["--rounds", "1", "--cut", "4"]);
    let said = env.fails(2, &["standings", "--final"]);
    assert!(said.contains("until everything is played"), "{said}");
    env.report_all();
    env.ok(&["cut"]);
    for _ in 1..=2 {
        env.ok(&["pair", "--draft", "--publish"]);
        env.report_all();
    }
    env.ok(&["finish"]);
    insta::assert_snapshot!(env.ok(&["standings", "--final"]), @r"
    Test Cup · final ranking
     Place   Player        Swiss rank
    ──────────────────────────────────
         1   Ann Archer             2
         2   Dan Drake              1
       3–4   Bo Brandt              3
       3–4   Finn Falk              4
         5   Cleo Castor            5
         6   Eve Ember              6
    ");
    let places = env.json(&["standings", "--final"]);
    assert_eq!(places[2]["first"], 3);
    assert_eq!(places[2]["last"], 4);
    assert_eq!(places[4]["rank"], 5);
}
