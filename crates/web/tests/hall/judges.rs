//! Judges: called from a phone, taken, ruling, appeal, penalties, components, fortressing; and tables of the hall.

use crate::phones::{claimed, codes};
use crate::support::{Browser, TestServer};
use muster_regulations::{Regulation, Report, Seat, xwing};
use muster_tournament::PlayerId;
use muster_tournament::state::MatchStatus;

/// A published round 1 of eight players with the phones of table 1.
async fn published(regulation: Regulation) -> (TestServer, Browser, String, [Browser; 2]) {
    let structure = match regulation {
        Regulation::Conquest => "with_cut",
        _ => "basic",
    };
    let (hall, mut desk, id) = TestServer::playing(regulation, structure, 8).await;
    let codes = codes(&mut desk, &id).await;
    let m = hall.state(&id).await.rounds[0].matches[0].clone();
    let a = claimed(&hall, &id, &codes, m.a).await;
    let b = claimed(&hall, &id, &codes, m.b).await;
    (hall, desk, id, [a, b])
}

#[tokio::test]
async fn role_4_a_call_is_taken_ruled_on_appealed_and_decided() {
    muster_regulations::proves!("ROLE-4");
    let (hall, mut desk, id, [mut a, mut b]) = published(Regulation::Xwing).await;
    let call = [
        ("as_player", "1"),
        ("table", "1"),
        ("about", "Line of sight"),
        ("what", "barricade"),
    ];
    a.does(&id, "do/call", &call).await;
    let page = desk.get(&format!("/t/{id}/desk/calls")).await;
    assert!(
        page.text().contains("Line of sight: barricade"),
        "{}",
        page.text()
    );
    desk.does(&id, "do/take_call", &[("number", "1")]).await;
    let page = b.get(&format!("/t/{id}/me")).await;
    assert!(page.text().contains("is on the way"), "{}", page.text());
    let page = desk.get(&format!("/t/{id}/desk/calls")).await;
    assert!(page.ok().contains("You are at table"), "{}", page.text());
    desk.does(&id, "do/rule", &[("table", "1"), ("text", "It blocks.")])
        .await;
    desk.does(&id, "do/close_call", &[("number", "1")]).await;
    let page = b.get(&format!("/t/{id}/me")).await;
    assert!(page.text().contains("It blocks."), "{}", page.text());
    // The organizer acts as marshal where there is none (ROLE-2), so there is nobody to appeal to.
    let state = hall.state(&id).await;
    assert!(state.judges.rulings[0].is_final);
    assert!(state.judges.calls[0].closed.is_some());
}

#[tokio::test]
async fn warnings_game_losses_and_components_are_walked_through() {
    let (hall, mut desk, id, _) = published(Regulation::Xwing).await;
    let state = hall.state(&id).await;
    let m = state.rounds[0].matches[0].clone();
    let (player, other) = (
        m.b.0.to_string(),
        state.rounds[0].matches[1].a.0.to_string(),
    );
    desk.does(
        &id,
        "do/warn",
        &[("player", &player), ("reason", "slow play")],
    )
    .await;
    let lost = [
        ("table", "1"),
        ("player", player.as_str()),
        ("what", "a dial"),
        ("minutes", "5"),
    ];
    desk.does(&id, "do/component_lost", &lost).await;
    let page = desk.get(&format!("/t/{id}/desk/calls")).await;
    assert!(
        page.text().contains("is looking for a dial"),
        "{}",
        page.text()
    );
    desk.does(
        &id,
        "do/concede_for_component",
        &[
            ("number", "1"),
            ("scored", "yes"),
            ("ending", "concession"),
            ("r.concession.conceded_by", "b"),
            ("r.concession.loser_score", "24"),
        ],
    )
    .await;
    let m = hall.state(&id).await.rounds[0].matches[0].clone();
    assert_eq!(m.status, MatchStatus::Confirmed);
    assert_eq!(m.winner(), Some(m.a));
    let loss = [
        ("table", "2"),
        ("player", other.as_str()),
        ("reason", "twice warned"),
        ("scored", "yes"),
        ("ending", "concession"),
        ("r.concession.conceded_by", "a"),
        ("r.concession.loser_score", "24"),
    ];
    desk.does(&id, "do/game_loss", &loss).await;
    let recommended = [("player", other.as_str()), ("reason", "threats")];
    desk.does(&id, "do/recommend_removal", &recommended).await;
    let page = desk.get(&format!("/t/{id}/desk/calls")).await;
    assert!(page.ok().contains("Keep player"), "{}", page.text());
    desk.does(&id, "do/keep", &recommended).await;
    let proxy = [
        ("player", player.as_str()),
        ("card", "Grey Heron"),
        ("unreadable", "the cost"),
    ];
    desk.does(&id, "do/proxy", &proxy).await;
    let page = desk.get(&format!("/t/{id}/desk/calls")).await;
    assert!(page.text().contains("Grey Heron of"), "{}", page.text());
    assert!(!page.ok().contains("Keep player"));
}

