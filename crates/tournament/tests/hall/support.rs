//! A tournament hall for tests: a tournament driven by commands, as people at a desk would drive it.

use jiff::Timestamp;
use muster_regulations::{
    CustomStructure, CutRule, Regulation, Report, Role, Seat, StageKind, StructureKind,
};
use muster_tournament::attachment::Attachment;
use muster_tournament::command::{ClockCommand, JudgeCommand, NewPlayer, Setup, Wishes};
use muster_tournament::entry::Pairing;
use muster_tournament::ids::{Hex32, ORGANIZER};
use muster_tournament::personal::Personal;
use muster_tournament::seeds::Master;
use muster_tournament::state::{Match, Round};
use muster_tournament::verify;
use muster_tournament::{
    By, Command, PlayerId, Refusal, Request, RoundNo, StaffId, State, TableNo, Tournament,
};

pub(crate) const DESK: By = By::Staff(ORGANIZER);

const GIVEN: [&str; 12] = [
    "Ann", "Bo", "Cy", "Dee", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jun", "Kit", "Lea",
];

/// A tournament with its seed and its clock.
#[derive(Clone)]
pub(crate) struct Hall {
    pub(crate) tournament: Tournament,
    master: Master,
    seconds: i64,
}

/// Whatever a test did to a tournament, its journal must stand up to a verifier.
impl Drop for Hall {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let verification = verify::verify(&self.tournament.to_text());
            assert!(verification.is_sound(), "{:?}", verification.findings);
        }
    }
}

/// Returns the setup a regulation would have at a small store.
pub(crate) fn plain_setup(regulation: Regulation) -> Setup {
    let book = regulation.book();
    Setup {
        name: "Spring Muster".to_owned(),
        regulation,
        tier: book.tiers[0],
        structure: book.tables[0].kind,
        custom: None,
        wishes: Wishes::default(),
        date: None,
        zone: None,
    }
}

pub(crate) fn custom_setup(regulation: Regulation, rounds: u32, cut: CutRule) -> Setup {
    Setup {
        structure: StructureKind::Custom,
        custom: Some(CustomStructure { rounds, cut }),
        ..plain_setup(regulation)
    }
}

pub(crate) fn person(name: &str) -> Personal {
    Personal::named(name, Hex32([9; 32]))
}

pub(crate) fn new_player(personal: &Personal) -> NewPlayer {
    NewPlayer {
        who: personal.seal(),
        faction: None,
        list_points: None,
        leader: None,
    }
}

pub(crate) fn id(number: u32) -> PlayerId {
    PlayerId(number)
}

impl Hall {
    #[track_caller]
    pub(crate) fn open(setup: Setup, seed: u8) -> Hall {
        let master = Master::new(Hex32([seed; 32]));
        let at = Timestamp::from_second(1_700_000_000).unwrap();
        let tournament = Tournament::create(setup, person("Olga Orr"), &master, at).unwrap();
        Hall {
            tournament,
            master,
            seconds: 1_700_000_000,
        }
    }

    /// Opens a tournament of the regulation's first structure, with so many players checked in.
    #[track_caller]
    pub(crate) fn plain(regulation: Regulation, players: usize) -> Hall {
        Hall::open(plain_setup(regulation), 1).with_players(players)
    }

    /// Opens a tournament with numbers of its own, with so many players checked in.
    #[track_caller]
    pub(crate) fn custom(
        regulation: Regulation,
        rounds: u32,
        cut: CutRule,
        players: usize,
    ) -> Hall {
        Hall::open(custom_setup(regulation, rounds, cut), 1).with_players(players)
    }

    #[track_caller]
    pub(crate) fn with_players(mut self, players: usize) -> Hall {
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
        self.desk(Command::CheckIn {
            players: ids,
            present: true,
        });
        self
    }

    pub(crate) fn started(mut self) -> Hall {
        self.desk(Command::Start { phrase: None });
        self
    }

