//! What waits for somebody beside the next step: calls, appeals, players in question, components, fortressing. Reads the
//! state only; promises that each prompt is one that a command can answer.

use super::judges::{self, FortStage, LossStage};
use crate::ids::{PlayerId, TableNo};
use crate::knockout;
use crate::state::{MatchStatus, RoundStatus, State, Status};
use crate::why::words::{counted, names};
use muster_regulations::{Regulation, Role};
use serde::Serialize;

/// Something that waits for somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = DeskPrompt))]
pub struct Prompt {
    /// What kind of thing.
    pub kind: PromptKind,
    /// What is to be done, as a sentence.
    pub text: String,
    /// The number of the call, ruling, loss or check that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// The table it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableNo>,
    /// The player it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// The clause it rests on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<&'static str>,
}

/// What kind of thing waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum PromptKind {
    /// Somebody decides whether a player stays.
    Removal,
    /// The head decides an appeal.
    Appeal,
    /// A component: found, conceded, or the player removed.
    Component,
    /// Fortressing: look, decide, look again.
    Fortressing,
    /// The cut is made again from corrected standings, or kept.
    Cut,
    /// A leader confirms an ending that a player claims, or reports another.
    Claim,
    /// The desk reports how a match ended that a player has left.
    Left,
    /// A judge goes to a table.
    Call,
}

/// Returns what waits for somebody, the weightiest first.
#[must_use]
pub fn prompts(state: &State) -> Vec<Prompt> {
    let mut prompts: Vec<Prompt> = the_cut(state).into_iter().collect();
    prompts.extend(removals(state));
    prompts.extend(appeals(state));
    prompts.extend(components(state));
    prompts.extend(fortressing(state));
    prompts.extend(claims(state));
    prompts.extend(left(state));
    let waiting = judges::open_calls(state);
    prompts.extend(
        waiting
            .filter(|call| call.taken.is_none() && call.claim.is_none())
            .map(|call| Prompt {
                kind: PromptKind::Call,
                text: format!("Table {} calls a judge: {}", call.table, call.what),
                number: Some(call.number.0),
                table: Some(call.table),
                player: None,
                clause: None,
            }),
    );
    prompts
}

/// CUT-1: standings that were corrected after the cut give another one.
fn the_cut(state: &State) -> Option<Prompt> {
    let mismatch = knockout::undecided(state)?;
    let ways = if mismatch.can_cut_again {
        "Make the cut again, or keep it and say why."
    } else {
        "It can no longer be made again: keep it and say why."
    };
    Some(Prompt {
        kind: PromptKind::Cut,
        text: format!(
            "The corrected standings give another cut{}. {ways}",
            mismatch.in_words(state)
        ),
        number: None,
        table: None,
        player: None,
        clause: Some("CUT-1"),
    })
}

/// Endings that belong to a leader and that a player claims.
fn claims(state: &State) -> impl Iterator<Item = Prompt> {
    let calls = judges::open_calls(state);
    calls.filter_map(move |call| {
        let needed = call.claim.as_ref()?.needs_leader()?;
        let who = if needed.finally {
            state.setup.regulation.role_name(Role::Head)
        } else {
            "a leader"
        };
        Some(Prompt {
            kind: PromptKind::Claim,
            text: format!(
                "Table {}: {} claims “{}”; {who} confirms it or reports the result.",
                call.table,
                state.actor(call.called.by),
                call.what
            ),
            number: Some(call.number.0),
            table: Some(call.table),
            player: None,
            clause: Some(needed.clause),
        })
    })
}

/// Tables of the running round that a player has left: how the match ended is for the desk to report.
fn left(state: &State) -> impl Iterator<Item = Prompt> {
    let round = state.current().into_iter();
    let matches = round.flat_map(|round| round.matches.iter().map(move |m| (round.stage, m)));
    matches.filter_map(|(stage, m)| {
        let gone = state.left_at(m);
        let &[player] = gone.get(..1)? else {
            return None;
        };
        let way = state.setup.regulation.left_ending(stage);
        let names = names(state, &gone);
        let (verb, loser) = match gone.len() {
            1 => ("has", names.clone()),
            _ => ("have", "the one who left first".to_owned()),
        };
        let how = match (m.status, way.needs) {
            (MatchStatus::Reported, _) => "confirm the report, or report another result".to_owned(),
            (_, "") => format!("report that {loser} left, if the game was not over"),
            (_, needs) if way.field.is_some() => {
                format!("report a concession by {loser}, with {needs}")
            }
            (_, needs) => format!("report {needs}; {loser} concedes what was not played"),
        };
        Some(Prompt {
            kind: PromptKind::Left,
            text: format!("Table {}: {names} {verb} left; {how}.", m.table),
            number: None,
            table: Some(m.table),
            player: Some(player),
            clause: Some(way.clause),
        })
    })
}

