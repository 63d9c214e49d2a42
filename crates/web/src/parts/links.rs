//! Addresses inside one tournament that parts link to, so that no part builds addresses by itself.

use maud::{Markup, html};
use muster_ledger::TournamentId;
use muster_tournament::{PlayerId, RoundNo, TableNo};

/// Where the links of a part lead.
#[derive(Clone, Copy)]
pub struct Links<'a> {
    /// The tournament.
    pub tournament: &'a TournamentId,
}

impl<'a> Links<'a> {
    /// Makes the links of a tournament.
    #[must_use]
    pub fn new(tournament: &'a TournamentId) -> Links<'a> {
        Links { tournament }
    }

    /// Returns the address of a page.
    #[must_use]
    pub fn page(self, page: &str) -> String {
        format!("/t/{}/{page}", self.tournament)
    }

    /// Returns the address of the explanation of a result.
    #[must_use]
    pub fn outcome(self, round: RoundNo, table: TableNo) -> String {
        self.page(&format!("why/outcome/{round}/{table}"))
    }

    /// Returns the address of the explanation of a rank.
    #[must_use]
    pub fn rank(self, player: PlayerId) -> String {
        self.page(&format!("why/rank/{}", player.0))
    }

    /// Returns the address of the explanation of a pairing.
    #[must_use]
    pub fn pairing(self, round: RoundNo, table: TableNo) -> String {
        self.page(&format!("why/pairing/{round}/{table}"))
    }

    /// Returns the address of the explanation of a bye.
    #[must_use]
    pub fn bye(self, round: RoundNo, player: PlayerId) -> String {
        self.page(&format!("why/bye/{round}/{}", player.0))
    }

    /// Asks why two players meet.
    #[must_use]
    pub fn why_pairing(self, round: RoundNo, table: TableNo) -> Markup {
        why(&self.pairing(round, table), &format!("table {table}"))
    }

    /// Asks why a player has a bye.
    #[must_use]
    pub fn why_bye(self, round: RoundNo, player: PlayerId) -> Markup {
        why(&self.bye(round, player), "this bye")
    }
}

/// "Why?" in every row says what it asks about to those who hear it.
fn why(address: &str, about: &str) -> Markup {
    html! { a.why-link href=(address) { "Why" span.vh { " " (about) } "?" } }
}
