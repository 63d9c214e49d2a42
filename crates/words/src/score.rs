//! The result of a match in a few characters: the numbers players talk about under each regulation. What counts is the
//! outcome; this is only how it is shown.

use muster_regulations::{Margin, Outcome, Regulation, Report, Seat, Share, conquest, xwing};
use muster_tournament::recorded::{Noted, WinnerSource};
use muster_tournament::state::{Match, MatchStatus};

/// The numbers beside the two names.
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
    if let Some(noted) = m.noted {
        return Some(recorded(noted));
    }
    Some(match m.report.as_deref() {
        None => Score {
            note: "neither appeared",
            ..Score::default()
        },
        Some(report) => told(report, &outcome),
    })
}

/// What another program recorded.
fn recorded(noted: Noted) -> Score {
    let [a, b] = match noted.scores {
        Some(scores) => [scores.a.to_string(), scores.b.to_string()],
        None => [String::new(), String::new()],
    };
    let note = match noted.told {
        WinnerSource::Record => "",
        WinnerSource::Hand => "winner entered later",
        WinnerSource::Nobody => "winner unknown",
    };
    Score { a, b, note }
}

/// Returns the score of a report and what it was made into.
#[must_use]
pub fn told(report: &Report, outcome: &Outcome) -> Score {
    let awards = [outcome.a, outcome.b];
    let numbers = match report {
        Report::Xwing(report) => squads(*report),
        Report::Legion(_) => awards.map(|award| own_share(award.margin)),
        Report::Conquest(_) => awards.map(|award| tokens(award.margin)),
        // A bracket game of the Card Game gives no points: the winner is all there is.
        Report::Cardgame(report) if report.dark().is_some() => [None; 2],
        Report::Armada(_) | Report::Cardgame(_) => awards.map(|award| Some(award.points)),
    };
    let note = note(report);
    match numbers {
        [Some(a), Some(b)] => Score {
            a: a.to_string(),
            b: b.to_string(),
            note,
        },
        _ => Score {
            note,
            ..Score::default()
        },
    }
}

/// Returns what a result is worth beside the score, where margins decide ties: "243 / 157".
#[must_use]
pub fn margins(outcome: &Outcome) -> String {
    let side = |margin: Margin| match margin {
        Margin::Points(points) | Margin::Defeated { points, .. } => Some(points.to_string()),
        Margin::Share(Share::Of { own, total }) => Some(format!("{own} of {total}")),
        Margin::Share(Share::MeanOfOthers) => Some("mean".to_owned()),
        Margin::None => None,
    };
    match (side(outcome.a.margin), side(outcome.b.margin)) {
        (Some(a), Some(b)) => format!("{a} / {b}"),
        _ => String::new(),
    }
}

/// Returns the heading of [`margins`].
#[must_use]
pub fn margins_heading(regulation: Regulation) -> &'static str {
    match regulation {
        Regulation::Xwing | Regulation::Armada => "MOV",
        Regulation::Legion => "Share",
        Regulation::Conquest => "Defeated",
        Regulation::Cardgame => "",
    }
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

/// What the numbers don't show.
fn note(report: &Report) -> &'static str {
    match report {
        Report::Conquest(conquest::Report::Time {
            priority_roll_winner: Some(_),
            ..
        }) => "draw, priority roll",
        report => match report.ending() {
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
