//! The pairings of a round, checked without drawing them: is everybody there, does the bye lie where it belongs, does
//! nobody meet again who need not, does nobody leave the own group who need not.

use super::Verifier;
use super::judge::Wrong;
use crate::command::Command;
use crate::decide;
use crate::draws::{self, Field};
use crate::entry::{Drawn, Gave, Pairing};
use crate::ids::PlayerId;
use crate::standings;
use crate::state::{Phase, State};
use muster_pairing::swiss::{self, Check, Pair, Verdict};
use muster_regulations::EliminationKind;
use std::collections::BTreeSet;

impl Verifier {
    /// Checks a Swiss pairing for being legal and best. Bracket rounds follow from the bracket and are only repeated.
    pub(super) fn check_pairing(
        &mut self,
        state: &State,
        command: &Command,
        drawn: &Drawn,
    ) -> Result<(), Wrong> {
        if state.phase != Phase::Swiss {
            return Ok(());
        }
        let found;
        let (state, pins) = match command {
            Command::Draft => (state, Vec::new()),
            command => {
                let mut pins = Vec::new();
                if let Command::Pin { a, b, .. } = command {
                    pins.extend(state.current().map(decide::pins).unwrap_or_default());
                    pins.push([*a, *b]);
                }
                found = decide::before(state);
                (&found, pins)
            }
        };
        check_players(state, drawn)?;
        check_bye(state, drawn, &pins)?;
        let check = check_best(state, drawn, &pins)?;
        match check.verdict {
            Verdict::Best(_) => self.checked.pairings_proved += 1,
            Verdict::Undecided => self.checked.pairings_unproved += 1,
            Verdict::AvoidableRepeats { fewest } => {
                let again = check.repeats.iter().map(|pair| couple(state, *pair));
                let again: Vec<String> = again.take(3).collect();
                return Err(Wrong::against(
                    "PAIR-4",
                    format!(
                        "{} pairs meet again and {fewest} need to: {}",
                        check.repeats.len(),
                        again.join(", ")
                    ),
                ));
            }
            Verdict::Worse => {
                return Err(Wrong::against(
                    "PAIR-6",
                    "the pairing is not best: more players could have met somebody of their own or the nearest group",
                ));
            }
            Verdict::Incomplete => {
                return Err(Wrong::against(
                    "PAIR-3",
                    "not everybody is paired exactly once, or a pinned pair is missing",
                ));
            }
        }
        if check.repeats.len() != drawn.repeats as usize {
            return Err(Wrong::against(
                "PAIR-5",
                format!(
                    "says {} pairs meet again; {} do",
                    drawn.repeats,
                    check.repeats.len()
                ),
            ));
        }
        Ok(())
    }

    /// Returns whether a draw differs only because it kept clubs apart and a club was redacted since.
    pub(super) fn unrepeatable(&mut self, state: &State, stands: &Gave, must: &Gave) -> bool {
        let (Gave::Drawn(stands), Gave::Drawn(must)) = (stands, must) else {
            return false;
        };
        let first = state.phase == Phase::Swiss && stands.round.0 == 1;
        let unknown = state
            .active()
            .any(|player| player.personal.is_none() && !player.redacted);
        let same_but_pairs = Drawn {
            pairs: must.pairs.clone(),
            ..stands.clone()
        } == *must;
        let excused = state.setup.wishes.clubs_apart && first && unknown && same_but_pairs;
        if excused {
            self.checked.draws_not_repeated += 1;
        }
        excused
    }
}

/// Everybody who takes part has one place, and nobody else has one.
fn check_players(state: &State, drawn: &Drawn) -> Result<(), Wrong> {
    let mut placed: BTreeSet<PlayerId> = BTreeSet::new();
    let paired = drawn.pairs.iter().flat_map(|pair| [pair.a, pair.b]);
    for id in paired.chain(drawn.byes.iter().copied()) {
        if !placed.insert(id) {
            let what = format!("{} has two places in the round", state.name(id));
            return Err(Wrong::against("PAIR-3", what));
        }
    }
    let active: BTreeSet<PlayerId> = state.active().map(|player| player.id).collect();
    if let Some(gone) = placed.difference(&active).next() {
        let what = format!("{} is paired and does not take part", state.name(*gone));
        return Err(Wrong::against("DROP-1", what));
    }
    if let Some(missing) = active.difference(&placed).next() {
        let what = format!("{} takes part and has no place", state.name(*missing));
        return Err(Wrong::against("PAIR-3", what));
    }
    Ok(())
}

