//! `muster players`: who is registered.

use crate::fault::Fault;
use crate::output::{Column, Output};
use crate::reading::Reading;
use crate::view::outcome::counted;
use clap::Args;
use muster_tournament::state::Status;
use muster_views::{PlayerView, Viewer};

/// List the players
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster players
  muster players --json")]
pub(crate) struct Players {
    #[command(flatten)]
    reading: Reading,
}

impl Players {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let tournament = self.reading.open(out)?;
        let state = tournament.state();
        let views = PlayerView::all(Viewer::Staff, state);
        if out.json {
            out.json(&views);
            return Ok(());
        }
        let here = state.active().count();
        let players = counted(views.len() as u64, "player");
        let started = state.structure.is_some();
        let word = if started { "taking part" } else { "checked in" };
        out.heading(format!("{players}, {here} {word}"));
        if views.is_empty() {
            return Ok(());
        }
        let rows = views.into_iter().map(|view| {
            vec![
                view.player.0.to_string(),
                view.name,
                view.club.unwrap_or_default(),
                view.faction.unwrap_or_default(),
                view.list_points.map_or_else(String::new, |p| p.to_string()),
                match view.status {
                    Status::Active if !started => "checked in",
                    Status::Registered => "registered",
                    Status::Active => "active",
                    Status::Dropped => "dropped",
                    Status::Disqualified => "disqualified",
                    Status::CutOff => "cut off",
                }
                .to_owned(),
            ]
        });
        let columns = [
            Column::Number("#"),
            Column::Text("Player"),
            Column::Text("Club"),
            Column::Text("Faction"),
            Column::Number("List"),
            Column::Text("Status"),
        ];
        out.table(&columns, rows.collect());
        Ok(())
    }
}
