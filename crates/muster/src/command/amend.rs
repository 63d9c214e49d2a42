//! `muster amend`: changes what is known about a player.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use crate::seed_file;
use clap::Args;
use muster_tournament::Command;
use muster_tournament::personal::Personal;

/// Change a player's name, club, faction or list points
#[derive(Args, Debug)]
#[command(
    override_usage = "muster amend [OPTIONS] <PLAYER>",
    after_help = "\
Examples:
  muster amend 7 --name \"Kit Moreau-Lind\"
  muster amend Ann --faction Rebel --list-points 200"
)]
#[group(id = "changes", required = true, multiple = true, args = ["name", "club", "contact", "faction", "list_points"])]
pub(crate) struct Amend {
    /// Player: number, name, or an unambiguous part of the name
    player: String,
    /// New name
    #[arg(long)]
    name: Option<String>,
    /// New club, store or team
    #[arg(long)]
    club: Option<String>,
    /// New contact
    #[arg(long)]
    contact: Option<String>,
    /// New faction or affiliation
    #[arg(long)]
    faction: Option<String>,
    /// New points total of the list
    #[arg(long, value_name = "POINTS")]
    list_points: Option<u32>,
    #[command(flatten)]
    acting: Acting,
}

impl Amend {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let mut desk = Desk::open(&self.acting, out)?;
        let player = desk.player(&self.player)?;
        let before = desk.state().player(player).and_then(|p| p.personal.clone());
        let personal_changes = self.name.is_some() || self.club.is_some() || self.contact.is_some();
        let new = match before {
            Some(before) if personal_changes => Some(Personal {
                salt: seed_file::fresh()?,
                name: self.name.unwrap_or(before.name),
                club: self.club.or(before.club),
                contact: self.contact.or(before.contact),
            }),
            _ => None,
        };
        let command = Command::Amend {
            player,
            who: new.as_ref().map(Personal::seal),
            faction: self.faction,
            list_points: self.list_points,
        };
        desk.act_with(command, new.into_iter().collect())?;
        desk.commit(out)?.report_plainly(out);
        Ok(())
    }
}
