//! Coming in: a player's code becomes a token, players register themselves, the organizer invites leaders and gives out
//! codes.

use super::command::Entrant;
use super::sent::Sent;
use super::tournaments::desk_only;
use crate::app::Shared;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use jiff::SignedDuration;
use muster_ledger::Write;
use muster_ledger::people::{Access, Kept, Reach, Who};
use muster_regulations::Role;
use muster_service::Problem as Stopped;
use muster_service::codes::{self, WRONG_CODE};
use muster_service::invitations::{self, Seat};
use muster_service::registration::{self, Entered, Newcomer};
use muster_service::secret;
use muster_tournament::{By, PlayerId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The shortest key of a registration.
const SHORTEST_KEY: usize = registration::SECRET;
/// How long a token is good that was made with a code or a link.
const GOOD_FOR: SignedDuration = SignedDuration::from_hours(24 * 30);
/// The most tokens of one seat that were made so; the next takes the place of the oldest.
const MOST_TOKENS: usize = 10;

/// A player's code.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PlayerCodeClaim)]
pub struct Claim {
    /// As on the badge; case, spaces and hyphens do not matter.
    #[schema(min_length = 1, max_length = 40)]
    code: String,
}

/// A seat taken.
#[derive(Serialize, ToSchema)]
#[schema(as = ClaimedPlayer)]
pub struct Claimed {
    /// Whose.
    player: PlayerId,
    /// A token with the purpose “player” for this tournament, shown now and never again.
    token: String,
}

/// Takes a seat with a player's code.
///
/// The token that comes back can report, confirm, call a judge and whatever else players do for themselves. Wrong codes
/// are slowed down.
#[utoipa::path(
    post, path = "/tournaments/{id}/claim", operation_id = "claimSeat", tag = "Coming in", request_body = Claim,
    responses((status = 201, description = "The seat is yours.", body = Claimed))
)]
pub async fn claim(
    scene: Scene,
    sent: Sent<Claim>,
) -> Result<(StatusCode, Json<Claimed>), Problem> {
    let player = codes::seat_of(&scene, &sent.value.code)
        .await?
        .ok_or_else(|| Problem::bad(WRONG_CODE))?;
    let seat = Seat {
        tournament: scene.room.id.clone(),
        by: By::Player(player),
    };
    let token = token_for(&scene.app, seat, "taken with a code").await?;
    Ok((StatusCode::CREATED, Json(Claimed { player, token })))
}

/// Makes a token that does for somebody what they may do, for a month. There are never many of them: whoever has the code
/// can always make another.
async fn token_for(app: &Shared, seat: Seat, label: &str) -> Result<String, Problem> {
    let token = secret::random().map_err(Stopped::no_random)?.to_string();
    let who = Who::Seat {
        tournament: seat.tournament,
        by: seat.by,
    };
    let now = app.now();
    let old = Access::of(app.ledger(), &who).await?;
    let mut writes: Vec<Write> = Vec::new();
    let made_so: Vec<&Access> = old.iter().filter(|old| old.label == label).collect();
    let surplus = (made_so.len() + 1).saturating_sub(MOST_TOKENS);
    writes.extend(made_so.iter().take(surplus).map(|old| old.revoked()));
    let access = Access {
        token: secret::digest(&token),
        reach: match seat.by {
            By::Player(_) => Reach::Player,
            By::Staff(_) => Reach::Desk,
        },
        who,
        label: label.to_owned(),
        created: now,
        expires: now.checked_add(GOOD_FOR).ok(),
    };
    writes.push(access.put());
    app.ledger().commit(writes).await?;
    Ok(token)
}

/// Somebody who was invited.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"invite": "http://127.0.0.1:7890/in/4be1…", "name": "Cleo Mansour"})))]
#[schema(as = InvitationAnswer)]
pub struct Join {
    /// The link, or what is behind its last slash.
    #[schema(min_length = 1, max_length = 400)]
    invite: String,
    /// The name of a new leader as others see it; players have theirs already.
    #[schema(min_length = 1, max_length = 200)]
    name: Option<String>,
}

/// A place taken with a link.
#[derive(Serialize, ToSchema)]
#[schema(as = JoinedStaff)]
pub struct Joined {
    /// In which tournament.
    tournament: String,
    /// Their role.
    by: By,
    /// A token for this tournament, shown now and never again: “desk” for leaders, “player” for players.
    token: String,
}

/// Takes a seat with a personal link, or joins the leaders with an invitation, which works once.
#[utoipa::path(
    post, path = "/join", operation_id = "joinWithLink", tag = "Coming in", request_body = Join,
    responses((status = 201, description = "The place is yours.", body = Joined))
)]
pub async fn join(
    State(app): State<Shared>,
    sent: Sent<Join>,
) -> Result<(StatusCode, Json<Joined>), Problem> {
    let Join { invite, name } = sent.value;
    let invite = invite.trim().rsplit('/').next().unwrap_or_default();
    let seat = invitations::accept(&app, invite, name.as_deref()).await?;
    let (tournament, by) = (seat.tournament.to_string(), seat.by);
    let token = token_for(&app, seat, "taken with a link").await?;
    let joined = Joined {
        tournament,
        by,
        token,
    };
    Ok((StatusCode::CREATED, Json(joined)))
}

/// A player who registers.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SelfRegistration)]
pub struct Registration {
    /// Who.
    player: Entrant,
    /// There is somebody of this name already, and this is somebody else.
    #[serde(default)]
    another: bool,
}

