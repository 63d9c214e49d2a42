//! The one next thing the desk should do, as a value: what a page shows as its primary action and a terminal prints last.
//! Reads the state only, and never proposes what would be refused.

use crate::decide;
use crate::entry::Gave;
use crate::floor::judges::{self, Loss};
use crate::floor::prompts::{Prompt, prompts};
use crate::floor::warnings::{Warning, warnings};
use crate::ids::{PlayerId, RoundNo, TableNo};
use crate::knockout;
use crate::log::Named;
use crate::standings;
use crate::state::{Changed, MatchStatus, Phase, Round, RoundStatus, Stale, State, Status};
use muster_pairing::bracket::Side;
use muster_regulations::{CutRule, Regulation, StageKind, Structure, StructureRefusal};
use serde::Serialize;

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = NextAction))]
pub enum Action {
    /// Register players.
    Register,
    /// Check in the players who are present.
    CheckIn,
    /// Start.
    Start,
    /// Draw the next round.
    Draft,
    /// Seat players who arrived after the draw.
    Seat,
    /// Draw the draft again.
    Redraw,
    /// Publish the draft.
    Publish,
    /// Void the round: it can no longer be played.
    Void,
    /// Settle results that the players report differently.
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
    pub action: Action,
    #[serde(skip)]
    pub step: Step,
    /// Tables of the current round without a result, in order.
    pub missing: Vec<TableNo>,
    /// Tables whose players report different results, in order.
    pub disputed: Vec<TableNo>,
    /// Tables with a result that only one player reported; they are confirmed before the round is finished.
    pub unconfirmed: Vec<TableNo>,
    /// Players who take part and have no place in the current Swiss round.
    pub unseated: Vec<PlayerId>,
    /// Players that the step `seat` gives a place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<PlayerId>,
    /// Late arrivals who find no opponent in the published round.
    #[serde(skip)]
    pub left_out: Option<LeftOut>,
    /// What else needs attention: calls, appeals, players in question, components, fortressing.
    #[serde(skip)]
    pub prompts: Vec<Prompt>,
    /// Warnings for the desk.
    #[serde(skip)]
    pub warnings: Vec<Warning>,
}

/// The next step, with its details.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// It was run with another program.
    OverElsewhere { program: String },
    /// The tournament is over.
    Over,
    /// The corrected standings give a different cut (CUT-1).
    CutAgain(CutChange),
    /// Nobody is registered yet.
    Register,
    /// The tournament can start.
    Start {
        players: usize,
        structure: Structure,
        not_checked_in: usize,
        /// GC-LIST-2: players without an army list.
        without_list: usize,
    },
    /// Too few are checked in for the structure.
    CheckIn {
        here: usize,
        of: usize,
        refused: Option<StructureRefusal>,
    },
    /// A draft can be published.
    Publish {
        round: RoundNo,
        tables: usize,
        byes: Vec<Named>,
        /// PAIR-5: pairs that must meet again.
        repeats: u32,
    },
    /// COMP-1: found, replaced or removed, before the next round is published.
    Component {
        player: Named,
        what: String,
        round: RoundNo,
    },
    /// Somebody arrived after the draw.
    RedrawForArrivals { round: RoundNo, late: Vec<Named> },
    /// Something the draft depends on has changed.
    Redraw { round: RoundNo, why: Changed },
    /// Something has changed and no game of the draft is left to play.
    Void { round: RoundNo, why: Changed },
    /// Late arrivals can be seated.
    Seat {
        players: Vec<Named>,
        /// Who has the bye and gets an opponent.
        bye_ends: Option<Named>,
        round: RoundNo,
    },
    /// The players of a table report different results.
    Settle { round: RoundNo },
    Collect {
        round: RoundNo,
        results: usize,
        of: usize,
    },
    /// Reports by one player wait for the desk.
    AcceptReports { round: RoundNo },
    /// All results are in.
    FinishRound { round: RoundNo },
    /// A Swiss round can be drawn.
    Draw {
        round: RoundNo,
        of: u32,
        tables: usize,
        bye: bool,
    },
    /// SE-3: a bracket without Swiss rounds is drawn.
    DrawBracket { round: RoundNo, players: usize },
    /// The next round of the bracket can be drawn.
    DrawBracketRound {
        round: RoundNo,
        /// How many games this round of a single bracket has, which names it; none in double elimination.
        column: Option<usize>,
        games: usize,
        byes: Vec<Named>,
    },
    /// The cut can be made.
    Cut { inside: Vec<Named> },
    /// The tournament can be finished.
    Finish {
        why: FinishReason,
        winner: Option<Named>,
    },
}

