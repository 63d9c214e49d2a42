//! Doing: one address for every command of the core, and one that only shows what a command would change.

use super::command::{self, Wish};
use super::sent::Sent;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Json;
use muster_ledger::people::{Reach, TokenHash};
use muster_regulations::Regulation;
use muster_service::Problem as Stopped;
use muster_service::idempotency::Key;
use muster_service::problem::Cause;
use muster_tournament::floor::warnings::about;
use muster_tournament::permissions::{Who, allowed};
use muster_tournament::personal::Sealed;
use muster_tournament::{By, Command, PlayerId, Request, StaffId, impact, log};
use muster_words::log::{Voice, text};
use muster_words::phrases::players;
use muster_words::warnings::{self, WarningInWords};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// A command on its way.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandRequest {
    /// What is wanted.
    #[schema(value_type = Command)]
    command: Value,
    /// The position of what the sender has seen. If the tournament has moved on since, nothing is done (409).
    seen: Option<u64>,
    /// Act as the player one is, not as the leader one is too.
    #[serde(default)]
    as_player: bool,
}

/// A command that was done.
#[derive(Serialize, ToSchema)]
#[schema(as = CommandDone)]
pub struct Done {
    /// The position of the line that it became; the tournament is at least there now.
    position: u64,
    /// What happened, as a sentence.
    said: Option<String>,
    /// Players that it registered, in the order given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    players: Vec<PlayerId>,
    /// The leader that it made.
    #[serde(skip_serializing_if = "Option::is_none")]
    staff: Option<StaffId>,
    /// What the desk should know about it: told to leaders, once, with the answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<WarningInWords>,
}

/// What a command would change.
#[derive(Serialize, ToSchema)]
#[schema(as = CommandPreview)]
pub struct Preview {
    /// The position it was judged at.
    position: u64,
    /// Each change as a sentence; none where nothing but the line itself changes.
    changes: Vec<String>,
}

/// Run a command.
///
/// Every command of the tournament goes here. It is judged by the same table of permissions as the pages, becomes one
/// line of the journal or is refused with a reason, and is durable when the answer comes. With an `Idempotency-Key` the
/// same request may be sent again without being done again: the answer is that of the first time. Refused requests are
/// not remembered.
#[utoipa::path(
    post, path = "/tournaments/{id}/commands", operation_id = "giveCommand", tag = "Doing", request_body = CommandRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "A key that the sender chooses, new for each request; remembered for a day.", min_length = 1, max_length = 255)),
    responses((status = 200, description = "It is done.", body = Done))
)]
pub async fn give(scene: Scene, sent: Sent<CommandRequest>) -> Result<Json<Done>, Problem> {
    let CommandRequest {
        command,
        seen,
        as_player,
    } = sent.value;
    let by = actor(&scene, as_player)?;
    let key = key(&scene, by, sent.key, sent.digest);
    let wish = judged(&scene, scene.visitor.reach(), by, command)?;
    let position = scene.act(request(&scene, by, wish), seen, key).await?;
    Ok(Json(done(&scene, position)))
}

/// Preview a command.
///
/// Judged like a real one, but nothing is done. Draws cannot be previewed; the start shows the structure it would fix, and
/// a correction whose chances it changes.
#[utoipa::path(
    post, path = "/tournaments/{id}/preview", operation_id = "previewCommand", tag = "Doing", request_body = CommandRequest,
    responses((status = 200, description = "It would be accepted.", body = Preview))
)]
pub async fn preview(scene: Scene, sent: Sent<CommandRequest>) -> Result<Json<Preview>, Problem> {
    let by = actor(&scene, sent.value.as_player)?;
    // Looking changes nothing, so a token for reading may look at what its person may do.
    let reach = match scene.visitor.reach() {
        Reach::Read => Reach::Desk,
        reach => reach,
    };
    let wish = judged(&scene, reach, by, sent.value.command)?;
    // The start mixes the draws to come, and shows only how many rounds there will be.
    let starts = matches!(wish.command, Command::Start { .. });
    if wish.command.draws() && !starts {
        return Err(Cause::DrawPreview.into());
    }
    let now = scene.room.read(|t| t.state().position);
    if sent.value.seen.is_some_and(|seen| seen != now) {
        return Err(Stopped::stale(now).into());
    }
    let corrects = matches!(wish.command, Command::Correct { .. });
    let after = scene.room.preview(request(&scene, by, wish))?;
    let (position, mut changes) = scene.room.read(|t| {
        let before = t.state();
        let changes = match after.structure.filter(|_| starts) {
            Some(structure) => vec![format!(
                "{}: {}.",
                players(after.attendance as usize),
                muster_words::phrases::structure(structure)
            )],
            None => muster_words::impact::lines(&impact::impact(before, &after), &after),
        };
        (before.position, changes)
    });
    if corrects {
        changes.extend(scene.service.ahead.moved(&scene.room, after).await);
    }
    Ok(Json(Preview { position, changes }))
}

