//! Why a match gives what it gives: the regulation's own working of the report, and what people did with the result.

use super::words::{award, listed};
use super::{Explanation, bracket, find_match, find_round};
use crate::ids::{PlayerId, RoundNo, TableNo};
use crate::recorded::{Source, Told};
use crate::refusal::Refusal;
use crate::state::{Match, MatchStatus, Round, State};
use muster_regulations::{Margin, Outcome, Report, Seat, Share, StageKind};
use num_bigint::BigInt;
use num_rational::BigRational;

/// Explains the outcome of a table.
pub fn outcome(state: &State, number: RoundNo, table: TableNo) -> Result<Explanation, Refusal> {
    let round = find_round(state, number)?;
    let m = find_match(round, table)?;
    let mut explanation = Explanation::new(headline(state, round, m));
    match m.status {
        MatchStatus::Playing if m.noted.is_some() => {
            explanation.fact("The record does not tell how this match ended; it counts for neither player.");
        }
        MatchStatus::Playing => explanation.fact("Nothing has been reported yet."),
        MatchStatus::Walkover => bracket::walkover(state, m, &mut explanation),
        MatchStatus::Disputed => explanation.fact(
            "The two players tell different results; none counts until a leader settles it or both tell the same.",
        ),
        MatchStatus::Reported => {
            worked(state, round, m, &mut explanation);
            explanation.fact("The opponent or a leader has not confirmed it yet.");
        }
        MatchStatus::Confirmed => worked(state, round, m, &mut explanation),
    }
    for correction in &state.corrections {
        if correction.round == number && correction.table == table {
            explanation.fact(format!(
                "Corrected in line {} of the journal: {}",
                correction.position, correction.reason
            ));
        }
    }
    Ok(explanation)
}

fn headline(state: &State, round: &Round, m: &Match) -> String {
    let place = format!("Round {}, table {}", round.number, m.table);
    let (a, b) = (state.name(m.a), state.name(m.b));
    match m.winner() {
        Some(winner) if winner == m.a => format!("{place}: {a} beat {b}"),
        Some(_) => format!("{place}: {b} beat {a}"),
        None => format!("{place}: {a} and {b}"),
    }
}

fn worked(state: &State, round: &Round, m: &Match, explanation: &mut Explanation) {
    let Some(outcome) = m.outcome else { return };
    let (a, b) = (state.name(m.a), state.name(m.b));
    match (&m.report, &state.recorded) {
        (report, Some(source)) => {
            as_recorded(state, round, m, report.as_deref(), source, explanation)
        }
        (None, None) => explanation.rule(
            "DROP-1",
            "Neither player appeared: both have lost the match.",
        ),
        (Some(report), None) => by_report(state, round, m, report, explanation),
    }
    explanation.fact(format!(
        "{a}: {}; {b}: {}.",
        award(outcome.a),
        award(outcome.b)
    ));
    if round.stage == StageKind::Swiss {
        means(state, m, outcome, explanation);
    }
}

fn by_report(
    state: &State,
    round: &Round,
    m: &Match,
    report: &Report,
    explanation: &mut Explanation,
) {
    explanation.fact(format!(
        "A is {}, B is {}.",
        state.name(m.a),
        state.name(m.b)
    ));
    let working = state.setup.regulation.working(round.stage, report);
    for reason in working.unwrap_or_default() {
        explanation.rule(reason.clause, reason.text);
    }
}

/// What another program's record says of a match, and who told what it leaves open.
fn as_recorded(
    state: &State,
    round: &Round,
    m: &Match,
    report: Option<&Report>,
    source: &Source,
    explanation: &mut Explanation,
) {
    explanation.fact(format!("Recorded by {}.", source.program));
    match m.noted.map(|noted| noted.told) {
        Some(Told::Hand) => explanation
            .fact("The record does not tell who won; whoever took the tournament in has told it."),
        Some(Told::Nobody) => explanation.fact(
            "The record does not tell who won, and nobody has told it since: neither has the win.",
        ),
        Some(Told::Record) | None => {}
    }
    match report {
        Some(report) => by_report(state, round, m, report, explanation),
        None => explanation.fact("It is counted as the record says, not worked out from a report."),
    }
}

/// Legion: a share that is the mean of the other games, with its numbers.
fn means(state: &State, m: &Match, outcome: Outcome, explanation: &mut Explanation) {
    for seat in [Seat::A, Seat::B] {
        if outcome.of(seat).margin == Margin::Share(Share::MeanOfOthers) {
            let (clause, text) = mean(state, m.player(seat));
            explanation.rule(clause, text);
        }
    }
}

/// Explains the mean share of a player's other games (LE-MOV-BYE, LE-MOV-2).
pub(super) fn mean(state: &State, player: PlayerId) -> (&'static str, String) {
    let name = state.name(player);
    let shares: Vec<BigRational> = state
        .swiss_rounds()
        .filter_map(|round| {
            let m = round.match_of(player)?;
            match m.counted()?.of(m.seat(player)?).margin {
                Margin::Share(Share::Of { own, total }) if total > 0 => {
                    Some(BigRational::new(own.into(), total.into()))
                }
                _ => None,
            }
        })
        .collect();
    if shares.is_empty() {
        let text = format!(
            "{name} has no game with a share of its own so far: 1/2 for each round that needs a mean."
        );
        return ("LE-MOV-BYE", text);
    }
    let terms: Vec<String> = shares.iter().map(ToString::to_string).collect();
    let count = BigInt::from(shares.len());
    let mean = shares.into_iter().sum::<BigRational>() / count;
    let text = format!(
        "{name} takes the mean of the other games so far: the mean of {} is {mean}; it moves with every further game.",
        listed(&terms)
    );
    ("LE-MOV-2", text)
}
