//! The report of a player's phone: one screen for each regulation, without a script; errors at their field; the
//! opponent's view; what is announced; checking in.

use crate::lists::{SQUAD, first_round, registered};
use crate::support::Browser;
use axum::http::StatusCode;
use muster_regulations::{Regulation, Seat};
use muster_tournament::state::{MatchStatus, Status};

/// A form of one regulation without lists, what the bar at the top says, and who wins.
struct Entered {
    regulation: Regulation,
    structure: &'static str,
    fields: &'static [(&'static str, &'static str)],
    bar: &'static str,
    winner: Option<Seat>,
}

const WITHOUT_LISTS: [Entered; 8] = [
    Entered {
        regulation: Regulation::Xwing,
        structure: "basic",
        fields: &[("a.score", "92"), ("b.score", "62")],
        bar: "92<i> – </i>62",
        winner: Some(Seat::A),
    },
    Entered {
        regulation: Regulation::Xwing,
        structure: "basic",
        fields: &[("a.score", "50"), ("b.score", "200")],
        bar: "50<i> – </i>200",
        winner: Some(Seat::B),
    },
    Entered {
        regulation: Regulation::Xwing,
        structure: "basic",
        fields: &[("a.score", "50"), ("b.score", "50"), ("salvo_winner", "b")],
        bar: "50<i> – </i>50",
        winner: Some(Seat::B),
    },
    Entered {
        regulation: Regulation::Armada,
        structure: "basic",
        fields: &[
            ("a.destroyed", "120"),
            ("a.objectives", "30"),
            ("b.destroyed", "80"),
        ],
        bar: "150<i> – </i>80",
        winner: Some(Seat::A),
    },
    Entered {
        regulation: Regulation::Legion,
        structure: "basic",
        fields: &[("a.tokens", "3"), ("b.tokens", "2")],
        bar: "You win",
        winner: Some(Seat::A),
    },
    Entered {
        regulation: Regulation::Conquest,
        structure: "basic",
        fields: &[
            ("a.tokens", "4"),
            ("b.tokens", "9"),
            ("a.defeated", "300"),
            ("b.defeated", "640"),
        ],
        bar: "You lose",
        winner: Some(Seat::B),
    },
    Entered {
        regulation: Regulation::Cardgame,
        structure: "basic",
        fields: &[("dark_first", "a"), ("first", "a"), ("second", "a")],
        bar: "You win",
        winner: Some(Seat::A),
    },
    Entered {
        regulation: Regulation::Xwing,
        structure: "basic",
        fields: &[
            ("ending", "concession"),
            ("r.concession.conceded_by", "b"),
            ("r.concession.loser_score", "24"),
        ],
        bar: "200<i> – </i>24",
        winner: Some(Seat::A),
    },
];

#[tokio::test]
async fn each_regulation_is_reported_on_one_screen_without_scripts() {
    for entered in &WITHOUT_LISTS {
        let what = format!("{:?} {:?}", entered.regulation, entered.fields);
        let (hall, mut desk, id, mut phones) =
            registered(entered.regulation, entered.structure).await;
        first_round(&mut desk, &id).await;
        let m = hall.state(&id).await.rounds[0].matches[0].clone();
        let phone = &mut phones[m.a.index()];
        let path = format!("/t/{id}/me/report");
        let page = phone.get(&path).await;
        for (name, _) in entered.fields {
            assert!(
                page.ok().contains(&format!("name=\"{name}\"")),
                "{what}: {name}"
            );
        }
        let mut preview = entered.fields.to_vec();
        preview.push(("preview", "1"));
        let page = phone.post(&path, &preview).await;
        assert!(page.ok().contains(entered.bar), "{what}: {}", page.text());
        assert_eq!(
            hall.state(&id).await.rounds[0].matches[0].status,
            MatchStatus::Playing
        );
        phone.post(&path, entered.fields).await.sent_to("/t/");
        let told = hall.state(&id).await.rounds[0].matches[0].clone();
        assert_eq!(told.status, MatchStatus::Reported, "{what}");
        assert_eq!(told.outcome.unwrap().winner(), entered.winner, "{what}");
    }
}

