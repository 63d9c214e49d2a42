//! Who chooses before the game, and what.

use muster_tournament::floor::before_game::Choice;

/// Returns what a player does before the game: "Ann decides who is the first player".
#[must_use]
pub fn about(name: &str, choice: Choice) -> String {
    match choice {
        Choice::FirstPlayer => format!("{name} decides who is the first player"),
        Choice::Initiative => {
            format!("{name} decides who has the initiative and is the first player")
        }
        Choice::Colour => format!("{name} chooses to be red or blue"),
        Choice::Side => format!("{name} chooses the light or the dark side"),
        Choice::DarkSide => format!("{name} plays the dark side first"),
        Choice::CoreRules => format!("{name} sets up as the core rules say"),
    }
}

/// Returns what the reader does before the game: "You decide who is the first player".
#[must_use]
pub const fn to_reader(choice: Choice) -> &'static str {
    match choice {
        Choice::FirstPlayer => "You decide who is the first player",
        Choice::Initiative => "You decide who has the initiative and is the first player",
        Choice::Colour => "You choose to be red or blue",
        Choice::Side => "You choose the light or the dark side",
        Choice::DarkSide => "You play the dark side first",
        Choice::CoreRules => "You set up as the core rules say",
    }
}
