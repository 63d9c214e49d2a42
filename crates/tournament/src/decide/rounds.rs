//! Rounds: drawing, changing by hand, publishing, seating late arrivals, finishing and voiding.

use super::{NOTHING, current, not_now, player, refuse_player, table_of, text};
use crate::draws;
use crate::edition::Edition;
use crate::entry::{Drawn, Gave, Pairing, Seated};
use crate::floor::judges;
use crate::ids::{PlayerId, RoundNo, TableNo};
use crate::knockout;
use crate::refusal::Refusal;
use crate::seeds::{Purpose, Seeds};
use crate::state::{ManualChange, MatchStatus, Phase, Round, RoundStatus, Stale, State, Status};
use muster_regulations::{CutRule, StageKind};

pub(super) fn draft(state: &State, seeds: &dyn Seeds) -> Result<Gave, Refusal> {
    if let Some(round) = state.current()
        && round.status != RoundStatus::Finished
    {
        let when = match round.status {
            RoundStatus::Draft => format!(
                "is drafted already: publish round {} or draw it again",
                round.number
            ),
            _ => format!(
                "cannot be drawn while round {} is played; finish it first",
                round.number
            ),
        };
        return Err(not_now("the next round", when));
    }
    draw(state, state.next_round(), &[], seeds)
}

pub(super) fn redraw(state: &State, reason: &str, seeds: &dyn Seeds) -> Result<Gave, Refusal> {
    let round = drafted(state)?;
    // A draft that is out of date is reason enough.
    if round.stale.is_none() || !reason.is_empty() {
        text("the reason", reason)?;
    }
    draw(&before(state), round.number, &[], seeds)
}

pub(super) fn pin(
    state: &State,
    a: PlayerId,
    b: PlayerId,
    reason: &str,
    anyway: bool,
    seeds: &dyn Seeds,
) -> Result<Gave, Refusal> {
    text("the reason", reason)?;
    let round = drafted(state)?;
    if round.stage != StageKind::Swiss {
        return Err(not_now("pairings of a bracket", "follow from its seeds"));
    }
    let mut pins = pins(round);
    for id in [a, b] {
        if player(state, id)?.status != Status::Active {
            return refuse_player(state, id, "does not take part");
        }
        if pins.iter().any(|pin| pin.contains(&id)) {
            return refuse_player(state, id, "is pinned already; draw again to lift all pins");
        }
    }
    for &id in pins.iter().flatten() {
        if player(state, id)?.status != Status::Active {
            return refuse_player(
                state,
                id,
                "is pinned and has left; draw again to lift all pins (DROP-1)",
            );
        }
    }
    if a == b {
        return refuse_player(state, a, "cannot be paired with themselves");
    }
    no_repeat(state, a, b, anyway)?;
    pins.push([a, b]);
    draw(&before(state), round.number, &pins, seeds)
}

fn pinned(change: &ManualChange) -> Option<[PlayerId; 2]> {
    match change {
        ManualChange::Pinned { a, b, .. } => Some([*a, *b]),
        _ => None,
    }
}

/// Returns the pairs that are pinned in a draft.
pub(crate) fn pins(round: &Round) -> Vec<[PlayerId; 2]> {
    round.manual.iter().filter_map(pinned).collect()
}

/// The state as the draft found it, for drawing the same round again.
pub(crate) fn before(state: &State) -> State {
    let mut before = state.clone();
    before.rounds.pop();
    if before.swiss_rounds().next().is_none()
        && before.rounds.is_empty()
        && before.phase == Phase::Elimination
    {
        before.knockout = None;
    }
    before
}

fn drafted(state: &State) -> Result<&Round, Refusal> {
    match state.current() {
        Some(round) if round.status == RoundStatus::Draft => Ok(round),
        Some(round) => Err(not_now(
            "pairings",
            format!("of round {} are published; they stay", round.number),
        )),
        None => Err(not_now("there is no draft", "yet; draw the round first")),
    }
}

