//! The fold: how an entry changes the state. It trusts that [`crate::decide`] accepted the entry; an entry that does
//! not fit the state at all (a journal that was tampered with) is reported, never followed by a panic.

use crate::command::{Command, NewPlayer};
use crate::entry::{Drawn, Entry, Gave, Pairing, Seated, Started};
use crate::ids::{By, ORGANIZER, PlayerId, RoundNo, StaffId, TableNo};
use crate::knockout;
use crate::personal::{Personal, Sealed};
use crate::state::{
    Correction, ManualChange, Match, MatchStatus, Phase, Player, Round, RoundStatus, Staff, Stale,
    State, Status, folded,
};
use muster_regulations::cardgame::Side;
use muster_regulations::{Outcome, Report, Role, Seat, StageKind};
use std::collections::{BTreeMap, HashMap};

/// An entry does not fit the state it is applied to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the entry does not fit what came before: {0}")]
pub struct Misfit(pub(crate) String);

fn misfit<T>(what: impl Into<String>) -> Result<T, Misfit> {
    Err(Misfit(what.into()))
}

/// What the fold knows of a line: everything but its place in the chain.
#[derive(Clone, Copy)]
pub struct Step<'a> {
    /// Position in the journal.
    pub position: u64,
    /// Who acted.
    pub by: By,
    /// What happened.
    pub entry: &'a Entry,
    /// Personal data beside the entry.
    pub private: &'a [Personal],
}

impl Step<'_> {
    fn personal(&self, sealed: Sealed) -> Option<Personal> {
        self.private.iter().find(|p| p.seal() == sealed).cloned()
    }
}

impl State {
    /// Makes the state of a tournament from its first entry.
    pub fn begin(step: Step) -> Result<State, Misfit> {
        let Command::Create {
            setup,
            organizer,
            commitment,
        } = &step.entry.did
        else {
            return misfit("a journal begins with the entry that creates the tournament");
        };
        Ok(State {
            setup: setup.clone(),
            commitment: *commitment,
            phase: Phase::Registration,
            staff: vec![Staff {
                id: ORGANIZER,
                role: Role::Organizer,
                sealed: *organizer,
                personal: step.personal(*organizer),
                on_duty: true,
            }],
            players: Vec::new(),
            structure: None,
            attendance: 0,
            phrase: None,
            tiebreak: None,
            rounds: Vec::new(),
            voided: Vec::new(),
            knockout: None,
            master: None,
            position: step.position,
            attempts: BTreeMap::new(),
            corrections: Vec::new(),
            namesakes: HashMap::new(),
            revealed: false,
        })
    }

