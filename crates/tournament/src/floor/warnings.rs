//! What the desk should know before it goes wrong: who plays and leads, who was removed and is back, what the regulation
//! asks for and nobody has prepared. Reads the state only; a warning never refuses anything.

use super::judges;
use crate::command::Command;
use crate::ids::{By, ORGANIZER, PlayerId, StaffId};
use crate::personal::{Personal, Sealed};
use crate::state::{Phase, Player, Staff, State, Status, folded};
use crate::why::words::counted;
use muster_regulations::{Regulation, Role, StructureKind, Tier};
use serde::Serialize;

/// Something the desk should know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = DeskWarning))]
pub struct Warning {
    /// What kind of thing.
    pub kind: WarningKind,
    /// What is the matter, as a sentence.
    pub text: String,
    /// The clause it rests on.
    pub clause: &'static str,
    /// The player it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// The leader it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub staff: Option<StaffId>,
}

/// What kind of thing the desk should know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum WarningKind {
    /// Nobody can review a ruling.
    NoAppeals,
    /// The organizer is a player too.
    OrganizerPlays,
    /// A leader on duty and a player have the same name and are not linked.
    SameName,
    /// A player has the name of somebody who was disqualified.
    DisqualifiedName,
    /// The structure is another than the tier asks for.
    Structure,
    /// Players who are present have handed in no list.
    Lists,
    /// Something to bring or to check that only people can see to.
    Checklist,
}

impl WarningKind {
    /// Returns whether it says something that matters only until the start.
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

/// Returns what is to be said at once when a command was accepted, from the state after it.
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

fn warning(kind: WarningKind, clause: &'static str, text: String) -> Warning {
    Warning {
        kind,
        text,
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
    let head = state.setup.regulation.role_name(Role::Head);
    let judge = state.setup.regulation.role_name(Role::Judge);
    let text = format!("No {head} is on duty: every ruling of a {judge} is final, without appeal.");
    Some(warning(WarningKind::NoAppeals, "ROLE-4", text))
}

/// ROLE-5 and DROP-3, for everybody who plays or may still play.
fn people(state: &State) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let name = |personal: Option<&Personal>| personal.map(|personal| folded(&personal.name));
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
        let shown = state.name(player.id);
        if player.leader == Some(ORGANIZER) {
            let text = format!(
                "{shown} plays and is the organizer: another leader rules on those games, and must be announced."
            );
            warnings.push(Warning {
                player: Some(player.id),
                staff: Some(ORGANIZER),
                ..warning(WarningKind::OrganizerPlays, "ROLE-5", text)
            });
        }
        let Some(name) = named(player) else { continue };
        for (staff, _) in leaders.iter().filter(|(_, leader)| *leader == name) {
            if player.leader == Some(staff.id) {
                continue;
            }
            let text = format!(
                "{} is on duty as {} and a player has the same name: if it is the same person, register the player as \
                 that leader.",
                state.actor(By::Staff(staff.id)),
                state.setup.regulation.role_name(staff.role)
            );
            warnings.push(Warning {
                player: Some(player.id),
                staff: Some(staff.id),
                ..warning(WarningKind::SameName, "ROLE-5", text)
            });
        }
        if let Some((other, _)) = removed.iter().find(|(_, other)| *other == name) {
            let text = format!(
                "{shown} has the same name as player {other}, who was disqualified and cannot come back. Check that it \
                 is somebody else."
            );
            warnings.push(Warning {
                player: Some(player.id),
                ..warning(WarningKind::DisqualifiedName, "DROP-3", text)
            });
        }
    }
    warnings
}

/// PAIR-7: what the tiers ask for. The most relaxed tier may have numbers of its own; its championship may not have the
/// table of a higher one.
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
    let expected = fits.first().map_or("", |kind| kind.title());
    let text = format!(
        "The {} structure deviates: the {} tier of {} goes with {expected}. It is noted, not refused.",
        setup.structure.title(),
        setup.tier,
        setup.regulation.book().title
    );
    Some(warning(WarningKind::Structure, "PAIR-7", text))
}

/// GC-LIST: handed in before the start.
fn lists(state: &State) -> Option<Warning> {
    let missing = state.without_list().len();
    if state.setup.regulation != Regulation::Conquest || missing == 0 {
        return None;
    }
    let text = format!(
        "{} of {} who are present: army lists are handed in before the start and fixed then.",
        counted(missing, "list is missing", "lists are missing"),
        state.active().count()
    );
    Some(warning(WarningKind::Lists, "GC-LIST", text))
}

/// What only people can see to in a tier.
fn checklist(state: &State) -> Option<Warning> {
    let (clause, text) = match (state.setup.regulation, state.setup.tier) {
        (Regulation::Legion, Tier::Competitive) => (
            "LE-BAG",
            "Order tokens are drawn from an opaque bag: check that every player has one.",
        ),
        (Regulation::Cardgame, Tier::Formal | Tier::Premier) => (
            "CG-SLEEVES",
            "Each deck has identical opaque sleeves: check them with the lists.",
        ),
        _ => return None,
    };
    Some(warning(WarningKind::Checklist, clause, text.to_owned()))
}