pub(super) fn published(state: &State) -> Result<&Round, Refusal> {
    match state.current() {
        Some(round) if round.status == RoundStatus::Published => Ok(round),
        Some(round) if round.status == RoundStatus::Draft => Err(not_now(
            "this",
            format!(
                "needs a published round; publish round {} first",
                round.number
            ),
        )),
        Some(round) => Err(not_now(
            "this",
            format!("cannot be done: round {} is over", round.number),
        )),
        None => Err(not_now(
            "there is no round",
            "yet; draw and publish one first",
        )),
    }
}

/// Draws a round with a seed of its own; every attempt has another, so that no draw can be made twice unseen.
fn draw(
    state: &State,
    number: RoundNo,
    pins: &[[PlayerId; 2]],
    seeds: &dyn Seeds,
) -> Result<Gave, Refusal> {
    may_draw(state)?;
    let attempt = state
        .attempts
        .get(&number)
        .map_or(1, |made| made.saturating_add(1));
    let purpose = Purpose::Round {
        round: number,
        attempt,
    };
    let seed = seeds
        .seed(state.phrase.as_deref(), purpose)
        .ok_or(Refusal::NoSeed)?;
    let drawn: Drawn = match state.phase {
        Phase::Swiss => draws::swiss(state, attempt, seed, pins)?,
        _ => draws::bracket(state, attempt, seed)?,
    };
    if drawn.pairs.is_empty() {
        return Err(not_now("nobody", "is left to pair; finish the tournament"));
    }
    Ok(Gave::Drawn(drawn))
}

fn may_draw(state: &State) -> Result<(), Refusal> {
    if state.revealed {
        return Err(not_now(
            "no more draws",
            "can be made: the master seed was revealed at the end",
        ));
    }
    match state.phase {
        Phase::Registration => Err(not_now(
            "the first round",
            "is drawn after the start; start the tournament first",
        )),
        Phase::Finished => Err(not_now("the tournament", "is over")),
        Phase::Swiss => {
            let structure = state
                .structure
                .map_or((0, CutRule::None), |s| (s.rounds, s.cut));
            let (rounds, cut) = structure;
            if state.swiss_rounds().count() >= rounds as usize {
                let next = if cut == CutRule::None {
                    "finish the tournament"
                } else {
                    "make the cut"
                };
                return Err(not_now(
                    "all Swiss rounds",
                    format!("have been played ({rounds}); {next} (PAIR-1)"),
                ));
            }
            Ok(())
        }
        Phase::Elimination => Ok(()),
    }
}

fn no_repeat(state: &State, a: PlayerId, b: PlayerId, anyway: bool) -> Result<(), Refusal> {
    match state.meeting(a, b) {
        Some(round) if !anyway => Err(Refusal::Repeat {
            a: state.name(a),
            b: state.name(b),
            round,
        }),
        _ => Ok(()),
    }
}

pub(super) fn swap(
    state: &State,
    a: PlayerId,
    b: PlayerId,
    reason: &str,
    anyway: bool,
) -> Result<Gave, Refusal> {
    text("the reason", reason)?;
    let round = drafted(state)?;
    if round.stage != StageKind::Swiss {
        return Err(not_now("pairings of a bracket", "follow from its seeds"));
    }
    for id in [a, b] {
        player(state, id)?;
        if !round.holds(id) {
            return refuse_player(
                state,
                id,
                format!("is not in the draft of round {}", round.number),
            );
        }
        if let Some(pin) = round
            .manual
            .iter()
            .filter_map(pinned)
            .find(|pin| pin.contains(&id))
        {
            let [one, two] = pin.map(|id| state.name(id));
            return refuse_player(
                state,
                id,
                format!("is pinned ({one} – {two}); draw again to lift all pins"),
            );
        }
    }
    let (at_a, at_b) = (round.match_of(a), round.match_of(b));
    if a == b || at_a.is_some_and(|m| m.seat(b).is_some()) {
        return refuse_player(
            state,
            a,
            "would sit where they sit already; name players of two tables",
        );
    }
    // After the swap each of the two sits with the other's opponent.
    for (mover, place) in [
        (a, at_b.and_then(|m| m.opponent(b))),
        (b, at_a.and_then(|m| m.opponent(a))),
    ] {
        if let Some(opponent) = place {
            no_repeat(state, mover, opponent, anyway)?;
        }
    }
    Ok(NOTHING)
}

