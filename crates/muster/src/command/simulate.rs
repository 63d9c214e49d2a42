//! `muster simulate`: plays whole random tournaments and writes their journals.

use crate::fault::Fault;
use crate::output::Output;
use crate::place::{ENDING, said};
use crate::view::outcome::counted;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use muster_forecast::{Chance, Incidents, Plan, Trouble, simulate};
use muster_regulations::{CustomStructure, CutRule, Regulation, StructureKind};
use muster_tournament::Tournament;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Play whole random tournaments and write their journals
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster simulate xwing --players 32 --out journals
  muster simulate legion --players 9 --rounds 4 --drops 10 --seed 7 --count 100 --out journals
  muster simulate --any --count 1000 --out journals

The same options and the same seed always give the same journals.")]
pub(crate) struct Simulate {
    /// Regulation
    #[arg(required_unless_present = "any", value_parser = crate::cli::regulation())]
    regulation: Option<Regulation>,
    /// Any regulation, structure, tier and field in turn, with every kind of incident
    #[arg(long, conflicts_with = "regulation")]
    any: bool,
    /// Players at the start; with --any, the most there can be
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    players: u32,
    /// Structure table [default: the first that fits]
    #[arg(long, conflicts_with = "any")]
    structure: Option<StructureKind>,
    /// Swiss rounds of a custom structure
    #[arg(long, value_name = "N", conflicts_with = "any")]
    rounds: Option<u32>,
    /// Size of the cut of a custom structure
    #[arg(long, value_name = "N", requires = "rounds")]
    cut: Option<u32>,
    /// How many incidents happen
    #[arg(long, default_value = "usual", conflicts_with = "any")]
    incidents: Much,
    /// Share of players who drop in a round, in percent
    #[arg(long, value_name = "PERCENT", conflicts_with = "any")]
    drops: Option<u32>,
    /// Share of players who do not appear for a match, in percent
    #[arg(long, value_name = "PERCENT", conflicts_with = "any")]
    no_shows: Option<u32>,
    /// Share of players who hand in a list, in percent
    #[arg(long, value_name = "PERCENT", conflicts_with = "any")]
    lists: Option<u32>,
    /// Share of rounds with a late entry, in percent
    #[arg(long, value_name = "PERCENT", conflicts_with = "any")]
    late_entries: Option<u32>,
    /// Share of matches whose result is corrected, in percent
    #[arg(long, value_name = "PERCENT", conflicts_with = "any")]
    corrections: Option<u32>,
    /// Seed of the whole run
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many tournaments
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,
    /// Folder for the journals [default: nothing is written]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Much {
    /// None
    None,
    /// A few drops, no-shows, disputes and corrections
    Usual,
    /// Everything that can happen, often
    Wild,
}

impl Simulate {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        if let Some(folder) = &self.out {
            std::fs::create_dir_all(folder).map_err(|error| Fault::file(folder, said(&error)))?;
        }
        let bar = progress(self.count);
        let mut views = Vec::new();
        let mut lines = 0;
        for index in 0..self.count {
            let plan = self.plan(index)?;
            let tournament = simulate(&plan).map_err(|stuck| match stuck.trouble {
                // The rules do not allow these options.
                Trouble::Refused { refusal, .. } => Fault::from(*refusal),
                _ => Fault::File(format!(
                    "{stuck}; this is a bug, please report it with the options used"
                )),
            })?;
            let file = self.write(&plan, &tournament)?;
            lines += tournament.lines().len() as u64;
            if out.json {
                views.push(view(&plan, &tournament, file.as_ref()));
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        if out.json {
            out.json(&views);
            return Ok(());
        }
        let tournaments = counted(self.count, "tournament");
        let lines = counted(lines, "journal line");
        match &self.out {
            Some(folder) => out.line(format!(
                "Played {tournaments}, {lines}; the journals are in {}.",
                folder.display()
            )),
            None => out.line(format!(
                "Played {tournaments}, {lines}; nothing was written (use --out DIR)."
            )),
        }
        Ok(())
    }

    fn plan(&self, index: u64) -> Result<Plan, Fault> {
        let Some(regulation) = self.regulation else {
            return Ok(Plan::any(self.seed, index, self.players));
        };
        let mut plan = Plan::new(regulation, self.players, self.seed);
        plan.index = index;
        if let Some(structure) = self.structure {
            plan.structure = structure;
            plan.custom = None;
        }
        if let Some(rounds) = self.rounds {
            plan.structure = StructureKind::Custom;
            plan.custom = Some(CustomStructure {
                rounds,
                cut: self.cut.map_or(CutRule::None, CutRule::Top),
            });
        }
        regulation.structure(plan.structure, plan.custom, self.players)?;
        let mut incidents = match self.incidents {
            Much::None => Incidents::none(),
            Much::Usual => Incidents::usual(),
            Much::Wild => Incidents::wild(),
        };
        for (given, chance) in [
            (self.drops, &mut incidents.drops),
            (self.no_shows, &mut incidents.no_shows),
            (self.lists, &mut incidents.lists),
            (self.late_entries, &mut incidents.late_entries),
            (self.corrections, &mut incidents.corrections),
        ] {
            if let Some(percent) = given {
                *chance = Chance::percent(percent);
            }
        }
        plan.incidents = incidents;
        Ok(plan)
    }

    fn write(&self, plan: &Plan, tournament: &Tournament) -> Result<Option<PathBuf>, Fault> {
        let Some(folder) = &self.out else {
            return Ok(None);
        };
        let name = format!(
            "{}-{}-{:05}.{ENDING}",
            plan.regulation, plan.seed, plan.index
        );
        let path = folder.join(name);
        std::fs::write(&path, tournament.to_text())
            .map_err(|error| Fault::file(&path, said(&error)))?;
        Ok(Some(path))
    }
}

fn view(plan: &Plan, tournament: &Tournament, file: Option<&PathBuf>) -> Value {
    let state = tournament.state();
    json!({
        "file": file.map(|file| file.display().to_string()),
        "regulation": plan.regulation,
        "seed": plan.seed,
        "index": plan.index,
        "players": state.players.len(),
        "rounds": state.rounds.len(),
        "lines": tournament.lines().len(),
    })
}

/// A progress bar on standard error, shown only on a terminal and not for short runs.
fn progress(count: u64) -> ProgressBar {
    let bar = ProgressBar::new(count);
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} tournaments, {eta} left");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar
}
