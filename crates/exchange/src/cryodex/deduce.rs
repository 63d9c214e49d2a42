//! Winners of matches with equal points: of Swiss matches as far as the scores that the file gives its players leave only
//! one answer, of bracket matches as far as the next rounds or the ranks in the bracket show who advanced. Promises to
//! change nothing where two answers are possible, and to note every winner it finds.

use crate::foreign::{ForeignMatch, ForeignPlayer, ForeignRound, MatchResult};
use crate::json::Notes;
use crate::xwing;
use muster_regulations::{Outcome, Seat};
use muster_tournament::PlayerId;
use muster_words::files::FileNote;
use std::collections::BTreeSet;

/// One answer can lead to the next; files of real tournaments need two or three passes.
const MOST_PASSES: usize = 32;

/// What part of a player's claimed score must come from open matches.
#[derive(Clone, Copy, Default)]
struct Left {
    /// Points not yet found; `None` where the file claims no score that fits.
    points: Option<i64>,
    /// Matches whose winner is unknown.
    open: i64,
}

impl Left {
    /// The points left, if they fit into the matches left.
    fn fitting(self) -> Option<i64> {
        self.points
            .filter(|points| (0..=self.open).contains(points))
    }
}

/// What the claimed scores say about an open match.
enum Deduced {
    Winner(Seat),
    NobodyWon,
}

/// Settles matches of unknown winner by the scores the players have in the file.
pub(super) fn winners(players: &[ForeignPlayer], rounds: &mut [ForeignRound], notes: &mut Notes) {
    let mut left = claimed(players, rounds);
    for _ in 0..MOST_PASSES {
        let mut settled = false;
        for played in rounds.iter_mut().flat_map(|round| &mut round.matches) {
            settled |= settle(played, players, &mut left, notes);
        }
        if !settled {
            break;
        }
    }
}

/// Settles bracket matches of unknown winner by who plays on (SE-5), else by who ranks higher in the bracket.
pub(super) fn bracket_winners(
    players: &[ForeignPlayer],
    rounds: &mut [ForeignRound],
    notes: &mut Notes,
) {
    let rank = |id: PlayerId| players.get(id.index())?.claimed.bracket_rank;
    let mut plays_on: BTreeSet<PlayerId> = BTreeSet::new();
    // From the final back, so that everybody who plays in a later round is known.
    for round in rounds.iter_mut().rev() {
        for played in &mut round.matches {
            let MatchResult::WinnerUnknown = played.result else {
                continue;
            };
            let (a, b) = (plays_on.contains(&played.a), plays_on.contains(&played.b));
            let by_rank = || Seat::higher(rank(played.b)?, rank(played.a)?);
            let plays_on = match (a, b) {
                (true, false) => Some(Seat::A),
                (false, true) => Some(Seat::B),
                // The loser of a semi-final may play on for the third place.
                (true, true) | (false, false) => None,
            };
            let Some(winner) = plays_on.or_else(by_rank) else {
                continue;
            };
            let player = name(players, winner.pick(played.a, played.b));
            let note = match plays_on {
                Some(_) => FileNote::WinnerPlaysOn { player },
                None => FileNote::WinnerRanksHigher { player },
            };
            notes.add(played.path.clone(), note);
            let outcome = xwing::won(winner, played.scores, &played.path, notes);
            played.result = MatchResult::Counts(outcome);
        }
        plays_on.extend(round.matches.iter().flat_map(|m| [m.a, m.b]));
        plays_on.extend(round.byes.iter().map(|bye| bye.player));
    }
}

/// Notes the matches that are still without a winner.
pub(super) fn note_unknown<'a>(
    players: &[ForeignPlayer],
    rounds: impl Iterator<Item = &'a ForeignRound>,
    notes: &mut Notes,
) {
    for played in rounds.flat_map(|round| &round.matches) {
        if let MatchResult::WinnerUnknown = played.result {
            let [a, b] = [played.a, played.b].map(|id| name(players, id));
            notes.add(played.path.clone(), FileNote::SalvoUnknown { a, b });
        }
    }
}

fn claimed(players: &[ForeignPlayer], rounds: &[ForeignRound]) -> Vec<Left> {
    let mut left: Vec<Left> = players
        .iter()
        .map(|player| Left {
            points: player
                .claimed
                .points
                .as_ref()
                .and_then(|points| points.whole()),
            open: 0,
        })
        .collect();
    let mut take = |player: PlayerId, found: Option<u32>| {
        let Some(left) = left.get_mut(player.index()) else {
            return;
        };
        match found {
            Some(points) => {
                left.points = left.points.and_then(|p| p.checked_sub(i64::from(points)))
            }
            None => left.open += 1,
        }
    };
    for round in rounds {
        for bye in &round.byes {
            take(bye.player, Some(bye.award.points));
        }
        for played in &round.matches {
            match &played.result {
                MatchResult::Counts(Outcome { a, b }) => {
                    take(played.a, Some(a.points));
                    take(played.b, Some(b.points));
                }
                MatchResult::WinnerUnknown => {
                    take(played.a, None);
                    take(played.b, None);
                }
                MatchResult::Unfinished => {}
            }
        }
    }
    left
}

fn answer(a: Left, b: Left) -> Option<Deduced> {
    let (points_a, points_b) = (a.fitting()?, b.fitting()?);
    let (a_needs, b_needs) = (points_a == a.open, points_b == b.open);
    match (points_a, points_b) {
        (0, 0) => Some(Deduced::NobodyWon),
        (_, 0) => Some(Deduced::Winner(Seat::A)),
        (0, _) => Some(Deduced::Winner(Seat::B)),
        _ if a_needs && !b_needs => Some(Deduced::Winner(Seat::A)),
        _ if b_needs && !a_needs => Some(Deduced::Winner(Seat::B)),
        _ => None,
    }
}

fn settle(
    played: &mut ForeignMatch,
    players: &[ForeignPlayer],
    left: &mut [Left],
    notes: &mut Notes,
) -> bool {
    let MatchResult::WinnerUnknown = played.result else {
        return false;
    };
    let of = |player: PlayerId| left.get(player.index()).copied().unwrap_or_default();
    let Some(answer) = answer(of(played.a), of(played.b)) else {
        return false;
    };
    let path = played.path.clone();
    let (a, b) = (name(players, played.a), name(players, played.b));
    let winner = match answer {
        Deduced::Winner(seat) => {
            let winner = seat.pick(&a, &b).clone();
            notes.add(path.clone(), FileNote::WinnerByScores { a, b, winner });
            played.result = MatchResult::Counts(xwing::won(seat, played.scores, &path, notes));
            Some(seat)
        }
        Deduced::NobodyWon => {
            notes.add(path, FileNote::NobodyWon { a, b });
            played.result = MatchResult::Unfinished;
            None
        }
    };
    for (seat, player) in [(Seat::A, played.a), (Seat::B, played.b)] {
        if let Some(left) = left.get_mut(player.index()) {
            left.open -= 1;
            left.points = left
                .points
                .map(|points| points - i64::from(winner == Some(seat)));
        }
    }
    true
}

fn name(players: &[ForeignPlayer], id: PlayerId) -> String {
    let player = players.get(id.index());
    player.map(|player| player.name.clone()).unwrap_or_default()
}
