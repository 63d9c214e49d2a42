//! Seasons: standings over tournaments, who is who, and ratings of those who agreed.

use crate::api::Program;
use crate::phones::{claimed, codes};
use crate::support::{Browser, TestServer, borrowed, names, usual};
use axum::http::StatusCode;
use muster_regulations::{Regulation, StageKind};
use muster_tournament::PlayerId;
use muster_tournament::state::Phase;

/// Plays a tournament of four players to its end: two rounds, no cut.
async fn played(hall: &TestServer, desk: &mut Browser) -> String {
    let fields = [
        ("name", "Harbour Open"),
        ("regulation", "xwing"),
        ("tier", "relaxed"),
        ("structure", "custom"),
        ("rounds", "2"),
        ("cut", "0"),
    ];
    let answer = desk.post("/new", &fields).await;
    let id = answer
        .sent_to("/t/harbour-open-")
        .split('/')
        .nth(2)
        .unwrap()
        .to_owned();
    let four = names(4);
    desk.post(&format!("/t/{id}/desk/players/add"), &[("names", &four)])
        .await
        .sent_to("/t/");
    desk.post(&format!("/t/{id}/desk/start"), &[])
        .await
        .sent_to("/t/");
    let told = usual(Regulation::Xwing, StageKind::Swiss);
    for _ in 0..2 {
        for step in ["draft", "publish"] {
            desk.post(&format!("/t/{id}/do/{step}"), &[])
                .await
                .sent_to("/t/");
        }
        let state = hall.state(&id).await;
        for m in state.current().unwrap().open() {
            let table = m.table.to_string();
            let mut typed = borrowed(&told);
            typed.push(("table", &table));
            desk.post(&format!("/t/{id}/do/report"), &typed)
                .await
                .sent_to("/t/");
        }
        desk.post(&format!("/t/{id}/do/finish_round"), &[])
            .await
            .sent_to("/t/");
    }
    desk.post(&format!("/t/{id}/do/finish"), &[])
        .await
        .sent_to("/t/");
    assert_eq!(hall.state(&id).await.phase, Phase::Finished);
    id
}

#[tokio::test]
async fn a_season_adds_up_what_belongs_together() {
    let hall = TestServer::new().await;
    let mut desk = hall.organizer().await;
    let (one, two) = (
        played(&hall, &mut desk).await,
        played(&hall, &mut desk).await,
    );
    let answer = desk.post("/seasons", &[("name", "Harbour League")]).await;
    let manage = answer.sent_to("/season/harbour-league-").to_owned();
    let season = manage.trim_end_matches("/manage").to_owned();
    let wrong = desk
        .post(
            &manage,
            &[("name", "Harbour League"), ("places", "10, many")],
        )
        .await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    let rules = [
        ("name", "Harbour League"),
        ("places", "10, 6"),
        ("taking_part", "1"),
        ("best", "1"),
        ("tournament", one.as_str()),
        ("tournament", two.as_str()),
    ];
    desk.post(&manage, &rules).await.sent_to(&manage);
    let mut anybody = hall.browser();
    let rows = |page: &str| page.matches("<tr>").count();
    let page = anybody.get(&season).await;
    // Nobody is linked by name alone: four players of each are eight people.
    assert_eq!(rows(page.ok()), 9, "{}", page.text());
    assert!(
        page.text().contains("The best result counts."),
        "{}",
        page.text()
    );
    for path in ["manage", "link", "unlink"] {
        let answer = anybody.post(&format!("{season}/{path}"), &[]).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN);
    }
    // The desk links one player, who is then one row with the better of two results.
    let seats = [format!("{one} 1"), format!("{two} 1")];
    let link = [("seat", seats[0].as_str()), ("seat", seats[1].as_str())];
    desk.post(&format!("{season}/link"), &link)
        .await
        .sent_to(&manage);
    assert_eq!(rows(anybody.get(&season).await.ok()), 8);
    let twice = [format!("{one} 1"), format!("{one} 2")];
    let twice = [("seat", twice[0].as_str()), ("seat", twice[1].as_str())];
    let refused = desk.post(&format!("{season}/link"), &twice).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    let csv = anybody.get(&format!("{season}/standings.csv")).await;
    assert!(csv.ok().contains("rank,player,points,"), "{}", csv.body);
    // On paper too, for everybody; a build without PDF says so.
    let id = season.rsplit('/').next().unwrap();
    for (path, expected) in [
        (format!("{season}/standings.pdf?paper=letter"), None),
        (format!("/api/v1/seasons/{id}/print"), None),
        (
            format!("{season}/standings.pdf?paper=a0"),
            Some(StatusCode::UNPROCESSABLE_ENTITY),
        ),
        (
            "/season/none/standings.pdf".to_owned(),
            Some(StatusCode::NOT_FOUND),
        ),
    ] {
        let status = anybody.get(&path).await.status;
        let given = matches!(status, StatusCode::OK | StatusCode::NOT_IMPLEMENTED);
        assert!(
            expected.map_or(given, |expected| status == expected),
            "{path}: {status}"
        );
    }
    let read = Program::new(&hall, None)
        .get(&format!("/seasons/{id}"))
        .await
        .ok();
    assert_eq!(read["ranks"].as_array().unwrap().len(), 7);
    assert_eq!(read["rules"]["best"], 1);
    // Taken apart again.
    desk.post(&format!("{season}/unlink"), &[("seat", &seats[1])])
        .await
        .sent_to(&manage);
    assert_eq!(rows(anybody.get(&season).await.ok()), 9);
}

