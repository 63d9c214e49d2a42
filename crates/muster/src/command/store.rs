//! `muster store`: moves data between a folder and a database, and checks it.

use crate::data::Data;
use crate::fault::Fault;
use crate::output::Output;
use crate::view::outcome::counted;
use clap::{Args, Subcommand};
use muster_ledger::Store as Location;
use muster_ledger::line::journal_text;
use muster_tournament::verify::verify;
use muster_words::verify::finding;
use serde_json::json;

/// Move data between a folder and PostgreSQL, or check it
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster store move ./club postgres://muster@db.example/club
  muster store move postgres://muster@db.example/club ./club
  muster store check --store postgres://muster@db.example/club")]
pub(crate) struct Store {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Copy everything into an empty store and compare it line by line; no server may be running
    #[command(after_help = "\
Example:
  muster store move ./club postgres://muster@db.example/club

A store is a data folder or the address of a PostgreSQL database. The data stays where
it was as well: remove it once the server runs with the new store.")]
    Move {
        /// Folder or database that has the data
        from: String,
        /// Empty folder or database
        to: String,
    },
    /// Check every journal, even while the server runs
    #[command(after_help = "Example:\n  muster store check --data ./club")]
    Check {
        #[command(flatten)]
        data: Data,
    },
}

impl Store {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        match self.what {
            What::Move { from, to } => move_all(&from, &to, out),
            What::Check { data } => check(&data, out),
        }
    }
}

fn move_all(from: &str, to: &str, out: &mut Output) -> Result<(), Fault> {
    let from = Location::parse(from)?;
    let to = Location::parse(to)?;
    let copied = from.copy_to(&to)?;
    if out.json {
        out.json(&json!({
            "tournaments": copied.tournaments, "lines": copied.lines, "records": copied.records,
        }));
        return Ok(());
    }
    out.line(format!(
        "Moved {}, {} and {} to {to}, and compared them line by line.",
        counted(copied.tournaments, "tournament"),
        counted(copied.lines, "line"),
        counted(copied.records, "record")
    ));
    out.line(format!("{from} still has its data."));
    Ok(())
}

fn check(data: &Data, out: &mut Output) -> Result<(), Fault> {
    let ledger = data.open_existing()?;
    let listed = ledger.tournaments().wait()?;
    let mut unsound = Vec::new();
    let mut lines = 0;
    for tournament in &listed {
        let kept = ledger.read(&tournament.tournament, 0).wait()?;
        lines += kept.len() as u64;
        if let Some(first) = verify(&journal_text(&kept)).findings.first() {
            unsound.push(format!("{}: {}", tournament.tournament, finding(first)));
        }
    }
    if out.json {
        out.json(&json!({
            "tournaments": listed.len(), "lines": lines, "findings": unsound,
        }));
    } else {
        out.line(format!(
            "Checked {} with {}.",
            counted(listed.len() as u64, "tournament"),
            counted(lines, "line")
        ));
        for problem in &unsound {
            let problem = out.alert(problem.clone());
            out.line(problem);
        }
    }
    match unsound.as_slice() {
        [] => Ok(()),
        [first, ..] => Err(Fault::Unproved(first.clone())),
    }
}
