//! Why two players meet, and why one has a bye.

use super::{ROUND, SEED, ann, award, bo, named, text};
use muster_regulations::{Award, Margin, Share};
use muster_tournament::RoundNo;
use muster_tournament::why::reason::{
    ByeReason, Meeting, PairedDown, PairingReason, PassedOver, Reason,
};

pub(crate) fn pairings() -> Vec<Reason> {
    let (a, b, round, reason) = (ann(), bo(), ROUND, text());
    let down = PairedDown {
        player: ann(),
        points: 6,
        opponent: bo(),
        opponent_points: 1,
    };
    let met = vec![
        Meeting {
            opponent: bo(),
            round: RoundNo(1),
        },
        Meeting {
            opponent: named(3, "Cy"),
            round: RoundNo(2),
        },
    ];
    let all = vec![
        PairingReason::Elsewhere {
            program: "Cryodex".to_owned(),
        },
        PairingReason::FirstRound { players: 12 },
        PairingReason::ClubsApart,
        PairingReason::SameGroup {
            points: 2,
            players: 5,
        },
        PairingReason::DownAlone(down.clone()),
        PairingReason::DownOdd {
            down: down.clone(),
            group: 3,
        },
        PairingReason::DownOddWithOthers {
            down: down.clone(),
            group: 4,
            came_down: 1,
        },
        PairingReason::DownOddWithOthers {
            down: down.clone(),
            group: 1,
            came_down: 2,
        },
        PairingReason::DownMetAll(down.clone()),
        PairingReason::DownNeeded(down.clone()),
        PairingReason::Down(down),
        PairingReason::NoNearerGroup,
        PairingReason::HadPoints {
            a: ann(),
            a_points: 1,
            b: bo(),
            b_points: 3,
        },
        PairingReason::NotMet,
        PairingReason::RepeatNeeded {
            a: ann(),
            b: bo(),
            round,
            pairs: 1,
        },
        PairingReason::RepeatNeeded {
            a: ann(),
            b: bo(),
            round,
            pairs: 2,
        },
        PairingReason::RepeatChosen {
            a: ann(),
            b: bo(),
            round,
        },
        PairingReason::HadMet {
            player: named(4, "Dee"),
            met,
        },
        PairingReason::Pinned { reason: text() },
        PairingReason::Swapped {
            a,
            b,
            reason: text(),
        },
        PairingReason::Seated {
            players: vec![ann(), bo()],
        },
        PairingReason::AsPlayed { reason: text() },
        PairingReason::Repaired { reason },
        PairingReason::Best { around_pins: false },
        PairingReason::Best { around_pins: true },
        PairingReason::BestBySearch {
            around_pins: false,
            players: 12,
        },
        PairingReason::BestBySearch {
            around_pins: true,
            players: 12,
        },
        PairingReason::AvoidableRepeats { fewest: 1 },
        PairingReason::NotBest,
        PairingReason::Unproved,
        PairingReason::Drawn {
            seed: SEED,
            attempt: 1,
        },
        PairingReason::Drawn {
            seed: SEED,
            attempt: 2,
        },
    ];
    all.into_iter().map(Reason::from).collect()
}

pub(crate) fn byes() -> Vec<Reason> {
    let player = ann();
    let passed = vec![
        PassedOver {
            player: bo(),
            rounds: vec![RoundNo(1)],
        },
        PassedOver {
            player: named(3, "Cy"),
            rounds: vec![RoundNo(1), RoundNo(2)],
        },
    ];
    let all = vec![
        ByeReason::Elsewhere {
            program: "Cryodex".to_owned(),
        },
        ByeReason::CountsAs { award: award() },
        ByeReason::Drawn {
            players: 7,
            player: player.clone(),
        },
        ByeReason::Seed { seed: SEED },
        ByeReason::Lowest {
            players: 7,
            player: player.clone(),
        },
        ByeReason::LowestAgain {
            player: player.clone(),
            had: 1,
        },
        ByeReason::Last {
            player: player.clone(),
        },
        ByeReason::PassedOver { players: passed },
        ByeReason::BeforePairing,
        ByeReason::CameLate,
        ByeReason::Ended {
            players: vec![bo()],
        },
        ByeReason::Repaired { reason: text() },
        ByeReason::Gives { award: award() },
        ByeReason::Gives {
            award: Award::win(1, Margin::Share(Share::MeanOfOthers)),
        },
        ByeReason::NoShareYet {
            player: player.clone(),
        },
        ByeReason::MeanShare {
            player,
            shares: vec!["3/5".to_owned(), "1/3".to_owned()],
            mean: "7/15".to_owned(),
        },
    ];
    all.into_iter().map(Reason::from).collect()
}
