//! Chances and expected times as people read them.
//!
//! A percentage never claims a certainty that is not proved: below a thousandth it reads "< 0.1 %", and what happened in
//! every continuation reads "> 99.9 %".

use crate::phrases::plural;
use muster_regulations::{CutRule, Structure, Verdict};

/// How likely something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Odds {
    /// It is proved to happen.
    Certain,
    /// It is proved not to happen.
    Impossible,
    /// How often it happened, in thousandths of the continuations; `None` if there were none.
    Sampled { thousandths: Option<u32>, of: u32 },
}

/// Returns a chance in a word or a percentage: "certain", "out", "82 %".
#[must_use]
pub fn chance(odds: Odds) -> String {
    match odds {
        Odds::Certain => "certain".to_owned(),
        Odds::Impossible => "out".to_owned(),
        Odds::Sampled {
            thousandths: None, ..
        } => "–".to_owned(),
        Odds::Sampled {
            thousandths: Some(share),
            ..
        } => percent(share),
    }
}

/// Returns thousandths as whole per cent, with a decimal only where a whole number would claim too much.
#[must_use]
pub fn percent(thousandths: u32) -> String {
    match thousandths {
        0 => "< 0.1 %".to_owned(),
        1..10 | 990..1000 => format!("{}.{} %", thousandths / 10, thousandths % 10),
        1000.. => "> 99.9 %".to_owned(),
        share => format!("{} %", (share + 5) / 10),
    }
}

/// Returns a chance with the reason to believe it: "82 % of 20,000 continuations", "certain, proved".
#[must_use]
pub fn explained(odds: Odds) -> String {
    match odds {
        Odds::Certain | Odds::Impossible => format!("{}, proved", chance(odds)),
        Odds::Sampled { of, .. } => {
            format!("{} of {} continuations", chance(odds), thousands(of.into()))
        }
    }
}

/// Returns a chance with what the next match does to it: "82 % of 20,000 continuations; with a win: certain, proved".
#[must_use]
pub fn explained_with(odds: Odds, with: &[(Verdict, Odds)]) -> String {
    let mut parts = vec![explained(odds)];
    for (verdict, odds) in with {
        let odds = match odds {
            Odds::Sampled { .. } => chance(*odds),
            proved => explained(*proved),
        };
        parts.push(match verdict {
            Verdict::Win => format!("with a win: {odds}"),
            Verdict::Draw => format!("with a draw: {odds}"),
            Verdict::Loss => format!("with a loss: {odds}"),
        });
    }
    parts.join("; ")
}

/// The most players whose chances are in one sentence.
const MOST_TOLD: usize = 6;

