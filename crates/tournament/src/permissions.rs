//! Who may do what. The table of all commands is in `command/facts.rs`; the shells (command line, server) only ask here.

use crate::command::{Command, JudgeCommand, ListCommand, Right};
use crate::ids::{By, TableNo};
use crate::note;
use crate::refusal::Refusal;
use crate::state::{State, Status};
use muster_regulations::{Regulation, Role};

/// Kinds of people who may do things.
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

const DESK: &[Who] = &[Organizer, Head];
const STAFF: &[Who] = &[Organizer, Head, Judge];
const STAFF_AND_CONCERNED: &[Who] = &[Organizer, Head, Judge, Concerned];

/// Returns who may give a command under a regulation.
#[must_use]
pub fn allowed(regulation: Regulation, command: &Command) -> &'static [Who] {
    match (command.facts().right, regulation) {
        (Right::Organizer, _) => &[Organizer],
        (Right::Desk, _) => DESK,
        (Right::DeskOrConcerned, _) => &[Organizer, Head, Concerned],
        (Right::Staff, _) => STAFF,
        (Right::Concerned, _) => STAFF_AND_CONCERNED,
        // ROLE-6: the organizer alone; Legion: the Head Judge too; Conquest: any Consular.
        (Right::Removal, Regulation::Xwing | Regulation::Armada | Regulation::Cardgame) => {
            &[Organizer]
        }
        (Right::Removal, Regulation::Legion) => DESK,
        (Right::Removal, Regulation::Conquest) => STAFF,
    }
}

/// Returns whether somebody takes part: a staff member on duty, or a player who is registered and was not disqualified.
/// Sessions, codes, links and tokens of everybody else do not work.
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
        Command::Judge(JudgeCommand::Recommend { .. }) => STAFF,
        _ => STAFF_AND_CONCERNED,
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
