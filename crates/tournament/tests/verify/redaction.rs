//! Personal data: altered, missing, forgotten.

use crate::forge::{BOTH, Forgery, check_sound, eventful};
use muster_regulations::{CutRule, Regulation};
use muster_testing::{Hall, id, new_player, person};
use muster_tournament::journal::Line;
use muster_tournament::personal::Personal;
use muster_tournament::verify::{LineFault, Verification, verify};
use muster_tournament::{Command, PlayerId};

/// Takes what fits out of the personal data beside the lines, as whoever keeps the file does on request.
fn without(hall: &Hall, gone: impl Fn(&Personal) -> bool) -> Verification {
    let mut text = String::new();
    for line in hall.tournament.lines() {
        let mut line = line.clone();
        line.private.retain(|personal| !gone(personal));
        text.push_str(&line.to_json());
        text.push('\n');
    }
    verify(&text)
}

#[test]
fn an_edited_name_does_not_match_its_digest() {
    let hall = eventful(Regulation::Xwing);
    for chain in BOTH {
        let mut forgery = Forgery::of(&hall);
        let line = forgery.line("register", 1);
        forgery.replace(line, r#""name":"Cy""#, r#""name":"Di""#);
        let words = "doesn't match its digest";
        forgery.chained(chain).check(line, words);
    }
}

#[test]
fn personal_data_that_belongs_to_nothing_is_found() {
    let hall = eventful(Regulation::Xwing);
    let mut forgery = Forgery::of(&hall);
    let line = forgery.line("publish", 1);
    let core = Line::parse(&forgery.rows[line - 1]).unwrap().core;
    forgery.rows[line - 1] = Line::new(core, vec![person("Eve")]).to_json();
    forgery.check(line, "doesn't match its digest");
}

#[test]
fn forgotten_values_are_counted_and_every_proof_holds() {
    let mut hall = eventful(Regulation::Xwing);
    hall.desk(Command::Redact { player: id(3) });
    hall.desk(Command::Redact { player: id(5) });
    let verification = without(&hall, |personal| {
        personal.name == "Cy" || personal.name == "Eva"
    });
    assert!(verification.is_sound(), "{:#?}", verification.findings);
    assert_eq!(verification.checked.redacted, 2);
    assert_eq!(verification.checked.personal, 10);
    // Asked for and not yet done is no fault of the journal.
    assert_eq!(check_sound(&hall).checked.redacted, 0);
}

#[test]
fn a_copy_for_everybody_holds_without_personal_data() {
    for regulation in Regulation::ALL {
        let mut hall = eventful(regulation);
        hall.desk(Command::Redact { player: id(3) });
        let published = muster_tournament::journal::published(&hall.tournament);
        let verification = muster_tournament::verify::verify(&published);
        assert!(verification.is_sound(), "{:#?}", verification.findings);
        let checked = verification.checked;
        assert_eq!((checked.personal, checked.redacted), (0, 1));
        assert_eq!(checked.personal_left_out, 11);
    }
}

#[test]
fn values_missing_without_an_entry_are_found() {
    let mut hall = eventful(Regulation::Xwing);
    hall.desk(Command::Redact { player: id(5) });
    let verification = without(&hall, |personal| personal.name == "Cy");
    let line = Forgery::of(&hall).line("register", 1);
    let [finding] = verification.findings.as_slice() else {
        panic!("{:#?}", verification.findings);
    };
    assert_eq!(finding.line, line as u64);
    assert_eq!(
        finding.fault,
        LineFault::PersonalMissing {
            player: PlayerId(3)
        }
    );
    // Leaders cannot be forgotten: who ran a tournament stays on record.
    let verification = without(&hall, |personal| personal.name == "Olga Orr");
    let first = &verification.findings[0];
    assert_eq!((first.line, &first.fault), (1, &LineFault::LeaderMissing));
}

#[test]
fn a_changed_name_is_erased_with_the_first() {
    let mut hall = Hall::custom(Regulation::Legion, 2, CutRule::None, 4);
    let renamed = person("Deirdre");
    let amend = Command::Amend {
        player: id(4),
        who: Some(renamed.seal()),
        faction: None,
        list_points: None,
    };
    hall.try_with(muster_testing::DESK, amend, vec![renamed])
        .unwrap();
    hall.desk(Command::Redact { player: id(4) });
    let verification = without(&hall, |personal| personal.name.starts_with("De"));
    assert!(verification.is_sound(), "{:#?}", verification.findings);
    assert_eq!(verification.checked.redacted, 2);
}

#[test]
fn an_undone_registration_may_be_erased() {
    let mut hall = Hall::custom(Regulation::Legion, 2, CutRule::None, 4);
    hall.register(&["Zoe"]);
    hall.desk(Command::Undo);
    hall.register(&["Yan"]);
    let verification = without(&hall, |personal| personal.name == "Zoe");
    assert!(verification.is_sound(), "{:#?}", verification.findings);
    assert_eq!(verification.checked.redacted, 1);
    let verification = without(&hall, |personal| personal.name == "Yan");
    assert!(!verification.is_sound());
}

#[test]
fn a_draw_that_kept_clubs_apart_is_not_repeated_once_a_club_is_erased() {
    let mut setup = muster_testing::custom_setup(Regulation::Xwing, 2, CutRule::None);
    setup.wishes.clubs_apart = true;
    let mut hall = Hall::open(setup, 1);
    let people: Vec<Personal> = (1..=8)
        .map(|number| Personal {
            club: Some(if number % 2 == 0 { "Even" } else { "Odd" }.to_owned()),
            ..person(&format!("Player {number}"))
        })
        .collect();
    let players = people.iter().map(new_player).collect();
    hall.enter(players, people);
    hall.check_in((1..=8).map(id).collect());
    let mut hall = hall.started().rounds(2);
    hall.desk(Command::Finish);
    hall.desk(Command::Redact { player: id(3) });
    assert_eq!(check_sound(&hall).checked.draws_not_repeated, 0);
    let verification = without(&hall, |personal| personal.name == "Player 3");
    assert!(verification.is_sound(), "{:#?}", verification.findings);
    assert_eq!(verification.checked.pairings_proved, 2);
}

#[test]
fn names_that_could_not_be_shown_cannot_have_been_accepted() {
    let mut hall = Hall::custom(Regulation::Xwing, 2, CutRule::None, 4);
    hall.register(&["Zoe"]);
    let mut forgery = Forgery::of(&hall);
    let line = forgery.line("register", 2);
    let bad = person("Zoe\u{7}");
    let mut core = Line::parse(&forgery.rows[line - 1]).unwrap().core;
    core.entry.did = Command::Register {
        players: vec![new_player(&bad)],
    };
    forgery.rows[line - 1] = Line::new(core, vec![bad]).to_json();
    forgery.check(line, "text.control-character");
}

#[test]
fn a_forgery_is_reported_first_even_if_values_were_erased_later() {
    let mut hall = eventful(Regulation::Xwing);
    hall.desk(Command::Redact { player: id(3) });
    let mut forgery = Forgery::of(&hall);
    let register = forgery.line("register", 1);
    let Line {
        core, mut private, ..
    } = Line::parse(&forgery.rows[register - 1]).unwrap();
    private.remove(2);
    forgery.rows[register - 1] = Line::new(core, private).to_json();
    assert!(verify(&forgery.text()).is_sound());
    // Nothing after this line can be judged, the wish to be forgotten neither.
    let line = forgery.line("publish", 1);
    forgery.rows[line - 1] = "scribble".to_owned();
    forgery.check(line, "can't be read");
}
