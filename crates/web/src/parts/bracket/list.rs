//! The bracket as a list: every game with its players, result and a way to ask why.

use super::Tree;
use crate::parts::links::Links;
use maud::{Markup, html};
use muster_pairing::bracket::Side;
use muster_regulations::cardgame;
use muster_words::bracket::{BracketPlace, Game};

/// Returns the table of all games in the order in which they are played.
pub(super) fn table(tree: &Tree, links: Links) -> Markup {
    let mut games: Vec<Game> = tree.games().collect();
    games.sort_by_key(|game| (game.node.round, game.node.game));
    html! {
        table.tt.games {
            caption.vh { "All games of the bracket" }
            thead { tr {
                th scope="col" { "Game" } th scope="col" { "Winner" }
                th.num scope="col" { @if tree.has_sides() { "Sides" } @else { "Result" } }
                th scope="col" { "Loser" } th scope="col" { "State" } th scope="col" { span.vh { "Explanation" } }
            } }
            tbody { @for game in &games { (row(tree, game, links)) } }
        }
    }
}

fn name(tree: &Tree, game: &Game) -> String {
    let label = tree.label_of(game.id);
    if game.node.side != Side::Main {
        return label.to_owned();
    }
    let games = tree.knockout.shape.round(game.node.round).count();
    match tree.column_name(games).strip_suffix('s') {
        Some(one) => format!("{one} {}", game.node.game),
        None if games == 1 => "Final".to_owned(),
        None => format!("{}, game {}", tree.column_name(games), game.node.game),
    }
}

fn row(tree: &Tree, game: &Game, links: Links) -> Markup {
    let [one, two] = &game.places;
    let (first, second) = if two.won { (two, one) } else { (one, two) };
    let decided = first.won;
    let who = |place: &BracketPlace| match place.player {
        Some(player) => tree.state.name(player),
        None => place.instead.clone(),
    };
    let side = |side: Option<cardgame::Side>| match side {
        Some(cardgame::Side::Dark) => "dark",
        Some(cardgame::Side::Light) => "light",
        None => "",
    };
    let word = match game.word() {
        word if word.is_empty() && !decided => "to come".to_owned(),
        word => word,
    };
    let mine = tree
        .me
        .is_some_and(|me| game.places.iter().any(|place| place.player == Some(me)));
    let round = tree.matches.get(&game.id).map(|(round, _)| round.number);
    html! {
        tr.me[mine] {
            td { (name(tree, game)) }
            @if decided {
                td.win { bdi { (who(first)) } }
                td.num.nowrap {
                    @if tree.has_sides() { (side(first.side)) "–" (side(second.side)) } @else { (game.numbers()) }
                }
                td.other { bdi { (who(second)) } }
            } @else {
                td colspan="3" { bdi { (who(first)) } " – " bdi { (who(second)) } }
            }
            td.word.quiet { (word) }
            td.num { @if let (Some(m), Some(round)) = (game.found, round) { (links.why_pairing(round, m.table)) } }
        }
    }
}
