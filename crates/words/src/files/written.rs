//! Files for other programs: why one can't be written, and what its format does not carry.

use super::Unreadable;
use crate::coded::coded;
use crate::phrases::plural;
use crate::refusal;
use muster_regulations::Regulation;
use muster_tournament::{Refusal, RoundNo, TableNo};
use std::fmt;

coded! {
    /// Why a tournament can't be written in a format.
    CannotWrite:
    "export.other-regulation" OtherRegulation { program: &'static str, wanted: Regulation, given: Regulation }
        => format!(
            "{program} is for {} tournaments, and this one plays {}.",
            wanted.book().title,
            given.book().title
        ); "Use CSV or JSON.",
    "export.no-round" NoRound { program: &'static str }
        => format!("A {program} file can be written once a round is published."),
    "export.no-date" NoDate
        => "There is nothing to put into a calendar: the tournament has no date, and no round has begun.";
           "Set its date first.",
}

impl fmt::Display for CannotWrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words().both())
    }
}

/// Matches in a sentence before the rest is only counted.
const MOST_MATCHES: usize = 8;

fn matches(matches: &[(RoundNo, TableNo)]) -> String {
    let shown = matches
        .iter()
        .take(MOST_MATCHES)
        .map(|(round, table)| format!("round {round}, table {table}"));
    let mut shown: Vec<String> = shown.collect();
    if matches.len() > MOST_MATCHES {
        shown.push(format!("{} more", matches.len() - MOST_MATCHES));
    }
    shown.join("; ")
}

coded! {
    /// What a file for another program does not carry.
    Loss:
    "export.not-over" NotOver { program: &'static str }
        => format!("The tournament isn't over, and {program} has no mark for that."),
    "export.not-readable" NotReadable { cause: &'static str, problem: String }
        => format!("Muster itself can't read the file. {problem}"),
    "export.not-importable" NotImportable { cause: &'static str, problem: String }
        => format!("Muster itself can't import the file. {problem}"),
    "export.results" Results { program: &'static str, open: Vec<(RoundNo, TableNo)> }
        => plural(
            open.len(),
            &format!("{program} can't record this result: {}.", matches(open)),
            &format!("{program} can't record these results: {}.", matches(open)),
        ); "Whoever imports the file must add what is missing.",
    "export.standings" Standings { program: &'static str, players: usize }
        => plural(
            *players,
            &format!("Recomputed from the file, 1 player has a different standing: {program} can't record a no-show, a match that both players lost, a player without a rank, or a missing result."),
            &format!("Recomputed from the file, {{n}} players have different standings: {program} can't record a no-show, a match that both players lost, a player without a rank, or a missing result."),
        ),
    "export.bracket" Bracket { program: &'static str }
        => format!("{program} keeps the bracket rounds but not the bracket."),
    "export.players" Players { players: usize }
        => plural(*players, "1 player who played no round is left out.", "{n} players who played no round are left out."),
    "export.places" Places { program: &'static str, players: usize }
        => plural(
            *players,
            &format!("Read back from {program}, 1 player has a different final place."),
            &format!("Read back from {program}, {{n}} players have different final places."),
        ),
    "export.drops" Drops { program: &'static str, players: usize }
        => plural(
            *players,
            &format!("{program} can't record that 1 player dropped."),
            &format!("{program} can't record that {{n}} players dropped."),
        ),
    "export.factions" Factions { program: &'static str, players: usize }
        => plural(
            *players,
            &format!("{program} can't record the faction of 1 player."),
            &format!("{program} can't record the factions of {{n}} players."),
        ),
    "export.list-points" ListPoints { program: &'static str, players: usize }
        => plural(
            *players,
            &format!("{program} can't record the list points of 1 player."),
            &format!("{program} can't record the list points of {{n}} players."),
        ),
    "export.lists" Lists { program: &'static str, players: usize }
        => plural(
            *players,
            &format!("{program} can't record the list of 1 player."),
            &format!("{program} can't record the lists of {{n}} players."),
        ),
    "export.names" Names { program: &'static str, names: usize }
        => plural(
            *names,
            &format!("1 name is changed for {program}."),
            &format!("{{n}} names are changed for {program}."),
        ),
}

impl Loss {
    /// The file was written, and our own reader refuses it.
    #[must_use]
    pub fn not_readable(unreadable: &Unreadable) -> Loss {
        Loss::NotReadable {
            cause: unreadable.code(),
            problem: unreadable.to_string(),
        }
    }

    /// The file was read, but our own rules refuse the tournament.
    #[must_use]
    pub fn refused(refusal: &Refusal) -> Loss {
        Loss::NotImportable {
            cause: refusal.code(),
            problem: refusal::words(refusal).both(),
        }
    }

    /// The file was read, but can't become a tournament again.
    #[must_use]
    pub fn not_importable(unreadable: &Unreadable) -> Loss {
        Loss::NotImportable {
            cause: unreadable.code(),
            problem: unreadable.to_string(),
        }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words().both())
    }
}