#[tokio::test]
async fn xw_fort_is_asked_met_decided_and_followed_up() {
    let (hall, mut desk, id, [mut a, _]) = published(Regulation::Xwing).await;
    let m = hall.state(&id).await.rounds[0].matches[0].clone();
    let opponent = m.b.0.to_string();
    let asked = [
        ("as_player", "1"),
        ("table", "1"),
        ("player", opponent.as_str()),
    ];
    a.does(&id, "do/suspect_fortressing", &asked).await;
    desk.does(
        &id,
        "do/check_fortressing",
        &[("number", "1"), ("met", "yes")],
    )
    .await;
    desk.does(
        &id,
        "do/determine_fortressing",
        &[("number", "1"), ("deliberate", "yes")],
    )
    .await;
    let page = desk.get(&format!("/t/{id}/desk/calls")).await;
    assert!(page.text().contains("Still fortressing"), "{}", page.text());
    desk.does(
        &id,
        "do/follow_up_fortressing",
        &[("number", "1"), ("goes_on", "yes"), ("score", "40")],
    )
    .await;
    assert_eq!(
        hall.state(&id).await.rounds[0].matches[0].winner(),
        Some(m.a)
    );
}

#[tokio::test]
async fn gc_warn_the_third_warning_asks_for_a_decision() {
    let (hall, mut desk, id, _) = published(Regulation::Conquest).await;
    for reason in ["late", "loud", "rude"] {
        desk.does(&id, "do/warn", &[("player", "1"), ("reason", reason)])
            .await;
    }
    let page = desk.get(&format!("/t/{id}/desk/calls")).await;
    assert!(page.text().contains("has 3 warnings"), "{}", page.text());
    desk.does(
        &id,
        "do/disqualify",
        &[("player", "1"), ("reason", "third warning")],
    )
    .await;
    assert!(
        hall.state(&id)
            .await
            .active()
            .all(|player| player.id != PlayerId(1))
    );
}

#[tokio::test]
async fn le_terrain_advice_and_seats() {
    let (hall, mut desk, id, [mut phone, _]) = published(Regulation::Legion).await;
    let table = [
        ("table", "2"),
        ("size", "3x6"),
        ("medium", "1"),
        ("coverage", "20"),
        ("accessible", "on"),
    ];
    desk.does(&id, "do/define_table", &table).await;
    let page = desk.get(&format!("/t/{id}/desk/tables")).await;
    assert!(page.text().contains("Add 2. LE-TERRAIN"), "{}", page.text());
    desk.does(&id, "do/sit", &[("player", "3"), ("tables", "2, 4")])
        .await;
    assert_eq!(
        hall.state(&id)
            .await
            .player(PlayerId(3))
            .unwrap()
            .seats
            .len(),
        2
    );
    for (command, fields) in [
        ("define_table", &[("table", "x")][..]),
        ("define_table", &[("table", "2"), ("size", "9x9")]),
        ("sit", &[("player", "3"), ("tables", "two")]),
        ("warn", &[("player", "99"), ("reason", "r")]),
        ("rule", &[("table", "1"), ("text", "")]),
    ] {
        let answer = desk.post(&format!("/t/{id}/do/{command}"), fields).await;
        assert!(
            answer.status.is_client_error(),
            "{command}: {}",
            answer.text()
        );
    }
    // Only leaders warn, and only leaders see the judges' desk.
    let answer = phone
        .post(
            &format!("/t/{id}/do/warn"),
            &[("as_player", "1"), ("player", "2"), ("reason", "r")],
        )
        .await;
    assert!(answer.status.is_client_error(), "{}", answer.text());
    for path in ["desk/calls", "desk/tables"] {
        let page = phone.get(&format!("/t/{id}/{path}")).await;
        assert!(!page.status.is_success(), "{path}");
    }
}

/// XW-END, GAME-LOSS: a game loss is scored as the game stands, which the form asks for.
#[tokio::test]
async fn a_game_loss_takes_the_scores_so_far() {
    let (hall, mut desk, id, _) = published(Regulation::Xwing).await;
    let m = hall.state(&id).await.rounds[0].matches[0].clone();
    let page = desk.get(&format!("/t/{id}/desk/calls?loss=1")).await;
    for part in ["Game loss at table 1", "scored as it is now", "Concession"] {
        assert!(page.ok().contains(part), "{part}: {}", page.text());
    }
    assert!(!page.ok().contains("r.time."), "{}", page.text());
    let player = m.b.0.to_string();
    let loss = [
        ("table", "1"),
        ("player", player.as_str()),
        ("reason", "twice warned"),
        ("scored", "yes"),
        ("ending", "concession"),
        ("r.concession.conceded_by", "b"),
        ("r.concession.loser_score", "80"),
    ];
    desk.does(&id, "do/game_loss", &loss).await;
    let decided = hall.state(&id).await.rounds[0].matches[0].clone();
    let conceded = Report::Xwing(xwing::Report::Concession {
        conceded_by: Seat::B,
        loser_score: 80,
    });
    assert_eq!(decided.report.as_deref(), Some(&conceded));
}

