//! `muster rules`.

use crate::environment::TestEnvironment;

#[test]
fn one_clause() {
    let env = TestEnvironment::new();
    insta::assert_snapshot!(env.ok(&["rules", "--clause", "pair-4"]), @r"
    PAIR-4  Two players meet at most once in a stage. Whoever floats down is chosen so that everybody can be paired.
    computed · applies to: all
    ");
    assert_eq!(env.json(&["rules", "--clause", "XW-MOV"])["id"], "XW-MOV");
    for (args, expected) in [
        (
            &["rules", "--clause", "PAIR-99"][..],
            "there are PAIR-1, PAIR-1b, PAIR-2",
        ),
        (&["rules", "--clause", "nonsense"], "lists them all"),
        (
            &["rules", "legion", "--clause", "XW-MOV"],
            "XW-MOV does not belong to Legion",
        ),
        (
            &["rules", "chess"],
            "[possible values: xwing, armada, legion, conquest, cardgame]",
        ),
    ] {
        let said = env.fails(2, args);
        assert!(said.contains(expected), "{args:?}: {said}");
    }
}

#[test]
fn a_regulation_with_its_tables() {
    let env = TestEnvironment::new();
    let said = env.ok(&["rules", "legion"]);
    let (book, _) = said.split_once("Clauses").unwrap();
    insta::assert_snapshot!(book, @r"
    Legion (2.0, effective 2020-04-13)
      Name here     legion
      Tiers         casual, competitive
      Roles         Tournament Organizer, Head Judge, Judge
      Clock         150 minutes in Swiss rounds, 150 in elimination, 210 in the final
      List          army, at most 800 points
      Bye           1 point, margin: mean of the other games
      Missed round  0 points, margin 0
      Tiebreakers   average margin, extended average margin, strength of schedule, extended strength of schedule, random
      After a cut   single elimination

    Basic structure (LE-BASIC)
          Players   Rounds   Cut
    ─────────────────────────────
              4–8        2   –
             9–32        3   –
            33–48        4   –
     49 and above        5   –

    Advanced structure (LE-ADVANCED)
          Players   Rounds   Cut
    ───────────────────────────────
             9–24        3   top 2
            25–44        4   top 2
            45–90        5   top 2
     91 and above        5   top 4

    How a match can end
     ending=              Name                              What it means
    ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
     defeat               One player defeated               All units of one player are defeated. The other wins with the full margin, whatever the tokens.
     mutual_destruction   Mutual destruction                The last units of both players are defeated at once. More victory tokens win; if tied, the blue player wins.
     six_rounds           Six rounds played                 The sixth game round is finished. More victory tokens win, then the higher score, then the blue player.
     time                 Time                              Time was called. More victory tokens win, then the higher score, then the blue player.
     concession           Concession                        One player concedes, and the game is not scored.
     concession_scored    Concession, scored by agreement   One player concedes, and both agreed in front of a judge to score the game as if this were its last round.
     left_early           Left without conceding            A player left the game early without conceding.
     game_loss            Game loss                         A judge gave a player a game loss.
     no_show              No-show                           A player did not appear in time.
    ");
    assert!(said.contains("LE-CHECK") && !said.contains("XW-MOV"));
}

#[test]
fn all_of_them_as_json() {
    let env = TestEnvironment::new();
    let rules = env.json(&["rules"]);
    assert_eq!(rules["regulations"].as_array().unwrap().len(), 5);
    for regulation in rules["regulations"].as_array().unwrap() {
        assert!(
            !regulation["structures"][0]["rows"]
                .as_array()
                .unwrap()
                .is_empty()
        );
        assert!(!regulation["endings"].as_array().unwrap().is_empty());
    }
    let treatments = ["enforced", "computed", "assisted", "left_to_people"];
    for clause in rules["clauses"].as_array().unwrap() {
        assert!(
            treatments.contains(&clause["treatment"].as_str().unwrap()),
            "{clause}"
        );
    }
}
