//! Who may do what: one table for all commands. The shell (command line, server) only asks it.

use crate::command::{ClockCommand, Command, JudgeCommand, ListCommand};
use crate::ids::{By, TableNo};
use crate::refusal::Refusal;
use crate::state::State;
use muster_regulations::{Regulation, Role};

/// Kinds of people, as the table knows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The organizer (ROLE-1); where no head is assigned, also acts as one (ROLE-2).
    Organizer,
    /// Marshal, Head Judge, Head Consular.
    Head,
    /// Judge, Consular.
    Judge,
    /// The player or players whom it concerns: own table, own place.
    Concerned,
}

use Who::{Concerned, Head, Judge, Organizer};

const ORGANIZER: &[Who] = &[Organizer];
const DESK: &[Who] = &[Organizer, Head];
const LEADERS: &[Who] = &[Organizer, Head, Judge];
const LEADERS_AND_CONCERNED: &[Who] = &[Organizer, Head, Judge, Concerned];
const DESK_AND_CONCERNED: &[Who] = &[Organizer, Head, Concerned];

/// Returns who may give a command under a regulation.
#[must_use]
pub fn allowed(regulation: Regulation, command: &Command) -> &'static [Who] {
    match command {
        Command::Create { .. }
        | Command::Import(_)
        | Command::Configure { .. }
        | Command::Assign { .. }
        | Command::Dismiss { .. }
        | Command::Start { .. }
        | Command::Cut { .. }
        | Command::KeepCut { .. }
        | Command::PutBack { .. }
        | Command::Finish
        | Command::Redact { .. } => ORGANIZER,

        // DROP-2: the organizer may let a dropped player come back.
        Command::Rejoin { .. } => ORGANIZER,

        Command::Draft
        | Command::Redraw { .. }
        | Command::Swap { .. }
        | Command::Pin { .. }
        | Command::Publish
        | Command::Seat { .. }
        | Command::AsPlayed { .. }
        | Command::Repair { .. }
        | Command::AcceptReports { .. }
        | Command::FinishRound
        | Command::VoidRound { .. }
        | Command::Undo => DESK,

        // LE-CHECK: organizer or Head Judge; the same everywhere.
        Command::Correct { .. } => DESK,

        // TIME-1, TIME-2: any leader; how long a round is, is for the desk.
        Command::Clock(ClockCommand::Adjust { .. }) => DESK,
        Command::Clock(_) => LEADERS,

        // COMP-4: a leader mends a list; players hand in their own.
        Command::List(ListCommand::HandIn { .. }) => LEADERS_AND_CONCERNED,
        Command::List(ListCommand::Call { .. } | ListCommand::Catalogue { .. }) => DESK,
        Command::Judge(command) => judging(regulation, command),
        Command::Tables(_) => LEADERS,

        Command::Register { .. }
        | Command::Amend { .. }
        | Command::CheckIn { .. }
        | Command::NoShow { .. } => LEADERS,

        Command::Report { .. }
        | Command::FinalSalvo { .. }
        | Command::Confirm { .. }
        | Command::Dispute { .. }
        | Command::ChooseSide { .. } => LEADERS_AND_CONCERNED,

        Command::Drop { .. } => DESK_AND_CONCERNED,

        Command::Disqualify { .. } => removers(regulation),
    }
}

/// ROLE-6: the organizer alone; Legion: the Head Judge too; Conquest: any Consular.
fn removers(regulation: Regulation) -> &'static [Who] {
    match regulation {
        Regulation::Xwing | Regulation::Armada | Regulation::Cardgame => ORGANIZER,
        Regulation::Legion => DESK,
        Regulation::Conquest => LEADERS,
    }
}

/// The judges' desk. Who of the desk decides finally, and who does not rule on a game of their own, depends on who is
/// on duty and is decided there (ROLE-4, ROLE-5).
fn judging(regulation: Regulation, command: &JudgeCommand) -> &'static [Who] {
    match command {
        JudgeCommand::Call { .. }
        | JudgeCommand::Close { .. }
        | JudgeCommand::Appeal { .. }
        | JudgeCommand::Suspect { .. } => LEADERS_AND_CONCERNED,

        JudgeCommand::Take { .. }
        | JudgeCommand::Rule { .. }
        | JudgeCommand::Warn { .. }
        | JudgeCommand::GameLoss { .. }
        | JudgeCommand::Lost { .. }
        | JudgeCommand::Found { .. }
        | JudgeCommand::Concede { .. }
        | JudgeCommand::Proxy { .. }
        | JudgeCommand::Check { .. }
        | JudgeCommand::FollowUp { .. } => LEADERS,

        // ROLE-4, XW-FORT: the head. ROLE-6: the head recommends. COMP-1: removal is for the desk.
        JudgeCommand::Decide { .. }
        | JudgeCommand::Determine { .. }
        | JudgeCommand::Recommend { .. }
        | JudgeCommand::Remove { .. } => DESK,

        JudgeCommand::Keep { .. } => removers(regulation),
    }
}

/// Checks that somebody may give a command.
pub(crate) fn check(state: &State, by: By, command: &Command) -> Result<(), Refusal> {
    let regulation = state.setup.regulation;
    let who = match by {
        By::Staff(id) => {
            let staff = state
                .staff(id)
                .filter(|s| s.on_duty)
                .ok_or(Refusal::NotOnDuty { staff: id })?;
            match staff.role {
                Role::Organizer => Organizer,
                Role::Head => Head,
                Role::Judge => Judge,
            }
        }
        By::Player(id) => {
            state
                .player(id)
                .ok_or(Refusal::NoSuchPlayer { player: id })?;
            Concerned
        }
    };
    let table = allowed(regulation, command);
    let own = match by {
        By::Staff(_) => true,
        By::Player(_) => concerns(state, by, command),
    };
    if table.contains(&who) && own {
        return Ok(());
    }
    Err(Refusal::NotAllowed {
        who: state.actor(by),
        command: command.name(),
        regulation,
        allowed: table,
    })
}

/// Returns whether a command is about the player's own table or place.
fn concerns(state: &State, by: By, command: &Command) -> bool {
    let By::Player(player) = by else { return false };
    let sits_at = |table: TableNo| {
        let round = state.current();
        let m = round.and_then(|round| round.table(table));
        m.is_some_and(|m| m.seat(player).is_some())
    };
    let now = state.current().map(|round| round.number);
    match command {
        Command::Drop { player: other }
        | Command::List(ListCommand::HandIn { player: other, .. }) => player == *other,
        Command::Judge(JudgeCommand::Call { table, .. } | JudgeCommand::Suspect { table, .. }) => {
            sits_at(*table)
        }
        Command::Judge(JudgeCommand::Close { call }) => {
            let call = state.judges.calls.get(call.index());
            call.is_some_and(|call| Some(call.round) == now && sits_at(call.table))
        }
        Command::Judge(JudgeCommand::Appeal { ruling }) => {
            let ruling = state.judges.rulings.get(ruling.index());
            ruling.is_some_and(|ruling| Some(ruling.round) == now && sits_at(ruling.table))
        }
        Command::Report { table, .. }
        | Command::FinalSalvo { table, .. }
        | Command::Confirm { table }
        | Command::Dispute { table }
        | Command::ChooseSide { table, .. } => sits_at(*table),
        _ => false,
    }
}
