//! Rounds: drawing, changing by hand, publishing, seating late arrivals, finishing and voiding.

use super::{NOTHING, current, player, refuse_player, refuse_result, table_of, text};
use crate::draws;
use crate::edition::Edition;
use crate::entry::{Drawn, Gave, Pairing, Seated};
use crate::floor::judges;
use crate::ids::{PlayerId, RoundNo, TableNo};
use crate::knockout;
use crate::refusal::{HasResult, NotNow, PlayerProblem, Refusal, Selection, TextField};
use crate::seeds::{Purpose, Seeds};
use crate::state::{ManualChange, MatchStatus, Phase, Round, RoundStatus, Stale, State, Status};
use muster_regulations::{CutRule, StageKind};

pub(super) fn draft(state: &State, seeds: &dyn Seeds) -> Result<Gave, Refusal> {
    if let Some(round) = state.current()
        && round.status != RoundStatus::Finished
    {
        return Err(match round.status {
            RoundStatus::Draft => NotNow::DraftExists(round.number),
            _ => NotNow::RoundInPlay(round.number),
        }
        .into());
    }
    draw(state, state.next_round(), &[], seeds)
}

pub(super) fn redraw(state: &State, reason: &str, seeds: &dyn Seeds) -> Result<Gave, Refusal> {
    let round = drafted(state)?;
    // A draft that is out of date is reason enough.
    if round.stale.is_none() || !reason.is_empty() {
        text(TextField::Reason, reason)?;
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
    text(TextField::Reason, reason)?;
    let round = drafted(state)?;
    if round.stage != StageKind::Swiss {
        return Err(NotNow::BracketPairings.into());
    }
    let mut pins = pins(round);
    for id in [a, b] {
        if player(state, id)?.status != Status::Active {
            return refuse_player(state, id, PlayerProblem::NotPlaying);
        }
        if pins.iter().any(|pin| pin.contains(&id)) {
            return refuse_player(state, id, PlayerProblem::Pinned);
        }
    }
    for &id in pins.iter().flatten() {
        if player(state, id)?.status != Status::Active {
            return refuse_player(state, id, PlayerProblem::PinnedAndDropped);
        }
    }
    if a == b {
        return refuse_player(state, a, PlayerProblem::WithThemselves);
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
        Some(round) => Err(NotNow::PairingsPublished(round.number).into()),
        None => Err(NotNow::NoDraft.into()),
    }
}

pub(super) fn published(state: &State) -> Result<&Round, Refusal> {
    match state.current() {
        Some(round) if round.status == RoundStatus::Published => Ok(round),
        Some(round) if round.status == RoundStatus::Draft => {
            Err(NotNow::NotPublished(round.number).into())
        }
        Some(round) => Err(NotNow::RoundOver(round.number).into()),
        None => Err(NotNow::NoRound.into()),
    }
}

/// Draws a round with its own seed; every attempt has a different one, so that no draw can be repeated unnoticed.
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
        return Err(NotNow::NobodyToPair.into());
    }
    Ok(Gave::Drawn(drawn))
}

