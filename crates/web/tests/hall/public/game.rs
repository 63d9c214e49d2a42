//! Tournaments driven step by step, and what the tests of public pages ask of a server.

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
use muster_testing::{Hall, Opening, new_player, plain_setup};
use muster_tournament::command::{NewPlayer, Setup};
use muster_tournament::ids::Hex32;
use muster_tournament::knockout;
use muster_tournament::personal::Personal;
use muster_tournament::state::{Phase, RoundStatus};
use muster_tournament::{By, Command, PlayerId};
use std::ops::{Deref, DerefMut};
use tower::ServiceExt;

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
            game.seed(),
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

/// A tournament whose results are drawn by chance, the same way every time. Everything else is as in every [`Hall`].
pub(crate) struct Game {
    hall: Hall,
    draw: Draw,
}

impl Deref for Game {
    type Target = Hall;

    fn deref(&self) -> &Hall {
        &self.hall
    }
}

impl DerefMut for Game {
    fn deref_mut(&mut self) -> &mut Hall {
        &mut self.hall
    }
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
            structure,
            custom,
            ..plain_setup(regulation)
        };
        let seed = Hex32([u8::try_from(name.len() % 250).unwrap(); 32]);
        let opening = Opening {
            organizer: "Robin Host",
            seed,
            at: "2026-03-14T08:30:00Z".parse().unwrap(),
            pace: jiff::SignedDuration::from_secs(67),
        };
        let mut game = Game {
            hall: Hall::begin(setup, opening),
            draw: Draw::new(&Seed::new(seed.0).derive("a test")),
        };
        game.register_people(players);
        game
    }

    fn register_people(&mut self, players: &[String]) {
        let factions = [
            "Rebel Alliance",
            "Galactic Empire",
            "Galactic Republic",
            "Separatist Alliance",
        ];
        let most = self.regulation().book().list_points;
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
                faction: Some(factions[index * 7 % 4].to_owned()),
                list_points: most,
                ..new_player(&person)
            });
            private.push(person);
        }
        self.enter(new, private);
    }

    /// Checks everybody in and starts.
    pub(crate) fn start(&mut self) {
        self.check_in_all();
        self.desk(Command::Start {
            phrase: Some("nine green kites over the harbour".to_owned()),
        });
    }

    /// Reports so many tables of the round; better players (lower numbers) win more often.
    pub(crate) fn report_by_chance(&mut self, most: usize) {
        let regulation = self.regulation();
        let round = self.current();
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
            self.desk(Command::Report { table, report });
        }
    }

    /// Plays the round at hand to its end.
    pub(crate) fn play_round(&mut self) {
        self.report_by_chance(usize::MAX);
        self.finish_round();
    }

    /// Plays so many whole rounds.
    pub(crate) fn play(&mut self, rounds: usize) {
        for _ in 0..rounds {
            self.publish_next();
            self.play_round();
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
            self.desk(Command::Cut { later_day: false });
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
                self.publish_next();
            }
            self.play_round();
        }
        self.desk(Command::Finish);
    }

    pub(crate) fn drop_out(&mut self, player: u32) {
        self.desk(Command::Drop {
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
