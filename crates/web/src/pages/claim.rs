//! Coming in: players with a code or a personal link, players who register themselves, and leaders with an invitation.

use super::account::go;
use crate::act::{self, personal};
use crate::app::Shared;
use crate::fields::Fields;
use crate::layout;
use crate::names;
use crate::pressed::Key;
use crate::problem::Problem;
use crate::rate_limit::{Target, place};
use crate::token;
use crate::visitor::{Scene, Visitor};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Form, Router};
use jiff::SignedDuration;
use maud::{Markup, html};
use muster_ledger::people::{
    self, Attempt, Decision, Fate, Invite, Kept, Purpose, TokenHash, Versioned, Who,
};
use muster_ledger::{TournamentId, Write};
use muster_tournament::command::NewPlayer;
use muster_tournament::ids::{By, ORGANIZER, PlayerId};
use muster_tournament::permissions::takes_part;
use muster_tournament::personal::Personal;
use muster_tournament::state::Phase;
use muster_tournament::{Command, Request};
use std::collections::HashMap;

/// How long a code opens its seat, if no other is made and the tournament does not end before.
const GOOD_FOR: SignedDuration = SignedDuration::from_hours(24 * 180);
/// How long newcomers are remembered.
const WAITING: SignedDuration = SignedDuration::from_hours(24 * 7);
/// The most who may wait from one place.
const MOST_FROM_ONE: usize = 20;
/// The most who may wait; then only the first from each place is taken.
const MOST_WAITING: usize = 1000;
/// How long wrong codes are remembered.
const REMEMBERED: SignedDuration = SignedDuration::from_hours(24 * 7);

/// Addresses of this page.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/t/{id}/claim", get(claim).post(claim_with_code))
        .route("/t/{id}/register", get(register).post(register_self))
        .route("/t/{id}/waiting/{token}", get(waiting))
        .route("/in/{token}", get(link).post(join))
}

/// Makes a new code and link for a player's seat; the plain texts are shown now and never again.
pub struct Ticket {
    /// The code to type.
    pub code: String,
    /// The link to open.
    pub link: String,
    /// What to write.
    pub writes: Vec<Write>,
}

/// Makes a ticket for a seat.
pub fn ticket(
    app: &Shared,
    tournament: &TournamentId,
    player: PlayerId,
) -> Result<Ticket, Problem> {
    let code = token::code().map_err(Problem::no_random)?;
    let long = token::random().map_err(Problem::no_random)?.to_string();
    let invite = |token| Invite {
        token,
        purpose: Purpose::Seat {
            tournament: tournament.clone(),
            player,
        },
        created: app.now(),
        expires: app.now().checked_add(GOOD_FOR).ok(),
        fate: Fate::Open,
    };
    let writes = vec![
        invite(token::code_digest(tournament, &code)).put(),
        invite(token::digest(&long)).put(),
    ];
    Ok(Ticket {
        code,
        link: format!("{}/in/{long}", app.address),
        writes,
    })
}

fn claim_page(scene: &Scene, error: Option<&str>) -> Markup {
    let open = scene.settings.self_registration
        && scene
            .room
            .read(|t| matches!(t.state().phase, Phase::Registration | Phase::Swiss));
    let body = html! {
        div.narrow.stack {
            h1 { "I play here" }
            p.quiet { "Type the code on your badge or from the desk. It lets this phone report your results." }
            form.stack method="post" action=(scene.path("claim")) {
                div.field {
                    label for="code" { "Your code" }
                    input #code name="code" autocomplete="off" autocapitalize="characters" required maxlength="20"
                        aria-invalid=[error.map(|_| "true")] aria-describedby="code-note";
                    p.error #code-note role="alert" { (error.unwrap_or_default()) }
                }
                button.btn.primary { "Take my seat" }
            }
            @if open { p { "Not registered yet? " a href=(scene.path("register")) { "Register yourself" } } }
        }
    };
    layout::house("I play here", &scene.visitor, &body)
}

async fn claim(scene: Scene) -> Markup {
    claim_page(&scene, None)
}

async fn claim_with_code(
    scene: Scene,
    Form(fields): Form<Vec<(String, String)>>,
) -> Result<Response, Problem> {
    let fields = Fields(fields);
    let code = fields.get("code").unwrap_or_default();
    match seat_of(&scene, code).await? {
        Some(player) => {
            enter(
                &scene.visitor,
                &scene.app,
                &scene.room.id,
                By::Player(player),
                "me",
                Vec::new(),
            )
            .await
        }
        None => Ok((
            StatusCode::UNPROCESSABLE_ENTITY,
            claim_page(&scene, Some(WRONG_CODE)),
        )
            .into_response()),
    }
}