fn may_draw(state: &State) -> Result<(), Refusal> {
    if state.revealed {
        return Err(NotNow::SeedRevealed.into());
    }
    match state.phase {
        Phase::Registration => Err(NotNow::NotStarted.into()),
        Phase::Finished => Err(NotNow::TournamentOver.into()),
        Phase::Swiss => {
            let structure = state
                .structure
                .map_or((0, CutRule::None), |s| (s.rounds, s.cut));
            let (rounds, cut) = structure;
            if state.swiss_rounds().count() >= rounds as usize {
                let cut = cut != CutRule::None;
                return Err(NotNow::SwissPlayed { rounds, cut }.into());
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
    text(TextField::Reason, reason)?;
    let round = drafted(state)?;
    if round.stage != StageKind::Swiss {
        return Err(NotNow::BracketPairings.into());
    }
    for id in [a, b] {
        player(state, id)?;
        if !round.holds(id) {
            return refuse_player(state, id, PlayerProblem::NotInDraft(round.number));
        }
        if let Some(pin) = round
            .manual
            .iter()
            .filter_map(pinned)
            .find(|pin| pin.contains(&id))
        {
            let other = if pin[0] == id { pin[1] } else { pin[0] };
            return refuse_player(state, id, PlayerProblem::PinnedTo(state.name(other)));
        }
    }
    let (at_a, at_b) = (round.match_of(a), round.match_of(b));
    if a == b || at_a.is_some_and(|m| m.seat(b).is_some()) {
        return refuse_player(state, a, PlayerProblem::SameTable);
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
        return Err(NotNow::CutUndecided.into());
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

/// Seats late arrivals in a published round: the player with the bye gets an opponent, or newcomers play each other. A draft
/// is drawn again instead, and nobody gets a bye for coming late (BYE-2).
pub(crate) fn seat(state: &State, players: &[PlayerId]) -> Result<Gave, Refusal> {
    let by_the_book = state.edition >= Edition::Second;
    let round = current(state)?;
    if state.phase != Phase::Swiss || round.status == RoundStatus::Finished {
        return Err(NotNow::NoSeating.into());
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
        return Err(Selection::NobodyToSeat.into());
    }
    for (i, &id) in players.iter().enumerate() {
        if player(state, id)?.status != Status::Active {
            return refuse_player(state, id, PlayerProblem::NotPlaying);
        }
        if round.holds(id) || players[..i].contains(&id) {
            return refuse_player(state, id, PlayerProblem::HasPlace(round.number));
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
        // INCIDENT 1: the player with the bye gets an opponent.
        (Some(holder), 1) => {
            pool.push(holder);
            seated.bye_taken_back = Some(holder);
        }
        (None, 1) if by_the_book => {
            let last = pool.last().copied().unwrap_or(PlayerId(0));
            return refuse_player(state, last, waits(state, round));
        }
        (None, 1) => {
            // An odd number: the bye goes to a newcomer, because every other table stays (BYE-2).
            let free = pool.iter().rposition(|id| state.byes(*id) == 0);
            let Some(index) = free else {
                let name = pool.first().copied().unwrap_or(PlayerId(0));
                return refuse_player(state, name, PlayerProblem::HadBye);
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

/// Refuses a late arrival without an opponent, and offers to void the round while nothing was played.
fn waits(state: &State, round: &Round) -> PlayerProblem {
    PlayerProblem::NoOpponent {
        round: round.number,
        can_void: !state.is_being_played(round),
    }
}

pub(super) fn as_played(state: &State, tables: &[Pairing], reason: &str) -> Result<Gave, Refusal> {
    text(TextField::Reason, reason)?;
    let round = published(state)?;
    if round.stage != StageKind::Swiss {
        return Err(NotNow::BracketPairings.into());
    }
    if tables.is_empty() {
        return Err(Selection::NoTables.into());
    }
    let mut were: Vec<PlayerId> = Vec::new();
    let mut are: Vec<PlayerId> = Vec::new();
    for (i, played) in tables.iter().enumerate() {
        let m = table_of(round, played.table)?;
        if tables[..i].iter().any(|other| other.table == played.table) {
            return Err(Selection::TableTwice(played.table).into());
        }
        if m.status != MatchStatus::Playing {
            return refuse_result(round, played.table, HasResult::SeatsFixed);
        }
        were.extend([m.a, m.b]);
        are.extend([played.a, played.b]);
    }
    were.sort_unstable();
    are.sort_unstable();
    if were != are {
        return Err(Selection::OtherPlayers.into());
    }
    Ok(NOTHING)
}

pub(super) fn finish(state: &State, seeds: &dyn Seeds) -> Result<Gave, Refusal> {
    let round = published(state)?;
    let open: Vec<TableNo> = round.open().map(|m| m.table).collect();
    if !open.is_empty() {
        return Err(Refusal::Open {
            round: round.number,
            tables: open,
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
    text(TextField::Reason, reason)?;
    let round = current(state)?;
    if round.status == RoundStatus::Finished {
        return Err(NotNow::VoidTooLate(round.number).into());
    }
    Ok(NOTHING)
}
