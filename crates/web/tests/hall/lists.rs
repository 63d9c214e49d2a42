//! Lists on phones and at the desk, what opponents see of them, and the score worked out from them.

use crate::phones::{claimed, codes};
use crate::support::{Browser, TestServer};
use axum::http::StatusCode;
use muster_regulations::Regulation;
use muster_tournament::PlayerId;

pub(crate) const SQUAD: &str = "Faction: Harbour Watch\nGrey Heron (60)\n2x Tern Pilot (45)\nObstacles: rock 1, rock 2, cloud 1";

/// A tournament of eight with a phone for each, before the start.
pub(crate) async fn registered(
    regulation: Regulation,
    structure: &str,
) -> (TestServer, Browser, String, Vec<Browser>) {
    let (hall, mut desk, id) = TestServer::with_players(regulation, structure, 8).await;
    let codes = codes(&mut desk, &id).await;
    let mut phones = Vec::new();
    for number in 1..=8 {
        phones.push(claimed(&hall, &id, &codes, PlayerId(number)).await);
    }
    (hall, desk, id, phones)
}

pub(crate) async fn first_round(desk: &mut Browser, id: &str) {
    desk.begins(id).await;
}

#[tokio::test]
async fn a_list_is_checked_while_it_is_typed_and_handed_in() {
    let (hall, mut desk, id, mut phones) = registered(Regulation::Xwing, "basic").await;
    let phone = &mut phones[0];
    let typed = "Faction: Harbour Watch\nGrey Heron (260)";
    let said = phone
        .post(&format!("/t/{id}/list/check"), &[("list", typed)])
        .await;
    assert!(said.ok().contains("260 points"), "{}", said.body);
    assert!(said.body.contains("at most 200 points"), "{}", said.body);
    let refused = phone
        .post(&format!("/t/{id}/me/list"), &[("list", typed)])
        .await;
    assert!(refused.status.is_client_error(), "{}", refused.text());
    assert!(hall.state(&id).await.lists.of.is_empty(), "nothing changes");
    phone
        .post(&format!("/t/{id}/me/list"), &[("list", SQUAD)])
        .await
        .sent_to("/t/");
    assert_eq!(
        hall.state(&id)
            .await
            .player(PlayerId(1))
            .unwrap()
            .list_points,
        Some(150)
    );
    let page = phone.get(&format!("/t/{id}/me/list")).await;
    assert!(page.ok().contains("Grey Heron"), "{}", page.text());
    let page = desk.get(&format!("/t/{id}/desk/lists")).await;
    assert!(
        page.text().contains("1 handed in, 7 missing"),
        "{}",
        page.text()
    );
    // A leader takes what breaks a rule, with a reason that is kept.
    let excused = [("list", typed), ("excused", "agreed for the day")];
    desk.post(&format!("/t/{id}/desk/list/2"), &excused)
        .await
        .sent_to("/t/");
    let page = desk.get(&format!("/t/{id}/desk/list/2")).await;
    assert!(page.ok().contains("agreed for the day"), "{}", page.text());
}

#[tokio::test]
async fn comp_4_after_the_start_only_staff_correct_a_list() {
    muster_regulations::proves!("COMP-4");
    let (_hall, mut desk, id, mut phones) = registered(Regulation::Xwing, "basic").await;
    let hand_in = format!("/t/{id}/me/list");
    phones[0]
        .post(&hand_in, &[("list", SQUAD)])
        .await
        .sent_to("/t/");
    first_round(&mut desk, &id).await;
    let changed = SQUAD.replace("Heron", "Egret");
    let refused = phones[0].post(&hand_in, &[("list", &changed)]).await;
    assert!(refused.status.is_client_error(), "{}", refused.text());
    let fields = [("list", changed.as_str()), ("reason", "wrong name")];
    desk.post(&format!("/t/{id}/desk/list/1"), &fields)
        .await
        .sent_to("/t/");
    let page = phones[0].get(&hand_in).await;
    assert!(page.ok().contains("Grey Egret"), "{}", page.text());
}

