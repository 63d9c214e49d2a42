//! One's own account: the password, the signed-in devices and, for the owner, the other organizers.

use crate::app::Shared;
use crate::fields::Fields;
use crate::layout;
use crate::problem::Problem;
use crate::visitor::Visitor;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use jiff::SignedDuration;
use maud::{Markup, html};
use muster_ledger::people::{Account, Fate, Invite, Kept, Purpose, Session, Versioned, Who};
use muster_service::accounts::{acceptable, account_of, hashed, signed_out};
use muster_service::secret;

/// How long an organizer's invitation is valid.
const GOOD_FOR: SignedDuration = SignedDuration::from_hours(24 * 7);

/// Addresses of this page.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/account", get(page))
        .route("/account/password", post(password))
        .route("/account/sign-out", post(sign_out))
        .route("/account/invite", post(invite))
}

async fn own(app: &Shared, visitor: &Visitor) -> Result<Versioned<Account>, Problem> {
    let found = match visitor.account() {
        Some(name) => Account::find(app.ledger(), name).await?,
        None => None,
    };
    found.ok_or_else(|| Problem::forbidden("Sign in first."))
}

async fn page(State(app): State<Shared>, visitor: Visitor) -> Result<Markup, Problem> {
    render(&app, &visitor, &html! {}).await
}

async fn render(app: &Shared, visitor: &Visitor, notice: &Markup) -> Result<Markup, Problem> {
    let account = own(app, visitor).await?.value;
    let now = app.now();
    let mut devices = Session::of(app.ledger(), &Who::Account(account.name.clone())).await?;
    devices.retain(|device| now < device.value.expires);
    devices.sort_by_key(|device| device.value.created);
    let others = Account::all(app.ledger()).await?;
    let body = html! {
        div.narrow.stack {
            h1 { (account.name) }
            (notice)
            section.stack {
                h2 { "Password" }
                form.stack method="post" action="/account/password" {
                    input type="hidden" name="username" value=(account.name) autocomplete="username";
                    div.field { label for="current" { "Current password" } input #current type="password" name="current" autocomplete="current-password" required; }
                    div.field { label for="new" { "New password" } input #new type="password" name="new" autocomplete="new-password" required; }
                    button.btn { "Change password" }
                }
                p.cap { "Forgot it? Run " code { "muster account password" } " on the server." }
            }
            section.stack {
                h2 { "Signed-in devices" }
                table.tt {
                    thead { tr { th { "Device" } th { "Since" } th { span.vh { "Actions" } } } }
                    tbody {
                        @for device in &devices {
                            @let this = visitor.session_token() == Some(device.value.token);
                            tr {
                                td { (device.value.device.as_deref().unwrap_or("Unknown browser")) @if this { " (this one)" } }
                                td { (device.value.created.strftime("%Y-%m-%d %H:%M UTC")) }
                                td.num {
                                    form.inline method="post" action="/account/sign-out" {
                                        input type="hidden" name="device" value=(device.value.id());
                                        button.btn.small { "Sign out" }
                                    }
                                }
                            }
                        }
                    }
                }
                @if devices.len() > 1 {
                    form method="post" action="/account/sign-out" {
                        input type="hidden" name="others" value="1";
                        button.btn { "Sign out others" }
                    }
                }
            }
            @if account.owner {
                section.stack {
                    h2 { "Organizers" }
                    ul { @for other in &others { li { (other.value.name) @if other.value.owner { " (owner)" } } } }
                    form method="post" action="/account/invite" { button.btn { "Invite organizer" } }
                }
            }
        }
    };
    Ok(layout::house("Account", visitor, &body))
}

async fn refused(app: &Shared, visitor: &Visitor, text: &str) -> Result<Response, Problem> {
    let notice = html! { p.notice.bad role="alert" { span { (text) } } };
    let page = render(app, visitor, &notice).await?;
    Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
}

async fn password(
    State(app): State<Shared>,
    visitor: Visitor,
    Form(fields): Form<Fields>,
) -> Result<Response, Problem> {
    let account = own(&app, &visitor).await?.value;
    let current = fields.get("current").unwrap_or_default().to_owned();
    let new = fields.get("new").unwrap_or_default().to_owned();
    if let Err(problem) = acceptable(&account.name, &new) {
        return refused(&app, &visitor, &problem.text).await;
    }
    let Some(found) = account_of(&app, &visitor, &account.name, current).await? else {
        return refused(&app, &visitor, "That is not the current password.").await;
    };
    let changed = Account {
        password: hashed(new).await?,
        ..found.value.clone()
    };
    let mut writes = vec![found.replace(&changed)];
    let this = visitor.session_token();
    writes.extend(signed_out(app.ledger(), &account.name, this).await?);
    app.ledger().commit(writes).await?;
    let notice = html! { p.notice.good role="status" { span { "Password changed. All other devices are signed out." } } };
    Ok(render(&app, &visitor, &notice).await?.into_response())
}

async fn sign_out(
    State(app): State<Shared>,
    visitor: Visitor,
    Form(fields): Form<Fields>,
) -> Result<Redirect, Problem> {
    let account = own(&app, &visitor).await?.value;
    let writes = if fields.ticked("others") {
        signed_out(app.ledger(), &account.name, visitor.session_token()).await?
    } else {
        let wanted = fields.text("device")?;
        let own = Session::of(app.ledger(), &Who::Account(account.name)).await?;
        let found = own.into_iter().find(|session| session.value.id() == wanted);
        let found = found.ok_or_else(|| Problem::missing("This device is signed out already."))?;
        vec![Session::end(found.value.token)]
    };
    app.ledger().commit(writes).await?;
    Ok(Redirect::to("/account"))
}

async fn invite(State(app): State<Shared>, visitor: Visitor) -> Result<Markup, Problem> {
    if !own(&app, &visitor).await?.value.owner {
        return Err(Problem::forbidden("Only the owner can invite organizers."));
    }
    let token = secret::random()
        .map_err(muster_service::Problem::no_random)?
        .to_string();
    let invite = Invite {
        token: secret::digest(&token),
        purpose: Purpose::Organizer,
        created: app.now(),
        expires: app.now().checked_add(GOOD_FOR).ok(),
        fate: Fate::Open,
    };
    app.ledger().commit(vec![invite.put()]).await?;
    let link = format!("{}/welcome/{token}", app.address);
    let notice = html! {
        section.notice.good {
            div.stack {
                span { "Send this link to the new organizer. It works once, for a week." }
                (crate::qr::picture(&link))
            }
        }
    };
    render(&app, &visitor, &notice).await
}
