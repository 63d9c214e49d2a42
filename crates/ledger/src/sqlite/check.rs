//! Checks the data: runs the check of the database itself, then reads every journal and follows its chain.

use super::{connection, journals, migrations};
use crate::error::LedgerError;
use crate::line::{LineText, journal_text};
use connection::Found;
use muster_tournament::journal;
use rusqlite::Connection;
use std::path::Path;

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// How many journals were read.
    pub tournaments: u64,
    pub lines: u64,
    /// What is wrong, each as a sentence; nothing if all is well.
    pub problems: Vec<String>,
}

/// Looks through a database file, the one in use or a copy, without changing it.
pub fn check(path: &Path) -> Result<Findings, LedgerError> {
    match migrations::look(path, migrations::ALL)? {
        Found::Muster(_) => {}
        Found::Empty => {
            return Err(LedgerError::NotMuster {
                path: path.to_owned(),
            });
        }
        Found::Nothing => {
            return Err(LedgerError::Missing {
                path: path.to_owned(),
            });
        }
    }
    let connection = connection::reader(path)?;
    let mut findings = Findings::default();
    // One view of the data for all questions, whatever is written meanwhile.
    connection.execute_batch("BEGIN")?;
    if let Err(error) = look_through(&connection, &mut findings) {
        findings.problems.push(error.to_string());
    }
    Ok(findings)
}

/// Looks at everything; an error means that the rest cannot be read at all.
fn look_through(connection: &Connection, findings: &mut Findings) -> Result<(), LedgerError> {
    connection.pragma_query(None, "integrity_check", |row| {
        let said: String = row.get(0)?;
        if said != "ok" {
            findings.problems.push(format!("the database says: {said}"));
        }
        Ok(())
    })?;
    connection.pragma_query(None, "foreign_key_check", |row| {
        let table: String = row.get(0)?;
        findings.problems.push(format!(
            "the table {table} names a tournament that is not there"
        ));
        Ok(())
    })?;
    for listed in journals::list(connection)? {
        let lines = journals::read(connection, &listed.tournament, 0)?;
        findings.tournaments += 1;
        findings.lines += lines.len() as u64;
        if let Err(problem) = journal_is_whole(&lines) {
            findings
                .problems
                .push(format!("the journal of {}: {problem}", listed.tournament));
        }
    }
    Ok(())
}

/// Reads a journal and compares what the store keeps beside its lines.
fn journal_is_whole(lines: &[LineText]) -> Result<(), String> {
    let read = journal::read(&journal_text(lines))
        .map_err(|error| muster_words::verify::journal_error(&error))?;
    for (line, kept) in read.iter().zip(lines) {
        if line.hash != kept.hash || line.core.position != kept.position {
            return Err(format!(
                "line {}: kept under another position or hash than its own",
                line.core.position
            ));
        }
    }
    Ok(())
}
