//! Warnings for the desk before something goes wrong: staff who play, removed players who come back, requirements of the
//! regulation that nobody has prepared. Only reads the state; a warning never refuses anything.

use super::judges;
use crate::codes::codes;
use crate::command::Command;
use crate::ids::{By, ORGANIZER, PlayerId, StaffId};
use crate::log::Named;
use crate::personal::{Personal, Sealed};
use crate::state::{Phase, Player, Staff, State, Status, namesake_key};
use muster_regulations::{Regulation, Role, StructureKind, Tier};
use serde::Serialize;

/// Something the desk should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    pub kind: WarningKind,
    pub matter: WarningMatter,
    pub clause: &'static str,
    pub player: Option<PlayerId>,
    /// The staff member it is about.
    pub staff: Option<StaffId>,
}

/// The reason for the warning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum WarningMatter {
    /// Nobody can review a ruling.
    NoAppeals { regulation: Regulation },
    /// The organizer is a player too.
    OrganizerPlays { player: Named },
    /// A staff member on duty and a player have the same name.
    SameName {
        leader: String,
        role: Role,
        regulation: Regulation,
    },
    /// A player has the name of somebody who was disqualified.
    DisqualifiedName {
        player: Named,
        disqualified: PlayerId,
    },
    /// The structure is another than the tier asks for.
    Structure {
        regulation: Regulation,
        tier: Tier,
        structure: StructureKind,
        expected: StructureKind,
    },
    /// Players who are present have handed in no list.
    ListsMissing { missing: usize, present: usize },
    /// Everybody needs an opaque bag.
    OpaqueBags,
    /// Each deck needs opaque sleeves.
    OpaqueSleeves,
}

codes!(WarningMatter {
    WarningMatter::NoAppeals { .. } => "warning.no-appeals",
    WarningMatter::OrganizerPlays { .. } => "warning.organizer-plays",
    WarningMatter::SameName { .. } => "warning.same-name",
    WarningMatter::DisqualifiedName { .. } => "warning.disqualified-name",
    WarningMatter::Structure { .. } => "warning.structure",
    WarningMatter::ListsMissing { .. } => "warning.lists-missing",
    WarningMatter::OpaqueBags => "warning.opaque-bags",
    WarningMatter::OpaqueSleeves => "warning.opaque-sleeves",
});

/// What kind of thing the desk should know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum WarningKind {
    /// Nobody can review a ruling.
    NoAppeals,
    /// The organizer is a player too.
    OrganizerPlays,
    /// A staff member on duty and a player have the same name and are not linked.
    SameName,
    /// A player has the name of somebody who was disqualified.
    DisqualifiedName,
    /// The structure is another than the tier asks for.
    Structure,
    /// Players who are present have handed in no list.
    Lists,
    /// Something that only people can bring or check.
    Checklist,
}

impl WarningKind {
    /// Returns whether it matters only until the start.
    #[must_use]
    pub fn is_about_start(self) -> bool {
        matches!(
            self,
            WarningKind::Structure | WarningKind::Lists | WarningKind::Checklist
        )
    }
}

/// Returns what the desk should know now: before the start all of it, later what can still happen.
#[must_use]
pub fn warnings(state: &State) -> Vec<Warning> {
    if state.recorded.is_some() || state.phase == Phase::Finished {
        return Vec::new();
    }
    let mut warnings = all(state);
    if state.phase != Phase::Registration {
        warnings.retain(|warning| !warning.kind.is_about_start());
    }
    warnings
}

/// Returns the warnings to show right after a command was accepted, from the state after it.
#[must_use]
pub fn about(state: &State, did: &Command) -> Vec<Warning> {
    let mut warnings = all(state);
    match did {
        Command::Start { .. } => {}
        Command::Configure { .. } => {
            warnings.retain(|warning| warning.kind == WarningKind::Structure);
        }
        Command::Register { players } => {
            let new = |id: PlayerId| {
                let sealed = state.player(id).map(|player| player.sealed);
                players.iter().any(|new| Some(new.who) == sealed)
            };
            warnings.retain(|warning| warning.player.is_some_and(new));
        }
        Command::Amend { player, .. } | Command::Rejoin { player } => {
            warnings.retain(|warning| warning.player == Some(*player));
        }
        Command::Assign { who, .. } => {
            let is_new = |id: StaffId| sealed(state, id) == Some(*who);
            warnings.retain(|warning| warning.staff.is_some_and(is_new));
        }
        Command::Dismiss { .. } => {
            warnings.retain(|warning| warning.kind == WarningKind::NoAppeals);
        }
        _ => warnings.clear(),
    }
    warnings
}

fn sealed(state: &State, staff: StaffId) -> Option<Sealed> {
    Some(state.staff(staff)?.sealed)
}

