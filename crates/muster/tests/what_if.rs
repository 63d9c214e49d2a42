//! `muster what-if`.

use crate::environment::TestEnvironment;

#[test]
fn compares_with_a_copy_and_saves_nothing() {
    let env = TestEnvironment::playing("xwing", 6, &["--rounds", "3", "--cut", "2"]);
    let before = env.ok(&["log"]);
    let args = ["what-if", "--win", "1=a", "--simulations", "2000"];
    let compared = env.json(&args);
    let share = |at: &str, place: usize| {
        let own = &compared[at]["chances"]["players"][place];
        own["cut"]["sampled"]["thousandths"].as_u64().unwrap()
    };
    let moved = (0..6).filter(|place| share("then", *place) > share("now", *place) + 50);
    assert_eq!(moved.count(), 1, "{compared}");
    assert!(compared["then"]["pairings"][0]["opponents"][0]["met"]["won"].is_u64());
    let said = env.ok(&args);
    for word in [
        "Test Cup · what if",
        "If so",
        "2,000 continuations",
        "Nothing is saved.",
    ] {
        assert!(said.contains(word), "{word}: {said}");
    }
    let said = env.ok(&[
        "what-if",
        "--drop",
        "Ann",
        "--cut",
        "4",
        "--simulations",
        "500",
    ]);
    assert!(said.contains("Ann Archer no longer takes part."), "{said}");
    assert!(said.contains("Top 4"), "{said}");
    assert_eq!(env.ok(&["log"]), before);
}

#[test]
fn says_what_cannot_be() {
    let env = TestEnvironment::playing("xwing", 6, &["--rounds", "3", "--cut", "2"]);
    let said = env.fails(2, &["what-if", "--win", "9=a"]);
    assert!(said.contains("table 9 has no open match"), "{said}");
    env.fails(2, &["what-if", "--win", "Mara"]);
    env.fails(2, &["what-if"]);
}
