//! Whom a token acts for, and what it is good for.

use crate::problem::Problem;
use crate::visitor::Visitor;
use axum::Json;
use jiff::Timestamp;
use muster_ledger::people::{Reach, Who};
use muster_service::problem::Cause;
use muster_tournament::By;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a token is good for.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = TokenPurpose)]
pub enum Purpose {
    /// Reading what the person may read.
    Read,
    /// Everything the person may do.
    Desk,
    /// What a judge may do.
    Judge,
    /// What a player may do for themselves.
    Player,
}

/// Somebody one may act as.
#[derive(Serialize, ToSchema)]
#[schema(as = SignedInIdentity)]
pub struct Identity {
    /// The account, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    account: Option<String>,
    /// The tournament in which one has a seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    tournament: Option<String>,
    /// Who they are there.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<By>,
}

/// Who is asking.
#[derive(Serialize, ToSchema)]
#[schema(as = SignedInPerson)]
pub struct Me {
    /// What the token is good for; everything for a browser that is signed in.
    purpose: Purpose,
    /// What its owner calls it.
    label: Option<String>,
    /// Until when it is good.
    expires: Option<Timestamp>,
    /// Who it may act as.
    identities: Vec<Identity>,
}

/// Says who is asking.
#[utoipa::path(
    get, path = "/me", operation_id = "readMe", tag = "Coming in",
    responses((status = 200, description = "Who is asking.", body = Me))
)]
pub async fn me(visitor: Visitor) -> Result<Json<Me>, Problem> {
    let identities: Vec<Identity> = visitor.who().map(identity).collect();
    if identities.is_empty() {
        return Err(Cause::NotSignedIn.into());
    }
    let access = visitor.access();
    Ok(Json(Me {
        purpose: visitor.reach().into(),
        label: access.map(|access| access.label.clone()),
        expires: access.and_then(|access| access.expires),
        identities,
    }))
}

impl From<Reach> for Purpose {
    fn from(reach: Reach) -> Purpose {
        match reach {
            Reach::Read => Purpose::Read,
            Reach::Desk => Purpose::Desk,
            Reach::Judge => Purpose::Judge,
            Reach::Player => Purpose::Player,
        }
    }
}

impl From<Purpose> for Reach {
    fn from(purpose: Purpose) -> Reach {
        match purpose {
            Purpose::Read => Reach::Read,
            Purpose::Desk => Reach::Desk,
            Purpose::Judge => Reach::Judge,
            Purpose::Player => Reach::Player,
        }
    }
}

/// Names somebody one may act as.
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