#[tokio::test]
async fn an_error_is_at_its_field_and_nothing_is_lost() {
    let (hall, mut desk, id, mut phones) = registered(Regulation::Xwing, "basic").await;
    first_round(&mut desk, &id).await;
    let state = hall.state(&id).await;
    let m = state.rounds[0].matches[0].clone();
    let opponent = state.name(m.b);
    let path = format!("/t/{id}/me/report");
    let refused = [
        (
            vec![("a.score", "92")],
            format!("Enter {opponent}’s score."),
        ),
        (vec![("b.score", "92")], "Enter your score.".to_owned()),
        (
            vec![("a.score", "60"), ("b.score", "60")],
            "Both players scored 60. Who won the Final Salvo?".to_owned(),
        ),
        (
            vec![("a.score", "260"), ("b.score", "60")],
            "A squad is worth at most 200 points.".to_owned(),
        ),
        (
            vec![("a.score", "six"), ("b.score", "60")],
            "Enter a whole number from 0 to 199.".to_owned(),
        ),
    ];
    for (fields, expected) in refused {
        let page = phones[m.a.index()].post(&path, &fields).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{fields:?}");
        assert!(page.body.contains(&expected), "{fields:?}: {}", page.text());
        assert!(!page.body.contains("a.score:"), "{fields:?}");
        assert!(
            page.body.contains("class=\"error\""),
            "{fields:?}: {}",
            page.body
        );
        for (name, value) in fields {
            assert!(
                page.body
                    .contains(&format!("name=\"{name}\" value=\"{value}\"")),
                "{name}"
            );
        }
    }
}

#[tokio::test]
async fn the_opponent_sees_the_own_score_first_and_can_change_it() {
    let (hall, mut desk, id, mut phones) = registered(Regulation::Xwing, "basic").await;
    first_round(&mut desk, &id).await;
    let m = hall.state(&id).await.rounds[0].matches[0].clone();
    let path = format!("/t/{id}/me/report");
    let own = phones[m.b.index()].get(&path).await;
    let [mine, theirs] = ["name=\"b.score\"", "name=\"a.score\""].map(|name| own.body.find(name));
    assert!(mine.unwrap() < theirs.unwrap(), "the own field comes first");
    phones[m.a.index()]
        .post(&path, &[("a.score", "92"), ("b.score", "62")])
        .await
        .sent_to("/t/");
    let page = phones[m.b.index()].get(&format!("/t/{id}/me")).await;
    let text = page.text();
    let [lose, first, second] = ["You lose", "62", "92"].map(|words| text.find(words).unwrap());
    assert!(first < second && second < lose, "{text}");
    assert!(
        text.contains("Yes, correct") && text.contains("No, change"),
        "{text}"
    );
    // Changing begins with what was reported.
    let change = phones[m.b.index()].get(&path).await;
    assert!(
        change.ok().contains("name=\"b.score\" value=\"62\""),
        "{}",
        change.body
    );
}

#[tokio::test]
async fn a_report_for_a_round_that_is_over_is_not_taken() {
    let (hall, mut desk, id, mut phones) = registered(Regulation::Xwing, "basic").await;
    first_round(&mut desk, &id).await;
    let m = hall.state(&id).await.rounds[0].matches[0].clone();
    let fields = [("round", "7"), ("a.score", "92"), ("b.score", "62")];
    let page = phones[m.a.index()]
        .post(&format!("/t/{id}/me/report"), &fields)
        .await;
    assert_eq!(page.status, StatusCode::CONFLICT);
    assert!(
        page.body.contains("data-back"),
        "no way back: {}",
        page.body
    );
    assert_eq!(
        hall.state(&id).await.rounds[0].matches[0].status,
        MatchStatus::Playing
    );
}

#[tokio::test]
async fn a_refusal_keeps_the_rail_and_what_was_typed() {
    let (_hall, mut desk, id, _phones) = registered(Regulation::Xwing, "basic").await;
    first_round(&mut desk, &id).await;
    // A form with texts comes back as a form; the error is at its field.
    let fields = [
        ("table", "1"),
        ("minutes", "many"),
        ("reason", "a long <ruling>"),
        ("next", &format!("/t/{id}/desk/round/1")),
    ];
    let page = desk.post(&format!("/t/{id}/do/extend"), &fields).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    for part in [
        "id=\"rail\"",
        "value=\"a long &lt;ruling&gt;\"",
        "value=\"many\" aria-invalid=\"true\"",
        "Try again",
        "data-back",
        "Nothing was changed.",
    ] {
        assert!(page.body.contains(part), "{part}: {}", page.body);
    }
    // The form of a whole result is filled in again on its own page.
    let fields = [
        ("round", "1"),
        ("table", "1"),
        ("ending", "time"),
        ("r.time.a.score", "77"),
    ];
    let page = desk.post(&format!("/t/{id}/do/report"), &fields).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    let form =
        format!("/t/{id}/desk/round/1?table=1&amp;ending=time&amp;r.time.a.score=77&amp;#entry");
    assert!(page.body.contains(&form), "{}", page.body);
    let page = desk.get(&form.replace("&amp;", "&")).await;
    assert!(page.ok().contains("value=\"77\""), "{}", page.body);
    // Whoever looks for a page that is not there stays in the tournament.
    let page = desk.get(&format!("/t/{id}/desk/people/codes")).await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    assert!(page.body.contains("id=\"rail\""), "{}", page.body);
}

