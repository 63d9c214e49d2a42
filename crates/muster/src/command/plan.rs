//! `muster plan`: compares structures for a number of players.

use crate::fault::Fault;
use crate::output::{Column, Output};
use crate::view::outcome::counted;
use clap::Args;
use jiff::civil::Time;
use muster_forecast::planner::{Breaks, LongBreak, Outlook, Question, plan};
use muster_regulations::{CustomStructure, CutRule, Regulation, StageKind};
use muster_statistics::Rate;
use muster_words::ahead::{clock, mean, thousands};

/// Compare structures for a number of players: rounds, cut, end of the day, who gets in
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster plan xwing --players 44
  muster plan xwing --players 44 --rounds 5 --cut 4 --start 09:30 --lunch 45 --lunch-after 2
  muster plan legion --players 30 --json

Each structure is simulated with players of equal strength. Only how often the best player \
misses the cut is simulated with players of very different strength. The same question always has the \
same answer.")]
pub(crate) struct Plan {
    /// Regulation
    #[arg(value_parser = crate::cli::regulation())]
    regulation: Regulation,
    /// Expected players
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=100_000))]
    players: u32,
    /// Swiss rounds of a custom structure to compare
    #[arg(long, value_name = "N")]
    rounds: Option<u32>,
    /// Size of its cut
    #[arg(long, value_name = "N", requires = "rounds")]
    cut: Option<u32>,
    /// When the first round starts
    #[arg(long, value_name = "TIME", default_value = "10:00")]
    start: Time,
    /// Minutes between rounds
    #[arg(long, value_name = "MINUTES", default_value_t = 15)]
    between: u32,
    /// Minutes of a longer break
    #[arg(long, value_name = "MINUTES", requires = "lunch_after")]
    lunch: Option<u32>,
    /// Round before the longer break
    #[arg(long, value_name = "ROUND", requires = "lunch")]
    lunch_after: Option<u32>,
    /// Seed of the simulations
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Plan {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let custom = self.rounds.map(|rounds| CustomStructure {
            rounds,
            cut: self.cut.map_or(CutRule::None, CutRule::Top),
        });
        if let Some(custom) = custom {
            let kind = muster_regulations::StructureKind::Custom;
            self.regulation
                .structure(kind, Some(custom), self.players)?;
        }
        let long = self.lunch.zip(self.lunch_after);
        let question = Question {
            regulation: self.regulation,
            players: self.players,
            custom,
            breaks: Breaks {
                between: self.between,
                long: long
                    .map(|(minutes, after_round)| LongBreak {
                        after_round,
                        minutes,
                    })
                    .into_iter()
                    .collect(),
            },
            seed: self.seed,
        };
        let outlooks =
            plan(&question, || false).map_err(|stopped| Fault::Usage(stopped.to_string()))?;
        if outlooks.is_empty() {
            let kind = self
                .regulation
                .book()
                .tables
                .first()
                .map(|table| table.kind);
            if let Some(kind) = kind {
                self.regulation.structure(kind, None, self.players)?;
            }
        }
        if out.json {
            out.json(&outlooks);
            return Ok(());
        }
        let title = self.regulation.book().title;
        out.heading(format!("{title} · {}", counted(self.players, "player")));
        self.table(&outlooks, out);
        out.gap();
        let simulations = outlooks.iter().map(|outlook| outlook.simulations).min();
        out.sentence(format!(
            "{} simulated tournaments for each structure.",
            thousands(simulations.unwrap_or(0).into())
        ));
        Ok(())
    }

    fn table(&self, outlooks: &[Outlook], out: &mut Output) {
        let columns = [
            Column::Text("Structure"),
            Column::Number("Rounds"),
            Column::Text("Cut"),
            Column::Number("Tables"),
            Column::Text("Swiss ends"),
            Column::Text("Ends"),
            Column::Number("Undefeated"),
            Column::Number("One loss misses the cut"),
            Column::Number("Best player misses it"),
            Column::Number("Rematch needed"),
            Column::Number("Paired down"),
        ];
        let rows = outlooks.iter().map(|outlook| {
            let has_cut = outlook.structure.cut != CutRule::None;
            let one_loss = outlook.by_losses.get(1).filter(|_| has_cut);
            let missed = one_loss.map(|by| Rate {
                won: by.cut.of - by.cut.won,
                of: by.cut.of,
            });
            let time = |minutes: Option<u32>| minutes.map(|m| self.time(m)).unwrap_or_default();
            vec![
                muster_words::structure::name(outlook.kind).to_owned(),
                outlook.structure.rounds.to_string(),
                match outlook.structure.cut {
                    CutRule::None => "none".to_owned(),
                    CutRule::Top(size) => format!("top {size}"),
                    CutRule::Points(points) => format!("{points} points"),
                },
                outlook.tables.to_string(),
                time(outlook.swiss_ends()),
                match outlook.timetable.last().map(|slot| slot.stage) {
                    Some(StageKind::Elimination) => time(outlook.ends()),
                    _ => String::new(),
                },
                mean(outlook.undefeated, outlook.simulations),
                missed.map(Rate::shown).unwrap_or_default(),
                outlook.best_misses.map(Rate::shown).unwrap_or_default(),
                outlook.repeats.shown(),
                outlook.floats.shown(),
            ]
        });
        out.table(&columns, rows.collect());
    }

    /// Minutes after the start.
    fn time(&self, minutes: u32) -> String {
        let start = u32::from(self.start.hour().unsigned_abs()) * 60
            + u32::from(self.start.minute().unsigned_abs());
        clock(start.saturating_add(minutes))
    }
}
