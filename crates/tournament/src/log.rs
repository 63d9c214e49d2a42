//! The log of a tournament: each line of the journal as a value, who did what and what came of it, with undone lines
//! marked. Reads the journal as it happened, so that a line describes the tournament of its own moment, and
//! names nobody whose personal data was redacted. The crate `muster-words` turns it into sentences.

mod happening;
mod open;

pub use happening::{Draw, Ended, Happening, Named, Place, Seats};
pub use open::{open_lines, open_log};

use crate::command::{Command, JudgeCommand, ListCommand, TableCommand};
use crate::entry::{Drawn, Entry, Gave, Pairing};
use crate::ids::{By, PlayerId, RoundNo, TableNo};
use crate::journal::Line;
use crate::state::{Phase, State};
use crate::tournament::{self, Tournament};
use crate::{note, permissions, undo};
use jiff::Timestamp;
use muster_regulations::Outcome;

/// One line of the journal as it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    pub position: u64,
    pub at: Timestamp,
    pub by: By,
    /// The name of the person who did it.
    pub who: String,
    /// The stable code of what was done: the name of the command.
    pub code: &'static str,
    /// What was done, and what came of it.
    pub what: Happening,
    /// The line that undid it, if one did.
    pub undone_by: Option<u64>,
}

/// Reads a whole journal, with everything that is in this copy of it.
#[must_use]
pub fn log(tournament: &Tournament) -> Vec<LogLine> {
    read(tournament, |_, _| true)
}

/// Reads a whole journal as somebody may read it, or everybody: free text about people is withheld where the table of
/// permissions says so.
#[must_use]
pub fn log_for(tournament: &Tournament, reader: Option<By>) -> Vec<LogLine> {
    read(tournament, |state, command| {
        permissions::may_read_text(state, reader, command)
    })
}

fn read(tournament: &Tournament, reads: impl Fn(&State, &Command) -> bool) -> Vec<LogLine> {
    let lines = tournament.lines();
    let mut log: Vec<LogLine> = Vec::with_capacity(lines.len());
    let mut state: Option<State> = None;
    for (index, line) in lines.iter().enumerate() {
        let before = state.as_ref().map_or(Moment::BEGINNING, Moment::of);
        // Each line was accepted when it was written; an undone step is folded again, as it was then.
        state = match (state, &line.core.entry.gave) {
            (Some(mut state), gave) if !matches!(gave, Gave::Undone(_)) => {
                state.apply(line.step()).ok().map(|()| state)
            }
            _ => tournament::fold(&lines[..=index]).ok(),
        };
        let Some(after) = &state else { return log };
        let with_text = reads(after, &line.core.entry.did);
        log.push(before.line(after, &lines[..index], line, with_text));
    }
    for line in lines {
        if let Gave::Undone(position) = line.core.entry.gave
            && let Some(undone) = index_of(position).and_then(|index| log.get_mut(index))
        {
            undone.undone_by = Some(line.core.position);
        }
    }
    log
}

fn index_of(position: u64) -> Option<usize> {
    usize::try_from(position).ok()?.checked_sub(1)
}

/// What a line of the log needs to know about the state before it.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The current round, 0 before the first.
    round: RoundNo,
    /// The seeds of the bracket.
    seeds: Vec<PlayerId>,
}

impl Moment {
    const BEGINNING: Moment = Moment {
        round: RoundNo(0),
        seeds: Vec::new(),
    };

    /// Remembers what the next line will need.
    #[must_use]
    pub fn of(state: &State) -> Moment {
        let knockout = state.knockout.as_ref();
        Moment {
            round: state.current().map_or(RoundNo(0), |round| round.number),
            seeds: knockout.map_or_else(Vec::new, |knockout| knockout.seeds.clone()),
        }
    }

    /// Reads the newest line of a tournament that was at this moment before it, without folding the lines before.
    #[must_use]
    pub fn newest(&self, tournament: &Tournament) -> Option<LogLine> {
        let (line, earlier) = tournament.lines().split_last()?;
        Some(self.line(tournament.state(), earlier, line, true))
    }

    fn line(&self, after: &State, earlier: &[Line], line: &Line, with_text: bool) -> LogLine {
        let entry = match with_text {
            true => line.entry(),
            false => note::withheld(&line.core.entry),
        };
        let reader = Reader {
            before: self,
            after,
            earlier,
        };
        LogLine {
            position: line.core.position,
            at: line.core.at,
            by: line.core.by,
            who: after.actor(line.core.by),
            code: line.core.entry.did.name(),
            what: reader.happening(line.core.by, &entry),
            undone_by: None,
        }
    }
}

