//! Incidents about people: who vanishes, is dropped by mistake, has a name like another, or wants to be forgotten.

use crate::explained as why;
use muster_regulations::{CutRule, Margin, Regulation, Verdict};
use muster_testing::{DESK, Hall, id, person};
use muster_tournament::impact::impact;
use muster_tournament::state::Status;
use muster_tournament::{Command, Refusal, RoundNo, Tournament};

#[test]
fn incident_03_somebody_vanishes() {
    for regulation in Regulation::ALL {
        let mut hall = Hall::plain(regulation, 6).started();
        hall.publish_next();
        let absent = hall.current().matches[0].b;
        let there = hall.opponent_of(absent);
        let table = hall.table_of(absent);
        hall.desk(Command::NoShow { table, absent });
        let m = hall.current().table(table).unwrap();
        let outcome = m.counted().unwrap();
        assert_eq!(m.winner(), Some(there), "{regulation}");
        let (given, bye) = (outcome.of(m.seat(there).unwrap()), regulation.bye());
        assert_eq!(
            (given.points, given.verdict),
            (bye.points, Verdict::Win),
            "{regulation}"
        );
        let lost = outcome.of(m.seat(absent).unwrap());
        assert_eq!(
            (lost.points, lost.verdict),
            (0, Verdict::Loss),
            "{regulation}"
        );
        assert_eq!(hall.state().player(absent).unwrap().status, Status::Dropped);
        hall.report_all();
        hall.finish_round();
        // DROP-2: comes back with an unpaired loss for each round missed.
        hall.desk(Command::Rejoin { player: absent });
        hall.draft();
        assert!(hall.current().holds(absent));
    }
}

#[test]
fn incident_03_neither_player_appears() {
    let mut hall = Hall::plain(Regulation::Xwing, 6).started();
    hall.publish_next();
    let m = hall.current().matches[0].clone();
    hall.desk(Command::NoShow {
        table: m.table,
        absent: m.a,
    });
    hall.desk(Command::NoShow {
        table: m.table,
        absent: m.b,
    });
    let both = hall.current().table(m.table).unwrap();
    let outcome = both.counted().unwrap();
    assert_eq!(outcome.winner(), None);
    assert_eq!([outcome.a.margin, outcome.b.margin], [Margin::Points(0); 2]);
    let told = why::outcome(hall.state(), RoundNo(1), m.table).unwrap();
    assert!(told.names("DROP-1"), "{told}");
}

#[test]
fn incident_07_dropped_by_mistake_is_undone_at_once() {
    let mut hall = Hall::plain(Regulation::Xwing, 6).started();
    hall.round();
    let before = hall.state().clone();
    hall.desk(Command::Drop { player: id(3) });
    hall.desk(Command::Undo);
    assert_eq!(hall.state().player(id(3)).unwrap().status, Status::Active);
    assert!(impact(&before, hall.state()).is_nothing());
    // The wrong player was disqualified: the same.
    hall.desk(Command::Disqualify {
        player: id(4),
        reason: "mixed up".to_owned(),
    });
    hall.desk(Command::Undo);
    assert_eq!(hall.state().player(id(4)).unwrap().status, Status::Active);
    // Nothing is erased: all four lines stand in the journal.
    assert_eq!(hall.tournament.lines().len() as u64, hall.state().position);
}

#[test]
fn incident_07_dropped_by_mistake_and_found_later_misses_no_round() {
    let mut hall = Hall::plain(Regulation::Xwing, 6).started();
    hall.publish_next();
    hall.desk(Command::Drop { player: id(3) });
    hall.report_all();
    hall.desk(Command::Rejoin { player: id(3) });
    hall.finish_round();
    let played = hall.state().rounds[0].match_of(id(3)).unwrap();
    assert!(played.counted().is_some());
    hall.draft();
    assert!(hall.current().holds(id(3)));
}

