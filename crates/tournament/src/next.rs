//! The one next thing the desk should do, with its consequence: what a page shows as its primary action and a terminal
//! prints last. Reads the state only; promises an action that would not be refused for the state it names.

use crate::decide;
use crate::entry::Gave;
use crate::floor::judges::{self, Loss};
use crate::floor::prompts::{Prompt, prompts};
use crate::floor::warnings::{Warning, warnings};
use crate::ids::{PlayerId, RoundNo, TableNo};
use crate::knockout;
use crate::shown::words::capital;
use crate::standings;
use crate::state::{MatchStatus, Phase, Round, RoundStatus, Stale, State, Status};
use crate::why::words::{counted, names, tables_in_words};
use muster_regulations::{CutRule, Regulation, StageKind};
use serde::Serialize;

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = NextAction))]
pub enum Action {
    /// Register players.
    Register,
    /// Check in those who are there.
    CheckIn,
    /// Start.
    Start,
    /// Draw the next round.
    Draft,
    /// Seat those who came after the draw.
    Seat,
    /// Draw the draft again.
    Redraw,
    /// Publish the draft.
    Publish,
    /// Throw the round away: it can no longer be played.
    Void,
    /// Settle what the players tell differently.
    Settle,
    /// Wait for results.
    Collect,
    /// Confirm reports that only one player made.
    AcceptReports,
    /// Decide about a component that is still missing (COMP-1).
    Component,
    /// Finish the round.
    FinishRound,
    /// Make the cut.
    Cut,
    /// Finish the tournament.
    Finish,
    /// Nothing is left to do.
    Nothing,
}

