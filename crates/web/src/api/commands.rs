//! Running commands: one address for all of them, and one that previews what a command would change.

use super::command;
use super::sent::Sent;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Json;
use muster_ledger::people::{Scope, TokenHash};
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

/// A command to run.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandRequest {
    /// The command.
    #[schema(value_type = Command)]
    command: Value,
    /// The journal position the command is based on. If the tournament has changed since, nothing is done (409).
    seen: Option<u64>,
    /// For staff who also play: act as the player.
    #[serde(default)]
    as_player: bool,
}

/// A command that was run.
#[derive(Serialize, ToSchema)]
#[schema(as = CommandDone)]
pub struct Done {
    /// Number of the journal line that the command became.
    position: u64,
    /// What happened, as a sentence.
    said: Option<String>,
    /// Numbers of the players it registered, in the order given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    players: Vec<PlayerId>,
    /// Number of the staff member it assigned.
    #[serde(skip_serializing_if = "Option::is_none")]
    staff: Option<StaffId>,
    /// Warnings for staff.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<WarningInWords>,
}

/// The preview of a command.
#[derive(Serialize, ToSchema)]
#[schema(as = CommandPreview)]
pub struct Preview {
    /// The journal position it was checked at.
    position: u64,
    /// Changes, one sentence each; empty if only the journal would change.
    changes: Vec<String>,
}

/// Run a command.
///
/// Everything that changes a tournament is a command. Commands follow the same permissions as the pages. An accepted command
/// becomes one line of the journal and is durable when the answer arrives; a refused one changes nothing. Repeating a
/// request with the same `Idempotency-Key` returns the first answer and does nothing more. Refusals are not remembered.
#[utoipa::path(
    post, path = "/tournaments/{id}/commands", operation_id = "giveCommand", tag = "Commands", request_body = CommandRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "A key you choose, new for each request. It is remembered for a day.", min_length = 1, max_length = 255)),
    responses((status = 200, description = "The command was run.", body = Done))
)]
pub async fn give(scene: Scene, sent: Sent<CommandRequest>) -> Result<Json<Done>, Problem> {
    let CommandRequest {
        command,
        seen,
        as_player,
    } = sent.value;
    let by = actor(&scene, as_player)?;
    let key = key(&scene, by, sent.key, sent.digest);
    let request = read(&scene, scene.visitor.scope(), by, command)?;
    let position = scene.act(request, seen, key).await?;
    Ok(Json(done(&scene, position)))
}

/// Preview a command.
///
/// Checks a command like a real one, but changes nothing. Draws can't be previewed. For `start` the preview shows the
/// structure, for `correct` also whose chances change.
#[utoipa::path(
    post, path = "/tournaments/{id}/preview", operation_id = "previewCommand", tag = "Commands", request_body = CommandRequest,
    responses((status = 200, description = "The command would be accepted.", body = Preview))
)]
pub async fn preview(scene: Scene, sent: Sent<CommandRequest>) -> Result<Json<Preview>, Problem> {
    let by = actor(&scene, sent.value.as_player)?;
    // A preview changes nothing, so a read token may preview whatever its owner may do.
    let scope = match scene.visitor.scope() {
        Scope::Read => Scope::Desk,
        scope => scope,
    };
    let request = read(&scene, scope, by, sent.value.command)?;
    // The start draws seeds, but its preview shows only the structure.
    let starts = matches!(request.command, Command::Start { .. });
    if request.command.draws() && !starts {
        return Err(Cause::DrawPreview.into());
    }
    let now = scene.room.read(|t| t.state().position);
    if sent.value.seen.is_some_and(|seen| seen != now) {
        return Err(Stopped::stale(now).into());
    }
    let corrects = matches!(request.command, Command::Correct { .. });
    let after = scene.room.preview(request)?;
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

/// Makes the idempotency key of a request. It depends on the sender, so nobody can use somebody else's key.
pub fn key(scene: &Scene, by: By, chosen: Option<String>, digest: TokenHash) -> Option<Key> {
    chosen.map(|key| scene.key(by, &format!("api {key}"), Some(digest)))
}

/// Returns who the caller acts as: staff act as staff, unless they choose to act as the player they are too.
pub fn actor(scene: &Scene, as_player: bool) -> Result<By, Problem> {
    if as_player {
        return Ok(By::Player(scene.player()?));
    }
    scene
        .here
        .by()
        .ok_or_else(|| Cause::ParticipantsOnly.into())
}

/// Reads a command and checks that the token's purpose covers it. Whether the person may run it, the core decides.
fn read(scene: &Scene, scope: Scope, by: By, command: Value) -> Result<Request, Problem> {
    let regulation = scene.room.read(|t| t.state().setup.regulation);
    let request = command::read(regulation, by, scene.app.now(), command)?;
    within(scope, regulation, by, &request.command)?;
    Ok(request)
}

/// Checks that a token's purpose covers a command, by the table of permissions.
pub fn within(
    scope: Scope,
    regulation: Regulation,
    by: By,
    command: &Command,
) -> Result<(), Stopped> {
    let covers = |who: Who| allowed(regulation, command).contains(&who);
    let fits = match scope {
        Scope::Desk => true,
        Scope::Judge => covers(Who::Judge),
        Scope::Player => matches!(by, By::Player(_)) && covers(Who::Concerned),
        Scope::Read => false,
    };
    if fits {
        return Ok(());
    }
    Err(Cause::TokenDoesNotCover {
        purpose: scope.id().to_owned(),
        command: command.name().replace('_', " "),
    }
    .into())
}

/// Returns the sentence about a line. The newest are in memory; for older ones the log is made again.
fn said(scene: &Scene, position: u64) -> Option<String> {
    let line = scene.room.said(position).or_else(|| {
        let copy = scene.room.read(Clone::clone);
        let mut lines = log::log(&copy).into_iter();
        lines.find(|line| line.position == position)
    });
    line.map(|line| text(&line, Voice::About))
}

/// The answer to a command, read from the line that it became, so that it is the same for every repetition.
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
        if let Some(line) = line.filter(|_| scene.here.is_staff()) {
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

/// The answer to a players file. Tables and lists follow the registration, so the player numbers are those of the last
/// registration up to this line.
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