    pub(crate) fn state(&self) -> &State {
        self.tournament.state()
    }

    #[track_caller]
    pub(crate) fn current(&self) -> &Round {
        self.state().current().unwrap()
    }

    pub(crate) fn regulation(&self) -> Regulation {
        self.state().setup.regulation
    }

    /// Returns the seeds of the tournament.
    pub(crate) fn seeds(&self) -> &Master {
        &self.master
    }

    /// Returns the moment of the last step.
    pub(crate) fn now(&self) -> Timestamp {
        Timestamp::from_second(self.seconds).unwrap()
    }

    /// Lets minutes go by.
    pub(crate) fn wait(&mut self, minutes: i64) {
        self.seconds += 60 * minutes;
    }

    /// Does what must work about the clock, at the desk.
    #[track_caller]
    pub(crate) fn clock(&mut self, command: ClockCommand) {
        self.desk(Command::Clock(command));
    }

    /// Does what must work at the judges' desk, by the organizer.
    #[track_caller]
    pub(crate) fn judge(&mut self, command: JudgeCommand) {
        self.desk(Command::Judge(command));
    }

    fn request(&mut self, by: By, command: Command, private: Vec<Personal>) -> Request {
        self.seconds += 60;
        Request {
            by,
            at: Timestamp::from_second(self.seconds).unwrap(),
            command,
            private,
            attached: None,
            salt: Some(Hex32([0x5a; 32])),
        }
    }

    pub(crate) fn try_with(
        &mut self,
        by: By,
        command: Command,
        private: Vec<Personal>,
    ) -> Result<(), Refusal> {
        let request = self.request(by, command, private);
        self.tournament
            .act(request, &self.master.clone())
            .map(|_| ())
    }

    /// Tries a command with a list or catalogue beside it.
    pub(crate) fn try_attached(
        &mut self,
        by: By,
        command: Command,
        attached: Attachment,
    ) -> Result<(), Refusal> {
        let request = self.request(by, command, Vec::new()).with(attached);
        self.tournament
            .act(request, &self.master.clone())
            .map(|_| ())
    }

    pub(crate) fn attempt(&mut self, by: By, command: Command) -> Result<(), Refusal> {
        self.try_with(by, command, Vec::new())
    }

    /// Does what must work, at the desk.
    #[track_caller]
    pub(crate) fn desk(&mut self, command: Command) {
        self.does(DESK, command);
    }

    /// Does what must work, by anybody.
    #[track_caller]
    pub(crate) fn does(&mut self, by: By, command: Command) {
        let name = command.name();
        if let Err(refusal) = self.attempt(by, command) {
            panic!("{name} was refused: {refusal}");
        }
    }

