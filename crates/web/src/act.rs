//! Acting: a form becomes a command, the room judges it, and the browser is sent on. One handler for all commands;
//! permissions come from the table in `muster_tournament::permissions`.

mod judges;

use crate::fields::Fields;
use crate::layout;
use crate::pages::create;
use crate::pages::desk::repair;
use crate::parts;
use crate::problem::Problem;
use crate::visitor::Scene;
use axum::Form;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use jiff::Timestamp;
use maud::{Markup, html};
use muster_regulations::cardgame::Side;
use muster_service::idempotency::Key;
use muster_service::people::{self, Entrant, personal};
use muster_service::problem::Cause;
use muster_tournament::command::ClockCommand;
use muster_tournament::entry::Pairing;
use muster_tournament::ids::By;
use muster_tournament::personal::Personal;
use muster_tournament::state::Match;
use muster_tournament::{Command, Request, State};
use std::collections::HashMap;

/// Runs a command: `POST /t/{id}/do/{command}`.
pub async fn act(
    scene: Scene,
    Path(path): Path<HashMap<String, String>>,
    Form(fields): Form<Fields>,
) -> Result<Response, Problem> {
    let name = path.get("command").map_or("", String::as_str);
    if let Some(question) = clock_question(&scene, name, &fields) {
        return Ok((StatusCode::CONFLICT, question).into_response());
    }
    let position = done(&scene, name, &fields).await?;
    Ok(Redirect::to(&destination(&scene, &fields, position)).into_response())
}

/// Asks the desk before anything is written while the clock may be wrong. Players cannot set it and are not asked.
fn clock_question(scene: &Scene, name: &str, fields: &Fields) -> Option<Markup> {
    if !scene.here.is_staff() || fields.ticked("as_player") || fields.get("clock") == Some("right")
    {
        return None;
    }
    let now = scene.app.now();
    let last = scene.room.read(|t| t.clock_doubt(now))?;
    let shown = |at: Timestamp| at.strftime("%a %-d %b %Y, %H:%M UTC").to_string();
    let back = fields.get("next").filter(|next| is_here(next));
    let body = html! {
        div.narrow.stack {
            h1 { "Is the clock right?" }
            p role="alert" {
                "According to this machine it is " b { (shown(now)) } ". The last entry of this tournament is from " b { (shown(last)) } "."
            }
            p { "If the clock is wrong, set it first: round clocks and the journal depend on it." }
            form.cluster method="post" action=(scene.path(&format!("do/{name}"))) {
                @for (field, text) in &fields.0 { input type="hidden" name=(field) value=(text); }
                input type="hidden" name="clock" value="right";
                button.btn.primary { "The clock is right, continue" }
                a.btn href=(back.unwrap_or("/")) { "Back" }
            }
            p.cap { "Nothing has been changed yet." }
        }
    };
    Some(layout::bare("Is the clock right?", &body))
}

/// Does what a form asks for.
async fn done(scene: &Scene, name: &str, fields: &Fields) -> Result<u64, Problem> {
    let by = actor(scene, fields)?;
    if let Some(steps) = together(name, fields)? {
        return give_all(scene, by, steps, fields).await;
    }
    let (command, private) = command(scene, name, fields)?;
    give(scene, by, command, private, fields).await
}

/// Who somebody acts as: staff act as staff, unless they choose to act as the player they also are.
pub fn actor(scene: &Scene, fields: &Fields) -> Result<By, Problem> {
    if fields.ticked("as_player") {
        return Ok(By::Player(scene.player()?));
    }
    scene.here.by().ok_or_else(|| Cause::SignInFirst.into())
}

/// Judges a command and writes it; a second press of the same button does nothing more than the first.
pub async fn give(
    scene: &Scene,
    by: By,
    command: Command,
    private: Vec<Personal>,
    fields: &Fields,
) -> Result<u64, Problem> {
    let request = Request {
        private,
        ..Request::new(by, scene.app.now(), command)
    };
    self::request(scene, request, fields).await
}

