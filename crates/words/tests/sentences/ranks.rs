//! Why a player has a rank or is in the cut.

use super::{ROUND, SEED, ann, award, bo, named, text};
use muster_regulations::{Award, Margin, Tiebreaker};
use muster_tournament::why::reason::{
    CutReason, RankReason, Reason, ScheduleTerm, TiebreakerValue,
};

pub(crate) fn ranks() -> Vec<Reason> {
    let (round, upper, lower) = (ROUND, ann(), bo());
    let all = vec![
        RankReason::RecordedBye {
            round,
            award: award(),
        },
        RankReason::Bye {
            round,
            award: award(),
        },
        RankReason::Played {
            round,
            opponent: bo(),
            award: Award::draw(
                1,
                Margin::Defeated {
                    points: 300,
                    tokens: 2,
                },
            ),
        },
        RankReason::NoResult {
            round,
            opponent: bo(),
        },
        RankReason::Unpaired {
            round,
            award: Award::loss(0, Margin::None),
        },
        RankReason::Schedule {
            strength: "5/6".to_owned(),
            opponents: vec![
                ScheduleTerm {
                    opponent: bo(),
                    points: 3,
                    rounds: 3,
                },
                ScheduleTerm {
                    opponent: named(3, "Cy"),
                    points: 2,
                    rounds: 3,
                },
            ],
        },
        RankReason::ByeHasNoOpponent,
        RankReason::Disqualified { player: bo() },
        RankReason::Points {
            upper: upper.clone(),
            points: 6,
            lower: lower.clone(),
            lower_points: 4,
        },
        RankReason::Tied {
            upper: upper.clone(),
            lower: lower.clone(),
            points: 6,
            tiebreakers: vec![TiebreakerValue {
                tiebreaker: Tiebreaker::StrengthOfSchedule,
                value: "5/6".to_owned(),
            }],
        },
        RankReason::Tiebreaker {
            upper: upper.clone(),
            lower: lower.clone(),
            tiebreaker: Tiebreaker::MarginOfVictory,
            value: "812".to_owned(),
            lower_value: "640".to_owned(),
        },
        RankReason::Random {
            upper: upper.clone(),
            number: 17,
            lower: lower.clone(),
            lower_number: 93,
            seed: SEED,
        },
        RankReason::RandomUnknown {
            upper: upper.clone(),
            lower: lower.clone(),
        },
        RankReason::Elsewhere {
            upper: upper.clone(),
            lower: lower.clone(),
            program: "Cryodex".to_owned(),
        },
        RankReason::Registered { upper, lower },
    ];
    let player = ann();
    let cuts = vec![
        CutReason::None,
        CutReason::Top { size: 8 },
        CutReason::Points { least: 12 },
        CutReason::Disqualified {
            player: player.clone(),
        },
        CutReason::Dropped {
            player: player.clone(),
        },
        CutReason::WouldBeIn {
            player: player.clone(),
            seed: 4,
        },
        CutReason::WouldNotBeIn { player },
        CutReason::Kept {
            by: "Olga Orr".to_owned(),
            reason: text(),
        },
        CutReason::Undecided,
    ];
    let all = all.into_iter().map(Reason::from);
    all.chain(cuts.into_iter().map(Reason::from)).collect()
}
