//! Between pairing and result: the clock, the judges, lists, the score worked out, the tables of the hall; on phones and
//! at the desk, which for judges is a phone as well.

use crate::desk::{Desk, in_round_1, phone_of};
use crate::driver::{Driver, LAPTOP, PHONE};
use crate::page::Page;
use crate::server::Server;
use crate::walk::invitation;
use muster_regulations::Regulation;
use thirtyfour::Key;

/// Opens a page of the tournament in a browser of its own, as anybody may.
async fn anybody(hall: &Server, driver: &Driver, desk: &Desk, place: &str) -> Page {
    let page = driver.browser(LAPTOP).await;
    page.open(&hall.at(&format!("/t/{}/{place}", desk.tournament)))
        .await;
    page
}

/// XW-ANNOUNCE, TIME-2: everybody sees the clock, is told when it starts and ends; more time only its table.
#[tokio::test]
#[ignore = "long"]
async fn long_browser_the_clock_is_the_same_for_everybody() {
    let (hall, driver) = (Server::open(), Driver::start().await);
    let (desk, codes) = in_round_1(&hall, &driver, Regulation::Xwing).await;
    let [first, second] = [0, 1].map(|table| {
        let desk = &desk;
        async move { desk.tables().await[table].players[0].clone() }
    });
    let mine = phone_of(&hall, &driver, &desk, &codes, &first.await).await;
    let other = phone_of(&hall, &driver, &desk, &codes, &second.await).await;
    let wall = anybody(&hall, &driver, &desk, "projector").await;
    mine.sees("The clock has not started: 75 minutes").await;
    desk.press("Start clock").await;
    for page in [&wall, &mine, &other, &*desk] {
        page.sees("The round begins. Good games!").await;
    }
    mine.sees("left").await;
    desk.sees("left of 75 min").await;
    desk.press("Pause").await;
    mine.sees("left when play resumes").await;
    desk.press("Resume").await;
    desk.press("Break, extra time, call time").await;
    desk.type_into("Table", "1").await;
    desk.type_into("Minutes", "7").await;
    desk.type_into("Reason", "looked for a token").await;
    desk.press("Add time").await;
    mine.sees("7 minutes extra").await;
    desk.sees("+7 min").await;
    desk.press("Break, extra time, call time").await;
    desk.type_into("Minutes to add", "10").await;
    desk.key(Key::Tab).await;
    desk.types("late start").await;
    desk.press("Change round time").await;
    desk.sees("left of 85 min").await;
    assert!(!other.text().await.contains("minutes extra"));
    desk.press("Break, extra time, call time").await;
    desk.press("Call time now").await;
    for page in [&wall, &other, &*desk] {
        page.sees("Time!").await;
    }
}

/// GC-CLOCK: only leaders see how long the round is.
#[tokio::test]
#[ignore = "long"]
async fn long_browser_conquest_keeps_its_time_secret() {
    let (hall, driver) = (Server::open(), Driver::start().await);
    let (desk, codes) = in_round_1(&hall, &driver, Regulation::Conquest).await;
    let first = desk.tables().await.remove(0).players.into_iter().next();
    let phone = phone_of(&hall, &driver, &desk, &codes, &first.unwrap()).await;
    let public = anybody(&hall, &driver, &desk, "pairings").await;
    let wall = anybody(&hall, &driver, &desk, "projector").await;
    desk.press("Start clock").await;
    desk.sees("Staff only").await;
    assert_eq!(desk.texts("#clock [data-deadline]").await.len(), 1);
    phone.sees("In play.").await;
    public.sees("In play.").await;
    for page in [&phone, &public, &wall] {
        let source = page.source().await;
        for word in ["data-deadline", "data-to=", "data-at=", "left of", " left<"] {
            assert!(!source.contains(word), "{word} in {source}");
        }
    }
    desk.press("Break, extra time, call time").await;
    desk.press("Call time now").await;
    // From here on everybody may know: fifteen minutes.
    for page in [&phone, &public] {
        page.sees("of overtime left").await;
    }
}