/// Several steps that the desk takes with one button, all or none; empty if the name is a single command.
fn together(name: &str, fields: &Fields) -> Result<Option<Vec<Command>>, Problem> {
    // Reports that only one player made are confirmed as the desk saw them.
    let finish = || -> Result<Vec<Command>, Problem> {
        let tables = fields.tables("table")?;
        let accept = (!tables.is_empty()).then_some(Command::AcceptReports { tables });
        Ok(accept.into_iter().chain([Command::FinishRound]).collect())
    };
    let cut = Command::Cut { later_day: false };
    Ok(Some(match name {
        "accept_and_finish" => finish()?,
        "finish_and_draw" => [finish()?, vec![Command::Draft]].concat(),
        "finish_and_cut" => [finish()?, vec![cut, Command::Draft]].concat(),
        "finish_all" => [finish()?, vec![Command::Finish]].concat(),
        "publish_and_start" => vec![Command::Publish, Command::Clock(ClockCommand::Start)],
        _ => return Ok(None),
    }))
}

/// Runs several commands, all or none; a second press does nothing more than the first.
pub async fn give_all(
    scene: &Scene,
    by: By,
    steps: Vec<Command>,
    fields: &Fields,
) -> Result<u64, Problem> {
    let now = scene.app.now();
    let seen = if steps.iter().any(Command::rests_on_round) {
        fields.maybe("seen")?
    } else {
        None
    };
    let wish = move |_: &State| {
        let steps = steps.iter().cloned();
        Ok(steps.map(|step| Request::new(by, now, step)).collect())
    };
    let key = key(scene, by, fields);
    let done = scene.room.act_all(wish, seen, key, Vec::new()).await;
    done.map_err(|problem| Problem::from(problem).look_at(scene.path("desk")))
}

/// Judges a request and writes it, with what is beside it; a second press does nothing more than the first.
pub async fn request(scene: &Scene, request: Request, fields: &Fields) -> Result<u64, Problem> {
    let by = request.by;
    if let Some(last) = scene.room.read(|t| t.clock_doubt(request.at)) {
        scene.app.alert(format!(
            "The clock of this machine may be wrong: it says {}, but the last entry of {} is from {last}. Set it, then continue.",
            request.at, scene.room.id
        ));
    }
    let key = key(scene, by, fields);
    let seen = fields.maybe("seen")?;
    let seen = seen.filter(|_| request.command.rests_on_round());
    let done = scene.act(request, seen, key).await;
    done.map_err(|problem| {
        let page = match by {
            By::Player(_) => "me",
            By::Staff(_) => "desk",
        };
        Problem::from(problem).look_at(scene.path(page))
    })
}

/// The key of a request, made from the browser's key and the sender, so that keys of different people never collide.
pub(crate) fn key(scene: &Scene, by: By, fields: &Fields) -> Option<Key> {
    fields.get("key").map(|key| scene.key(by, key, None))
}

/// Returns the result of an earlier request with the same key, for handlers that look at the state before they run a
/// command: the state may have changed since, the answer must not.
pub async fn given(scene: &Scene, by: By, fields: &Fields) -> Option<Result<u64, Problem>> {
    let before = scene.room.given(&key(scene, by, fields)?).await?;
    Some(before.map_err(Problem::from))
}

/// Where to go after an action: the page it came from, with the number of the new line.
pub fn destination(scene: &Scene, fields: &Fields, position: u64) -> String {
    let next = fields.get("next").filter(|next| is_here(next));
    let next = next.map_or_else(|| scene.path(""), str::to_owned);
    let mark = if next.contains('?') { '&' } else { '?' };
    format!("{next}{mark}done={position}")
}

/// Whether an address stays on this server. Browsers read a backslash as a slash and skip line breaks, so only what
/// needs no such reading is taken.
pub(crate) fn is_here(next: &str) -> bool {
    let plain = next
        .bytes()
        .all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    plain && next.starts_with('/') && !next.starts_with("//")
}

