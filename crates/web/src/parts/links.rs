//! Addresses inside one tournament that parts link to, so that no part builds its own addresses. The static site has no
//! explanations, so there the words have no link.

use maud::{Markup, html};
use muster_ledger::TournamentId;
use muster_tournament::{PlayerId, RoundNo, TableNo};

/// Where the links of a part lead.
#[derive(Clone, Copy)]
pub struct Links<'a> {
    /// The tournament on a server; none for the static site.
    tournament: Option<&'a TournamentId>,
}

impl<'a> Links<'a> {
    /// Makes the links of a tournament.
    #[must_use]
    pub fn new(tournament: &'a TournamentId) -> Links<'a> {
        Links {
            tournament: Some(tournament),
        }
    }

    /// Makes the links of the static site, which lead nowhere.
    #[must_use]
    pub fn none() -> Links<'static> {
        Links { tournament: None }
    }

    /// Returns words as a link to a page, or without a link on the static site.
    #[must_use]
    pub fn to(self, page: &str, class: &str, title: Option<&str>, words: &Markup) -> Markup {
        html! {
            @match self.tournament {
                Some(tournament) => a class=(class) href={ "/t/" (tournament) "/" (page) } title=[title] { (words) },
                None => (words),
            }
        }
    }

    /// Returns words that lead to the explanation of a result.
    #[must_use]
    pub fn outcome(self, round: RoundNo, table: TableNo, words: &Markup) -> Markup {
        let page = format!("why/outcome/{round}/{table}");
        self.to(
            &page,
            "plainlink",
            Some("How the result was worked out"),
            words,
        )
    }

    /// Returns words that lead to the explanation of a rank.
    #[must_use]
    pub fn rank(self, player: PlayerId, class: &str, words: &Markup) -> Markup {
        self.to(&format!("why/rank/{}", player.0), class, None, words)
    }

    /// Returns whether there are explanations to link to.
    #[must_use]
    pub fn explains(self) -> bool {
        self.tournament.is_some()
    }

    /// Links to why two players meet.
    #[must_use]
    pub fn why_pairing(self, round: RoundNo, table: TableNo) -> Markup {
        self.why(
            &format!("why/pairing/{round}/{table}"),
            &format!("table {table}"),
        )
    }

    /// Links to why a player has a bye.
    #[must_use]
    pub fn why_bye(self, round: RoundNo, player: PlayerId) -> Markup {
        self.why(&format!("why/bye/{round}/{}", player.0), "this bye")
    }

    /// Tells screen readers what the "Why?" of a row is about.
    fn why(self, page: &str, about: &str) -> Markup {
        let words = html! { "Why" span.vh { " " (about) } "?" };
        html! { @if self.explains() { (self.to(page, "why-link", None, &words)) } }
    }
}
