//! Why a bracket pairs two players.

use super::{ann, bo};
use muster_pairing::bracket::{Places, Side as Part};
use muster_tournament::why::reason::{BracketGame, BracketReason, Reason};

pub(crate) fn brackets() -> Vec<Reason> {
    let game = BracketGame {
        part: Part::Main,
        bracket_round: 2,
        game: 1,
        games: 4,
    };
    let in_round_of = |games| BracketGame { games, ..game };
    let upper = BracketGame {
        part: Part::Upper,
        ..game
    };
    let lower = BracketGame {
        part: Part::Lower,
        ..game
    };
    let last = BracketGame {
        part: Part::GrandFinal,
        ..game
    };
    let player = ann();
    let all = vec![
        BracketReason::SecondFinal,
        BracketReason::Inward(game),
        BracketReason::Fixed(in_round_of(2)),
        BracketReason::Final,
        BracketReason::TwoLosses(upper),
        BracketReason::DrawnAtRandom(in_round_of(8)),
        BracketReason::Seeds {
            game,
            better_seed: 1,
            better: ann(),
            other_seed: 8,
            other: bo(),
        },
        BracketReason::SeedsAreRanks { seeds: 8 },
        BracketReason::SeedsWereRanks { seeds: 8 },
        BracketReason::BeginsHere {
            player: player.clone(),
            seed: 1,
        },
        BracketReason::PutBack {
            game,
            player: player.clone(),
        },
        BracketReason::Won {
            game,
            player: player.clone(),
        },
        BracketReason::Lost {
            game: lower,
            player: player.clone(),
        },
        BracketReason::HadBye {
            game,
            player: player.clone(),
        },
        BracketReason::EmptyAtRandom { game, players: 6 },
        BracketReason::EmptyForTopSeeds { game, players: 6 },
        BracketReason::NobodyCame(in_round_of(1)),
        BracketReason::OpponentLeft {
            game,
            opponent: bo(),
        },
        BracketReason::BothLeftBefore {
            game,
            earlier: lower,
        },
        BracketReason::Champion {
            player: player.clone(),
        },
        BracketReason::StillIn {
            game: last,
            player: player.clone(),
        },
        BracketReason::Out {
            game,
            player: player.clone(),
            places: Some(Places { first: 3, last: 4 }),
        },
        BracketReason::Out {
            game: last,
            player,
            places: None,
        },
        BracketReason::Walkover {
            left: ann(),
            advances: bo(),
        },
        BracketReason::BothLeft,
    ];
    all.into_iter().map(Reason::from).collect()
}