/// What is said to a wrong code.
pub(crate) const WRONG_CODE: &str =
    "No seat has this code. Look at your badge again, or ask at the desk.";

/// Returns whose seat a code opens. Wrong ones are counted, limited before they are looked up, and seen at the desk.
pub(crate) async fn seat_of(scene: &Scene, code: &str) -> Result<Option<PlayerId>, Problem> {
    let app = &scene.app;
    let target = Target::Codes(scene.room.id.as_str());
    let trying = app.limits.try_at(target, scene.visitor.from()).await?;
    let found = Invite::find(
        app.ledger(),
        token::code_digest(&scene.room.id, code),
        app.now(),
    )
    .await?;
    let seat = found
        .as_ref()
        .and_then(|found| match (&found.value.purpose, found.value.fate) {
            (Purpose::Seat { player, .. }, Fate::Open | Fate::Used(_)) => Some(*player),
            _ => None,
        })
        .filter(|player| {
            let by = By::Player(*player);
            scene.room.read(|t| takes_part(t.state(), by))
        });
    if seat.is_some() {
        trying.right();
        return Ok(seat);
    }
    drop(trying);
    let now = app.now();
    let nonce = token::random().map_err(|_| Problem::bad("No random bytes can be had."))?;
    let attempt = Attempt {
        tournament: scene.room.id.clone(),
        at: now,
        from: place(scene.visitor.from()),
        nonce: token::digest(&nonce.to_string()),
        expires: now.checked_add(REMEMBERED).unwrap_or(now),
    };
    app.ledger().commit(vec![attempt.put()]).await?;
    tracing::warn!(tournament = %scene.room.id, "a wrong code was typed");
    Ok(None)
}

/// Lets the browser act as somebody and sends it on.
async fn enter(
    visitor: &Visitor,
    app: &Shared,
    tournament: &TournamentId,
    by: By,
    page: &str,
    more: Vec<Write>,
) -> Result<Response, Problem> {
    let seat = Who::Seat {
        tournament: tournament.clone(),
        by,
    };
    let granted = visitor.grant(app, seat)?;
    let mut writes = granted.writes;
    writes.extend(more);
    app.ledger().commit(writes).await?;
    Ok(go(&format!("/t/{tournament}/{page}"), &granted.cookie))
}

