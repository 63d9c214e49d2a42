//! `muster players`: who is registered.

use crate::fault::Fault;
use crate::output::{Column, Output};
use crate::reading::Reading;
use crate::view::outcome::counted;
use clap::Args;
use muster_tournament::State;
use muster_tournament::state::{Player, Status};
use serde::Serialize;

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

/// A player as scripts read one.
#[derive(Serialize)]
struct View {
    number: u32,
    name: String,
    club: Option<String>,
    faction: Option<String>,
    list_points: Option<u32>,
    leader: Option<u32>,
    status: &'static str,
    redacted: bool,
}

impl View {
    fn new(state: &State, player: &Player) -> View {
        View {
            number: player.id.0,
            name: state.name(player.id),
            club: player.personal.as_ref().and_then(|p| p.club.clone()),
            faction: player.faction.clone(),
            list_points: player.list_points,
            leader: player.leader.map(|staff| staff.0),
            status: match player.status {
                Status::Registered => "registered",
                Status::Active => "active",
                Status::Dropped => "dropped",
                Status::Disqualified => "disqualified",
                Status::CutOff => "cut off",
            },
            redacted: player.redacted,
        }
    }
}

impl Players {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let tournament = self.reading.open(out)?;
        let state = tournament.state();
        let views: Vec<View> = state.players.iter().map(|p| View::new(state, p)).collect();
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
                view.number.to_string(),
                view.name,
                view.club.unwrap_or_default(),
                view.faction.unwrap_or_default(),
                view.list_points.map_or_else(String::new, |p| p.to_string()),
                match view.status {
                    "active" if !started => "checked in".to_owned(),
                    status => status.to_owned(),
                },
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
