//! GC-CLOCK: nothing that everybody can see tells how long a round of Conquest lasts or how much of it is left.

use super::game::{Game, people};
use crate::support::TestServer;
use muster_regulations::Regulation;
use muster_tournament::command::ClockCommand;

#[tokio::test]
async fn gc_clock_no_page_tells_the_time_of_a_round() {
    let hall = TestServer::new().await;
    let mut game = Game::new("No Clock", Regulation::Conquest, &people(20), None);
    game.start();
    game.play(1);
    game.publish_next();
    game.clock(ClockCommand::Start);
    hall.keep("clock", &game).await;
    for page in [
        "projector",
        "overlay",
        "pairings",
        "pairings?by=name",
        "standings",
        "bracket",
        "proof",
    ] {
        let text = hall.get(&format!("/t/clock/{page}")).await.body;
        for telling in [
            "<time",
            "datetime",
            "data-deadline",
            "minute",
            "clock 1",
            "150",
        ] {
            assert!(!text.contains(telling), "{page} holds {telling}");
        }
    }
    let seeds: Vec<String> = game
        .state()
        .rounds
        .iter()
        .filter_map(|r| r.clock_seed)
        .map(|s| s.to_string())
        .collect();
    assert!(
        !seeds.is_empty(),
        "the roll of the finished round stands in the journal"
    );
    for page in ["proof", "log", "why/pairing/1/1"] {
        let text = hall.get(&format!("/t/clock/{page}")).await.body;
        assert!(seeds.iter().all(|seed| !text.contains(seed)), "{page}");
    }
}
