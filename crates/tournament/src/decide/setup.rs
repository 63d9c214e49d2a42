//! Creating, configuring and starting a tournament.

use super::{NOTHING, text};
use crate::command::Setup;
use crate::entry::{Gave, Started};
use crate::knockout;
use crate::refusal::{NotNow, Refusal, Selection, TextField, TextProblem};
use crate::seeds::{Purpose, Seeds};
use crate::state::{Phase, State};
use jiff::tz::TimeZoneDatabase;
use muster_regulations::{CutRule, StructureKind, StructureProblem, StructureRefusal};

/// The largest number a fixed table may have: beyond any hall, and far from overflow.
pub(super) const MOST_TABLES: u32 = 1_000_000;

/// Checks a setup against its regulation.
pub(crate) fn check_setup(setup: &Setup) -> Result<(), Refusal> {
    text(TextField::TournamentName, &setup.name)?;
    let book = setup.regulation.book();
    if !book.tiers.contains(&setup.tier) {
        return Err(Refusal::Tier {
            tier: setup.tier,
            regulation: setup.regulation,
        });
    }
    let custom = setup.structure == StructureKind::Custom;
    if custom != setup.custom.is_some() {
        let kind = setup.structure;
        let problem = match custom {
            true => StructureProblem::NumbersMissing,
            false => StructureProblem::NumbersGiven { kind },
        };
        return structure_refused("PAIR-1", problem);
    }
    let printed = |kind| book.tables.iter().any(|table| table.kind == kind);
    if !custom && !printed(setup.structure) {
        let problem = StructureProblem::UnknownKind {
            regulation: setup.regulation,
            kind: setup.structure,
        };
        return structure_refused("PAIR-1", problem);
    }
    // An impossible custom structure is refused at once, by trying it with the largest number of players.
    if custom {
        setup
            .regulation
            .structure(setup.structure, setup.custom, u32::MAX)?;
    }
    let most = knockout::most_players(setup.regulation);
    if let Some(CutRule::Top(top)) = setup.custom.map(|custom| custom.cut)
        && top as usize > most
    {
        return structure_refused("CUT-1", StructureProblem::CutBeyondBracket { top, most });
    }
    if let Some(zone) = &setup.zone {
        text(TextField::Zone, zone)?;
        // The bundled names, so that a journal is judged the same on every machine.
        if TimeZoneDatabase::bundled().get(zone).is_err() {
            return Err(Refusal::Text {
                field: TextField::Zone,
                problem: TextProblem::UnknownZone(zone.clone()),
            });
        }
    }
    let wishes = &setup.wishes.fixed_tables;
    for (i, fixed) in wishes.iter().enumerate() {
        if !(1..=MOST_TABLES).contains(&fixed.table.0) {
            let (table, most) = (fixed.table, MOST_TABLES);
            return Err(Selection::TableNumber { table, most }.into());
        }
        if wishes[..i].iter().any(|other| other.player == fixed.player) {
            return Err(Selection::FixedTableTwice(fixed.player).into());
        }
    }
    Ok(())
}

fn structure_refused<T>(clause: &'static str, problem: StructureProblem) -> Result<T, Refusal> {
    Err(StructureRefusal { problem, clause }.into())
}

pub(super) fn configure(state: &State, setup: &Setup) -> Result<Gave, Refusal> {
    check_setup(setup)?;
    if setup.regulation != state.setup.regulation {
        return Err(NotNow::RegulationFixed.into());
    }
    // PAIR-1: what was announced stays. Preferences are not announced.
    let announced = |setup: &Setup| (setup.tier, setup.structure, setup.custom);
    if state.phase != Phase::Registration && announced(setup) != announced(&state.setup) {
        return Err(NotNow::StructureFixed.into());
    }
    Ok(NOTHING)
}

pub(super) fn start(
    state: &State,
    phrase: Option<&str>,
    seeds: &dyn Seeds,
) -> Result<Gave, Refusal> {
    if state.phase != Phase::Registration {
        return Err(NotNow::Started.into());
    }
    if let Some(phrase) = phrase {
        text(TextField::Phrase, phrase)?;
    }
    let attendance = u32::try_from(state.active().count()).unwrap_or(u32::MAX);
    if attendance == 0 {
        return Err(NotNow::NobodyCheckedIn.into());
    }
    super::people::leaders_may_play(state)?;
    super::lists::all_handed_in(state)?;
    let setup = &state.setup;
    let structure = setup
        .regulation
        .structure(setup.structure, setup.custom, attendance)?;
    let tiebreak = seeds
        .seed(phrase, Purpose::Tiebreak)
        .ok_or(Refusal::NoSeed)?;
    Ok(Gave::Started(Started {
        attendance,
        structure,
        tiebreak,
    }))
}
