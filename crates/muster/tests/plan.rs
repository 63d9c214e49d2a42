//! `muster plan`.

use crate::environment::TestEnvironment;

#[test]
fn compares_the_structures_that_fit() {
    // XW-BASIC, XW-ADV
    let env = TestEnvironment::new();
    let args = [
        "plan",
        "xwing",
        "--players",
        "44",
        "--rounds",
        "5",
        "--cut",
        "4",
    ];
    let day = ["--start", "09:30", "--lunch", "45", "--lunch-after", "2"];
    let args: Vec<&str> = args.into_iter().chain(day).collect();
    let said = env.ok(&args);
    assert!(said.contains("X-Wing · 44 players"), "{said}");
    let row = |name: &str| {
        let found = said
            .lines()
            .find(|line| line.trim_start().starts_with(name));
        found
            .unwrap_or_else(|| panic!("{name}: {said}"))
            .split_whitespace()
            .collect::<Vec<_>>()
    };
    assert_eq!(
        row("Basic")[..7],
        ["Basic", "5", "top", "8", "22", "17:15", "22:30"]
    );
    assert_eq!(row("Advanced")[..4], ["Advanced", "6", "top", "8"]);
    assert_eq!(
        row("Custom")[..7],
        ["Custom", "5", "top", "4", "22", "17:15", "21:00"]
    );
    assert!(
        said.contains("simulated tournaments for each structure."),
        "{said}"
    );
    let outlooks = env.json(&args);
    assert_eq!(outlooks[0]["structure"]["cut"]["top"], 8);
    assert_eq!(outlooks[0]["by_losses"][0]["cut"]["thousandths"], 1000);
    assert_eq!(outlooks[2]["kind"], "custom");
    assert!(outlooks[2]["best_misses"]["won"].as_u64().unwrap() > 0);
}

#[test]
fn says_what_does_not_fit() {
    let env = TestEnvironment::new();
    let said = env.fails(1, &["plan", "xwing", "--players", "3"]);
    assert!(
        said.contains("needs at least 4 players; there are 3"),
        "{said}"
    );
    let said = env.fails(
        1,
        &[
            "plan",
            "xwing",
            "--players",
            "8",
            "--rounds",
            "3",
            "--cut",
            "9",
        ],
    );
    assert!(said.contains("needs 9 players"), "{said}");
    env.fails(2, &["plan", "xwing", "--players", "8", "--lunch", "30"]);
}