/// ROLE-4: a call is made, taken, ruled on, appealed and decided; then a component is lost.
#[tokio::test]
#[ignore = "long"]
async fn long_browser_a_judge_is_called_and_overruled() {
    let (hall, driver) = (Server::open(), Driver::start().await);
    let (desk, codes) = in_round_1(&hall, &driver, Regulation::Legion).await;
    let [first, second] = desk.tables().await.remove(0).players;
    let one = phone_of(&hall, &driver, &desk, &codes, &first).await;
    let two = phone_of(&hall, &driver, &desk, &codes, &second).await;
    let link = invitation(&desk, &hall, &desk.tournament).await;
    let judge = driver.browser(PHONE).await;
    judge.open(&hall.at(&link)).await;
    judge.type_into("Your name", "Runa Eskil").await;
    judge.press("Join as Judge").await;
    judge
        .open(&hall.at(&format!("/t/{}/desk/calls", desk.tournament)))
        .await;
    judge.sees("Nobody is waiting").await;
    one.press("Call a Judge").await;
    one.pick("What is it about?", "Line of sight").await;
    one.type_into("Details", "barricade").await;
    one.press("Call").await;
    two.sees("The call is in the queue").await;
    judge.sees("Line of sight: barricade").await;
    judge.press("Take").await;
    for phone in [&one, &two] {
        phone.sees("Runa Eskil is on the way").await;
    }
    judge.type_into("Ruling", "It blocks.").await;
    judge.press("Log ruling").await;
    judge.press("Finish table 1").await;
    two.sees("Ruling: It blocks.").await;
    two.press("Appeal").await;
    one.sees("The Head Judge reviews it").await;
    desk.press("Calls").await;
    desk.type_into("Decision", "It does not block.").await;
    desk.press("Overrule").await;
    for phone in [&one, &two] {
        phone.sees("Ruling: It does not block. final").await;
    }
    // COMP-1: time to look, the game conceded, at last removed.
    desk.press("Lost component").await;
    desk.type_into("Table", "1").await;
    desk.pick("Player", &first).await;
    desk.type_into("Missing component", "a dial").await;
    desk.press("Give time").await;
    desk.sees("is looking for a dial").await;
    desk.press("Concede game").await;
    two.sees("You win").await;
    desk.press("Round 1").await;
    desk.enters_what_is_missing().await;
    // The lost component must be decided before the next draw.
    desk.press("Finish round").await;
    desk.press("Calls").await;
    desk.press("Remove player").await;
    desk.press("Players").await;
    desk.sees("7 taking part").await;
}

/// GC-WARN: the third warning asks about ejection.
#[tokio::test]
#[ignore = "long"]
async fn long_browser_the_third_warning_asks_about_ejection() {
    let (hall, driver) = (Server::open(), Driver::start().await);
    let (desk, _) = in_round_1(&hall, &driver, Regulation::Conquest).await;
    // A leader in the hall has a phone.
    desk.resize(PHONE).await;
    desk.press("Calls").await;
    for reason in ["slow play", "rude words", "slow play again"] {
        assert!(!desk.offers("Disqualify player").await);
        desk.press("Warning or recommendation").await;
        desk.pick("Player", "Greta Holm").await;
        desk.type_into("Reason", reason).await;
        desk.press("Warn").await;
        desk.sees(&format!("warning, {reason}")).await;
    }
    desk.sees("To decide").await;
    desk.type_into("Reason", "has apologized").await;
    desk.press("Keep player").await;
    desk.sees("kept, has apologized").await;
}

/// COMP-2, XW-FORT, XW-END: a proxy, a fortress that is given up, and a game loss with what was scored, all on the phone of
/// a leader in the hall.
#[tokio::test]
#[ignore = "long"]
async fn long_browser_a_proxy_a_fortress_and_a_game_loss() {
    let (hall, driver) = (Server::open(), Driver::start().await);
    let (desk, codes) = in_round_1(&hall, &driver, Regulation::Xwing).await;
    let [first, second] = desk.tables().await.remove(0).players;
    let winner = phone_of(&hall, &driver, &desk, &codes, &second).await;
    desk.resize(PHONE).await;
    desk.press("Calls").await;
    desk.press("Damaged card").await;
    desk.pick("Player", &first).await;
    desk.type_into("Card", "Grey Heron").await;
    desk.type_into("Unreadable part", "the cost").await;
    desk.press("Create proxy").await;
    desk.sees(&format!("Grey Heron of {first}, unreadable: the cost"))
        .await;
    desk.press("Fortressing").await;
    desk.type_into("Table", "1").await;
    desk.pick("Player", &first).await;
    desk.press("Request check").await;
    desk.press("Yes, fortressing").await;
    desk.press("Deliberate").await;
    desk.press("Stopped").await;
    assert!(!desk.offers("Stopped").await);
    desk.press("Game loss").await;
    desk.type_into("Table", "1").await;
    desk.press("Continue").await;
    desk.sees("Game loss at table 1").await;
    desk.choose_in("Who loses the game?", &first).await;
    desk.type_into("Reason", "a second list").await;
    desk.choose_in("", "Concession").await;
    desk.choose_in("Player who conceded", &first).await;
    desk.type_into("Losing player’s score", "40").await;
    desk.press("Give game loss").await;
    desk.sees("game loss, a second list").await;
    winner.sees("You win").await;
    winner.sees("MOV 360").await;
}