/// Reads a command from a form.
pub fn command(
    scene: &Scene,
    name: &str,
    fields: &Fields,
) -> Result<(Command, Vec<Personal>), Problem> {
    let reason = || fields.text("reason").map(str::to_owned);
    let report = || scene.room.read(|t| parts::report::read(t.state(), fields));
    let command = match name {
        "register" => return register(fields),
        "assign" => return assign(fields),
        "amend" => return amend(fields),
        "configure" => Command::Configure {
            setup: scene
                .room
                .read(|t| create::changed(&t.state().setup, fields))?,
        },
        "dismiss" => Command::Dismiss {
            staff: fields.staff("staff")?,
        },
        "check_in" => Command::CheckIn {
            players: fields.players("player")?,
            present: !fields.ticked("absent"),
        },
        "start" => Command::Start {
            phrase: fields.get("phrase").map(str::to_owned),
        },
        "draft" => Command::Draft,
        "redraw" => Command::Redraw {
            reason: fields.get("reason").unwrap_or_default().to_owned(),
        },
        "swap" => Command::Swap {
            a: fields.player("a")?,
            b: fields.player("b")?,
            reason: reason()?,
            anyway: fields.ticked("anyway"),
        },
        "pin" => Command::Pin {
            a: fields.player("a")?,
            b: fields.player("b")?,
            reason: reason()?,
            anyway: fields.ticked("anyway"),
        },
        "publish" => Command::Publish,
        "seat" => Command::Seat {
            players: fields.players("player")?,
        },
        "as_played" => Command::AsPlayed {
            tables: as_played(scene, fields)?,
            reason: reason()?,
        },
        "repair" => Command::Repair {
            tables: repair::named(fields)?,
            reason: reason()?,
        },
        "report" => Command::Report {
            table: fields.table()?,
            report: report()?,
        },
        "start_clock" => Command::Clock(ClockCommand::Start),
        "begun" => Command::Clock(ClockCommand::Begun),
        "pause" => Command::Clock(ClockCommand::Pause {
            until: restart(scene, fields)?,
            reason: fields.get("reason").map(str::to_owned),
        }),
        "resume" => Command::Clock(ClockCommand::Resume),
        "call_time" => Command::Clock(ClockCommand::CallTime),
        "adjust_clock" => Command::Clock(ClockCommand::Adjust {
            minutes: minutes(fields)?,
            reason: reason()?,
        }),
        "extend" => Command::Clock(ClockCommand::Extend {
            table: fields.table()?,
            minutes: fields.number("minutes")?,
            reason: reason()?,
        }),
        "confirm" => Command::Confirm {
            table: fields.table()?,
        },
        "accept_reports" => Command::AcceptReports {
            tables: fields.tables("table")?,
        },
        "dispute" => Command::Dispute {
            table: fields.table()?,
        },
        "correct" => Command::Correct {
            round: fields.round()?,
            table: fields.table()?,
            report: report()?,
            reason: reason()?,
        },
        "no_show" => Command::NoShow {
            table: fields.table()?,
            absent: fields.player("player")?,
        },
        "choose_side" => Command::ChooseSide {
            table: fields.table()?,
            side: side(fields)?,
        },
        "finish_round" => Command::FinishRound,
        "void_round" => Command::VoidRound { reason: reason()? },
        "drop" => Command::Drop {
            player: fields.player("player")?,
        },
        "rejoin" => Command::Rejoin {
            player: fields.player("player")?,
        },
        "disqualify" => Command::Disqualify {
            player: fields.player("player")?,
            reason: reason()?,
        },
        "cut" => Command::Cut {
            later_day: fields.ticked("later_day"),
        },
        "keep_cut" => Command::KeepCut { reason: reason()? },
        "put_back" => Command::PutBack {
            player: fields.player("player")?,
            reason: reason()?,
        },
        "redact" => Command::Redact {
            player: fields.player("player")?,
        },
        "final_salvo" => Command::FinalSalvo {
            table: fields.table()?,
            a_dice: fields.number("a_dice")?,
            b_dice: fields.number("b_dice")?,
            score: Some(fields.number("score")?),
        },
        "finish" => Command::Finish,
        "undo" => match fields.maybe("line")? {
            Some(line) => Command::UndoLine { line },
            None => Command::Undo,
        },
        _ => judges::command(name, fields, report)
            .unwrap_or_else(|| Err(Problem::missing(format!("There is no action “{name}”."))))?,
    };
    Ok((command, Vec::new()))
}

