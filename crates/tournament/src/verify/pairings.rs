//! Checks the pairings of a round without drawing them: everybody has one place, the bye is right, there are no avoidable
//! rematches, and nobody leaves their points group without need.

use super::judge::Wrong;
use super::{LineFault, Verifier};
use crate::command::Command;
use crate::decide;
use crate::draws::{self, SwissField};
use crate::entry::{Drawn, Gave, Pairing};
use crate::ids::PlayerId;
use crate::log::Named;
use crate::standings;
use crate::state::{Phase, State};
use muster_pairing::swiss::{self, Check, Pair, Verdict};
use muster_regulations::EliminationKind;
use std::collections::BTreeSet;

/// How many rematches are named; the rest are only counted.
const MOST_PAIRS_NAMED: usize = 3;

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
                let again = check.repeats.iter().take(MOST_PAIRS_NAMED);
                return Err(Wrong::against(
                    "PAIR-4",
                    LineFault::AvoidableRepeats {
                        repeats: check.repeats.len(),
                        fewest,
                        pairs: again.map(|pair| couple(state, *pair)).collect(),
                    },
                ));
            }
            Verdict::Worse => return Err(Wrong::against("PAIR-6", LineFault::NotBest)),
            Verdict::Incomplete => return Err(Wrong::against("PAIR-3", LineFault::Incomplete)),
        }
        if check.repeats.len() != drawn.repeats as usize {
            return Err(Wrong::against(
                "PAIR-5",
                LineFault::OtherRepeats {
                    written: drawn.repeats,
                    counted: check.repeats.len(),
                },
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
            let player = state.named(id);
            return Err(Wrong::against("PAIR-3", LineFault::TwoPlaces { player }));
        }
    }
    let active: BTreeSet<PlayerId> = state.active().map(|player| player.id).collect();
    if let Some(gone) = placed.difference(&active).next() {
        let player = state.named(*gone);
        return Err(Wrong::against("DROP-1", LineFault::PairedAbsent { player }));
    }
    if let Some(missing) = active.difference(&placed).next() {
        let player = state.named(*missing);
        return Err(Wrong::against("PAIR-3", LineFault::NotPlaced { player }));
    }
    Ok(())
}

/// BYE-1 to BYE-3, from the standings and not from the draw.
fn check_bye(state: &State, drawn: &Drawn, pins: &[[PlayerId; 2]]) -> Result<(), Wrong> {
    let holder = match drawn.byes.as_slice() {
        [] => return Ok(()),
        [holder] => *holder,
        _ => {
            let byes = drawn.byes.len();
            return Err(Wrong::against("BYE-1", LineFault::ManyByes { byes }));
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
            LineFault::OtherBye {
                holder: state.named(holder),
                belongs_to: state.named(*id),
            },
        )),
    }
}

fn check_best(state: &State, drawn: &Drawn, pins: &[[PlayerId; 2]]) -> Result<Check, Wrong> {
    let paired = drawn.pairs.iter().flat_map(|pair| [pair.a, pair.b]);
    let players: Vec<PlayerId> = paired
        .filter(|id| !pins.iter().flatten().any(|pinned| pinned == id))
        .collect();
    let field = SwissField::new(state, &players, pins);
    // Keeping clubs apart ranks below all rules.
    let field = swiss::Field {
        clubs: None,
        ..field.as_swiss()
    };
    let pairs: Vec<Pair> = drawn
        .pairs
        .iter()
        .map(|Pairing { a, b, .. }| draws::pair_of(*a, *b))
        .collect();
    swiss::check(&field, &pairs).map_err(|_| Wrong::against("PAIR-3", LineFault::Incomplete))
}

fn couple(state: &State, pair: Pair) -> [Named; 2] {
    [pair.a, pair.b].map(|index| state.named(PlayerId::at(index as usize)))
}

/// Says how a draw differs from the one that its seed gives.
pub(super) fn differs(state: &State, stands: &Drawn, must: &Drawn) -> Wrong {
    if stands.round != must.round {
        return Wrong::new(LineFault::OtherRound {
            written: stands.round,
            next: must.round,
        });
    }
    if stands.attempt != must.attempt {
        return Wrong::new(LineFault::OtherAttempt {
            round: must.round,
            written: stands.attempt,
            attempt: must.attempt,
        });
    }
    if state.phase == Phase::Swiss {
        return Wrong::new(if stands.byes != must.byes {
            LineFault::ByeNotDrawn
        } else if couples(stands) != couples(must) {
            LineFault::PairsNotDrawn
        } else {
            LineFault::TablesNotDrawn
        });
    }
    let clause = match state.setup.regulation.book().elimination {
        EliminationKind::Single => "SE-2",
        EliminationKind::Seeded => "GC-BRACKET",
        EliminationKind::Double => "CG-SEED",
    };
    if stands.seeds != must.seeds {
        Wrong::against("SE-3", LineFault::BracketNotDrawn)
    } else if couples(stands) != couples(must) {
        Wrong::against(clause, LineFault::OtherGames)
    } else if stands.byes != must.byes {
        Wrong::against(clause, LineFault::OtherByes)
    } else if stands.dark != must.dark {
        Wrong::against("CG-SIDE", LineFault::OtherSides)
    } else {
        Wrong::new(LineFault::TablesNotDrawn)
    }
}

fn couples(drawn: &Drawn) -> BTreeSet<[PlayerId; 2]> {
    let pairs = drawn.pairs.iter();
    pairs
        .map(|pair| [pair.a.min(pair.b), pair.a.max(pair.b)])
        .collect()
}
