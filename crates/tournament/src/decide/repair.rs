//! Repairing a published Swiss round: as few tables as possible change, so that its pairing is best again by what is
//! known now. Draws nothing; promises that no game in progress is moved unless its table was named.

use super::{before, pins, refuse_result, rounds, table_of, text};
use crate::draws::{self, SwissField};
use crate::entry::{Gave, Pairing, Repaired};
use crate::ids::{PlayerId, TableNo};
use crate::refusal::{HasResult, NotNow, Refusal, Selection, TextField};
use crate::state::{ManualChange, Match, MatchStatus, Round, RoundStatus, State, Status};
use muster_pairing::swiss::{self, Pair, Verdict};
use muster_regulations::StageKind;
use std::collections::BTreeSet;

pub(super) fn repair(state: &State, tables: &[TableNo], reason: &str) -> Result<Gave, Refusal> {
    text(TextField::Reason, reason)?;
    let round = rounds::published(state)?;
    if round.stage != StageKind::Swiss {
        return Err(NotNow::BracketPairings.into());
    }
    for (i, table) in tables.iter().enumerate() {
        let m = table_of(round, *table)?;
        if tables[..i].contains(table) {
            return Err(Selection::TableTwice(*table).into());
        }
        if m.status == MatchStatus::Confirmed {
            return refuse_result(round, *table, HasResult::NotMoved);
        }
    }
    let plan = Plan::new(state, round, |m| tables.contains(&m.table));
    let Some(repaired) = plan.best() else {
        return Err(NotNow::RepairTooLarge.into());
    };
    if !repaired.is_nothing() {
        return Ok(Gave::Repaired(repaired));
    }
    // Would it help to move games that are being played?
    let movable = Plan::new(state, round, |m| m.status != MatchStatus::Confirmed);
    let wanted: Vec<TableNo> = movable
        .best()
        .map_or_else(Vec::new, |wider| wider.tables)
        .iter()
        .filter(|pair| !tables.contains(&pair.table))
        .map(|pair| pair.table)
        .collect();
    let round = round.number;
    Err(if wanted.is_empty() {
        Selection::NothingToRepair(round)
    } else {
        let tables = wanted;
        Selection::RepairMoves { round, tables }
    }
    .into())
}

/// Returns whether a round can be repaired without moving a game in progress.
pub(crate) fn is_possible(state: &State, round: &Round) -> bool {
    let current = state.current().map(|round| round.number);
    let open = round.status == RoundStatus::Published && round.stage == StageKind::Swiss;
    open && current == Some(round.number) && Plan::new(state, round, |_| false).can_improve()
}

impl Repaired {
    fn is_nothing(&self) -> bool {
        self.tables.is_empty() && self.bye.is_none()
    }
}

/// Whether a player has a fixed seat at a table that is free.
type Wish<'a> = &'a dyn Fn(PlayerId, &Match) -> bool;

/// What may change in a round, and what that depends on.
struct Plan<'a> {
    state: &'a State,
    round: &'a Round,
    field: SwissField,
    /// Tables whose players may change.
    free: Vec<&'a Match>,
    /// Who had the bye and may get an opponent.
    had_bye: Option<PlayerId>,
    /// Who has the bye by the standings as they are.
    bye: Option<PlayerId>,
}

