//! The people of a tournament.

use crate::Viewer;
use muster_regulations::Role;
use muster_tournament::By;
use muster_tournament::ids::{PlayerId, StaffId, TableNo};
use muster_tournament::state::{Player, Staff, State, Status};
use serde::Serialize;

/// A player by number and name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlayerRef {
    /// The number, from 1 in the order of registration.
    pub player: PlayerId,
    /// The name as it is shown; a number where personal data was erased.
    pub name: String,
}

impl PlayerRef {
    /// Names a player.
    #[must_use]
    pub fn of(state: &State, player: PlayerId) -> PlayerRef {
        PlayerRef {
            player,
            name: state.name(player),
        }
    }
}

/// A player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlayerView {
    /// The number, from 1 in the order of registration.
    pub player: PlayerId,
    /// The name as it is shown; a number where personal data was erased.
    pub name: String,
    /// Faction, affiliation or the like.
    pub faction: Option<String>,
    /// Total of the list in points; for staff and the player, and for everybody once the tournament is over.
    pub list_points: Option<u32>,
    /// Whether the player takes part.
    pub status: Status,
    /// Whether a list was handed in.
    pub has_list: bool,
    /// Whether personal data was erased.
    pub redacted: bool,
    /// Club, store or team; for staff and the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub club: Option<String>,
    /// How the organizer reaches the person; for staff and the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<String>,
    /// The staff member this player is (ROLE-5); for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leader: Option<StaffId>,
    /// Tables of which the player sits at one; for staff.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<TableNo>,
}

impl PlayerView {
    /// Shows a player.
    #[must_use]
    pub fn of(viewer: Viewer, state: &State, player: &Player) -> PlayerView {
        let staff = viewer.is_staff();
        let own = staff || viewer == Viewer::Player(player.id);
        let personal = player.personal.as_ref().filter(|_| own);
        let points = viewer.sees_list_points(state, player.id);
        PlayerView {
            player: player.id,
            name: state.name(player.id),
            faction: player.faction.clone(),
            list_points: player.list_points.filter(|_| points),
            status: player.status,
            has_list: state.lists.of.contains_key(&player.id),
            redacted: player.redacted,
            club: personal.and_then(|personal| personal.club.clone()),
            contact: personal.and_then(|personal| personal.contact.clone()),
            leader: player.leader.filter(|_| staff),
            seats: match staff {
                true => player.seats.clone(),
                false => Vec::new(),
            },
        }
    }

    /// Shows all players, in the order of registration.
    #[must_use]
    pub fn all(viewer: Viewer, state: &State) -> Vec<PlayerView> {
        let players = state.players.iter();
        players
            .map(|player| PlayerView::of(viewer, state, player))
            .collect()
    }
}

/// A member of the staff.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StaffView {
    /// The number; 1 is the organizer.
    pub staff: StaffId,
    /// The name.
    pub name: String,
    /// The role.
    pub role: Role,
    /// The role in the words of the regulation.
    pub title: &'static str,
    /// Whether they are still on duty.
    pub on_duty: bool,
    /// The player they are too, if any.
    pub plays_as: Option<PlayerRef>,
}

impl StaffView {
    /// Shows the staff, past and present.
    #[must_use]
    pub fn all(state: &State) -> Vec<StaffView> {
        let view = |staff: &Staff| {
            let mut players = state.players.iter();
            let player = players.find(|player| player.leader == Some(staff.id));
            StaffView {
                staff: staff.id,
                name: state.actor(By::Staff(staff.id)),
                role: staff.role,
                title: state.setup.regulation.role_name(staff.role),
                on_duty: staff.on_duty,
                plays_as: player.map(|player| PlayerRef::of(state, player.id)),
            }
        };
        state.staff.iter().map(view).collect()
    }
}
