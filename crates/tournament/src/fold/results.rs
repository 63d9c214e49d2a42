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
        step: &Step,
        table: TableNo,
        report: &Report,
        outcome: Outcome,
    ) -> Result<(), Misfit> {
        let report = &self.completed(table, report)?;
        let m = self.table_mut(table)?;
        let boxed = || Some(Box::new(report.clone()));
        let By::Player(player) = step.by else {
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

    /// A player claims an ending that belongs to a leader: it counts for nothing, and a judge is called.
    pub(super) fn claim(
        &mut self,
        step: &Step,
        table: TableNo,
        report: &Report,
    ) -> Result<(), Misfit> {
        let report = &self.completed(table, report)?;
        let m = self.table_mut(table)?;
        let By::Player(player) = step.by else {
            return misfit("a leader reports, and does not claim");
        };
        let Some(seat) = m.seat(player) else {
            return misfit("the player is not at the table");
        };
        let [a, b] = &mut m.claims;
        let (mine, theirs) = match seat {
            Seat::A => (a, b),
            Seat::B => (b, a),
        };
        *mine = Some(Box::new(report.clone()));
        let differ = theirs
            .as_ref()
            .is_some_and(|other| !other.agrees_with(report));
        m.report = None;
        m.outcome = None;
        m.status = if differ {
            MatchStatus::Disputed
        } else {
            MatchStatus::Playing
        };
        self.call_for_claim(step.act(), table, report)
    }

    /// A report with what the lists tell filled in; it was judged with them.
    fn completed(&mut self, table: TableNo, report: &Report) -> Result<Report, Misfit> {
        let m = self.table_mut(table)?.clone();
        self.with_lists(&m, report)
            .map_err(|refusal| Misfit(refusal.to_string()))
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
        let index = (number.0 as usize).wrapping_sub(1);
        let found = self.rounds.get(index).and_then(|round| round.table(table));
        let completed = found.map(|m| self.with_lists(m, report));
        let round = self.rounds.get_mut(index);
        let (Some(m), Some(Ok(report))) =
            (round.and_then(|round| round.table_mut(table)), completed)
        else {
            return misfit(format!("there is no such table {table} in round {number}"));
        };
        m.report = Some(Box::new(report));
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
