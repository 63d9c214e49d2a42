//! What paper must not show: drafts, sealed lists, and when a Conquest round ends.

use crate::fixtures::{open, order, playing, printed};
use crate::poppler::text;
use muster_paper::{Access, Document, Order, PaperError, Ticket, print};
use muster_regulations::Regulation;
use muster_regulations::list::example;
use muster_testing::{DESK, Hall, id};
use muster_tournament::attachment::Attachment;
use muster_tournament::command::{ClockCommand, JudgeCommand};
use muster_tournament::ids::Hex32;
use muster_tournament::lists::hand_in;
use muster_tournament::{RoundNo, TableNo};

#[test]
fn drafts_are_not_printed() {
    let mut hall = open(Regulation::Xwing, &[], 8);
    let nothing = print(Document::Pairings, hall.state(), &order()).unwrap_err();
    assert_eq!(nothing, PaperError::NoRoundYet);
    hall.start_all();
    hall.draft();
    for document in [
        Document::Pairings,
        Document::PairingsByTable,
        Document::Slips,
    ] {
        let refused = print(document, hall.state(), &order()).unwrap_err();
        assert_eq!(refused, PaperError::NoRoundYet, "{document}");
        let asked = Order {
            round: Some(RoundNo(1)),
            ..order()
        };
        let refused = print(document, hall.state(), &asked).unwrap_err();
        assert_eq!(
            refused,
            PaperError::Draft { round: RoundNo(1) },
            "{document}"
        );
    }
    assert!(print(Document::Report, hall.state(), &order()).is_err());
    let missing = Order {
        round: Some(RoundNo(9)),
        ..order()
    };
    let refused = print(Document::Pairings, hall.state(), &missing).unwrap_err();
    let last = Some(RoundNo(1));
    let asked = RoundNo(9);
    assert_eq!(refused, PaperError::NoRound { asked, last });
}

/// A hall in which player 1 has handed in the example list of its regulation.
fn with_list(regulation: Regulation) -> Hall {
    let mut hall = open(regulation, &["Ann Aster", "Bo Brandt"], 6);
    let example = example(regulation);
    let list = regulation.parse_list(example).unwrap();
    let list = Attachment::list(list, Hex32([9; 32]));
    let command = hand_in(id(1), &list, None, None);
    hall.try_attached(DESK, command, list).unwrap();
    hall.start_all();
    hall.publish_next();
    hall
}

#[test]
fn sealed_lists_are_for_staff() {
    let hall = with_list(Regulation::Xwing);
    let order = Order {
        base: Some("http://192.168.0.20:7890/t/copper-lantern".to_owned()),
        ..order()
    };
    for document in Document::ALL
        .into_iter()
        .filter(|d| d.access() == Access::Everybody)
    {
        if let Ok(pdf) = print(document, hall.state(), &order) {
            assert!(!text(&pdf).contains("Mara Quill"), "{document}");
        }
    }
    let checks = text(&printed(Document::ListChecks, hall.state(), &order));
    // Half points, rounded up, stand beside each ship (XW-SCORE).
    let line = checks
        .lines()
        .find(|line| line.contains("Mara Quill"))
        .unwrap();
    assert!(line.contains("55") && line.contains("28"), "{checks}");
    assert!(checks.contains("Long rock"), "{checks}");
    assert_eq!(Document::ListChecks.access(), Access::Staff);
}

#[test]
fn every_list_can_be_checked_and_has_a_form() {
    for regulation in Regulation::ALL {
        let hall = with_list(regulation);
        let checks = text(&printed(Document::ListChecks, hall.state(), &order()));
        assert!(checks.contains("Ann Aster"), "{regulation}: {checks}");
        let form = text(&printed(Document::ListForms, hall.state(), &order()));
        assert!(form.contains("signature"), "{regulation}: {form}");
        assert_eq!(form.contains("Half"), regulation == Regulation::Xwing);
    }
}

#[test]
fn gc_clock_paper_is_the_same_before_and_after_the_clock_is_started() {
    let mut hall = playing(Regulation::Conquest, &[], 8);
    let all = |hall: &Hall| {
        let documents = Document::ALL.into_iter().filter(|d| *d != Document::Report);
        let printed = documents.map(|d| print(d, hall.state(), &order()));
        printed.collect::<Vec<_>>()
    };
    let before = all(&hall);
    hall.clock(ClockCommand::Start);
    assert!(before == all(&hall));
}

#[test]
fn the_judges_log_and_proxies_are_for_staff() {
    let mut hall = playing(Regulation::Xwing, &["Ann Aster", "Bo Brandt"], 0);
    hall.judge(JudgeCommand::Rule {
        table: TableNo(1),
        text: "The ship is out of arc".to_owned(),
    });
    hall.judge(JudgeCommand::Warn {
        player: id(2),
        reason: "slow play".to_owned(),
    });
    hall.judge(JudgeCommand::Proxy {
        player: id(1),
        card: "Mara Quill".to_owned(),
        unreadable: "the last line".to_owned(),
    });
    let log = text(&printed(Document::JudgesLog, hall.state(), &order()));
    for expected in [
        "out of arc",
        "Warning, Bo Brandt: slow play",
        "Round 1, table 1",
        "Robin Vale",
    ] {
        assert!(log.contains(expected), "{expected}: {log}");
    }
    // COMP-2: card, what cannot be read, the leader and the date.
    let note = text(&printed(Document::Proxies, hall.state(), &order()));
    for expected in ["Mara Quill", "the last line", "Robin Vale", "2 May 2026"] {
        assert!(note.contains(expected), "{expected}: {note}");
    }
    for document in [
        Document::JudgesLog,
        Document::Proxies,
        Document::Badges,
        Document::Slips,
    ] {
        assert_eq!(document.access(), Access::Staff);
    }
}

#[test]
fn badges_carry_codes_only_where_they_are_given() {
    let hall = playing(Regulation::Xwing, &["Ann Aster", "Bo Brandt"], 0);
    let mut coded = order();
    coded.tickets.insert(
        id(1),
        Ticket {
            code: "K7QX-3MPA".to_owned(),
            link: Some("http://192.168.0.20:7890/in/abc".to_owned()),
        },
    );
    let with = text(&printed(Document::Badges, hall.state(), &coded));
    assert_eq!(with.matches("Your code").count(), 1, "{with}");
    assert!(with.contains("K7QX-3MPA"), "{with}");
    let without = text(&printed(Document::Badges, hall.state(), &order()));
    assert!(!without.contains("code"), "{without}");
}
