//! API tokens: one's own, created and revoked here. A token is shown once, when it is created.

use crate::app::Shared;
use crate::fields::Fields;
use crate::layout;
use crate::problem::Problem;
use crate::visitor::Visitor;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use jiff::Timestamp;
use maud::{Markup, html};
use muster_ledger::people::Scope;
use muster_service::problem::Cause;
use muster_service::tokens::{Identity, LONGEST_DAYS, LONGEST_LABEL, grant, identities};

/// Addresses of this page.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/tokens", get(page).post(make))
        .route("/tokens/revoke", post(revoke))
}

/// What a token may do, in a few words.
#[must_use]
pub fn meaning(scope: Scope) -> &'static str {
    match scope {
        Scope::Read => "reads what you can see, changes nothing",
        Scope::Player => "reports, confirms and calls a judge for you",
        Scope::Judge => "does what a judge can do",
        Scope::Desk => "does everything you can do",
    }
}

async fn page(State(app): State<Shared>, visitor: Visitor) -> Result<Markup, Problem> {
    render(&app, &visitor, &html! {}).await
}

async fn render(app: &Shared, visitor: &Visitor, notice: &Markup) -> Result<Markup, Problem> {
    let identities = identities(app, visitor).await?;
    let now = app.now();
    let body = html! {
        div.wide.stack.access {
            div.head { div {
                h1 { "API tokens" }
                p { "A token lets a script, an overlay or another program read and act for you. " a href="/api" { "What the API can do" } }
            } }
            (notice)
            @for (number, identity) in identities.iter().enumerate() {
                section.stack {
                    h2 { (identity.words) }
                    (existing(number, identity, now))
                    (form(number, identity))
                }
            }
        }
    };
    Ok(layout::house("API tokens", visitor, &body))
}

fn existing(number: usize, identity: &Identity, now: Timestamp) -> Markup {
    html! {
        @if identity.tokens.is_empty() { p.quiet { "No token yet. Create one below; it is shown once." } }
        @else {
            table.tt {
                thead { tr { th { "Token" } th { "Purpose" } th { "Expires" } th { span.vh { "Actions" } } } }
                tbody {
                    @for access in &identity.tokens {
                        @let over = access.expires.is_some_and(|end| end <= now);
                        tr.gone[over] {
                            td { (access.label) br; span.cap { code { (access.id()) } " since " (day(access.created)) } }
                            td { b { (access.scope.id()) } br; span.cap { (meaning(access.scope)) } }
                            td { @match access.expires { Some(end) => (day(end)), None => "never" } }
                            td.num {
                                form.inline method="post" action="/tokens/revoke" {
                                    input type="hidden" name="as" value=(number);
                                    input type="hidden" name="token" value=(access.id());
                                    button.btn.small aria-label={ "Revoke " (access.label) } { "Revoke" }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn form(number: usize, identity: &Identity) -> Markup {
    html! {
        form.stack method="post" action="/tokens" {
            input type="hidden" name="as" value=(number);
            div.cluster {
                div.field.grow {
                    label for={ "label-" (number) } { "What is it for?" }
                    input id={ "label-" (number) } name="label" required maxlength=(LONGEST_LABEL) placeholder="League bot" autocomplete="off";
                }
                div.field {
                    label for={ "purpose-" (number) } { "Purpose" }
                    select id={ "purpose-" (number) } name="purpose" {
                        @for scope in identity.scopes() { option value=(scope.id()) { (scope.id()) ": " (meaning(*scope)) } }
                    }
                }
                div.field {
                    label for={ "days-" (number) } { "Valid for" }
                    select id={ "days-" (number) } name="days" {
                        option value="2" { "2 days" }
                        option value="30" { "30 days" }
                        option value="365" { "a year" }
                        option value="" { "until revoked" }
                    }
                }
            }
            div { button.btn.primary[number == 0] { "Create token" } }
        }
    }
}

fn day(at: Timestamp) -> String {
    at.strftime("%Y-%m-%d").to_string()
}

/// The identity that a form names by its place on the page. The list comes from the session, so nobody else can be named.
fn chosen(identities: Vec<Identity>, fields: &Fields) -> Result<Identity, Problem> {
    let number: usize = fields.number("as")?;
    let mut found = identities.into_iter().skip(number);
    found
        .next()
        .ok_or_else(|| Problem::bad("Choose whose token it is."))
}

async fn make(
    State(app): State<Shared>,
    visitor: Visitor,
    Form(fields): Form<Fields>,
) -> Result<Response, Problem> {
    let identity = chosen(identities(&app, &visitor).await?, &fields)?;
    let scope = Scope::named(fields.text("purpose")?).ok_or(Cause::TokenPurpose)?;
    let days: Option<i64> = fields.maybe("days")?;
    let days = days.filter(|days| (1..=LONGEST_DAYS).contains(days));
    let label = fields.text("label")?;
    let (token, access) = grant(&app, identity.who, scope, label, days, None).await?;
    let notice = html! {
        section.notice.good role="status" {
            div.stack {
                span { "Here is the token for “" (access.label) "”. Copy it now: it is not shown again." }
                code.secret { (token) }
            }
        }
    };
    Ok(render(&app, &visitor, &notice).await?.into_response())
}

async fn revoke(
    State(app): State<Shared>,
    visitor: Visitor,
    Form(fields): Form<Fields>,
) -> Result<Redirect, Problem> {
    let identity = chosen(identities(&app, &visitor).await?, &fields)?;
    let id = fields.text("token")?;
    let access = identity.tokens.iter().find(|access| access.id() == id);
    let access = access.ok_or(Cause::NoToken)?;
    app.ledger().commit(vec![access.revoked()]).await?;
    Ok(Redirect::to("/tokens"))
}
