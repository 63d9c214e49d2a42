//! One round: drawn, changed by hand, published, played, and finished or voided.

use super::hall::Hall;
use super::{HOST, Stuck};
use muster_regulations::StageKind;
use muster_tournament::entry::Pairing;
use muster_tournament::knockout;
use muster_tournament::state::{MatchStatus, Status};
use muster_tournament::{By, Command, PlayerId, Refusal, TableNo};

impl Hall<'_> {
    pub(super) fn round(&mut self) -> Result<(), Stuck> {
        let desk = self.desk();
        self.act(desk, Command::Draft)?;
        self.change_draft()?;
        loop {
            self.decide_cut()?;
            if !self.settle_draft()? {
                return Ok(());
            }
            let desk = self.desk();
            self.act(desk, Command::Publish)?;
            self.change_published()?;
            if self.voided < 2 && self.happens(self.plan.incidents.voided_rounds) {
                return self.void("fire alarm");
            }
            self.begin_play()?;
            for table in self.tables() {
                self.play(table)?;
            }
            // If a qualified player drops before the first game and is replaced, the round is a draft again (CUT-2).
            if self.playing() {
                break;
            }
        }
        if self.voided < 2 && self.happens(self.plan.incidents.voided_rounds) {
            return self.void("the tables were double booked");
        }
        self.accept_reports()?;
        let desk = self.desk();
        self.act(desk, Command::FinishRound)
    }

    /// Results that only one player reported count once the desk accepts them.
    fn accept_reports(&mut self) -> Result<(), Stuck> {
        let round = self.state().current();
        let reported = round.into_iter().flat_map(|round| round.reported());
        let tables: Vec<TableNo> = reported.map(|m| m.table).collect();
        if tables.is_empty() {
            return Ok(());
        }
        let desk = self.desk();
        self.attempt(desk, Command::FinishRound, |refusal| {
            matches!(refusal, Refusal::Unconfirmed { .. })
        })?;
        self.act(desk, Command::AcceptReports { tables })
    }

    /// After a correction the standings may give another cut. It is made again or kept (CUT-1).
    pub(super) fn decide_cut(&mut self) -> Result<(), Stuck> {
        let Some(mismatch) = knockout::undecided(self.state()) else {
            return Ok(());
        };
        let command = if mismatch.can_cut_again && self.coin() {
            Command::Cut { later_day: false }
        } else {
            let reason = "everybody else has gone home".to_owned();
            Command::KeepCut { reason }
        };
        self.act(HOST, command)
    }

    /// After a correction the pairing of a published Swiss round may no longer be the best, so it is repaired.
    pub(super) fn repair(&mut self) -> Result<(), Stuck> {
        let desk = self.desk();
        let (tables, reason) = (Vec::new(), "a slip was misread".to_owned());
        // Refused if there is nothing to repair, or in a bracket.
        self.attempt(desk, Command::Repair { tables, reason }, |refusal| {
            matches!(refusal, Refusal::Selection { .. } | Refusal::NotNow { .. })
        })?;
        Ok(())
    }

    /// The tables of the round, in the random order in which they finish.
    fn tables(&mut self) -> Vec<TableNo> {
        let matches = self.state().current().map(|round| &round.matches);
        let mut tables: Vec<TableNo> = matches.into_iter().flatten().map(|m| m.table).collect();
        self.draw.shuffle(&mut tables);
        tables
    }

    fn void(&mut self, reason: &str) -> Result<(), Stuck> {
        self.voided += 1;
        let reason = reason.to_owned();
        self.act(HOST, Command::VoidRound { reason })
    }

    /// Changes a draft by hand before it is published.
    fn change_draft(&mut self) -> Result<(), Stuck> {
        let incidents = self.plan.incidents;
        if self.happens(incidents.redraws) {
            self.redraw()?;
        }
        if self.happens(incidents.pins) {
            self.pin()?;
        }
        if self.happens(incidents.swaps) {
            self.swap()?;
        }
        if self.happens(incidents.late_entries) {
            self.come_late()?;
        }
        if self.happens(incidents.drops)
            && let Some(player) = self.somebody_active()
        {
            self.leave(player)?;
        }
        if self.happens(incidents.corrections) {
            self.correct_something()?;
        }
        Ok(())
    }

    fn somebody_active(&mut self) -> Option<PlayerId> {
        let active = self.players(Status::Active);
        self.pick(&active)
    }

    fn redraw(&mut self) -> Result<(), Stuck> {
        let desk = self.desk();
        let reason = "brothers at one table".to_owned();
        self.act(desk, Command::Redraw { reason })
    }

    fn swap(&mut self) -> Result<(), Stuck> {
        self.change_pair(|a, b, anyway| Command::Swap {
            a,
            b,
            reason: "one of them needs the ramp".to_owned(),
            anyway,
        })
    }

    fn pin(&mut self) -> Result<(), Stuck> {
        self.change_pair(|a, b, anyway| Command::Pin {
            a,
            b,
            reason: "a match for the camera".to_owned(),
            anyway,
        })
    }

    fn change_pair(
        &mut self,
        command: impl Fn(PlayerId, PlayerId, bool) -> Command,
    ) -> Result<(), Stuck> {
        let (Some(a), Some(b)) = (self.somebody_active(), self.somebody_active()) else {
            return Ok(());
        };
        let (desk, anyway) = (self.desk(), self.coin());
        // Refused if the two play each other, are pinned, have met their new opponents, or are in a bracket.
        self.attempt(desk, command(a, b, anyway), |refusal| {
            matches!(
                refusal,
                Refusal::Player { .. } | Refusal::Repeat { .. } | Refusal::NotNow { .. }
            )
        })?;
        Ok(())
    }

    /// Redraws a stale draft; returns `false` if not enough players are left.
    fn settle_draft(&mut self) -> Result<bool, Stuck> {
        loop {
            let current = self.state().current();
            if current.is_none_or(|round| round.stale.is_none()) {
                return Ok(true);
            }
            if self.happens(self.plan.incidents.mischief) {
                let desk = self.desk();
                self.mischief(desk, Command::Publish, |refusal| {
                    matches!(refusal, Refusal::Stale { .. })
                })?;
            }
            let desk = self.desk();
            let reason = "it is out of date".to_owned();
            let drawn = self.attempt(desk, Command::Redraw { reason }, |refusal| {
                matches!(
                    refusal,
                    Refusal::NotNow { .. } | Refusal::Structure(_) | Refusal::Bracket(_)
                )
            })?;
            if !drawn {
                self.void("nobody is left to play it")?;
                return Ok(false);
            }
        }
    }

    /// Seats active players who have no match; returns whether that was possible.
    fn seat_late(&mut self) -> Result<bool, Stuck> {
        let state = self.state();
        let Some(round) = state.current() else {
            return Ok(false);
        };
        let players: Vec<PlayerId> = state
            .active()
            .map(|player| player.id)
            .filter(|id| !round.holds(*id))
            .collect();
        if players.is_empty() {
            return Ok(false);
        }
        let desk = self.desk();
        // Refused if a returning player has met the player with the bye, or if there is nobody to play (DROP-4).
        self.attempt(desk, Command::Seat { players }, |refusal| {
            matches!(refusal, Refusal::Player { .. } | Refusal::Repeat { .. })
        })
    }

    /// Changes a published round by hand.
    fn change_published(&mut self) -> Result<(), Stuck> {
        let incidents = self.plan.incidents;
        let swiss = self
            .state()
            .current()
            .is_some_and(|round| round.stage == StageKind::Swiss);
        if swiss && self.happens(incidents.late_entries) && self.come_late()? && self.coin() {
            self.seat_late()?;
        }
        if swiss && self.happens(incidents.as_played) {
            self.sit_down_wrong()?;
        }
        if swiss && self.happens(incidents.corrections) {
            self.correct_something()?;
            self.repair()?;
        }
        if self.happens(incidents.mischief)
            && let Some(player) = self.somebody_active()
        {
            self.mischief(By::Player(player), Command::FinishRound, |refusal| {
                matches!(refusal, Refusal::NotAllowed { .. })
            })?;
        }
        Ok(())
    }

    /// Two pairs sit down at each other's tables (INCIDENT 6).
    fn sit_down_wrong(&mut self) -> Result<(), Stuck> {
        let tables = self.tables();
        let open: Vec<Pairing> = tables
            .iter()
            .filter_map(|table| self.table(*table))
            .filter(|m| m.status == MatchStatus::Playing)
            .map(|m| Pairing {
                table: m.table,
                a: m.a,
                b: m.b,
            })
            .take(2)
            .collect();
        let [one, two] = open.as_slice() else {
            return Ok(());
        };
        let tables = vec![Pairing { b: two.b, ..*one }, Pairing { b: one.b, ..*two }];
        let reason = "they sat down at the wrong tables".to_owned();
        let desk = self.desk();
        self.act(desk, Command::AsPlayed { tables, reason })
    }
}
