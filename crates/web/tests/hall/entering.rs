//! Results typed in the row of their table: few keys, errors at their field, nothing lost, and no result over another
//! that the desk has not seen.

use crate::support::{Answer, Browser, TestServer};
use axum::http::StatusCode;
use jiff::Timestamp;
use muster_regulations::{Regulation, Report, Seat};
use muster_tournament::ids::By;
use muster_tournament::state::MatchStatus;
use muster_tournament::{Command, Request, TableNo};

/// A published round 1 of eight players.
async fn published(regulation: Regulation) -> (TestServer, Browser, String) {
    TestServer::playing(regulation, "basic", 8).await
}

/// Types into the row of a table.
async fn enter(desk: &mut Browser, id: &str, table: &str, typed: &[(&str, &str)]) -> Answer {
    let mut fields = vec![("table", table), ("was", "playing")];
    fields.extend(typed);
    desk.post(&format!("/t/{id}/desk/round/1/enter"), &fields)
        .await
}

async fn of_table_1(hall: &TestServer, id: &str) -> (MatchStatus, Option<Seat>) {
    let state = hall.state(id).await;
    let m = state.rounds[0].table(TableNo(1)).unwrap();
    (m.status, m.outcome.and_then(|outcome| outcome.winner()))
}

/// What is typed under each regulation, in the order of the keyboard.
const USUAL: [(Regulation, &[(&str, &str)]); 5] = [
    (Regulation::Xwing, &[("quick.a", "92"), ("quick.b", "62")]),
    (
        Regulation::Armada,
        &[("quick.a", "250+30"), ("quick.b", "146")],
    ),
    (Regulation::Legion, &[("quick.a", "3"), ("quick.b", "1")]),
    (
        Regulation::Conquest,
        &[
            ("quick.a", "9"),
            ("quick.a2", "412"),
            ("quick.b", "6"),
            ("quick.b2", "268"),
        ],
    ),
    (
        Regulation::Cardgame,
        &[("quick.dark", "1"), ("quick.g1", "d"), ("quick.g2", "L")],
    ),
];

/// The key after each field but the last is Tab, the last one is Enter; a table number needs no key of its own.
#[tokio::test]
async fn a_result_of_every_regulation_takes_at_most_four_keys_beyond_the_numbers() {
    for (regulation, typed) in USUAL {
        let (hall, mut desk, id) = published(regulation).await;
        let page = desk.get(&format!("/t/{id}/desk/round/1")).await;
        let row = page.ok().split("id=\"m1\"").nth(1).unwrap();
        let row = row.split("</tbody>").next().unwrap();
        let fields: Vec<&str> = row.split("data-quick=").skip(1).collect();
        assert_eq!(fields.len(), typed.len(), "{regulation}: {row}");
        assert!(fields.len() <= 4, "{regulation}");
        // The script and the page agree on the order: what is typed first stands first.
        let places: Vec<usize> = typed
            .iter()
            .map(|(name, _)| row.find(&format!("name=\"{name}\"")).unwrap())
            .collect();
        assert!(places.is_sorted(), "{regulation}: {places:?}");
        let answer = enter(&mut desk, &id, "1", typed).await;
        // The next open table has the keyboard.
        answer.sent_to(&format!("/t/{id}/desk/round/1?at=2&done="));
        let (status, winner) = of_table_1(&hall, &id).await;
        assert_eq!(
            (status, winner),
            (MatchStatus::Confirmed, Some(Seat::A)),
            "{regulation}"
        );
    }
}

#[tokio::test]
async fn what_is_missing_is_said_at_its_field_and_nothing_typed_is_lost() {
    let (hall, mut desk, id) = published(Regulation::Xwing).await;
    let state = hall.state(&id).await;
    let second = state.name(state.rounds[0].table(TableNo(1)).unwrap().b);
    let given = second.split(' ').next().unwrap();
    for (b, says) in [
        ("", format!("Enter {given}’s score")),
        ("6o", "Enter a number".to_owned()),
        ("201", "At most 200".to_owned()),
    ] {
        let page = enter(&mut desk, &id, "1", &[("quick.a", "77"), ("quick.b", b)]).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
        let row = page.body.split("id=\"m1\"").nth(1).unwrap();
        let row = row.split("</tbody>").next().unwrap();
        assert!(row.contains(&says), "{says}: {row}");
        assert!(row.contains("value=\"77\""), "{row}");
        assert!(b.is_empty() || row.contains(&format!("value=\"{b}\"")));
        assert!(row.contains("aria-invalid"), "{row}");
        // It is still the desk, with its rail.
        assert!(page.body.contains("class=\"rail\""));
    }
    assert_eq!(of_table_1(&hall, &id).await.0, MatchStatus::Playing);
}

/// What is asked when the numbers are level, under each regulation where they can be.
#[tokio::test]
async fn a_tie_asks_in_the_row_who_it_was() {
    let level = [
        (
            Regulation::Xwing,
            &[("quick.a", "60"), ("quick.b", "60")][..],
            "Who won the Final Salvo?",
        ),
        (
            Regulation::Armada,
            &[("quick.a", "90"), ("quick.b", "60+30")],
            "Who was the second player?",
        ),
        (
            Regulation::Legion,
            &[
                ("quick.a", "2"),
                ("quick.b", "2"),
                ("quick.a2", "300"),
                ("quick.b2", "300"),
            ],
            "Who was the blue player?",
        ),
    ];
    for (regulation, typed, question) in level {
        let (hall, mut desk, id) = published(regulation).await;
        let page = enter(&mut desk, &id, "1", typed).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(
            page.body.contains(question),
            "{regulation}: {}",
            page.text()
        );
        let mut answered = typed.to_vec();
        answered.push(("quick.tie", "b"));
        enter(&mut desk, &id, "1", &answered).await.sent_to("/t/");
        assert_eq!(of_table_1(&hall, &id).await.0, MatchStatus::Confirmed);
    }
}

