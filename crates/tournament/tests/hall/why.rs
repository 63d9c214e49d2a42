//! Pairings, byes and outcomes explained.

use crate::explained as why;
use muster_regulations::{CutRule, Regulation};
use muster_testing::{Hall, id, person};
use muster_tournament::command::{NewPlayer, Wishes};
use muster_tournament::{Command, PlayerId, RoundNo, TableNo};
use muster_words::why::{ExplanationInWords as Explanation, StepInWords};

fn pairing(hall: &Hall, player: PlayerId) -> Explanation {
    why::pairing(&hall.tournament, hall.round_no(), hall.table_of(player)).unwrap()
}

#[track_caller]
fn says(told: &Explanation, clause: Option<&str>, text: &str) {
    let found = told
        .steps
        .iter()
        .any(|step| step.clause == clause && step.text == text);
    assert!(found, "missing [{clause:?}] {text:?} in\n{told}");
}

#[test]
fn pair_2_the_first_round_is_drawn_at_random() {
    muster_regulations::proves!("PAIR-2");
    let mut hall = Hall::plain(Regulation::Armada, 6).started();
    hall.draft();
    let told = pairing(&hall, id(1));
    says(
        &told,
        Some("PAIR-2"),
        "Round 1 is drawn at random from all 6 players.",
    );
    let seed = hall.current().seed.to_string();
    let draw = told.steps.last().unwrap();
    assert!(
        draw.text.contains(&seed) && draw.text.contains("the first draw of this round"),
        "{told}"
    );
    hall.desk(Command::Redraw {
        reason: "the projector was on".to_owned(),
    });
    let told = pairing(&hall, id(1));
    assert!(
        told.steps
            .last()
            .unwrap()
            .text
            .contains("draw 2 of this round"),
        "{told}"
    );
}

#[test]
fn clubs_apart_is_shown_as_a_house_choice() {
    let mut setup = muster_testing::plain_setup(Regulation::Xwing);
    setup.wishes = Wishes {
        clubs_apart: true,
        ..Wishes::default()
    };
    let mut hall = Hall::open(setup, 1).with_players(4).started();
    hall.draft();
    let told = pairing(&hall, id(1));
    let wish = told
        .steps
        .iter()
        .find(|step| step.text.contains("same club"))
        .unwrap();
    assert_eq!((wish.clause, wish.house_choice), (None, true));
    assert!(told.to_string().contains("[house choice]"));
}

/// Three players on top, two of whom have met: the worked example of PAIR-4.
fn three_on_top() -> Hall {
    let mut hall = Hall::custom(Regulation::Legion, 5, CutRule::None, 8).started();
    let rounds = [
        ([[1, 2], [3, 4], [5, 6], [7, 8]], [1, 3, 5, 7]),
        ([[1, 7], [2, 6], [3, 5], [4, 8]], [7, 2, 3, 4]),
        ([[1, 4], [2, 5], [3, 7], [6, 8]], [1, 2, 7, 6]),
    ];
    for (pairs, winners) in rounds {
        hall.draft_pairs(&pairs);
        hall.publish();
        hall.report_all_with(|m| if winners.contains(&m.a.0) { m.a } else { m.b });
        hall.finish_round();
    }
    hall.desk(Command::Drop { player: id(7) });
    hall
}

#[test]
fn pair_3_pair_4_worked_example_the_player_who_can_be_paired_stays_in_the_group() {
    let mut hall = three_on_top();
    hall.draft();
    for attempt in 1..=12 {
        let stays = hall.opponent_of(id(3));
        assert!([id(1), id(2)].contains(&stays), "draw {attempt}");
        let floats = if stays == id(1) { id(2) } else { id(1) };
        let [stays, floats_name] = [stays, floats].map(|id| hall.name(id));
        let told = pairing(&hall, id(3));
        says(
            &told,
            Some("PAIR-3"),
            "Both have 2 points. They were drawn at random within their points group of 3 players.",
        );
        let other = if stays == "Ann" { "Bo" } else { "Ann" };
        says(
            &told,
            Some("PAIR-4"),
            &format!("{stays} had already played {other} (round 1)."),
        );
        let told = pairing(&hall, floats);
        let low = hall.name(hall.opponent_of(floats));
        says(
            &told,
            Some("PAIR-3"),
            &format!(
                "{floats_name} (2 points) was paired down to {low} (1 point). 3 players had 2 points, so one was left over."
            ),
        );
        assert!(told.names("PAIR-6"), "the proof is missing: {told}");
        hall.desk(Command::Redraw {
            reason: "once more".to_owned(),
        });
    }
}

