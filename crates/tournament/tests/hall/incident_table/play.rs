//! The rows of the incident table: each incident as the command somebody gives when it happens.

use muster_regulations::Role;
use muster_testing::{DESK, Hall, id, new_player, person};
use muster_tournament::attachment::Attachment;
use muster_tournament::command::{ClockCommand, JudgeCommand};
use muster_tournament::ids::Hex32;
use muster_tournament::lists::hand_in;
use muster_tournament::state::{Match, RoundStatus};
use muster_tournament::{By, Command, PlayerId, Refusal, RoundNo, StaffId, TableNo};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Incident {
    Drop,
    NoShow,
    Disqualification,
    Rejoin,
    LateEntry,
    Correction,
    Undo,
    Redraw,
    Swap,
    MissingComponent,
    Concession,
    ChangedList,
    RoleAssigned,
    RoleRemoved,
    ClockStopped,
    ClockWrong,
    WrongPerson,
}

impl Incident {
    pub(super) const ALL: [Incident; 17] = [
        Incident::Drop,
        Incident::NoShow,
        Incident::Disqualification,
        Incident::Rejoin,
        Incident::LateEntry,
        Incident::Correction,
        Incident::Undo,
        Incident::Redraw,
        Incident::Swap,
        Incident::MissingComponent,
        Incident::Concession,
        Incident::ChangedList,
        Incident::RoleAssigned,
        Incident::RoleRemoved,
        Incident::ClockStopped,
        Incident::ClockWrong,
        Incident::WrongPerson,
    ];

    pub(super) fn key(self) -> &'static str {
        match self {
            Incident::Drop => "drop",
            Incident::NoShow => "no-show",
            Incident::Disqualification => "disqualification",
            Incident::Rejoin => "rejoin",
            Incident::LateEntry => "late entry",
            Incident::Correction => "correction",
            Incident::Undo => "undo",
            Incident::Redraw => "redraw",
            Incident::Swap => "swap",
            Incident::MissingComponent => "missing component",
            Incident::Concession => "game loss given by a judge",
            Incident::ChangedList => "changed list",
            Incident::RoleAssigned => "role assigned",
            Incident::RoleRemoved => "role removed",
            Incident::ClockStopped => "clock stopped",
            Incident::ClockWrong => "clock wrong",
            Incident::WrongPerson => "wrong person registered",
        }
    }

    /// What people at the desk call it.
    pub(super) fn title(self) -> &'static str {
        match self {
            Incident::Drop => "A player drops",
            Incident::NoShow => "A player does not appear at the table",
            Incident::Disqualification => "The organizer disqualifies a player",
            Incident::Rejoin => "A player who dropped comes back",
            Incident::LateEntry => "Somebody new wants to play",
            Incident::Correction => "A result of round 1 was wrong",
            Incident::Undo => "The last step was a mistake",
            Incident::Redraw => "The desk wants another draw",
            Incident::Swap => "The desk swaps two players",
            Incident::MissingComponent => "A player is missing a component",
            Incident::Concession => "A judge gives a player a game loss",
            Incident::ChangedList => "A player hands in another list",
            Incident::RoleAssigned => "A judge is assigned",
            Incident::RoleRemoved => "A judge goes home",
            Incident::ClockStopped => "Play stops for everybody",
            Incident::ClockWrong => "The clock needs five more minutes",
            Incident::WrongPerson => "A player was registered under the wrong name",
        }
    }

    pub(super) fn play(self, hall: &mut Hall) -> Result<(), Refusal> {
        let who = somebody(hall);
        let table = table_of(hall, who);
        let reason = || "it went wrong".to_owned();
        let command = match self {
            Incident::Drop => Command::Drop { player: who },
            Incident::NoShow => Command::NoShow { table, absent: who },
            Incident::Disqualification => Command::Disqualify {
                player: who,
                reason: reason(),
            },
            Incident::Rejoin => Command::Rejoin { player: id(10) },
            Incident::LateEntry => {
                let newcomer = person("Nia Newcomer");
                let players = vec![new_player(&newcomer)];
                return hall.try_with(DESK, Command::Register { players }, vec![newcomer]);
            }
            Incident::Correction => return correct(hall),
            Incident::Undo => Command::Undo,
            Incident::Redraw => Command::Redraw { reason: reason() },
            Incident::Swap => {
                let [a, b] = two_tables(hall);
                Command::Swap {
                    a,
                    b,
                    reason: reason(),
                    anyway: true,
                }
            }
            Incident::MissingComponent => Command::Judge(JudgeCommand::Lost {
                table,
                player: who,
                what: "a damage deck".to_owned(),
                minutes: 5,
            }),
            Incident::Concession => Command::Judge(JudgeCommand::GameLoss {
                table,
                player: who,
                reason: reason(),
                report: match_of(hall, who).map(|m| {
                    let winner = m.opponent(who).unwrap();
                    hall.result(&m, winner, 30)
                }),
            }),
            Incident::ChangedList => {
                let regulation = hall.regulation();
                let example = muster_regulations::list::example(regulation);
                let list = regulation.parse_list(example).unwrap();
                let list = Attachment::list(list, Hex32([5; 32]));
                let command = hand_in(id(2), &list, None, None);
                return hall.try_attached(By::Player(id(2)), command, list);
            }
            Incident::RoleAssigned => {
                let who = person("Nora Novel");
                let command = Command::Assign {
                    role: Role::Judge,
                    who: who.seal(),
                };
                return hall.try_with(DESK, command, vec![who]);
            }
            Incident::RoleRemoved => Command::Dismiss { staff: StaffId(2) },
            Incident::ClockStopped => Command::Clock(ClockCommand::Pause {
                until: None,
                reason: None,
            }),
            Incident::ClockWrong => Command::Clock(ClockCommand::Adjust {
                minutes: 5,
                reason: reason(),
            }),
            Incident::WrongPerson => {
                let right = person("Rhea Right");
                let command = Command::Amend {
                    player: id(2),
                    who: Some(right.seal()),
                    faction: None,
                    list_points: None,
                };
                return hall.try_with(DESK, command, vec![right]);
            }
        };
        hall.attempt(DESK, command)
    }
}