#[tokio::test]
async fn only_the_opponent_sees_a_list_before_the_end() {
    let (hall, mut desk, id, mut phones) = registered(Regulation::Xwing, "basic").await;
    phones[0]
        .post(&format!("/t/{id}/me/list"), &[("list", SQUAD)])
        .await
        .sent_to("/t/");
    first_round(&mut desk, &id).await;
    let state = hall.state(&id).await;
    let opponent = state.rounds[0].match_of(PlayerId(1)).unwrap();
    let opponent = opponent.opponent(PlayerId(1)).unwrap();
    for (index, phone) in phones.iter_mut().enumerate().skip(1) {
        let page = phone.get(&format!("/t/{id}/me/opponent")).await;
        let may = index + 1 == opponent.index() + 1;
        assert_eq!(
            page.ok().contains("Grey Heron"),
            may,
            "player {}",
            index + 1
        );
    }
    let mut spectator = hall.browser();
    for path in [
        "journal.jsonl",
        "log",
        "standings",
        "me/list",
        "desk/list/1",
        "desk/lists",
    ] {
        let page = spectator.get(&format!("/t/{id}/{path}")).await;
        assert!(!page.body.contains("Grey Heron"), "{path}");
    }
}

#[tokio::test]
async fn xw_score_the_calculator_fills_the_report() {
    let (hall, mut desk, id, mut phones) = registered(Regulation::Xwing, "basic").await;
    for phone in &mut phones {
        phone
            .post(&format!("/t/{id}/me/list"), &[("list", SQUAD)])
            .await
            .sent_to("/t/");
    }
    first_round(&mut desk, &id).await;
    let state = hall.state(&id).await;
    let m = &state.rounds[0].matches[0];
    let phone = &mut phones[m.a.index()];
    let sum = "sum=1&a.0.destroyed=1&a.1.half=1&b.1.destroyed=1";
    let page = phone.get(&format!("/t/{id}/me/tally?{sum}")).await;
    // 60 and half of 45, rounded up: 83.
    assert!(page.ok().contains("You: 83"), "{}", page.text());
    assert!(
        page.body.contains("name=\"r.time.a.score\" value=\"83\""),
        "{}",
        page.body
    );
    assert!(page.body.contains("name=\"r.time.b.score\" value=\"45\""));
    let page = phone
        .get(&format!(
            "/t/{id}/me/report?lost.a.0.0=destroyed&lost.a.1.0=half&lost.b.1.0=destroyed"
        ))
        .await;
    assert!(page.ok().contains("83<i> – </i>45"), "{}", page.body);
    let wrong = phone
        .post(
            &format!("/t/{id}/me/tally/check"),
            &[("a.1.destroyed", "3")],
        )
        .await;
    assert_eq!(
        wrong.status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "{}",
        wrong.body
    );
    let page = desk.get(&format!("/t/{id}/desk/tally/1?{sum}")).await;
    assert!(page.ok().contains(": 83"), "{}", page.text());
}

#[tokio::test]
async fn xw_salvo_is_rolled_for_both_and_can_be_checked() {
    let (hall, mut desk, id, mut phones) = registered(Regulation::Xwing, "basic").await;
    first_round(&mut desk, &id).await;
    let state = hall.state(&id).await;
    let m = state.rounds[0].matches[0].clone();
    let fields = [
        ("as_player", "1"),
        ("table", "1"),
        ("a_dice", "5"),
        ("b_dice", "4"),
        ("score", "48"),
    ];
    // One player offers it, and the other sees the numbers and agrees.
    phones[m.a.index()]
        .post(&format!("/t/{id}/do/final_salvo"), &fields)
        .await
        .sent_to("/t/");
    assert!(hall.state(&id).await.salvo(&m).is_none());
    let page = phones[m.b.index()].get(&format!("/t/{id}/me/tally")).await;
    assert!(
        page.ok().contains("offers a Final Salvo at 48 each"),
        "{}",
        page.text()
    );
    phones[m.b.index()]
        .post(&format!("/t/{id}/do/final_salvo"), &fields)
        .await
        .sent_to("/t/");
    let state = hall.state(&id).await;
    let salvo = state.salvo(&m).unwrap();
    assert_eq!(salvo.rolls.last().map(|roll| roll.a != roll.b), Some(true));
    let page = phones[m.b.index()].get(&format!("/t/{id}/me/tally")).await;
    assert!(page.text().contains("won it"), "{}", page.text());
    let text = hall.read(&id, |t| t.to_text()).await;
    assert!(muster_tournament::verify::verify(&text).is_sound());
}