pub(super) fn publish(state: &State) -> Result<Gave, Refusal> {
    let round = drafted(state)?;
    if state.edition >= Edition::Second
        && round.stage == StageKind::Elimination
        && knockout::undecided(state).is_some_and(|mismatch| mismatch.can_cut_again)
    {
        return Err(not_now(
            "the bracket",
            "waits for a decision: the corrected standings give another cut; make the cut again, or keep it and say why (CUT-1)",
        ));
    }
    if state.edition >= Edition::Second
        && let Some(loss) = judges::still_missing(state, round).next()
    {
        return Err(Refusal::Component {
            round: round.number,
            name: state.name(loss.player),
            what: loss.what.clone(),
            loss: loss.number,
        });
    }
    match &round.stale {
        None => Ok(NOTHING),
        Some(why) => Err(Refusal::Stale {
            round: round.number,
            why: why.clone(),
        }),
    }
}

/// Late arrivals sit down in a published round: the bye's holder gets an opponent, or newcomers play each other. A draft
/// is drawn again instead, and nobody gets a bye for coming late (BYE-2).
pub(crate) fn seat(state: &State, players: &[PlayerId]) -> Result<Gave, Refusal> {
    let by_the_book = state.edition >= Edition::Second;
    let round = current(state)?;
    if state.phase != Phase::Swiss || round.status == RoundStatus::Finished {
        return Err(not_now(
            "late arrivals",
            "are seated in a Swiss round that is not over; else they wait for the next (DROP-4)",
        ));
    }
    if let Some(why @ Stale::Changed(_)) = &round.stale {
        return Err(Refusal::Stale {
            round: round.number,
            why: why.clone(),
        });
    }
    if by_the_book && round.status == RoundStatus::Draft {
        return Err(Refusal::Stale {
            round: round.number,
            why: Stale::Arrival,
        });
    }
    if players.is_empty() {
        return Err(Refusal::Selection {
            what: "there is nobody to seat".to_owned(),
        });
    }
    for (i, &id) in players.iter().enumerate() {
        if player(state, id)?.status != Status::Active {
            return refuse_player(
                state,
                id,
                "does not take part; let the player rejoin first (DROP-2)",
            );
        }
        if round.holds(id) || players[..i].contains(&id) {
            return refuse_player(
                state,
                id,
                format!("has a place in round {} already", round.number),
            );
        }
    }
    let plays = |id: &PlayerId| {
        let player = state.player(*id);
        player.is_some_and(|player| player.status == Status::Active)
    };
    let mut holders = round.byes.iter().copied();
    let holder = holders.find(|id| !by_the_book || plays(id));
    let mut pool: Vec<PlayerId> = players.to_vec();
    let mut seated = Seated {
        pairs: Vec::new(),
        bye_taken_back: None,
        bye: None,
    };
    match (holder, pool.len() % 2) {
        // INCIDENT 1: the bye's holder gets an opponent.
        (Some(holder), 1) => {
            pool.push(holder);
            seated.bye_taken_back = Some(holder);
        }
        (None, 1) if by_the_book => {
            let last = pool.last().copied().unwrap_or(PlayerId(0));
            return refuse_player(state, last, waits(state, round));
        }
        (None, 1) => {
            // One too many: the bye goes to a newcomer, for every other table stays (BYE-2).
            let free = pool.iter().rposition(|id| state.byes(*id) == 0);
            let Some(index) = free else {
                let name = pool.first().copied().unwrap_or(PlayerId(0));
                return refuse_player(
                    state,
                    name,
                    "has had a bye already and waits for the next round (BYE-2)",
                );
            };
            seated.bye = Some(pool.remove(index));
        }
        _ => {}
    }
    let mut last = round.matches.last().map_or(0, |m| m.table.0);
    for [a, b] in draws::pool(state, round, &pool)? {
        no_repeat(state, a, b, false)?;
        last = last.saturating_add(1);
        let table = TableNo(last);
        seated.pairs.push(Pairing { table, a, b });
    }
    Ok(Gave::Seated(seated))
}

