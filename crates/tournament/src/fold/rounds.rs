//! Folding rounds: the start, draws, changes by hand, late seats and the end of a round.

use super::Misfit;
use crate::entry::{Drawn, Gave, Pairing, Repaired, Seated, Started};
use crate::ids::{PlayerId, TableNo};
use crate::knockout;
use crate::state::{
    ManualChange, Match, MatchStatus, Phase, Round, RoundStatus, Stale, State, Status,
};
use muster_regulations::StageKind;
use std::collections::BTreeMap;

impl State {
    pub(super) fn start(&mut self, phrase: Option<String>, started: &Started) {
        self.phrase = phrase;
        self.structure = Some(started.structure);
        self.attendance = started.attendance;
        self.tiebreak = Some(started.tiebreak);
        self.phase = if started.structure.rounds == 0 {
            Phase::Elimination
        } else {
            Phase::Swiss
        };
        // Players who were absent at the start may enter later (DROP-4).
        for player in &mut self.players {
            if player.status == Status::Registered {
                player.status = Status::Dropped;
            }
        }
    }

    pub(super) fn draft(&mut self, position: u64, drawn: &Drawn) -> Result<(), Misfit> {
        let number = self.next_round();
        if drawn.round != number {
            return Err(Misfit::OtherRound {
                drawn: drawn.round,
                next: number,
            });
        }
        let stage = if self.phase == Phase::Swiss {
            StageKind::Swiss
        } else {
            StageKind::Elimination
        };
        if !drawn.seeds.is_empty() && self.knockout.is_none() {
            self.knockout = Some(
                knockout::from_start(drawn).map_err(|_| Misfit::BracketSize {
                    seeds: drawn.seeds.len(),
                })?,
            );
        }
        let matches = self.matches(stage, drawn)?;
        self.count_attempt(number, drawn.attempt);
        self.rounds.push(Round {
            number,
            stage,
            status: RoundStatus::Draft,
            drawn_at: position,
            attempt: drawn.attempt,
            seed: drawn.seed,
            matches,
            byes: drawn.byes.clone(),
            repeats: drawn.repeats,
            manual: Vec::new(),
            stale: None,
            clock_seed: None,
            clock: None,
            begun: false,
            extensions: Vec::new(),
            published: None,
        });
        Ok(())
    }

    pub(super) fn redraw(
        &mut self,
        position: u64,
        drawn: &Drawn,
        manual: Vec<ManualChange>,
    ) -> Result<(), Misfit> {
        if self.rounds.pop().is_none() {
            return Err(Misfit::NoDraft);
        }
        if self.rounds.is_empty() && !drawn.seeds.is_empty() {
            self.knockout = None;
        }
        self.draft(position, drawn)?;
        self.round_mut()?.manual = manual;
        Ok(())
    }

    pub(super) fn matches(&self, stage: StageKind, drawn: &Drawn) -> Result<Vec<Match>, Misfit> {
        let nodes = match stage {
            StageKind::Swiss => BTreeMap::new(),
            StageKind::Elimination => knockout::ready(self),
        };
        let mut matches = Vec::with_capacity(drawn.pairs.len());
        for &Pairing { table, a, b } in &drawn.pairs {
            for player in [a, b] {
                if self.player(player).is_none() {
                    return Err(Misfit::NoPlayer { player });
                }
            }
            let mut m = new_match(table, a, b);
            if stage == StageKind::Elimination {
                m.node = nodes.get(&(a.min(b), a.max(b))).copied();
                if m.node.is_none() {
                    return Err(Misfit::NotPaired { a, b });
                }
                m.dark = drawn.dark.iter().find_map(|dark| m.seat(*dark));
            }
            matches.push(m);
        }
        matches.sort_by_key(|m| m.table);
        if matches
            .windows(2)
            .any(|pair| matches!(pair, [one, two] if one.table == two.table))
        {
            return Err(Misfit::TableTwice);
        }
        Ok(matches)
    }

