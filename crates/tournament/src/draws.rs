//! Draws: from the state and a seed to the pairings of a round. Which part of the seed is used for what is specified in
//! docs/draws.md, so that another program can repeat every draw.

use crate::edition::Edition;
use crate::entry::{Drawn, Pairing};
use crate::floor::tables::reserved;
use crate::ids::{Hex32, PlayerId, TableNo};
use crate::knockout;
use crate::refusal::{Refusal, Selection};
use crate::sides::{self, Dark, Played};
use crate::standings;
use crate::state::{Match, Player, Round, RoundStatus, State};
use muster_pairing::bracket::{NodeId, Side as BracketSide};
use muster_pairing::draw::{Draw, Seed};
use muster_pairing::swiss::{self, Met, Pair};
use muster_pairing::{bracket, bye, tables};
use muster_regulations::EliminationKind;
use muster_regulations::cardgame::Side;
use std::collections::HashMap;

/// A Swiss round as the pairing sees it: players by index, with points and meetings.
pub struct SwissField {
    /// Points of each player of the tournament.
    pub points: Vec<u32>,
    met: Met,
    resting: Vec<u32>,
    pinned: Vec<Pair>,
    clubs: Option<Vec<u32>>,
}

impl SwissField {
    /// Makes the field of a round in which just `players` are paired, the pinned ones as they are.
    #[must_use]
    pub fn new(state: &State, players: &[PlayerId], pins: &[[PlayerId; 2]]) -> SwissField {
        let mut plays = vec![false; state.players.places()];
        for player in players.iter().chain(pins.iter().flatten()) {
            if let Some(slot) = plays.get_mut(player.index()) {
                *slot = true;
            }
        }
        let published = state
            .swiss_rounds()
            .filter(|round| round.status > RoundStatus::Draft);
        let meetings: Vec<Pair> = published
            .flat_map(|round| &round.matches)
            .map(|m| pair_of(m.a, m.b))
            .collect();
        let everybody = state.players.places();
        SwissField {
            points: standings::points(state),
            // Players of published matches are players of this tournament, so the history is sound.
            met: Met::new(everybody, &meetings).unwrap_or_else(|_| Met::none(everybody)),
            resting: (0u32..)
                .zip(plays)
                .filter(|(_, plays)| !plays)
                .map(|(i, _)| i)
                .collect(),
            pinned: pins.iter().map(|[a, b]| pair_of(*a, *b)).collect(),
            clubs: clubs(state),
        }
    }

    /// Returns the field in the form the pairing takes.
    #[must_use]
    pub fn as_swiss(&self) -> swiss::Field<'_> {
        swiss::Field {
            points: &self.points,
            met: &self.met,
            resting: &self.resting,
            pinned: &self.pinned,
            clubs: self.clubs.as_deref(),
        }
    }

    fn draw(&self, draw: &mut Draw) -> Result<Vec<[PlayerId; 2]>, Refusal> {
        let drawn = swiss::pair(&self.as_swiss(), draw).map_err(Selection::Pairing)?;
        let player = |index: u32| PlayerId::at(index as usize);
        Ok(drawn
            .pairs
            .iter()
            .map(|pair| [player(pair.a), player(pair.b)])
            .collect())
    }
}

/// Returns two players as the pairing numbers them.
#[must_use]
pub fn pair_of(a: PlayerId, b: PlayerId) -> Pair {
    Pair {
        a: a.0.wrapping_sub(1),
        b: b.0.wrapping_sub(1),
    }
}

/// Numbers the clubs from 1 if clubs are kept apart in round 1 (a house choice); 0 means no club.
fn clubs(state: &State) -> Option<Vec<u32>> {
    let first = state
        .swiss_rounds()
        .all(|round| round.status == RoundStatus::Draft);
    if !state.setup.wishes.clubs_apart || !first {
        return None;
    }
    let mut numbers: HashMap<String, u32> = HashMap::new();
    let mut next = 0;
    let mut number = |club: &str| {
        *numbers
            .entry(crate::state::namesake_key(club))
            .or_insert_with(|| {
                next += 1;
                next
            })
    };
    let club = |player: &Player| player.personal.as_ref().and_then(|p| p.club.clone());
    let everybody = (0..state.players.places()).map(PlayerId::at);
    Some(
        everybody
            .map(|id| state.player(id).and_then(club))
            .map(|club| club.map_or(0, |club| number(&club)))
            .collect(),
    )
}

