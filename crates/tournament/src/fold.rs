//! The fold: how an entry changes the state. It trusts that [`crate::decide`] accepted the entry; an entry that does
//! not fit the state at all (a journal that was tampered with) is reported, never followed by a panic.

mod clock;
mod judges;
mod lists;
mod misfit;
mod people;
mod recorded;
mod results;
mod rounds;
mod salvo;

pub use misfit::Misfit;

use crate::attachment::Attachment;
use crate::command::{Command, TableCommand};
use crate::edition::Edition;
use crate::entry::{Entry, Gave};
use crate::floor::judges::{Act, JudgesDesk, VerdictKind};
use crate::ids::{By, Hex32, ORGANIZER, PlayerId, RoundNo, StaffId, TableNo};
use crate::knockout;
use crate::lists::Lists;
use crate::personal::{Personal, Sealed};
use crate::roster::Roster;
use crate::salvo::Offer;
use crate::state::{
    Changed, ManualChange, Match, MatchStatus, Phase, Player, Round, RoundStatus, Staff, Stale,
    State, Status,
};
use crate::tournament;
use jiff::Timestamp;
use muster_regulations::Role;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

/// What the fold knows about a line: everything but its place in the chain.
#[derive(Clone)]
pub struct Step<'a> {
    pub position: u64,
    /// Hash of the line.
    pub hash: Hex32,
    /// The rules it was accepted under.
    pub edition: Edition,
    pub at: Timestamp,
    pub by: By,
    pub entry: Cow<'a, Entry>,
    /// Personal data beside the entry.
    pub private: &'a [Personal],
    /// What else is beside the entry.
    pub attached: Option<&'a Attachment>,
}

impl Step<'_> {
    fn act(&self) -> Act {
        Act {
            by: self.by,
            at: self.at,
        }
    }

    fn personal(&self, sealed: Sealed) -> Option<Personal> {
        self.private.iter().find(|p| p.seal() == sealed).cloned()
    }
}

impl State {
    /// Creates the state of a tournament from its first entry.
    pub fn begin(step: Step) -> Result<State, Misfit> {
        let Command::Create {
            setup,
            organizer,
            commitment,
        } = &step.entry.did
        else {
            return Err(Misfit::NotCreated);
        };
        let mut staff = Roster::default();
        staff.push(Staff {
            id: ORGANIZER,
            role: Role::Organizer,
            sealed: *organizer,
            personal: step.personal(*organizer),
            on_duty: true,
        });
        Ok(State {
            edition: step.edition,
            setup: setup.clone(),
            commitment: *commitment,
            phase: Phase::Registration,
            staff,
            players: Roster::default(),
            structure: None,
            attendance: 0,
            phrase: None,
            tiebreak: None,
            rounds: Vec::new(),
            voided: Vec::new(),
            knockout: None,
            master: None,
            position: step.position,
            judges: JudgesDesk::default(),
            tables: BTreeMap::new(),
            pause: None,
            attempts: BTreeMap::new(),
            corrections: Vec::new(),
            namesakes: HashMap::new(),
            revealed: false,
            salvos: BTreeMap::new(),
            salvo_attempts: BTreeMap::new(),
            salvo_offers: BTreeMap::new(),
            lists: Lists::default(),
            recorded: None,
        })
    }