/// The key of a wish, from what the sender chose and from who sends: nobody meets the keys of somebody else.
pub fn key(scene: &Scene, by: By, chosen: Option<String>, digest: TokenHash) -> Option<Key> {
    chosen.map(|key| scene.key(by, &format!("api {key}"), Some(digest)))
}

/// Who somebody acts as: leaders as leaders, unless they say that they act as the player they are.
pub fn actor(scene: &Scene, as_player: bool) -> Result<By, Problem> {
    if as_player {
        return Ok(By::Player(scene.player()?));
    }
    scene
        .here
        .by()
        .ok_or_else(|| Cause::ParticipantsOnly.into())
}

/// Reads a command and checks that the purpose of the token covers it; whether the person may, the core says.
fn judged(scene: &Scene, reach: Reach, by: By, command: Value) -> Result<Wish, Problem> {
    let regulation = scene.room.read(|t| t.state().setup.regulation);
    let wish = command::read(regulation, command)?;
    within(reach, regulation, by, &wish.command)?;
    Ok(wish)
}

/// Checks that a purpose covers a command, by the one table of permissions.
pub fn within(
    reach: Reach,
    regulation: Regulation,
    by: By,
    command: &Command,
) -> Result<(), Stopped> {
    let covers = |who: Who| allowed(regulation, command).contains(&who);
    let fits = match reach {
        Reach::Desk => true,
        Reach::Judge => covers(Who::Judge),
        Reach::Player => matches!(by, By::Player(_)) && covers(Who::Concerned),
        Reach::Read => false,
    };
    if fits {
        return Ok(());
    }
    Err(Cause::TokenDoesNotCover {
        purpose: reach.id().to_owned(),
        command: command.name().replace('_', " "),
    }
    .into())
}

fn request(scene: &Scene, by: By, wish: Wish) -> Request {
    let request = Request {
        private: wish.private,
        ..Request::new(by, scene.app.now(), wish.command)
    };
    match wish.attached {
        Some(attached) => request.with(attached),
        None => request,
    }
}

/// What a line says: the newest are remembered, of older ones the journal is told again.
fn said(scene: &Scene, position: u64) -> Option<String> {
    let line = scene.room.said(position).or_else(|| {
        let copy = scene.room.read(Clone::clone);
        let mut lines = log::log(&copy).into_iter();
        lines.find(|line| line.position == position)
    });
    line.map(|line| text(&line, Voice::About))
}

/// The answer to a command, read from the line that it became: the same whenever it is asked for.
pub fn done(scene: &Scene, position: u64) -> Done {
    let said = said(scene, position);
    scene.room.read(|t| {
        let index = usize::try_from(position).unwrap_or(usize::MAX);
        let line = t.lines().get(index.wrapping_sub(1));
        let state = t.state();
        let known = |sealed: &Sealed| state.players.iter().find(|p| p.sealed == *sealed);
        let mut done = Done {
            position,
            said,
            players: Vec::new(),
            staff: None,
            warnings: Vec::new(),
        };
        if let Some(line) = line.filter(|_| scene.here.leads()) {
            done.warnings = warnings::in_words(&about(state, &line.core.entry.did));
        }
        match line.map(|line| &line.core.entry.did) {
            Some(Command::Register { players }) => {
                let found = players.iter().filter_map(|new| known(&new.who));
                done.players = found.map(|player| player.id).collect();
            }
            Some(Command::Assign { who, .. }) => {
                let found = state.staff.iter().find(|staff| staff.sealed == *who);
                done.staff = found.map(|staff| staff.id);
            }
            _ => {}
        }
        done
    })
}

/// The answer to a file of players, whose registration is followed by tables and lists: the numbers are those of the
/// last registration up to there.
pub fn entered(scene: &Scene, position: u64) -> Done {
    let registered = scene.room.read(|t| {
        let upto = usize::try_from(position).unwrap_or(usize::MAX);
        let mut lines = t.lines().iter().take(upto).rev();
        let line = lines.find(|line| matches!(line.core.entry.did, Command::Register { .. }));
        line.map_or(position, |line| line.core.position)
    });
    Done {
        position,
        ..done(scene, registered)
    }
}
