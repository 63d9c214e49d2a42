//! `muster judge`: calls, rulings, appeals and checks for fortressing.

use crate::desk::{Acting, Desk};
use crate::fault::Fault;
use crate::output::{Output, Style};
use crate::reading::Reading;
use crate::{clock, view};
use clap::{ArgAction, Args, Subcommand};
use muster_tournament::command::JudgeCommand;
use muster_tournament::floor::judges::{CallNo, FortNo, RulingNo, queue, rulers};
use muster_tournament::floor::prompts::prompts;
use muster_tournament::{Command, TableNo};
use muster_words::prompts as words;
use serde_json::json;

/// Call a judge, rule, appeal, check for fortressing, or list open calls
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  muster judge call 4 \"Line of sight\"
  muster judge take 1 --as staff:2
  muster judge rule 4 \"The shot is obstructed\" --as staff:2
  muster judge appeal 1
  muster judge decide 1 \"It is not obstructed\" --overrule
  muster judge

A judge rules first; on request the marshal, Head Judge or Head Consular decides (ROLE-4).")]
pub(crate) struct Judge {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    reading: Reading,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Call a judge to a table
    #[command(after_help = "Example:\n  muster judge call 4 \"Line of sight\"")]
    Call {
        /// Table
        table: u32,
        /// Reason for the call
        what: String,
        #[command(flatten)]
        acting: Acting,
    },
    /// Say that you are on the way
    #[command(after_help = "Example:\n  muster judge take 1 --as staff:2")]
    Take {
        /// Number of the call
        call: u32,
        #[command(flatten)]
        acting: Acting,
    },
    /// Close a call: done, or no longer needed
    #[command(after_help = "Example:\n  muster judge close 1")]
    Close {
        /// Number of the call
        call: u32,
        #[command(flatten)]
        acting: Acting,
    },
    /// Rule on a question at a table (ROLE-4)
    #[command(
        after_help = "Example:\n  muster judge rule 4 \"The shot is obstructed\" --as staff:2"
    )]
    Rule {
        /// Table
        table: u32,
        /// The ruling
        text: String,
        #[command(flatten)]
        acting: Acting,
    },
    /// Ask for a review of a ruling (ROLE-4)
    #[command(after_help = "Example:\n  muster judge appeal 1")]
    Appeal {
        /// Number of the ruling
        ruling: u32,
        #[command(flatten)]
        acting: Acting,
    },
    /// Decide an appeal (ROLE-4)
    #[command(after_help = "Example:\n  muster judge decide 1 \"It is not obstructed\" --overrule")]
    Decide {
        /// Number of the ruling
        ruling: u32,
        /// The decision
        text: String,
        /// The first ruling is overruled
        #[arg(long)]
        overrule: bool,
        #[command(flatten)]
        acting: Acting,
    },
    /// Ask a judge to check for fortressing (XW-FORT)
    #[command(after_help = "Example:\n  muster judge suspect 4 \"Bo Brandt\"")]
    Suspect {
        /// Table
        table: u32,
        /// Who may be fortressing
        player: String,
        #[command(flatten)]
        acting: Acting,
    },
    /// Say whether the conditions for fortressing are met (XW-FORT)
    #[command(after_help = "Example:\n  muster judge check 1 yes")]
    Check {
        /// Number of the check
        fort: u32,
        /// yes or no
        #[arg(action = ArgAction::Set, value_parser = yes)]
        met: bool,
        #[command(flatten)]
        acting: Acting,
    },
    /// Decide whether it is deliberate and must end (XW-FORT)
    #[command(after_help = "Example:\n  muster judge determine 1 yes")]
    Determine {
        /// Number of the check
        fort: u32,
        /// yes or no
        #[arg(action = ArgAction::Set, value_parser = yes)]
        deliberate: bool,
        #[command(flatten)]
        acting: Acting,
    },
    /// Say after the next activation phase whether it continues (XW-FORT)
    #[command(after_help = "Example:\n  muster judge follow-up 1 yes --score 34")]
    FollowUp {
        /// Number of the check
        fort: u32,
        /// yes or no; yes destroys all ships of that player and ends the game
        #[arg(action = ArgAction::Set, value_parser = yes)]
        goes_on: bool,
        /// What that player has scored so far; needed with yes
        #[arg(long, value_name = "POINTS")]
        score: Option<u32>,
        #[command(flatten)]
        acting: Acting,
    },
    /// Show who rules at a table (ROLE-5)
    #[command(after_help = "Example:\n  muster judge who 4")]
    Who {
        /// Table
        table: u32,
        #[command(flatten)]
        reading: Reading,
    },
}