    /// Applies an entry. Undo is not handled here: [`crate::Tournament`] folds again without the undone entry.
    pub fn apply(&mut self, step: Step) -> Result<(), Misfit> {
        let Entry { did, gave } = step.entry.as_ref();
        self.edition = step.edition;
        match (did, gave) {
            (Command::Create { .. }, _) => return Err(Misfit::CreatedTwice),
            (Command::Import(recorded), _) => self.import(&step, recorded)?,
            (Command::Configure { setup }, _) => self.setup = setup.clone(),
            (Command::Assign { role, who }, _) => self.staff.push(Staff {
                id: StaffId(
                    u32::try_from(self.staff.places()).map_or(u32::MAX, |n| n.saturating_add(1)),
                ),
                role: *role,
                sealed: *who,
                personal: step.personal(*who),
                on_duty: true,
            }),
            (Command::Dismiss { staff }, _) => {
                match self.staff.get_mut((staff.0 as usize).wrapping_sub(1)) {
                    Some(staff) => staff.on_duty = false,
                    None => return Err(Misfit::NoLeader),
                }
            }
            (Command::Register { players }, _) => {
                // Values are in the order of their digests; one that was forgotten is left out.
                let mut values = step.private.iter().peekable();
                for new in players {
                    let value = values.next_if(|value| value.seal() == new.who);
                    self.register(new, value.cloned());
                }
            }
            (
                Command::Amend {
                    player,
                    who,
                    faction,
                    list_points,
                },
                _,
            ) => {
                if let Some(who) = who {
                    self.rename(*player, step.personal(*who))?;
                    self.player_mut(*player)?.sealed = *who;
                }
                let player = self.player_mut(*player)?;
                player.faction = faction.clone().or(player.faction.take());
                player.list_points = list_points.or(player.list_points);
            }
            (Command::List(command), _) => self.fold_list(&step, command)?,
            (Command::CheckIn { players, present }, _) => {
                for player in players {
                    let status = if *present {
                        Status::Active
                    } else {
                        Status::Registered
                    };
                    self.player_mut(*player)?.status = status;
                }
            }
            (Command::Start { phrase }, Gave::Started(started)) => {
                self.start(phrase.clone(), started)
            }
            (Command::Draft, Gave::Drawn(drawn)) => self.draft(step.position, drawn)?,
            (Command::Redraw { .. }, Gave::Drawn(drawn)) => {
                self.redraw(step.position, drawn, Vec::new())?
            }
            (Command::Pin { a, b, reason, .. }, Gave::Drawn(drawn)) => {
                let pinned = ManualChange::Pinned {
                    a: *a,
                    b: *b,
                    reason: reason.clone(),
                };
                let mut manual = match self.rounds.last_mut() {
                    Some(round) => std::mem::take(&mut round.manual),
                    None => return Err(Misfit::NoDraft),
                };
                // The new draw replaces earlier swaps; earlier pins stay.
                manual.retain(|change| matches!(change, ManualChange::Pinned { .. }));
                manual.push(pinned);
                self.redraw(step.position, drawn, manual)?;
            }
            (Command::Swap { a, b, reason, .. }, _) => self.swap(*a, *b, reason)?,
            (Command::Publish, _) => {
                let round = self.round_mut()?;
                round.status = RoundStatus::Published;
                round.published = Some(step.hash);
            }
            (Command::Seat { players }, Gave::Seated(seated)) => self.seat(players, seated)?,
            (Command::AsPlayed { tables, reason }, _) => self.as_played(tables, reason)?,
            (Command::Repair { reason, .. }, Gave::Repaired(repaired)) => {
                self.repair(repaired, reason)?;
            }
            (Command::Report { table, report }, Gave::Outcome(outcome)) => {
                self.report(&step, *table, report, *outcome)?;
            }
            (Command::Report { table, report }, Gave::Claimed(_)) => {
                self.claim(&step, *table, report)?;
            }
            (Command::FinalSalvo { table, score, .. }, Gave::Salvo(salvo)) => {
                self.fire(*table, *score, salvo)?;
            }
            (
                Command::FinalSalvo {
                    table,
                    a_dice,
                    b_dice,
                    score: Some(score),
                },
                Gave::Nothing,
            ) => {
                let By::Player(by) = step.by else {
                    return Err(Misfit::LeaderOffersSalvo);
                };
                let offer = Offer {
                    by,
                    a_dice: *a_dice,
                    b_dice: *b_dice,
                    score: *score,
                };
                self.offer_salvo(*table, offer)?;
            }
            (Command::Confirm { table }, Gave::Decided(_)) => {
                self.decided(*table, gave)?;
            }
            (Command::Confirm { table }, _) => {
                self.table_mut(*table)?.status = MatchStatus::Confirmed
            }
            (Command::AcceptReports { tables }, _) => {
                for table in tables {
                    self.table_mut(*table)?.status = MatchStatus::Confirmed;
                }
            }
            (Command::Dispute { table }, _) => {
                let m = self.table_mut(*table)?;
                m.status = MatchStatus::Disputed;
                m.report = None;
                m.outcome = None;
            }
            (
                Command::Correct {
                    round,
                    table,
                    report,
                    reason,
                },
                Gave::Outcome(outcome),
            ) => {
                self.correct(&step, *round, *table, report, *outcome, reason)?;
            }
            (Command::NoShow { table, absent }, gave) => self.no_show(*table, *absent, gave)?,
            (Command::ChooseSide { table, side }, _) => self.choose_side(*table, *side)?,
            (Command::Clock(command), _) => self.clock(&step, command)?,
            (Command::Judge(command), _) => self.judge(&step, command)?,
            (Command::Tables(command), _) => self.furnish(command)?,
            (Command::FinishRound, gave) => self.finish_round(gave)?,
            (Command::VoidRound { reason }, _) => match self.rounds.pop() {
                Some(round) => {
                    self.voided.push((round, reason.clone()));
                    // SE-3: a bracket that was drawn with this round is drawn again with the next.
                    if self.rounds.is_empty() {
                        self.knockout = None;
                    }
                }
                None => return Err(Misfit::NoRound),
            },
            (Command::Drop { player }, gave) => {
                self.player_mut(*player)?.status = Status::Dropped;
                self.leave(*player, gave)?;
            }
            (Command::Disqualify { player, reason }, gave) => {
                self.player_mut(*player)?.status = Status::Disqualified;
                self.verdict(&step, *player, VerdictKind::Removed, reason);
                self.leave(*player, gave)?;
            }
            (Command::Rejoin { player }, _) => {
                let status = match self.phase {
                    Phase::Registration => Status::Registered,
                    _ => Status::Active,
                };
                let player = self.player_mut(*player)?;
                player.status = status;
                player.absent_at = None;
                self.outdate(Stale::Arrival);
            }
            (Command::Cut { later_day }, Gave::Seeds(seeds)) => {
                self.cut(step.position, seeds, *later_day)?;
            }
            (Command::KeepCut { reason }, _) => self.keep_cut(&step, reason)?,
            (Command::PutBack { player, reason }, _) => {
                let Some(node) = knockout::lost_to_removed(self, *player) else {
                    return Err(Misfit::NothingToPutBack);
                };
                let Some(knockout) = &mut self.knockout else {
                    return Err(Misfit::NoBracket);
                };
                knockout.put_back.insert(node, *player);
                self.verdict(&step, *player, VerdictKind::PutBack, reason);
                self.outdate(Stale::Changed(Changed::PutBack(self.named(*player))));
            }
            (Command::Finish, Gave::Master(master)) => {
                self.master = Some(*master);
                self.phase = Phase::Finished;
                self.revealed = true;
            }
            (Command::Redact { player }, _) => {
                self.rename(*player, None)?;
                self.player_mut(*player)?.redacted = true;
            }
            (Command::Undo | Command::UndoLine { .. }, _) => return Err(Misfit::UndoApplied),
            (did, _) => {
                return Err(Misfit::Gave {
                    command: did.name(),
                });
            }
        }
        self.position = step.position;
        Ok(())
    }

