//! `muster why`: explains a pairing, a bye, a rank, an outcome, the cut.

use crate::fault::Fault;
use crate::output::{Output, Style};
use crate::reading::Reading;
use crate::{person, table};
use clap::{Args, Subcommand};
use muster_tournament::{RoundNo, TableNo, Tournament, why};
use muster_words::why::ExplanationInWords;

/// Explain a pairing, a bye, an outcome, a rank, the cut, or who chooses
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster why pairing 3
  muster why bye \"Bo Brandt\"
  muster why rank Ann
  muster why outcome 3 --round 2
  muster why cut Ann
  muster why first 3")]
pub(crate) struct Why {
    #[command(subcommand)]
    what: What,
}

#[derive(Args, Debug)]
struct Asked {
    /// Round [default: the newest]
    #[arg(short, long, value_name = "N")]
    round: Option<u32>,
    #[command(flatten)]
    reading: Reading,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Why two players meet
    #[command(after_help = "Example:\n  muster why pairing 3 --round 2")]
    Pairing {
        /// Table
        table: u32,
        #[command(flatten)]
        asked: Asked,
    },
    /// Why a player has the bye
    #[command(after_help = "Example:\n  muster why bye \"Bo Brandt\"")]
    Bye {
        /// Player: number, name, or part of the name
        player: String,
        #[command(flatten)]
        asked: Asked,
    },
    /// Why a player has this rank
    #[command(after_help = "Example:\n  muster why rank Ann")]
    Rank {
        /// Player: number, name, or part of the name
        player: String,
        #[command(flatten)]
        reading: Reading,
    },
    /// How a result was worked out
    #[command(after_help = "Example:\n  muster why outcome 3 --round 2")]
    Outcome {
        /// Table
        table: u32,
        #[command(flatten)]
        asked: Asked,
    },
    /// Why a player is in the cut, or is not
    #[command(after_help = "Example:\n  muster why cut Ann")]
    Cut {
        /// Player: number, name, or part of the name
        player: String,
        #[command(flatten)]
        reading: Reading,
    },
    /// Who chooses before the game: first player, colour or side
    #[command(after_help = "Example:\n  muster why first 3")]
    First {
        /// Table
        table: u32,
        #[command(flatten)]
        asked: Asked,
    },
}

/// A table of a round.
struct At {
    round: RoundNo,
    table: TableNo,
}

impl Asked {
    fn at(&self, tournament: &Tournament, table: u32) -> Result<At, Fault> {
        let round = table::round(tournament.state(), self.round)?;
        Ok(At {
            round: round.number,
            table: table::at(round, table)?.table,
        })
    }
}

impl Why {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let explanation = match &self.what {
            What::Rank { player, reading } => {
                let tournament = reading.open(out)?;
                let state = tournament.state();
                why::rank(state, person::find(state, player)?)?
            }
            What::Cut { player, reading } => {
                let tournament = reading.open(out)?;
                let state = tournament.state();
                why::cut(state, person::find(state, player)?)?
            }
            What::Bye { player, asked } => {
                let tournament = asked.reading.open(out)?;
                let state = tournament.state();
                let round = table::round(state, asked.round)?.number;
                why::bye(&tournament, round, person::find(state, player)?)?
            }
            What::Pairing { table, asked } => {
                let tournament = asked.reading.open(out)?;
                let at = asked.at(&tournament, *table)?;
                why::pairing(&tournament, at.round, at.table)?
            }
            What::Outcome { table, asked } => {
                let tournament = asked.reading.open(out)?;
                let at = asked.at(&tournament, *table)?;
                why::outcome(tournament.state(), at.round, at.table)?
            }
            What::First { table, asked } => {
                let tournament = asked.reading.open(out)?;
                let at = asked.at(&tournament, *table)?;
                why::first(tournament.state(), at.round, at.table)?
            }
        };
        let explanation = ExplanationInWords::from(explanation);
        if out.json {
            out.json(&explanation);
        } else {
            show(&explanation, out);
        }
        Ok(())
    }
}

fn show(explanation: &ExplanationInWords, out: &mut Output) {
    out.heading(&explanation.headline);
    for step in &explanation.steps {
        out.paragraph("  · ", &step.to_string(), [Style::Plain; 2]);
    }
}
