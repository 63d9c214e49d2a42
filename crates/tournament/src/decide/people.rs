//! Staff and players: roles, registration, check-in, dropping and rejoining.

use super::{NOTHING, player, refuse_player, text};
use crate::command::NewPlayer;
use crate::entry::Gave;
use crate::ids::{PlayerId, StaffId};
use crate::knockout;
use crate::refusal::{NotNow, PlayerProblem, Refusal, RoleProblem, Selection, TextField};
use crate::state::{Phase, RoundStatus, Staff, State, Status};
use muster_regulations::{Regulation, Role};

pub(super) fn assign(state: &State, role: Role) -> Result<Gave, Refusal> {
    let book = state.setup.regulation.book();
    let title = state.setup.regulation.role_name(role);
    let on_duty = on_duty(state).filter(|staff| staff.role == role).count();
    match role {
        Role::Organizer => Err(RoleProblem::OneOrganizer(title).into()),
        Role::Head if book.most_heads.is_some_and(|most| on_duty >= most as usize) => {
            let regulation = state.setup.regulation;
            Err(RoleProblem::OneHead { regulation, title }.into())
        }
        _ => Ok(NOTHING),
    }
}

pub(super) fn dismiss(state: &State, id: StaffId) -> Result<Gave, Refusal> {
    let staff = state.staff(id).ok_or(Refusal::NoSuchStaff { staff: id })?;
    if !staff.on_duty {
        return Err(Refusal::NotOnDuty { staff: id });
    }
    if staff.role == Role::Organizer {
        return Err(RoleProblem::OrganizerStays.into());
    }
    // ROLE-5 applies at all times: a staff member who plays needs another one on duty.
    check_playing_leaders(state, Some(id))?;
    Ok(NOTHING)
}

fn is_on_duty(state: &State, id: StaffId) -> bool {
    state.staff(id).is_some_and(|staff| staff.on_duty)
}

fn on_duty(state: &State) -> impl Iterator<Item = &Staff> {
    state.staff.iter().filter(|staff| staff.on_duty)
}

/// Checks ROLE-5 for all staff who are registered as players.
pub(super) fn leaders_may_play(state: &State) -> Result<(), Refusal> {
    check_playing_leaders(state, None)
}

fn check_playing_leaders(state: &State, leaving: Option<StaffId>) -> Result<(), Refusal> {
    let playing = state
        .players
        .iter()
        .filter(|p| matches!(p.status, Status::Registered | Status::Active))
        .filter_map(|p| p.leader);
    for leader in playing {
        // A staff member is no longer an ordinary player.
        if Some(leader) != leaving && is_on_duty(state, leader) {
            leader_may_play(state, leader, leaving)?;
        }
    }
    Ok(())
}

/// ROLE-5: only in relaxed tiers, and only with another staff member on duty. Conquest: a Consular never, the organizer
/// only if somebody else is a Consular.
fn leader_may_play(state: &State, id: StaffId, leaving: Option<StaffId>) -> Result<(), Refusal> {
    let staff = state
        .staff(id)
        .filter(|staff| staff.on_duty)
        .ok_or(Refusal::NotOnDuty { staff: id })?;
    let regulation = state.setup.regulation;
    let title = regulation.role_name(staff.role);
    let tier_allows = match regulation {
        Regulation::Conquest => staff.role == Role::Organizer,
        _ => regulation
            .book()
            .leaders_may_play
            .contains(&state.setup.tier),
    };
    if !tier_allows {
        let tier = state.setup.tier;
        return Err(match regulation {
            Regulation::Conquest => RoleProblem::NeverPlays(title),
            _ => RoleProblem::NotInTier { title, tier },
        }
        .into());
    }
    let another = on_duty(state).any(|other| other.id != id && Some(other.id) != leaving);
    if !another {
        let name = state.actor(crate::ids::By::Staff(id));
        return Err(RoleProblem::AnotherNeeded(name).into());
    }
    Ok(())
}

pub(super) fn register(state: &State, players: &[NewPlayer]) -> Result<Gave, Refusal> {
    if players.is_empty() {
        return Err(Selection::NobodyToRegister.into());
    }
    late_entry_open(state)?;
    for (i, new) in players.iter().enumerate() {
        check_list(state, new.faction.as_deref(), new.list_points)?;
        if let Some(leader) = new.leader {
            leader_may_play(state, leader, None)?;
            let taken = |other: Option<StaffId>| other == Some(leader);
            if state.players.iter().any(|p| taken(p.leader))
                || players[..i].iter().any(|p| taken(p.leader))
            {
                return Err(Selection::StaffRegistered(leader).into());
            }
        }
    }
    Ok(NOTHING)
}

