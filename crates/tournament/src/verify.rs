//! Verifying: a journal is checked from its first line to its last, without trust in whoever kept it.
//!
//! Form, chain, positions and times come first; then every line is judged again on the state it found, every Swiss
//! pairing is checked for being legal and best before the draw is repeated, personal data is compared with its digests,
//! and at the end every seed is traced to the master seed that was committed to. Relies on [`crate::decide`] for the
//! rules; promises an answer for any text, and findings that name the line at fault.

mod chain;
mod finding;
mod judge;
mod pairings;
mod sealed;
mod traces;

pub use finding::{Finding, LineFault, VerifyNote};
pub(crate) use judge::seed_of;

use crate::ids::Hex32;
use crate::journal::Line;
use crate::state::Phase;
use serde::Serialize;

/// What a verification found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// What is wrong, by line; nothing if the journal is sound.
    pub findings: Vec<Finding>,
    pub checked: Checked,
    /// What a reader should know although nothing is wrong.
    pub notes: Vec<VerifyNote>,
}

impl Verification {
    /// Returns whether nothing is wrong.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.findings.is_empty()
    }
}

/// How much was checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// Lines of the journal.
    pub lines: u64,
    /// Lines that were undone later; they are checked like all others.
    pub taken_back: u64,
    /// Lines whose author was checked against the table of permissions.
    pub permissions: u64,
    /// Lines judged again that gave the same entry.
    pub decisions: u64,
    /// Outcomes worked out again from their reports.
    pub outcomes: u64,
    /// Final Salvos rolled again from their seeds.
    #[serde(skip_serializing_if = "is_none")]
    pub salvos: u64,
    /// Lists and catalogues that match their digests.
    #[serde(skip_serializing_if = "is_none")]
    pub attached: u64,
    /// Lists and catalogues that are not in this copy of the journal; only their digests are.
    #[serde(skip_serializing_if = "is_none")]
    pub left_out: u64,
    /// Draws of rounds repeated from their seeds.
    pub draws: u64,
    /// Draws that could not be repeated because they depend on personal data that has been redacted since.
    pub draws_not_repeated: u64,
    /// Pairings of Swiss rounds proved to be legal and best without drawing them.
    pub pairings_proved: u64,
    /// Pairings of Swiss rounds that are legal, but for which the search for a better one was given up.
    pub pairings_unproved: u64,
    /// Pairs in all draws.
    pub pairs: u64,
    /// Seeds derived again from the master seed.
    pub seeds_traced: u64,
    /// Seeds that cannot be traced before the master seed is revealed.
    pub seeds_untraced: u64,
    /// Personal values that match their digests.
    pub personal: u64,
    /// Personal values that were redacted.
    pub redacted: u64,
    /// Personal values that are not in this copy of the journal, which holds none at all; only their digests are.
    #[serde(skip_serializing_if = "is_none")]
    pub personal_left_out: u64,
    /// Free texts about people that match their digests.
    #[serde(skip_serializing_if = "is_none")]
    pub texts: u64,
    /// Free texts about people that are not in this copy of the journal, or were erased; only their digests are.
    #[serde(skip_serializing_if = "is_none")]
    pub texts_left_out: u64,
    /// The tournament is over and its master seed revealed.
    pub finished: bool,
    /// Hash of the last line: comparing it with a trusted copy proves that nothing was changed or left out.
    pub fingerprint: Option<Hex32>,
}

/// Leaves out what a journal does not contain.
fn is_none(number: &u64) -> bool {
    *number == 0
}

/// Verifies a journal.
#[must_use]
pub fn verify(text: &str) -> Verification {
    let mut verifier = Verifier::default();
    let lines = verifier.read(text);
    // What is wrong in a line says more than that it was altered, so it comes first.
    verifier.judge(&lines);
    verifier.follow(&lines);
    verifier.check_personal(&lines);
    verifier.trace_seeds(&lines);
    verifier.conclude(&lines)
}

/// The lines of the journal in order, up to the first that cannot be read or is missing.
#[derive(Default)]
struct Lines {
    all: Vec<Line>,
    /// Where each is in the file.
    rows: Vec<u64>,
}

impl Lines {
    fn row(&self, at: usize) -> u64 {
        self.rows.get(at).copied().unwrap_or(1)
    }

    fn placed(&self) -> impl Iterator<Item = (u64, &Line)> {
        self.rows.iter().copied().zip(&self.all)
    }
}

/// A verification under way.
#[derive(Default)]
struct Verifier {
    findings: Vec<Finding>,
    checked: Checked,
    notes: Vec<VerifyNote>,
    /// The state after the last line that could be judged.
    state: Option<crate::state::State>,
    /// Every row could be read and is in its place.
    whole: bool,
    /// How many lines were judged; later ones depend on something that could not be read or followed.
    judged: usize,
    /// The seeds that are in the journal.
    traces: Vec<traces::Trace>,
}

impl Verifier {
    fn find(&mut self, line: u64, fault: impl Into<LineFault>) {
        self.findings.push(Finding {
            line,
            fault: fault.into(),
            clause: None,
        });
    }

    fn conclude(mut self, lines: &Lines) -> Verification {
        // Findings of one line stay in the order in which they were made.
        self.findings.sort_by_key(|finding| finding.line);
        self.checked.finished = self
            .state
            .as_ref()
            .is_some_and(|state| state.phase == Phase::Finished);
        self.checked.fingerprint = lines.all.last().map(|line| line.hash);
        self.note_repeated_draws();
        let seeds = self.checked.seeds_untraced;
        if seeds > 0 {
            self.notes.push(VerifyNote::SeedsUntraced { seeds });
        }
        if self.checked.draws_not_repeated > 0 {
            self.notes.push(VerifyNote::DrawsNotRepeated);
        }
        Verification {
            findings: self.findings,
            checked: self.checked,
            notes: self.notes,
        }
    }
}
