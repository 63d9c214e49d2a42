//! Importing what another program recorded, judged as far as a record can be. The pairings were
//! made elsewhere and are accepted as they are; a result that comes with a report must match the outcome that the
//! regulation gives that report.

use super::{NOTHING, text};
use crate::entry::Gave;
use crate::ids::{PlayerId, TableNo};
use crate::recorded::{Recorded, RecordedMatch, RecordedRound, WinnerSource, fit};
use crate::refusal::{NotNow, RecordProblem, RecordedMatchProblem, Refusal, TextField};
use crate::state::{Phase, State};
use muster_regulations::{Award, Outcome, StageKind, StructureKind};
use std::collections::BTreeSet;

/// The most players and the most bracket rounds of a record.
const MOST_PLAYERS: usize = 10_000;
const MOST_BRACKET_ROUNDS: usize = 60;
/// Far beyond what any regulation gives for one match, and far from overflow.
const MOST_POINTS: u32 = 100;

pub(super) fn import(state: &State, recorded: &Recorded) -> Result<Gave, Refusal> {
    if state.phase != Phase::Registration || !state.players.is_empty() {
        return Err(NotNow::ImportNotNew.into());
    }
    text(TextField::Program, &recorded.program)?;
    announced(state, recorded)?;
    if recorded.players.is_empty() || recorded.players.len() > MOST_PLAYERS {
        return Err(RecordProblem::Players {
            players: recorded.players.len(),
            most: MOST_PLAYERS,
        }
        .into());
    }
    for faction in recorded.players.iter().filter_map(|p| p.faction.as_ref()) {
        text(TextField::Faction, faction)?;
    }
    if recorded.elimination.len() > MOST_BRACKET_ROUNDS {
        return Err(RecordProblem::BracketRounds {
            rounds: recorded.elimination.len(),
            most: MOST_BRACKET_ROUNDS,
        }
        .into());
    }
    for (number, (stage, round)) in (1..).zip(recorded.rounds()) {
        check_round(state, recorded, stage, round).map_err(|(table, problem)| {
            RecordProblem::Round {
                round: number,
                table,
                problem,
            }
        })?;
    }
    if recorded.places().any(|(_, place)| place == 0) {
        return Err(RecordProblem::Place.into());
    }
    if !recorded.seeds.is_empty() {
        let seeds = &recorded.seeds;
        if let Some(stranger) = seeds.iter().find(|id| !known(recorded, **id)) {
            return Err(Refusal::NoSuchPlayer { player: *stranger });
        }
        fit(state.setup.regulation, seeds, recorded).map_err(RecordProblem::Bracket)?;
    }
    Ok(NOTHING)
}

/// The setup must match the record, because pages show it.
fn announced(state: &State, recorded: &Recorded) -> Result<(), Refusal> {
    let rounds = recorded.structure().rounds;
    let custom = state.setup.custom.map(|custom| custom.rounds);
    if state.setup.structure == StructureKind::Custom && custom == Some(rounds) {
        return Ok(());
    }
    Err(RecordProblem::Rounds(rounds).into())
}

fn known(recorded: &Recorded, id: PlayerId) -> bool {
    recorded.players.get(id.index()).is_some()
}

fn check_round(
    state: &State,
    recorded: &Recorded,
    stage: StageKind,
    round: &RecordedRound,
) -> Result<(), (Option<TableNo>, RecordedMatchProblem)> {
    if let Some(stranger) = round.players().find(|id| !known(recorded, *id)) {
        return Err((None, RecordedMatchProblem::NoSuchPlayer(stranger)));
    }
    let mut tables: BTreeSet<TableNo> = BTreeSet::new();
    for m in &round.matches {
        let table = m.table;
        if m.a == m.b {
            return Err((Some(table), RecordedMatchProblem::WithThemselves(m.a)));
        }
        if table.0 == 0 || !tables.insert(table) {
            return Err((Some(table), RecordedMatchProblem::TableNumber));
        }
        check_match(state, stage, m).map_err(|problem| (Some(table), problem))?;
    }
    match round.byes.iter().find(|bye| beyond(bye.award)) {
        Some(bye) => Err((None, RecordedMatchProblem::Points(bye.award.points))),
        None => Ok(()),
    }
}

fn beyond(award: Award) -> bool {
    award.points > MOST_POINTS
}

fn check_match(
    state: &State,
    stage: StageKind,
    m: &RecordedMatch,
) -> Result<(), RecordedMatchProblem> {
    let Some(outcome) = m.outcome else {
        return match (&m.report, m.told) {
            (None, WinnerSource::Nobody) => Ok(()),
            _ => Err(RecordedMatchProblem::NoOutcome),
        };
    };
    if let Some(award) = [outcome.a, outcome.b]
        .into_iter()
        .find(|award| beyond(*award))
    {
        return Err(RecordedMatchProblem::Points(award.points));
    }
    let Some(report) = &m.report else {
        return Ok(());
    };
    if report.regulation() != state.setup.regulation {
        return Err(RecordedMatchProblem::OtherGame);
    }
    let worked: Outcome = state
        .setup
        .regulation
        .outcome(stage, report)
        .map_err(RecordedMatchProblem::Report)?;
    if worked == outcome {
        Ok(())
    } else {
        Err(RecordedMatchProblem::OtherOutcome)
    }
}
