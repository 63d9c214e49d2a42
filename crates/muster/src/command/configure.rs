//! `muster configure`: changes the setup.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use crate::setup::SetupArgs;
use crate::view;
use clap::Args;
use muster_tournament::command::FixedTable;
use muster_tournament::{Command, TableNo};

/// Change name, tier, structure or house choices
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster configure --structure advanced
  muster configure --clubs-apart=false --fix-table \"Ann Archer=3\"

Tier and structure are fixed once the tournament has started (PAIR-1).")]
pub(crate) struct Configure {
    #[command(flatten)]
    setup: SetupArgs,
    /// House choice: a player who always sits at the same table; table 0 cancels it
    #[arg(long, value_name = "PLAYER=TABLE")]
    fix_table: Vec<String>,
    #[command(flatten)]
    acting: Acting,
}

impl Configure {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let mut desk = Desk::open(&self.acting, out)?;
        let mut setup = self.setup.over(desk.state().setup.clone());
        for given in &self.fix_table {
            let (player, table) = given
                .rsplit_once('=')
                .and_then(|(player, table)| Some((player, table.trim().parse().ok()?)))
                .ok_or_else(|| {
                    Fault::Usage(format!(
                        "{given:?} is not a fixed table; write PLAYER=TABLE"
                    ))
                })?;
            let player = desk.player(player)?;
            let fixed = &mut setup.wishes.fixed_tables;
            fixed.retain(|fixed| fixed.player != player);
            if table != 0 {
                fixed.push(FixedTable {
                    player,
                    table: TableNo(table),
                });
            }
        }
        if setup == desk.state().setup {
            return Err(Fault::Usage(
                "nothing to change; name what should change, for example --name or --structure"
                    .to_owned(),
            ));
        }
        desk.act(Command::Configure { setup })?;
        let done = desk.commit(out)?;
        done.report(out, Default::default(), view::setup::show);
        Ok(())
    }
}