    /// Applies an entry. Taking back is not done here: [`crate::Tournament`] folds again without the entry.
    pub fn apply(&mut self, step: Step) -> Result<(), Misfit> {
        let Entry { did, gave } = step.entry;
        match (did, gave) {
            (Command::Create { .. }, _) => return misfit("a tournament is created once"),
            (Command::Configure { setup }, _) => self.setup = setup.clone(),
            (Command::Assign { role, who }, _) => self.staff.push(Staff {
                id: StaffId(
                    u32::try_from(self.staff.len()).map_or(u32::MAX, |n| n.saturating_add(1)),
                ),
                role: *role,
                sealed: *who,
                personal: step.personal(*who),
                on_duty: true,
            }),
            (Command::Dismiss { staff }, _) => {
                match self.staff.get_mut((staff.0 as usize).wrapping_sub(1)) {
                    Some(staff) => staff.on_duty = false,
                    None => return misfit("the leader is unknown"),
                }
            }
            (Command::Register { players }, _) => {
                // Values stand in the order of their digests; one that was forgotten is left out.
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
                    None => return misfit("there is no draft"),
                };
                // Earlier swaps are drawn over; earlier pins hold.
                manual.retain(|change| matches!(change, ManualChange::Pinned { .. }));
                manual.push(pinned);
                self.redraw(step.position, drawn, manual)?;
            }
            (Command::Swap { a, b, reason, .. }, _) => self.swap(*a, *b, reason)?,
            (Command::Publish, _) => self.round_mut()?.status = RoundStatus::Published,
            (Command::Seat { players }, Gave::Seated(seated)) => self.seat(players, seated)?,
            (Command::AsPlayed { tables, reason }, _) => self.as_played(tables, reason)?,
            (Command::Report { table, report }, Gave::Outcome(outcome)) => {
                self.report(*table, step.by, report, *outcome)?;
            }
            (Command::Confirm { table }, _) => {
                self.table_mut(*table)?.status = MatchStatus::Confirmed
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
                self.correct(step.position, *round, *table, report, *outcome, reason)?;
            }
            (Command::NoShow { table, absent }, Gave::Outcome(outcome)) => {
                let regulation = self.setup.regulation;
                let m = self.table_mut(*table)?;
                let Some(seat) = m.seat(*absent) else {
                    return misfit("the absent player is not at the table");
                };
                // A second absence at the same table leaves no report: both have lost.
                let first = m.status != MatchStatus::Confirmed;
                m.report = first.then(|| Box::new(regulation.no_show(seat)));
                m.outcome = Some(*outcome);
                m.status = MatchStatus::Confirmed;
                let player = self.player_mut(*absent)?;
                // DROP-3: who was removed for good stays removed.
                if player.status != Status::Disqualified {
                    player.status = Status::Dropped;
                }
                self.leave(*absent, &Gave::Nothing)?;
            }
            (Command::ChooseSide { table, side }, _) => self.choose_side(*table, *side)?,
            (Command::FinishRound, gave) => self.finish_round(gave)?,
            (Command::VoidRound { reason }, _) => match self.rounds.pop() {
                Some(round) => {
                    self.voided.push((round, reason.clone()));
                    // SE-3: a bracket that was drawn with this round is drawn again with the next.
                    if self.rounds.is_empty() {
                        self.knockout = None;
                    }
                }
                None => return misfit("there is no round"),
            },
            (Command::Drop { player }, gave) => {
                self.player_mut(*player)?.status = Status::Dropped;
                self.leave(*player, gave)?;
            }
            (Command::Disqualify { player, .. }, gave) => {
                self.player_mut(*player)?.status = Status::Disqualified;
                self.leave(*player, gave)?;
            }
            (Command::Rejoin { player }, _) => {
                self.player_mut(*player)?.status = match self.phase {
                    Phase::Registration => Status::Registered,
                    _ => Status::Active,
                };
                self.outdate(Stale::Arrival);
            }
            (Command::Cut { later_day }, Gave::Seeds(seeds)) => {
                self.phase = Phase::Elimination;
                for player in &mut self.players {
                    if player.status == Status::Active && !seeds.contains(&player.id) {
                        player.status = Status::CutOff;
                    }
                }
                self.knockout = Some(knockout::after_cut(
                    self.setup.regulation,
                    seeds,
                    *later_day,
                )?);
            }
            (Command::PutBack { player, .. }, _) => {
                let Some(node) = knockout::lost_to_removed(self, *player) else {
                    return misfit("the player lost to nobody who was removed");
                };
                let Some(knockout) = &mut self.knockout else {
                    return misfit("there is no bracket");
                };
                knockout.put_back.insert(node, *player);
                let why = format!("{} was put back", self.name(*player));
                self.outdate(Stale::Changed(why));
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
            (Command::Undo, _) => return misfit("taking back is done by folding again"),
            (did, _) => return misfit(format!("`{}` did not give what it must give", did.name())),
        }
        self.position = step.position;
        Ok(())
    }

    /// Remembers of an entry that was taken back what must not be forgotten: that its draw was made and seen.
    pub(crate) fn remember(&mut self, entry: &Entry) {
        if let Gave::Drawn(drawn) = &entry.gave {
            self.count_attempt(drawn.round, drawn.attempt);
        }
        if let Gave::Master(_) = entry.gave {
            self.revealed = true;
        }
    }

    fn count_attempt(&mut self, round: RoundNo, attempt: u32) {
        let made = self.attempts.entry(round).or_default();
        *made = attempt.max(*made);
    }

    fn player_mut(&mut self, id: PlayerId) -> Result<&mut Player, Misfit> {
        self.players
            .get_mut(id.index())
            .ok_or_else(|| Misfit(format!("there is no player {id}")))
    }