/// What a late arrival without an opponent is told, and the way out while nothing was played.
fn waits(state: &State, round: &Round) -> String {
    let number = round.number;
    let way_out = if state.is_being_played(round) {
        String::new()
    } else {
        format!("; to bring them in now, void round {number} and draw it again before play starts")
    };
    format!(
        "finds no opponent in round {number} and waits for the next with an unpaired loss, never with a bye (DROP-4, \
         BYE-2){way_out}"
    )
}

pub(super) fn as_played(state: &State, tables: &[Pairing], reason: &str) -> Result<Gave, Refusal> {
    text("the reason", reason)?;
    let round = published(state)?;
    if round.stage != StageKind::Swiss {
        return Err(not_now("pairings of a bracket", "follow from its seeds"));
    }
    if tables.is_empty() {
        return Err(Refusal::Selection {
            what: "name the tables that were played otherwise".to_owned(),
        });
    }
    let mut were: Vec<PlayerId> = Vec::new();
    let mut are: Vec<PlayerId> = Vec::new();
    for (i, played) in tables.iter().enumerate() {
        let m = table_of(round, played.table)?;
        if tables[..i].iter().any(|other| other.table == played.table) {
            return Err(Refusal::Selection {
                what: format!("table {} is named twice", played.table),
            });
        }
        if m.status != MatchStatus::Playing {
            return Err(Refusal::HasResult {
                round: round.number,
                table: played.table,
                how: "reported",
                way_out: "change the pairing before the result is entered",
            });
        }
        were.extend([m.a, m.b]);
        are.extend([played.a, played.b]);
    }
    were.sort_unstable();
    are.sort_unstable();
    if were != are {
        let what = "the players named are not those of these tables; name every table concerned"
            .to_owned();
        return Err(Refusal::Selection { what });
    }
    Ok(NOTHING)
}

pub(super) fn finish(state: &State, seeds: &dyn Seeds) -> Result<Gave, Refusal> {
    let round = published(state)?;
    let open: Vec<TableNo> = round.open().map(|m| m.table).collect();
    if !open.is_empty() {
        let list: Vec<String> = open.iter().take(10).map(ToString::to_string).collect();
        return Err(Refusal::Open {
            round: round.number,
            tables: open.len(),
            list: list.join(", "),
        });
    }
    let reported: Vec<TableNo> = round.reported().map(|m| m.table).collect();
    if state.edition >= Edition::Second && !reported.is_empty() {
        return Err(Refusal::Unconfirmed {
            round: round.number,
            tables: reported,
        });
    }
    let dice = state.setup.regulation.book().clock.dice;
    if dice == 0 {
        return Ok(NOTHING);
    }
    // GC-CLOCK: the roll is shown only now.
    let purpose = Purpose::Clock {
        round: round.number,
        attempt: round.attempt,
    };
    let seed = seeds
        .seed(state.phrase.as_deref(), purpose)
        .ok_or(Refusal::NoSeed)?;
    Ok(Gave::ClockSeed(seed))
}

pub(super) fn void(state: &State, reason: &str) -> Result<Gave, Refusal> {
    text("the reason", reason)?;
    let round = current(state)?;
    if round.status == RoundStatus::Finished {
        return Err(not_now(
            "the round",
            format!(
                "{} is over and cannot be voided; correct its results instead",
                round.number
            ),
        ));
    }
    Ok(NOTHING)
}
