//! The clock, the judges' desk and the tables.

use super::{Voice, ended_text};
use crate::phrases::{listed, minutes, plural};
use muster_tournament::command::{ClockCommand, JudgeCommand, TableCommand};
use muster_tournament::log::{Happening, Named};
use muster_tournament::{RoundNo, TableNo};

pub(super) fn clock(
    who: &str,
    round: RoundNo,
    command: &ClockCommand,
    length: Option<u32>,
) -> String {
    match command {
        ClockCommand::Start => match length {
            Some(length) => format!(
                "{who} started the clock of round {round}: {}",
                minutes(length)
            ),
            None => format!("{who} started the clock of round {round}"),
        },
        ClockCommand::Begun => {
            format!("{who} recorded that round {round} is being played without a clock")
        }
        ClockCommand::Pause { reason, .. } => match reason {
            Some(reason) => format!("{who} paused the clock (reason: {reason})"),
            None => format!("{who} paused the clock"),
        },
        ClockCommand::Resume => format!("{who} resumed the clock"),
        ClockCommand::Adjust {
            minutes: by @ 0..,
            reason,
        } => format!(
            "{who} added {} to round {round} (reason: {reason})",
            minutes(by.unsigned_abs())
        ),
        ClockCommand::Adjust {
            minutes: by,
            reason,
        } => format!(
            "{who} took {} off round {round} (reason: {reason})",
            minutes(by.unsigned_abs())
        ),
        ClockCommand::CallTime => format!("{who} called time in round {round}"),
        ClockCommand::Extend {
            table,
            minutes: more,
            reason,
        } => format!(
            "{who} gave table {table} of round {round} {} more (reason: {reason})",
            minutes(*more)
        ),
    }
}

