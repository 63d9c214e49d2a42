//! `muster season`: the standings of a season that a server keeps.

use super::print::{self, PaperSize};
use crate::data::Data;
use crate::fault::Fault;
use crate::output::{Column, Output};
use clap::Args;
use muster_ledger::Ledger;
use muster_ledger::answer::wait_for;
use muster_ledger::people::Season as Kept;
use muster_service::seasons::{self, View};
use muster_service::{Problem, Service, Visitor};
use muster_words::season as words;
use serde_json::json;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

/// Show the standings of a season, or list the seasons
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster season
  muster season harbour-league-k7qm
  muster season harbour-league-k7qm --json
  muster season harbour-league-k7qm --pdf standings.pdf

Seasons are set up on the page /seasons of the server. Private tournaments
of a season are not shown.")]
pub(crate) struct Season {
    /// Season [default: all are listed]
    season: Option<String>,
    /// Write the standings as PDF to a file, `-` for standard output
    #[arg(long, value_name = "FILE", requires = "season")]
    pdf: Option<PathBuf>,
    #[command(flatten)]
    paper: PaperSize,
    #[command(flatten)]
    data: Data,
}

impl Season {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let ledger = self.data.open()?;
        match &self.season {
            None => list(ledger.as_ref(), out),
            Some(id) => {
                let service = Service::new(ledger, String::new());
                let runtime = tokio::runtime::Builder::new_current_thread()
                    .enable_all()
                    .build()
                    .map_err(|error| Fault::Usage(error.to_string()))?;
                let view = runtime.block_on(view(&service, id))?;
                match self.pdf {
                    None => show(&view, out),
                    Some(file) => {
                        let pdf = seasons::print(&view, self.paper.paper).map_err(print::fault)?;
                        print::write("season standings", &file, pdf, out)?;
                    }
                }
                Ok(())
            }
        }
    }
}

/// Shows what everyone may see: private tournaments stay private, also for the owner of the machine.
async fn view(service: &Service, id: &str) -> Result<View, Problem> {
    let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let visitor = Visitor::with_session(service, None, here, None).await?;
    seasons::view(service, &visitor, id).await
}

fn list(ledger: &dyn Ledger, out: &mut Output) -> Result<(), Fault> {
    let all = wait_for(Kept::all(ledger))?;
    let all: Vec<Kept> = all.into_iter().map(|found| found.value).collect();
    if out.json {
        let seasons = all.iter().map(|season| {
            json!({ "id": season.id, "name": season.name, "tournaments": season.tournaments.len() })
        });
        out.json(&seasons.collect::<Vec<_>>());
        return Ok(());
    }
    if all.is_empty() {
        out.sentence("No seasons yet. Create one on the page /seasons of the server.");
        return Ok(());
    }
    let columns = [
        Column::Text("Season"),
        Column::Text("Name"),
        Column::Number("Tournaments"),
    ];
    let rows = all
        .into_iter()
        .map(|season| vec![season.id, season.name, season.tournaments.len().to_string()]);
    out.table(&columns, rows.collect());
    Ok(())
}

fn show(view: &View, out: &mut Output) {
    let name = |person| view.names.get(person).cloned().unwrap_or_default();
    if out.json {
        let ranks = view.rows.iter().map(|row| {
            let results = row.results.iter().map(|result| {
                json!({
                    "tournament": view.events.get(result.event).map(|(id, _)| id.to_string()),
                    "first": result.place.first,
                    "last": result.place.last,
                    "points": result.points.to_string(),
                    "counts": result.counts,
                })
            });
            json!({
                "rank": row.rank,
                "name": name(&row.person),
                "points": row.points.to_string(),
                "results": results.collect::<Vec<_>>(),
            })
        });
        out.json(&json!({ "name": view.season.name, "ranks": ranks.collect::<Vec<_>>() }));
        return;
    }
    let season = &view.season;
    out.heading(season.name.clone());
    let mut columns = vec![
        Column::Number("Rank"),
        Column::Text("Player"),
        Column::Number("Points"),
    ];
    columns.extend(view.events.iter().map(|(_, name)| Column::Text(name)));
    let rows = view.rows.iter().map(|row| {
        let mut cells = vec![
            row.rank.to_string(),
            name(&row.person),
            words::points(&row.points),
        ];
        cells.extend((0..view.events.len()).map(|event| {
            let found = row.results.iter().find(|result| result.event == event);
            found
                .map(|result| words::place(result.place.first, result.place.last))
                .unwrap_or_default()
        }));
        cells
    });
    out.table(&columns, rows.collect());
    out.gap();
    out.sentence(words::rules(
        &season.places,
        season.taking_part,
        season.best,
    ));
}
