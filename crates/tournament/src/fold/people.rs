//! Folding what concerns people: registration, new personal data, leaving, and replacements.

use super::{Misfit, Step};
use crate::command::NewPlayer;
use crate::entry::Gave;
use crate::ids::PlayerId;
use crate::knockout::{self, CutMade, Kept};
use crate::personal::Personal;
use crate::state::{
    Changed, MatchStatus, Phase, Player, RoundStatus, Stale, State, Status, namesake_key,
};
use muster_regulations::StageKind;

impl State {
    pub(super) fn register(&mut self, new: &NewPlayer, personal: Option<Personal>) {
        let late = self.phase != Phase::Registration;
        if let Some(personal) = &personal {
            *self
                .namesakes
                .entry(namesake_key(&personal.name))
                .or_default() += 1;
        }
        self.players.push(Player {
            id: PlayerId::at(self.players.places()),
            sealed: new.who,
            personal,
            faction: new.faction.clone(),
            list_points: new.list_points,
            leader: new.leader,
            status: if late {
                Status::Active
            } else {
                Status::Registered
            },
            gone_from: None,
            absent_at: None,
            redacted: false,
            seats: Vec::new(),
        });
        if late {
            self.outdate(Stale::Arrival);
        }
    }

    /// Replaces or erases personal data and updates the count of namesakes.
    pub(super) fn rename(
        &mut self,
        id: PlayerId,
        personal: Option<Personal>,
    ) -> Result<(), Misfit> {
        let new = personal.as_ref().map(|p| namesake_key(&p.name));
        let old = std::mem::replace(&mut self.player_mut(id)?.personal, personal);
        if let Some(count) = old.and_then(|old| self.namesakes.get_mut(&namesake_key(&old.name))) {
            *count = count.saturating_sub(1);
        }
        if let Some(new) = new {
            *self.namesakes.entry(new).or_default() += 1;
        }
        Ok(())
    }

    /// What leaving changes beyond the player: the seeds before the bracket is played, an outdated draft, a walkover.
    pub(super) fn leave(&mut self, player: PlayerId, gave: &Gave) -> Result<(), Misfit> {
        if let Gave::Seeds(seeds) = gave {
            return self.reseed(seeds);
        }
        let in_bracket = self.phase == Phase::Elimination;
        if in_bracket {
            let from = knockout::round_at_hand(self);
            // A player who had already left and is removed now has been missing since then.
            self.player_mut(player)?.gone_from.get_or_insert(from);
        }
        let left = Changed::Left(self.named(player));
        let Some(round) = self.rounds.last_mut().filter(|round| round.holds(player)) else {
            return Ok(());
        };
        if round.status == RoundStatus::Draft {
            round.stale = Some(Stale::Changed(left));
        } else if in_bracket
            && let Some(m) = round.matches.iter_mut().find(|m| m.seat(player).is_some())
            && m.status != MatchStatus::Confirmed
        {
            m.status = MatchStatus::Walkover;
            m.report = None;
            m.outcome = None;
        }
        Ok(())
    }

    /// CUT-2: somebody else is in. No bracket game was played, so the first round is drawn again.
    pub(super) fn reseed(&mut self, seeds: &[PlayerId]) -> Result<(), Misfit> {
        for seed in seeds {
            self.player_mut(*seed)?.status = Status::Active;
        }
        let old = self.knockout.as_ref();
        let made = old.and_then(|old| old.reseeded(seeds));
        let later_day = old.is_some_and(|old| old.later_day);
        self.seed(seeds, later_day, made)
    }

    /// CUT-1: makes the cut, or makes it again from corrected standings. Players who have left stay out.
    pub(super) fn cut(
        &mut self,
        position: u64,
        seeds: &[PlayerId],
        later_day: bool,
    ) -> Result<(), Misfit> {
        let old = self.knockout.as_ref();
        let before = old.and_then(|old| old.cut.clone());
        let later_day = later_day || old.is_some_and(|old| old.later_day);
        let made = CutMade {
            at: position,
            kept: None,
            ..before.unwrap_or_else(|| CutMade {
                field: self.active().map(|player| player.id).collect(),
                ..CutMade::default()
            })
        };
        self.phase = Phase::Elimination;
        for player in &mut self.players {
            match player.status {
                Status::Active if !seeds.contains(&player.id) => player.status = Status::CutOff,
                Status::CutOff if seeds.contains(&player.id) => player.status = Status::Active,
                _ => {}
            }
        }
        self.seed(seeds, later_day, Some(made))
    }

    /// Remembers the decision to keep the cut although the standings give a different one.
    pub(super) fn keep_cut(&mut self, step: &Step, reason: &str) -> Result<(), Misfit> {
        let instead_of = knockout::whoever_left(self);
        let Some(made) = self.knockout.as_mut().and_then(|k| k.cut.as_mut()) else {
            return Err(Misfit::NoCut);
        };
        made.kept = Some(Kept {
            instead_of,
            reason: reason.to_owned(),
            given: step.act(),
        });
        Ok(())
    }

    /// Makes the bracket; a round of it that was drawn with other seeds must be drawn again.
    fn seed(
        &mut self,
        seeds: &[PlayerId],
        later_day: bool,
        made: Option<CutMade>,
    ) -> Result<(), Misfit> {
        let regulation = self.setup.regulation;
        self.knockout = Some(knockout::after_cut(regulation, seeds, later_day, made)?);
        if let Some(round) = self.rounds.last_mut()
            && round.stage == StageKind::Elimination
        {
            round.status = RoundStatus::Draft;
            round.stale = Some(Stale::Changed(Changed::Seeds));
        }
        Ok(())
    }
}
