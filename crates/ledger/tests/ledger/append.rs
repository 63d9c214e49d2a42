//! Appending, reading, following.

use crate::lines::{ORGANIZER, SEED, TempFolder, after, create, first, id, journal, kept, mark};
use crate::stores::{Store, contract};
use muster_ledger::{Head, Ledger, LedgerError, LineText, News, Write};
use muster_tournament::ids::Hex32;
use muster_tournament::journal::Line;
use std::thread;

contract! {
    ledger: [
        of_two_writers_at_one_position_one_succeeds,
        the_next_line_may_be_handed_over_before_the_first_is_acknowledged,
        a_commit_stands_or_falls_as_a_whole,
        what_does_not_follow_is_refused_and_changes_nothing,
        seeds_are_kept_apart_from_the_journal,
        a_slow_follower_is_told_to_catch_up,
        nothing_is_lost_or_doubled_between_eight_desks,
    ],
    store: [lines_are_read_as_they_were_appended, what_is_handed_over_is_finished_when_the_ledger_closes, followers_hear_of_every_journal_that_grew, another_process_at_the_same_data_is_noticed],
}

fn append(name: &str, lines: &[Line]) -> Vec<Write> {
    vec![Write::append(&id(name), lines).unwrap()]
}

fn head(name: &str, position: u64) -> Head {
    Head {
        tournament: id(name),
        position,
    }
}

fn lines_are_read_as_they_were_appended(store: &Store) {
    let lines = journal("Spring", 5);
    {
        let ledger = store.open();
        assert_eq!(create(&*ledger, "spring", &lines[..2]), [head("spring", 2)]);
        let grown = ledger.commit(append("spring", &lines[2..])).wait();
        assert_eq!(grown, Ok(vec![head("spring", 5)]));
        assert_eq!(kept(&*ledger, "spring"), lines);
    }
    let ledger = store.open();
    assert_eq!(kept(&*ledger, "spring"), lines, "after opening again");
    let late = ledger.read(&id("spring"), 3).wait().unwrap();
    assert_eq!(
        late.iter().map(LineText::position).collect::<Vec<_>>(),
        [4, 5]
    );
    assert_eq!(late[1].to_json(), lines[4].to_json());
    assert_eq!(ledger.read(&id("spring"), 5).wait(), Ok(vec![]));
    assert_eq!(ledger.read(&id("spring"), u64::MAX).wait(), Ok(vec![]));
    let listed = ledger.tournaments().wait().unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!((listed[0].position, listed[0].origin), (5, lines[0].hash));
}

fn of_two_writers_at_one_position_one_succeeds(ledger: &dyn Ledger) {
    let begin = first("Spring");
    create(ledger, "spring", std::slice::from_ref(&begin));
    let (one, other) = (after(&begin, 1), after(&begin, 2));
    let first = ledger.commit(append("spring", &[one]));
    let second = ledger.commit(append("spring", &[other]));
    assert_eq!(first.wait(), Ok(vec![head("spring", 2)]));
    assert_eq!(
        second.wait(),
        Err(LedgerError::Conflict {
            tournament: id("spring"),
            position: 2
        })
    );
    let marks: Vec<u32> = kept(ledger, "spring")[1..].iter().map(mark).collect();
    assert_eq!(marks, [1]);
}

fn the_next_line_may_be_handed_over_before_the_first_is_acknowledged(ledger: &dyn Ledger) {
    let lines = journal("Spring", 200);
    create(ledger, "spring", &lines[..1]);
    let answers: Vec<_> = lines[1..]
        .iter()
        .map(|line| ledger.commit(append("spring", std::slice::from_ref(line))))
        .collect();
    for (position, answer) in (2..).zip(answers) {
        assert_eq!(answer.wait(), Ok(vec![head("spring", position)]));
    }
    assert_eq!(kept(ledger, "spring"), lines);
}

fn what_is_handed_over_is_finished_when_the_ledger_closes(store: &Store) {
    let lines = journal("Spring", 100);
    let ledger = store.open();
    create(&*ledger, "spring", &lines[..1]);
    let answers: Vec<_> = lines[1..]
        .iter()
        .map(|line| ledger.commit(append("spring", std::slice::from_ref(line))))
        .collect();
    drop(ledger);
    for answer in answers {
        assert!(answer.wait().is_ok());
    }
    assert_eq!(kept(&*store.open(), "spring"), lines);
}