#[tokio::test]
async fn ships_are_tapped_and_counted() {
    let (hall, mut desk, id, mut phones) = registered(Regulation::Xwing, "basic").await;
    for phone in &mut phones {
        phone
            .post(&format!("/t/{id}/me/list"), &[("list", SQUAD)])
            .await
            .sent_to("/t/");
    }
    first_round(&mut desk, &id).await;
    let m = hall.state(&id).await.rounds[0].matches[0].clone();
    let path = format!("/t/{id}/me/report");
    let all = [
        ("lost.a.0.0", "destroyed"),
        ("lost.a.1.0", "destroyed"),
        ("lost.a.1.1", "destroyed"),
        ("lost.b.1.0", "half"),
    ];
    let phone = &mut phones[m.a.index()];
    let page = phone.get(&path).await;
    assert_eq!(
        page.ok().matches("class=\"ship\"").count(),
        6,
        "a chip for each ship"
    );
    phone.post(&path, &all).await.sent_to("/t/");
    let told = hall.state(&id).await.rounds[0].matches[0].clone();
    let report = told.report.unwrap().to_json();
    assert_eq!(report["ending"], "defeat");
    assert_eq!(report["a"]["score"], 200);
    assert_eq!(report["b"]["score"], 23);
}

async fn settings(desk: &mut Browser, id: &str, fields: &[(&str, &str)]) {
    desk.post(&format!("/t/{id}/desk/settings"), fields)
        .await
        .sent_to("/t/");
}

#[tokio::test]
async fn players_check_themselves_in_only_where_the_desk_allows_it() {
    let (hall, mut desk, id, mut phones) = registered(Regulation::Xwing, "basic").await;
    let path = format!("/t/{id}/me/check-in");
    assert_eq!(
        phones[0].post(&path, &[]).await.status,
        StatusCode::FORBIDDEN
    );
    assert!(
        !phones[0]
            .get(&format!("/t/{id}/me"))
            .await
            .ok()
            .contains("me/check-in")
    );
    settings(&mut desk, &id, &[("self_check_in", "on")]).await;
    assert!(
        phones[0]
            .get(&format!("/t/{id}/me"))
            .await
            .ok()
            .contains("me/check-in")
    );
    phones[0].post(&path, &[]).await.sent_to("/t/");
    let state = hall.state(&id).await;
    let present: Vec<bool> = state
        .players
        .iter()
        .map(|player| player.status != Status::Registered)
        .collect();
    assert_eq!(
        present.iter().filter(|here| **here).count(),
        1,
        "{present:?}"
    );
}

#[tokio::test]
async fn an_announcement_reaches_phones_and_goes_away() {
    let (_hall, mut desk, id, mut phones) = registered(Regulation::Xwing, "basic").await;
    let path = format!("/t/{id}/desk/announce");
    let empty = desk.post(&path, &[("text", " ")]).await;
    assert_eq!(empty.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(empty.body.contains("Enter a message."));
    let fields = [("text", "Lunch until <13:00>"), ("minutes", "30")];
    desk.post(&path, &fields).await.sent_to("/t/");
    let home = format!("/t/{id}/me");
    assert!(
        phones[0]
            .get(&home)
            .await
            .ok()
            .contains("Lunch until &lt;13:00&gt;")
    );
    // The settings keep it.
    settings(&mut desk, &id, &[("self_registration", "on")]).await;
    assert!(phones[0].get(&home).await.ok().contains("Lunch until"));
    assert!(desk.get(&path).await.text().contains("shown until"));
    desk.post(&path, &[("remove", "1")]).await.sent_to("/t/");
    assert!(!phones[0].get(&home).await.ok().contains("Lunch until"));
    // The desk still sees what was sent, newest first.
    let fields = [("text", "Round 2 in 5 minutes"), ("minutes", "5")];
    desk.post(&path, &fields).await.sent_to("/t/");
    let sent = desk.get(&path).await.text();
    let at = |text: &str| sent.find(text).unwrap_or_else(|| panic!("{text}: {sent}"));
    assert!(at("Round 2 in 5 minutes shown until") < at("Lunch until &lt;13:00&gt; ended"));
    let stranger = phones[0].post(&path, &fields).await;
    assert_eq!(stranger.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_refused_form_leads_back_and_shows_what_was_typed() {
    let (_hall, mut desk, id, _) = registered(Regulation::Xwing, "basic").await;
    let next = format!("/t/{id}/desk/calls");
    let fields = [
        ("table", "99"),
        ("text", "The cloud does not block"),
        ("next", next.as_str()),
    ];
    let page = desk.post(&format!("/t/{id}/do/rule"), &fields).await;
    assert!(page.status.is_client_error());
    assert!(
        page.body.contains("The cloud does not block"),
        "{}",
        page.body
    );
    assert!(
        page.body.contains(&format!("href=\"{next}\"")),
        "{}",
        page.body
    );
}
