//! Leaders and players: roles, registration, check-in, leaving and coming back.

use super::{NOTHING, not_now, player, refuse_player, text};
use crate::command::NewPlayer;
use crate::entry::Gave;
use crate::ids::{PlayerId, StaffId};
use crate::knockout;
use crate::refusal::Refusal;
use crate::state::{Phase, RoundStatus, Staff, State, Status};
use muster_regulations::words::with_article;
use muster_regulations::{Regulation, Role};

pub(super) fn assign(state: &State, role: Role) -> Result<Gave, Refusal> {
    let book = state.setup.regulation.book();
    let name = state.setup.regulation.role_name(role);
    let on_duty = on_duty(state).filter(|staff| staff.role == role).count();
    match role {
        Role::Organizer => Err(Refusal::Role {
            problem: format!("a tournament has exactly one {name}"),
            clause: "ROLE-1",
        }),
        Role::Head if book.most_heads.is_some_and(|most| on_duty >= most as usize) => {
            Err(Refusal::Role {
                problem: format!(
                    "{} allows one {name}; dismiss the one on duty first",
                    book.title
                ),
                clause: "ROLE-2",
            })
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
        return Err(Refusal::Role {
            problem: "the organizer stays to the end".to_owned(),
            clause: "ROLE-1",
        });
    }
    // ROLE-5 holds all the time: a leader who plays needs another one.
    check_playing_leaders(state, Some(id))?;
    Ok(NOTHING)
}

fn is_on_duty(state: &State, id: StaffId) -> bool {
    state.staff(id).is_some_and(|staff| staff.on_duty)
}

fn on_duty(state: &State) -> impl Iterator<Item = &Staff> {
    state.staff.iter().filter(|staff| staff.on_duty)
}

/// Checks ROLE-5 for all leaders who are registered as players.
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
        // Who is a leader no longer plays like anybody else.
        if Some(leader) != leaving && is_on_duty(state, leader) {
            leader_may_play(state, leader, leaving)?;
        }
    }
    Ok(())
}

/// ROLE-5: only in relaxed tiers, and only with another leader on duty. Conquest: a Consular never, the organizer only
/// where somebody else is Consular.
fn leader_may_play(state: &State, id: StaffId, leaving: Option<StaffId>) -> Result<(), Refusal> {
    let staff = state
        .staff(id)
        .filter(|staff| staff.on_duty)
        .ok_or(Refusal::NotOnDuty { staff: id })?;
    let regulation = state.setup.regulation;
    let role = with_article(regulation.role_name(staff.role));
    let tier_allows = match regulation {
        Regulation::Conquest => staff.role == Role::Organizer,
        _ => regulation
            .book()
            .leaders_may_play
            .contains(&state.setup.tier),
    };
    if !tier_allows {
        let tier = state.setup.tier;
        return Err(Refusal::Role {
            problem: match regulation {
                Regulation::Conquest => format!("{role} never plays"),
                _ => format!(
                    "{role} may not play in {} tournament",
                    with_article(&tier.to_string())
                ),
            },
            clause: "ROLE-5",
        });
    }
    let another = on_duty(state).any(|other| other.id != id && Some(other.id) != leaving);
    if !another {
        return Err(Refusal::Role {
            problem: format!(
                "{} plays, so another leader must be present and announced; assign one first",
                state.actor(crate::ids::By::Staff(id))
            ),
            clause: "ROLE-5",
        });
    }
    Ok(())
}

pub(super) fn register(state: &State, players: &[NewPlayer]) -> Result<Gave, Refusal> {
    if players.is_empty() {
        return Err(Refusal::Selection {
            what: "there is nobody to register".to_owned(),
        });
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
                let what = format!("leader {} is registered as a player already", leader.0);
                return Err(Refusal::Selection { what });
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
                return Err(not_now(
                    "late entry",
                    "ends when the last Swiss round is paired (DROP-4)",
                ));
            }
            Ok(())
        }
        Phase::Elimination | Phase::Finished => Err(not_now(
            "late entry",
            "is for the first stage only (DROP-4)",
        )),
    }
}

