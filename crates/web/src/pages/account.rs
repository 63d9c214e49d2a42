//! Accounts: the one-time link of a fresh installation, signing in and out. Passwords are kept as argon2 makes them, and
//! wrong ones are slowed down.

use crate::app::Shared;
use crate::fields::Fields;
use crate::layout;
use crate::names;
use crate::problem::Problem;
use crate::rate_limit::Target;
use crate::token;
use crate::visitor::{Visitor, cookie_of};
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
/// The longest: hashing takes as long as the password.
const LONGEST: usize = 1000;

/// Addresses of this page.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/welcome/{token}", get(welcome).post(claim_house))
        .route("/sign-in", get(sign_in).post(enter))
        .route("/sign-out", post(leave))
}

/// Sends the browser on with a cookie.
pub fn go(to: &str, cookie: &str) -> Response {
    let mut answer = Redirect::to(to).into_response();
    if let Ok(value) = HeaderValue::from_str(cookie) {
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
    if let Err(problem) = acceptable(name, &password) {
        return Ok((
            StatusCode::UNPROCESSABLE_ENTITY,
            welcome_page(&visitor, Some(&problem.text), name),
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
    let granted = visitor.grant(&app, Who::Account(account.name.clone()))?;
    let mut writes = vec![account.add(), invite.used(now)];
    writes.extend(granted.writes);
    app.ledger().commit(writes).await?;
    Ok(go("/new", &granted.cookie))
}

/// Refuses names and passwords that no account may have.
pub fn acceptable(name: &str, password: &str) -> Result<(), Problem> {
    if name.trim().is_empty() || name.chars().count() > 80 {
        return Err(Problem::bad("Give a name of at most 80 characters."));
    }
    names::check("name", name)?;
    match password.chars().count() {
        SHORTEST..=LONGEST => Ok(()),
        0..SHORTEST => Err(Problem::bad(format!(
            "A password has at least {SHORTEST} characters."
        ))),
        _ => Err(Problem::bad(format!(
            "A password has at most {LONGEST} characters."
        ))),
    }
}

/// Returns a password as it is kept. Takes long on purpose.
pub fn hash(password: &str) -> Option<String> {
    let hash = Argon2::default().hash_password(password.as_bytes());
    hash.map(|hash| hash.to_string()).ok()
}

/// Hashing takes long on purpose, so it is done off the threads that answer.
pub(crate) async fn hashed(password: String) -> Result<String, Problem> {
    let hashed = tokio::task::spawn_blocking(move || hash(&password)).await;
    hashed.ok().flatten().ok_or_else(|| {
        Problem::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "The password could not be kept.",
        )
    })
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
    let Some(account) = account_of(&app, &visitor, name, password).await? else {
        let page = sign_in_page(
            &visitor,
            Some("Name and password do not belong together."),
            name,
        );
        return Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response());
    };
    let granted = visitor.grant(&app, Who::Account(account.value.name))?;
    app.ledger().commit(granted.writes).await?;
    Ok(go("/", &granted.cookie))
}

/// Returns the account that a name and a password belong to.
pub(crate) async fn account_of(
    app: &Shared,
    visitor: &Visitor,
    name: &str,
    password: String,
) -> Result<Option<Versioned<Account>>, Problem> {
    let trying = app.limits.try_at(Target::Password(name), visitor.from());
    let trying = trying.await?;
    let account = Account::find(app.ledger(), name).await?;
    let _leave = app.limits.hashing().await;
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
    let account = account.filter(|_| good);
    match account {
        Some(_) => trying.right(),
        None => tracing::warn!(from = %visitor.from(), "a wrong password was given"),
    }
    Ok(account)
}

async fn leave(State(app): State<Shared>, visitor: Visitor) -> Result<Response, Problem> {
    if let Some(token) = visitor.session_token() {
        app.ledger().commit(vec![Session::end(token)]).await?;
    }
    Ok(go("/", &cookie_of(&app, "", 0)))
}
