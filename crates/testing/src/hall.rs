//! A tournament driven by commands, as people at a desk would drive it.

use crate::{custom_setup, new_player, person, plain_setup, won};
use jiff::{SignedDuration, Timestamp};
use muster_regulations::{CutRule, Regulation, Report, Role};
use muster_tournament::attachment::Attachment;
use muster_tournament::command::{ClockCommand, JudgeCommand, NewPlayer, Setup};
use muster_tournament::entry::Pairing;
use muster_tournament::ids::{Hex32, ORGANIZER};
use muster_tournament::personal::Personal;
use muster_tournament::seeds::Master;
use muster_tournament::state::{Match, Round};
use muster_tournament::verify;
use muster_tournament::{
    By, Command, PlayerId, Refusal, Request, RoundNo, StaffId, State, TableNo, Tournament,
};

/// The organizer.
pub const DESK: By = By::Staff(ORGANIZER);

const GIVEN: [&str; 12] = [
    "Ann", "Bo", "Cy", "Dee", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jun", "Kit", "Lea",
];

/// How a tournament begins, where a test expects a certain name, seed or time.
#[derive(Clone, Copy, Debug)]
pub struct Opening {
    pub organizer: &'static str,
    pub seed: Hex32,
    pub at: Timestamp,
    /// The time that every step takes.
    pub pace: SignedDuration,
}

impl Default for Opening {
    fn default() -> Opening {
        Opening {
            organizer: "Olga Orr",
            seed: Hex32([1; 32]),
            at: Timestamp::from_second(1_700_000_000).unwrap(),
            pace: SignedDuration::from_mins(1),
        }
    }
}

/// A tournament with its seed and its clock.
#[derive(Clone)]
pub struct Hall {
    pub tournament: Tournament,
    seed: Hex32,
    master: Master,
    now: Timestamp,
    pace: SignedDuration,
    verified: bool,
}

/// Whatever a test did to a tournament, its journal must verify.
impl Drop for Hall {
    fn drop(&mut self) {
        if self.verified && !std::thread::panicking() {
            let verification = verify::verify(&self.tournament.to_text());
            assert!(verification.is_sound(), "{:?}", verification.findings);
        }
    }
}

impl Hall {
    /// Opens a tournament.
    #[track_caller]
    pub fn open(setup: Setup, seed: u8) -> Hall {
        let seed = Hex32([seed; 32]);
        let opening = Opening::default();
        Hall::begin(setup, Opening { seed, ..opening })
    }

    /// Opens a tournament with a given organizer, seed and time.
    #[track_caller]
    pub fn begin(setup: Setup, opening: Opening) -> Hall {
        let master = Master::new(opening.seed);
        let organizer = person(opening.organizer);
        Hall {
            tournament: Tournament::create(setup, organizer, &master, opening.at).unwrap(),
            seed: opening.seed,
            master,
            now: opening.at,
            pace: opening.pace,
            verified: true,
        }
    }

    /// Skips the check of the journal at the end, for a bench that is too large for it.
    #[must_use]
    pub fn unverified(mut self) -> Hall {
        self.verified = false;
        self
    }

    /// Opens a tournament of the regulation's first structure, with this many players checked in.
    #[track_caller]
    pub fn plain(regulation: Regulation, players: usize) -> Hall {
        Hall::open(plain_setup(regulation), 1).with_players(players)
    }

    /// Opens a tournament with this number of Swiss rounds and this cut, with this many players checked in.
    #[track_caller]
    pub fn custom(regulation: Regulation, rounds: u32, cut: CutRule, players: usize) -> Hall {
        Hall::open(custom_setup(regulation, rounds, cut), 1).with_players(players)
    }

    /// Registers this many players with invented names and checks them in.
    #[track_caller]
    #[must_use]
    pub fn with_players(mut self, players: usize) -> Hall {
        let names: Vec<String> = (0..players)
            .map(|i| {
                let given = GIVEN[i % GIVEN.len()];
                match i / GIVEN.len() {
                    0 => given.to_owned(),
                    more => format!("{given} {}", more + 1),
                }
            })
            .collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let ids = self.register(&names);
        self.check_in(ids);
        self
    }

    /// Starts the tournament.
    #[track_caller]
    #[must_use]
    pub fn started(mut self) -> Hall {
        self.desk(Command::Start { phrase: None });
        self
    }

    /// Returns the state after the last step.
    #[must_use]
    pub fn state(&self) -> &State {
        self.tournament.state()
    }

    /// Returns the round at hand.
    #[track_caller]
    #[must_use]
    pub fn current(&self) -> &Round {
        self.state().current().unwrap()
    }

    /// Returns what is played.
    #[must_use]
    pub fn regulation(&self) -> Regulation {
        self.state().setup.regulation
    }

