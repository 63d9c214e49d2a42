//! What happens to people: they drop, come late, rejoin, are disqualified, and have their data erased.

use super::hall::Hall;
use super::{HOST, Stuck};
use crate::lists;
use muster_regulations::Role;
use muster_tournament::lists::hand_in;
use muster_tournament::state::{Phase, RoundStatus, Status};
use muster_tournament::{By, Command, PlayerId, Refusal, Request, StaffId};

impl Hall<'_> {
    /// Adds somebody to the staff.
    pub(super) fn assign(&mut self, role: Role) -> Result<(), Stuck> {
        let person = self.person();
        let who = person.seal();
        self.act_with(HOST, Command::Assign { role, who }, vec![person])
    }

    /// Sends one of the staff home, unless the organizer plays and nobody else would be there (ROLE-5).
    fn send_a_leader_home(&mut self) -> Result<(), Stuck> {
        let staff = self.state().staff.iter().filter(|staff| staff.on_duty);
        let others: Vec<StaffId> = staff.map(|staff| staff.id).skip(1).collect();
        let Some(staff) = self.pick(&others) else {
            return Ok(());
        };
        self.attempt(HOST, Command::Dismiss { staff }, |refusal| {
            matches!(refusal, Refusal::Role { .. })
        })?;
        Ok(())
    }

    /// Corrects somebody's registration.
    pub(super) fn amend_somebody(&mut self) -> Result<(), Stuck> {
        let everybody: Vec<PlayerId> = self.state().players.iter().map(|p| p.id).collect();
        let chance = self.plan.incidents.corrections;
        let Some(player) = self.pick(&everybody).filter(|_| self.happens(chance)) else {
            return Ok(());
        };
        let person = self.person();
        let by = self.leader();
        let faction = lists::factions(self.plan.regulation).last().copied();
        self.act_with(
            by,
            Command::Amend {
                player,
                who: Some(person.seal()),
                faction: faction.map(str::to_owned),
                list_points: None,
            },
            vec![person],
        )
    }

    /// Players who are there submit lists, by phone or at the desk.
    pub(super) fn hand_in_lists(&mut self) -> Result<(), Stuck> {
        let chance = self.plan.incidents.lists;
        for player in self.players(Status::Active) {
            if !self.happens(chance) {
                continue;
            }
            let known = self.state().player(player).and_then(|p| p.faction.clone());
            let faction = known.unwrap_or_else(|| self.faction());
            let list = self.list(player, &faction);
            let by = match self.draw.below(2) {
                0 => By::Player(player),
                _ => self.leader(),
            };
            let command = hand_in(player, &list, None, None);
            self.ask(Request::new(by, self.now, command).with(list))?;
        }
        Ok(())
    }

    /// Some players ask to have their personal data erased.
    pub(super) fn forget_somebody(&mut self) -> Result<(), Stuck> {
        let chance = self.plan.incidents.redactions;
        let known = self.state().players.iter().filter(|p| !p.redacted);
        for player in known.map(|p| p.id).collect::<Vec<_>>() {
            if self.happens(chance) {
                self.act(HOST, Command::Redact { player })?;
            }
        }
        Ok(())
    }

    /// What happens between two rounds.
    pub(super) fn between_rounds(&mut self) -> Result<(), Stuck> {
        let incidents = self.plan.incidents;
        for player in self.players(Status::Active) {
            if self.happens(incidents.drops) {
                self.leave(player)?;
            } else if self.happens(incidents.disqualifications) {
                self.disqualify(player)?;
            }
        }
        for player in self.players(Status::Dropped) {
            if self.happens(incidents.rejoins) {
                self.come_back(player)?;
            }
        }
        if self.happens(incidents.late_entries) {
            self.come_late()?;
        }
        if self.happens(incidents.corrections) {
            self.correct_something()?;
        }
        if self.happens(incidents.mischief) {
            self.forget_somebody()?;
            self.send_a_leader_home()?;
        }
        Ok(())
    }

    /// A player drops, by phone or at the desk.
    pub(super) fn leave(&mut self, player: PlayerId) -> Result<(), Stuck> {
        let by = match self.draw.below(2) {
            0 => By::Player(player),
            _ => self.desk(),
        };
        self.act(by, Command::Drop { player })?;
        self.put_back_victim(player)
    }

    /// The organizer disqualifies a player.
    pub(super) fn disqualify(&mut self, player: PlayerId) -> Result<(), Stuck> {
        let reason = "went on after two warnings".to_owned();
        self.act(HOST, Command::Disqualify { player, reason })?;
        if self.happens(self.plan.incidents.mischief) {
            self.mischief(HOST, Command::Rejoin { player }, |refusal| {
                matches!(refusal, Refusal::Player { .. })
            })?;
        }
        self.put_back_victim(player)
    }

    /// May put back the player who lost the last bracket game to somebody who has left (INCIDENT 21).
    fn put_back_victim(&mut self, gone: PlayerId) -> Result<(), Stuck> {
        let state = self.state();
        let lost = state.elimination_rounds().last().and_then(|round| {
            let m = round.match_of(gone)?;
            m.opponent(gone).filter(|_| m.winner() == Some(gone))
        });
        let Some(player) = lost.filter(|_| self.coin()) else {
            return Ok(());
        };
        let reason = "the winner has left".to_owned();
        self.attempt(HOST, Command::PutBack { player, reason }, |refusal| {
            matches!(refusal, Refusal::Player { .. })
        })?;
        Ok(())
    }

    fn come_back(&mut self, player: PlayerId) -> Result<(), Stuck> {
        // Refused in the bracket, for a player who never played once the last round is paired (DROP-4), and for one of
        // the staff if nobody else is left (ROLE-5).
        self.attempt(HOST, Command::Rejoin { player }, |refusal| {
            matches!(
                refusal,
                Refusal::Player { .. } | Refusal::NotNow { .. } | Refusal::Role { .. }
            )
        })?;
        Ok(())
    }

    /// Registers latecomers while late entry is open (DROP-4). Returns whether somebody came.
    pub(super) fn come_late(&mut self) -> Result<bool, Stuck> {
        let state = self.state();
        let rounds = state.structure.map_or(0, |structure| structure.rounds);
        let published = state
            .swiss_rounds()
            .filter(|round| round.status > RoundStatus::Draft)
            .count();
        if state.phase != Phase::Swiss || published >= rounds as usize {
            return Ok(false);
        }
        let count = 1 + self.draw.below(2);
        self.register(count, None)?;
        Ok(true)
    }
}
