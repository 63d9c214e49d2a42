//! Results to report.

use muster_regulations::{Regulation, Report, Seat, StageKind};

/// Returns a report in which one seat wins, more clearly the higher `by` is (1 to 100).
#[must_use]
pub fn won(
    regulation: Regulation,
    stage: StageKind,
    winner: Seat,
    by: u32,
    dark: Option<Seat>,
) -> Report {
    let two = |win: String, loss: String| match winner {
        Seat::A => format!(r#""a":{win},"b":{loss}"#),
        Seat::B => format!(r#""a":{loss},"b":{win}"#),
    };
    let json = match regulation {
        Regulation::Xwing => {
            let score = |points: u32| format!(r#"{{"score":{points}}}"#);
            format!(r#"{{"ending":"time",{}}}"#, two(score(20 + by), score(20)))
        }
        Regulation::Armada => {
            let score = |points: u32| format!(r#"{{"destroyed":{points}}}"#);
            format!(r#"{{"ending":"time",{}}}"#, two(score(20 + by), score(20)))
        }
        Regulation::Legion => {
            let tokens = |tokens: u32| format!(r#"{{"tokens":{tokens}}}"#);
            let more = 2 + by % 7;
            format!(
                r#"{{"ending":"six_rounds",{}}}"#,
                two(tokens(more), tokens(1))
            )
        }
        Regulation::Conquest => {
            let tally = |points: u32| format!(r#"{{"tokens":4,"defeated":{points}}}"#);
            let winner = winner.key();
            let tallies = two(tally(300 + by), tally(100));
            format!(r#"{{"ending":"victory","winner":"{winner}",{tallies}}}"#)
        }
        Regulation::Cardgame => match stage {
            StageKind::Swiss => {
                // The winner takes the first game as dark; a clear win takes both.
                let second = if by > 20 {
                    r#"{"ending":"objectives"}"#
                } else {
                    r#"{"ending":"time"}"#
                };
                let dark_first = winner.key();
                format!(
                    r#"{{"ending":"games","dark_first":"{dark_first}","first":{{"ending":"dial"}},"second":{second}}}"#
                )
            }
            StageKind::Elimination => {
                let dark = dark.unwrap_or(winner);
                let ending = if dark == winner { "dial" } else { "objectives" };
                let dark = dark.key();
                format!(r#"{{"ending":"game","dark":"{dark}","game":{{"ending":"{ending}"}}}}"#)
            }
        },
    };
    regulation.parse_report(&json).unwrap()
}
