//! Why two players meet in a Swiss round, and why a player has the bye.

use crate::phrases::{award, listed, names, players, plural, points, rounds};
use muster_tournament::why::reason::{ByeReason, Meeting, PairedDown, PairingReason, PassedOver};

pub(super) fn pairing(reason: &PairingReason) -> String {
    match reason {
        PairingReason::Elsewhere { program } => format!(
            "{program} paired these two. The tournament was run there and imported as recorded, so the reasons are not known here."
        ),
        PairingReason::FirstRound { players: field } => {
            format!("Round 1 is drawn at random from all {}.", players(*field))
        }
        PairingReason::ClubsApart => {
            "Players from the same club are kept apart in round 1 where possible.".to_owned()
        }
        PairingReason::SameGroup {
            points: both,
            players: group,
        } => format!(
            "Both have {}. They were drawn at random within their points group of {}.",
            points(*both),
            players(*group)
        ),
        PairingReason::DownAlone(down) => {
            let had = points(down.points);
            format!("{} Nobody else had {had}.", paired_down(down))
        }
        PairingReason::DownOdd { down, group } => {
            let had = points(down.points);
            let group = players(*group);
            format!("{} {group} had {had}, so one was left over.", paired_down(down))
        }
        PairingReason::DownOddWithOthers {
            down,
            group,
            came_down,
        } => {
            let had = points(down.points);
            let (down, group) = (paired_down(down), players(*group));
            plural(
                *came_down,
                &format!(
                    "{down} {group} had {had} and 1 more was paired down to that group, so one was left over."
                ),
                &format!(
                    "{down} {group} had {had} and {{n}} more were paired down to that group, so one was left over."
                ),
            )
        }
        PairingReason::DownMetAll(down) => format!(
            "{} {} had already played everybody else with {}.",
            paired_down(down),
            down.player.name,
            points(down.points)
        ),
        PairingReason::DownNeeded(down) => format!(
            "{} If {} had stayed in the group with {}, the rest of it could not have been paired.",
            paired_down(down),
            down.player.name,
            points(down.points)
        ),
        PairingReason::Down(down) => paired_down(down),
        PairingReason::NoNearerGroup => {
            "No closer points group could take this player.".to_owned()
        }
        PairingReason::HadPoints {
            a,
            a_points,
            b,
            b_points,
        } => format!(
            "When the round was drawn, {} had {} and {} had {}.",
            a.name,
            points(*a_points),
            b.name,
            points(*b_points)
        ),
        PairingReason::NotMet => "They had not played each other in this stage.".to_owned(),
        PairingReason::RepeatNeeded { a, b, round, pairs } => {
            let (a, b) = (&a.name, &b.name);
            plural(
                *pairs,
                &format!(
                    "{a} and {b} already played in round {round}. This could not be avoided: 1 pair has to meet again, the fewest possible."
                ),
                &format!(
                    "{a} and {b} already played in round {round}. This could not be avoided: {{n}} pairs have to meet again, the fewest possible."
                ),
            )
        }
        PairingReason::RepeatChosen { a, b, round } => format!(
            "{} and {} already played in round {round}. They meet again because the pairing was changed by hand.",
            a.name, b.name
        ),
        PairingReason::HadMet { player, met } => format!(
            "{} had already played {}.",
            player.name,
            listed(&met.iter().map(meeting).collect::<Vec<_>>())
        ),
        PairingReason::Pinned { reason } => {
            format!("The desk fixed this pair by hand and drew the rest around it: {reason}")
        }
        PairingReason::Swapped { a, b, reason } => format!(
            "The desk swapped {} and {} in the draft: {reason}",
            a.name, b.name
        ),
        PairingReason::Seated { players } => format!(
            "Seated at a new table after the draw: {}. All other tables stayed the same.",
            names(players)
        ),
        PairingReason::AsPlayed { reason } => {
            format!("The table was changed to match what was played there: {reason}")
        }
        PairingReason::Repaired { reason } => format!(
            "The desk repaired the published round with as few changes as possible: {reason}"
        ),
        PairingReason::Best { around_pins: false } => {
            "This pairing is proven to be the best: no other has fewer repeats or keeps more players in or near their points groups."
                .to_owned()
        }
        PairingReason::Best { around_pins: true } => {
            "Given the pairs fixed by hand, this pairing is proven to be the best: no other has fewer repeats or keeps more players in or near their points groups."
                .to_owned()
        }
        PairingReason::BestBySearch {
            around_pins: false,
            players: searched,
        } => format!(
            "An exact search over {} proves this pairing the best: no other has fewer repeats or keeps more players in or near their points groups.",
            players(*searched)
        ),
        PairingReason::BestBySearch {
            around_pins: true,
            players: searched,
        } => format!(
            "Given the pairs fixed by hand, an exact search over {} proves this pairing the best: no other has fewer repeats or keeps more players in or near their points groups.",
            players(*searched)
        ),
        PairingReason::AvoidableRepeats { fewest } => plural(
            *fewest,
            "This pairing has repeats that could have been avoided: 1 would have been enough.",
            "This pairing has repeats that could have been avoided: {n} would have been enough.",
        ),
        PairingReason::NotBest => {
            "This pairing is not the best: another would keep more players in their points groups."
                .to_owned()
        }
        PairingReason::Unproved => {
            "There is no proof that this pairing is the best possible.".to_owned()
        }
        PairingReason::Drawn { seed, attempt: 1 } => format!(
            "Drawn from seed {seed}, the first draw of this round. `muster verify` repeats the draw and compares."
        ),
        PairingReason::Drawn { seed, attempt } => format!(
            "Drawn from seed {seed}, draw {attempt} of this round; the earlier draws are in the journal. `muster verify` repeats the draw and compares."
        ),
    }
}

