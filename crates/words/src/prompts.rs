//! What waits for somebody: calls, appeals, players in question, components, fortressing, and who rules at a table.

use crate::coded::{Arguments, arguments};
use crate::form::ending_name;
use crate::next::cut_change;
use crate::phrases::{either, minutes, names, plural};
use muster_regulations::{Regulation, Role, StageKind};
use muster_tournament::floor::judges::RulersReason;
use muster_tournament::floor::prompts::{Prompt, PromptKind, PromptRequest};
use muster_tournament::log::Named;
use muster_tournament::{PlayerId, TableNo};
use serde::Serialize;

/// Something that waits for somebody, as people and programs read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = DeskPrompt))]
pub struct PromptInWords {
    pub kind: PromptKind,
    /// The permanent code of what is to be done.
    pub code: &'static str,
    /// What is to be done, as a sentence.
    pub text: String,
    /// The people, tables and numbers in the sentence, by name.
    #[serde(skip_serializing_if = "Arguments::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::HashMap<String, serde_json::Value>))]
    pub arguments: Arguments,
    /// The number of the call, ruling, loss or check that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableNo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<&'static str>,
}

impl From<&Prompt> for PromptInWords {
    fn from(prompt: &Prompt) -> PromptInWords {
        PromptInWords {
            kind: prompt.kind,
            code: prompt.request.code(),
            text: text(&prompt.request),
            arguments: arguments(&prompt.request),
            number: prompt.number,
            table: prompt.table,
            player: prompt.player,
            clause: prompt.clause,
        }
    }
}

/// Returns prompts as people and programs read them.
#[must_use]
pub fn in_words(prompts: &[Prompt]) -> Vec<PromptInWords> {
    prompts.iter().map(PromptInWords::from).collect()
}

/// Returns what is to be done, in whole sentences.
#[must_use]
pub fn text(request: &PromptRequest) -> String {
    match request {
        PromptRequest::CutAgainOrKeep(change) => format!(
            "The corrected standings give a different cut: {}. Make the cut again, or keep it and give a reason.",
            cut_change(change)
        ),
        PromptRequest::KeepCut(change) => format!(
            "The corrected standings give a different cut: {}. It is too late to make the cut again; keep it and give a reason.",
            cut_change(change)
        ),
        PromptRequest::Recommended {
            player,
            regulation: Regulation::Conquest,
        } => format!(
            "{} was recommended for removal. Eject this player, or decide to keep them.",
            player.name
        ),
        PromptRequest::Recommended { player, .. } => format!(
            "{} was recommended for removal. Disqualify this player, or decide to keep them.",
            player.name
        ),
        PromptRequest::Warned { player, warnings } => {
            let name = &player.name;
            plural(
                *warnings,
                &format!("{name} has 1 warning. Eject this player, or decide to keep them."),
                &format!("{name} has {{n}} warnings. Eject this player, or decide to keep them."),
            )
        }
        PromptRequest::Appeal {
            table,
            ruling,
            regulation,
        } => format!(
            "Table {table} asks for a review of ruling {ruling}. The {} decides.",
            regulation.role_name(Role::Head)
        ),
        PromptRequest::ConcedeDeck { player, what } => format!(
            "{} is missing {what} during the game, so the game with that deck is conceded.",
            player.name
        ),
        PromptRequest::Looking {
            player,
            what,
            minutes: given,
        } => format!(
            "{} is looking for {what} ({} given). If it isn't found, the game is conceded.",
            player.name,
            minutes(*given)
        ),
        PromptRequest::StillMissing { player, what } => format!(
            "{} is still missing {what}. If it isn't found before the next round, the player is removed.",
            player.name
        ),
        PromptRequest::FortressingLook { table, player } => format!(
            "Table {table}: check whether {} is fortressing.",
            player.name
        ),
        PromptRequest::FortressingDecide {
            table,
            player,
            regulation,
        } => format!(
            "Table {table}: the {} decides whether {} is fortressing.",
            regulation.role_name(Role::Head),
            player.name
        ),
        PromptRequest::FortressingLookAgain { table, player } => format!(
            "Table {table}: after the next activation phase, check whether {} has stopped fortressing.",
            player.name
        ),
        PromptRequest::Claim {
            table,
            by,
            ending,
            regulation,
        } => format!(
            "Table {table}: {by} claims “{}”. A judge confirms it or reports the result.",
            ending_name(*regulation, ending)
        ),
        PromptRequest::ClaimForHead {
            table,
            by,
            ending,
            regulation,
        } => format!(
            "Table {table}: {by} claims “{}”. The {} confirms it or reports the result.",
            ending_name(*regulation, ending),
            regulation.role_name(Role::Head)
        ),
        PromptRequest::LeftReported { table, players } => {
            let dropped = dropped(*table, players);
            format!("{dropped} Confirm the report, or report another result.")
        }
        PromptRequest::Left {
            table,
            players,
            regulation,
            stage,
        } => format!(
            "{} {}",
            dropped(*table, players),
            report_after_drop(*regulation, *stage, players)
        ),
        PromptRequest::Call { table, reason } => format!("Table {table} calls a judge: {reason}"),
    }
}

