//! Results: reports, confirmations, disputes, corrections and absences.

use super::{
    NOTHING, current, judges, people, player, refuse_player, refuse_result, table_of, text,
};
use crate::command::Command;
use crate::edition::Edition;
use crate::entry::{Decided, Gave};
use crate::ids::{By, PlayerId, RoundNo, TableNo};
use crate::knockout;
use crate::refusal::{HasResult, NotNow, PlayerProblem, Refusal, Selection, TextField};
use crate::sides;
use crate::state::{Match, MatchStatus, Round, RoundStatus, State};
use muster_regulations::{
    EliminationKind, Outcome, Report, ReportRefusal, Seat, StaffNeeded, StageKind,
};

pub(super) fn in_play(state: &State) -> Result<&Round, Refusal> {
    let round = current(state)?;
    match round.status {
        RoundStatus::Published => Ok(round),
        RoundStatus::Draft => Err(NotNow::ResultsNotOpen(round.number).into()),
        RoundStatus::Finished => Err(NotNow::ResultsClosed(round.number).into()),
    }
}

pub(super) fn report(
    state: &State,
    by: By,
    table: TableNo,
    report: &Report,
) -> Result<Gave, Refusal> {
    let round = in_play(state)?;
    let m = table_of(round, table)?;
    match (m.status, by) {
        (MatchStatus::Playing | MatchStatus::Reported | MatchStatus::Disputed, _) => {}
        (MatchStatus::Confirmed, By::Staff(_)) => {
            return refuse_result(round, table, HasResult::Confirmed);
        }
        (MatchStatus::Confirmed, By::Player(_)) => {
            return refuse_result(round, table, HasResult::ConfirmedAskStaff);
        }
        (MatchStatus::Walkover, _) => return refuse_result(round, table, HasResult::Walkover),
    }
    super::salvo::agrees(state, by, m, report)?;
    let outcome = outcome(state, round.stage, m, report)?;
    if let Command::NoShow { absent, .. } = m.report_command(report.clone()) {
        return refuse_player(state, absent, PlayerProblem::NoShow);
    }
    match report.needs_staff().filter(|_| claims_wait(state)) {
        Some(_) if matches!(by, By::Player(_)) => Ok(Gave::Claimed(outcome)),
        Some(needed) => {
            is_for(state, by, m, needed)?;
            Ok(Gave::Outcome(outcome))
        }
        None => Ok(Gave::Outcome(outcome)),
    }
}

/// Until the second edition, players could report endings that only staff may decide.
fn claims_wait(state: &State) -> bool {
    state.edition >= Edition::Second
}

/// Checks that somebody has the role that an ending requires.
fn is_for(state: &State, by: By, m: &Match, needed: StaffNeeded) -> Result<(), Refusal> {
    if let By::Player(_) = by {
        return Err(Refusal::Claimed {
            table: m.table,
            clause: needed.clause,
        });
    }
    judges::may_rule(state, by, m)?;
    if needed.finally {
        judges::decides_finally(state, by, m, needed.clause)?;
    }
    Ok(())
}

/// Makes the outcome of a report for a match, sides included.
pub(super) fn outcome(
    state: &State,
    stage: StageKind,
    m: &Match,
    report: &Report,
) -> Result<Outcome, Refusal> {
    let regulation = state.setup.regulation;
    if report.regulation() != regulation {
        return Err(Refusal::OtherGame {
            table: m.table,
            regulation,
        });
    }
    let refused = |refusal| ruled_out(state, m, refusal);
    let report = &state.with_lists(m, report).map_err(refused)?;
    let outcome = regulation.outcome(stage, report).map_err(refused)?;
    if let (Some(assigned), Some(told)) = (m.dark, sides::told_dark(report))
        && assigned != told
    {
        let [dark, other] = [assigned, told].map(|seat| state.name(m.player(seat)));
        return Err(Refusal::Sides {
            table: m.table,
            dark,
            other,
        });
    }
    Ok(outcome)
}

/// The refusal of a report that the regulation rules out.
pub(super) fn ruled_out(state: &State, m: &Match, refusal: ReportRefusal) -> Refusal {
    Refusal::Report {
        table: m.table,
        players: [state.name(m.a), state.name(m.b)],
        refusal,
    }
}

/// The player who may answer a report: the one who did not make it.
fn may_answer(state: &State, m: &Match, by: By) -> Result<(), Refusal> {
    let By::Player(id) = by else { return Ok(()) };
    let told = match m.seat(id) {
        Some(Seat::A) => m.claims[0].is_some(),
        Some(Seat::B) => m.claims[1].is_some(),
        None => false,
    };
    if told {
        return refuse_player(state, id, PlayerProblem::OwnReport);
    }
    Ok(())
}