/// XW-LIST, COMP-4, XW-FIRST, XW-SCORE, XW-SALVO: from the list to the score.
#[tokio::test]
#[ignore = "long"]
async fn long_browser_from_the_list_to_the_score() {
    let (hall, driver) = (Server::open(), Driver::start().await);
    let desk = Desk::create(&hall, &driver, Regulation::Xwing).await;
    // Four make two tables; everybody hands in, whoever meets whom.
    desk.type_into(
        "Names, one per line",
        "Ada Okafor\nBram Lindqvist\nCleo Mansour\nDario Rinaldi",
    )
    .await;
    desk.press("Add players").await;
    let codes = desk.makes_codes().await;
    let mut phones = Vec::new();
    for (number, [name, code]) in codes.iter().enumerate() {
        let phone = crate::desk::claims_seat(&hall, &driver, &desk, code).await;
        phone.press("Me").await;
        phone.press("My squad").await;
        phone
            .type_into(
                "Paste your squad",
                "Faction: Harbour Watch\nGrey Heron (260)",
            )
            .await;
        phone.sees("A squad has at most 200 points").await;
        let points = 40 + number;
        let squad = format!(
            "Faction: Harbour Watch\nHeron {number} (61)\n{name}'s Tern ({points})\nObstacles: rock 1, rock 2, cloud 1"
        );
        phone.type_into("Paste your squad", &squad).await;
        phone.sees("The list is valid").await;
        phone.press("Hand in").await;
        phone.sees("Handed in").await;
        phones.push((name, phone));
    }
    desk.press("Lists").await;
    desk.sees("4 handed in").await;
    desk.press("Registration").await;
    desk.press("Start tournament").await;
    desk.press("Draw round 1").await;
    desk.press("Publish only").await;
    let table = desk.table_of("Ada Okafor").await.unwrap();
    let opponent = table.opponent("Ada Okafor").to_owned();
    let phone = |wanted: &str| {
        let found = phones.iter().find(|(name, _)| *name == wanted);
        &found.unwrap().1
    };
    let (mine, theirs) = (phone("Ada Okafor"), phone(&opponent));
    // The list is fixed now, and the opponent may read it.
    mine.reload().await;
    mine.sees("so your list is locked").await;
    mine.press("My match").await;
    mine.sees("You decide who is the first player").await;
    theirs.press("My match").await;
    theirs
        .sees("Ada Okafor decides who is the first player")
        .await;
    mine.press("Opponent’s squad").await;
    mine.sees(&format!("{opponent}'s Tern")).await;
    mine.press("My match").await;
    // One ship of theirs destroyed, the other at half; one of mine at half: 61 and half of 41 to 43, 31.
    let before = mine.clicks();
    mine.press("Report result").await;
    let number = codes
        .iter()
        .position(|[name, _]| *name == opponent)
        .unwrap();
    let ships = [
        (format!("Heron {number}"), "In play"),
        (format!("Heron {number}"), "Half"),
        (format!("{opponent}'s Tern"), "In play"),
        ("Heron 0".to_owned(), "In play"),
    ];
    for (ship, now) in &ships {
        mine.choose_in(ship, now).await;
    }
    let score = 61 + (40 + number).div_ceil(2);
    let margin = 200 + score - 31;
    mine.sees(&format!("MOV {margin}")).await;
    // Another page and back: what was tapped is still there.
    mine.reload().await;
    mine.sees(&format!("MOV {margin}")).await;
    mine.press(&format!("Send to {opponent} to confirm")).await;
    assert!(
        mine.clicks() - before <= ships.len() + 2,
        "two taps beside the ships"
    );
    theirs.sees("You lose").await;
    theirs.press("Yes, correct").await;
    mine.sees("Confirmed").await;
    // At the other table it is level, and the dice decide; this one is worked out at the desk.
    let other = desk
        .tables()
        .await
        .into_iter()
        .find(|one| one.number != table.number)
        .unwrap();
    desk.press(&format!("Other… endings of table {}", other.number))
        .await;
    desk.press("Score calculator").await;
    desk.press("Tied? Roll the Final Salvo").await;
    for player in &other.players {
        desk.type_into(&format!("Dice of {player}"), "3").await;
    }
    desk.type_into("Score of each", "60").await;
    desk.press("Roll for both").await;
    desk.sees("won it. Everybody can check this roll.").await;
    let player = phone(&other.players[0]);
    player
        .open(&hall.at(&format!("/t/{}/me/tally", desk.tournament)))
        .await;
    player.sees("Everybody can check this roll.").await;
}

/// LE-TERRAIN: a table is compared with the guideline, on a phone in the hall.
#[tokio::test]
#[ignore = "long"]
async fn long_browser_tables_are_described() {
    let (hall, driver) = (Server::open(), Driver::start().await);
    let desk = Desk::create(&hall, &driver, Regulation::Legion).await;
    desk.enters_players().await;
    desk.resize(PHONE).await;
    desk.press("Tables").await;
    desk.sees("No tables described").await;
    desk.type_into("Table", "1").await;
    desk.choose_in("", "Stream table").await;
    desk.type_into("Medium blockers", "1").await;
    desk.type_into("Covered, %", "10").await;
    desk.press("Save table").await;
    desk.sees("1 described").await;
    desk.sees("10 % covered").await;
    desk.pick("Player", "Greta Holm").await;
    desk.type_into("Tables (empty: any)", "3").await;
    desk.press("Save seat").await;
    desk.sees("Greta Holm: table 3").await;
    desk.resize(LAPTOP).await;
    desk.publishes_round_1().await;
    assert_eq!(desk.table_of("Greta Holm").await.unwrap().number, "3");
}
