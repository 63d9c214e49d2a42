//! A tournament at a glance, and what a regulation makes of a report.

use crate::{PlayerRef, Viewer};
use jiff::civil::Date;
use muster_regulations::{CustomStructure, CutRule, Outcome, Regulation, Report};
use muster_regulations::{ReportRefusal, StageKind, StructureKind, Tier};
use muster_tournament::ids::{PlayerId, RoundNo};
use muster_tournament::next::next;
use muster_tournament::state::{Phase, State};
use muster_tournament::{knockout, placings};
use muster_words::next::NextInWords;
use muster_words::working::{self, WorkingStep};
use serde::Serialize;

/// A tournament at a glance.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TournamentView {
    /// The name.
    pub name: String,
    /// The regulation.
    pub regulation: Regulation,
    /// The tier.
    pub tier: Tier,
    /// Which structure table is used.
    pub structure: StructureKind,
    /// The organizer's own numbers, for a custom structure.
    pub custom: Option<CustomStructure>,
    /// The first day.
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>, format = Date))]
    pub date: Option<Date>,
    /// The time zone of the hall by its IANA name.
    pub zone: Option<String>,
    /// Registration, Swiss rounds, elimination or finished.
    pub phase: Phase,
    /// How far its journal goes: the number of its last line.
    pub position: u64,
    /// How many players are registered, those who left included.
    pub registered: usize,
    /// How many players are checked in or still take part.
    pub active: usize,
    /// How many players were there at the start; 0 before it.
    pub attendance: u32,
    /// Swiss rounds, once fixed at the start (PAIR-1).
    pub swiss_rounds: Option<u32>,
    /// The cut, once fixed at the start.
    pub cut: Option<CutRule>,
    /// The newest round that the viewer may see.
    pub round: Option<RoundNo>,
    /// Who won, once that is known.
    pub champion: Option<PlayerRef>,
    /// The next thing for the desk to do; for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<NextInWords>,
}

impl TournamentView {
    /// Shows a tournament.
    #[must_use]
    pub fn of(viewer: Viewer, state: &State) -> TournamentView {
        let seen = viewer.of(state);
        let setup = &state.setup;
        TournamentView {
            name: setup.name.clone(),
            regulation: setup.regulation,
            tier: setup.tier,
            structure: setup.structure,
            custom: setup.custom,
            date: setup.date,
            zone: setup.zone.clone(),
            phase: state.phase,
            position: state.position,
            registered: state.players.len(),
            active: state.active().count(),
            attendance: state.attendance,
            swiss_rounds: state.structure.map(|structure| structure.rounds),
            cut: state.structure.map(|structure| structure.cut),
            round: seen.current().map(|round| round.number),
            champion: champion(&seen).map(|player| PlayerRef::of(state, player)),
            next: viewer.is_staff().then(|| next(state).into()),
        }
    }
}

/// Returns who won, once that is known: the bracket's winner, or the first when a tournament without one is finished.
#[must_use]
pub fn champion(state: &State) -> Option<PlayerId> {
    if state.knockout.is_some() {
        return knockout::champion(state);
    }
    let over = state.phase == Phase::Finished;
    over.then(|| placings::winner(state)).flatten()
}

/// What a regulation makes of a report.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OutcomeView {
    /// What it gives to both players.
    pub outcome: Outcome,
    /// How that was worked out.
    pub working: Vec<WorkingStep>,
}

impl OutcomeView {
    /// Works a report out whose players are not known.
    pub fn of(
        regulation: Regulation,
        stage: StageKind,
        report: &Report,
    ) -> Result<OutcomeView, ReportRefusal> {
        let working = regulation.working(stage, report)?;
        Ok(OutcomeView {
            outcome: regulation.outcome(stage, report)?,
            working: working::steps(&working, working::UNKNOWN),
        })
    }
}