    fn round_mut(&mut self) -> Result<&mut Round, Misfit> {
        self.rounds
            .last_mut()
            .ok_or_else(|| Misfit("there is no round".into()))
    }

    fn table_mut(&mut self, table: TableNo) -> Result<&mut Match, Misfit> {
        self.round_mut()?
            .table_mut(table)
            .ok_or_else(|| Misfit(format!("there is no table {table}")))
    }

    fn register(&mut self, new: &NewPlayer, personal: Option<Personal>) {
        let late = self.phase != Phase::Registration;
        if let Some(personal) = &personal {
            *self.namesakes.entry(folded(&personal.name)).or_default() += 1;
        }
        self.players.push(Player {
            id: PlayerId::at(self.players.len()),
            sealed: new.who,
            personal,
            faction: new.faction.clone(),
            list_points: new.list_points,
            leader: new.leader,
            status: if late {
                Status::Active
            } else {
                Status::Registered
            },
            gone_from: None,
            redacted: false,
        });
        if late {
            self.outdate(Stale::Arrival);
        }
    }

    /// Replaces personal data, or forgets it, and keeps the count of namesakes right.
    fn rename(&mut self, id: PlayerId, personal: Option<Personal>) -> Result<(), Misfit> {
        let new = personal.as_ref().map(|p| folded(&p.name));
        let old = std::mem::replace(&mut self.player_mut(id)?.personal, personal);
        if let Some(count) = old.and_then(|old| self.namesakes.get_mut(&folded(&old.name))) {
            *count = count.saturating_sub(1);
        }
        if let Some(new) = new {
            *self.namesakes.entry(new).or_default() += 1;
        }
        Ok(())
    }

    fn start(&mut self, phrase: Option<String>, started: &Started) {
        self.phrase = phrase;
        self.structure = Some(started.structure);
        self.attendance = started.attendance;
        self.tiebreak = Some(started.tiebreak);
        self.phase = if started.structure.rounds == 0 {
            Phase::Elimination
        } else {
            Phase::Swiss
        };
        // Who was not there at the start may come in later (DROP-4).
        for player in &mut self.players {
            if player.status == Status::Registered {
                player.status = Status::Dropped;
            }
        }
    }

    fn draft(&mut self, position: u64, drawn: &Drawn) -> Result<(), Misfit> {
        let number = self.next_round();
        if drawn.round != number {
            return misfit(format!(
                "it draws round {} where round {number} comes next",
                drawn.round
            ));
        }
        let stage = if self.phase == Phase::Swiss {
            StageKind::Swiss
        } else {
            StageKind::Elimination
        };
        if !drawn.seeds.is_empty() && self.knockout.is_none() {
            self.knockout = Some(knockout::from_start(drawn)?);
        }
        let matches = self.matches(stage, drawn)?;
        self.count_attempt(number, drawn.attempt);
        self.rounds.push(Round {
            number,
            stage,
            status: RoundStatus::Draft,
            drawn_at: position,
            attempt: drawn.attempt,
            seed: drawn.seed,
            matches,
            byes: drawn.byes.clone(),
            repeats: drawn.repeats,
            manual: Vec::new(),
            stale: None,
            clock_seed: None,
        });
        Ok(())
    }

    fn redraw(
        &mut self,
        position: u64,
        drawn: &Drawn,
        manual: Vec<ManualChange>,
    ) -> Result<(), Misfit> {
        if self.rounds.pop().is_none() {
            return misfit("there is no draft");
        }
        if self.rounds.is_empty() && !drawn.seeds.is_empty() {
            self.knockout = None;
        }
        self.draft(position, drawn)?;
        self.round_mut()?.manual = manual;
        Ok(())
    }

    fn matches(&self, stage: StageKind, drawn: &Drawn) -> Result<Vec<Match>, Misfit> {
        let nodes = match stage {
            StageKind::Swiss => BTreeMap::new(),
            StageKind::Elimination => knockout::ready(self),
        };
        let mut matches = Vec::with_capacity(drawn.pairs.len());
        for &Pairing { table, a, b } in &drawn.pairs {
            for player in [a, b] {
                if self.player(player).is_none() {
                    return misfit(format!("there is no player {player}"));
                }
            }
            let mut m = new_match(table, a, b);
            if stage == StageKind::Elimination {
                m.node = nodes.get(&(a.min(b), a.max(b))).copied();
                if m.node.is_none() {
                    return misfit(format!("the bracket does not pair {a} and {b}"));
                }
                m.dark = drawn.dark.iter().find_map(|dark| m.seat(*dark));
            }
            matches.push(m);
        }
        matches.sort_by_key(|m| m.table);
        if matches
            .windows(2)
            .any(|pair| matches!(pair, [one, two] if one.table == two.table))
        {
            return misfit("two matches have the same table");
        }
        Ok(matches)
    }

