//! The standings of a tournament: which results of its state count, and who is ranked.
//!
//! Promises that a result counts once it is confirmed, and that elimination never changes Swiss standings (CUT-1).

use super::Record;
use super::order::Last;
use super::rows::{Part, Standings};
use super::sheet::{Sheet, SheetResult};
use crate::ids::{Hex32, PlayerId, RoundNo};
use crate::recorded::{RecordedBye, Source};
use crate::state::{Round, RoundStatus, State, Status};
use muster_pairing::draw::Seed;
use muster_regulations::{Award, Tiebreaker};

/// Returns the standings after all Swiss results so far.
#[must_use]
pub fn standings(state: &State) -> Standings {
    standings_through(state, RoundNo(u32::MAX))
}

/// Returns the standings after the Swiss rounds up to this one.
///
/// A round counts from its first confirmed result on; its byes count with it.
#[must_use]
pub fn standings_through(state: &State, last: RoundNo) -> Standings {
    let sheet = sheet(state, last);
    if let Some(source) = &state.recorded {
        // The other program's random draw is unknown (TB-RANDOM), so its ranks decide if everything computed is tied.
        let tiebreakers = state.setup.regulation.book().tiebreakers.iter().copied();
        let computed: Vec<Tiebreaker> = tiebreakers
            .filter(|tiebreaker| *tiebreaker != Tiebreaker::Random)
            .collect();
        return sheet.standings(&computed, Last::Drawn(&source.ranks), |_| Part::Ranked);
    }
    let numbers = state.tiebreak.map(|seed| drawn_numbers(state, seed));
    let random = numbers.as_deref().map_or(Last::Listed, Last::Drawn);
    let tiebreakers = state.setup.regulation.book().tiebreakers;
    let mut standings = sheet.standings(tiebreakers, random, |player| part(state, &sheet, player));
    let unpaired = unpaired(state, last);
    for row in &mut standings.rows {
        row.unpaired = unpaired.get(row.player.index()).copied().unwrap_or(0);
    }
    standings
}

/// Returns every player's record over the Swiss rounds up to this one, unpaired losses included, in order of
/// registration.
#[must_use]
pub fn records(state: &State, last: RoundNo) -> Vec<Record> {
    let sheet = sheet(state, last);
    let players = (0..).map(PlayerId::at).zip(unpaired(state, last));
    players
        .map(|(player, unpaired)| sheet.record(player).with_unpaired(unpaired))
        .collect()
}

/// The unpaired losses of every player, in order of registration. Missed rounds count once the player is back (DROP-2,
/// DROP-4), so a player who never comes back has no further losses.
fn unpaired(state: &State, last: RoundNo) -> Vec<u32> {
    let mut losses = vec![0_u32; state.players.places()];
    let mut missed = losses.clone();
    let played = |round: &&Round| round.number <= last && round.status == RoundStatus::Finished;
    for round in state.swiss_rounds().filter(played) {
        missed.iter_mut().for_each(|missed| *missed += 1);
        let seated = round.matches.iter().flat_map(|m| [m.a, m.b]);
        for player in seated.chain(round.byes.iter().copied()) {
            let place = player.index();
            if let (Some(losses), Some(missed)) = (losses.get_mut(place), missed.get_mut(place)) {
                *losses += missed.saturating_sub(1);
                *missed = 0;
            }
        }
    }
    for player in &state.players {
        let place = player.id.index();
        if matches!(player.status, Status::Active | Status::CutOff)
            && let (Some(losses), Some(missed)) = (losses.get_mut(place), missed.get(place))
        {
            *losses += missed;
        }
    }
    losses
}

/// Returns the tournament points of every player so far, in order of registration.
#[must_use]
pub fn points(state: &State) -> Vec<u32> {
    sheet(state, RoundNo(u32::MAX)).points()
}

/// Returns the sheet of the Swiss rounds up to this one.
#[must_use]
pub fn sheet(state: &State, last: RoundNo) -> Sheet {
    let mut sheet = Sheet::new(u32::try_from(state.players.places()).unwrap_or(u32::MAX));
    let bye = state.setup.regulation.bye();
    for round in state.swiss_rounds().filter(|round| round.number <= last) {
        if let Some(source) = &state.recorded {
            // Whatever the sheet cannot hold was reported during the import.
            sheet.recorded_round(recorded(source, round, bye), |_, _| {});
            continue;
        }
        let mut counted = round
            .matches
            .iter()
            .filter_map(|m| Some((m, m.counted()?)))
            .peekable();
        let finished = round.status == RoundStatus::Finished;
        if (counted.peek().is_none() && !finished) || sheet.begin_round().is_err() {
            continue;
        }
        // Whatever `decide` accepted fits. Anything else in a damaged journal does not count.
        for (m, outcome) in counted {
            let _ = sheet.play(m.a, m.b, outcome);
        }
        for player in &round.byes {
            let _ = sheet.bye(*player, bye);
        }
    }
    sheet
}

/// The results of a round of an imported tournament.
fn recorded(source: &Source, round: &Round, bye: Award) -> impl Iterator<Item = SheetResult> {
    let matches = round.matches.iter().filter_map(|m| {
        let outcome = m.counted()?;
        Some(SheetResult::Match {
            a: m.a,
            b: m.b,
            outcome,
        })
    });
    let known = source.byes.get(&round.number).map(Vec::as_slice);
    let byes = (0..).zip(&round.byes).map(move |(place, player)| {
        // Two people with the same name may both have the bye.
        let known = known.and_then(|byes: &[RecordedBye]| byes.get(place));
        SheetResult::Bye {
            player: *player,
            award: known.map_or(bye, |known| known.award),
        }
    });
    matches.chain(byes)
}

/// A player who dropped before a first result is not ranked.
fn part(state: &State, sheet: &Sheet, id: PlayerId) -> Part {
    match state.player(id).map(|player| player.status) {
        Some(Status::Active | Status::CutOff) => Part::Ranked,
        Some(Status::Registered | Status::Dropped) if sheet.played(id) > 0 => Part::Ranked,
        Some(Status::Registered | Status::Dropped) | None => Part::Absent,
        Some(Status::Disqualified) => Part::Unranked,
    }
}

/// Returns the number drawn for a player for the random tiebreak (TB-RANDOM), the lowest first.
///
/// It is the first eight bytes, big-endian, of the seed that the tournament's tiebreak seed gives for the purpose
/// `player N` (docs/draws.md), with N the player's number: SHA-256 over the domain `muster/derive/1`, the tiebreak seed
/// and that text. It depends on nothing else, so it never changes once the tournament has started, and a late entry has
/// one as well. Two equal numbers (one chance in 2^64 for any two players) go by player number.
#[must_use]
pub fn drawn_number(tiebreak: Hex32, player: PlayerId) -> u64 {
    let seed = Seed::new(tiebreak.0).derive(&format!("player {}", player.0));
    let (first, _) = seed.bytes().split_at(8);
    first
        .iter()
        .fold(0, |number, byte| number << 8 | u64::from(*byte))
}

fn drawn_numbers(state: &State, tiebreak: Hex32) -> Vec<u64> {
    let everybody = (0..state.players.places()).map(PlayerId::at);
    everybody
        .map(|player| drawn_number(tiebreak, player))
        .collect()
}