/// GC-WARN, ROLE-6.
fn removals(state: &State) -> Vec<Prompt> {
    let conquest = state.setup.regulation == Regulation::Conquest;
    let verb = if conquest { "eject" } else { "disqualify" };
    let questions = judges::questions(state).into_iter();
    questions
        .map(|question| {
            let name = state.name(question.player);
            let why = if question.recommended {
                "was recommended for removal".to_owned()
            } else {
                format!("has {}", counted(question.warnings, "warning", "warnings"))
            };
            Prompt {
                kind: PromptKind::Removal,
                text: format!("{name} {why}: {verb} the player, or decide to keep them."),
                number: None,
                table: None,
                player: Some(question.player),
                clause: Some(question.clause),
            }
        })
        .collect()
}

/// ROLE-4.
fn appeals(state: &State) -> impl Iterator<Item = Prompt> {
    let title = state.setup.regulation.role_name(Role::Head);
    let round = judges::in_play(state);
    let rulings = state.judges.rulings.iter();
    // An appeal that nobody is left to decide waits for nothing: the ruling stands.
    let decided = judges::has_appeals(state);
    let open = rulings.filter(move |ruling| {
        decided
            && Some(ruling.round) == round
            && ruling.appealed.is_some()
            && ruling.decision.is_none()
    });
    open.map(move |ruling| Prompt {
        kind: PromptKind::Appeal,
        text: format!(
            "Table {} asks for a review of ruling {}; the {title} decides.",
            ruling.table, ruling.number
        ),
        number: Some(ruling.number.0),
        table: Some(ruling.table),
        player: None,
        clause: Some("ROLE-4"),
    })
}

/// COMP-1: extension, concession, removal.
fn components(state: &State) -> Vec<Prompt> {
    let current = state.current();
    let mut prompts = Vec::new();
    for loss in &state.judges.losses {
        let plays = state.player(loss.player);
        if !plays.is_some_and(|player| player.status == Status::Active) {
            continue;
        }
        let over = current
            .is_none_or(|round| round.number > loss.round || round.status == RoundStatus::Finished);
        let name = state.name(loss.player);
        let what = &loss.what;
        let text = match (loss.stage, over) {
            (LossStage::Looking, false) if loss.minutes == 0 => {
                format!("{name} misses {what} during the game: the game of that deck is conceded.")
            }
            (LossStage::Looking, false) => format!(
                "{name} looks for {what} ({} given): found, or the game is conceded.",
                counted(loss.minutes as usize, "minute", "minutes")
            ),
            (LossStage::Looking | LossStage::Conceded, true) => {
                format!("{name} still misses {what}: found before the next round, or removed.")
            }
            _ => continue,
        };
        prompts.push(Prompt {
            kind: PromptKind::Component,
            text,
            number: Some(loss.number.0),
            table: Some(loss.table),
            player: Some(loss.player),
            clause: Some("COMP-1"),
        });
    }
    prompts
}

/// XW-FORT.
fn fortressing(state: &State) -> impl Iterator<Item = Prompt> {
    let round = judges::in_play(state);
    let forts = state.judges.forts.iter();
    let open = forts.filter(move |fort| Some(fort.round) == round && fort.stage.is_open());
    open.map(|fort| {
        let table = fort.table;
        let name = state.name(fort.player);
        let text = match fort.stage {
            FortStage::Met => format!(
                "Table {table}: the {} decides whether {name} is fortressing.",
                state.setup.regulation.role_name(Role::Head)
            ),
            FortStage::Instructed => format!(
                "Table {table}: look again after the next activation phase whether {name} has ended the fortressing."
            ),
            _ => format!("Table {table}: look whether the ships of {name} are fortressing."),
        };
        Prompt {
            kind: PromptKind::Fortressing,
            text,
            number: Some(fort.number.0),
            table: Some(table),
            player: Some(fort.player),
            clause: Some("XW-FORT"),
        }
    })
}