/// What a different cut would change, compared with the one that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CutChange {
    /// Who would come in, best first.
    pub comes_in: Vec<Named>,
    /// Who would fall out, best seed first.
    pub falls_out: Vec<Named>,
    /// Who would stay in on another seed, with that seed.
    pub moves: Vec<(Named, usize)>,
}

/// Why the tournament can only be finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinishReason {
    /// Fewer than two players are left.
    TooFewPlayers,
    /// Fewer than two players are left for the cut.
    TooFewForTheCut,
    /// All Swiss rounds are played, and there is no cut.
    SwissPlayed,
    /// The bracket is played to the end.
    BracketPlayed,
}

/// Late arrivals without an opponent in a published round (DROP-4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    pub players: Vec<Named>,
    pub round: RoundNo,
    /// Whether the round could still be voided and drawn again with them.
    pub can_void: bool,
}

impl Next {
    fn new(action: Action, step: Step) -> Next {
        Next {
            action,
            step,
            missing: Vec::new(),
            disputed: Vec::new(),
            unconfirmed: Vec::new(),
            unseated: Vec::new(),
            seats: Vec::new(),
            left_out: None,
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
        let program = source.program.to_string();
        return Next::new(Action::Nothing, Step::OverElsewhere { program });
    }
    if state.phase == Phase::Finished {
        return Next::new(Action::Nothing, Step::Over);
    }
    if state.phase == Phase::Registration {
        return before_start(state);
    }
    if let Some(mismatch) = knockout::undecided(state).filter(|mismatch| mismatch.can_cut_again) {
        return Next::new(Action::Cut, Step::CutAgain(mismatch.change(state)));
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
        return Next::new(Action::Register, Step::Register);
    }
    let attendance = u32::try_from(here).unwrap_or(u32::MAX);
    let structure = setup
        .regulation
        .structure(setup.structure, setup.custom, attendance);
    let of = state.players.len();
    match structure {
        Ok(structure) if here > 1 => Next::new(
            Action::Start,
            Step::Start {
                players: here,
                structure,
                not_checked_in: waiting,
                without_list: missing_lists(state),
            },
        ),
        structure => {
            let refused = structure.err();
            Next::new(Action::CheckIn, Step::CheckIn { here, of, refused })
        }
    }
}

/// GC-LIST-2: Conquest wants a list from everybody before the start.
fn missing_lists(state: &State) -> usize {
    match state.setup.regulation {
        Regulation::Conquest => state.without_list().len(),
        _ => 0,
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
        Step::Publish {
            round: number,
            tables: round.matches.len(),
            byes: state.all_named(&round.byes),
            repeats: round.repeats,
        },
    )
}

/// COMP-1: found, replaced or removed, before the next round is published.
fn component(state: &State, loss: &Loss, round: RoundNo) -> Next {
    Next::new(
        Action::Component,
        Step::Component {
            player: state.named(loss.player),
            what: loss.what.clone(),
            round,
        },
    )
}

fn outdated(state: &State, round: &Round, stale: &Stale) -> Next {
    let number = round.number;
    match stale {
        Stale::Arrival => {
            let late = unseated(state, round);
            let step = Step::RedrawForArrivals {
                round: number,
                late: state.all_named(&late),
            };
            let mut next = Next::new(Action::Redraw, step);
            next.unseated = late;
            next
        }
        Stale::Changed(why) => {
            let void = nothing_to_play(state, round);
            let (round, why) = (number, why.clone());
            if void {
                Next::new(Action::Void, Step::Void { round, why })
            } else {
                Next::new(Action::Redraw, Step::Redraw { round, why })
            }
        }
    }
}

/// Seating late arrivals, if possible: found by trying, so that what is proposed is never refused.
fn seat(state: &State, round: &Round, late: &[PlayerId]) -> Option<Next> {
    let seats = seatable(state, late)?;
    let Ok(Gave::Seated(seated)) = decide::seat(state, &seats) else {
        return None;
    };
    let step = Step::Seat {
        players: state.all_named(&seats),
        bye_ends: seated.bye_taken_back.map(|holder| state.named(holder)),
        round: round.number,
    };
    let mut next = Next::new(Action::Seat, step);
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

/// Players who take part and have no place in a round.
fn unseated(state: &State, round: &Round) -> Vec<PlayerId> {
    let active = state.active().map(|p| p.id);
    active.filter(|id| !round.holds(*id)).collect()
}

/// Whether drawing a draft again would find nobody to pair.
fn nothing_to_play(state: &State, round: &Round) -> bool {
    // SE-3: with its first round, a bracket without Swiss rounds is drawn again among whoever is here.
    if round.stage == StageKind::Swiss || round.number == RoundNo(1) {
        return state.active().nth(1).is_none();
    }
    let mut before = state.clone();
    before.rounds.pop();
    knockout::games(&before).is_empty()
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
        Next::new(Action::Settle, Step::Settle { round: number })
    } else if !missing.is_empty() {
        Next::new(
            Action::Collect,
            Step::Collect {
                round: number,
                results: round.matches.len() - missing.len(),
                of: round.matches.len(),
            },
        )
    } else if !unconfirmed.is_empty() {
        Next::new(Action::AcceptReports, Step::AcceptReports { round: number })
    } else {
        Next::new(Action::FinishRound, Step::FinishRound { round: number })
    };
    let waiting: Vec<PlayerId> = late
        .iter()
        .copied()
        .filter(|id| !next.seats.contains(id))
        .collect();
    if !waiting.is_empty() {
        next.left_out = Some(LeftOut {
            players: state.all_named(&waiting),
            round: number,
            can_void: !state.is_being_played(round),
        });
    }
    next.missing = missing;
    next.disputed = disputed;
    next.unconfirmed = unconfirmed;
    next.unseated = late;
    next
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
                    drawn(state, number, rounds)
                } else {
                    finish(state, FinishReason::TooFewPlayers)
                };
            }
            the_cut(state)
        }
        _ if state.knockout.is_none() => {
            if enough {
                let players = state.active().count();
                let round = number;
                Next::new(Action::Draft, Step::DrawBracket { round, players })
            } else {
                finish(state, FinishReason::TooFewPlayers)
            }
        }
        _ => {
            let games = knockout::games(state);
            if games.is_empty() {
                return finish(state, FinishReason::BracketPlayed);
            }
            let step = Step::DrawBracketRound {
                round: number,
                column: column(state),
                games: games.len(),
                byes: state.all_named(&knockout::byes(state)),
            };
            Next::new(Action::Draft, step)
        }
    }
}

