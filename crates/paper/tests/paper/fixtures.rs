//! Tournaments to print: played whole, or with chosen names up to a round.

use jiff::{SignedDuration, Timestamp};
use muster_forecast::{Incidents, Plan, simulate};
use muster_paper::{Document, Order, Paper, print};
use muster_regulations::{CutRule, Regulation};
use muster_testing::{Hall, Opening, custom_setup};
use muster_tournament::command::Setup;
use muster_tournament::ids::Hex32;
use muster_tournament::{State, Tournament};

pub(crate) const NAME: &str = "Copper Lantern Open";

/// Returns the instant at which everything happens.
pub(crate) fn now() -> Timestamp {
    Timestamp::from_second(1_777_712_400).unwrap()
}

/// Returns an order for A4.
pub(crate) fn order() -> Order {
    Order::new(now())
}

/// Returns an order for US Letter.
pub(crate) fn letter() -> Order {
    Order {
        paper: Paper::Letter,
        ..order()
    }
}

/// Prints what must be printable.
#[track_caller]
pub(crate) fn printed(document: Document, state: &State, order: &Order) -> Vec<u8> {
    print(document, state, order).unwrap_or_else(|error| panic!("{document}: {error}"))
}

/// A tournament played to its end by chance.
pub(crate) fn played(regulation: Regulation, players: u32) -> Tournament {
    let plan = Plan {
        name: Some(NAME.to_owned()),
        incidents: Incidents::none(),
        ..Plan::new(regulation, players, 7)
    };
    simulate(&plan).unwrap()
}

/// Opens a tournament of three rounds in which the first players have the given names and the others are numbered.
pub(crate) fn open(regulation: Regulation, names: &[&str], more: u32) -> Hall {
    let setup = Setup {
        name: NAME.to_owned(),
        zone: Some("Europe/Vienna".to_owned()),
        ..custom_setup(regulation, 3, CutRule::None)
    };
    let opening = Opening {
        organizer: "Robin Vale",
        seed: Hex32([7; 32]),
        at: now(),
        pace: SignedDuration::ZERO,
    };
    let mut hall = Hall::begin(setup, opening);
    let numbered: Vec<String> = (1..=more)
        .map(|n| format!("Given{n} Family{n:03}"))
        .collect();
    let numbered = numbered.iter().map(String::as_str);
    let all: Vec<&str> = names.iter().copied().chain(numbered).collect();
    for some in all.chunks(500) {
        hall.register(some);
    }
    hall
}

/// The same, with the first round published.
pub(crate) fn playing(regulation: Regulation, names: &[&str], more: u32) -> Hall {
    let mut hall = open(regulation, names, more);
    hall.start_all();
    hall.publish_next();
    hall
}
