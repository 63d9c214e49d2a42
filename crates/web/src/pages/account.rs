//! Accounts: the one-time link of a fresh installation, signing in and out. Passwords are kept as argon2 makes them, and
//! wrong ones are slowed down.

use crate::app::Shared;
use crate::fields::Fields;
use crate::guess::Target;
use crate::layout;
use crate::problem::Problem;
use crate::token;
use crate::visitor::{SESSION_COOKIE, Visitor};
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use maud::{Markup, html};
use muster_ledger::people::{Account, Fate, Invite, Kept, Purpose, Session, Versioned, Who};

/// The shortest password.
const SHORTEST: usize = 8;

/// Addresses of this page.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/welcome/{token}", get(welcome).post(claim_house))
        .route("/sign-in", get(sign_in).post(enter))
        .route("/sign-out", post(leave))
}

/// Sends the browser on, with a cookie where there is a new session.
pub fn go(to: &str, cookie: Option<String>) -> Response {
    let mut answer = Redirect::to(to).into_response();
    if let Some(value) = cookie.and_then(|cookie| HeaderValue::from_str(&cookie).ok()) {
        answer.headers_mut().append(header::SET_COOKIE, value);
    }
    answer
}

async fn invite(app: &Shared, token: &str) -> Result<Versioned<Invite>, Problem> {
    let found = Invite::find(app.ledger(), token::digest(token), app.now()).await?;
    let open = found.filter(|found| {
        found.value.fate == Fate::Open
            && matches!(found.value.purpose, Purpose::Owner | Purpose::Organizer)
    });
    open.ok_or_else(|| {
        Problem::missing(
            "This link is not good any more: it was used, or another was made. Sign in instead.",
        )
    })
}

fn welcome_page(visitor: &Visitor, error: Option<&str>, name: &str) -> Markup {
    let body = html! {
        div.narrow.stack {
            h1 { "Welcome to Muster" }
            p.quiet { "Choose a name and a password for this machine. You will run tournaments with them; players need none." }
            form.stack method="post" {
                div.field {
                    label for="name" { "Your name" }
                    input #name name="name" value=(name) autocomplete="username" required maxlength="80";
                }
                div.field {
                    label for="password" { "Password" }
                    input #password name="password" type="password" autocomplete="new-password" required
                        minlength=(SHORTEST) aria-invalid=[error.map(|_| "true")] aria-describedby="password-note";
                    @if let Some(error) = error { p.error #password-note role="alert" { (error) } }
                    @else { p.hint #password-note { "At least " (SHORTEST) " characters." } }
                }
                button.btn.primary { "Set up this machine" }
            }
        }
    };
    layout::house("Welcome", visitor, &body)
}

async fn welcome(
    State(app): State<Shared>,
    Path(token): Path<String>,
    visitor: Visitor,
) -> Result<Markup, Problem> {
    invite(&app, &token).await?;
    Ok(welcome_page(&visitor, None, ""))
}

async fn claim_house(
    State(app): State<Shared>,
    Path(token): Path<String>,
    visitor: Visitor,
    Form(fields): Form<Vec<(String, String)>>,
) -> Result<Response, Problem> {
    let fields = Fields(fields);
    let invite = invite(&app, &token).await?;
    let name = fields.get("name").unwrap_or_default();
    let password = fields.get("password").unwrap_or_default().to_owned();
    let problem =
        if name.is_empty() || name.chars().count() > 80 || name.chars().any(char::is_control) {
            Some("Give a name of at most 80 characters.")
        } else if password.chars().count() < SHORTEST {
            Some("This password is too short.")
        } else {
            None
        };
    if problem.is_some() {
        return Ok((
            StatusCode::UNPROCESSABLE_ENTITY,
            welcome_page(&visitor, problem, name),
        )
            .into_response());
    }
    let now = app.now();
    let account = Account {
        name: name.to_owned(),
        password: hashed(password).await?,
        owner: invite.value.purpose == Purpose::Owner,
        created: now,
    };
    let (session, cookie) = visitor.grant(Who::Account(account.name.clone()), now)?;
    app.ledger()
        .commit(vec![account.add(), invite.used(now), session])
        .await?;
    Ok(go("/new", cookie))
}

/// Hashing takes long on purpose, so it is done off the threads that answer.
pub(crate) async fn hashed(password: String) -> Result<String, Problem> {
    let work = move || {
        Argon2::default()
            .hash_password(password.as_bytes())
            .map(|hash| hash.to_string())
    };
    let failed = || {
        Problem::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "The password could not be kept.",
        )
    };
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|_| failed())?
        .map_err(|_| failed())
}

async fn matches(password: String, kept: String) -> bool {
    let work = move || {
        PasswordHash::new(&kept).is_ok_and(|kept| {
            Argon2::default()
                .verify_password(password.as_bytes(), &kept)
                .is_ok()
        })
    };
    tokio::task::spawn_blocking(work).await.unwrap_or(false)
}

fn sign_in_page(visitor: &Visitor, error: Option<&str>, name: &str) -> Markup {
    let body = html! {
        div.narrow.stack {
            h1 { "Sign in" }
            p.quiet { "For organizers. Players and leaders use the link or code they were given." }
            form.stack method="post" action="/sign-in" {
                div.field { label for="name" { "Your name" } input #name name="name" value=(name) autocomplete="username" required; }
                div.field {
                    label for="password" { "Password" }
                    input #password name="password" type="password" autocomplete="current-password" required
                        aria-invalid=[error.map(|_| "true")] aria-describedby="password-note";
                    p.error #password-note role="alert" { (error.unwrap_or_default()) }
                }
                button.btn.primary { "Sign in" }
            }
        }
    };
    layout::house("Sign in", visitor, &body)
}

async fn sign_in(visitor: Visitor) -> Markup {
    sign_in_page(&visitor, None, "")
}

async fn enter(
    State(app): State<Shared>,
    visitor: Visitor,
    Form(fields): Form<Vec<(String, String)>>,
) -> Result<Response, Problem> {
    let fields = Fields(fields);
    let name = fields.get("name").unwrap_or_default();
    let password = fields.get("password").unwrap_or_default().to_owned();
    let target = Target::Password(name);
    app.brakes.turn(target).await?;
    let account = Account::find(app.ledger(), name).await?;
    let _leave = app.brakes.hashing().await;
    // An unknown name takes as long as a wrong password, so that names cannot be found out.
    let kept = account
        .as_ref()
        .map_or_else(String::new, |account| account.value.password.clone());
    let good = if kept.is_empty() {
        hashed(password).await?;
        false
    } else {
        matches(password, kept).await
    };
    let Some(account) = account.filter(|_| good) else {
        tracing::warn!("a wrong password was given");
        if !app.brakes.guessed(target) {
            return Err(Problem::new(
                StatusCode::TOO_MANY_REQUESTS,
                "Too many wrong passwords for this name. Wait a minute and try again.",
            ));
        }
        let page = sign_in_page(
            &visitor,
            Some("Name and password do not belong together."),
            name,
        );
        return Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response());
    };
    let (session, cookie) = visitor.grant(Who::Account(account.value.name), app.now())?;
    app.ledger().commit(vec![session]).await?;
    Ok(go("/", cookie))
}

async fn leave(State(app): State<Shared>, visitor: Visitor) -> Result<Response, Problem> {
    if let Some(token) = visitor.session_token() {
        app.ledger().commit(vec![Session::end(token)]).await?;
    }
    Ok(go(
        "/",
        Some(format!(
            "{SESSION_COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"
        )),
    ))
}
