//! Fixed facts about every command, in one table: its name, who may give it, whether its outcome is random, and
//! whether it depends on what somebody saw of a round.

use super::{ClockCommand, Command, JudgeCommand, ListCommand, TableCommand};
use Right::{Concerned, Desk, DeskOrConcerned, Organizer, Removal, Staff};

/// Who may give a command; [`crate::permissions`] says which people these are.
#[derive(Clone, Copy)]
pub(crate) enum Right {
    Organizer,
    /// Organizer and head.
    Desk,
    DeskOrConcerned,
    /// Anybody on duty.
    Staff,
    /// Anybody on duty, and the players it concerns.
    Concerned,
    /// Whoever may remove a player; that differs between the regulations (ROLE-6).
    Removal,
}

pub(crate) struct Facts {
    pub(crate) name: &'static str,
    pub(crate) right: Right,
    draws: bool,
    rests_on_round: bool,
}

const fn fact(name: &'static str, right: Right) -> Facts {
    Facts {
        name,
        right,
        draws: false,
        rests_on_round: false,
    }
}

impl Facts {
    const fn draws(self) -> Facts {
        Facts {
            draws: true,
            ..self
        }
    }

    const fn rests_on_round(self) -> Facts {
        Facts {
            rests_on_round: true,
            ..self
        }
    }
}

impl Command {
    /// Returns the name of the command as in the journal.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.facts().name
    }

    /// Returns whether its outcome is random: a preview would let somebody choose the draw.
    #[must_use]
    pub fn draws(&self) -> bool {
        self.facts().draws
    }

    /// Returns whether it depends on the whole round as somebody saw it, so that it must not run on a state that has
    /// changed since.
    #[must_use]
    pub fn rests_on_round(&self) -> bool {
        self.facts().rests_on_round
    }

    pub(crate) fn facts(&self) -> Facts {
        match self {
            Command::Create { .. } => fact("create", Organizer),
            Command::Import(_) => fact("import", Organizer),
            Command::Configure { .. } => fact("configure", Organizer),
            Command::Assign { .. } => fact("assign", Organizer),
            Command::Dismiss { .. } => fact("dismiss", Organizer),
            Command::Register { .. } => fact("register", Staff),
            Command::Amend { .. } => fact("amend", Staff),
            Command::List(command) => command.facts(),
            Command::CheckIn { .. } => fact("check_in", Staff),
            Command::Start { .. } => fact("start", Organizer).draws(),
            Command::Draft => fact("draft", Desk).draws().rests_on_round(),
            Command::Redraw { .. } => fact("redraw", Desk).draws().rests_on_round(),
            Command::Swap { .. } => fact("swap", Desk).rests_on_round(),
            Command::Pin { .. } => fact("pin", Desk).draws().rests_on_round(),
            Command::Publish => fact("publish", Desk).rests_on_round(),
            Command::Seat { .. } => fact("seat", Desk).draws().rests_on_round(),
            Command::AsPlayed { .. } => fact("as_played", Desk).rests_on_round(),
            Command::Repair { .. } => fact("repair", Desk).rests_on_round(),
            Command::Report { .. } => fact("report", Concerned),
            Command::FinalSalvo { .. } => fact("final_salvo", Concerned).draws(),
            Command::Confirm { .. } => fact("confirm", Concerned),
            Command::AcceptReports { .. } => fact("accept_reports", Desk),
            Command::Dispute { .. } => fact("dispute", Concerned),
            Command::Correct { .. } => fact("correct", Desk), // LE-CHECK; the same everywhere
            Command::NoShow { .. } => fact("no_show", Staff),
            Command::ChooseSide { .. } => fact("choose_side", Concerned),
            Command::Clock(command) => command.facts(),
            Command::Judge(command) => command.facts(),
            Command::Tables(command) => command.facts(),
            Command::FinishRound => fact("finish_round", Desk),
            Command::VoidRound { .. } => fact("void_round", Desk).rests_on_round(),
            Command::Drop { .. } => fact("drop", DeskOrConcerned),
            Command::Rejoin { .. } => fact("rejoin", Organizer), // DROP-2
            Command::Disqualify { .. } => fact("disqualify", Removal), // ROLE-6
            Command::Cut { .. } => fact("cut", Organizer).draws().rests_on_round(),
            Command::KeepCut { .. } => fact("keep_cut", Organizer).rests_on_round(),
            Command::PutBack { .. } => fact("put_back", Organizer),
            Command::Finish => fact("finish", Organizer).rests_on_round(),
            Command::Undo => fact("undo", Desk).rests_on_round(),
            // Judges undo what they did themselves; `undo` asks for more.
            Command::UndoLine { .. } => fact("undo_line", Staff),
            Command::Redact { .. } => fact("redact", Organizer),
        }
    }
}

