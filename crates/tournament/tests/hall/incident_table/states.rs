//! The columns of the incident table: a tournament brought to each state of its life by ordinary commands.
//!
//! Always ten players, three Swiss rounds and a cut to four, one judge, and one player (the tenth) who dropped: during
//! registration, or after round 1.

use muster_regulations::{CutRule, Regulation, Role};
use muster_testing::{Hall, id};
use muster_tournament::Command;
use muster_tournament::command::ClockCommand;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Column {
    Registration,
    Drafted,
    Published,
    InPlay,
    AllReported,
    RoundFinished,
    CutMade,
    BracketDrafted,
    BracketPublished,
    BracketInPlay,
    Finished,
}

impl Column {
    pub(super) const ALL: [Column; 11] = [
        Column::Registration,
        Column::Drafted,
        Column::Published,
        Column::InPlay,
        Column::AllReported,
        Column::RoundFinished,
        Column::CutMade,
        Column::BracketDrafted,
        Column::BracketPublished,
        Column::BracketInPlay,
        Column::Finished,
    ];

    pub(super) fn key(self) -> &'static str {
        match self {
            Column::Registration => "registration",
            Column::Drafted => "drafted",
            Column::Published => "published, not started",
            Column::InPlay => "in play",
            Column::AllReported => "all reported",
            Column::RoundFinished => "round finished",
            Column::CutMade => "cut made",
            Column::BracketDrafted => "bracket drafted",
            Column::BracketPublished => "bracket published",
            Column::BracketInPlay => "bracket in play",
            Column::Finished => "finished",
        }
    }

    /// Brings a tournament to this state.
    pub(super) fn hall(self, regulation: Regulation) -> Hall {
        let mut hall = Hall::custom(regulation, 3, CutRule::Top(4), 10);
        hall.assign(Role::Judge, "Jo Judd");
        if self == Column::Registration {
            hall.desk(Command::Drop { player: id(10) });
            return hall;
        }
        let mut hall = hall.started().rounds(1);
        hall.desk(Command::Drop { player: id(10) });
        if self == Column::RoundFinished {
            return hall;
        }
        hall.draft();
        if self >= Column::CutMade {
            hall.publish();
            hall.report_all();
            hall.finish_round();
            hall.round();
            hall.desk(Command::Cut { later_day: false });
        }
        if self >= Column::BracketDrafted {
            hall.draft();
        }
        if matches!(
            self,
            Column::Drafted | Column::CutMade | Column::BracketDrafted
        ) {
            return hall;
        }
        hall.publish();
        if matches!(self, Column::Published | Column::BracketPublished) {
            return hall;
        }
        hall.clock(ClockCommand::Start);
        if matches!(self, Column::InPlay | Column::BracketInPlay) {
            return hall;
        }
        hall.report_all();
        if self == Column::Finished {
            hall.finish_round();
            while hall.attempt(muster_testing::DESK, Command::Draft).is_ok() {
                hall.publish();
                hall.report_all();
                hall.finish_round();
            }
            hall.desk(Command::Finish);
        }
        hall
    }
}
