//! `muster why`: explains a pairing, a bye, a rank, an outcome, the cut.

use crate::fault::Fault;
use crate::output::Output;
use crate::reading::Reading;
use crate::{person, table};
use clap::{Args, Subcommand};
use muster_tournament::why::{self, Explanation};

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
    /// Round; left out, the newest
    #[arg(short, long, value_name = "N", global = true)]
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
    },
    /// Why a player has the bye
    #[command(after_help = "Example:\n  muster why bye \"Bo Brandt\"")]
    Bye {
        /// Player: number, name or a part of it
        player: String,
    },
    /// Why a player has this rank
    #[command(after_help = "Example:\n  muster why rank Ann")]
    Rank {
        /// Player: number, name or a part of it
        player: String,
    },
    /// How a result was worked out
    #[command(after_help = "Example:\n  muster why outcome 3 --round 2")]
    Outcome {
        /// Table
        table: u32,
    },
    /// Why a player is in the cut, or is not
    #[command(after_help = "Example:\n  muster why cut Ann")]
    Cut {
        /// Player: number, name or a part of it
        player: String,
    },
    /// Who chooses before the game: first player, colour or side
    #[command(after_help = "Example:\n  muster why first 3")]
    First {
        /// Table
        table: u32,
    },
}

impl Why {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let tournament = self.reading.open(out)?;
        let state = tournament.state();
        let at = |given: u32| {
            let round = table::round(state, self.round)?;
            Ok::<_, Fault>((round.number, table::at(round, given)?.table))
        };
        let explanation = match &self.what {
            What::Pairing { table } => {
                let (round, table) = at(*table)?;
                why::pairing(&tournament, round, table)?
            }
            What::Bye { player } => {
                let round = table::round(state, self.round)?.number;
                why::bye(&tournament, round, person::find(state, player)?)?
            }
            What::Rank { player } => why::rank(state, person::find(state, player)?)?,
            What::Outcome { table } => {
                let (round, table) = at(*table)?;
                why::outcome(state, round, table)?
            }
            What::Cut { player } => why::cut(state, person::find(state, player)?)?,
            What::First { table } => {
                let (round, table) = at(*table)?;
                why::first(state, round, table)?
            }
        };
        if out.json {
            out.json(&explanation);
        } else {
            show(&explanation, out);
        }
        Ok(())
    }
}

fn show(explanation: &Explanation, out: &mut Output) {
    out.heading(&explanation.headline);
    for step in &explanation.steps {
        let clause = match (step.clause, step.house_choice) {
            (Some(id), false) => format!("  [{id}]"),
            (Some(id), true) => format!("  [{id}, house choice]"),
            (None, true) => "  [house choice]".to_owned(),
            (None, false) => String::new(),
        };
        let clause = out.dim(clause);
        out.line(format!("  · {}{clause}", step.text));
    }
}