impl<'a> Plan<'a> {
    /// Finds what may change: games that nobody has begun, and those that are named.
    fn new(state: &'a State, round: &'a Round, named: impl Fn(&Match) -> bool) -> Plan<'a> {
        let found = before(state);
        let pinned = pins(round);
        let plays = |id: PlayerId| {
            let player = state.player(id);
            player.is_some_and(|player| player.status == Status::Active)
        };
        let all_play = round.clock.is_some() || round.begun;
        let may_change = |m: &Match| {
            let in_play = all_play || state.is_told(round, m);
            let open = !in_play && !by_hand(round, m);
            let is_pinned = pinned.iter().any(|pin| m.seat(pin[0]).is_some());
            (open || named(m)) && !is_pinned && plays(m.a) && plays(m.b)
        };
        let (free, fixed): (Vec<&Match>, Vec<&Match>) =
            round.matches.iter().partition(|m| may_change(m));
        let holder = round.byes.first().copied();
        let had_bye = holder.filter(|id| plays(*id) && !swapped(round, *id));
        let mut players: Vec<PlayerId> = free.iter().flat_map(|m| [m.a, m.b]).collect();
        players.extend(had_bye);
        players.sort_unstable();
        let first = found.swiss_rounds().next().is_none();
        let bye = match had_bye {
            // BYE-1: the bye of the first round was drawn and stays.
            Some(holder) if first => Some(holder),
            Some(_) => draws::bye_holder(&found, &players, round.seed),
            None => None,
        };
        players.retain(|id| Some(*id) != bye);
        let fixed: Vec<[PlayerId; 2]> = fixed.iter().map(|m| [m.a, m.b]).collect();
        Plan {
            state,
            round,
            field: SwissField::new(&found, &players, &fixed),
            free,
            had_bye,
            bye,
        }
    }

    /// The field without preferences: keeping clubs apart ranks below all rules.
    fn swiss(&self) -> swiss::Field<'_> {
        swiss::Field {
            clubs: None,
            ..self.field.as_swiss()
        }
    }

    fn seated(&self) -> Vec<Pair> {
        let matches = self.round.matches.iter();
        matches.map(|m| draws::pair_of(m.a, m.b)).collect()
    }

    fn can_improve(&self) -> bool {
        if self.bye != self.had_bye {
            return true;
        }
        let judged = swiss::check(&self.swiss(), &self.seated());
        judged.is_ok_and(|check| {
            matches!(
                check.verdict,
                Verdict::Worse | Verdict::AvoidableRepeats { .. }
            )
        })
    }

    /// The smallest change that makes the pairing best, or nothing if it cannot be found.
    fn best(&self) -> Option<Repaired> {
        if !self.can_improve() {
            return Some(Repaired {
                tables: Vec::new(),
                bye: None,
            });
        }
        let best = swiss::closest(&self.swiss(), &self.seated()).ok()??;
        let sorted = |a: PlayerId, b: PlayerId| (a.min(b), a.max(b));
        let player = |index: u32| PlayerId::at(index as usize);
        let best = best.iter().map(|pair| [player(pair.a), player(pair.b)]);
        let stays: BTreeSet<(PlayerId, PlayerId)> = self
            .round
            .matches
            .iter()
            .map(|m| sorted(m.a, m.b))
            .collect();
        let new: Vec<[PlayerId; 2]> = best
            .filter(|[a, b]| !stays.contains(&sorted(*a, *b)))
            .collect();
        let best: BTreeSet<(PlayerId, PlayerId)> =
            new.iter().map(|[a, b]| sorted(*a, *b)).collect();
        let moved: BTreeSet<PlayerId> = best.iter().flat_map(|(a, b)| [*a, *b]).collect();
        let freed = self
            .free
            .iter()
            .filter(|m| {
                [m.a, m.b]
                    .iter()
                    .any(|id| moved.contains(id) || self.bye == Some(*id))
            })
            .copied()
            .collect();
        Some(Repaired {
            tables: self.tables(new, freed),
            bye: self.bye.filter(|bye| Some(*bye) != self.had_bye),
        })
    }

    /// Gives the new pairs free tables: one where either player has a fixed seat or already sits, else any.
    fn tables(&self, pairs: Vec<[PlayerId; 2]>, mut freed: Vec<&Match>) -> Vec<Pairing> {
        let fixed = &self.state.setup.wishes.fixed_tables;
        let at_home = |id: PlayerId, table: TableNo| {
            let seats = self.state.player(id).map(|player| &player.seats);
            seats.is_some_and(|seats| seats.contains(&table))
                || fixed
                    .iter()
                    .any(|fixed| fixed.player == id && fixed.table == table)
        };
        let sits = |id: PlayerId, m: &Match| m.seat(id).is_some();
        let mut tables: Vec<Pairing> = Vec::new();
        let mut left = pairs;
        let wishes: [Wish; 3] = [&|id, m| at_home(id, m.table), &sits, &|_, _| true];
        for wish in wishes {
            left.retain(|[a, b]| {
                let place = freed.iter().position(|m| wish(*a, m) || wish(*b, m));
                if let Some(place) = place {
                    let table = freed.remove(place).table;
                    tables.push(Pairing {
                        table,
                        a: *a,
                        b: *b,
                    });
                }
                place.is_none()
            });
        }
        tables.sort_by_key(|pair| pair.table);
        tables
    }
}

/// Whether people have changed a table; they are not second-guessed.
fn by_hand(round: &Round, m: &Match) -> bool {
    round.manual.iter().any(|change| match change {
        ManualChange::AsPlayed { tables, .. } => tables.contains(&m.table),
        _ => swapped(round, m.a) || swapped(round, m.b),
    })
}

fn swapped(round: &Round, player: PlayerId) -> bool {
    round.manual.iter().any(|change| match change {
        ManualChange::Swapped { a, b, .. } => [*a, *b].contains(&player),
        _ => false,
    })
}
