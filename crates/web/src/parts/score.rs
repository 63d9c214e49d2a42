//! The result of a match in a few characters: the numbers players talk about under each regulation. What counts is the
//! outcome; this is only how it is shown.

use muster_regulations::{Margin, Regulation, Report, Seat, Share, conquest, xwing};
use muster_tournament::state::{Match, MatchStatus};

/// What stands beside the two names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The number of the player named first.
    pub a: String,
    /// The number of the player named second.
    pub b: String,
    /// What is to be said besides: "no-show", "conceded".
    pub note: &'static str,
}

/// Returns what the numbers of a score are.
#[must_use]
pub fn heading(regulation: Regulation) -> &'static str {
    match regulation {
        Regulation::Xwing => "Score",
        Regulation::Armada | Regulation::Cardgame => "Points",
        Regulation::Legion => "Victory points",
        Regulation::Conquest => "Tokens",
    }
}

/// Returns the score of a match that has a result, confirmed or not.
#[must_use]
pub fn score(m: &Match) -> Option<Score> {
    let outcome = m.outcome.filter(|_| m.status != MatchStatus::Disputed)?;
    let note = note(m);
    let pair = |a: Option<u32>, b: Option<u32>| match (a, b) {
        (Some(a), Some(b)) => Score {
            a: a.to_string(),
            b: b.to_string(),
            note,
        },
        _ => Score {
            note,
            ..Score::default()
        },
    };
    Some(match m.report.as_deref() {
        None => pair(None, None),
        Some(Report::Xwing(report)) => {
            let [a, b] = squads(*report);
            pair(a, b)
        }
        Some(Report::Legion(_)) => {
            let [a, b] = [outcome.a.margin, outcome.b.margin].map(own_share);
            pair(a, b)
        }
        Some(Report::Conquest(_)) => {
            let [a, b] = [outcome.a.margin, outcome.b.margin].map(tokens);
            pair(a, b)
        }
        // A bracket game of the Card Game gives no points: the winner is all there is.
        Some(Report::Cardgame(report)) if report.dark().is_some() => pair(None, None),
        Some(Report::Armada(_) | Report::Cardgame(_)) => {
            pair(Some(outcome.a.points), Some(outcome.b.points))
        }
    })
}

/// X-Wing: what each player scored (XW-SCORE).
fn squads(report: xwing::Report) -> [Option<u32>; 2] {
    let beaten = |loser: Seat, score: u32| match loser {
        Seat::A => [Some(score), Some(xwing::SQUAD)],
        Seat::B => [Some(xwing::SQUAD), Some(score)],
    };
    match report {
        xwing::Report::Defeat { a, b, .. } | xwing::Report::Time { a, b, .. } => {
            [Some(a.score), Some(b.score)]
        }
        xwing::Report::MutualDestruction { .. } => [Some(xwing::SQUAD); 2],
        xwing::Report::Concession {
            conceded_by,
            loser_score,
        } => beaten(conceded_by, loser_score),
        xwing::Report::Fortressing {
            fortressed_by,
            loser_score,
        } => beaten(fortressed_by, loser_score),
        xwing::Report::NoShow { .. } => [None; 2],
    }
}

fn own_share(margin: Margin) -> Option<u32> {
    match margin {
        Margin::Share(Share::Of { own, .. }) => Some(own),
        _ => None,
    }
}

fn tokens(margin: Margin) -> Option<u32> {
    match margin {
        Margin::Defeated { tokens, .. } => Some(tokens),
        _ => None,
    }
}

/// What the numbers do not tell.
fn note(m: &Match) -> &'static str {
    match m.report.as_deref() {
        None => "neither appeared",
        Some(Report::Conquest(conquest::Report::Time {
            priority_roll_winner: Some(_),
            ..
        })) => "draw, priority roll",
        Some(report) => match report.ending() {
            "no_show" => "no-show",
            "concession" | "concession_scored" => "conceded",
            "left_early" => "left early",
            "game_loss" => "game loss",
            "fortressing" => "fortressing",
            "declined" => "declined",
            "mutual_destruction" => "mutual destruction",
            _ => "",
        },
    }
}

impl Score {
    /// Returns both numbers, from the side of one player: "115–53".
    #[must_use]
    pub fn from(&self, seat: Seat) -> String {
        match seat {
            _ if self.a.is_empty() => String::new(),
            Seat::A => format!("{}–{}", self.a, self.b),
            Seat::B => format!("{}–{}", self.b, self.a),
        }
    }
}
