//! How people report a result under each regulation: the usual ending, in the words of the form.

use crate::page::Page;
use muster_regulations::Regulation;

/// Fills in the report of a phone with a win that needs no tie broken.
pub(crate) async fn report(phone: &Page, regulation: Regulation, bracket: bool, opponent: &str) {
    let both = async |thing: &str, more: &str, less: &str| {
        phone.type_into(&format!("Your {thing}"), more).await;
        phone
            .type_into(&format!("{opponent}’s {thing}"), less)
            .await;
    };
    match regulation {
        Regulation::Xwing => both("score", "120", "74").await,
        Regulation::Armada => both("points destroyed", "250", "110").await,
        Regulation::Legion => both("victory tokens", "3", "1").await,
        Regulation::Conquest => {
            both("victory tokens", "9", "5").await;
            both("points defeated", "640", "410").await;
        }
        Regulation::Cardgame if bracket => {
            if phone.text().await.contains("Who was Dark?") {
                phone.choose_in("Who was Dark?", "You").await;
            }
            phone.choose_in("Who won?", "You").await;
        }
        Regulation::Cardgame => {
            let before = phone.clicks();
            phone.choose_in("Who was Dark first?", "You").await;
            phone.choose_in("Game 1: who won?", "You").await;
            phone.choose_in("Game 2: who won?", "You").await;
            assert!(phone.clicks() - before <= 3, "three taps are enough");
        }
    }
    phone.sees("You win").await;
}

/// Fills in the row of a table at the desk: number, then the two players; the first of them wins.
pub(crate) async fn enter(
    desk: &Page,
    regulation: Regulation,
    bracket: bool,
    [table, winner, loser]: [&str; 3],
) {
    let both = async |what: &str, more: &str, less: &str| {
        desk.type_into(&format!("{winner}’s {what}"), more).await;
        desk.type_into(&format!("{loser}’s {what}"), less).await;
    };
    match regulation {
        Regulation::Xwing => both("score", "120", "74").await,
        Regulation::Armada => both("points destroyed", "250", "110").await,
        Regulation::Legion => both("tokens", "3", "1").await,
        Regulation::Conquest => {
            both("tokens", "9", "5").await;
            both("points defeated", "640", "410").await;
        }
        Regulation::Cardgame => {
            let field = |name: &str| format!("#m{table} [name='quick.{name}']");
            let fill = async |name: &str, text: &str| {
                let script = "const field = document.querySelector(arguments[0]); field.focus(); field.value = arguments[1]";
                desk.script(script, vec![field(name).into(), text.into()])
                    .await;
            };
            // The side is either settled before a bracket game, or entered with it.
            let dark = format!("#t{table} .name .chip");
            let settled = desk.texts(&dark).await.concat().contains("Dark");
            let second = desk.texts(&format!("#t{table} .name:not(.pa) .chip")).await;
            if !settled {
                fill("dark", "1").await;
            }
            let won = if second.is_empty() { "D" } else { "L" };
            fill("g1", won).await;
            if !bracket {
                fill("g2", "L").await;
            }
        }
    }
}
