//! Tournaments driven step by step, and what the tests of public pages ask of a hall.

use crate::support::{Answer, TestServer};
use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use jiff::Timestamp;
use muster_forecast::reports::{self, Table};
use muster_ledger::TournamentId;
use muster_ledger::people::{Kept, Session, Settings, Who};
use muster_pairing::draw::{Draw, Seed};
use muster_regulations::{CustomStructure, CutRule, Regulation, Seat, StructureKind};
use muster_service::secret as token;
use muster_tournament::command::{NewPlayer, Setup, Wishes};
use muster_tournament::ids::{Hex32, ORGANIZER};
use muster_tournament::knockout;
use muster_tournament::personal::Personal;
use muster_tournament::seeds::Master;
use muster_tournament::state::{Phase, RoundStatus};
use muster_tournament::{By, Command, PlayerId, State, Tournament};
use tower::ServiceExt;

/// The organizer.
pub(crate) const HOST: By = By::Staff(ORGANIZER);

impl TestServer {
    /// Keeps a tournament under a name.
    pub(crate) async fn keep(&self, id: &str, game: &Game) {
        self.keep_with(id, game, |_| {}).await;
    }

    /// Keeps a tournament with settings of its own.
    pub(crate) async fn keep_with(&self, id: &str, game: &Game, set: impl FnOnce(&mut Settings)) {
        let id = TournamentId::new(id).unwrap();
        let mut settings = Settings::new(id.clone());
        set(&mut settings);
        let opened = self.app.rooms.open(
            id,
            game.tournament.clone(),
            game.master,
            vec![settings.put()],
        );
        opened
            .await
            .unwrap_or_else(|problem| panic!("{}", problem.text));
    }

    /// Asks for a page as anybody.
    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.ask(path, None).await
    }

    /// Asks for a page with a cookie.
    pub(crate) async fn ask(&self, path: &str, cookie: Option<&str>) -> Answer {
        let mut browser = self.browser();
        browser.cookie = cookie.map(str::to_owned);
        browser.get(path).await
    }

    /// Asks for a page that may come packed, and returns it as it came.
    pub(crate) async fn packed(&self, path: &str, accepted: &str) -> Vec<u8> {
        let request = Request::get(path).header(header::ACCEPT_ENCODING, accepted);
        let request = request.body(Body::empty()).unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        body.to_vec()
    }

    /// Signs somebody in at a tournament and returns the cookie.
    pub(crate) async fn sign_in(&self, id: &str, by: By) -> String {
        let token = format!("token of {by:?} at {id}");
        let session = Session {
            token: token::digest(&token),
            who: vec![Who::Seat {
                tournament: TournamentId::new(id).unwrap(),
                by,
            }],
            created: Timestamp::now(),
            device: None,
            expires: Timestamp::now()
                .checked_add(jiff::SignedDuration::from_hours(1))
                .unwrap(),
        };
        self.app.ledger().commit(vec![session.put()]).await.unwrap();
        format!("muster_session={token}")
    }

    /// Serves the pages on this machine, to look at them.
    pub(crate) async fn serve(self) {
        let page = self.get("/t/big/pairings").await.body;
        let fixed =
            axum::routing::get(move || std::future::ready(axum::response::Html(page.clone())));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:7799")
            .await
            .unwrap();
        axum::serve(listener, self.router.clone().route("/static", fixed))
            .await
            .unwrap();
    }
}

/// A tournament that is played step by step, the same way every time.
pub(crate) struct Game {
    pub(crate) tournament: Tournament,
    pub(crate) master: Hex32,
    seeds: Master,
    draw: Draw,
    at: Timestamp,
}

impl Game {
    /// Begins a tournament with these players.
    pub(crate) fn new(
        name: &str,
        regulation: Regulation,
        players: &[String],
        custom: Option<CustomStructure>,
    ) -> Game {
        let book = regulation.book();
        let count = u32::try_from(players.len()).unwrap();
        let table = book.tables.iter().find(|table| {
            regulation
                .structure(table.kind, None, count)
                .is_ok_and(|structure| structure.cut != CutRule::None)
        });
        let structure = match custom {
            Some(_) => StructureKind::Custom,
            None => table.or(book.tables.first()).unwrap().kind,
        };
        let setup = Setup {
            name: name.to_owned(),
            regulation,
            tier: book.tiers[0],
            structure,
            custom,
            wishes: Wishes::default(),
            date: None,
            zone: None,
        };
        let master = Hex32([u8::try_from(name.len() % 250).unwrap(); 32]);
        let seeds = Master::new(master);
        let at: Timestamp = "2026-03-14T08:30:00Z".parse().unwrap();
        let organizer = Personal::named("Robin Host", Hex32([9; 32]));
        let tournament = Tournament::create(setup, organizer, &seeds, at).unwrap();
        let draw = Draw::new(&Seed::new(master.0).derive("a test"));
        let mut game = Game {
            tournament,
            master,
            seeds,
            draw,
            at,
        };
        game.register(players);
        game
    }

    pub(crate) fn state(&self) -> &State {
        self.tournament.state()
    }

    /// Does something that must be accepted.
    pub(crate) fn act(&mut self, command: Command) {
        self.act_with(command, Vec::new());
    }