    /// Remembers what must not be forgotten about an undone entry: that its draw was made and seen, and that its
    /// numbers belong to somebody.
    pub(crate) fn remember(&mut self, entry: &Entry, undone_under: Edition) {
        if undone_under >= Edition::Second {
            self.players.skip(tournament::registers(&entry.did).count());
            if matches!(entry.did, Command::Assign { .. }) {
                self.staff.skip(1);
            }
        }
        if let Gave::Drawn(drawn) = &entry.gave {
            self.count_attempt(drawn.round, drawn.attempt);
        }
        if let (Command::FinalSalvo { table, .. }, Gave::Salvo(salvo)) = (&entry.did, &entry.gave) {
            self.count_salvo(*table, salvo);
        }
        if let Gave::Master(_) = entry.gave {
            self.revealed = true;
        }
    }

    fn count_attempt(&mut self, round: RoundNo, attempt: u32) {
        let made = self.attempts.entry(round).or_default();
        *made = attempt.max(*made);
    }

    fn furnish(&mut self, command: &TableCommand) -> Result<(), Misfit> {
        match command {
            TableCommand::Define { tables } => {
                let tables = tables.iter().map(|table| (table.number, *table));
                self.tables.extend(tables);
            }
            TableCommand::Clear { tables } => {
                self.tables.retain(|number, _| !tables.contains(number));
            }
            TableCommand::Sit { player, tables } => {
                self.player_mut(*player)?.seats.clone_from(tables);
            }
        }
        Ok(())
    }

    fn player_mut(&mut self, id: PlayerId) -> Result<&mut Player, Misfit> {
        self.players
            .get_mut(id.index())
            .ok_or(Misfit::NoPlayer { player: id })
    }

    fn round_mut(&mut self) -> Result<&mut Round, Misfit> {
        self.rounds.last_mut().ok_or(Misfit::NoRound)
    }

    fn table_mut(&mut self, table: TableNo) -> Result<&mut Match, Misfit> {
        self.round_mut()?
            .table_mut(table)
            .ok_or(Misfit::NoTable { table })
    }
}