/// DROP-4: in the first stage, and only before its last round is paired.
fn late_entry_open(state: &State) -> Result<(), Refusal> {
    match state.phase {
        Phase::Registration => Ok(()),
        Phase::Swiss => {
            let rounds = state.structure.map_or(0, |s| s.rounds);
            let published = state
                .swiss_rounds()
                .filter(|r| r.status > RoundStatus::Draft)
                .count();
            if published >= rounds as usize {
                return Err(NotNow::LateEntryClosed.into());
            }
            Ok(())
        }
        Phase::Elimination | Phase::Finished => Err(NotNow::LateEntrySwissOnly.into()),
    }
}

fn check_list(state: &State, faction: Option<&str>, points: Option<u32>) -> Result<(), Refusal> {
    if let Some(faction) = faction {
        text(TextField::Faction, faction)?;
    }
    check_points(state, points)
}

pub(super) fn check_points(state: &State, points: Option<u32>) -> Result<(), Refusal> {
    let book = state.setup.regulation.book();
    match (points, book.list_points) {
        (Some(points), Some(most)) if points > most => Err(Refusal::ListPoints {
            word: book.list_word,
            points,
            most,
        }),
        _ => Ok(()),
    }
}

pub(super) fn amend(
    state: &State,
    id: PlayerId,
    faction: Option<&str>,
    list_points: Option<u32>,
) -> Result<Gave, Refusal> {
    let player = player(state, id)?;
    if player.redacted {
        return refuse_player(state, id, PlayerProblem::Erased);
    }
    if (faction.is_some() || list_points.is_some()) && state.lists.of.contains_key(&id) {
        return refuse_player(state, id, PlayerProblem::HasList);
    }
    check_list(state, faction, list_points)?;
    Ok(NOTHING)
}

pub(super) fn check_in(state: &State, players: &[PlayerId]) -> Result<Gave, Refusal> {
    if state.phase != Phase::Registration {
        return Err(NotNow::CheckInOver.into());
    }
    if players.is_empty() {
        return Err(Selection::NobodyToCheckIn.into());
    }
    for &id in players {
        match player(state, id)?.status {
            Status::Registered | Status::Active => {}
            Status::Disqualified => return refuse_player(state, id, PlayerProblem::Disqualified),
            Status::Dropped | Status::CutOff => {
                return refuse_player(state, id, PlayerProblem::Dropped);
            }
        }
    }
    Ok(NOTHING)
}

pub(super) fn drop(state: &State, id: PlayerId) -> Result<Gave, Refusal> {
    let player = player(state, id)?;
    match player.status {
        Status::Registered | Status::Active => Ok(leave(state, id)),
        Status::Dropped => refuse_player(state, id, PlayerProblem::DroppedAlready),
        Status::Disqualified => refuse_player(state, id, PlayerProblem::DisqualifiedAlready),
        Status::CutOff => refuse_player(state, id, PlayerProblem::NotInBracket),
    }
}

pub(super) fn disqualify(state: &State, id: PlayerId, reason: &str) -> Result<Gave, Refusal> {
    text(TextField::Reason, reason)?;
    let player = player(state, id)?;
    if player.status == Status::Disqualified {
        return refuse_player(state, id, PlayerProblem::DisqualifiedAlready);
    }
    Ok(leave(state, id))
}

/// CUT-2: a player who leaves between the cut and the first bracket game is replaced.
pub(super) fn leave(state: &State, id: PlayerId) -> Gave {
    match knockout::seeds_without(state, id) {
        Some(seeds) => Gave::Seeds(seeds),
        None => NOTHING,
    }
}

pub(super) fn rejoin(state: &State, id: PlayerId) -> Result<Gave, Refusal> {
    match player(state, id)?.status {
        Status::Dropped => {}
        Status::Disqualified => {
            return refuse_player(state, id, PlayerProblem::Disqualified);
        }
        Status::CutOff => return refuse_player(state, id, PlayerProblem::MissedCut),
        Status::Registered | Status::Active => {
            return refuse_player(state, id, PlayerProblem::NotDropped);
        }
    }
    match state.phase {
        Phase::Registration | Phase::Swiss => {}
        Phase::Elimination | Phase::Finished => {
            let seeded = state
                .knockout
                .as_ref()
                .is_some_and(|k| k.seed(id).is_some());
            let problem = if seeded {
                PlayerProblem::LeftBracket
            } else {
                PlayerProblem::LeftBeforeBracket
            };
            return refuse_player(state, id, problem);
        }
    }
    // A player who never played enters late (DROP-4).
    let played = state.swiss_rounds().any(|round| round.holds(id));
    if !played && state.phase == Phase::Swiss {
        late_entry_open(state)?;
    }
    if let Some(leader) = player(state, id)?.leader
        && is_on_duty(state, leader)
    {
        leader_may_play(state, leader, None)?;
    }
    Ok(NOTHING)
}

pub(super) fn redact(state: &State, id: PlayerId) -> Result<Gave, Refusal> {
    if player(state, id)?.redacted {
        return refuse_player(state, id, PlayerProblem::Erased);
    }
    Ok(NOTHING)
}