pub(crate) fn derived(seed: Hex32, purpose: &str) -> Draw {
    Draw::new(&Seed::new(seed.0).derive(purpose))
}

/// Draws a Swiss round: the bye (BYE-1 to BYE-4), the pairs (PAIR-2 to PAIR-6), the tables.
pub fn swiss(
    state: &State,
    attempt: u32,
    seed: Hex32,
    pins: &[[PlayerId; 2]],
) -> Result<Drawn, Refusal> {
    let is_pinned = |id: &PlayerId| pins.iter().any(|pin| pin.contains(id));
    let mut free: Vec<PlayerId> = state
        .active()
        .map(|p| p.id)
        .filter(|id| !is_pinned(id))
        .collect();
    let bye = (free.len() % 2 == 1)
        .then(|| bye_holder(state, &free, seed))
        .flatten();
    free.retain(|id| Some(*id) != bye);
    let field = SwissField::new(state, &free, pins);
    let pairs = field.draw(&mut derived(seed, "pairs"))?;
    let repeats = pairs
        .iter()
        .filter(|[a, b]| field.met.has(a.0.wrapping_sub(1), b.0.wrapping_sub(1)));
    let repeats = u32::try_from(repeats.count()).unwrap_or(u32::MAX);
    Ok(Drawn {
        round: state.next_round(),
        attempt,
        seed,
        pairs: seated(state, best_first(&field.points, pairs)),
        byes: bye.into_iter().collect(),
        repeats,
        seeds: Vec::new(),
        dark: Vec::new(),
    })
}

/// The player who has the bye among those free for it.
pub(crate) fn bye_holder(state: &State, free: &[PlayerId], seed: Hex32) -> Option<PlayerId> {
    let numbers: Vec<u32> = free.iter().map(|id| id.0).collect();
    let first = state.swiss_rounds().next().is_none();
    let chosen = if first {
        bye::first_round(&numbers, &mut derived(seed, "bye"))
    } else {
        let standings = standings::standings(state);
        let ranked: Vec<u32> = standings
            .rows
            .iter()
            .map(|row| row.player)
            // Players are in the order of their numbers.
            .filter(|id| free.binary_search(id).is_ok())
            .map(|id| id.0)
            .collect();
        bye::later_round(&ranked, |id| {
            u32::try_from(state.byes(PlayerId(id))).unwrap_or(u32::MAX)
        })
    };
    chosen.map(PlayerId)
}

/// Orders pairs for the tables: the highest points first.
fn best_first(points: &[u32], mut pairs: Vec<[PlayerId; 2]>) -> Vec<[PlayerId; 2]> {
    let of = |id: &PlayerId| points.get(id.index()).copied().unwrap_or(0);
    pairs.sort_by_key(|[a, b]| std::cmp::Reverse((of(a).max(of(b)), of(a).min(of(b)))));
    pairs
}

/// Gives tables to pairs, with the house choices.
fn seated(state: &State, pairs: Vec<[PlayerId; 2]>) -> Vec<Pairing> {
    let wishes = &state.setup.wishes;
    let seat = |player, table: TableNo| {
        Some(tables::Seat {
            player,
            table: tables::TableNo::new(table.0)?,
        })
    };
    let mut asked = tables::Wishes::<PlayerId> {
        fixed: wishes
            .fixed_tables
            .iter()
            .filter_map(|fixed| seat(fixed.player, fixed.table))
            .collect(),
        ..tables::Wishes::default()
    };
    let reserved = reserved(state, &pairs).into_iter();
    asked
        .fixed
        .extend(reserved.filter_map(|(player, table)| seat(player, table)));
    if wishes.fresh_tables {
        let published = state
            .rounds
            .iter()
            .filter(|round| round.status > RoundStatus::Draft);
        for m in published.flat_map(|round| &round.matches) {
            for seat in [m.a, m.b]
                .into_iter()
                .filter_map(|player| seat(player, m.table))
            {
                asked
                    .history
                    .entry(seat.player)
                    .or_default()
                    .push(seat.table);
            }
        }
    }
    let tables = tables::assign(&pairs, &asked);
    pairs
        .iter()
        .zip(tables)
        .map(|([a, b], table)| Pairing {
            table: TableNo(table.get()),
            a: *a,
            b: *b,
        })
        .collect()
}