fn register_page(scene: &Scene, fields: &Fields, error: Option<&str>) -> Markup {
    let list_word = scene
        .room
        .read(|t| t.state().setup.regulation.book().list_word);
    // The same key after a correction: only what was done counts as done.
    let key = fields
        .get("key")
        .map(str::to_owned)
        .or_else(|| Some(token::random().ok()?.to_string()))
        .unwrap_or_default();
    let body = html! {
        div.narrow.stack {
            h1 { "Register for " (scene.room.read(|t| t.state().setup.name.clone())) }
            @if let Some(error) = error { p.notice.bad role="alert" { span { (error) } } }
            form.stack method="post" action=(scene.path("register")) {
                input type="hidden" name="key" value=(key);
                div.field { label for="name" { "Your name" } input #name name="name" autocomplete="name" required maxlength="200" value=(fields.get("name").unwrap_or_default()); p.hint { "As others should see it." } }
                div.field { label for="club" { "Club (if any)" } input #club name="club" maxlength="200" value=(fields.get("club").unwrap_or_default()); }
                div.field { label for="faction" { "Faction (if known)" } input #faction name="faction" maxlength="200" value=(fields.get("faction").unwrap_or_default()); }
                div.field { label for="list_points" { "Points of your " (list_word) " (if known)" } input #list_points name="list_points" inputmode="numeric" value=(fields.get("list_points").unwrap_or_default()); }
                button.btn.primary { "Register" }
            }
        }
    };
    layout::house("Register", &scene.visitor, &body)
}

fn self_registration(scene: &Scene) -> Result<(), Problem> {
    if scene.settings.self_registration {
        return Ok(());
    }
    Err(Problem::forbidden("Players register at the desk here."))
}

async fn register(scene: Scene) -> Result<Markup, Problem> {
    self_registration(&scene)?;
    Ok(register_page(&scene, &Fields::default(), None))
}

async fn register_self(
    scene: Scene,
    Form(fields): Form<Vec<(String, String)>>,
) -> Result<Response, Problem> {
    let fields = Fields(fields);
    let refused = |text: &str| {
        Ok((
            StatusCode::UNPROCESSABLE_ENTITY,
            register_page(&scene, &fields, Some(text)),
        )
            .into_response())
    };
    self_registration(&scene)?;
    let given = |name: &str| fields.get(name).map(str::to_owned);
    let new = fields.maybe("list_points").and_then(|list_points| {
        Ok(Newcomer {
            name: fields.text("name")?.to_owned(),
            club: given("club"),
            contact: given("contact"),
            faction: given("faction"),
            list_points,
            another: fields.ticked("another"),
        })
    });
    let key = act::key(&scene, REGISTRAR, &fields);
    // What the phone asks with later: nobody else may guess it.
    let secret = match fields.get("key").filter(|key| key.len() >= SECRET) {
        Some(key) => key.to_owned(),
        None => token::random().map_err(Problem::no_random)?.to_string(),
    };
    let registered = match new {
        Ok(new) => register_newcomer(&scene, new, key, &secret).await,
        Err(problem) => Err(problem),
    };
    let player = match registered {
        Ok(Entered::Player(player)) => player,
        Ok(Entered::Waiting) => {
            let page = scene.path(&format!("waiting/{secret}"));
            return Ok(Redirect::to(&page).into_response());
        }
        Err(problem) if problem.status == StatusCode::TOO_MANY_REQUESTS => return Err(problem),
        Err(problem) if problem.status.is_client_error() => return refused(&problem.text),
        Err(problem) => return Err(problem),
    };
    let ticket = ticket(&scene.app, &scene.room.id, player)?;
    let to = format!("me?code={}", ticket.code);
    enter(
        &scene.visitor,
        &scene.app,
        &scene.room.id,
        By::Player(player),
        &to,
        ticket.writes,
    )
    .await
}

/// The organizer opened self-registration, so it is the organizer who registers.
const REGISTRAR: By = By::Staff(ORGANIZER);

/// A player who registers themselves.
pub(crate) struct Newcomer {
    pub(crate) name: String,
    pub(crate) club: Option<String>,
    pub(crate) contact: Option<String>,
    pub(crate) faction: Option<String>,
    pub(crate) list_points: Option<u32>,
    /// There is somebody of this name already, and this is somebody else.
    pub(crate) another: bool,
}

/// What became of somebody who registered themselves.
pub(crate) enum Entered {
    /// A player.
    Player(PlayerId),
    /// One of those who wait for the desk.
    Waiting,
}

/// The shortest secret with which a phone asks what became of it.
pub(crate) const SECRET: usize = 16;

/// Registers a player who comes by themselves, where that is open; the same key again registers nobody twice. After the
/// start, and in a flood, they wait for the desk; `secret` is what they ask with.
pub(crate) async fn register_newcomer(
    scene: &Scene,
    new: Newcomer,
    key: Option<Key>,
    secret: &str,
) -> Result<Entered, Problem> {
    self_registration(scene)?;
    let ledger = scene.app.ledger();
    let asked = secret_digest(scene, secret);
    if let Some(found) = people::Newcomer::find(ledger, asked, scene.app.now()).await? {
        return match found.value.decision {
            Decision::Waiting => Ok(Entered::Waiting),
            Decision::Registered(player) => Ok(Entered::Player(player)),
            Decision::Declined => Err(declined()),
        };
    }
    let person = personal(&new.name, new.club.as_deref(), new.contact.as_deref())?;
    let before = match &key {
        Some(key) => scene.room.given(key).await,
        None => None,
    };
    let twin = || scene.room.read(|t| names::twin(t.state(), &person.name));
    if before.is_none() && !new.another && twin().is_some() {
        return Err(Problem::bad(
            "Somebody of this name is registered already. If that is you, ask the desk for your code; if not, add a middle name or club to your name.",
        ));
    }
    let started = scene.room.read(|t| t.state().phase != Phase::Registration);
    let from = scene.visitor.from();
    let waits = || started || !scene.app.limits.registers(scene.room.id.as_str(), from);
    if before.is_none() && waits() {
        return wait(scene, new, secret).await;
    }
    let position = match before {
        Some(position) => position?,
        None => {
            let request = registration(scene, REGISTRAR, &new, person);
            scene.room.act(request, None, key, Vec::new()).await?
        }
    };
    let player = registered_at(scene, position);
    player
        .map(Entered::Player)
        .ok_or_else(|| Problem::bad("Your registration was undone just now. Ask at the desk."))
}

fn registration(scene: &Scene, by: By, new: &Newcomer, person: Personal) -> Request {
    let command = Command::Register {
        players: vec![NewPlayer {
            who: person.seal(),
            faction: new.faction.clone(),
            list_points: new.list_points,
            leader: None,
        }],
    };
    Request {
        private: vec![person],
        ..Request::new(by, scene.app.now(), command)
    }
}

fn secret_digest(scene: &Scene, secret: &str) -> TokenHash {
    token::digest(&format!("newcomer {} {secret}", scene.room.id))
}

/// Puts somebody on the list of those who wait. Those who come in a crowd from one place never keep others off it.
async fn wait(scene: &Scene, new: Newcomer, secret: &str) -> Result<Entered, Problem> {
    let (app, id) = (&scene.app, &scene.room.id);
    let now = app.now();
    let phase = scene.room.read(|t| t.state().phase);
    if !matches!(phase, Phase::Registration | Phase::Swiss) {
        return Err(Problem::bad("Registration is closed."));
    }
    let token = secret_digest(scene, secret);
    let from = token::digest(&format!("{id} {}", place(scene.visitor.from())));
    let waiting = people::Newcomer::waiting(app.ledger(), id, now).await?;
    let own = waiting
        .iter()
        .filter(|other| other.value.from == from)
        .count();
    if own >= MOST_FROM_ONE || (own > 0 && waiting.len() >= MOST_WAITING) {
        return Err(Problem::new(
            StatusCode::TOO_MANY_REQUESTS,
            "Many from here wait for the desk already. Register at the desk.",
        ));
    }
    let newcomer = people::Newcomer {
        token,
        tournament: id.clone(),
        name: new.name,
        club: new.club,
        contact: new.contact,
        faction: new.faction,
        list_points: new.list_points,
        at: now,
        from,
        decision: Decision::Waiting,
        expires: now.checked_add(WAITING).unwrap_or(now),
    };
    app.ledger().commit(vec![newcomer.put()]).await?;
    Ok(Entered::Waiting)
}

fn declined() -> Problem {
    Problem::forbidden("The desk has declined this registration. Ask at the desk.")
}

/// Lets somebody who waits into the tournament; twice does nothing more than once.
pub(crate) async fn let_in(
    scene: &Scene,
    by: By,
    waiting: Versioned<people::Newcomer>,
) -> Result<PlayerId, Problem> {
    let found = &waiting.value;
    let person = personal(&found.name, found.club.as_deref(), found.contact.as_deref())?;
    let new = Newcomer {
        name: found.name.clone(),
        club: None,
        contact: None,
        faction: found.faction.clone(),
        list_points: found.list_points,
        another: true,
    };
    let key = Key {
        request: token::digest(&format!("let in {}", found.token.0)),
        expires: found.expires,
        asked: None,
    };
    let position = match scene.room.given(&key).await {
        Some(position) => position?,
        None => {
            let request = registration(scene, by, &new, person);
            scene.room.act(request, None, Some(key), Vec::new()).await?
        }
    };
    let player = registered_at(scene, position)
        .ok_or_else(|| Problem::bad("This registration was undone just now."))?;
    let decided = people::Newcomer {
        decision: Decision::Registered(player),
        ..found.clone()
    };
    scene
        .app
        .ledger()
        .commit(vec![waiting.replace(&decided)])
        .await?;
    Ok(player)
}

/// What somebody who waits sees; once the desk has let them in, it opens their seat.
async fn waiting(
    scene: Scene,
    Path(path): Path<HashMap<String, String>>,
) -> Result<Response, Problem> {
    let secret = path.get("token").map_or("", String::as_str);
    let token = secret_digest(&scene, secret);
    let app = &scene.app;
    let found = people::Newcomer::find(app.ledger(), token, app.now()).await?;
    let found = found.ok_or_else(|| Problem::missing("Nobody waits here."))?;
    match found.value.decision {
        Decision::Declined => Err(declined()),
        Decision::Registered(player) => {
            let by = By::Player(player);
            enter(&scene.visitor, app, &scene.room.id, by, "me", Vec::new()).await
        }
        Decision::Waiting => {
            let body = html! {
                div.narrow.stack {
                    h1 { "Waiting for the desk" }
                    p { (found.value.name) ", you are on the list. The desk lets you in. This page updates by itself." }
                    p { a.btn href="" { "Look again" } }
                }
            };
            let page = layout::house("Waiting", &scene.visitor, &body);
            Ok(([("refresh", "15")], page).into_response())
        }
    }
}

/// The player whom a line registered.
fn registered_at(scene: &Scene, position: u64) -> Option<PlayerId> {
    scene.room.read(|t| {
        let index = usize::try_from(position).ok()?.checked_sub(1)?;
        let Command::Register { players } = &t.lines().get(index)?.core.entry.did else {
            return None;
        };
        let who = players.first()?.who;
        let mut all = t.state().players.iter();
        Some(all.find(|player| player.sealed == who)?.id)
    })
}

async fn invitation(app: &Shared, token: &str) -> Result<Versioned<Invite>, Problem> {
    let found = Invite::find(app.ledger(), token::digest(token), app.now()).await?;
    let found = found.filter(|found| !matches!(found.value.fate, Fate::Withdrawn(_)));
    if let Some(found) = found {
        let ended = match &found.value.purpose {
            Purpose::Seat { tournament, player } => {
                let room = app.rooms.room(tournament).await?;
                !room.read(|t| takes_part(t.state(), By::Player(*player)))
            }
            _ => false,
        };
        if !ended {
            return Ok(found);
        }
    }
    Err(Problem::missing(
        "This link is not good any more. Ask at the desk for a new one.",
    ))
}

/// A personal link opens the seat at once; an invitation to leaders asks for a name first.
async fn link(
    State(app): State<Shared>,
    Path(token): Path<String>,
    visitor: Visitor,
) -> Result<Response, Problem> {
    let invite = invitation(&app, &token).await?;
    match &invite.value.purpose {
        Purpose::Seat { tournament, player } => {
            enter(
                &visitor,
                &app,
                tournament,
                By::Player(*player),
                "me",
                Vec::new(),
            )
            .await
        }
        Purpose::Staff { tournament, role } if invite.value.fate == Fate::Open => {
            let room = app.rooms.room(tournament).await?;
            let (event, role) = room.read(|t| {
                let setup = &t.state().setup;
                (setup.name.clone(), setup.regulation.role_name(*role))
            });
            let body = html! {
                div.narrow.stack {
                    h1 { "Join " (event) " as " (role) }
                    form.stack method="post" {
                        div.field { label for="name" { "Your name" } input #name name="name" autocomplete="name" required maxlength="200"; }
                        button.btn.primary { "Join as " (role) }
                    }
                }
            };
            Ok(layout::house("Join", &visitor, &body).into_response())
        }
        _ => Err(used_up()),
    }
}

/// Somebody's place in a tournament.
pub(crate) struct Seat {
    pub(crate) tournament: TournamentId,
    pub(crate) by: By,
}

/// Takes up an invitation: the seat of a personal link, or a place among the leaders for whoever gives a name.
pub(crate) async fn accept(app: &Shared, token: &str, name: Option<&str>) -> Result<Seat, Problem> {
    let invite = invitation(app, token).await?;
    let (tournament, role) = match invite.value.purpose.clone() {
        Purpose::Seat { tournament, player } => {
            let by = By::Player(player);
            return Ok(Seat { tournament, by });
        }
        Purpose::Staff { tournament, role } if invite.value.fate == Fate::Open => {
            (tournament, role)
        }
        _ => return Err(used_up()),
    };
    let name = name.ok_or_else(|| Problem::bad("Leaders join by name: say yours."))?;
    let room = app.rooms.room(&tournament).await?;
    let person = personal(name, None, None)?;
    let sealed = person.seal();
    let command = Command::Assign { role, who: sealed };
    let request = Request {
        private: vec![person],
        ..Request::new(By::Staff(ORGANIZER), app.now(), command)
    };
    // The invitation is used in the same write: of two who open it at once, one joins.
    room.act(request, None, None, vec![invite.used(app.now())])
        .await?;
    let id = room.read(|t| {
        let mut staff = t.state().staff.iter();
        staff
            .find(|staff| staff.sealed == sealed)
            .map(|staff| staff.id)
    });
    let id = id.ok_or_else(|| Problem::bad("You were dismissed just now. Ask at the desk."))?;
    let by = By::Staff(id);
    Ok(Seat { tournament, by })
}

fn used_up() -> Problem {
    Problem::missing("This link was used already. Ask at the desk for a new one.")
}

async fn join(
    State(app): State<Shared>,
    Path(token): Path<String>,
    visitor: Visitor,
    Form(fields): Form<Vec<(String, String)>>,
) -> Result<Response, Problem> {
    let fields = Fields(fields);
    let Seat { tournament, by } = accept(&app, &token, fields.get("name")).await?;
    let page = match by {
        By::Player(_) => "me",
        By::Staff(_) => "desk",
    };
    enter(&visitor, &app, &tournament, by, page, Vec::new()).await
}