pub(super) fn judge(who: &str, what: &Happening, voice: Voice) -> String {
    let Happening::Judge {
        round,
        command,
        table,
        player,
        component,
        result,
    } = what
    else {
        return who.to_owned();
    };
    let name = player.as_ref().map_or("", |player| &player.name);
    let result = result.as_ref().map(|ended| ended_text(ended, voice));
    match command {
        JudgeCommand::Call { table, what } => {
            format!("{who} called a judge to table {table} of round {round}: {what}")
        }
        JudgeCommand::Take { call } => match table {
            Some(table) => format!("{who} took the call of table {table}"),
            None => format!("{who} took call {call}"),
        },
        JudgeCommand::Close { call } => match table {
            Some(table) => format!("{who} closed the call of table {table}"),
            None => format!("{who} closed call {call}"),
        },
        JudgeCommand::Rule { table, text } => {
            format!("{who} ruled at table {table} of round {round}: {text}")
        }
        JudgeCommand::Appeal { ruling } => format!("{who} appealed ruling {ruling} (ROLE-4)"),
        JudgeCommand::Decide {
            ruling,
            text,
            overruled: true,
        } => format!("{who} overruled ruling {ruling}, which is final: {text} (ROLE-4)"),
        JudgeCommand::Decide {
            ruling,
            text,
            overruled: false,
        } => format!("{who} upheld ruling {ruling}, which is final: {text} (ROLE-4)"),
        JudgeCommand::Warn { reason, .. } => format!("{who} warned {name} (reason: {reason})"),
        JudgeCommand::GameLoss { table, reason, .. } => match result {
            Some(result) => format!(
                "{who} gave {name} a game loss at table {table} of round {round}: {result} (reason: {reason})"
            ),
            None => format!(
                "{who} gave {name} a game loss at table {table} of round {round} (reason: {reason})"
            ),
        },
        JudgeCommand::Recommend { reason, .. } => {
            format!("{who} recommended removing {name} (reason: {reason})")
        }
        JudgeCommand::Keep { reason, .. } => {
            format!("{who} decided to keep {name} (reason: {reason})")
        }
        JudgeCommand::Lost {
            table,
            what,
            minutes: 0,
            ..
        } => format!(
            "{who} recorded at table {table} that {name} is missing {what} during the game (COMP-1)"
        ),
        JudgeCommand::Lost {
            table,
            what,
            minutes: more,
            ..
        } => format!(
            "{who} gave {name} at table {table} {} to look for {what} (COMP-1)",
            minutes(*more)
        ),
        JudgeCommand::Found { loss } => match component {
            Some(what) => format!("{who} recorded that {name} found {what}"),
            None => format!("{who} closed loss {loss}"),
        },
        JudgeCommand::Concede { loss, .. } => match (component, result) {
            (Some(what), Some(result)) => format!(
                "{who} recorded that {name} concedes because {what} is missing: {result} (COMP-1)"
            ),
            (Some(what), None) => {
                format!("{who} recorded that {name} concedes because {what} is missing (COMP-1)")
            }
            (None, _) => format!("{who} closed loss {loss}"),
        },
        JudgeCommand::Remove { loss } => match component {
            Some(what) => format!("{who} removed {name}, who is still missing {what} (COMP-1)"),
            None => format!("{who} closed loss {loss}"),
        },
        JudgeCommand::Proxy {
            card, unreadable, ..
        } => format!("{who} made a proxy of {card} for {name}; unreadable: {unreadable} (COMP-2)"),
        JudgeCommand::Suspect { table, .. } => {
            format!(
                "{who} suspected {name} of fortressing at table {table} of round {round} (XW-FORT)"
            )
        }
        JudgeCommand::Check { fort, met: true } => {
            format!("{who} found in check {fort} that the ships are fortressing (XW-FORT)")
        }
        JudgeCommand::Check { fort, met: false } => {
            format!("{who} found in check {fort} that the ships are not fortressing (XW-FORT)")
        }
        JudgeCommand::Determine {
            fort,
            deliberate: true,
        } => format!(
            "{who} decided in check {fort} that the fortressing is deliberate and must end (XW-FORT)"
        ),
        JudgeCommand::Determine {
            fort,
            deliberate: false,
        } => {
            format!(
                "{who} decided in check {fort} that the fortressing is not deliberate (XW-FORT)"
            )
        }
        JudgeCommand::FollowUp {
            fort,
            goes_on: false,
            ..
        } => format!("{who} found in check {fort} that the fortressing has ended (XW-FORT)"),
        JudgeCommand::FollowUp { fort, .. } => match result {
            Some(result) => format!(
                "{who} found in check {fort} that the fortressing continues, so all ships of that player are destroyed: {result} (XW-FORT)"
            ),
            None => format!(
                "{who} found in check {fort} that the fortressing continues, so all ships of that player are destroyed (XW-FORT)"
            ),
        },
    }
}

pub(super) fn tables(who: &str, command: &TableCommand, player: Option<&Named>) -> String {
    let name = player.map_or("", |player| &player.name);
    let numbers = |tables: &[TableNo]| {
        let tables: Vec<String> = tables.iter().map(ToString::to_string).collect();
        listed(&tables)
    };
    match command {
        TableCommand::Define { tables } => {
            let tables: Vec<TableNo> = tables.iter().map(|table| table.number).collect();
            let numbers = numbers(&tables);
            plural(
                tables.len(),
                &format!("{who} described table {numbers}"),
                &format!("{who} described {{n}} tables ({numbers})"),
            )
        }
        TableCommand::Clear { tables } => plural(
            tables.len(),
            &format!("{who} deleted the description of table {}", numbers(tables)),
            &format!(
                "{who} deleted the descriptions of tables {}",
                numbers(tables)
            ),
        ),
        TableCommand::Sit { tables, .. } if tables.is_empty() => {
            format!("{who} let {name} sit anywhere")
        }
        TableCommand::Sit { tables, .. } => {
            format!("{who} fixed {name}’s seat: table {}", numbers(tables))
        }
    }
}
