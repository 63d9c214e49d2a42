//! What the two players of a match scored, in the numbers that other programs record: from the report, or from the record
//! that the match was imported from.

use muster_regulations::{Margin, Report, Seat, xwing};
use muster_tournament::recorded::Scores;
use muster_tournament::state::Match;

/// Returns the scores of a match: points destroyed (X-Wing), tournament points (Card Game), or as recorded elsewhere.
pub(super) fn scores(m: &Match) -> Option<Scores> {
    if let Some(noted) = m.noted {
        return noted.scores;
    }
    let outcome = m.outcome?;
    match m.report.as_deref()? {
        Report::Xwing(report) => squads(*report),
        Report::Cardgame(_) | Report::Armada(_) => Some(Scores {
            a: outcome.a.points,
            b: outcome.b.points,
        }),
        Report::Legion(_) => own_shares(outcome.a.margin, outcome.b.margin),
        Report::Conquest(_) => tokens(outcome.a.margin, outcome.b.margin),
    }
}

/// Returns the scores that an X-Wing file carries. A no-show has none, so scores are used that give the winner the right
/// margin (XW-MOV, XW-NOSHOW).
pub(super) fn points(m: &Match) -> Option<Scores> {
    const EVEN: u32 = 200;
    let scores = scores(m);
    if scores.is_some() || m.noted.is_some() {
        return scores;
    }
    let outcome = m.counted()?;
    let winner = outcome.winner()?;
    let Margin::Points(margin) = outcome.of(winner).margin else {
        return None;
    };
    let ahead = margin.saturating_sub(EVEN);
    Some(Scores {
        a: winner.pick(ahead, 0),
        b: winner.pick(0, ahead),
    })
}

/// XW-SCORE.
fn squads(report: xwing::Report) -> Option<Scores> {
    use xwing::{Report, SQUAD};
    let beaten = |loser: Seat, score: u32| Scores {
        a: loser.pick(score, SQUAD),
        b: loser.pick(SQUAD, score),
    };
    match report {
        Report::Defeat { a, b, .. } | Report::Time { a, b, .. } => Some(Scores {
            a: a.score,
            b: b.score,
        }),
        Report::MutualDestruction { .. } => Some(Scores { a: SQUAD, b: SQUAD }),
        Report::Concession {
            conceded_by,
            loser_score,
        } => Some(beaten(conceded_by, loser_score)),
        Report::Fortressing {
            fortressed_by,
            loser_score,
        } => Some(beaten(fortressed_by, loser_score)),
        Report::NoShow { .. } => None,
    }
}

fn own_shares(a: Margin, b: Margin) -> Option<Scores> {
    use muster_regulations::Share::Of;
    match (a, b) {
        (Margin::Share(Of { own: a, .. }), Margin::Share(Of { own: b, .. })) => {
            Some(Scores { a, b })
        }
        _ => None,
    }
}

fn tokens(a: Margin, b: Margin) -> Option<Scores> {
    match (a, b) {
        (Margin::Defeated { tokens: a, .. }, Margin::Defeated { tokens: b, .. }) => {
            Some(Scores { a, b })
        }
        _ => None,
    }
}
