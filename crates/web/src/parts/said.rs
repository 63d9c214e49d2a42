//! A result as the player who looks at it would say it: "You win 92–62".

use crate::parts::score;
use maud::{Markup, html};
use muster_regulations::{Outcome, Report, Seat};
use muster_tournament::state::Match;
use muster_tournament::{PlayerId, State};

/// A result from the side of one player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The player's own number and the opponent's, where the result has numbers.
    pub numbers: Option<[String; 2]>,
    /// "You win", "You lose", "Draw".
    pub headline: String,
    /// Points and margin, where the score does not show them.
    pub worth: String,
    /// How it ended, if not in the usual way.
    pub note: &'static str,
}

impl Said {
    /// Returns a result as the player at `seat` sees it.
    #[must_use]
    pub fn of(report: Option<&Report>, outcome: &Outcome, seat: Seat) -> Said {
        let score = report
            .map(|report| score::told(report, outcome))
            .unwrap_or_default();
        let numbers = match report {
            Some(Report::Armada(_)) => report.and_then(fleets),
            _ => Some([score.a, score.b]),
        };
        let numbers = numbers.filter(|numbers| numbers.iter().all(|text| !text.is_empty()));
        let headline = match outcome.winner() {
            Some(winner) if winner == seat => "You win",
            Some(_) => "You lose",
            None => "Draw",
        };
        let (own, other) = (outcome.of(seat), outcome.of(seat.other()));
        let mut worth = Vec::new();
        if matches!(report, Some(Report::Armada(_))) {
            worth.push(format!("{}–{} points", own.points, other.points));
        }
        if let Some(report) = report {
            let margins = score::margins(&Outcome { a: own, b: other });
            let heading = score::margins_heading(report.regulation());
            if let Some((own, _)) = margins.split_once(" / ") {
                worth.push(format!("{heading} {own}"));
            }
        }
        Said {
            numbers: numbers.map(|[a, b]| match seat {
                Seat::A => [a, b],
                Seat::B => [b, a],
            }),
            headline: headline.to_owned(),
            worth: worth.join(" · "),
            note: score.note,
        }
    }

    /// Returns the result of a match as one of its players sees it, where it has one.
    #[must_use]
    pub fn at(m: &Match, player: PlayerId) -> Option<Said> {
        let (outcome, seat) = (m.outcome.as_ref()?, m.seat(player)?);
        Some(Said::of(m.report.as_deref(), outcome, seat))
    }

    /// Returns the result in one line: "You win 92–62 · MOV 230".
    #[must_use]
    pub fn line(&self) -> String {
        let mut line = self.headline.clone();
        if let Some([own, other]) = &self.numbers {
            line = format!("{line} {own}–{other}");
        }
        for more in [self.worth.as_str(), self.note] {
            if !more.is_empty() {
                line = format!("{line} · {more}");
            }
        }
        line
    }

    /// Shows the score large, the player's own first.
    #[must_use]
    pub fn large(&self, state: &State, opponent: PlayerId) -> Markup {
        html! {
            @if let Some([own, other]) = &self.numbers {
                div.versus-score {
                    div { span { "You" } b { (own) } }
                    span.dash aria-hidden="true" { "–" }
                    div { span { (state.name(opponent)) } b { (other) } }
                }
            }
            p.outcome { b { (self.headline) } span { (self.worth) @if !self.note.is_empty() { " " (self.note) } } }
        }
    }
}

/// The scores of an Armada game: points destroyed and objectives (AR-SCORE).
fn fleets(report: &Report) -> Option<[String; 2]> {
    let told = report.to_json();
    let of = |seat: &str| {
        let side = told.get(seat)?;
        let number = |name: &str| side.get(name).and_then(serde_json::Value::as_u64);
        let sum = number("destroyed")?.saturating_add(number("objectives").unwrap_or(0));
        Some(sum.to_string())
    };
    Some([of("a")?, of("b")?])
}
