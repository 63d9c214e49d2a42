//! Seeds: each draw names its own, and once the master seed is revealed every one of them must come from it, the phrase
//! of the hall mixed in.

use super::judge::seed_of;
use super::{Finding, LineFault, Lines, Verifier, VerifyNote};
use crate::command::Command;
use crate::entry::Gave;
use crate::ids::{Hex32, RoundNo};
use crate::journal::Line;
use crate::seeds::{Master, Purpose, Seeds};
use crate::state::State;
use std::collections::BTreeMap;

/// A seed that is in the journal, and what it is for.
pub(super) struct Trace {
    row: u64,
    purpose: Purpose,
    phrase: Option<String>,
    seed: Hex32,
}

impl Trace {
    /// Returns the seed that a line reveals; the master seed is none of these.
    pub(super) fn of(state: &State, row: u64, line: &Line) -> Option<Trace> {
        let entry = &line.core.entry;
        let purpose = match &entry.gave {
            Gave::Started(_) => Purpose::Tiebreak,
            Gave::Drawn(drawn) => Purpose::Round {
                round: drawn.round,
                attempt: drawn.attempt,
            },
            Gave::Salvo(salvo) => {
                let Command::FinalSalvo { table, .. } = entry.did else {
                    return None;
                };
                Purpose::Salvo {
                    round: salvo.round,
                    draw: salvo.draw,
                    table,
                    attempt: salvo.attempt,
                }
            }
            Gave::ClockSeed(_) => {
                let round = state.current()?;
                Purpose::Clock {
                    round: round.number,
                    attempt: round.attempt,
                }
            }
            _ => return None,
        };
        let phrase = match &entry.did {
            Command::Start { phrase } => phrase.clone(),
            _ => state.phrase.clone(),
        };
        Some(Trace {
            row,
            purpose,
            phrase,
            seed: seed_of(&entry.gave)?,
        })
    }

    fn is_foreign(&self) -> Finding {
        Finding {
            line: self.row,
            fault: LineFault::ForeignSeed {
                purpose: self.purpose.text(),
            },
            clause: None,
        }
    }

    fn comes_from(&self, master: &Master) -> bool {
        master.seed(self.phrase.as_deref(), self.purpose) == Some(self.seed)
    }
}

impl Verifier {
    /// Traces every seed to the master seed, once that is revealed. It stays revealed if the end was undone.
    pub(super) fn trace_seeds(&mut self, lines: &Lines) {
        let judged = lines.placed().take(self.judged);
        let mut revealed = judged.filter_map(|(row, line)| match line.core.entry.gave {
            Gave::Master(master) => Some((row, Master::new(master))),
            _ => None,
        });
        let Some((end, master)) = revealed.next() else {
            self.checked.seeds_untraced = self.traces.len() as u64;
            return;
        };
        let committed = self
            .state
            .as_ref()
            .is_some_and(|state| state.commitment == master.commitment());
        if !committed {
            let draws_fit = self.traces.iter().all(|trace| trace.comes_from(&master));
            return self.name_the_forged(lines, end, draws_fit);
        }
        let foreign = self
            .traces
            .iter()
            .filter(|trace| !trace.comes_from(&master));
        let foreign: Vec<Finding> = foreign.map(Trace::is_foreign).collect();
        self.checked.seeds_traced = (self.traces.len() - foreign.len()) as u64;
        self.findings.extend(foreign);
    }

    /// Says which rounds were drawn more than once: each draw is in the journal, but only the last was played.
    pub(super) fn note_repeated_draws(&mut self) {
        let mut draws: BTreeMap<RoundNo, u32> = BTreeMap::new();
        for trace in &self.traces {
            if let Purpose::Round { round, attempt } = trace.purpose {
                let most = draws.entry(round).or_default();
                *most = attempt.max(*most);
            }
        }
        for (round, draws) in draws.into_iter().filter(|(_, draws)| *draws > 1) {
            self.notes.push(VerifyNote::DrawnAgain { round, draws });
        }
    }

    /// Commitment and master seed do not fit. If all draws come from the master seed, it is the commitment that was
    /// altered.
    fn name_the_forged(&mut self, lines: &Lines, end: u64, draws_fit: bool) {
        let mut all = lines.all.iter();
        let any_draw = all.any(|line| matches!(line.core.entry.gave, Gave::Drawn(_)));
        let forged_commitment = draws_fit && any_draw;
        let row = if forged_commitment { lines.row(0) } else { end };
        let fault = match forged_commitment {
            true => LineFault::OtherCommitment,
            false => LineFault::OtherMasterSeed,
        };
        let mut found = self.findings.iter();
        let said =
            |finding: &Finding| finding.line == row && finding.fault == LineFault::OtherMasterSeed;
        if !found.any(said) {
            self.find(row, fault);
        }
    }
}