fn all(state: &State) -> Vec<Warning> {
    let mut warnings = Vec::new();
    warnings.extend(no_appeals(state));
    warnings.extend(people(state));
    warnings.extend(structure(state));
    warnings.extend(lists(state));
    warnings.extend(checklist(state));
    warnings
}

fn warning(kind: WarningKind, clause: &'static str, matter: WarningMatter) -> Warning {
    Warning {
        kind,
        matter,
        clause,
        player: None,
        staff: None,
    }
}

/// ROLE-4 in Conquest.
fn no_appeals(state: &State) -> Option<Warning> {
    if judges::has_appeals(state) {
        return None;
    }
    let regulation = state.setup.regulation;
    let matter = WarningMatter::NoAppeals { regulation };
    Some(warning(WarningKind::NoAppeals, "ROLE-4", matter))
}

/// ROLE-5 and DROP-3, for everybody who plays or may still play.
fn people(state: &State) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let name = |personal: Option<&Personal>| personal.map(|personal| namesake_key(&personal.name));
    let named = |player: &Player| name(player.personal.as_ref());
    let leaders: Vec<(&Staff, String)> = state
        .staff
        .iter()
        .filter(|staff| staff.on_duty)
        .filter_map(|staff| Some((staff, name(staff.personal.as_ref())?)))
        .collect();
    let removed: Vec<(PlayerId, String)> = state
        .players
        .iter()
        .filter(|player| player.status == Status::Disqualified)
        .filter_map(|player| Some((player.id, named(player)?)))
        .collect();
    let plays = |player: &&Player| matches!(player.status, Status::Registered | Status::Active);
    for player in state.players.iter().filter(plays) {
        let shown = state.named(player.id);
        if player.leader == Some(ORGANIZER) {
            let matter = WarningMatter::OrganizerPlays {
                player: shown.clone(),
            };
            warnings.push(Warning {
                player: Some(player.id),
                staff: Some(ORGANIZER),
                ..warning(WarningKind::OrganizerPlays, "ROLE-5", matter)
            });
        }
        let Some(name) = named(player) else { continue };
        for (staff, _) in leaders.iter().filter(|(_, leader)| *leader == name) {
            if player.leader == Some(staff.id) {
                continue;
            }
            let matter = WarningMatter::SameName {
                leader: state.actor(By::Staff(staff.id)),
                role: staff.role,
                regulation: state.setup.regulation,
            };
            warnings.push(Warning {
                player: Some(player.id),
                staff: Some(staff.id),
                ..warning(WarningKind::SameName, "ROLE-5", matter)
            });
        }
        if let Some((other, _)) = removed.iter().find(|(_, other)| *other == name) {
            let matter = WarningMatter::DisqualifiedName {
                player: shown,
                disqualified: *other,
            };
            warnings.push(Warning {
                player: Some(player.id),
                ..warning(WarningKind::DisqualifiedName, "DROP-3", matter)
            });
        }
    }
    warnings
}

/// PAIR-7: what the tiers ask for. The most relaxed tier may use custom numbers, but its championship must not use
/// the table of a higher tier.
fn structure(state: &State) -> Option<Warning> {
    let setup = &state.setup;
    let fits: &[StructureKind] = match (setup.regulation, setup.tier) {
        (Regulation::Conquest, _) | (_, Tier::Casual | Tier::Event) => return None,
        (_, Tier::Relaxed) => &[StructureKind::Basic, StructureKind::Custom],
        (_, Tier::Formal) => &[StructureKind::Advanced],
        (_, Tier::Premier | Tier::Competitive) => &[StructureKind::Custom],
    };
    if fits.contains(&setup.structure) {
        return None;
    }
    let matter = WarningMatter::Structure {
        regulation: setup.regulation,
        tier: setup.tier,
        structure: setup.structure,
        expected: *fits.first()?,
    };
    Some(warning(WarningKind::Structure, "PAIR-7", matter))
}

/// GC-LIST: handed in before the start.
fn lists(state: &State) -> Option<Warning> {
    let missing = state.without_list().len();
    if state.setup.regulation != Regulation::Conquest || missing == 0 {
        return None;
    }
    let matter = WarningMatter::ListsMissing {
        missing,
        present: state.active().count(),
    };
    Some(warning(WarningKind::Lists, "GC-LIST", matter))
}

/// What only people can check in a tier.
fn checklist(state: &State) -> Option<Warning> {
    let (clause, matter) = match (state.setup.regulation, state.setup.tier) {
        (Regulation::Legion, Tier::Competitive) => ("LE-BAG", WarningMatter::OpaqueBags),
        (Regulation::Cardgame, Tier::Formal | Tier::Premier) => {
            ("CG-SLEEVES", WarningMatter::OpaqueSleeves)
        }
        _ => return None,
    };
    Some(warning(WarningKind::Checklist, clause, matter))
}
