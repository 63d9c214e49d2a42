//! Journals between machines.

use crate::lines::{SEED, TempFolder, id, kept, tournament};
use crate::stores::{Store, contract};
use muster_ledger::answer::wait_for;
use muster_ledger::transfer::{Imported, export, import};
use muster_ledger::{Head, Ledger, LedgerError};
use muster_tournament::ids::Hex32;

contract! {
    ledger: [
        a_copy_that_went_another_way_is_refused,
        a_seed_is_taken_along_only_if_the_journal_commits_to_it,
        a_broken_journal_is_refused,
    ],
    store: [a_journal_travels_there_and_back_and_only_grows],
}

fn head(name: &str, position: u64) -> Head {
    Head {
        tournament: id(name),
        position,
    }
}

fn a_journal_travels_there_and_back_and_only_grows(store: &Store) {
    let other = TempFolder::new();
    let (here, there) = (store.open(), other.open());
    let mut spring = tournament("Spring");
    spring.register(&["Ann Alder"]);
    let take = |ledger: &dyn Ledger, name: &str, text: &str| {
        wait_for(import(ledger, &id(name), text, None))
    };
    let text = spring.tournament.to_text();
    let new = take(&*here, "spring", &text);
    assert_eq!(new, Ok(Imported::New(head("spring", 2))));
    let exported = export(&*here, &id("spring")).wait().unwrap();
    assert_eq!(exported, text);
    take(&there, "borrowed", &exported).unwrap();

    spring.register(&["Bea Birch"]);
    let longer = spring.tournament.to_text();
    let grown = Imported::Grown {
        from: 2,
        to: head("borrowed", 3),
    };
    assert_eq!(take(&there, "whatever", &longer), Ok(grown));
    let known = Imported::Known(head("borrowed", 3));
    assert_eq!(take(&there, "whatever", &longer), Ok(known.clone()));
    assert_eq!(take(&there, "whatever", &text), Ok(known));
    assert_eq!(kept(&there, "borrowed").len(), 3);
    assert_eq!(there.tournaments().wait().unwrap().len(), 1);
}

fn a_copy_that_went_another_way_is_refused(ledger: &dyn Ledger) {
    let mut ours = tournament("Spring");
    let mut theirs = ours.clone();
    ours.register(&["Ann Alder"]);
    theirs.register(&["Bea Birch"]);
    theirs.register(&["Cem Cedar"]);
    let name = id("spring");
    wait_for(import(ledger, &name, &ours.tournament.to_text(), None)).unwrap();
    let refused = wait_for(import(ledger, &name, &theirs.tournament.to_text(), None));
    assert_eq!(
        refused,
        Err(LedgerError::Fork {
            tournament: name,
            position: 2
        })
    );
}

fn a_seed_is_taken_along_only_if_the_journal_commits_to_it(ledger: &dyn Ledger) {
    let (name, text) = (id("spring"), tournament("Spring").tournament.to_text());
    let wrong = wait_for(import(ledger, &name, &text, Some(Hex32([1; 32]))));
    assert_eq!(wrong, Err(LedgerError::WrongSeed));
    assert!(ledger.tournaments().wait().unwrap().is_empty());
    wait_for(import(ledger, &name, &text, Some(SEED))).unwrap();
    assert_eq!(ledger.seed(&name).wait(), Ok(Some(SEED)));
}

fn a_broken_journal_is_refused(ledger: &dyn Ledger) {
    let mut spring = tournament("Spring");
    spring.register(&["Ann Alder"]);
    let text = spring.tournament.to_text();
    let last = text.lines().last().unwrap();
    let broken = ["", "nonsense", last, &text.replace("\"n\":2", "\"n\":3")];
    for text in broken {
        let refused = wait_for(import(ledger, &id("spring"), text, None));
        assert!(
            matches!(refused, Err(LedgerError::Journal(_))),
            "{refused:?}"
        );
    }
    assert!(ledger.tournaments().wait().unwrap().is_empty());
}
