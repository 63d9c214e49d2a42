//! The outer checks: every row can be read, positions count up, times do not run backwards, and each line names the hash
//! of the line before it.

use super::{LineFault, Lines, Verifier, VerifyNote};
use crate::journal::{self, GENESIS, Line, LineProblem, in_time};
use std::collections::BTreeSet;

impl Verifier {
    /// Reads the rows of a file and returns the lines in order, up to the first that cannot be read or is missing.
    pub(super) fn read(&mut self, text: &str) -> Lines {
        let mut lines = Lines::default();
        let (mut broken, mut last) = (None, 0);
        for row in journal::rows(text) {
            self.checked.lines += 1;
            last = row.number;
            let line = match Line::parse(row.text) {
                Ok(line) => line,
                Err(problem) => {
                    self.find(row.number, problem);
                    broken = broken.or(Some(row.number));
                    continue;
                }
            };
            let expected = lines
                .all
                .last()
                .map_or(1, |before| before.core.position.saturating_add(1));
            let found = line.core.position;
            if found == expected {
                lines.rows.push(row.number);
                lines.all.push(line);
            } else if broken.is_none() {
                self.find(row.number, misplaced(found, expected));
                // A duplicated line can be skipped; what follows a missing one cannot be judged.
                broken = (found > expected).then_some(row.number);
            }
        }
        self.whole = broken.is_none();
        if let Some(line) = broken.filter(|row| *row < last) {
            self.notes.push(VerifyNote::NotJudgedFrom { line });
        }
        if lines.all.is_empty() && self.findings.is_empty() {
            self.find(1, LineProblem::Empty);
        }
        lines
    }

    /// Checks chain, times and form of lines whose positions are right.
    pub(super) fn follow(&mut self, lines: &Lines) {
        let all = &lines.all;
        // A break between two lines is the fault of the first, unless the line after the second does not vouch for it.
        let holds = |at: usize| {
            let before = at.checked_sub(1).and_then(|before| all.get(before));
            all.get(at)
                .is_none_or(|line| line.core.prev == before.map_or(GENESIS, |before| before.hash))
        };
        let mut altered: BTreeSet<usize> = BTreeSet::new();
        for at in (0..all.len()).filter(|at| !holds(*at)) {
            // No line vouches for the last one: it may be its own link that was changed.
            if at > 0 && at + 1 == all.len() {
                self.find(lines.row(at), LineFault::Unlinked { before: at });
                continue;
            }
            let fault = if holds(at + 1) {
                at.saturating_sub(1)
            } else {
                at
            };
            altered.insert(fault);
        }
        for at in altered {
            let fault = match all.get(at + 1) {
                Some(next) => LineFault::Altered {
                    next: next.core.position,
                },
                None => LineProblem::Chain.into(),
            };
            self.find(lines.row(at), fault);
        }
        let first = all.first();
        for (before, (row, line)) in all.iter().zip(lines.placed().skip(1)) {
            let Some(first) = first else { break };
            match in_time(first, before, line) {
                Err(problem) => self.find(row, problem),
                Ok(()) if line.core.at < before.core.at => {
                    self.notes.push(VerifyNote::ClockPutRight {
                        line: row,
                        at: line.core.at,
                        before: before.core.at,
                    });
                }
                Ok(()) => {}
            }
        }
        for (row, line) in lines.placed() {
            if !own_form(line) {
                self.find(row, LineFault::ForeignForm);
            }
        }
    }
}

fn misplaced(found: u64, expected: u64) -> LineFault {
    match found > expected {
        true => LineFault::LinesMissing {
            position: found,
            missing: found - expected,
        },
        false => LineFault::Doubled { position: found },
    }
}

/// The hash of a line we wrote is the hash of its content written again.
fn own_form(line: &Line) -> bool {
    Line::new(line.core.clone(), Vec::new()).hash == line.hash
}