impl ListCommand {
    fn facts(&self) -> Facts {
        match self {
            ListCommand::HandIn { .. } => fact("hand_in", Concerned), // COMP-4
            ListCommand::Call { .. } => fact("call_for_lists", Desk),
            ListCommand::Catalogue { .. } => fact("catalogue", Desk),
        }
    }
}

impl ClockCommand {
    /// TIME-1, TIME-2: anybody on duty; only the desk changes how long a round is.
    fn facts(&self) -> Facts {
        match self {
            ClockCommand::Start => fact("start_clock", Staff),
            ClockCommand::Begun => fact("begun", Staff),
            ClockCommand::Pause { .. } => fact("pause", Staff),
            ClockCommand::Resume => fact("resume", Staff),
            ClockCommand::Adjust { .. } => fact("adjust_clock", Desk),
            ClockCommand::CallTime => fact("call_time", Staff),
            ClockCommand::Extend { .. } => fact("extend", Staff),
        }
    }
}

impl TableCommand {
    fn facts(&self) -> Facts {
        match self {
            TableCommand::Define { .. } => fact("define_tables", Staff),
            TableCommand::Clear { .. } => fact("clear_tables", Staff),
            TableCommand::Sit { .. } => fact("sit", Staff),
        }
    }
}

impl JudgeCommand {
    /// Who of the desk decides finally, and who does not rule on a game of their own, depends on who is on duty and is
    /// decided there (ROLE-4, ROLE-5).
    fn facts(&self) -> Facts {
        match self {
            JudgeCommand::Call { .. } => fact("call", Concerned),
            JudgeCommand::Take { .. } => fact("take_call", Staff),
            JudgeCommand::Close { .. } => fact("close_call", Concerned),
            JudgeCommand::Rule { .. } => fact("rule", Staff),
            JudgeCommand::Appeal { .. } => fact("appeal", Concerned),
            JudgeCommand::Decide { .. } => fact("decide_appeal", Desk), // ROLE-4
            JudgeCommand::Warn { .. } => fact("warn", Staff),
            JudgeCommand::GameLoss { .. } => fact("game_loss", Staff),
            JudgeCommand::Recommend { .. } => fact("recommend_removal", Desk), // ROLE-6
            JudgeCommand::Keep { .. } => fact("keep", Removal),
            JudgeCommand::Lost { .. } => fact("component_lost", Staff),
            JudgeCommand::Found { .. } => fact("component_found", Staff),
            JudgeCommand::Concede { .. } => fact("concede_for_component", Staff),
            JudgeCommand::Remove { .. } => fact("remove_for_component", Desk), // COMP-1
            JudgeCommand::Proxy { .. } => fact("proxy", Staff),
            JudgeCommand::Suspect { .. } => fact("suspect_fortressing", Concerned),
            JudgeCommand::Check { .. } => fact("check_fortressing", Staff),
            JudgeCommand::Determine { .. } => fact("determine_fortressing", Desk), // XW-FORT
            JudgeCommand::FollowUp { .. } => fact("follow_up_fortressing", Staff),
        }
    }
}
