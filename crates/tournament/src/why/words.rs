//! Words the explanations share: lists, counted things, awards. Relies on nothing but the state for names; promises
//! that the same thing reads the same everywhere.

use crate::ids::PlayerId;
use crate::state::State;
use muster_regulations::{Award, Margin, Share, Tiebreaker, Verdict};

/// Returns "A", "A and B", "A, B and C".
pub(crate) fn listed(items: &[String]) -> String {
    match items {
        [] => "nobody".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Returns the names of players as a list in words; long lists end with how many more there are.
pub(crate) fn names(state: &State, players: &[PlayerId]) -> String {
    const MOST: usize = 8;
    let mut shown: Vec<String> = players
        .iter()
        .take(MOST)
        .map(|id| state.name(*id))
        .collect();
    if players.len() > MOST {
        shown.push(format!("{} more", players.len() - MOST));
    }
    listed(&shown)
}

/// Returns "1 table", "2 tables".
pub(crate) fn counted(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// Returns "1 point", "2 points".
pub(crate) fn points(points: u32) -> String {
    counted(points as usize, "point", "points")
}

/// Returns the verdict as a noun.
pub(crate) fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "a win",
        Verdict::Draw => "a draw",
        Verdict::Loss => "a loss",
    }
}

/// Returns what one player takes from a round: "a win, 1 point, margin 376".
pub(crate) fn award(award: Award) -> String {
    let base = format!("{}, {}", verdict(award.verdict), points(award.points));
    match award.margin {
        Margin::None => base,
        Margin::Points(margin) => format!("{base}, margin {margin}"),
        Margin::Share(Share::Of { own, total }) => format!("{base}, share {own}/{total}"),
        Margin::Share(Share::MeanOfOthers) => format!("{base}, the mean share of the other games"),
        Margin::Defeated { points, tokens } => format!(
            "{base}, {} defeated, {}",
            counted(points as usize, "point", "points"),
            counted(tokens as usize, "victory token", "victory tokens")
        ),
    }
}

/// Returns the name of a tiebreaker inside a sentence.
pub(crate) fn tiebreaker(tiebreaker: Tiebreaker) -> &'static str {
    match tiebreaker {
        Tiebreaker::MarginOfVictory => "margin of victory",
        Tiebreaker::AverageMargin => "average margin",
        Tiebreaker::ExtendedAverageMargin => "opponents' average margin",
        Tiebreaker::StrengthOfSchedule => "strength of schedule",
        Tiebreaker::ExtendedStrengthOfSchedule => "extended strength of schedule",
        Tiebreaker::PointsDefeated => "points defeated",
        Tiebreaker::VictoryTokens => "victory tokens",
        Tiebreaker::Random => "the random order",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(items: &[&str], expected: &str) {
        let items: Vec<String> = items.iter().map(ToString::to_string).collect();
        assert_eq!(listed(&items), expected);
    }

    #[test]
    fn lists_read_like_sentences() {
        check(&[], "nobody");
        check(&["Ann"], "Ann");
        check(&["Ann", "Bo"], "Ann and Bo");
        check(&["Ann", "Bo", "Cy"], "Ann, Bo and Cy");
    }

    #[test]
    fn awards_name_what_counts() {
        let win = Award::win(1, Margin::Points(376));
        assert_eq!(award(win), "a win, 1 point, margin 376");
        let drawn = Award::draw(
            1,
            Margin::Defeated {
                points: 300,
                tokens: 1,
            },
        );
        assert_eq!(
            award(drawn),
            "a draw, 1 point, 300 points defeated, 1 victory token"
        );
        let share = Award::loss(0, Margin::Share(Share::Of { own: 2, total: 5 }));
        assert_eq!(award(share), "a loss, 0 points, share 2/5");
        assert_eq!(award(Award::win(6, Margin::None)), "a win, 6 points");
    }
}
