//! Why a match gives what it gives: the regulation's own working of the report, and what people did with the result.

use super::reason::{ByeReason, OutcomeReason, Subject, Worked};
use super::{Explanation, bracket, find_match, find_round};
use crate::ids::{PlayerId, RoundNo, TableNo};
use crate::recorded::{Source, WinnerSource};
use crate::refusal::Refusal;
use crate::state::{Match, MatchStatus, Round, State};
use muster_regulations::{Margin, Outcome, Reason as Step, Report, Seat, Share, StageKind};
use num_bigint::BigInt;
use num_rational::BigRational;

/// Explains the outcome of a table.
pub fn outcome(state: &State, number: RoundNo, table: TableNo) -> Result<Explanation, Refusal> {
    let round = find_round(state, number)?;
    let m = find_match(round, table)?;
    let mut explanation = Explanation::new(subject(state, round, m));
    match m.status {
        MatchStatus::Playing if m.noted.is_some() => explanation.fact(OutcomeReason::NotRecorded),
        MatchStatus::Playing => explanation.fact(OutcomeReason::NotReported),
        MatchStatus::Walkover => bracket::walkover(state, m, &mut explanation),
        MatchStatus::Disputed => explanation.fact(OutcomeReason::Disputed),
        MatchStatus::Reported => {
            worked(state, round, m, &mut explanation);
            explanation.fact(OutcomeReason::Unconfirmed);
        }
        MatchStatus::Confirmed => worked(state, round, m, &mut explanation),
    }
    for correction in &state.corrections {
        if correction.round == number && correction.table == table {
            explanation.fact(OutcomeReason::Corrected {
                line: correction.position,
                reason: correction.reason.clone(),
            });
        }
    }
    Ok(explanation)
}

fn subject(state: &State, round: &Round, m: &Match) -> Subject {
    let (round, table) = (round.number, m.table);
    let (a, b) = (state.named(m.a), state.named(m.b));
    let won = |winner, loser| Subject::Won {
        round,
        table,
        winner,
        loser,
    };
    match m.winner() {
        Some(winner) if winner == m.a => won(a, b),
        Some(_) => won(b, a),
        None => Subject::Open { round, table, a, b },
    }
}

fn worked(state: &State, round: &Round, m: &Match, explanation: &mut Explanation) {
    let Some(outcome) = m.outcome else { return };
    match (&m.report, &state.recorded) {
        (report, Some(source)) => {
            as_recorded(state, round, m, report.as_deref(), source, explanation)
        }
        (None, None) => explanation.rule("DROP-1", OutcomeReason::NeitherAppeared),
        (Some(report), None) => by_report(state, round, m, report, explanation),
    }
    explanation.fact(OutcomeReason::Awards {
        a: state.named(m.a),
        a_award: outcome.a,
        b: state.named(m.b),
        b_award: outcome.b,
    });
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
    let working = state.setup.regulation.working(round.stage, report);
    for Step { step, clause } in working.unwrap_or_default() {
        let players = [state.named(m.a), state.named(m.b)];
        explanation.rule(clause, Worked { step, players });
    }
}

/// What another program's record says about a match, and who filled in what it leaves open.
fn as_recorded(
    state: &State,
    round: &Round,
    m: &Match,
    report: Option<&Report>,
    source: &Source,
    explanation: &mut Explanation,
) {
    explanation.fact(OutcomeReason::RecordedBy {
        program: source.program.clone(),
    });
    match m.noted.map(|noted| noted.told) {
        Some(WinnerSource::Hand) => explanation.fact(OutcomeReason::WinnerByHand),
        Some(WinnerSource::Nobody) => explanation.fact(OutcomeReason::WinnerUnknown),
        Some(WinnerSource::Record) | None => {}
    }
    match report {
        Some(report) => by_report(state, round, m, report, explanation),
        None => explanation.fact(OutcomeReason::AsRecorded),
    }
}

/// Legion: a share that is the mean of the other games, with its numbers.
fn means(state: &State, m: &Match, outcome: Outcome, explanation: &mut Explanation) {
    for seat in [Seat::A, Seat::B] {
        if outcome.of(seat).margin == Margin::Share(Share::MeanOfOthers) {
            mean(state, m.player(seat), explanation);
        }
    }
}

/// Explains the mean share of a player's other games (LE-MOV-BYE, LE-MOV-2).
pub(super) fn mean(state: &State, player: PlayerId, explanation: &mut Explanation) {
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
    let player = state.named(player);
    if shares.is_empty() {
        return explanation.rule("LE-MOV-BYE", ByeReason::NoShareYet { player });
    }
    let terms = shares.iter().map(ToString::to_string).collect();
    let count = BigInt::from(shares.len());
    let mean = shares.into_iter().sum::<BigRational>() / count;
    explanation.rule(
        "LE-MOV-2",
        ByeReason::MeanShare {
            player,
            shares: terms,
            mean: mean.to_string(),
        },
    );
}