fn yes(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("use yes or no".to_owned()),
    }
}

impl Judge {
    pub(crate) fn run(self, out: &mut Output) -> Result<(), Fault> {
        let (acting, command) = match self.what {
            None => return show(&self.reading, out),
            Some(What::Who { table, reading }) => return who(&reading, TableNo(table), out),
            Some(What::Call {
                table,
                what,
                acting,
            }) => {
                let table = TableNo(table);
                (acting, JudgeCommand::Call { table, what })
            }
            Some(What::Take { call, acting }) => {
                let call = CallNo(call);
                (acting, JudgeCommand::Take { call })
            }
            Some(What::Close { call, acting }) => {
                let call = CallNo(call);
                (acting, JudgeCommand::Close { call })
            }
            Some(What::Rule {
                table,
                text,
                acting,
            }) => {
                let table = TableNo(table);
                (acting, JudgeCommand::Rule { table, text })
            }
            Some(What::Appeal { ruling, acting }) => {
                let ruling = RulingNo(ruling);
                (acting, JudgeCommand::Appeal { ruling })
            }
            Some(What::Decide {
                ruling,
                text,
                overrule,
                acting,
            }) => {
                let command = JudgeCommand::Decide {
                    ruling: RulingNo(ruling),
                    text,
                    overruled: overrule,
                };
                (acting, command)
            }
            Some(What::Suspect {
                table,
                player,
                acting,
            }) => {
                let desk = Desk::open(&acting, out)?;
                let command = JudgeCommand::Suspect {
                    table: TableNo(table),
                    player: desk.player(&player)?,
                };
                return done(desk, command, out);
            }
            Some(What::Check { fort, met, acting }) => {
                let fort = FortNo(fort);
                (acting, JudgeCommand::Check { fort, met })
            }
            Some(What::Determine {
                fort,
                deliberate,
                acting,
            }) => {
                let fort = FortNo(fort);
                (acting, JudgeCommand::Determine { fort, deliberate })
            }
            Some(What::FollowUp {
                fort,
                goes_on,
                score,
                acting,
            }) => {
                let command = JudgeCommand::FollowUp {
                    fort: FortNo(fort),
                    goes_on,
                    score,
                };
                (acting, command)
            }
        };
        done(Desk::open(&acting, out)?, command, out)
    }
}

/// Runs a command of the judges and reports it.
pub(super) fn done(desk: Desk, command: JudgeCommand, out: &mut Output) -> Result<(), Fault> {
    desk.finish(Command::Judge(command), out)
}

/// Shows the open calls and decisions.
fn show(reading: &Reading, out: &mut Output) -> Result<(), Fault> {
    let tournament = reading.open(out)?;
    let state = tournament.state();
    let queue = queue(state, clock::now()?);
    let prompts = prompts(state);
    if out.json {
        out.json(&json!({
            "queue": queue,
            "prompts": words::in_words(&prompts),
            "rulings": state.judges.rulings,
            "conduct": state.judges.conduct,
            "losses": state.judges.losses,
            "proxies": state.judges.proxies,
            "fortressing": state.judges.forts,
        }));
        return Ok(());
    }
    if queue.is_empty() && prompts.is_empty() {
        out.line("Nobody is waiting for a judge.");
    }
    for waiting in &queue {
        let call = &waiting.call;
        let taken = call.taken.map_or_else(String::new, |taken| {
            format!(" – {} is on the way", state.actor(taken.by))
        });
        let minutes = view::outcome::counted(waiting.seconds / 60, "minute");
        let head = format!("Call {}, table {}, {minutes}: ", call.number, call.table);
        let reason = muster_words::form::call_reason(state.setup.regulation, call);
        out.paragraph(&head, &format!("{reason}{taken}"), [Style::Plain; 2]);
    }
    view::prompts::show(&prompts, out);
    Ok(())
}

fn who(reading: &Reading, table: TableNo, out: &mut Output) -> Result<(), Fault> {
    let tournament = reading.open(out)?;
    let state = tournament.state();
    let m = state.current().and_then(|round| round.table(table));
    let Some(m) = m else {
        return Err(Fault::Usage(format!(
            "there is no table {table} in this round"
        )));
    };
    let rulers = rulers(state, m);
    if out.json {
        out.json(&json!({
            "leaders": rulers.leaders,
            "code": rulers.why.code(),
            "why": words::rulers(&rulers.why),
        }));
    } else {
        out.line(words::rulers(&rulers.why));
    }
    Ok(())
}
