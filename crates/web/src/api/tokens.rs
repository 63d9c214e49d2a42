//! Tokens, created and revoked by programs: no token creates one with more rights or a longer life than its own, and only a
//! `desk` token revokes others.

use super::me::{Identity, identity};
use super::sent::Sent;
use crate::app::Shared;
use crate::problem::Problem;
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use jiff::Timestamp;
use muster_ledger::people::{Access, Scope, Who};
use muster_service::problem::Cause;
use muster_service::tokens::{self, LONGEST_DAYS};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A token without its secret.
#[derive(Serialize, ToSchema)]
pub struct TokenView {
    /// Identifier, for revoking the token.
    id: String,
    /// The identity it acts for.
    acts_for: Identity,
    /// What it can be used for.
    purpose: Scope,
    /// The owner's label.
    label: String,
    /// When it was created.
    created: Timestamp,
    /// When it expires; null if it lasts until it is revoked.
    expires: Option<Timestamp>,
}

impl From<&Access> for TokenView {
    fn from(access: &Access) -> TokenView {
        TokenView {
            id: access.id(),
            acts_for: identity(&access.who),
            purpose: access.scope,
            label: access.label.clone(),
            created: access.created,
            expires: access.expires,
        }
    }
}

/// The caller's tokens.
#[derive(Serialize, ToSchema)]
pub struct Tokens {
    /// Tokens, oldest first, including expired ones.
    tokens: Vec<TokenView>,
}

/// List your tokens.
///
/// Secrets are not included.
#[utoipa::path(
    get, path = "/tokens", operation_id = "listTokens", tag = "Access",
    responses((status = 200, description = "Tokens, oldest first.", body = Tokens))
)]
pub async fn all(State(app): State<Shared>, visitor: Visitor) -> Result<Json<Tokens>, Problem> {
    signed_in(&visitor)?;
    let mut tokens = Vec::new();
    for who in visitor.who() {
        let found = Access::of(app.ledger(), who).await?;
        tokens.extend(found.iter().map(TokenView::from));
    }
    Ok(Json(Tokens { tokens }))
}

/// The first identity of a visitor who is signed in.
fn signed_in(visitor: &Visitor) -> Result<&Who, Problem> {
    let mut who = visitor.who();
    who.next().ok_or_else(|| Cause::NotSignedIn.into())
}

/// A token to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(examples(json!({"label": "League bot", "purpose": "read", "days": 2})))]
pub struct NewToken {
    /// A label for people.
    #[schema(min_length = 1, max_length = 80)]
    label: String,
    /// What it can be used for: no more than the token of this request.
    purpose: Scope,
    /// Days until it expires. Default: as long as the token of this request.
    #[schema(minimum = 1, maximum = 3650)]
    days: Option<u32>,
}

/// A new token.
#[derive(Serialize, ToSchema)]
pub struct MadeToken {
    /// The token. It is shown only once.
    token: String,
    /// Its description.
    #[serde(flatten)]
    view: TokenView,
}

/// Create a token.
///
/// The new token acts for the same person, with the same purpose or a narrower one.
#[utoipa::path(
    post, path = "/tokens", operation_id = "makeToken", tag = "Access", request_body = NewToken,
    responses((status = 201, description = "The new token.", body = MadeToken))
)]
pub async fn make(
    State(app): State<Shared>,
    visitor: Visitor,
    sent: Sent<NewToken>,
) -> Result<(StatusCode, Json<MadeToken>), Problem> {
    let who = signed_in(&visitor)?.clone();
    let NewToken {
        label,
        purpose: scope,
        days,
    } = sent.value;
    let own = visitor.scope();
    if own == Scope::Read || !(own == Scope::Desk || scope == Scope::Read || scope == own) {
        let (own, wanted) = (own.id().to_owned(), scope.id().to_owned());
        return Err(Cause::TokenPurposeWider { own, wanted }.into());
    }
    let ends = visitor.access().and_then(|access| access.expires);
    let days = days.map(i64::from);
    if days.is_some_and(|days| !(1..=LONGEST_DAYS).contains(&days)) {
        return Err(Cause::TokenDays { most: LONGEST_DAYS }.into());
    }
    let (token, access) = tokens::grant(&app, who, scope, &label, days, ends).await?;
    let made = MadeToken {
        token,
        view: (&access).into(),
    };
    Ok((StatusCode::CREATED, Json(made)))
}

/// Revoke a token.
///
/// Takes effect at once. A token without the purpose `desk` can only revoke itself.
#[utoipa::path(
    delete, path = "/tokens/{token}", operation_id = "revokeToken", tag = "Access",
    responses((status = 204, description = "Revoked."))
)]
pub async fn revoke(
    State(app): State<Shared>,
    visitor: Visitor,
    Path(token): Path<String>,
) -> Result<StatusCode, Problem> {
    signed_in(&visitor)?;
    let itself = visitor.access().is_some_and(|own| own.id() == token);
    if !itself && visitor.scope() != Scope::Desk {
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