/// Pairs a few players among themselves, for late arrivals. Uses the seed of the round, which is known by then.
pub(crate) fn pool(
    state: &State,
    round: &Round,
    players: &[PlayerId],
) -> Result<Vec<[PlayerId; 2]>, Refusal> {
    let purpose = format!("late {}", round.manual.len());
    SwissField::new(state, players, &[]).draw(&mut derived(round.seed, &purpose))
}

/// Draws a bracket round: the games follow from the bracket; the first bracket of a tournament without Swiss rounds is
/// drawn (SE-3); in the Card Game sides may be (CG-SIDE).
pub(crate) fn bracket(state: &State, attempt: u32, seed: Hex32) -> Result<Drawn, Refusal> {
    let mut drawn = Drawn {
        round: state.next_round(),
        attempt,
        seed,
        pairs: Vec::new(),
        byes: Vec::new(),
        repeats: 0,
        seeds: Vec::new(),
        dark: Vec::new(),
    };
    let started;
    let state = if state.knockout.is_some() {
        state
    } else {
        let players: Vec<PlayerId> = state.active().map(|p| p.id).collect();
        let count = u32::try_from(players.len()).unwrap_or(u32::MAX);
        let start = bracket::random_start(count, &mut derived(seed, "bracket"))
            .map_err(Refusal::Bracket)?;
        drawn.seeds = start
            .seats
            .iter()
            .filter_map(|seat| players.get(*seat as usize).copied())
            .collect();
        let mut copy = state.clone();
        copy.knockout = Some(knockout::from_start(&drawn).map_err(Refusal::Bracket)?);
        started = copy;
        &started
    };
    let games = knockout::games(state);
    drawn.byes = knockout::byes(state);
    drawn.pairs = seated(state, games.iter().map(|game| [game.a, game.b]).collect());
    if state.setup.regulation.book().elimination == EliminationKind::Double {
        let mut draw = derived(seed, "sides");
        drawn.dark = games
            .iter()
            .filter_map(|game| dark(state, game, &mut draw))
            .collect();
    }
    Ok(drawn)
}

/// Who plays the dark side, or `None` in the first round, where the higher seed chooses (CG-SIDE).
fn dark(state: &State, game: &knockout::Game, draw: &mut Draw) -> Option<PlayerId> {
    let place = state.knockout.as_ref()?.shape.node(game.node)?;
    if place.round == 1 {
        return None;
    }
    let [first, second] = [game.a, game.b].map(|player| played(state, player));
    let mut dark = match sides::dark(first, second) {
        Dark::First => game.a,
        Dark::Second => game.b,
        Dark::Random => {
            if draw.below(2) == 0 {
                game.a
            } else {
                game.b
            }
        }
    };
    // A second final is played with the sides of the first switched, should the rule repeat them.
    if place.side == BracketSide::Reset
        && let Some(previous) = last_dark(state, game.node)
        && previous == dark
    {
        dark = if dark == game.a { game.b } else { game.a };
    }
    Some(dark)
}

/// Who was dark in the game before the second final: the first final, which is the last bracket game played.
fn last_dark(state: &State, reset: NodeId) -> Option<PlayerId> {
    let finals = state.elimination_rounds().flat_map(|round| &round.matches);
    let first = finals
        .filter(|m| m.node.is_some_and(|node| node < reset))
        .last()?;
    Some(first.player(first.dark_seat()?))
}

/// Whether a game was actually played: after a no-show or a missing card there was none (CG-SIDE).
fn was_played(m: &Match) -> bool {
    let (Some(report), Some(outcome)) = (&m.report, &m.outcome) else {
        return false;
    };
    !report.played(outcome).is_empty()
}

/// How often a player has played each side in the bracket.
pub(crate) fn played(state: &State, player: PlayerId) -> Played {
    let mut played = Played::default();
    let games = state.elimination_rounds().flat_map(|round| &round.matches);
    let sat = games.filter(|m| m.counted().is_some() && m.seat(player).is_some());
    for m in sat.filter(|m| state.edition < Edition::Second || was_played(m)) {
        match m.side(player) {
            Some(Side::Dark) => played.dark += 1,
            Some(Side::Light) => played.light += 1,
            None => {}
        }
    }
    played
}
