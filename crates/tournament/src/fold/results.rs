//! Folding results: reports, corrections and chosen sides.

use super::{Misfit, Step, misfit};
use crate::ids::{By, RoundNo, TableNo};
use crate::knockout;
use crate::state::{Correction, MatchStatus, Stale, State};
use muster_regulations::cardgame::Side;
use muster_regulations::{Outcome, Report, Seat};

impl State {
    pub(super) fn report(
        &mut self,
        table: TableNo,
        by: By,
        report: &Report,
        outcome: Outcome,
    ) -> Result<(), Misfit> {
        let m = self.table_mut(table)?;
        let boxed = || Some(Box::new(report.clone()));
        let By::Player(player) = by else {
            m.report = boxed();
            m.outcome = Some(outcome);
            m.status = MatchStatus::Confirmed;
            return Ok(());
        };
        let (mine, theirs) = match m.seat(player) {
            Some(Seat::A) => (0, 1),
            Some(Seat::B) => (1, 0),
            None => return misfit("the player is not at the table"),
        };
        m.claims[mine] = boxed();
        match &m.claims[theirs] {
            // Both told, and differ: neither counts until a leader settles it.
            Some(other) if !other.agrees_with(report) => {
                m.report = None;
                m.outcome = None;
                m.status = MatchStatus::Disputed;
            }
            other => {
                let agreed = other.is_some();
                // Of two that agree, the one that tells more is kept.
                m.report = match other {
                    Some(other) if other.edge().is_some() => Some(other.clone()),
                    _ => boxed(),
                };
                m.outcome = Some(outcome);
                m.status = if agreed {
                    MatchStatus::Confirmed
                } else {
                    MatchStatus::Reported
                };
            }
        }
        Ok(())
    }

    pub(super) fn correct(
        &mut self,
        step: &Step,
        number: RoundNo,
        table: TableNo,
        report: &Report,
        outcome: Outcome,
        reason: &str,
    ) -> Result<(), Misfit> {
        let round = self.rounds.get_mut((number.0 as usize).wrapping_sub(1));
        let Some(m) = round.and_then(|round| round.table_mut(table)) else {
            return misfit(format!("there is no table {table} in round {number}"));
        };
        m.report = Some(Box::new(report.clone()));
        m.outcome = Some(outcome);
        m.status = MatchStatus::Confirmed;
        self.corrections.push(Correction {
            position: step.position,
            round: number,
            table,
            reason: reason.to_owned(),
            given: step.act(),
        });
        let why = format!("the result of table {table} in round {number} was corrected");
        self.outdate(Stale::Changed(why));
        Ok(())
    }

    pub(super) fn choose_side(&mut self, table: TableNo, side: Side) -> Result<(), Misfit> {
        let Some(chooser) = knockout::chooser(self, table) else {
            return misfit(format!("nobody chooses a side at table {table}"));
        };
        let m = self.table_mut(table)?;
        let Some(seat) = m.seat(chooser) else {
            return misfit("the chooser is not at the table");
        };
        m.dark = Some(if side == Side::Dark {
            seat
        } else {
            seat.other()
        });
        Ok(())
    }
}
