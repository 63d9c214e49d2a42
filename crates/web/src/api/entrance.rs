//! Joining a tournament: player codes and links become tokens, players register themselves, and the organizer invites staff
//! and issues player codes.

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
use muster_ledger::people::{Access, Kept, Scope, Who};
use muster_regulations::Role;
use muster_service::Problem as Stopped;
use muster_service::codes::{self, NewCode, WRONG_CODE};
use muster_service::invitations::{self, Seat};
use muster_service::people::Entrant;
use muster_service::registration::{self, Entered, Newcomer};
use muster_service::secret;
use muster_tournament::{By, PlayerId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The shortest idempotency key of a registration.
const SHORTEST_KEY: usize = registration::SECRET;
/// How long a token from a code or a link is valid.
const GOOD_FOR: SignedDuration = SignedDuration::from_hours(24 * 30);
/// The most such tokens of one seat; the next one replaces the oldest.
const MOST_TOKENS: usize = 10;

/// A player code to exchange for a token.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PlayerCodeClaim)]
pub struct Claim {
    /// The code on the badge. Case, spaces and hyphens don't matter.
    #[schema(min_length = 1, max_length = 40)]
    code: String,
}

/// A claimed seat.
#[derive(Serialize, ToSchema)]
#[schema(as = ClaimedPlayer)]
pub struct Claimed {
    /// The player.
    player: PlayerId,
    /// A token with the purpose `player` for this tournament. It is shown only once.
    token: String,
}

/// Claim a seat with a player code.
///
/// The returned token can report, confirm, call a judge and do whatever else players do for themselves. Wrong codes are
/// rate-limited.
#[utoipa::path(
    post, path = "/tournaments/{id}/claim", operation_id = "claimSeat", tag = "Access", request_body = Claim,
    responses((status = 201, description = "The seat and its token.", body = Claimed))
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

/// Creates a token for a seat, valid for a month, and revokes the oldest if there are too many: whoever has the code can
/// always get another.
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
        scope: match seat.by {
            By::Player(_) => Scope::Player,
            By::Staff(_) => Scope::Desk,
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

/// A personal link or an invitation to exchange for a token.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"invite": "http://127.0.0.1:7890/in/4be1…", "name": "Cleo Mansour"})))]
#[schema(as = InvitationAnswer)]
pub struct Join {
    /// The link, or the part after its last slash.
    #[schema(min_length = 1, max_length = 400)]
    invite: String,
    /// The public name of a new member of the staff. Players already have one.
    #[schema(min_length = 1, max_length = 200)]
    name: Option<String>,
}

/// A seat or staff position taken with a link.
#[derive(Serialize, ToSchema)]
#[schema(as = JoinedStaff)]
pub struct Joined {
    /// The tournament.
    tournament: String,
    /// The player or staff member.
    by: By,
    /// A token for this tournament, with the purpose `desk` for staff or `player` for players. It is shown only once.
    token: String,
}

/// Join with a link.
///
/// Claims a seat with a player's personal link, or joins the staff with an invitation, which works once.
#[utoipa::path(
    post, path = "/join", operation_id = "joinWithLink", tag = "Access", request_body = Join,
    responses((status = 201, description = "The seat or staff position, and its token.", body = Joined))
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

/// A player's own registration.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SelfRegistration)]
pub struct Registration {
    /// The player.
    player: Entrant,
    /// Confirms that this is a different person from the registered player with the same name.
    #[serde(default)]
    another: bool,
}

/// A completed registration.
#[derive(Serialize, ToSchema)]
#[schema(as = SelfRegistered)]
pub struct Registered {
    /// The player.
    player: PlayerId,
    /// A token with the purpose `player` for this tournament. It is shown only once.
    token: String,
    /// The player code, which opens the seat on any phone. It is shown only once.
    code: String,
}

/// A registration that waits for the desk's approval.
#[derive(Serialize, ToSchema)]
#[schema(as = WaitingForDesk)]
pub struct Waiting {
    /// Always true. Repeat the request with the same key to see whether the desk has decided.
    waiting: bool,
}

/// Register as a player.
///
/// Only if the organizer has opened self-registration. After the start, and when very many people register at once,
/// newcomers wait for the desk: the answer is 202. Repeat the request with the same `Idempotency-Key`; it returns 201 once
/// the desk has approved and 403 if it has declined.
#[utoipa::path(
    post, path = "/tournaments/{id}/register", operation_id = "registerOneself", tag = "Access", request_body = Registration,
    params(("Idempotency-Key" = Option<String>, Header, description = "A random key you choose. A repeated key registers nobody twice and opens the same seat again.", min_length = 16, max_length = 255)),
    responses(
        (status = 201, description = "Registered.", body = Registered),
        (status = 202, description = "Waiting for the desk.", body = Waiting)
    )
)]
pub async fn register(scene: Scene, sent: Sent<Registration>) -> Result<Response, Problem> {
    // Whoever repeats the key gets the seat, and nobody is signed in yet, so others must not be able to guess it.
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
    let new = Newcomer { player, another };
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

/// A staff invitation to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Invitation {
    /// The role. There is exactly one organizer (ROLE-1).
    role: Role,
}

/// A staff invitation.
#[derive(Serialize, ToSchema)]
#[schema(as = InviteLink)]
pub struct Invited {
    /// The link to open. It works once, within a week, and is shown only once.
    link: String,
}

/// Invite staff.
///
/// Organizer only. Returns a link that lets one person join the staff.
#[utoipa::path(
    post, path = "/tournaments/{id}/invites", operation_id = "inviteLeader", tag = "Access", request_body = Invitation,
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

/// The players who need new codes.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PlayerCodeList)]
pub struct Codes {
    /// One player. Default: everybody.
    player: Option<PlayerId>,
}

/// New player codes.
#[derive(Serialize, ToSchema)]
pub struct NewCodes {
    /// Codes in the order of registration.
    codes: Vec<NewCode>,
}

/// Issue player codes.
///
/// Organizer only. Old codes, links and the tokens created with them stop working. If the request names one player, phones
/// signed in as that player are signed out too.
#[utoipa::path(
    post, path = "/tournaments/{id}/codes", operation_id = "makeCodes", tag = "Access", request_body = Codes,
    responses((status = 201, description = "The new codes. They are shown only once.", body = NewCodes))
)]
pub async fn codes(
    scene: Scene,
    sent: Sent<Codes>,
) -> Result<(StatusCode, Json<NewCodes>), Problem> {
    desk_only(&scene.visitor)?;
    let codes = codes::new_codes(&scene, sent.value.player).await?;
    Ok((StatusCode::CREATED, Json(NewCodes { codes })))
}