/// CG-SWISS, CG-MISSING: which of the two games is lost must be said; what is missing from the form is asked for.
#[tokio::test]
async fn a_game_loss_in_the_card_game_says_how_both_games_ended() {
    let (hall, mut desk, id, _) = published(Regulation::Cardgame).await;
    let m = hall.state(&id).await.rounds[0].matches[0].clone();
    let player = m.b.0.to_string();
    let page = desk.get(&format!("/t/{id}/desk/calls?loss=1")).await;
    assert!(page.ok().contains("Enter both games"), "{}", page.text());
    let mut loss = vec![
        ("table", "1"),
        ("player", player.as_str()),
        ("reason", "twice warned"),
        ("scored", "yes"),
        ("ending", "games"),
        ("r.games.dark_first", "a"),
        ("r.games.first.ending", "concession"),
        ("r.games.first.concession.conceded_by", "b"),
    ];
    let answer = desk.post(&format!("/t/{id}/do/game_loss"), &loss).await;
    assert!(answer.status.is_client_error(), "{}", answer.text());
    assert!(hall.state(&id).await.rounds[0].matches[0].report.is_none());
    loss.push(("r.games.second.ending", "dial"));
    desk.does(&id, "do/game_loss", &loss).await;
    let decided = hall.state(&id).await.rounds[0].matches[0].clone();
    assert_eq!(decided.status, MatchStatus::Confirmed);
}

#[tokio::test]
async fn a_game_loss_at_a_table_where_nobody_plays_is_answered() {
    let (_hall, mut desk, id, _) = published(Regulation::Armada).await;
    for (asked, said) in [
        ("loss=99", "Nobody plays at table 99"),
        ("loss=x", "isn’t a number"),
        ("part=7", "There is no lost component 7"),
    ] {
        let page = desk.get(&format!("/t/{id}/desk/calls?{asked}")).await;
        assert!(page.status.is_client_error(), "{asked}");
        assert!(page.text().contains(said), "{asked}: {}", page.text());
    }
}

/// XW-FORT: a phone only claims what belongs to a leader; the judges see the claim and confirm it.
#[tokio::test]
async fn a_claim_of_a_phone_is_confirmed_at_the_judges_desk() {
    let (hall, mut desk, id, [mut phone, _]) = published(Regulation::Xwing).await;
    let m = hall.state(&id).await.rounds[0].matches[0].clone();
    let table = m.table.to_string();
    let claim = [
        ("ending", "fortressing"),
        ("r.fortressing.fortressed_by", "b"),
        ("r.fortressing.loser_score", "0"),
    ];
    phone
        .post(&format!("/t/{id}/me/report"), &claim)
        .await
        .sent_to("/t/");
    let page = phone.get(&format!("/t/{id}/me")).await;
    assert!(page.ok().contains("nothing counts yet"), "{}", page.text());
    let page = desk.get(&format!("/t/{id}/desk/calls")).await;
    assert!(page.ok().contains("Confirm claim"), "{}", page.text());
    desk.does(&id, "do/confirm", &[("table", &table)]).await;
    let decided = hall.state(&id).await.rounds[0].matches[0].clone();
    assert_eq!(decided.winner(), Some(m.a));
}

/// A report that only one phone made is shown to the desk, which confirms it and finishes the round with one button.
#[tokio::test]
async fn one_sided_reports_are_confirmed_before_the_round_is_finished() {
    let (hall, mut desk, id, [mut phone, _]) = published(Regulation::Xwing).await;
    let told = |table: &str| {
        [
            ("table", table.to_owned()),
            ("ending", "time".to_owned()),
            ("r.time.a.score", "77".to_owned()),
            ("r.time.b.score", "49".to_owned()),
        ]
    };
    for table in ["2", "3", "4"] {
        let fields = told(table);
        let fields: Vec<_> = fields.iter().map(|(k, v)| (*k, v.as_str())).collect();
        desk.does(&id, "do/report", &fields).await;
    }
    let fields = told("1");
    let fields: Vec<_> = fields.iter().map(|(k, v)| (*k, v.as_str())).collect();
    phone.does(&id, "me/report", &fields).await;
    let answer = desk.post(&format!("/t/{id}/do/finish_round"), &[]).await;
    assert!(answer.status.is_client_error(), "{}", answer.text());
    let page = desk.get(&format!("/t/{id}/desk/round/1")).await;
    assert!(page.ok().contains("Confirm and finish"), "{}", page.text());
    desk.does(&id, "do/accept_and_finish", &[("table", "1")])
        .await;
    let round = hall.state(&id).await.rounds[0].clone();
    assert_eq!(
        round.status,
        muster_tournament::state::RoundStatus::Finished
    );
    assert_eq!(round.matches[0].winner(), Some(round.matches[0].a));
}
