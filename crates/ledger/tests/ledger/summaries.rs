//! Summaries: what lists show is found without reading journals, and never says what it must not.

use crate::lines::{after, create, first, id, journal};
use crate::stores::contract;
use jiff::civil::{Date, date};
use muster_ledger::people::{Kept, Settings};
use muster_ledger::summary::{Among, Audience, Order, Place};
use muster_ledger::{Ledger, LedgerError, LineText, Summary, SummaryQuery, Write};
use muster_tournament::journal::Line;

contract! {
    ledger: [
        a_summary_comes_back_as_it_was_written,
        lists_are_ordered_by_date_then_creation_and_go_on_where_they_ended,
        tournaments_are_found_by_the_beginnings_of_words_phase_regulation_and_organizer,
        a_word_that_many_tournaments_have_is_found_in_order_too,
        a_private_tournament_is_listed_only_for_those_whom_it_concerns,
        a_journal_that_grew_without_a_summary_is_remembered_until_there_is_one,
        an_older_summary_never_replaces_a_newer_one,
        somebody_who_was_erased_is_no_longer_found,
        a_tournament_is_found_by_its_first_line,
    ],
    store: [],
}

fn summary(name: &str, position: u64, text: &str) -> Summary {
    Summary {
        tournament: id(name),
        position,
        phase: 0,
        regulation: "xwing".to_owned(),
        date: date(2026, 5, 1),
        text: text.to_owned(),
        body: format!("{{\"name\":\"{name}\"}}"),
    }
}

fn on(day: Date, summary: Summary) -> Summary {
    Summary {
        date: day,
        ..summary
    }
}

/// Creates a tournament together with its summary.
fn keep(ledger: &dyn Ledger, summary: Summary) {
    let name = summary.tournament.as_str();
    let create = Write::create(&id(name), &[first(name)]).unwrap();
    let writes = vec![create, Write::Summary(summary)];
    ledger.commit(writes).wait().unwrap();
}

fn all() -> SummaryQuery {
    SummaryQuery::new(Audience::Server, 100)
}

fn find(text: &str) -> SummaryQuery {
    SummaryQuery {
        text: text.to_owned(),
        ..all()
    }
}

#[track_caller]
fn check(ledger: &dyn Ledger, query: SummaryQuery, expected: &[&str]) {
    let asked = format!("{query:?}");
    let found = ledger.summaries(query).wait().unwrap();
    let found: Vec<&str> = found.iter().map(|s| s.tournament.as_str()).collect();
    assert_eq!(found, expected, "{asked}");
}

fn append(name: &str, line: &Line) -> Write {
    Write::append(&id(name), std::slice::from_ref(line)).unwrap()
}

fn unsummarized(ledger: &dyn Ledger) -> Vec<String> {
    let ids = ledger.unsummarized(100).wait().unwrap().into_iter();
    ids.map(String::from).collect()
}

fn a_summary_comes_back_as_it_was_written(ledger: &dyn Ledger) {
    let written = Summary {
        phase: 2,
        ..summary("spring", 1, "spring open zoe")
    };
    keep(ledger, written.clone());
    assert_eq!(ledger.summaries(all()).wait(), Ok(vec![written]));
}

fn lists_are_ordered_by_date_then_creation_and_go_on_where_they_ended(ledger: &dyn Ledger) {
    let (may, june) = (date(2026, 5, 1), date(2026, 6, 1));
    for (name, day) in [("a", june), ("b", may), ("c", may), ("d", june), ("e", may)] {
        keep(ledger, on(day, summary(name, 1, name)));
    }
    let soonest = SummaryQuery {
        order: Order::Soonest,
        ..all()
    };
    for (query, expected) in [
        (all(), ["d", "a", "e", "c", "b"]),
        (soonest, ["b", "c", "e", "a", "d"]),
    ] {
        check(ledger, query.clone(), &expected);
        let mut paged = Vec::new();
        let mut page = SummaryQuery { limit: 2, ..query };
        loop {
            let found = ledger.summaries(page.clone()).wait().unwrap();
            let Some(last) = found.last() else { break };
            page.after = Some(Place::from(last));
            paged.extend(found.into_iter().map(|s| s.tournament.to_string()));
        }
        assert_eq!(paged, expected);
    }
}