/// Plays rounds of given pairs; the winners are named, all others lose.
fn played(rounds: &[(&[[u32; 2]], &[u32])], players: usize) -> Hall {
    let mut hall = Hall::custom(Regulation::Xwing, 5, CutRule::None, players).started();
    for (pairs, winners) in rounds {
        hall.draft_pairs(pairs);
        hall.publish();
        hall.report_all_with(|m| if winners.contains(&m.a.0) { m.a } else { m.b });
        hall.finish_round();
    }
    hall.draft();
    hall
}

#[test]
fn pair_4_who_has_met_the_whole_group_floats() {
    let hall = played(
        &[
            (&[[1, 2], [3, 4], [5, 6]], &[1, 3, 5]),
            (&[[3, 2], [5, 4], [1, 6]], &[3, 5, 6]),
        ],
        6,
    );
    // 1 and 6 alone have one point and have met.
    says(
        &pairing(&hall, id(1)),
        Some("PAIR-4"),
        "Ann (1 point) was paired down to Dee (0 points). Ann had already played everybody else with 1 point.",
    );
    says(
        &pairing(&hall, id(1)),
        Some("PAIR-4"),
        "Ann had already played Bo (round 1) and Finn (round 2).",
    );
}

#[test]
fn pair_6_a_floater_goes_to_the_nearest_group_possible() {
    let hall = played(
        &[
            (&[[1, 2], [3, 4], [5, 6]], &[1, 3, 5]),
            (&[[1, 3], [2, 5], [4, 6]], &[3, 5, 4]),
            (&[[3, 5], [1, 4], [2, 6]], &[3, 4, 2]),
        ],
        6,
    );
    // 3 has three points and has met 4 and 5, who have two: the next group is that of 1, met too, and 2.
    let told = pairing(&hall, id(3));
    says(
        &told,
        Some("PAIR-3"),
        "Cy (3 points) was paired down to Bo (1 point). Nobody else had 3 points.",
    );
    says(
        &told,
        Some("PAIR-6"),
        "No closer points group could take this player.",
    );
    assert!(
        pairing(&hall, id(4)).names("PAIR-3"),
        "4 and 5 stay in their group"
    );
}

#[test]
fn changes_by_hand_are_described_with_their_reasons() {
    let mut hall = Hall::plain(Regulation::Xwing, 6).started();
    hall.round_of(&[[1, 2], [3, 4], [5, 6]]);
    let told = why::pairing(&hall.tournament, RoundNo(1), TableNo(1)).unwrap();
    assert!(
        told.to_string()
            .contains("fixed this pair by hand and drew the rest around it: as the test wants it"),
        "{told}"
    );

    hall.draft();
    let [one, two] = [
        hall.current().matches[0].clone(),
        hall.current().matches[1].clone(),
    ];
    hall.desk(Command::Swap {
        a: one.a,
        b: two.a,
        reason: "two brothers".to_owned(),
        anyway: true,
    });
    let told = pairing(&hall, one.a);
    let [a, b] = [one.a, two.a].map(|id| hall.name(id));
    says(
        &told,
        None,
        &format!("The desk swapped {a} and {b} in the draft: two brothers"),
    );
    assert!(
        told.to_string().contains("When the round was drawn"),
        "{told}"
    );

    hall.publish();
    let late = hall.register(&["Yan", "Zed"]);
    hall.desk(Command::Seat {
        players: late.clone(),
    });
    let told = pairing(&hall, late[0]);
    says(
        &told,
        None,
        "Seated at a new table after the draw: Yan and Zed. All other tables stayed the same.",
    );
}

#[test]
fn bye_swapped_by_hand() {
    let mut hall = Hall::plain(Regulation::Conquest, 5).started();
    hall.draft();
    let (holder, other) = (hall.current().byes[0], hall.current().matches[0].a);
    hall.desk(Command::Swap {
        a: holder,
        b: other,
        reason: "needs a rest".to_owned(),
        anyway: false,
    });
    let told = why::bye(&hall.tournament, RoundNo(1), other).unwrap();
    assert!(told.to_string().contains("needs a rest"), "{told}");
    assert!(told.names("GC-BYE"), "{told}");
}

