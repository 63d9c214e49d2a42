//! Judging every line again, on the state it found: who did it, whether it could be accepted, and what it gave.

use super::{Finding, LineFault, Lines, Verifier, VerifyNote, traces};
use crate::command::Command;
use crate::decide;
use crate::edition::Edition;
use crate::entry::{Entry, Gave};
use crate::ids::{By, Hex32, ORGANIZER};
use crate::journal::{Core, Line};
use crate::lists::{self, Beside};
use crate::permissions;
use crate::recorded::{Recorded, RecordedMatch, WinnerSource};
use crate::refusal::Refusal;
use crate::state::State;
use crate::tournament;
use crate::undo;

/// Something wrong with a line, before it is known which line of the file that is.
pub(super) struct Wrong {
    fault: LineFault,
    clause: Option<&'static str>,
}

impl Wrong {
    pub(super) fn new(fault: LineFault) -> Wrong {
        Wrong {
            fault,
            clause: None,
        }
    }

    pub(super) fn against(clause: &'static str, fault: LineFault) -> Wrong {
        Wrong {
            fault,
            clause: Some(clause),
        }
    }

    fn not_allowed(refusal: Refusal) -> Wrong {
        Wrong {
            clause: refusal.clause(),
            fault: LineFault::NotAllowed(Box::new(refusal)),
        }
    }

    fn refused(refusal: Refusal) -> Wrong {
        Wrong {
            clause: refusal.clause(),
            fault: LineFault::Refused(Box::new(refusal)),
        }
    }
}

impl Verifier {
    /// Judges lines until one cannot be followed. A wrong line is applied as it is, because the lines after it
    /// rest on it.
    pub(super) fn judge(&mut self, lines: &Lines) {
        for (at, (row, line)) in lines.placed().enumerate() {
            let (before, _) = lines.all.split_at(at);
            let wrong = match self.state.take() {
                None => create(line),
                Some(mut state) => {
                    state.edition = Edition::of(line.core.version);
                    let wrong = self.line(before, &state, row, line);
                    self.state = Some(state);
                    wrong
                }
            };
            if let Err(wrong) = wrong {
                self.findings.push(Finding {
                    line: row,
                    fault: wrong.fault,
                    clause: wrong.clause,
                });
            }
            if let Err(misfit) = self.apply(before, line) {
                // Lines after it cannot be judged: there is no state to judge them on.
                if self.findings.iter().all(|finding| finding.line != row) {
                    self.find(row, misfit);
                }
                let passed = lines.all.len() - at - 1;
                if passed > 0 {
                    self.notes.push(VerifyNote::NotJudgedAfter {
                        line: row,
                        lines: passed,
                    });
                }
                break;
            }
            self.judged += 1;
        }
        let judged = lines.all.get(..self.judged).unwrap_or_default();
        self.checked.taken_back = undo::undone(judged).len() as u64;
    }

    /// Applies a line to the state as it is.
    fn apply(&mut self, before: &[Line], line: &Line) -> Result<(), LineFault> {
        let state = match self.state.take() {
            None => State::begin(line.step())?,
            Some(_) if line.core.entry.did.undoes() => {
                let lines = before.iter().chain([line]);
                tournament::fold(lines).map_err(|error| error.problem)?
            }
            Some(mut state) => {
                state.apply(line.step())?;
                state
            }
        };
        self.state = Some(state);
        Ok(())
    }

    fn line(&mut self, before: &[Line], state: &State, row: u64, line: &Line) -> Result<(), Wrong> {
        let entry = &*line.entry();
        let by = line.core.by;
        permissions::check(state, by, &entry.did).map_err(Wrong::not_allowed)?;
        self.checked.permissions += 1;
        self.traces.extend(traces::Trace::of(state, row, line));
        if entry.did.undoes() {
            return self.undo(before, state, by, entry);
        }
        if let Gave::Drawn(drawn) = &entry.gave {
            self.checked.pairs += drawn.pairs.len() as u64;
            self.check_pairing(state, &entry.did, drawn)?;
        }
        let judged = undo::decided_again(state, by, entry);
        let judged = judged.map_err(|refusal| match refusal {
            Refusal::NoSeed if seed_of(&entry.gave).is_none() => Wrong::new(LineFault::NoSeed),
            Refusal::NoSeed => Wrong::new(LineFault::OtherMasterSeed),
            refusal => Wrong::refused(refusal),
        })?;
        self.check_attached(state, line)?;
        if let Command::Import(recorded) = &entry.did {
            self.note_record(recorded);
        }
        let (stands, must) = (&entry.gave, &judged.gave);
        match stands {
            _ if stands != must && !self.unrepeatable(state, stands, must) => {
                return Err(differs(state, stands, must));
            }
            Gave::Outcome(_) | Gave::Claimed(_) | Gave::Decided(_) => self.checked.outcomes += 1,
            Gave::Salvo(_) => self.checked.salvos += 1,
            Gave::Drawn(_) if stands == must => self.checked.draws += 1,
            _ => {}
        }
        self.checked.decisions += 1;
        Ok(())
    }

    /// What is beside a line matches its digest and could be accepted; a copy of the journal may leave it out.
    fn check_attached(&mut self, state: &State, line: &Line) -> Result<(), Wrong> {
        let Core { by, at, entry, .. } = &line.core;
        let attached = line.attached.as_deref();
        lists::admit(state, *by, *at, &entry.did, attached, Beside::MayBeMissing)
            .map_err(Wrong::refused)?;
        match (&entry.did, attached) {
            (Command::List(command), None) if command.sealed().is_some() => {
                self.checked.left_out += 1
            }
            (_, Some(_)) => self.checked.attached += 1,
            _ => {}
        }
        Ok(())
    }