fn reported(state: &State, table: TableNo) -> Result<&Match, Refusal> {
    let round = in_play(state)?;
    let m = table_of(round, table)?;
    let how = match m.status {
        MatchStatus::Reported => return Ok(m),
        MatchStatus::Playing => HasResult::NotReported,
        MatchStatus::Disputed => HasResult::Disputed,
        MatchStatus::Confirmed => HasResult::ConfirmedAlready,
        MatchStatus::Walkover => HasResult::Walkover,
    };
    refuse_result(round, table, how)
}

pub(super) fn confirm(state: &State, by: By, table: TableNo) -> Result<Gave, Refusal> {
    let round = in_play(state)?;
    let m = table_of(round, table)?;
    if let Some((_, report)) = m.claim()
        && let Some(needed) = report.needs_staff()
    {
        is_for(state, by, m, needed)?;
        let outcome = outcome(state, round.stage, m, report)?;
        let report = report.clone();
        return Ok(Gave::Decided(Decided { report, outcome }));
    }
    may_answer(state, reported(state, table)?, by)?;
    Ok(NOTHING)
}

pub(super) fn accept(state: &State, tables: &[TableNo]) -> Result<Gave, Refusal> {
    if tables.is_empty() {
        return Err(Selection::NoTables.into());
    }
    for (i, table) in tables.iter().enumerate() {
        reported(state, *table)?;
        if tables[..i].contains(table) {
            return Err(Selection::TableTwice(*table).into());
        }
    }
    Ok(NOTHING)
}

pub(super) fn dispute(state: &State, by: By, table: TableNo) -> Result<Gave, Refusal> {
    may_answer(state, reported(state, table)?, by)?;
    Ok(NOTHING)
}

pub(super) fn correct(
    state: &State,
    number: RoundNo,
    table: TableNo,
    report: &Report,
    reason: &str,
) -> Result<Gave, Refusal> {
    text(TextField::Reason, reason)?;
    let round = state
        .round(number)
        .ok_or(Refusal::NoSuchRound { round: number })?;
    let m = table_of(round, table)?;
    if m.status != MatchStatus::Confirmed {
        return Err(NotNow::NothingToCorrect(table).into());
    }
    // LE-CHECK: within two rounds, and not later.
    let newest = state
        .rounds
        .iter()
        .filter(|r| r.status > RoundStatus::Draft)
        .map(|r| r.number.0)
        .max();
    if let (Some(end), Some(newest)) = (state.corrections_end(number), newest)
        && newest > end.0
    {
        return Err(Refusal::TooLate {
            round: number,
            table,
            window: end.0.saturating_sub(number.0),
        });
    }
    let outcome = outcome(state, round.stage, m, report)?;
    if m.report.as_deref() == Some(report) {
        let round = number;
        return Err(Selection::SameResult { round, table }.into());
    }
    let winner = outcome.winner().map(|seat| m.player(seat));
    let absences = state.absences(number, table, report);
    // In double elimination a loser who is in or out changes the next round as well.
    let others_go_on = knockout::knockout_kind(state) == EliminationKind::Double
        && (!absences.back.is_empty() || !absences.dropped.is_empty());
    if round.stage == StageKind::Elimination
        && (winner != m.winner() || others_go_on)
        && let Some(next) = knockout::rests_on(state, number)
    {
        return Err(Refusal::RestedOn {
            round: number,
            table,
            next,
        });
    }
    Ok(Gave::Outcome(outcome))
}

pub(super) fn no_show(state: &State, table: TableNo, absent: PlayerId) -> Result<Gave, Refusal> {
    let round = in_play(state)?;
    let m = table_of(round, table)?;
    player(state, absent)?;
    let Some(seat) = m.seat(absent) else {
        return refuse_player(state, absent, PlayerProblem::NotAtTable(table));
    };
    let regulation = state.setup.regulation;
    let missing = |seat| {
        let report = regulation.no_show(seat);
        let refused = |refusal| ruled_out(state, m, refusal);
        regulation.outcome(round.stage, &report).map_err(refused)
    };
    let outcome = missing(seat)?;
    let other_missed = m.report.as_deref() == Some(&regulation.no_show(seat.other()));
    match m.status {
        MatchStatus::Confirmed if other_missed => {
            // Neither player appeared: both lose.
            let (a, b) = (missing(Seat::A)?.a, missing(Seat::B)?.b);
            Ok(Gave::Outcome(Outcome { a, b }))
        }
        MatchStatus::Confirmed => refuse_result(round, table, HasResult::Confirmed),
        MatchStatus::Walkover => refuse_result(round, table, HasResult::Walkover),
        _ => match people::leave(state, absent) {
            // CUT-2: an absence is a drop. Before any bracket game is played, somebody else takes the place.
            Gave::Seeds(seeds) if state.edition >= Edition::Second => Ok(Gave::Seeds(seeds)),
            _ => Ok(Gave::Outcome(outcome)),
        },
    }
}