fn tournaments_are_found_by_the_beginnings_of_words_phase_regulation_and_organizer(
    ledger: &dyn Ledger,
) {
    keep(ledger, summary("one", 1, "spring open 2026 anna quist"));
    keep(
        ledger,
        summary("two", 1, "autumn open 2026 ann-kathrin o'neil"),
    );
    let three = Summary {
        phase: 2,
        regulation: "legion".to_owned(),
        ..summary("three", 1, "100%_real 李小龍")
    };
    keep(ledger, three);
    for (text, expected) in [
        ("", vec!["three", "two", "one"]),
        ("ann", vec!["two", "one"]),
        ("anna", vec!["one"]),
        ("nna", vec![]),
        ("quist spring", vec!["one"]),
        ("quist autumn", vec![]),
        ("open open 20", vec!["two", "one"]),
        ("O'NEIL", vec![]),
        ("o'neil", vec!["two"]),
        ("李小", vec!["three"]),
        ("%", vec!["three", "two", "one"]),
        ("100", vec!["three"]),
    ] {
        check(ledger, find(text), &expected);
    }
    let finished = SummaryQuery {
        phase: Some(2),
        ..all()
    };
    check(ledger, finished, &["three"]);
    let xwing = SummaryQuery {
        regulation: Some("xwing".to_owned()),
        ..find("autumn")
    };
    check(ledger, xwing, &["two"]);
    let mut settings = Settings::new(id("two"));
    settings.organizer = Some("olive".to_owned());
    ledger.commit(vec![settings.put()]).wait().unwrap();
    let olives = |text: &str| SummaryQuery {
        among: Among::RunBy("olive".to_owned()),
        ..find(text)
    };
    check(ledger, olives(""), &["two"]);
    check(ledger, olives("quist"), &[]);
    let these = |names: &[&str]| SummaryQuery {
        among: Among::These(names.iter().map(|name| id(name)).collect()),
        ..all()
    };
    check(ledger, these(&["one", "none", "three"]), &["three", "one"]);
    check(ledger, these(&[]), &[]);
}

fn a_word_that_many_tournaments_have_is_found_in_order_too(ledger: &dyn Ledger) {
    let mut answers = Vec::new();
    for number in 0..1010 {
        let name = format!("t{number}");
        let rare = if number % 500 == 7 { " rare" } else { "" };
        let summary = summary(&name, 1, &format!("open{rare} number{number}"));
        let create = Write::create(&id(&name), &[first(&name)]).unwrap();
        answers.push(ledger.commit(vec![create, Write::Summary(summary)]));
        if number % 100 == 99 {
            // The order of creation is that of the list.
            answers
                .drain(..)
                .for_each(|answer| assert!(answer.wait().is_ok()));
        }
    }
    answers
        .into_iter()
        .for_each(|answer| assert!(answer.wait().is_ok()));
    let newest = SummaryQuery {
        limit: 2,
        ..find("open number")
    };
    check(ledger, newest, &["t1009", "t1008"]);
    check(ledger, find("open rare"), &["t1007", "t507", "t7"]);
}

fn a_private_tournament_is_listed_only_for_those_whom_it_concerns(ledger: &dyn Ledger) {
    for name in ["open", "olives", "nobodys"] {
        keep(ledger, summary(name, 1, name));
    }
    let private = |name: &str, organizer: Option<&str>| {
        let mut settings = Settings::new(id(name));
        settings.organizer = organizer.map(str::to_owned);
        settings.private = true;
        settings.put()
    };
    let writes = vec![private("olives", Some("olive")), private("nobodys", None)];
    ledger.commit(writes).wait().unwrap();
    let visitor = |account: Option<&str>, takes_part: &[&str]| {
        let audience = Audience::Visitor {
            account: account.map(str::to_owned),
            takes_part: takes_part.iter().map(|name| id(name)).collect(),
        };
        SummaryQuery::new(audience, 10)
    };
    check(ledger, all(), &["nobodys", "olives", "open"]);
    check(ledger, visitor(None, &[]), &["open"]);
    check(ledger, visitor(Some("pia"), &[]), &["open"]);
    check(ledger, visitor(Some("olive"), &[]), &["olives", "open"]);
    check(ledger, visitor(None, &["nobodys"]), &["nobodys", "open"]);
    // A summary written by a server that has not heard of the settings changes nothing.
    let late = vec![Write::Summary(summary("olives", 1, "olives"))];
    ledger.commit(late).wait().unwrap();
    check(ledger, visitor(None, &[]), &["open"]);
    let mut public = Settings::new(id("olives"));
    public.organizer = Some("olive".to_owned());
    ledger.commit(vec![public.put()]).wait().unwrap();
    check(ledger, visitor(None, &[]), &["olives", "open"]);
}

