//! Lists: handing in, the lock at the start, corrections, who sees what, and journals with and without the lists.

use jiff::Timestamp;
use muster_regulations::list::{CardRecord, Catalogue, Weight};
use muster_regulations::{CutRule, List, Regulation, Role};
use muster_testing::{DESK, Hall, id};
use muster_tournament::attachment::Attachment;
use muster_tournament::command::ListCommand;
use muster_tournament::ids::Hex32;
use muster_tournament::journal;
use muster_tournament::lists::{Seen, hand_in};
use muster_tournament::state::Phase;
use muster_tournament::{By, Command, PlayerId, Refusal, Tournament, verify};
use serde_json::{Value, json};

fn example(regulation: Regulation) -> Value {
    serde_json::from_str(muster_regulations::list::example(regulation)).unwrap()
}

fn list(regulation: Regulation, change: impl FnOnce(&mut Value)) -> List {
    let mut value = example(regulation);
    change(&mut value);
    regulation.parse_list(&value.to_string()).unwrap()
}

fn good(regulation: Regulation) -> Attachment {
    attach(list(regulation, |_| ()))
}

fn attach(list: List) -> Attachment {
    Attachment::list(list, Hex32([5; 32]))
}

fn too_big() -> Attachment {
    attach(list(Regulation::Xwing, |list| {
        list["ships"][0]["points"] = json!(150)
    }))
}

fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

#[track_caller]
fn hands_in(hall: &mut Hall, by: By, player: PlayerId, list: &Attachment) {
    let command = hand_in(player, list, None, None);
    hall.try_attached(by, command, list.clone()).unwrap();
}

#[test]
fn points_and_faction_follow_from_the_list() {
    let mut hall = Hall::plain(Regulation::Xwing, 4);
    hands_in(
        &mut hall,
        By::Player(id(1)),
        id(1),
        &good(Regulation::Xwing),
    );
    hands_in(&mut hall, DESK, id(2), &good(Regulation::Xwing));
    let player = hall.state().player(id(1)).unwrap();
    assert_eq!(player.list_points, Some(190));
    assert_eq!(player.faction.as_deref(), Some("Amber League"));
    let amend = Command::Amend {
        player: id(1),
        who: None,
        faction: None,
        list_points: Some(100),
    };
    let refusal = hall.refused(DESK, amend).to_string();
    assert!(refusal.contains("player.has-list"), "{refusal}");
    assert!(hall.state().list(id(1)).is_some() && hall.state().list(id(3)).is_none());
}

#[test]
fn a_list_that_breaks_a_rule_must_be_excused_by_staff() {
    let mut hall = Hall::plain(Regulation::Xwing, 4);
    let list = too_big();
    let plain = hand_in(id(1), &list, None, None);
    for by in [By::Player(id(1)), DESK] {
        let refusal = hall
            .try_attached(by, plain.clone(), list.clone())
            .unwrap_err();
        let text = format!("{refusal:?}");
        assert!(text.contains("288") && text.contains("200"), "{text}");
    }
    let excused = hand_in(id(1), &list, None, text("an event outline with 300 points"));
    let refusal = hall
        .try_attached(By::Player(id(1)), excused.clone(), list.clone())
        .unwrap_err();
    assert!(refusal.code() == "player.cannot-excuse", "{refusal}");
    hall.try_attached(DESK, excused, list).unwrap();
    assert_eq!(hall.state().player(id(1)).unwrap().list_points, Some(288));
    let fine = good(Regulation::Xwing);
    let needless = hand_in(id(2), &fine, None, text("just so"));
    assert!(hall.try_attached(DESK, needless, fine).is_err());
}

#[test]
fn every_breach_is_reported_with_its_clause() {
    let mut hall = Hall::plain(Regulation::Xwing, 4);
    let broken = attach(list(Regulation::Xwing, |list| {
        list["obstacles"] = json!(["A", "A", "B"])
    }));
    let command = hand_in(id(1), &broken, None, None);
    let Err(Refusal::List { problems }) = hall.try_attached(By::Player(id(1)), command, broken)
    else {
        panic!("the list was taken");
    };
    assert_eq!(problems.len(), 1);
    assert_eq!(
        (problems[0].clause, problems[0].weight),
        ("XW-OBSTACLES", Weight::Breach)
    );
}

