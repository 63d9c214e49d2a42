//! Folding results: reports, corrections and chosen sides.

use super::{Misfit, Step};
use crate::edition::Edition;
use crate::entry::Gave;
use crate::ids::PlayerId;
use crate::ids::{By, RoundNo, TableNo};
use crate::knockout;
use crate::log::Place;
use crate::state::{Changed, Correction, MatchStatus, Phase, RoundStatus, Stale, State, Status};
use muster_regulations::cardgame::Side;
use muster_regulations::{Outcome, Report, Seat, StageKind};

/// Players who are back in or dropped because a correction changed who appeared at the table.
#[derive(Default)]
pub(crate) struct Absences {
    /// Dropped by the wrong result, and back in.
    pub(crate) back: Vec<PlayerId>,
    /// Did not appear after all, and dropped (DROP-1).
    pub(crate) dropped: Vec<PlayerId>,
}

impl State {
    /// Returns who is back in or dropped by a correction. A player who has left since for another reason stays out; a player who
    /// has been paired since is present.
    pub(crate) fn absences(&self, number: RoundNo, table: TableNo, report: &Report) -> Absences {
        let mut absences = Absences::default();
        let round = self.round(number);
        let (Some(round), Some(m)) = (round, round.and_then(|round| round.table(table))) else {
            return absences;
        };
        if self.edition < Edition::Second {
            return absences;
        }
        let same_stage = (round.stage == StageKind::Swiss) == (self.phase == Phase::Swiss);
        for seat in [Seat::A, Seat::B] {
            let id = m.player(seat);
            let Some(player) = self.player(id) else {
                continue;
            };
            let missing = *report == report.regulation().no_show(seat);
            let paired_since = || {
                let later = self.rounds.iter().filter(|later| later.number > number);
                let mut seen = later.filter(|later| later.status > RoundStatus::Draft);
                seen.any(|later| later.holds(id))
            };
            match player.status {
                Status::Dropped if !missing && player.absent_at == Some((number, table)) => {
                    absences.back.push(id);
                }
                Status::Active if missing && same_stage && !paired_since() => {
                    absences.dropped.push(id);
                }
                _ => {}
            }
        }
        absences
    }

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
            None => return Err(Misfit::NotAtTable),
        };
        m.claims[mine] = boxed();
        match &m.claims[theirs] {
            // The two reports differ: neither counts until a judge settles it.
            Some(other) if !other.agrees_with(report) => {
                m.report = None;
                m.outcome = None;
                m.status = MatchStatus::Disputed;
            }
            other => {
                let agreed = other.is_some();
                // Of two that agree, the more detailed one is kept.
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

    /// A player claims an ending that only staff can decide: it does not count, and a judge is called.
    pub(super) fn claim(
        &mut self,
        step: &Step,
        table: TableNo,
        report: &Report,
    ) -> Result<(), Misfit> {
        let report = &self.completed(table, report)?;
        let m = self.table_mut(table)?;
        let By::Player(player) = step.by else {
            return Err(Misfit::LeaderClaims);
        };
        let Some(seat) = m.seat(player) else {
            return Err(Misfit::NotAtTable);
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

    /// A report with the points of the lists filled in, as it was judged.
    fn completed(&mut self, table: TableNo, report: &Report) -> Result<Report, Misfit> {
        let m = self.table_mut(table)?.clone();
        self.with_lists(&m, report)
            .map_err(|_| Misfit::ReportRefused)
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
        let absences = self.absences(number, table, report);
        let index = (number.0 as usize).wrapping_sub(1);
        let found = self.rounds.get(index).and_then(|round| round.table(table));
        let completed = found.map(|m| self.with_lists(m, report));
        let round = self.rounds.get_mut(index);
        let (Some(m), Some(Ok(report))) =
            (round.and_then(|round| round.table_mut(table)), completed)
        else {
            return Err(Misfit::NoTable { table });
        };
        m.report = Some(Box::new(report));
        m.outcome = Some(outcome);
        m.status = MatchStatus::Confirmed;
        let Absences { back, dropped } = absences;
        for player in &back {
            self.readmit(*player, number)?;
        }
        for player in &dropped {
            self.dismiss_absent(*player, number, table)?;
        }
        self.corrections.push(Correction {
            position: step.position,
            round: number,
            table,
            reason: reason.to_owned(),
            given: step.act(),
            back,
            dropped,
        });
        let place = Place {
            round: number,
            table,
        };
        self.outdate(Stale::Changed(Changed::Corrected(place)));
        Ok(())
    }

    /// DROP-1: a player did not appear. If somebody else takes the place, no bracket game was played yet (CUT-2).
    pub(super) fn no_show(
        &mut self,
        table: TableNo,
        absent: PlayerId,
        gave: &Gave,
    ) -> Result<(), Misfit> {
        let regulation = self.setup.regulation;
        let number = self.round_mut()?.number;
        let m = self.table_mut(table)?;
        let Some(seat) = m.seat(absent) else {
            return Err(Misfit::NotAtTable);
        };
        match gave {
            Gave::Outcome(outcome) => {
                // A second absence at the same table leaves no report: both have lost.
                let first = m.status != MatchStatus::Confirmed;
                m.report = first.then(|| Box::new(regulation.no_show(seat)));
                m.outcome = Some(*outcome);
                m.status = MatchStatus::Confirmed;
            }
            Gave::Seeds(_) => {}
            _ => return Err(Misfit::NoOutcome),
        }
        let player = self.player_mut(absent)?;
        if player.status == Status::Active {
            player.absent_at = Some((number, table));
        }
        // DROP-3: a disqualified player stays disqualified.
        if player.status != Status::Disqualified {
            player.status = Status::Dropped;
        }
        self.leave(absent, gave)
    }

    /// Lets a player who was dropped by mistake back in. After the cut, a player of the Swiss rounds is a candidate for it.
    fn readmit(&mut self, id: PlayerId, number: RoundNo) -> Result<(), Misfit> {
        let swiss = self.round(number).map(|round| round.stage) == Some(StageKind::Swiss);
        let missed_the_cut = swiss && self.phase == Phase::Elimination;
        let player = self.player_mut(id)?;
        player.absent_at = None;
        player.gone_from = None;
        player.status = if missed_the_cut {
            Status::CutOff
        } else {
            Status::Active
        };
        let made = self.knockout.as_mut().and_then(|k| k.cut.as_mut());
        if let Some(made) = made.filter(|made| !made.field.contains(&id)) {
            made.field.push(id);
        }
        Ok(())
    }

    /// Drops a player who did not appear, as a correction says (DROP-1).
    fn dismiss_absent(
        &mut self,
        id: PlayerId,
        number: RoundNo,
        table: TableNo,
    ) -> Result<(), Misfit> {
        let column = match (&self.knockout, self.round(number)) {
            (Some(knockout), Some(round)) if round.stage == StageKind::Elimination => {
                Some(knockout::column(knockout, round))
            }
            _ => None,
        };
        let player = self.player_mut(id)?;
        player.status = Status::Dropped;
        player.absent_at = Some((number, table));
        player.gone_from = player.gone_from.or(column);
        Ok(())
    }

    pub(super) fn choose_side(&mut self, table: TableNo, side: Side) -> Result<(), Misfit> {
        let Some(chooser) = knockout::chooser(self, table) else {
            return Err(Misfit::NoSideChoice { table });
        };
        let m = self.table_mut(table)?;
        let Some(seat) = m.seat(chooser) else {
            return Err(Misfit::NotAtTable);
        };
        m.dark = Some(if side == Side::Dark {
            seat
        } else {
            seat.other()
        });
        Ok(())
    }
}