fn paired_down(down: &PairedDown) -> String {
    format!(
        "{} ({}) was paired down to {} ({}).",
        down.player.name,
        points(down.points),
        down.opponent.name,
        points(down.opponent_points)
    )
}

fn meeting(meeting: &Meeting) -> String {
    format!("{} (round {})", meeting.opponent.name, meeting.round)
}

pub(super) fn bye(reason: &ByeReason) -> String {
    match reason {
        ByeReason::Elsewhere { program } => format!(
            "{program} gave this bye. The tournament was run there and imported as recorded, so the reasons are not known here."
        ),
        ByeReason::CountsAs { award: given } => format!("It counts as {}.", award(*given)),
        ByeReason::Drawn {
            players: field,
            player,
        } => format!(
            "There is an odd number of players: {field}. In round 1 the bye is drawn at random, and {} got it.",
            player.name
        ),
        ByeReason::Seed { seed } => {
            format!("Drawn from seed {seed}. `muster verify` repeats the draw and compares.")
        }
        ByeReason::Lowest {
            players: field,
            player,
        } => format!(
            "There is an odd number of players: {field}. {} is the lowest-ranked player who has not had a bye.",
            player.name
        ),
        ByeReason::LowestAgain { player, had } => plural(
            *had,
            &format!(
                "Everybody has had a bye. {} is the lowest-ranked of those who have had only 1.",
                player.name
            ),
            &format!(
                "Everybody has had a bye. {} is the lowest-ranked of those who have had only {{n}}.",
                player.name
            ),
        ),
        ByeReason::Last { player } => {
            format!("{} is ranked last of all who play this round.", player.name)
        }
        ByeReason::PassedOver { players } => format!(
            "Ranked lower, but passed over: {}.",
            listed(&players.iter().map(passed_over).collect::<Vec<_>>())
        ),
        ByeReason::BeforePairing => {
            "The bye is assigned before the pairing, even if some pairs must then meet again."
                .to_owned()
        }
        ByeReason::CameLate => {
            "This player arrived after the draw, which made the number odd, and got the bye. All other tables stayed the same. Newer versions no longer do this."
                .to_owned()
        }
        ByeReason::Ended { players } => format!(
            "The bye ended when late arrivals were seated: {}. Its holder got an opponent, and all other tables stayed the same.",
            names(players)
        ),
        ByeReason::Repaired { reason } => format!(
            "The desk repaired the published round using the current standings: {reason}"
        ),
        ByeReason::Gives { award: given } => format!("A bye gives {}.", award(*given)),
        ByeReason::NoShareYet { player } => format!(
            "{} has no other game with a share yet, so each round that needs a mean counts 1/2.",
            player.name
        ),
        ByeReason::MeanShare {
            player,
            shares,
            mean,
        } => format!(
            "{} gets the mean share of the other games so far: the mean of {} is {mean}. It changes with every further game.",
            player.name,
            listed(shares)
        ),
    }
}

fn passed_over(passed: &PassedOver) -> String {
    format!("{} (bye in {})", passed.player.name, rounds(&passed.rounds))
}