/// The player it happens to: at an open table where there is one, else the second seed, else the third player.
fn somebody(hall: &Hall) -> PlayerId {
    let state = hall.state();
    let round = state
        .current()
        .filter(|round| round.status != RoundStatus::Finished);
    if let Some(round) = round {
        let m = round.open().next().unwrap_or(&round.matches[0]);
        return m.b;
    }
    match &state.knockout {
        Some(knockout) => knockout.seeds[1],
        None => id(3),
    }
}

fn match_of(hall: &Hall, player: PlayerId) -> Option<Match> {
    hall.state().current()?.match_of(player).cloned()
}

fn table_of(hall: &Hall, player: PlayerId) -> TableNo {
    match_of(hall, player).map_or(TableNo(1), |m| m.table)
}

/// One player each of two tables of the round at hand, or any two.
fn two_tables(hall: &Hall) -> [PlayerId; 2] {
    match hall.state().current().map(|round| &round.matches[..]) {
        Some([one, two, ..]) => [one.a, two.a],
        _ => [id(1), id(2)],
    }
}

/// The first table of round 1 was won by the other player.
fn correct(hall: &mut Hall) -> Result<(), Refusal> {
    let (round, table) = (RoundNo(1), TableNo(1));
    let m = hall
        .state()
        .round(round)
        .and_then(|round| round.table(table));
    let regulation = hall.regulation();
    let report = match m {
        Some(m) => {
            let winner = m.outcome.unwrap().winner().unwrap();
            let stage = muster_regulations::StageKind::Swiss;
            muster_testing::won(regulation, stage, winner.other(), 99, None)
        }
        None => regulation.no_show(muster_regulations::Seat::A),
    };
    hall.attempt(
        DESK,
        Command::Correct {
            round,
            table,
            report,
            reason: "the slip was read the wrong way round".to_owned(),
        },
    )
}
