//! Why a match gives what it gives, and why a player chooses before it.

use crate::phrases::{award, names, points, times};
use muster_regulations::cardgame::Side;
use muster_tournament::floor::before_game::Choice;
use muster_tournament::why::reason::{BeforeGameReason, OutcomeReason};

pub(super) fn outcome(reason: &OutcomeReason) -> String {
    match reason {
        OutcomeReason::NotRecorded => {
            "The imported record doesn't say how this match ended, so it counts for neither player."
                .to_owned()
        }
        OutcomeReason::NotReported => "No result has been reported yet.".to_owned(),
        OutcomeReason::Disputed => {
            "The players reported different results. Neither counts until a judge decides or both report the same."
                .to_owned()
        }
        OutcomeReason::Unconfirmed => {
            "Neither the opponent nor a judge has confirmed it yet.".to_owned()
        }
        OutcomeReason::Corrected { line, reason } => {
            format!("Corrected in line {line} of the journal: {reason}")
        }
        OutcomeReason::NeitherAppeared => {
            "Neither player appeared, so both lose the match.".to_owned()
        }
        OutcomeReason::Awards {
            a,
            a_award,
            b,
            b_award,
        } => format!(
            "{}: {}. {}: {}.",
            a.name,
            award(*a_award),
            b.name,
            award(*b_award)
        ),
        OutcomeReason::RecordedBy { program } => format!("Recorded by {program}."),
        OutcomeReason::WinnerByHand => {
            "The record doesn't name the winner; the person who imported the tournament entered it."
                .to_owned()
        }
        OutcomeReason::WinnerUnknown => {
            "The record doesn't name the winner and nobody has entered one, so neither player gets the win."
                .to_owned()
        }
        OutcomeReason::AsRecorded => {
            "The result counts as recorded; it was not worked out from a report.".to_owned()
        }
    }
}

pub(super) fn before_game(reason: &BeforeGameReason) -> String {
    match reason {
        BeforeGameReason::CoreRules => {
            "The regulation leaves this to the core rules of the game.".to_owned()
        }
        BeforeGameReason::DarkFirst { player } => format!(
            "Drawn from the seed of the round: {} plays the dark side first, then the players switch sides.",
            player.name
        ),
        BeforeGameReason::TotalUnknown { choice, players } => {
            let who = names(players);
            match choice {
                Choice::Initiative => format!(
                    "The player with the lower fleet total decides who has the initiative and is the first player. The total is unknown for {who}."
                ),
                Choice::Colour => format!(
                    "The player with the lower army total chooses to be red or blue. The total is unknown for {who}."
                ),
                _ => format!(
                    "The player with the lower squad total decides who is the first player. The total is unknown for {who}."
                ),
            }
        }
        BeforeGameReason::LowerTotal {
            choice,
            player,
            total,
            opponent,
            opponent_total,
        } => {
            let (own, other) = (&player.name, &opponent.name);
            let total = points(*total);
            match choice {
                Choice::Initiative => format!(
                    "{own} has the lower fleet total and decides who has the initiative and is the first player: {total} against {other}’s {opponent_total}."
                ),
                Choice::Colour => format!(
                    "{own} has the lower army total and chooses to be red or blue: {total} against {other}’s {opponent_total}."
                ),
                _ => format!(
                    "{own} has the lower squad total and decides who is the first player: {total} against {other}’s {opponent_total}."
                ),
            }
        }
        BeforeGameReason::EqualTotals {
            choice,
            player,
            total,
        } => {
            let name = &player.name;
            let total = points(*total);
            match choice {
                Choice::Initiative => format!(
                    "Both fleets have {total}. Drawn from the seed of the round: {name} decides who has the initiative and is the first player."
                ),
                Choice::Colour => format!(
                    "Both armies have {total}. Drawn from the seed of the round: {name} chooses to be red or blue."
                ),
                _ => format!(
                    "Both squads have {total}. Drawn from the seed of the round: {name} decides who is the first player."
                ),
            }
        }
        BeforeGameReason::HigherSeed { player } => format!(
            "In the first round of the bracket the higher seed, {}, chooses a side after seeing the affiliations. Nothing is chosen yet.",
            player.name
        ),
        BeforeGameReason::HigherSeedChose { player, side } => {
            let name = &player.name;
            match side {
                Side::Dark => format!(
                    "In the first round of the bracket the higher seed chooses a side after seeing the affiliations. {name} chose the dark side."
                ),
                Side::Light => format!(
                    "In the first round of the bracket the higher seed chooses a side after seeing the affiliations. {name} chose the light side."
                ),
            }
        }
        BeforeGameReason::SidesPlayed {
            a,
            a_played,
            b,
            b_played,
        } => format!(
            "Sides played in the bracket so far: {}, dark {} and light {}; {}, dark {} and light {}.",
            a.name,
            times(a_played.dark),
            times(a_played.light),
            b.name,
            times(b_played.dark),
            times(b_played.light)
        ),
        BeforeGameReason::LeastPlayed { dark } => format!(
            "Each plays the side they have played least, so {} plays dark.",
            dark.name
        ),
        BeforeGameReason::GreaterDifference { dark } => format!(
            "Both have played the same side least. The greater difference decides, so {} plays dark.",
            dark.name
        ),
        BeforeGameReason::FinalistsSwitch { dark } => format!(
            "The finalists play again and the rule would repeat their sides. They switch, so {} plays dark.",
            dark.name
        ),
        BeforeGameReason::SideDrawn { dark } => format!(
            "The counts don't decide. The draw of the round gave {} the dark side.",
            dark.name
        ),
    }
}
