//! The hall: the tournament, the people in it and their clock. Every step of a simulation goes through here.
//!
//! Promises that a step is accepted, or refused for a reason the simulation expects; anything else ends it as stuck.

use super::names;
use super::plan::{Chance, Plan};
use super::stuck::{Stuck, Trouble};
use crate::lists;
use jiff::{SignedDuration, Timestamp};
use muster_pairing::draw::{Draw, Seed};
use muster_regulations::{Regulation, Role, Seat};
use muster_tournament::Tournament;
use muster_tournament::attachment::Attachment;
use muster_tournament::command::{FixedTable, NewPlayer, Setup, Wishes};
use muster_tournament::ids::{Hex32, ORGANIZER};
use muster_tournament::personal::Personal;
use muster_tournament::seeds::Master;
use muster_tournament::state::{Match, Status};
use muster_tournament::{By, Command, PlayerId, Refusal, Request, StaffId, State, TableNo};

/// Every simulated tournament opens on 2026-05-02 at nine in the morning (UTC).
const DOORS_OPEN: i64 = 1_777_712_400;

/// The most steps undone in one tournament, because each folds the whole journal again.
const MOST_UNDONE: u32 = 40;

/// A tournament under way.
pub(super) struct Hall<'w> {
    pub(super) plan: Plan,
    pub(super) draw: Draw,
    pub(super) tournament: Tournament,
    /// Rounds voided so far.
    pub(super) voided: u32,
    /// Steps undone so far.
    undone: u32,
    master: Master,
    salts: Seed,
    pub(super) now: Timestamp,
    /// The strength of each player, by number.
    strength: Vec<u32>,
    /// How many people have been registered, so that each gets a different salt.
    people: u32,
    watch: &'w mut dyn FnMut(&Tournament),
}

