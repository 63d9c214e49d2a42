//! The outer checks: every row can be read, positions count up, times do not run backwards, and each line names the hash
//! of the line before it.

use super::{Lines, Verifier};
use crate::journal::{self, GENESIS, Line, Problem, in_time};
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
                    self.problem(row.number, &problem);
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
                self.find(row.number, misplaced(found, expected), None);
                // A line that stands here once more can be passed over; what follows a missing one cannot be judged.
                broken = (found > expected).then_some(row.number);
            }
        }
        self.whole = broken.is_none();
        if let Some(row) = broken.filter(|row| *row < last) {
            self.notes.push(format!(
                "The lines from line {row} on rest on what is missing or cannot be read there and were not judged."
            ));
        }
        if lines.all.is_empty() && self.findings.is_empty() {
            self.problem(1, &Problem::Empty);
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
                let what = format!(
                    "is not chained to the line before it: its link was changed, or line {at} was"
                );
                self.find(lines.row(at), what, None);
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
            let what = match all.get(at + 1) {
                Some(next) => format!(
                    "was altered after it was written: it is not the line to which line {} is chained",
                    next.core.position
                ),
                None => Problem::Chain.to_string(),
            };
            self.find(lines.row(at), what, None);
        }
        let first = all.first();
        for (before, (row, line)) in all.iter().zip(lines.placed().skip(1)) {
            let Some(first) = first else { break };
            match in_time(first, before, line) {
                Err(problem) => self.problem(row, &problem),
                Ok(()) if line.core.at < before.core.at => self.notes.push(format!(
                    "Line {row} was written at {}, and the line before it at {}: a clock was wrong and was put right in between.",
                    line.core.at, before.core.at
                )),
                Ok(()) => {}
            }
        }
        for (row, line) in lines.placed() {
            if !own_form(line) {
                let what = "is not in the form in which Muster writes its lines (spaces, order, way of writing values): \
                            it was written by something else";
                self.find(row, what, None);
            }
        }
    }
}

fn misplaced(found: u64, expected: u64) -> String {
    if found > expected {
        let missing = found - expected;
        let lines = if missing == 1 { "line is" } else { "lines are" };
        format!("says it is line {found}: {missing} {lines} missing before it, or it was moved")
    } else {
        format!("says it is line {found}, which stands above already: it was doubled or moved")
    }
}

/// The hash of a line we wrote is the hash of its content written again.
fn own_form(line: &Line) -> bool {
    Line::new(line.core.clone(), Vec::new()).hash == line.hash
}