/// A line between the moment before it and the state after it.
struct Reader<'a> {
    before: &'a Moment,
    after: &'a State,
    earlier: &'a [Line],
}

impl Reader<'_> {
    fn happening(&self, by: By, entry: &Entry) -> Happening {
        let after = self.after;
        let regulation = after.setup.regulation;
        let round = self.before.round;
        let here = |table: &TableNo| Place {
            round,
            table: *table,
        };
        match (&entry.did, &entry.gave) {
            (Command::Create { setup, .. }, _) => Happening::Created {
                name: setup.name.clone(),
                regulation,
                tier: setup.tier,
                structure: setup.structure,
            },
            (Command::Import(recorded), _) => Happening::Imported {
                program: recorded.program.to_string(),
                players: recorded.players.len(),
                structure: recorded.structure(),
            },
            (Command::Configure { .. }, _) => Happening::Configured,
            (Command::Assign { role, .. }, _) => {
                let newest = after.staff.last().map(|staff| By::Staff(staff.id));
                Happening::Assigned {
                    name: newest.map_or_else(String::new, |by| after.actor(by)),
                    role: regulation.role_name(*role),
                }
            }
            (Command::Dismiss { staff }, _) => Happening::Dismissed {
                name: after.actor(By::Staff(*staff)),
            },
            (Command::Register { players }, _) => {
                let first = after.players.places().saturating_sub(players.len());
                let new: Vec<PlayerId> =
                    (first..after.players.places()).map(PlayerId::at).collect();
                Happening::Registered {
                    players: after.all_named(&new),
                    late: after.phase != Phase::Registration,
                }
            }
            (Command::Amend { player, .. }, _) => Happening::Amended {
                player: after.named(*player),
            },
            (Command::List(command), _) => self.list(command),
            (Command::CheckIn { players, present }, _) => Happening::CheckedIn {
                players: after.all_named(players),
                present: *present,
            },
            (Command::Start { phrase }, Gave::Started(started)) => Happening::Started {
                players: started.attendance,
                structure: started.structure,
                phrase: phrase.clone(),
            },
            (Command::Draft, Gave::Drawn(drawn)) => Happening::Drew(self.draw(drawn)),
            (Command::Redraw { reason }, Gave::Drawn(drawn)) => Happening::Redrew {
                draw: self.draw(drawn),
                reason: Some(reason.clone()).filter(|reason| !reason.is_empty()),
            },
            (Command::Pin { a, b, reason, .. }, Gave::Drawn(drawn)) => Happening::Pinned {
                a: after.named(*a),
                b: after.named(*b),
                draw: self.draw(drawn),
                reason: reason.clone(),
            },
            (Command::Swap { a, b, reason, .. }, _) => Happening::Swapped {
                round,
                a: after.named(*a),
                b: after.named(*b),
                reason: reason.clone(),
            },
            (Command::Publish, _) => Happening::Published { round },
            (Command::Seat { .. }, Gave::Seated(seated)) => Happening::Seated {
                round,
                tables: self.seats(&seated.pairs),
                bye_ended: seated.bye_taken_back.map(|id| after.named(id)),
                bye: seated.bye.map(|id| after.named(id)),
            },
            (Command::AsPlayed { tables, reason }, _) => Happening::AsPlayed {
                round,
                tables: self.seats(tables),
                reason: reason.clone(),
            },
            (Command::Repair { reason, .. }, Gave::Repaired(repaired)) => Happening::Repaired {
                round,
                tables: self.seats(&repaired.tables),
                bye: repaired.bye.map(|id| after.named(id)),
                reason: reason.clone(),
            },
            (Command::Report { table, .. }, Gave::Outcome(outcome)) => Happening::Reported {
                place: here(table),
                result: self.ended(here(table), outcome),
            },
            (Command::Report { table, report }, Gave::Claimed(outcome)) => Happening::Claimed {
                place: here(table),
                result: self.ended(here(table), outcome),
                clause: report.needs_staff().map(|needed| needed.clause),
            },
            (Command::FinalSalvo { table, .. }, Gave::Salvo(salvo)) => {
                let m = after.round(round).and_then(|round| round.table(*table));
                Happening::SalvoRolled {
                    place: here(table),
                    rolls: salvo.rolls.iter().map(|roll| (roll.a, roll.b)).collect(),
                    winner: m.map(|m| after.named(m.player(salvo.winner))),
                }
            }
            (
                Command::FinalSalvo {
                    table,
                    a_dice,
                    b_dice,
                    score: Some(score),
                },
                _,
            ) => Happening::SalvoOffered {
                place: here(table),
                dice: (*a_dice, *b_dice),
                score: *score,
            },
            (Command::Confirm { table }, Gave::Decided(decided)) => Happening::ConfirmedClaim {
                place: here(table),
                result: self.ended(here(table), &decided.outcome),
            },
            (Command::AcceptReports { tables }, _) => Happening::AcceptedReports {
                round,
                tables: tables.clone(),
            },
            (Command::Confirm { table }, _) => Happening::Confirmed { place: here(table) },
            (Command::Dispute { table }, _) => Happening::Disputed { place: here(table) },
            (
                Command::Correct {
                    round,
                    table,
                    reason,
                    ..
                },
                Gave::Outcome(outcome),
            ) => {
                let place = Place {
                    round: *round,
                    table: *table,
                };
                let correction = after.corrections.last();
                Happening::Corrected {
                    place,
                    result: self.ended(place, outcome),
                    back: correction.map_or_else(Vec::new, |c| after.all_named(&c.back)),
                    dropped: correction.map_or_else(Vec::new, |c| after.all_named(&c.dropped)),
                    reason: reason.clone(),
                }
            }
            (Command::NoShow { table, absent }, gave) => Happening::NoShow {
                place: here(table),
                player: after.named(*absent),
                replaced_by: self.replaced_by(gave),
            },
            (Command::ChooseSide { table, side }, _) => Happening::SideChosen {
                place: here(table),
                side: *side,
            },
            (Command::Clock(command), gave) => Happening::Clock {
                round,
                command: command.clone(),
                minutes: match gave {
                    Gave::Minutes(minutes) => Some(*minutes),
                    _ => None,
                },
            },
            (Command::Judge(command), gave) => self.judge(command, gave),
            (Command::Tables(command), _) => Happening::Tables {
                command: command.clone(),
                player: match command {
                    TableCommand::Sit { player, .. } => Some(after.named(*player)),
                    TableCommand::Define { .. } | TableCommand::Clear { .. } => None,
                },
            },
            (Command::FinishRound, gave) => {
                let secret = matches!(gave, Gave::ClockSeed(_));
                let clock = after.round(round).filter(|round| round.clock.is_some());
                let dice = clock.and_then(|round| round.dice_minutes(regulation));
                Happening::FinishedRound {
                    round,
                    dice_minutes: dice.filter(|_| secret),
                }
            }
            (Command::VoidRound { reason }, _) => Happening::Voided {
                round,
                reason: reason.clone(),
            },
            (Command::Drop { player }, gave) => Happening::Dropped {
                player: after.named(*player),
                by_themselves: by == By::Player(*player),
                replaced_by: self.replaced_by(gave),
            },
            (Command::Rejoin { player }, _) => Happening::Rejoined {
                player: after.named(*player),
            },
            (Command::Disqualify { player, reason }, gave) => Happening::Disqualified {
                player: after.named(*player),
                replaced_by: self.replaced_by(gave),
                reason: Some(reason.clone()),
            },
            (Command::Cut { later_day }, Gave::Seeds(seeds)) => Happening::Cut {
                seeds: after.all_named(seeds),
                again: !self.before.seeds.is_empty(),
                later_day: *later_day,
            },
            (Command::KeepCut { reason }, _) => Happening::CutKept {
                reason: reason.clone(),
            },
            (Command::PutBack { player, reason }, _) => Happening::PutBack {
                player: after.named(*player),
                reason: reason.clone(),
            },
            (Command::Finish, _) => Happening::Finished,
            (Command::Undo | Command::UndoLine { .. }, Gave::Undone(position)) => {
                self.undid(*position)
            }
            (Command::Redact { player }, _) => Happening::Redacted { player: *player },
            (did, _) => Happening::Other { code: did.name() },
        }
    }

    fn seats(&self, pairs: &[Pairing]) -> Vec<Seats> {
        let seats = |pair: &Pairing| Seats {
            table: pair.table,
            a: self.after.named(pair.a),
            b: self.after.named(pair.b),
        };
        pairs.iter().map(seats).collect()
    }

    fn draw(&self, drawn: &Drawn) -> Draw {
        Draw {
            round: drawn.round,
            tables: drawn.pairs.len(),
            byes: self.after.all_named(&drawn.byes),
            repeats: drawn.repeats,
            attempt: drawn.attempt,
        }
    }

    fn ended(&self, place: Place, outcome: &Outcome) -> Option<Ended> {
        let m = self.after.round(place.round)?.table(place.table)?;
        Some(Ended {
            a: self.after.named(m.a),
            b: self.after.named(m.b),
            outcome: *outcome,
        })
    }

    /// CUT-2: who replaced a player who left.
    fn replaced_by(&self, gave: &Gave) -> Option<Vec<Named>> {
        let Gave::Seeds(seeds) = gave else {
            return None;
        };
        let new = seeds.iter().filter(|id| !self.before.seeds.contains(id));
        Some(new.map(|id| self.after.named(*id)).collect())
    }

    /// Reads only points and faction of a list, never its content.
    fn list(&self, command: &ListCommand) -> Happening {
        match command {
            ListCommand::HandIn {
                player,
                points,
                faction,
                reason,
                excused,
                ..
            } => Happening::ListHandedIn {
                player: self.after.named(*player),
                word: self.after.setup.regulation.book().list_word,
                points: *points,
                faction: faction.clone(),
                excused: excused.clone(),
                corrected: reason.clone(),
            },
            ListCommand::Call { required, until } => Happening::ListsCalled {
                required: *required,
                until: *until,
            },
            ListCommand::Catalogue { .. } => Happening::CatalogueAdded,
        }
    }

    fn judge(&self, command: &JudgeCommand, gave: &Gave) -> Happening {
        let judges = &self.after.judges;
        let (mut table, mut player, mut what) = (None, None, None);
        match command {
            JudgeCommand::Call { table: at, .. } | JudgeCommand::Rule { table: at, .. } => {
                table = Some(*at);
            }
            JudgeCommand::Take { call } | JudgeCommand::Close { call } => {
                table = judges.calls.get(call.index()).map(|call| call.table);
            }
            JudgeCommand::GameLoss {
                table: at,
                player: who,
                ..
            }
            | JudgeCommand::Lost {
                table: at,
                player: who,
                ..
            }
            | JudgeCommand::Suspect {
                table: at,
                player: who,
            } => (table, player) = (Some(*at), Some(*who)),
            JudgeCommand::Warn { player: who, .. }
            | JudgeCommand::Recommend { player: who, .. }
            | JudgeCommand::Keep { player: who, .. }
            | JudgeCommand::Proxy { player: who, .. } => player = Some(*who),
            JudgeCommand::Found { loss }
            | JudgeCommand::Concede { loss, .. }
            | JudgeCommand::Remove { loss } => {
                if let Some(loss) = judges.losses.get(loss.index()) {
                    (table, player) = (Some(loss.table), Some(loss.player));
                    what = Some(loss.what.clone());
                }
            }
            JudgeCommand::Check { fort, .. }
            | JudgeCommand::Determine { fort, .. }
            | JudgeCommand::FollowUp { fort, .. } => {
                if let Some(fort) = judges.forts.get(fort.index()) {
                    (table, player) = (Some(fort.table), Some(fort.player));
                }
            }
            JudgeCommand::Appeal { .. } | JudgeCommand::Decide { .. } => {}
        }
        let current = self.after.current().map(|round| round.number);
        let result = match (gave, current, table) {
            (Gave::Decided(decided), Some(round), Some(table)) => {
                self.ended(Place { round, table }, &decided.outcome)
            }
            _ => None,
        };
        Happening::Judge {
            round: self.before.round,
            command: command.clone(),
            table,
            player: player.map(|id| self.after.named(id)),
            component: what,
            result,
        }
    }

    fn undid(&self, position: u64) -> Happening {
        let line = undo::at(self.earlier, position);
        let command = line.map(|line| line.core.entry.did.clone());
        let players = command.as_ref().map_or_else(Vec::new, Command::players);
        Happening::Undid {
            position,
            command: command.map(Box::new),
            players: self.after.all_named(&players),
        }
    }
}
