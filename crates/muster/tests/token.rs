//! `muster token`.

use crate::environment::TestEnvironment;
use muster_ledger::people::{Access, Account, Kept, Scope, Who};
use muster_ledger::{DataFolder, Ledger, SqliteLedger};

/// A folder with the data of a server that Robin Vale has set up.
fn set_up() -> (TestEnvironment, SqliteLedger) {
    let env = TestEnvironment::new();
    let ledger = SqliteLedger::open(&DataFolder::new(env.path("club"))).unwrap();
    let owner = Account {
        name: "Robin Vale".to_owned(),
        password: String::new(),
        owner: true,
        created: "2026-05-30T08:00:00Z".parse().unwrap(),
    };
    ledger.commit(vec![owner.put()]).wait().unwrap();
    (env, ledger)
}

/// The arguments with the account and the folder behind them.
fn of<'a>(account: &'a str, args: &[&'a str]) -> Vec<&'a str> {
    let mut all = vec!["token"];
    all.extend(args);
    all.extend(["--account", account, "--data", "club"]);
    all
}

fn robin<'a>(args: &[&'a str]) -> Vec<&'a str> {
    of("Robin Vale", args)
}

#[test]
fn a_token_is_shown_once_listed_by_its_digest_and_revoked() {
    let (env, ledger) = set_up();
    let overlay = ["new", "Stream overlay", "--purpose", "read", "--days", "2"];
    let made = env.json(&robin(&overlay));
    let token = made["token"].as_str().unwrap();
    assert_eq!(made["purpose"], "read");
    assert_eq!(made["expires"], "2026-06-01T09:00:00Z");
    // Names are as people type them.
    let plain = env.ok(&of(
        " robin vale ",
        &["new", "Desk script", "--purpose", "desk"],
    ));
    assert_ne!(plain.trim(), token);

    let listed = env.json(&robin(&["list"]));
    let listed = listed.as_array().unwrap();
    assert_eq!(listed.len(), 2);
    let known = listed.iter().find(|one| one["id"] == made["id"]).unwrap();
    assert_eq!(known["label"], "Stream overlay");
    let table = env.ok(&robin(&["list"]));
    assert!(
        table.contains("Desk script") && table.contains("no expiry"),
        "{table}"
    );
    assert!(
        !table.contains(token) && !table.contains(plain.trim()),
        "{table}"
    );

    // The server finds it by its digest: for this person, for this purpose.
    let who = Who::Account("Robin Vale".to_owned());
    let kept = Access::of(&ledger, &who).wait().unwrap();
    let access = kept
        .iter()
        .find(|access| made["id"] == access.id())
        .unwrap();
    assert_eq!(access.scope, Scope::Read);
    assert_eq!(access.token, muster_service::secret::digest(token));

    let id = made["id"].as_str().unwrap();
    let said = env.ok(&robin(&["revoke", id]));
    assert_eq!(said.trim(), format!("Revoked {id} (Stream overlay)."));
    assert_eq!(env.json(&robin(&["list"])).as_array().unwrap().len(), 1);
    let twice = env.fails(2, &robin(&["revoke", id]));
    assert!(twice.contains("there is no token"), "{twice}");
}

#[test]
fn what_cannot_be_is_refused_in_words_and_nothing_is_made() {
    let (env, _) = set_up();
    let long = "x".repeat(81);
    let cases: [(Vec<&str>, &str); 6] = [
        (
            robin(&["new", "Overlay", "--purpose", "everything"]),
            "unknown purpose \"everything\"; choose read, judge or desk",
        ),
        // Players make theirs on the page, in the browser in which they claimed their seat.
        (
            robin(&["new", "Phone", "--purpose", "player"]),
            "choose read, judge or desk",
        ),
        (
            robin(&["new", "Overlay", "--purpose", "read", "--days", "0"]),
            "1..=3650",
        ),
        (
            robin(&["new", " ", "--purpose", "read"]),
            "Describe the token",
        ),
        (
            robin(&["new", &long, "--purpose", "read"]),
            "1 to 80 characters",
        ),
        (
            of("Nobody", &["new", "Overlay", "--purpose", "read"]),
            "there is no account \"Nobody\" here",
        ),
    ];
    for (args, part) in cases {
        let said = env.fails(2, &args);
        assert!(said.contains(part), "{args:?}: {said}");
    }
    assert_eq!(env.json(&robin(&["list"])), serde_json::json!([]));
}