/// How many games the current round of a single-elimination bracket has, played or not.
fn column(state: &State) -> Option<usize> {
    let shape = &state.knockout.as_ref()?.shape;
    let column = knockout::play(state)?.current_round()?;
    let is_single = shape.nodes().iter().all(|node| node.side == Side::Main);
    is_single.then(|| shape.round(column).count())
}

fn drawn(state: &State, round: RoundNo, of: u32) -> Next {
    let players = state.active().count();
    Next::new(
        Action::Draft,
        Step::Draw {
            round,
            of,
            tables: players / 2,
            bye: players % 2 == 1,
        },
    )
}

fn the_cut(state: &State) -> Next {
    let rule = state.structure.map_or(CutRule::None, |s| s.cut);
    if rule == CutRule::None {
        return finish(state, FinishReason::SwissPlayed);
    }
    let inside = decide::qualified(state, rule);
    if inside.len() < 2 {
        return finish(state, FinishReason::TooFewForTheCut);
    }
    let inside = state.all_named(&inside);
    Next::new(Action::Cut, Step::Cut { inside })
}

fn finish(state: &State, why: FinishReason) -> Next {
    let winner = match state.knockout {
        Some(_) => knockout::champion(state),
        None => {
            let rows = standings::standings(state).rows;
            let first = rows.first().filter(|row| row.rank.is_some());
            first.map(|row| row.player)
        }
    };
    let winner = winner.map(|player| state.named(player));
    Next::new(Action::Finish, Step::Finish { why, winner })
}
