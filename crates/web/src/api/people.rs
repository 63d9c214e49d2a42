//! The people of a tournament: players as everybody sees them, with more for leaders; and the leaders.

use super::answer::{self, Known};
use super::rounds::MatchView;
use super::tournaments::Person;
use crate::parts::seen;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::extract::Path;
use axum::response::Response;
use muster_regulations::Role;
use muster_tournament::ids::{PlayerId, RoundNo, StaffId, TableNo};
use muster_tournament::state::{Player, State, Status};
use muster_tournament::{By, Refusal};
use serde::Serialize;
use utoipa::ToSchema;

/// A player.
#[derive(Serialize, ToSchema)]
pub struct PlayerView {
    /// The number, from 1 in the order of registration.
    player: PlayerId,
    /// The name as it is shown; a number where the person asked to be forgotten.
    name: String,
    /// Faction, affiliation or the like.
    faction: Option<String>,
    /// Total of the list in points.
    list_points: Option<u32>,
    /// Whether the player takes part.
    status: Status,
    /// Whether a list was handed in.
    has_list: bool,
    /// Club, store or team; for leaders.
    #[serde(skip_serializing_if = "Option::is_none")]
    club: Option<String>,
    /// How the organizer reaches the person; for leaders.
    #[serde(skip_serializing_if = "Option::is_none")]
    contact: Option<String>,
    /// The leader this player is (ROLE-5); for leaders.
    #[serde(skip_serializing_if = "Option::is_none")]
    leader: Option<StaffId>,
    /// Tables of which the player sits at one; for leaders.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    seats: Vec<TableNo>,
}

impl PlayerView {
    fn of(scene: &Scene, state: &State, player: &Player) -> PlayerView {
        let leads = scene.here.leads();
        let personal = player.personal.as_ref().filter(|_| leads);
        PlayerView {
            player: player.id,
            name: state.name(player.id),
            faction: player.faction.clone(),
            list_points: player.list_points,
            status: player.status,
            has_list: state.lists.of.contains_key(&player.id),
            club: personal.and_then(|personal| personal.club.clone()),
            contact: personal.and_then(|personal| personal.contact.clone()),
            leader: player.leader.filter(|_| leads),
            seats: if leads {
                player.seats.clone()
            } else {
                Vec::new()
            },
        }
    }
}

/// The players.
#[derive(Serialize, ToSchema)]
pub struct Players {
    /// How far the journal goes.
    position: u64,
    /// In the order of registration.
    players: Vec<PlayerView>,
}

/// A player with the matches so far.
#[derive(Serialize, ToSchema)]
pub struct PlayerWithMatches {
    /// How far the journal goes.
    position: u64,
    /// Who.
    player: PlayerView,
    /// Matches and byes, oldest first.
    rounds: Vec<PlayerRound>,
}

/// What a player did in a round.
#[derive(Serialize, ToSchema)]
pub struct PlayerRound {
    /// The round.
    round: RoundNo,
    /// The match; none for a bye.
    #[serde(rename = "match")]
    played: Option<MatchView>,
    /// Whether it was a bye.
    bye: bool,
}

/// Lists the players.
#[utoipa::path(
    get, path = "/tournaments/{id}/players", tag = "Reading",
    responses((status = 200, description = "In the order of registration.", body = Players))
)]
pub async fn players(scene: Scene, known: Known) -> Result<Response, Problem> {
    answer::read(&scene, &known, |t| {
        let state = t.state();
        let players = state.players.iter();
        Ok(Players {
            position: state.position,
            players: players
                .map(|player| PlayerView::of(&scene, state, player))
                .collect(),
        })
    })
}

/// Shows a player with the matches so far.
#[utoipa::path(
    get, path = "/tournaments/{id}/players/{player}", tag = "Reading",
    responses((status = 200, description = "The player.", body = PlayerWithMatches))
)]
pub async fn player(
    scene: Scene,
    Path((_id, number)): Path<(String, u32)>,
    known: Known,
) -> Result<Response, Problem> {
    let id = PlayerId(number);
    answer::read(&scene, &known, |t| {
        let state = t.state();
        let player = state
            .player(id)
            .ok_or(Refusal::NoSuchPlayer { player: id })?;
        let rounds = seen::rounds(state).filter(|round| round.holds(id));
        Ok(PlayerWithMatches {
            position: state.position,
            player: PlayerView::of(&scene, state, player),
            rounds: rounds
                .map(|round| PlayerRound {
                    round: round.number,
                    played: round
                        .match_of(id)
                        .map(|m| MatchView::of(scene.here.leads(), state, m)),
                    bye: round.byes.contains(&id),
                })
                .collect(),
        })
    })
}

/// A leader.
#[derive(Serialize, ToSchema)]
pub struct StaffView {
    /// The number; 1 is the organizer.
    staff: StaffId,
    /// The name.
    name: String,
    /// As what.
    role: Role,
    /// The role in the words of the regulation.
    title: &'static str,
    /// Still on duty.
    on_duty: bool,
    /// The player this leader is too, if any.
    plays_as: Option<Person>,
}

/// The leaders.
#[derive(Serialize, ToSchema)]
pub struct Leaders {
    /// How far the journal goes.
    position: u64,
    /// Past and present.
    staff: Vec<StaffView>,
}

/// Lists the leaders; for leaders.
#[utoipa::path(
    get, path = "/tournaments/{id}/staff", tag = "Reading",
    responses((status = 200, description = "Past and present.", body = Leaders))
)]
pub async fn staff(scene: Scene, known: Known) -> Result<Response, Problem> {
    scene.leaders_only()?;
    answer::read(&scene, &known, |t| {
        let state = t.state();
        let regulation = state.setup.regulation;
        let plays = |id: StaffId| state.players.iter().find(|p| p.leader == Some(id));
        let staff = state.staff.iter().map(|staff| StaffView {
            staff: staff.id,
            name: state.actor(By::Staff(staff.id)),
            role: staff.role,
            title: regulation.role_name(staff.role),
            on_duty: staff.on_duty,
            plays_as: plays(staff.id).map(|player| Person::of(state, player.id)),
        });
        Ok(Leaders {
            position: state.position,
            staff: staff.collect(),
        })
    })
}