fn dropped(table: TableNo, players: &[Named]) -> String {
    let who = names(players);
    match players.len() {
        1 => format!("Table {table}: {who} has dropped."),
        _ => format!("Table {table}: {who} have dropped."),
    }
}

/// How to report the match of one player who has dropped, or of two.
fn report_after_drop(regulation: Regulation, stage: StageKind, players: &[Named]) -> String {
    let one = match players {
        [one] => Some(&one.name),
        _ => None,
    };
    match (regulation, stage, one) {
        (Regulation::Xwing, _, Some(name)) => {
            format!("Report a concession by {name}, with that player's score.")
        }
        (Regulation::Xwing, _, None) => {
            "Report a concession by the one who left first, with that player's score.".to_owned()
        }
        (Regulation::Armada, _, Some(name)) => {
            format!("Report a concession by {name}, with the points both players destroyed.")
        }
        (Regulation::Armada, _, None) => {
            "Report a concession by the one who left first, with the points both players destroyed."
                .to_owned()
        }
        (Regulation::Legion, _, Some(name)) => {
            format!("Report that {name} left early, unless the game was over.")
        }
        (Regulation::Legion, _, None) => {
            "Report “Left without conceding” for the one who left first, unless the game was over.".to_owned()
        }
        (Regulation::Conquest, _, Some(name)) => format!(
            "Report a concession by {name}, with both players' victory tokens and points defeated."
        ),
        (Regulation::Conquest, _, None) => {
            "Report a concession by the one who left first, with both players' victory tokens and points defeated."
                .to_owned()
        }
        (Regulation::Cardgame, StageKind::Swiss, Some(name)) => {
            format!("Report how each of the two games ended; {name} concedes any that wasn't played.")
        }
        (Regulation::Cardgame, StageKind::Swiss, None) => {
            "Report how each of the two games ended; the one who left first concedes any that wasn't played."
                .to_owned()
        }
        (Regulation::Cardgame, StageKind::Elimination, Some(name)) => {
            format!("Report who played the dark side; {name} concedes the game unless it was over.")
        }
        (Regulation::Cardgame, StageKind::Elimination, None) => {
            "Report who played the dark side; the one who left first concedes the game unless it was over."
                .to_owned()
        }
    }
}

/// Returns who rules at a table, and why.
#[must_use]
pub fn rulers(reason: &RulersReason) -> String {
    match reason {
        RulersReason::Anybody => "Any judge can rule here.".to_owned(),
        RulersReason::LeaderPlays { leader } => {
            format!("{leader} plays here, so another judge rules.")
        }
        RulersReason::Head { heads, regulation } => format!(
            "Two staff members play each other here, so {} rules as {}.",
            either(heads),
            regulation.role_name(Role::Head)
        ),
        RulersReason::HeadPlays { regulation } => format!(
            "Two staff members play each other here, including the {}. Any judge who doesn't play here can rule.",
            regulation.role_name(Role::Head)
        ),
    }
}
