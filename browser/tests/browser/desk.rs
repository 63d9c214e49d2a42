//! The organizer at the desk: from the first start to the champion, by what the pages offer.

use crate::driver::{Driver, LAPTOP, PHONE};
use crate::page::Page;
use crate::results;
use crate::server::Server;
use muster_regulations::Regulation;
use std::ops::Deref;

/// Eight people who do not exist.
pub(crate) const PLAYERS: [&str; 8] = [
    "Ada Okafor",
    "Bram Lindqvist",
    "Cleo Mansour",
    "Dario Rinaldi",
    "Elif Aydin",
    "Finn Sorensen",
    "Greta Holm",
    "Hugo Marchetti",
];

/// The owner of the hall.
pub(crate) const OWNER: &str = "Ines Varga";
/// The password of [`OWNER`].
pub(crate) const PASSWORD: &str = "correct horse";

/// A table of the round desk.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) number: String,
    pub(crate) players: [String; 2],
    pub(crate) state: String,
}

impl Table {
    pub(crate) fn seats(&self, name: &str) -> bool {
        self.players.iter().any(|player| player == name)
    }

    /// Returns whom somebody meets here.
    pub(crate) fn opponent(&self, name: &str) -> &str {
        &self.players[usize::from(self.players[0] == name)]
    }
}

/// A desk: a page, and what it runs.
pub(crate) struct Desk {
    page: Page,
    pub(crate) regulation: Regulation,
    pub(crate) tournament: String,
}

impl Deref for Desk {
    type Target = Page;

    fn deref(&self) -> &Page {
        &self.page
    }
}

/// Opens the one-time link and becomes the owner.
pub(crate) async fn first_start(hall: &Server, driver: &Driver) -> Page {
    let page = driver.browser(LAPTOP).await;
    page.open(&hall.welcome).await;
    page.type_into("Your name", OWNER).await;
    page.type_into("Password", PASSWORD).await;
    page.press("Create account").await;
    page.sees("Regulation").await;
    page
}

/// Signs in with a password.
pub(crate) async fn sign_in(hall: &Server, driver: &Driver, name: &str, password: &str) -> Page {
    let page = driver.browser(LAPTOP).await;
    page.open(&hall.at("/sign-in")).await;
    page.type_into("Your name", name).await;
    page.type_into("Password", password).await;
    page.press("Sign in").await;
    page.sees("Sign out").await;
    page
}

impl Desk {
    /// Creates a tournament of two Swiss rounds and a cut to the top four, from an empty machine.
    pub(crate) async fn create(hall: &Server, driver: &Driver, regulation: Regulation) -> Desk {
        Desk::of(first_start(hall, driver).await, regulation, 2).await
    }

    /// Creates a tournament of so many Swiss rounds and a cut to the top four.
    pub(crate) async fn of(page: Page, regulation: Regulation, rounds: usize) -> Desk {
        page.type_into("Name", "Harbour Open").await;
        page.choose_in("1Regulation", regulation.book().title).await;
        page.choose_in("3Structure", "Custom").await;
        page.press("Custom structure and house choices").await;
        page.type_into("Swiss rounds", &rounds.to_string()).await;
        page.type_into("Cut to top", "4").await;
        page.press("Create tournament").await;
        page.sees("Nobody is registered yet").await;
        let tournament = page.path().await.split('/').nth(2).unwrap().to_owned();
        Desk {
            page,
            regulation,
            tournament,
        }
    }

    /// Pastes the names of all players.
    pub(crate) async fn enters_players(&self) {
        self.adds(&PLAYERS).await;
    }

    /// Pastes names.
    pub(crate) async fn adds(&self, names: &[impl AsRef<str>]) {
        let lines: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        self.type_into("Names, one per line", &lines.join("\n"))
            .await;
        self.press("Add players").await;
        self.sees(&format!("{} registered", names.len())).await;
    }

    /// Starts with everybody and publishes round 1.
    pub(crate) async fn publishes_round_1(&self) {
        self.press("Registration").await;
        self.press("Start tournament").await;
        self.press("Draw round 1").await;
        self.press("Publish only").await;
        self.sees("4 tables open").await;
    }

