//! What an X-Wing match of a foreign file is worth, for both formats that record X-Wing. Relies on the regulation for
//! points and margins (XW-POINTS, XW-MOV); promises a note where a file goes beyond the document's bounds.

use crate::foreign::Scores;
use crate::json::{Notes, Object};
use muster_regulations::xwing::{BOOK, Report, SQUAD, Tally};
use muster_regulations::{
    Award, Margin, Outcome, Regulation, Report as AnyReport, Seat, StageKind,
};
use muster_words::files::FileNote;

/// Reads the scores of a match; both must be there to count.
pub(crate) fn scores(at: &Object<'_>, a: &str, b: &str, notes: &mut Notes) -> Option<Scores> {
    let mut score = |field: &str| {
        let score = at.score(field, notes)?;
        if score > SQUAD {
            notes.add(at.path_of(field), FileNote::MoreThanASquad { score });
        }
        Some(score)
    };
    let (a, b) = (score(a), score(b));
    Some(Scores { a: a?, b: b? })
}

/// Returns what a match gives whose winner the file names.
pub(crate) fn won(winner: Seat, scores: Option<Scores>, path: &str, notes: &mut Notes) -> Outcome {
    let Some(scores) = scores else {
        notes.add(path, FileNote::NoMargin);
        return without_margin(winner);
    };
    let by_score = judged(scores, scores.higher().unwrap_or(winner));
    if scores.higher() != Some(winner.other()) {
        return by_score;
    }
    let Scores { a, b } = scores;
    notes.add(path, FileNote::WinnerHasFewer { a, b });
    Outcome {
        a: Award {
            margin: by_score.a.margin,
            ..by_score.b
        },
        b: Award {
            margin: by_score.b.margin,
            ..by_score.a
        },
    }
}

/// Returns the report that scores of at most a squad amount to.
pub(crate) fn report(scores: Scores, winner: Seat) -> AnyReport {
    let [a, b] = [scores.a, scores.b].map(|score| Tally { score });
    let level = scores.a == scores.b;
    AnyReport::Xwing(if level && a.score == SQUAD {
        Report::MutualDestruction {
            salvo_winner: winner,
        }
    } else if a.score.max(b.score) == SQUAD {
        Report::Defeat {
            beaten: winner.other(),
            a,
            b,
            first_player: None,
        }
    } else {
        Report::Time {
            a,
            b,
            winner: None,
            salvo_winner: level.then_some(winner),
            first_player: None,
        }
    })
}

/// Judges scores by the regulation. The winner is never the one with the lower score.
fn judged(scores: Scores, winner: Seat) -> Outcome {
    // Only the difference matters (XW-MOV), so scores beyond a squad are brought down together.
    let beyond = scores.a.max(scores.b).saturating_sub(SQUAD);
    let [a, b] = [scores.a, scores.b].map(|score| score.saturating_sub(beyond));
    let report = report(Scores { a, b }, winner);
    let judged = Regulation::Xwing.outcome(StageKind::Swiss, &report);
    judged.unwrap_or_else(|_| without_margin(winner))
}

fn without_margin(winner: Seat) -> Outcome {
    let win = Award::win(BOOK.most_points, Margin::Points(0));
    Outcome::won_by(winner, win, Award::loss(0, Margin::Points(0)))
}