fn check_list(state: &State, faction: Option<&str>, points: Option<u32>) -> Result<(), Refusal> {
    if let Some(faction) = faction {
        text("the faction", faction)?;
    }
    let book = state.setup.regulation.book();
    if let (Some(points), Some(most)) = (points, book.list_points)
        && points > most
    {
        return Err(Refusal::Text {
            field: "the list",
            problem: format!(
                "has {points} points; {} has at most {most}",
                with_article(book.list_word)
            ),
        });
    }
    Ok(())
}

pub(super) fn amend(
    state: &State,
    id: PlayerId,
    faction: Option<&str>,
    list_points: Option<u32>,
) -> Result<Gave, Refusal> {
    let player = player(state, id)?;
    if player.redacted {
        return refuse_player(state, id, "has been forgotten on request");
    }
    if (faction.is_some() || list_points.is_some()) && state.lists.of.contains_key(&id) {
        return refuse_player(
            state,
            id,
            "has handed in a list, which says faction and points; change the list instead",
        );
    }
    check_list(state, faction, list_points)?;
    Ok(NOTHING)
}

pub(super) fn check_in(state: &State, players: &[PlayerId]) -> Result<Gave, Refusal> {
    if state.phase != Phase::Registration {
        return Err(not_now(
            "check-in",
            "ends with the start; use rejoin for a player who comes later (DROP-4)",
        ));
    }
    if players.is_empty() {
        return Err(Refusal::Selection {
            what: "there is nobody to check in".to_owned(),
        });
    }
    for &id in players {
        match player(state, id)?.status {
            Status::Registered | Status::Active => {}
            Status::Disqualified => return refuse_player(state, id, NEVER_BACK),
            Status::Dropped | Status::CutOff => {
                return refuse_player(state, id, "has left; let the player rejoin first");
            }
        }
    }
    Ok(NOTHING)
}

pub(super) fn drop(state: &State, id: PlayerId) -> Result<Gave, Refusal> {
    let player = player(state, id)?;
    match player.status {
        Status::Registered | Status::Active => Ok(leave(state, id)),
        Status::Dropped => refuse_player(state, id, "has left already"),
        Status::Disqualified => refuse_player(state, id, "was disqualified"),
        Status::CutOff => refuse_player(state, id, "is not in the bracket"),
    }
}

pub(super) fn disqualify(state: &State, id: PlayerId, reason: &str) -> Result<Gave, Refusal> {
    text("the reason", reason)?;
    let player = player(state, id)?;
    if player.status == Status::Disqualified {
        return refuse_player(state, id, "was disqualified already");
    }
    Ok(leave(state, id))
}

/// CUT-2: who leaves between the cut and the first bracket game is replaced.
pub(super) fn leave(state: &State, id: PlayerId) -> Gave {
    match knockout::seeds_without(state, id) {
        Some(seeds) => Gave::Seeds(seeds),
        None => NOTHING,
    }
}

const NEVER_BACK: &str = "was disqualified and cannot come back (DROP-3)";

pub(super) fn rejoin(state: &State, id: PlayerId) -> Result<Gave, Refusal> {
    match player(state, id)?.status {
        Status::Dropped => {}
        Status::Disqualified => {
            return refuse_player(state, id, NEVER_BACK);
        }
        Status::CutOff => return refuse_player(state, id, "did not make the cut (CUT-1)"),
        Status::Registered | Status::Active => return refuse_player(state, id, "has not left"),
    }
    match state.phase {
        Phase::Registration | Phase::Swiss => {}
        Phase::Elimination | Phase::Finished => {
            let seeded = state
                .knockout
                .as_ref()
                .is_some_and(|k| k.seed(id).is_some());
            let problem = if seeded {
                "has left the bracket, and the opponent goes on (SE-4); correct a no-show that was wrong, or undo"
            } else {
                "left before the bracket was played; its places are taken (CUT-2)"
            };
            return refuse_player(state, id, problem);
        }
    }
    // Who never played comes in late (DROP-4).
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
        return refuse_player(state, id, "has been forgotten already");
    }
    Ok(NOTHING)
}