    /// Notes what was decided elsewhere and cannot be drawn again.
    fn note_record(&mut self, recorded: &Recorded) {
        let matches: Vec<&RecordedMatch> = recorded
            .rounds()
            .flat_map(|(_, round)| &round.matches)
            .collect();
        let worked = matches.iter().filter(|m| m.report.is_some()).count();
        let by_hand = matches
            .iter()
            .filter(|m| m.told == WinnerSource::Hand)
            .count();
        let open = matches
            .iter()
            .filter(|m| m.told == WinnerSource::Nobody)
            .count();
        self.checked.outcomes += worked as u64;
        self.notes.push(VerifyNote::Recorded {
            program: recorded.program.clone(),
            file: recorded.file,
            worked_out: worked,
            as_recorded: matches.len() - worked,
        });
        if by_hand > 0 {
            self.notes
                .push(VerifyNote::WinnersByHand { matches: by_hand });
        }
        if open > 0 {
            self.notes
                .push(VerifyNote::WinnersUnknown { matches: open });
        }
    }

    fn undo(&mut self, before: &[Line], state: &State, by: By, entry: &Entry) -> Result<(), Wrong> {
        let undone = undo::judge(state, before, by, &entry.did).map_err(Wrong::refused)?;
        match entry.gave {
            Gave::Undone(position) if position == undone => {
                self.checked.decisions += 1;
                Ok(())
            }
            Gave::Undone(position) if entry.did == Command::Undo => {
                Err(Wrong::new(LineFault::UndoOther {
                    undone: position,
                    last: undone,
                }))
            }
            Gave::Undone(position) => Err(Wrong::new(LineFault::UndoUnnamed {
                undone: position,
                named: undone,
            })),
            _ => Err(Wrong::new(LineFault::UndoNothing)),
        }
    }
}

/// The first line is judged without a state.
fn create(line: &Line) -> Result<(), Wrong> {
    let entry = &line.core.entry;
    let Command::Create { setup, .. } = &entry.did else {
        return Ok(()); // The fold says so.
    };
    if line.core.by != By::Staff(ORGANIZER) {
        return Err(Wrong::against("ROLE-1", LineFault::NotByOrganizer));
    }
    if entry.gave != Gave::Nothing {
        return Err(Wrong::new(LineFault::CreateGave));
    }
    decide::check_setup(setup).map_err(Wrong::refused)
}

/// The seed that an entry reveals.
pub(crate) fn seed_of(gave: &Gave) -> Option<Hex32> {
    match gave {
        Gave::Started(started) => Some(started.tiebreak),
        Gave::Drawn(drawn) => Some(drawn.seed),
        Gave::Salvo(salvo) => Some(salvo.seed),
        Gave::ClockSeed(seed) | Gave::Master(seed) => Some(*seed),
        _ => None,
    }
}

/// Says how what an entry gave differs from what it must give.
fn differs(state: &State, stands: &Gave, must: &Gave) -> Wrong {
    match (stands, must) {
        (Gave::Outcome(stands), Gave::Outcome(must))
        | (Gave::Claimed(stands), Gave::Claimed(must)) => {
            let clause = state.setup.regulation.book().end_clause;
            Wrong::against(
                clause,
                LineFault::OtherOutcome {
                    written: *stands,
                    worked: *must,
                },
            )
        }
        (Gave::Decided(stands), Gave::Decided(must)) => Wrong::against(
            state.setup.regulation.book().end_clause,
            LineFault::OtherDecision {
                written: stands.outcome,
                worked: must.outcome,
            },
        ),
        (Gave::Minutes(stands), Gave::Minutes(must)) => Wrong::against(
            "TIME-1",
            LineFault::OtherMinutes {
                written: *stands,
                worked: *must,
            },
        ),
        (Gave::Drawn(stands), Gave::Drawn(must)) => super::pairings::differs(state, stands, must),
        (Gave::Started(stands), Gave::Started(must)) => Wrong::against(
            "PAIR-1",
            LineFault::OtherStructure {
                written_players: stands.attendance,
                written_rounds: stands.structure.rounds,
                players: must.attendance,
                rounds: must.structure.rounds,
            },
        ),
        (Gave::Seeds(_), Gave::Seeds(_)) => Wrong::against("CUT-1", LineFault::OtherSeeds),
        (Gave::Nothing, Gave::Seeds(_)) => Wrong::against("CUT-2", LineFault::NobodyReplaced),
        (Gave::Seeds(_), Gave::Nothing) => Wrong::against("CUT-2", LineFault::ReplacedForNothing),
        (Gave::Salvo(_), Gave::Salvo(_)) => Wrong::against("XW-SALVO", LineFault::OtherDice),
        (Gave::Repaired(_), Gave::Repaired(_)) => Wrong::against("PAIR-6", LineFault::OtherRepair),
        (Gave::Seated(_), Gave::Seated(_)) => Wrong::new(LineFault::OtherSeating),
        (Gave::Nothing, _) => Wrong::new(LineFault::GaveNothing),
        (_, Gave::Nothing) => Wrong::new(LineFault::GaveSomething),
        _ => Wrong::new(LineFault::GaveOther),
    }
}