    fn swap(&mut self, a: PlayerId, b: PlayerId, reason: &str) -> Result<(), Misfit> {
        let round = self.round_mut()?;
        let other = |player: &mut PlayerId| {
            if *player == a {
                *player = b;
            } else if *player == b {
                *player = a;
            }
        };
        for m in &mut round.matches {
            other(&mut m.a);
            other(&mut m.b);
        }
        round.byes.iter_mut().for_each(other);
        round.manual.push(ManualChange::Swapped {
            a,
            b,
            reason: reason.to_owned(),
        });
        self.recount_repeats();
        Ok(())
    }

    fn recount_repeats(&mut self) {
        let Some(round) = self.rounds.last() else {
            return;
        };
        let number = round.number;
        let met_before = |m: &Match| {
            self.swiss_rounds()
                .filter(|earlier| earlier.number < number)
                .any(|earlier| {
                    earlier
                        .match_of(m.a)
                        .is_some_and(|before| before.seat(m.b).is_some())
                })
        };
        let repeats = round.matches.iter().filter(|m| met_before(m)).count();
        if let Some(round) = self.rounds.last_mut() {
            round.repeats = u32::try_from(repeats).unwrap_or(u32::MAX);
        }
    }

    fn seat(&mut self, players: &[PlayerId], seated: &Seated) -> Result<(), Misfit> {
        let round = self.round_mut()?;
        for pair in &seated.pairs {
            round.matches.push(new_match(pair.table, pair.a, pair.b));
        }
        round.matches.sort_by_key(|m| m.table);
        round.byes.retain(|bye| Some(*bye) != seated.bye_taken_back);
        round.byes.extend(seated.bye);
        round.manual.push(ManualChange::Seated {
            players: players.to_vec(),
        });
        let everybody_sits = self
            .active()
            .all(|p| self.rounds.last().is_none_or(|r| r.holds(p.id)));
        if everybody_sits {
            self.round_mut()?.stale = None;
        }
        Ok(())
    }

    fn as_played(&mut self, tables: &[Pairing], reason: &str) -> Result<(), Misfit> {
        for played in tables {
            let m = self.table_mut(played.table)?;
            m.a = played.a;
            m.b = played.b;
        }
        let manual = ManualChange::AsPlayed {
            tables: tables.iter().map(|t| t.table).collect(),
            reason: reason.to_owned(),
        };
        self.round_mut()?.manual.push(manual);
        self.recount_repeats();
        Ok(())
    }

    fn report(
        &mut self,
        table: TableNo,
        by: By,
        report: &Report,
        outcome: Outcome,
    ) -> Result<(), Misfit> {
        let m = self.table_mut(table)?;
        let boxed = || Some(Box::new(report.clone()));
        let By::Player(player) = by else {
            m.report = boxed();
            m.outcome = Some(outcome);
            m.status = MatchStatus::Confirmed;
            return Ok(());
        };
        let (mine, theirs) = match m.seat(player) {
            Some(Seat::A) => (0, 1),
            Some(Seat::B) => (1, 0),
            None => return misfit("the player is not at the table"),
        };
        m.claims[mine] = boxed();
        match &m.claims[theirs] {
            // Both told, and differ: neither counts until a leader settles it.
            Some(other) if **other != *report => {
                m.report = None;
                m.outcome = None;
                m.status = MatchStatus::Disputed;
            }
            other => {
                let agreed = other.is_some();
                m.report = boxed();
                m.outcome = Some(outcome);
                m.status = if agreed {
                    MatchStatus::Confirmed
                } else {
                    MatchStatus::Reported
                };
            }
        }
        Ok(())
    }