    fn act_with(&mut self, command: Command, private: Vec<Personal>) {
        self.at = self
            .at
            .checked_add(jiff::SignedDuration::from_secs(67))
            .unwrap();
        let name = command.name();
        let request = muster_tournament::Request {
            by: HOST,
            at: self.at,
            command,
            private,
            attached: None,
            salt: Some(Hex32([0x5a; 32])),
        };
        if let Err(refusal) = self.tournament.act(request, &self.seeds) {
            panic!("{name}: {refusal}");
        }
    }

    fn register(&mut self, players: &[String]) {
        let factions = [
            "Rebel Alliance",
            "Galactic Empire",
            "Galactic Republic",
            "Separatist Alliance",
        ];
        let most = self.tournament.state().setup.regulation.book().list_points;
        let mut private = Vec::new();
        let mut new = Vec::new();
        for (index, name) in players.iter().enumerate() {
            let mut salt = [0; 32];
            salt[..8].copy_from_slice(&(index as u64).to_le_bytes());
            let person = Personal {
                contact: Some(format!("secret-{index}@contact.test")),
                ..Personal::named(name.clone(), Hex32(salt))
            };
            new.push(NewPlayer {
                who: person.seal(),
                faction: Some(factions[index * 7 % 4].to_owned()),
                list_points: most,
                leader: None,
            });
            private.push(person);
        }
        self.act_with(Command::Register { players: new }, private);
    }

    /// Checks everybody in and starts.
    pub(crate) fn start(&mut self) {
        let players = self
            .state()
            .players
            .iter()
            .map(|player| player.id)
            .collect();
        self.act(Command::CheckIn {
            players,
            present: true,
        });
        self.act(Command::Start {
            phrase: Some("nine green kites over the harbour".to_owned()),
        });
    }

    /// Draws a round and publishes it.
    pub(crate) fn publish(&mut self) {
        self.act(Command::Draft);
        self.act(Command::Publish);
    }

    /// Reports so many tables of the round; better players (lower numbers) win more often.
    pub(crate) fn report(&mut self, most: usize) {
        let regulation = self.state().setup.regulation;
        let round = self.state().current().unwrap();
        let stage = round.stage;
        let open: Vec<_> = round
            .open()
            .take(most)
            .map(|m| (m.table, m.a, m.b, m.dark_seat()))
            .collect();
        for (table, a, b, dark) in open {
            let better = if a < b { Seat::A } else { Seat::B };
            let winner = if self.draw.below(100) < 70 {
                better
            } else {
                better.other()
            };
            let report = reports::random(
                regulation,
                Table {
                    stage,
                    winner,
                    dark,
                },
                &mut self.draw,
            );
            self.act(Command::Report { table, report });
        }
    }

    /// Plays the round at hand to its end.
    pub(crate) fn finish_round(&mut self) {
        self.report(usize::MAX);
        self.act(Command::FinishRound);
    }

    /// Plays so many whole rounds.
    pub(crate) fn play(&mut self, rounds: usize) {
        for _ in 0..rounds {
            self.publish();
            self.finish_round();
        }
    }

    /// Plays all Swiss rounds.
    pub(crate) fn play_swiss(&mut self) {
        let rounds = self.state().structure.unwrap().rounds as usize;
        self.play(rounds - self.state().swiss_rounds().count());
    }

    /// Makes the cut, if there is one.
    pub(crate) fn cut(&mut self) {
        if self.state().structure.unwrap().cut != CutRule::None {
            self.act(Command::Cut { later_day: false });
        }
    }

    /// Plays the bracket to its end and finishes the tournament.
    pub(crate) fn play_out(&mut self) {
        while self.state().phase == Phase::Elimination
            && knockout::play(self.state()).is_none_or(|play| play.current_round().is_some())
        {
            if self
                .state()
                .current()
                .is_none_or(|round| round.status == RoundStatus::Finished)
            {
                self.publish();
            }
            self.finish_round();
        }
        self.act(Command::Finish);
    }

    pub(crate) fn drop_out(&mut self, player: u32) {
        self.act(Command::Drop {
            player: PlayerId(player),
        });
    }
}

/// Invented people.
pub(crate) fn people(count: usize) -> Vec<String> {
    const GIVEN: [&str; 25] = [
        "Pavel", "Clara", "Ingrid", "Chiara", "Theo", "Tobias", "Meera", "Julia", "Owen",
        "Bronagh", "Diego", "Leila", "Sanna", "Malik", "Gwen", "Amadou", "Noor", "Freya", "Rafael",
        "Marit", "Stefan", "Henrike", "Anton", "Yusuf", "Xander",
    ];
    const FAMILY: [&str; 28] = [
        "Dvorak",
        "Beaumont",
        "Bakke",
        "Lombardi",
        "Papadakis",
        "Krenn",
        "Nair",
        "Marek",
        "Prichard",
        "Keane",
        "Altamirano",
        "Farouk",
        "Koskinen",
        "Osei",
        "Tregarth",
        "Diallo",
        "Rahimi",
        "Nyborg",
        "Teixeira",
        "Solheim",
        "Horvat",
        "Voss",
        "Lysenko",
        "Demir",
        "de Wit",
        "Øberg",
        "Çelik",
        "van der Meer",
    ];
    let name = |index: usize| {
        let given = GIVEN[(index + index / FAMILY.len() * 3) % GIVEN.len()];
        format!("{given} {}", FAMILY[index % FAMILY.len()])
    };
    (0..count).map(name).collect()
}
