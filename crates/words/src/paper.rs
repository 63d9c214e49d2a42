//! Why a document can't be printed.

use crate::coded::coded;
use muster_regulations::Regulation;
use muster_tournament::RoundNo;
use std::fmt;

coded! {
    /// Why a document can't be printed.
    PaperError:
    // There is nothing to print yet.
    "paper.no-round-yet" NoRoundYet
        => "No round has been published yet."; "Publish the first one, then print it.",
    "paper.no-standings" NoStandings
        => "There are no standings before the first Swiss round.";
           "Publish a round first. A tournament that begins with elimination has a bracket instead.",
    "paper.no-cross-table" NoCrossTable
        => "There is no cross table before the first Swiss round.";
           "Publish a round first. A tournament that begins with elimination has a bracket instead.",
    "paper.no-bracket-yet" NoBracketYet
        => "There is no bracket yet."; "Make the cut first. Without Swiss rounds, publish the first round.",
    "paper.no-tables" NoTables
        => "There are no tables yet."; "Add players or describe the tables first.",
    "paper.no-players" NoPlayers
        => "There are no players to print badges for."; "Add players first.",
    "paper.no-lists" NoLists
        => "No list has been handed in."; "Hand in lists first, or print empty list forms.",
    "paper.no-proxies" NoProxies
        => "No proxy has been made for a damaged card.";
           "Make one at the judges' desk, or with `muster component proxy`.",
    "paper.no-log" NoLog
        => "The judges have logged nothing yet."; "Calls, rulings and penalties appear here once somebody enters them.",
    "paper.no-report" NoReport
        => "There is nothing to report before the first round."; "Publish a round first.",
    "paper.no-places" NoPlaces
        => "Places are not certain yet."; "Print certificates when nothing is left to play.",
    "paper.no-season-results" NoSeasonResults
        => "No tournament of this season is over."; "Places count as soon as one is.",

    // What was asked for doesn't exist here.
    "paper.no-bracket" NoBracket
        => "This tournament was played without a bracket.",
    "paper.no-round" NoRound { asked: RoundNo, last: Option<RoundNo> }
        => match last {
            Some(last) => format!("There is no round {asked}; the last is {last}."),
            None => format!("There is no round {asked}; no round has been drawn yet."),
        },
    "paper.draft" Draft { round: RoundNo }
        => format!("Round {round} is still a draft."); "Publish it first, then print it.",
    "paper.bracket-round" BracketRound { asked: RoundNo, last: RoundNo }
        => format!("Round {asked} is a bracket round, which changes no standings (CUT-1).");
           format!("Ask for round {last} or an earlier one."),
    "paper.other-regulation" OtherRegulation { owner: Regulation, here: Regulation }
        => format!(
            "This line-of-sight template belongs to {}; this tournament plays {}.",
            owner.book().title,
            here.book().title
        ),
    "paper.no-sizes" NoSizes { here: Regulation }
        => format!("{} uses line-of-sight templates too, but its text gives no sizes.", here.book().title);
           "Use the publisher's.",

    // The engine.
    "paper.not-built" NotBuilt
        => "This build of Muster can't create PDFs."; "Build it with its default features.",
    "paper.engine" Engine { detail: String }
        => format!("The PDF could not be created ({detail}). The tournament is not affected."),
}

impl fmt::Display for PaperError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words().both())
    }
}

impl std::error::Error for PaperError {}
