//! What the desk should know before it goes wrong.

use crate::coded::{Arguments, arguments};
use crate::phrases::plural;
use crate::structure::name;
use muster_regulations::Role;
use muster_tournament::floor::warnings::{Warning, WarningKind, WarningMatter};
use muster_tournament::{PlayerId, StaffId};
use serde::Serialize;

/// Something the desk should know, as people and programs read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = DeskWarning))]
pub struct WarningInWords {
    pub kind: WarningKind,
    /// The permanent code of what is the matter.
    pub code: &'static str,
    /// What is the matter, in whole sentences.
    pub text: String,
    /// The people and numbers in the sentences, by name.
    #[serde(skip_serializing_if = "Arguments::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::HashMap<String, serde_json::Value>))]
    pub arguments: Arguments,
    pub clause: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub staff: Option<StaffId>,
}

impl From<&Warning> for WarningInWords {
    fn from(warning: &Warning) -> WarningInWords {
        WarningInWords {
            kind: warning.kind,
            code: warning.matter.code(),
            text: text(&warning.matter),
            arguments: arguments(&warning.matter),
            clause: warning.clause,
            player: warning.player,
            staff: warning.staff,
        }
    }
}

/// Returns warnings as people and programs read them.
#[must_use]
pub fn in_words(warnings: &[Warning]) -> Vec<WarningInWords> {
    warnings.iter().map(WarningInWords::from).collect()
}

/// Returns what is the matter, in whole sentences.
#[must_use]
pub fn text(matter: &WarningMatter) -> String {
    match matter {
        WarningMatter::NoAppeals { regulation } => format!(
            "No {} is on duty, so every ruling is final.",
            regulation.role_name(Role::Head)
        ),
        WarningMatter::OrganizerPlays { player } => format!(
            "{} is the organizer and also plays. Another judge must rule on those games; announce who.",
            player.name
        ),
        WarningMatter::SameName {
            leader,
            role,
            regulation,
        } => format!(
            "{leader} is on duty as {}, and a player has the same name. If they are the same person, register the player as that staff member.",
            regulation.role_name(*role)
        ),
        WarningMatter::DisqualifiedName {
            player,
            disqualified,
        } => format!(
            "{} has the same name as player {disqualified}, who was disqualified and can't return. Check that this is somebody else.",
            player.name
        ),
        WarningMatter::Structure {
            regulation,
            tier,
            structure,
            expected,
        } => format!(
            "This tournament uses the {} structure. The {tier} tier of {} calls for the {} structure. You can continue; the difference is logged.",
            name(*structure),
            regulation.book().title,
            name(*expected)
        ),
        WarningMatter::ListsMissing { missing, present } => plural(
            *missing,
            &format!(
                "1 of {present} checked-in players hasn't handed in an army list. Lists are due before the start and can't be changed after it."
            ),
            &format!(
                "{{n}} of {present} checked-in players haven't handed in an army list. Lists are due before the start and can't be changed after it."
            ),
        ),
        WarningMatter::OpaqueBags => {
            "Order tokens are drawn from an opaque bag. Check that every player has one.".to_owned()
        }
        WarningMatter::OpaqueSleeves => {
            "Each deck needs identical opaque sleeves. Check them together with the lists."
                .to_owned()
        }
    }
}
