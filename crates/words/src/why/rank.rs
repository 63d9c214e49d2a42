//! Why a player has a rank, and why a player is in the cut.

use crate::phrases::{award, listed, points};
use crate::standings::tiebreaker as title;
use muster_tournament::why::reason::{CutReason, RankReason};

pub(super) fn rank(reason: &RankReason) -> String {
    match reason {
        RankReason::RecordedBye {
            round,
            award: given,
        } => format!("Round {round}, bye as recorded: {}.", award(*given)),
        RankReason::Bye {
            round,
            award: given,
        } => format!("Round {round}, bye: {}.", award(*given)),
        RankReason::Played {
            round,
            opponent,
            award: given,
        } => format!(
            "Round {round} against {}: {}.",
            opponent.name,
            award(*given)
        ),
        RankReason::NoResult { round, opponent } => format!(
            "Round {round} against {}: no confirmed result yet.",
            opponent.name
        ),
        RankReason::Unpaired {
            round,
            award: given,
        } => format!("Round {round}, not paired: {}.", award(*given)),
        RankReason::Schedule {
            strength,
            opponents,
        } => {
            let terms: Vec<String> = opponents
                .iter()
                .map(|term| format!("{} {}/{}", term.opponent.name, term.points, term.rounds))
                .collect();
            format!(
                "Strength of schedule {strength}, the mean of each opponent's points per round played: {}.",
                listed(&terms)
            )
        }
        RankReason::ByeHasNoOpponent => {
            "A bye counts as a round played, but not as an opponent.".to_owned()
        }
        RankReason::Disqualified { player } => {
            format!("{} was disqualified and has no rank.", player.name)
        }
        RankReason::Points {
            upper,
            points: more,
            lower,
            lower_points,
        } => format!(
            "{} is above {} on points: {more} to {lower_points}.",
            upper.name, lower.name
        ),
        RankReason::Tied {
            upper,
            lower,
            points: both,
            tiebreakers,
        } => {
            let mut level = vec![points(*both)];
            for value in tiebreakers {
                level.push(format!("{} {}", title(value.tiebreaker), value.value));
            }
            format!(
                "{} and {} are tied: {}.",
                upper.name,
                lower.name,
                level.join(", ")
            )
        }
        RankReason::Tiebreaker {
            upper,
            lower,
            tiebreaker: by,
            value,
            lower_value,
        } => format!(
            "{} is above {} on {}: {value} to {lower_value}.",
            upper.name,
            lower.name,
            title(*by)
        ),
        RankReason::Random {
            upper,
            number,
            lower,
            lower_number,
            seed,
        } => format!(
            "Only the random tiebreak puts {} above {}. The lower number comes first, {number} before {lower_number}. Both come from seed {seed}, drawn once at the start; `muster verify` repeats the draw and compares.",
            upper.name, lower.name
        ),
        RankReason::RandomUnknown { upper, lower } => format!(
            "Only the random tiebreak puts {} above {}.",
            upper.name, lower.name
        ),
        RankReason::Elsewhere {
            upper,
            lower,
            program,
        } => format!(
            "{program} ranked {} above {}; how it drew the order is not known here.",
            upper.name, lower.name
        ),
        RankReason::Registered { upper, lower } => format!(
            "{} is above {}, who registered later; the random tiebreak is drawn at the start.",
            upper.name, lower.name
        ),
    }
}

pub(super) fn cut(reason: &CutReason) -> String {
    match reason {
        CutReason::None => "The structure announced at the start has no cut.".to_owned(),
        CutReason::Top { size } => format!(
            "The top {size} of the standings advance. Players who have dropped are passed over."
        ),
        CutReason::Points { least } => {
            format!("Everybody with at least {} advances.", points(*least))
        }
        CutReason::Disqualified { player } => {
            format!("{} was disqualified and is passed over.", player.name)
        }
        CutReason::Dropped { player } => {
            format!("{} has dropped and is passed over.", player.name)
        }
        CutReason::WouldBeIn { player, seed } => format!(
            "The standings were corrected after the cut. {} would now be in as seed {seed}.",
            player.name
        ),
        CutReason::WouldNotBeIn { player } => format!(
            "The standings were corrected after the cut. {} would now be out.",
            player.name
        ),
        CutReason::Kept { by, reason } => format!("{by} kept the cut as it was made: {reason}"),
        CutReason::Undecided => {
            "Nobody has decided yet whether to make the cut again or keep it.".to_owned()
        }
    }
}