#[tokio::test]
async fn level_tokens_ask_for_the_scores_in_the_row() {
    let (hall, mut desk, id) = published(Regulation::Legion).await;
    let tokens = [("quick.a", "2"), ("quick.b", "2")];
    let page = enter(&mut desk, &id, "1", &tokens).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(page.body.contains("name=\"quick.b2\""), "{}", page.text());
    let scores = [
        tokens[0],
        tokens[1],
        ("quick.a2", "310"),
        ("quick.b2", "264"),
    ];
    enter(&mut desk, &id, "1", &scores).await.sent_to("/t/");
    let (status, winner) = of_table_1(&hall, &id).await;
    assert_eq!((status, winner), (MatchStatus::Confirmed, Some(Seat::A)));
}

/// Reports as a player.
async fn reports(hall: &TestServer, id: &str, seat: Seat, score: [u32; 2]) {
    let state = hall.state(id).await;
    let player = state.rounds[0].table(TableNo(1)).unwrap().player(seat);
    let [a, b] = score.map(|score| score.to_string());
    let fields = [
        ("ending", "time"),
        ("a.score", a.as_str()),
        ("b.score", b.as_str()),
    ];
    let report: Report = Regulation::Xwing.report_from_fields(fields).unwrap();
    let command = Command::Report {
        table: TableNo(1),
        report,
    };
    let request = Request::new(By::Player(player), Timestamp::now(), command);
    let id = muster_ledger::TournamentId::new(id).unwrap();
    let room = hall.app.rooms.room(&id).await.unwrap();
    room.act(request, None, None, Vec::new()).await.unwrap();
}

#[tokio::test]
async fn a_dispute_is_settled_by_picking_a_version() {
    let (hall, mut desk, id) = published(Regulation::Xwing).await;
    reports(&hall, &id, Seat::A, [92, 62]).await;
    reports(&hall, &id, Seat::B, [62, 92]).await;
    let page = desk.get(&format!("/t/{id}/desk/round/1")).await;
    assert!(page.ok().contains("’s 92–62"), "{}", page.text());
    assert!(page.body.contains("’s 62–92"), "{}", page.text());
    let fields = [("table", "1"), ("was", "disputed"), ("take", "b")];
    let enter = format!("/t/{id}/desk/round/1/enter");
    desk.post(&enter, &fields).await.sent_to("/t/");
    let (status, winner) = of_table_1(&hall, &id).await;
    assert_eq!((status, winner), (MatchStatus::Confirmed, Some(Seat::B)));
}

#[tokio::test]
async fn a_second_desk_sees_both_results_side_by_side() {
    let (hall, mut desk, id) = published(Regulation::Xwing).await;
    let first = [("quick.a", "92"), ("quick.b", "62")];
    let other = [("quick.a", "92"), ("quick.b", "26")];
    enter(&mut desk, &id, "1", &first).await.sent_to("/t/");
    let page = enter(&mut desk, &id, "1", &other).await;
    assert_eq!(page.status, StatusCode::CONFLICT);
    let text = page.text();
    assert!(text.contains("Saved 92–62"), "{text}");
    assert!(text.contains("You typed 92–26"), "{text}");
    // Nothing has changed until somebody decides.
    let score = async || {
        let state = hall.state(&id).await;
        let m = state.rounds[0].table(TableNo(1)).unwrap().clone();
        muster_words::score::score(&m).unwrap()
    };
    assert_eq!(score().await.b, "62");
    let mut anyway = other.to_vec();
    anyway.extend([("anyway", "1"), ("reason", "Read it wrong")]);
    enter(&mut desk, &id, "1", &anyway).await.sent_to("/t/");
    assert_eq!(score().await.b, "26");
}

#[tokio::test]
async fn a_phone_that_was_faster_is_not_overruled_unseen() {
    let (hall, mut desk, id) = published(Regulation::Xwing).await;
    reports(&hall, &id, Seat::A, [92, 62]).await;
    let page = enter(&mut desk, &id, "1", &[("quick.a", "62"), ("quick.b", "92")]).await;
    assert_eq!(page.status, StatusCode::CONFLICT);
    assert!(page.text().contains("Saved 92–62"), "{}", page.text());
    // The same result is not a conflict.
    let same = [("quick.a", "92"), ("quick.b", "62")];
    enter(&mut desk, &id, "1", &same).await.sent_to("/t/");
    assert_eq!(of_table_1(&hall, &id).await.0, MatchStatus::Confirmed);
}

#[tokio::test]
async fn a_table_is_found_by_number_and_by_a_part_of_a_name() {
    let (_hall, mut desk, id) = published(Regulation::Xwing).await;
    let go = async |desk: &mut Browser, text: &str| {
        desk.get(&format!("/t/{id}/desk/round/1?go={text}")).await
    };
    for text in ["3", "lindq"] {
        let page = go(&mut desk, text).await;
        assert!(page.ok().contains("autofocus"), "{text}");
        assert!(!page.body.contains("in this round</span>"), "{text}");
    }
    let page = go(&mut desk, "99").await;
    assert!(page.ok().contains("No table or player “99” in this round"));
}