    /// Returns the master seed.
    #[must_use]
    pub fn seed(&self) -> Hex32 {
        self.seed
    }

    /// Returns all seeds of the tournament, which follow from the master seed.
    #[must_use]
    pub fn seeds(&self) -> &Master {
        &self.master
    }

    /// Returns the moment of the last step.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// Lets minutes go by.
    pub fn wait(&mut self, minutes: i64) {
        self.now += SignedDuration::from_mins(minutes);
    }

    /// Changes the clock, which must work.
    #[track_caller]
    pub fn clock(&mut self, command: ClockCommand) {
        self.desk(Command::Clock(command));
    }

    /// Acts at the judges' desk, which must work.
    #[track_caller]
    pub fn judge(&mut self, command: JudgeCommand) {
        self.desk(Command::Judge(command));
    }

    fn request(&mut self, by: By, command: Command) -> Request {
        self.now += self.pace;
        Request::new(by, self.now, command).salted(Hex32([0x5a; 32]))
    }

    /// Tries a command with personal data beside it.
    pub fn try_with(
        &mut self,
        by: By,
        command: Command,
        private: Vec<Personal>,
    ) -> Result<(), Refusal> {
        let request = self.request(by, command);
        let request = Request { private, ..request };
        self.tournament.act(request, &self.master).map(|_| ())
    }

    /// Tries a command with a list or catalogue beside it.
    pub fn try_attached(
        &mut self,
        by: By,
        command: Command,
        attached: Attachment,
    ) -> Result<(), Refusal> {
        let request = self.request(by, command).with(attached);
        self.tournament.act(request, &self.master).map(|_| ())
    }

    /// Tries a command.
    pub fn attempt(&mut self, by: By, command: Command) -> Result<(), Refusal> {
        self.try_with(by, command, Vec::new())
    }

    /// Does what must work, at the desk.
    #[track_caller]
    pub fn desk(&mut self, command: Command) {
        self.does(DESK, command);
    }

    /// Does what must work, by anybody.
    #[track_caller]
    pub fn does(&mut self, by: By, command: Command) {
        let name = command.name();
        if let Err(refusal) = self.attempt(by, command) {
            panic!("{name} was refused: {refusal}");
        }
    }

    /// Tries what must be refused, and checks that nothing has changed.
    #[track_caller]
    pub fn refused(&mut self, by: By, command: Command) -> Refusal {
        let before = self.tournament.to_text();
        let name = command.name();
        let refusal = match self.attempt(by, command) {
            Ok(()) => panic!("{name} was accepted"),
            Err(refusal) => refusal,
        };
        assert_eq!(
            before,
            self.tournament.to_text(),
            "a refusal changed the journal"
        );
        refusal
    }

    /// Returns the state a command would lead to.
    #[track_caller]
    pub fn preview(&mut self, command: Command) -> State {
        let request = self.request(DESK, command);
        self.tournament.preview(request, &self.master).unwrap()
    }

    /// Registers players by name.
    #[track_caller]
    pub fn register(&mut self, names: &[&str]) -> Vec<PlayerId> {
        let people: Vec<Personal> = names.iter().map(|name| person(name)).collect();
        self.enter(people.iter().map(new_player).collect(), people)
    }

    /// Registers players with what is known about them.
    #[track_caller]
    pub fn enter(&mut self, players: Vec<NewPlayer>, people: Vec<Personal>) -> Vec<PlayerId> {
        let first = self.state().players.places();
        let last = first + players.len();
        self.try_with(DESK, Command::Register { players }, people)
            .unwrap();
        (first..last).map(PlayerId::at).collect()
    }

    /// Checks players in.
    #[track_caller]
    pub fn check_in(&mut self, players: Vec<PlayerId>) {
        self.desk(Command::CheckIn {
            players,
            present: true,
        });
    }

    /// Checks in all who are registered.
    #[track_caller]
    pub fn check_in_all(&mut self) {
        let players = self.state().players.iter();
        let players = players.map(|player| player.id).collect();
        self.check_in(players);
    }

    /// Checks in all who are registered, and starts the tournament.
    #[track_caller]
    pub fn start_all(&mut self) {
        self.check_in_all();
        self.desk(Command::Start { phrase: None });
    }

    /// Gives somebody a role.
    #[track_caller]
    pub fn assign(&mut self, role: Role, name: &str) -> StaffId {
        let who = person(name);
        let command = Command::Assign {
            role,
            who: who.seal(),
        };
        self.try_with(DESK, command, vec![who]).unwrap();
        self.state().staff.last().unwrap().id
    }

    /// Returns the log in sentences.
    #[must_use]
    pub fn log(&self) -> Vec<String> {
        let lines = muster_tournament::log::log(&self.tournament);
        let text = |line| muster_words::log::text(line, muster_words::log::Voice::About);
        lines.iter().map(text).collect()
    }

