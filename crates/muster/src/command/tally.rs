//! `muster tally`: the score calculator.

use crate::fault::Fault;
use crate::output::Output;
use crate::person;
use crate::reading::Reading;
use clap::Args;
use muster_regulations::tally::{Achieved, Lost, tally};
use muster_words::list;
use muster_words::tally::TallyInWords;
use serde_json::json;
use std::str::FromStr;

/// Work out a player's score from what the opponent lost
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster tally Ann --destroyed 1 --destroyed 2:3
  muster tally Ann --destroyed 1 --half 2:1
  muster tally Ann --destroyed 1 --objectives 75

Pieces are numbered as `muster list show OPPONENT` shows them; 2:3 is three copies of piece 2. Both lists must be \
known. The fields printed go into `muster report`.")]
pub(crate) struct Tally {
    /// Player who scores: number, name, or an unambiguous part of the name
    player: String,
    /// An opponent's piece that was destroyed or fully defeated; 2:3 for three copies
    #[arg(long, value_name = "PIECE[:COPIES]")]
    destroyed: Vec<Copies>,
    /// X-Wing: ship still there, at or below half health
    #[arg(long, value_name = "PIECE[:COPIES]")]
    half: Vec<Copies>,
    /// Count everything the opponent has as destroyed
    #[arg(long)]
    all: bool,
    /// Armada: points earned through objectives
    #[arg(long, value_name = "POINTS")]
    objectives: Option<u32>,
    /// Legion and Conquest: victory tokens
    #[arg(long)]
    tokens: Option<u32>,
    #[command(flatten)]
    reading: Reading,
}

/// A piece by its number, from 1, and how many copies of it.
#[derive(Clone, Copy, Debug)]
struct Copies {
    piece: usize,
    copies: u32,
}

impl FromStr for Copies {
    type Err = String;

    fn from_str(text: &str) -> Result<Copies, String> {
        let (piece, copies) = text.split_once(':').unwrap_or((text, "1"));
        match (piece.trim().parse::<usize>(), copies.trim().parse()) {
            (Ok(piece @ 1..), Ok(copies)) => Ok(Copies { piece, copies }),
            _ => Err(format!(
                "{text:?} isn't a piece; write its number, or 2:3 for three copies of piece 2"
            )),
        }
    }
}

impl Tally {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let tournament = self.reading.open(out)?;
        let state = tournament.state();
        let player = person::find(state, &self.player)?;
        let found = state.current().and_then(|round| round.match_of(player));
        let seated = found.and_then(|m| Some((m.seat(player)?, m.opponent(player)?)));
        let Some((seat, opponent)) = seated else {
            return Err(Fault::Usage(format!(
                "{} has no match in the current round",
                state.name(player)
            )));
        };
        let Some(list) = state.list(opponent) else {
            return Err(Fault::Usage(format!(
                "no list of {} is known; report the numbers as the players have them",
                state.name(opponent)
            )));
        };
        let lost = |copies: &Copies, destroyed: bool| Lost {
            piece: copies.piece - 1,
            destroyed: if destroyed { copies.copies } else { 0 },
            halved: if destroyed { 0 } else { copies.copies },
        };
        let destroyed = self.destroyed.iter().map(|copies| lost(copies, true));
        let achieved = Achieved {
            lost: destroyed
                .chain(self.half.iter().map(|copies| lost(copies, false)))
                .collect(),
            everything: self.all,
            objectives: self.objectives,
            tokens: self.tokens,
        };
        let tally = tally(seat, list, &achieved)
            .map_err(|refusal| Fault::Usage(list::refusal(&refusal)))?;
        let tally = TallyInWords::from(tally);
        if out.json {
            let opponent = state.name(opponent);
            out.json(&json!({"player": state.name(player), "opponent": opponent, "tally": tally}));
            return Ok(());
        }
        for step in &tally.working {
            out.line(format!("{} ({})", step.text, step.clause));
        }
        let score = out.bold(format!("{} scores {}.", state.name(player), tally.score));
        out.line(score);
        if tally.everything {
            out.line(format!(
                "Nothing keeps {} in the game: report a defeat.",
                state.name(opponent)
            ));
        }
        let fields: Vec<String> = tally
            .fills
            .iter()
            .map(|fill| format!("{}={}", fill.path, fill.value))
            .collect();
        out.line(format!("For the report: {}", fields.join(" ")));
        Ok(())
    }
}