/// A player who has registered.
#[derive(Serialize, ToSchema)]
#[schema(as = SelfRegistered)]
pub struct Registered {
    /// The number.
    player: PlayerId,
    /// A token with the purpose “player” for this tournament, shown now and never again.
    token: String,
    /// The code that opens the seat on any phone, shown now and never again.
    code: String,
}

/// Somebody who waits for the desk.
#[derive(Serialize, ToSchema)]
#[schema(as = WaitingForDesk)]
pub struct Waiting {
    /// Always true. Send the same request with the same key again to see whether the desk has decided.
    waiting: bool,
}

/// Registers oneself, where the organizer has opened that.
///
/// After the start, and when very many come at once, newcomers wait for the desk: then the answer is 202. The same request
/// with the same Idempotency-Key answers 201 once the desk has approved, 403 if it has declined.
#[utoipa::path(
    post, path = "/tournaments/{id}/register", operation_id = "registerOneself", tag = "Coming in", request_body = Registration,
    params(("Idempotency-Key" = Option<String>, Header, description = "A key that the sender chooses; the same again registers nobody twice and opens the same seat, so it must be random.", min_length = 16, max_length = 255)),
    responses(
        (status = 201, description = "Registered.", body = Registered),
        (status = 202, description = "Waiting for the desk.", body = Waiting)
    )
)]
pub async fn register(scene: Scene, sent: Sent<Registration>) -> Result<Response, Problem> {
    // Whoever repeats a key is given the seat, and nobody is known yet: a key that others could guess is no key.
    if sent
        .key
        .as_ref()
        .is_some_and(|key| key.len() < SHORTEST_KEY)
    {
        return Err(Problem::bad(format!(
            "The Idempotency-Key of a registration opens its seat again: use at least {SHORTEST_KEY} random characters."
        )));
    }
    let secret = match &sent.key {
        Some(key) => format!("api {key}"),
        None => secret::random().map_err(Stopped::no_random)?.to_string(),
    };
    let key = sent.key.map(|key| {
        let chosen = format!("api register {key}");
        scene.key(registration::REGISTRAR, &chosen, Some(sent.digest))
    });
    let Registration { player, another } = sent.value;
    let new = Newcomer {
        name: player.name,
        club: player.club,
        contact: player.contact,
        faction: player.faction,
        list_points: player.list_points,
        another,
    };
    let player = match registration::register_newcomer(&scene, new, key, &secret).await? {
        Entered::Player(player) => player,
        Entered::Waiting => {
            let waiting = Json(Waiting { waiting: true });
            return Ok((StatusCode::ACCEPTED, waiting).into_response());
        }
    };
    let ticket = codes::ticket(&scene.app, &scene.room.id, player)?;
    scene.app.ledger().commit(ticket.writes).await?;
    let seat = Seat {
        tournament: scene.room.id.clone(),
        by: By::Player(player),
    };
    let token = token_for(&scene.app, seat, "made at registration").await?;
    let registered = Registered {
        player,
        token,
        code: ticket.code,
    };
    Ok((StatusCode::CREATED, Json(registered)).into_response())
}

/// A leader to be invited.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Invitation {
    /// As what; there is exactly one organizer (ROLE-1).
    role: Role,
}

/// An invitation.
#[derive(Serialize, ToSchema)]
#[schema(as = InviteLink)]
pub struct Invited {
    /// The link to open; it works once, for a week, and is shown now and never again.
    link: String,
}

/// Makes an invitation for a leader; for the organizer.
#[utoipa::path(
    post, path = "/tournaments/{id}/invites", operation_id = "inviteLeader", tag = "Coming in", request_body = Invitation,
    responses((status = 201, description = "The invitation.", body = Invited))
)]
pub async fn invite(
    scene: Scene,
    sent: Sent<Invitation>,
) -> Result<(StatusCode, Json<Invited>), Problem> {
    desk_only(&scene.visitor)?;
    let link = invitations::invite(&scene, sent.value.role).await?;
    Ok((StatusCode::CREATED, Json(Invited { link })))
}

/// Whose codes.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PlayerCodeList)]
pub struct Codes {
    /// One player; left out, everybody.
    player: Option<PlayerId>,
}

/// A player's code.
#[derive(Serialize, ToSchema)]
#[schema(as = PlayerCode)]
struct Code {
    /// Whose.
    player: PlayerId,
    /// The name.
    name: String,
    /// The code to type.
    code: String,
    /// The link to open.
    link: String,
}

/// Codes, shown once.
#[derive(Serialize, ToSchema)]
pub struct NewCodes {
    /// In the order of registration.
    codes: Vec<Code>,
}

/// Makes codes for players; for the organizer.
///
/// The old codes and links, and tokens that were made with them, are useless from then on. Where it is for one player,
/// whoever sits in their place on a phone is signed out as well.
#[utoipa::path(
    post, path = "/tournaments/{id}/codes", operation_id = "makeCodes", tag = "Coming in", request_body = Codes,
    responses((status = 201, description = "The codes, shown now and never again.", body = NewCodes))
)]
pub async fn codes(
    scene: Scene,
    sent: Sent<Codes>,
) -> Result<(StatusCode, Json<NewCodes>), Problem> {
    desk_only(&scene.visitor)?;
    let made = codes::new_codes(&scene, sent.value.player).await?;
    let codes = made.into_iter().map(|new| Code {
        player: new.player,
        name: new.name,
        code: new.code,
        link: new.link,
    });
    let codes = NewCodes {
        codes: codes.collect(),
    };
    Ok((StatusCode::CREATED, Json(codes)))
}
