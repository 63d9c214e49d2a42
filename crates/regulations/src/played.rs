//! The games behind a report, as statistics count them: who won each, and who had the advantage of the first turn or the side.
//!
//! Relies on reports that were accepted with their outcome; promises that a match nobody played (no-show, declined,
//! split) has no games, and that an edge is named only where the players reported it.

use crate::{Outcome, Regulation, Report, Seat, armada, conquest, legion, xwing};
use serde::Serialize;

/// An advantage that may decide a game besides the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", schema(as = TableEdge))]
pub enum Edge {
    /// Being the first player (XW-FIRST, AR-FIRST).
    FirstPlayer,
    /// Being blue (LE-SETUP).
    Blue,
    /// Playing the dark side (CG-SWISS, CG-SIDE).
    Dark,
}

impl Edge {
    /// Returns what the player with this edge is called.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Edge::FirstPlayer => "First player",
            Edge::Blue => "Blue player",
            Edge::Dark => "Dark side",
        }
    }
}

/// A game that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who won; nobody won a drawn game.
    pub winner: Option<Seat>,
    /// Who had the edge, as far as it was reported.
    pub edge: Option<Seat>,
}

impl Regulation {
    /// Returns the edge that this regulation's players can report.
    #[must_use]
    pub const fn edge(self) -> Option<Edge> {
        match self {
            Regulation::Xwing | Regulation::Armada => Some(Edge::FirstPlayer),
            Regulation::Legion => Some(Edge::Blue),
            Regulation::Conquest => None,
            Regulation::Cardgame => Some(Edge::Dark),
        }
    }
}

impl Report {
    /// Returns the games that were played in a match with this outcome.
    #[must_use]
    pub fn played(&self, outcome: &Outcome) -> Vec<Played> {
        let one = |edge| {
            vec![Played {
                winner: outcome.winner(),
                edge,
            }]
        };
        match self {
            Report::Xwing(xwing::Report::NoShow { .. })
            | Report::Armada(armada::Report::NoShow { .. })
            | Report::Legion(legion::Report::NoShow { .. })
            | Report::Conquest(
                conquest::Report::NoShow { .. } | conquest::Report::Declined { .. },
            ) => Vec::new(),
            Report::Cardgame(report) => report.played(outcome.winner()),
            report => one(report.edge()),
        }
    }

    /// Returns who had the edge in a match of one game, where the report says so.
    #[must_use]
    pub fn edge(&self) -> Option<Seat> {
        match self {
            Report::Xwing(report) => report.first_player(),
            Report::Armada(report) => report.second_player().map(Seat::other),
            Report::Legion(report) => report.blue_player(),
            Report::Conquest(_) => None,
            Report::Cardgame(report) => report.dark(),
        }
    }

    /// Returns whether two players report the same. It is no difference if only one of them says who had
    /// the edge; it is one if they name different players.
    #[must_use]
    pub fn agrees_with(&self, other: &Report) -> bool {
        let edges_fit = match (self.edge(), other.edge()) {
            (Some(one), Some(two)) => one == two,
            _ => true,
        };
        edges_fit && self.without_edge() == other.without_edge()
    }

    fn without_edge(&self) -> Report {
        let mut report = self.clone();
        match &mut report {
            Report::Xwing(report) => report.forget_first_player(),
            Report::Armada(report) => report.forget_second_player(),
            Report::Legion(report) => report.forget_blue_player(),
            Report::Conquest(_) | Report::Cardgame(_) => {}
        }
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StageKind;

    fn report(regulation: Regulation, told: &str) -> Report {
        regulation.parse_report(told).unwrap()
    }

    #[track_caller]
    fn check(
        regulation: Regulation,
        stage: StageKind,
        told: &str,
        games: &[(Option<Seat>, Option<Seat>)],
    ) {
        let report = report(regulation, told);
        let outcome = regulation.outcome(stage, &report).unwrap();
        let played = report.played(&outcome).into_iter();
        let played: Vec<_> = played.map(|game| (game.winner, game.edge)).collect();
        assert_eq!(played, games, "{told}");
    }

    #[test]
    fn games_count_with_their_winner_and_who_had_the_edge() {
        use Regulation::{Armada, Cardgame, Conquest, Legion, Xwing};
        const A: Option<Seat> = Some(Seat::A);
        const B: Option<Seat> = Some(Seat::B);
        let swiss = StageKind::Swiss;
        check(
            Xwing,
            swiss,
            r#"{"ending":"defeat","beaten":"b","a":{"score":200},"b":{"score":24},"first_player":"b"}"#,
            &[(A, B)],
        );
        check(
            Xwing,
            swiss,
            r#"{"ending":"time","a":{"score":20},"b":{"score":24}}"#,
            &[(B, None)],
        );
        check(Xwing, swiss, r#"{"ending":"no_show","absent":"b"}"#, &[]);
        check(
            Armada,
            swiss,
            r#"{"ending":"mutual_destruction","second_player":"b"}"#,
            &[(B, A)],
        );
        check(
            Legion,
            swiss,
            r#"{"ending":"defeat","beaten":"b","blue_player":"a"}"#,
            &[(A, A)],
        );
        check(Conquest, swiss, r#"{"ending":"declined"}"#, &[]);
        check(
            Cardgame,
            swiss,
            r#"{"ending":"games","dark_first":"a","first":{"ending":"dial"},"second":{"ending":"time"}}"#,
            &[(A, A), (None, B)],
        );
        check(
            Cardgame,
            swiss,
            r#"{"ending":"games","dark_first":"a","first":{"ending":"time"},"second":{"ending":"not_begun"}}"#,
            &[(None, A)],
        );
        check(
            Cardgame,
            swiss,
            r#"{"ending":"split","leader_present":true}"#,
            &[],
        );
        check(
            Cardgame,
            StageKind::Elimination,
            r#"{"ending":"game","dark":"b","game":{"ending":"objectives"}}"#,
            &[(A, B)],
        );
    }

    #[test]
    fn two_players_agree_when_only_one_says_who_was_first() {
        let xwing = |told| report(Regulation::Xwing, told);
        let silent = xwing(r#"{"ending":"time","a":{"score":20},"b":{"score":24}}"#);
        let first =
            xwing(r#"{"ending":"time","a":{"score":20},"b":{"score":24},"first_player":"a"}"#);
        let other =
            xwing(r#"{"ending":"time","a":{"score":20},"b":{"score":24},"first_player":"b"}"#);
        let score = xwing(r#"{"ending":"time","a":{"score":21},"b":{"score":24}}"#);
        assert!(silent.agrees_with(&first) && first.agrees_with(&silent));
        assert!(!first.agrees_with(&other));
        assert!(!silent.agrees_with(&score));
    }
}
