//! A step that was undone, named in a few words: "correction at table 1".

use crate::phrases::{names, tables};
use muster_tournament::Command;
use muster_tournament::command::{ClockCommand, JudgeCommand, ListCommand, TableCommand};
use muster_tournament::log::Named;

pub(crate) fn step(command: &Command, players: &[Named]) -> String {
    let who = names(players);
    match command {
        Command::Create { .. } => "creation of the tournament".to_owned(),
        Command::Import(_) => "import".to_owned(),
        Command::Configure { .. } => "setup change".to_owned(),
        Command::Assign { .. } => "assignment of a role".to_owned(),
        Command::Dismiss { .. } => "dismissal".to_owned(),
        Command::Register { .. } => "registration".to_owned(),
        Command::Amend { .. } => format!("change to the details of {who}"),
        Command::List(ListCommand::HandIn { .. }) => format!("list of {who}"),
        Command::List(ListCommand::Call { .. }) => "call for lists".to_owned(),
        Command::List(ListCommand::Catalogue { .. }) => "card catalogue".to_owned(),
        Command::CheckIn { present: true, .. } => format!("check-in of {who}"),
        Command::CheckIn { present: false, .. } => format!("check-out of {who}"),
        Command::Start { .. } => "start of the tournament".to_owned(),
        Command::Draft => "draw".to_owned(),
        Command::Redraw { .. } => "redraw".to_owned(),
        Command::Pin { .. } => format!("pairing of {who}"),
        Command::Swap { .. } => format!("swap of {who}"),
        Command::Publish => "publication of the round".to_owned(),
        Command::Seat { .. } => format!("late seating of {who}"),
        Command::AsPlayed { .. } => "correction of the seats".to_owned(),
        Command::Repair { .. } => "repair of the round".to_owned(),
        Command::Report { table, .. } => format!("report at table {table}"),
        Command::FinalSalvo { table, .. } => format!("Final Salvo at table {table}"),
        Command::Confirm { table } => format!("confirmation at table {table}"),
        Command::AcceptReports { tables: confirmed } => {
            format!("confirmation of {}", tables(confirmed))
        }
        Command::Dispute { table } => format!("dispute at table {table}"),
        Command::Correct { table, .. } => format!("correction at table {table}"),
        Command::NoShow { .. } => format!("no-show of {who}"),
        Command::ChooseSide { table, .. } => format!("choice of sides at table {table}"),
        Command::Clock(command) => clock(command),
        Command::Judge(command) => judge(command),
        Command::Tables(TableCommand::Sit { .. }) => "change to a fixed seat".to_owned(),
        Command::Tables(_) => "change to the tables".to_owned(),
        Command::FinishRound => "end of the round".to_owned(),
        Command::VoidRound { .. } => "voiding of the round".to_owned(),
        Command::Drop { .. } => format!("drop of {who}"),
        Command::Rejoin { .. } => format!("return of {who}"),
        Command::Disqualify { .. } => format!("disqualification of {who}"),
        Command::Cut { .. } => "cut".to_owned(),
        Command::KeepCut { .. } => "decision to keep the cut".to_owned(),
        Command::PutBack { .. } => format!("return of {who} to the bracket"),
        Command::Finish => "end of the tournament".to_owned(),
        Command::Undo | Command::UndoLine { .. } => "undo".to_owned(),
        Command::Redact { .. } => "erasure of personal data".to_owned(),
    }
}

fn clock(command: &ClockCommand) -> String {
    match command {
        ClockCommand::Start => "start of the clock".to_owned(),
        ClockCommand::Begun => "start of the round without a clock".to_owned(),
        ClockCommand::Pause { .. } => "pause".to_owned(),
        ClockCommand::Resume => "end of the pause".to_owned(),
        ClockCommand::Adjust { .. } => "clock change".to_owned(),
        ClockCommand::CallTime => "call of time".to_owned(),
        ClockCommand::Extend { table, .. } => format!("extra time at table {table}"),
    }
}

fn judge(command: &JudgeCommand) -> String {
    match command {
        JudgeCommand::Call { table, .. } => format!("judge call from table {table}"),
        JudgeCommand::Take { call } => format!("acceptance of call {call}"),
        JudgeCommand::Close { call } => format!("closing of call {call}"),
        JudgeCommand::Rule { table, .. } => format!("ruling at table {table}"),
        JudgeCommand::Appeal { ruling } => format!("appeal against ruling {ruling}"),
        JudgeCommand::Decide { ruling, .. } => format!("decision on ruling {ruling}"),
        JudgeCommand::Warn { .. } => "warning".to_owned(),
        JudgeCommand::GameLoss { table, .. } => format!("game loss at table {table}"),
        JudgeCommand::Recommend { .. } => "recommendation to remove a player".to_owned(),
        JudgeCommand::Keep { .. } => "decision to keep a player".to_owned(),
        JudgeCommand::Lost { table, .. } => format!("missing component at table {table}"),
        JudgeCommand::Found { .. } => "found component".to_owned(),
        JudgeCommand::Concede { .. } => "concession for a missing component".to_owned(),
        JudgeCommand::Remove { .. } => "removal for a missing component".to_owned(),
        JudgeCommand::Proxy { .. } => "proxy".to_owned(),
        JudgeCommand::Suspect { table, .. } => format!("suspected fortressing at table {table}"),
        JudgeCommand::Check { .. }
        | JudgeCommand::Determine { .. }
        | JudgeCommand::FollowUp { .. } => "fortressing check".to_owned(),
    }
}