fn a_commit_stands_or_falls_as_a_whole(ledger: &dyn Ledger) {
    let lines = journal("Spring", 3);
    create(ledger, "spring", &lines[..1]);
    let mut writes = append("spring", &lines[1..2]);
    writes.extend(append("nowhere", &lines[1..2]));
    assert_eq!(
        ledger.commit(writes).wait(),
        Err(LedgerError::NoTournament {
            tournament: id("nowhere")
        })
    );
    assert_eq!(kept(ledger, "spring"), lines[..1]);
}

#[track_caller]
fn refused(ledger: &dyn Ledger, write: Write, expected: &LedgerError) {
    let before = ledger.tournaments().wait();
    assert_eq!(ledger.commit(vec![write]).wait().as_ref(), Err(expected));
    assert_eq!(ledger.tournaments().wait(), before);
}

fn what_does_not_follow_is_refused_and_changes_nothing(ledger: &dyn Ledger) {
    let spring = journal("Spring", 4);
    let autumn = journal("Autumn", 4);
    create(ledger, "spring", &spring[..2]);
    let tournament = id("spring");
    let fork = |position| LedgerError::Fork {
        tournament: tournament.clone(),
        position,
    };
    // The right position, but of another tournament.
    let foreign = Write::append(&tournament, &autumn[2..3]).unwrap();
    refused(ledger, foreign, &fork(3));
    // A gap.
    let gap = Write::append(&tournament, &[spring[2].clone(), after(&spring[3], 9)]).unwrap();
    refused(ledger, gap, &fork(4));
    let taken = LedgerError::Exists {
        tournament: tournament.clone(),
    };
    let again = Write::create(&tournament, &spring[..1]).unwrap();
    refused(ledger, again, &taken);
    let lost = LedgerError::Fork {
        tournament: id("new"),
        position: 1,
    };
    refused(ledger, Write::create(&id("new"), &[]).unwrap(), &lost);
    let headless = Write::create(&id("new"), &spring[1..]).unwrap();
    refused(ledger, headless, &lost);
    assert!(ledger.read(&id("new"), 0).wait().is_err());
    assert!(ledger.seed(&id("new")).wait().is_err());
}

#[test]
fn text_that_is_not_a_line_is_refused_with_a_sentence() {
    let good = first("Spring").to_json();
    let bad = [
        String::new(),
        "{}".to_owned(),
        "[]".to_owned(),
        good.replace("\"core\"", "\"kernel\""),
        good.replace("\"n\":1", "\"n\":-1"),
        good.replace("{\"core\"", "{\n\"core\""),
    ];
    for text in bad {
        let error = LineText::parse(&text).unwrap_err().to_string();
        assert!(
            error.starts_with("this cannot be kept as a line"),
            "{error}"
        );
    }
    assert_eq!(LineText::parse(&good).unwrap().to_json(), good);
}

fn seeds_are_kept_apart_from_the_journal(ledger: &dyn Ledger) {
    let tournament = id("spring");
    let create = Write::create(&tournament, &[first("Spring")]).unwrap();
    let seed = Write::Seed {
        tournament: tournament.clone(),
        master: SEED,
    };
    ledger.commit(vec![create, seed]).wait().unwrap();
    assert_eq!(ledger.seed(&tournament).wait(), Ok(Some(SEED)));
    let text = muster_ledger::transfer::export(ledger, &tournament)
        .wait()
        .unwrap();
    assert!(!text.contains(&SEED.to_string()));
}

#[test]
fn redaction_takes_the_name_out_of_the_file_and_keeps_the_chain() {
    let temp = TempFolder::new();
    let ledger = temp.open();
    let begin = first("Spring");
    create(&ledger, "spring", &[begin.clone(), after(&begin, 1)]);
    let mut news = ledger.follow();
    let mut bare = begin.clone();
    bare.private.clear();
    let redact = |line: &Line| Write::Redact {
        tournament: id("spring"),
        lines: vec![LineText::try_from(line).unwrap()],
    };
    assert_eq!(ledger.commit(vec![redact(&bare)]).wait(), Ok(vec![]));
    assert_eq!(news.try_next(), Some(News::Redacted(head("spring", 2))));
    let lines = kept(&ledger, "spring");
    assert_eq!(lines[0].hash, begin.hash);
    assert_eq!(lines[0].private, []);
    for file in ["muster.db", "muster.db-wal"] {
        let bytes = std::fs::read(temp.folder.path().join(file)).unwrap();
        let name = ORGANIZER.as_bytes();
        assert!(
            !bytes.windows(name.len()).any(|part| part == name),
            "{file}"
        );
    }
    let altered = after(&begin, 7);
    refused(
        &ledger,
        redact(&altered),
        &LedgerError::Fork {
            tournament: id("spring"),
            position: 2,
        },
    );
}

