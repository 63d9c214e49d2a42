//! Serves tournaments at interesting moments, to look at:
//! `cargo test -p muster-web --test hall -- --ignored serve`, then <http://127.0.0.1:7799/>.

use super::game::{Game, people};
use crate::support::TestServer;
use muster_regulations::{CustomStructure, CutRule, Regulation};

#[tokio::test]
#[ignore = "runs until it is stopped"]
async fn serve() {
    let hall = TestServer::new().await;
    let top = |rounds, size| {
        let cut = CutRule::Top(size);
        Some(CustomStructure { rounds, cut })
    };

    let mut armada = Game::new(
        "Northern Fleet Day",
        Regulation::Armada,
        &people(24),
        top(4, 4),
    );
    armada.start();
    armada.play(3);
    armada.drop_out(23);
    armada.play_swiss();
    hall.keep("armada-swiss", &armada).await;
    armada.cut();
    armada.publish_next();
    hall.keep("armada-cut", &armada).await;

    let mut xwing = Game::new("Harbour Open", Regulation::Xwing, &people(37), None);
    hall.keep("xwing-before", &xwing).await;
    xwing.start();
    xwing.play(2);
    xwing.publish_next();
    xwing.report_by_chance(12);
    hall.keep("xwing-round", &xwing).await;
    xwing.play_round();
    xwing.play_swiss();
    xwing.cut();
    xwing.play(1);
    hall.keep("xwing-semi", &xwing).await;
    xwing.play_out();
    hall.keep("xwing-end", &xwing).await;

    let mut conquest = Game::new("Spring Weekend", Regulation::Conquest, &people(28), None);
    conquest.start();
    conquest.play(1);
    conquest.publish_next();
    hall.keep("conquest-round", &conquest).await;
    conquest.play_round();
    conquest.play_swiss();
    conquest.cut();
    conquest.play(2);
    conquest.publish_next();
    hall.keep("conquest-final", &conquest).await;

    let mut cards = Game::new("Card Night", Regulation::Cardgame, &people(30), None);
    cards.start();
    cards.play_swiss();
    cards.cut();
    cards.play(3);
    cards.publish_next();
    hall.keep("cards-double", &cards).await;
    cards.play_out();
    hall.keep("cards-end", &cards).await;

    let mut legion = Game::new("Winter Muster", Regulation::Legion, &people(19), None);
    legion.start();
    legion.play(2);
    legion.publish_next();
    legion.report_by_chance(4);
    hall.keep("legion-round", &legion).await;

    let mut big = Game::new("Great Hall", Regulation::Xwing, &people(500), None);
    big.start();
    big.play(3);
    big.publish_next();
    big.report_by_chance(90);
    hall.keep("big", &big).await;

    let none = CustomStructure {
        rounds: 0,
        cut: CutRule::None,
    };
    let mut start = Game::new("Knock", Regulation::Xwing, &people(11), Some(none));
    start.start();
    start.play(1);
    start.publish_next();
    hall.keep("from-start", &start).await;
    hall.serve().await;
}