fn a_journal_that_grew_without_a_summary_is_remembered_until_there_is_one(ledger: &dyn Ledger) {
    let lines = journal("spring", 3);
    create(ledger, "spring", &lines[..1]);
    keep(ledger, summary("autumn", 1, "autumn"));
    assert_eq!(unsummarized(ledger), ["spring"]);
    let spring = |position| Write::Summary(summary("spring", position, "spring"));
    ledger.commit(vec![spring(1)]).wait().unwrap();
    assert_eq!(unsummarized(ledger), Vec::<String>::new());
    let grow = vec![append("spring", &lines[1]), spring(2)];
    ledger.commit(grow).wait().unwrap();
    assert_eq!(unsummarized(ledger), Vec::<String>::new());
    let grow = vec![append("spring", &lines[2])];
    ledger.commit(grow).wait().unwrap();
    assert_eq!(unsummarized(ledger), ["spring"]);
    // One that comes late is better than nothing, but not enough.
    ledger.commit(vec![spring(2)]).wait().unwrap();
    assert_eq!(unsummarized(ledger), ["spring"]);
    ledger.commit(vec![spring(3)]).wait().unwrap();
    assert_eq!(unsummarized(ledger), Vec::<String>::new());
}

fn an_older_summary_never_replaces_a_newer_one(ledger: &dyn Ledger) {
    create(ledger, "spring", &journal("spring", 3));
    let put = |position, text| {
        let write = Write::Summary(summary("spring", position, text));
        ledger.commit(vec![write]).wait()
    };
    put(3, "new").unwrap();
    put(2, "old").unwrap();
    check(ledger, find("new"), &["spring"]);
    check(ledger, find("old"), &[]);
    let beyond = LedgerError::Conflict {
        tournament: id("spring"),
        position: 3,
    };
    assert_eq!(put(4, "future"), Err(beyond));
    let nowhere = Write::Summary(summary("nowhere", 1, ""));
    let missing = LedgerError::NoTournament {
        tournament: id("nowhere"),
    };
    assert_eq!(ledger.commit(vec![nowhere]).wait(), Err(missing));
}

fn somebody_who_was_erased_is_no_longer_found(ledger: &dyn Ledger) {
    let begin = first("spring");
    let line = after(&begin, 1);
    create(ledger, "spring", &[begin.clone(), line]);
    let put = Write::Summary(summary("spring", 2, "spring olive ormond"));
    ledger.commit(vec![put]).wait().unwrap();
    check(ledger, find("olive"), &["spring"]);
    let mut bare = begin;
    bare.private.clear();
    let redact = || Write::Redact {
        tournament: id("spring"),
        lines: vec![LineText::try_from(&bare).unwrap()],
    };
    ledger.commit(vec![redact()]).wait().unwrap();
    check(ledger, all(), &[]);
    assert_eq!(unsummarized(ledger), ["spring"]);
    let put = Write::Summary(summary("spring", 2, "spring"));
    ledger.commit(vec![redact(), put]).wait().unwrap();
    check(ledger, find("olive"), &[]);
    check(ledger, find("spring"), &["spring"]);
    assert_eq!(unsummarized(ledger), Vec::<String>::new());
}

fn a_tournament_is_found_by_its_first_line(ledger: &dyn Ledger) {
    let lines = journal("spring", 3);
    create(ledger, "spring", &lines);
    create(ledger, "autumn", &journal("autumn", 1));
    let head = ledger.find(lines[0].hash).wait().unwrap().unwrap();
    assert_eq!((head.tournament, head.position), (id("spring"), 3));
    assert_eq!(ledger.find(lines[1].hash).wait(), Ok(None));
}
