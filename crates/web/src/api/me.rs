//! The person a token acts for, and its purpose.

use crate::problem::Problem;
use crate::visitor::Visitor;
use axum::Json;
use jiff::Timestamp;
use muster_ledger::people::{Scope, Who};
use muster_service::problem::Cause;
use muster_tournament::By;
use serde::Serialize;
use utoipa::ToSchema;

/// An identity that the caller can act as: an account, or a seat in a tournament.
#[derive(Serialize, ToSchema)]
#[schema(as = SignedInIdentity)]
pub struct Identity {
    /// The name of the account.
    #[serde(skip_serializing_if = "Option::is_none")]
    account: Option<String>,
    /// The tournament of the seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    tournament: Option<String>,
    /// The player or staff member.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<By>,
}

/// The caller.
#[derive(Serialize, ToSchema)]
#[schema(as = SignedInPerson)]
pub struct Me {
    /// The purpose of the token; `desk` for a browser session.
    purpose: Scope,
    /// The label of the token.
    label: Option<String>,
    /// When the token expires.
    expires: Option<Timestamp>,
    /// Identities the caller can act as.
    identities: Vec<Identity>,
}

/// Get the caller.
///
/// Returns the token's purpose and the identities it can act as.
#[utoipa::path(
    get, path = "/me", operation_id = "readMe", tag = "Access",
    responses((status = 200, description = "The caller.", body = Me))
)]
pub async fn me(visitor: Visitor) -> Result<Json<Me>, Problem> {
    let identities: Vec<Identity> = visitor.who().map(identity).collect();
    if identities.is_empty() {
        return Err(Cause::NotSignedIn.into());
    }
    let access = visitor.access();
    Ok(Json(Me {
        purpose: visitor.scope(),
        label: access.map(|access| access.label.clone()),
        expires: access.and_then(|access| access.expires),
        identities,
    }))
}

/// Returns an identity in the form of the API.
pub fn identity(who: &Who) -> Identity {
    match who {
        Who::Account(name) => Identity {
            account: Some(name.clone()),
            tournament: None,
            by: None,
        },
        Who::Seat { tournament, by } => Identity {
            account: None,
            tournament: Some(tournament.to_string()),
            by: Some(*by),
        },
    }
}
