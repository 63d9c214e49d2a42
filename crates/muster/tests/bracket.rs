//! `muster bracket`.

use crate::environment::TestEnvironment;

#[test]
fn single_elimination_is_a_tree() {
    let env = TestEnvironment::playing("xwing", 8, &["--rounds", "1", "--cut", "4"]);
    let said = env.fails(2, &["bracket"]);
    assert!(said.contains("there is no bracket yet"), "{said}");
    env.report_all();
    env.ok(&["cut"]);
    insta::assert_snapshot!(env.ok(&["bracket"]), @r"
    Test Cup · bracket
    1 Cleo Castor ┐
                  ├               ┐
    4 Ann Archer  ┘               │
                                  ├
    2 Eve Ember   ┐               │
                  ├               ┘
    3 Dan Drake   ┘
    ");
    env.ok(&["pair", "--draft", "--publish"]);
    env.report_all();
    env.ok(&["pair", "--draft", "--publish"]);
    env.report_all();
    env.ok(&["finish"]);
    insta::assert_snapshot!(env.ok(&["bracket"]), @r"
    Test Cup · bracket
    1 Cleo Castor ┐
                  ├ 4 Ann Archer  ┐
    4 Ann Archer  ┘               │
                                  ├ 4 Ann Archer
    2 Eve Ember   ┐               │
                  ├ 3 Dan Drake   ┘
    3 Dan Drake   ┘

    Places
     Place   Player        Seed
    ────────────────────────────
         1   Ann Archer       4
         2   Dan Drake        3
       3–4   Cleo Castor      1
       3–4   Eve Ember        2
    ");
    let bracket = env.json(&["bracket"]);
    assert_eq!(bracket["champion"]["name"], "Ann Archer");
    assert_eq!(bracket["places"][3]["first"], 3);
}

#[test]
fn cg_de_double_elimination_goes_round_by_round() {
    let env = TestEnvironment::playing("cardgame", 6, &["--rounds", "1", "--cut", "4"]);
    env.report_all();
    env.ok(&["cut"]);
    env.ok(&["pair", "--draft", "--publish"]);
    env.report_all();
    insta::assert_snapshot!(env.ok(&["bracket"]), @r"
    Test Cup · bracket

    Round 1
     Game   Bracket   A              B             Advances
    ────────────────────────────────────────────────────────────
     1.1    upper 1   1 Dan Drake    4 Finn Falk   1 Dan Drake
     1.2    upper 1   2 Ann Archer   3 Bo Brandt   2 Ann Archer

    Round 2
     Game   Bracket   A             B
    ─────────────────────────────────────────────
     2.1    upper 2   1 Dan Drake   2 Ann Archer
     2.2    lower 1   4 Finn Falk   3 Bo Brandt

    Round 3
     Game   Bracket   A               B
    ───────────────────────────────────────────────
     3.1    lower 2   winner of 2.2   loser of 2.1

    Round 4
     Game   Bracket       A               B
    ────────────────────────────────────────────────────
     4.1    grand final   winner of 2.1   winner of 3.1

    Round 5
     Game   Bracket        A              B
    ────────────────────────────────────────────────────
     5.1    second final   loser of 4.1   winner of 4.1
    ");
}

#[test]
fn cg_de_two_players_are_listed_round_by_round() {
    let env = TestEnvironment::playing("cardgame", 4, &["--rounds", "1", "--cut", "2"]);
    env.report_all();
    env.ok(&["cut"]);
    let said = env.ok(&["bracket"]);
    assert!(
        said.contains("Round 1") && said.contains("grand final"),
        "{said}"
    );
    assert!(!said.contains('┐'), "{said}");
}

#[test]
fn se_3_a_bracket_drawn_by_lot_has_no_seeds() {
    let env = TestEnvironment::playing("xwing", 4, &["--rounds", "0"]);
    let round = env.ok(&["pairings"]);
    let bracket = env.ok(&["bracket"]);
    assert!(!round.contains("Seeds"), "{round}");
    assert!(!bracket.contains("1 "), "{bracket}");
    env.report_all();
    env.ok(&["pair", "--draft", "--publish"]);
    env.report_all();
    env.ok(&["finish"]);
    let bracket = env.ok(&["bracket"]);
    assert!(
        bracket.contains("Places") && !bracket.contains("Seed"),
        "{bracket}"
    );
}
