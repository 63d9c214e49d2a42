//! What is remembered about people.

use crate::lines::{at, create, id, journal};
use crate::stores::contract;
use muster_ledger::people::{
    Access, Account, Answered, Attempt, Fate, Invite, Kept, Purpose, Scope, Session, Settings,
    TokenHash, Who,
};
use muster_ledger::{Ledger, LedgerError, Write};
use muster_regulations::Role;
use muster_tournament::ids::{Hex32, ORGANIZER};
use muster_tournament::{By, PlayerId};

contract! {
    ledger: [
        an_account_is_found_by_name_in_any_case_and_added_once,
        a_session_ends_by_itself_by_signing_out_and_by_purging,
        an_invite_is_used_once_even_if_two_try_at_once,
        a_renewed_code_withdraws_the_old_one,
        settings_belong_to_a_tournament_that_is_there,
        a_button_pressed_twice_counts_once,
        wrong_codes_are_logged_in_the_order_of_time,
    ],
    store: [],
}

fn token(byte: u8) -> TokenHash {
    TokenHash(Hex32([byte; 32]))
}

fn do_all(ledger: &dyn Ledger, writes: Vec<Write>) -> Result<(), LedgerError> {
    ledger.commit(writes).wait().map(|_| ())
}

fn spring(ledger: &dyn Ledger) {
    create(ledger, "spring", &journal("Spring", 1));
}

fn an_account_is_found_by_name_in_any_case_and_added_once(ledger: &dyn Ledger) {
    spring(ledger);
    assert!(Account::all(ledger).wait().unwrap().is_empty());
    let olive = Account {
        name: "Olive Örmond".to_owned(),
        password: "$argon2id$…".to_owned(),
        owner: true,
        created: at(0),
    };
    do_all(ledger, vec![olive.add()]).unwrap();
    let found = Account::find(ledger, " olive ÖRMOND ").wait().unwrap();
    assert_eq!(found.unwrap().value, olive);
    let twin = Account {
        name: "OLIVE örmond".to_owned(),
        ..olive.clone()
    };
    let refused = do_all(ledger, vec![twin.add()]).unwrap_err();
    assert!(
        refused.to_string().starts_with("this account was"),
        "{refused}"
    );
    assert_eq!(Account::all(ledger).wait().unwrap().len(), 1);
    do_all(ledger, vec![olive.delete()]).unwrap();
    assert_eq!(Account::find(ledger, "olive örmond").wait(), Ok(None));
}

fn a_session_ends_by_itself_by_signing_out_and_by_purging(ledger: &dyn Ledger) {
    spring(ledger);
    let session = |byte| Session {
        token: token(byte),
        who: vec![
            Who::Account("olive".to_owned()),
            Who::Seat {
                tournament: id("spring"),
                by: By::Player(PlayerId(4)),
            },
            Who::Seat {
                tournament: id("spring"),
                by: By::Staff(ORGANIZER),
            },
        ],
        created: at(0),
        expires: at(100),
        device: None,
    };
    do_all(ledger, vec![session(1).put(), session(2).put()]).unwrap();
    let find = |byte, second| {
        let found = Session::find(ledger, token(byte), at(second)).wait();
        found.unwrap().map(|found| found.value)
    };
    assert_eq!(find(1, 99), Some(session(1)));
    assert_eq!(find(1, 100), None);
    assert_eq!(find(3, 0), None);
    do_all(ledger, vec![Session::end(token(1))]).unwrap();
    assert_eq!(find(1, 0), None);
    do_all(ledger, vec![Write::Purge { ended: at(100) }]).unwrap();
    assert_eq!(find(2, 0), Some(session(2)));
    do_all(ledger, vec![Write::Purge { ended: at(101) }]).unwrap();
    assert_eq!(find(2, 0), None);
}

fn an_invite_is_used_once_even_if_two_try_at_once(ledger: &dyn Ledger) {
    spring(ledger);
    let invite = Invite {
        token: token(1),
        purpose: Purpose::Staff {
            tournament: id("spring"),
            role: Role::Head,
        },
        created: at(0),
        expires: Some(at(50)),
        fate: Fate::Open,
    };
    do_all(ledger, vec![invite.add()]).unwrap();
    let one = Invite::find(ledger, token(1), at(1))
        .wait()
        .unwrap()
        .unwrap();
    let other = one.clone();
    do_all(ledger, vec![one.used(at(1))]).unwrap();
    let refused = do_all(ledger, vec![other.used(at(2))]).unwrap_err();
    assert!(
        refused
            .to_string()
            .starts_with("this invite was changed or used"),
        "{refused}"
    );
    let now = Invite::find(ledger, token(1), at(2))
        .wait()
        .unwrap()
        .unwrap();
    assert_eq!(now.value.fate, Fate::Used(at(1)));
    assert_eq!(Invite::find(ledger, token(1), at(50)).wait(), Ok(None));
}

