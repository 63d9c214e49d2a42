//! What the desk is told before it goes wrong, and with the answer to the step that brings it about.

use muster_regulations::{CutRule, Regulation, Role, StructureKind, Tier};
use muster_testing::{Hall, custom_setup, id, new_player, person, plain_setup};
use muster_tournament::Command;
use muster_tournament::command::{NewPlayer, Setup};
use muster_tournament::floor::warnings::{Warning, WarningKind, WarningMatter, about, warnings};
use muster_tournament::ids::ORGANIZER;
use muster_tournament::next::next;
use muster_words::warnings::text;

fn kinds(warnings: &[Warning]) -> Vec<(WarningKind, &'static str)> {
    let warnings = warnings.iter();
    warnings
        .map(|warning| (warning.kind, warning.clause))
        .collect()
}

/// What is said at once about the last step.
fn answered(hall: &Hall) -> Vec<(WarningKind, &'static str)> {
    let last = hall.tournament.lines().last().unwrap();
    kinds(&about(hall.state(), &last.core.entry.did))
}

#[test]
fn role_4_conquest_without_a_head_consular_has_no_appeals() {
    for regulation in Regulation::ALL {
        let mut hall = Hall::plain(regulation, 4);
        let warned = |hall: &Hall| {
            let all = kinds(&warnings(hall.state()));
            all.contains(&(WarningKind::NoAppeals, "ROLE-4"))
        };
        let conquest = regulation == Regulation::Conquest;
        assert_eq!(warned(&hall), conquest, "{regulation}");
        let head = hall.assign(Role::Head, "Hal Head");
        assert!(!warned(&hall));
        hall.desk(Command::Dismiss { staff: head });
        let expected = [(WarningKind::NoAppeals, "ROLE-4")];
        assert_eq!(answered(&hall), expected[..usize::from(conquest)]);
        hall = hall.started();
        assert_eq!(warned(&hall), conquest, "still so while it is played");
    }
}

#[test]
fn role_5_a_staff_member_who_plays_under_the_same_name_without_being_linked() {
    for regulation in Regulation::ALL {
        let mut hall = Hall::plain(regulation, 4);
        let expected = (WarningKind::SameName, "ROLE-5");
        let jo = hall.register(&["Jo  judd"])[0];
        assert!(!answered(&hall).contains(&expected));
        hall.assign(Role::Judge, "Jo Judd");
        assert_eq!(
            answered(&hall),
            [expected],
            "{regulation}: assigning answers"
        );
        assert!(kinds(&next(hall.state()).warnings).contains(&expected));
        hall.desk(Command::Drop { player: jo });
        assert!(!kinds(&warnings(hall.state())).contains(&expected));
        hall.register(&["Olga Orr"]);
        assert_eq!(answered(&hall), [expected], "the organizer is a leader too");
    }
}

#[test]
fn role_5_an_organizer_who_plays() {
    let mut hall = Hall::plain(Regulation::Xwing, 4);
    hall.assign(Role::Judge, "Jo Judd");
    let olga = person("Olga Orr");
    let players = vec![NewPlayer {
        leader: Some(ORGANIZER),
        ..new_player(&olga)
    }];
    hall.enter(players, vec![olga]);
    assert_eq!(answered(&hall), [(WarningKind::OrganizerPlays, "ROLE-5")]);
}

#[test]
fn drop_3_the_name_of_a_disqualified_person_is_registered_again() {
    for regulation in Regulation::ALL {
        let mut hall = Hall::plain(regulation, 6).started();
        hall.desk(Command::Disqualify {
            player: id(3),
            reason: "cheating".to_owned(),
        });
        hall.register(&["Zed"]);
        assert_eq!(answered(&hall), []);
        let again = hall.register(&["cy"])[0];
        let expected = [(WarningKind::DisqualifiedName, "DROP-3")];
        assert_eq!(answered(&hall), expected, "{regulation}");
        let told = warnings(hall.state());
        let told = told.iter().find(|w| w.player == Some(again)).unwrap();
        let told = text(&told.matter);
        assert!(told.contains("player #3"), "{told}");
    }
}

#[test]
fn pair_7_a_structure_that_the_tier_does_not_ask_for_is_noted() {
    use StructureKind::{Advanced, Basic, Custom};
    let older = [Regulation::Xwing, Regulation::Armada, Regulation::Cardgame];
    let rows = [
        (
            &older[..],
            Tier::Relaxed,
            [(Basic, false), (Advanced, true), (Custom, false)],
        ),
        (
            &older[..],
            Tier::Formal,
            [(Basic, true), (Advanced, false), (Custom, true)],
        ),
        (
            &older[..],
            Tier::Premier,
            [(Basic, true), (Advanced, true), (Custom, false)],
        ),
        (
            &[Regulation::Legion][..],
            Tier::Casual,
            [(Basic, false), (Advanced, false), (Custom, false)],
        ),
        (
            &[Regulation::Legion][..],
            Tier::Competitive,
            [(Basic, true), (Advanced, true), (Custom, false)],
        ),
    ];
    for (regulations, tier, structures) in rows {
        for (regulation, (structure, deviates)) in regulations
            .iter()
            .flat_map(|regulation| structures.map(|row| (*regulation, row)))
        {
            let own = custom_setup(regulation, 3, CutRule::None);
            let setup = Setup {
                tier,
                structure,
                custom: own.custom.filter(|_| structure == Custom),
                ..plain_setup(regulation)
            };
            let mut hall = Hall::open(setup, 1).with_players(12);
            let expected = (WarningKind::Structure, "PAIR-7");
            let what = format!("{regulation} {tier} {structure}");
            assert_eq!(
                kinds(&warnings(hall.state())).contains(&expected),
                deviates,
                "{what}"
            );
            hall.desk(Command::Start { phrase: None });
            assert_eq!(answered(&hall).contains(&expected), deviates, "{what}");
            assert!(
                !kinds(&warnings(hall.state())).contains(&expected),
                "noted once"
            );
        }
    }
}

#[test]
fn gc_list_missing_lists_are_said_before_and_with_the_start() {
    let mut hall = Hall::plain(Regulation::Conquest, 4);
    let expected = (WarningKind::Lists, "GC-LIST");
    let told = warnings(hall.state());
    assert!(kinds(&told).contains(&expected));
    assert!(
        told.iter().any(|w| w.matter
            == WarningMatter::ListsMissing {
                missing: 4,
                present: 4
            }),
        "{told:?}"
    );
    hall.desk(Command::Start { phrase: None });
    assert!(answered(&hall).contains(&expected));
    assert!(!kinds(&warnings(hall.state())).contains(&expected));
}

#[test]
fn le_bag_and_cg_sleeves_are_in_the_checklist_of_their_tiers() {
    for regulation in Regulation::ALL {
        for tier in regulation.book().tiers {
            let setup = Setup {
                tier: *tier,
                ..plain_setup(regulation)
            };
            let mut hall = Hall::open(setup, 1).with_players(8);
            let expected = match (regulation, tier) {
                (Regulation::Legion, Tier::Competitive) => Some("LE-BAG"),
                (Regulation::Cardgame, Tier::Formal | Tier::Premier) => Some("CG-SLEEVES"),
                _ => None,
            };
            let listed = |warnings: &[Warning]| {
                let mut found = warnings.iter().filter(|w| w.kind == WarningKind::Checklist);
                found.next().map(|w| w.clause)
            };
            assert_eq!(
                listed(&warnings(hall.state())),
                expected,
                "{regulation} {tier}"
            );
            hall.desk(Command::Start { phrase: None });
            assert_eq!(listed(&warnings(hall.state())), None);
        }
    }
}