    /// Makes codes for all players and reads them off the page: name and code.
    pub(crate) async fn makes_codes(&self) -> Vec<[String; 2]> {
        self.press("Staff and access").await;
        self.press("Create codes").await;
        self.sees("Codes, shown once").await;
        let cells = self.texts("tr:has(b.code) td").await;
        cells
            .chunks(3)
            .map(|row| [row[0].clone(), row[1].clone()])
            .collect()
    }

    /// Returns the tables of the round on the page.
    pub(crate) async fn tables(&self) -> Vec<Table> {
        let script = "
            const first = (cell) => cell.firstChild.textContent.trim();
            return [...document.querySelectorAll('#tables tbody tr[id]')].map((row) => [
                row.querySelector('.tno').textContent.trim(),
                ...[...row.querySelectorAll('td.name')].map(first),
                row.querySelector('.chip:not(.mark)').textContent.trim(),
            ])";
        let rows: Vec<[String; 4]> =
            serde_json::from_value(self.script(script, vec![]).await).unwrap();
        let table = |[number, a, b, state]: [String; 4]| Table {
            number,
            players: [a, b],
            state,
        };
        rows.into_iter().map(table).collect()
    }

    /// Returns the table where somebody sits, if anywhere.
    pub(crate) async fn table_of(&self, name: &str) -> Option<Table> {
        self.tables()
            .await
            .into_iter()
            .find(|table| table.seats(name))
    }

    /// Returns what the desk is to do next, if there is a button for it.
    pub(crate) async fn next(&self) -> Option<String> {
        // A page that is still loading shows nothing yet.
        for _ in 0..15 {
            let primary = "main .btn.primary, aside form[action$='/desk/end'] .btn.primary";
            let mut named = self.texts(primary).await;
            if !named.is_empty() {
                return Some(named.remove(0));
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
        None
    }

    /// Returns whether the round on the page is one of the bracket.
    pub(crate) async fn in_bracket(&self) -> bool {
        !self.texts("main h1").await.concat().starts_with("Round")
    }

    /// Enters the result of one table; the player named first wins.
    pub(crate) async fn enters(&self, table: &Table) {
        let bracket = self.in_bracket().await;
        let row = [table.number.as_str(), &table.players[0], &table.players[1]];
        results::enter(self, self.regulation, bracket, row).await;
        self.press(&format!("Save table {}", table.number)).await;
        self.shows(&format!("#t{} .chip.confirmed", table.number), "Confirmed")
            .await;
    }

    /// Enters a result at every table that has none.
    pub(crate) async fn enters_what_is_missing(&self) {
        for _ in 0..PLAYERS.len() {
            let open = self
                .tables()
                .await
                .into_iter()
                .find(|table| table.state == "Playing");
            let Some(table) = open else { return };
            self.enters(&table).await;
        }
    }
}

/// Claims a seat on a phone.
pub(crate) async fn claims_seat(hall: &Server, driver: &Driver, desk: &Desk, code: &str) -> Page {
    let phone = driver.browser(PHONE).await;
    phone
        .open(&hall.at(&format!("/t/{}/pairings", desk.tournament)))
        .await;
    phone.press("I play here").await;
    phone.type_into("Your code", code).await;
    phone.press("Continue").await;
    phone
}

/// A tournament whose round 1 is published, and everybody's code.
pub(crate) async fn in_round_1(
    hall: &Server,
    driver: &Driver,
    regulation: Regulation,
) -> (Desk, Vec<[String; 2]>) {
    let desk = Desk::create(hall, driver, regulation).await;
    desk.enters_players().await;
    let codes = desk.makes_codes().await;
    desk.publishes_round_1().await;
    (desk, codes)
}

/// The phone of somebody.
pub(crate) async fn phone_of(
    hall: &Server,
    driver: &Driver,
    desk: &Desk,
    codes: &[[String; 2]],
    name: &str,
) -> Page {
    let [_, code] = codes.iter().find(|[of, _]| of == name).unwrap();
    claims_seat(hall, driver, desk, code).await
}