fn a_renewed_code_withdraws_the_old_one(ledger: &dyn Ledger) {
    spring(ledger);
    let seat = |byte| Invite {
        token: token(byte),
        purpose: Purpose::Seat {
            tournament: id("spring"),
            player: PlayerId(7),
        },
        created: at(0),
        expires: None,
        fate: Fate::Open,
    };
    let owner = Invite {
        purpose: Purpose::Owner,
        ..seat(9)
    };
    do_all(ledger, vec![seat(1).add(), owner.add()]).unwrap();
    let old = Invite::find(ledger, token(1), at(1))
        .wait()
        .unwrap()
        .unwrap();
    do_all(ledger, vec![old.withdrawn(at(1)), seat(2).add()]).unwrap();
    let all = Invite::all(ledger, Some(&id("spring"))).wait().unwrap();
    let fates: Vec<Fate> = all.iter().map(|invite| invite.value.fate).collect();
    assert_eq!(fates, [Fate::Withdrawn(at(1)), Fate::Open]);
    let installation = Invite::all(ledger, None).wait().unwrap();
    assert_eq!(installation[0].value, owner);
    assert_eq!(installation.len(), 1);
}

fn settings_belong_to_a_tournament_that_is_there(ledger: &dyn Ledger) {
    spring(ledger);
    assert_eq!(Settings::find(ledger, &id("spring")).wait(), Ok(None));
    let settings = Settings {
        private: true,
        ..Settings::new(id("spring"))
    };
    do_all(ledger, vec![settings.put()]).unwrap();
    let found = Settings::find(ledger, &id("spring"))
        .wait()
        .unwrap()
        .unwrap();
    assert_eq!((found.value, found.version), (settings.clone(), 1));
    do_all(ledger, vec![settings.put()]).unwrap();
    let found = Settings::find(ledger, &id("spring"))
        .wait()
        .unwrap()
        .unwrap();
    assert_eq!(found.version, 2);
    let nowhere = Settings::new(id("nowhere"));
    assert_eq!(
        do_all(ledger, vec![nowhere.put()]),
        Err(LedgerError::NoTournament {
            tournament: id("nowhere")
        })
    );
}

fn a_button_pressed_twice_counts_once(ledger: &dyn Ledger) {
    spring(ledger);
    let lines = journal("Spring", 3);
    let press = |position: usize| {
        let answered = Answered {
            request: token(1),
            tournament: id("spring"),
            position: position as u64,
            asked: None,
            expires: at(100),
        };
        let line = std::slice::from_ref(&lines[position - 1]);
        let append = Write::append(&id("spring"), line).unwrap();
        do_all(ledger, vec![append, answered.add()])
    };
    assert_eq!(press(2), Ok(()));
    assert!(matches!(press(3), Err(LedgerError::Changed { .. })));
    assert_eq!(ledger.tournaments().wait().unwrap()[0].position, 2);
    let first = Answered::find(ledger, token(1), at(1)).wait().unwrap();
    assert_eq!(first.unwrap().value.position, 2);
}

fn wrong_codes_are_logged_in_the_order_of_time(ledger: &dyn Ledger) {
    spring(ledger);
    let attempt = |second, byte| Attempt {
        tournament: id("spring"),
        at: at(second),
        from: "192.0.2.7".to_owned(),
        nonce: token(byte),
        expires: at(1000),
    };
    let writes = vec![
        attempt(30, 1).put(),
        attempt(10, 2).put(),
        attempt(10, 3).put(),
        attempt(20, 4).put(),
    ];
    do_all(ledger, writes).unwrap();
    let since = |second| {
        let found = Attempt::since(ledger, &id("spring"), at(second)).wait();
        found
            .unwrap()
            .iter()
            .map(|attempt| attempt.at)
            .collect::<Vec<_>>()
    };
    assert_eq!(since(0), [at(10), at(10), at(20), at(30)]);
    assert_eq!(since(20), [at(20), at(30)]);
}

#[test]
fn tokens_keep_the_names_that_earlier_versions_stored() {
    let stored = serde_json::json!({
        "token": token(1),
        "who": {"account": "olga"},
        "reach": "desk",
        "label": "overlay",
        "created": at(0),
        "expires": null,
    });
    let access: Access = serde_json::from_value(stored.clone()).unwrap();
    assert_eq!(access.scope, Scope::Desk);
    assert_eq!(serde_json::to_value(&access).unwrap(), stored);
}
