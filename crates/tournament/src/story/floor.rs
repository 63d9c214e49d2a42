//! The floor of the hall, told: clock, judges' desk and tables.

use super::score;
use crate::command::{ClockCommand, JudgeCommand, TableCommand};
use crate::entry::Gave;
use crate::ids::{PlayerId, RoundNo, TableNo};
use crate::state::State;
use crate::why::words::{counted, listed};

pub(super) fn clock(round: RoundNo, command: &ClockCommand, gave: &Gave) -> String {
    match (command, gave) {
        (ClockCommand::Start, Gave::Minutes(minutes)) => {
            format!("started the clock of round {round}: {minutes} minutes")
        }
        (ClockCommand::Start, _) => format!("started the clock of round {round}"),
        (ClockCommand::Begun, _) => {
            format!("noted that games of round {round} have begun without a clock")
        }
        (ClockCommand::Pause { reason, .. }, _) => match reason {
            Some(reason) => format!("paused play (reason: {reason})"),
            None => "paused play".to_owned(),
        },
        (ClockCommand::Resume, _) => "let play go on".to_owned(),
        (ClockCommand::Adjust { minutes, reason }, _) => {
            let (count, way) = match minutes {
                0.. => (minutes.unsigned_abs(), "more"),
                _ => (minutes.unsigned_abs(), "fewer"),
            };
            let count = counted(count as usize, "minute", "minutes");
            format!("gave round {round} {count} {way} (reason: {reason})")
        }
        (ClockCommand::CallTime, _) => format!("called time in round {round}"),
        (
            ClockCommand::Extend {
                table,
                minutes,
                reason,
            },
            _,
        ) => format!(
            "gave table {table} of round {round} {} more (reason: {reason})",
            counted(*minutes as usize, "minute", "minutes")
        ),
    }
}

pub(super) fn judge(state: &State, round: RoundNo, command: &JudgeCommand, gave: &Gave) -> String {
    let name = |id: &PlayerId| state.name(*id);
    let judges = &state.judges;
    let ends = |table: TableNo| match (gave, state.current().and_then(|round| round.table(table))) {
        (Gave::Decided(decided), Some(m)) => format!(": {}", score(state, m, &decided.outcome)),
        _ => String::new(),
    };
    match command {
        JudgeCommand::Call { table, what } => {
            format!("called a judge to table {table} of round {round}: {what}")
        }
        JudgeCommand::Take { call } => match judges.calls.get(call.index()) {
            Some(call) => format!("took the call of table {}", call.table),
            None => format!("took call {call}"),
        },
        JudgeCommand::Close { call } => match judges.calls.get(call.index()) {
            Some(call) => format!("closed the call of table {}", call.table),
            None => format!("closed call {call}"),
        },
        JudgeCommand::Rule { table, text } => {
            format!("ruled at table {table} of round {round}: {text}")
        }
        JudgeCommand::Appeal { ruling } => {
            format!("asked for a review of ruling {ruling} (ROLE-4)")
        }
        JudgeCommand::Decide {
            ruling,
            text,
            overruled,
        } => {
            let how = if *overruled { "overruled" } else { "upheld" };
            format!("{how} ruling {ruling}, finally: {text} (ROLE-4)")
        }
        JudgeCommand::Warn { player, reason } => {
            format!("warned {} (reason: {reason})", name(player))
        }
        JudgeCommand::GameLoss {
            table,
            player,
            reason,
            ..
        } => format!(
            "gave {} a game loss at table {table} of round {round}{} (reason: {reason})",
            name(player),
            ends(*table)
        ),
        JudgeCommand::Recommend { player, reason } => {
            format!("recommended to remove {} (reason: {reason})", name(player))
        }
        JudgeCommand::Keep { player, reason } => {
            format!("decided that {} stays (reason: {reason})", name(player))
        }
        JudgeCommand::Lost {
            table,
            player,
            what,
            minutes: 0,
        } => format!(
            "noted at table {table} that {} misses {what} during the game (COMP-1)",
            name(player)
        ),
        JudgeCommand::Lost {
            table,
            player,
            what,
            minutes,
        } => format!(
            "gave table {table} {} to look for what {} misses: {what} (COMP-1)",
            counted(*minutes as usize, "minute", "minutes"),
            name(player)
        ),
        JudgeCommand::Found { loss } => match judges.losses.get(loss.index()) {
            Some(loss) => format!("noted that {} has found {}", name(&loss.player), loss.what),
            None => format!("closed loss {loss}"),
        },
        JudgeCommand::Concede { loss, .. } => match judges.losses.get(loss.index()) {
            Some(loss) => format!(
                "noted that {} concedes for want of {}{} (COMP-1)",
                name(&loss.player),
                loss.what,
                ends(loss.table)
            ),
            None => format!("closed loss {loss}"),
        },
        JudgeCommand::Remove { loss } => match judges.losses.get(loss.index()) {
            Some(loss) => format!(
                "removed {}, who still misses {} (COMP-1)",
                name(&loss.player),
                loss.what
            ),
            None => format!("closed loss {loss}"),
        },
        JudgeCommand::Proxy {
            player,
            card,
            unreadable,
        } => format!(
            "made a proxy of {card} for {}; unreadable: {unreadable} (COMP-2)",
            name(player)
        ),
        JudgeCommand::Suspect { table, player } => format!(
            "asked whether {} is fortressing at table {table} of round {round} (XW-FORT)",
            name(player)
        ),
        JudgeCommand::Check { fort, met } => {
            let is = if *met { "is" } else { "is not" };
            format!("found in check {fort} that what makes fortressing {is} there (XW-FORT)")
        }
        JudgeCommand::Determine { fort, deliberate } => {
            let how = if *deliberate {
                "it is fortressing and must end"
            } else {
                "it is not meant"
            };
            format!("decided in check {fort} that {how} (XW-FORT)")
        }
        JudgeCommand::FollowUp { fort, goes_on, .. } => {
            let table = judges.forts.get(fort.index()).map(|fort| fort.table);
            match (goes_on, table) {
                (true, Some(table)) => format!(
                    "found that the fortressing of check {fort} goes on; all ships of that player are destroyed{} (XW-FORT)",
                    ends(table)
                ),
                _ => format!("found that the fortressing of check {fort} has ended (XW-FORT)"),
            }
        }
    }
}

pub(super) fn tables(state: &State, command: &TableCommand) -> String {
    let numbers = |tables: &[TableNo]| {
        let tables: Vec<String> = tables.iter().map(ToString::to_string).collect();
        listed(&tables)
    };
    match command {
        TableCommand::Define { tables } => {
            let tables: Vec<TableNo> = tables.iter().map(|table| table.number).collect();
            format!(
                "described {} ({})",
                counted(tables.len(), "table", "tables"),
                numbers(&tables)
            )
        }
        TableCommand::Clear { tables } => {
            format!("forgot what is known of tables {}", numbers(tables))
        }
        TableCommand::Sit { player, tables } if tables.is_empty() => {
            format!("let {} sit anywhere", state.name(*player))
        }
        TableCommand::Sit { player, tables } => {
            format!(
                "set {} to sit at table {}",
                state.name(*player),
                numbers(tables)
            )
        }
    }
}