#[tokio::test]
async fn people_link_themselves_and_agree_to_be_rated() {
    let hall = TestServer::new().await;
    let mut desk = hall.organizer().await;
    let (one, two) = (
        played(&hall, &mut desk).await,
        played(&hall, &mut desk).await,
    );
    let answer = desk.post("/seasons", &[("name", "Harbour League")]).await;
    let manage = answer.sent_to("/season/harbour-league-").to_owned();
    let season = manage.trim_end_matches("/manage").to_owned();
    let id = season.rsplit('/').next().unwrap().to_owned();
    let rules = [
        ("name", "Harbour League"),
        ("places", "10, 6"),
        ("tournament", one.as_str()),
        ("tournament", two.as_str()),
    ];
    desk.post(&manage, &rules).await.sent_to(&manage);
    let (first, second) = (codes(&mut desk, &one).await, codes(&mut desk, &two).await);
    let mut phone = claimed(&hall, &one, &first, PlayerId(2)).await;
    let page = format!("/t/{one}/me/season");
    let text = phone.get(&page).await.text();
    assert!(!text.contains("Count them together"), "{text}");
    // The same phone takes the seat of the second tournament: now it proves who they are.
    let name = hall.state(&two).await.name(PlayerId(2));
    let code = &second.iter().find(|(n, _)| *n == name).unwrap().1;
    phone
        .post(&format!("/t/{two}/claim"), &[("code", code)])
        .await
        .sent_to("/t/");
    assert!(
        phone
            .get(&page)
            .await
            .text()
            .contains("Count them together")
    );
    phone
        .post(&page, &[("season", &id), ("do", "link")])
        .await
        .sent_to(&page);
    assert!(
        phone
            .get(&page)
            .await
            .text()
            .contains("Your results of 2 tournaments count together.")
    );
    phone
        .post(&page, &[("season", &id), ("do", "rated")])
        .await
        .sent_to(&page);
    // Ratings need two who agree.
    let mut anybody = hall.browser();
    assert!(!anybody.get(&season).await.text().contains("Glicko-2"));
    for player in [1, 3, 4] {
        let mut other = claimed(&hall, &one, &first, PlayerId(player)).await;
        other
            .post(&page, &[("season", &id), ("do", "rated")])
            .await
            .sent_to(&page);
    }
    let text = anybody.get(&season).await.text();
    assert!(text.contains("Glicko-2"), "{text}");
    let read = Program::new(&hall, None)
        .get(&format!("/seasons/{id}"))
        .await
        .ok();
    assert_eq!(read["ratings"].as_array().unwrap().len(), 4);
    phone
        .post(&page, &[("season", &id), ("do", "unrated")])
        .await
        .sent_to(&page);
    let read = Program::new(&hall, None)
        .get(&format!("/seasons/{id}"))
        .await
        .ok();
    assert_eq!(read["ratings"].as_array().unwrap().len(), 3);
    // Nobody speaks for others, and nobody without a seat speaks at all.
    let stranger = anybody
        .post(&page, &[("season", &id), ("do", "link")])
        .await;
    assert_eq!(stranger.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn private_tournaments_count_only_for_who_may_see_them() {
    let hall = TestServer::new().await;
    let mut desk = hall.organizer().await;
    let one = played(&hall, &mut desk).await;
    let answer = desk.post("/seasons", &[("name", "Quiet League")]).await;
    let manage = answer.sent_to("/season/quiet-league-").to_owned();
    let season = manage.trim_end_matches("/manage").to_owned();
    desk.post(
        &manage,
        &[
            ("name", "Quiet League"),
            ("places", "3"),
            ("tournament", &one),
        ],
    )
    .await
    .sent_to(&manage);
    desk.post(&format!("/t/{one}/desk/settings"), &[("private", "on")])
        .await
        .sent_to("/t/");
    let text = hall.browser().get(&season).await.text();
    assert!(
        text.contains("No results yet") && !text.contains("Okafor"),
        "{text}"
    );
    assert!(desk.get(&season).await.text().contains("Okafor"));
}
