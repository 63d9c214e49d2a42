//! People to register.

use crate::DESK;
use jiff::Timestamp;
use muster_tournament::command::NewPlayer;
use muster_tournament::ids::Hex32;
use muster_tournament::personal::Personal;
use muster_tournament::{Command, PlayerId, Request};

/// Returns somebody of whom only the name is known.
#[must_use]
pub fn person(name: &str) -> Personal {
    Personal::named(name, Hex32([9; 32]))
}

/// Returns the registration of a person without faction and list.
#[must_use]
pub fn new_player(personal: &Personal) -> NewPlayer {
    NewPlayer {
        who: personal.seal(),
        faction: None,
        list_points: None,
        leader: None,
    }
}

/// Returns the request by which the desk registers people.
#[must_use]
pub fn registration(people: Vec<Personal>, at: Timestamp) -> Request {
    let players = people.iter().map(new_player).collect();
    Request {
        private: people,
        ..Request::new(DESK, at, Command::Register { players })
    }
}

/// Returns a player by number.
#[must_use]
pub fn id(number: u32) -> PlayerId {
    PlayerId(number)
}