    fn correct(
        &mut self,
        position: u64,
        number: RoundNo,
        table: TableNo,
        report: &Report,
        outcome: Outcome,
        reason: &str,
    ) -> Result<(), Misfit> {
        let round = self.rounds.get_mut((number.0 as usize).wrapping_sub(1));
        let Some(m) = round.and_then(|round| round.table_mut(table)) else {
            return misfit(format!("there is no table {table} in round {number}"));
        };
        m.report = Some(Box::new(report.clone()));
        m.outcome = Some(outcome);
        m.status = MatchStatus::Confirmed;
        self.corrections.push(Correction {
            position,
            round: number,
            table,
            reason: reason.to_owned(),
        });
        let why = format!("the result of table {table} in round {number} was corrected");
        self.outdate(Stale::Changed(why));
        Ok(())
    }

    fn choose_side(&mut self, table: TableNo, side: Side) -> Result<(), Misfit> {
        let Some(chooser) = knockout::chooser(self, table) else {
            return misfit(format!("nobody chooses a side at table {table}"));
        };
        let m = self.table_mut(table)?;
        let Some(seat) = m.seat(chooser) else {
            return misfit("the chooser is not at the table");
        };
        m.dark = Some(if side == Side::Dark {
            seat
        } else {
            seat.other()
        });
        Ok(())
    }

    fn finish_round(&mut self, gave: &Gave) -> Result<(), Misfit> {
        let round = self.round_mut()?;
        round.status = RoundStatus::Finished;
        for m in &mut round.matches {
            if m.outcome.is_some() {
                m.status = MatchStatus::Confirmed;
            }
        }
        if let Gave::ClockSeed(seed) = gave {
            round.clock_seed = Some(*seed);
        }
        Ok(())
    }

    /// What leaving changes beyond the player: the seeds before the bracket is played, an outdated draft, a walkover.
    fn leave(&mut self, player: PlayerId, gave: &Gave) -> Result<(), Misfit> {
        if let Gave::Seeds(seeds) = gave {
            return self.reseed(seeds);
        }
        let in_bracket = self.phase == Phase::Elimination;
        if in_bracket {
            let from = knockout::round_at_hand(self);
            // Who left before and is removed now has been missing since then.
            self.player_mut(player)?.gone_from.get_or_insert(from);
        }
        let name = self.name(player);
        let Some(round) = self.rounds.last_mut().filter(|round| round.holds(player)) else {
            return Ok(());
        };
        if round.status == RoundStatus::Draft {
            round.stale = Some(Stale::Changed(format!("{name} has left")));
        } else if in_bracket
            && let Some(m) = round.matches.iter_mut().find(|m| m.seat(player).is_some())
            && m.status != MatchStatus::Confirmed
        {
            m.status = MatchStatus::Walkover;
            m.report = None;
            m.outcome = None;
        }
        Ok(())
    }

    /// CUT-2: somebody else is in. Nothing of the bracket was played, so its first round is drawn anew.
    fn reseed(&mut self, seeds: &[PlayerId]) -> Result<(), Misfit> {
        for seed in seeds {
            self.player_mut(*seed)?.status = Status::Active;
        }
        let later_day = self.knockout.as_ref().is_some_and(|k| k.later_day);
        self.knockout = Some(knockout::after_cut(
            self.setup.regulation,
            seeds,
            later_day,
        )?);
        if let Some(round) = self.rounds.last_mut()
            && round.stage == StageKind::Elimination
        {
            round.status = RoundStatus::Draft;
            round.stale = Some(Stale::Changed("the seeds have changed".to_owned()));
        }
        Ok(())
    }

    /// Marks a draft as resting on something that has changed. An arrival does not hide a deeper change.
    fn outdate(&mut self, why: Stale) {
        if let Some(round) = self.rounds.last_mut()
            && round.status == RoundStatus::Draft
            && !matches!(round.stale, Some(Stale::Changed(_)))
        {
            round.stale = Some(why);
        }
    }
}

fn new_match(table: TableNo, a: PlayerId, b: PlayerId) -> Match {
    Match {
        table,
        a,
        b,
        node: None,
        status: MatchStatus::Playing,
        claims: [None, None],
        report: None,
        outcome: None,
        dark: None,
    }
}
