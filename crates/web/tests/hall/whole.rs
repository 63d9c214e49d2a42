//! One tournament per regulation from creation to champion, through forms alone, and then checked from the first line.

use crate::support::{TestServer, borrowed, names, usual};
use muster_regulations::{Regulation, StageKind};
use muster_tournament::next::{Action, next};
use muster_tournament::state::{MatchStatus, Phase};

async fn to_the_champion(regulation: Regulation) {
    let (hall, mut desk, id) = TestServer::with_tournament(regulation, "custom").await;
    let path = |page: &str| format!("/t/{id}/{page}");
    let names = names(9);
    desk.post(&path("desk/players/add"), &[("names", &names)])
        .await
        .sent_to("/t/");
    desk.post(&path("desk/start"), &[]).await.sent_to("/t/");
    for _ in 0..200 {
        let state = hall.state(&id).await;
        if state.phase == Phase::Finished {
            break;
        }
        // Every page of the desk can be looked at in every state.
        let round = state.current().map_or(1, |round| round.number.0);
        desk.get(&path(&format!("desk/round/{round}"))).await.ok();
        let command = match next(&state).action {
            Action::Draft => "draft",
            Action::Publish => "publish",
            Action::FinishRound => "finish_round",
            Action::Cut => "cut",
            Action::Finish => "finish",
            Action::Collect => {
                let round = state.current().unwrap();
                let fields = usual(regulation, round.stage);
                for m in round
                    .matches
                    .iter()
                    .filter(|m| m.status == MatchStatus::Playing)
                {
                    let mut fields = fields.clone();
                    fields.push(("table".to_owned(), m.table.to_string()));
                    // The example's dark side may be the other one; the desk enters what the table says.
                    if let Some(dark) = m.dark {
                        let seat = if dark == muster_regulations::Seat::A {
                            "a"
                        } else {
                            "b"
                        };
                        for (name, value) in &mut fields {
                            if name.ends_with(".dark") {
                                seat.clone_into(value);
                            }
                        }
                    }
                    desk.post(&path("do/report"), &borrowed(&fields))
                        .await
                        .sent_to("/t/");
                }
                continue;
            }
            other => panic!("{other:?}"),
        };
        desk.post(&path(&format!("do/{command}")), &[])
            .await
            .sent_to("/t/");
    }
    let state = hall.state(&id).await;
    assert_eq!(state.phase, Phase::Finished);
    assert!(muster_tournament::knockout::champion(&state).is_some());
    assert!(
        state
            .rounds
            .iter()
            .any(|round| round.stage == StageKind::Elimination)
    );
    for page in [
        "desk/players",
        "desk/bracket",
        "desk/standings",
        "desk/journal",
        "desk/people",
        "desk/settings",
    ] {
        desk.get(&path(page)).await.ok();
    }
    let journal = hall.read(&id, |t| t.to_text()).await;
    let verified = muster_tournament::verify::verify(&journal);
    assert!(verified.findings.is_empty(), "{:?}", verified.findings);
}

#[tokio::test]
async fn xwing_from_creation_to_champion() {
    to_the_champion(Regulation::Xwing).await;
}

#[tokio::test]
async fn armada_from_creation_to_champion() {
    to_the_champion(Regulation::Armada).await;
}

#[tokio::test]
async fn legion_from_creation_to_champion() {
    to_the_champion(Regulation::Legion).await;
}

#[tokio::test]
async fn conquest_from_creation_to_champion() {
    to_the_champion(Regulation::Conquest).await;
}

#[tokio::test]
async fn cardgame_from_creation_to_champion() {
    to_the_champion(Regulation::Cardgame).await;
}
