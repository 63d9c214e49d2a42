//! Who may do what: one table for all commands. The shell (command line, server) only asks it.

use crate::command::{ClockCommand, Command, JudgeCommand, ListCommand};
use crate::ids::{By, TableNo};
use crate::note;
use crate::refusal::Refusal;
use crate::state::{State, Status};
use muster_regulations::{Regulation, Role};

/// Kinds of people, as the table knows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The organizer (ROLE-1); where no head is assigned, also acts as one (ROLE-2).
    Organizer,
    /// Marshal, Head Judge, Head Consular.
    Head,
    Judge,
    /// The player or players that it concerns: own table, own place.
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

        // Judges undo what they did themselves; `undo` asks for more.
        Command::UndoLine { .. } => LEADERS,

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

/// Returns whether somebody takes part: a leader on duty, or a player who is registered and was not disqualified. Sessions,
/// codes, links and tokens of everybody else open nothing.
#[must_use]
pub fn takes_part(state: &State, by: By) -> bool {
    match by {
        By::Staff(id) => state.staff(id).is_some_and(|staff| staff.on_duty),
        By::Player(id) => {
            let player = state.player(id);
            player.is_some_and(|player| player.status != Status::Disqualified)
        }
    }
}

/// Returns who may read the free text about people that comes with a command; everything else is for everybody.
#[must_use]
pub fn text_readers(command: &Command) -> &'static [Who] {
    match command {
        // A recommendation is between the head and the organizer until one of them acts on it (ROLE-6).
        Command::Judge(JudgeCommand::Recommend { .. }) => LEADERS,
        _ => LEADERS_AND_CONCERNED,
    }
}

/// Returns whether somebody, or everybody, may read the free text that comes with a command.
#[must_use]
pub fn may_read_text(state: &State, reader: Option<By>, command: &Command) -> bool {
    let readers = text_readers(command);
    match reader {
        _ if note::texts(command).is_empty() => true,
        None => false,
        Some(By::Player(id)) => {
            readers.contains(&Concerned) && note::about(state, command).contains(&id)
        }
        Some(By::Staff(id)) => {
            let on_duty = state.staff(id).filter(|staff| staff.on_duty);
            on_duty.is_some_and(|staff| readers.contains(&kind(staff.role)))
        }
    }
}

fn kind(role: Role) -> Who {
    match role {
        Role::Organizer => Organizer,
        Role::Head => Head,
        Role::Judge => Judge,
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
            kind(staff.role)
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
