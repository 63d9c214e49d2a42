//! Why a bracket pairs two players, lets one go on or has put one out. A game of the bracket is a label before a colon,
//! so that no sentence has to bend it.

use crate::bracket::game_name;
use crate::phrases::players;
use muster_pairing::bracket::Side;
use muster_tournament::why::reason::{BracketGame, BracketReason};

pub(super) fn bracket(reason: &BracketReason) -> String {
    match reason {
        BracketReason::SecondFinal => {
            "The winner of the lower bracket won the first final. Both finalists have one loss, so they play again."
                .to_owned()
        }
        BracketReason::Inward(game) => format!(
            "{}: the winner of the first game plays the winner of the last, the second plays the second to last, and so on.",
            label(game)
        ),
        BracketReason::Fixed(game) => {
            format!("{}: the bracket is fixed and leads both players here.", label(game))
        }
        BracketReason::Final => {
            "The winners of the upper and the lower bracket meet in the final.".to_owned()
        }
        BracketReason::TwoLosses(game) => format!(
            "{}: everybody still in plays one game per round, and a player who loses twice is out.",
            label(game)
        ),
        BracketReason::DrawnAtRandom(game) => format!(
            "{}: the tournament starts with elimination, so the bracket is drawn at random.",
            label(game)
        ),
        BracketReason::Seeds {
            game,
            better_seed,
            better,
            other_seed,
            other,
        } => format!(
            "{}: seed {better_seed} ({}) plays seed {other_seed} ({}). The highest seed plays the lowest, the second highest the second lowest, and so on.",
            label(game),
            better.name,
            other.name
        ),
        BracketReason::SeedsAreRanks { seeds } => {
            format!("The seeds are the ranks in the Swiss standings, from 1 to {seeds}.")
        }
        BracketReason::SeedsWereRanks { seeds } => format!(
            "The seeds are the ranks in the Swiss standings when the cut was made, from 1 to {seeds}. The standings were corrected later."
        ),
        BracketReason::BeginsHere { player, seed } => {
            format!("{} enters the bracket here as seed {seed}.", player.name)
        }
        BracketReason::PutBack { game, player } => format!(
            "{}: {} lost, but took the winner's place when the winner had to leave.",
            label(game),
            player.name
        ),
        BracketReason::Won { game, player } => format!("{}: {} won.", label(game), player.name),
        BracketReason::Lost { game, player } => format!("{}: {} lost.", label(game), player.name),
        BracketReason::HadBye { game, player } => {
            format!("{}: {} had a bye.", label(game), player.name)
        }
        BracketReason::EmptyAtRandom {
            game,
            players: field,
        } => format!(
            "{}: {} don't fill the bracket. The empty places are byes, drawn at random.",
            label(game),
            players(*field)
        ),
        BracketReason::EmptyForTopSeeds {
            game,
            players: field,
        } => format!(
            "{}: {} don't fill the bracket, so the top seeds have byes in its first round.",
            label(game),
            players(*field)
        ),
        BracketReason::NobodyCame(game) => format!(
            "{}: no opponent comes from the earlier game, because nobody played there.",
            label(game)
        ),
        BracketReason::OpponentLeft { game, opponent } => format!(
            "{}: the opponent would have been {}, who has dropped.",
            label(game),
            opponent.name
        ),
        BracketReason::BothLeftBefore { game, earlier } => format!(
            "{}: no opponent advanced, because both players had dropped (see {}).",
            label(game),
            inside(earlier)
        ),
        BracketReason::Champion { player } => format!("{} won the bracket.", player.name),
        BracketReason::StillIn { game, player } => {
            format!("{}: {} is still in the bracket.", label(game), player.name)
        }
        BracketReason::Out {
            game,
            player,
            places: Some(places),
        } => format!(
            "{}: {} was eliminated here, in place {places}. Players who share places are ordered by Swiss rank.",
            label(game),
            player.name
        ),
        BracketReason::Out {
            game,
            player,
            places: None,
        } => format!("{}: {} was eliminated here.", label(game), player.name),
        BracketReason::Walkover { left, advances } => format!(
            "{} dropped before the game was over, so {} advances.",
            left.name, advances.name
        ),
        BracketReason::BothLeft => {
            "Both players dropped, so nobody advances from this game.".to_owned()
        }
    }
}

/// A game of the bracket at the beginning of a sentence.
fn label(place: &BracketGame) -> String {
    let (round, game) = (place.bracket_round, place.game);
    match (place.part, place.games) {
        (Side::Main, 1) | (Side::GrandFinal, _) => "Final".to_owned(),
        (Side::Main, 2) => format!("Semi-final {game}"),
        (Side::Main, 4) => format!("Quarter-final {game}"),
        (Side::Main, games) => format!("Round of {}, game {game}", games * 2),
        (Side::Upper, _) => format!("Bracket round {round}, game {game} (upper bracket)"),
        (Side::Lower, _) => format!("Bracket round {round}, game {game} (lower bracket)"),
        (Side::Reset, _) => "Second final".to_owned(),
    }
}

/// A game of the bracket inside a sentence.
fn inside(place: &BracketGame) -> String {
    let (round, game) = (place.bracket_round, place.game);
    match place.part {
        Side::Main => game_name(place.games, game),
        Side::Upper => format!("bracket round {round}, upper bracket, game {game}"),
        Side::Lower => format!("bracket round {round}, lower bracket, game {game}"),
        Side::GrandFinal => "the final".to_owned(),
        Side::Reset => "the second final".to_owned(),
    }
}
