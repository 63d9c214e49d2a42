//! `muster statistics`: statistics of one tournament or several.

use crate::fault::Fault;
use crate::journal_file;
use crate::output::{Column, Output};
use crate::place::TournamentFile;
use clap::Args;
use muster_regulations::Regulation;
use muster_statistics::{Statistics as Numbers, Table, across, of, tables};
use muster_tournament::Tournament;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Show statistics: factions, first turn, margins, ranks, round lengths
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster statistics
  muster statistics spring.jsonl autumn.jsonl --json
  muster statistics *.jsonl --table factions

Several journals are added up by regulation. Byes, no-shows and unplayed matches do not \
count as games. Win rates leave out draws and a faction's games against itself, and come \
with the interval in which the true rate lies with 95 % confidence.")]
pub(crate) struct Statistics {
    /// Journals [default: the one of --tournament]
    #[arg(value_name = "FILE", conflicts_with = "tournament")]
    files: Vec<PathBuf>,
    /// One table only: factions, matchups, edges, margins, ranks or lengths
    #[arg(long, value_name = "TABLE")]
    table: Option<String>,
    #[command(flatten)]
    place: TournamentFile,
}

/// The names of all tables, for the error about an unknown one.
const TABLES: [&str; 6] = [
    "factions", "matchups", "edges", "margins", "ranks", "lengths",
];

impl Statistics {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        if let Some(table) = self
            .table
            .as_deref()
            .filter(|table| !TABLES.contains(table))
        {
            let known = TABLES.join(", ");
            return Err(Fault::Usage(format!(
                "there is no table \"{table}\"; choose one of {known}"
            )));
        }
        let files = match self.files.is_empty() {
            true => vec![self.place.find()?],
            false => self.files,
        };
        let mut tournaments: Vec<Tournament> = Vec::with_capacity(files.len());
        for file in &files {
            tournaments.push(journal_file::read(file)?.tournament);
        }
        let numbers = added_up(&tournaments);
        if out.json && self.table.is_none() {
            out.json(&numbers);
            return Ok(());
        }
        let wanted = |table: &Table| self.table.as_deref().is_none_or(|name| name == table.id);
        if out.json {
            let found = numbers.iter().flat_map(tables).filter(wanted);
            out.json(&found.collect::<Vec<Table>>());
            return Ok(());
        }
        for numbers in &numbers {
            show(numbers, &wanted, out);
        }
        Ok(())
    }
}

/// One tournament on its own, or several added up by regulation.
fn added_up(tournaments: &[Tournament]) -> Vec<Numbers> {
    if let [tournament] = tournaments {
        return vec![of(tournament)];
    }
    let mut kinds: BTreeMap<&str, Regulation> = BTreeMap::new();
    for tournament in tournaments {
        let regulation = tournament.state().setup.regulation;
        kinds.insert(regulation.id(), regulation);
    }
    let kinds = kinds.into_values();
    kinds.map(|kind| across(kind, tournaments)).collect()
}

fn show(numbers: &Numbers, wanted: &dyn Fn(&Table) -> bool, out: &mut Output) {
    let title = numbers.regulation.book().title;
    out.heading(format!(
        "{title} · {} tournament{}, {} players, {} games",
        numbers.tournaments,
        if numbers.tournaments == 1 { "" } else { "s" },
        numbers.players,
        numbers.games
    ));
    for table in tables(numbers).into_iter().filter(wanted) {
        out.heading(table.title);
        let columns: Vec<Column<'_>> = (0..)
            .zip(&table.head)
            .map(|(index, head)| match (table.id, index) {
                ("margins" | "lengths", _) => Column::Number(head),
                (_, 0) | ("matchups", 1) => Column::Text(head),
                _ => Column::Number(head),
            })
            .collect();
        out.table(&columns, table.rows);
    }
}
