//! The `muster` binary: reads arguments and files, asks the libraries, prints the answer. All I/O of the program is
//! here; no rule is.

mod cli;
mod clock;
mod command;
mod data;
mod desk;
mod fault;
mod foreign_file;
mod journal_file;
mod output;
mod person;
mod place;
mod reading;
mod redaction;
mod report_args;
mod round_folder;
mod seed_file;
mod setup;
mod table;
mod view;

use muster_regulations::clause;
use output::Output;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = cli::parse();
    let mut out = Output::new(cli.json);
    let result = match cli.command {
        Some(command) => command.run(&mut out),
        None => command::hall(&mut out),
    };
    let code = match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            if out.json && !out.has_answered() {
                out.json(&fault.json());
            }
            out.error(fault.kind(), &fault);
            if let Some(clause) = fault.clause().and_then(clause::find) {
                out.error(clause.id, muster_words::clauses::says(clause));
            }
            fault.code()
        }
    };
    match out.flush() {
        Ok(()) => code,
        Err(fault) => {
            let _ = writeln!(io::stderr(), "{}: {fault}", fault.kind());
            fault.code()
        }
    }
}
