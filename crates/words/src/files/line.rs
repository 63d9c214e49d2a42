//! Why a line of a list that was pasted as plain text wasn't understood.

use crate::coded::coded;

coded! {
    /// Why a line of a pasted list wasn't understood.
    LineProblem:
    "list-line.no-name" NoName
        => "There are numbers but no name.",
    "list-line.no-points" NoPoints
        => "It has no points."; "Write “Name (45)”, or put a heading before it.",
    "list-line.points" Points { found: String, most: u32 }
        => format!("Points are a whole number from 0 to {most}, not {found}."),
    "list-line.copies" Copies { found: String, most: u32 }
        => format!("The number of copies is 1 to {most}, not {found}."),
    "list-line.upgrade-alone" UpgradeAlone
        => "An upgrade goes below the ship or unit that carries it."; "Name that first.",
    "list-line.objective-kind" ObjectiveKind
        => "Say which objective this is: “Assault: …”, “Defense: …” or “Navigation: …”.",
    "list-line.no-pips" NoPips
        => "It has no pips."; "Write “Name (2 pips)”, or put a heading such as “2 pips” before it.",
    "list-line.pips" Pips { found: u32 }
        => format!("A command card has 1 to 4 pips, not {found}."),
    "list-line.other-faction" OtherFaction { faction: String }
        => format!("The list is already {faction}, and a list has one faction."),
    "list-line.other-affiliation" OtherAffiliation { affiliation: String }
        => format!("The deck is already {affiliation}, and a deck has one affiliation."),
    "list-line.not-here" NotHere
        => "Lists in this game have no such entry.",
}
