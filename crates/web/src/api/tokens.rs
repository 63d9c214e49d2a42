//! Tokens, made and taken away by programs: no token makes one that reaches farther or lives longer than itself, and
//! only one that may do everything takes others away.

use super::me::{Identity, Purpose, identity};
use super::sent::Sent;
use crate::app::Shared;
use crate::problem::Problem;
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use jiff::Timestamp;
use muster_ledger::people::{Access, Reach, Who};
use muster_service::problem::Cause;
use muster_service::tokens::{self, LONGEST_DAYS};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A token, without what makes it one.
#[derive(Serialize, ToSchema)]
pub struct TokenView {
    /// The name under which it can be taken away.
    id: String,
    /// Who it acts for.
    acts_for: Identity,
    /// What it is good for.
    purpose: Purpose,
    /// What its owner calls it.
    label: String,
    /// Since when.
    created: Timestamp,
    /// Until when; nothing if until it is taken away.
    expires: Option<Timestamp>,
}

impl From<&Access> for TokenView {
    fn from(access: &Access) -> TokenView {
        TokenView {
            id: access.id(),
            acts_for: identity(&access.who),
            purpose: access.reach.into(),
            label: access.label.clone(),
            created: access.created,
            expires: access.expires,
        }
    }
}

/// The tokens of somebody.
#[derive(Serialize, ToSchema)]
pub struct Tokens {
    /// The oldest first, those whose time is over as well.
    tokens: Vec<TokenView>,
}

/// Lists the tokens of whoever is asking, without what makes them tokens.
#[utoipa::path(
    get, path = "/tokens", operation_id = "listTokens", tag = "Coming in",
    responses((status = 200, description = "The oldest first.", body = Tokens))
)]
pub async fn all(State(app): State<Shared>, visitor: Visitor) -> Result<Json<Tokens>, Problem> {
    known(&visitor)?;
    let mut tokens = Vec::new();
    for who in visitor.who() {
        let found = Access::of(app.ledger(), who).await?;
        tokens.extend(found.iter().map(TokenView::from));
    }
    Ok(Json(Tokens { tokens }))
}

/// The first of those that the visitor may act as.
fn known(visitor: &Visitor) -> Result<&Who, Problem> {
    let mut who = visitor.who();
    who.next().ok_or_else(|| Cause::NotSignedIn.into())
}

/// A token that is wanted.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"label": "League bot", "purpose": "read", "days": 2})))]
pub struct NewToken {
    /// What it is for.
    #[schema(min_length = 1, max_length = 80)]
    label: String,
    /// What it is good for: no more than the token that asks.
    purpose: Purpose,
    /// For how long; left out, for as long as the token that asks.
    #[schema(minimum = 1, maximum = 3650)]
    days: Option<u32>,
}

/// A token that was made.
#[derive(Serialize, ToSchema)]
pub struct MadeToken {
    /// The token, shown now and never again.
    token: String,
    /// What is known of it.
    #[serde(flatten)]
    view: TokenView,
}

/// Makes a token for the person that the asking token acts for, with the same purpose or a smaller one.
#[utoipa::path(
    post, path = "/tokens", operation_id = "makeToken", tag = "Coming in", request_body = NewToken,
    responses((status = 201, description = "The token.", body = MadeToken))
)]
pub async fn make(
    State(app): State<Shared>,
    visitor: Visitor,
    sent: Sent<NewToken>,
) -> Result<(StatusCode, Json<MadeToken>), Problem> {
    let who = known(&visitor)?.clone();
    let NewToken {
        label,
        purpose,
        days,
    } = sent.value;
    let reach = Reach::from(purpose);
    let own = visitor.reach();
    if own == Reach::Read || !(own == Reach::Desk || reach == Reach::Read || reach == own) {
        let (own, wanted) = (own.id().to_owned(), reach.id().to_owned());
        return Err(Cause::TokenPurposeWider { own, wanted }.into());
    }
    let ends = visitor.access().and_then(|access| access.expires);
    let days = days.map(i64::from);
    if days.is_some_and(|days| !(1..=LONGEST_DAYS).contains(&days)) {
        return Err(Cause::TokenDays { most: LONGEST_DAYS }.into());
    }
    let (token, access) = tokens::grant(&app, who, reach, &label, days, ends).await?;
    let made = MadeToken {
        token,
        view: (&access).into(),
    };
    Ok((StatusCode::CREATED, Json(made)))
}

/// Takes a token away, at once. One that may not do everything takes only itself away.
#[utoipa::path(
    delete, path = "/tokens/{token}", operation_id = "revokeToken", tag = "Coming in",
    responses((status = 204, description = "It is gone."))
)]
pub async fn revoke(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(token): Path<String>,
) -> Result<StatusCode, Problem> {
    known(&visitor)?;
    let itself = visitor.access().is_some_and(|own| own.id() == token);
    if !itself && visitor.reach() != Reach::Desk {
        return Err(Cause::TokenRevokesItself.into());
    }
    for who in visitor.who() {
        let found = Access::of(app.ledger(), who).await?;
        if let Some(access) = found.iter().find(|access| access.id() == token) {
            app.ledger().commit(vec![access.revoked()]).await?;
            return Ok(StatusCode::NO_CONTENT);
        }
    }
    Err(Cause::NoToken.into())
}
