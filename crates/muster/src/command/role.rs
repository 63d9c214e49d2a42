//! `muster role`: assigns and dismisses staff.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::{Column, Output};
use crate::reading::Reading;
use crate::seed_file;
use clap::{Args, Subcommand};
use muster_regulations::Role as Office;
use muster_tournament::personal::Personal;
use muster_tournament::{By, Command, StaffId};
use muster_views::StaffView;

/// Assign, dismiss or list staff
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster role assign head \"Mara Quill\"
  muster role dismiss 2
  muster role list

`head` means the marshal, Head Judge or Head Consular, `judge` a judge or Consular.")]
pub(crate) struct Role {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Add a judge or the head judge
    #[command(after_help = "Example:\n  muster role assign judge \"Mara Quill\"")]
    Assign {
        /// head or judge
        role: Office,
        /// Name
        name: String,
        #[command(flatten)]
        acting: Acting,
    },
    /// Take somebody off the staff
    #[command(after_help = "Example:\n  muster role dismiss 2")]
    Dismiss {
        /// Staff number, from `muster role list`
        staff: u32,
        #[command(flatten)]
        acting: Acting,
    },
    /// List the staff
    #[command(after_help = "Example:\n  muster role list --json")]
    List {
        #[command(flatten)]
        reading: Reading,
    },
}

impl Role {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        match self.what {
            What::Assign { role, name, acting } => {
                let who = Personal::named(name.trim(), seed_file::fresh()?);
                let mut desk = Desk::open(&acting, out)?;
                let command = Command::Assign {
                    role,
                    who: who.seal(),
                };
                desk.act_with(command, vec![who])?;
                let done = desk.commit(out)?;
                done.report(out, Default::default(), |state, out| {
                    if let Some(staff) = state.staff.last() {
                        let name = state.actor(By::Staff(staff.id));
                        let number = staff.id.0;
                        out.line(format!("{name} acts with --as staff:{number}."));
                    }
                });
            }
            What::Dismiss { staff, acting } => {
                let mut desk = Desk::open(&acting, out)?;
                desk.act(Command::Dismiss {
                    staff: StaffId(staff),
                })?;
                desk.commit(out)?.report_plainly(out);
            }
            What::List { reading } => list(&reading, out)?,
        }
        Ok(())
    }
}

fn list(reading: &Reading, out: &mut Output) -> Result<(), Fault> {
    let tournament = reading.open(out)?;
    let state = tournament.state();
    let staff = StaffView::all(state);
    if out.json {
        out.json(&staff);
        return Ok(());
    }
    let rows = staff.into_iter().map(|staff| {
        let duty = if staff.on_duty { "" } else { "gone" };
        vec![
            staff.staff.0.to_string(),
            staff.name,
            staff.title.to_owned(),
            duty.to_owned(),
        ]
    });
    let columns = [
        Column::Number("#"),
        Column::Text("Name"),
        Column::Text("Role"),
        Column::Text(""),
    ];
    out.table(&columns, rows.collect());
    Ok(())
}
