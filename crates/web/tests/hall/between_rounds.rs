//! Between two rounds the desk presses twice; each press does all of what it says, or nothing.

use crate::support::{Browser, TestServer, borrowed};
use axum::http::StatusCode;
use muster_regulations::Regulation;
use muster_tournament::state::{Phase, RoundStatus, State, Status};

/// The action and the hidden fields of the desk's primary button.
fn primary(page: &str) -> (String, Vec<(String, String)>) {
    let before = page.split("btn primary").next().unwrap();
    let form = before.rsplit("<form").next().unwrap();
    let value = |text: &str, name: &str| {
        let rest = text.split(&format!("{name}=\"")).nth(1).unwrap_or_default();
        rest.split('"').next().unwrap_or_default().to_owned()
    };
    let hidden = form.split("<input").skip(1);
    let fields = hidden.map(|input| (value(input, "name"), value(input, "value")));
    (value(form, "action"), fields.collect())
}

/// Presses the primary button of the desk.
async fn press(desk: &mut Browser, id: &str) {
    let page = desk.get(&format!("/t/{id}/desk")).await;
    let page = desk.get(page.sent_to("/t/")).await;
    let (action, fields) = primary(page.ok());
    let answer = desk.post(&action, &borrowed(&fields)).await;
    answer.sent_to("/t/");
}

/// Enters the result of every open table of the round at hand.
async fn all_results(desk: &mut Browser, hall: &TestServer, id: &str) {
    let state = hall.state(id).await;
    let round = state.current().unwrap();
    let dark_first = ("quick.dark", "1");
    for m in round.open() {
        let table = m.table.to_string();
        let mut typed = vec![("table", table.as_str()), ("was", "playing")];
        match state.setup.regulation {
            Regulation::Cardgame => {
                typed.extend([dark_first, ("quick.g1", "D"), ("quick.g2", "L")]);
            }
            _ => typed.extend([
                ("quick.a", "9"),
                ("quick.a2", "90"),
                ("quick.b", "6"),
                ("quick.b2", "60"),
            ]),
        }
        let enter = format!("/t/{id}/desk/round/{}/enter", round.number);
        desk.post(&enter, &typed).await.sent_to("/t/");
    }
}

fn clock_runs(state: &State) -> bool {
    let round = state.current().unwrap();
    round.status == RoundStatus::Published && round.clock.is_some()
}

/// Two Swiss rounds, then the top four: after each last result two presses, through the cut, and one at the end.
#[tokio::test]
async fn from_the_last_result_to_the_next_clock_in_two_presses() {
    for regulation in Regulation::ALL {
        let (hall, mut desk, id) = TestServer::with_players(regulation, "custom", 8).await;
        // Start tournament; draw; publish and start the clock.
        for _ in 0..3 {
            press(&mut desk, &id).await;
        }
        for number in 1..20 {
            let state = hall.state(&id).await;
            assert!(clock_runs(&state), "{regulation}, round {number}");
            all_results(&mut desk, &hall, &id).await;
            press(&mut desk, &id).await;
            if hall.state(&id).await.phase == Phase::Finished {
                break;
            }
            press(&mut desk, &id).await;
        }
        let state = hall.state(&id).await;
        assert_eq!(state.phase, Phase::Finished, "{regulation}");
        assert!(state.rounds.len() >= 4, "{regulation}: Swiss and bracket");
    }
}

#[tokio::test]
async fn a_start_that_is_refused_checks_nobody_in() {
    let (hall, mut desk, id) = TestServer::with_players(Regulation::Xwing, "basic", 2).await;
    let answer = desk.post(&format!("/t/{id}/desk/start"), &[]).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    let players = hall.state(&id).await.players;
    assert!(players.iter().all(|p| p.status == Status::Registered));
}

#[tokio::test]
async fn two_steps_of_one_press_are_both_done_or_none() {
    let (hall, mut desk, id) = TestServer::with_players(Regulation::Xwing, "basic", 8).await;
    for _ in 0..3 {
        press(&mut desk, &id).await;
    }
    all_results(&mut desk, &hall, &id).await;
    // Round 1 could be finished; a cut cannot follow it.
    let before = hall.state(&id).await.position;
    let answer = desk.post(&format!("/t/{id}/do/finish_and_cut"), &[]).await;
    assert!(answer.status.is_client_error(), "{}", answer.text());
    let state = hall.state(&id).await;
    assert_eq!(state.position, before);
    assert_eq!(state.current().unwrap().status, RoundStatus::Published);
}
