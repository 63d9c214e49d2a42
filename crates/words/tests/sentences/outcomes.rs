//! What is explained, why a match gives what it gives, and who chooses before it.

use super::{ROUND, TABLE, Told, ann, award, bo, text};
use muster_regulations::cardgame::Side;
use muster_regulations::{Award, Margin};
use muster_tournament::floor::before_game::Choice;
use muster_tournament::sides::Played;
use muster_tournament::why::reason::{BeforeGameReason, OutcomeReason, Reason, Subject};
use muster_words::why;

pub(crate) fn subjects() -> Vec<Told> {
    let (round, table, a, b) = (ROUND, TABLE, ann(), bo());
    let player = ann();
    let all = [
        Subject::Pairing {
            round,
            table,
            a: a.clone(),
            b: b.clone(),
        },
        Subject::Bye {
            round,
            player: player.clone(),
        },
        Subject::Won {
            round,
            table,
            winner: a.clone(),
            loser: b.clone(),
        },
        Subject::Open { round, table, a, b },
        Subject::BeforeGame { round, table },
        Subject::Rank {
            player: player.clone(),
            rank: 2,
            of: 12,
            points: 1,
        },
        Subject::NoRank {
            player: player.clone(),
            points: 3,
        },
        Subject::NoCut,
        Subject::InCut {
            player: player.clone(),
            seed: 4,
        },
        Subject::NotInCut {
            player: player.clone(),
        },
        Subject::WouldBeInCut {
            player: player.clone(),
            seed: 4,
        },
        Subject::WouldNotBeInCut { player },
    ];
    all.iter().map(|s| (s.code(), why::headline(s))).collect()
}

pub(crate) fn outcomes() -> Vec<Reason> {
    let lost = Award::loss(0, Margin::Points(24));
    let all = vec![
        OutcomeReason::NotRecorded,
        OutcomeReason::NotReported,
        OutcomeReason::Disputed,
        OutcomeReason::Unconfirmed,
        OutcomeReason::Corrected {
            line: 39,
            reason: text(),
        },
        OutcomeReason::NeitherAppeared,
        OutcomeReason::Awards {
            a: ann(),
            a_award: award(),
            b: bo(),
            b_award: lost,
        },
        OutcomeReason::RecordedBy {
            program: "Cryodex".to_owned(),
        },
        OutcomeReason::WinnerByHand,
        OutcomeReason::WinnerUnknown,
        OutcomeReason::AsRecorded,
    ];
    all.into_iter().map(Reason::from).collect()
}

pub(crate) fn before_games() -> Vec<Reason> {
    let player = ann();
    let dark = ann();
    let mut all = vec![
        BeforeGameReason::CoreRules,
        BeforeGameReason::DarkFirst {
            player: player.clone(),
        },
        BeforeGameReason::HigherSeed {
            player: player.clone(),
        },
        BeforeGameReason::HigherSeedChose {
            player: player.clone(),
            side: Side::Dark,
        },
        BeforeGameReason::HigherSeedChose {
            player: player.clone(),
            side: Side::Light,
        },
        BeforeGameReason::SidesPlayed {
            a: ann(),
            a_played: Played { dark: 1, light: 2 },
            b: bo(),
            b_played: Played { dark: 0, light: 3 },
        },
        BeforeGameReason::LeastPlayed { dark: dark.clone() },
        BeforeGameReason::GreaterDifference { dark: dark.clone() },
        BeforeGameReason::FinalistsSwitch { dark: dark.clone() },
        BeforeGameReason::SideDrawn { dark },
    ];
    for choice in [Choice::FirstPlayer, Choice::Initiative, Choice::Colour] {
        all.push(BeforeGameReason::TotalUnknown {
            choice,
            players: vec![bo()],
        });
        all.push(BeforeGameReason::LowerTotal {
            choice,
            player: player.clone(),
            total: 188,
            opponent: bo(),
            opponent_total: 195,
        });
        all.push(BeforeGameReason::EqualTotals {
            choice,
            player: player.clone(),
            total: 200,
        });
    }
    all.into_iter().map(Reason::from).collect()
}