    pub(super) fn swap(&mut self, a: PlayerId, b: PlayerId, reason: &str) -> Result<(), Misfit> {
        let round = self.round_mut()?;
        let other = |player: &mut PlayerId| {
            if *player == a {
                *player = b;
            } else if *player == b {
                *player = a;
            }
        };
        for m in &mut round.matches {
            other(&mut m.a);
            other(&mut m.b);
        }
        round.byes.iter_mut().for_each(other);
        round.manual.push(ManualChange::Swapped {
            a,
            b,
            reason: reason.to_owned(),
        });
        self.recount_repeats();
        Ok(())
    }

    pub(super) fn recount_repeats(&mut self) {
        let Some(round) = self.rounds.last() else {
            return;
        };
        let number = round.number;
        let met_before = |m: &Match| {
            self.swiss_rounds()
                .filter(|earlier| earlier.number < number)
                .any(|earlier| {
                    earlier
                        .match_of(m.a)
                        .is_some_and(|before| before.seat(m.b).is_some())
                })
        };
        let repeats = round.matches.iter().filter(|m| met_before(m)).count();
        if let Some(round) = self.rounds.last_mut() {
            round.repeats = u32::try_from(repeats).unwrap_or(u32::MAX);
        }
    }

    pub(super) fn seat(&mut self, players: &[PlayerId], seated: &Seated) -> Result<(), Misfit> {
        let round = self.round_mut()?;
        for pair in &seated.pairs {
            round.matches.push(new_match(pair.table, pair.a, pair.b));
        }
        round.matches.sort_by_key(|m| m.table);
        round.byes.retain(|bye| Some(*bye) != seated.bye_taken_back);
        round.byes.extend(seated.bye);
        round.manual.push(ManualChange::Seated {
            players: players.to_vec(),
        });
        let everybody_sits = self
            .active()
            .all(|p| self.rounds.last().is_none_or(|r| r.holds(p.id)));
        if everybody_sits {
            self.round_mut()?.stale = None;
        }
        Ok(())
    }

    pub(super) fn as_played(&mut self, tables: &[Pairing], reason: &str) -> Result<(), Misfit> {
        for played in tables {
            let m = self.table_mut(played.table)?;
            m.a = played.a;
            m.b = played.b;
            // Claims made by other players at this table do not belong to the new ones.
            m.claims = [None, None];
        }
        let manual = ManualChange::AsPlayed {
            tables: tables.iter().map(|t| t.table).collect(),
            reason: reason.to_owned(),
        };
        self.round_mut()?.manual.push(manual);
        self.recount_repeats();
        Ok(())
    }

    /// Seats the players of the changed tables; earlier reports there are void.
    pub(super) fn repair(&mut self, repaired: &Repaired, reason: &str) -> Result<(), Misfit> {
        for pair in &repaired.tables {
            *self.table_mut(pair.table)? = new_match(pair.table, pair.a, pair.b);
        }
        let round = self.round_mut()?;
        if let Some(bye) = repaired.bye {
            round.byes = vec![bye];
        }
        round.manual.push(ManualChange::Repaired {
            tables: repaired.tables.iter().map(|pair| pair.table).collect(),
            reason: reason.to_owned(),
        });
        self.recount_repeats();
        Ok(())
    }

    pub(super) fn finish_round(&mut self, gave: &Gave) -> Result<(), Misfit> {
        let round = self.round_mut()?;
        round.status = RoundStatus::Finished;
        for m in &mut round.matches {
            if m.outcome.is_some() {
                m.status = MatchStatus::Confirmed;
            }
        }
        if let Gave::ClockSeed(seed) = gave {
            round.clock_seed = Some(*seed);
        }
        Ok(())
    }

    /// Marks a draft as out of date. An arrival does not replace a more serious reason.
    pub(super) fn outdate(&mut self, why: Stale) {
        if let Some(round) = self.rounds.last_mut()
            && round.status == RoundStatus::Draft
            && !matches!(round.stale, Some(Stale::Changed(_)))
        {
            round.stale = Some(why);
        }
    }
}

pub(super) fn new_match(table: TableNo, a: PlayerId, b: PlayerId) -> Match {
    Match {
        table,
        a,
        b,
        node: None,
        status: MatchStatus::Playing,
        claims: [None, None],
        report: None,
        outcome: None,
        dark: None,
        noted: None,
    }
}