#[test]
fn comp_4_lists_are_fixed_with_the_start_and_corrected_with_a_reason() {
    muster_regulations::proves!("COMP-4");
    let mut hall = Hall::plain(Regulation::Armada, 4);
    let fleet = good(Regulation::Armada);
    hands_in(&mut hall, By::Player(id(1)), id(1), &fleet);
    hands_in(&mut hall, By::Player(id(1)), id(1), &fleet);
    let mut hall = hall.started();
    let again = hand_in(id(1), &fleet, None, None);
    let refusal = hall
        .try_attached(By::Player(id(1)), again.clone(), fleet.clone())
        .unwrap_err();
    assert!(refusal.clauses().contains(&"COMP-4"), "{refusal}");
    let refusal = hall.try_attached(DESK, again, fleet.clone()).unwrap_err();
    assert!(
        refusal.to_string().contains("player.reason-needed"),
        "{refusal}"
    );
    let cheaper = attach(list(Regulation::Armada, |list| {
        list["ships"][0]["points"] = json!(70)
    }));
    let corrected = hand_in(
        id(1),
        &cheaper,
        text("the ship was the other version"),
        None,
    );
    hall.try_attached(DESK, corrected, cheaper).unwrap();
    let handed_in = &hall.state().lists.of[&id(1)];
    assert_eq!(handed_in.corrections, ["the ship was the other version"]);
    assert_eq!(hall.state().player(id(1)).unwrap().list_points, Some(160));
    // A list that never came may still be taken at the desk.
    hands_in(&mut hall, DESK, id(2), &fleet);
    let expected = "Olga Orr corrected Ann’s fleet (160 points, Rebel) (reason: the ship was the other version)";
    let told = hall.log();
    assert!(told.iter().any(|line| line == expected), "{told:?}");
}