impl<'w> Hall<'w> {
    /// Opens the doors: creates the tournament.
    pub(super) fn open(
        plan: &Plan,
        watch: &'w mut dyn FnMut(&Tournament),
    ) -> Result<Hall<'w>, Stuck> {
        let stream = plan.stream();
        let mut draw = Draw::new(&stream.derive("people"));
        let master = Master::new(Hex32(*stream.derive("master").bytes()));
        let salts = stream.derive("salts");
        let setup = Setup {
            name: match &plan.name {
                Some(name) => name.clone(),
                None => format!("Simulation {}", plan.index),
            },
            regulation: plan.regulation,
            tier: plan.tier,
            structure: plan.structure,
            custom: plan.custom,
            wishes: wishes(plan, &mut draw),
            date: None,
            zone: None,
        };
        let organizer = Personal::named("Olga Organizer", salt(&salts, "organizer"));
        let now = Timestamp::from_second(DOORS_OPEN).unwrap_or(Timestamp::UNIX_EPOCH);
        let tournament = Tournament::create(setup, organizer, &master, now).map_err(|refusal| {
            let command = "create";
            let refusal = Box::new(refusal);
            stuck(plan, 0, Trouble::Refused { command, refusal })
        })?;
        watch(&tournament);
        Ok(Hall {
            plan: plan.clone(),
            draw,
            tournament,
            voided: 0,
            undone: 0,
            master,
            salts,
            now,
            strength: Vec::new(),
            people: 0,
            watch,
        })
    }

    pub(super) fn state(&self) -> &State {
        self.tournament.state()
    }

    pub(super) fn stuck<T>(&self, trouble: Trouble) -> Result<T, Stuck> {
        Err(stuck(&self.plan, self.tournament.lines().len(), trouble))
    }

    pub(super) fn happens(&mut self, chance: Chance) -> bool {
        chance.happens(&mut self.draw)
    }

    pub(super) fn coin(&mut self) -> bool {
        self.draw.below(2) == 0
    }

    pub(super) fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        self.draw.pick(items).copied()
    }

    /// Somebody at the desk: the organizer or a head judge.
    pub(super) fn desk(&mut self) -> By {
        self.somebody(|role| role != Role::Judge)
    }

    /// Anybody of the staff on duty.
    pub(super) fn leader(&mut self) -> By {
        self.somebody(|_| true)
    }

    fn somebody(&mut self, fit: impl Fn(Role) -> bool) -> By {
        let staff = self.state().staff.iter();
        let fit: Vec<StaffId> = staff
            .filter(|staff| staff.on_duty && fit(staff.role))
            .map(|staff| staff.id)
            .collect();
        By::Staff(self.pick(&fit).unwrap_or(ORGANIZER))
    }

    /// Does a step that must be accepted; now and then it is undone and done again.
    pub(super) fn act(&mut self, by: By, command: Command) -> Result<(), Stuck> {
        self.act_with(by, command, Vec::new())
    }

    /// Does a step that must be accepted, with personal data.
    pub(super) fn act_with(
        &mut self,
        by: By,
        command: Command,
        private: Vec<Personal>,
    ) -> Result<(), Stuck> {
        let request = Request::new(by, self.now, command);
        self.ask(Request { private, ..request })
    }

    /// Does a step that must be accepted, with personal data and attachments.
    pub(super) fn ask(&mut self, request: Request) -> Result<(), Stuck> {
        let name = request.command.name();
        self.step(request)
            .or_else(|refusal| self.refused(name, refusal))
            .and_then(|undone| match undone {
                Some(again) => self.again(again),
                None => Ok(()),
            })
    }

    /// Does a step that may be refused for expected reasons; returns whether it was accepted.
    pub(super) fn attempt(
        &mut self,
        by: By,
        command: Command,
        foreseen: impl Fn(&Refusal) -> bool,
    ) -> Result<bool, Stuck> {
        let name = command.name();
        match self.step(Request::new(by, self.now, command)) {
            Ok(Some(again)) => self.again(again).map(|()| true),
            Ok(None) => Ok(true),
            Err(refusal) if foreseen(&refusal) => Ok(false),
            Err(refusal) => self.refused(name, refusal),
        }
    }

    /// Tries a step that must be refused.
    pub(super) fn mischief(
        &mut self,
        by: By,
        command: Command,
        foreseen: impl Fn(&Refusal) -> bool,
    ) -> Result<(), Stuck> {
        let name = command.name();
        let request = Request::new(by, self.now, command).salted(self.text_salt());
        match self.tournament.act(request, &self.master) {
            Ok(_) => self.stuck(Trouble::Accepted { command: name }),
            Err(refusal) if foreseen(&refusal) => Ok(()),
            Err(refusal) => self.refused(name, refusal),
        }
    }

    fn refused<T>(&self, command: &'static str, refusal: Refusal) -> Result<T, Stuck> {
        let refusal = Box::new(refusal);
        self.stuck(Trouble::Refused { command, refusal })
    }

    /// Does a step. Now and then undoes it and returns it, to be done again.
    fn step(&mut self, mut request: Request) -> Result<Option<Request>, Refusal> {
        let pause = SignedDuration::from_secs(i64::from(self.draw.below(90)));
        self.now = self.now.checked_add(pause).unwrap_or(self.now);
        request.at = self.now;
        request.salt = Some(self.text_salt());
        // Erased data cannot be restored.
        let final_step = matches!(request.command, Command::Redact { .. });
        self.tournament.act(request.clone(), &self.master)?;
        (self.watch)(&self.tournament);
        if final_step || self.undone >= MOST_UNDONE || !self.happens(self.plan.incidents.undos) {
            return Ok(None);
        }
        let undo = Request::new(By::Staff(ORGANIZER), self.now, Command::Undo);
        self.undone += 1;
        self.tournament.act(undo, &self.master)?;
        (self.watch)(&self.tournament);
        Ok(Some(request))
    }

    /// A salt that need not be secret, but the same each time.
    fn text_salt(&self) -> Hex32 {
        salt(
            &self.salts,
            &format!("line {}", self.tournament.lines().len()),
        )
    }

    fn again(&mut self, request: Request) -> Result<(), Stuck> {
        let name = request.command.name();
        match self.tournament.act(request, &self.master) {
            Ok(_) => {
                (self.watch)(&self.tournament);
                Ok(())
            }
            Err(refusal) => self.refused(name, refusal),
        }
    }

    /// Registers players from a list, as the desk does.
    pub(super) fn register(&mut self, count: u32, leader: Option<StaffId>) -> Result<(), Stuck> {
        let book = self.plan.regulation.book();
        let mut players = Vec::new();
        let mut private = Vec::new();
        let mut strength = Vec::new();
        for number in 0..count {
            let mut person = self.person();
            if let Some(leader) = leader.filter(|_| number == 0) {
                person.name = format!("Lea Leader {}", leader.0);
            }
            players.push(NewPlayer {
                who: person.seal(),
                faction: self.coin().then(|| self.faction()),
                list_points: book.list_points.map(|most| most - self.draw.below(6)),
                leader: leader.filter(|_| number == 0),
            });
            private.push(person);
            strength.push(1 + self.draw.below(100));
        }
        let by = self.leader();
        self.act_with(by, Command::Register { players }, private)?;
        // A registration that was undone and done again leaves numbers unused.
        let first = self.state().players.places() - strength.len();
        self.strength.resize(first, 1);
        self.strength.extend(strength);
        Ok(())
    }

    /// A random faction.
    pub(super) fn faction(&mut self) -> String {
        self.pick(lists::factions(self.plan.regulation))
            .unwrap_or_default()
            .to_owned()
    }

    /// A random list of a player.
    pub(super) fn list(&mut self, player: PlayerId, faction: &str) -> Attachment {
        let list = lists::random(self.plan.regulation, faction, &mut self.draw);
        Attachment::list(list, salt(&self.salts, &format!("list {}", player.0)))
    }

    /// A person nobody has met before.
    pub(super) fn person(&mut self) -> Personal {
        self.people += 1;
        let number = self.people;
        let purpose = format!("{number} {}", self.tournament.lines().len());
        let mut person =
            Personal::named(names::person(&mut self.draw), salt(&self.salts, &purpose));
        person.club = self.coin().then(|| names::club(&mut self.draw).to_owned());
        person
    }

    /// Draws the winner of a match, the better player more often.
    pub(super) fn winner(&mut self, m: &Match) -> Seat {
        let strength = |id: PlayerId| self.strength.get(id.index()).copied().unwrap_or(1);
        let (a, b) = (strength(m.a), strength(m.b));
        if self.draw.below(a.saturating_add(b)) < a {
            Seat::A
        } else {
            Seat::B
        }
    }

    /// Players with a status.
    pub(super) fn players(&self, status: Status) -> Vec<PlayerId> {
        let players = self.state().players.iter();
        players
            .filter(|player| player.status == status)
            .map(|player| player.id)
            .collect()
    }

    /// Returns whether a round is being played.
    pub(super) fn playing(&self) -> bool {
        self.state().in_play().is_some()
    }

    /// The match at a table of the current round.
    pub(super) fn table(&self, table: TableNo) -> Option<&Match> {
        self.state().current()?.table(table)
    }
}

fn stuck(plan: &Plan, lines: usize, trouble: Trouble) -> Stuck {
    Stuck {
        seed: plan.seed,
        index: plan.index,
        lines,
        trouble,
    }
}

fn salt(salts: &Seed, whose: &str) -> Hex32 {
    Hex32(*salts.derive(whose).bytes())
}

fn wishes(plan: &Plan, draw: &mut Draw) -> Wishes {
    let mut happens = || plan.incidents.house_choices.happens(draw);
    let (clubs_apart, fresh_tables, fixed) = (happens(), happens(), happens());
    let fixed_tables = if fixed {
        let player = PlayerId(1 + draw.below(plan.players));
        let table = TableNo(1 + draw.below(plan.players));
        vec![FixedTable { player, table }]
    } else {
        Vec::new()
    };
    Wishes {
        clubs_apart,
        fresh_tables,
        fixed_tables,
    }
}

/// Returns whether staff may play here if somebody else of the staff is present (ROLE-5).
pub(super) fn leaders_may_play(plan: &Plan) -> bool {
    match plan.regulation {
        Regulation::Conquest => true,
        _ => plan.regulation.book().leaders_may_play.contains(&plan.tier),
    }
}