/// The next thing to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = NextStep))]
pub struct Next {
    /// What.
    pub action: Action,
    /// Its name, by what it does: "Publish round 3".
    pub title: String,
    /// What it will do: "24 tables, 1 bye: J. Okafor".
    pub consequence: String,
    /// Tables of the round at hand without a result, in order.
    pub missing: Vec<TableNo>,
    /// Tables whose players differ, in order.
    pub disputed: Vec<TableNo>,
    /// Tables with a result that only one player reported; they are confirmed before the round is finished.
    pub unconfirmed: Vec<TableNo>,
    /// Players who take part and have no place in the Swiss round at hand.
    pub unseated: Vec<PlayerId>,
    /// Players whom the step `seat` gives a place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<PlayerId>,
    /// What waits for somebody beside it: calls, appeals, players in question, components, fortressing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prompts: Vec<Prompt>,
    /// What the desk should know before it goes wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

impl Next {
    fn new(action: Action, title: impl Into<String>, consequence: impl Into<String>) -> Next {
        Next {
            action,
            title: title.into(),
            consequence: consequence.into(),
            missing: Vec::new(),
            disputed: Vec::new(),
            unconfirmed: Vec::new(),
            unseated: Vec::new(),
            seats: Vec::new(),
            prompts: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

/// Returns the next thing to do.
#[must_use]
pub fn next(state: &State) -> Next {
    let mut next = step(state);
    if next.action != Action::Nothing {
        next.prompts = prompts(state);
        next.warnings = warnings(state);
    }
    next
}

fn step(state: &State) -> Next {
    if let Some(source) = &state.recorded {
        return Next::new(
            Action::Nothing,
            "The tournament is over",
            format!(
                "It was run with {} and taken in as it was recorded there.",
                source.program
            ),
        );
    }
    if state.phase == Phase::Finished {
        return Next::new(
            Action::Nothing,
            "The tournament is over",
            "The journal holds everything, for anybody to verify.",
        );
    }
    if state.phase == Phase::Registration {
        return before_start(state);
    }
    if let Some(mismatch) = knockout::undecided(state).filter(|mismatch| mismatch.can_cut_again) {
        return Next::new(
            Action::Cut,
            "Make the cut again",
            format!(
                "The corrected standings give another cut{}.",
                mismatch.in_words(state)
            ),
        );
    }
    match state.current() {
        Some(round) if round.status == RoundStatus::Draft => draft(state, round),
        Some(round) if round.status == RoundStatus::Published => playing(state, round),
        _ => between(state),
    }
}

fn before_start(state: &State) -> Next {
    let here = state.active().count();
    let waiting = state
        .players
        .iter()
        .filter(|p| p.status == Status::Registered)
        .count();
    let setup = &state.setup;
    if state.players.is_empty() {
        return Next::new(
            Action::Register,
            "Register players",
            "Nobody is registered yet.",
        );
    }
    let attendance = u32::try_from(here).unwrap_or(u32::MAX);
    let structure = setup
        .regulation
        .structure(setup.structure, setup.custom, attendance);
    match structure {
        Ok(structure) if here > 1 => {
            let absent = match waiting {
                0 => String::new(),
                n => format!("; {n} registered and not checked in"),
            };
            let lists = missing_lists(state);
            Next::new(
                Action::Start,
                "Start the tournament",
                format!(
                    "{}: {}{absent}{lists}.",
                    counted(here, "player", "players"),
                    structure_in_words(structure.rounds, structure.cut)
                ),
            )
        }
        Ok(_) => Next::new(
            Action::CheckIn,
            "Check in the players who are here",
            format!("{here} of {} are checked in.", state.players.len()),
        ),
        Err(refusal) => Next::new(
            Action::CheckIn,
            "Check in the players who are here",
            format!(
                "{here} of {} are checked in; {refusal}.",
                state.players.len()
            ),
        ),
    }
}

/// GC-LIST-2: Conquest wants a list of everybody before the start.
fn missing_lists(state: &State) -> String {
    if state.setup.regulation != Regulation::Conquest {
        return String::new();
    }
    match state.without_list().len() {
        0 => String::new(),
        n => format!(
            "; {} handed in no army list (GC-LIST-2)",
            counted(n, "player has", "players have")
        ),
    }
}

/// Returns a structure in words: "4 Swiss rounds, then the top 8".
pub(crate) fn structure_in_words(rounds: u32, cut: CutRule) -> String {
    if rounds == 0 {
        return "elimination from the start".to_owned();
    }
    let swiss = counted(rounds as usize, "Swiss round", "Swiss rounds");
    match cut {
        CutRule::None => format!("{swiss}, no cut"),
        CutRule::Top(size) => format!("{swiss}, then the top {size}"),
        CutRule::Points(least) => {
            let least = counted(least as usize, "point", "points");
            format!("{swiss}, then everybody with {least} or more")
        }
    }
}

fn draft(state: &State, round: &Round) -> Next {
    let number = round.number;
    if let Some(loss) = judges::still_missing(state, round).next() {
        return component(state, loss, number);
    }
    if let Some(stale) = &round.stale {
        return outdated(state, round, stale);
    }
    Next::new(
        Action::Publish,
        format!("Publish round {number}"),
        tables_and_byes(state, round),
    )
}

/// COMP-1: found, replaced or removed, before the next round is published.
fn component(state: &State, loss: &Loss, round: RoundNo) -> Next {
    let name = state.name(loss.player);
    Next::new(
        Action::Component,
        format!("Decide about the component of {name}"),
        format!(
            "{name} still misses {}: found or replaced, or the player is removed before round {round} is published (COMP-1).",
            loss.what
        ),
    )
}

fn outdated(state: &State, round: &Round, stale: &Stale) -> Next {
    let number = round.number;
    match stale {
        Stale::Arrival => {
            let late = unseated(state, round);
            let mut next = Next::new(
                Action::Redraw,
                format!("Draw round {number} again"),
                format!("{} came after the draw.", names(state, &late)),
            );
            next.unseated = late;
            next
        }
        Stale::Changed(why) if nothing_to_play(state, round) => Next::new(
            Action::Void,
            format!("Throw the draft of round {number} away"),
            format!("{}: no game of this round is left to play.", capital(why)),
        ),
        Stale::Changed(why) => Next::new(
            Action::Redraw,
            format!("Draw round {number} again"),
            format!(
                "{}: the draft rests on something that has changed.",
                capital(why)
            ),
        ),
    }
}

/// Seating late arrivals, if the desk may: decided by trial, so that what is proposed is never refused.
fn seat(state: &State, round: &Round, late: &[PlayerId]) -> Option<Next> {
    let seats = seatable(state, late)?;
    let Ok(Gave::Seated(seated)) = decide::seat(state, &seats) else {
        return None;
    };
    let consequence = match seated.bye_taken_back {
        Some(holder) => format!(
            "{} gives up the bye and has an opponent; every other table of round {} stays.",
            state.name(holder),
            round.number
        ),
        None => format!(
            "They are paired at new tables; every other table of round {} stays.",
            round.number
        ),
    };
    let title = format!("Seat {}", names(state, &seats));
    let mut next = Next::new(Action::Seat, title, consequence);
    next.seats = seats;
    Some(next)
}

/// Returns as many late arrivals as can be seated: all of them, or all but one, or any two, or any one.
fn seatable(state: &State, late: &[PlayerId]) -> Option<Vec<PlayerId>> {
    let but_one = (0..late.len()).rev().map(|left| {
        let mut most = late.to_vec();
        most.remove(left);
        most
    });
    let pairs = late
        .iter()
        .enumerate()
        .flat_map(|(i, a)| late.iter().skip(i + 1).map(|b| vec![*a, *b]));
    let single = late.iter().map(|one| vec![*one]);
    std::iter::once(late.to_vec())
        .chain(but_one)
        .chain(pairs)
        .chain(single)
        .find(|players| decide::seat(state, players).is_ok())
}

/// What is said of late arrivals who find no opponent in a published round (DROP-4).
fn left_out(state: &State, round: &Round, late: &[PlayerId]) -> String {
    let names = names(state, late);
    let (verb, them) = match late {
        [_] => ("has", "this player"),
        _ => ("have", "them"),
    };
    let number = round.number;
    let way_in = if state.is_being_played(round) {
        String::new()
    } else {
        format!(" To bring {them} in now, void round {number} and draw it again.")
    };
    format!(" {names} {verb} no opponent in round {number}: an unpaired loss (DROP-4).{way_in}")
}

/// Players who take part and have no place in a round.
fn unseated(state: &State, round: &Round) -> Vec<PlayerId> {
    let active = state.active().map(|p| p.id);
    active.filter(|id| !round.holds(*id)).collect()
}

/// Whether drawing a draft again would find nobody to pair.
fn nothing_to_play(state: &State, round: &Round) -> bool {
    match round.stage {
        StageKind::Swiss => state.active().nth(1).is_none(),
        // SE-3: with the first round the whole bracket is drawn again.
        StageKind::Elimination if round.number == RoundNo(1) => state.active().nth(1).is_none(),
        StageKind::Elimination => {
            // SE-3: the first round of a bracket without Swiss rounds is drawn among whoever is here.
            if state.rounds.len() == 1 {
                return state.active().nth(1).is_none();
            }
            let mut before = state.clone();
            before.rounds.pop();
            knockout::games(&before).is_empty()
        }
    }
}

fn tables_and_byes(state: &State, round: &Round) -> String {
    let mut text = counted(round.matches.len(), "table", "tables");
    if !round.byes.is_empty() {
        text.push_str(&format!(
            ", {}: {}",
            counted(round.byes.len(), "bye", "byes"),
            names(state, &round.byes)
        ));
    }
    if round.repeats > 0 {
        text.push_str(&format!(
            "; {} again, which cannot be avoided (PAIR-5)",
            counted(round.repeats as usize, "pair meets", "pairs meet")
        ));
    }
    text.push('.');
    text
}

fn playing(state: &State, round: &Round) -> Next {
    let tables = |status: MatchStatus| -> Vec<TableNo> {
        let of_status = round.matches.iter().filter(|m| m.status == status);
        of_status.map(|m| m.table).collect()
    };
    let (missing, disputed, unconfirmed) = (
        tables(MatchStatus::Playing),
        tables(MatchStatus::Disputed),
        tables(MatchStatus::Reported),
    );
    let number = round.number;
    let late = match round.stage {
        StageKind::Swiss => unseated(state, round),
        StageKind::Elimination => Vec::new(),
    };
    let begun = round.matches.len() > missing.len();
    let seats = if late.is_empty() || begun {
        None
    } else {
        seat(state, round, &late)
    };
    let mut next = if let Some(seats) = seats {
        seats
    } else if !disputed.is_empty() {
        Next::new(
            Action::Settle,
            format!("Settle {} of round {number}", tables_in_words(&disputed)),
            "The players tell different results; none counts until a leader reports one.",
        )
    } else if !missing.is_empty() {
        Next::new(
            Action::Collect,
            format!("Round {number}: {} missing", tables_in_words(&missing)),
            format!(
                "{} of {} results are in.",
                round.matches.len() - missing.len(),
                round.matches.len()
            ),
        )
    } else if !unconfirmed.is_empty() {
        let tables = tables_in_words(&unconfirmed);
        let title = match unconfirmed.len() {
            1 => format!("Confirm the report of {tables}, made by one player"),
            many => format!("Confirm {many} reports made by one player: {tables}"),
        };
        Next::new(
            Action::AcceptReports,
            title,
            format!(
                "All results are in; these count once the desk confirms them. Then round {number} can be finished."
            ),
        )
    } else {
        Next::new(
            Action::FinishRound,
            format!("Finish round {number}"),
            format!("All results are in. {}", after_round(state, round)),
        )
    };
    let waiting: Vec<PlayerId> = late
        .iter()
        .copied()
        .filter(|id| !next.seats.contains(id))
        .collect();
    if !waiting.is_empty() {
        next.consequence.push_str(&left_out(state, round, &waiting));
    }
    next.missing = missing;
    next.disputed = disputed;
    next.unconfirmed = unconfirmed;
    next.unseated = late;
    next
}

fn after_round(state: &State, round: &Round) -> String {
    let rounds = state.structure.map_or(0, |s| s.rounds);
    let cut = state.structure.map_or(CutRule::None, |s| s.cut);
    match round.stage {
        StageKind::Swiss if round.number.0 < rounds => {
            format!(
                "Then round {} of {rounds} is drawn.",
                round.number.0.saturating_add(1)
            )
        }
        StageKind::Swiss if cut == CutRule::None => "It is the last round.".to_owned(),
        StageKind::Swiss => "Then the cut is made.".to_owned(),
        StageKind::Elimination => "The winners go on.".to_owned(),
    }
}

fn between(state: &State) -> Next {
    let number = state.next_round();
    let enough = state.active().nth(1).is_some();
    match state.phase {
        Phase::Swiss => {
            let rounds = state.structure.map_or(0, |s| s.rounds);
            let played = state.swiss_rounds().count();
            if played < rounds as usize {
                return if let Some(loss) = judges::missing(state).next() {
                    component(state, loss, number)
                } else if enough {
                    drawn(state, number, &format!("round {number} of {rounds}"))
                } else {
                    finish(state, "Fewer than two players are left.")
                };
            }
            the_cut(state)
        }
        _ if state.knockout.is_none() => {
            if enough {
                drawn(
                    state,
                    number,
                    "the bracket, places and byes drawn at random",
                )
            } else {
                finish(state, "Fewer than two players are left.")
            }
        }
        _ => {
            let games = knockout::games(state);
            if games.is_empty() {
                return finish(state, "The bracket is played to the end.");
            }
            let byes = knockout::byes(state);
            let mut text = counted(games.len(), "game", "games");
            if !byes.is_empty() {
                text.push_str(&format!(
                    ", {}: {}",
                    counted(byes.len(), "bye", "byes"),
                    names(state, &byes)
                ));
            }
            Next::new(
                Action::Draft,
                format!("Draw round {number}"),
                format!("{text} of the bracket."),
            )
        }
    }
}

fn drawn(state: &State, number: RoundNo, what: &str) -> Next {
    let players = state.active().count();
    let tables = counted(players / 2, "table", "tables");
    let bye = if players % 2 == 1 && state.phase == Phase::Swiss {
        ", 1 bye"
    } else {
        ""
    };
    Next::new(
        Action::Draft,
        format!("Draw round {number}"),
        match state.phase {
            Phase::Swiss => format!("{}: {tables}{bye}.", capital(what)),
            _ => format!(
                "{}: {}.",
                capital(what),
                counted(players, "player", "players")
            ),
        },
    )
}

fn the_cut(state: &State) -> Next {
    let rule = state.structure.map_or(CutRule::None, |s| s.cut);
    if rule == CutRule::None {
        return finish(state, "All Swiss rounds are played.");
    }
    let inside = decide::qualified(state, rule);
    if inside.len() < 2 {
        return finish(state, "Fewer than two players are left for the cut.");
    }
    Next::new(
        Action::Cut,
        format!("Make the cut to the top {}", inside.len()),
        format!("In: {}.", names(state, &inside)),
    )
}

fn finish(state: &State, why: &str) -> Next {
    let winner = match state.knockout {
        Some(_) => knockout::champion(state),
        None => {
            let rows = standings::standings(state).rows;
            let first = rows.first().filter(|row| row.rank.is_some());
            first.map(|row| row.player)
        }
    };
    let champion = match winner {
        Some(player) => format!(" The winner is {}.", state.name(player)),
        None => String::new(),
    };
    Next::new(
        Action::Finish,
        "Finish the tournament",
        format!("{why}{champion} The master seed is revealed, so that every draw can be checked."),
    )
}
