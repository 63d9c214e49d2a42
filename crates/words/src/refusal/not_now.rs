//! Commands that come too early, too late, or twice.

use super::Words;
use crate::phrases::{listed, moment};
use muster_tournament::refusal::NotNow;

pub(super) fn not_now(problem: &NotNow) -> Words {
    match problem {
        NotNow::Recorded(program) => Words::new(format!(
            "This tournament was run with {program} and imported, so it can't be changed."
        ))
        .or("Only personal data can be erased."),
        NotNow::TournamentOver => Words::new("The tournament is finished.").or("Undo that first."),
        NotNow::CreatedAlready => Words::new("This tournament already exists."),
        NotNow::RegulationFixed => Words::new("The game of a tournament can't be changed.")
            .or("Create another tournament."),
        NotNow::StructureFixed => {
            Words::new("Tier and structure can't change after the tournament has started.")
        }
        NotNow::Started => Words::new("The tournament has already started."),
        NotNow::NotStarted => {
            Words::new("The tournament hasn't started yet.").or("Start it first.")
        }
        NotNow::NobodyCheckedIn => {
            Words::new("Nobody is checked in.").or("Check in the players who are here, then start.")
        }
        NotNow::LateEntryClosed => {
            Words::new("Late entry is closed: the last Swiss round is paired.")
        }
        NotNow::LateEntrySwissOnly => Words::new("Late entry is closed after the Swiss rounds."),
        NotNow::CheckInOver => Words::new("Check-in is closed: the tournament has started.")
            .or("Use Rejoin for players who come later."),
        NotNow::DraftExists(round) => Words::new(format!("Round {round} is already drawn."))
            .or("Publish it or draw it again."),
        NotNow::RoundInPlay(round) => Words::new(format!("Round {round} is still being played."))
            .or("Finish it first."),
        NotNow::BracketPairings => {
            Words::new("Pairings in a bracket follow from its seeds and can't be changed.")
        }
        NotNow::PairingsPublished(round) => Words::new(format!(
            "The pairings of round {round} are published and can't be changed."
        )),
        NotNow::NoDraft => Words::new("No round is drawn yet.").or("Draw the round first."),
        NotNow::NotPublished(round) => Words::new(format!("Round {round} isn't published yet."))
            .or("Publish it first."),
        NotNow::RoundOver(round) => Words::new(format!("Round {round} is over.")),
        NotNow::NoRound => {
            Words::new("No round is published yet.").or("Draw and publish one first.")
        }
        NotNow::NobodyToPair => {
            Words::new("Nobody is left to pair.").or("Finish the tournament.")
        }
        NotNow::SeedRevealed => Words::new(
            "No more rounds can be drawn: the master seed was revealed when the tournament ended.",
        ),
        NotNow::SwissPlayed { rounds, cut } => Words::new(match rounds {
            1 => "The only Swiss round has been played.".to_owned(),
            _ => format!("All {rounds} Swiss rounds have been played."),
        })
        .or(if *cut {
            "Make the cut."
        } else {
            "Finish the tournament."
        }),
        NotNow::CutUndecided => Words::new("The corrected standings give a different cut.")
            .or("Make the cut again, or keep it and give a reason."),
        NotNow::NoSeating => {
            Words::new("Late arrivals can be seated only while a Swiss round is open.")
                .or("They can play in the next round.")
        }
        NotNow::VoidTooLate(round) => {
            Words::new(format!("Round {round} is over and can't be voided."))
                .or("Correct its results instead.")
        }
        NotNow::SwissNotOver { rounds, finished } => Words::new(format!(
            "The Swiss rounds aren't over: {finished} of {rounds} finished."
        ))
        .or("Finish the others first."),
        NotNow::CutOnce => Words::new("The cut is made once, right after the Swiss rounds."),
        NotNow::NoCut => Words::new("This tournament has no cut."),
        NotNow::CutUpToDate => Words::new("The cut is already made and matches the standings."),
        NotNow::CutInPlay => {
            Words::new("The cut can't be made again: bracket games are being played.")
                .or("Keep it and give a reason.")
        }
        NotNow::CutMisfit(players) => Words::new(match players {
            1 => "The cut can't be made again: only 1 player would advance.".to_owned(),
            _ => format!(
                "The cut can't be made again: {players} players would advance, and no bracket fits them."
            ),
        })
        .or("Keep it and give a reason."),
        NotNow::CutAgrees => {
            Words::new("The cut matches the standings, so there is nothing to decide.")
        }
        NotNow::CutKept => Words::new("The decision to keep the cut is already made."),
        NotNow::NoSideChoice => Words::new(
            "Sides are chosen only in the first bracket round of the Card Game.",
        ),
        NotNow::SideChoiceClosed => Words::new(
            "A side can be chosen only after the round is published and before the game is reported.",
        ),
        NotNow::CutDue => Words::new("The cut comes next.")
            .or("Make it before you finish the tournament."),
        NotNow::BracketNotOver => Words::new("The bracket isn't finished.")
            .or("Play the remaining games first."),
        NotNow::ClockRunning(round) => {
            Words::new(format!("The clock of round {round} is already running."))
                .or("Add or remove minutes instead.")
        }
        NotNow::GamesBegun(round) => {
            Words::new(format!("The games of round {round} have already begun."))
        }
        NotNow::Paused => Words::new("Play is already paused.").or("Resume first."),
        NotNow::NotPaused => Words::new("Play isn't paused."),
        NotNow::TimeCalled(round) => {
            Words::new(format!("Time has already been called in round {round}."))
        }
        NotNow::ClockNotStarted(round) => {
            Words::new(format!("The clock of round {round} hasn't started."))
                .or("Start it first.")
        }
        NotNow::ListCallOver => {
            Words::new("Lists can be required only before the tournament starts.")
        }
        NotNow::ListsMissing { names, more } => {
            let mut names = names.clone();
            if *more > 0 {
                names.push(format!("{more} more"));
            }
            Words::new(format!("Lists are missing from {}.", listed(&names)))
                .or("Take them at the desk, or stop requiring lists.")
        }
        NotNow::ListDeadline(until) => {
            Words::new(format!("The deadline for lists was {}.", moment(*until)))
                .or("Ask a judge to take your list.")
        }
        NotNow::CallOpen(table) => {
            Words::new(format!("A judge has already been called to table {table}."))
        }
        NotNow::CallClosed => Words::new("This call is already closed."),
        NotNow::CallTaken(name) => Words::new(format!("{name} has already taken this call.")),
        NotNow::RulingOver { ruling, round } => Words::new(format!(
            "Ruling {ruling} was given in round {round}, which is over."
        )),
        NotNow::UnderReview(ruling) => {
            Words::new(format!("Ruling {ruling} is already under review."))
        }
        NotNow::ReviewDecided(ruling) => Words::new(format!(
            "The review of ruling {ruling} is already decided."
        )),
        NotNow::NoTimeToLook => Words::new(
            "Extra time to look for a component is given only at the beginning of a round.",
        )
        .or("A player who is missing a card during a game concedes it; log the loss with 0 minutes."),
        NotNow::ComponentFound => Words::new("The component has already been found."),
        NotNow::ComponentRemoved => Words::new("The player has already been removed."),
        NotNow::SearchOver => Words::new("Nobody is looking for this component any more."),
        NotNow::ComponentGameOver(round) => Words::new(format!("The game of round {round} is over."))
            .or("Mark the component as found, or remove the player."),
        NotNow::ComponentClosed => Words::new("This case is closed."),
        NotNow::RemovedTooEarly => Words::new(
            "A player is removed only if the component is still missing when the next round begins.",
        ),
        NotNow::FortressingOpen => {
            Words::new("A fortressing check is already open at this table.")
        }
        NotNow::FortressingNotAsked => {
            Words::new("A judge has already looked at the ships for this fortressing check.")
        }
        NotNow::FortressingNotMet => {
            Words::new("This fortressing check isn't waiting for a decision.")
                .or("A judge looks at the ships first.")
        }
        NotNow::FortressingNotInstructed => {
            Words::new("Nobody has been told to stop in this fortressing check.")
        }
        NotNow::ImportNotNew => {
            Words::new("A tournament from another program can be imported only as a new one.")
        }
        NotNow::RepairTooLarge => {
            Words::new("The round has too many players to find the smallest change.")
                .or("Change the tables by hand.")
        }
        NotNow::ResultsNotOpen(round) => {
            Words::new(format!("Round {round} isn't published yet, so it has no results."))
                .or("Publish it first.")
        }
        NotNow::ResultsClosed(round) => {
            Words::new(format!("Round {round} is over."))
                .or("Correct its results instead.")
        }
        NotNow::NothingToCorrect(table) => {
            Words::new(format!("Table {table} has no result to correct.")).or("Report it instead.")
        }
        NotNow::NoSalvo => Words::new("Only X-Wing has a Final Salvo."),
    }
}
