//! `muster verify`: checks a whole journal without trusting the person who kept it.

use crate::fault::Fault;
use crate::journal_file;
use crate::output::Output;
use crate::place::TournamentFile;
use crate::view::outcome::counted;
use clap::Args;
use muster_tournament::fingerprint::{self, Kept};
use muster_tournament::journal::{Line, rows};
use muster_tournament::verify::{Checked, Finding, LineFault, Verification, VerifyNote, verify};
use muster_words::verify::{self as words, FindingInWords, NoteInWords};
use serde_json::json;
use std::path::PathBuf;

/// Check a journal from the first line to the last
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster verify spring.jsonl
  muster verify spring.jsonl --json
  muster verify spring.jsonl --fingerprints kept.txt
  muster verify spring.jsonl --fingerprints \"1: 7KQ2-M9XD-0ABC-WXYZ\"

Checks the chain, every permission, decision, outcome, draw and pairing, and once the \
tournament is over every seed against the commitment in the first line. If you have \
kept the fingerprints, they prove that nothing was changed or left out. Problems are \
shown with their line, and the exit code is 4.")]
pub(crate) struct Verify {
    /// Journal (default: the one of --tournament or MUSTER_TOURNAMENT)
    file: Option<PathBuf>,
    /// Fingerprints from printed pairings, or files with one per line
    #[arg(long, value_name = "FILE|TEXT", num_args = 1..)]
    fingerprints: Vec<String>,
    #[command(flatten)]
    place: TournamentFile,
}

impl Verify {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let path = match self.file {
            Some(file) => file,
            None => self.place.find()?,
        };
        let text = journal_file::text(&path)?;
        let mut verification = verify(&text);
        if !verification.is_sound() && !text.is_empty() && !text.ends_with('\n') {
            verification.notes.push(VerifyNote::TornFile);
        }
        for what in differing(&self.fingerprints, &text)? {
            verification.findings.push(what);
        }
        let sound = verification.is_sound();
        if out.json {
            out.json(&json!({
                "sound": sound,
                "findings": verification.findings.iter().map(FindingInWords::from).collect::<Vec<_>>(),
                "checked": verification.checked,
                "notes": verification.notes.iter().map(NoteInWords::from).collect::<Vec<_>>(),
            }));
        } else {
            show(&verification, out);
        }
        if sound {
            return Ok(());
        }
        let wrong = words::first_of(&verification.findings);
        Err(Fault::Unproved(format!("{}: {wrong}", path.display())))
    }
}

/// Returns the rounds whose kept fingerprint does not match this journal.
fn differing(given: &[String], journal: &str) -> Result<Vec<Finding>, Fault> {
    let mut kept: Vec<Kept> = Vec::new();
    for given in given {
        match Kept::parse(given) {
            Some(one) => kept.push(one),
            None => kept.extend(in_file(given)?),
        }
    }
    if kept.is_empty() {
        return Ok(Vec::new());
    }
    // A damaged journal has failed already; the part that can be read is still compared.
    let rows = rows(journal).map_while(|row| Line::parse(row.text).ok());
    let lines: Vec<Line> = rows.collect();
    let published = fingerprint::published(&lines);
    let wrong = kept.iter().filter(|kept| !kept.fits(&published));
    Ok(wrong
        .map(|kept| {
            let mut rounds = published.iter().rev();
            let now = rounds.find(|now| Some(now.round) == kept.round);
            let (round, text) = (kept.round, kept.fingerprint.to_string());
            Finding {
                line: now.map_or(lines.len() as u64, |now| now.position),
                fault: match now {
                    Some(now) => LineFault::OtherFingerprint {
                        round,
                        kept: text,
                        fingerprint: now.fingerprint.to_string(),
                    },
                    None => LineFault::UnknownFingerprint { round, kept: text },
                },
                clause: None,
            }
        })
        .collect())
}

/// Reads a file with one fingerprint per line.
fn in_file(path: &str) -> Result<Vec<Kept>, Fault> {
    let unreadable = |error: std::io::Error| {
        Fault::Usage(format!(
            "“{path}” is neither a fingerprint like 7KQ2-M9XD-0ABC-WXYZ nor a file that can be read ({error})"
        ))
    };
    let text = std::fs::read_to_string(path).map_err(unreadable)?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| {
            Kept::parse(line)
                .ok_or_else(|| Fault::Usage(format!("{path}: no fingerprint in “{}”", line.trim())))
        })
        .collect()
}

fn show(verification: &Verification, out: &mut Output) {
    for wrong in &verification.findings {
        let wrong = out.alert(words::finding(wrong));
        out.line(wrong);
    }
    if verification.is_sound() {
        let holds = out.good("Journal verified.");
        out.line(holds);
    }
    let checked = &verification.checked;
    out.heading("Checked");
    for (what, how) in facts(checked) {
        out.line(format!("  {what:14} {how}"));
    }
    for note in &verification.notes {
        out.gap();
        out.sentence(words::note(note));
    }
    if let Some(fingerprint) = checked.fingerprint {
        out.gap();
        out.line(format!("Fingerprint {fingerprint}"));
    }
}

fn facts(checked: &Checked) -> Vec<(&'static str, String)> {
    let mut facts = vec![
        (
            "chain",
            format!(
                "{}, {} undone later",
                counted(checked.lines, "line"),
                checked.taken_back
            ),
        ),
        (
            "decisions",
            format!(
                "{} repeated, {} checked, {} recomputed",
                checked.decisions,
                counted(checked.permissions, "permission"),
                counted(checked.outcomes, "outcome")
            ),
        ),
        (
            "draws",
            format!(
                "{} repeated from their seeds, {}",
                checked.draws,
                counted(checked.pairs, "pair")
            ),
        ),
        (
            "pairings",
            format!(
                "{} proved best, {} legal but not proved best",
                checked.pairings_proved, checked.pairings_unproved
            ),
        ),
        (
            "seeds",
            format!(
                "{} traced to the master seed, {} not yet",
                checked.seeds_traced, checked.seeds_untraced
            ),
        ),
        (
            "personal data",
            match checked.personal_left_out {
                0 => format!(
                    "{} match their digests, {} redacted",
                    checked.personal, checked.redacted
                ),
                left_out => format!(
                    "{left_out} left out of this copy, {} redacted",
                    checked.redacted
                ),
            },
        ),
    ];
    if checked.attached + checked.left_out > 0 {
        let counts = format!(
            "{} match their digests, {} left out of this copy",
            checked.attached, checked.left_out
        );
        facts.push(("lists", counts));
    }
    if checked.texts + checked.texts_left_out > 0 {
        let counts = format!(
            "{} match their digests, {} left out of this copy",
            checked.texts, checked.texts_left_out
        );
        facts.push(("texts", counts));
    }
    if checked.salvos > 0 {
        facts.push(("final salvos", format!("{} rolled again", checked.salvos)));
    }
    if checked.draws_not_repeated > 0 {
        facts.push((
            "not repeated",
            format!(
                "{} that depend on data missing from this copy",
                counted(checked.draws_not_repeated, "draw")
            ),
        ));
    }
    facts
}