/// Returns how chances change: "Chances of the top 8: Ann Aster 52 % → 82 %, Bo Brandt 32 % → 11 %."; nothing if nobody's
/// do.
#[must_use]
pub fn moved(cut: CutRule, moved: &[(String, [Odds; 2])]) -> Option<String> {
    let told = moved
        .iter()
        .take(MOST_TOLD)
        .map(|(name, [before, after])| format!("{name} {} → {}", chance(*before), chance(*after)));
    let told: Vec<String> = told.collect();
    if told.is_empty() {
        return None;
    }
    let more = match moved.len().saturating_sub(MOST_TOLD) {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    Some(format!(
        "Chances of {}: {}{more}.",
        stake(cut),
        told.join(", ")
    ))
}

/// Returns what chances are of, within a sentence: "the top 8", "winning the tournament".
#[must_use]
pub fn stake(cut: CutRule) -> String {
    match cut {
        CutRule::None => "winning the tournament".to_owned(),
        CutRule::Top(size) => format!("the top {size}"),
        CutRule::Points(points) => format!("the cut at {}", crate::phrases::points(points)),
    }
}

/// Returns the cut as a heading: "Top 8", "6 points".
#[must_use]
pub fn cut(cut: CutRule) -> Option<String> {
    match cut {
        CutRule::None => None,
        CutRule::Top(size) => Some(format!("Top {size}")),
        CutRule::Points(points) => Some(crate::phrases::points(points)),
    }
}

/// Returns how many further wins are enough, whatever else happens; nothing where no number is.
#[must_use]
pub fn needs(wins: Option<u32>, odds: Option<Odds>) -> String {
    match (odds, wins) {
        (Some(Odds::Certain), _) => "is in".to_owned(),
        (Some(Odds::Impossible), _) => "cannot make it".to_owned(),
        (_, Some(wins)) => plural(wins as usize, "1 win is enough", "{n} wins are enough"),
        (_, None) => "depends on other results".to_owned(),
    }
}

/// Returns what chances rest on and how sure they are: "20,000 continuations, every match a coin toss. Sampling
/// error up to 0.7 points. Certain and out are proved."
#[must_use]
pub fn basis(simulations: u32, estimated: bool) -> String {
    let number = thousands(simulations.into());
    let assumed = match estimated {
        false => "every match a coin toss",
        true => "strengths estimated from the results so far",
    };
    format!(
        "{number} continuations, {assumed}. Sampling error up to {} points. Certain and out are proved.",
        margin(simulations)
    )
}

/// Returns how far a percentage of this many continuations may be off, with 95 % confidence, where it is widest: at 50 %.
fn margin(simulations: u32) -> String {
    // 1.96 standard errors of one half, in tenths of a point, rounded up.
    let squared = 980 * 980 / u64::from(simulations.max(1));
    let tenths = squared.isqrt() + 1;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Returns the time of day this many minutes after midnight: "22:30", "midnight", "00:30 the next day".
#[must_use]
pub fn clock(minutes: u32) -> String {
    let (days, of_day) = (minutes / 1440, minutes % 1440);
    let time = format!("{:02}:{:02}", of_day / 60, of_day % 60);
    match (days, of_day) {
        (0, _) => time,
        (1, 0) => "midnight".to_owned(),
        (1, _) => format!("{time} the next day"),
        (days, _) => format!("{time}, {days} days later"),
    }
}

/// Returns a length of time: "45 min", "10 h 45".
#[must_use]
pub fn length(minutes: u32) -> String {
    match (minutes / 60, minutes % 60) {
        (0, minutes) => format!("{minutes} min"),
        (hours, 0) => format!("{hours} h"),
        (hours, minutes) => format!("{hours} h {minutes:02}"),
    }
}

/// Returns a mean with one decimal, rounded half up.
#[must_use]
pub fn mean(sum: u64, of: u32) -> String {
    let of = u64::from(of.max(1));
    let tenths = (sum * 20 + of) / (2 * of);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Returns a structure in a few words: "5 rounds, top 8".
#[must_use]
pub fn structure(structure: Structure) -> String {
    if structure.rounds == 0 {
        return "elimination from the start".to_owned();
    }
    let rounds = plural(structure.rounds as usize, "1 round", "{n} rounds");
    match structure.cut {
        CutRule::None => format!("{rounds}, no cut"),
        CutRule::Top(size) => format!("{rounds}, top {size}"),
        CutRule::Points(least) => {
            format!("{rounds}, cut at {}", crate::phrases::points(least))
        }
    }
}

/// Returns a number with its thousands set apart: "20,000".
#[must_use]
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sampled(thousandths: u32) -> Odds {
        Odds::Sampled {
            thousandths: Some(thousandths),
            of: 20_000,
        }
    }

    #[test]
    fn a_chance_claims_no_certainty_that_is_not_proved() {
        for (thousandths, shown) in [
            (0, "< 0.1 %"),
            (4, "0.4 %"),
            (10, "1 %"),
            (504, "50 %"),
            (505, "51 %"),
            (989, "99 %"),
            (994, "99.4 %"),
            (1000, "> 99.9 %"),
        ] {
            assert_eq!(chance(sampled(thousandths)), shown);
        }
        assert_eq!(chance(Odds::Certain), "certain");
        assert_eq!(chance(Odds::Impossible), "out");
    }

    #[test]
    fn a_chance_says_what_it_rests_on() {
        let with = [(Verdict::Win, Odds::Certain), (Verdict::Loss, sampled(230))];
        assert_eq!(
            explained_with(sampled(820), &with),
            "82 % of 20,000 continuations; with a win: certain, proved; with a loss: 23 %"
        );
        assert_eq!(explained_with(Odds::Impossible, &[]), "out, proved");
    }

    #[test]
    fn chances_say_how_sure_they_are() {
        assert_eq!(
            basis(20_000, false),
            "20,000 continuations, every match a coin toss. Sampling error up to 0.7 points. Certain and out are proved."
        );
        assert_eq!(
            (margin(2_000), margin(1)),
            ("2.2".to_owned(), "98.1".to_owned())
        );
    }

    #[test]
    fn changes_of_chances_are_one_sentence() {
        let ann = ("Ann Aster".to_owned(), [sampled(520), Odds::Certain]);
        assert_eq!(
            moved(CutRule::Top(8), std::slice::from_ref(&ann)).as_deref(),
            Some("Chances of the top 8: Ann Aster 52 % → certain.")
        );
        let many = vec![ann; 8];
        let told = moved(CutRule::None, &many).unwrap_or_default();
        assert!(told.starts_with("Chances of winning the tournament: Ann"));
        assert!(told.ends_with(", and 2 more."), "{told}");
        assert_eq!(moved(CutRule::Top(8), &[]), None);
    }

    #[test]
    fn what_is_needed_is_said_in_wins() {
        assert_eq!(needs(Some(1), Some(sampled(500))), "1 win is enough");
        assert_eq!(needs(Some(2), Some(sampled(500))), "2 wins are enough");
        assert_eq!(needs(None, Some(sampled(500))), "depends on other results");
        assert_eq!(needs(None, Some(Odds::Impossible)), "cannot make it");
    }

    #[test]
    fn times_of_a_long_day() {
        for (minutes, shown) in [
            (570, "09:30"),
            (1350, "22:30"),
            (1440, "midnight"),
            (1470, "00:30 the next day"),
            (2910, "00:30, 2 days later"),
        ] {
            assert_eq!(clock(minutes), shown);
        }
        for (minutes, shown) in [
            (45, "45 min"),
            (60, "1 h"),
            (645, "10 h 45"),
            (605, "10 h 05"),
        ] {
            assert_eq!(length(minutes), shown);
        }
    }

    #[test]
    fn thousands_are_set_apart() {
        for (number, shown) in [
            (7, "7"),
            (999, "999"),
            (20_000, "20,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(thousands(number), shown);
        }
    }
}