#[test]
fn incident_18_two_players_of_one_name_are_told_apart() {
    let mut hall = Hall::open(muster_testing::plain_setup(Regulation::Legion), 1);
    let ids = hall.register(&["Alex Kim", "alex  kim", "Alexa Kim"]);
    let names: Vec<String> = ids.iter().map(|id| hall.name(*id)).collect();
    assert_eq!(names, ["Alex Kim (#1)", "alex  kim (#2)", "Alexa Kim"]);
    // One leaves the name behind: the other is plain again.
    let renamed = person("Alex Kimura");
    let amend = Command::Amend {
        player: ids[1],
        who: Some(renamed.seal()),
        faction: None,
        list_points: None,
    };
    hall.try_with(DESK, amend, vec![renamed]).unwrap();
    assert_eq!(
        [hall.name(ids[0]), hall.name(ids[1])],
        ["Alex Kim", "Alex Kimura"]
    );
}

#[test]
fn incident_19_names_of_all_scripts_are_kept_as_written() {
    let names = [
        "Zoë Ångström",
        "Łukasz Żak",
        "دانا حداد",
        "ヤマダ タロウ",
        "O’Neil, Sean",
    ];
    let mut hall = Hall::open(muster_testing::plain_setup(Regulation::Armada), 1);
    let ids = hall.register(&names);
    let again = Tournament::load(&hall.tournament.to_text()).unwrap();
    for (id, name) in ids.iter().zip(names) {
        assert_eq!(again.state().name(*id), name);
    }
    // What cannot be shown is refused.
    for name in ["", " Ann", "An\u{0}n", "Ann\nBell"] {
        let who = person(name);
        let players = vec![muster_testing::new_player(&who)];
        let refusal = hall
            .try_with(DESK, Command::Register { players }, vec![who])
            .unwrap_err();
        assert!(
            matches!(refusal, Refusal::Text { .. }),
            "{name:?}: {refusal}"
        );
    }
}

#[test]
fn incident_25_a_name_is_erased_and_every_proof_still_holds() {
    let mut hall = Hall::plain(Regulation::Xwing, 6).started();
    hall.round();
    let ranked = hall.ranked();
    let gone = id(2);
    let name = hall.name(gone);
    hall.desk(Command::Redact { player: gone });
    assert_eq!(hall.name(gone), "Player #2");
    assert_eq!(hall.ranked(), ranked);
    let refusal = hall.refused(DESK, Command::Undo);
    assert!(matches!(refusal, Refusal::Undo(_)), "{refusal}");
    let again = hall.refused(DESK, Command::Redact { player: gone });
    assert!(again.code() == "player.erased", "{again}");
    // Whoever keeps the journal takes the values out; everything still holds, and no log names them.
    let mut lines = hall.tournament.lines().to_vec();
    for line in &mut lines {
        line.private.retain(|personal| personal.name != name);
    }
    let without = Tournament::from_lines(lines).unwrap();
    let text = without.to_text();
    assert!(!text.contains(&format!("\"name\":\"{name}\"")));
    let verification = muster_tournament::verify::verify(&text);
    assert!(
        verification.is_sound() && verification.checked.redacted == 1,
        "{:?}",
        verification.findings
    );
    for line in muster_tournament::log::log(&without) {
        let told = muster_words::log::text(&line, muster_words::log::Voice::About);
        assert!(
            !told.split(' ').any(|word| word.trim_matches(',') == name),
            "{told}"
        );
    }
}

#[test]
fn pair_1b_the_table_counts_who_is_checked_in_at_the_start() {
    muster_regulations::proves!("PAIR-1b");
    let mut hall = Hall::plain(Regulation::Xwing, 16);
    hall.register(&["Zed"]);
    hall = hall.started();
    assert_eq!(hall.state().attendance, 16);
    let structure = hall.state().structure.unwrap();
    assert_eq!(
        structure.cut,
        CutRule::None,
        "with 17 it would be the top 4"
    );
}
