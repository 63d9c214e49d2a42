//! An outcome in words: who won, what each player gets, and how it was worked out.

use crate::output::{Output, Style};
use muster_regulations::{Margin, Outcome, Seat, Share, Verdict};
use muster_words::working::WorkingStep;

/// Returns a counted thing whose plural ends in s: "1 token", "2 tokens".
pub(crate) fn counted(count: impl Into<u64>, thing: &str) -> String {
    match count.into() {
        1 => format!("1 {thing}"),
        count => format!("{count} {thing}s"),
    }
}

/// A share in lowest terms: `3/5`, `1`, `0`.
fn reduced(own: u32, total: u32) -> String {
    let (mut a, mut b) = (own, total);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    match (own.checked_div(a), total.checked_div(a)) {
        (Some(own), Some(1)) => own.to_string(),
        (Some(own), Some(total)) => format!("{own}/{total}"),
        _ => format!("{own}/{total}"),
    }
}

/// Returns what a player gets besides points, in words.
pub(crate) fn margin_text(margin: Margin) -> String {
    match margin {
        Margin::None => String::new(),
        Margin::Points(points) => format!("margin {points}"),
        Margin::Share(Share::MeanOfOthers) => "margin: mean of the other games".to_owned(),
        Margin::Share(Share::Of { own, total }) => format!("margin {}", reduced(own, total)),
        Margin::Defeated { points, tokens } => {
            format!("{points} points defeated, {}", counted(tokens, "token"))
        }
    }
}

/// Counts values that do not agree: "1 does not", "2 do not".
pub(crate) fn do_not(count: usize) -> String {
    match count {
        1 => "1 does not".to_owned(),
        _ => format!("{count} do not"),
    }
}

/// Shows what both players get, and the steps that lead there.
pub(crate) fn show(outcome: &Outcome, names: [&str; 2], working: &[WorkingStep], out: &mut Output) {
    let wide = names.map(|name| name.chars().count());
    let wide = wide.into_iter().max().unwrap_or(0);
    for (name, seat) in names.into_iter().zip([Seat::A, Seat::B]) {
        let award = outcome.of(seat);
        let verdict = match award.verdict {
            Verdict::Win => "win",
            Verdict::Draw => "draw",
            Verdict::Loss => "loss",
        };
        let points = counted(award.points, "point");
        let margin = margin_text(award.margin);
        let line = format!("  {seat}  {name:wide$}  {verdict:4}  {points:9}  {margin}");
        out.line(line.trim_end());
    }
    for step in working {
        let step = format!("{} ({})", step.text, step.clause);
        out.paragraph("  · ", &step, [Style::Dim; 2]);
    }
}

/// Returns a result in a few characters, for a column: `A wins, 8 : 3`.
pub(crate) fn short(outcome: &Outcome) -> String {
    let points = format!("{} : {}", outcome.a.points, outcome.b.points);
    match outcome.winner() {
        Some(seat) => format!("{seat} wins, {points}"),
        None if outcome.a.verdict == Verdict::Draw => format!("draw, {points}"),
        None => format!("both lose, {points}"),
    }
}