fn followers_hear_of_every_journal_that_grew(store: &Store) {
    let ledger = store.open();
    let mut news = ledger.follow();
    assert_eq!(news.try_next(), None);
    let lines = journal("Spring", 2);
    create(&*ledger, "spring", &lines[..1]);
    assert_eq!(news.try_next(), Some(News::Grown(head("spring", 1))));
    ledger.commit(append("spring", &lines[1..])).wait().unwrap();
    ledger
        .commit(append("spring", &lines[1..]))
        .wait()
        .unwrap_err();
    assert_eq!(news.try_next(), Some(News::Grown(head("spring", 2))));
    assert_eq!(news.try_next(), None, "a refused commit is no news");
    drop(ledger);
    assert_eq!(muster_ledger::answer::wait_for(news.next()), None);
}

fn a_slow_follower_is_told_to_catch_up(ledger: &dyn Ledger) {
    let mut news = ledger.follow();
    let mut answers = Vec::new();
    for number in 0..1100 {
        let name = format!("t{number}");
        let create = Write::create(&id(&name), &[first(&name)]).unwrap();
        answers.push(ledger.commit(vec![create]));
    }
    answers
        .into_iter()
        .for_each(|answer| assert!(answer.wait().is_ok()));
    assert_eq!(news.try_next(), Some(News::Missed));
    assert!(matches!(news.try_next(), Some(News::Grown(_))));
}

fn another_process_at_the_same_data_is_noticed(store: &Store) {
    let (here, there) = (store.open(), store.open());
    let mut news = here.follow();
    let lines = journal("Spring", 2);
    create(&*there, "spring", &lines);
    let heard = muster_ledger::answer::wait_for(news.next());
    // One store hears which journal grew, the other that something was written.
    match store {
        Store::Sqlite(_) => assert_eq!(heard, Some(News::Missed)),
        Store::Postgres(_) => assert_eq!(heard, Some(News::Grown(head("spring", 2)))),
    }
    assert_eq!(kept(&*here, "spring"), lines);
}

/// Eight desks at one journal, each acting on what it saw, each trying again after a conflict.
fn nothing_is_lost_or_doubled_between_eight_desks(ledger: &dyn Ledger) {
    const DESKS: u32 = 8;
    const EACH: u32 = 500;
    let begin = first("Spring");
    create(ledger, "spring", std::slice::from_ref(&begin));
    let conflicts: u32 = thread::scope(|scope| {
        let desks: Vec<_> = (0..DESKS)
            .map(|desk| {
                let (ledger, begin) = (ledger, &begin);
                scope.spawn(move || work(ledger, begin, desk * EACH, EACH))
            })
            .collect();
        desks.into_iter().map(|desk| desk.join().unwrap()).sum()
    });
    assert!(conflicts > 0, "the desks never met");
    let lines = kept(ledger, "spring");
    let mut marks: Vec<u32> = lines[1..].iter().map(mark).collect();
    marks.sort_unstable();
    assert_eq!(marks, (0..DESKS * EACH).collect::<Vec<_>>());
}

fn work(ledger: &dyn Ledger, begin: &Line, from: u32, count: u32) -> u32 {
    let mut last: (u64, Hex32) = (begin.core.position, begin.hash);
    let mut conflicts = 0;
    for mark in from..from + count {
        loop {
            let line = crate::lines::after_hash(last.0, last.1, mark);
            match ledger
                .commit(append("spring", std::slice::from_ref(&line)))
                .wait()
            {
                Ok(heads) => {
                    assert_eq!(heads, [head("spring", last.0 + 1)]);
                    last = (line.core.position, line.hash);
                    break;
                }
                Err(LedgerError::Conflict { position, .. }) => {
                    conflicts += 1;
                    let missed = ledger.read(&id("spring"), last.0).wait().unwrap();
                    assert!(missed.last().unwrap().position() >= position);
                    let newest = missed.last().unwrap();
                    last = (newest.position(), newest.hash());
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
    conflicts
}