#[tokio::test]
async fn a_catalogue_is_compared_with_lists() {
    let (hall, mut desk, id, mut phones) = registered(Regulation::Xwing, "basic").await;
    let cards =
        "name,points,kind,faction,unique,product\nGrey Heron,61,ship,Harbour Watch,yes,Wave One\n";
    desk.post(
        &format!("/t/{id}/desk/lists/catalogue"),
        &[("cards", cards)],
    )
    .await
    .sent_to("/t/");
    assert_eq!(
        hall.state(&id)
            .await
            .lists
            .catalogue
            .as_ref()
            .unwrap()
            .cards()
            .len(),
        1
    );
    let said = phones[0]
        .post(&format!("/t/{id}/list/check"), &[("list", SQUAD)])
        .await;
    assert!(said.ok().contains("61"), "{}", said.body);
    let bad = desk
        .post(
            &format!("/t/{id}/desk/lists/catalogue"),
            &[("cards", "{oops")],
        )
        .await;
    assert!(bad.status.is_client_error(), "{}", bad.text());
}

#[tokio::test]
async fn le_copy_and_gc_list_hide_cards_from_opponents() {
    muster_regulations::proves!("LE-COPY");
    // GC-LIST: all but command cards; LE-COPY: neither command nor battle cards.
    for (regulation, structure, battle) in [
        (Regulation::Legion, "basic", false),
        (Regulation::Conquest, "with_cut", true),
    ] {
        let (hall, mut desk, id, mut phones) = registered(regulation, structure).await;
        let army = r#"{"faction":"Harbour Watch","units":[{"name":"Pier Guards","points":50}],
            "command_hand":[{"name":"Low Tide","pips":1}],"battle_deck":[{"name":"Foggy Night"}]}"#;
        // Legion asks for more than this army has; Conquest's document does not.
        let excused = [("list", army), ("excused", "for this test")];
        let fields = if battle { &excused[..1] } else { &excused };
        desk.post(&format!("/t/{id}/desk/list/1"), fields)
            .await
            .sent_to("/t/");
        let drafted = ["desk/start", "do/draft"];
        for step in drafted {
            desk.post(&format!("/t/{id}/{step}"), &[])
                .await
                .sent_to("/t/");
        }
        let state = hall.state(&id).await;
        let m = state.rounds[0].match_of(PlayerId(1)).unwrap();
        let opponent = &mut phones[m.opponent(PlayerId(1)).unwrap().index()];
        // A draft tells nobody whom they will meet.
        let early = opponent.get(&format!("/t/{id}/me/opponent")).await;
        assert_eq!(early.status, StatusCode::NOT_FOUND);
        desk.post(&format!("/t/{id}/do/publish"), &[])
            .await
            .sent_to("/t/");
        for path in ["me/opponent", "me/tally", "me"] {
            let page = opponent.get(&format!("/t/{id}/{path}")).await;
            assert!(!page.ok().contains("Low Tide"), "{regulation} {path}");
            assert_eq!(
                page.body.contains("Foggy Night"),
                battle && path == "me/opponent",
                "{regulation} {path}"
            );
        }
        let page = opponent.get(&format!("/t/{id}/me/opponent")).await;
        assert!(page.ok().contains("Pier Guards"), "{}", page.text());
    }
}

#[tokio::test]
async fn lists_are_called_for_with_a_deadline() {
    let (hall, mut desk, id, _) = registered(Regulation::Legion, "basic").await;
    let call = format!("/t/{id}/desk/lists/call");
    let until = [("required", "on"), ("until", "2026-05-30T08:30")];
    desk.post(&call, &until).await.sent_to("/t/");
    assert!(hall.state(&id).await.lists.required);
    let answer = desk.post(&call, &[("until", "soon")]).await;
    assert!(answer.status.is_client_error(), "{}", answer.text());
}