/// What the working of a report says, for the first player as seat A.
#[track_caller]
fn check_outcome(regulation: Regulation, json: &str, clause: &str, expected: &str) {
    let mut hall = Hall::plain(regulation, 4).started();
    hall.publish_next();
    let m = hall.current().matches[0].clone();
    let table = m.table;
    hall.desk(m.report_command(regulation.parse_report(json).unwrap()));
    let told = why::outcome(hall.state(), RoundNo(1), table).unwrap();
    let step = told.steps.iter().find(|step| step.clause == Some(clause));
    let step = step.unwrap_or_else(|| panic!("no {clause} in\n{told}"));
    assert!(step.text.contains(expected), "{told}");
    let seats = ["Player A", "Player B", " A ", " B "];
    let lettered = |step: &StepInWords| seats.iter().any(|seat| step.text.contains(seat));
    assert!(!told.steps.iter().any(lettered), "{told}");
}

#[test]
fn outcomes_show_their_working() {
    let score = |a, b| format!(r#"{{"ending":"time","a":{{"score":{a}}},"b":{{"score":{b}}}}}"#);
    check_outcome(
        Regulation::Xwing,
        r#"{"ending":"defeat","beaten":"b","a":{"score":200},"b":{"score":24}}"#,
        "XW-MOV",
        "200 + 176 = 376",
    );
    check_outcome(Regulation::Xwing, &score(77, 49), "XW-MOV", "228");
    check_outcome(
        Regulation::Armada,
        r#"{"ending":"defeat","beaten":"b","a":{"destroyed":400},"b":{"destroyed":150,"objectives":75}}"#,
        "AR-MOV",
        "175",
    );
    check_outcome(
        Regulation::Armada,
        r#"{"ending":"no_show","absent":"b"}"#,
        "AR-NOSHOW",
        "did not appear",
    );
    check_outcome(
        Regulation::Legion,
        r#"{"ending":"defeat","beaten":"a"}"#,
        "LE-MOV",
        "100%",
    );
    check_outcome(
        Regulation::Conquest,
        r#"{"ending":"declined"}"#,
        "GC-END",
        "draw",
    );
    check_outcome(
        Regulation::Cardgame,
        r#"{"ending":"split","leader_present":true}"#,
        "CG-SPLIT",
        "one win each",
    );
}

#[test]
fn le_mov_bye_and_le_mov_2_means_are_shown_with_their_numbers() {
    muster_regulations::proves!("LE-MOV-BYE", "LE-MOV-2");
    let mut hall = Hall::custom(Regulation::Legion, 3, CutRule::None, 5).started();
    hall.draft_pairs(&[[1, 2], [3, 4]]);
    hall.publish();
    let told = why::bye(&hall.tournament, RoundNo(1), id(5)).unwrap();
    says(
        &told,
        Some("LE-MOV-BYE"),
        "Eva has no other game with a share yet, so each round that needs a mean counts 1/2.",
    );
    hall.report_all();
    hall.finish_round();
    for (pairs, tokens) in [([[5, 1], [2, 3]], (3, 2)), ([[5, 2], [1, 3]], (1, 2))] {
        hall.draft_pairs(&pairs);
        hall.publish();
        let m = hall.current().match_of(id(5)).unwrap().clone();
        let (five, other) = tokens;
        let (a, b) = if m.a == id(5) {
            (five, other)
        } else {
            (other, five)
        };
        let json =
            format!(r#"{{"ending":"six_rounds","a":{{"tokens":{a}}},"b":{{"tokens":{b}}}}}"#);
        let report = Regulation::Legion.parse_report(&json).unwrap();
        hall.desk(Command::Report {
            table: m.table,
            report,
        });
        hall.report_all();
        hall.finish_round();
    }
    let told = why::bye(&hall.tournament, RoundNo(1), id(5)).unwrap();
    says(
        &told,
        Some("LE-MOV-2"),
        "Eva gets the mean share of the other games so far: the mean of 3/5 and 1/3 is 7/15. It changes with every further game.",
    );
}

#[test]
fn le_mov_noshow_gives_the_opponent_a_mean() {
    muster_regulations::proves!("LE-MOV-NOSHOW");
    let mut hall = Hall::custom(Regulation::Legion, 3, CutRule::None, 4)
        .started()
        .rounds(1);
    hall.publish_next();
    let m = hall.current().matches[0].clone();
    hall.desk(Command::NoShow {
        table: m.table,
        absent: m.a,
    });
    let told = why::outcome(hall.state(), RoundNo(2), m.table).unwrap();
    assert!(
        told.names("LE-MOV-NOSHOW") && told.names("LE-MOV-2"),
        "{told}"
    );
}

#[test]
fn open_tables_say_so() {
    let mut hall = Hall::plain(Regulation::Xwing, 4).started();
    hall.publish_next();
    let m = hall.current().matches[0].clone();
    let text = |hall: &Hall| {
        why::outcome(hall.state(), RoundNo(1), m.table)
            .unwrap()
            .to_string()
    };
    assert!(text(&hall).contains("No result has been reported yet"));
    let report = hall.result(&m, m.a, 5);
    hall.does(
        muster_tournament::By::Player(m.a),
        Command::Report {
            table: m.table,
            report,
        },
    );
    assert!(text(&hall).contains("has confirmed it yet"));
    hall.does(
        muster_tournament::By::Player(m.b),
        Command::Dispute { table: m.table },
    );
    assert!(text(&hall).contains("Neither counts until a judge decides"));
}

/// Who chooses before the game, with these totals of the lists.
#[track_caller]
fn check_first(regulation: Regulation, lists: [Option<u32>; 2], clause: &str, expected: &str) {
    let mut hall = Hall::open(
        muster_testing::custom_setup(regulation, 1, CutRule::None),
        1,
    );
    let people = [person("Ann"), person("Bo")];
    let players = people
        .iter()
        .zip(lists)
        .map(|(who, list_points)| NewPlayer {
            list_points,
            ..muster_testing::new_player(who)
        })
        .collect();
    hall.enter(players, people.to_vec());
    hall.desk(Command::CheckIn {
        players: vec![id(1), id(2)],
        present: true,
    });
    hall.desk(Command::Start { phrase: None });
    hall.draft();
    let told = why::first(hall.state(), RoundNo(1), TableNo(1)).unwrap();
    assert_eq!(
        told.steps[0].clause,
        (!clause.is_empty()).then_some(clause),
        "{told}"
    );
    assert!(told.steps[0].text.contains(expected), "{told}");
}

#[test]
fn who_chooses_before_the_game() {
    let ann = "Ann has the lower squad total and decides who is the first player: 195 points against Bo’s 200.";
    check_first(Regulation::Xwing, [Some(195), Some(200)], "XW-FIRST", ann);
    check_first(
        Regulation::Armada,
        [Some(400), Some(392)],
        "AR-FIRST",
        "Bo has the lower fleet total and decides who has the initiative",
    );
    check_first(
        Regulation::Legion,
        [Some(800), Some(790)],
        "LE-SETUP",
        "Bo has the lower army total and chooses to be red or blue",
    );
    check_first(
        Regulation::Legion,
        [Some(800), Some(800)],
        "LE-SETUP",
        "Drawn from the seed of the round",
    );
    check_first(
        Regulation::Xwing,
        [Some(200), None],
        "XW-FIRST",
        "The total is unknown for Bo.",
    );
    check_first(Regulation::Conquest, [None, None], "", "core rules");
    check_first(
        Regulation::Cardgame,
        [None, None],
        "CG-SWISS-2",
        "Drawn from the seed of the round",
    );
}

#[test]
fn asking_about_nothing_is_refused_not_answered() {
    let hall = Hall::plain(Regulation::Xwing, 4).started();
    let (round, table) = (RoundNo(1), TableNo(1));
    assert!(why::pairing(&hall.tournament, round, table).is_err());
    assert!(why::outcome(hall.state(), round, table).is_err());
    assert!(why::first(hall.state(), round, table).is_err());
    assert!(why::bye(&hall.tournament, round, id(1)).is_err());
    assert!(why::rank(hall.state(), id(77)).is_err());
    assert!(why::cut(hall.state(), id(0)).is_err());
}

#[test]
fn explanations_are_data() {
    let mut hall = Hall::plain(Regulation::Xwing, 4).started();
    hall.draft();
    let told = pairing(&hall, id(1));
    let json = serde_json::to_value(&told).unwrap();
    assert_eq!(json["steps"][0]["code"], "pairing.first-round");
    assert_eq!(json["steps"][0]["arguments"]["players"], 4);
    assert_eq!(json["steps"][0]["clause"], "PAIR-2");
    assert_eq!(json["steps"][0]["house_choice"], false);
    assert!(
        json["headline"]
            .as_str()
            .unwrap()
            .starts_with("Round 1, table ")
    );
}