#[test]
fn the_deadline_is_for_players() {
    let mut hall = Hall::plain(Regulation::Legion, 4);
    let until = Timestamp::from_second(1_700_000_300).unwrap();
    let call = ListCommand::Call {
        required: true,
        until: Some(until),
    };
    hall.desk(Command::List(call));
    let army = good(Regulation::Legion);
    hands_in(&mut hall, By::Player(id(1)), id(1), &army);
    let refusal = hall.refused(DESK, Command::Start { phrase: None });
    assert_eq!(refusal.code(), "not-now.lists-missing");
    let text = format!("{refusal:?}");
    assert!(text.contains(r#"["Bo", "Cy", "Dee"]"#), "{text}");
    let late = hand_in(id(2), &army, None, None);
    let mut refused = 0;
    for _ in 0..6 {
        refused += u32::from(
            hall.try_attached(By::Player(id(2)), late.clone(), army.clone())
                .is_err(),
        );
    }
    assert!(refused > 0, "the deadline never came");
    for player in [2, 3, 4] {
        hands_in(&mut hall, DESK, id(player), &army);
    }
    hall.desk(Command::Start { phrase: None });
    let call = ListCommand::Call {
        required: false,
        until: None,
    };
    hall.refused(DESK, Command::List(call));
}

#[test]
fn nobody_hands_in_for_another_player_and_no_other_attachment_is_accepted() {
    let mut hall = Hall::plain(Regulation::Xwing, 4);
    let squad = good(Regulation::Xwing);
    let command = hand_in(id(1), &squad, None, None);
    let refusal = hall
        .try_attached(By::Player(id(2)), command.clone(), squad.clone())
        .unwrap_err();
    assert!(matches!(refusal, Refusal::NotAllowed { .. }), "{refusal}");
    // Another list than the digest says, a list where none belongs, a digest without its list.
    assert_eq!(
        hall.try_attached(DESK, command.clone(), too_big())
            .unwrap_err(),
        Refusal::Unsealed
    );
    assert!(
        hall.try_attached(DESK, Command::Draft, squad.clone())
            .is_err()
    );
    assert_eq!(hall.refused(DESK, command), Refusal::Unsealed);
    let fleet = good(Regulation::Armada);
    let foreign = hand_in(id(1), &fleet, None, None);
    assert!(matches!(
        hall.try_attached(DESK, foreign, fleet),
        Err(Refusal::List { .. })
    ));
    // Points that are not those of the list.
    let lying = Command::List(ListCommand::HandIn {
        player: id(1),
        list: squad.seal(),
        points: Some(100),
        faction: text("Amber League"),
        reason: None,
        excused: None,
    });
    assert_eq!(
        hall.try_attached(DESK, lying, squad).unwrap_err(),
        Refusal::Unsealed
    );
}

/// Legion's command cards, Conquest's command cards and the Card Game's decks stay hidden until the end.
#[test]
fn le_copy_gc_list_hidden_cards_are_in_no_published_journal_before_the_end() {
    muster_regulations::proves!("LE-COPY", "GC-LIST");
    for (regulation, secret) in [
        (Regulation::Legion, "Second Watch"),
        (Regulation::Conquest, "First Watch"),
        (Regulation::Cardgame, "Iron Court"),
        (Regulation::Xwing, "Mara Quill"),
    ] {
        let mut hall = Hall::custom(regulation, 1, CutRule::None, 4);
        for player in 1..=4 {
            hands_in(
                &mut hall,
                By::Player(id(player)),
                id(player),
                &good(regulation),
            );
        }
        let mut hall = hall.started();
        let check = |hall: &Hall, shown: bool| {
            let published = journal::published(&hall.tournament);
            assert_eq!(published.contains(secret), shown, "{regulation}");
            let whole = hall.tournament.to_text();
            assert!(whole.contains(secret));
            assert!(
                hall.log().iter().all(|line| !line.contains(secret)),
                "{regulation}"
            );
            // Sound with the lists and without them, and the same tournament either way.
            let with = verify::verify(&whole);
            assert!(with.is_sound(), "{:?}", with.findings);
            assert_eq!((with.checked.attached, with.checked.left_out), (4, 0));
            let bare = without_attachments(&whole);
            let without = verify::verify(&bare);
            assert!(without.is_sound(), "{:?}", without.findings);
            assert_eq!((without.checked.attached, without.checked.left_out), (0, 4));
            assert_eq!(with.checked.fingerprint, without.checked.fingerprint);
            let state = Tournament::load(&bare).unwrap();
            let points = state.state().player(id(1)).unwrap().list_points;
            assert_eq!(points, hall.state().player(id(1)).unwrap().list_points);
            assert_eq!(state.state().list(id(1)), None);
            assert!(state.state().lists.of.contains_key(&id(1)));
        };
        check(&hall, false);
        hall.round();
        check(&hall, false);
        hall.desk(Command::Finish);
        assert_eq!(hall.state().phase, Phase::Finished);
        check(&hall, true);
        let published = journal::published(&hall.tournament);
        assert!(
            !published.contains("\"name\":\"Ann\""),
            "names stay private"
        );
    }
}

/// Takes every list out of a journal, byte by byte, and leaves people where they are.
fn without_attachments(text: &str) -> String {
    let mut bare = String::new();
    for row in text.lines() {
        let line = journal::Line::parse(row).unwrap();
        bare.push_str(&line.with(None).to_json());
        bare.push('\n');
    }
    bare
}

#[test]
fn an_altered_list_is_found() {
    let mut hall = Hall::plain(Regulation::Legion, 4);
    hands_in(&mut hall, DESK, id(1), &good(Regulation::Legion));
    let text = hall.tournament.to_text();
    let line = 1 + text
        .lines()
        .position(|row| row.contains("Dune Rangers"))
        .unwrap() as u64;
    let altered = text.replace("Dune Rangers", "Dune Walkers");
    let verification = verify::verify(&altered);
    assert_eq!(
        verification.findings.len(),
        1,
        "{:?}",
        verification.findings
    );
    assert_eq!(verification.findings[0].line, line);
    // Who loads such a journal has no list for the player, rather than a wrong one.
    let loaded = Tournament::load(&altered).unwrap();
    assert_eq!(loaded.state().list(id(1)), None);
}

#[test]
fn lists_are_visible_to_owner_staff_and_the_opponent_of_the_round() {
    let mut hall = Hall::plain(Regulation::Legion, 4);
    let judge = hall.assign(Role::Judge, "Jo Judd");
    for player in 1..=4 {
        hands_in(&mut hall, DESK, id(player), &good(Regulation::Legion));
    }
    let mut hall = hall.started();
    let kind = |hall: &Hall, viewer: Option<By>| match hall.state().seen_list(viewer, id(1)) {
        Seen::All(_) => "all",
        Seen::Part(view) => {
            let text = serde_json::to_string(&view).unwrap();
            assert!(
                text.contains("Dune Rangers")
                    && !text.contains("Watch")
                    && !text.contains("Lighthouse"),
                "{text}"
            );
            "part"
        }
        Seen::Nothing(_) => "nothing",
    };
    assert_eq!(kind(&hall, Some(By::Player(id(2)))), "nothing");
    hall.draft();
    assert_eq!(
        kind(&hall, Some(By::Player(hall.opponent_of(id(1))))),
        "nothing"
    );
    hall.publish();
    let opponent = hall.opponent_of(id(1));
    let stranger = (2..=4).map(id).find(|p| *p != opponent).unwrap();
    for (viewer, expected) in [
        (Some(DESK), "all"),
        (Some(By::Staff(judge)), "all"),
        (Some(By::Player(id(1))), "all"),
        (Some(By::Player(opponent)), "part"),
        (Some(By::Player(stranger)), "nothing"),
        (None, "nothing"),
    ] {
        assert_eq!(kind(&hall, viewer), expected, "{viewer:?}");
    }
}

#[test]
fn a_catalogue_is_beside_its_line_and_checks_the_lists_after_it() {
    let mut hall = Hall::plain(Regulation::Xwing, 4);
    hands_in(&mut hall, DESK, id(1), &good(Regulation::Xwing));
    let card = |name: &str, points| CardRecord {
        name: name.into(),
        points: Some(points),
        ..CardRecord::default()
    };
    let (cards, _) = Catalogue::new(vec![
        card("Mara Quill", 60),
        card("Amber Wing Pilot", 45),
        card("Steady Hand", 3),
    ]);
    let catalogue = Attachment::catalogue(&cards, Hex32([6; 32]));
    let bring = Command::List(ListCommand::Catalogue {
        cards: catalogue.seal(),
    });
    let refusal = hall
        .try_attached(By::Player(id(1)), bring.clone(), catalogue.clone())
        .unwrap_err();
    assert!(matches!(refusal, Refusal::NotAllowed { .. }));
    hall.try_attached(DESK, bring, catalogue).unwrap();
    let squad = good(Regulation::Xwing);
    let refusal = hall
        .try_attached(DESK, hand_in(id(2), &squad, None, None), squad)
        .unwrap_err();
    assert_eq!(refusal.code(), "list-invalid");
    let right = attach(list(Regulation::Xwing, |list| {
        list["ships"][0]["points"] = json!(60)
    }));
    hands_in(&mut hall, DESK, id(2), &right);
    let published = journal::published(&hall.tournament);
    assert!(!published.contains("Mara Quill"));
    assert!(verify::verify(&published).is_sound());
    assert!(verify::verify(&without_attachments(&hall.tournament.to_text())).is_sound());
}

#[test]
fn gc_list_conquest_cites_its_own_clause_for_fixed_lists() {
    let army = good(Regulation::Conquest);
    let mut hall = Hall::plain(Regulation::Conquest, 4);
    hands_in(&mut hall, By::Player(id(1)), id(1), &army);
    let mut hall = hall.started();
    for by in [By::Player(id(1)), DESK] {
        let again = hand_in(id(1), &army, None, None);
        let refusal = hall.try_attached(by, again, army.clone()).unwrap_err();
        assert!(refusal.clauses().contains(&"GC-LIST"), "{refusal}");
    }
}
