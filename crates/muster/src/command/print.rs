//! `muster print`: documents as PDF.

use crate::cli::one_of;
use crate::fault::Fault;
use crate::output::Output;
use crate::person;
use crate::place::said_writing;
use crate::reading::Reading;
use clap::Args;
use muster_paper::{Document, Order, Paper, PaperError};
use muster_service::round_folder;
use muster_tournament::{RoundNo, State};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Write a document as PDF: pairings, slips, standings, bracket, forms, certificates …
#[derive(Args, Debug)]
#[command(after_help = "\
Documents:
  pairings           who sits where, by name, readable from two metres
  pairings-by-table  the same by table
  slips              to write results on; after cutting, the stack is in table order
  standings          with all tiebreakers
  cross-table        every player's opponents and results, up to --round
  bracket            drawn, with placings
  table-numbers      to put on the tables
  badges             one for each player; badges with codes are on the server's Print page
  list-forms         an empty form for a list
  list-checks        each list handed in, with boxes to tick
  proxies            notes that replace damaged cards
  judges-log         calls, rulings, penalties
  report             the whole tournament
  certificates       for the top players, once places are certain
  silhouettes        line-of-sight templates at true size (Legion)

Examples:
  muster print pairings
  muster print slips --round 2 --paper letter --base-url http://192.168.0.20:7890/t/spring-open
  muster print list-checks --player \"Bo Brandt\" --output checks.pdf

The same tournament always gives the same file, byte for byte; times are UTC unless the tournament has a time zone. \
Drafts are never printed. \
`muster pair --publish` writes pairings and slips of the round automatically.")]
pub(crate) struct Print {
    /// Document
    #[arg(value_parser = one_of::<Document>(Document::ALL.map(Document::name)))]
    document: Document,
    /// Round [default: the newest that is published]
    #[arg(short, long, value_name = "N")]
    round: Option<u32>,
    #[command(flatten)]
    paper: PaperSize,
    /// File to write, `-` for standard output [default: named after document and round]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Address of the tournament's pages on a server, for QR codes on slips and table numbers
    #[arg(long, value_name = "URL", value_parser = base_url)]
    base_url: Option<String>,
    /// Only these players, for badges, list checks, proxies and certificates
    #[arg(long = "player", value_name = "PLAYER")]
    players: Vec<String>,
    #[command(flatten)]
    reading: Reading,
}

/// The size of the paper.
#[derive(Args, Debug)]
pub(crate) struct PaperSize {
    /// Paper
    #[arg(long, value_name = "SIZE", env = "MUSTER_PAPER", default_value_t = Paper::A4, hide_env_values = true)]
    #[arg(value_parser = one_of::<Paper>(Paper::ALL.map(Paper::name)))]
    pub(crate) paper: Paper,
}

impl Print {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let tournament = self.reading.open(out)?;
        let state = tournament.state();
        let players = self.players.iter().map(|given| person::find(state, given));
        let order = Order {
            round: self.round.map(RoundNo),
            players: players.collect::<Result<_, Fault>>()?,
            ..round_folder::order(&tournament, self.paper.paper, self.base_url)
        };
        let order = order.for_document(self.document, &tournament);
        let pdf = muster_paper::print(self.document, state, &order).map_err(fault)?;
        for missing in muster_paper::unprintable(state) {
            let letters: String = missing.letters.iter().collect();
            out.note(match missing.letters.len() {
                1 => format!(
                    "No font has {letters}; it prints as a box in \"{}\".",
                    missing.name
                ),
                _ => format!(
                    "No font has {letters}; they print as boxes in \"{}\".",
                    missing.name
                ),
            });
        }
        let name = || file_name(self.document, state, &order);
        let path = self.output.unwrap_or_else(|| PathBuf::from(name()));
        write(self.document.name(), &path, pdf, out)
    }
}

/// Writes a document to a file, or to standard output if that is called `-`.
pub(super) fn write(
    document: &str,
    path: &Path,
    pdf: Vec<u8>,
    out: &mut Output,
) -> Result<(), Fault> {
    if path.as_os_str() == "-" {
        out.file(pdf);
        return Ok(());
    }
    std::fs::write(path, &pdf).map_err(|error| Fault::file(path, said_writing(path, &error)))?;
    let file = path.display().to_string();
    match out.json {
        true => out.json(&json!({"document": document, "file": file, "bytes": pdf.len()})),
        false => out.line(format!("Wrote {document} to {file}.")),
    }
    Ok(())
}

/// An address that a phone can open.
fn base_url(text: &str) -> Result<String, String> {
    let host = text
        .strip_prefix("http://")
        .or_else(|| text.strip_prefix("https://"));
    let is_address = |host: &str| {
        host.starts_with(|first: char| first.is_alphanumeric() || first == '[')
            && !host.contains(char::is_whitespace)
    };
    match host.is_some_and(is_address) {
        true => Ok(text.trim_end_matches('/').to_owned()),
        false => Err("not an address like http://192.168.0.20:7890/t/spring-open".to_owned()),
    }
}

pub(super) fn fault(error: PaperError) -> Fault {
    let message = error.to_string();
    let fault = match error {
        PaperError::Engine { .. } => Fault::File(message),
        _ => Fault::Usage(message),
    };
    fault.caused_by(error.code(), error.arguments())
}

/// Names the round in the file name, so that one round's paper does not replace another's.
fn file_name(document: Document, state: &State, order: &Order) -> String {
    let newest = || {
        state
            .rounds
            .iter()
            .rev()
            .find(|r| r.status > muster_tournament::state::RoundStatus::Draft)
    };
    let round = order.round.or_else(|| newest().map(|round| round.number));
    match round.filter(|_| document.of_a_round()) {
        Some(round) => format!("{document}-round-{round}.pdf"),
        None => format!("{document}.pdf"),
    }
}
