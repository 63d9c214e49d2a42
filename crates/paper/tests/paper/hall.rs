//! Tournaments to print: played whole, or with chosen names up to a round.

use jiff::Timestamp;
use muster_forecast::{Incidents, Plan, simulate};
use muster_paper::{Document, Order, Paper, print};
use muster_regulations::{CustomStructure, CutRule, Regulation, StructureKind};
use muster_tournament::command::{NewPlayer, Setup, Wishes};
use muster_tournament::ids::{Hex32, ORGANIZER};
use muster_tournament::personal::Personal;
use muster_tournament::seeds::Master;
use muster_tournament::{By, Command, PlayerId, Request, State, TableNo, Tournament};

pub(crate) const DESK: By = By::Staff(ORGANIZER);
pub(crate) const NAME: &str = "Copper Lantern Open";

/// Returns the instant at which everything happens.
pub(crate) fn now() -> Timestamp {
    Timestamp::from_second(1_777_712_400).unwrap()
}

/// Returns an order for A4.
pub(crate) fn order() -> Order {
    Order::new(now())
}

/// Returns an order for US Letter.
pub(crate) fn letter() -> Order {
    Order {
        paper: Paper::Letter,
        ..order()
    }
}

/// Prints what must be printable.
#[track_caller]
pub(crate) fn printed(document: Document, state: &State, order: &Order) -> Vec<u8> {
    print(document, state, order).unwrap_or_else(|error| panic!("{document}: {error}"))
}

/// A tournament played to its end by chance.
pub(crate) fn played(regulation: Regulation, players: u32) -> Tournament {
    let plan = Plan {
        name: Some(NAME.to_owned()),
        incidents: Incidents::none(),
        ..Plan::new(regulation, players, 7)
    };
    simulate(&plan).unwrap()
}

/// A tournament with its seed, to go on with.
pub(crate) struct Hall {
    pub(crate) tournament: Tournament,
    master: Master,
}

impl Hall {
    /// Opens a tournament in which so many players are called by their numbers and the rest as given.
    pub(crate) fn open(regulation: Regulation, names: &[&str], more: u32) -> Hall {
        let book = regulation.book();
        let master = Master::new(Hex32([7; 32]));
        let setup = Setup {
            name: NAME.to_owned(),
            regulation,
            tier: book.tiers[0],
            structure: StructureKind::Custom,
            custom: Some(CustomStructure {
                rounds: 3,
                cut: CutRule::None,
            }),
            wishes: Wishes::default(),
            date: None,
            zone: Some("Europe/Vienna".to_owned()),
        };
        let person = |name: &str| Personal::named(name, Hex32([3; 32]));
        let tournament = Tournament::create(setup, person("Robin Vale"), &master, now()).unwrap();
        let mut hall = Hall { tournament, master };
        let numbered = (1..=more).map(|n| format!("Given{n} Family{n:03}"));
        let all: Vec<String> = names
            .iter()
            .map(|n| (*n).to_owned())
            .chain(numbered)
            .collect();
        let people: Vec<Personal> = all.iter().map(|name| person(name)).collect();
        for some in people.chunks(500) {
            let players = some.iter().map(|person| NewPlayer {
                who: person.seal(),
                faction: None,
                list_points: None,
                leader: None,
            });
            let command = Command::Register {
                players: players.collect(),
            };
            let request = Request {
                private: some.to_vec(),
                ..Request::new(DESK, now(), command)
            };
            hall.request(request);
        }
        hall
    }

    /// The same, with the first round published.
    pub(crate) fn playing(regulation: Regulation, names: &[&str], more: u32) -> Hall {
        let mut hall = Hall::open(regulation, names, more);
        hall.draft();
        hall.act(Command::Publish);
        hall
    }

    /// Starts, and draws the first round.
    pub(crate) fn draft(&mut self) {
        let everybody = self
            .state()
            .players
            .iter()
            .map(|player| player.id)
            .collect();
        self.act(Command::CheckIn {
            players: everybody,
            present: true,
        });
        self.act(Command::Start { phrase: None });
        self.act(Command::Draft);
    }

    /// Tells a result of X-Wing at every table: the player named first has won.
    pub(crate) fn report_all(&mut self) {
        let told = r#"{"ending":"time","a":{"score":50},"b":{"score":20}}"#;
        let tables: Vec<TableNo> = self
            .state()
            .current()
            .unwrap()
            .open()
            .map(|m| m.table)
            .collect();
        for table in tables {
            let report = Regulation::Xwing.parse_report(told).unwrap();
            self.act(Command::Report { table, report });
        }
    }

    /// Finishes the round at hand, draws the next one and publishes it.
    pub(crate) fn next_round(&mut self) {
        self.act(Command::FinishRound);
        self.act(Command::Draft);
        self.act(Command::Publish);
    }

    pub(crate) fn state(&self) -> &State {
        self.tournament.state()
    }

    pub(crate) fn act(&mut self, command: Command) {
        self.request(Request::new(DESK, now(), command));
    }

    pub(crate) fn request(&mut self, request: Request) {
        let request = request.salted(Hex32([0x5a; 32]));
        self.tournament.act(request, &self.master).unwrap();
    }
}

/// Returns the number of a player.
pub(crate) fn player(number: u32) -> PlayerId {
    PlayerId(number)
}