fn side(fields: &Fields) -> Result<Side, Problem> {
    match fields.text("side")? {
        "light" => Ok(Side::Light),
        "dark" => Ok(Side::Dark),
        other => Err(Problem::bad(format!(
            "“{other}” isn’t a side. Choose light or dark."
        ))),
    }
}

/// Minutes more, or fewer: people type the long minus as well.
fn minutes(fields: &Fields) -> Result<i32, Problem> {
    let text = fields.text("minutes")?.replace('−', "-");
    text.parse()
        .map_err(|_| Problem::bad(format!("“{text}” isn’t a valid number of minutes.")))
}

/// When play resumes after a break, if that is announced: a time of day in the hall.
fn restart(scene: &Scene, fields: &Fields) -> Result<Option<Timestamp>, Problem> {
    let Some(text) = fields.get("until") else {
        return Ok(None);
    };
    let time = text
        .parse()
        .map_err(|_| Problem::bad("Enter a time such as 15:45."))?;
    let now = scene.app.now();
    let until = scene
        .room
        .read(|t| parts::hours::next_time_of_day(t.state(), now, time));
    let until = until.ok_or_else(|| Problem::bad(format!("It is already past {text}.")))?;
    Ok(Some(until))
}

/// Two players sat in each other's places: what was actually played at their tables.
fn as_played(scene: &Scene, fields: &Fields) -> Result<Vec<Pairing>, Problem> {
    let (one, other) = (fields.player("a")?, fields.player("b")?);
    let really = |player| match player {
        _ if player == one => other,
        _ if player == other => one,
        _ => player,
    };
    Ok(scene.room.read(|t| {
        let matches = t.state().current().map(|round| round.matches.as_slice());
        let concerned = |m: &&Match| m.seat(one).is_some() || m.seat(other).is_some();
        let matches = matches.unwrap_or_default().iter().filter(concerned);
        matches
            .map(|m| Pairing {
                table: m.table,
                a: really(m.a),
                b: really(m.b),
            })
            .collect()
    }))
}

fn register(fields: &Fields) -> Result<(Command, Vec<Personal>), Problem> {
    let given = |name: &str| fields.get(name).map(str::to_owned);
    let new = Entrant {
        name: fields.text("name")?.to_owned(),
        club: given("club"),
        contact: given("contact"),
        faction: given("faction"),
        list_points: fields.maybe("list_points")?,
        leader: fields.maybe("leader")?.map(muster_tournament::StaffId),
    };
    Ok(people::register([new])?)
}

fn assign(fields: &Fields) -> Result<(Command, Vec<Personal>), Problem> {
    let person = personal(fields.text("name")?, None, fields.get("contact"))?;
    let role = fields
        .text("role")?
        .parse()
        .map_err(|error: muster_regulations::names::UnknownName| Problem::bad(error.to_string()))?;
    Ok((
        Command::Assign {
            role,
            who: person.seal(),
        },
        vec![person],
    ))
}

fn amend(fields: &Fields) -> Result<(Command, Vec<Personal>), Problem> {
    let person = fields
        .get("name")
        .map(|name| personal(name, fields.get("club"), fields.get("contact")))
        .transpose()?;
    let command = Command::Amend {
        player: fields.player("player")?,
        who: person.as_ref().map(Personal::seal),
        faction: fields.get("faction").map(str::to_owned),
        list_points: fields.maybe("list_points")?,
    };
    Ok((command, person.into_iter().collect()))
}

#[cfg(test)]
mod tests {
    use super::is_here;

    #[test]
    fn nobody_is_sent_to_another_site() {
        for good in ["/t/open/desk", "/t/open/desk?a=1#b", "/"] {
            assert!(is_here(good), "{good}");
        }
        for bad in [
            "//evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "https://evil.example",
            "/a\r\nSet-Cookie: x",
            "/\t/evil.example",
            "/ä",
            "",
        ] {
            assert!(!is_here(bad), "{bad:?}");
        }
    }
}
