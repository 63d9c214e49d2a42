//! One match: its result is reported, confirmed, disputed and corrected, or somebody does not show up.

use super::Stuck;
use super::hall::Hall;
use crate::reports::{self, Table};
use muster_regulations::cardgame::Side;
use muster_regulations::{EliminationKind, Report, Seat, StaffNeeded, StageKind};
use muster_tournament::floor::judges;
use muster_tournament::state::{Match, MatchStatus, Status};
use muster_tournament::{By, Command, PlayerId, Refusal, RoundNo, TableNo};

impl Hall<'_> {
    /// Plays the match at a table to its end.
    pub(super) fn play(&mut self, table: TableNo) -> Result<(), Stuck> {
        let incidents = self.plan.incidents;
        let Some(m) = self.still_open(table) else {
            return Ok(());
        };
        for player in [m.a, m.b] {
            if self.is(player, Status::Active) && self.happens(incidents.drops) {
                self.leave(player)?;
            } else if self.is(player, Status::Active) && self.happens(incidents.disqualifications) {
                self.disqualify(player)?;
            }
        }
        for absent in [m.a, m.b] {
            let here = self.is(absent, Status::Active);
            let missing = !here || self.happens(incidents.no_shows);
            if missing && (self.still_open(table).is_some() || self.missed(table)) {
                self.absence(table, absent)?;
            }
        }
        let Some(m) = self.still_open(table) else {
            return Ok(());
        };
        self.trouble(&m)?;
        let Some(m) = self.still_open(table) else {
            return Ok(());
        };
        self.choose_side(&m)?;
        let Some(m) = self.still_open(table) else {
            return Ok(());
        };
        self.report_result(&m)?;
        if self.happens(incidents.corrections) {
            self.correct_something()?;
            if self.coin() {
                self.repair()?;
            }
        }
        Ok(())
    }

    fn still_open(&self, table: TableNo) -> Option<Match> {
        let m = self.table(table).filter(|_| self.playing())?;
        let open = matches!(m.status, MatchStatus::Playing | MatchStatus::Disputed);
        open.then(|| m.clone())
    }

    /// Returns whether the match at a table was lost by absence.
    fn missed(&self, table: TableNo) -> bool {
        self.table(table)
            .filter(|_| self.playing())
            .and_then(|m| m.report.as_deref())
            .is_some_and(|report| report.ending() == "no_show")
    }

    fn is(&self, player: PlayerId, status: Status) -> bool {
        self.state()
            .player(player)
            .is_some_and(|player| player.status == status)
    }

    fn absence(&mut self, table: TableNo, absent: PlayerId) -> Result<(), Stuck> {
        let by = self.leader();
        self.act(by, Command::NoShow { table, absent })
    }

    /// In the first bracket round the higher seed may choose a side; the staff may enter it (CG-SIDE).
    fn choose_side(&mut self, m: &Match) -> Result<(), Stuck> {
        let regulation = self.plan.regulation;
        let bracket = self.stage() == StageKind::Elimination;
        if regulation.book().elimination != EliminationKind::Double || !bracket || self.coin() {
            return Ok(());
        }
        let by = match self.draw.below(3) {
            0 => self.leader(),
            1 => By::Player(m.a),
            _ => By::Player(m.b),
        };
        let side = if self.coin() { Side::Dark } else { Side::Light };
        let table = m.table;
        // Only the higher seed chooses, and only in the first round.
        self.attempt(by, Command::ChooseSide { table, side }, |refusal| {
            matches!(refusal, Refusal::Player { .. } | Refusal::NotNow { .. })
        })?;
        Ok(())
    }

    fn stage(&self) -> StageKind {
        self.state()
            .current()
            .map_or(StageKind::Swiss, |round| round.stage)
    }

    fn report(&mut self, m: &Match, stage: StageKind) -> Report {
        let table = Table {
            stage,
            winner: self.winner(m),
            dark: m.dark,
        };
        let mut report = reports::random(self.plan.regulation, table, &mut self.draw);
        // A player cannot destroy more than the opponent brought.
        while self.state().with_lists(m, &report).is_err() {
            report = reports::random(self.plan.regulation, table, &mut self.draw);
        }
        report
    }

    /// Somebody reports the result, and somebody answers.
    fn report_result(&mut self, m: &Match) -> Result<(), Stuck> {
        let incidents = self.plan.incidents;
        let table = m.table;
        let report = self.report(m, self.stage());
        if self.happens(incidents.mischief) {
            self.meddle(m, &report)?;
        }
        if let Some(needed) = report.needs_staff() {
            return self.claim(m, report, needed);
        }
        if self.happens(incidents.desk_reports) {
            let by = self.leader();
            return self.act(by, reporting(table, &report));
        }
        let (reporter, other) = if self.coin() { (m.a, m.b) } else { (m.b, m.a) };
        self.act(By::Player(reporter), reporting(table, &report))?;
        if self.happens(incidents.mischief) {
            self.mischief(
                By::Player(reporter),
                Command::Confirm { table },
                |refusal| matches!(refusal, Refusal::Player { .. }),
            )?;
        }
        if self.happens(incidents.disputes) {
            return self.disagree(m, &report, other);
        }
        match self.draw.below(4) {
            // Nobody answers: the desk confirms it at the end of the round.
            0 => Ok(()),
            1 => self.act(By::Player(other), reporting(table, &report)),
            2 => {
                let by = self.leader();
                self.act(by, Command::Confirm { table })
            }
            _ => self.act(By::Player(other), Command::Confirm { table }),
        }
    }

    /// An ending that the staff decides: they report it, or a player does and they confirm it.
    fn claim(&mut self, m: &Match, report: Report, needed: StaffNeeded) -> Result<(), Stuck> {
        let table = m.table;
        let state = self.state();
        let rulers = if needed.finally {
            judges::final_rulers(state, m)
        } else {
            judges::rulers(state, m).leaders
        };
        // If nobody is left to decide it, the game ends in another way.
        let Some(ruler) = self.pick(&rulers).map(By::Staff) else {
            return self.absence(table, m.b);
        };
        let reported = Command::Report { table, report };
        if self.coin() {
            return self.act(ruler, reported);
        }
        let (reporter, other) = if self.coin() { (m.a, m.b) } else { (m.b, m.a) };
        self.act(By::Player(reporter), reported.clone())?;
        self.mischief(By::Player(other), Command::Confirm { table }, |refusal| {
            matches!(refusal, Refusal::Claimed { .. })
        })?;
        match self.coin() {
            true => self.act(ruler, reported),
            false => self.act(ruler, Command::Confirm { table }),
        }
    }

    /// The players disagree, and staff settle it or one player gives in (INCIDENT 9).
    fn disagree(&mut self, m: &Match, report: &Report, other: PlayerId) -> Result<(), Stuck> {
        let table = m.table;
        let theirs = self.report(m, self.stage());
        if theirs.agrees_with(report) || self.coin() {
            self.act(By::Player(other), Command::Dispute { table })?;
        } else {
            self.act(By::Player(other), reporting(table, &theirs))?;
        }
        if self.coin() {
            let by = self.leader();
            return self.act(by, reporting(table, report));
        }
        // One of the two gives in, so both reports agree.
        self.act(By::Player(other), reporting(table, report))
    }

    /// Strangers, and reports of another game, are refused.
    fn meddle(&mut self, m: &Match, report: &Report) -> Result<(), Stuck> {
        let table = m.table;
        let stranger = self
            .state()
            .players
            .iter()
            .map(|player| player.id)
            .find(|id| m.seat(*id).is_none());
        if let Some(stranger) = stranger {
            let command = reporting(table, report);
            self.mischief(By::Player(stranger), command, |refusal| {
                matches!(refusal, Refusal::NotAllowed { .. })
            })?;
        }
        let nowhere = TableNo(u32::MAX);
        let by = self.leader();
        let lost = Command::NoShow {
            table: nowhere,
            absent: m.a,
        };
        self.mischief(by, lost, |refusal| {
            matches!(refusal, Refusal::NoSuchTable { .. })
        })
    }

    /// Corrects a confirmed result.
    pub(super) fn correct_something(&mut self) -> Result<(), Stuck> {
        let state = self.state();
        let counted: Vec<(RoundNo, StageKind, TableNo)> = state
            .rounds
            .iter()
            .flat_map(|round| {
                let confirmed = round.matches.iter();
                confirmed
                    .filter(|m| m.status == MatchStatus::Confirmed)
                    .map(|m| (round.number, round.stage, m.table))
            })
            .collect();
        let Some((round, stage, table)) = self.pick(&counted) else {
            return Ok(());
        };
        let m = self
            .state()
            .round(round)
            .and_then(|r| r.table(table))
            .cloned();
        let Some(m) = m else {
            return Ok(());
        };
        let report = match self.draw.below(8) {
            0 => self.plan.regulation.no_show(Seat::B),
            _ => self.report(&m, stage),
        };
        let desk = self.desk();
        let reason = "the slip says otherwise".to_owned();
        let correction = Command::Correct {
            round,
            table,
            report,
            reason,
        };
        // Refused if it is too late in Legion, if the result is the same, or if the bracket has continued.
        self.attempt(desk, correction, |refusal| {
            matches!(
                refusal,
                Refusal::TooLate { .. } | Refusal::Selection { .. } | Refusal::RestedOn { .. }
            )
        })?;
        Ok(())
    }
}

fn reporting(table: TableNo, report: &Report) -> Command {
    Command::Report {
        table,
        report: report.clone(),
    }
}
