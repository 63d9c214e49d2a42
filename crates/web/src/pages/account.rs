//! Accounts: the one-time link of a fresh installation, signing in and out. Passwords are stored as argon2 hashes, and
//! guessing is slowed down.

use crate::act::is_here;
use crate::app::Shared;
use crate::fields::Fields;
use crate::layout;
use crate::problem::Problem;
use crate::visitor::{Visitor, no_session, session_cookie};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use maud::{Markup, html};
use muster_ledger::people::{Account, Kept, Purpose, Session, Who};
use muster_service::accounts::{SHORTEST, acceptable, account_of, hashed, invite};

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

fn welcome_page(visitor: &Visitor, error: Option<&str>, name: &str) -> Markup {
    let body = html! {
        div.narrow.stack {
            h1 { "Welcome to Muster" }
            p.quiet { "Choose a name and a password. You sign in with them to run tournaments; players need neither." }
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
                button.btn.primary { "Create account" }
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
    Form(fields): Form<Fields>,
) -> Result<Response, Problem> {
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
    Ok(go("/new", &session_cookie(&app, &granted.token)))
}

fn sign_in_page(visitor: &Visitor, error: Option<&str>, name: &str, next: Option<&str>) -> Markup {
    let body = html! {
        div.narrow.stack {
            h1 { "Sign in" }
            p.quiet { "For organizers. Players and staff use the link or code they were given." }
            form.stack method="post" action="/sign-in" {
                @if let Some(next) = next { input type="hidden" name="next" value=(next); }
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

async fn sign_in(visitor: Visitor, Query(fields): Query<Fields>) -> Markup {
    sign_in_page(&visitor, None, "", next(&fields))
}

/// The page that somebody wanted to see before they had to sign in.
fn next(fields: &Fields) -> Option<&str> {
    fields.get("next").filter(|next| is_here(next))
}

async fn enter(
    State(app): State<Shared>,
    visitor: Visitor,
    Form(fields): Form<Fields>,
) -> Result<Response, Problem> {
    let name = fields.get("name").unwrap_or_default();
    let password = fields.get("password").unwrap_or_default().to_owned();
    let Some(account) = account_of(&app, &visitor, name, password).await? else {
        let page = sign_in_page(
            &visitor,
            Some("Wrong name or password."),
            name,
            next(&fields),
        );
        return Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response());
    };
    let granted = visitor.grant(&app, Who::Account(account.value.name))?;
    app.ledger().commit(granted.writes).await?;
    let to = next(&fields).unwrap_or("/");
    Ok(go(to, &session_cookie(&app, &granted.token)))
}

async fn leave(State(app): State<Shared>, visitor: Visitor) -> Result<Response, Problem> {
    if let Some(token) = visitor.session_token() {
        app.ledger().commit(vec![Session::end(token)]).await?;
    }
    let mut answer = go("/", &no_session(&app));
    // Clears the pages that the browser keeps for its back button, too.
    let clear = HeaderValue::from_static("\"cache\", \"storage\"");
    answer.headers_mut().insert("clear-site-data", clear);
    Ok(answer)
}
