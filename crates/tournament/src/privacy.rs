//! Everything that a journal holds about one player, for a copy of their own data.

use crate::attachment::Private;
use crate::ids::{PlayerId, RoundNo, TableNo};
use crate::redaction;
use crate::state::{Match, State, Status};
use crate::tournament::Tournament;
use jiff::Timestamp;
use serde::Serialize;

/// What a journal holds about a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stored {
    /// What the tournament is called.
    pub tournament: String,
    pub player: PlayerId,
    /// Whether the player is active, dropped or the like.
    pub status: String,
    /// Faction, affiliation or the like.
    pub faction: Option<String>,
    /// Total of the list in points.
    pub list_points: Option<u32>,
    /// Names, lists and texts beside the lines, in the order of the journal.
    pub beside_lines: Vec<Beside>,
    /// Names the player had, the newest last.
    #[serde(skip)]
    pub names: Vec<String>,
    /// Where the player sat. Opponents appear by number only, because their names are their own data.
    pub matches: Vec<Sat>,
}

/// A value beside a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Beside {
    /// The position of the line.
    pub line: u64,
    pub at: Timestamp,
    pub command: &'static str,
    /// The value, with its salt: together they reproduce the digest in the journal.
    pub value: Private,
}

/// A match of the player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sat {
    pub round: RoundNo,
    pub table: TableNo,
    pub opponent: Option<PlayerId>,
    /// Whether the player won, once that is known.
    pub won: Option<bool>,
}

/// Returns everything that a journal holds about a player.
#[must_use]
pub fn stored(tournament: &Tournament, player: PlayerId) -> Option<Stored> {
    let state = tournament.state();
    let found = state.player(player)?;
    let seals = redaction::seals_of(tournament.lines(), player);
    let mut beside_lines = Vec::new();
    for line in tournament.lines() {
        let people = line.private.iter().cloned().map(Private::Person);
        let notes = line.notes.iter().cloned().map(Private::Note);
        let attached = line.attached.iter();
        let attached = attached.map(|attached| Private::Attached((**attached).clone()));
        let values = people.chain(attached).chain(notes);
        let own = values.filter(|value| seals.contains(&value.seal()));
        beside_lines.extend(own.map(|value| Beside {
            line: line.core.position,
            at: line.core.at,
            command: line.core.entry.did.name(),
            value,
        }));
    }
    let names = beside_lines
        .iter()
        .filter_map(|beside| match &beside.value {
            Private::Person(person) => Some(person.name.clone()),
            _ => None,
        });
    Some(Stored {
        names: names.collect(),
        tournament: state.setup.name.clone(),
        player,
        status: status(found.status).to_owned(),
        faction: found.faction.clone(),
        list_points: found.list_points,
        beside_lines,
        matches: matches(state, player),
    })
}

fn matches(state: &State, player: PlayerId) -> Vec<Sat> {
    let rounds = state.rounds.iter();
    let sat = rounds.filter_map(|round| Some((round.number, round.match_of(player)?)));
    sat.map(|(round, m): (RoundNo, &Match)| Sat {
        round,
        table: m.table,
        opponent: m.opponent(player),
        won: m.outcome.map(|_| m.winner() == Some(player)),
    })
    .collect()
}

fn status(status: Status) -> &'static str {
    match status {
        Status::Registered => "registered",
        Status::Active => "active",
        Status::Dropped => "dropped",
        Status::Disqualified => "disqualified",
        Status::CutOff => "cut_off",
    }
}
