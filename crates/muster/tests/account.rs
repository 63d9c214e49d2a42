//! `muster account`.

use crate::environment::TestEnvironment;
use muster_ledger::people::{Access, Account, Kept, Scope, Session, Settings, TokenHash, Who};
use muster_ledger::{DataFolder, Ledger, SqliteLedger, TournamentId};
use muster_tournament::ids::Hex32;

fn account(env: &TestEnvironment, args: &[&str]) -> Vec<String> {
    let mut all = vec!["account"];
    all.extend(args);
    all.extend(["--data", "club"]);
    let out = env.ok(&all);
    out.lines().map(str::to_owned).collect()
}

fn ledger(env: &TestEnvironment) -> SqliteLedger {
    SqliteLedger::open(&DataFolder::new(env.path("club"))).unwrap()
}

#[test]
fn organizers_are_added_listed_and_removed_and_the_owner_takes_over() {
    let env = TestEnvironment::with_players("xwing", 4, &[]);
    let made = account(&env, &["add", "Robin Vale"]);
    assert_eq!(made[1].len(), 23, "{made:?}");
    account(&env, &["add", "Cleo Mansour"]);
    let list = env.json(&["account", "list", "--data", "club"]);
    let of = |index: usize| {
        (
            list[index]["name"].as_str().unwrap(),
            list[index]["owner"].as_bool().unwrap(),
        )
    };
    assert_eq!(
        [of(0), of(1)],
        [("Cleo Mansour", false), ("Robin Vale", true)]
    );
    env.fails(2, &["account", "add", " cleo mansour ", "--data", "club"]);

    env.ok(&["import", "cup.jsonl", "--data", "club"]);
    let id = {
        let ledger = ledger(&env);
        let id: TournamentId = ledger.tournaments().wait().unwrap().remove(0).tournament;
        let mut settings = Settings::new(id.clone());
        settings.organizer = Some("Cleo Mansour".to_owned());
        ledger.commit(vec![settings.put()]).wait().unwrap();
        id
    };
    account(&env, &["remove", "Cleo Mansour"]);
    let settings = Settings::find(&ledger(&env), &id).wait().unwrap().unwrap();
    assert_eq!(settings.value.organizer.as_deref(), Some("Robin Vale"));
    env.fails(2, &["account", "remove", "Robin Vale", "--data", "club"]);
    env.fails(2, &["account", "password", "Nobody", "--data", "club"]);
}

#[test]
fn a_reset_password_signs_out_everywhere() {
    let env = TestEnvironment::new();
    account(&env, &["add", "Robin Vale"]);
    let who = Who::Account("Robin Vale".to_owned());
    let before = {
        let ledger = ledger(&env);
        let at = "2026-05-30T09:00:00Z".parse().unwrap();
        let token = TokenHash(Hex32([1; 32]));
        let session = Session {
            token,
            who: vec![who.clone()],
            created: at,
            expires: at,
            device: None,
        };
        let access = Access {
            token,
            who: who.clone(),
            scope: Scope::Desk,
            label: "bot".to_owned(),
            created: at,
            expires: None,
        };
        ledger
            .commit(vec![session.put(), access.put()])
            .wait()
            .unwrap();
        Account::find(&ledger, "Robin Vale")
            .wait()
            .unwrap()
            .unwrap()
    };
    let reset = [
        "account",
        "password",
        "robin vale",
        "--stdin",
        "--data",
        "club",
    ];
    assert_ne!(env.run_with(&reset, "short\n").code, 0);
    let ran = env.run_with(&reset, "battery staple\n");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(!ran.stdout.contains("battery"), "{}", ran.stdout);
    let ledger = ledger(&env);
    let after = Account::find(&ledger, "Robin Vale")
        .wait()
        .unwrap()
        .unwrap();
    assert_ne!(after.value.password, before.value.password);
    assert_eq!(Session::of(&ledger, &who).wait().unwrap(), vec![]);
    assert_eq!(Access::of(&ledger, &who).wait().unwrap(), vec![]);
}
