//! `muster print`: everything a tournament puts on paper, as PDF.

use crate::fault::Fault;
use crate::output::Output;
use crate::person;
use crate::place::said;
use crate::reading::Reading;
use clap::Args;
use muster_paper::{Document, Order, Paper, PaperError};
use muster_service::round_folder;
use muster_tournament::{RoundNo, State};
use serde_json::json;
use std::path::PathBuf;

/// Write a document as PDF: pairings, slips, standings, bracket, forms, certificates …
#[derive(Args, Debug)]
#[command(after_help = "\
Documents:
  pairings           who sits where, by name, readable from two metres
  pairings-by-table  the same by table
  slips              to write results on; cut, the stack is in table order
  standings          with all tiebreakers
  cross-table        every player's opponents and results, up to --round
  bracket            drawn, with placings
  table-numbers      to stand on the tables
  badges             one for each player; with codes they come from the server's \"Badges with codes\"
  list-forms         an empty form for a list
  list-checks        each list handed in, with boxes to tick
  proxies            notes that stand for damaged cards
  judges-log         calls, rulings, penalties
  report             the whole tournament
  certificates       for the best, once places are certain
  silhouettes        line-of-sight templates at true size (Legion)

Examples:
  muster print pairings
  muster print slips --round 2 --paper letter --base-url http://192.168.0.20:7890/t/spring-open
  muster print list-checks --player \"Bo Brandt\" --output checks.pdf

The same tournament always gives the same file, byte for byte; without a time zone of its own its times are UTC.
Drafts are never printed.
`muster pair --publish` writes pairings and slips of the round by itself.")]
pub(crate) struct Print {
    /// What to print
    document: Document,
    /// Round; left out, the newest that is published
    #[arg(short, long, value_name = "N")]
    round: Option<u32>,
    #[command(flatten)]
    paper: PaperSize,
    /// File to write, `-` for standard output [default: named after document and round]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Address of the tournament's pages on a server, for QR codes on slips and table numbers
    #[arg(long, value_name = "URL")]
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
    /// Paper: a4 or letter
    #[arg(long, value_name = "SIZE", env = "MUSTER_PAPER", default_value_t = Paper::A4)]
    pub(crate) paper: Paper,
}

impl Print {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let tournament = self.reading.open(out)?;
        let state = tournament.state();
        let base = self.base_url.as_deref();
        let base = base.map(|base| base.trim_end_matches('/').to_owned());
        let players = self.players.iter().map(|given| person::find(state, given));
        let order = Order {
            round: self.round.map(RoundNo),
            players: players.collect::<Result<_, Fault>>()?,
            ..round_folder::order(&tournament, self.paper.paper, base)
        };
        let order = order.for_document(self.document, &tournament);
        let pdf = muster_paper::print(self.document, state, &order).map_err(fault)?;
        for missing in muster_paper::unprintable(state) {
            let letters: String = missing.letters.iter().collect();
            out.note(format!(
                "The fonts lack {letters} in \"{}\": they are printed as boxes. Amend the name, or write it by hand.",
                missing.name
            ));
        }
        let name = || file_name(self.document, state, &order);
        let path = self.output.unwrap_or_else(|| PathBuf::from(name()));
        if path.as_os_str() == "-" {
            out.file(pdf);
            return Ok(());
        }
        std::fs::write(&path, &pdf).map_err(|error| Fault::file(&path, said(&error)))?;
        if out.json {
            let file = path.display().to_string();
            let document = self.document.name();
            out.json(&json!({"document": document, "file": file, "bytes": pdf.len()}));
        } else {
            out.line(format!(
                "Wrote {} to {}.",
                self.document.title(),
                path.display()
            ));
        }
        Ok(())
    }
}

fn fault(error: PaperError) -> Fault {
    match error {
        PaperError::Engine(_) => Fault::File(error.to_string()),
        error => Fault::Usage(error.to_string()),
    }
}

/// The round belongs to the name where the document is about one, so that no round's paper replaces another's.
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
