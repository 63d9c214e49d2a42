//! Refusals because of a player's status or a role.

use super::Words;
use crate::phrases::{either, with_article};
use muster_tournament::refusal::{PlayerProblem, RoleProblem};

pub(super) fn player(name: &str, problem: &PlayerProblem) -> Words {
    match problem {
        PlayerProblem::Erased => Words::new(format!(
            "The personal data of {name} has already been erased."
        )),
        PlayerProblem::HasList => Words::new(format!(
            "{name} has submitted a list, which sets faction and points."
        ))
        .or("Change the list instead."),
        PlayerProblem::Disqualified => {
            Words::new(format!("{name} was disqualified and can't come back."))
        }
        PlayerProblem::DisqualifiedAlready => {
            Words::new(format!("{name} has already been disqualified."))
        }
        PlayerProblem::Dropped => {
            Words::new(format!("{name} has dropped.")).or("Let the player rejoin first.")
        }
        PlayerProblem::DroppedAlready => Words::new(format!("{name} has already dropped.")),
        PlayerProblem::NotInBracket => Words::new(format!("{name} isn't in the bracket.")),
        PlayerProblem::MissedCut => Words::new(format!("{name} didn't make the cut.")),
        PlayerProblem::NotDropped => Words::new(format!("{name} hasn't dropped.")),
        PlayerProblem::LeftBracket => Words::new(format!(
            "{name} has left the bracket, so the opponent advances."
        ))
        .or("If that was a mistake, correct the no-show or undo it."),
        PlayerProblem::LeftBeforeBracket => Words::new(format!(
            "{name} left before the bracket began, and all its places are taken."
        )),
        PlayerProblem::NotPlaying => {
            Words::new(format!("{name} isn't playing.")).or("Let the player rejoin first.")
        }
        PlayerProblem::Pinned => {
            Words::new(format!("{name} is already pinned.")).or("Draw again to remove all pins.")
        }
        PlayerProblem::PinnedTo(other) => {
            Words::new(format!("{name} is pinned to {other}.")).or("Draw again to remove all pins.")
        }
        PlayerProblem::PinnedAndDropped => Words::new(format!("{name} is pinned but has dropped."))
            .or("Draw again to remove all pins."),
        PlayerProblem::WithThemselves => {
            Words::new(format!("{name} was chosen twice.")).or("Choose two different players.")
        }
        PlayerProblem::NotInDraft(round) => {
            Words::new(format!("{name} isn't in the draft of round {round}."))
        }
        PlayerProblem::SameTable => Words::new(format!("{name} would stay at the same table."))
            .or("Choose players from two tables."),
        PlayerProblem::HasPlace(round) => {
            Words::new(format!("{name} already has a place in round {round}."))
        }
        PlayerProblem::NoOpponent { round, can_void } => {
            let words = Words::new(format!(
                "Nobody is free to play {name} in round {round}, so {name} takes an unpaired loss and waits for the next round."
            ));
            match can_void {
                true => words.or(format!(
                    "To bring them in now, void round {round} and draw it again."
                )),
                false => words,
            }
        }
        PlayerProblem::HadBye => Words::new(format!(
            "{name} has already had a bye and must wait for the next round."
        )),
        PlayerProblem::NotAtTable(table) => {
            Words::new(format!("{name} doesn't play at table {table}."))
        }
        PlayerProblem::NotInQuestion => {
            Words::new(format!("There is nothing to decide about {name}."))
        }
        PlayerProblem::WouldNotLose => Words::new(format!("By this report, {name} wouldn't lose."))
            .or("Enter a result in which the opponent wins."),
        PlayerProblem::OwnShips => {
            Words::new(format!("{name} can't ask for a check of their own ships."))
                .or("The opponent asks for it.")
        }
        PlayerProblem::ScoreNeeded => Words::new(format!("{name} loses all remaining ships."))
            .or("Enter the points this player scored."),
        PlayerProblem::NotHigherSeed(other) => Words::new(format!(
            "{other} is the higher seed and chooses the side, not {name}."
        )),
        PlayerProblem::CannotBePutBack => {
            Words::new(format!("{name} has left and can't be put back."))
        }
        PlayerProblem::NothingToPutBack => Words::new(format!(
            "{name} can't be put back: the opponent wasn't disqualified, or the next round has begun."
        )),
        PlayerProblem::NoShow => Words::new(format!("{name} didn't appear and is dropped."))
            .or("Record a no-show instead of a result."),
        PlayerProblem::OwnReport => Words::new(format!("{name} reported this result."))
            .or("The opponent or a judge must confirm it."),
        PlayerProblem::CannotExcuse => {
            Words::new(format!("{name} can't accept a list that breaks a rule.")).or("Ask a judge.")
        }
        PlayerProblem::ListFixed(_) => Words::new(format!(
            "{name} can no longer submit a list: lists are fixed when the tournament starts."
        ))
        .or("Tell a judge if the list is wrong."),
        PlayerProblem::ReasonNeeded(_) => {
            Words::new(format!("{name}’s list is fixed.")).or("Give the reason for correcting it.")
        }
        PlayerProblem::NoBye(round) => Words::new(format!("{name} has no bye in round {round}.")),
        PlayerProblem::NotRanked => Words::new(format!("{name} isn't in the standings yet.")),
    }
}

pub(super) fn role(problem: &RoleProblem) -> Words {
    match problem {
        RoleProblem::OneOrganizer(title) => {
            Words::new(format!("A tournament has exactly one {title}."))
        }
        RoleProblem::OneHead { regulation, title } => Words::new(format!(
            "{} allows only one {title}.",
            regulation.book().title
        ))
        .or("Dismiss the one on duty first."),
        RoleProblem::OrganizerStays => Words::new("The organizer can't be dismissed."),
        RoleProblem::NeverPlays(title) => Words::new(format!(
            "Under this regulation, {} never plays.",
            with_article(title)
        )),
        RoleProblem::NotInTier { title, tier } => Words::new(format!(
            "In {} tournament, {} can't play.",
            with_article(&tier.to_string()),
            with_article(title)
        )),
        RoleProblem::AnotherNeeded(name) => {
            Words::new(format!("{name} plays, so another judge must be on duty."))
                .or("Assign one first.")
        }
        RoleProblem::PlaysThere { name, table } => Words::new(format!(
            "{name} plays at table {table} and can't rule there."
        ))
        .or("Ask another judge."),
        RoleProblem::HeadRules { table, names } => Words::new(format!(
            "Two judges play each other at table {table}, so only {} can rule there.",
            either(names)
        )),
        RoleProblem::NoHead { title, .. } => Words::new(format!(
            "Only {} can decide this, and none is on duty.",
            with_article(title)
        )),
        RoleProblem::HeadDecides { names, .. } => {
            Words::new(format!("Only {} can decide this.", either(names)))
        }
        RoleProblem::NoAppeal { head } => Words::new(format!(
            "The ruling is final: only {} could review it, and none is on duty.",
            with_article(head)
        )),
        RoleProblem::FinalRuling { name, ruling } => Words::new(format!(
            "Ruling {ruling} is final: {name} has the last word."
        )),
        RoleProblem::NotAppealed(ruling) => {
            Words::new(format!("Nobody asked for a review of ruling {ruling}."))
        }
    }
}
