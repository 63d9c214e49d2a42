//! How reports and lists are described to other programs: by the schema that each regulation derives from its form.
//!
//! Relies on the author of the OpenAPI document to add the schemas of the five regulations under the names that
//! [`report_name`] and [`list_name`] return.

use crate::{List, Regulation, Report};
use std::borrow::Cow;
use utoipa::openapi::schema::AnyOfBuilder;
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Returns the name under which the report of a regulation is described.
#[must_use]
pub fn report_name(regulation: Regulation) -> String {
    format!("{}Report", capital(regulation))
}

/// Returns the name under which the list of a regulation is described.
#[must_use]
pub fn list_name(regulation: Regulation) -> String {
    format!("{}List", capital(regulation))
}

fn capital(regulation: Regulation) -> String {
    let (first, rest) = regulation.id().split_at(1);
    format!("{}{rest}", first.to_ascii_uppercase())
}

fn one_of_five(description: &str, name: fn(Regulation) -> String) -> RefOr<Schema> {
    let mut any = AnyOfBuilder::new().description(Some(description));
    for regulation in Regulation::ALL {
        any = any.item(Ref::from_schema_name(name(regulation)));
    }
    RefOr::T(Schema::AnyOf(any.build()))
}

impl PartialSchema for Report {
    fn schema() -> RefOr<Schema> {
        one_of_five(
            "What players tell about a match, in the form of the tournament's regulation.",
            report_name,
        )
    }
}

impl ToSchema for Report {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Report")
    }
}

impl PartialSchema for List {
    fn schema() -> RefOr<Schema> {
        one_of_five(
            "What a player brings, in the form of the tournament's regulation.",
            list_name,
        )
    }
}

impl ToSchema for List {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("List")
    }
}
