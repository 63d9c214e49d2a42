//! `muster clock`: the clock of the round, breaks, and more time for a table.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::Output;
use crate::reading::Reading;
use crate::{clock, seed_file, view};
use clap::{Args, Subcommand};
use jiff::Timestamp;
use muster_tournament::command::ClockCommand;
use muster_tournament::floor::clock::staff_clock;
use muster_tournament::{Command, TableNo};
use muster_views::{ClockView, Viewer};

/// Start, stop or show the clock of the round
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster clock start
  muster clock add 10 --reason \"Fire alarm\"
  muster clock extend 3 5 --reason \"Looking for a lost card\"
  muster clock

The length follows from regulation and stage. In Galactic Conquest only staff may know \
when it ends: this command shows it if the seed is here, so keep the screen to yourself (GC-CLOCK).")]
pub(crate) struct Clock {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    reading: Reading,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Start the clock, once most players are seated (TIME-1)
    #[command(after_help = "Example:\n  muster clock start")]
    Start {
        #[command(flatten)]
        acting: Acting,
    },
    /// Record that games have begun without a clock; nobody is reseeded or moved after that
    #[command(after_help = "Example:\n  muster clock begun")]
    Begun {
        #[command(flatten)]
        acting: Acting,
    },
    /// Pause play for all: lunch, a fire alarm
    #[command(
        after_help = "Example:\n  muster clock pause --until 2026-05-30T13:00:00Z --reason Lunch"
    )]
    Pause {
        /// When play resumes, if announced
        #[arg(long, value_name = "TIME")]
        until: Option<Timestamp>,
        /// Why
        #[arg(long, value_name = "TEXT")]
        reason: Option<String>,
        #[command(flatten)]
        acting: Acting,
    },
    /// Resume after a break
    #[command(after_help = "Example:\n  muster clock resume")]
    Resume {
        #[command(flatten)]
        acting: Acting,
    },
    /// Give the round more minutes, or fewer; undoes a call of time
    #[command(alias = "adjust")]
    #[command(after_help = "Example:\n  muster clock add -5 --reason \"Started too late\"")]
    Add {
        /// Minutes to add; negative to take some away
        #[arg(allow_negative_numbers = true)]
        minutes: i32,
        /// Why
        #[arg(long, value_name = "TEXT")]
        reason: String,
        #[command(flatten)]
        acting: Acting,
    },
    /// Call time before the clock does
    #[command(alias = "call-time")]
    #[command(after_help = "Example:\n  muster clock call")]
    Call {
        #[command(flatten)]
        acting: Acting,
    },
    /// Give one table more time (TIME-2)
    #[command(
        after_help = "Example:\n  muster clock extend 3 5 --reason \"Looking for a lost card\""
    )]
    Extend {
        /// Table
        table: u32,
        /// Minutes to add
        minutes: u32,
        /// Why
        #[arg(long, value_name = "TEXT")]
        reason: String,
        #[command(flatten)]
        acting: Acting,
    },
}

impl Clock {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let (command, acting) = match self.what {
            None => return show(&self.reading, out),
            Some(What::Start { acting }) => (ClockCommand::Start, acting),
            Some(What::Begun { acting }) => (ClockCommand::Begun, acting),
            Some(What::Pause {
                until,
                reason,
                acting,
            }) => (ClockCommand::Pause { until, reason }, acting),
            Some(What::Resume { acting }) => (ClockCommand::Resume, acting),
            Some(What::Add {
                minutes,
                reason,
                acting,
            }) => (ClockCommand::Adjust { minutes, reason }, acting),
            Some(What::Call { acting }) => (ClockCommand::CallTime, acting),
            Some(What::Extend {
                table,
                minutes,
                reason,
                acting,
            }) => {
                let table = TableNo(table);
                let command = ClockCommand::Extend {
                    table,
                    minutes,
                    reason,
                };
                (command, acting)
            }
        };
        let desk = Desk::open(&acting, out)?;
        desk.finish(Command::Clock(command), out)
    }
}

fn show(reading: &Reading, out: &mut Output) -> Result<(), Fault> {
    let tournament = reading.open(out)?;
    let state = tournament.state();
    let seeds = seed_file::read(&reading.place.find()?, state)?;
    let now = clock::now()?;
    let Some(view) = staff_clock(state, &*seeds, now) else {
        return Err(Fault::Usage(
            "no round is being played; publish one first with `muster pair --publish`".to_owned(),
        ));
    };
    if out.json {
        out.json(&ClockView::of(Viewer::Staff, state, &*seeds, now));
    } else {
        view::clock::show(state, &view, out);
    }
    Ok(())
}