    /// Returns the last sentence of the log.
    #[track_caller]
    #[must_use]
    pub fn last_said(&self) -> String {
        self.log().pop().unwrap()
    }

    /// Drafts the next round.
    #[track_caller]
    pub fn draft(&mut self) {
        self.desk(Command::Draft);
    }

    /// Drafts the next round with these pairs; whoever is left has the bye.
    #[track_caller]
    pub fn draft_pairs(&mut self, pairs: &[[u32; 2]]) {
        self.draft();
        for [a, b] in pairs {
            self.desk(Command::Pin {
                a: PlayerId(*a),
                b: PlayerId(*b),
                reason: "as the test wants it".to_owned(),
                anyway: true,
            });
        }
    }

    /// Publishes the drafted round.
    #[track_caller]
    pub fn publish(&mut self) {
        self.desk(Command::Publish);
    }

    /// Drafts the next round and publishes it.
    #[track_caller]
    pub fn publish_next(&mut self) {
        self.draft();
        self.publish();
    }

    /// Reports a table at the desk; `by` is how clear the win is, from 1.
    #[track_caller]
    pub fn report(&mut self, table: TableNo, winner: PlayerId, by: u32) {
        let m = self.current().table(table).unwrap().clone();
        let report = self.result(&m, winner, by);
        self.desk(Command::Report { table, report });
    }

    /// Returns a report in which a player of a match of the round at hand wins.
    #[track_caller]
    pub fn result(&self, m: &Match, winner: PlayerId, by: u32) -> Report {
        let stage = self.current().stage;
        let seat = m.seat(winner).unwrap();
        won(self.regulation(), stage, seat, by, m.dark)
    }

    /// Reports every open table; the stronger player is the one with the lower number.
    #[track_caller]
    pub fn report_all(&mut self) {
        self.report_all_with(|m| m.a.min(m.b));
    }

    /// Reports every open table, with the winner of each match.
    #[track_caller]
    pub fn report_all_with(&mut self, winner: impl Fn(&Match) -> PlayerId) {
        let open: Vec<Match> = self.current().open().cloned().collect();
        for m in open {
            let winner = winner(&m);
            // Every table by another margin, so that ties are rare.
            self.report(m.table, winner, 10 + 3 * m.a.0.abs_diff(m.b.0));
        }
    }

    /// Finishes the round at hand.
    #[track_caller]
    pub fn finish_round(&mut self) {
        self.desk(Command::FinishRound);
    }

    /// Finishes the round at hand, drafts the next one and publishes it.
    #[track_caller]
    pub fn next_round(&mut self) {
        self.finish_round();
        self.publish_next();
    }

    /// Draws, publishes, reports and finishes one round.
    #[track_caller]
    pub fn round(&mut self) {
        self.publish_next();
        self.report_all();
        self.finish_round();
    }

    /// Plays one round with given pairs.
    #[track_caller]
    pub fn round_of(&mut self, pairs: &[[u32; 2]]) {
        self.draft_pairs(pairs);
        self.publish();
        self.report_all();
        self.finish_round();
    }

    /// Plays this many rounds.
    #[track_caller]
    #[must_use]
    pub fn rounds(mut self, count: usize) -> Hall {
        for _ in 0..count {
            self.round();
        }
        self
    }

    /// Returns the table of a player in the round at hand.
    #[track_caller]
    pub fn table_of(&self, player: PlayerId) -> TableNo {
        self.current().match_of(player).unwrap().table
    }

    /// Returns the opponent of a player in the round at hand.
    #[track_caller]
    pub fn opponent_of(&self, player: PlayerId) -> PlayerId {
        let m = self.current().match_of(player).unwrap();
        m.opponent(player).unwrap()
    }

    /// Returns the pairs of the round at hand, by table.
    pub fn pairings(&self) -> Vec<Pairing> {
        let matches = self.current().matches.iter();
        matches
            .map(|m| Pairing {
                table: m.table,
                a: m.a,
                b: m.b,
            })
            .collect()
    }

    /// Returns the name of a player.
    #[must_use]
    pub fn name(&self, player: PlayerId) -> String {
        self.state().name(player)
    }

    /// Returns the players in the order of the standings.
    pub fn ranked(&self) -> Vec<PlayerId> {
        let standings = muster_tournament::standings::standings(self.state());
        standings.rows.iter().map(|row| row.player).collect()
    }

    /// Returns the points of a player.
    pub fn points(&self, player: PlayerId) -> u32 {
        muster_tournament::standings::points(self.state())[player.index()]
    }

    /// Returns the number of the round at hand.
    #[track_caller]
    #[must_use]
    pub fn round_no(&self) -> RoundNo {
        self.current().number
    }
}