    /// Tries what must be refused, and checks that nothing has changed.
    #[track_caller]
    pub(crate) fn refused(&mut self, by: By, command: Command) -> Refusal {
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
    pub(crate) fn preview(&mut self, command: Command) -> State {
        let request = self.request(DESK, command, Vec::new());
        self.tournament
            .preview(request, &self.master.clone())
            .unwrap()
    }

    #[track_caller]
    pub(crate) fn register(&mut self, names: &[&str]) -> Vec<PlayerId> {
        let first = self.state().players.places();
        let people: Vec<Personal> = names.iter().map(|name| person(name)).collect();
        let players = people.iter().map(new_player).collect();
        self.try_with(DESK, Command::Register { players }, people)
            .unwrap();
        (first..first + names.len()).map(PlayerId::at).collect()
    }

    #[track_caller]
    pub(crate) fn assign(&mut self, role: Role, name: &str) -> StaffId {
        let who = person(name);
        let command = Command::Assign {
            role,
            who: who.seal(),
        };
        self.try_with(DESK, command, vec![who]).unwrap();
        self.state().staff.last().unwrap().id
    }

    #[track_caller]
    /// The log in sentences.
    pub(crate) fn log(&self) -> Vec<String> {
        let lines = muster_tournament::log::log(&self.tournament);
        let text = |line| muster_words::log::text(line, muster_words::log::Voice::About);
        lines.iter().map(text).collect()
    }

    pub(crate) fn last_said(&self) -> String {
        self.log().pop().unwrap()
    }

    pub(crate) fn draft(&mut self) {
        self.desk(Command::Draft);
    }

    /// Drafts the next round with these pairs; whoever is left has the bye.
    #[track_caller]
    pub(crate) fn draft_pairs(&mut self, pairs: &[[u32; 2]]) {
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

    #[track_caller]
    pub(crate) fn publish(&mut self) {
        self.desk(Command::Publish);
    }

    /// Reports a table at the desk; `by` is how clear the win is, from 1.
    #[track_caller]
    pub(crate) fn report(&mut self, table: TableNo, winner: PlayerId, by: u32) {
        let m = self.current().table(table).unwrap().clone();
        let report = self.result(&m, winner, by);
        self.desk(Command::Report { table, report });
    }

    /// Returns a report in which a player of a match of the round at hand wins.
    #[track_caller]
    pub(crate) fn result(&self, m: &Match, winner: PlayerId, by: u32) -> Report {
        let stage = self.current().stage;
        let seat = m.seat(winner).unwrap();
        won(self.regulation(), stage, seat, by, m.dark)
    }

    /// Reports every open table; the stronger player is the one with the lower number.
    #[track_caller]
    pub(crate) fn report_all(&mut self) {
        self.report_all_with(|m| m.a.min(m.b));
    }

    #[track_caller]
    pub(crate) fn report_all_with(&mut self, winner: impl Fn(&Match) -> PlayerId) {
        let open: Vec<Match> = self.current().open().cloned().collect();
        for m in open {
            let winner = winner(&m);
            // Every table by another margin, so that ties are rare.
            self.report(m.table, winner, 10 + 3 * m.a.0.abs_diff(m.b.0));
        }
    }

    #[track_caller]
    pub(crate) fn finish_round(&mut self) {
        self.desk(Command::FinishRound);
    }

    /// Draws, publishes, reports and finishes one round.
    #[track_caller]
    pub(crate) fn round(&mut self) {
        self.draft();
        self.publish();
        self.report_all();
        self.finish_round();
    }

    /// The same with given pairs.
    #[track_caller]
    pub(crate) fn round_of(&mut self, pairs: &[[u32; 2]]) {
        self.draft_pairs(pairs);
        self.publish();
        self.report_all();
        self.finish_round();
    }

    #[track_caller]
    pub(crate) fn rounds(mut self, count: usize) -> Hall {
        for _ in 0..count {
            self.round();
        }
        self
    }

    /// Returns the table of a player in the round at hand.
    #[track_caller]
    pub(crate) fn table_of(&self, player: PlayerId) -> TableNo {
        self.current().match_of(player).unwrap().table
    }

    /// Returns the opponent of a player in the round at hand.
    #[track_caller]
    pub(crate) fn opponent_of(&self, player: PlayerId) -> PlayerId {
        let m = self.current().match_of(player).unwrap();
        m.opponent(player).unwrap()
    }

    /// Returns the pairs of the round at hand, by table.
    pub(crate) fn pairings(&self) -> Vec<Pairing> {
        let matches = self.current().matches.iter();
        matches
            .map(|m| Pairing {
                table: m.table,
                a: m.a,
                b: m.b,
            })
            .collect()
    }

    pub(crate) fn name(&self, player: PlayerId) -> String {
        self.state().name(player)
    }

    /// Returns the players in the order of the standings.
    pub(crate) fn ranked(&self) -> Vec<PlayerId> {
        let standings = muster_tournament::standings::standings(self.state());
        standings.rows.iter().map(|row| row.player).collect()
    }

    /// Returns the points of a player.
    pub(crate) fn points(&self, player: PlayerId) -> u32 {
        muster_tournament::standings::points(self.state())[player.index()]
    }

    #[track_caller]
    pub(crate) fn round_no(&self) -> RoundNo {
        self.current().number
    }
}

/// Returns a report in which one seat wins, more clearly the higher `by` is (1 to 100).
pub(crate) fn won(
    regulation: Regulation,
    stage: StageKind,
    winner: Seat,
    by: u32,
    dark: Option<Seat>,
) -> Report {
    let two = |win: String, loss: String| match winner {
        Seat::A => format!(r#""a":{win},"b":{loss}"#),
        Seat::B => format!(r#""a":{loss},"b":{win}"#),
    };
    let json = match regulation {
        Regulation::Xwing => {
            let score = |points: u32| format!(r#"{{"score":{points}}}"#);
            format!(r#"{{"ending":"time",{}}}"#, two(score(20 + by), score(20)))
        }
        Regulation::Armada => {
            let score = |points: u32| format!(r#"{{"destroyed":{points}}}"#);
            format!(r#"{{"ending":"time",{}}}"#, two(score(20 + by), score(20)))
        }
        Regulation::Legion => {
            let tokens = |tokens: u32| format!(r#"{{"tokens":{tokens}}}"#);
            let more = 2 + by % 7;
            format!(
                r#"{{"ending":"six_rounds",{}}}"#,
                two(tokens(more), tokens(1))
            )
        }
        Regulation::Conquest => {
            let tally = |points: u32| format!(r#"{{"tokens":4,"defeated":{points}}}"#);
            let winner = winner.key();
            let tallies = two(tally(300 + by), tally(100));
            format!(r#"{{"ending":"victory","winner":"{winner}",{tallies}}}"#)
        }
        Regulation::Cardgame => match stage {
            StageKind::Swiss => {
                // The winner takes the first game as dark; a clear win takes both.
                let second = if by > 20 {
                    r#"{"ending":"objectives"}"#
                } else {
                    r#"{"ending":"time"}"#
                };
                let dark_first = winner.key();
                format!(
                    r#"{{"ending":"games","dark_first":"{dark_first}","first":{{"ending":"dial"}},"second":{second}}}"#
                )
            }
            StageKind::Elimination => {
                let dark = dark.unwrap_or(winner);
                let ending = if dark == winner { "dial" } else { "objectives" };
                let dark = dark.key();
                format!(r#"{{"ending":"game","dark":"{dark}","game":{{"ending":"{ending}"}}}}"#)
            }
        },
    };
    regulation.parse_report(&json).unwrap()
}

/// Explanations in words, as people read them.
pub(crate) mod why {
    use muster_tournament::{PlayerId, Refusal, RoundNo, State, TableNo, Tournament, why};
    use muster_words::why::ExplanationInWords;

    type Answer = Result<ExplanationInWords, Refusal>;

    pub(crate) fn pairing(tournament: &Tournament, round: RoundNo, table: TableNo) -> Answer {
        why::pairing(tournament, round, table).map(ExplanationInWords::from)
    }

    pub(crate) fn bye(tournament: &Tournament, round: RoundNo, player: PlayerId) -> Answer {
        why::bye(tournament, round, player).map(ExplanationInWords::from)
    }

    pub(crate) fn outcome(state: &State, round: RoundNo, table: TableNo) -> Answer {
        why::outcome(state, round, table).map(ExplanationInWords::from)
    }

    pub(crate) fn first(state: &State, round: RoundNo, table: TableNo) -> Answer {
        why::first(state, round, table).map(ExplanationInWords::from)
    }

    pub(crate) fn rank(state: &State, player: PlayerId) -> Answer {
        why::rank(state, player).map(ExplanationInWords::from)
    }

    pub(crate) fn cut(state: &State, player: PlayerId) -> Answer {
        why::cut(state, player).map(ExplanationInWords::from)
    }
}