/// BYE-1 to BYE-3, from the standings and not from the draw.
fn check_bye(state: &State, drawn: &Drawn, pins: &[[PlayerId; 2]]) -> Result<(), Wrong> {
    let holder = match drawn.byes.as_slice() {
        [] => return Ok(()),
        [holder] => *holder,
        _ => {
            let what = format!("{} players have a bye; at most one may", drawn.byes.len());
            return Err(Wrong::against("BYE-1", what));
        }
    };
    if state.swiss_rounds().next().is_none() {
        return Ok(());
    }
    let had = |id: PlayerId| state.byes(id);
    let free = |id: &PlayerId| {
        let active = state
            .player(*id)
            .is_some_and(|player| player.status == crate::state::Status::Active);
        active && !pins.iter().flatten().any(|pinned| pinned == id)
    };
    let ranked = standings::standings(state).rows.into_iter();
    let ranked: Vec<PlayerId> = ranked.map(|row| row.player).filter(free).collect();
    let place = ranked.iter().position(|id| *id == holder);
    let lower = place
        .and_then(|place| ranked.get(place + 1..))
        .unwrap_or_default();
    let better = ranked
        .iter()
        .find(|id| had(**id) < had(holder))
        .or_else(|| lower.iter().find(|id| had(**id) == had(holder)));
    match better {
        None => Ok(()),
        Some(id) => Err(Wrong::against(
            "BYE-2",
            format!(
                "the bye went to {} and belongs to {}: the lowest-ranked player with the fewest byes",
                state.name(holder),
                state.name(*id)
            ),
        )),
    }
}

fn check_best(state: &State, drawn: &Drawn, pins: &[[PlayerId; 2]]) -> Result<Check, Wrong> {
    let paired = drawn.pairs.iter().flat_map(|pair| [pair.a, pair.b]);
    let players: Vec<PlayerId> = paired
        .filter(|id| !pins.iter().flatten().any(|pinned| pinned == id))
        .collect();
    let field = Field::new(state, &players, pins);
    // Clubs are a wish that comes after all rules.
    let field = swiss::Field {
        clubs: None,
        ..field.as_swiss()
    };
    let pairs: Vec<Pair> = drawn
        .pairs
        .iter()
        .map(|Pairing { a, b, .. }| draws::pair_of(*a, *b))
        .collect();
    swiss::check(&field, &pairs).map_err(|error| Wrong::against("PAIR-3", error.to_string()))
}

fn couple(state: &State, pair: Pair) -> String {
    let name = |index: u32| state.name(PlayerId::at(index as usize));
    format!("{} and {}", name(pair.a), name(pair.b))
}

/// Says how a draw differs from the one that its seed gives.
pub(super) fn differs(state: &State, stands: &Drawn, must: &Drawn) -> Wrong {
    if stands.round != must.round {
        return Wrong::new(format!(
            "draws round {}; round {} comes next",
            stands.round, must.round
        ));
    }
    if stands.attempt != must.attempt {
        return Wrong::new(format!(
            "says it is draw {} of round {}; it is draw {}, for every draw counts, those taken back too",
            stands.attempt, must.round, must.attempt
        ));
    }
    if state.phase == Phase::Swiss {
        let what = if stands.byes != must.byes {
            "the bye is not where the seed gives it"
        } else if couples(stands) != couples(must) {
            "the pairs are not those that the seed gives"
        } else {
            "the tables are not those that the seed gives"
        };
        return Wrong::new(what);
    }
    let clause = match state.setup.regulation.book().elimination {
        EliminationKind::Single => "SE-2",
        EliminationKind::Seeded => "GC-BRACKET",
        EliminationKind::Double => "CG-SEED",
    };
    if stands.seeds != must.seeds {
        Wrong::against("SE-3", "the bracket is not the one that the seed gives")
    } else if couples(stands) != couples(must) {
        Wrong::against(clause, "the games do not follow from the bracket")
    } else if stands.byes != must.byes {
        Wrong::against(clause, "the byes do not follow from the bracket")
    } else if stands.dark != must.dark {
        Wrong::against("CG-SIDE", "the sides are not those that rule and seed give")
    } else {
        Wrong::new("the tables are not those that the seed gives")
    }
}

fn couples(drawn: &Drawn) -> BTreeSet<[PlayerId; 2]> {
    let pairs = drawn.pairs.iter();
    pairs
        .map(|pair| [pair.a.min(pair.b), pair.a.max(pair.b)])
        .collect()
}
