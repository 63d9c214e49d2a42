//! Taking in what another program recorded: judged as far as a record can be. Who was paired with whom, and when, was
//! decided elsewhere and is taken as it stands; results that are told as reports must give what the regulation makes of
//! them.

use super::{NOTHING, not_now, text};
use crate::entry::Gave;
use crate::ids::{PlayerId, TableNo};
use crate::recorded::{Recorded, RecordedMatch, RecordedRound, Told, fit};
use crate::refusal::Refusal;
use crate::state::{Phase, State};
use muster_regulations::{Award, Outcome, StageKind, StructureKind};
use std::collections::BTreeSet;

/// The most players and the most bracket rounds of a record.
const MOST_PLAYERS: usize = 10_000;
const MOST_BRACKET_ROUNDS: usize = 60;
/// Far beyond what any regulation gives for one match, and far from the end of the numbers.
const MOST_POINTS: u32 = 100;

pub(super) fn import(state: &State, recorded: &Recorded) -> Result<Gave, Refusal> {
    if state.phase != Phase::Registration || !state.players.is_empty() {
        return Err(not_now(
            "another program's tournament",
            "is taken in as a new one, before anybody is registered",
        ));
    }
    text("the name of the program", &recorded.program)?;
    announced(state, recorded)?;
    if recorded.players.is_empty() || recorded.players.len() > MOST_PLAYERS {
        return Err(Refusal::Selection {
            what: format!(
                "the record has {} players; a tournament has 1 to {MOST_PLAYERS}",
                recorded.players.len()
            ),
        });
    }
    for faction in recorded.players.iter().filter_map(|p| p.faction.as_ref()) {
        text("the faction", faction)?;
    }
    if recorded.elimination.len() > MOST_BRACKET_ROUNDS {
        return Err(Refusal::Selection {
            what: format!(
                "the record has {} bracket rounds; at most {MOST_BRACKET_ROUNDS} are taken in",
                recorded.elimination.len()
            ),
        });
    }
    for (number, (stage, round)) in (1..).zip(recorded.rounds()) {
        check_round(state, recorded, stage, round).map_err(|problem| Refusal::Selection {
            what: format!("round {number} of the record: {problem}"),
        })?;
    }
    if recorded.places().any(|(_, place)| place == 0) {
        return Err(Refusal::Selection {
            what: "a final place is counted from 1".to_owned(),
        });
    }
    if !recorded.seeds.is_empty() {
        let seeds = &recorded.seeds;
        if let Some(stranger) = seeds.iter().find(|id| !known(recorded, **id)) {
            return Err(Refusal::NoSuchPlayer { player: *stranger });
        }
        fit(state.setup.regulation, seeds, recorded).map_err(|what| Refusal::Selection { what })?;
    }
    Ok(NOTHING)
}

/// The setup says what the record holds, so that every page that shows it tells the truth.
fn announced(state: &State, recorded: &Recorded) -> Result<(), Refusal> {
    let rounds = recorded.structure().rounds;
    let custom = state.setup.custom.map(|custom| custom.rounds);
    if state.setup.structure == StructureKind::Custom && custom == Some(rounds) {
        return Ok(());
    }
    Err(Refusal::Selection {
        what: format!(
            "the record has {rounds} Swiss rounds; set the tournament up with a custom structure of as many"
        ),
    })
}

fn known(recorded: &Recorded, id: PlayerId) -> bool {
    recorded.players.get(id.index()).is_some()
}

fn check_round(
    state: &State,
    recorded: &Recorded,
    stage: StageKind,
    round: &RecordedRound,
) -> Result<(), String> {
    if let Some(stranger) = round.players().find(|id| !known(recorded, *id)) {
        return Err(format!("there is no player {stranger}"));
    }
    let mut tables: BTreeSet<TableNo> = BTreeSet::new();
    for m in &round.matches {
        let table = m.table;
        if m.a == m.b {
            return Err(format!("table {table}: {} cannot meet themselves", m.a));
        }
        if table.0 == 0 || !tables.insert(table) {
            return Err(format!(
                "there are two tables {table}, or none has a number"
            ));
        }
        check_match(state, stage, m).map_err(|problem| format!("table {table}: {problem}"))?;
    }
    match round.byes.iter().find(|bye| beyond(bye.award)) {
        Some(bye) => Err(format!(
            "a bye of {} points is more than any regulation gives",
            bye.award.points
        )),
        None => Ok(()),
    }
}

fn beyond(award: Award) -> bool {
    award.points > MOST_POINTS
}

fn check_match(state: &State, stage: StageKind, m: &RecordedMatch) -> Result<(), String> {
    let Some(outcome) = m.outcome else {
        return match (&m.report, m.told) {
            (None, Told::Nobody) => Ok(()),
            _ => Err("a match that was told must say what it gave".to_owned()),
        };
    };
    if [outcome.a, outcome.b].into_iter().any(beyond) {
        return Err(format!(
            "{} and {} points are more than any regulation gives",
            outcome.a.points, outcome.b.points
        ));
    }
    let Some(report) = &m.report else {
        return Ok(());
    };
    if report.regulation() != state.setup.regulation {
        return Err("the report is written for another regulation".to_owned());
    }
    let worked: Outcome = state
        .setup
        .regulation
        .outcome(stage, report)
        .map_err(|refusal| refusal.to_string())?;
    if worked == outcome {
        Ok(())
    } else {
        Err("the report gives something else than the record says".to_owned())
    }
}
