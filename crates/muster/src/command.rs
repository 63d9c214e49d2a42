//! The subcommands, one file each. Every one takes its arguments, asks the core and shows the answer; none decides
//! anything itself.

// Named one by one, because rustfmt does not see modules that a macro declares.
mod account;
mod add;
mod amend;
mod backup;
mod bracket;
mod catalogue;
mod check_in;
mod clock;
mod completions;
mod component;
mod configure;
mod confirm;
mod correct;
mod cut;
mod demo;
mod dispute;
mod disqualify;
mod drop;
mod export;
mod finish;
mod forecast;
mod import;
mod judge;
mod list;
mod log;
mod man;
mod new;
mod no_show;
mod pair;
mod pairings;
mod penalty;
mod plan;
mod players;
mod print;
mod privacy;
mod put_back;
mod redact;
mod rejoin;
mod repair;
mod report;
mod restore;
mod role;
mod rules;
mod salvo;
mod schema;
mod score;
mod season;
mod serve;
mod side;
mod simulate;
mod standby;
mod standings;
mod start;
mod statistics;
mod status;
mod store;
mod tables;
mod tally;
mod token;
mod undo;
mod verify;
mod what_if;
mod why;

pub(crate) use print::PaperSize;
pub(crate) use serve::hall;

macro_rules! commands {
    ($($module:ident $name:ident),+ $(,)?) => {
        #[derive(clap::Subcommand, Debug)]
        pub(crate) enum Command {
            $($name($module::$name),)+
        }

        impl Command {
            pub(crate) fn run(self, out: &mut crate::output::Output) -> Result<(), crate::fault::Fault> {
                match self {
                    $(Command::$name(command) => command.run(out),)+
                }
            }
        }
    };
}

commands! {
    serve Serve, demo Demo, backup Backup, restore Restore, store Store, standby Standby, export Export, import Import, token Token, account Account,
    new New, configure Configure, role Role, add Add, amend Amend, players Players, list List, catalogue Catalogue, check_in CheckIn, start Start,
    pair Pair, repair Repair, pairings Pairings, print Print, clock Clock, tables Tables, judge Judge, penalty Penalty, component Component, tally Tally, salvo Salvo, report Report, confirm Confirm, dispute Dispute, correct Correct, no_show NoShow,
    side Side, drop Drop, rejoin Rejoin, disqualify Disqualify, redact Redact, privacy Privacy, cut Cut, put_back PutBack,
    bracket Bracket, finish Finish, status Status, standings Standings, forecast Forecast, what_if WhatIf, season Season, statistics Statistics, why Why, log Log, undo Undo, verify Verify,
    rules Rules, score Score, schema Schema, plan Plan, simulate Simulate, completions Completions, man Man,
}

/// Returns what asynchronous work runs on.
fn runtime() -> Result<tokio::runtime::Runtime, crate::fault::Fault> {
    tokio::runtime::Runtime::new().map_err(|error| {
        crate::fault::Fault::File(format!("the system starts no more threads: {error}"))
    })
}
